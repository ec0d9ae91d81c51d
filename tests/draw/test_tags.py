"""Printed pages can be read aloud: the tree of a PDF has their words in order, with the icons between them."""

import io

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops

from generator.draw.pdf.document import pdf_bytes
from generator.fonts.faces import Fonts
from generator.frame import (
    Frame,
    GroupItem,
    ImageItem,
    Paint,
    ReusableDrawing,
    ShapeItem,
    TextItem,
    fields_on,
    make_outline,
    walk,
)
from generator.geometry import Rect, Size, shift
from generator.products.faces_on_paper import on_paper, pack_pdf
from generator.products.handout_pages import page_face
from generator.products.print_pack import open_pack
from generator.products.print_request import PaperOptions, SheetOptions
from generator.products.sheets import sheet_pages
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT, often
from tests.draw.aloud import Stretches, read_tree
from tests.tables import tables

TABLES = tables(__file__)

A4 = Size(mm(210), mm(297))
PAGE = Size(200, 100)
FONTS = {
    "text": ROOT / "fonts" / "FiraSansCondensed-Regular.ttf",
    "text.bold": ROOT / "fonts" / "FiraSansCondensed-Bold.ttf",
}
HEART = make_outline("heart", "M 0 0 L 512 0 L 256 512 Z")


def opened(data):
    return pikepdf.open(io.BytesIO(data))


def pdf(*items, **more):
    return opened(pdf_bytes([Frame(PAGE, tuple(items))], fonts=Fonts(FONTS), title="Test", **more))


def words(text, opens="", x=5, y=20, font="text"):
    return TextItem(x, y, text, font, 10, "#000000", 0, opens=opens)


def heart(spoken="", opens="", **more):
    return ShapeItem("outline", Rect(5, 5, 10, 10), Paint("#ff0000", **more), outline=HEART, spoken=spoken, opens=opens)


def kinds_and_words(document):
    return [(each.kind, each.words) for each in read_tree(document)]


def test_each_text_is_a_paragraph_and_goes_on_from_line_to_line():
    document = pdf(words("Treasure", "H1"), words("Roll a", "P"), words("die, twice"), heart(), words("Then stop", "P"))
    assert kinds_and_words(document) == [("H1", "Treasure"), ("P", "Roll a die, twice"), ("P", "Then stop")]


@pytest.mark.parametrize("more", [{}, {"stroke": "#000000"}])
def test_an_icon_with_a_word_is_spoken_in_its_line(more):
    document = pdf(words("Lose 2", "P"), heart("życie", **more), words("each"), heart(**more))
    assert kinds_and_words(document) == [("P", "Lose 2 życie each")]


def test_a_word_for_an_icon_is_not_seen():
    silent, spoken = (pdf_bytes([Frame(PAGE, (heart(word),))], fonts=Fonts(FONTS), title="") for word in ("", "heart"))
    one, other = (pypdfium2.PdfDocument(data)[0].render(scale=3).to_pil() for data in (silent, spoken))
    assert max(high for _, high in ImageChops.difference(one, other).getextrema()) < 16


def test_a_picture_can_have_a_word(tmp_path):
    Image.new("RGB", (4, 4)).save(tmp_path / "a.png")
    assert kinds_and_words(pdf(ImageItem(Rect(0, 0, 9, 9), str(tmp_path / "a.png"), spoken="A dragon", opens="P"))) == [
        ("P", "A dragon")
    ]


def test_a_bold_part_of_a_word_is_not_torn_off():
    assert kinds_and_words(pdf(words("Lose", "P"), words("2", x=30, font="text.bold"), words("!", "+", x=36))) == [
        ("P", "Lose 2!")
    ]


def test_a_word_split_at_the_end_of_a_line_has_no_blank_in_it():
    assert kinds_and_words(pdf(words("the drag-", "P"), words("on", y=30))) == [("P", "the drag-on")]


def card(name):
    ground = ShapeItem("rect", Rect(0, 0, 60, 90), Paint("#eeeeee"))
    rest = [words(f"{name} {n}", "P", y=20 + 9 * n) for n in range(8)]
    return ReusableDrawing(Size(60, 90), (ground, words(name, "H1"), *rest), name)


