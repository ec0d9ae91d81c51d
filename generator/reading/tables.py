"""Reads rows of a CSV or XLSX file as nodes like those of YAML: a header row, then one mapping per row.

A place in a table is its row and column, both from 1; a row that begins with # is a comment.
"""

import io
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from generator.diagnostics import (
    CappedDiagnosticList,
    Diagnostic,
    SourceLocation,
    for_column,
    format_count,
    refuse,
)
from generator.reading.headings import is_above_headings, tidy_heading
from generator.reading.workbooks import MAX_COLUMNS, MAX_ROWS, Row, workbook_rows
from generator.reading.yaml_nodes import Node, read_bytes, read_text, with_hyphen

MAX_STEPS = 6
REMARK = "#"
DELIMITERS = ",\t;|"


def read_table(path: Path, label: str) -> list[Node]:
    """Return a mapping for each row of a table with a header row: of a CSV file, or of the first sheet of an XLSX file.

    Cells of CSV that look like integers become numbers; formulas of XLSX give their saved results.
    """
    if path.suffix.lower() != ".csv":
        return _nodes(workbook_rows(read_bytes(path, label), label), label)
    text = read_text(path, label)
    return _nodes(rows_of_csv(text, label, delimiter_of(text)), label)


def rows_of_csv(text: str, label: str, delimiter: str, *, skips_blanks: bool = False) -> Iterator[Row]:
    """Yield (first line, cells) for each row; raises InvalidInput at a cell whose quote is not closed.

    With `skips_blanks`, a quote after spaces opens a cell.
    """
    import csv

    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=skips_blanks)
    begins = 1
    try:
        for row in reader:
            yield begins, row
            begins = reader.line_num + 1
    except csv.Error as fault:
        problem = "the quote that opens this cell is not closed, or its text contains another one"
        hint = 'close it in its row; a quote inside a text is written twice: ""'
        if "end of data" in str(fault) or "field limit" in str(fault):
            problem, hint = "the quote that opens this cell is not closed", "close it, or delete it"
        # the csv module reports only the line: go through the cells of its row to the first that no delimiter ends
        sign = re.escape(delimiter)
        ended = re.compile(rf'(?:"(?:[^"]|"")*"|[^"{sign}\r\n][^{sign}\r\n]*|){sign}')
        rest = "".join(islice(io.StringIO(text, newline=""), begins - 1, None))
        number, at = 1, 0
        while cell_end := ended.match(rest, at):
            number, at = number + 1, cell_end.end()
        raise refuse("D007", problem, SourceLocation(label, begins, number), hint) from None


def delimiter_of(text: str) -> str:
    """Return the delimiter that occurs most often, outside quotes, in the first row that is no comment.

    >>> delimiter_of("name;text, with a comma;cost"), delimiter_of('"a,b,c"\\tx'), delimiter_of("name")
    (';', '\\t', ',')
    """
    rows = (line for line in text.splitlines() if line.strip() and not line.startswith((REMARK, f'"{REMARK}')))
    outside = re.sub(r'"[^"]*"', "", next(rows, ""))
    return max(DELIMITERS, key=outside.count)


def _nodes(rows: Iterable[Row], label: str) -> list[Node]:
    header: list[str] = []
    headings: dict[str, SourceLocation] = {}
    faults = CappedDiagnosticList()
    nodes: list[Node] = []
    astray: dict[int, list[Diagnostic]] = {}
    filled = [
        (line, row)
        for line, row in rows
        if any(cell not in (None, "") for cell in row) and not str(row[0]).startswith(REMARK)
    ]
    first, second = ([str(cell or "") for cell in row] for _, row in (*filled, (0, []), (0, []))[:2])
    for line, row in filled[is_above_headings(first, second, []) :]:
        if not header:
            header = _header(row, line, label, faults)
            headings = {name: SourceLocation(label, line, column) for column, name in enumerate(header, 1) if name}
            continue
        if len(nodes) >= MAX_ROWS:
            raise refuse("D006", f"more than {MAX_ROWS:,} rows", SourceLocation(label, line), "split the table")
        nodes.append(_row(header, row, SourceLocation(label, line), headings))
        lost = [at for at, cell in enumerate(row) if cell not in (None, "") and (at >= len(header) or not header[at])]
        if lost:  # later cells of the row have the same cause
            hint = "put quotes around a text that contains the separator, or add a heading for the column"
            subject = f" and {format_count(len(lost) - 1, 'more cell')} have" if len(lost) > 1 else " has"
            message, place = f"{str(row[lost[0]])[:40]!r}{subject} no heading", SourceLocation(label, line, lost[0] + 1)
            astray.setdefault(lost[0], []).append(Diagnostic("D010", message, place, hint))
    for of_column in astray.values():
        faults.add(for_column(of_column))
    if not nodes:
        hint = "a header row, then a row for each card"
        faults.add(Diagnostic("D001", "the table has no rows", SourceLocation(label), hint))
    faults.raise_all()
    return nodes


def _header(row: list[Any], line: int, label: str, faults: CappedDiagnosticList) -> list[str]:
    header = ["" if cell is None else tidy_heading(str(cell)) for cell in row]
    if len(header) > MAX_COLUMNS:
        raise refuse("D006", f"more than {MAX_COLUMNS} columns", SourceLocation(label, line), "split the table")
    for column, name in enumerate(header, 1):
        place = SourceLocation(label, line, column)
        steps = name.split(".")
        if name and (not all(steps) or len(steps) > MAX_STEPS):
            hint = "a dot goes one step inwards, such as name.en or bands.1.at"
            faults.add(Diagnostic("D015", f"{name[:40]!r} is not a name of a column", place, hint))
        elif name and name in header[: column - 1]:
            faults.add(Diagnostic("D009", f"column {name!r} occurs twice", place, "delete one of the two"))
    for column, name in enumerate(header, 1):
        if any(heading.startswith(f"{name}.") for heading in header if name):
            message = f"column {name!r} cannot hold a value and columns such as '{name}. ...' too"
            faults.add(Diagnostic("D009", message, SourceLocation(label, line, column), "delete one of the two"))
    return header


def _row(header: list[str], row: list[Any], place: SourceLocation, headings: dict[str, SourceLocation]) -> Node:
    """Return a row as a mapping by column, without empty cells; `key_places` has the places of all headings."""
    filled = {name: cell for name, cell in zip(header, row, strict=False) if name and cell not in (None, "")}
    columns = {name: headings[name].column for name in filled}
    values = {name: Node(_cell(cell), place._replace(column=columns[name])) for name, cell in filled.items()}
    return Node(values, place, headings)


def _cell(cell: Any) -> Any:
    if isinstance(cell, str):
        text = cell.strip()
        number = with_hyphen(text)
        digits = number.removeprefix("-")
        if digits.isdecimal() and digits.isascii() and (digits == "0" or digits[0] != "0") and len(digits) < 16:
            return int(number)
        return {"true": True, "false": False}.get(text, text)
    if isinstance(cell, float) and cell.is_integer():
        return int(cell)
    return cell if isinstance(cell, (int, float, bool)) else str(cell)
