"""A tile: its fields, and the kinds of the sides between and around them; and random laying of tiles."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from generator.chance import RandomStream
from generator.tiles.rules import TileSet

Side = Literal["top", "right", "bottom", "left"]
SIDES: tuple[Side, ...] = ("top", "right", "bottom", "left")
BEYOND: dict[Side, tuple[int, int]] = {"top": (0, -1), "right": (1, 0), "bottom": (0, 1), "left": (-1, 0)}
FACING: dict[Side, Side] = {"top": "bottom", "right": "left", "bottom": "top", "left": "right"}


@dataclass(frozen=True)
class Tile:
    """A tile: `across` has the kinds above each row of fields, then below the last; `upright`, by row, those left of
    each field, then right of the last; `fields` the things on each field.
    """

    across: tuple[tuple[str, ...], ...]
    upright: tuple[tuple[str, ...], ...]
    fields: tuple[tuple[tuple[str, ...], ...], ...]

    @property
    def columns(self) -> int:
        return len(self.across[0])

    @property
    def rows(self) -> int:
        return len(self.upright)

    def side(self, side: Side) -> tuple[str, ...]:
        """Return the kinds along an outer side, from left to right or top to bottom."""
        end = 0 if side in ("top", "left") else -1
        return self.across[end] if side in ("top", "bottom") else tuple(row[end] for row in self.upright)

    def turn(self) -> "Tile":
        """Return the tile turned clockwise by 90 degrees."""
        across = tuple(tuple(row[index] for row in reversed(self.upright)) for index in range(self.columns + 1))
        upright = tuple(tuple(row[index] for row in reversed(self.across)) for index in range(self.columns))
        fields = tuple(tuple(row[index] for row in reversed(self.fields)) for index in range(self.columns))
        return Tile(across, upright, fields)

    @cached_property
    def turns(self) -> tuple["Tile", ...]:
        """The different orientations of the tile, itself first."""
        turned_tiles = [self]
        for _ in range(3):
            turned_tiles.append(turned_tiles[-1].turn())
        return tuple(dict.fromkeys(turned_tiles))


def side_by_side(tiles: tuple[Tile, ...]) -> Tile:
    """Return tiles in a row as one large tile; where sides of two kinds meet, the kind there is written "a/b"."""
    first, *rest = tiles
    for tile in rest:
        upright = tuple(
            (*left[:-1], left[-1] if left[-1] == right[0] else f"{left[-1]}/{right[0]}", *right[1:])
            for left, right in zip(first.upright, tile.upright, strict=True)
        )
        across = tuple((*left, *right) for left, right in zip(first.across, tile.across, strict=True))
        fields = tuple((*left, *right) for left, right in zip(first.fields, tile.fields, strict=True))
        first = Tile(across, upright, fields)
    return first


Spot = tuple[int, int]


@dataclass(frozen=True)
class TileLayingStatistics:
    """The results of laying a set many times: how often all ways ended early, and how many tiles were laid each."""

    tries: int
    closed: int
    laid: tuple[int, ...]

    @property
    def mean(self) -> float:
        """The mean number of tiles laid."""
        return sum(self.laid) / len(self.laid)

    @property
    def fewest(self) -> int:
        """The least number of tiles laid."""
        return min(self.laid)


@dataclass
class LaidTiles:
    """The tiles laid so far, by (x, y); the first tile is at (0, 0)."""

    tiles: TileSet
    placed: dict[Spot, Tile] = field(default_factory=dict)

    def open_ends(self, added: Mapping[Spot, Tile] | None = None) -> list[Spot]:
        """Return the empty spots to which a way leads, in a fixed order; `added` are further tiles to take as laid."""
        placed = {**self.placed, **(added or {})}
        cells: dict[Spot, None] = {}
        for (x, y), tile in placed.items():
            for side in SIDES:
                spot = (x + BEYOND[side][0], y + BEYOND[side][1])
                if spot not in placed and any(self.tiles.sides[kind].leads for kind in tile.side(side)):
                    cells[spot] = None
        return list(cells)

    def fits(self, tile: Tile, spot: Spot) -> bool:
        """Return whether a tile joins all its neighbours at a spot."""
        for side in SIDES:
            neighbour = self.placed.get((spot[0] + BEYOND[side][0], spot[1] + BEYOND[side][1]))
            if neighbour is not None and not all(map(self.tiles.join, tile.side(side), neighbour.side(FACING[side]))):
                return False
        return True


def lay_often(
    tiles: TileSet, start: Tile, bag: Sequence[Tile], stream: RandomStream, tries: int
) -> TileLayingStatistics:
    """Lay a set `tries` times in random orders and return the results."""
    counts = [lay_once(tiles, start, bag, stream) for _ in range(tries)]
    return TileLayingStatistics(tries, sum(count < len(bag) for count in counts), tuple(counts))


def lay_once(tiles: TileSet, start: Tile, bag: Sequence[Tile], stream: RandomStream) -> int:
    """Lay tiles at random where ways lead on, until none fits or is left; return the number of tiles laid.

    A tile that does not fit, or would end the last way while other tiles are left, goes back into the bag.
    """
    # A Monte Carlo trial: random play shows how often a set dead-ends, which no count of its sides shows.
    board = LaidTiles(tiles, {(0, 0): start})
    remaining = stream.shuffled(bag)
    while remaining:
        spots = stream.shuffled(board.open_ends())
        only = len(spots) == 1
        at = next((at for spot in spots if (at := _lay(board, remaining, spot, stream, only=only)) is not None), None)
        if at is None:
            break
        del remaining[at]
        remaining = stream.shuffled(remaining)
    return len(bag) - len(remaining)


def _lay(board: LaidTiles, remaining: Sequence[Tile], spot: Spot, stream: RandomStream, *, only: bool) -> int | None:
    """Lay the first tile that fits a spot, and return its index; None if no tile fits.

    `only` is true for the last spot to which a way leads.
    """
    tried: set[Tile] = set()
    for at, tile in enumerate(remaining):
        if tile in tried:
            continue
        tried.add(tile)
        orientations = stream.shuffled(tile.turns if board.tiles.turns else (tile,))
        for orientation in orientations:
            may_close = not only or len(remaining) == 1
            if board.fits(orientation, spot) and (may_close or board.open_ends({spot: orientation})):
                board.placed[spot] = orientation
                return at
    return None
