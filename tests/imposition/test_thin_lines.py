"""Lines of cards in smaller print do not become too thin, and shared drawings stay shared."""

import pytest

from generator.frame import FieldItem, GroupItem, Paint, ReusableDrawing, ShapeItem, TextItem, walk
from generator.geometry import Rect, Size, shift
from generator.products.cards import LEAST_LINE, LineThickener, deck_faces
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT


def line(width, stroke="#000000"):
    return ShapeItem("line", Rect(0, 0, 9, 0), Paint(None, stroke, width))


def test_only_thin_lines_become_thicker():
    thin, thick, none = line(0.2), line(1.0), line(0.2, None)
    word = TextItem(0, 0, "a", "text", 8, "#000000", 4)
    box = FieldItem("box", line(0.1))
    items = LineThickener(0.4).thicken(ReusableDrawing(Size(9, 9), (thin, thick, none, word, box))).items
    assert items == (line(0.4), thick, none, word, FieldItem("box", line(0.4)))


def test_what_several_show_stays_one():
    inner = ReusableDrawing(Size(9, 9), (line(0.2),))
    shared = line(0.1)
    thickener = LineThickener(0.4)
    first, second = (
        thickener.thicken(ReusableDrawing(Size(9, 9), (shared, GroupItem(inner, shift(x, 0))))) for x in (1, 2)
    )
    assert first.items[0] is second.items[0]
    assert first.items[1].content is second.items[1].content


@pytest.mark.parametrize("size", [Size(mm(44), mm(67)), Size(mm(63), mm(88))])
def test_no_line_of_a_card_is_thinner_than_printers_print(size):
    faces = deck_faces(open_pack(GameCatalogue((ROOT,)), "paper-dungeons", "en"), "dungeons", size)
    widths = [
        item.paint.stroke_width * abs(matrix[0] or matrix[1])
        for front, _ in faces.cards[:2]
        for item, matrix in walk(front.items)
        if isinstance(item, ShapeItem) and item.paint.stroke
    ]
    assert min(widths) >= LEAST_LINE - 0.001
