"""Turn a dungeon file in one language into the plain values for layouts."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import groupby
from typing import Any

from generator.chance import RandomStream
from generator.diagnostics import NOWHERE, Diagnostic, InvalidInput, SourceLocation, did_you_mean
from generator.layout.binding import Origin
from generator.maps.faults import dungeon_faults
from generator.maps.grid import Dungeon, Room, Thing, column_name
from generator.maps.loading import DungeonFile, find_dungeon, known_cards, map_text_of, read_base_map
from generator.maps.map_rules import MapRules, Side, has_maps
from generator.maps.notation import MapSourceText
from generator.maps.reach import entrances, target_figures
from generator.maps.share_code import read_code
from generator.page_code import digest
from generator.products.print_pack import PrintPack
from generator.reading.yaml_nodes import Node

NO_WAY = "–"


def open_dungeon(pack: PrintPack, name: str) -> DungeonFile:
    """Return a dungeon by its id or the path of its file; raises InvalidInput."""
    return find_dungeon(pack.catalogue, pack.game.id, pack.map_rules, name)


def map_faults(pack: PrintPack) -> list[Diagnostic]:
    """Return faults for words and cards that the map rules name but the game lacks; empty without dungeons."""
    if not has_maps(pack.catalogue, pack.game.id):
        return []
    rules = pack.map_rules
    faults, cards = list[Diagnostic](), known_cards(pack.catalogue, pack.game.id, rules)
    for key in sorted(rules.difficulty.figure.cards.keys() - cards.keys()):
        message = f"the figure of difficulty names {key!r}, no {rules.names.target} of this game"
        faults.append(Diagnostic("M033", message, rules.place, did_you_mean(key, cards)))
    kinds, abilities = rules.kinds.values(), rules.crossings.values()
    for path in (*(kind.word for kind in kinds), rules.targets.word, *(ability.word for ability in abilities)):
        try:
            pack.words.word(path)
        except InvalidInput as fault:
            faults += fault.diagnostics
    return faults


def blank_values(pack: PrintPack, base: str | None = None) -> dict[str, Any]:
    """Return the layout values of a base map for players to draw on; for None, the base map of the map rules."""
    rules = pack.map_rules
    view = map_view(read_base_map(pack.catalogue, pack.game.id, rules, base), rules)
    return {"map": view, "name": "", "code": "", "letter": "", "targets_named": [], "baked": False, "place": "plain"}


def dungeon_values(pack: PrintPack, file: DungeonFile) -> dict[str, Any]:
    """Return the layout values of a dungeon: its map, letter, story, words, and the cards of its targets.

    Errors and warnings of the dungeon are added to the pack's faults.
    """
    rules = pack.map_rules
    faults = dungeon_faults(file, rules, known_cards(pack.catalogue, pack.game.id, rules))
    pack.faults += [fault for fault in faults if fault.severity != "note"]
    words: Mapping[str, Any] = pack.game.card_words(maps_deck(pack), file.key) if file.listed else {}
    own_words = file.words(pack.language)
    cards = target_cards(pack, rules)
    targets = [
        {
            "number": number,
            "name": target_name(pack, rules, cards, key),
            "icon": str(cards.get(key, {}).get("icon", "")),
            "emblem": str(cards.get(key, {}).get("emblem", "")),
            "card": cards.get(key, {}),
        }
        for number, key in zip(sorted(file.dungeon.targets), file.spec.targets, strict=False)
    ]
    return {
        "name": own_words.get("name") or words.get("name") or _fallback_name(pack, file),
        "story": own_words.get("story") or words.get("story") or "",
        "letter": file.spec.letter,
        "chapter": file.spec.chapter or "",
        "story_number": file.spec.story or "",
        "code": file.code,
        "targets_named": targets,
        "made_with": file.spec.made_with,
        "map": {**map_view(file.dungeon, rules, is_own_map=file.own_map), "place": file.text.place(0, 0)},
        "baked": True,
        **(place := _place(pack.values.get("places"), file)),
        "tale": _tale(pack, file, place["place"]),
    }


def _place(places: Any, file: DungeonFile) -> dict[str, Any]:
    """Return the place of a dungeon and the parts of its picture, chosen from the game's data (`places`)."""
    if not isinstance(places, Mapping):
        return {"place": "plain", "place_parts": []}
    chance = RandomStream(digest(32, file.code or file.key), "place")
    place = chance.choice(places["known"])
    parts = chance.draw(range(1, places["parts"] + 1), places["shown"])
    return {"place": places["of"].get(file.key, place) if file.listed else place, "place_parts": parts}


