"""Crossings of segments and outlines, of boxes and segments, and of shapes and the fields that they hide."""

import pytest

from generator.frame import FieldItem, Frame, Paint, ShapeItem
from generator.geometry import Rect, Size
from generator.layout.covering import hides_field, is_crossed, near_box, overlap
from generator.layout.drawn_items import DrawnPage

SQUARE = ((0, 0), (10, 0), (10, 10), (0, 10), (0, 0))


@pytest.mark.parametrize(
    ("segment", "near", "crossed"),
    [
        (((-5, 5), (5, 5)), True, True),
        (((5, 5), (15, 5)), True, True),
        (((5, -5), (5, 5)), True, True),
        (((5, 5), (5, 15)), True, True),
        (((5, 15), (5, -5)), True, True),
        (((2, 2), (8, 8)), True, False),  # inside
        (((-5, 4), (-1, 4)), False, False),
        (((11, 4), (15, 4)), False, False),
        (((4, -5), (4, -1)), False, False),
        (((4, 11), (4, 15)), False, False),
        (((-5, 4), (0, 4)), True, False),  # ends at the edge
        (((10, 4), (15, 4)), True, False),
        (((4, -3), (4, 0)), True, False),
        (((4, 10), (4, 15)), True, False),
        (((-3, 8), (4, 15)), True, False),  # past a corner
        (((-3, 6), (4, 13)), True, True),
        (((8, -3), (14, 4)), True, False),
        (((6, -3), (13, 4)), True, True),
    ],
)
def test_a_segment_is_near_a_square_and_crosses_it(segment, near, crossed):
    start, end = segment
    for ends in ((start, end), (end, start)):
        assert (near_box([ends], Rect(0, 0, 10, 10)) == [ends], is_crossed([ends], [SQUARE])) == (near, crossed)
    away = ((100, 100), (101, 101))
    assert is_crossed([away, segment], [(), SQUARE]) is crossed
    assert is_crossed([segment], [[(90, 90), (99, 99)], SQUARE]) is crossed


def drawn_items(*shapes):
    """Return the drawn items of a page with shapes; a field is a shape without a fill in a list."""
    items = [FieldItem("a", shape[0]) if isinstance(shape, list) else shape for shape in shapes]
    return DrawnPage(Frame(Size(100, 100), tuple(items), "page")).items


def shape(kind, x, y, width, height, fill=None, stroke=None, thick=2.0):
    return ShapeItem(kind, Rect(x, y, width, height), Paint(fill, stroke, thick))


FIELD = [shape("rect", 20, 20, 10, 10, None, "#000000")]


@pytest.mark.parametrize(
    ("cover", "hidden"),
    [
        (shape("rect", 10, 10, 30, 30, "#ffffff"), True),
        (shape("rect", 20, 20, 10, 10, "#ffffff"), True),
        (shape("rect", 24, 24, 30, 30, "#ffffff"), False),  # the middle and one corner
        (shape("rect", 24, 10, 30, 30, "#ffffff"), True),  # and two
        (shape("rect", 10, 10, 14, 30, "#ffffff"), False),  # two corners without the middle
        (shape("rect", 10, 10, 30, 30, None, "#000000"), False),
        (shape("rect", 10, 10, 30, 30, "#ffffff80"), False),
        (shape("ellipse", 18, 18, 14, 14, "#ffffff"), True),
        (shape("ellipse", 22, 22, 6, 6, "#ffffff"), False),
        (shape("line", 10, 25, 30, 0, None, "#ffffff", 5.0), True),
        (shape("line", 10, 25, 30, 0, None, "#ffffff", 4.9), False),
        (shape("line", 10, 35, 30, 0, None, "#ffffff", 5.0), False),
        (shape("rect", 22, 22, 6, 6, None, "#ffffff", 5.0), True),
        ([shape("rect", 10, 10, 30, 30, "#ffffff")], False),
    ],
)
def test_a_shape_hides_most_of_a_field_or_not(cover, hidden):
    field, above = drawn_items(FIELD, cover)
    assert hides_field(above, field) is hidden


def test_a_wide_line_hides_only_a_field_at_most_twice_as_high():
    for side, hidden in ((12, True), (12.1, False)):
        field, line = drawn_items(
            [shape("rect", 20, 20, 40, side, None, "#000000")], shape("line", 10, 25, 80, 0, None, "#fff000", 6.0)
        )
        assert hides_field(line, field) is hidden


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ((0, 0, 20, 20), (5, 5, 5, 5), True),
        ((5, 5, 5, 5), (0, 0, 20, 20), True),
        ((0, 0, 20, 20), (10, 10, 20, 20), True),
        ((5, 0, 5, 20), (0, 5, 20, 5), True),
        ((0, 0, 20, 20), (25, 0, 20, 20), False),
        ((0, 0, 20, 20), (0, 25, 20, 20), False),
    ],
)
def test_filled_shapes_overlap(first, second, expected):
    upper, lower = drawn_items(shape("rect", *first, "#000000"), shape("rect", *second, "#000000"))
    assert overlap(upper, lower) is expected
