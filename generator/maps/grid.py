"""A dungeon as a value: rooms by column and row, their contents, and the walls and water on the edges between them."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from generator.maps.passages import Passages

EdgeKind = Literal["wall", "water", "extra_wall"]
Crossing = Collection[EdgeKind]


class Room(NamedTuple):
    """A room by column (0 is A) and row (1 is the bottom row)."""

    column: int
    row: int

    @property
    def name(self) -> str:
        return f"{column_name(self.column)}{self.row}"

    @property
    def order(self) -> tuple[int, int]:
        """The key that sorts rooms from the bottom row up, and from left to right in a row."""
        return self.row, self.column


class Edge(NamedTuple):
    """The edge between a room and its neighbour: the room to its right ("right") or above it ("up")."""

    room: Room
    side: Literal["right", "up"]

    @property
    def other(self) -> Room:
        """The room on the other side of the edge."""
        column, row = self.room
        return Room(column + 1, row) if self.side == "right" else Room(column, row + 1)


class Thing(NamedTuple):
    """A thing in a room: its kind, and the level of a monster or the letter of a token."""

    kind: str
    level: int = 0
    letter: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.level or self.letter}".strip()


@dataclass(frozen=True)
class Dungeon:
    """A map: size, edges that block, rows with joined ends, contents by room, and target rooms by number."""

    columns: int
    rows: int
    edges: Mapping[Edge, EdgeKind] = field(default_factory=dict)
    wraps: frozenset[int] = frozenset()
    contents: Mapping[Room, tuple[Thing, ...]] = field(default_factory=dict)
    targets: Mapping[int, Room] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("edges", "contents", "targets"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (dict(self.edges), self.wraps, dict(self.contents), dict(self.targets))
        return Dungeon, (self.columns, self.rows, *parts)

    def rooms(self) -> Iterator[Room]:
        """Yield all rooms, the bottom row first."""
        for row in range(1, self.rows + 1):
            for column in range(self.columns):
                yield Room(column, row)

    def inner_edges(self) -> list[Edge]:
        """Return all edges between two rooms, the bottom row first."""
        sides = [Edge(room, side) for room in self.rooms() for side in ("right", "up")]
        return [edge for edge in sides if self.holds(edge.other)]

    def holds(self, room: Room) -> bool:
        return 0 <= room.column < self.columns and 1 <= room.row <= self.rows

    def things(self, kinds: Collection[str]) -> list[tuple[Room, Thing]]:
        """Return all things of some `kinds` as (room, thing), the bottom row first."""
        return [(room, thing) for room in self.rooms() for thing in self.contents.get(room, ()) if thing.kind in kinds]

    def passages(self, crossing: Crossing = ()) -> Passages:
        """Return the possible steps between rooms as bit masks; players can cross edges of the kinds in `crossing`."""
        right, up = self._all_steps
        for kind, (rights, ups) in self._blocked.items():
            if kind not in crossing:
                right, up = right & ~rights, up & ~ups
        return Passages(self.columns, self.rows, right, up, self._joined)

    @cached_property
    def _all_steps(self) -> tuple[int, int]:
        every = (1 << self.columns * self.rows) - 1
        ends = sum(1 << self.columns * row + self.columns - 1 for row in range(self.rows))
        return every & ~ends, every >> self.columns

    @cached_property
    def _joined(self) -> int:
        return sum(1 << self.columns * (row - 1) for row in self.wraps) if self.columns > 1 else 0

    @cached_property
    def _blocked(self) -> dict[EdgeKind, tuple[int, int]]:
        blocked: dict[EdgeKind, tuple[int, int]] = {}
        for (room, side), kind in self.edges.items():
            right, up = blocked.get(kind, (0, 0))
            bit = 1 << bit_of(room, self.columns)
            blocked[kind] = (right | bit, up) if side == "right" else (right, up | bit)
        return blocked

    @cached_property
    def by_bit(self) -> tuple[Room, ...]:
        """All rooms; the index of each is its bit."""
        return tuple(self.rooms())


def bit_of(room: Room, columns: int) -> int:
    """Return the index of a room's bit in the masks of a map.

    >>> bit_of(Room(2, 3), columns=6)
    14
    """
    return room.column + columns * (room.row - 1)


def column_name(column: int) -> str:
    """Return the letter of a column, whose index is from 0."""
    return chr(ord("A") + column)


def parse_room(name: str) -> Room:
    """Return the room of a name such as C1; raises ValueError for any other text.

    >>> parse_room("C1").name
    'C1'
    """
    if not re.fullmatch("[A-Z][0-9]{1,2}", name) or not int(name[1:]):
        raise ValueError(f"expected a room such as C1, found {name!r}")
    return Room(ord(name[0]) - ord("A"), int(name[1:]))


def overlaid(base: Dungeon, overlay: Dungeon) -> Dungeon:
    """Return the base map with the walls of `overlay` added as extra walls, and with its target rooms."""
    extra: dict[Edge, EdgeKind] = {edge: "extra_wall" for edge in overlay.edges}
    return Dungeon(base.columns, base.rows, {**base.edges, **extra}, base.wraps, base.contents, overlay.targets)
