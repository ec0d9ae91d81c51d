"""How many steps from the entrances to each room, on foot or with the power to cross walls and water."""

from collections import deque
from collections.abc import Collection

from generator.dungeon.grid import Dungeon, EdgeKind, Room

Crossing = Collection[EdgeKind]


def entrances(dungeon: Dungeon) -> list[Room]:
    """Return the rooms that are entered from outside: the bottom row. [PL p.9] [CZ p.9]"""
    return [Room(column, 1) for column in range(dungeon.columns)]


def next_rooms(dungeon: Dungeon, room: Room, crossing: Crossing = ()) -> set[Room]:
    """Return the rooms one step away."""
    return {other for other, kind in dungeon.passages(room) if kind is None or kind in crossing}


def steps(dungeon: Dungeon, starts: list[Room] | None = None, crossing: Crossing = ()) -> dict[Room, int]:
    """Return the fewest steps to every room that can be reached; entering through an entrance is one step."""
    first = entrances(dungeon) if starts is None else starts
    found = dict.fromkeys(first, 1 if starts is None else 0)
    queue = deque(first)
    while queue:
        room = queue.popleft()
        for other in next_rooms(dungeon, room, crossing):
            if other not in found:
                found[other] = found[room] + 1
                queue.append(other)
    return found


def out_of_reach(dungeon: Dungeon, crossing: Crossing = ()) -> list[Room]:
    """Return the rooms that nobody can reach so."""
    reached = steps(dungeon, crossing=crossing)
    return [room for room in dungeon.rooms() if room not in reached]
