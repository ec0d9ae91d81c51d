"""Water on maps: two parallel waves along a line, which continue around its corners."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import hypot

from generator.diagnostics import SourceLocation
from generator.frame import Paint, ShapeItem, VectorOutline, outline_through
from generator.geometry import Point, Points, Rect

SWING = 1.5  # amplitude of a wave, in widths of its line
APART = 1.7  # distance between the two waves, in amplitudes
REACH = SWING * (APART / 2 + 3 / 4) + 1 / 2  # how far the waves reach off their line, in widths of their line
LONG = 7  # length of a wave, in widths of its line
BACK = 0.1  # 1 + cosine of a turn: below this the line turns back


def wave(points: Points, paint: Paint, place: SourceLocation) -> ShapeItem:
    """Return two parallel waves along points, the same from either end; closed if the last point is the first."""
    if points[-1] < points[0]:
        points = points[::-1]
    x, y = points[0]
    outline, box = _waves(tuple((round(a - x, 2), round(b - y, 2)) for a, b in points), paint.stroke_width)
    return ShapeItem("outline", box._replace(x=x + box.x, y=y + box.y), paint, 0.0, outline, place)


@lru_cache(maxsize=64)
def _waves(run: Points, stroke_width: float) -> tuple[VectorOutline, Rect]:
    """Return the outline of waves along a line and its box; cached, since many edges of a map are alike."""
    swing = stroke_width * SWING
    lane = (2 + APART) * swing / 2 - swing
    lanes = [list(_lane(run, stroke_width * LONG, aside, swing)) for aside in (-lane, lane)]
    letters = "".join("M" + (len(points) // 3) * "C" for points in lanes)
    return outline_through([point for points in lanes for point in points], letters, "wave")


def _lane(run: Points, long: float, aside: float, swing: float) -> Iterator[Point]:
    """Yield the points of one of the two waves, `aside` points off the line: its start, then three for each curve."""
    across = [_across(one, other) for one, other in pairwise(run)]
    if sum(across[0]) <= 0:
        aside, swing = -aside, -swing
    turns = [_turn(one, other) for one, other in pairwise(across)]
    first, last = (_turn(across[-1], across[0]),) * 2 if run[0] == run[-1] else (across[0], across[-1])
    knots = [_moved(point, turn, aside) for point, turn in zip(run, (first, *turns, last), strict=True)]
    yield knots[0]
    lift = -swing
    for (begin, end), (one, other), way in zip(pairwise(knots), pairwise(run), across, strict=True):
        waves = max(2, round(hypot(other[0] - one[0], other[1] - one[1]) / long))
        for index in range(waves):
            for share, lifted in ((1 / 3, lift), (2 / 3, lift), (1, 0.0)):
                yield _moved(_between(begin, end, (index + share) / waves), way, lifted)
            lift = -lift


def _across(one: Point, other: Point) -> Point:
    """Return the unit vector at a right angle to the line from one point to the other."""
    right, down = other[0] - one[0], other[1] - one[1]
    length = hypot(right, down) or 1.0
    return -down / length, right / length


def _turn(before: Point, after: Point) -> Point:
    """Return the offset at a corner that is 1 away from both sides, given their normals; `after` for a sharp turn."""
    along = 1 + before[0] * after[0] + before[1] * after[1]
    if along < BACK:
        return after
    return (before[0] + after[0]) / along, (before[1] + after[1]) / along


def _moved(point: Point, way: Point, far: float) -> Point:
    return point[0] + way[0] * far, point[1] + way[1] * far


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])
