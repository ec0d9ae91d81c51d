"""Reads the rows of a sheet of a workbook: XLSX with openpyxl, ODS from the XML of its content.

The unpacked size of a file, and how many cells it has, are checked before it is read. A place is a row and a column,
both from 1.
"""

import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from generator.diagnostics import CappedDiagnosticList, Diagnostic, InvalidInput, SourceLocation, refuse

MAX_ROWS = 20_000
MAX_COLUMNS = 200
MAX_CELLS = 500_000
MAX_UNPACKED = 64_000_000
_GAP_ROWS = 100_000
_MOST_AREA = 4 * MAX_CELLS  # including the empty cells before others
_ERRORS = frozenset({"#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#N/A", "#NULL!", "#NUM!"})
_ODS = b"application/vnd.oasis.opendocument.spreadsheet"
_TABLE, _TEXT, _OFFICE = map("{{urn:oasis:names:tc:opendocument:xmlns:{}:1.0}}".format, ("table", "text", "office"))
UNLOCK = "save it without a password, as XLSX or CSV"

Row = tuple[int, list[Any]]
MergedColumn = tuple[int, int, int]  # the column, first row and end of merged cells, counted from 0
Show = Callable[[Any], Any]


def workbook_rows(content: bytes, label: str, sheet: str = "", show: Show | None = None) -> list[Row]:
    """Return the rows of a sheet of a workbook, by default the first; raises InvalidInput.

    The value of a cell is its saved value, in ODS the text that is shown; of XLSX the result of `show` for the cell.
    """
    if _is_ods(content):
        sheets = _ods_sheets(content, label)
        return sheets[sheet if sheet in sheets else next(iter(sheets))] if sheets else []
    with _damage_reported(label):
        formulas, merged, last = _bounded(content, label)
        rows, areas = _read_sheet(content, label, sheet, last, show=show, merged=merged)
        if formulas:
            formula_rows, _ = _read_sheet(content, label, sheet, last, values=False, merged=merged)
            rows = list(_with_results(rows, formula_rows, label))
        for column, first, end in areas:  # each row of a merged cell has its value, if the row has other cells
            for _, cells in rows[first + 1 : end]:
                if column < len(cells) and any(cells):
                    cells[column] = rows[first][1][column]
        return rows


def sheet_names(content: bytes, label: str) -> list[str]:
    """Return the names of the sheets of a workbook; empty for other files. Raises InvalidInput for a damaged one."""
    if content[:2] != b"PK":
        return []
    if _is_ods(content):
        return list(_ods_sheets(content, label))
    from openpyxl import load_workbook

    with _damage_reported(label):
        _bounded(content, label)
        return [sheet.title for sheet in load_workbook(io.BytesIO(content), read_only=True).worksheets]


def _is_ods(content: bytes) -> bool:
    return _ODS in content[:200]


@contextmanager
def _damage_reported(label: str) -> Iterator[None]:
    """Turn any exception in the block into InvalidInput, since damaged workbooks may raise anything."""
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about parts of a workbook that are not used
            yield
    except InvalidInput:
        raise
    except Exception as fault:
        problem = getattr(fault, "strerror", None) or str(fault) or type(fault).__name__
        hint = "open it and save it as XLSX once more, or save the sheet as CSV"
        raise refuse("D007", f"not a workbook: {problem[:100]}", SourceLocation(label), hint) from None


