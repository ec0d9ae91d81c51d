"""The elements `path`, `ruled` (lines to write on) and `ring` (cells around a middle); and wavy lines."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, pi, radians, sin
from typing import Any

from generator.diagnostics import SourceLocation
from generator.frame import GroupItem, Item, Paint, ReusableDrawing, ShapeItem, VectorOutline, outline_through
from generator.geometry import Matrix, Point, Points, Rect, Size
from generator.layout.binding import ABSENT, Scope
from generator.layout.element_spec import Element
from generator.layout.elements.element_context import FaceLayoutContext, Handler
from generator.units import mm

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
    # Both waves are drawn along offset lines, whose corners are moved by mitres (`_turn`), so that they stay parallel.
    # Each side has a whole number of half waves, of about the wanted length, so that a wave ends at each corner.
    across = [_across(start, other) for start, other in pairwise(run)]
    if sum(across[0]) <= 0:
        aside, swing = -aside, -swing
    turns = [_turn(start, other) for start, other in pairwise(across)]
    first, last = (_turn(across[-1], across[0]),) * 2 if run[0] == run[-1] else (across[0], across[-1])
    knots = [_moved(point, turn, aside) for point, turn in zip(run, (first, *turns, last), strict=True)]
    yield knots[0]
    lift = -swing
    for (begin, end), (start, other), direction in zip(pairwise(knots), pairwise(run), across, strict=True):
        waves = max(2, round(hypot(other[0] - start[0], other[1] - start[1]) / long))
        for index in range(waves):
            for share, lifted in ((1 / 3, lift), (2 / 3, lift), (1, 0.0)):
                yield _moved(_between(begin, end, (index + share) / waves), direction, lifted)
            lift = -lift


def _across(start: Point, end: Point) -> Point:
    """Return the unit vector at a right angle to the line from one point to the other."""
    right, down = end[0] - start[0], end[1] - start[1]
    length = hypot(right, down) or 1.0
    return -down / length, right / length


def _turn(first: Point, last: Point) -> Point:
    """Return the offset at a corner that is 1 away from both sides, given their normals; `last` for a sharp turn."""
    along = 1 + first[0] * last[0] + first[1] * last[1]
    if along < BACK:
        return last
    return (first[0] + last[0]) / along, (first[1] + last[1]) / along


def _moved(point: Point, direction: Point, distance: float) -> Point:
    return point[0] + direction[0] * distance, point[1] + direction[1] * distance


def _between(first: Point, second: Point, share: float) -> Point:
    return first[0] + share * (second[0] - first[0]), first[1] + share * (second[1] - first[1])


USUAL_LINE = "#000000"
SIDE = re.compile(r"\d+(\.\d+)?")
LIST_NAME = re.compile(r"[a-z_]{2}\w*(\.\w+)+")  # the path of a list of points in the data; no SVG path data


def drawn_path(text: str, scale: tuple[float, float]) -> VectorOutline:
    """Return SVG path data as an outline in points; `scale` is the points per unit, across and down.

    Raises ValueError if it is not path data.
    """
    from generator.reading.svg.contours import (
        UNMOVED,
        box_of,
        trace_path,
        transform_contours,
        written_path,
    )

    contours = transform_contours(trace_path(text), UNMOVED.scale(*scale))
    box = box_of(contours) or Rect(0, 0, 0, 0)
    return VectorOutline("path", *written_path(contours), max(box.right, 1.0), max(box.bottom, 1.0))


def winding_path(points: Sequence[tuple[float, float]]) -> str:
    """Return the SVG path data of a smooth curve through all points.

    >>> winding_path([(0, 0), (6, 0), (6, 6)])
    'M 0 0 C 1 0 5 -1 6 0 C 7 1 6 5 6 6'
    """
    # A Catmull-Rom spline (1974): at each point the curve has the direction from the point before to the one after it.
    # As a Bézier curve, a control point lies a sixth of that way from its end.
    ends = [points[0], *points, points[-1]]
    parts = [f"M {points[0][0]:g} {points[0][1]:g}"]
    for previous, start, end, following in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        controls = [start[side] + (end[side] - previous[side]) / 6 for side in (0, 1)]
        controls += [end[side] - (following[side] - start[side]) / 6 for side in (0, 1)]
        parts.append("C " + " ".join(f"{number:.6g}" for number in (*controls, *end)))
    return " ".join(parts)


def _points(value: Any) -> Iterator[tuple[float, float]]:
    """Yield the points of a list, each {x: 12, y: 80} or [12, 80]; raises ValueError for anything else."""
    if not isinstance(value, list | tuple) or len(value) < 2:
        raise ValueError("is not a list of two or more points")
    for number, point in enumerate(value, 1):
        sides: Any = [point.get("x"), point.get("y")] if isinstance(point, Mapping) else point
        is_pair = isinstance(sides, list | tuple) and len(sides) == 2
        if not is_pair or any(isinstance(side, bool) or not isinstance(side, int | float) for side in sides):
            raise ValueError(f"has no two numbers for point {number}")
        yield float(sides[0]), float(sides[1])


class PathHandler(Handler, kinds="path"):
    """Draws a path, whose coordinates begin at the top left corner of the box."""

    def measure(self, context: FaceLayoutContext, element: Element, scope: Scope, width: float | None) -> Size:
        outline = self.outline(context, element, scope, None)
        return Size(outline.width, outline.height) if outline else Size(0, 0)

    def place(self, context: FaceLayoutContext, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        look = context.look(element)
        outline = self.outline(context, element, scope, rect)
        if outline is not None:
            box = Rect(rect.x, rect.y, outline.width, outline.height)
            paint = context.paint(look, box, scope, element.place)
            paint = paint or Paint(None, USUAL_LINE, look.stroke_width, look.dash)
            out.append(ShapeItem("outline", box, paint, 0.0, outline, element.place))

    def outline(
        self, context: FaceLayoutContext, element: Element, scope: Scope, rect: Rect | None
    ) -> VectorOutline | None:
        """Return the path as an outline in points; if it cannot be parsed, record a fault and return None."""
        spec, default_scale = element.own, (mm(1), mm(1))
        text = context.fill(spec.path, scope, element.place)
        if LIST_NAME.fullmatch(text):
            value = context.value("list", text, scope, element.place)
            if value is ABSENT:
                return None
            try:
                text = winding_path(list(_points(value)))
            except ValueError as fault:
                hint = "write its points in millimetres: [{x: 12, y: 80}, {x: 21, y: 71.5}]"
                context.fault("L066", f"path {text!r} {fault}", element.place, hint)
                return None
        sides = [float(side) for side in spec.box.split() if SIDE.fullmatch(side)]
        if spec.box and (len(sides) != 2 or 0 in sides):
            context.fault("L066", f"{spec.box!r} is not a width and height", element.place, "write two numbers: 100 50")
            return None
        scale = (rect.width / sides[0], rect.height / sides[1]) if sides and rect else default_scale
        try:
            return drawn_path(text, scale)
        except ValueError:
            hint = "write it as SVG does: M 0 0 L 20 5 C 20 9 5 9 0 5 Z"
            context.fault("L066", f"path {text[:30]!r} cannot be read", element.place, hint)
            return None


class WritingLinesHandler(Handler, kinds="ruled"):
    """Draws lines to write on across the box; the first line is one distance below the upper edge."""

    def measure(self, context: FaceLayoutContext, element: Element, _scope: Scope, width: float | None) -> Size:
        return Size(width or 0.0, element.own.ruled)

    def place(self, context: FaceLayoutContext, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        look, distance = context.look(element), element.own.ruled
        area = rect.inset(look.pad)
        color = context.color(look.stroke, scope, element.place) or USUAL_LINE
        paint = Paint(None, color, look.stroke_width, look.dash)
        for line in range(1, int(area.height / distance + 1e-6) + 1):
            box = Rect(area.x, area.y + line * distance, area.width, 0.0)
            out.append(ShapeItem("line", box, paint, 0.0, None, element.place))


class RingHandler(Handler, kinds="ring"):
    """Lays out cells whose middles are on an ellipse, which is as large as possible."""

    def measure(self, context: FaceLayoutContext, element: Element, scope: Scope, width: float | None) -> Size:
        side = width or mm(40)
        return Size(side, side)

    def place(self, context: FaceLayoutContext, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        spec, look = element.own, context.look(element)
        entries = context.entries(spec.ring, element.at.alias, scope, element.place)
        area = rect.inset(look.pad)
        is_closed = abs(spec.end - spec.begin) >= 360
        steps = max(1, len(entries) if is_closed else len(entries) - 1)
        for at, child_scope in enumerate(entries):
            part = context.with_data(spec.cell, child_scope)
            size = context.measure(part, child_scope, None)
            angle = spec.begin + (spec.end - spec.begin) * at / steps
            across, down = (area.width - size.width) / 2, (area.height - size.height) / 2
            x = area.x + area.width / 2 + across * sin(radians(angle))
            y = area.y + area.height / 2 - down * cos(radians(angle))
            if not spec.turned:
                context.place(part, child_scope, Rect(x - size.width / 2, y - size.height / 2, *size), out)
                continue
            cell: list[Item] = []
            context.place(part, child_scope, Rect(-size.width / 2, -size.height / 2, *size), cell)
            turn = angle * pi / 180
            matrix: Matrix = (cos(turn), sin(turn), -sin(turn), cos(turn), x, y)
            out.append(GroupItem(ReusableDrawing(size, tuple(cell)), matrix, None, element.place))
