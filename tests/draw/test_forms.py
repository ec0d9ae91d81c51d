"""Fillable sheets: every field exists once, in the order of the sheet, prints when ticked, and keeps the page as is."""

import io
import re
from functools import cache

import pypdf
import pypdfium2
import pytest
from PIL import ImageChops

from generator.draw.pdf.document import pdf_bytes
from generator.draw.pdf.forms import apart, form_codes, largest_free
from generator.fonts.faces import Fonts
from generator.frame import fields_on
from generator.geometry import Rect, Size
from generator.products.faces_on_paper import pack_pdf
from generator.products.print_pack import open_pack
from generator.products.print_request import PaperOptions, SheetOptions
from generator.products.sheets import sheet_pages
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.pdf_form import IDENTITY
from generator.units import mm
from tests.conftest import ROOT, all_fields, often
from tests.layout.laying import fonts, lay

A4 = Size(mm(210), mm(297))


@cache
def print_sheet(order=None, *, two_up=False, edition=None):
    pack = open_pack(GameCatalogue((ROOT,)), "paper-dungeons", "cs", edition)
    frames = list(sheet_pages(pack, order or SheetOptions(), PaperOptions(usual="a5" if two_up else A4)))
    return frames, pack_pdf(pack, frames, "sheet"), pack_pdf(pack, frames, "sheet", fillable=True)


@cache
def read(pdf):
    return pypdf.PdfReader(io.BytesIO(pdf))


@cache
def leaves(pdf):
    fields = read(pdf).get_fields().items()
    return {name: field for name, field in fields if "/Kids" not in field and name.rpartition(".")[2] != IDENTITY}


def widgets(page):
    return [annotation.get_object() for annotation in page["/Annots"]]


def full_name(widget):
    parts = []
    while widget is not None:
        parts.insert(0, widget["/T"])
        widget = widget["/Parent"].get_object() if "/Parent" in widget else None
    return ".".join(parts)


def test_every_open_field_of_the_sheet_stands_in_the_form_once():
    (frame,), _, pdf = print_sheet()
    assert pdf.startswith(b"%PDF-1.7"), "what it says of printing and language is newer than 1.3"
    expected = [field.id for field in all_fields(frame) if not field.filled]
    assert sorted(leaves(pdf)) == sorted(expected)
    names = [full_name(widget) for widget in widgets(read(pdf).pages[0])]
    assert names == expected, "the tab key goes from field to field in the order of the sheet"
    assert [widget for widget in widgets(read(pdf).pages[0]) if "." in widget["/T"]] == []


def test_the_tab_order_follows_the_sheet_from_the_rounds_to_the_glory():
    _, _, pdf = print_sheet()
    heads = [full_name(widget).split(".")[0] for widget in widgets(read(pdf).pages[0])]
    order = list(
        dict.fromkeys(head for head in heads if head in ("player", "round", "hero", "item", "gem_track", "score"))
    )
    assert order == ["player", "round", "hero", "item", "gem_track", "score"]
    slots = [name for name in map(full_name, widgets(read(pdf).pages[0])) if name.startswith("round")]
    assert slots == [f"round.{number}.{slot}" for number in range(1, 9) for slot in (1, 2, 3)]


def test_boxes_are_to_tick_shields_to_write_in_and_both_print():
    _, _, pdf = print_sheet()
    for widget in widgets(read(pdf).pages[0]):
        name = full_name(widget)
        is_text = name.split(".")[0] in ("score", "round", "player", "dungeon", "boss")
        assert widget["/FT"] == ("/Tx" if is_text else "/Btn")
        assert widget["/F"] & 4, name
        assert widget["/TU"]
        if not is_text:
            assert set(widget["/AP"]["/N"]) == {"/Yes", "/Off"}
            assert widget["/AS"] == "/Off"


