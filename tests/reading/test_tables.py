"""Test decks in CSV and XLSX: which cells they give, faults with row and column, and limits."""

import contextlib
import io
import random
import time
import zipfile

import openpyxl
import pytest

from generator.diagnostics import InvalidInput
from generator.reading.decks import deck_records, read_deck
from generator.reading.foreign_tables import TableOptions, read_foreign
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT, often
from tests.products.test_deck_import import ods
from tests.tables import table, tables

HOSTILE = ROOT / "tests" / "data" / "hostile"


def cards_of(tmp_path, content, suffix=".csv"):
    path = tmp_path / f"things{suffix}"
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return deck_records(GameCatalogue((tmp_path,)), path)


def fields_of(tmp_path, content, suffix=".csv"):
    return {card.key: card.fields for card in cards_of(tmp_path, content, suffix)}


def faults_of(tmp_path, content, suffix=".csv"):
    with pytest.raises(InvalidInput) as caught:
        cards_of(tmp_path, content, suffix)
    return [(each.code, each.place.line, each.place.column) for each in caught.value.diagnostics]


@table("text, fields")
def test_a_table_is_read_as_it_is_written(tmp_path, text, fields):
    assert fields_of(tmp_path, text) == {"one": fields}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *tables(__file__)["wrong"],
        ("key," + "a." * 900 + "a\none,x\n", [("D015", 1, 2)]),
        ("key,name\n" + "k" * 300 + ",x\n", [("D013", 2, 1)]),
        ("key,name\none,Ł\n".encode("cp1250"), [("Y002", 2, 1)]),
        ("key,name\none,x\n".encode("utf-16"), [("Y002", 1, 1)]),
        ("key," + ",".join(f"c{i}" for i in range(300)) + "\none,1\n", [("D006", 1, 1)]),
    ],
)
def test_what_is_wrong_with_a_table_is_reported_with_its_row_and_column(tmp_path, text, expected):
    assert faults_of(tmp_path, text) == [tuple(each) for each in expected]


@table("text, columns, rows, notes")
def test_a_table_of_others_is_read_with_what_is_assumed_of_it(text, columns, rows, notes):
    try:
        foreign = read_foreign(text.encode(), "x")
    except InvalidInput as error:
        messages = [f"{fault.code} {fault.message} ({fault.hint})" for fault in error.diagnostics]
        places = [f"{fault.place.line}:{fault.place.column}" for fault in error.diagnostics]
        assert ([], [], [" ".join(pair) for pair in zip(places, messages, strict=True)]) == (columns, rows, notes)
        return
    assert [f"{column.number} {column.heading}" for column in foreign.columns] == columns
    assert [[row.line, *row.cells] for row in foreign.rows] == rows
    assert [f"{note.place.line}:{note.place.column} {note.message}" for note in foreign.notes] == notes


@table("text, cards")
def test_rows_without_a_key_are_numbered_and_an_empty_cell_is_an_empty_text(tmp_path, text, cards):
    assert fields_of(tmp_path, text) == cards


def test_a_card_in_yaml_needs_a_key(tmp_path):
    assert faults_of(tmp_path, "cards:\n  '': {name: Fox}\n", ".yaml") == [("D004", 2, 3)]


def test_rows_beside_their_columns_are_reported_once(tmp_path):
    text = "name,\n" + "Fox,a,b\n" * 7
    assert faults_of(tmp_path, text) == [("D010", 2, 2)]
    with pytest.raises(InvalidInput, match=r"'a' and 1 more cell have no heading \(and 6 more rows\)"):
        cards_of(tmp_path, text)


def test_numbered_rows_of_two_files_do_not_displace_each_other(tmp_path):
    (tmp_path / "cards" / "mini").mkdir(parents=True)
    (tmp_path / "cards" / "mini" / "things.csv").write_text("name\nFox\nHare\n")
    (tmp_path / "cards" / "mini" / "things.xlsx").write_bytes(workbook([["name"], ["Owl"]]))
    assert [(card.key, card.fields["name"]) for card in read_deck(GameCatalogue((tmp_path,)), "mini", "things")] == [
        ("1", "Fox"),
        ("2", "Hare"),
        ("3", "Owl"),
    ]


def test_all_copies_together_are_bounded(tmp_path):
    rows = "".join(f"k{i},10000\n" for i in range(2_000))
    assert faults_of(tmp_path, "key,copies\n" + rows) == [("D014", 4, 1)]


