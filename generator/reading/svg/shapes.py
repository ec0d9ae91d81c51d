"""Turns the shapes of an SVG file, such as rectangles and circles, into path data."""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise

Side = Callable[[str, str], float]
"""A function that parses a length: from an attribute's name, and the side that percentages refer to (or "both")."""


def _points(attributes: Mapping[str, str], side: Side, end: str = "") -> str:
    """Return a path through the pairs of numbers of `points`; an odd last number is ignored, as SVG requires."""
    numbers = attributes.get("points", "").replace(",", " ").split()
    pairs = " ".join(numbers[: len(numbers) // 2 * 2])
    return f"M{pairs}{end}" if pairs else ""


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
    "path": lambda attributes, side: attributes.get("d", ""),
    "polygon": partial(_points, end="Z"),
    "polyline": _points,
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
}
