"""Large words need less contrast to their ground than small ones; a ground counts by its visible ink."""

import pytest

from generator.diagnostics import SourceLocation
from generator.frame import Frame, GroupItem, ImageItem, Paint, ReusableDrawing, ShapeItem, TextItem
from generator.geometry import Rect, Size
from generator.layout.drawn_items import DrawnPage
from generator.layout.frame_checks import contrast_faults, inked_ground

FACE = Size(200, 200)
GREY = "#888888"  # 3.54 on white: enough for large words only
PLACES = [SourceLocation("card.yaml", line) for line in range(4)]


@pytest.mark.parametrize(
    ("font", "size", "scale", "is_small"),
    [
        ("text.regular", 9, 1, True),
        ("text.regular", 17.5, 1, True),
        ("text.regular", 18, 1, False),
        ("text.medium", 17, 1, True),
        ("text.bold", 13.5, 1, True),
        ("text.bold", 14, 1, False),
        ("text.bold+tnum", 14, 1, False),
        ("text.bold_italic|more.one", 14, 1, False),
        ("display.semibold", 14, 1, True),
        ("display.black", 14, 1, False),
        ("text.regular", 9, 2, False),
        ("text.regular", 18, 0.9, True),
    ],
)
@pytest.mark.parametrize(("color", "is_readable"), [(GREY, True), ("#a0a0a0", False), ("#666666", True)])
def test_large_words_need_a_contrast_of_three(font, size, scale, is_small, color, is_readable):
    words = TextItem(5, 50, "Words", font, size, color, 60, PLACES[0])
    group = GroupItem(ReusableDrawing(FACE, (words,)), (scale, 0, 0, scale, 0, 0))
    faults = list(contrast_faults(DrawnPage(Frame(FACE, (group,), "front"))))
    assert [(each.code, each.severity) for each in faults] == [("L040", "warning")] * (
        not is_readable or (is_small and color == GREY)
    )
    assert all(f"at least {4.5 if is_small else 3} is needed" in each.hint for each in faults)


@pytest.mark.parametrize(("clip", "faults"), [(None, 1), (Rect(0, 0, 200, 40), 0), (Rect(0, 0, 200, 60), 1)])
def test_words_beside_the_clip_of_a_drawing_are_on_paper(clip, faults):
    words = TextItem(5, 50, "Words", "text.regular", 9, "#444444", 60, PLACES[0])
    drawing = ReusableDrawing(FACE, (ShapeItem("rect", Rect(0, 0, 200, 100), Paint("#333333")),))
    frame = Frame(FACE, (GroupItem(drawing, (1, 0, 0, 1, 0, 0), clip), words), "front")
    assert len(list(contrast_faults(DrawnPage(frame)))) == faults


def picture(*shapes):
    """Return a drawing of 100 x 100, stretched over the face."""
    drawing = ReusableDrawing(Size(100, 100), shapes)
    return ImageItem(Rect(0, 0, *FACE), "wall.svg", PLACES[1], drawing=drawing)


@pytest.mark.parametrize(
    ("shapes", "ground"),
    [
        ([], None),  # paper below a drawing without fills
        ([ShapeItem("rect", Rect(0, 0, 100, 100), Paint("#201030"))], "#201030"),
        ([ShapeItem("rect", Rect(0, 60, 100, 40), Paint("#201030"))], None),
        ([ShapeItem("rect", Rect(0, 0, 9, 100), Paint("#201030"))], None),  # below a part of the words only
        ([ShapeItem("rect", Rect(0, 0, 20, 100), Paint("#201030"))], "#201030"),
        (
            [
                ShapeItem("rect", Rect(0, 0, 100, 100), Paint("#201030")),
                ShapeItem("ellipse", Rect(0, 0, 80, 50), Paint("#f0f0f0")),
            ],
            None,
        ),
        ([ShapeItem("rect", Rect(0, 0, 100, 100), Paint("#000000c0"))], "#3f3f3f"),
        ([ShapeItem("rect", Rect(0, 0, 100, 100), Paint(None, "#201030"))], None),
    ],
)
def test_words_on_a_drawing_are_measured_on_what_is_below_them(shapes, ground):
    words = TextItem(10, 50, "Words", "text.regular", 9, "#000000", 60, PLACES[0])
    faults = list(contrast_faults(DrawnPage(Frame(FACE, (picture(*shapes), words), "front"))))
    assert [f" on {ground})" in fault.message for fault in faults] == [True] * bool(ground)


def rect(part, fill, at):
    return ShapeItem("rect", Rect(0, 0, FACE.width, FACE.height * part), Paint(fill), place=PLACES[at])


@pytest.mark.parametrize(
    ("shapes", "at"),
    [
        ([], None),
        ([rect(1, "#ffffff", 0)], None),
        ([rect(1, "#eeeeee", 0)], None),
        ([rect(1, "#804815", 0)], 0),
        ([rect(0.1, "#000000", 0)], None),
        ([rect(0.3, "#000000", 0)], 0),
        ([rect(1, "#804815", 0), rect(0.95, "#ffffff", 1)], None),
        ([rect(1, "#804815", 0), rect(0.3, "#112233", 1)], 0),
        ([rect(1, "#804815", 0), rect(0.7, "#112233", 1)], 1),
        ([rect(1, "#00000080", 0)], None),
        ([rect(1, "#112233", 0), rect(1, "#737373", 1)], None),
    ],
)
def test_the_ground_with_most_ink_is_found_where_it_is_seen(shapes, at):
    ground = inked_ground(DrawnPage(Frame(FACE, tuple(shapes), "front")), {"#737373"})
    assert ground == (None if at is None else (shapes[at].paint.fill, PLACES[at]))