def whole(content, x=0):
    return GroupItem(content, shift(x, 0), whole=True)


def test_a_card_among_others_is_its_heading_and_one_paragraph():
    tree = read_tree(pdf(whole(card("Orc")), whole(card("Rat"), 70), words("9 cards")))
    assert [each.kind for each in tree] == ["H1", "P", "H1", "P"]
    assert tree[1].words == "Orc 0 Orc 1 Orc 2 Orc 3 Orc 4 Orc 5 Orc 6 Orc 7"


def test_a_card_printed_more_than_once_is_reported_each_time():
    orc = card("Orc")
    tree = read_tree(pdf(whole(orc), whole(orc, 70)))
    assert [(each.kind, each.words[:9]) for each in tree] == [("P", "Orc Orc 0")] * 2


def test_what_says_nothing_is_an_artifact():
    ground = ReusableDrawing(Size(60, 90), tuple(heart() for _ in range(9)))
    document = pdf(whole(ground), whole(ground, 70), words("strip"))
    assert read_tree(document) == []
    assert Stretches(document.pages[0]).artifacts.strip() == "strip"


def test_equal_pages_are_reported_each():
    frames = [Frame(PAGE, (words("one", "P"), words("two", "P", y=40)), title="Sheets")] * 3
    tree = read_tree(opened(pdf_bytes(frames, fonts=Fonts(FONTS), title="Test")))
    assert [(each.page, each.words) for each in tree] == [(0, "one"), (0, "two"), (1, "one two"), (2, "one two")]


def test_parts_of_a_document_are_sections_with_their_titles():
    frames = [
        Frame(PAGE, (words(each, "P"),), title=part) for each, part in (("a", "Żar"), ("b", "Żar"), ("c", "Bosses"))
    ]
    tree = read_tree(opened(pdf_bytes(frames, fonts=Fonts(FONTS), title="Test")))
    assert [(each.part, each.words) for each in tree] == [("Żar", "a"), ("Żar", "b"), ("Bosses", "c")]


def test_a_tagged_file_says_so_and_its_language():
    document = pdf(words("a", "P"), lang="cs")
    assert document.Root.MarkInfo.Marked
    assert document.Root.Lang == "cs"


@pytest.fixture(scope="module", params=["en", "pl", "cs"])
def pack(request):
    return open_pack(GameCatalogue((ROOT,)), "paper-dungeons", request.param)


def words_in_order(items):
    """Return the words of a frame in the order of reading, and between them the words of icons."""
    runs = []
    for item, _ in walk(items):
        if isinstance(item, TextItem):
            join = runs and (item.opens == "+" or (runs[-1].endswith("-") and not item.opens))
            if join:
                runs[-1] += item.text
            else:
                runs.append(item.text)
        elif isinstance(item, ShapeItem) and item.spoken:
            runs.append(item.spoken)
    return " ".join(" ".join(runs).split())


def test_the_sheet_is_told_in_the_order_in_which_it_is_read(pack):
    (frame,) = sheet_pages(pack, SheetOptions(maps=("a",)), PaperOptions(usual=A4))
    tree = read_tree(opened(pack_pdf(pack, [frame], "sheet")))
    assert " ".join(each.words for each in tree) == words_in_order(frame.items[0].content.items)
    headings = [each.words for each in tree if each.kind != "P"]
    assert headings[0] == pack.title
    assert len(headings) > 5


SPOKEN = TABLES["spoken"]


def test_the_rules_are_reported_with_the_icons_in_their_lines(pack):
    face = page_face(pack, "help", A4)
    pages = list(on_paper(pack, face.content(), A4, "help"))
    tree = read_tree(opened(pack_pdf(pack, pages, "help")))
    assert " ".join(each.words for each in tree) == words_in_order(face.items)
    assert any(SPOKEN[pack.language] in each.words for each in tree), [each.words for each in tree if "–" in each.words]
    assert tree[0].kind == "H1"


def tagged_page(game, language, page):
    pack = open_pack(GameCatalogue((ROOT,)), game, language)
    pages = list(on_paper(pack, page_face(pack, page, A4).content(), A4, page))
    return opened(pack_pdf(pack, pages, page))