def dungeon_card_values(pack: PrintPack, file: DungeonFile) -> dict[str, Any]:
    """Return the layout values of a dungeon's card: those of the dungeon, and steps and dice to each target."""
    values = dungeon_values(pack, file)
    targets_by_number = {target["number"]: target for target in values["targets_named"]}
    walks = [
        {
            "name": "",
            "icon": "",
            "emblem": "",
            **targets_by_number.get(target.number, {}),
            "number": target.number,
            "steps": NO_WAY if target.steps is None else target.steps,
            "dice": NO_WAY if target.steps is None else target.dice,
        }
        for target in target_figures(file.dungeon, pack.map_rules)
    ]
    return {**values, "walks": walks}


def target_cards(pack: PrintPack, rules: MapRules) -> dict[str, Mapping[str, Any]]:
    """Return the fields of the cards of targets by key; empty if the game has no such deck."""
    deck = rules.targets.deck
    return pack.game.cards(deck) if deck in pack.manifest.decks else {}


def target_name(pack: PrintPack, rules: MapRules, cards: Mapping[str, Mapping[str, Any]], key: str) -> str:
    """Return the name of a target's card: from the words, else from the card, else its key."""
    card_name = cards.get(key, {}).get("name")
    if isinstance(card_name, Mapping):
        card_name = card_name.get(pack.language) or next(iter(card_name.values()), None)
    return str(pack.game.card_words(rules.targets.deck, key).get("name") or card_name or key.replace("_", " "))


def maps_deck(pack: PrintPack) -> str:
    """Return the name of the deck whose cards are the dungeons."""
    return next((deck for deck, entry in pack.manifest.decks.items() if entry.maps), "dungeons")


def _fallback_name(pack: PrintPack, file: DungeonFile) -> str:
    names = pack.words.entries("generated_names")
    if file.code and names:
        return str(names[read_code(file.code).seed % len(names)])
    return file.key.replace("_", " ").replace("-", " ").capitalize()


def _tale(pack: PrintPack, file: DungeonFile, place: str) -> str:
    """Return a short story about a dungeon at a place; "" if the dungeon was not generated from a code."""
    parts = [pack.words.entries(f"tales.{part}") for part in (place, "turns", "ends")]
    if not file.code or not all(parts):
        return ""
    chance = RandomStream(digest(32, file.code), "tale")
    return " ".join(chance.choice(part) for part in parts)


COUNTED = Node(None, NOWHERE)  # the origin of a computed value, which is in no file
OWN = {"letter": "letter", "chapter": "chapter", "story_number": "story", "code": "code", "made_with": "made_with"}


def blank_map_origins(pack: PrintPack, base: str | None) -> dict[str, Origin]:
    """Return where the values of a base map without a dungeon are written."""
    root = _base_map(pack, base)
    return {"map": _map_origin(pack, root.value["map"], root.get("rooms"))}


def dungeon_origins(pack: PrintPack, file: DungeonFile) -> dict[str, Origin]:
    """Return where the values of a dungeon are written, by name."""
    origins: dict[str, Origin] = {name: node for name, key in OWN.items() if (node := file.root.get(key))}
    words = pack.words.node.at(f"cards.{maps_deck(pack)}.{file.key}") if file.listed else None
    for name, key in (("name", "name"), ("story", "text")):
        text_node = file.root.get(key)
        node = pack.in_language(text_node) if text_node is not None else words.get(name) if words is not None else None
        if node is not None:
            origins[name] = node
    base = None if file.own_map else _base_map(pack, file.spec.base)
    map_node = file.root.value["map"]
    rooms = sorted(file.dungeon.targets.items())
    numbers = [Node(number, _number_at(file.text, room, file.dungeon.rows)) for number, room in rooms]
    nodes = _targets(pack, file)
    targets = [
        Node({**target.value, "number": number}, target.place) for target, number in zip(nodes, numbers, strict=False)
    ]
    walks = [
        Node(
            {**(targets[at].value if at < len(targets) else {}), "number": number, "steps": COUNTED, "dice": COUNTED},
            map_node.place,
        )
        for at, number in enumerate(numbers)
    ]
    return {
        **origins,
        "map": _map_origin(pack, map_node, (base or file.root).get("rooms")),
        "targets_named": Node(targets, NOWHERE),
        "walks": Node(walks, NOWHERE),
    }


