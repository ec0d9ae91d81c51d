"""Water as maps draw it: two parallel waves from one point to another."""

from functools import lru_cache
from math import hypot

from generator.diagnostics import Place
from generator.frame import Paint, ShapeItem, VectorOutline
from generator.geometry import Rect

SWING = 1.5  # of a wave to either side, in widths of its line
APART = 1.7  # of the two waves, in swings
LONG = 7  # of a wave, in widths of its line


def wave(x1: float, y1: float, x2: float, y2: float, paint: Paint, place: Place) -> ShapeItem:
    """Return two parallel waves along a line, in points, whichever of its ends is told first."""
    (x1, y1), (x2, y2) = sorted(((x1, y1), (x2, y2)))
    outline = _waves(round(x2 - x1, 2), round(y2 - y1, 2), paint.stroke_width)
    middle_x, middle_y = (x1 + x2) / 2, (y1 + y2) / 2
    box = Rect(middle_x - outline.width / 2, middle_y - outline.height / 2, outline.width, outline.height)
    return ShapeItem("outline", box, paint, 0.0, outline, place)


@lru_cache(maxsize=64)
def _waves(right: float, down: float, stroke_width: float) -> VectorOutline:
    """Return the outline of waves so far to the right and down; the edges of a map are mostly alike."""
    length, swing = hypot(right, down) or 1.0, stroke_width * SWING
    along_x, along_y = right / length, down / length
    aside_x, aside_y = (-along_y, along_x) if along_x > along_y else (along_y, -along_x)
    waves = max(2, round(length / (stroke_width * LONG)))
    step, depth = length / waves, (2 + APART) * swing
    points = [
        (along * along_x + aside * aside_x, along * along_y + aside * aside_y)
        for lane in (swing - depth / 2, depth / 2 - swing)
        for along, aside in _lane(waves, step, lane, swing)
    ]
    left, top = (min(point[axis] for point in points) for axis in (0, 1))
    width, height = (max(point[axis] for point in points) - least for axis, least in ((0, left), (1, top)))
    numbers = tuple(round(value, 2) for x, y in points for value in (x - left, y - top))
    return VectorOutline("wave", 2 * ("M" + waves * "C"), numbers, width, height)


def _lane(waves: int, step: float, lane: float, swing: float) -> list[tuple[float, float]]:
    """Return the points of one of the two waves: how far along, and how far aside."""
    points = [(0.0, lane)]
    for index in range(waves):
        at, lift = index * step, -swing if index % 2 == 0 else swing
        points += [(at + step / 3, lane + lift), (at + 2 * step / 3, lane + lift), (at + step, lane)]
    return points