@pytest.mark.parametrize("language", often(["pl"], ["en", "pl", "cs"]))
def test_tables_are_told_by_rows_under_their_heads(language):
    document = tagged_page("labirynt-smierci", language, "tables")
    tree = read_tree(document)
    cells = [each for each in tree if each.kind in ("TH", "TD")]
    tables = list(dict.fromkeys(each.within[0] for each in cells))
    assert len(tables) == 8
    combat = [each for each in cells if each.within[0] == tables[3]]
    rows = [[each.words for each in combat if each.within[1] == f"TR {row}"] for row in range(8)]
    assert [row[1:] for row in rows[1:4]] == [["0"] * 5, ["0", "0", "1", "0", "1"], ["1"] * 5]
    assert [each.kind for each in combat if each.within[1] == "TR 0"] == ["TH"] * 6
    assert [each.kind for each in combat if each.within[1] == "TR 7"] == ["TH"] + ["TD"] * 5
    scopes = [str(each.A.Scope) for each in elements(document, "TH") if "/A" in each and "/Scope" in each.A]
    assert len(scopes) == len([each for each in cells if each.kind == "TH"])
    assert set(scopes) == {"/Column", "/Row"}


def test_rows_without_a_first_word_keep_their_columns():
    document = tagged_page("labirynt-smierci", "en", "tables_2")
    (apprentice,) = [row for row in elements(document, "TR") if len(row.K) == 8 and "/K" not in row.K[0]][1:2]
    assert [str(cell.S) for cell in apprentice.K] == ["/TD"] * 8


TABLE = TABLES["table"]


def test_a_heading_across_a_table_is_reported_with_its_columns(scrawl, tmp_path):
    assert scrawl("new", "game", "tiny").returncode == 0
    (tmp_path / "layouts/tiny/page.yaml").write_text(TABLE)
    pack = open_pack(GameCatalogue((tmp_path, ROOT)), "tiny", "en")
    document = opened(
        pack_pdf(pack, list(on_paper(pack, page_face(pack, "rules", A4).content(), A4, "rules")), "rules")
    )
    assert [len(row.K) for row in elements(document, "TR")] == [3, 1, 3]
    assert [int(each.A.ColSpan) for each in elements(document, "TH") if "/ColSpan" in each.A] == [3]


def test_steps_are_told_as_lists():
    tree = read_tree(tagged_page("labirynt-smierci", "en", "tables"))
    traps = [each for each in tree if each.kind in ("Lbl", "LBody")][6:18]
    assert [(each.kind, each.words) for each in traps[:2]] == [
        ("Lbl", "1"),
        ("LBody", "arrows: a die in the bow column"),
    ]
    assert len({each.within for each in traps}) == 6
    assert len({each.within[0] for each in traps}) == 1


def elements(document, kind):
    return [each for each in document.objects if isinstance(each, pikepdf.Dictionary) and each.get("/S") == f"/{kind}"]


def test_every_word_for_an_icon_has_its_icon(pack):
    assert [name for name in pack.spoken_names if pack.icons.find(name) is None] == []


@pytest.mark.parametrize("spoken", ["a", "eye", "half of an item", "Grenze " * 6])
def test_a_word_for_an_icon_is_set_as_letters_are_and_lies_within_the_icon(spoken):
    """Screen readers ignore a blank that is squeezed."""
    document = pdf(heart(spoken), words("heart"))
    form = next(iter(document.pages[0].Resources.XObject.values()))
    operators = {str(name): [float(each) for each in operands] for operands, name in numbers_of(form)}
    assert "Tz" not in operators
    high, wide = operators["Tf"][-1], Fonts(FONTS).font("text").width(spoken, operators["Tf"][-1])
    left, baseline = operators["Tm"][4:]
    assert high <= 0.6 * 512 + 1
    assert wide <= 0.5 * 512 + 1
    assert left == pytest.approx((512 - wide) / 2, abs=2)
    assert baseline == pytest.approx((512 + high) / 2, abs=2)


def numbers_of(form):
    for operands, name in pikepdf.parse_content_stream(form):
        if str(name) in ("Tf", "Tm", "Tz"):
            yield [each for each in operands if not isinstance(each, pikepdf.Name)], name


