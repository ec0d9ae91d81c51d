"""How many rooms lead at least to some others, found by trying every set of rooms of small maps."""

from itertools import combinations

from generator.chance import RandomStream
from generator.maps.grid import Dungeon, Edge, Room
from generator.maps.reach import entrances, least_rooms, next_rooms
from tests.conftest import often


def fewest(dungeon, wanted):
    """Return the size of the smallest set of rooms that can be walked from the entrances and holds the wanted ones."""
    rooms = list(dungeon.rooms())
    for size in range(len(wanted), len(rooms) + 1):
        for some in combinations(rooms, size):
            for start in set(some) & set(entrances(dungeon, "bottom")):
                reached = {start}
                while more := {each for room in reached for each in next_rooms(dungeon, room)} & set(some) - reached:
                    reached |= more
                if set(wanted) <= reached == set(some):
                    return size
    return len(rooms) + 1


def test_no_set_of_rooms_is_smaller():
    for seed in range(often(6, 12)):
        chance = RandomStream(seed, "least")
        edges = [
            Edge(Room(column, row), side) for column in range(3) for row in range(1, 5) for side in ("right", "up")
        ]
        walls = {edge: "wall" for edge in edges if chance.choice(range(3)) == 0}
        dungeon = Dungeon(
            3, 4, {e: k for e, k in walls.items() if e.other.column < 3 and e.other.row < 5}, frozenset({2})
        )
        wanted = [Room(chance.choice(range(3)), chance.choice(range(1, 5))) for _ in range(3)]
        found = least_rooms(dungeon, "bottom", wanted)
        assert found[0] == 0
        for mask in range(1, 8):
            some = {room for number, room in enumerate(wanted) if mask >> number & 1}
            assert found[mask] == fewest(dungeon, some), (seed, mask)
