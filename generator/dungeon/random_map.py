"""A share code and wishes become a dungeon that passes the checks, the same on every machine and version."""

from collections import deque
from dataclasses import dataclass
from typing import Literal

from generator.chance import Stream, number_of
from generator.dungeon.grid import MONSTERS, Dungeon, Edge, EdgeKind, Room, Thing
from generator.dungeon.measure import Route, measure
from generator.dungeon.reach import steps

Difficulty = Literal["easy", "standard", "hard"]
Amount = Literal["few", "some", "many"]
WALL_PARTS = {"few": 12, "some": 20, "many": 28}  # walls in a hundred edges of a new map
WATER_PARTS = {"few": 3, "some": 7, "many": 11}
TRAP_PARTS = {"few": 12, "some": 19, "many": 28}  # traps in a hundred rooms
EXTRA_WALLS = {"easy": 5, "standard": 7, "hard": 9}
# columns + rows up to this: where standard and hard begin, in hundredths of the measured difficulty by columns + rows
CUTS = ((6, 90, 120), (8, 100, 135), (10, 115, 150), (15, 150, 195), (19, 140, 180), (24, 125, 165))
TRIES = 120
TRIES_BEFORE_MORE_WALLS = 20
PICKS = 20


@dataclass(frozen=True)
class Wishes:
    """What a generated dungeon should be like."""

    difficulty: Difficulty = "standard"
    columns: int = 6
    rows: int = 7
    walls: Amount = "some"
    water: Amount = "some"
    traps: Amount = "some"
    new_map: bool = False


def generate(code: str, wishes: Wishes, base: Dungeon) -> Dungeon:
    """Return the dungeon of a code: an overlay on the base map, or a map of its own; raises ValueError."""
    number = number_of(code)
    own = wishes.new_map or (wishes.columns, wishes.rows) != (base.columns, base.rows)
    best: tuple[int, Dungeon] | None = None
    for attempt in range(TRIES):
        chance = Stream(number, f"{attempt}/{wishes.difficulty}/{wishes.columns}x{wishes.rows}/{own}")
        walled = with_walls(
            chance, new_map(chance, wishes) if own else base, wishes, attempt // TRIES_BEFORE_MORE_WALLS
        )
        thirds = near_middle_far(walled)
        for _ in range(PICKS):
            dungeon = with_bosses(chance, walled, thirds)
            route = measure(dungeon)
            if route is None:
                continue
            away = distance(route, wishes)
            if away == 0:
                return dungeon
            if best is None or away < best[0]:
                best = (away, dungeon)
    if best is None:
        raise ValueError(f"no dungeon of {wishes.columns} x {wishes.rows} comes out of {code!r}; try another code")
    return best[1]


def score(route: Route, columns: int, rows: int) -> int:
    """Return the measured difficulty for the size of the map, in hundredths."""
    return 100 * route.total // (columns + rows)


def band(wishes: Wishes) -> tuple[int, int]:
    """Return from where, and below where, the score of the wished difficulty lies."""
    _, standard, hard = next(cut for cut in CUTS if wishes.columns + wishes.rows <= cut[0])
    return {"easy": (0, standard), "standard": (standard, hard), "hard": (hard, 100_000)}[wishes.difficulty]


def distance(route: Route, wishes: Wishes) -> int:
    """Return how far a route lies from the band of the wished difficulty; 0 inside."""
    low, high = band(wishes)
    found = score(route, wishes.columns, wishes.rows)
    return max(0, low - found, found - high + 1)


def edges_of(columns: int, rows: int) -> list[Edge]:
    """Return every edge between two rooms, bottom row first."""
    found = []
    for row in range(1, rows + 1):
        for column in range(columns):
            if column < columns - 1:
                found.append(Edge(Room(column, row), "right"))
            if row < rows:
                found.append(Edge(Room(column, row), "up"))
    return found


def with_walls(chance: Stream, ground: Dungeon, wishes: Wishes, more: int = 0) -> Dungeon:
    """Return the map with extra walls, none of which cuts a room off; a hard one may ask for more of them."""
    count = (
        (EXTRA_WALLS[wishes.difficulty] + 2 * more * (wishes.difficulty == "hard")) * ground.columns * ground.rows // 42
    )
    count = count * {"few": 2, "some": 3, "many": 4}[wishes.walls] // 3
    free = [edge for edge in edges_of(ground.columns, ground.rows) if edge not in ground.edges]
    walled = Dungeon(ground.columns, ground.rows, dict(ground.edges), ground.wraps, ground.contents)
    left = count
    for edge in chance.shuffled(free):
        if not left:
            break
        walled.edges[edge] = "extra_wall"
        column, row = edge.room
        other = Room(column + 1, row) if edge.side == "right" else Room(column, row + 1)
        if joined(walled, edge.room, other):
            left -= 1
        else:
            del walled.edges[edge]
    return walled