def _targets(pack: PrintPack, file: DungeonFile) -> list[Node]:
    """Return for each target of a dungeon a node of its card, whose values have the places where they are written."""
    rules = pack.map_rules
    entries = file.root.get(rules.targets.deck)
    cards = {card.key: card for card in pack.game.deck(rules.targets.deck)} if entries is not None else {}
    targets = []
    for entry in entries.value if entries is not None else ():
        card = cards.get(str(entry.value))
        cells = pack.cells(rules.targets.deck, card) if card is not None else {}
        word = pack.words.node.at(f"{pack.game.words_of_card(rules.targets.deck, str(entry.value))}.name")
        name = word or (pack.in_language(cells["name"]) if "name" in cells else entry)
        signs = {key: cells[key] for key in ("icon", "emblem") if key in cells}
        targets.append(Node({**signs, "name": name, "card": Node(cells, entry.place)}, entry.place))
    return targets


def _base_map(pack: PrintPack, base: str | None) -> Node:
    """Return the parsed file of a base map; for None, the base map that the map rules name."""
    path = pack.catalogue.need(f"cards/{pack.game.id}/maps/{base or pack.map_rules.base}.yaml")
    return pack.catalogue.read(path)


def _map_origin(pack: PrintPack, map_node: Node, contents: Node | None) -> Node:
    """Return a map whose values have the places where they are written: `contents`, or numbers in the map's text."""
    text = map_text_of(map_node)
    columns, rows = (len(text.lines[0]) - 1) // 3, (len(text.lines) - 1) // 2
    rooms = Dungeon(columns, rows).by_bit
    cells = [_room_origin(pack, room.name, _number_at(text, room, rows), contents) for room in rooms]
    return Node({"cells": Node(cells, map_node.place), "column_names": COUNTED}, map_node.place)


def _number_at(text: MapSourceText, room: Room, rows: int) -> SourceLocation:
    """Return the place of the number of a room in the text of a map, also if the room has none."""
    line, column = 2 * (rows - room.row) + 1, 3 * room.column + 1
    blanks = len(text.lines[line][column:]) - len(text.lines[line][column:].lstrip())
    return text.place(line, column + min(blanks, 1))


def _room_origin(pack: PrintPack, name: str, number: SourceLocation, contents: Node | None) -> Node:
    content = contents.get(name) if contents is not None else None
    counted = {"floor": COUNTED, "row_number": COUNTED}
    if contents is None or content is None:
        return Node({"name": COUNTED, **counted, "target": Node(name, number)}, number)
    values = {"name": Node(name, contents.key_place(name)), **counted, "target": Node(name, number)}
    things = [str(entry.value).partition(" ")[0] for entry in (content.value if content.is_list else [content])]
    beaten = [pack.game.data_node("map").at(f"monsters.{kind}.beaten_by") for kind in things]
    symbol = next(filter(None, beaten), None)
    return Node({**values, "monster": Node({"symbol": symbol} if symbol else {}, content.place)}, content.place)


FLOORS = 4  # so many textures of the floor take turns
CROWDED = 8  # columns or rows above this leave no space for room names on a card
ENLARGED = 7  # columns or rows above this need larger words and digits on a sheet
NARROW = 6  # fewer columns leave no space for names beside each other
FEW_WRAPS = 2  # the legend has space for the ends of so many joined rows; of more it has only their numbers
DOOR = (0.3, 0.7)  # the part of a side that an entrance leaves open
ROMAN = {1: "I", 2: "II", 4: "IV", 5: "V", 6: "VI"}  # rows whose number is short enough for an open end


