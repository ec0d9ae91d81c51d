"""How far rooms lie apart and how much they pull, by what may be crossed: found once for a board."""

from generator.games.paper_dungeons.board import Board

FAR = 99


class Ways:
    """Steps from room to room for each way of crossing, and how a room's worth fades with them.

    The last row of each is for who stands outside.
    """

    __slots__ = ("board", "fades", "steps", "treasures")

    def __init__(self, board: Board, pull: float, decay: float) -> None:
        self.board = board
        self.treasures = [_treasure(board, room) for room in range(board.rooms) if not board.quiet[room]]
        self.steps = [_all_steps(board, crossing) for crossing in range(len(board.next))]
        self.fades = [
            [[pull * decay**steps if steps < FAR else 0.0 for steps in row] for row in rows] for rows in self.steps
        ]


Treasure = tuple[int, list[tuple[int, int, int]], int, int, int, int, int]


def _treasure(board: Board, room: int) -> Treasure:
    """Return what lies in a room: monsters (number, level, hero), traps, potions, halves, levels, a mask of gems."""
    monsters = [
        (number, board.monsters[number].level, board.monsters[number].hero) for number in board.room_monsters[room]
    ]
    given = board.treasures[room]
    potions, halves = sum(each.potions for each in given), sum(each.halves for each in given)
    return room, monsters, len(board.traps[room]), potions, halves, sum(each.levels for each in given), board.gems[room]


def _all_steps(board: Board, crossing: int) -> list[list[int]]:
    beside = board.next[crossing]
    found = [_steps_from(beside, [room], board.rooms) for room in range(board.rooms)]
    outside = _steps_from(beside, board.entrances, board.rooms)
    return [*found, [min(steps + 1, FAR) for steps in outside]]


def _steps_from(beside: list[list[int]], starts: list[int], rooms: int) -> list[int]:
    steps = [FAR] * rooms
    for room in starts:
        steps[room] = 0
    border = list(starts)
    while border:
        reached = []
        for room in border:
            for other in beside[room]:
                if steps[other] == FAR:
                    steps[other] = steps[room] + 1
                    reached.append(other)
        border = reached
    return steps
