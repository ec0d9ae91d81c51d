"""The effects of cards, items, abilities and rewards as plain numbers."""

from dataclasses import dataclass
from typing import Final

SKULLS: Final = 0
TRAPS: Final = 1
BOSSES: Final = 2
WALLS: Final = 1  # bits of what may be crossed
WATER: Final = 2
AT_ONCE: Final = 0
BREWING_DIE: Final = 1
GEM: Final = 2
MONSTER: Final = 3
HERO: Final = 4
WATER_CROSSING: Final = 5


@dataclass(slots=True, eq=False)
class Effect:
    """The effect of a card, item, ability or reward: gifts, permanent changes, and the occasion on which it acts."""

    potions: int = 0
    item_halves: int = 0
    different: int = 0  # halves of different items
    level_ups: int = 0
    bonus_gems: int = 0
    map_gems: int = 0
    beaten_monsters: int = 0
    steps: int = 0
    heroes: int = 0  # how many are raised to `level`
    level: int = 0
    boss_strength: int = 0
    monster_strength: int = 0
    other_colour: int = 0  # how many dice per round may be used as the other colour
    crosses: int = 0  # WALLS | WATER
    any_colour: bool = False  # dice of both colours level up
    wards: int = 0  # a bit for each danger that does no damage
    less: tuple[int, int, int] = (0, 0, 0)  # the reduction of the damage of each danger
    each: int = AT_ONCE
    every: int = 1
    at_level: int = 0
    item: int = -1  # the index of an item that must be finished, or -1
    gives: bool = False
    changes: bool = False

    def and_also(self, effect: "Effect") -> "Effect":
        """Return the permanent changes of this effect and those of another one together."""
        less, other_less = self.less, effect.less
        return Effect(
            boss_strength=self.boss_strength + effect.boss_strength,
            monster_strength=self.monster_strength + effect.monster_strength,
            crosses=self.crosses | effect.crosses,
            wards=self.wards | effect.wards,
            less=(less[0] + other_less[0], less[1] + other_less[1], less[2] + other_less[2]),
            any_colour=self.any_colour or effect.any_colour,
            other_colour=self.other_colour + effect.other_colour,
        )


NO_EFFECT = Effect()
