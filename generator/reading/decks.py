"""Reads a deck file (YAML, CSV or XLSX) into card records: key, fields, copies.

The key of a row without a key is its number. An empty cell of a table is "" in `CardRecord.fields`, and missing in
`CardRecord.node`.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from generator.diagnostics import (
    NOWHERE,
    CappedDiagnosticList,
    Diagnostic,
    InvalidInput,
    SourceLocation,
    first_at,
    for_column,
    nearest,
    refuse,
)
from generator.reading.game_catalogue import TABLES, GameCatalogue
from generator.reading.headings import COPIES, KEY
from generator.reading.spec_class import spec
from generator.reading.structure import RawNode, is_name, name_hint
from generator.reading.yaml_nodes import Node, kind_name, plain

FOREIGN = (".ods", ".tsv", ".json", ".xls")
MOST_CARDS = 20_000
MOST_COPIES = 10_000
LARGEST_KEPT = 500_000  # bytes of a table whose rows are cached; they take ten times as much memory


@spec
class DeckSpec:
    """A deck file: its name, and its cards by key; a card has the fields that its layout uses, and `copies`."""

    deck: str
    cards: dict[str, RawNode]


class CardRecord(NamedTuple):
    """A card: its key, its fields as plain data, the number of copies, and its place.

    `node` is the value in the file, `key_place` the place of the key.
    """

    key: str
    fields: dict[str, Any]
    copies: int
    place: SourceLocation
    node: Node | None = None
    key_place: SourceLocation = NOWHERE

    def place_of(self, path: str) -> SourceLocation:
        """Return the place of a value by its dotted path, as in bands.0.at, or of the cell or mapping that lacks it."""
        node, place = self.node, self.place
        for step in path.split("."):
            if node is None:
                return place
            child = node.child(step)
            if child is None:
                return place._replace(column=node.key_place(step).column)
            node, place = child, child.place
        return place


def read_deck(catalogue: GameCatalogue, game: str, deck: str) -> list[CardRecord]:
    """Return the cards of a deck: built-in cards, replaced by the user's cards of the same key; raises InvalidInput."""
    cards: dict[str, CardRecord] = {}
    for path in deck_files(catalogue, game, deck):
        cards |= {card.key: card for card in deck_records(catalogue, path, numbered_from=len(cards) + 1)}
    if not cards:
        for suffix in FOREIGN:  # kinds of files that can be imported, but are not read directly
            if foreign := catalogue.find(f"cards/{game}/{deck}{suffix}"):
                label = catalogue.display_path(foreign)
                hint = f"save it as CSV or XLSX, or make a deck of it: scrawl new deck NAME --from {label}"
                raise refuse("C001", f"a deck cannot be a {suffix[1:].upper()} file", SourceLocation(label), hint)
        catalogue.need(f"cards/{game}/{deck}.yaml")
    return list(cards.values())


def deck_files(catalogue: GameCatalogue, game: str, deck: str) -> list[Path]:
    """Return the files of a deck, built-in ones first."""
    files: list[Path] = []
    for suffix in (".yaml", *TABLES):
        paths = catalogue.find_all(f"cards/{game}/{deck}{suffix}")
        # a file system may find deck.CSV by deck.csv, too
        files += [path for path in paths if not any(path.samefile(file) for file in files)]
    return files


def deck_records(catalogue: GameCatalogue, path: Path, numbered_from: int = 1) -> list[CardRecord]:
    """Return the cards of one file, rows numbered from `numbered_from`; raises InvalidInput with all faults."""
    return _records(_keyed_rows(catalogue, path, numbered_from), in_columns=path.suffix != ".yaml")


def sound_cards(catalogue: GameCatalogue, game: str, deck: str) -> dict[str, CardRecord | tuple[Diagnostic, ...]]:
    """Return the cards of a deck by key, with the faults instead of a card that is invalid.

    Raises InvalidInput for a file that cannot be parsed at all.
    """
    cards: dict[str, CardRecord | tuple[Diagnostic, ...]] = {}
    for path in deck_files(catalogue, game, deck):
        firsts: dict[str, SourceLocation] = {}
        for row in _keyed_rows(catalogue, path, len(cards) + 1):
            key, place, node = row
            twin = _twin_fault(key, place, firsts.get(key))
            try:
                cards[key] = (twin,) if twin else _records([row], in_columns=path.suffix != ".yaml")[0]
            except InvalidInput as fault:
                cards[key] = fault.diagnostics
            firsts.setdefault(key, node.place)
    return cards


