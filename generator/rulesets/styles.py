"""Styles of play: weights by name, as simulation.yaml and searches for better ones write them."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class BotStyle:
    """How a bot plays: the name of its style, and weights by name, such as "first.flaming_torch" or "pull"."""

    name: str
    values: Mapping[str, float]

    def changed(self, changes: Mapping[str, float]) -> "BotStyle":
        """Return the style with other values."""
        return BotStyle(self.name, {**self.values, **changes})
