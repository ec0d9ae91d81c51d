"""The basic shapes of SVG become path data."""

from collections.abc import Callable, Mapping
from itertools import pairwise

Side = Callable[[str, str], float]
"""What reads a length: by the name of the attribute, and what a percentage is of: width, height or both."""


def path_data(tag: str, attributes: Mapping[str, str], side: Side) -> str:
    """Return the path data of a shape; nothing where it has no room."""
    return SHAPES[tag](attributes, side)


def _path(attributes: Mapping[str, str], side: Side) -> str:
    return attributes.get("d", "")


def _polygon(attributes: Mapping[str, str], side: Side) -> str:
    points = _points(attributes)
    return f"M{points}Z" if points else ""


def _polyline(attributes: Mapping[str, str], side: Side) -> str:
    points = _points(attributes)
    return f"M{points}" if points else ""


def _points(attributes: Mapping[str, str]) -> str:
    """Return pairs of numbers; one that is over is left out, as the language has it."""
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
    return f"M{x + rx} {y}" + "".join(one + arc for one, arc in zip(sides, arcs, strict=True)) + "z"


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


SHAPES: dict[str, Callable[[Mapping[str, str], Side], str]] = {
    "path": _path,
    "polygon": _polygon,
    "polyline": _polyline,
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
}
