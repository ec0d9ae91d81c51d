"""The cards on the table when a game begins, by the keys of the data files, and the variants of its rules."""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import NamedTuple


@dataclass(frozen=True, kw_only=True)
class Variants:
    """The optional rules of a game, each with its source."""

    vanishing_gems: bool = False  # after a fight the gems of the boss card vanish; alone always [PL p.14]
    potion_one_heart: bool = False  # a potion absorbs one heart, as in the example of the Polish book [PL p.9]
    potions_optional: bool = False  # players choose how much damage their potions absorb [PL p.6]
    boots_brew: bool = False  # any die may brew, boots too [CZ p.9]
    boots_craft: bool = False  # any die, boots too, may craft items without a symbol [CZ p.8]
    treasure_hunter_bonus: bool = False  # powers act as `in_czech` says [CZ p.16]
    random_bosses: bool = False  # one boss of each season is drawn [CZ p.2]
    may_flee: bool = False  # a player who could fight a boss may flee [PL p.11]
    distinct_traps: bool = False  # the same trap counts once for missions
    missions_after_boss: bool = False  # missions are claimed when the boss has been fought
    net_boss_glory: bool = False  # the negative glory of flights is included in the sum that a goal counts


NAMES = tuple(field.name for field in fields(Variants))


def variants_of(names: Iterable[str]) -> Variants:
    """Return the variants with these names switched on; raises ValueError for an unknown name."""
    switched_on = list(names)
    unknown = [name for name in switched_on if name not in NAMES]
    if unknown:
        raise ValueError(unknown[0])
    return Variants(**dict.fromkeys(switched_on, True))


def names_of(variants: Variants) -> list[str]:
    """Return the names of the variants that are switched on, in the order of the fields."""
    return [name for name in NAMES if getattr(variants, name)]


class DealtHand(NamedTuple):
    """A player's name, and the keys of the powers and goals dealt to that player."""

    name: str
    powers: tuple[str, ...]
    goals: tuple[str, ...]


@dataclass(frozen=True)
class Setup:
    """The setup of a game: the dungeon, the common cards and each player's hand, all by key."""

    dungeon: str
    bosses: tuple[str, ...]
    missions: tuple[str, ...]
    hands: tuple[DealtHand, ...]
    variants: Variants = field(default_factory=Variants)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players by seat."""
        return tuple(hand.name for hand in self.hands)
