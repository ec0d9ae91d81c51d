"""Edits the text of a deck, YAML or CSV, row by row; the result is parsed again and must have the wanted cells."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from generator.diagnostics import InvalidInput, SourceLocation, refuse
from generator.reading.edits.yaml_deck_editor import DeckRow, NotChanged, YamlDeckEditor
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


class _RowLines(NamedTuple):
    """The text line of a row of the table, and the empty lines and comments between it and the next row."""

    line: _Line
    gap: list[_Line]

    @property
    def lines(self) -> list[_Line]:
        return [self.line, *self.gap]


class CsvDeckEditor:
    """Edits a CSV table with a heading row."""

    def __init__(self, text: str, label: str) -> None:
        self.delimiter = delimiter_of(text)
        self.newline = "\r\n" if "\r\n" in text else "\n"
        lines = _lines(text, self.delimiter)
        if [row or [""] for _, row in rows_of_csv(text, label, self.delimiter)] != [line.texts for line in lines]:
            message = "not a table: its quotes are not clear"  # the csv module parses other cells than _lines
            raise refuse("D007", message, SourceLocation(label), "put the whole cell in quotes")
        starts = [at for at, line in enumerate(lines) if line.counts]
        ends = [*starts[1:], len(lines)] if starts else []
        self.head = lines[: starts[0]] if starts else lines
        # the first stretch has the headings, each other one a card
        self.stretches = [_RowLines(lines[at], lines[at + 1 : end]) for at, end in zip(starts, ends, strict=True)]

    @property
    def _headings(self) -> list[str]:
        return [tidy_heading(name) for stretch in self.stretches[:1] for name in stretch.line.texts]

    def columns(self) -> list[str]:
        """Return the names of the columns, the key first; unnamed columns are left out."""
        names = [name for name in self._headings if name]
        return sorted(names, key=lambda name: name != KEY)

    def key_column(self) -> str:
        """Return the column of the key, or the first column if the cards have no key."""
        return next(iter(self.columns()), "")

    def rows(self) -> list[DeckRow]:
        """Return the cards in the order of the text; the key of a card without a key is its number."""
        headings = self._headings
        rows: list[DeckRow] = []
        begins = 1 + _height([*self.head, *(line for stretch in self.stretches[:1] for line in stretch.lines)])
        for stretch in self.stretches[1:]:
            texts = zip(headings, stretch.line.texts, strict=False)
            cells = {name: tidy_cell(text) for name, text in texts if name and text.strip()}
            key = cells.get(KEY, "") or str(len(rows) + 1)
            rows.append(DeckRow(key, cells, begins, begins + _height([stretch.line]) - 1))
            begins += _height(stretch.lines)
        return rows

    def set(self, at: int, column: str, text: str) -> None:
        """Set the cell of the card at an index; an unknown column is added at the end. Raises NotChanged."""
        if text and column not in self._headings:
            if not self.stretches or tidy_heading(column) != column or not all(column.split(".")):
                raise NotChanged("column")
            header = self.stretches[0].line
            self._write(0, header._replace(cells=(*header.cells, self._written(column))))
        if column not in self._headings:
            return
        index, line = self._headings.index(column), self.stretches[at + 1].line
        old_text = line.texts[index] if index < len(line.cells) else ""
        if tidy_cell(old_text) == text:
            return
        cells = [*line.cells, *[""] * (index + 1 - len(line.cells))]
        cells[index] = self._written(text, quoted=cells[index].startswith('"'), first=index == 0)
        if not any(_unquoted(cell) for cell in cells):
            raise NotChanged("last")  # a row without any cell would not count
        self._write(at + 1, line._replace(cells=tuple(cells)))

    def _write(self, at: int, line: _Line) -> None:
        self.stretches[at] = self.stretches[at]._replace(line=line)

    def add(self, at: int, key: str) -> None:
        """Insert a card before the card at an index; only its key is set, or its first cell in a table without keys."""
        naming = self.key_column()
        if not naming:
            raise NotChanged("column")
        self._insert(at + 1, tuple(key if name == naming else "" for name in self._headings))

    def copy(self, at: int, key: str) -> None:
        """Insert a copy of the card at an index after this card, with another key if the table has keys."""
        cells = list(self.stretches[at + 1].line.cells)
        if KEY in self._headings:
            index = self._headings.index(KEY)
            cells += [""] * (index + 1 - len(cells))
            cells[index] = key
        self._insert(at + 2, tuple(cells))

    def _insert(self, at: int, cells: tuple[str, ...]) -> None:
        """Insert a row at an index, directly after the row before, ahead of comments that follow there."""
        previous, gap = self.stretches[at - 1]
        self.stretches[at - 1] = _RowLines(previous._replace(ending=previous.ending or self.newline), [])
        self.stretches.insert(at, _RowLines(_Line(cells, self.newline if previous.ending else ""), gap))

    def remove(self, at: int) -> None:
        """Remove the row of the card at an index."""
        gone = self.stretches.pop(at + 1)
        self.stretches[at].gap.extend(gone.gap)

    def text(self) -> str:
        """Return the present text."""
        lines = [*self.head, *(line for stretch in self.stretches for line in stretch.lines)]
        return "".join(self.delimiter.join(line.cells) + line.ending for line in lines)

    def _written(self, text: str, *, quoted: bool = False, first: bool = False) -> str:
        """Return a cell as CSV text, in quotes if needed or if it was `quoted` before."""
        if first and text.startswith(REMARK):
            raise NotChanged("remark")
        needs_quotes = any(sign in text for sign in (self.delimiter, '"', "\n"))
        doubled = text.replace('"', '""')
        return f'"{doubled}"' if needs_quotes or (quoted and text) else text


def _unquoted(cell: str) -> str:
    return cell[1:-1].replace('""', '"') if cell.startswith('"') else cell


def _height(lines: list[_Line]) -> int:
    """Return the number of text lines of these rows in the file, since a cell may contain line breaks."""
    return sum(cell.count("\n") for line in lines for cell in line.cells) + len(lines)


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