def map_view(dungeon: Dungeon, rules: MapRules, *, is_own_map: bool = False) -> dict[str, Any]:
    """Return the layout values of a map: columns, rows, cells with their contents, and edges.

    If the map is the dungeon's `is_own_map`, its walls have the kind "own_wall", since no base map shows them.
    """
    numbers = {room: number for number, room in dungeon.targets.items()}
    ends = Room(0, 1), Room(dungeon.columns - 1, 1)
    entered = set(entrances(dungeon, rules.entrances))
    wraps = ["–".join(end._replace(row=row).name for end in ends) for row in sorted(dungeon.wraps)]
    size, things = (dungeon.columns, dungeon.rows), dungeon.contents.get
    numerals = ROMAN if dungeon.wraps <= ROMAN.keys() and max(size) <= ENLARGED else {}
    row_numbers = {row: numerals.get(row, str(row)) for row in dungeon.wraps}
    return {
        "columns": dungeon.columns,
        "rows": dungeon.rows,
        "narrow": dungeon.columns < NARROW,
        "monsters": len(dungeon.things(rules.monsters)),
        "tokens": len(dungeon.things(rules.tokens)),
        "cells": [
            _cell(
                rules, room, things(room, ()), numbers.get(room), size, row_numbers.get(room.row, ""), room in entered
            )
            for room in dungeon.by_bit
        ],
        "edges": _edges(dungeon, rules.entrances, own=is_own_map),
        "wrap_names": wraps,
        "wrap_text": ", ".join(wraps) if len(wraps) <= FEW_WRAPS else _ranges(dungeon.wraps),
        "column_names": [column_name(column) for column in range(dungeon.columns)],
    }


def _ranges(rows: Iterable[int]) -> str:
    """Return row numbers as text, from the lowest; a run of them has only its ends.

    >>> _ranges({7, 2, 4, 5, 6})
    '2, 4–7'
    """
    runs = [[row for _, row in run] for _, run in groupby(enumerate(sorted(rows)), lambda entry: entry[1] - entry[0])]
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


@lru_cache(maxsize=2048)
def _cell(
    rules: MapRules,
    room: Room,
    things: tuple[Thing, ...],
    target: int | None,
    size: tuple[int, int],
    row_number: str,
    entrance: bool,
) -> dict[str, Any]:
    """Return the layout values of a room; cached, so that equal rooms of several dungeons are laid out once.

    `row_number` is what the open ends of its row show, "" for a row with closed ends.
    """
    columns, rows = size
    monsters = [
        {"kind": thing.kind, "level": thing.level, "symbol": rules.monsters[thing.kind].beaten_by}
        for thing in things
        if thing.kind in rules.monsters
    ]
    tokens = [{"kind": thing.kind, "letter": thing.letter} for thing in things if thing.kind in rules.tokens]
    treasures = [thing.kind for thing in things if thing.kind in rules.treasures]
    trap = any(thing.kind in rules.traps for thing in things)
    # more than there are places for: a monster or a token, one treasure, a trap
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
        "wrap_left": bool(row_number) and room.column == 0,
        "wrap_right": bool(row_number) and room.column == columns - 1,
        "empty": not things,
        "things": len(things),
        "floor": (room.column * 3 + room.row * 5 + room.column * room.row) % FLOORS + 1,
        "named": max(size) <= CROWDED,
        "enlarged": max(size) > ENLARGED,
        "monster": monsters[0] if monsters else None,
        "token": tokens[0] if tokens else None,
        "tokens": tokens,
        "row_number": row_number,
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
    """Return the parts of an outer side to draw, as (start, end) from 0 to 1: all, or what is left beside a door."""
    return ((0, DOOR[0]), (DOOR[1], 1)) if door else ((0, 1),)


def _level(kind: str, column: int, y: int, begin: float = 0, end: float = 1) -> dict[str, Any]:
    return {"kind": kind, "x1": column + begin, "y1": y, "x2": column + end, "y2": y}


def _upright(kind: str, x: int, top: int, begin: float = 0, end: float = 1) -> dict[str, Any]:
    return {"kind": kind, "x1": x, "y1": top + begin, "x2": x, "y2": top + end}
