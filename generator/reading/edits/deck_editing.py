"""Edits the text of a deck, YAML or CSV, row by row; the result is parsed again and must have the wanted cells."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from generator.diagnostics import InvalidInput, SourceLocation, refuse
from generator.reading.edits.yaml_deck_editor import CardLines, CardLinesEditor, NotChanged, YamlDeckEditor
from generator.reading.edits.yaml_edits import cut
from generator.reading.headings import KEY, tidy_cell, tidy_heading
from generator.reading.structure import is_name
from generator.reading.tables import REMARK, delimiter_of, rows_of_csv


class _Line(NamedTuple):
    """A row of CSV text: its cells as written, with quotes, and its line ending."""

    cells: tuple[str, ...]
    ending: str

    @property
    def texts(self) -> list[str]:
        return [_unquoted(cell) for cell in self.cells]

    @property
    def counts(self) -> bool:
        """Whether this is a row of the table, and no empty line or comment."""
        texts = self.texts
        return any(texts) and not texts[0].startswith(REMARK)


class CsvDeckEditor(CardLinesEditor):
    """Edits a CSV table; its heading row is the last line of the text above the cards."""

    def __init__(self, text: str, label: str) -> None:
        self.delimiter = delimiter_of(text)
        lines = _lines(text, self.delimiter)
        if [row or [""] for _, row in rows_of_csv(text, label, self.delimiter)] != [line.texts for line in lines]:
            message = "not a table: its quotes are not clear"  # the csv module parses other cells than _lines
            raise refuse("D007", message, SourceLocation(label), "put the whole cell in quotes")
        rows = [at for at, line in enumerate(lines) if line.counts]
        self.headings = [tidy_heading(name) for at in rows[:1] for name in lines[at].texts]
        written = [self.delimiter.join(line.cells) + line.ending for line in lines]
        parts = zip([0, *rows[1:]], rows or [len(lines)], [*rows[1:], len(lines)], strict=True)
        joined = (("".join(written[begin : at + 1]), "".join(written[at + 1 : end])) for begin, at, end in parts)
        super().__init__(text, map(CardLines._make, joined))

    def columns(self) -> list[str]:
        """Return the names of the columns, the key first; unnamed columns are left out."""
        return sorted(filter(None, self.headings), key=lambda name: name != KEY)

    def key_column(self) -> str:
        """Return the column of the key, or the first column if the cards have no key."""
        return next(iter(self.columns()), "")

    def key_and_cells(self, card: str, number: int) -> tuple[str, dict[str, str]]:
        """Return the key and the cells of the card in this line; the key of a card without a key is its number."""
        texts = zip(self.headings, self._line(card).texts, strict=False)
        cells = {name: tidy_cell(text) for name, text in texts if name and text.strip()}
        return cells.get(KEY, str(number)), cells

    def _line(self, card: str) -> _Line:
        return _lines(card, self.delimiter)[0]

    def set(self, at: int, column: str, text: str) -> None:
        """Set the cell of the card at an index; an unknown column is added at the end. Raises NotChanged."""
        if text and column not in self.headings:
            if not self.headings or tidy_heading(column) != column or not all(column.split(".")):
                raise NotChanged("column")
            head = self.stretches[0].card
            end = len(head.rstrip("\r\n"))
            new_head = cut(head, end, end, self.delimiter + self._written(column))
            self.stretches[0] = self.stretches[0]._replace(card=new_head)
            self.headings.append(column)
        if column not in self.headings:
            return
        index, line = self.headings.index(column), self._line(self.stretches[at + 1].card)
        cells = [*line.cells, *[""] * (index + 1 - len(line.cells))]
        if tidy_cell(_unquoted(cells[index])) == text:
            return
        cells[index] = self._written(text, quoted=cells[index].startswith('"'), first=index == 0)
        if not any(map(_unquoted, cells)):
            raise NotChanged("last")  # a row without any cell would not count
        self.stretches[at + 1] = self.stretches[at + 1]._replace(card=self.delimiter.join(cells) + line.ending)

    def add(self, at: int, key: str) -> None:
        """Insert a card before the card at an index; only its key is set, or its first cell in a table without keys."""
        naming = self.key_column()
        if not naming:
            raise NotChanged("column")
        self._insert_row(at, [key if name == naming else "" for name in self.headings])

    def copy(self, at: int, key: str) -> None:
        """Insert a copy of the card at an index after this card, with another key if the table has keys."""
        cells = list(self._line(self.stretches[at + 1].card).cells)
        if KEY in self.headings:
            index = self.headings.index(KEY)
            cells += [""] * (index + 1 - len(cells))
            cells[index] = key
        self._insert_row(at + 1, cells)

    def _insert_row(self, at: int, cells: Sequence[str]) -> None:
        """Insert a row at an index; it ends as the row before ends, without a line break at the end of the text."""
        above = self.stretches[at].card
        self._insert(at, self.delimiter.join(cells) + self.newline * (above != above.rstrip("\r\n")))

    def _written(self, text: str, *, quoted: bool = False, first: bool = False) -> str:
        """Return a cell as CSV text, in quotes if needed or if it was `quoted` before."""
        if first and text.startswith(REMARK):
            raise NotChanged("remark")
        needs_quotes = any(sign in text for sign in (self.delimiter, '"', "\n"))
        doubled = text.replace('"', '""')
        return f'"{doubled}"' if needs_quotes or (quoted and text) else text


def _unquoted(cell: str) -> str:
    return cell[1:-1].replace('""', '"') if cell.startswith('"') else cell


def _lines(text: str, delimiter: str) -> list[_Line]:
    """Split a text into rows and cells; an unclosed quote ends with the text."""
    cell = re.compile(rf'(?:"[^"]*(?:""[^"]*)*(?:"|\Z))?[^{re.escape(delimiter)}\r\n]*')
    lines: list[_Line] = []
    cells: list[str] = []
    at = 0
    while at < len(text) or cells:
        begin, at = at, cell.match(text, at).end()  # type: ignore[union-attr]
        cells.append(text[begin:at])
        if text.startswith(delimiter, at):
            at += len(delimiter)
            continue
        ending = "\r\n" if text.startswith("\r\n", at) else text[at : at + 1]
        lines.append(_Line(tuple(cells), ending))
        cells, at = [], at + len(ending)
    return lines


DeckEditor = CsvDeckEditor | YamlDeckEditor


def deck_of_text(text: str, label: str) -> DeckEditor:
    """Parse the text of a `.csv` or YAML file; raises InvalidInput with its faults."""
    return CsvDeckEditor(text, label) if label.endswith(".csv") else YamlDeckEditor(text, label)


def changed_deck(text: str, label: str, edits: Sequence[Any]) -> DeckEditor:
    """Return an editor with all edits applied in order; if one fails, none is.

    `label` is the name of the file in messages. An edit is a mapping with `do` and `row`; `do: set` has `column` and
    `text`, `do: add` and `copy` have `key`, `do: remove` nothing more. Raises InvalidInput if the text cannot be
    parsed, NotChanged if an edit is invalid or impossible.
    """
    deck = deck_of_text(text, label)
    if not edits:
        return deck
    expected = _ExpectedDeck([dict(row.cells) for row in deck.rows()])
    for index, edit in enumerate(edits):
        try:
            _change(deck, expected, edit)
        except NotChanged as fault:
            raise NotChanged(fault.reason, index) from None
    # Each edit is applied twice: to the text, and to plain cells. Parsing the new text must give these cells. So a
    # way of writing that the editor does not understand is refused, and never damages a file.
    try:
        changed = deck_of_text(deck.text(), label)
    except InvalidInput:
        raise NotChanged("unclear") from None
    if [_squeezed(row.cells) for row in changed.rows()] != [_squeezed(cells) for cells in expected.cards]:
        raise NotChanged("unclear")
    return changed


class _ExpectedDeck:
    """The expected result: the cells of each card, and the number of cards by key."""

    def __init__(self, cards: list[dict[str, str]]) -> None:
        self.cards = cards
        self.keys = Counter(cells.get(KEY) for cells in cards)

    def set(self, at: int, column: str, text: str) -> None:
        cells = {**self.cards[at], column: text}
        self.remove(at)
        self.insert(at, {name: value for name, value in cells.items() if value})

    def insert(self, at: int, cells: dict[str, str]) -> None:
        self.cards.insert(at, cells)
        self.keys[cells.get(KEY)] += 1

    def remove(self, at: int) -> None:
        self.keys[self.cards.pop(at).get(KEY)] -= 1

    def new_key(self, key: str) -> str:
        """Return a valid key that no card has; raises NotChanged for any other."""
        if not is_name(key):
            raise NotChanged("key")
        if self.keys[key]:
            raise NotChanged("twin")
        return key


def _change(deck: DeckEditor, expected: _ExpectedDeck, edit: Any) -> None:
    """Apply one edit of a request to the text and, independently, to the expected result; raises NotChanged."""
    entries = edit if isinstance(edit, dict) else {}
    at = entries.get("row")
    do, column, text, key = (entries.get(name, "") for name in ("do", "column", "text", "key"))
    if not isinstance(at, int) or not all(isinstance(value, str) for value in (do, column, text, key)):
        raise NotChanged("unclear")
    if not 0 <= at < len(expected.cards) + (do == "add"):
        raise NotChanged("unclear")
    match do:
        case "set":
            text = tidy_cell(text)
            if column == KEY and text != expected.cards[at].get(KEY):
                expected.new_key(text)
            deck.set(at, column, text)
            expected.set(at, column, text)
        case "add":
            deck.add(at, expected.new_key(key))
            expected.insert(at, {deck.key_column(): key})
        case "copy":
            deck.copy(at, expected.new_key(key))
            expected.insert(at + 1, {**expected.cards[at], **({KEY: key} if deck.key_column() == KEY else {})})
        case "remove":
            deck.remove(at)
            expected.remove(at)
        case _:
            raise NotChanged("unclear")


def _squeezed(cells: dict[str, str]) -> dict[str, str]:
    """Return cells with each run of spaces as one space, as the parser returns the entries of a list."""
    return {name: " ".join(text.split()) for name, text in cells.items()}
