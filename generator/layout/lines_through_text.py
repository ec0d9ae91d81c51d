"""Find texts crossed by a line: strokes, edges of panels, outlines of shapes and icons. Changes nothing."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import pairwise

from generator.diagnostics import NOWHERE, Diagnostic
from generator.frame import FieldItem, Frame, Paint, ShapeItem, TextItem, alpha_of, runs_of, walk
from generator.geometry import Matrix, Point, Rect

Segment = tuple[Point, Point]
SLACK = 0.35  # by which the box of a text is larger than its ink
BAND = 36.0  # height of the bands of the page: only items in the same band are compared
HAIR = 0.01  # added around boxes: that of a line has no height or no width
FAINT = 0.72  # shades this light or lighter (0 black, 1 white) may lie under text


def struck_texts(frame: Frame) -> Iterator[Diagnostic]:
    """Yield one fault for every text that a visible line crosses."""
    drawn = [(item, matrix) for item, matrix in walk(frame.items) if isinstance(item, (TextItem, ShapeItem, FieldItem))]
    boxes = [item.rect.around(matrix) for item, matrix in drawn]
    grounds = [at for at, (item, _) in enumerate(drawn) if _is_ground(item)]
    bands: dict[int, list[tuple[int, float, float, float, float]]] = {}
    for at, ((item, _), box) in enumerate(zip(drawn, boxes, strict=True)):
        if not isinstance(item, TextItem) and is_visible(item.paint):
            side = (at, box.x - HAIR, box.y - HAIR, box.right + HAIR, box.bottom + HAIR)
            for band in range(int(side[2] // BAND), int(side[4] // BAND) + 1):
                bands.setdefault(band, []).append(side)
    for at, (item, _) in enumerate(drawn):
        if isinstance(item, TextItem) and item.text.strip():
            text = boxes[at].outset(-SLACK)
            left, top, right, bottom = text.x, text.y, text.right, text.bottom
            near = {
                n
                for band in range(int(top // BAND), int(bottom // BAND) + 1)
                for n, x, y, r, b in bands.get(band, ())
                if x < right and r > left and y < bottom and b > top
            }
            struck = next((n for n in sorted(near) if _strikes(drawn, boxes, grounds, n, at, text)), None)
            if struck is not None:
                other = drawn[struck][0]
                shape = other.shape if isinstance(other, FieldItem) else other
                name = shape.outline.name if isinstance(shape, ShapeItem) and shape.outline else "line"
                message = f"text {item.text[:30]!r} is crossed by a {name} (at {other.place}) on {frame.name}"
                yield Diagnostic("L045", message, item.place, "give it more room", subject=frame.name)


Drawn = list[tuple[TextItem | ShapeItem | FieldItem, Matrix]]


def _strikes(drawn: Drawn, boxes: list[Rect], grounds: list[int], n: int, at: int, text: Rect) -> bool:
    item, matrix = drawn[n]
    # a ground drawn between the shape and the text hides the shape under the text
    later = grounds[bisect_right(grounds, n) : bisect_left(grounds, at)]
    if (
        isinstance(item, TextItem)
        or item.place == drawn[at][0].place != NOWHERE  # an underline, from the same element
        or any(boxes[ground].holds(text) for ground in later)
    ):
        return False
    shape = item.shape if isinstance(item, FieldItem) else item
    return any(_crosses(one, other, text) for one, other in edges_of(shape, matrix))


def _is_ground(item: TextItem | ShapeItem | FieldItem) -> bool:
    """Tell whether an item is an opaque rectangle or ellipse, which hides what was drawn before."""
    if isinstance(item, TextItem) or item.paint.fill is None or alpha_of(item.paint.fill) < 1:
        return False
    return (item.shape if isinstance(item, FieldItem) else item).kind in ("rect", "ellipse")


def is_visible(paint: Paint) -> bool:
    """Tell whether a shape has a visible edge: its stroke or its fill is not very light."""
    colors = [color for color in (paint.stroke, paint.fill) if color]
    return any(shade(color) < FAINT for color in colors)


def shade(color: str) -> float:
    return float(sum(int(color[at : at + 2], 16) for at in (1, 3, 5))) / 765


def edges_of(shape: ShapeItem, matrix: Matrix) -> Iterator[Segment]:
    """Yield the edge of a shape as straight segments on the page."""
    for run in runs_of(shape, matrix):
        yield from pairwise(run)


def _crosses(one: Point, other: Point, box: Rect) -> bool:
    """Tell whether the segment between two points passes through a box (Liang and Barsky 1984).

    >>> _crosses((0, 5), (10, 5), Rect(2, 2, 4, 4)), _crosses((0, 0), (10, 1), Rect(2, 2, 4, 4))
    (True, False)
    """
    low, high = 0.0, 1.0
    dx, dy = other[0] - one[0], other[1] - one[1]
    for p, q in ((-dx, one[0] - box.x), (dx, box.right - one[0]), (-dy, one[1] - box.y), (dy, box.bottom - one[1])):
        if p == 0:
            if q < 0:
                return False
        elif p < 0:
            low = max(low, q / p)
        else:
            high = min(high, q / p)
        if low > high:
            return False
    return True
