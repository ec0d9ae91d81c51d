import io
import random
import re
import zlib
from math import cos, radians, sin
from pathlib import Path

import pypdf
import pypdfium2
import pytest
from PIL import Image, ImageChops

from generator.diagnostics import InvalidInput
from generator.draw.pdf.document import pdf_bytes
from generator.draw.pdf.press import press_job
from generator.fonts.faces import Fonts
from generator.frame import (
    FieldItem,
    Frame,
    GroupItem,
    ImageItem,
    Paint,
    ReusableDrawing,
    ShapeItem,
    TextItem,
    make_outline,
)
from generator.geometry import Rect, Size, shift

FOLDER = Path(__file__).resolve().parents[2] / "fonts"
FONTS = {
    "text": FOLDER / "FiraSansCondensed-Regular.ttf",
    "text.bold": FOLDER / "FiraSansCondensed-Bold.ttf",
    "title": FOLDER / "GrenzeGotisch-Bold.ttf",
}
PAGE = Size(200, 100)
WHITE, BLACK, RED, BLUE = (255, 255, 255), (0, 0, 0), (255, 0, 0), (0, 0, 255)
STAR = make_outline("star", "M 0 0 " + " ".join(f"L {n} {n % 7}" for n in range(60)) + " L 512 512 L 0 512 Z")


def pdf(*items, frames=None, **more):
    frames = [Frame(PAGE, tuple(items))] if frames is None else frames
    return pdf_bytes(frames, fonts=Fonts(FONTS), title="Test", **more)


def read(data):
    return pypdf.PdfReader(io.BytesIO(data))


def lines_of(page):
    """Return the lines of a page, without the blanks at their ends, which are for continuous reading."""
    return [line.rstrip() for line in page.extract_text().splitlines()]


def colour_at(data, page=0):
    """Return a function that gives the colour at a point, from a picture with four dots a point."""
    image = pypdfium2.PdfDocument(data)[page].render(scale=4).to_pil().convert("RGB")
    return lambda x, y: image.getpixel((round(x * 4), round(y * 4)))


def box(x, y, width, height, fill="#000000", **more):
    return ShapeItem("rect", Rect(x, y, width, height), Paint(fill), **more)


def words(x, y, text, font="text", size=10, color="#000000"):
    return TextItem(x, y, text, font, size, color, 0)


def card(name, count=8):
    return ReusableDrawing(Size(60, 90), tuple(words(5, 10 + 9 * n, f"{name} {n}") for n in range(count)), name)


def forms(data):
    """Return the form XObjects of a document by object number, used anywhere."""
    document = read(data)
    by_number = {}
    for number in range(1, len(document.xref_objStm) + max(document.xref[0]) + 1):
        thing = document.get_object(number)
        if isinstance(thing, pypdf.generic.StreamObject) and thing.get("/Subtype") == "/Form":
            by_number[number] = thing
    return by_number


def test_a_frame_becomes_a_page_of_its_size():
    pages = read(pdf(frames=[Frame(Size(200, 100), ()), Frame(Size(178.58, 249.45), ())])).pages
    assert [[float(side) for side in page.mediabox] for page in pages] == [[0, 0, 200, 100], [0, 0, 178.58, 249.45]]
    assert pages[0].cropbox == pages[0].mediabox


def test_no_page_at_all_is_a_fault_and_no_broken_file():
    with pytest.raises(InvalidInput, match="not a single page of 'Test'"):
        pdf(frames=[])


def test_trim_and_bleed_become_page_boxes_counted_from_the_lower_edge():
    frames = [Frame(PAGE, (), "", Rect(10, 20, 150, 70), Rect(5, 15, 160, 80)), Frame(PAGE, ())]
    first, second = read(pdf(frames=frames)).pages
    assert [float(side) for side in first["/TrimBox"]] == [10, 10, 160, 80]
    assert [float(side) for side in first["/BleedBox"]] == [5, 5, 165, 85]
    assert "/TrimBox" not in second
    assert "/BleedBox" not in second


def test_the_catalogue_tells_title_language_and_true_size():
    document = read(pdf(lang="cs", subject="Cards", duplex="long-edge"))
    preferences = document.root_object["/ViewerPreferences"]
    assert (document.metadata.title, document.metadata.subject) == ("Test", "Cards")
    assert document.root_object["/Lang"] == "cs"
    assert (preferences["/PrintScaling"], preferences["/Duplex"]) == ("/None", "/DuplexFlipLongEdge")
    assert read(pdf(duplex="off")).root_object["/ViewerPreferences"]["/Duplex"] == "/Simplex"


