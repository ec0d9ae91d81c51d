"""What one player has marked so far, as plain numbers; the defaults are those of an empty sheet."""

from dataclasses import dataclass
from typing import Final

from generator.rulesets.paper_dungeons.model.effects import Effect

# Choices owed to a player: eight bits for each kind in the integer `owed`; the constants are bit offsets. A state is
# copied for every action that a search tries, and one integer is copied faster than a dictionary.
OWED_LEVEL: Final = 0
OWED_HALF: Final = 8
OWED_DIFFERENT: Final = 16
OWED_BEAT: Final = 24
OWED_GEM: Final = 32
OWED_RAISE: Final = 40
MOST_OWED: Final = 255
OUTSIDE: Final = -1
NOBODY: Final = -1


@dataclass(slots=True, eq=False)
class PermanentEffects:
    """The sum of the permanent effects of a player's items, abilities and power."""

    boss_strength: int = 0
    monster_strength: int = 0
    crosses: int = 0  # WALLS | WATER
    wards: int = 0  # a bit for each danger that does no damage
    less: tuple[int, int, int] = (0, 0, 0)  # the reduction of the damage of each danger
    any_colour: bool = False  # dice of both colours level up
    flips: int = 0  # how many dice per round may be used as the other colour

    def and_also(self, effect: Effect) -> "PermanentEffects":
        """Return these effects with those of `effect` added."""
        old, added = self.less, effect.less
        return PermanentEffects(
            boss_strength=self.boss_strength + effect.boss_strength,
            monster_strength=self.monster_strength + effect.monster_strength,
            crosses=self.crosses | effect.crosses,
            wards=self.wards | effect.wards,
            less=(old[0] + added[0], old[1] + added[1], old[2] + added[2]),
            any_colour=self.any_colour or effect.any_colour,
            flips=self.flips + effect.flips,
        )


@dataclass(slots=True, eq=False)
class PlayerSheetState:
    """A player's sheet: its marks, and the state of the player within the round."""

    levels: tuple[int, ...]
    halves: tuple[int, ...]  # by item
    claims: tuple[int, ...]  # by mission: the round in which it was claimed, or 0
    traits: PermanentEffects
    power: int = -1
    goal: int = -1
    potions: int = 0
    absorbed: int = 0  # hearts marked under potions
    damage: int = 0  # hearts marked in the damage column
    risen: bool = False
    gems: int = 0  # boxes of the track
    monsters: int = 0  # boxes of the track
    room: int = OUTSIDE
    explored: int = 0  # a mask of rooms
    beaten: int = 0  # a mask of monsters
    taken: int = 0  # a mask of gems of the map
    lost: int = 0
    fresh: int = 0  # a mask of gems taken in this round, not announced yet
    named: int = 0  # announced at the end of the last round
    sprung: int = 0  # how many traps were sprung, counting repeats
    crossed: int = 0  # how many walls and waters were crossed, counting repeats
    left: int = 0  # the dice, as a roll, that this player has not used in this round
    used: int = 0
    flips: int = 0  # dice that may still be used as the other colour
    steps: int = 0
    moving: bool = False
    returned: int = 0  # a mask of water edges that gave back a step in this move
    owed: int = 0
    barred: int = 0  # a mask of items that the next different half must not belong to
    hurt: int = 0  # damage not marked yet: the player must choose what potions absorb
    most: int = 0  # the most hearts of it that potions can absorb
    ahead: int = 0  # the index of the next danger of the room, while a choice comes first
    arriving: bool = False  # the treasure of the room follows once the damage is marked
    flees: bool = False
    glory: tuple[int, ...] = ()  # by boss fought so far
    strengths: tuple[int, ...] = ()  # by boss fought so far; -1 if its room was not explored