Keyed = tuple[str, SourceLocation, Node]


def _keyed_rows(catalogue: GameCatalogue, path: Path, numbered_from: int) -> list[Keyed]:
    """Return the rows of a file with their keys; raises InvalidInput if the file has no cards."""
    if path.suffix == ".yaml":
        root = catalogue.read(path)
        cards = root.get("cards")
        if cards is None or not cards.is_map:
            raise _no_cards(root, cards)
        return [(key, cards.key_place(key), node) for key, node in cards.items()]
    from generator.reading.tables import read_table

    label = catalogue.display_path(path)
    rows = catalogue.sources.keep(path, "rows", lambda file: read_table(file, label), largest=LARGEST_KEPT)
    if rows and not nest_row(rows[0]).is_map:
        hint = "name what each column holds, such as key, copies, name.en"
        raise refuse("D015", "all headings are numbers", rows[0].place, hint)
    keyed_rows: list[Keyed] = []
    for number, row in enumerate(map(nest_row, rows), numbered_from):
        fields = {name: child for name, child in row.items() if name != KEY}
        key = row.get(KEY) or Node(str(number), row.place)
        keyed_rows.append((str(plain(key)), key.place, Node(fields, row.place, row.key_places)))
    return keyed_rows


def _no_cards(root: Node, cards: Node | None) -> InvalidInput:
    """Return the fault of a deck file without a mapping of cards; its hint fits what the file has instead."""
    message, wrong = "a deck needs 'cards:' with a mapping of cards", cards or root
    table = f"{Path(root.place.path).stem}.csv"
    if wrong.is_list:
        names = [str(node.value) for entry in wrong.value for key in (KEY, "name") if (node := entry.get(key))]
        key = next((name for name in names if is_name(name)), "boots")
        message += ", not a list"
        hint: str | None = f"write the key of each card for its dash: '{key}: {{...}}'"
    elif isinstance(wrong.value, str):
        is_file = wrong.value.strip().endswith(TABLES)
        hint = f"a deck is found by its name: call that file {table}" if is_file else f"a table goes into {table}"
    elif cards is not None:
        hint = "write a card below it: 'boots: {...}'"
    else:
        similar_key = nearest("cards", list(root.value)) if root.is_map else None
        hint = f"write cards: for {similar_key}:" if similar_key else None
    return refuse("D001", message, wrong.place, hint)


@lru_cache(maxsize=64)
def _list_entries(names: tuple[str, ...]) -> dict[str, list[tuple[str, int]]]:
    """Return the lists that dotted column names are entries of, each with the number of the entry.

    >>> _list_entries(("key", "bands.2.at"))
    {'bands.2.at': [('bands', 2)]}
    """
    lists: dict[str, list[tuple[str, int]]] = {}
    for name in names:
        steps = name.split(".")
        for at, step in enumerate(steps):
            if step.isdecimal():
                lists.setdefault(name, []).append((".".join(steps[:at]), int(step)))
    return lists


def nest_row(row: Node) -> Node:
    """Return a row with dotted column names as nested mappings and lists: name.en, bands.1.at.

    An empty cell in a list becomes an empty text, so that later entries keep their numbers; empty cells at the end of
    a list are left out.

    >>> from generator.reading.yaml_nodes import parse_yaml
    >>> plain(nest_row(parse_yaml("{name.en: Slime, bands.1.at: 7, bands.2.at: 9}", "x")))
    {'name': {'en': 'Slime'}, 'bands': [{'at': 7}, {'at': 9}]}
    """
    tree: dict[str, Any] = {}
    headings = row.key_places or {}
    filled_columns = {name for name, node in row.items() if node.value is not None}
    # a list is as long as its last filled entry: first find the lengths, then build the tree up to these lengths
    entries, lengths = _list_entries(tuple(headings)), dict[str, int]()
    for name in filled_columns:
        lengths |= {part: max(at, lengths.get(part, 0)) for part, at in entries.get(name, ())}
    for name, heading in headings.items():
        if name not in filled_columns and not any(at <= lengths.get(part, 0) for part, at in entries.get(name, ())):
            continue
        *groups_above, last = name.split(".")
        node = row.get(name) or Node(None, row.place._replace(column=heading.column))
        branch = tree
        for step in groups_above:
            branch = branch.setdefault(step, {})
        branch[last] = node
    grown = _grown(tree, row.place)
    groups = {name.partition(".")[0]: place for name, place in reversed(headings.items())}
    group_places = {
        name: groups.get(name, place) for name, place in (grown.key_places or {}).items() if name in grown.value
    }
    return grown._replace(key_places={**group_places, **headings})