def test_each_part_of_a_document_has_a_bookmark_and_counts_its_pages():
    titles = ["Monsters", "Monsters", "Żółć (x)", "Goals", "Goals"]
    document = read(pdf(frames=[Frame(PAGE, (box(0, 0, at + 1, 9),), title=title) for at, title in enumerate(titles)]))
    bookmarks = [(mark.title, document.get_destination_page_number(mark)) for mark in document.outline]
    assert bookmarks == [("Monsters", 0), ("Żółć (x)", 2), ("Goals", 3)]
    assert document.page_labels == ["Monsters 1", "Monsters 2", "Żółć (x) 1", "Goals 1", "Goals 2"]


@pytest.mark.parametrize("title", ["", "Goals"])
def test_a_document_of_one_part_needs_no_bookmark(title):
    assert read(pdf(frames=[Frame(PAGE, (), title=title)] * 2)).outline == []


def test_equal_frames_give_equal_bytes():
    def once():
        return pdf(words(5, 20, "Zażółć"), GroupItem(card("gem"), shift(3, 3)), box(1, 1, 5, 5))

    assert once() == once()


def test_the_bytes_name_no_folder_of_this_machine():
    assert str(FOLDER).encode() not in pdf(words(5, 20, "Zażółć"))


def test_frames_are_taken_one_by_one():
    numbers = []

    def frames():
        for number in range(3):
            numbers.append(number)
            yield Frame(PAGE, (words(5, 20, f"page {number}"),))

    texts = [lines_of(page) for page in read(pdf(frames=frames())).pages]
    assert numbers == [0, 1, 2]
    assert texts == [["page 0"], ["page 1"], ["page 2"]]


@pytest.mark.parametrize("text", ["Žluťoučký kůň", "gęślą jaźń (−4)", r"half\way) (", "„potion” – 12"])
def test_words_can_be_read_out_of_the_page(text):
    assert lines_of(read(pdf(words(5, 20, text), words(5, 40, text, "title"))).pages[0]) == [text, text]


def test_more_glyphs_than_one_embedded_font_holds_are_all_there():
    signs = "".join(chr(code) for code in (*range(0x21, 0x7F), *range(0xC0, 0x17F)))
    data = pdf(*(words(5, 5 + 9 * n, signs[n * 30 : n * 30 + 30]) for n in range(10)))
    assert "".join(lines_of(read(data).pages[0])) == signs


def test_words_stand_upright_on_their_baseline():
    at = colour_at(pdf(words(10, 50, "LLLL", "text.bold", 40)))
    assert at(13, 40) == BLACK
    assert at(25, 48) == BLACK
    assert at(25, 30) == WHITE
    assert [x for x in range(10, 90) if at(x, 53) != WHITE] == []


def test_the_map_to_unicode_has_blocks_that_every_reader_takes():
    signs = "".join(chr(code) for code in (*range(0x21, 0x7F), *range(0xC0, 0x17F)))
    data = pdf(*(words(5, 5 + 9 * n, signs[n * 30 : n * 30 + 30]) for n in range(10)))
    fonts = read(data).pages[0]["/Resources"]["/Font"]
    maps = [fonts[name]["/ToUnicode"].get_data().decode("ascii") for name in fonts]
    counts = [int(count) for each in maps for count in re.findall(r"(\d+) beginbfchar", each)]
    assert sum(counts) == len(signs) + 1, "and the blank"
    assert max(counts) <= 100


def test_only_letters_that_are_used_are_embedded():
    few, many = pdf(words(5, 20, "gem")), pdf(words(5, 20, "gem"), words(5, 40, "".join(map(chr, range(33, 127)))))
    assert len(few) < len(many) - 6000


def test_a_damaged_font_is_a_fault(tmp_path):
    broken = tmp_path / "Broken.ttf"
    for data in (b"", b"no font", FONTS["text"].read_bytes()[:9000], b"\0\1\0\0" + bytes(400)):
        broken.write_bytes(data)
        with pytest.raises(InvalidInput, match=r"cannot use font 'Broken\.ttf'"):
            Fonts({"text": broken}).font("text")


