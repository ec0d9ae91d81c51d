"""Pieces of several kinds become places on few pages: blocks of one kind, and in what is left of the room the next.

A block is a grid, or rows that interlock where that holds more. Beside and below it go the next kinds, large first.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from generator.geometry import Rect, Size, around

SLACK = 0.01


class PieceSpacing(NamedTuple):
    """Pieces that are alike: the cut size, the room between two and around a block, and how they interlock."""

    size: Size
    gap: float = 0.0
    edge: float = 0.0
    interlocks: Literal["not", "rows", "columns"] = "not"
    pitch: float = 1.0

    @property
    def area(self) -> float:
        return self.size.width * self.size.height


class PackedPieceBlock(NamedTuple):
    """Places of pieces of a kind (its number), which stand together."""

    kind: int
    places: tuple[Rect, ...]


def pages_of(room: Rect, kinds: Sequence[PieceSpacing], counts: Sequence[int]) -> list[list[PackedPieceBlock]]:
    """Return the blocks of each page; every kind has to fit into the room alone."""
    order = sorted(range(len(kinds)), key=lambda at: -kinds[at].area)
    left = list(counts)
    pages = []
    while any(left):
        ways = [list(_filled(room, kinds, order, list(left), level=level)) for level in (True, False)]
        page = max(ways, key=lambda blocks: sum(kinds[block.kind].area * len(block.places) for block in blocks))
        if not page:
            raise ValueError("a kind of piece is larger than the room")
        for block in page:
            left[block.kind] -= len(block.places)
        pages.append(page)
    return pages


def _filled(
    room: Rect, kinds: Sequence[PieceSpacing], order: Sequence[int], left: list[int], *, level: bool
) -> Iterator[PackedPieceBlock]:
    """Yield blocks that fill a room; what they hold is taken from `left`.

    What a block leaves is parted by a level line below it, or by an upright one beside it.
    """
    for at in order:
        places = block_places(kinds[at], Size(room.width, room.height), left[at]) if left[at] else ()
        if places:
            left[at] -= len(places)
            placed = tuple(place.move(room.x, room.y) for place in places)
            yield PackedPieceBlock(at, placed)
            block = around(placed).outset(kinds[at].edge)
            high, wide = (block.height, room.width) if level else (room.height, block.width)
            beside = Rect(block.right, room.y, room.right - block.right, high)
            below = Rect(room.x, block.bottom, wide, room.bottom - block.bottom)
            yield from _filled(beside, kinds, order, left, level=level)
            yield from _filled(below, kinds, order, left, level=level)
            return


def block_places(kind: PieceSpacing, room: Size, most: int) -> tuple[Rect, ...]:
    """Return the places of as many pieces as fit, in the way that holds most, else takes the least height."""
    inner = Size(room.width - 2 * kind.edge + SLACK, room.height - 2 * kind.edge + SLACK)
    ways = [_grid(kind.size, kind.gap, inner, most)]
    if kind.interlocks == "rows":
        ways.append(_offset(kind.size, kind.gap, kind.pitch, inner, most))
    elif kind.interlocks == "columns":
        turned = _offset(kind.size.turned, kind.gap, kind.pitch, inner.turned, most)
        ways.append([(y, x) for x, y in turned])
    best = min(ways, key=lambda spots: (-len(spots), max((y for _, y in spots), default=0.0)))
    return tuple(Rect(x + kind.edge, y + kind.edge, *kind.size) for x, y in best)


def _fitting(room: float, size: float, step: float) -> int:
    """Return how many pieces of a size go into a room, each a step after the one before."""
    return int((room - size) / step) + 1 if room >= size else 0


def _grid(size: Size, gap: float, room: Size, most: int) -> list[tuple[float, float]]:
    columns = _fitting(room.width, size.width, size.width + gap)
    rows = _fitting(room.height, size.height, size.height + gap)
    count = min(most, columns * rows)
    return [(at % columns * (size.width + gap), at // columns * (size.height + gap)) for at in range(count)]


def _offset(size: Size, gap: float, pitch: float, room: Size, most: int) -> list[tuple[float, float]]:
    """Return places in rows, every second one half a piece further."""
    step, apart = size.width + gap, size.height * pitch + gap * 3**0.5 / 2
    spots: list[tuple[float, float]] = []
    for row in range(_fitting(room.height, size.height, apart)):
        shift = step / 2 if row % 2 else 0.0
        columns = _fitting(room.width - shift, size.width, step)
        spots += [(shift + column * step, row * apart) for column in range(columns)]
        if len(spots) >= most:
            break
    return spots[:most]
