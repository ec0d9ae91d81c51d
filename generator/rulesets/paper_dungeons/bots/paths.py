"""Distances between the rooms of a board, and the paths of a move.

Distances are computed once for a board, paths when a move first begins in their room. `RoomValue` has the contents of
a room; `BotEvaluator` sets its `value`.
"""

from math import inf
from typing import Final

from generator.rulesets.paper_dungeons.bots.style_weights import Weights
from generator.rulesets.paper_dungeons.model.board import DungeonBitboard, Monster, step_between
from generator.rulesets.paper_dungeons.model.sheet import OUTSIDE

FAR: Final = 99
SLACK: Final = 1e-9  # a margin above the rounding errors of floating-point sums


class RoomValue:
    """A room for bots: its place, its contents, the fixed worth of its halves and levels, the worth of entering it."""

    def __init__(self, board: DungeonBitboard, room: int, weights: Weights) -> None:
        treasures = board.treasures[room]
        self.room = room
        self.bit = 1 << room
        self.row, self.column = divmod(room, len(board.columns))
        self.margins = (board.edges >> room & 1) + (board.corners >> room & 1)  # the edges of the map that it touches
        self.potions = sum([effect.potions for effect in treasures])
        self.halves = weights.row_half * sum([effect.item_halves for effect in treasures])
        self.levels = weights.row_level * sum([effect.level_ups for effect in treasures])
        self.traps = len(board.traps[room])
        self.loot = bool(treasures or self.traps)
        self.monsters: list[tuple[int, Monster]] = [
            (1 << number, board.monsters[number]) for number in board.room_monsters[room]
        ]
        self.gems = board.gems[room]
        self.again = -weights.damage if self.traps else 0.0  # the worth of a step into the explored room
        self.value = 0.0


class BotMovePath:
    """A path of a move: the path with index `shorter` among those one step shorter, and one more room."""

    __slots__ = ("again", "closed", "different", "room", "rooms", "shorter")

    def __init__(self, shorter: int, rooms: tuple[int, ...], closed: bool) -> None:
        self.shorter = shorter
        self.rooms = rooms
        self.room = rooms[-1]
        self.again = self.room in rooms[:-1]
        self.different = tuple(dict.fromkeys(rooms))
        self.closed = closed  # the last step passes a closed edge


class BoardPaths:
    """The rooms and paths of a board for a style; tables are indexed by a mask of WALLS and WATER, then by room.

    The last index of a room stands for outside. `fades` has, for each room and each other one, the part of the worth of
    the other that attracts here, lower with each step between. One step closer, all rooms together attract at most
    `nearer` times as much; infinity if there is no such bound.
    """

    def __init__(self, board: DungeonBitboard, weights: Weights) -> None:
        pull, decay = weights.pull, weights.decay
        self.board = board
        self.steps = [_all_steps(board, crossing) for crossing in range(len(board.next))]
        self.fades = [
            [[max(0.0, pull * decay**steps) if steps < FAR else 0.0 for steps in row] for row in rows]
            for rows in self.steps
        ]
        self.nearer = (1 + SLACK) / decay if 0.0 < decay <= 1.0 and weights.heed >= 0.0 else inf
        self._paths: dict[int, list[list[BotMovePath]]] = {}
        self.room_values = [RoomValue(board, room, weights) for room in range(board.rooms)]
        self._near: dict[int, list[RoomValue]] = {}

    def near(self, crossing: int, start: int, steps: int) -> list[RoomValue]:
        """Return the rooms at most `steps` steps from the room `start`; `crossing` is a mask of WALLS and WATER."""
        key = steps + FAR * (crossing + len(self.fades) * (start + 1))
        rooms = self._near.get(key)
        if rooms is None:
            away = self.steps[crossing][start]
            rooms = self._near[key] = [room_value for room_value in self.room_values if away[room_value.room] <= steps]
        return rooms

    def paths(self, crossing: int, start: int, steps: int) -> list[list[BotMovePath]]:
        """Return lists of the paths from the room `start`: those of one step, then of two, up to `steps` or longer."""
        key = crossing + len(self.fades) * (start + 1)
        paths = self._paths.get(key)
        if paths is None:
            paths = self._paths[key] = []
        while len(paths) < steps:
            paths.append(self._longer(crossing, paths[-1]) if paths else self._first(crossing, start))
        return paths

    def _first(self, crossing: int, start: int) -> list[BotMovePath]:
        if start == OUTSIDE:
            return [BotMovePath(0, (room,), False) for room in self.board.entrances]
        closed = self.board.closed
        return [
            BotMovePath(0, (room,), step_between(start, room) in closed) for room in self.board.next[crossing][start]
        ]

    def _longer(self, crossing: int, shorter: list[BotMovePath]) -> list[BotMovePath]:
        neighbours, closed = self.board.next[crossing], self.board.closed
        return [
            BotMovePath(place, (*path.rooms, room), step_between(path.room, room) in closed)
            for place, path in enumerate(shorter)
            for room in neighbours[path.room]
        ]


def _all_steps(board: DungeonBitboard, crossing: int) -> list[list[int]]:
    passages = board.passages[crossing]
    reached = [passages.steps_from(1 << room) for room in range(board.rooms)]
    inside = passages.steps_from(sum([1 << room for room in board.entrances]))
    reached.append({room: steps + 1 for room, steps in inside.items()})  # entering the map is a step
    return [[steps.get(room, FAR) for room in range(board.rooms)] for steps in reached]
