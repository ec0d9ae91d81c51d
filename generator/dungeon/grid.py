"""A dungeon as a value: rooms by column and row, what lies in them, walls and water on the edges between them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

EdgeKind = Literal["wall", "water", "extra_wall"]
MONSTERS = ("ghost", "goblin", "orc", "zombie")
TREASURES = ("potion", "item_half", "level_up")


class Room(NamedTuple):
    """A room by column (0 is A) and row (1 is the bottom row)."""

    column: int
    row: int

    @property
    def name(self) -> str:
        return f"{chr(65 + self.column)}{self.row}"


class Edge(NamedTuple):
    """The side between a room and the one to its right ("right") or above it ("up")."""

    room: Room
    side: Literal["right", "up"]


@dataclass(frozen=True, slots=True)
class Thing:
    """What lies in a room: a monster with its level, a trap, a treasure, or a gem with its letter."""

    kind: str
    level: int = 0
    letter: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.level or self.letter}".strip()


@dataclass(frozen=True)
class Dungeon:
    """A map: size, edges that block, rows whose ends are joined, contents, and the boss rooms 1 to 3."""

    columns: int
    rows: int
    edges: dict[Edge, EdgeKind] = field(default_factory=dict)
    wraps: frozenset[int] = frozenset()
    contents: dict[Room, tuple[Thing, ...]] = field(default_factory=dict)
    bosses: dict[int, Room] = field(default_factory=dict)

    def rooms(self) -> Iterator[Room]:
        """Yield every room, bottom row first."""
        for row in range(1, self.rows + 1):
            for column in range(self.columns):
                yield Room(column, row)

    def holds(self, room: Room) -> bool:
        return 0 <= room.column < self.columns and 1 <= room.row <= self.rows

    def things(self, kind: str) -> list[tuple[Room, Thing]]:
        """Return every thing of a kind with its room; "monster" stands for all four."""
        kinds = MONSTERS if kind == "monster" else (kind,)
        return [(room, thing) for room in self.rooms() for thing in self.contents.get(room, ()) if thing.kind in kinds]

    def passages(self, room: Room) -> Iterator[tuple[Room, EdgeKind | None]]:
        """Yield the neighbours of a room with what lies on the edge between; wraps have nothing between."""
        column, row = room
        for other, edge in (
            (Room(column + 1, row), Edge(room, "right")),
            (Room(column - 1, row), Edge(Room(column - 1, row), "right")),
            (Room(column, row + 1), Edge(room, "up")),
            (Room(column, row - 1), Edge(Room(column, row - 1), "up")),
        ):
            if self.holds(other):
                yield other, self.edges.get(edge)
        if row in self.wraps and self.columns > 1:
            if column == 0:
                yield Room(self.columns - 1, row), None
            elif column == self.columns - 1:
                yield Room(0, row), None


def parse_room(name: str) -> Room:
    """Return the room of a name such as C1; raises ValueError.

    >>> parse_room("C1").name
    'C1'
    """
    if len(name) < 2 or not ("A" <= name[0] <= "L") or not name[1:].isdecimal() or int(name[1:]) < 1:
        raise ValueError(f"expected a room such as C1, found {name!r}")
    return Room(ord(name[0]) - 65, int(name[1:]))


def overlaid(base: Dungeon, overlay: Dungeon) -> Dungeon:
    """Return the base map with the overlay's walls as extra walls and its boss rooms."""
    extra: dict[Edge, EdgeKind] = {edge: "extra_wall" for edge in overlay.edges}
    return Dungeon(base.columns, base.rows, {**base.edges, **extra}, base.wraps, base.contents, overlay.bosses)
