"""The rooms of a board as a style sees them: what lies in each, and what a step into it is worth at the moment.

Here stands what lies where; `BotEvaluator` writes down what it is worth.
"""

from generator.rulesets.paper_dungeons.bots.weights import Weights
from generator.rulesets.paper_dungeons.model.board import DungeonBitboard, Monster


class RoomValue:
    """A room: where it lies, what lies in it, what its halves and levels are always worth, and a step into it now."""

    __slots__ = (
        "again", "bit", "column", "gems", "halves", "levels", "loot", "margins", "monsters", "potions", "room", "row",
        "traps", "value",
    )  # fmt: skip

    def __init__(self, board: DungeonBitboard, room: int, weights: Weights) -> None:
        given = board.treasures[room]
        self.room = room
        self.bit = 1 << room
        self.row, self.column = divmod(room, len(board.columns))
        self.margins = (board.edges >> room & 1) + (board.corners >> room & 1)  # the edges of the map that it touches
        self.potions = sum([effect.potions for effect in given])
        self.halves = weights.row_half * sum([effect.halves for effect in given])
        self.levels = weights.row_level * sum([effect.levels for effect in given])
        self.traps = len(board.traps[room])
        self.loot = bool(given or self.traps)
        self.monsters: list[tuple[int, Monster]] = [
            (1 << number, board.monsters[number]) for number in board.room_monsters[room]
        ]
        self.gems = board.gems[room]
        self.again = -weights.damage if self.traps else 0.0  # what a step is worth once the room is explored
        self.value = 0.0
