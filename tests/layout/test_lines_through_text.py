"""Test that the program finds text crossed by a line, but not free text, or text on a badge or on texture."""

import pytest

from generator.frame import Frame, GroupItem, Paint, ShapeItem, TextItem, make_outline
from generator.geometry import Rect, Size, shift
from generator.layout.covering import struck_texts
from generator.layout.drawn_items import DrawnPage
from generator.layout.elements.paths_and_ruled_lines import wave
from generator.layout.icons import OUTLINES
from generator.products.print_pack import open_pack
from generator.products.sheets import sheet_face
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT, often

TEXT = TextItem(50, 60, "Level up", "t", 10, "#000000", 40)
LINE = Paint(None, "#000000", 0.5)


def crossing_messages(*items):
    return [fault.message for fault in struck_texts(DrawnPage(Frame(Size(200, 200), items, "a face")))]


@pytest.mark.parametrize(
    "item",
    [
        ShapeItem("line", Rect(0, 57, 200, 0), LINE),
        ShapeItem("line", Rect(40, 40, 40, 40), LINE),
        ShapeItem("rect", Rect(60, 20, 100, 100), LINE),
        ShapeItem("rect", Rect(60, 20, 100, 100), Paint("#224488")),
        ShapeItem("ellipse", Rect(30, 30, 40, 60), LINE),
        ShapeItem("outline", Rect(40, 40, 40, 40), LINE, 0.0, OUTLINES["heart_shape"]),
        ShapeItem(
            "outline", Rect(40, 40, 40, 40), Paint("#000000"), 0.0, make_outline("wedge", "M 0 0 L 512 256 L 0 512 Z")
        ),
        GroupItem(Frame(Size(9, 9), (ShapeItem("line", Rect(0, 0, 100, 0), LINE),)).content(), shift(10, 57)),
    ],
)
def test_a_line_through_a_text_is_reported_before_and_behind(item):
    for items in ((item, TEXT), (TEXT, item)):
        (message,) = crossing_messages(*items)
        assert "'Level up' is crossed by a" in message


def test_a_wave_through_a_text_is_called_so():
    (message,) = crossing_messages(wave(((0, 57), (200, 57)), LINE, TEXT.place), TEXT)
    assert "'Level up' is crossed by a wave (at" in message


@pytest.mark.parametrize(
    "item",
    [
        ShapeItem("line", Rect(0, 64, 200, 0), LINE),
        ShapeItem("rect", Rect(40, 40, 70, 40), LINE),
        ShapeItem("ellipse", Rect(20, 10, 100, 90), Paint("#000000")),
        ShapeItem("line", Rect(0, 57, 200, 0), Paint(None, "#e7dfcd", 0.5)),
        ShapeItem("rect", Rect(60, 20, 100, 100), Paint("#f6f2e8")),
    ],
)
def test_text_that_stands_free_or_on_a_ground_is_left_alone(item):
    assert crossing_messages(item, TEXT) == []


def test_a_line_is_found_on_every_height_of_a_page_and_one_beside_it_on_none():
    heights = range(-40, 200, 7)
    texts = [TEXT._replace(y=y, text=str(y)) for y in heights]
    through, beside = (ShapeItem("line", Rect(x, -60, 0, 300), LINE) for x in (70, 95))
    assert len(crossing_messages(*texts, beside, through)) == len(heights)
    assert crossing_messages(*texts, beside) == []
    for y, text in zip(heights, texts, strict=True):
        (message,) = crossing_messages(*texts, ShapeItem("line", Rect(40, y - 3, 60, 0), LINE))
        assert f"text {text.text!r} is crossed" in message


def test_a_ground_laid_over_a_line_hides_it():
    line, ground = (
        ShapeItem("line", Rect(0, 57, 200, 0), LINE),
        ShapeItem("rect", Rect(40, 40, 70, 40), Paint("#ffffff")),
    )
    assert crossing_messages(line, ground, TEXT) == []
    assert len(crossing_messages(ground, line, TEXT)) == 1


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_sheets_with_every_dungeon_are_free_of_crossed_texts(language):
    pack = open_pack(GameCatalogue((ROOT,)), "paper-dungeons", language)
    turn = ("en", "pl", "cs").index(language)
    for at, dungeon in enumerate((None, *"abcdefghijkl")):
        for mode in ("standard", "first-game"):
            if often((at + (mode == "standard")) % 3 != turn, False):
                continue
            face = sheet_face(pack, Size(mm(200), mm(281)), dungeon, mode, "Ada")
            assert [str(fault) for fault in struck_texts(DrawnPage(face))] == []
