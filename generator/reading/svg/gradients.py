"""Gradients of an SVG file become such as run once: repeats are written out, what stands still is a colour."""

from math import ceil, floor, hypot
from typing import Any

from generator.frame import Gradient, GradientStop
from generator.geometry import Rect, transform_point
from generator.reading.svg.values import Color

MOST_REPEATS = 200
NEAR = 1e-6


def paler(paint: Color | Gradient, alpha: float) -> Color | Gradient:
    """Return a paint that covers a part of what it did."""
    if isinstance(paint, Color):
        return paint._replace(alpha=paint.alpha * alpha)
    return paint._replace(stops=tuple(stop._replace(alpha=stop.alpha * alpha) for stop in paint.stops))


def gradient_paint(
    points: tuple[float, ...], stops: list[GradientStop], spread: str, matrix: Any, box: Rect
) -> Color | Gradient | None:
    """Return the paint of a gradient where it fills a box of the drawing; raises ValueError for what is not drawn.

    `points` are x1, y1, x2, y2 of a line, or fx, fy, fr, cx, cy, r of two circles.
    """
    if not stops:
        return None
    last = Color(stops[-1].color, stops[-1].alpha)
    a, b, c, d, _, _ = matrix
    if abs(a * d - b * c) < 1e-12:
        raise ValueError("its gradient is moved to where it has no room")
    if len(stops) == 1:
        return last
    corners = [transform_point(matrix.inverse(), x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    if len(points) == 4:
        x, y, dx, dy = points[0], points[1], points[2] - points[0], points[3] - points[1]
        if hypot(dx, dy) < 1e-9:
            return last
        reach = [((px - x) * dx + (py - y) * dy) / (dx * dx + dy * dy) for px, py in corners]
        first, end = (0, 1) if spread == "pad" else (floor(min(reach) + NEAR), ceil(max(reach) - NEAR))
        points = (x + first * dx, y + first * dy, x + end * dx, y + end * dy)
    else:
        fx, fy, fr, x, y, r = points
        if fr < 0 or r < 0:
            raise ValueError("its gradient has a circle of less than nothing")
        if r == 0:
            return last
        free = r - fr - hypot(x - fx, y - fy)
        if free < r / 1000:
            raise ValueError("its gradient begins outside of its circle")
        first, end = 0, 1
        if spread != "pad":
            if fr:
                raise ValueError("its gradient repeats around an inner circle")
            end = max(1, ceil(max(hypot(px - fx, py - fy) for px, py in corners) / free - NEAR))
        points = (fx, fy, fr, fx + end * (x - fx), fy + end * (y - fy), fr + end * (r - fr))
    if end - first > MOST_REPEATS:
        raise ValueError(f"its gradient repeats more than {MOST_REPEATS} times")
    return Gradient(points, repeat_stops(stops, spread, first, end), tuple(matrix), end - first)


def repeat_stops(stops: list[GradientStop], spread: str, first: int, end: int) -> tuple[GradientStop, ...]:
    """Return stops told once for each time that a gradient runs, forwards, or forwards and backwards by turns.

    >>> black, white = GradientStop(0.0, "#000000"), GradientStop(0.5, "#ffffff")
    >>> [stop.at for stop in repeat_stops([black, white], "reflect", 0, 2)]
    [0.0, 0.25, 0.5, 0.5, 0.75, 1.0]
    """
    if spread == "pad":
        return tuple(stops)
    whole = [*stops, stops[-1]._replace(at=1.0)] if stops[-1].at < 1 else stops
    whole = [stops[0]._replace(at=0.0), *whole] if stops[0].at > 0 else whole
    many: list[GradientStop] = []
    for run in range(first, end):
        turned = spread == "reflect" and run % 2
        one = [stop._replace(at=1 - stop.at) for stop in reversed(whole)] if turned else whole
        many += [stop._replace(at=(run - first + stop.at) / (end - first)) for stop in one]
    return tuple(many)
