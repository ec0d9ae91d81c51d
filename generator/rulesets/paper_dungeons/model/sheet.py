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
class PlayerSheetState:
    """A player's sheet: its marks, and the state of the player within the round."""

    levels: tuple[int, ...]
    halves: tuple[int, ...]  # by item
    claims: tuple[int, ...]  # by mission: the round in which it was claimed, or 0
    traits: Effect  # the sum of the permanent effects of the player's items, abilities and power
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
