"""Report items that cover a text or an icon, but not intended ones, such as an icon in its ring."""

import pytest

from generator.frame import (
    FieldItem,
    Frame,
    GroupItem,
    ImageItem,
    Paint,
    ReusableDrawing,
    ShapeItem,
    TextItem,
    TranslucentOutline,
    make_outline,
)
from generator.geometry import Rect, Size, shift
from generator.layout.covering import covered_items
from generator.layout.drawn_items import DrawnPage
from generator.layout.elements.simple import icon_items
from generator.layout.frame_checks import contrast_faults
from tests.conftest import ROOT
from tests.tables import tables

INK, PAPER = "#000000", "#ffffff"
BOLT = make_outline("bolt", "M 0 0 L 512 0 L 256 512 Z")


def text(x, y, words="5"):
    return TextItem(x, y, words, "text.regular", 10, INK, 6.0)


def icon(x, y, side=20.0, color=INK):
    return ShapeItem("outline", Rect(x, y, side, side), Paint(color), 0.0, BOLT)


def two_tone(x, y):
    tones = (TranslucentOutline(BOLT._replace(letters="MLLLZ", path="M 0 0 L 512 0 L 512 512 L 0 512 Z"), 0.2),)
    return icon_items(icon(x, y)._replace(outline=BOLT._replace(tones=tones)))


def shape(kind, x, y, width, height, fill=None, stroke=None, thick=2.0):
    return ShapeItem(kind, Rect(x, y, width, height), Paint(fill, stroke, thick))


CASES = tables(__file__)["cases"]


def items_of(description):
    """Return the items of a description: `icon 10 10 16`, `two_tone 10 10` or `ellipse 0 0 40 40 #ffffff #000000 6`."""
    kind, *more = description.split()
    if kind == "pale":
        items = tuple(items_of(" ".join(more)))
        return [GroupItem(ReusableDrawing(Size(100, 100), items), shift(0, 0), opacity=0.5)]
    values = [None if word == "-" else word if word[0] == "#" else float(word) for word in more]
    if kind in ("text", "icon"):
        return [text(*values) if kind == "text" else icon(*values)]
    if kind in ("picture", "drawing", "frame"):
        square = shape("rect", 0, 0, 8, 8, PAPER if kind == "drawing" else None, INK)
        drawing = ReusableDrawing(Size(8, 8), (square,)) if kind != "picture" else None
        return [ImageItem(Rect(*values), str(ROOT / "docs/cards.png"), drawing=drawing)]
    if kind == "field":
        return [FieldItem("a", shape("rect", *values))]
    return two_tone(*values) if kind == "two_tone" else [shape(kind, *values)]


@pytest.mark.parametrize("name", CASES)
def test_an_item_that_covers_a_text_or_an_icon_is_reported(name):
    descriptions, expected = CASES[name]
    items = [item for each in descriptions for item in items_of(each)]
    faults = list(covered_items(DrawnPage(Frame(Size(100, 100), tuple(items), "page"))))
    assert [fault.message.partition(" (at")[0] for fault in faults] == expected
    assert {fault.code for fault in faults} <= {"L047"}


PICTURE = ImageItem(Rect(0, 0, 40, 40), "night.png")
PALE = text(10, 20)._replace(color="#ffffff")


@pytest.mark.parametrize(
    ("items", "count"),
    [
        ([PICTURE, PALE], 0),
        ([PALE, PICTURE], 1),
        ([PICTURE, shape("rect", 5, 5, 30, 30, PAPER), PALE], 1),
        ([GroupItem(ReusableDrawing(Size(9, 9), (PICTURE,)), shift(0, 0), Rect(0, 0, 9, 9)), PALE], 1),
    ],
)
def test_contrast_is_not_judged_on_a_picture_but_beside_it_and_on_what_covers_it(items, count):
    faults = list(contrast_faults(DrawnPage(Frame(Size(100, 100), tuple(items), "page"))))
    assert [fault.code for fault in faults] == ["L040"] * count
