"""A deck file (YAML, CSV or XLSX) becomes card records: key, fields, copies; shared by both wings."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.diagnostics import Diagnostic, InvalidInput, Place, did_you_mean
from generator.reading.catalogue import Catalogue
from generator.reading.structure import RawNode
from generator.reading.yaml_nodes import Node, plain


@dataclass(frozen=True, kw_only=True)
class DeckSpec:
    """A deck file: its name and its cards by key; each card holds the fields its layout asks for, and `copies`."""

    deck: str
    cards: dict[str, RawNode]


@dataclass(frozen=True, slots=True)
class CardRecord:
    """One card: its key, its fields as plain data, how many copies, and where it stands."""

    key: str
    fields: dict[str, Any]
    copies: int
    place: Place


def read_deck(catalogue: Catalogue, game: str, deck: str) -> list[CardRecord]:
    """Return the cards of a deck: built-in ones first, a user's own of the same key in their stead."""
    cards: dict[str, CardRecord] = {}
    for suffix in (".yaml", ".csv", ".xlsx"):
        for path in catalogue.find_all(f"cards/{game}/{deck}{suffix}"):
            for card in deck_records(catalogue, path):
                cards[card.key] = card
    if not cards:
        catalogue.need(f"cards/{game}/{deck}.yaml")
    return list(cards.values())


def deck_records(catalogue: Catalogue, path: Path) -> list[CardRecord]:
    """Return the cards of one file."""
    if path.suffix == ".yaml":
        return yaml_records(catalogue.read(path))
    shown = catalogue.shown(path)
    from generator.reading.tables import read_csv, read_xlsx

    rows = read_csv(path, shown) if path.suffix == ".csv" else read_xlsx(path, shown)
    return _checked([_row_record(node) for node in rows])


def yaml_records(root: Node) -> list[CardRecord]:
    """Return the cards under `cards:`; raises InvalidInput where there are none."""
    cards = root.get("cards")
    if cards is None or not cards.is_map:
        hint = did_you_mean("cards", root.value) if root.is_map else None
        raise InvalidInput([Diagnostic("D001", "a deck needs 'cards:' with a mapping of cards", root.place, hint)])
    found = []
    for key, node in cards.items():
        fields = plain(node) or {}
        if not isinstance(fields, dict):
            raise InvalidInput(
                [Diagnostic("D002", f"card {key!r} is no mapping", node.place, "write key: value pairs")]
            )
        found.append(_record(key, fields, node))
    return _checked(found)


def nested(fields: dict[str, Any]) -> dict[str, Any]:
    """Return flat fields with dotted names as mappings and lists, as a table writes them.

    >>> nested({"name.en": "Slime", "bands.1.at": 7, "bands.2.at": 9})
    {'name': {'en': 'Slime'}, 'bands': [{'at': 7}, {'at': 9}]}
    """
    found: dict[str, Any] = {}
    for key, value in fields.items():
        *outer, last = key.split(".")
        at = found
        for step in outer:
            inner = at.setdefault(step, {})
            if not isinstance(inner, dict):
                inner = at[step] = {}
            at = inner
        at[last] = value
    return {key: _listed(value) for key, value in found.items()}


def _listed(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    inner = {key: _listed(each) for key, each in value.items()}
    return list(inner.values()) if inner and all(key.isdecimal() for key in inner) else inner


def _row_record(node: Node) -> CardRecord:
    fields = nested(plain(node))
    return _record(str(fields.pop("key", "") or ""), fields, node)


def _record(key: str, fields: dict[str, Any], node: Node) -> CardRecord:
    copies = fields.pop("copies", 1)
    copies = 1 if copies is None else copies
    if not isinstance(copies, int) or isinstance(copies, bool) or not 0 <= copies <= 10_000:
        where = node.get("copies") or node
        message = f"copies of card {key!r} must be a whole number from 0 to 10000"
        raise InvalidInput([Diagnostic("D003", message, where.place)])
    return CardRecord(key, fields, copies, node.place)


def _checked(cards: list[CardRecord]) -> list[CardRecord]:
    faults, seen = [], set()
    for card in cards:
        if not card.key:
            faults.append(Diagnostic("D004", "a card has no key", card.place, "fill the column 'key'"))
        elif card.key in seen:
            faults.append(Diagnostic("D005", f"card {card.key!r} stands twice", card.place, "give each its own key"))
        seen.add(card.key)
    if faults:
        raise InvalidInput(faults)
    return cards