def test_widgets_lie_on_the_boxes_of_the_frame():
    frames, _, pdf = print_sheet(SheetOptions(copies=3), two_up=True)
    for frame, page in zip(frames, read(pdf).pages, strict=True):
        boxes = apart(tuple(box for _, box in fields_on(frame)))
        for widget, box in zip(widgets(page), boxes, strict=True):
            left, low, right, high = (float(value) for value in widget["/Rect"])
            assert (left, right) == pytest.approx((box.x, box.right), abs=0.01)
            assert (low, high) == pytest.approx((frame.size.height - box.bottom, frame.size.height - box.y), abs=0.01)


def test_every_further_sheet_has_names_of_its_own():
    _, _, pdf = print_sheet(SheetOptions(copies=3), two_up=True)
    names = set(leaves(pdf))
    assert {"hero.rogue.6", *(f"sheet{number}.hero.rogue.6" for number in (2, 3, 4))} <= names
    assert not any(name.startswith("sheet5") for name in names), "the fourth is a spare one, on the half that is left"


def test_a_large_print_on_two_pages_is_one_sheet():
    _, _, pdf = print_sheet(SheetOptions(maps=("b",)), edition="large-print")
    _, _, whole = print_sheet(SheetOptions(maps=("b",)))
    assert sorted(leaves(pdf)) == sorted(leaves(whole))


def raster(pdf, *, forms):
    document = pypdfium2.PdfDocument(pdf)
    try:
        if forms:
            document.init_forms()
        return document[0].render(scale=1.5, may_draw_forms=forms).to_pil().convert("L")
    finally:
        document.close()


def changed_part(one, other):
    return sum(ImageChops.difference(one, other).histogram()[40:]) / (one.width * one.height)


def test_an_empty_form_prints_as_the_plain_sheet_and_a_ticked_one_shows_it():
    _, plain, pdf = print_sheet()
    before, after = raster(plain, forms=False), raster(pdf, forms=False)
    assert changed_part(before, after) < 0.001
    writer = pypdf.PdfWriter(clone_from=pypdf.PdfReader(io.BytesIO(pdf)))
    ticks = {name: "/Yes" for name, field in leaves(pdf).items() if field["/FT"] == "/Btn"}
    writer.update_page_form_field_values(writer.pages[0], ticks, auto_regenerate=False)
    sink = io.BytesIO()
    writer.write(sink)
    # viewers tint fields on screen, so both pictures include the forms
    assert changed_part(raster(pdf, forms=True), raster(sink.getvalue(), forms=True)) > 0.005


def test_the_same_sheet_gives_the_same_bytes_and_keeps_its_title():
    _, plain, one = print_sheet()
    assert one == print_sheet.__wrapped__()[2]
    before, after = (read(pdf) for pdf in (plain, one))
    assert after.metadata.title == before.metadata.title
    assert after.trailer["/Root"]["/Lang"] == "cs"
    assert after.trailer["/Root"]["/ViewerPreferences"]["/PrintScaling"] == "/None"


def test_a_further_sheet_to_fill_in_takes_at_most_twenty_kilobytes():
    few, many = (len(print_sheet(SheetOptions(copies=copies))[2]) for copies in (2, 4))
    assert many - few <= 2 * 20_000


def test_a_printed_name_is_kept_in_a_hidden_field():
    _, _, pdf = print_sheet(SheetOptions(players=("Ada", "Žofie")))
    fields = leaves(pdf)
    assert (fields["player"]["/V"], fields["sheet2.player"]["/V"]) == ("Ada", "Žofie")
    page = read(pdf).pages[0]
    (widget,) = [each for each in widgets(page) if full_name(each) == "player"]
    assert widget["/F"] == 2


def test_every_line_to_write_in_shows_what_was_written_in_it():
    """Programs replace the appearance of a line when they write a value, so two lines must not share one."""
    _, _, pdf = print_sheet()
    writer = pypdf.PdfWriter(clone_from=pypdf.PdfReader(io.BytesIO(pdf)))
    values = {"score.A": "12", "score.B": "34"}
    for widget in widgets(writer.pages[0]):
        if full_name(widget) in values:
            look = widget["/AP"]["/N"].get_object()
            look.set_data(f"BT /Hand 10 Tf ({values[full_name(widget)]}) Tj ET".encode("ascii"))
    sink = io.BytesIO()
    writer.write(sink)
    looks = {
        full_name(widget): widget["/AP"]["/N"].get_object().get_data()
        for widget in widgets(pypdf.PdfReader(sink).pages[0])
        if widget["/FT"] == "/Tx"
    }
    assert {name for name, look in looks.items() if b"(12)" in look} == {"score.A"}
    assert {name for name, look in looks.items() if b"(34)" in look} == {"score.B"}


