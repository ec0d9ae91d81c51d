"""Find where the values shown on a card or a map are written: in cells, words, rooms, or the text of a map."""

from collections.abc import Iterable

from generator.diagnostics import NOWHERE, SourceLocation
from generator.layout.binding import Origin
from generator.maps.grid import Dungeon, Room
from generator.maps.loading import DungeonFile, map_text_of
from generator.maps.notation import MapSourceText
from generator.products.data_origins import COUNTED
from generator.products.dungeon_values import maps_deck
from generator.products.print_pack import PrintPack
from generator.reading.decks import CardRecord
from generator.reading.headings import plain_name
from generator.reading.yaml_nodes import Node

OWN = {"letter": "letter", "chapter": "chapter", "story_number": "story", "code": "code", "made_with": "made_with"}


def card_origins(pack: PrintPack, deck: str, record: CardRecord, worded: Iterable[str]) -> dict[str, Origin]:
    """Return where each value of a card is written: in the words file for names in `worded`, else in its cell."""
    cells = {name: pack.in_language(node) for name, node in cells_of(pack, deck, record).items()}
    plain_names = {plain_name(name): node for name, node in cells.items()}
    words = pack.words.node.at(pack.game.words_of_card(deck, record.key))
    translated = {name: node for name in worded if words is not None and (node := words.get(name))}
    key = {"key": Node(record.key, record.key_place)} if record.key_place != NOWHERE else {}
    origins: dict[str, Origin] = {**plain_names, **pack.origins, **cells, **key, **translated}
    if deck in pack.tile_sets and "picture" in cells:
        origins["tile"] = cells["picture"]
    return origins


def cells_of(pack: PrintPack, deck: str, record: CardRecord) -> dict[str, Node]:
    """Return the cells of a card by field name; for cells left out, the defaults declared in game.yaml."""
    nodes = record.node.value if record.node is not None and record.node.is_map else {}
    by_plain_name = {plain_name(name): node for name, node in nodes.items()}
    cells = {name: nodes.get(name) or by_plain_name.get(plain_name(name)) for name in record.fields}
    declared = pack.game.manifest_node.at(f"{'pieces' if deck in pack.manifest.pieces else 'decks'}.{deck}.fields")
    for name, node in cells.items():
        if node is None and declared is not None:
            cells[name] = declared.at(f"{name}.default")
    return {name: node for name, node in cells.items() if node is not None}


def blank_map_origins(pack: PrintPack, base: str | None) -> dict[str, Origin]:
    """Return where the values of a base map without a dungeon are written."""
    root = _base_map(pack, base)
    return {"map": _map(pack, root.value["map"], root.get("rooms"))}


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
    named = _targets(pack, file)
    targets = [
        Node({**target.value, "number": number}, target.place) for target, number in zip(named, numbers, strict=False)
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
        "map": _map(pack, map_node, (base or file.root).get("rooms")),
        "targets_named": Node(targets, NOWHERE),
        "walks": Node(walks, NOWHERE),
    }


def _targets(pack: PrintPack, file: DungeonFile) -> list[Node]:
    """Return for each target of a dungeon a node of its card, whose values have the places where they are written."""
    rules = pack.map_rules
    named = file.root.get(rules.targets.deck)
    cards = {card.key: card for card in pack.game.deck(rules.targets.deck)} if named is not None else {}
    targets = []
    for entry in named.value if named is not None else ():
        card = cards.get(str(entry.value))
        cells = cells_of(pack, rules.targets.deck, card) if card is not None else {}
        word = pack.words.node.at(f"{pack.game.words_of_card(rules.targets.deck, str(entry.value))}.name")
        name = word or (pack.in_language(cells["name"]) if "name" in cells else entry)
        signs = {key: cells[key] for key in ("icon", "emblem") if key in cells}
        targets.append(Node({**signs, "name": name, "card": Node(cells, entry.place)}, entry.place))
    return targets


def _base_map(pack: PrintPack, base: str | None) -> Node:
    """Return the parsed file of a base map; for None, the base map that the map rules name."""
    path = pack.catalogue.need(f"cards/{pack.game.id}/maps/{base or pack.map_rules.base}.yaml")
    return pack.catalogue.read(path)


def _map(pack: PrintPack, map_node: Node, contents: Node | None) -> Node:
    """Return a map whose values have the places where they are written: `contents`, or numbers in the map's text."""
    text = map_text_of(map_node)
    columns, rows = (len(text.lines[0]) - 1) // 3, (len(text.lines) - 1) // 2
    rooms = Dungeon(columns, rows).by_bit
    cells = [_room(pack, room.name, _number_at(text, room, rows), contents) for room in rooms]
    return Node({"cells": Node(cells, map_node.place), "column_names": COUNTED}, map_node.place)


def _number_at(text: MapSourceText, room: Room, rows: int) -> SourceLocation:
    """Return the place of the number of a room in the text of a map, also if the room has none."""
    line, column = 2 * (rows - room.row) + 1, 3 * room.column + 1
    blanks = len(text.lines[line][column:]) - len(text.lines[line][column:].lstrip())
    return text.place(line, column + min(blanks, 1))


def _room(pack: PrintPack, name: str, number: SourceLocation, contents: Node | None) -> Node:
    lies = contents.get(name) if contents is not None else None
    counted = {"floor": COUNTED, "row_number": COUNTED}
    if contents is None or lies is None:
        return Node({"name": COUNTED, **counted, "target": Node(name, number)}, number)
    values = {"name": Node(name, contents.key_place(name)), **counted, "target": Node(name, number)}
    things = [str(entry.value).partition(" ")[0] for entry in (lies.value if lies.is_list else [lies])]
    beaten = [pack.game.data_node("map").at(f"monsters.{kind}.beaten_by") for kind in things]
    symbol = next(filter(None, beaten), None)
    return Node({**values, "monster": Node({"symbol": symbol} if symbol else {}, lies.place)}, lies.place)