def test_rows_are_bounded_and_so_are_the_faults_that_are_reported(tmp_path):
    assert faults_of(tmp_path, "key,name\n" + "".join(f"k{i},x\n" for i in range(20_001))) == [("D006", 20_002, 1)]
    faults = faults_of(tmp_path, "key,name\n" + "a,x\n" * 5_000)
    assert (len(faults), faults[-1]) == (101, ("D005", 103, 1))


def workbook(rows, formulas=()):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for cell, formula in formulas:
        book.active[cell] = formula
    sink = io.BytesIO()
    book.save(sink)
    return sink.getvalue()


def test_a_workbook_reads_as_the_same_table_would(tmp_path):
    rows = [
        ["key", "name.en", "copies", "bands.1.at"],
        ["one", "Slime", 2, 7.0],
        [None, None, None, None],
        ["two", "Slug", None, 1.5],
    ]
    cards = cards_of(tmp_path, workbook(rows), ".xlsx")
    assert [(card.key, card.copies, card.fields, card.place.line) for card in cards] == [
        ("one", 2, {"name": {"en": "Slime"}, "bands": [{"at": 7}]}, 2),
        ("two", 1, {"name": {"en": "Slug"}, "bands": [{"at": 1.5}]}, 4),
    ]


def test_a_formula_without_a_saved_result_is_reported_at_its_cell(tmp_path):
    book = workbook([["key", "level"], ["one", 1]], [("B2", "=1+1")])
    assert faults_of(tmp_path, book, ".xlsx") == [("D012", 2, 2)]


def test_a_formula_that_gives_an_empty_text_has_a_result(tmp_path):
    book = workbook([["key", "name"], ["one", "Slime"]], [("B3", '=B2&""')])
    part = "xl/worksheets/sheet1.xml"
    with zipfile.ZipFile(io.BytesIO(book)) as old:
        sheet = old.read(part).replace(
            b'<c r="B3"><f>', b'<c r="A3" t="inlineStr"><is><t>two</t></is></c><c r="B3" t="str"><f>'
        )
    new_book = packed_as(book, zipfile.ZIP_STORED, {part: sheet})
    assert [card.fields.get("name", "") for card in cards_of(tmp_path, new_book, ".xlsx")] == ["Slime", ""]


@pytest.mark.parametrize(("value", "faults"), [("<v/>", []), ("<v></v>", []), ("<v>7</v>", ["D006"])])
def test_a_formula_far_right_counts_only_if_its_result_is_not_empty(tmp_path, value, faults):
    book, part = workbook([["key", "name"], ["one", "Slime"]]), "xl/worksheets/sheet1.xml"
    with zipfile.ZipFile(io.BytesIO(book)) as old:
        cell = f'<c r="GT1" t="str"><f>IF(A1="",1,"")</f>{value}</c></row>'.encode()
        new_book = packed_as(book, zipfile.ZIP_STORED, {part: old.read(part).replace(b"</row>", cell, 1)})
    try:
        cards_of(tmp_path, new_book, ".xlsx")
        codes = []
    except InvalidInput as error:
        codes = [fault.code for fault in error.diagnostics]
    assert codes == faults


def test_merged_cells_give_their_value_to_each_row(tmp_path):
    book = openpyxl.Workbook()
    for row in (
        ["key", "suit", "name"],
        ["a", "red", "Fox"],
        ["b", None, "Owl"],
        [None, None, None],
        ["c", None, "Elk"],
    ):
        book.active.append(row)
    book.active.merge_cells("B2:B5")
    sink = io.BytesIO()
    book.save(sink)
    book.active["H9"] = "=1"  # a cell far from the others, whose formula has no result
    with_formula = io.BytesIO()
    book.save(with_formula)
    assert faults_of(tmp_path, with_formula.getvalue(), ".xlsx") == [("D012", 9, 8)]
    cards = fields_of(tmp_path, sink.getvalue(), ".xlsx")
    assert {key: fields["suit"] for key, fields in cards.items()} == {"a": "red", "b": "red", "c": "red"}
    foreign = read_foreign(sink.getvalue(), "x")
    assert [row.cells[1] for row in foreign.rows] == ["red"] * 3


@table("rows, names")
def test_a_title_above_the_headings_of_a_deck_is_no_heading(tmp_path, rows, names):
    assert [fields["name"] for fields in fields_of(tmp_path, workbook(rows), ".xlsx").values()] == names


def test_a_suffix_in_capitals_and_a_language_in_capitals_are_found(tmp_path):
    folder = tmp_path / "cards" / "mini"
    folder.mkdir(parents=True)
    (folder / "things.CSV").write_text("Key,Name.EN,Name.Pl\na,Fox,Lis\n")
    (card,) = read_deck(GameCatalogue((tmp_path,)), "mini", "things")
    assert (card.key, card.fields) == ("a", {"Name": {"en": "Fox", "pl": "Lis"}})
    with pytest.raises(InvalidInput) as caught:
        read_deck(GameCatalogue((tmp_path,)), "mini", "thing")
    assert "things.CSV" in caught.value.diagnostics[0].hint


