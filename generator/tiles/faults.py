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


def set_faults(tiles: TileSet, parsed: Mapping[str, ParsedTile]) -> list[Diagnostic]:
    """Return all faults of a set of tiles."""
    return [*_lonely(tiles, parsed), *_closing(tiles, parsed), *_climbing(tiles, parsed)]


def _lonely(tiles: TileSet, parsed: Mapping[str, ParsedTile]) -> Iterator[Diagnostic]:
    """Yield a fault for each side of a tile where a way leads on, but no other tile can be laid."""
    if tiles.laying is None:
        return
    for name, tile in parsed.items():
        candidates = [entry.tile for key, entry in parsed.items() if key != name or entry.copies > 1]
        turns = [turned for tile in candidates for turned in (tile.turns if tiles.turns else (tile,))]
        for side in SIDES:
            kinds = tile.tile.side(side)
            leads = any(tiles.sides[kind].leads for kind in kinds)
            if leads and not any(all(map(tiles.join, kinds, turn.side(FACING[side]))) for turn in turns):
                message = f"no tile can lie at the {side} of {name!r}"
                yield Diagnostic("M052", message, tile.place, "change the side, or add a tile that joins it")


def _closing(tiles: TileSet, parsed: Mapping[str, ParsedTile]) -> Iterator[Diagnostic]:
    """Yield a warning if in many trials all ways end before all tiles are laid."""
    rules = tiles.laying
    if rules is None:
        return
    if rules.start not in parsed:
        yield Diagnostic("M052", f"there is no tile {rules.start!r} to begin with", tiles.place)
        return
    layings = lay_often(
        tiles, parsed[rules.start].tile, bag_of(parsed, rules.start), RandomStream(1, "tiles"), rules.tries
    )
    if layings.closed > rules.most_closed:
        often = f"the way closes early in {layings.closed} of {layings.tries} layings"
        message = f"{often}, {layings.mean:.0f} tiles lie on average"
        hint = "add tiles with more ways, or allow more with most_closed"
        yield Diagnostic("M053", message, tiles.place, hint, "warning")


def bag_of(parsed: Mapping[str, ParsedTile], start: str) -> Sequence[Tile]:
    """Return all tiles with their copies, except the starting tile."""
    bag = [tile.tile for tile in parsed.values() for _ in range(tile.copies)]
    bag.remove(parsed[start].tile)
    return bag


def _climbing(tiles: TileSet, parsed: Mapping[str, ParsedTile]) -> Iterator[Diagnostic]:
    if tiles.climbing is None:
        return
    tiles_by_name = {name: tile.tile for name, tile in parsed.items()}
    for name in shut_floors(tiles, tiles_by_name):
        yield Diagnostic(
            "M054", f"nobody enters {name!r} from below", parsed[name].place, "open its lowest side somewhere"
        )
    for number, (names, (column, row)) in enumerate(unreachable_levels(tiles, tiles_by_name)):
        if number < MOST_LEVELS:
            message = (
                f"field {column + 1} of row {row + 1} is out of reach where {' and '.join(names)} lie side by side"
            )
            yield Diagnostic("M054", message, parsed[names[0]].place, "open a side, or add something to climb")


Field = tuple[int, int]  # (column, row) from the top left


