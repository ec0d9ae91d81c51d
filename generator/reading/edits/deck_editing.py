"""The text of a deck, in YAML or CSV, is changed row by row, or not at all; what comes of it is read once more."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from generator.diagnostics import InvalidInput
from generator.reading.edits.csv_deck_editor import CsvDeckEditor
from generator.reading.edits.deck_rows import NotChanged
from generator.reading.edits.yaml_deck_editor import YamlDeckEditor
from generator.reading.headings import KEY, tidy_cell
from generator.reading.structure import is_name

DeckEditor = CsvDeckEditor | YamlDeckEditor
_HALF = re.compile("[\ud800-\udfff]")  # of a sign


def deck_of_text(text: str, shown: str) -> DeckEditor:
    """Read a text as what its file is, `.csv` or else YAML; raises InvalidInput with its faults."""
    return CsvDeckEditor(text, shown) if shown.endswith(".csv") else YamlDeckEditor(text, shown)


def changed_deck(text: str, shown: str, edits: Sequence[Any]) -> DeckEditor:
    """Return a text after some changes, one after the other, all or none of them.

    Each is a mapping: `do` (set, add, copy, remove), `row`, and `column` and `text`, or `key`. Raises InvalidInput
    where the text cannot be read, NotChanged where a change is not understood or not allowed.
    """
    deck = deck_of_text(text, shown)
    if not edits:
        return deck
    wanted = _Wanted([dict(row.cells) for row in deck.rows()])
    for index, edit in enumerate(edits):
        try:
            _change(deck, wanted, _read_edit(edit))
        except NotChanged as fault:
            raise NotChanged(fault.why, index) from None
    return _verified(deck, wanted.cards, shown)


class _Wanted:
    """What a text shall say: the cells of each card, and how many cards have each key."""

    def __init__(self, cards: list[dict[str, str]]) -> None:
        self.cards = cards
        self.keys = Counter(cells.get(KEY) for cells in cards)

    def set(self, at: int, column: str, text: str) -> None:
        cells = {**self.cards[at], column: text}
        self.remove(at)
        self.insert(at, {name: said for name, said in cells.items() if said})

    def insert(self, at: int, cells: dict[str, str]) -> None:
        self.cards.insert(at, cells)
        self.keys[cells.get(KEY)] += 1

    def remove(self, at: int) -> None:
        self.keys[self.cards.pop(at).get(KEY)] -= 1

    def new_key(self, key: str) -> str:
        """Return a key that no card has; raises NotChanged for another."""
        if not is_name(key):
            raise NotChanged("key")
        if self.keys[key]:
            raise NotChanged("twin")
        return key


class _Edit(NamedTuple):
    do: str
    row: int
    column: str
    text: str
    key: str


def _read_edit(edit: Any) -> _Edit:
    """Return a change as it was sent; raises NotChanged for what is none."""
    if not isinstance(edit, dict) or not isinstance(edit.get("row"), int):
        raise NotChanged("unclear")
    do, column, text, key = (edit.get(name, "") for name in ("do", "column", "text", "key"))
    if not all(isinstance(said, str) and not _HALF.search(said) for said in (do, column, text, key)):
        raise NotChanged("unclear")
    return _Edit(do, edit["row"], column, tidy_cell(text), key)


def _change(deck: DeckEditor, wanted: _Wanted, edit: _Edit) -> None:
    """Make one change, in the text and in what is wanted of it."""
    at = edit.row
    if not 0 <= at < len(wanted.cards) + (edit.do == "add"):
        raise NotChanged("unclear")
    match edit.do:
        case "set":
            if edit.column == KEY and edit.text != wanted.cards[at].get(KEY):
                wanted.new_key(edit.text)
            deck.set(at, edit.column, edit.text)
            wanted.set(at, edit.column, edit.text)
        case "add":
            deck.add(at, key := wanted.new_key(edit.key))
            wanted.insert(at, {deck.key_column(): key})
        case "copy":
            deck.copy(at, key := wanted.new_key(edit.key))
            wanted.insert(at + 1, {**wanted.cards[at], **({KEY: key} if deck.key_column() == KEY else {})})
        case "remove":
            deck.remove(at)
            wanted.remove(at)
        case _:
            raise NotChanged("unclear")


def _verified(deck: DeckEditor, wanted: list[dict[str, str]], shown: str) -> DeckEditor:
    """Return the text read anew; raises NotChanged unless it says what was wanted, and nothing else."""
    try:
        after = deck_of_text(deck.text(), shown)
    except InvalidInput:
        raise NotChanged("unclear") from None
    if [_squeezed(row.cells) for row in after.rows()] != [_squeezed(cells) for cells in wanted]:
        raise NotChanged("unclear")
    return after


def _squeezed(cells: dict[str, str]) -> dict[str, str]:
    """Return cells as far as they can be told apart: a list is read with one blank between its words."""
    return {name: " ".join(text.split()) for name, text in cells.items()}
