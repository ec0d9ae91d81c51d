"""The faults of a set of tiles: sides that no tile joins, ways that close, fields out of reach."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from generator.chance import RandomStream
from generator.diagnostics import Diagnostic, SourceLocation
from generator.tiles.rules import TileSet
from generator.tiles.tile import FACING, SIDES, Tile, lay_often, side_by_side

MOST_LEVELS = 5  # reported at most


@dataclass(frozen=True)
class ParsedTile:
    """A tile with the number of its copies, and the place of its picture."""

    tile: Tile
    copies: int
    place: SourceLocation


def set_faults(tiles: TileSet, drawn: Mapping[str, ParsedTile]) -> list[Diagnostic]:
    """Return all faults of a set of tiles."""
    return [*_lonely(tiles, drawn), *_closing(tiles, drawn), *_climbing(tiles, drawn)]


def _lonely(tiles: TileSet, drawn: Mapping[str, ParsedTile]) -> Iterator[Diagnostic]:
    """Yield a fault for each side of a tile where a way leads on, but no other tile can be laid."""
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
    """Yield a warning if in many trials all ways end before all tiles are laid."""
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
    """Return all tiles with their copies, except the starting tile."""
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


Field = tuple[int, int]  # (column, row) from the top left


class TileClimbingLevel:
    """A level of tiles side by side; its lowest row is on the ground, and its outer sides cannot be passed."""

    def __init__(self, tiles: TileSet, level: Tile) -> None:
        self.tiles, self.level = tiles, level
        self._turns: dict[tuple[Field, int], frozenset[Field]] = {}
        self._near = {here: tuple(self.steps(here)) for here in self.fields}

    @property
    def fields(self) -> list[Field]:
        return [(column, row) for row in range(self.level.rows) for column in range(self.level.columns)]

    def _passes(self, written: str, *, up: bool) -> bool:
        kinds = [self.tiles.sides[kind] for kind in written.split("/")]
        return all(kind.passes == "all" or (up and kind.passes == "up") for kind in kinds)

    def steps(self, here: Field) -> Iterator[Field]:
        """Yield the fields one move away from a field."""
        column, row = here
        if row > 0 and self._passes(self.level.across[row][column], up=True):
            yield column, row - 1
        if row < self.level.rows - 1 and self._passes(self.level.across[row + 1][column], up=False):
            yield column, row + 1
        if column > 0 and self._passes(self.level.upright[row][column], up=False):
            yield column - 1, row
        if column < self.level.columns - 1 and self._passes(self.level.upright[row][column + 1], up=False):
            yield column + 1, row

    def holds(self, here: Field) -> bool:
        """Return whether a player can stay on a field without falling."""
        column, row = here
        below, above = self.level.across[row + 1][column], self.level.across[row][column]
        ground = row == self.level.rows - 1
        return ground or self.tiles.sides[below].holds or self.tiles.sides[above].hangs

    def landing_field(self, here: Field) -> Field:
        """Return the field on which a player at `here` comes to rest: `here` or the first below that stops a fall."""
        while not self.holds(here):
            here = here[0], here[1] + 1
        return here

    def in_one_turn(self, start: Field, moves: int) -> frozenset[Field]:
        """Return all fields that a player can pass in one turn of `moves` moves, `start` included."""
        if (start, moves) not in self._turns:
            self._turns[start, moves] = self._spread(start, moves)
        return self._turns[start, moves]

    def _spread(self, start: Field, moves: int) -> frozenset[Field]:
        seen, wave = {start}, {start}
        for _ in range(moves):
            wave = {there for here in wave for there in self._near[here]} - seen
            seen |= wave
        return frozenset(seen)

    def stands(self, start: Field, moves: int) -> Iterator[Field]:
        """Yield the fields on which a player can end a turn: after the fewest turns first."""
        waiting, stood = [self.landing_field(start)], {self.landing_field(start)}
        for here in waiting:
            yield here
            fresh = {self.landing_field(there) for there in self.in_one_turn(here, moves)} - stood
            stood |= fresh
            waiting += sorted(fresh)

    def reach(self, start: Field, moves: int) -> set[Field]:
        """Return all fields that a player can pass in any number of turns."""
        return set().union(*(self.in_one_turn(here, moves) for here in self.stands(start, moves)))

    def out_of_reach(self, moves: int) -> list[Field]:
        """Return the fields that cannot be reached from every start in the lowest row, from the top left."""
        first, *others = ((column, self.level.rows - 1) for column in range(self.level.columns))
        reached = self.reach(first, moves)
        for start in others:
            if first not in self.stands(start, moves):
                reached &= self.reach(start, moves)
        return [here for here in self.fields if here not in reached]


def unreachable_levels(tiles: TileSet, named: dict[str, Tile]) -> Iterator[tuple[tuple[str, ...], Field]]:
    """Yield (names of tiles, first unreachable field) for each way to lay tiles side by side that has such fields."""
    if tiles.climbing is None:
        return
    for names in product(named, repeat=tiles.climbing.side_by_side):
        if len(set(names)) == len(names):
            level = TileClimbingLevel(tiles, side_by_side(tuple(named[name] for name in names)))
            lost = level.out_of_reach(tiles.climbing.moves)
            if lost:
                yield names, lost[0]


def shut_floors(tiles: TileSet, named: dict[str, Tile]) -> Iterator[str]:
    """Yield the names of the tiles that cannot be entered from below."""
    for name, tile in named.items():
        if not any(tiles.sides[kind].passes in ("all", "up") for kind in tile.side("bottom")):
            yield name