def _grown(tree: dict[str, Any], place: SourceLocation) -> Node:
    # from the leaves up: a branch whose keys are all numbers becomes a list, any other a mapping
    nodes: dict[str, Node] = {}
    for key, branch in tree.items():
        first = branch
        while isinstance(first, dict):
            first = next(iter(first.values()))
        nodes[key] = _grown(branch, first.place) if isinstance(branch, dict) else branch
    if nodes and all(key.isdecimal() for key in nodes):
        entries = [nodes[key] for key in sorted(nodes, key=int)]
        while entries and entries[-1].value is None:
            entries.pop()
        return Node([cell._replace(value="" if cell.value is None else cell.value) for cell in entries] or None, place)
    filled_nodes = {key: node for key, node in nodes.items() if node.value is not None}
    return Node(filled_nodes or None, place, {key: node.place for key, node in nodes.items()})


def _records(cards: list[Keyed], *, in_columns: bool = False) -> list[CardRecord]:
    faults = CappedDiagnosticList()
    misnamed: list[Diagnostic] = []
    records: dict[str, CardRecord] = {}
    printed = 0
    for key, place, node in cards:
        first = records[key].place if key in records else None
        name_fault, twin_fault = _key_fault(key, place), _twin_fault(key, place, first)
        record = _record(key, place, node, faults)
        if name_fault is not None:
            (misnamed.append if in_columns else faults.add)(name_fault)
        elif twin_fault is not None:
            faults.add(twin_fault)
        elif record is not None:
            records[key] = record
            printed += record.copies
        if printed > MOST_CARDS:
            message = f"more than {MOST_CARDS:,} cards with their copies"
            faults.add(Diagnostic("D014", message, place, "correct the copies, or split the deck"))
            break
    if misnamed:
        faults.add(for_column(misnamed))
    faults.raise_all()
    return list(records.values())


def _key_fault(key: str, place: SourceLocation) -> Diagnostic | None:
    if not key:
        return Diagnostic("D004", "a card has no key", place, "give it one: letters a to z, digits, - and _")
    if is_name(key):
        return None
    hint = f"{name_hint(key)}; its name may have any letters; without a column 'key' rows are numbered"
    return Diagnostic("D013", f"{key[:60]!r} cannot be the key of a card", place, hint)


def _twin_fault(key: str, place: SourceLocation, first: SourceLocation | None) -> Diagnostic | None:
    """Return the fault of a repeated key; None if `first`, the place of the earlier card, is None."""
    if first is None:
        return None
    return Diagnostic("D005", f"card {key!r} occurs twice", place, f"{first_at(first, place)}; give each its own key")


def _record(key: str, place: SourceLocation, node: Node, faults: CappedDiagnosticList) -> CardRecord | None:
    if node.value is not None and not node.is_map:
        message = f"card {key!r} is not a mapping but {kind_name(node)}"
        faults.add(Diagnostic("S002", message, node.place, "write key: value pairs"))
        return None
    fields = {name: child for name, child in (node.value or {}).items() if name != COPIES}
    card = Node(fields, node.place, node.key_places)
    count_node = node.get(COPIES)
    copies = 1 if count_node is None or count_node.value is None else count_node.value
    if not isinstance(copies, int) or isinstance(copies, bool) or not 0 <= copies <= MOST_COPIES:
        message = f"copies of card {key!r} must be a whole number from 0 to {MOST_COPIES}"
        faults.add(Diagnostic("D003", message, (count_node or node).place))
        return None
    columns = [name.split(".") for name in card.key_places or () if name not in (KEY, COPIES)]
    # empty cells are empty texts, except in columns of lists such as bands.1.at
    empty = {name: "" for name, *steps in columns if name not in fields and not (steps and steps[0].isdecimal())}
    return CardRecord(key, {**empty, **plain(card)}, copies, node.place, card, place)
