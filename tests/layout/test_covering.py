"""What lies on a text or an icon is told; what is meant to lie there, such as a sign in its ring, is not."""

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
from generator.layout.elements.simple import icon_items
from generator.layout.frame_checks import contrast_faults

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


CASES = {
    "a solid square on a digit": ([text(10, 20), shape("rect", 5, 5, 30, 30, INK)], ["text '5' is covered by 'rect'"]),
    "a digit on a solid square": ([shape("rect", 5, 5, 30, 30, INK), text(10, 20)], []),
    "a paper ring on a name": (
        [text(10, 20), shape("ellipse", 8, 10, 20, 20, PAPER, INK)],
        ["text '5' is covered by 'ellipse'"],
    ),
    "an icon in its ring": ([shape("ellipse", 0, 0, 40, 40, PAPER, INK), icon(12, 8, 16)], []),
    "an icon that reaches out of its ring": (
        [shape("ellipse", 0, 0, 40, 40, PAPER, INK), icon(12, 8, 32)],
        ["icon 'bolt' is covered by 'ellipse'"],
    ),
    "a ring's line through an icon": (
        [icon(10, 10), shape("ellipse", 20, 12, 40, 40, None, INK)],
        ["icon 'bolt' is covered by 'ellipse'"],
    ),
    "a faint line through an icon": ([icon(10, 10), shape("ellipse", 20, 12, 40, 40, None, "#eeeeee")], []),
    "an icon on an icon": ([icon(10, 10), icon(20, 12)], ["icon 'bolt' is covered by 'bolt'"]),
    "an icon whose tone lies behind it": ([*two_tone(10, 10)], []),
    "an icon of two tones on another": (
        [*two_tone(10, 10), *two_tone(20, 12)],
        ["icon 'bolt' is covered by 'bolt'", "icon 'bolt' is covered by 'bolt'"],
    ),
    "icons side by side": ([icon(10, 10), icon(32, 10)], []),
    "icons whose boxes meet but not their ink": ([icon(10, 10), icon(24, 24)], []),
    "a wall on an icon": ([icon(10, 10), shape("line", 20, 0, 0, 60, None, INK)], ["icon 'bolt' is covered by 'line'"]),
    "a thick wall beside an icon": (
        [icon(10, 10), shape("line", 8, 0, 0, 60, None, INK, 6.0)],
        ["icon 'bolt' is covered by 'line'"],
    ),
    "a wall hidden by a ground": (
        [shape("line", 20, 0, 0, 60, None, INK), shape("rect", 0, 0, 60, 60, PAPER), icon(10, 10)],
        [],
    ),
    "a texture below an icon": ([icon(10, 10, 20, "#e7dfcd"), icon(12, 12)], []),
    "a field on a text": (
        [text(10, 20), FieldItem("a", shape("rect", 5, 5, 30, 30, PAPER, INK))],
        ["text '5' is covered by 'rect'"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_covers_a_text_or_an_icon_is_told(name):
    items, expected = CASES[name]
    faults = list(covered_items(Frame(Size(100, 100), tuple(items), "page")))
    assert [fault.message.partition(" (at")[0] for fault in faults] == expected
    assert {fault.code for fault in faults} <= {"L047"}


PICTURE = ImageItem(Rect(0, 0, 40, 40), "night.png")
PALE = text(10, 20)._replace(color="#ffffff")


@pytest.mark.parametrize(
    ("items", "told"),
    [
        ([PICTURE, PALE], 0),
        ([PALE, PICTURE], 1),
        ([PICTURE, shape("rect", 5, 5, 30, 30, PAPER), PALE], 1),
        ([GroupItem(ReusableDrawing(Size(9, 9), (PICTURE,)), shift(0, 0), Rect(0, 0, 9, 9)), PALE], 1),
    ],
)
def test_contrast_is_not_judged_on_a_picture_but_beside_it_and_on_what_covers_it(items, told):
    faults = list(contrast_faults(Frame(Size(100, 100), tuple(items), "page")))
    assert [fault.code for fault in faults] == ["L040"] * told
