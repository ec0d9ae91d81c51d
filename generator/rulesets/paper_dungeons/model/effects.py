"""What cards, items, abilities and rewards do, as plain numbers."""

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


class Effect:
    """What something gives and what it changes, when, and with which finished item; 0 where it does nothing."""

    __slots__ = (
        "any_colour", "at_level", "beaten", "boss_strength", "changes", "crosses", "different", "each", "every",
        "flips", "gems", "gives", "halves", "item", "less", "levels", "map_gems", "monster_strength", "potions",
        "raise_to", "raised", "steps", "wards",
    )  # fmt: skip

    def __init__(self) -> None:
        self.potions = 0
        self.halves = 0
        self.different = 0
        self.levels = 0
        self.gems = 0
        self.map_gems = 0
        self.beaten = 0
        self.steps = 0
        self.raised = 0
        self.raise_to = 0
        self.boss_strength = 0
        self.monster_strength = 0
        self.flips = 0
        self.crosses = 0
        self.any_colour = False
        self.wards = 0  # a bit for each danger that does no damage
        self.less: tuple[int, int, int] = (0, 0, 0)
        self.each = AT_ONCE
        self.every = 1
        self.at_level = 0
        self.item = -1  # only while this item is finished
        self.gives = False
        self.changes = False


NO_EFFECT = Effect()
