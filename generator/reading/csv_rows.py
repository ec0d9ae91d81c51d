"""A deck in CSV as rows to change: cells are cut out of the text where they stand, and nothing else is touched."""

import csv
import io
from typing import NamedTuple

from generator.diagnostics import Place, refuse
from generator.reading.deck_text import DeckRow, NotChanged
from generator.reading.headings import KEY, tidy_heading
from generator.reading.tables import REMARK, delimiter_of


class _Line(NamedTuple):
    """A row as it stands in the text: its cells as they are written, quotes and all, and what ends it."""

    cells: tuple[str, ...]
    ending: str

    @property
    def said(self) -> list[str]:
        return [_unquoted(cell) for cell in self.cells]

    @property
    def counts(self) -> bool:
        """Tell whether this is a row of the table, and no remark."""
        said = self.said
        return any(said) and not said[0].startswith(REMARK)


class CsvRows:
    """The rows of a table with a heading for each column."""

    def __init__(self, text: str, shown: str) -> None:
        self.delimiter = delimiter_of(text)
        self.newline = "\r\n" if "\r\n" in text else "\n"
        self.lines = _lines(text, self.delimiter)
        self._compare(text, shown)

    def _compare(self, text: str, shown: str) -> None:
        """Refuse a text that the program reads otherwise than it is cut here."""
        try:
            read = list(csv.reader(io.StringIO(text, newline=""), delimiter=self.delimiter, strict=True))
        except csv.Error as fault:
            raise refuse("D007", f"not a table: {fault}", Place(shown), "close each quote that opens a cell") from None
        if [row or [""] for row in read] != [line.said for line in self.lines]:
            raise refuse("D007", "not a table: its quotes are not clear", Place(shown), "put the whole cell in quotes")

    @property
    def _header(self) -> int | None:
        return next((at for at, line in enumerate(self.lines) if line.counts), None)

    def _headings(self) -> list[str]:
        at = self._header
        return [] if at is None else [tidy_heading(name) for name in self.lines[at].said]

    def _places(self) -> list[int]:
        """Return the indices of the lines that are cards."""
        header = self._header
        return [at for at, line in enumerate(self.lines) if header is not None and at > header and line.counts]

    def columns(self) -> list[str]:
        """Return the named columns, the key first."""
        names = [name for name in self._headings() if name]
        return sorted(names, key=lambda name: name != KEY)

    def rows(self) -> list[DeckRow]:
        """Return the cards; one without a key is called by its number."""
        headings = self._headings()
        rows: list[DeckRow] = []
        cards, begins = set(self._places()), 1
        for at, line in enumerate(self.lines):
            length = sum(cell.count("\n") for cell in line.cells) + 1
            if at in cards:
                said = zip(headings, line.said, strict=False)
                cells = {name: _tidied(text) for name, text in said if name and text.strip()}
                key = cells.get(KEY, "") or str(len(rows) + 1)
                rows.append(DeckRow(key, cells, begins, begins + length - 1))
            begins += length
        return rows

    def set(self, at: int, column: str, text: str) -> None:
        """Write a cell anew; a column that is not there yet becomes the last one."""
        if text and column not in self._headings():
            self._add_column(column)
        if column not in self._headings():
            return
        place, index = self._places()[at], self._headings().index(column)
        line = self.lines[place]
        said = line.said[index] if index < len(line.cells) else ""
        if _tidied(said) == text:
            return
        cells = [*line.cells, *[""] * (index + 1 - len(line.cells))]
        cells[index] = self._written(text, quoted=cells[index].startswith('"'), first=index == 0)
        if not any(_unquoted(cell) for cell in cells):
            raise NotChanged("last")  # a row without a cell would be none
        self.lines[place] = line._replace(cells=tuple(cells))

    def _add_column(self, column: str) -> None:
        at = self._header
        if at is None or tidy_heading(column) != column or not all(column.split(".")):
            raise NotChanged("column")
        header = self.lines[at]
        self.lines[at] = header._replace(cells=(*header.cells, self._written(column)))

    def add(self, at: int, key: str) -> None:
        """Put a card before the one at an index: of its key alone, or where there are no keys of its first cell."""
        headings, places = self._headings(), self._places()
        first = next(iter(self.columns()), "")
        if not first:
            raise NotChanged("column")
        cells = tuple(key if name == first else "" for name in headings)
        header = self._header
        after = places[at - 1] if at else header if header is not None else 0
        self._insert(after + 1, _Line(cells, self.newline))

    def copy(self, at: int, key: str) -> None:
        """Put a copy behind a card."""
        headings, place = self._headings(), self._places()[at]
        cells = list(self.lines[place].cells)
        if KEY in headings:
            index = headings.index(KEY)
            cells += [""] * (index + 1 - len(cells))
            cells[index] = key
        self._insert(place + 1, _Line(tuple(cells), self.newline))

    def _insert(self, at: int, line: _Line) -> None:
        before = self.lines[at - 1]
        if not before.ending:
            self.lines[at - 1], line = before._replace(ending=self.newline), line._replace(ending="")
        self.lines.insert(at, line)

    def remove(self, at: int) -> None:
        """Take a row out."""
        del self.lines[self._places()[at]]

    def text(self) -> str:
        """Return the text as it is now."""
        return "".join(self.delimiter.join(line.cells) + line.ending for line in self.lines)

    def _written(self, text: str, *, quoted: bool = False, first: bool = False) -> str:
        """Return a cell as CSV writes it; one that was in quotes stays in quotes."""
        if first and text.startswith(REMARK):
            raise NotChanged("remark")
        needs_quotes = any(sign in text for sign in (self.delimiter, '"', "\n"))
        doubled = text.replace('"', '""')
        return f'"{doubled}"' if needs_quotes or (quoted and text) else text


def _unquoted(cell: str) -> str:
    return cell[1:-1].replace('""', '"') if cell.startswith('"') else cell


def _tidied(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def _lines(text: str, delimiter: str) -> list[_Line]:
    """Cut a text into rows and cells."""
    lines: list[_Line] = []
    cells: list[str] = []
    at = start = 0
    while at < len(text):
        if at == start and text[at] == '"':
            at = _after_quotes(text, at)
        elif text[at] == delimiter:
            cells.append(text[start:at])
            at = start = at + 1
        elif text[at] in "\r\n":
            ending = "\r\n" if text.startswith("\r\n", at) else text[at]
            lines.append(_Line((*cells, text[start:at]), ending))
            cells = []
            at = start = at + len(ending)
        else:
            at += 1
    if cells or start < len(text):
        lines.append(_Line((*cells, text[start:]), ""))
    return lines


def _after_quotes(text: str, at: int) -> int:
    """Return where a cell in quotes ends; the end of the text where they are not closed."""
    at += 1
    while at < len(text):
        if text[at] == '"':
            if not text.startswith('""', at):
                return at + 1
            at += 1
        at += 1
    return at
