"""All that can be wrong with a set of tiles: sides that nothing joins, a way that closes, fields out of reach."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.chance import RandomStream
from generator.diagnostics import Diagnostic, SourceLocation
from generator.tiles.level_reachability import shut_floors, unreachable_levels
from generator.tiles.random_laying import lay_often
from generator.tiles.rules import TileSet
from generator.tiles.tile import FACING, SIDES, Tile

MOST_LEVELS = 5  # so many levels that cannot be climbed are told


@dataclass(frozen=True)
class ParsedTile:
    """A tile that was read: how many copies there are, and where its picture stands."""

    tile: Tile
    copies: int
    place: SourceLocation


def set_faults(tiles: TileSet, drawn: Mapping[str, ParsedTile]) -> list[Diagnostic]:
    """Return the faults of a set of tiles."""
    return [*_lonely(tiles, drawn), *_closing(tiles, drawn), *_climbing(tiles, drawn)]


def _lonely(tiles: TileSet, drawn: Mapping[str, ParsedTile]) -> Iterator[Diagnostic]:
    """Yield a fault for each way out of a tile that no other tile can lie against."""
    if tiles.laying is None:
        return
    for name, tile in drawn.items():
        others = [one.tile for other, one in drawn.items() if other != name or one.copies > 1]
        ways = [turned for tile in others for turned in (tile.turns if tiles.turns else (tile,))]
        for side in SIDES:
            own = tile.tile.side(side)
            leads = any(tiles.sides[kind].leads for kind in own)
            if leads and not any(all(map(tiles.join, own, way.side(FACING[side]))) for way in ways):
                message = f"no tile can lie at the {side} of {name!r}"
                yield Diagnostic("M052", message, tile.place, "change the side, or add a tile that joins it")


def _closing(tiles: TileSet, drawn: Mapping[str, ParsedTile]) -> Iterator[Diagnostic]:
    """Yield a warning where the way often closes before all tiles lie."""
    rules = tiles.laying
    if rules is None:
        return
    if rules.start not in drawn:
        yield Diagnostic("M052", f"there is no tile {rules.start!r} to begin with", tiles.place)
        return
    layings = lay_often(
        tiles, drawn[rules.start].tile, bag_of(drawn, rules.start), RandomStream(1, "tiles"), rules.tries
    )
    if layings.closed > rules.most_closed:
        often = f"the way closes early in {layings.closed} of {layings.tries} layings"
        message = f"{often}, {layings.mean:.0f} tiles lie on average"
        hint = "add tiles with more ways, or allow more with most_closed"
        yield Diagnostic("M053", message, tiles.place, hint, "warning")


def bag_of(drawn: Mapping[str, ParsedTile], start: str) -> Sequence[Tile]:
    """Return all tiles with their copies but the one that lies first."""
    bag = [tile.tile for tile in drawn.values() for _ in range(tile.copies)]
    bag.remove(drawn[start].tile)
    return bag


def _climbing(tiles: TileSet, drawn: Mapping[str, ParsedTile]) -> Iterator[Diagnostic]:
    if tiles.climbing is None:
        return
    named = {name: tile.tile for name, tile in drawn.items()}
    for name in shut_floors(tiles, named):
        yield Diagnostic(
            "M054", f"nobody enters {name!r} from below", drawn[name].place, "open its lowest side somewhere"
        )
    for number, (names, (column, row)) in enumerate(unreachable_levels(tiles, named)):
        if number < MOST_LEVELS:
            message = (
                f"field {column + 1} of row {row + 1} is out of reach where {' and '.join(names)} lie side by side"
            )
            yield Diagnostic("M054", message, drawn[names[0]].place, "open a side, or add something to climb")
