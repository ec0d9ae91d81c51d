"""What lies on the table when a game begins, by the keys of the data files."""

from dataclasses import dataclass, field
from typing import NamedTuple

from generator.rulesets.paper_dungeons.model.variants import Variants


class DealtHand(NamedTuple):
    """A player's name and cards as dealt."""

    name: str
    powers: tuple[str, ...]
    goals: tuple[str, ...]


@dataclass(frozen=True)
class Setup:
    """The dungeon, the common cards and each player's hand."""

    dungeon: str
    bosses: tuple[str, ...]
    missions: tuple[str, ...]
    hands: tuple[DealtHand, ...]
    variants: Variants = field(default_factory=Variants)

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""
        return tuple(hand.name for hand in self.hands)
