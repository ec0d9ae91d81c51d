"""Rows of a CSV or XLSX file become the same nodes that YAML gives: a header row, then one mapping per row."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from generator.diagnostics import Diagnostic, InvalidInput, Place
from generator.reading.yaml_nodes import Node

MAX_ROWS = 20_000


def read_csv(path: Path, shown: str) -> list[Node]:
    """Return a mapping per row of a CSV file with a header row; cells that look like whole numbers are numbers."""
    import csv

    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise InvalidInput([Diagnostic("Y002", f"not UTF-8 text (byte {fault.start})", Place(shown))]) from None
    except OSError as fault:
        raise InvalidInput([Diagnostic("Y001", f"cannot read the file: {fault.strerror}", Place(shown))]) from None
    first = text.partition("\n")[0]
    delimiter = ";" if first.count(";") > first.count(",") else "\t" if "\t" in first else ","
    reader = csv.reader(text.splitlines(), delimiter=delimiter)
    try:
        return _nodes(((reader.line_num, row) for row in reader), shown)
    except csv.Error as fault:
        raise InvalidInput([Diagnostic("D007", f"not a table: {fault}", Place(shown, reader.line_num))]) from None


def read_xlsx(path: Path, shown: str) -> list[Node]:
    """Return a mapping per row of the first sheet of an XLSX file."""
    import zipfile

    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        book = load_workbook(path, read_only=True, data_only=True)
    except (OSError, InvalidFileException, zipfile.BadZipFile, KeyError, ValueError) as fault:
        raise InvalidInput([Diagnostic("D008", f"not a workbook: {str(fault)[:100]}", Place(shown))]) from None
    try:
        sheet = book.worksheets[0]
        return _nodes(enumerate((list(row) for row in sheet.iter_rows(values_only=True)), 1), shown)
    finally:
        book.close()


def _nodes(rows: Iterable[tuple[int, list[Any]]], shown: str) -> list[Node]:
    header: list[str] = []
    found: list[Node] = []
    for line, row in rows:
        if not any(cell not in (None, "") for cell in row):
            continue
        if not header:
            header = [str(cell or "").strip() for cell in row]
            continue
        if len(found) >= MAX_ROWS:
            raise InvalidInput(
                [Diagnostic("D006", f"more than {MAX_ROWS} rows", Place(shown, line), "split the table")]
            )
        place = Place(shown, line, 1)
        values = {
            key: Node(_cell(cell), Place(shown, line, index + 1))
            for index, (key, cell) in enumerate(zip(header, row, strict=False))
            if key and cell not in (None, "")
        }
        found.append(Node(values, place, dict.fromkeys(values, place)))
    return found


def _cell(cell: Any) -> Any:
    if isinstance(cell, str):
        text = cell.strip()
        digits = text.removeprefix("-")
        if digits.isdecimal() and (digits == "0" or digits[0] != "0") and len(digits) < 16:
            return int(text)
        return {"true": True, "false": False}.get(text, text)
    if isinstance(cell, float) and cell.is_integer():
        return int(cell)
    return cell if isinstance(cell, (int, float, bool)) else str(cell)
