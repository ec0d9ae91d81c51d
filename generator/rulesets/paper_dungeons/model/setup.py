"""What lies on the table when a game begins, by the keys of the data files, and the variants that it is played in."""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import NamedTuple


@dataclass(frozen=True, kw_only=True)
class Variants:
    """The switches of a game, each with its source."""

    vanishing_gems: bool = False  # after a fight the gems of the boss card vanish; alone always [PL p.14]
    potion_one_heart: bool = False  # the example of potions in the Polish book [PL p.9]
    potions_optional: bool = False  # the owner says how much potions absorb [PL p.6]
    boots_brew: bool = False  # any die brews [CZ p.9]
    boots_craft: bool = False  # any die crafts the items without a sign [CZ p.8]
    treasure_hunter_bonus: bool = False  # powers act as `in_czech` says [CZ p.16]
    random_bosses: bool = False  # one boss of each season is drawn [CZ p.2]
    may_flee: bool = False  # who could fight a boss may flee [PL p.11]
    distinct_traps: bool = False  # the same trap counts once for missions
    missions_after_boss: bool = False  # missions are claimed when the boss has been fought
    net_boss_glory: bool = False  # flights count against the glory won against bosses


NAMES = tuple(field.name for field in fields(Variants))


def variants_of(names: Iterable[str]) -> Variants:
    """Return the variants that are switched on by name; raises ValueError for an unknown one."""
    known = list(names)
    unknown = [name for name in known if name not in NAMES]
    if unknown:
        raise ValueError(unknown[0])
    return Variants(**dict.fromkeys(known, True))


def names_of(variants: Variants) -> list[str]:
    """Return the names of the variants that are on, in their order."""
    return [name for name in NAMES if getattr(variants, name)]


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
