"""The tiles of a game: parsed from the text pictures in its tables, checked, and turned into values for layouts."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from generator.chance import RandomStream
from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation, refuse
from generator.game.game import Game
from generator.reading.decks import CardRecord
from generator.reading.yaml_nodes import Node
from generator.tiles.faults import ParsedTile, bag_of, set_faults
from generator.tiles.rules import TileSet, tile_sets_of
from generator.tiles.tile import SIDES, Tile, TileLayingStatistics, lay_often

PICTURE = "picture"


def drawn_tile(record: CardRecord, tiles: TileSet) -> Tile:
    """Return the tile that the text picture of a record shows; raises InvalidInput."""
    node = record.node.get(PICTURE) if record.node is not None else None
    if node is None:
        raise refuse("M051", f"tile {record.key!r} has no picture", record.place, f"add {PICTURE}: |")
    return read_tile(node, tiles)


def laid_often(game: Game, layings: int, seed: int) -> Iterator[tuple[str, int, TileLayingStatistics]]:
    """Yield (name, number of tiles, statistics) of each set of a game, laid at random `layings` times.

    Raises InvalidInput.
    """
    for name, tiles in tile_sets_of(game.catalogue, game.id).items():
        if tiles.laying is not None:
            tiles_by_key = {
                record.key: ParsedTile(drawn_tile(record, tiles), record.copies, record.place)
                for record in game.deck(name)
            }
            start = tiles.laying.start
            if start not in tiles_by_key:
                raise refuse("M052", f"there is no tile {start!r} to begin with", tiles.place)
            bag = bag_of(tiles_by_key, start)
            stream = RandomStream(seed, "tiles")
            yield name, len(bag), lay_often(tiles, tiles_by_key[start].tile, bag, stream, layings)


def tile_faults(game: Game) -> list[Diagnostic]:
    """Return all faults of a game's tiles."""
    faults: list[Diagnostic] = []
    for name, tiles in tile_sets_of(game.catalogue, game.id).items():
        tiles_by_key: dict[str, ParsedTile] = {}
        fault_count = len(faults)
        for record in game.deck(name):
            try:
                tiles_by_key[record.key] = ParsedTile(drawn_tile(record, tiles), record.copies, record.place)
            except InvalidInput as fault:
                faults += fault.diagnostics
        if len(faults) == fault_count:
            faults += set_faults(tiles, tiles_by_key)
    return faults


def tile_view(tile: Tile) -> dict[str, Any]:
    """Return the layout values of a tile: columns, rows, cells with their contents, edges, and the four outer sides.

    An outer side of one field is the name of its kind, a longer side a list of names.
    """
    sides = {side: kinds[0] if len(kinds := tile.side(side)) == 1 else list(kinds) for side in SIDES}
    fields = [(column, row) for row in range(tile.rows) for column in range(tile.columns)]
    across = [
        {"kind": kind, "x1": column, "y1": row, "x2": column + 1, "y2": row}
        for row, kinds in enumerate(tile.across)
        for column, kind in enumerate(kinds)
    ]
    upright = [
        {"kind": kind, "x1": column, "y1": row, "x2": column, "y2": row + 1}
        for row, kinds in enumerate(tile.upright)
        for column, kind in enumerate(kinds)
    ]
    return {
        "columns": tile.columns,
        "rows": tile.rows,
        "cells": list(map(partial(_cell, tile), fields)),
        "edges": across + upright,
        "sides": sides,
    }


def _cell(tile: Tile, at: tuple[int, int]) -> Mapping[str, Any]:
    column, row = at
    return {
        "column": column,
        "row": row,
        "things": list(tile.fields[row][column]),
        "above": tile.across[row][column],
        "below": tile.across[row + 1][column],
        "before": tile.upright[row][column],
        "behind": tile.upright[row][column + 1],
    }


MOST_SIGNS = 2


def read_tile(node: Node, tiles: TileSet) -> Tile:
    """Parse the text picture of a tile; raises InvalidInput with all faults and their locations."""
    text = node.value if isinstance(node.value, str) else ""
    reader = _TileReader(text.removesuffix("\n").split("\n"), node.body or node.place, tiles)
    tile = reader.read()
    if tile is None or reader.faults:
        raise InvalidInput(reader.faults)
    return tile


class _TileReader:
    """Parses a text picture line by line, and collects faults."""

    def __init__(self, lines: Sequence[str], first: SourceLocation, tiles: TileSet) -> None:
        self.lines, self.first, self.tiles = lines, first, tiles
        self.faults: list[Diagnostic] = []

    def fault(self, message: str, line: int, column: int, hint: str | None = None) -> None:
        place = SourceLocation(self.first.path, self.first.line + line, self.first.column + column)
        self.faults.append(Diagnostic("M051", message, place, hint))

    def read(self) -> Tile | None:
        high, wide = 2 * self.tiles.rows + 1, 3 * self.tiles.columns + 1
        if len(self.lines) != high:
            self.fault(f"this tile has {len(self.lines)} lines, its set {high}", 0, 0)
            return None
        for number, line in enumerate(self.lines):
            if len(line) != wide:
                self.fault(f"this line has {len(line)} signs, the tiles are {wide} wide", number, min(len(line), wide))
        if self.faults:
            return None
        across = tuple(self._across(number) for number in range(0, high, 2))
        upright = tuple(self._upright(number) for number in range(1, high, 2))
        return Tile(across, upright, tuple(self._fields(number) for number in range(1, high, 2)))

    def _across(self, number: int) -> tuple[str, ...]:
        line = self.lines[number]
        for at in range(0, len(line), 3):
            if line[at] != "+":
                self.fault(f"expected '+' at a corner, found {line[at]!r}", number, at)
        return tuple(self._kind(self.tiles.across, line[at : at + 2], number, at) for at in range(1, len(line), 3))

    def _upright(self, number: int) -> tuple[str, ...]:
        line = self.lines[number]
        return tuple(self._kind(self.tiles.upright, line[at], number, at) for at in range(0, len(line), 3))

    def _kind(self, kind_by_sign: dict[str, str], sign: str, number: int, at: int) -> str:
        if sign not in kind_by_sign:
            signs = ", ".join(repr(sign) for sign in kind_by_sign)
            self.fault(f"{sign!r} is not a side of this set", number, at, f"its sides are written {signs}")
        return kind_by_sign.get(sign, "")

    def _fields(self, number: int) -> tuple[tuple[str, ...], ...]:
        line = self.lines[number]
        return tuple(self._field(line[at : at + 2], number, at) for at in range(1, len(line), 3))

    def _field(self, signs: str, number: int, at: int) -> tuple[str, ...]:
        signs_set = signs.strip(" ")
        wrong = [sign for sign in signs_set if sign not in self.tiles.fields]
        if wrong:
            known_signs = ", ".join(f"{sign} {name}" for sign, name in self.tiles.fields.items()) or "none"
            self.fault(f"{wrong[0]!r} means nothing on a field", number, at, f"signs of this set: {known_signs}")
        return tuple(self.tiles.fields.get(sign, "") for sign in signs_set)
