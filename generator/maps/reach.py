"""How many steps from the entrances to each room, on foot or with what crosses walls and water."""

import heapq
from collections.abc import Collection, Sequence

from generator.maps.grid import Crossing, Dungeon, Room, bit_of
from generator.maps.map_rules import Side
from generator.maps.passages import bits


def entrances(dungeon: Dungeon, side: Side) -> list[Room]:
    """Return the rooms that are entered from outside: those along a side of the map."""
    return [dungeon.by_bit[bit] for bit in bits(entrance_mask(dungeon, side))]


def entrance_mask(dungeon: Dungeon, side: Side) -> int:
    """Return the entrances as a mask of their bits."""
    columns, rows = dungeon.columns, dungeon.rows
    if side in ("bottom", "top"):
        row = (1 << columns) - 1
        return row if side == "bottom" else row << columns * (rows - 1)
    return sum(1 << columns * row + (columns - 1 if side == "right" else 0) for row in range(rows))


def mask_of(dungeon: Dungeon, rooms: Collection[Room]) -> int:
    """Return rooms as a mask of their bits."""
    return sum(1 << bit_of(room, dungeon.columns) for room in set(rooms))


def next_rooms(dungeon: Dungeon, room: Room, crossing: Crossing = ()) -> set[Room]:
    """Return the rooms one step away."""
    beside = dungeon.passages(crossing).beside(mask_of(dungeon, [room]))
    return {dungeon.by_bit[bit] for bit in bits(beside)}


def steps(dungeon: Dungeon, side: Side, crossing: Crossing = ()) -> dict[Room, int]:
    """Return the fewest steps to every room that can be reached; entering through an entrance is one step."""
    return _spread(dungeon, entrance_mask(dungeon, side), 1, crossing)


def steps_from(dungeon: Dungeon, start: Room, crossing: Crossing = ()) -> dict[Room, int]:
    """Return the fewest steps from a room to every room that it leads to, itself included."""
    return _spread(dungeon, mask_of(dungeon, [start]), 0, crossing)


def _spread(dungeon: Dungeon, start: int, first: int, crossing: Crossing) -> dict[Room, int]:
    rooms, reached = dungeon.by_bit, dict[Room, int]()
    for far, wave in enumerate(dungeon.passages(crossing).waves(start), first):
        while wave:
            low = wave & -wave
            reached[rooms[low.bit_length() - 1]] = far
            wave ^= low
    return reached


def shortest_way(dungeon: Dungeon, side: Side, start: Room | None, end: Room) -> list[Room]:
    """Return the rooms of a shortest way on foot, both ends included; without a start it begins at an entrance."""
    left = steps_from(dungeon, end)
    starts = [room for room in ([start] if start is not None else entrances(dungeon, side)) if room in left]
    if not starts:
        return []
    way = [min(starts, key=lambda room: (left[room], room))]
    while way[-1] != end:
        way.append(min(next_rooms(dungeon, way[-1]) & left.keys(), key=lambda room: (left[room], room)))
    return way


def out_of_reach(dungeon: Dungeon, side: Side, crossing: Crossing = ()) -> list[Room]:
    """Return the rooms that nobody can reach so, bottom row first."""
    reached = dungeon.passages(crossing).reach(entrance_mask(dungeon, side))
    return [room for bit, room in enumerate(dungeon.by_bit) if not reached >> bit & 1]


def least_rooms(dungeon: Dungeon, side: Side, wanted: Sequence[Room], crossing: Crossing = ()) -> list[int]:
    """Return how many rooms were explored at least by who was in some of the wanted rooms, by the mask of these.

    Rooms that cannot be reached take more than there are.
    """
    near, most = dungeon.passages(crossing).neighbours(), dungeon.columns * dungeon.rows
    trees = [[most + 1] * most for _ in range(1 << len(wanted))]  # the smallest tree from each room to some of these
    for some, tree in enumerate(trees):
        if some.bit_count() == 1:
            tree[bit_of(wanted[some.bit_length() - 1], dungeon.columns)] = 1
        part = (some - 1) & some
        while part:
            pairs = zip(trees[part], trees[some ^ part], strict=True)
            tree[:] = map(min, tree, (one + other - 1 for one, other in pairs))
            part = (part - 1) & some
        heap = [(rooms, room) for room, rooms in enumerate(tree) if some and rooms <= most]
        heapq.heapify(heap)
        while heap:
            rooms, room = heapq.heappop(heap)
            for other in near[room]:
                if rooms + 1 < tree[other]:
                    tree[other] = rooms + 1
                    heapq.heappush(heap, (rooms + 1, other))
    entered = list(bits(entrance_mask(dungeon, side)))
    return [min(tree[room] for room in entered) if some else 0 for some, tree in enumerate(trees)]
