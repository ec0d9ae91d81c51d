"""No frame is on the cut: it is far enough inside the edge of a card or a piece, or it bleeds over the edge."""

from itertools import pairwise
from math import atan2, hypot, pi

import pytest

from generator.frame import UNMOVED, FieldItem, Frame, Paint, ShapeItem, VectorOutline, runs_of, walk
from generator.geometry import Rect, Size
from generator.imposition.print_marks import PieceCut
from generator.products.pieces import flat_form, table_faces
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT

GAMES = ("paper-dungeons", "dungeon-fighter", "platformer", "labirynt-smierci", "yacht")
DRIFT = mm(2.5)  # how far a knife can miss the cut
STEPS = 20  # number of places to check along a straight side
ALONG = pi / 9  # the largest angle between a side and a line along it


def sides(cut):
    """Return the sides of a cut as places with their directions; a round cut is one side."""
    edges = [edge for run in runs_of(cut, UNMOVED) for edge in pairwise(run)]
    parts = [
        [(one[0] + (two[0] - one[0]) * at / STEPS, one[1] + (two[1] - one[1]) * at / STEPS, *one, *two)
         for at in (range(1, STEPS) if len(edges) <= 8 else (STEPS // 2,))]
        for one, two in edges
    ]  # fmt: skip
    return parts if len(edges) <= 8 else [[place for part in parts for place in part]]


def distance(place, edges):
    """Return the distance from a place on a side to the nearest edge that runs along the side."""
    x, y, *side = place
    turn, nearest = atan2(side[3] - side[1], side[2] - side[0]), DRIFT * 9
    for (ax, ay), (bx, by) in edges:
        dx, dy = bx - ax, by - ay
        if abs((atan2(dy, dx) - turn + pi / 2) % pi - pi / 2) <= ALONG and (dx or dy):
            at = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
            nearest = min(nearest, hypot(x - ax - at * dx, y - ay - at * dy))
    return nearest


def frames_on_the_cut(face, form=None):
    """Return each line whose ink is too near to the cut, along more than half of a side."""
    cut, frames = (form or PieceCut()).cut(face.trim), set()
    around = sides(cut)
    for item, matrix in walk(face.items):
        shape = item.shape if isinstance(item, FieldItem) else item
        if not isinstance(shape, ShapeItem) or not shape.paint.stroke or not shape.paint.stroke_width:
            continue
        box, half = shape.rect.around(matrix), shape.paint.stroke_width * hypot(*matrix[:2]) / 2
        if box.width > 0.5 * face.trim.width or box.height > 0.5 * face.trim.height:
            edges = [edge for run in runs_of(shape, matrix) for edge in pairwise(run)]
            for side in around:
                distances = [one for place in side if (one := abs(distance(place, edges) - half)) < DRIFT - 0.1]
                if len(distances) > len(side) / 2:
                    frames.add((str(item.place), round(min(distances) / mm(1), 1)))
    return frames


def faces(game, edition):
    """Return each face of the decks and pieces of a game, with its bleed, and the form of its cut."""
    pack, pairs = open_pack(GameCatalogue((ROOT,)), game, "en", edition), []
    for table in pack.manifest.tables:
        form = flat_form(pack, table) if table in pack.manifest.pieces else None
        pairs += [(face, form) for face in table_faces(pack, table, mm(3))]
    pack.raise_faults()
    return pairs


@pytest.mark.parametrize("edition", [None, "ink-saver", "large-print"])
@pytest.mark.parametrize("game", GAMES)
def test_no_frame_lies_on_the_cut_of_a_card_or_a_piece(game, edition):
    assert not {line for face, form in faces(game, edition) for line in frames_on_the_cut(face, form)}


ROUND = PieceCut("ellipse")
BENT = VectorOutline("bent", "MLLLL", (0.0, 0.0, 6.0, 0.05, 10.0, 0.0, 10.0, 10.0, 5.0, 5.0), 10.0, 10.0)


@pytest.mark.parametrize(
    ("kind", "radius", "form"), [("rect", 0.0, None), ("rect", 6.0, None), ("outline", 0.0, None), ("ellipse", 0.0, ROUND)]
)  # fmt: skip
@pytest.mark.parametrize(("inset", "is_found"), [(0, True), (2.4, True), (-2, True), (3, False), (-3, False)])
def test_a_frame_on_the_cut_is_found_and_one_inside_or_over_it_is_not(kind, radius, form, inset, is_found):
    trim = Rect(9, 9, 180, 250)
    shape = ShapeItem(
        kind, trim.outset(-mm(inset)), Paint(None, "#000000", 1.0), radius, BENT if kind == "outline" else None
    )
    assert bool(frames_on_the_cut(Frame(Size(198, 268), (shape,), trim=trim), form)) == is_found
