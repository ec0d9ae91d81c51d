"""A dungeon as plain data for drawing: cells from the top left, edges as lines between corners."""

from functools import lru_cache
from typing import Any

from generator.maps.grid import Dungeon, Room, Thing, column_name
from generator.maps.map_rules import MapRules, Side
from generator.maps.reach import entrances

FLOORS = 4  # so many textures of the floor take turns
CROWDED = 8  # columns or rows above this leave no space for room names on a card
NARROW = 6  # fewer columns leave no space for names beside each other
DOOR = (0.3, 0.7)  # the part of a side that an entrance leaves open


def map_view(dungeon: Dungeon, rules: MapRules, *, own: bool = False) -> dict[str, Any]:
    """Return columns, rows, cells with what they hold, and edges, as layouts use them.

    Walls of a map of its own are of kind "own_wall": no base map shows them.
    """
    numbers = {room: number for number, room in dungeon.targets.items()}
    ends = Room(0, 1), Room(dungeon.columns - 1, 1)
    entered = set(entrances(dungeon, rules.entrances))
    wraps = ["–".join(end._replace(row=row).name for end in ends) for row in sorted(dungeon.wraps)]
    size, things = (dungeon.columns, dungeon.rows), dungeon.contents.get
    return {
        "columns": dungeon.columns,
        "rows": dungeon.rows,
        "narrow": dungeon.columns < NARROW,
        "cells": [
            _cell(rules, room, things(room, ()), numbers.get(room), size, room.row in dungeon.wraps, room in entered)
            for room in dungeon.by_bit
        ],
        "edges": _edges(dungeon, rules.entrances, own=own),
        "wrap_names": wraps,
        "wrap_text": ", ".join(wraps),
        "column_names": [column_name(column) for column in range(dungeon.columns)],
    }


@lru_cache(maxsize=2048)
def _cell(
    rules: MapRules,
    room: Room,
    things: tuple[Thing, ...],
    target: int | None,
    size: tuple[int, int],
    is_joined: bool,
    entrance: bool,
) -> dict[str, Any]:
    """Return what a room shows, the very same for dungeons that have it alike, so that it is laid out once."""
    columns, rows = size
    monsters = [
        {"kind": thing.kind, "level": thing.level, "symbol": rules.monsters[thing.kind].beaten_by}
        for thing in things
        if thing.kind in rules.monsters
    ]
    tokens = [{"kind": thing.kind, "letter": thing.letter} for thing in things if thing.kind in rules.tokens]
    treasures = [thing.kind for thing in things if thing.kind in rules.treasures]
    trap = any(thing.kind in rules.traps for thing in things)
    wrap_right = is_joined and room.column == columns - 1
    # more than its usual places hold: a monster or a token, one treasure, a trap
    crowded = max(len(monsters), len(tokens), len(treasures)) > 1
    crowded = crowded or bool(tokens and (monsters or treasures)) or bool(trap and monsters)
    return {
        "name": room.name,
        "column": room.column,
        "row": rows - room.row,
        "target": target,
        "trap": trap,
        "treasures": treasures,
        "entrance": entrance,
        "wrap_left": is_joined and room.column == 0,
        "wrap_right": wrap_right,
        "empty": not things,
        "floor": (room.column * 3 + room.row * 5 + room.column * room.row) % FLOORS + 1,
        "named": max(size) <= CROWDED,
        "monster": monsters[0] if monsters else None,
        "token": tokens[0] if tokens else None,
        "tokens": tokens,
        "tight": wrap_right and bool(monsters),
        "crowded": crowded,
    }


def _edges(dungeon: Dungeon, entrances: Side, *, own: bool) -> list[dict[str, Any]]:
    edges: list[dict[str, Any]] = []
    for edge, on_edge in sorted(dungeon.edges.items(), key=lambda item: item[1] != "water"):
        kind = "own_wall" if own and on_edge == "wall" else on_edge
        column, top = edge.room.column, dungeon.rows - edge.room.row
        edges.append(_upright(kind, column + 1, top) if edge.side == "right" else _level(kind, column, top))
    return edges + _border(dungeon.columns, dungeon.rows, dungeon.wraps, entrances)


@lru_cache(maxsize=64)
def _border(columns: int, rows: int, wraps: frozenset[int], entrances: Side) -> list[dict[str, Any]]:
    edges: list[dict[str, Any]] = []
    for column in range(columns):
        for side, y in (("top", 0), ("bottom", rows)):
            edges += [_level("border", column, y, *part) for part in _parts(side == entrances)]
    for row in range(1, rows + 1):
        side_kind, top = "open_end" if row in wraps else "border", rows - row
        for side, x in (("left", 0), ("right", columns)):
            edges += [_upright(side_kind, x, top, *part) for part in _parts(side == entrances)]
    return edges


def _parts(door: bool) -> tuple[tuple[float, float], ...]:
    """Return the drawn parts of an outer side of a room."""
    return ((0, DOOR[0]), (DOOR[1], 1)) if door else ((0, 1),)


def _level(kind: str, column: int, y: int, begin: float = 0, end: float = 1) -> dict[str, Any]:
    return {"kind": kind, "x1": column + begin, "y1": y, "x2": column + end, "y2": y}


def _upright(kind: str, x: int, top: int, begin: float = 0, end: float = 1) -> dict[str, Any]:
    return {"kind": kind, "x1": x, "y1": top + begin, "x2": x, "y2": top + end}
