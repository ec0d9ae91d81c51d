"""Gradients and patterns of an SVG file: repeated gradients become single ones, patterns are tiled over an area."""

from collections.abc import Sequence
from math import ceil, floor, hypot
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from generator.frame import Gradient, GradientStop
from generator.geometry import Rect, Size, transform_point
from generator.reading.svg.contours import UNMOVED, box_contour, box_of, join_contours, transform_contours
from generator.reading.svg.drawn_parts import FilledContours, PaintedSvgArea
from generator.reading.svg.elements import NOTES, PLAIN_COLOURS, ElementState, SvgElements, fit_view_box
from generator.reading.svg.values import BLACK, Color, share
from generator.reading.svg.values import color as parse_color

MOST_REPEATS = 200
NEAR = 1e-6
UNITS = ("objectBoundingBox", "userSpaceOnUse")
SPREADS = ("pad", "reflect", "repeat")
GRADIENTS = {"linearGradient", "radialGradient"}


def paler(paint: Color | Gradient, alpha: float) -> Color | Gradient:
    """Return a paint with its opacity multiplied by `alpha`."""
    if isinstance(paint, Color):
        return paint._replace(alpha=paint.alpha * alpha)
    return paint._replace(stops=tuple(stop._replace(alpha=stop.alpha * alpha) for stop in paint.stops))


def read_gradient(
    elements: SvgElements, target: Element, state: ElementState, own_box: Rect | None, box: Rect, alpha: float
) -> Color | Gradient | None:
    """Return the paint of a gradient for a shape.

    This is a plain colour if the gradient has only one, and None if the shape has no area.
    """
    chain = elements.chain(target, GRADIENTS)
    units = next((link.get("gradientUnits") for link in chain if link.get("gradientUnits") in UNITS), UNITS[0])
    matrix, view = state.matrix, state.view
    if units == "objectBoundingBox":
        if own_box is None or not (own_box.width and own_box.height):
            return None
        matrix, view = matrix.translate(own_box.x, own_box.y).scale(own_box.width, own_box.height), Size(1, 1)
    matrix = matrix.transform(elements.paint_transform(chain, "gradientTransform", state._replace(view=view)))
    stops = _stops(
        elements, next((link for link in chain if any(child.tag == "stop" for child in link)), target), alpha
    )
    points = _points(elements, target, chain, state._replace(view=view))
    spread = next((link.get("spreadMethod", "") for link in chain if link.get("spreadMethod") in SPREADS), SPREADS[0])
    try:
        return gradient_paint(points, stops, spread, matrix, box)
    except ValueError as fault:
        raise elements.refuse(target, str(fault), PLAIN_COLOURS) from None


def _points(elements: SvgElements, target: Element, chain: list[Element], state: ElementState) -> tuple[float, ...]:
    """Return the coordinates of a gradient in its own units, in the order that `gradient_paint` takes."""
    same = [link for link in chain if link.tag == target.tag]

    def side(key: str, of: str, default: str) -> float:
        text = next((link.get(key, "") for link in same if link.get(key)), default)
        return elements.length(target, text, state, of, key)

    if target.tag == "linearGradient":
        ends = side("x1", "width", "0%"), side("y1", "height", "0%"), side("x2", "width", "100%")
        return (*ends, side("y2", "height", "0%"))
    x, y, r = side("cx", "width", "50%"), side("cy", "height", "50%"), side("r", "both", "50%")
    return (side("fx", "width", str(x)), side("fy", "height", str(y)), side("fr", "both", "0"), x, y, r)


def _stops(elements: SvgElements, element: Element, alpha: float) -> list[GradientStop]:
    """Return the stops of a gradient, at offsets that never decrease."""
    stops: list[GradientStop] = []
    for child in element:
        if child.tag == "stop":
            style = elements.file.style(child)
            text = style.get("stop-color", "black")
            if text == "inherit":
                text = elements.file.style(element).get("stop-color", "black")
            if text.lower() == "currentcolor":
                text = elements.inherited_looks(child).get("color", "black")
            color = parse_color(text) or BLACK
            at = share(style.get("offset", "0")) or 0.0
            opacity = elements.share(style, "stop-opacity")
            stops.append(
                GradientStop(max([at, *(stop.at for stop in stops)]), color.code, color.alpha * opacity * alpha)
            )
    return stops


