"""Reads rows of a CSV or XLSX file as nodes like those of YAML: a header row, then one mapping per row.

A place in a table is its row and column, both from 1; a row that begins with # is a comment. The unpacked size of a
file is checked before it is read.
"""

import io
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.diagnostics import (
    CappedDiagnosticList,
    Diagnostic,
    InvalidInput,
    SourceLocation,
    for_column,
    format_count,
    refuse,
)
from generator.reading.headings import is_above_headings, tidy_heading
from generator.reading.yaml_nodes import Node, read_bytes, read_text, with_hyphen

if TYPE_CHECKING:
    import zipfile

MAX_ROWS = 20_000
MAX_COLUMNS = 200
MAX_CELLS = 500_000
MAX_UNPACKED = 64_000_000
MAX_STEPS = 6
REMARK = "#"
DELIMITERS = ",\t;|"
_GAP_ROWS = 100_000
_ERRORS = frozenset({"#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#N/A", "#NULL!", "#NUM!"})

Row = tuple[int, list[Any]]


def read_csv(path: Path, shown: str) -> list[Node]:
    """Return a mapping for each row of a CSV file with a header row; cells that look like integers become numbers."""
    text = read_text(path, shown)
    return _nodes(rows_of_csv(text, shown, delimiter_of(text)), shown)


def rows_of_csv(text: str, shown: str, delimiter: str, *, skips_blanks: bool = False) -> Iterator[Row]:
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
        problem = "the quote that opens this cell is not closed, or another one stands inside its text"
        hint = 'close it in its row; a quote inside a text is written twice: ""'
        if "end of data" in str(fault) or "field limit" in str(fault):
            problem, hint = "the quote that opens this cell is not closed", "close it, or take it out"
        # the first cell that no delimiter ends, of the row that begins in a line
        import re

        sign = re.escape(delimiter)
        ended = re.compile(rf'(?:"(?:[^"]|"")*"|[^"{sign}\r\n][^{sign}\r\n]*|){sign}')
        rest = "".join(islice(io.StringIO(text, newline=""), begins - 1, None))
        number, at = 1, 0
        while found := ended.match(rest, at):
            number, at = number + 1, found.end()
        raise refuse("D007", problem, SourceLocation(shown, begins, number), hint) from None


def delimiter_of(text: str) -> str:
    """Return the delimiter that occurs most often, outside quotes, in the first row that is no comment.

    >>> delimiter_of("name;text, with a comma;cost"), delimiter_of('"a,b,c"\\tx'), delimiter_of("name")
    (';', '\\t', ',')
    """
    rows = (line for line in text.splitlines() if line.strip() and not line.startswith((REMARK, f'"{REMARK}')))
    outside = re.sub(r'"[^"]*"', "", next(rows, ""))
    return max(DELIMITERS, key=outside.count)


def read_xlsx(path: Path, shown: str) -> list[Node]:
    """Return a mapping for each row of the first sheet of an XLSX file; formulas give their saved results."""
    return _nodes(xlsx_rows(read_bytes(path, shown), shown), shown)


def xlsx_rows(content: bytes, shown: str, sheet: str = "", show: Callable[[Any], Any] | None = None) -> list[Row]:
    """Return the rows of a sheet of a workbook, by default the first; raises InvalidInput.

    The value of a cell is its saved value, or the result of `show` for the cell.
    """
    with damage_reported(shown):
        formulas, merged, last = _bounded(content, shown)
        values = _sheet_rows(content, shown, sheet, last, values=True, show=show)
        written = _sheet_rows(content, shown, sheet, last, values=False) if formulas else iter(())
        rows = list(_with_results(values, written, shown) if formulas else values)
        return _with_merged(rows, content, shown, sheet) if merged else rows


def _with_merged(rows: list[Row], content: bytes, shown: str, sheet: str) -> list[Row]:
    """Return rows in which each row of a merged cell has its value, if the row has other cells; raises InvalidInput."""
    from python_calamine import load_workbook

    book = load_workbook(io.BytesIO(content))
    found = book.get_sheet_by_name(sheet) if sheet else book.get_sheet_by_index(0)
    merged = found.merged_cell_ranges or ()
    if sum(last - first for (first, _), (last, _) in merged) > MAX_CELLS:
        raise refuse("D006", f"more than {MAX_CELLS:,} merged cells", SourceLocation(shown), "split the table")
    for (first, column), (last, _) in merged:
        for _, cells in rows[first + 1 : last + 1]:
            if column < len(cells) and any(cells):
                cells[column] = rows[first][1][column]
    return rows


