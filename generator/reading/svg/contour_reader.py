"""Turns the shapes of an SVG file, and their strokes, into contours, and counts how much a drawing takes."""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import NamedTuple
from xml.etree.ElementTree import Element

from generator.reading.svg.contours import (
    Contours,
    StrokeStyle,
    UnreadablePathData,
    separate_numbers,
    stroke_contours,
    trace_path,
)
from generator.reading.svg.drawn_parts import MOST_EFFORT, TANGLED
from generator.reading.svg.elements import ElementState, SvgElements
from generator.reading.svg.tree import SvgFile

Side = Callable[[str, str], float]
"""A function that parses a length: from an attribute's name, and the side that percentages refer to (or "both")."""


def _path(attributes: Mapping[str, str], side: Side) -> str:
    return attributes.get("d", "")


def _polygon(attributes: Mapping[str, str], side: Side) -> str:
    points = _points(attributes)
    return f"M{points}Z" if points else ""


def _polyline(attributes: Mapping[str, str], side: Side) -> str:
    points = _points(attributes)
    return f"M{points}" if points else ""


def _points(attributes: Mapping[str, str]) -> str:
    """Return the pairs of numbers of `points`; an odd last number is ignored, as SVG requires."""
    numbers = attributes.get("points", "").replace(",", " ").split()
    return " ".join(numbers[: len(numbers) // 2 * 2])


def _line(attributes: Mapping[str, str], side: Side) -> str:
    ends = side("x1", "width"), side("y1", "height"), side("x2", "width"), side("y2", "height")
    return "M{} {}L{} {}".format(*ends)


def _rect(attributes: Mapping[str, str], side: Side) -> str:
    x, y, width, height = side("x", "width"), side("y", "height"), side("width", "width"), side("height", "height")
    if width <= 0 or height <= 0:
        return ""
    round_x, round_y = (attributes.get(key, "auto") not in ("auto", "") for key in ("rx", "ry"))
    rx = side("rx", "width") if round_x else side("ry", "height") if round_y else 0.0
    ry = side("ry", "height") if round_y else rx
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if rx <= 0 or ry <= 0:
        return f"M{x} {y}h{width}v{height}h{-width}z"
    arcs = [f"a{rx} {ry} 0 0 1 {dx} {dy}" for dx, dy in ((rx, ry), (-rx, ry), (-rx, -ry), (rx, -ry))]
    sides = (f"h{width - 2 * rx}", f"v{height - 2 * ry}", f"h{2 * rx - width}", f"v{2 * ry - height}")
    return f"M{x + rx} {y}" + "".join(side + arc for side, arc in zip(sides, arcs, strict=True)) + "z"


def _circle(attributes: Mapping[str, str], side: Side) -> str:
    radius = side("r", "both")
    return _oval(side("cx", "width"), side("cy", "height"), radius, radius)


def _ellipse(attributes: Mapping[str, str], side: Side) -> str:
    known_x, known_y = (attributes.get(key, "auto")[:1] not in ("a", "", "-") for key in ("rx", "ry"))
    if not (known_x or known_y):
        return ""
    rx = side("rx", "width") if known_x else side("ry", "height")
    ry = side("ry", "height") if known_y else rx
    return _oval(side("cx", "width"), side("cy", "height"), rx, ry)


def _oval(x: float, y: float, rx: float, ry: float) -> str:
    if rx <= 0 or ry <= 0:
        return ""
    corners = ((rx, 0), (0, ry), (-rx, 0), (0, -ry), (rx, 0))
    arcs = "".join(f"A{rx} {ry} 0 0 1 {x + dx} {y + dy}" for _, (dx, dy) in pairwise(corners))
    return f"M{x + rx} {y}{arcs}z"


# functions that return the path data of a shape; "" if it has no extent, such as a rect of width 0
SHAPES: dict[str, Callable[[Mapping[str, str], Side], str]] = {
    "path": _path,
    "polygon": _polygon,
    "polyline": _polyline,
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
}

USUAL_MITER = 4.0


class DrawingLimits(NamedTuple):
    """The limits of a drawing: how many numbers all its paths may have, and how many shapes."""

    numbers: int
    parts: int


class ContourReader(SvgElements):
    """Reads the contours of one drawing; raises InvalidInput if the drawing is too large or too complicated."""

    def __init__(self, file: SvgFile, limits: DrawingLimits) -> None:
        super().__init__(file)
        self.limits = limits
        self.count = self.shapes = self.effort = 0

    def contours(self, element: Element, state: ElementState) -> Contours:
        """Return the contours of a shape, before its transform is applied."""

        def side(key: str, of: str) -> float:
            return self.length(element, element.get(key) or "0", state, of, key)

        self.shapes += 1
        if self.shapes > self.limits.parts:
            raise self.refuse(element, f"it has more than {self.limits.parts:,} parts", "combine them into one path")
        try:
            path, count = separate_numbers(SHAPES[str(element.tag)](element.attrib, side))
        except ValueError as fault:
            reason = f"its path cannot be read {fault}" if isinstance(fault, UnreadablePathData) else str(fault)
            raise self.refuse(element, reason) from None
        self.add_numbers(element, count)
        if not path:
            return Contours()
        try:
            return trace_path(path)
        except UnreadablePathData:
            raise self.refuse(element, f"its path {path[:30]!r} cannot be followed") from None

    def stroke(self, element: Element, state: ElementState, contours: Contours) -> Contours:
        """Return the contours of a shape's stroke, in the units of the drawing; empty if it has no stroke."""
        looks = state.looks
        if looks.get("stroke", "none") == "none":
            return Contours()
        dashes = self._dashes(element, state)
        limits = self.numbers(element, looks.get("stroke-miterlimit", "4"))
        line = StrokeStyle(
            self.length(element, looks.get("stroke-width", "1"), state, "both", "stroke-width"),
            looks.get("stroke-linecap", "butt"),
            looks.get("stroke-linejoin", "miter"),
            limits[0] if len(limits) == 1 and limits[0] >= 1 else USUAL_MITER,
            dashes,
            self.length(element, looks.get("stroke-dashoffset", "0"), state, "both") if dashes else 0.0,
        )
        if line.width <= 0:
            return Contours()
        if line.join not in ("miter", "round", "bevel"):
            raise self.refuse(element, f"its lines meet by {line.join!r}", "use miter, round or bevel")
        try:
            return stroke_contours(contours, line, state.matrix)
        except ArithmeticError:
            raise self.refuse(element, "its line cannot be turned into a path") from None

    def _dashes(self, element: Element, state: ElementState) -> tuple[float, ...]:
        """Return the alternating lengths of dashes and gaps of an element's stroke; empty for a solid line."""
        text = state.looks.get("stroke-dasharray", "none")
        if text == "none":
            return ()
        parts = [self.length(element, part, state, "both") for part in text.replace(",", " ").split()]
        if element.get("pathLength") is not None:
            raise self.refuse(element, "its dashes depend on a pathLength", "turn lines into paths")
        if min(parts, default=0) < 0 or not sum(parts):
            return ()
        return tuple(parts if len(parts) % 2 == 0 else [*parts, *parts])

    def add_numbers(self, element: Element, count: int) -> None:
        """Add to the count of numbers in the paths of the drawing; raises InvalidInput above the limit."""
        self.count += count
        if self.count > self.limits.numbers:
            raise self.refuse(element, f"it has more than {self.limits.numbers:,} numbers", "simplify its paths")

    def add_effort(self, element: Element, effort: int) -> None:
        """Add to the estimated work for the drawing, in edge crossings; raises InvalidInput above MOST_EFFORT."""
        self.effort += effort
        if self.effort > MOST_EFFORT:
            raise self.refuse(element, *TANGLED)
