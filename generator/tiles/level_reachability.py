"""A level climbed turn by turn: some fields are moved, then whoever nothing holds falls. Tells what is out of reach."""

from collections.abc import Iterator
from itertools import product

from generator.tiles.rules import TileSet
from generator.tiles.tile import Tile, side_by_side

Field = tuple[int, int]  # column and row, from the top left


class TileClimbingLevel:
    """A level of tiles side by side; its lowest row stands on firm ground, nobody leaves it to the sides."""

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
        """Yield the fields one move away."""
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
        """Tell whether nobody falls from a field."""
        column, row = here
        below, above = self.level.across[row + 1][column], self.level.across[row][column]
        ground = row == self.level.rows - 1
        return ground or self.tiles.sides[below].holds or self.tiles.sides[above].hangs

    def landing_field(self, here: Field) -> Field:
        """Return where somebody on a field comes to stand."""
        while not self.holds(here):
            here = here[0], here[1] + 1
        return here

    def in_one_turn(self, start: Field, moves: int) -> frozenset[Field]:
        """Return all fields that a turn from a field leads over."""
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
        """Yield every field on which turns after each other may end, the nearest first."""
        waiting, stood = [self.landing_field(start)], {self.landing_field(start)}
        for here in waiting:
            yield here
            fresh = {self.landing_field(there) for there in self.in_one_turn(here, moves)} - stood
            stood |= fresh
            waiting += sorted(fresh)

    def reach(self, start: Field, moves: int) -> set[Field]:
        """Return all fields that turns after each other lead over."""
        return set().union(*(self.in_one_turn(here, moves) for here in self.stands(start, moves)))

    def out_of_reach(self, moves: int) -> list[Field]:
        """Return the fields that somebody starting in the lowest row may not come to, from the top left."""
        first, *others = ((column, self.level.rows - 1) for column in range(self.level.columns))
        reached = self.reach(first, moves)
        for start in others:
            if first not in self.stands(start, moves):
                reached &= self.reach(start, moves)
        return [here for here in self.fields if here not in reached]


def unreachable_levels(tiles: TileSet, named: dict[str, Tile]) -> Iterator[tuple[tuple[str, ...], Field]]:
    """Yield every level of tiles side by side of which a field is out of reach, with the first such field."""
    if tiles.climbing is None:
        return
    for names in product(named, repeat=tiles.climbing.side_by_side):
        if len(set(names)) == len(names):
            level = TileClimbingLevel(tiles, side_by_side(tuple(named[name] for name in names)))
            lost = level.out_of_reach(tiles.climbing.moves)
            if lost:
                yield names, lost[0]


def shut_floors(tiles: TileSet, named: dict[str, Tile]) -> Iterator[str]:
    """Yield the tiles that nobody enters from below."""
    for name, tile in named.items():
        if not any(tiles.sides[kind].passes in ("all", "up") for kind in tile.side("bottom")):
            yield name