class TileClimbingLevel:
    """A level of tiles side by side; its lowest row is on the ground, and its outer sides cannot be passed."""

    def __init__(self, tiles: TileSet, level: Tile) -> None:
        self.tiles, self.level = tiles, level
        self._turns: dict[tuple[Field, int], frozenset[Field]] = {}
        self._near = {field: tuple(self.steps(field)) for field in self.fields}

    @property
    def fields(self) -> list[Field]:
        return [(column, row) for row in range(self.level.rows) for column in range(self.level.columns)]

    def _passes(self, kind_names: str, *, up: bool) -> bool:
        kinds = [self.tiles.sides[kind] for kind in kind_names.split("/")]
        return all(kind.passes == "all" or (up and kind.passes == "up") for kind in kinds)

    def steps(self, field: Field) -> Iterator[Field]:
        """Yield the fields one move away from a field."""
        column, row = field
        if row > 0 and self._passes(self.level.across[row][column], up=True):
            yield column, row - 1
        if row < self.level.rows - 1 and self._passes(self.level.across[row + 1][column], up=False):
            yield column, row + 1
        if column > 0 and self._passes(self.level.upright[row][column], up=False):
            yield column - 1, row
        if column < self.level.columns - 1 and self._passes(self.level.upright[row][column + 1], up=False):
            yield column + 1, row

    def holds(self, field: Field) -> bool:
        """Return whether a player can stay on a field without falling."""
        column, row = field
        below, above = self.level.across[row + 1][column], self.level.across[row][column]
        ground = row == self.level.rows - 1
        return ground or self.tiles.sides[below].holds or self.tiles.sides[above].hangs

    def landing_field(self, field: Field) -> Field:
        """Return the field on which a player at `field` comes to rest: `field` or the first below that stops a fall."""
        while not self.holds(field):
            field = field[0], field[1] + 1
        return field

    def in_one_turn(self, start: Field, moves: int) -> frozenset[Field]:
        """Return all fields that a player can pass in one turn of `moves` moves, `start` included."""
        if (start, moves) not in self._turns:
            # Breadth-first search by sets: each wave holds the fields first reached after one more move.
            reached, wave = {start}, {start}
            for _ in range(moves):
                wave = {neighbour for field in wave for neighbour in self._near[field]} - reached
                reached |= wave
            self._turns[start, moves] = frozenset(reached)
        return self._turns[start, moves]

    def stands(self, start: Field, moves: int) -> Iterator[Field]:
        """Yield the fields on which a player can end a turn: after the fewest turns first."""
        # The list grows while it is read: it is the queue of a breadth-first search whose steps are whole turns. A turn
        # ends on a field where the player can rest, so moves that end in the air are followed down to the landing.
        waiting, stood = [self.landing_field(start)], {self.landing_field(start)}
        for field in waiting:
            yield field
            new_fields = {self.landing_field(neighbour) for neighbour in self.in_one_turn(field, moves)} - stood
            stood |= new_fields
            waiting += sorted(new_fields)

    def reach(self, start: Field, moves: int) -> set[Field]:
        """Return all fields that a player can pass in any number of turns."""
        return set().union(*(self.in_one_turn(stand, moves) for stand in self.stands(start, moves)))

    def out_of_reach(self, moves: int) -> list[Field]:
        """Return the fields that cannot be reached from every start in the lowest row, from the top left."""
        first, *starts = ((column, self.level.rows - 1) for column in range(self.level.columns))
        reached = self.reach(first, moves)
        for start in starts:
            if first not in self.stands(start, moves):
                reached &= self.reach(start, moves)
        return [field for field in self.fields if field not in reached]


def unreachable_levels(tiles: TileSet, tiles_by_name: dict[str, Tile]) -> Iterator[tuple[tuple[str, ...], Field]]:
    """Yield (names of tiles, first unreachable field) for each way to lay tiles side by side that has such fields."""
    if tiles.climbing is None:
        return
    for names in product(tiles_by_name, repeat=tiles.climbing.side_by_side):
        if len(set(names)) == len(names):
            level = TileClimbingLevel(tiles, side_by_side(tuple(tiles_by_name[name] for name in names)))
            unreached = level.out_of_reach(tiles.climbing.moves)
            if unreached:
                yield names, unreached[0]


def shut_floors(tiles: TileSet, tiles_by_name: dict[str, Tile]) -> Iterator[str]:
    """Yield the names of the tiles that cannot be entered from below."""
    for name, tile in tiles_by_name.items():
        if not any(tiles.sides[kind].passes in ("all", "up") for kind in tile.side("bottom")):
            yield name