def test_no_two_boxes_overlap_in_any_edition_or_size():
    for order, two_up, edition in (
        (None, False, None),
        (SheetOptions(maps=("b",)), False, "large-print"),
        (SheetOptions(copies=3), True, None),
    ):
        frames, _, _ = print_sheet(order, two_up=two_up, edition=edition)
        for frame in frames:
            boxes = apart(tuple(box for _, box in fields_on(frame)))
            assert not [(one, other) for at, one in enumerate(boxes) for other in boxes[:at] if one.meets(other)]
            assert min(min(box.width, box.height) for box in boxes) > 5


def test_a_box_keeps_the_largest_part_that_is_free():
    room = Rect(0, 0, 30, 30)
    assert largest_free(room, [Rect(18, 2, 10, 10), Rect(20, 18, 10, 10)]) == Rect(0, 0, 18, 30)
    assert largest_free(room, []) == room
    assert largest_free(room, [room]) == room


class Screen:
    """A fillable PDF in a viewer made of PDFium: clicks and typed text go to the first box at a point."""

    def __init__(self, pdf):
        self.document = pypdfium2.PdfDocument(pdf)
        self.document.init_forms()
        self.form = self.document.formenv
        self.page = self.document[0]
        self.raw = pypdfium2.raw

    def click(self, x, y):
        for act in (self.raw.FORM_OnMouseMove, self.raw.FORM_OnLButtonDown, self.raw.FORM_OnLButtonUp):
            act(self.form, self.page, 0, x, y)

    def type(self, text):
        for sign in text:
            self.raw.FORM_OnChar(self.form, self.page, ord(sign), 0)

    def leave(self):
        self.raw.FORM_ForceToKillFocus(self.form)

    def picture(self):
        return self.page.render(scale=2, may_draw_forms=True).to_pil().convert("L")

    def saved(self):
        sink = io.BytesIO()
        self.document.save(sink)
        return sink.getvalue()


def middle(widget):
    left, low, right, high = (float(value) for value in widget["/Rect"])
    return (left + right) / 2, (low + high) / 2


def box_states(pdf):
    """Return the value, the shown state and the drawing of the tick of each box."""
    boxes = [each for each in widgets(read(pdf).pages[0]) if each["/FT"] == "/Btn"]
    return {
        full_name(each): (each["/V"], each["/AS"], each["/AP"]["/N"]["/Yes"].get_object().get_data()) for each in boxes
    }


@pytest.mark.parametrize("maps", [("b",), *often([], [(None,), ("g",), ("k",)])])
def test_a_click_ticks_the_box_it_falls_on_and_no_other(maps):
    _, _, pdf = print_sheet(SheetOptions(maps=maps))
    boxes = {full_name(each): each for each in widgets(read(pdf).pages[0]) if each["/FT"] == "/Btn"}
    assert len(boxes) == 292
    empty = box_states(pdf)
    first, second = list(boxes)[::2], list(boxes)[1::2]
    screen = Screen(pdf)
    for clicked, ticked in ((first, first), (second, boxes), (first, second)):
        for name in clicked:
            screen.click(*middle(boxes[name]))
        screen.leave()
        states = {name: "/Yes" if name in ticked else "/Off" for name in boxes}
        assert box_states(screen.saved()) == {name: (state, state, empty[name][2]) for name, state in states.items()}