def test_an_error_of_the_spreadsheet_is_reported_at_its_cell(tmp_path):
    book = workbook([["key", "level"], ["one", "#REF!"]], [("C2", "=1")])
    assert ("D012", 2, 2) in faults_of(tmp_path, book, ".xlsx")


@table("name, code")
def test_a_hostile_workbook_is_reported_at_once(name, code, scrawl):
    before = time.process_time()
    result = scrawl("check", HOSTILE / f"{name}.xlsx")
    assert result.returncode == 1
    assert f"error {code} " in result.stderr
    assert "Traceback" not in result.stderr
    assert time.process_time() - before < 5


def test_a_workbook_that_unpacks_to_a_mountain_is_refused_before_it_is_unpacked(tmp_path):
    sink = io.BytesIO(workbook([["key"], ["one"]]))
    with zipfile.ZipFile(sink, "a", zipfile.ZIP_DEFLATED) as book:
        book.writestr("xl/worksheets/sheet9.xml", b"<c/>" * 20_000_000)
    assert len(sink.getvalue()) < 300_000
    before = time.process_time()
    assert faults_of(tmp_path, sink.getvalue(), ".xlsx") == [("D006", 1, 1)]
    assert time.process_time() - before < 2


def packed_as(content, kind, more=()):
    """Return a workbook with another compression, and with some of its parts replaced."""
    sink = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(sink, "w") as new:
        for part in old.infolist():
            how = zipfile.ZIP_STORED if part.filename == "mimetype" else kind
            new.writestr(part.filename, dict(more).get(part.filename, old.read(part)), how)
    return sink.getvalue()


def spoilt(whole, chance):
    """Return a workbook with a few bytes changed, lost or doubled, in the file or in one of its parts."""
    if chance.random() < 0.5:
        with zipfile.ZipFile(io.BytesIO(whole)) as book:
            name = chance.choice([name for name in book.namelist() if book.getinfo(name).file_size])
            part = book.read(name)
        return packed_as(whole, zipfile.ZIP_STORED, {name: changed(part, chance)})
    return changed(whole, chance)


def changed(content, chance):
    damaged = bytearray(content)
    for _ in range(chance.randrange(1, 6)):
        damaged[chance.randrange(len(damaged))] = chance.randrange(256)
    at = chance.randrange(len(damaged))
    lost = chance.choice([slice(0, 0), slice(at, None), slice(at, at + chance.randrange(60))])
    damaged[lost] = damaged[at : at + 30] * chance.randrange(2)
    return bytes(damaged)


ODS = ods([["Name", "Qty"], ["Fox", 3], ["Hare", 1]])
XLSX = workbook([["Name", "Qty"], ["Fox", 3], ["Hare", 1]])


def test_damaged_workbooks_are_reported_and_never_break_the_reader(tmp_path):
    whole = workbook([["key", "name"], ["one", "Slime"], ["two", "Slug"]])
    for seed in range(often(40, 2_000)):
        with contextlib.suppress(InvalidInput):
            cards_of(tmp_path, spoilt(whole, random.Random(seed)), ".xlsx")


def test_damaged_tables_of_others_are_reported_with_their_file():
    wholes = (ODS, packed_as(ODS, zipfile.ZIP_DEFLATED), XLSX, b'Name,Qty\n"Fox",3\nHare,1\n')
    expected = []
    for seed in range(often(300, 6_000)):
        chance, whole = random.Random(seed), wholes[seed % len(wholes)]
        content = spoilt(whole, chance) if whole[:2] == b"PK" else changed(whole, chance)
        try:
            read_foreign(content, "x")
        except InvalidInput as fault:
            expected += fault.diagnostics
    assert {each.place.path for each in expected} == {"x"}


def with_cells(cells):
    """Return a workbook of ODS whose one row holds what XML says."""
    with zipfile.ZipFile(io.BytesIO(ODS)) as book:
        before, _, _ = book.read("content.xml").partition(b"<table:table-row")
    after = b"</table:table></office:spreadsheet></office:body></office:document-content>"
    return packed_as(ODS, zipfile.ZIP_STORED, {"content.xml": before + cells.encode() + after})