def _bounded(content: bytes, label: str) -> tuple[bool, bool, int]:
    """Raise InvalidInput if a workbook is too large when unpacked; return whether it has formulas and merged cells.

    Also returns its last row.
    """
    from openpyxl.utils import column_index_from_string
    from openpyxl.worksheet.cell_range import CellRange

    # The XML is searched with patterns before openpyxl parses it, since a small file may unpack to millions of cells.
    # A cell that is closed at once has only a format, or a formula that gives an empty text.
    empty = rb"(?:<(?:\w+:)?f\b[^>]*(?:/>|>[^<]*</(?:\w+:)?f>)<(?:\w+:)?v(?:/>|></(?:\w+:)?v>))?</"
    filled_tag = re.compile(rb"<(?:\w+:)?(?:c|row)(?:\s[^>]*+)?(?<!/)>(?!" + empty + rb")")
    ranges = re.compile(rb"mergeCell\s[^>]*?\bref\s*=\s*[\"']([^\"']*)")
    where = re.compile(rb'\br="([A-Z]*)([0-9]+)"')
    place = SourceLocation(label)
    formulas, merged, cells, last = False, 0, 0, 1
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        _check_parts(book, label)
        for name in book.namelist():
            if b"<!DOCTYPE" in book.open(name).read(1000):
                raise refuse("D007", "not a workbook: it defines entities", place, "save the sheet as CSV")
            if name.startswith("xl/worksheets/") and name.endswith(".xml"):
                sheet = book.read(name)
                formulas = formulas or b"<f" in sheet or b":f>" in sheet
                for area in ranges.findall(sheet):
                    size = CellRange(area.decode()).size
                    merged += size["rows"] * size["columns"]
                cells += sheet.count(b"<c ") + sheet.count(b":c ")
                if cells > MAX_CELLS or merged > MAX_CELLS:
                    hint = "split the table, or clear the formats of cells without a text"
                    raise refuse("D006", f"more than {MAX_CELLS:,} cells", place, hint)
                tags = filled_tag.findall(sheet)
                if not all(map(where.search, tags)):  # rows need not be numbered
                    last = _GAP_ROWS
                for column, row in (match.groups() for tag in tags for match in where.finditer(tag)):
                    if len(column) > 3 or column_index_from_string(column.decode() or "A") > MAX_COLUMNS:
                        raise refuse("D006", f"more than {MAX_COLUMNS} columns", place, "delete cells far to the right")
                    if len(row) > 7 or int(row) > _GAP_ROWS:
                        raise refuse("D006", f"more than {_GAP_ROWS:,} rows", place, "delete cells far below")
                    last = max(last, int(row))
    return formulas, merged > 0, last


def _check_parts(book: zipfile.ZipFile, label: str) -> None:
    """Raise InvalidInput if the parts of a workbook are too large, or compressed in an unusual way."""
    if sum(part.file_size for part in book.infolist()) > MAX_UNPACKED:
        message = f"the workbook unpacks to over {MAX_UNPACKED // 1_000_000} MB"
        raise refuse("D006", message, SourceLocation(label), "split it")
    if any(part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for part in book.infolist()):
        hint = "open it and save it once more, or save the sheet as CSV"
        raise refuse("D007", "not a workbook: it is packed as none is", SourceLocation(label), hint)


def _read_sheet(
    content: bytes,
    label: str,
    name: str,
    last: int,
    *,
    values: bool = True,
    show: Show | None = None,
    merged: bool = False,
) -> tuple[list[Row], list[MergedColumn]]:
    """Return the rows of a sheet, and with `merged` its merged cells; a formula gives its result if `values`."""
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(content), read_only=not merged, data_only=values)
    try:
        if not book.worksheets:
            hint = "write the cards into its first sheet"
            raise refuse("D007", "the workbook has no sheet", SourceLocation(label), hint)
        sheet = next((sheet for sheet in book.worksheets if sheet.title == name), book.worksheets[0])
        rows = [[_value(cell, show) for cell in row] for row in sheet.iter_rows(max_row=last, max_col=MAX_COLUMNS)]
        areas = sheet.merged_cells.ranges if merged else ()
        return list(enumerate(rows, 1)), [(area.min_col - 1, area.min_row - 1, area.max_row) for area in areas]
    finally:
        book.close()


def _value(cell: Any, show: Show | None) -> Any:
    if cell.value is None:  # a formula may give a text that is empty, which is no lack of a result
        return "" if cell.data_type == "str" else None
    return show(cell) if show else cell.value


def _with_results(values: Iterable[Row], formula_rows: Iterable[Row], label: str) -> Iterator[Row]:
    """Yield the rows of `values`; raises InvalidInput for formulas in `formula_rows` whose result was not saved."""
    faults = CappedDiagnosticList()
    for (line, row), (_, formulas) in zip(values, formula_rows, strict=True):
        for column, (value, formula) in enumerate(zip(row, formulas, strict=True), 1):
            if value is None and isinstance(formula, str) and formula.startswith("="):
                hint = "open the file in a spreadsheet and save it"
                faults.add(Diagnostic("D012", "a formula without a result", SourceLocation(label, line, column), hint))
            elif value in _ERRORS:
                faults.add(Diagnostic("D012", f"a formula that gives {value}", SourceLocation(label, line, column)))
        yield line, row
    faults.raise_all()


