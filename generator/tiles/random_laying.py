"""Tiles laid at random by the rules of a set: whether the way goes on until all of them lie."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from generator.chance import RandomStream
from generator.tiles.rules import TileSet
from generator.tiles.tile import BEYOND, FACING, SIDES, Tile

Spot = tuple[int, int]


@dataclass(frozen=True)
class TileLayingStatistics:
    """What came of laying a set so often: how often it closed before all lay, and how many lay each time."""

    tries: int
    closed: int
    laid: tuple[int, ...]

    @property
    def mean(self) -> float:
        """How many tiles lay on average."""
        return sum(self.laid) / len(self.laid)

    @property
    def fewest(self) -> int:
        """How many tiles lay when fewest did."""
        return min(self.laid)


@dataclass
class LaidTiles:
    """Tiles as they lie; the first one at (0, 0)."""

    tiles: TileSet
    lain: dict[Spot, Tile] = field(default_factory=dict)

    def open_ends(self, more: Mapping[Spot, Tile] | None = None) -> list[Spot]:
        """Return the empty spots that a way leads to, in a fixed order."""
        lain = {**self.lain, **(more or {})}
        cells: dict[Spot, None] = {}
        for (x, y), tile in lain.items():
            for side in SIDES:
                spot = (x + BEYOND[side][0], y + BEYOND[side][1])
                if spot not in lain and any(self.tiles.sides[kind].leads for kind in tile.side(side)):
                    cells[spot] = None
        return list(cells)

    def fits(self, tile: Tile, spot: Spot) -> bool:
        """Tell whether a tile joins all its neighbours, one of them with a way."""
        for side in SIDES:
            other = self.lain.get((spot[0] + BEYOND[side][0], spot[1] + BEYOND[side][1]))
            if other is not None and not all(map(self.tiles.join, tile.side(side), other.side(FACING[side]))):
                return False
        return True


def lay_often(
    tiles: TileSet, start: Tile, bag: Sequence[Tile], stream: RandomStream, tries: int
) -> TileLayingStatistics:
    """Lay a set so often, each time in another order."""
    laid = [lay_once(tiles, start, bag, stream) for _ in range(tries)]
    return TileLayingStatistics(tries, sum(count < len(bag) for count in laid), tuple(laid))


def lay_once(tiles: TileSet, start: Tile, bag: Sequence[Tile], stream: RandomStream) -> int:
    """Lay tiles as they come, each where the way goes on; return how many lie when nothing goes on, or none is left.

    A tile that does not fit, or that would close the way while others are left, goes back into the bag.
    """
    board = LaidTiles(tiles, {(0, 0): start})
    left = stream.shuffled(bag)
    while left:
        spots = stream.shuffled(board.open_ends())
        only = len(spots) == 1
        at = next((at for spot in spots if (at := _lay(board, left, spot, stream, only=only)) is not None), None)
        if at is None:
            break
        del left[at]
        left = stream.shuffled(left)
    return len(bag) - len(left)


def _lay(board: LaidTiles, left: Sequence[Tile], spot: Spot, stream: RandomStream, *, only: bool) -> int | None:
    """Lay the first tile that fits a spot, maybe the `only` open one; return its number, None where none does."""
    tried: set[Tile] = set()
    for at, tile in enumerate(left):
        if tile in tried:
            continue
        tried.add(tile)
        ways = stream.shuffled(tile.turns if board.tiles.turns else (tile,))
        for turned in ways:
            if board.fits(turned, spot) and (not only or len(left) == 1 or board.open_ends({spot: turned})):
                board.lain[spot] = turned
                return at
    return None
