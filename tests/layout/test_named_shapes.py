"""Named shapes are as they were drawn: each is listed with its box and its area, in hundredths of its square."""

from itertools import pairwise

from generator.frame import polygons
from generator.geometry import around_points
from generator.layout.named_shapes import OUTLINES
from tests.tables import tables


def told(outline):
    (run,) = polygons(outline)
    box = around_points(run)
    area = sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*run, run[0]])) / 2
    return [*(round(100 * side / 512, 1) for side in box), round(100 * area / 512**2, 3)]


def test_named_shapes_have_their_boxes_and_areas():
    assert {name: told(outline) for name, outline in OUTLINES.items()} == tables(__file__)["shapes"]