def test_only_used_fonts_are_embedded_and_only_their_used_glyphs():
    data = pdf(words(5, 20, "gem", "title"))
    fonts = read(data).pages[0]["/Resources"]["/Font"]
    names = [fonts[key]["/BaseFont"] for key in fonts]
    assert len(names) == 1
    assert re.fullmatch(r"/[A-Z]{6}\+GrenzeGotisch-Bold", names[0])
    descriptor = fonts[next(iter(fonts))]["/FontDescriptor"]
    assert "/ToUnicode" in fonts[next(iter(fonts))]
    assert len(descriptor["/FontFile2"].get_data()) < FONTS["title"].stat().st_size / 2


def test_two_names_of_one_file_share_a_font():
    fonts = {**FONTS, "note": FONTS["text"]}
    frame = Frame(PAGE, (words(5, 20, "gem"), words(5, 40, "dark", "note")))
    page = read(pdf_bytes([frame], fonts=Fonts(fonts), title="Test")).pages[0]
    assert len(page["/Resources"]["/Font"]) == 1
    assert lines_of(page) == ["gem", "dark"]


def test_a_name_may_mean_another_file_in_the_next_document():
    frame = Frame(PAGE, (words(5, 20, "gem", "swapped"),))
    for file in ("text", "title", "text"):
        page = read(pdf_bytes([frame], fonts=Fonts({"swapped": FONTS[file]}), title="Test")).pages[0]
        [font] = page["/Resources"]["/Font"].values()
        assert FONTS[file].stem.partition("-")[0] in font.get_object()["/BaseFont"]


def test_content_shown_often_is_written_once():
    shared = card("gem")
    one = pdf(GroupItem(shared, shift(0, 0)))
    frames = [Frame(PAGE, tuple(GroupItem(shared, shift(20 * n, 0)) for n in range(9))) for _ in range(50)]
    many = pdf(frames=frames)
    assert (len(forms(one)), len(forms(many))) == (0, 1)
    assert read(many).pages[49].extract_text().count("gem 7") == 9
    assert len(many) < len(one) + 50 * 900


def test_content_shown_again_on_a_later_page_is_written_twice_at_most():
    shared = card("gem")
    data = pdf(frames=[Frame(PAGE, (GroupItem(shared, shift(n, 0)), words(9, 9, f"page {n}"))) for n in range(50)])
    assert len(forms(data)) == 1
    assert [page.extract_text().count("gem 7") for page in read(data).pages] == [1] * 50


def test_content_shown_once_is_drawn_straight_into_its_page():
    cards = [card(f"card{n}") for n in range(90)]
    frames = [
        Frame(PAGE, tuple(GroupItem(each, shift(20 * at, 0)) for at, each in enumerate(cards[n : n + 9])))
        for n in range(0, 90, 9)
    ]
    data = pdf(frames=frames)
    assert forms(data) == {}
    assert len(data) < 14_000
    assert "card89 7" in read(data).pages[9].extract_text()


def test_what_is_drawn_into_a_page_looks_as_its_form():
    """Colours, lines and fonts inside a content do not affect the next content, in both ways of writing."""
    red = ReusableDrawing(Size(40, 40), (box(0, 0, 20, 20, "#ff0000"), *card("x").items), "red")
    after = ShapeItem("rect", Rect(150, 60, 20, 20), Paint("#0000ff", "#000000", 2))
    once = pdf(box(0, 0, 9, 9, "#0000ff"), GroupItem(red, shift(30, 10), Rect(5, 5, 30, 30)), after)
    twice = pdf(
        box(0, 0, 9, 9, "#0000ff"),
        GroupItem(red, shift(30, 10), Rect(5, 5, 30, 30)),
        after,
        GroupItem(red, shift(900, 0)),
    )
    assert (len(forms(once)), len(forms(twice))) == (0, 1)
    one, other = (pypdfium2.PdfDocument(data)[0].render(scale=4).to_pil() for data in (once, twice))
    assert max(high for _, high in ImageChops.difference(one, other).getextrema()) < 16


def test_different_content_is_not_mixed_up_even_when_it_comes_and_goes():
    frames = (Frame(PAGE, (GroupItem(card(f"card{n}"), shift(0, 0)),)) for n in range(40))
    texts = [lines_of(page)[0] for page in read(pdf(frames=frames)).pages]
    assert texts == [f"card{n} 0" for n in range(40)]