def _ods_sheets(content: bytes, label: str) -> dict[str, list[Row]]:
    """Return the rows of all sheets of an ODS workbook; raises InvalidInput if it is damaged, locked or too large."""
    with _damage_reported(label), zipfile.ZipFile(io.BytesIO(content)) as book:
        _check_parts(book, label)
        if b"encryption-data" in book.read("META-INF/manifest.xml"):
            raise refuse("D007", "not a workbook: a password locks it", SourceLocation(label), UNLOCK)
        return _ods_rows(book.read("content.xml"), SourceLocation(label))


def _ods_rows(content: bytes, place: SourceLocation) -> dict[str, list[Row]]:
    """Return the rows of all sheets in the XML of ODS, without empty rows; cells have text as shown, else a value.

    Raises InvalidInput for XML that defines entities, or has too many cells, or cells too far out.
    """
    from xml.etree.ElementTree import iterparse

    if b"<!DOCTYPE" in content:
        raise refuse("D007", "not a workbook: it defines entities", place, "save the sheet as CSV")
    sheets: dict[str, list[Row]] = {}
    row = area = others = count = 0
    for event, element in iterparse(io.BytesIO(content), ("start", "end")):
        if event == "start" and element.tag == f"{_TABLE}table":
            rows = sheets.setdefault(element.get(f"{_TABLE}name", ""), [])
            others, row, area = others + area, 0, 0
        elif event == "end" and element.tag == f"{_TABLE}table-row":
            above, row = row, row + int(element.get(f"{_TABLE}number-rows-repeated", 1))
            cells, column = list[Any](), 0
            for cell in element:
                times = int(cell.get(f"{_TABLE}number-columns-repeated", 1))
                if any(name.startswith((_OFFICE, f"{_TABLE}formula")) for name in cell.attrib):
                    count, area = count + (row - above) * times, max(area, row * (column + times))
                    if count > MAX_CELLS or others + area > _MOST_AREA:
                        raise refuse("D006", f"more than {MAX_CELLS:,} cells", place, "split the table")
                if (value := "\n".join(_ods_paragraphs(cell)) or _ods_value(cell)) != "":
                    cells += [""] * (column - len(cells)) + [value] * times
                column += times
            rows += [(line, list(cells)) for line in range(above + 1, row + 1)] if cells else []
            element.clear()
    for rows in sheets.values():
        width = max((len(cells) for _, cells in rows), default=0)
        for _, cells in rows:
            cells += [""] * (width - len(cells))
    return sheets


def _ods_paragraphs(element: Any) -> Iterator[str]:
    """Yield the paragraphs in a cell, or in another element, except those of its comment."""
    for child in element:
        if child.tag in (f"{_TEXT}p", f"{_TEXT}h"):
            yield _ods_text(child)
        elif child.tag != f"{_OFFICE}annotation":
            yield from _ods_paragraphs(child)


def _ods_text(element: Any) -> str:
    """Return the text of a paragraph, in which elements stand for spaces, tabs and line breaks."""
    parts = [element.text or ""]
    for child in element:
        blanks = " " * min(int(child.get(f"{_TEXT}c", 1)), 1000)
        signs = {f"{_TEXT}s": blanks, f"{_TEXT}tab": " ", f"{_TEXT}line-break": "\n", f"{_OFFICE}annotation": ""}
        parts += [signs[child.tag] if child.tag in signs else _ods_text(child), child.tail or ""]
    return "".join(parts)


def _ods_value(cell: Any) -> Any:
    """Return the value of a cell that shows no text: a number, or another value as a text."""
    if (number := cell.get(f"{_OFFICE}value")) is not None:
        return float(number)
    names = ("string-value", "date-value", "time-value", "boolean-value")
    return next((value for name in names if (value := cell.get(f"{_OFFICE}{name}")) is not None), "")