def test_a_file_for_a_printing_house_has_no_hidden_words(scrawl, tmp_path):
    assert scrawl("export", "shop", "drive-thru-cards", "--deck", "bosses", "-o", "shop").returncode == 0
    (path,) = sorted(tmp_path.rglob("*.pdf"))[:1]
    document = pikepdf.open(path)
    assert "/StructTreeRoot" not in document.Root
    assert not any(
        str(operator) in ("BDC", "Tr") for page in document.pages for _, operator in pikepdf.parse_content_stream(page)
    )


def filled_in(order, language="pl", *, two_up=False, sheet="sheet", game="paper-dungeons"):
    pack = open_pack(GameCatalogue((ROOT,)), game, language)
    frames = list(sheet_pages(pack, order, PaperOptions(usual="a5" if two_up else A4)))
    data = pack_pdf(pack, frames, sheet, fillable=True)
    return frames, opened(data)


def test_each_field_of_a_form_is_reported_in_its_place_and_by_its_name():
    (frame,), document = filled_in(SheetOptions(maps=("a",)))
    tree = read_tree(document)
    fields = [each.words for each in tree if each.kind == "Form"]
    assert len(fields) == len(document.pages[0].Annots) == len(list(fields_on(frame)))
    assert fields[:4] == ["Gracz", "Podziemia", "Misja 1, runda 1", "Misja 2, runda 1"]
    assert {
        "Wojownik, poziom 2",
        "zdrowie 5",
        "obrażenia 12",
        "Styl treningu: Mag",
        "Komnata C3",
        "Płonący miecz 2",
        "Chwała A",
    } <= set(fields)
    assert len(set(fields)) == len(fields), "no two fields have one name"
    words = [each.words for each in tree]
    assert (
        words.index("Wojownik") < words.index("Wojownik, poziom 2") < words.index("Mag") < words.index("Mag, poziom 2")
    )


def test_fields_of_sheets_that_are_printed_again_are_reported_at_the_end_of_their_pages():
    for order, two_up in ((SheetOptions(copies=often(2, 3)), False), (SheetOptions(copies=2), True)):
        _, document = filled_in(order, two_up=two_up)
        tree = read_tree(document)
        assert sum(each.kind == "Form" for each in tree) == sum(len(page.Annots) for page in document.pages)
        assert [each.page for each in tree] == sorted(each.page for each in tree)


@pytest.mark.parametrize("language", ["en", "cs"])
def test_the_columns_of_a_sheet_are_named(language):
    _, document = filled_in(SheetOptions(), language, game="yacht")
    fields = [each.words for each in read_tree(document) if each.kind == "Form"]
    assert len(set(fields)) == len(fields)
    assert fields[0] == {"en": "Player 1", "cs": "Hráč 1"}[language]


def titles(entries):
    return [(entry.title, titles(entry.children)) for entry in entries]


def bookmarks(scrawl, folder, *order):
    assert scrawl("print", "cards", "--lang", "pl", *order, "-o", "cards.pdf", "--force").returncode == 0
    with pikepdf.open(folder / "cards.pdf") as document, document.open_outline() as outline:
        return titles(outline.root)


def test_each_card_has_a_bookmark_below_its_deck(scrawl, tmp_path):
    entries = bookmarks(scrawl, tmp_path, "--game", "platformer", "--deck", "enemies")
    assert [title for title, _ in entries] == [
        "Szlam",
        "Nietoperz",
        "Drzewiec",
        "Kamienny golem",
        "Wilkołak",
        "Zardzewiały rycerz",
    ]
    decks = bookmarks(scrawl, tmp_path, "--game", "paper-dungeons", "--deck", "goals", "--deck", "bosses")
    assert [(title, len(cards)) for title, cards in decks] == [("Karty celu", 16), ("Karty bossów", 12)]


def test_the_facts_of_a_file_are_told_as_xmp_too():
    document = opened(
        pdf_bytes([Frame(PAGE, (words("a"),))], fonts=Fonts(FONTS), title="Fish & <Chips>\x07", lang="pl")
    )
    facts = document.open_metadata(set_pikepdf_as_editor=False)
    assert facts["dc:title"] == "Fish & <Chips>"
    assert facts["dc:language"] == {"pl"}
    assert facts["pdf:Producer"] == str(document.docinfo.Producer)
    assert "/Filter" not in document.Root.Metadata
