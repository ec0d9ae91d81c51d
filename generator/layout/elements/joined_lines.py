"""Lines of several straight parts: which parts are one line, and how it is drawn, with whole corners."""

from collections.abc import Callable, Collection, Hashable

from generator.diagnostics import SourceLocation
from generator.frame import Paint, ShapeItem, line, outline_through
from generator.geometry import Point, Points


def join_sides(sides: Collection[Points], corner: Callable[[Point], Hashable]) -> list[Points]:
    """Return sides of two points as lines: two that meet at a corner go on there, where three meet each ends.

    `corner` tells which points are the same. A line that comes back to its beginning ends with it.
    """
    points = {corner(point): point for side in sides for point in side}
    near: dict[Hashable, dict[Hashable, None]] = {name: {} for name in points}
    for one, other in (map(corner, side) for side in sides):
        near[one][other] = near[other][one] = None
    through = {name for name, others in near.items() if len(others) == 2}
    lines = []
    for first in sorted(points, key=through.__contains__):  # ends before corners: what begins at those left is closed
        while near[first]:
            run = [first]
            while near[run[-1]] and (run[-1] in through or len(run) == 1):
                run.append(next(iter(near[run[-1]])))
                del near[run[-2]][run[-1]], near[run[-1]][run[-2]]
            lines.append(tuple(points[name] for name in run))
    return lines


def run_of_lines(points: Points, paint: Paint, place: SourceLocation) -> ShapeItem:
    """Return a line through points, closed where it ends at its beginning."""
    if len(points) == 2:
        return line(*points[0], *points[1], paint, place)
    closed = points[0] == points[-1]
    corners = points[:-1] if closed else points
    outline, box = outline_through(corners, "M" + "L" * (len(corners) - 1) + "Z" * closed, "line")
    return ShapeItem("outline", box, paint, 0.0, outline, place)
