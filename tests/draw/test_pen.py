import pytest

from generator.draw.pdf.content_stream import PdfContentStream
from generator.draw.pdf.inks import ScreenColors
from generator.frame import Paint, ShapeItem, TextItem, make_outline
from generator.geometry import Rect

ROOF = make_outline("roof", "M 0 100 L 50 0 C 60 10 70 20 100 100 Z", 100, 100)


def code_of(*items):
    pen = PdfContentStream(ScreenColors())
    for item in items:
        if isinstance(item, TextItem):
            pen.text(item, [("/F1+0", 0.0, item.text)])
        else:
            pen.shape(item, item.paint)
    return pen.code


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("rect", "10.00 20.00 30.00 40.00 re f"),
        ("line", "10.00 20.00 m 40.00 60.00 l f"),
        ("outline", "10.00 60.00 m 25.00 20.00 l 28.00 24.00 31.00 28.00 40.00 60.00 c h f"),
    ],
)
def test_a_shape_becomes_a_path_in_its_own_spot(kind, expected):
    assert code_of(ShapeItem(kind, Rect(10, 20, 30, 40), Paint("#000000"), outline=ROOF)) == ["0 g", expected]


def test_a_colour_and_a_line_are_set_only_when_they_change():
    red, blue = Paint("#ff0000", "#000000", 1), Paint("#0000ff", "#000000", 1)
    box = Rect(0, 0, 9, 9)
    code = code_of(*(ShapeItem("rect", box, paint) for paint in (red, red, blue)))
    assert code == [
        "1 0 0 rg",
        "0 G",
        "1.000 w",
        "[] 0 d",
        "0.00 0.00 9.00 9.00 re B",
        "0.00 0.00 9.00 9.00 re B",
        "0 0 1 rg",
        "0.00 0.00 9.00 9.00 re B",
    ]


def test_a_dash_ends_with_the_shape_that_asked_for_it():
    box = Rect(0, 0, 9, 9)
    code = code_of(
        ShapeItem("rect", box, Paint(None, "#000000", 0.5, (2, 1))), ShapeItem("rect", box, Paint(None, "#000000", 0.5))
    )
    assert [line for line in code if line.endswith(" d")] == ["[2.000 1.000] 0 d", "[] 0 d"]


def test_a_shape_without_paint_leaves_nothing():
    assert code_of(ShapeItem("rect", Rect(0, 0, 9, 9), Paint())) == []


def test_corners_are_never_rounder_than_half_the_box():
    round_box = ShapeItem("rect", Rect(0, 0, 20, 10), Paint("#000000"), 99)
    pill = ShapeItem("rect", Rect(0, 0, 20, 10), Paint("#000000"), 5)
    assert code_of(round_box) == code_of(pill)


def test_an_ellipse_touches_all_four_sides_of_its_box():
    path = code_of(ShapeItem("ellipse", Rect(10, 10, 20, 40), Paint("#000000")))[1]
    for point in ("20.00 10.00", "30.00 30.00", "20.00 50.00", "10.00 30.00"):
        assert point in path


def test_a_font_is_set_only_when_it_changes():
    runs = [TextItem(1, 2, word, "text", size, "#000000", 9) for word, size in (("one", 8), ("two", 8), ("six", 9))]
    assert code_of(*runs)[1:] == [
        "BT 1 0 0 -1 1.00 2.00 Tm /F1+0 8.00 Tf (one) Tj ET",
        "BT 1 0 0 -1 1.00 2.00 Tm (two) Tj ET",
        "BT 1 0 0 -1 1.00 2.00 Tm /F1+0 9.00 Tf (six) Tj ET",
    ]


def test_an_outline_without_a_path_is_refused():
    with pytest.raises(ValueError, match="needs an outline"):
        code_of(ShapeItem("outline", Rect(0, 0, 9, 9), Paint("#000000")))
