"""Shapes of an SVG file become contours, and their lines too; how much a drawing takes is counted."""

from typing import NamedTuple
from xml.etree.ElementTree import Element

from generator.reading.svg.basic_shapes import path_data
from generator.reading.svg.contours import (
    Contours,
    StrokeStyle,
    UnreadablePathData,
    separate_numbers,
    stroke_contours,
    trace_path,
)
from generator.reading.svg.effort import MOST_EFFORT, TANGLED
from generator.reading.svg.elements import ElementState, SvgElements

USUAL_MITER = 4.0


class DrawingLimits(NamedTuple):
    """How much of a drawing is read: numbers in all its paths, and parts."""

    numbers: int
    parts: int


class ContourReader:
    """Reads the contours of one drawing; refuses what is more than its limits, or takes too much work."""

    def __init__(self, elements: SvgElements, limits: DrawingLimits) -> None:
        self.elements = elements
        self.limits = limits
        self.count = self.shapes = self.effort = 0

    def contours(self, element: Element, state: ElementState) -> Contours:
        """Return the contours of a shape in its own units."""

        def side(key: str, of: str) -> float:
            return self.elements.length(element, element.get(key) or "0", state, of, key)

        self.shapes += 1
        if self.shapes > self.limits.parts:
            raise self.elements.refuse(
                element, f"it has more than {self.limits.parts:,} parts", "combine them into one path"
            )
        try:
            path, count = separate_numbers(path_data(str(element.tag), element.attrib, side))
        except ValueError as fault:
            what = f"its path cannot be read {fault}" if isinstance(fault, UnreadablePathData) else str(fault)
            raise self.elements.refuse(element, what) from None
        self.add_numbers(element, count)
        if not path:
            return Contours()
        try:
            return trace_path(path)
        except UnreadablePathData:
            raise self.elements.refuse(element, f"its path {path[:30]!r} cannot be followed") from None

    def stroke(self, element: Element, state: ElementState, contours: Contours) -> Contours:
        """Return the line along contours of a shape, in the units of the drawing; nothing where it has none."""
        looks = state.looks
        if looks.get("stroke", "none") == "none":
            return Contours()
        dashes = self._dashes(element, state)
        limits = self.elements.numbers(element, looks.get("stroke-miterlimit", "4"))
        line = StrokeStyle(
            self.elements.length(element, looks.get("stroke-width", "1"), state, "both", "stroke-width"),
            looks.get("stroke-linecap", "butt"),
            looks.get("stroke-linejoin", "miter"),
            limits[0] if len(limits) == 1 and limits[0] >= 1 else USUAL_MITER,
            dashes,
            self.elements.length(element, looks.get("stroke-dashoffset", "0"), state, "both") if dashes else 0.0,
        )
        if line.width <= 0:
            return Contours()
        if line.join not in ("miter", "round", "bevel"):
            raise self.elements.refuse(element, f"its lines meet by {line.join!r}", "use miter, round or bevel")
        try:
            return stroke_contours(contours, line, state.matrix)
        except ArithmeticError:
            raise self.elements.refuse(element, "its line cannot be turned into a path") from None

    def _dashes(self, element: Element, state: ElementState) -> tuple[float, ...]:
        """Return the lengths of ink and gap along a line; none where it is whole."""
        text = state.looks.get("stroke-dasharray", "none")
        if text == "none":
            return ()
        parts = [self.elements.length(element, part, state, "both") for part in text.replace(",", " ").split()]
        if element.get("pathLength") is not None:
            raise self.elements.refuse(element, "its dashes are told by a pathLength", "turn lines into paths")
        if min(parts, default=0) < 0 or not sum(parts):
            return ()
        return tuple(parts if len(parts) % 2 == 0 else [*parts, *parts])

    def add_numbers(self, element: Element, count: int) -> None:
        """Count numbers of an element; raises InvalidInput where a drawing has more than are read."""
        self.count += count
        if self.count > self.limits.numbers:
            raise self.elements.refuse(
                element, f"it has more than {self.limits.numbers:,} numbers", "simplify its paths"
            )

    def add_effort(self, element: Element, effort: int) -> None:
        """Count the work that an element takes, in crossings; raises InvalidInput where a drawing takes too much."""
        self.effort += effort
        if self.effort > MOST_EFFORT:
            raise self.elements.refuse(element, *TANGLED)
