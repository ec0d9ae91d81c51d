"""People's own tables become decks: how the import reads them, guesses columns, fits texts and notes problems."""

import io
import json
import time
import zipfile

import openpyxl
import pytest

from generator.authoring.deck_import import drawn_deck, entry_of, plan_deck_import
from generator.authoring.new_files import new_game_around, with_deck
from generator.diagnostics import InvalidInput
from generator.frame import TextItem, walk
from generator.geometry import Size
from generator.products.cards import deck_faces, deck_size
from generator.reading.foreign_tables import TableOptions, card_text, read_foreign
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import parse_yaml, plain
from generator.units import mm
from tests.conftest import ROOT
from tests.tables import tables

TABLES = tables(__file__)

ROWS = [["Name", "Qty", "Card text"], ["Fox", 3, "Runs, and hides"], ["Łoś", 2, "Stands"]]
EXPECTED = (("Name", "Qty", "Card text"), [("Fox", "3", "Runs, and hides"), ("Łoś", "2", "Stands")])
LOOK = GameCatalogue((ROOT,))


def table_text(rows, delimiter=","):
    return (
        "\n".join(delimiter.join(f'"{cell}"' if delimiter in str(cell) else str(cell) for cell in row) for row in rows)
        + "\n"
    )


def workbook(sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    sink = io.BytesIO()
    book.save(sink)
    return sink.getvalue()


def ods(rows, repeated=1):
    def cell(value):
        kind = f'"float" office:value="{value}"' if isinstance(value, int) else '"string"'
        return f"<table:table-cell office:value-type={kind}><text:p>{value}</text:p></table:table-cell>"

    lines = "".join(
        f'<table:table-row table:number-rows-repeated="{repeated}">{"".join(map(cell, row))}</table:table-row>'
        for row in rows
    )
    names = "".join(
        f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    content = f'<?xml version="1.0"?><office:document-content{names}><office:body><office:spreadsheet><table:table table:name="Cards">{lines}</table:table></office:spreadsheet></office:body></office:document-content>'
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w") as book:
        book.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet", zipfile.ZIP_STORED)
        book.writestr(
            "META-INF/manifest.xml",
            '<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
        )
        book.writestr("content.xml", content)
    return sink.getvalue()


FORMS = {
    "commas": table_text(ROWS).encode(),
    "semicolons, BOM, CRLF": table_text(ROWS, ";").replace("\n", "\r\n").encode("utf-8-sig"),
    "tabs, pasted": table_text(ROWS, "\t").encode(),
    "UTF-16": table_text(ROWS, "\t").encode("utf-16"),
    "windows-1250": table_text(ROWS, ";").encode("cp1250"),
    "workbook": workbook({"Cards": ROWS}),
    "workbook with a title": workbook({"Cards": [["My cards", None, None], [None], *ROWS]}),
    "ODS": ods(ROWS),
    "JSON": json.dumps([dict(zip(ROWS[0], row, strict=True)) for row in ROWS[1:]]).encode(),
    "JSON below a name": json.dumps(
        {"version": 1, "cards": [dict(zip(ROWS[0], row, strict=True)) for row in ROWS[1:]]}
    ).encode(),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_table_is_the_same_in_whatever_form_it_comes(form):
    table = read_foreign(FORMS[form], "x")
    assert (tuple(column.heading for column in table.columns), [row.cells for row in table.rows]) == EXPECTED


def test_what_was_assumed_is_noted():
    notes = {form: [note.message for note in read_foreign(FORMS[form], "x").notes] for form in FORMS}
    assert notes["windows-1250"] == ["read as windows-1250, because it is not UTF-8"]
    assert notes["workbook with a title"] == ["'My cards' is above the headings, and is left out"]
    assert not notes["commas"]
    (note,) = read_foreign("Name,Kosten\nGröße,1\n".encode("cp1252"), "x").notes
    assert (note.place.line, note.message) == (2, "read as windows-1252, because it is not UTF-8")


def test_a_workbook_is_read_by_the_name_of_its_sheet():
    book = workbook({"Heroes": ROWS, "Items": [["Name"], ["Rope"]]})
    assert [row.cells for row in read_foreign(book, "x", TableOptions("Items")).rows] == [("Rope",)]
    (note,) = read_foreign(book, "x").notes
    assert (note.message, note.hint) == ("sheet 'Heroes' is read of 2", "--sheet NAME: Items")


def test_what_was_assumed_is_reported_with_what_cannot_be_read():
    with pytest.raises(InvalidInput) as caught:
        read_foreign(workbook({"Notes": [["to do"]], "Cards": ROWS}), "x")
    assert [(each.code, each.hint) for each in caught.value.diagnostics] == [
        ("D026", "--sheet NAME: Cards"),
        ("D001", "a row of headings, then a row for each card; --headings no: it has none"),
    ]


@pytest.mark.parametrize(
    ("content", "sheet", "expected"),
    [
        (b"Name\nFox\n", "Items", ("D025", 1, 1)),
        (workbook({"Heroes": ROWS}), "Heros", ("D025", 1, 1)),
        (b"PK\x03\x04 and nothing else", "", ("D007", 1, 1)),
        (ods(ROWS, repeated=900_000), "", ("D006", 1, 1)),
        (ods(ROWS)[:-40], "", ("D007", 1, 1)),
        ((",".join(f"c_{n}" for n in range(230)) + "\n" + ",".join("x" * 230) + "\n").encode(), "", ("D006", 1, 201)),
    ],
)
def test_what_cannot_be_read_is_reported_at_its_place(content, sheet, expected):
    with pytest.raises(InvalidInput) as caught:
        read_foreign(content, "x", TableOptions(sheet))
    code, _, place, *_ = caught.value.diagnostics[-1]
    assert (code, place.line, place.column) == expected


def plan_deck(text, deck="roles", size=None):
    return plan_deck_import(read_foreign(text.encode(), "roles.csv"), deck, size)


@pytest.mark.parametrize(("heading", "roles"), TABLES["columns_are_told_by_the_headings_that_people_write"])
def test_columns_are_told_by_the_headings_that_people_write(heading, roles):
    cells = {
        "title": "Fox",
        "copies": "3",
        "text": "A text that is so long that it is one of its own",
        "key": "fox",
        "short": "7",
    }
    deck = plan_deck(f"{heading}\n{','.join(cells[role] for role in roles)}\n")
    assert [column.role for column in deck.columns] == roles


def test_fields_and_kinds_and_names_are_inferred():
    deck = plan_deck("Name,Card Text,ATK/DEF,Power,Deck,1st\nFox,Runs,1/2,3,a,x\nHare,,2/2,,b,y\n")
    assert entry_of(deck) == {
        "layout": "roles",
        "fields": {
            "name": "text",
            "card_text": {"kind": "text", "default": ""},
            "atk_def": "text",
            "power": {"kind": "number", "optional": True},
            "column_deck": "text",
            "column_1st": "text",
        },
    }


@pytest.mark.parametrize(("text", "fronts", "backs"), TABLES["headings_of_two_sides_print_on_both"])
def test_headings_of_two_sides_print_on_both(text, fronts, backs):
    deck = plan_deck(text)
    with drawn_deck(LOOK, "mini", deck, base(deck)) as draft:
        assert (words_of(draft.pack), words_of(draft.pack, side=1)) == (fronts, backs)
        assert draft.pack.faults == []


@pytest.mark.parametrize(("options", "line"), TABLES["options_overrule_the_guesses"])
def test_options_overrule_the_guesses(options, line):
    try:
        table = read_foreign(b"Name,Anzahl,Tempo\nFox,1,4\nOwl,5,\n", "roles.csv", TableOptions(**options))
        assert plan_deck_import(table, "roles").notes[-1].message == line
    except InvalidInput as error:
        (fault,) = error.diagnostics
        place = f"{fault.place.path}:{fault.place.line}" if fault.place.line else fault.place.path
        assert f"{place} {fault.code} {fault.message} ({fault.hint})" == line


def test_cards_get_keys_by_their_titles_and_numbers_where_these_give_none():
    deck = plan_deck("Name,Cost\nRed Fox!,1\nRed fox,2\nŁoś,3\n名,4\nCON,5\n")
    with drawn_deck(LOOK, "mini", deck, base(deck)) as draft:
        cells = [line.split(",")[0] for line in draft.files["cards/mini/roles.csv"].splitlines()]
    assert cells == ["key", "red_fox", "2", "los", "4", "5"]


@pytest.mark.parametrize(("cell", "runs"), TABLES["stars_of_markdown_are_bold_or_italic"])
def test_stars_of_markdown_are_bold_or_italic(cell, runs):
    deck = plan_deck(f'Name,Text\nFox,"{cell}"\n')
    with drawn_deck(LOOK, "mini", deck, base(deck)) as draft:
        front = deck_faces(draft.pack, "roles").cards[0][0]
        items = [item for item, _ in walk(front.content().items) if isinstance(item, TextItem)][1:]
    parts = []
    for item in items:  # join texts that kerning splits
        font = item.font.partition("|")[0]
        if parts and parts[-1][1] == font:
            parts[-1][0] += f" {item.text}"
        else:
            parts.append([item.text.strip(), font])
    assert parts == runs


def test_a_cell_that_is_no_number_of_copies_is_reported():
    with pytest.raises(InvalidInput) as caught:
        plan_deck("Name,Qty\nFox,3x\nHare,many\n")
    assert [(each.code, each.place.line, each.place.column) for each in caught.value.diagnostics] == [("D003", 3, 2)]
    assert [column.role for column in plan_deck("Name,Count\nFox,duke\n").columns] == ["title", "short"]


COUNTS = """Copies in deck|# of copies|Ilość w talii|Liczba w talii|Počet v balíčku|Počet kusov|Anzahl im Deck|Quantité|Nb|Cantidad
Quantidade|Quantità|Aantal|Antal kort|Antal kopier|Antall|Määrä|Darabszám|Număr de copii|Количество|Кол-во|Кількість|Брой|Adet
Ποσότητα|Količina|枚数|张数|수량|#|x|№|Num|Number|Nr.|Iterations"""


@pytest.mark.parametrize("heading", COUNTS.replace("\n", "|").split("|"))
def test_copies_are_known_by_what_they_are_called_in_many_languages(heading):
    assert [column.role for column in plan_deck(f"Name,{heading}\nA,2\nB,3\n").columns] == ["title", "copies"]


@pytest.mark.parametrize(("text", "roles"), TABLES["what_may_be_a_number_or_a_place_is_not_taken_for_copies"])
def test_what_may_be_a_number_or_a_place_is_not_taken_for_copies(text, roles):
    assert [column.role for column in plan_deck(text).columns] == roles


def test_cards_of_which_there_is_none_are_reported():
    deck = plan_deck("Name,Copies\nFox,1\nHare,0\nOwl,0\n")
    assert [(note.place.line, note.message) for note in deck.notes][:-1] == [
        (3, "no copy of this card is printed (and 1 more row)")
    ]


def notes_of(draft):
    return [(note.place.line, note.message) for note in draft.notes]


@pytest.mark.parametrize(("text", "line"), TABLES["one_line_tells_what_each_column_was_taken_for"])
def test_one_line_tells_what_each_column_was_taken_for(text, line):
    deck = plan_deck(text)
    with drawn_deck(LOOK, "mini", deck, base(deck)) as draft:
        assert notes_of(draft) == [(0, line)]
        words = " ".join(words_of(draft.pack))
    assert all(cell in words for cell in ("GQ-01", "Oath", "swift") if cell in text)


def test_what_html_marks_is_marked_and_what_it_cannot_is_reported():
    deck = plan_deck(
        'Name,Text\nFox,"<b>Gain</b> 2<br/>coins, <i>or</i> m<sup>2</sup> &amp; H<sub>2</sub>O"\nHare,<u>Hop</u> <wild> <b>\n<i>Owl</i>,</>\nElk,<br>\n'
    )
    with drawn_deck(LOOK, "mini", deck, base(deck)) as draft:
        assert [text for _, text in notes_of(draft)] == [
            "<i> is not drawn, its words are",
            "<u> is not drawn, its words are",
            "<wild> is printed literally",
            "<b> is printed literally",
            "title: Name; texts: Text; copies: none, one of each card",
        ]
        assert words_of(draft.pack) == ["Fox Gain 2 coins, or m² & H₂O", "Hare Hop <wild> <b>", "Owl </>", "Elk"]
        (gain,) = (
            item
            for item, _ in walk(deck_faces(draft.pack, "roles").cards[0][0].content().items)
            if isinstance(item, TextItem) and item.text.startswith("Gain")
        )
        assert gain.font == "text.bold"


@pytest.mark.parametrize("text", ["</b>" + "<b> " * 30_000, "<sub>1" * 20_000, "<b><i>" * 9_000 + "</i></b>" * 9_000])
def test_no_tags_take_long(text):
    start = time.process_time()
    card_text(text)
    assert time.process_time() - start < 2


@pytest.mark.parametrize(("text", "first"), TABLES["a_first_row_like_those_below_is_no_row_of_headings"])
def test_a_first_row_like_those_below_is_no_row_of_headings(text, first):
    table = read_foreign(text.encode(), "x")
    assert table.rows[0].cells[0] == first
    assert [note.message for note in table.notes] == (
        ["the first row is read as a card"] if text.startswith("Fox") else []
    )


@pytest.mark.parametrize(("text", "first_cells", "notes"), TABLES["rows_that_head_others_are_left_out_or_told"])
def test_rows_that_head_others_are_left_out_or_told(text, first_cells, notes):
    deck = plan_deck(text)
    assert [row.cells[0] for row in deck.table.rows] == first_cells
    assert [note.message for note in (*deck.table.notes, *deck.notes)][:-1] == notes


def test_an_endless_word_is_parted_at_its_signs_and_makes_no_card_larger():
    address = "https://example.org/pictures/of/animals/" + "_".join(["fox"] * 30)
    port = "http://localhost:8080/wiki/File:" + "-".join(["fox"] * 20)
    deck = plan_deck(f"Name,Image,Tags,Port\nFox,{address},vsupport.baronsamedi|wolf.mara|guard.balia,{port}\n")
    with drawn_deck(LOOK, "mini", deck, base(deck)) as draft:
        assert deck_size(draft.pack, "roles") == pytest.approx((mm(63), mm(88)))
        words = "".join(words_of(draft.pack)).replace(" ", "")
        assert address in words
        assert port in words


@pytest.mark.parametrize(("text", "cells"), TABLES["commas_of_a_sentence_do_not_part_it"])
def test_commas_of_a_sentence_do_not_part_it(text, cells):
    table = read_foreign(text.encode(), "x")
    assert table.rows[0].cells == tuple(cells)
    assert [note.place.line for note in table.notes] == ([2] if "waits" in text else [])


def test_a_table_beside_another_with_a_heading_of_it_is_left_out_and_told():
    table = read_foreign(b"Type,Quantity,,Effect,Quantity\nFire,4,,burns,3\nHire,2,,helps,1\n", "x")
    assert ([column.heading for column in table.columns], table.rows[0].cells) == (["Type", "Quantity"], ("Fire", "4"))
    assert [(note.place.line, note.place.column) for note in table.notes] == [(2, 3)]
    spaced = read_foreign(b"Type,Quantity,,Effect\nFire,4,,burns\n", "x")
    assert len(spaced.columns) == 3


def test_columns_that_hold_nothing_but_a_format_do_not_count():
    book = openpyxl.Workbook()
    book.active.append(["Name", "Qty"])
    book.active.append(["Fox", 2])
    for column in (3, 250, 16384):
        book.active.cell(1, column).font = openpyxl.styles.Font(bold=True)
    book.active.row_dimensions[1_048_576].height = 20
    sink = io.BytesIO()
    book.save(sink)
    assert [row.cells for row in read_foreign(sink.getvalue(), "x").rows] == [("Fox", "2")]
    book.active.cell(2, 250).value = "far"
    sink = io.BytesIO()
    book.save(sink)
    with pytest.raises(InvalidInput, match="D006"):
        read_foreign(sink.getvalue(), "x")


def base(deck, game="mini"):
    return new_game_around(LOOK, game, deck.deck, entry_of(deck))


def words_of(pack, deck="roles", side=0):
    faces = [card[side] for card in deck_faces(pack, deck).cards if card[side]]
    return [
        " ".join(item.text for item, _ in walk(face.content().items) if isinstance(item, TextItem)) for face in faces
    ]


def test_every_cell_is_printed_as_it_stands_so_often_as_the_table_says():
    deck = plan_deck("Name,Qty,Rule\nFox,2,Roll :skull: or 12:bc:30 **2**3 {x} :CC-BY: \\\\: </b>\nHare,,Hops\n")
    with drawn_deck(LOOK, "mini", deck, base(deck)) as draft:
        words = words_of(draft.pack)
        assert notes_of(draft) == [(2, "<b> is printed literally"), (0, "title: Name; texts: Rule; copies: Qty")]
    assert words == [*["Fox Roll or 12:bc:30 **2**3 {x} :CC-BY: \\\\: </b>"] * 2, "Hare Hops"]


@pytest.mark.parametrize("text", ["Sign,Name\n#1,Fox\n#2,Hare\n#2,Hare\n", "Sign,Id,Name\n#,b,Fox\n#,a,Hare\n,c,Owl\n"])
def test_no_card_is_lost_to_a_cell_that_begins_like_a_remark(text):
    deck = plan_deck(text)
    with drawn_deck(LOOK, "mini", deck, base(deck)) as draft:
        assert len(words_of(draft.pack)) == 3


def test_letters_are_as_large_as_the_longest_text_lets_them_be_and_cards_grow_where_none_fits():
    sizes = {}
    for length in (20, 90, 180, 700):
        deck = plan_deck("Name,Text\nFox," + "word " * length + "\n")
        with drawn_deck(LOOK, "mini", deck, base(deck)) as draft:
            layout = plain(parse_yaml(draft.files["layouts/mini/roles.yaml"], "x"))
            sizes[length] = (layout["styles"]["words"]["size"], layout["size"]["width"])
            assert [each.place.line for each in draft.notes] == {180: [0, 2], 700: [0, 2, 2]}.get(length, [0])
            assert draft.pack.faults == []
    assert sizes == {20: ("12pt", "63mm"), 90: ("11pt", "63mm"), 180: ("7pt", "63mm"), 700: ("7pt", "105mm")}


def test_a_text_that_fits_no_card_of_the_asked_size_is_reported_at_its_cell():
    deck = plan_deck("Name,Text\nFox,short\nHare," + "word " * 400 + "\n", size=Size(mm(44), mm(67)))
    with pytest.raises(InvalidInput) as caught, drawn_deck(LOOK, "mini", deck, base(deck)):
        pass
    first = caught.value.diagnostics[0]
    assert (first.place.path, first.place.line, first.place.column) == ("roles.csv", 3, 2)
    assert "--size" in first.hint


def test_a_sign_that_no_font_has_is_reported_at_its_cell_and_printed_by_its_name_a_letter_as_a_box():
    deck = plan_deck("Name,Mark,枚数\nFox,a \N{SKULL},1\nHare\tLong,\N{MILITARY HELMET}名,2\n")
    with drawn_deck(LOOK, "mini", deck, base(deck)) as draft:
        (fault,) = (each for each in draft.notes if each.code == "L033")
        assert (fault.severity, fault.place.line, fault.place.column) == ("warning", 2, 2)
        assert (fault.message, "--font" in fault.hint) == (
            "no font here has '\N{SKULL}' and 4 signs more: printed as :skull:",
            True,
        )
        assert words_of(draft.pack)[1] == "Hare Long Mark [military helmet]\u25af"


def test_headings_without_a_font_are_boxes_and_still_name_their_columns():
    deck = plan_deck("名前,説明,枚数\nFox,runs,2\nHare,hops,1\n")
    with drawn_deck(LOOK, "mini", deck, base(deck)) as draft:
        assert words_of(draft.pack) == ["Fox ▯▯ runs", "Fox ▯▯ runs", "Hare ▯▯ hops"]


def test_a_deck_is_laid_out_for_the_size_that_is_asked_for():
    deck = plan_deck("Name,Cost\nFox,1\n", size=Size(mm(88), mm(63)))
    with drawn_deck(LOOK, "mini", deck, base(deck)) as draft:
        assert deck_size(draft.pack, "roles") == pytest.approx((mm(88), mm(63)))


MANIFESTS = TABLES["manifests"]


@pytest.mark.parametrize("name", MANIFESTS)
def test_an_entry_is_written_into_game_yaml_and_all_else_stays(tmp_path, name):
    text = MANIFESTS[name]
    (tmp_path / "cards" / "mini").mkdir(parents=True)
    (tmp_path / "cards" / "mini" / "game.yaml").write_text(text)
    entry = entry_of(plan_deck("Name,Cost\nFox,1\nHare,\n"))
    edited = with_deck(GameCatalogue((tmp_path,)), "mini", "roles", entry)
    before, after = plain(parse_yaml(text, "x")), plain(parse_yaml(edited, "x"))
    assert after == {**before, "decks": {**(before.get("decks") or {}), "roles": entry}}
    assert [
        remark
        for remark in ("# mine", "# heroes", "# all of them", "# alone", "# {all}", "# later")
        if remark in text
        if remark not in edited
    ] == []


@pytest.mark.parametrize(
    "text", ["game: mini\ndecks: {roles: {layout: a}}\n", "game: mini\npieces: {roles: {layout: a}}\n"]
)
def test_a_name_that_is_taken_is_reported(tmp_path, text):
    (tmp_path / "cards" / "mini").mkdir(parents=True)
    (tmp_path / "cards" / "mini" / "game.yaml").write_text(text)
    with pytest.raises(InvalidInput, match="C042"):
        with_deck(GameCatalogue((tmp_path,)), "mini", "roles", {"layout": "roles", "fields": {}})