def test_a_few_items_are_no_form():
    assert forms(pdf(GroupItem(card("gem", 2), shift(5, 5)))) == {}


@pytest.mark.parametrize(("opens", "count"), [("P", 1), ("H2", 0)])
def test_a_few_items_are_a_form_where_many_pages_show_them_but_for_headings(opens, count):
    words_of = ReusableDrawing(PAGE, tuple(words(5, 20 * n, "gem")._replace(opens=opens) for n in range(2)))
    pages = [Frame(PAGE, (GroupItem(words_of, shift(n, 0)), words(9, 9, f"page {n}"))) for n in range(15)]
    data = pdf(frames=pages)
    assert len(forms(data)) == count
    assert [page for page in read(data).pages if page.extract_text().count("gem") != 2] == []


def test_forms_may_hold_forms():
    inner = card("inner")
    outer = ReusableDrawing(PAGE, tuple(GroupItem(inner, shift(9 * n, 0)) for n in range(7)), "outer")
    data = pdf(GroupItem(outer, shift(0, 0)), GroupItem(outer, shift(90, 0)))
    assert len(forms(data)) == 2
    assert read(data).pages[0].extract_text().count("inner 0") == 14


def test_equal_pages_are_written_once():
    page = Frame(PAGE, tuple(words(5, 9 * n, f"line {n} with words") for n in range(1, 10)))
    back = Frame(PAGE, tuple(words(5, 9 * n, f"back {n} with words") for n in range(1, 10)))
    data = pdf(frames=[page, back] * 50)
    document = read(data)
    assert len(forms(data)) == 2
    assert document.pages[0].extract_text() == document.pages[98].extract_text()
    assert document.pages[99].extract_text().startswith("back 1")
    assert colour_at(data, 0)(6, 8) == colour_at(data, 98)(6, 8)


def test_an_icon_costs_its_path_once_in_any_colour_and_size():
    icons = [
        ShapeItem("outline", Rect(20 * n, 10, 10 + n, 18), Paint(color), outline=STAR)
        for n, color in enumerate(["#ff0000", "#0000ff", "#ff0000"])
    ]
    data = pdf(*icons)
    at = colour_at(data)
    assert len(forms(data)) == 1
    assert [at(20 * n + 4, 25) for n in range(3)] == [RED, BLUE, RED]


def test_the_stroke_of_a_stretched_outline_is_as_wide_on_all_sides():
    square = make_outline("square", "M 0 0 L 10 0 L 10 10 L 0 10 Z", 10, 10)
    at = colour_at(pdf(ShapeItem("outline", Rect(20, 20, 120, 30), Paint(None, "#000000", 4), outline=square)))
    for x, y in ((18.5, 35), (21.5, 35), (80, 18.5), (80, 21.5)):
        assert at(x, y) == BLACK
    for x, y in ((16.5, 35), (23.5, 35), (80, 16.5), (80, 23.5)):
        assert at(x, y) == WHITE


def test_later_items_cover_earlier_ones():
    assert colour_at(pdf(box(10, 10, 50, 50, "#ff0000"), box(20, 20, 10, 10, "#0000ff")))(25, 25) == BLUE


@pytest.mark.parametrize("count", [1, 8])
def test_a_turned_group_lands_where_its_matrix_says(count):
    turn, middle = radians(30), (60, 40)
    matrix = (cos(turn), sin(turn), -sin(turn), cos(turn), *middle)
    content = ReusableDrawing(Size(40, 20), tuple(box(30, 5 + n * 0.1, 4, 4, "#ff0000") for n in range(count)))
    at = colour_at(pdf(GroupItem(content, matrix), box(0, 90, 5, 5)))
    x, y = 32 * cos(turn) - 7 * sin(turn) + 60, 32 * sin(turn) + 7 * cos(turn) + 40
    assert at(x, y) == RED
    assert at(x, y - 6) == WHITE
    assert at(2, 92) == BLACK


def test_a_group_may_be_scaled_and_turned_upside_down():
    content = ReusableDrawing(Size(20, 10), (box(0, 0, 5, 5, "#ff0000"),))
    at = colour_at(pdf(GroupItem(content, (-2, 0, 0, -3, 100, 90))))
    assert at(95, 80) == RED
    assert at(91, 76) == RED
    assert at(89, 76) == WHITE
    assert at(91, 74) == WHITE


