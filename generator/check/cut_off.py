"""Words and marks of a piece that lie outside the shape that it is cut to."""

from collections.abc import Iterator
from itertools import pairwise

from generator.diagnostics import Diagnostic
from generator.frame import FieldItem, Frame, TextItem, walk
from generator.geometry import Rect
from generator.imposition.piece_cuts import PieceCut
from generator.layout.lines_through_text import polygons

SLACK = 0.5  # the box of a text is a little larger than its ink
Point = tuple[float, float]


def cut_off_faults(face: Frame, form: PieceCut) -> Iterator[Diagnostic]:
    """Yield every text and field that a cut runs through or leaves away."""
    trim = face.trim
    if trim is None or form.is_straight:
        return
    for item, matrix in walk(face.items):
        if isinstance(item, FieldItem) or (isinstance(item, TextItem) and item.text.strip()):
            box = item.rect.around(matrix).grown(-SLACK)
            if not all(inside(form, trim, (x, y)) for x in (box.x, box.right) for y in (box.y, box.bottom)):
                what = f"field {item.id!r}" if isinstance(item, FieldItem) else f"text {item.text[:24]!r}"
                message = f"{what} lies outside the cut of {face.name}"
                yield Diagnostic("P046", message, item.place, "move it to the middle, or make it smaller", "warning")


def inside(form: PieceCut, box: Rect, point: Point) -> bool:
    """Tell whether a point lies in a form of the size of a box.

    >>> [inside(PieceCut("ellipse"), Rect(0, 0, 4, 2), spot) for spot in ((2, 1), (0.3, 0.3))]
    [True, False]
    """
    x, y = point
    if form.kind == "ellipse":
        across, down = (x - box.x) / box.width * 2 - 1, (y - box.y) / box.height * 2 - 1
        return across**2 + down**2 <= 1
    if form.outline is not None:
        across, down = form.outline.width / box.width, form.outline.height / box.height
        return _in_runs(polygons(form.outline), ((x - box.x) * across, (y - box.y) * down))
    near_x = max(box.x + form.radius - x, x - box.right + form.radius, 0.0)
    near_y = max(box.y + form.radius - y, y - box.bottom + form.radius, 0.0)
    return near_x**2 + near_y**2 <= form.radius**2


def _in_runs(runs: tuple[tuple[Point, ...], ...], point: Point) -> bool:
    """Tell whether a line from a point to the left crosses the runs an odd number of times."""
    x, y = point
    crossed = 0
    for run in runs:
        for (ax, ay), (bx, by) in pairwise(run):
            if (ay > y) != (by > y) and x > ax + (y - ay) * (bx - ax) / (by - ay):
                crossed += 1
    return crossed % 2 == 1