def gradient_paint(
    points: tuple[float, ...], stops: list[GradientStop], spread: str, matrix: Any, box: Rect
) -> Color | Gradient | None:
    """Return the paint of a gradient that fills a box of the drawing; raises ValueError if it cannot be drawn.

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
        # PDF cannot repeat a gradient. The corners of the box, projected on the gradient's line, say which repeats
        # are visible, and one long gradient gets the stops of all these.
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
    """Return the stops repeated for each cycle from `first` to `end`; every other cycle is reversed for "reflect".

    >>> black, white = GradientStop(0.0, "#000000"), GradientStop(0.5, "#ffffff")
    >>> [stop.at for stop in repeat_stops([black, white], "reflect", 0, 2)]
    [0.0, 0.25, 0.5, 0.5, 0.75, 1.0]
    """
    if spread == "pad":
        return tuple(stops)
    cycle = [*stops, stops[-1]._replace(at=1.0)] if stops[-1].at < 1 else stops
    cycle = [stops[0]._replace(at=0.0), *cycle] if stops[0].at > 0 else cycle
    repeated: list[GradientStop] = []
    for run in range(first, end):
        turned = spread == "reflect" and run % 2
        copy = [stop._replace(at=1 - stop.at) for stop in reversed(cycle)] if turned else cycle
        repeated += [stop._replace(at=(run - first + stop.at) / (end - first)) for stop in copy]
    return tuple(repeated)


MOST_TILES = 10_000

Step = tuple[float, float]
"""The offset of a copy of a tile from the first tile, in the units of the drawing."""


class PatternFill(NamedTuple):
    """A pattern: the rectangle of a tile in the units of the pattern, and the matrix from these to the drawing's.

    The children of `holder` are drawn in a tile, in the state `inside`.
    """

    room: Rect
    matrix: Any
    holder: Element
    inside: ElementState

    def edge(self) -> FilledContours:
        """Return the rectangle of the tile as an area in the units of the drawing."""
        return FilledContours(transform_contours(box_contour(self.room), self.matrix))

    def steps(self, box: Rect) -> list[Step]:
        """Return the offsets of the tiles that cover a box of the drawing; raises ValueError for too many."""
        a, b, c, d, _, _ = self.matrix
        if abs(a * d - b * c) < 1e-12:
            raise ValueError("its pattern is moved to where it has no room")
        # the corners of the box in the units of the pattern, where tiles are an upright grid
        corners = [
            transform_point(self.matrix.inverse(), x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)
        ]
        left, right = _reach([(x - self.room.x) / self.room.width for x, _ in corners])
        top, bottom = _reach([(y - self.room.y) / self.room.height for _, y in corners])
        if (right - left) * (bottom - top) > MOST_TILES:
            raise ValueError(f"its pattern is repeated more than {MOST_TILES:,} times")
        across, down = self.room.width, self.room.height
        return [
            (a * column * across + c * row * down, b * column * across + d * row * down)
            for row in range(top, bottom)
            for column in range(left, right)
        ]


def read_pattern(
    elements: SvgElements, target: Element, state: ElementState, own_box: Rect | None
) -> PatternFill | None:
    """Return the pattern for a shape with this bounding box; None if its tile has no area."""
    chain = elements.chain(target, {"pattern"})

    def find_attribute(key: str) -> str:
        return next((link.get(key, "") for link in chain if link.get(key)), "")

    tile_by_box = find_attribute("patternUnits") != "userSpaceOnUse"
    by_box = find_attribute("patternContentUnits") == "objectBoundingBox" and not find_attribute("viewBox")
    box = own_box if own_box and own_box.width and own_box.height else None
    if box is None and (tile_by_box or by_box):
        return None
    sizes = state._replace(view=Size(1, 1)) if tile_by_box else state
    x, y, width, height = (
        elements.length(target, find_attribute(side) or "0", sizes, of, side)
        for side, of in (("x", "width"), ("y", "height"), ("width", "width"), ("height", "height"))
    )
    if width <= 0 or height <= 0:
        return None
    room = Rect(x, y, width, height)
    if box is not None and tile_by_box:
        room = Rect(box.x + x * box.width, box.y + y * box.height, width * box.width, height * box.height)
    matrix = state.matrix.transform(elements.paint_transform(chain, "patternTransform", state))
    inside = ElementState(matrix.translate(room.x, room.y), {}, (), state.view)
    if find_attribute("viewBox"):
        view = elements.view_box(target, find_attribute("viewBox"))
        aspect = next((link for link in chain if link.get("preserveAspectRatio")), target)
        fit = fit_view_box(aspect, view, Rect(0, 0, room.width, room.height))
        inside = inside._replace(matrix=inside.matrix.transform(fit), view=Size(view.width, view.height))
    elif box is not None and by_box:
        inside = inside._replace(matrix=inside.matrix.scale(box.width, box.height))
    holder = next((link for link in chain if any(child.tag not in NOTES for child in link)), target)
    return PatternFill(room, matrix, holder, inside._replace(looks=elements.inherited_looks(holder)))


def confine_area(part: PaintedSvgArea, tile: FilledContours) -> list[PaintedSvgArea]:
    """Return an area clipped to a tile, without clips of its own, or nothing; raises ArithmeticError if that fails."""
    area = part.cut_out()
    box = box_of(area.contours)
    if box is None:
        return []
    return [part._replace(area=area if tile.holds(box) else area.within(tile), clips=())]


def repeat_area(part: PaintedSvgArea, steps: Sequence[Step]) -> list[PaintedSvgArea]:
    """Return an area at all offsets; copies of one colour become one area, since tiles do not overlap."""
    copies = [
        part.area._replace(contours=transform_contours(part.area.contours, UNMOVED.translate(*step))) for step in steps
    ]
    if isinstance(part.paint, Color):
        return [part._replace(area=part.area._replace(contours=join_contours(copy.contours for copy in copies)))]
    a, b, c, d, x, y = part.paint.matrix  # each copy needs its own gradient
    paints = [part.paint._replace(matrix=(a, b, c, d, x + step[0], y + step[1])) for step in steps]
    return [part._replace(area=area, paint=paint) for area, paint in zip(copies, paints, strict=True)]


def _reach(places: list[float]) -> tuple[int, int]:
    """Return the index of the first tile that contains one of these coordinates, and the index after the last."""
    return floor(min(places) + NEAR), ceil(max(places) - NEAR)
