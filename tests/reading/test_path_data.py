"""Read path data as SVG defines it, however its numbers are written."""

from functools import partial

import pytest

from generator.diagnostics import InvalidInput
from generator.reading.svg.contours import UnreadablePathData, box_of, hull_of, trace_path, written_path
from generator.reading.svg.drawing import read_drawing
from generator.reading.svg.elements import DrawingLimits
from generator.reading.svg.tree import SvgFile

SQUARE = ("MLLLLZ", (0.0, 0.0, 7.0, 0.0, 7.0, 7.0, 0.0, 7.0, 0.0, 0.0))


@pytest.mark.parametrize(
    "text",
    [
        "M0 0L7 0 7 7 0 7z",
        "M0,0 7,0 7,7 0,7Z",
        "m0 0h7v7h-7z",
        "M0 0h007v7.h-7z",
        "M.0.0l7-0,0 7-7 0z",
        " \n M 0 0 \t H 7 V +7 H 0 Z ",
        "M0 0H.7e1V70e-1H0z",
    ],
)
def test_one_square_written_in_many_ways(text):
    assert written_path(trace_path(text)) == SQUARE


def test_flags_of_an_arc_need_no_blanks():
    assert written_path(trace_path("M0 0a1 1 0 01.5.5")) == written_path(trace_path("M 0 0 a 1 1 0 0 1 0.5 0.5"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "cannot be followed"),
        (" \n", "cannot be followed"),
        ("L9 9", "cannot be followed"),
        ("M0 0L9", "cannot be followed"),
        ("M0 0 bogus", "read at 'bogu'"),
        ("M0 0L1 -", "read at '-'"),
    ],
)
def test_invalid_path_data_is_rejected_with_its_place(text, reason):
    with pytest.raises(UnreadablePathData, match=reason):
        trace_path(text)


def test_the_hull_of_a_curve_holds_its_box():
    curve = trace_path("M0 0C0 40 30 40 30 0z")
    assert hull_of(curve) == (0, 0, 30, 40)
    assert box_of(curve) == pytest.approx((0, 0, 30, 30))


@pytest.mark.parametrize(("count", "fits"), [(15, True), (16, False)])
def test_the_limit_of_a_drawing_counts_the_numbers_of_its_paths_as_they_are_written(count, fits):
    path = "M0 0" + "h1v1h-1z" * count
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d=" "/><path d="{path}"/></svg>'
    read = partial(read_drawing, SvgFile("it", "L016", "a.svg"), svg.encode(), DrawingLimits(numbers=47, parts=2))
    if fits:
        assert len(read().parts) == 1
    else:
        with pytest.raises(InvalidInput, match="more than 47 numbers"):
            read()
