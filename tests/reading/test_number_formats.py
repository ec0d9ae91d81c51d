"""Test that cells of a workbook read as people see them in the spreadsheet, or that a note reports a difference."""

import io
import zipfile
from datetime import date, datetime, time, timedelta

import openpyxl
import pytest

from generator.reading.foreign_tables import read_foreign
from generator.reading.number_formats import as_shown
from tests.products.test_deck_import import ods

DAY = datetime(2024, 3, 5)
SHOWN = [
    (0.25, "0%", "25%"), (0.1234, "0.00%", "12.34%"), (3.5, '"$"#,##0.00', "$3.50"), (3, "#,##0.00\\ [$€-407]", "3.00 €"),
    (1234567, "#,##0", "1,234,567"), (7, "000", "007"), (2, "0.00", "2.00"), (2.5, "0.##", "2.5"), (0, '0" of 5"', "0 of 5"),
    (1234567, '0.000,,"M"', "1.235M"), (12345.678, "0.00E+00", "1.23E+04"), (4, "General", "4"), (-3, "+0;-0;0", "-3"), (3, "+0;-0;0", "+3"),
    (-4, "#,##0;[Red](#,##0)", "(4)"), (-0.004, "0.0", "0.0"), (-1234.5, '_-"zł"* #,##0.00_-', "-zł1,234.50"), (5, ";;;", ""),
    (1.5, "# ?/?", "1 1/2"), (0.75, "# ?/?", "3/4"), (2, "# ?/?", "2"), (1.375, "# ?/8", "1 3/8"), (0.5, "?/?", "1/2"),
    (DAY, "dd.mm.yyyy", "05.03.2024"), (DAY, "d mmm yyyy", "5 Mar 2024"), (DAY, "dddd, d mmmm", "Tuesday, 5 March"), (date(2024, 3, 5), "m/d/yy", "3/5/24"),
    (datetime(2024, 3, 5, 7, 8, 9), "yyyy-mm-dd hh:mm:ss", "2024-03-05 07:08:09"), (time(13, 5), "h:mm AM/PM", "1:05 PM"),
    (timedelta(hours=25, minutes=3), "[h]:mm", "25:03"), (timedelta(minutes=3, seconds=5), "mm:ss", "03:05"), (True, "General", "TRUE"),
    ("abc", '"<"@">"', "<abc>"), ("abc", "General", "abc"), ("abc", ";;;", ""),
    (5, '[>3]"many";"few"', None), (DAY, "mm-dd-yy", None), (12345, "00-000", None), (0.5, "yyyy", None), (1e300, "0", None),
]  # fmt: skip


@pytest.mark.parametrize(("value", "code", "shown"), SHOWN)
def test_a_value_is_shown_as_its_format_says(value, code, shown):
    assert as_shown(value, code) == shown


def test_a_table_of_a_workbook_is_read_as_it_is_seen():
    book, sink = openpyxl.Workbook(), io.BytesIO()
    book.active.append(["Name", "Qty", "Value"])
    for at, (value, code, _) in enumerate(SHOWN, 2):
        book.active.append([f"card {at}", 1, value])
        book.active.cell(at, 2).number_format, book.active.cell(at, 3).number_format = "0.00", code
    book.save(sink)
    table = read_foreign(sink.getvalue(), "cards.xlsx")
    cells = {row.line: row.cells for row in table.rows}
    assert {row[1] for row in cells.values()} == {"1.00"}
    unread = [at for at, (*_, shown) in enumerate(SHOWN, 2) if shown is None]
    assert [note.place.line for note in table.notes if note.code == "D026"] == unread
    assert [cells[at][2] for at, (*_, shown) in enumerate(SHOWN, 2) if shown is not None] == [
        row[2] for row in SHOWN if row[2] is not None
    ]
    assert cells[unread[0]][2] == "5"


def test_a_table_of_open_document_is_read_as_it_is_seen():
    cells = {"1 234,50 zł": ("currency", 1234.5), "007": ("float", 7), "25%": ("percentage", 0.25)}
    cells |= {"PRAWDA": ("boolean", "true")}
    book = ods([["Name"], *([shown] for shown in cells)])
    with zipfile.ZipFile(io.BytesIO(book)) as old:
        content = old.read("content.xml").decode()
        for shown, (kind, value) in cells.items():
            name = "boolean-value" if kind == "boolean" else "value"
            content = content.replace(
                f'"string"><text:p>{shown}<', f'"{kind}" office:{name}="{value}"><text:p>{shown}<'
            )
        sink = io.BytesIO()
        with zipfile.ZipFile(sink, "w") as new:
            for part in old.namelist():
                new.writestr(part, content if part == "content.xml" else old.read(part))
    assert content.count('value="') == len(cells)
    assert [row.cells[0] for row in read_foreign(sink.getvalue(), "cards.ods").rows] == [*cells]