def sheet_names(content: bytes, shown: str) -> list[str]:
    """Return the names of the sheets of a workbook; raises InvalidInput."""
    from python_calamine import SheetTypeEnum, load_workbook

    with damage_reported(shown):
        _bounded(content, shown)
        sheets = load_workbook(io.BytesIO(content)).sheets_metadata
        return [sheet.name for sheet in sheets if sheet.typ == SheetTypeEnum.WorkSheet]


@contextmanager
def damage_reported(shown: str) -> Iterator[None]:
    """Turn any exception in the block into InvalidInput, since damaged workbooks may raise anything."""
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of parts of a workbook that nobody reads
            yield
    except InvalidInput:
        raise
    except Exception as fault:
        problem = getattr(fault, "strerror", None) or str(fault) or type(fault).__name__
        hint = "open it and save it as XLSX once more, or save the sheet as CSV"
        raise refuse("D008", f"not a workbook: {problem[:100]}", SourceLocation(shown), hint) from None


def _bounded(content: bytes, shown: str) -> tuple[bool, bool, int]:
    """Raise InvalidInput if a workbook is too large when unpacked; return whether it has formulas and merged cells.

    Also returns its last row.
    """
    from zipfile import ZipFile

    # one that ends with / or at once has only a format, or a formula that gives an empty text
    empty = rb"(?:<(?:\w+:)?f\b[^>]*(?:/>|>[^<]*</(?:\w+:)?f>)<(?:\w+:)?v(?:/>|></(?:\w+:)?v>))?</"
    filled = re.compile(rb"<(?:\w+:)?(?:c|row)(?:\s[^>]*+)?(?<!/)>(?!" + empty + rb")")
    where = re.compile(rb'\br="([A-Z]*)([0-9]+)"')
    place = SourceLocation(shown)
    formulas, merged, cells, last = False, False, 0, 1
    with ZipFile(io.BytesIO(content)) as book:
        check_parts(book, shown)
        for name in book.namelist():
            if b"<!DOCTYPE" in book.open(name).read(1000):
                raise refuse("D008", "not a workbook: it defines entities", place, "save the sheet as CSV")
            if name.startswith("xl/worksheets/") and name.endswith(".xml"):
                sheet = book.read(name)
                formulas = formulas or b"<f" in sheet or b":f>" in sheet
                merged = merged or b"mergeCell " in sheet
                cells += sheet.count(b"<c ") + sheet.count(b":c ")
                if cells > MAX_CELLS:
                    hint = "split the table, or clear the formats of cells without a text"
                    raise refuse("D006", f"more than {MAX_CELLS:,} cells", place, hint)
                tags = filled.findall(sheet)
                if not all(map(where.search, tags)):  # rows need not be numbered
                    last = _GAP_ROWS
                for column, row in (found.groups() for tag in tags for found in where.finditer(tag)):
                    if len(column) > 3 or column_number(column.decode()) > MAX_COLUMNS:
                        raise refuse("D006", f"more than {MAX_COLUMNS} columns", place, "take out what lies far right")
                    if len(row) > 7 or int(row) > _GAP_ROWS:
                        raise refuse("D006", f"more than {_GAP_ROWS:,} rows", place, "take out what lies far below")
                    last = max(last, int(row))
    return formulas, merged, last


def check_parts(book: "zipfile.ZipFile", shown: str) -> None:
    """Raise InvalidInput if the parts of a workbook are too large, or compressed in an unusual way."""
    from zipfile import ZIP_DEFLATED, ZIP_STORED

    if sum(part.file_size for part in book.infolist()) > MAX_UNPACKED:
        message = f"the workbook unpacks to over {MAX_UNPACKED // 1_000_000} MB"
        raise refuse("D006", message, SourceLocation(shown), "split it")
    if any(part.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for part in book.infolist()):
        hint = "open it and save it once more, or save the sheet as CSV"
        raise refuse("D008", "not a workbook: it is packed as none is", SourceLocation(shown), hint)


def column_number(letters: str) -> int:
    """Return the number of a column, from 1 for A.

    >>> column_number("A"), column_number("AB")
    (1, 28)
    """
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number