def test_the_sign_of_a_tick_is_as_large_as_its_box_unless_the_layout_wants_a_dot():
    """The layout decides the tick, not the size: the beds of a garden are as large as the rooms of a dungeon."""
    boxes = {"bed": "", "ring": ", shape: ellipse, tick: ring", "round": ", shape: ellipse", "room": ", tick: dot"}
    rows = (f"{{field: {name}, height: 60pt{more}}}" for name, more in boxes.items())
    frame = lay(f"front: {{column: [{', '.join(rows)}]}}", size=(255, 255)).frame
    pdf = pdf_bytes([frame], fonts=fonts(), title="x", lang="en", hand=fonts().font("text.regular"))
    screen, sizes = Screen(pdf), {}
    for widget in widgets(read(pdf).pages[0]):
        before = screen.picture()
        screen.click(*middle(widget))
        screen.leave()
        change = ImageChops.difference(before, screen.picture()).point(lambda value: 255 if value > 60 else 0)
        left, top, right, bottom = change.getbbox()
        sizes[full_name(widget)] = ((right - left) / 2, (bottom - top) / 2)
    assert sizes == {
        "bed": pytest.approx((43, 43), abs=3),
        "ring": pytest.approx((255, 60), abs=3),
        "round": pytest.approx((43, 43), abs=3),
        "room": pytest.approx((8, 8), abs=2),
    }


def test_a_tick_shows_our_own_sign():
    _, _, pdf = print_sheet()
    boxes = {full_name(each): each for each in widgets(read(pdf).pages[0])}
    screen = Screen(pdf)
    name = next(name for name in boxes if name.startswith("room."))
    before = screen.picture()
    screen.click(*middle(boxes[name]))
    screen.leave()
    x, y = middle(boxes[name])
    change = ImageChops.difference(before, screen.picture()).point(lambda value: 255 if value > 60 else 0).getbbox()
    height = screen.page.get_height()
    assert change is not None
    assert (change[2] - change[0]) / 2 < 12, "a room is marked by a dot, which hides nothing"
    assert change[0] / 2 <= x <= change[2] / 2
    assert change[1] / 2 <= height - y <= change[3] / 2


@pytest.mark.parametrize("name", ["Zażółć Gęśl", "Žluťoučký kůň", "Ada −4"])
def test_names_of_all_three_languages_are_shown_as_they_were_typed(name):
    _, _, pdf = print_sheet()
    (box,) = [each for each in widgets(read(pdf).pages[0]) if full_name(each) == "player"]
    screen = Screen(pdf)
    screen.click(*middle(box))
    screen.type(name)
    screen.leave()
    saved = screen.saved()
    assert leaves(saved)["player"]["/V"] == name
    (field,) = [each for each in widgets(read(saved).pages[0]) if full_name(each) == "player"]
    fonts = field["/AP"]["/N"]["/Resources"]["/Font"]
    assert fonts["/Hand"]["/BaseFont"] == "/SCRAWL+FiraSansCondensed-Regular"


@pytest.mark.parametrize("name", ["Zażółć Gęśl", "Žluťoučký kůň"])
def test_a_program_that_writes_a_name_in_our_font_shows_every_letter(name):
    _, _, pdf = print_sheet()
    writer = pypdf.PdfWriter(clone_from=pypdf.PdfReader(io.BytesIO(pdf)))
    writer.update_page_form_field_values(writer.pages[0], {"player": name}, auto_regenerate=False)
    sink = io.BytesIO()
    writer.write(sink)
    (field,) = [each for each in widgets(writer.pages[0]) if full_name(each) == "player"]
    codes = {value: code for code, value in form_codes().items()}
    look = field["/AP"]["/N"].get_object().get_data()
    assert bytes(codes[ord(sign)] for sign in name) in unescape(look)


def unescape(data):
    return re.sub(rb"\\([0-7]{3})", lambda match: bytes([int(match[1], 8)]), data)


def test_every_letter_of_the_form_is_embedded():
    font = Fonts({"text": ROOT / "fonts" / "FiraSansCondensed-Regular.ttf"}).font("text")
    letters = {chr(value) for value in form_codes().values() if value in font.glyphs}
    assert set("ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ−äöüß") <= letters
