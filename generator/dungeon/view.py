"""A dungeon as plain data for drawing: cells from the top left, edges as lines between corners."""

from typing import Any

from generator.dungeon.grid import MONSTERS, Dungeon, Room

SYMBOL_OF = {"ghost": "wizard", "goblin": "rogue", "orc": "warrior", "zombie": "cleric"}

FLOORS = 4  # so many textures of the floor take turns
CROWDED = 8  # columns or rows above this leave no space for room names on a card


def map_view(dungeon: Dungeon, *, own: bool = False) -> dict[str, Any]:
    """Return columns, rows, cells with what they hold, and edges, as layouts use them.

    Walls of a map of its own are of kind "own_wall": no base map shows them.
    """
    numbers = {room: number for number, room in dungeon.bosses.items()}
    wraps = [f"A{row}–{chr(64 + dungeon.columns)}{row}" for row in sorted(dungeon.wraps)]
    return {
        "columns": dungeon.columns,
        "rows": dungeon.rows,
        "cells": [_cell(dungeon, room, numbers.get(room)) for room in dungeon.rooms()],
        "edges": _edges(dungeon, own=own),
        "wrap_names": wraps,
        "wrap_text": ", ".join(wraps),
        "column_names": [chr(65 + column) for column in range(dungeon.columns)],
    }


def _cell(dungeon: Dungeon, room: Room, boss: int | None) -> dict[str, Any]:
    things = dungeon.contents.get(room, ())
    monsters = [thing for thing in things if thing.kind in MONSTERS]
    gems = [thing for thing in things if thing.kind == "gem"]
    treasures = [thing.kind for thing in things if thing.kind in ("potion", "item_half", "level_up")]
    cell: dict[str, Any] = {
        "name": room.name,
        "column": room.column,
        "row": dungeon.rows - room.row,
        "boss": boss,
        "trap": any(thing.kind == "trap" for thing in things),
        "treasures": treasures,
        "entrance": room.row == 1,
        "wrap_left": room.row in dungeon.wraps and room.column == 0,
        "wrap_right": room.row in dungeon.wraps and room.column == dungeon.columns - 1,
        "empty": not things,
        "floor": (room.column * 3 + room.row * 5 + room.column * room.row) % FLOORS + 1,
        "named": max(dungeon.columns, dungeon.rows) <= CROWDED,
    }
    if monsters:
        kind = monsters[0].kind
        cell["monster"] = {"kind": kind, "level": monsters[0].level, "symbol": SYMBOL_OF[kind]}
    if gems:
        cell["gem"] = gems[0].letter
    return cell


def _edges(dungeon: Dungeon, *, own: bool) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for edge, on_edge in sorted(dungeon.edges.items(), key=lambda item: item[1] != "water"):
        kind = "own_wall" if own and on_edge == "wall" else on_edge
        column, top = edge.room.column, dungeon.rows - edge.room.row
        if edge.side == "right":
            found.append({"kind": kind, "x1": column + 1, "y1": top, "x2": column + 1, "y2": top + 1})
        else:
            found.append({"kind": kind, "x1": column, "y1": top, "x2": column + 1, "y2": top})
    for column in range(dungeon.columns):
        found.append({"kind": "border", "x1": column, "y1": 0, "x2": column + 1, "y2": 0})
        bottom = dungeon.rows
        for name, begin, end in (("border", 0.0, 0.3), ("border", 0.7, 1.0)):
            found.append({"kind": name, "x1": column + begin, "y1": bottom, "x2": column + end, "y2": bottom})
    for row in range(1, dungeon.rows + 1):
        top = dungeon.rows - row
        for side in (0, dungeon.columns):
            end_kind = "open_end" if row in dungeon.wraps else "border"
            found.append({"kind": end_kind, "x1": side, "y1": top, "x2": side, "y2": top + 1})
    return found