def test_a_group_shows_only_what_lies_in_its_clip():
    content = ReusableDrawing(Size(40, 40), (box(0, 0, 40, 40, "#ff0000"),))
    at = colour_at(pdf(GroupItem(content, shift(100, 10), Rect(10, 10, 20, 20)), box(10, 10, 9, 9)))
    assert at(115, 25) == RED
    assert at(105, 25) == WHITE
    assert at(15, 15) == BLACK


def test_what_reaches_over_the_edge_of_a_form_is_shown():
    content = ReusableDrawing(Size(20, 20), tuple(box(-9, 5, 40, 5, "#ff0000") for _ in range(9)))
    at = colour_at(pdf(GroupItem(content, shift(50, 20))))
    assert at(42, 27) == RED
    assert at(80, 27) == RED


def test_a_group_leaves_no_colour_behind():
    inner = ReusableDrawing(Size(9, 9), (box(0, 0, 9, 9, "#ff0000"),))
    at = colour_at(pdf(box(0, 0, 5, 5, "#0000ff"), GroupItem(inner, shift(20, 0)), box(50, 0, 5, 5, "#0000ff")))
    assert [at(2, 2), at(22, 2), at(52, 2)] == [BLUE, RED, BLUE]


def test_a_dash_outside_a_form_does_not_reach_into_it():
    lines = tuple(ShapeItem("line", Rect(0, 2.0 * n, 90, 0), Paint(None, "#000000", 2)) for n in range(8))
    dashed = ShapeItem("line", Rect(0, 90, 190, 0), Paint(None, "#000000", 2, (4, 4)))
    at = colour_at(pdf(dashed, GroupItem(ReusableDrawing(Size(90, 20), lines), shift(10, 10))))
    assert {at(10.5 + n, 18) for n in range(80)} == {BLACK}
    assert {at(2 + 4 * n, 90) for n in range(20)} == {BLACK, WHITE}


@pytest.mark.parametrize("kind", ["rect", "ellipse", "outline"])
def test_a_marked_field_is_filled_and_an_empty_one_is_not(kind):
    def field(x, filled):
        shape = ShapeItem(kind, Rect(x, 20, 20, 20), Paint("#ffffff", "#000000", 1), 2, STAR)
        return FieldItem(f"f{x}", shape, filled, "#0000ff")

    at = colour_at(pdf(field(10, True), field(50, False)))
    assert at(16, 33) == BLUE
    assert at(56, 33) == WHITE


def test_a_picture_stands_upright_in_its_box_and_is_embedded_once(tmp_path):
    image = Image.new("RGBA", (20, 10), (255, 0, 0, 255))
    image.paste((0, 0, 255, 255), (0, 5, 20, 10))
    image.putpixel((0, 0), (0, 0, 0, 0))
    image.save(tmp_path / "two.png")
    data = pdf(*(ImageItem(Rect(10 + 60 * n, 20, 40, 20), str(tmp_path / "two.png")) for n in range(3)))
    at = colour_at(data)
    assert [at(130 + 20, y) for y in (15, 25, 35, 45)] == [WHITE, RED, BLUE, WHITE]
    assert at(10.5, 20.5) == WHITE
    assert len(re.findall(rb"/Subtype /Image", data)) == 2


def test_where_no_transparency_is_allowed_what_is_more_than_half_clear_is_left_out(tmp_path):
    image = Image.new("RGBA", (40, 10), (0, 0, 0, 255))
    for at, alpha in enumerate((0, 100, 150, 255)):
        image.paste((0, 0, 0, alpha), (10 * at, 0, 10 * at + 10, 10))
    image.save(tmp_path / "clear.png")
    at = colour_at(pdf(ImageItem(Rect(20, 20, 160, 40), str(tmp_path / "clear.png")), press=press_job(2.4)))
    assert [sum(at(x, 40)) > 600 for x in (40, 80, 120, 160)] == [True, True, False, False]


@pytest.mark.parametrize("height", [1, 256, 700])
def test_a_picture_of_any_height_is_packed_whole(height, tmp_path):
    image = Image.frombytes("RGB", (30, height), random.Random(height).randbytes(90 * height))
    image.save(tmp_path / "noise.png")
    data = pdf(ImageItem(Rect(10, 10, 40, 40), str(tmp_path / "noise.png")))
    assert zlib.compress(image.tobytes()) in data