def test_a_cell_of_open_document_keeps_its_lines_and_spaces_and_leaves_out_its_comment():
    words = '<text:p>Two<text:s text:c="2"/>foxes<text:line-break/>run</text:p><text:p>away</text:p>'
    comment = "<office:annotation><text:p>mine</text:p></office:annotation>"
    cells = [f"<table:table-cell>{text}</table:table-cell>" for text in ("<text:p>Name</text:p>", comment + words)]
    table = read_foreign(with_cells("".join(f"<table:table-row>{cell}</table:table-row>" for cell in cells)), "x")
    assert [row.cells for row in table.rows] == [("Two  foxes\nrun\naway",)]


FILLED = '<table:table-cell office:value-type="string"><text:p>Fox</text:p></table:table-cell>'


def test_an_empty_sheet_of_open_document_is_not_replaced_by_another():
    rows = f"<table:table-row>{FILLED}</table:table-row>" * 2
    book = with_cells(f'{rows}</table:table><table:table table:name="Empty">')
    with pytest.raises(InvalidInput, match="D001"):
        read_foreign(book, "x", TableOptions("Empty"))


LOCKED = "<manifest:manifest><manifest:encryption-data/></manifest:manifest>"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (packed_as(ODS, zipfile.ZIP_STORED, {"META-INF/manifest.xml": LOCKED}), "D007 not a workbook: a password"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "D007 an old workbook (XLS), or one that a password"),
        (packed_as(ODS, zipfile.ZIP_BZIP2), "D007 not a workbook: it is packed"),
        (packed_as(XLSX, zipfile.ZIP_LZMA), "D007 not a workbook: it is packed"),
        (packed_as(ODS, zipfile.ZIP_STORED, {"content.xml": "<a><b></a>"}), "D007 not a workbook: mismatched tag"),
        (packed_as(ODS, zipfile.ZIP_STORED, {"content.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a/>'}), "it defines entities"),
        (with_cells(f'<table:table-row table:x=">" table:number-rows-repeated="900000">{FILLED}</table:table-row>'), "D006"),
        (with_cells('<table:table-row table:number-rows-repeated="1000">' + FILLED.replace(" ", ' table:number-columns-repeated="600" ', 1) + "</table:table-row>"), "more than 500,000 cells"),
        (with_cells(f'<table:table-row table:number-rows-repeated="1048000"/><table:table-row>{FILLED * 2}</table:table-row>'), "D006"),
    ],
)  # fmt: skip
def test_a_workbook_that_is_locked_or_means_harm_says_so(content, message):
    with pytest.raises(InvalidInput) as caught:
        read_foreign(content, "x")
    assert str(caught.value).startswith("x:1:1: ")
    assert message in str(caught.value)


def test_a_deck_of_two_yaml_faults_tells_both(tmp_path):
    text = "deck: x\ncards:\n  a b: {name: x}\n  one: hello\n  two: {copies: many}\n"
    assert faults_of(tmp_path, text, ".yaml") == [("D013", 3, 3), ("S002", 4, 8), ("D003", 5, 17)]
    assert faults_of(tmp_path, "deck: x\nkarten: {}\n", ".yaml") == [("D001", 1, 1)]


@table("text, line, hint")
def test_what_stands_for_the_cards_of_a_deck_is_reported_with_how_it_is_written(tmp_path, text, line, hint):
    (tmp_path / "things.yaml").write_text(text)
    with pytest.raises(InvalidInput) as caught:
        deck_records(GameCatalogue((tmp_path,)), tmp_path / "things.yaml")
    (fault,) = caught.value.diagnostics
    assert (fault.code, fault.place.line, fault.hint) == ("D001", line, hint)


def test_a_deck_outside_the_folders_is_not_read(tmp_path):
    (tmp_path / "outside.csv").write_text("key\none\n")
    home = tmp_path / "home" / "cards" / "mini"
    home.mkdir(parents=True)
    (home / "linked.csv").symlink_to(tmp_path / "outside.csv")
    catalogue = GameCatalogue((tmp_path / "home",))
    assert catalogue.find_all("cards/mini/../../../outside.csv") == []
    assert catalogue.find_all("cards/mini/linked.csv") == []


@pytest.mark.parametrize("text", ["1,2\nthree,four\n", "1\nthree\n"])
def test_headings_that_are_numbers_alone_are_reported(text, scrawl, tmp_path):
    table = tmp_path / "cards" / "paper-dungeons" / "goals.csv"
    table.parent.mkdir(parents=True)
    table.write_text(text, encoding="utf-8")
    result = scrawl("print", "cards", "--deck", "goals", "-o", "x.pdf")
    assert (result.returncode, "all headings are numbers" in result.stderr) == (1, True), result.stderr
