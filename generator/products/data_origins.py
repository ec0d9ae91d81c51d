"""Find where the values that layouts show are written: data, dice tables, lines of the score, composed titles."""

from collections.abc import Iterable, Mapping
from typing import Any

from generator.diagnostics import NOWHERE, SourceLocation
from generator.game.game import Game
from generator.layout.binding import NOTHING, Origin, SourceExcerpt
from generator.reading.yaml_nodes import Node

COUNTED = Node(None, NOWHERE)  # the origin of a computed value, which is in no file


def data_origins(game: Game) -> dict[str, Origin]:
    """Return where the data of a game and its number of players are written, by name."""
    origins: dict[str, Origin] = {name: game.data_node(name) for name in game.manifest.data}
    if game.manifest.rolls:
        origins["rolls"] = Node({name: _dice_table(game.data_node(name)) for name in game.manifest.rolls}, NOWHERE)
    if game.catalogue.find(f"cards/{game.id}/map.yaml") is not None:
        origins["map_rules"] = game.data_node("map")
    players = game.manifest_node.get("players")
    return {**origins, "players": players} if players is not None else origins


def _dice_table(root: Node) -> Node:
    """Return the origins of the layout values of a dice table; computed numbers have the origin of their row."""
    rows = root.get("rows")
    row_nodes = [_dice_row(key, rows.key_place(key), node) for key, node in rows.items()] if rows is not None else []
    entries: dict[str, Origin] = {"rows": Node(row_nodes, NOWHERE)}
    for name in ("roll", "across"):
        if (node := root.get(name)) is not None:
            entries[name] = node
    named = root.get("columns")
    if named is not None:
        entries["columns"] = Node([Node({"name": heading}, heading.place) for heading in named.value], NOWHERE)
    elif row_nodes and (cells := row_nodes[0].get("cells")) is not None:
        entries["columns"] = cells
    return Node(entries, NOWHERE)


def _dice_row(key: str, place: SourceLocation, node: Node) -> Node:
    counted = dict.fromkeys(("percent", "ways", "of"), COUNTED)
    row = {**counted, "roll": Node(key, place), "result": node}
    if node.is_map:
        cells = [_dice_row(name, node.key_place(name), child) for name, child in node.items()]
    elif node.is_list:
        cells = [Node({"roll": COUNTED, "name": COUNTED, "result": child}, child.place) for child in node.value]
    else:
        return Node(row, place)
    return Node({**row, "cells": Node(cells, node.place)}, place)


def score_origins(game: Game) -> Mapping[str, Origin]:
    """Return where the score lines and the letter of the total are written; empty for a game without a score."""
    path = game.catalogue.find(f"cards/{game.id}/scoring.yaml")
    lines = game.catalogue.read(path).get("lines") if path is not None else None
    if lines is None:
        return NOTHING
    line_nodes = [
        Node({"letter": line.value["letter"], "word": game.words.node.at(line.value["word"].value)}, line.place)
        for line in lines.value
    ]
    return {"score_lines": Node(line_nodes, NOWHERE), "total_letter": line_nodes[-1].value["letter"]}


def heard_in(value: Any, excerpts: Iterable[SourceExcerpt], *further: SourceExcerpt) -> Origin:
    """Return the origins of texts composed of others: the excerpts in `excerpts` that they contain, and `further`."""
    distinct = dict.fromkeys(excerpts)
    if isinstance(value, Mapping):
        return Node({name: heard_in(child, distinct, *further) for name, child in value.items()}, NOWHERE)
    if isinstance(value, (list, tuple)):
        return Node([heard_in(child, distinct, *further) for child in value], NOWHERE)
    return (*(source for source in distinct if source.text.strip() and source.text in str(value)), *further)
