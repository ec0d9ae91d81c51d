"""Gradients of an SVG file become such as run once: repeats are written out, what stands still is a colour."""

from math import ceil, floor, hypot
from typing import Any
from xml.etree.ElementTree import Element

from generator.frame import Gradient, GradientStop
from generator.geometry import Rect, Size, transform_point
from generator.reading.svg.elements import PLAIN_COLOURS, ElementState, SvgElements
from generator.reading.svg.values import BLACK, Color, share
from generator.reading.svg.values import color as parse_color

MOST_REPEATS = 200
NEAR = 1e-6
UNITS = ("objectBoundingBox", "userSpaceOnUse")
SPREADS = ("pad", "reflect", "repeat")
GRADIENTS = {"linearGradient", "radialGradient"}


def paler(paint: Color | Gradient, alpha: float) -> Color | Gradient:
    """Return a paint that covers a part of what it did."""
    if isinstance(paint, Color):
        return paint._replace(alpha=paint.alpha * alpha)
    return paint._replace(stops=tuple(stop._replace(alpha=stop.alpha * alpha) for stop in paint.stops))


def read_gradient(
    elements: SvgElements, target: Element, state: ElementState, own_box: Rect | None, box: Rect, alpha: float
) -> Color | Gradient | None:
    """Return a gradient where it fills a shape; one colour where it does not run."""
    chain = elements.chain(target, GRADIENTS)
    units = next((each.get("gradientUnits") for each in chain if each.get("gradientUnits") in UNITS), UNITS[0])
    matrix, view = state.matrix, state.view
    if units == "objectBoundingBox":
        if own_box is None or not (own_box.width and own_box.height):
            return None
        matrix, view = matrix.translate(own_box.x, own_box.y).scale(own_box.width, own_box.height), Size(1, 1)
    matrix = matrix.transform(elements.paint_transform(chain, "gradientTransform", state._replace(view=view)))
    stops = _stops(
        elements, next((each for each in chain if any(child.tag == "stop" for child in each)), target), alpha
    )
    points = _points(elements, target, chain, state._replace(view=view))
    spread = next((each.get("spreadMethod", "") for each in chain if each.get("spreadMethod") in SPREADS), SPREADS[0])
    try:
        return gradient_paint(points, stops, spread, matrix, box)
    except ValueError as fault:
        raise elements.refuse(target, str(fault), PLAIN_COLOURS) from None


def _points(elements: SvgElements, target: Element, chain: list[Element], state: ElementState) -> tuple[float, ...]:
    """Return the ends of a gradient in its own units."""
    same = [each for each in chain if each.tag == target.tag]

    def side(key: str, of: str, usual: str) -> float:
        text = next((each.get(key, "") for each in same if each.get(key)), usual)
        return elements.length(target, text, state, of, key)

    if target.tag == "linearGradient":
        ends = side("x1", "width", "0%"), side("y1", "height", "0%"), side("x2", "width", "100%")
        return (*ends, side("y2", "height", "0%"))
    x, y, r = side("cx", "width", "50%"), side("cy", "height", "50%"), side("r", "both", "50%")
    return (side("fx", "width", str(x)), side("fy", "height", str(y)), side("fr", "both", "0"), x, y, r)


def _stops(elements: SvgElements, element: Element, alpha: float) -> list[GradientStop]:
    """Return the stops of a gradient, each not before the one above it."""
    stops: list[GradientStop] = []
    for child in element:
        if child.tag == "stop":
            own = elements.file.style(child)
            text = own.get("stop-color", "black")
            if text == "inherit":
                text = elements.file.style(element).get("stop-color", "black")
            if text.lower() == "currentcolor":
                text = elements.inherited_looks(child).get("color", "black")
            color = parse_color(text) or BLACK
            at = share(own.get("offset", "0")) or 0.0
            opacity = elements.share(own, "stop-opacity")
            stops.append(
                GradientStop(max([at, *(stop.at for stop in stops)]), color.code, color.alpha * opacity * alpha)
            )
    return stops


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
