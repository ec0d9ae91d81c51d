"""What the values of a card were written as: its cells and its words."""

from collections.abc import Iterable

from generator.diagnostics import NOWHERE
from generator.layout.binding import Origin
from generator.products.print_pack import PrintPack
from generator.reading.decks import CardRecord
from generator.reading.headings import plain_name
from generator.reading.yaml_nodes import Node


def card_origins(pack: PrintPack, deck: str, record: CardRecord, worded: Iterable[str]) -> dict[str, Origin]:
    """Return what the values of a card were written as: its words for what is `worded`, else its cells."""
    cells = {name: pack.in_language(node) for name, node in cells_of(pack, deck, record).items()}
    plain_names = {plain_name(name): node for name, node in cells.items()}
    words = pack.words.node.at(pack.game.words_of_card(deck, record.key))
    told = {name: node for name in worded if words is not None and (node := words.get(name))}
    key = {"key": Node(record.key, record.key_place)} if record.key_place != NOWHERE else {}
    origins: dict[str, Origin] = {**plain_names, **pack.origins, **cells, **key, **told}
    if deck in pack.tile_sets and "picture" in cells:
        origins["tile"] = cells["picture"]
    return origins


def cells_of(pack: PrintPack, deck: str, record: CardRecord) -> dict[str, Node]:
    """Return the cells of a card by the names of its fields, and what game.yaml says of those that it leaves out."""
    written = record.node.value if record.node is not None and record.node.is_map else {}
    by_plain_name = {plain_name(name): node for name, node in written.items()}
    found = {name: written.get(name) or by_plain_name.get(plain_name(name)) for name in record.fields}
    declared = pack.game.manifest_node.at(f"{'pieces' if deck in pack.manifest.pieces else 'decks'}.{deck}.fields")
    for name, node in found.items():
        if node is None and declared is not None:
            found[name] = declared.at(f"{name}.default")
    return {name: node for name, node in found.items() if node is not None}
