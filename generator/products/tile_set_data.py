"""The tiles of a game: read from the pictures in its tables, looked over, and shown as plain data for layouts."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from generator.chance import RandomStream
from generator.diagnostics import Diagnostic, InvalidInput, refuse
from generator.game.game import Game
from generator.reading.decks import CardRecord
from generator.tiles.checks import ParsedTile, bag_of, set_faults
from generator.tiles.notation import read_tile
from generator.tiles.random_laying import TileLayingStatistics, lay_often
from generator.tiles.rules import TileSet, TileSetsSpec, read_tile_rules
from generator.tiles.tile import SIDES, Tile

PICTURE = "picture"


def tile_rules(game: Game) -> TileSetsSpec | None:
    """Return the rules of a game's tiles, None for a game without; raises InvalidInput."""
    if game.catalogue.find(f"cards/{game.id}/tiles.yaml") is None:
        return None
    return read_tile_rules(game.catalogue, game.id)


def drawn_tile(record: CardRecord, tiles: TileSet) -> Tile:
    """Return the tile that a record's picture shows; raises InvalidInput."""
    node = record.node.get(PICTURE) if record.node is not None else None
    if node is None:
        raise refuse("M051", f"tile {record.key!r} has no picture", record.place, f"add {PICTURE}: |")
    return read_tile(node, tiles)


class TrialLayingResult(NamedTuple):
    """A set of tiles that was laid so often: how many follow the one that lies first, and what came of it."""

    name: str
    tiles: int
    laid: TileLayingStatistics


def laid_often(game: Game, layings: int, seed: int) -> Iterator[TrialLayingResult]:
    """Yield what comes of laying each set of a game at random so often; raises InvalidInput."""
    rules = tile_rules(game)
    for name, tiles in rules.sets.items() if rules is not None else ():
        if tiles.laying is not None:
            drawn = {
                record.key: ParsedTile(drawn_tile(record, tiles), record.copies, record.place)
                for record in game.deck(name)
            }
            start = tiles.laying.start
            if start not in drawn:
                raise refuse("M052", f"there is no tile {start!r} to begin with", tiles.place)
            bag = bag_of(drawn, start)
            yield TrialLayingResult(
                name, len(bag), lay_often(tiles, drawn[start].tile, bag, RandomStream(seed, "tiles"), layings)
            )


def tile_faults(game: Game) -> list[Diagnostic]:
    """Return everything that is wrong with the tiles of a game."""
    rules = tile_rules(game)
    faults: list[Diagnostic] = []
    for name, tiles in rules.sets.items() if rules is not None else ():
        drawn: dict[str, ParsedTile] = {}
        before = len(faults)
        for record in game.deck(name):
            try:
                drawn[record.key] = ParsedTile(drawn_tile(record, tiles), record.copies, record.place)
            except InvalidInput as fault:
                faults += fault.diagnostics
        if len(faults) == before:
            faults += set_faults(tiles, drawn)
    return faults


def tile_view(tile: Tile) -> dict[str, Any]:
    """Return a tile as layouts use it: columns, rows, cells with what they hold, edges, and the four outer sides.

    A side of one field is the name of its kind, one of several the list of them.
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