def _sheet_rows(
    content: bytes, shown: str, name: str, last: int, *, values: bool, show: Callable[[Any], Any] | None = None
) -> Iterator[Row]:
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(content), read_only=True, data_only=values)
    try:
        if not book.worksheets:
            hint = "write the cards into its first sheet"
            raise refuse("D008", "the workbook has no sheet", SourceLocation(shown), hint)
        sheet = next((sheet for sheet in book.worksheets if sheet.title == name), book.worksheets[0])
        for line, row in enumerate(sheet.iter_rows(max_row=last, max_col=MAX_COLUMNS), 1):
            yield line, [_value(cell, show) for cell in row]
    finally:
        book.close()


def _value(cell: Any, show: Callable[[Any], Any] | None) -> Any:
    if cell.value is None:  # a formula may give a text that is empty, which is no lack of a result
        return "" if cell.data_type == "str" else None
    return show(cell) if show else cell.value


def _with_results(values: Iterable[Row], written: Iterable[Row], shown: str) -> Iterator[Row]:
    """Yield the rows of `values`; raises InvalidInput for formulas in `written` whose result was not saved."""
    faults = CappedDiagnosticList()
    for (line, row), (_, formulas) in zip(values, written, strict=True):
        for column, (value, formula) in enumerate(zip(row, formulas, strict=True), 1):
            if value is None and isinstance(formula, str) and formula.startswith("="):
                hint = "open the file in a spreadsheet and save it"
                faults.add(Diagnostic("D012", "a formula without a result", SourceLocation(shown, line, column), hint))
            elif value in _ERRORS:
                faults.add(Diagnostic("D012", f"a formula that gives {value}", SourceLocation(shown, line, column)))
        yield line, row
    faults.raise_all()


def _nodes(rows: Iterable[Row], shown: str) -> list[Node]:
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
            header = _header(row, line, shown, faults)
            headings = {name: SourceLocation(shown, line, column) for column, name in enumerate(header, 1) if name}
            continue
        if len(nodes) >= MAX_ROWS:
            raise refuse("D006", f"more than {MAX_ROWS:,} rows", SourceLocation(shown, line), "split the table")
        nodes.append(_row(header, row, SourceLocation(shown, line), headings))
        lost = [at for at, cell in enumerate(row) if cell not in (None, "") and (at >= len(header) or not header[at])]
        if lost:  # later cells of the row have the same cause
            place = SourceLocation(shown, line, lost[0] + 1)
            astray.setdefault(lost[0], []).append(_astray(row[lost[0]], len(lost) - 1, place))
    for of_column in astray.values():
        faults.add(for_column(of_column))
    if not nodes:
        hint = "a header row, then a row for each card"
        faults.add(Diagnostic("D011", "the table has no rows", SourceLocation(shown), hint))
    faults.raise_all()
    return nodes


def _astray(cell: Any, more: int, place: SourceLocation) -> Diagnostic:
    """Return the fault for a cell without a heading; `more` is the number of such cells after it in the row."""
    hint = "put quotes round a text that holds what divides the cells, or name the column in the first row"
    others = f" and {format_count(more, 'more cell')} stand" if more else " stands"
    return Diagnostic("D010", f"{str(cell)[:40]!r}{others} in no column", place, hint)


def _header(row: list[Any], line: int, shown: str, faults: CappedDiagnosticList) -> list[str]:
    header = ["" if cell is None else tidy_heading(str(cell)) for cell in row]
    if len(header) > MAX_COLUMNS:
        raise refuse("D006", f"more than {MAX_COLUMNS} columns", SourceLocation(shown, line), "split the table")
    for column, name in enumerate(header, 1):
        place = SourceLocation(shown, line, column)
        steps = name.split(".")
        if name and (not all(steps) or len(steps) > MAX_STEPS):
            hint = "a dot goes one step inwards, such as name.en or bands.1.at"
            faults.add(Diagnostic("D015", f"{name[:40]!r} is no name of a column", place, hint))
        elif name and name in header[: column - 1]:
            faults.add(Diagnostic("D009", f"column {name!r} stands twice", place, "keep one of the two"))
    for column, name in enumerate(header, 1):
        if any(other.startswith(f"{name}.") for other in header if name):
            message = f"column {name!r} cannot hold a value and columns such as '{name}. ...' too"
            faults.add(Diagnostic("D009", message, SourceLocation(shown, line, column), "keep one of the two"))
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