def joined(dungeon: Dungeon, one: Room, two: Room) -> bool:
    """Tell whether a way on foot leads from one room to another."""
    seen, queue = {one}, deque([one])
    while queue:
        for other, kind in dungeon.passages(queue.popleft()):
            if kind is None and other not in seen:
                if other == two:
                    return True
                seen.add(other)
                queue.append(other)
    return False


Thirds = tuple[list[Room], list[Room], list[Room]]


def near_middle_far(walled: Dungeon) -> Thirds:
    """Return the rooms that one entrance leads to in three parts by their steps; each part holds a room at least."""
    inside = steps(walled, [Room(0, 1)])
    reached = {room: far for room, far in steps(walled).items() if room in inside}
    ranked = sorted(reached, key=lambda room: (reached[room], room.row, room.column))
    third = max(1, len(ranked) // 3)
    return ranked[third // 2 : max(third // 2 + 1, third)], ranked[third : 2 * third], ranked[2 * third :]


def with_bosses(chance: Stream, walled: Dungeon, thirds: Thirds) -> Dungeon:
    """Return the map with three boss rooms: one near, one in the middle, one far."""
    near, middle, far = thirds
    bosses = {1: chance.choice(near), 2: chance.choice(middle), 3: chance.choice(far)}
    return Dungeon(walled.columns, walled.rows, walled.edges, walled.wraps, walled.contents, bosses)


def new_map(chance: Stream, wishes: Wishes) -> Dungeon:
    """Return a base map of its own: connected by a random tree, walls and water on other edges, rooms filled."""
    columns, rows = wishes.columns, wishes.rows
    every = edges_of(columns, rows)
    tree = spanning_tree(chance, columns, rows)
    rest = [edge for edge in chance.shuffled(every) if edge not in tree]
    walls = len(every) * WALL_PARTS[wishes.walls] // 100
    water = max(1, len(every) * WATER_PARTS[wishes.water] // 100)
    edges: dict[Edge, EdgeKind] = dict.fromkeys(rest[:walls], "wall")
    edges |= dict.fromkeys(rest[walls : walls + water], "water")
    wraps = frozenset(row for row in (2, 4) if row < rows)
    return Dungeon(columns, rows, dict(sorted(edges.items())), wraps, contents_of(chance, wishes))


def spanning_tree(chance: Stream, columns: int, rows: int) -> set[Edge]:
    """Return edges that join all rooms without a circle."""
    group = {Room(column, row): (column, row) for row in range(1, rows + 1) for column in range(columns)}

    def root(room: Room) -> tuple[int, int]:
        name = group[room]
        while group[Room(*name)] != name:
            name = group[Room(*name)]
        return name

    tree: set[Edge] = set()
    for edge in chance.shuffled(edges_of(columns, rows)):
        column, row = edge.room
        other = Room(column + 1, row) if edge.side == "right" else Room(column, row + 1)
        one, two = root(edge.room), root(other)
        if one != two:
            group[Room(*one)] = two
            tree.add(edge)
    return tree


def contents_of(chance: Stream, wishes: Wishes) -> dict[Room, tuple[Thing, ...]]:
    """Return what lies in the rooms: up to 12 monsters with a treasure each, up to 8 gems, traps and treasures."""
    rooms = [Room(column, row) for row in range(1, wishes.rows + 1) for column in range(wishes.columns)]
    size = len(rooms)
    found: dict[Room, list[Thing]] = {room: [] for room in rooms}
    monsters = min(12, max(1, 12 * size // 42))
    kinds = [(level, kind) for level in (3, 4, 5) for kind in chance.shuffled(MONSTERS)][:monsters]
    order = chance.shuffled(rooms)
    lairs = sorted(order[:monsters], key=lambda room: (room.row, room.column))
    treasures = ("potion", "item_half", "level_up")
    for (level, kind), room in zip(sorted(kinds), lairs, strict=True):
        found[room] += [Thing(kind, level=level), Thing(chance.choice(treasures))]
    rest = order[monsters:]
    gems = min(8, max(1, 8 * size // 42))
    for at, room in enumerate(sorted(rest[:gems], key=lambda room: (room.row, room.column))):
        found[room].append(Thing("gem", letter=chr(65 + at)))
    rest = rest[gems:]
    for room in chance.shuffled([*rest, *order[monsters : monsters + gems]])[: size * TRAP_PARTS[wishes.traps] // 100]:
        found[room].insert(0, Thing("trap"))
    for room in rest[: size // 5]:
        found[room].append(Thing(chance.choice(treasures)))
    return {room: tuple(things) for room, things in found.items() if things}
