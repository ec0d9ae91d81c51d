"""Styles of play: weights by their names, as the data and searches for better ones write them."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from generator.rulesets.paper_dungeons.bots.weights import Weights
from generator.rulesets.paper_dungeons.model.rulebook import Rulebook

SINGLE = tuple(field.name for field in fields(Weights))
# of items: what a first and a second half bring beyond their glory, and the second before the first die; of goals:
# what is added to `goal` for one
LISTS = {
    "ability": "heroes",
    "first": "items",
    "second": "items",
    "early": "items",
    "power": "powers",
    "goal_kept": "goals",
    "aim": "goals",
}


@dataclass(frozen=True)
class Style:
    """A style of play: its name, and weights by name; those of a list are "first.flaming_sword" and the like."""

    name: str
    values: Mapping[str, float]

    def changed(self, changes: Mapping[str, float]) -> "Style":
        """Return the style with other values."""
        return Style(self.name, {**self.values, **changes})

    def weights(self) -> Weights:
        """Return the weights that are no list."""
        return Weights(**{name: value for name, value in self.values.items() if name in SINGLE})

    def listed(self, name: str, keys: list[str]) -> list[float]:
        """Return the weights of a list by key; 0 for one that is not weighed."""
        return [self.values.get(f"{name}.{key}", 0.0) for key in keys]


def keys_of(book: Rulebook) -> dict[str, list[str]]:
    """Return the keys of each list of weights."""
    keys = {
        "heroes": list(book.heroes),
        "items": [item.key for item in book.items],
        "powers": [power.key for power in book.powers],
        "goals": [goal.key for goal in book.goals],
    }
    return {name: keys[of] for name, of in LISTS.items()}


def names_of(book: Rulebook) -> list[str]:
    """Return the names of all weights of a game."""
    return [*SINGLE, *(f"{name}.{key}" for name, keys in keys_of(book).items() for key in keys)]
