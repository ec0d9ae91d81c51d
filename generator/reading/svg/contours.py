"""Contours as fontTools records them: parsed from path data, transformed, measured, stroked, clipped and merged.

The only module that uses skia-pathops, which is imported only for strokes, clips and overlaps.
"""

import re
from collections.abc import Iterable
from functools import cached_property
from itertools import cycle
from math import radians, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from fontTools.misc.arrayTools import calcBounds, pointInRect, unionRect
from fontTools.misc.bezierTools import calcCubicBounds
from fontTools.misc.transform import Identity
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.basePen import decomposeQuadraticSegment
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.reverseContourPen import ReverseContourPen
from fontTools.svgLib.path import parse_path

from generator.geometry import Rect
from generator.reading.svg.values import NUMBER, scan_numbers

if TYPE_CHECKING:
    import pathops

UNMOVED: Any = Identity
Point = tuple[float, float]
_LETTERS = "MmZzLlHhVvCcSsQqTtAa"
_COMMAND = re.compile(rf"\s*([{_LETTERS}])([^{_LETTERS}]*)")
_BETWEEN = re.compile(r"[\s,]*")
_FLAG = re.compile(r"[01]")
_PLAIN = re.compile(r"(?:[MmZzLlHhVvCcSsQqTt,\s]|-?(?:(?:0|[1-9]\d{0,9})(?:\.\d+)?|\.\d+)(?!\d))*")
_OF_AN_ARC = (NUMBER, NUMBER, NUMBER, _FLAG, _FLAG, NUMBER, NUMBER)
_LETTER_OF = {"moveTo": "M", "lineTo": "L", "curveTo": "C", "closePath": "Z", "endPath": ""}
SIDE = 512.0  # length of a drawing's longer side
FINE = 4096.0  # strokes are computed at this size, so that curves stay smooth
HEAVIEST = 5_000  # the most commands of contours that are clipped or merged
PROBES = 40  # points across, and down, at which the result is checked


class UnreadablePathData(ValueError):
    """Path data that cannot be parsed; the message has the position."""


class Contours(RecordingPen):  # type: ignore[misc]
    """Open or closed contours; `value` is the list of recorded pen calls (fontTools)."""

    value: list[tuple[str, tuple[Point, ...]]]

    @cached_property
    def rectangle(self) -> Rect | None:
        """The upright rectangle that the finished contours are, as `box_contour` draws it; None for other contours."""
        box = hull_of(self)
        return box if box is not None and box_contour(box).value == self.value else None

    def qCurveTo(self, *points: Point | None) -> None:  # noqa: N802
        """Record quadratic curves; skia ends a contour of curves only with None, and its start is implied."""
        if points[-1] is None:
            # between two control points of a quadratic spline lies an implied point in their middle, as in TrueType
            # outlines
            (x, y), (next_x, next_y) = points[-2], points[0]  # type: ignore[misc]
            start = (x + next_x) / 2, (y + next_y) / 2
            self.moveTo(start)
            points = (*points[:-1], start)
        super().qCurveTo(*points)


class StrokeStyle(NamedTuple):
    """The style of a stroke, in the units of its contours."""

    width: float
    cap: str = "butt"
    join: str = "miter"
    miter: float = 4.0
    dashes: tuple[float, ...] = ()
    offset: float = 0.0


def trace_path(path: str) -> Contours:
    """Return the contours of path data; raises UnreadablePathData, or ValueError for an infinite number."""
    # fontTools reads "007" as three numbers and "1.e5" as two, and skips what it does not know. So a path with such
    # numbers, and one with arcs, is rewritten first. (_PLAIN always matches, if only the start of a path. With
    # fullmatch, a path that is not plain would be tried with its numbers split in every way.)
    data = path if _PLAIN.match(path).end() == len(path) else _separate_numbers(path)  # type: ignore[union-attr]
    record = Contours()
    try:
        if data.strip()[:1] not in ("M", "m"):
            raise ValueError("a path begins with a move")
        parse_path(data, record)
    except (ValueError, ArithmeticError, IndexError):
        raise UnreadablePathData(f"path {path.strip()[:30]!r} cannot be followed") from None
    return record


def _separate_numbers(path: str) -> str:
    """Return path data with spaces between all numbers and flags; raises UnreadablePathData."""
    out, at = [], 0
    while at < len(path):
        command = _COMMAND.match(path, at)
        if command is None:
            at = _BETWEEN.match(path, at).end()  # type: ignore[union-attr]
            if at < len(path):
                raise UnreadablePathData(f"path cannot be read at {path[at : at + 20]!r}")
            break
        letter, text = command[1], command[2]
        # the flags of an arc may be written without blanks, as in "a1 1 0 01.5.5"
        values, stop = scan_numbers(text, cycle(_OF_AN_ARC) if letter in "Aa" else None)
        if stop < len(text):
            raise UnreadablePathData(f"path cannot be read at {text[stop : stop + 20]!r}")
        out.append(letter + " %.9g" * len(values) % tuple(values))
        at = command.end()
    return " ".join(out)


def close_contours(contours: Contours) -> Contours:
    """Return contours with all of them closed, as for filling."""
    record = Contours()
    record.value = [("closePath", ()) if name == "endPath" else (name, points) for name, points in contours.value]
    return record


def transform_contours(contours: Contours, matrix: Any) -> Contours:
    """Return contours transformed by a matrix."""
    if matrix == Identity:
        return contours
    # fontTools' TransformPen does the same call by call, and takes three times as long
    xx, xy, yx, yy, dx, dy = matrix
    record = Contours()
    record.value = [
        (name, tuple([(xx * x + yx * y + dx, xy * x + yy * y + dy) for x, y in points]))
        for name, points in contours.value
    ]
    return record


def rotation_matrix(degrees: float, to: tuple[float, float], scale: float) -> Any:
    """Return a matrix that scales a glyph (y up), moves it `to` a point, then turns it clockwise about the origin."""
    return Identity.rotate(radians(degrees)).translate(*to).scale(scale, -scale)


def box_of(contours: Contours) -> Rect | None:
    """Return the bounding box of contours; None if there are none."""
    segments = [points for _, points in cubic_contours(contours).value if points]
    if not segments:
        return None
    bounds, start = calcBounds([points[-1] for points in segments]), segments[0][0]
    for points in segments:
        # a curve reaches beyond the ends of all commands only if its control points do
        if len(points) == 3 and not (pointInRect(points[0], bounds) and pointInRect(points[1], bounds)):
            bounds = unionRect(bounds, calcCubicBounds(start, *points))
        start = points[-1]
    left, top, right, bottom = bounds
    return Rect(left, top, right - left, bottom - top)


def hull_of(contours: Contours) -> Rect | None:
    """Return the box around all points and control points, which holds the contours; None if there are none."""
    points = [point for _, several in contours.value for point in several]
    if not points:
        return None
    left, top, right, bottom = calcBounds(points)
    return Rect(left, top, right - left, bottom - top)


def box_contour(box: Rect) -> Contours:
    """Return a rectangle as a closed contour."""
    record = Contours()
    record.moveTo((box.x, box.y))
    record.lineTo((box.right, box.y))
    record.lineTo((box.right, box.bottom))
    record.lineTo((box.x, box.bottom))
    record.closePath()
    return record


def join_contours(several: Iterable[Contours]) -> Contours:
    """Return one object with the contours of several, in the same order."""
    record = Contours()
    for contours in several:
        record.value += contours.value
    return record


def upright(contours: Contours) -> Contours:
    """Return contours, reversed if their total area is negative, so that overlapping contours add up."""
    area = AreaPen()
    contours.replay(area)
    if area.value >= 0:
        return contours
    turned = Contours()
    contours.replay(ReverseContourPen(turned))
    return turned


def stroke_contours(contours: Contours, line: StrokeStyle, matrix: Any) -> Contours:
    """Return the outline of a stroke along contours, transformed by `matrix`, in the units of the drawing."""
    import pathops

    # skia approximates the curves of an outline with a fixed tolerance, which shows if a small drawing is printed
    # large. So the path is enlarged before its stroke is computed, and the outline is reduced again.
    a, b, c, d, _, _ = matrix
    scale = FINE / SIDE * sqrt(abs(a * d - b * c))
    if scale < 1e-9 or line.width <= 0:
        return Contours()
    path = _skia(transform_contours(contours, Identity.scale(scale)))
    cap = {"round": pathops.LineCap.ROUND_CAP, "square": pathops.LineCap.SQUARE_CAP}
    join = {"round": pathops.LineJoin.ROUND_JOIN, "bevel": pathops.LineJoin.BEVEL_JOIN}
    path.stroke(
        line.width * scale,
        cap.get(line.cap, pathops.LineCap.BUTT_CAP),
        join.get(line.join, pathops.LineJoin.MITER_JOIN),
        line.miter,
        [dash * scale for dash in line.dashes] or None,
        line.offset * scale,
    )
    path.convertConicsToQuads(0.05)
    return transform_contours(_recorded(path), matrix.scale(1 / scale))


def merge_contours(contours: Contours, *, even_odd: bool) -> Contours:
    """Return filled contours without overlaps, outer ones clockwise; raises ArithmeticError if that fails."""
    import pathops

    path = _skia(contours, even_odd)
    try:
        path.simplify(fix_winding=True, keep_starting_points=False, clockwise=True)
    except (pathops.PathOpsError, pathops.OpenPathError) as fault:
        raise ArithmeticError(str(fault)) from None
    _hold(path, _skia(contours, even_odd))
    return _recorded(path)


def cut(contours: Contours, clip: Contours, *, even_odd: bool, clip_even_odd: bool) -> Contours:
    """Return the part of filled contours within a clip, without overlaps; raises ArithmeticError if that fails."""
    import pathops

    area, clip_area = _skia(contours, even_odd), _skia(clip, clip_even_odd)
    try:
        path = pathops.op(area, clip_area, pathops.PathOp.INTERSECTION, fix_winding=True, keep_starting_points=False)
    except (pathops.PathOpsError, pathops.OpenPathError) as fault:
        raise ArithmeticError(str(fault)) from None
    _hold(path, area, clip_area)
    return _recorded(path)


def _hold(path: "pathops.Path", *areas: "pathops.Path") -> None:
    """Raise ArithmeticError unless `path` covers the same area as the intersection of `wanted`, tested at points."""
    # skia-pathops sometimes loses or adds a part without an error. A grid of points over the area finds such parts;
    # a few points may differ, since points on an edge count as inside or outside by chance.
    left, top, right, bottom = areas[0].bounds
    across, down = (right - left) / PROBES, (bottom - top) / PROBES
    wrong = 0
    for column in range(PROBES):
        for row in range(PROBES):
            point = left + (column + 0.5) * across, top + (row + 0.5) * down
            wrong += path.contains(point) != all([area.contains(point) for area in areas])
    if wrong > PROBES * PROBES // 500:
        raise ArithmeticError("the parts are not those that were put together")


def _skia(contours: Contours, even_odd: bool = False) -> "pathops.Path":
    import pathops

    if len(contours.value) > HEAVIEST:
        raise ArithmeticError("too many parts")
    path = pathops.Path(fillType=pathops.FillType.EVEN_ODD if even_odd else pathops.FillType.WINDING)
    contours.replay(path.getPen(allow_open_paths=True))
    return path


def _recorded(path: "pathops.Path") -> Contours:
    record = Contours()
    path.draw(record)
    return record


def cubic_contours(contours: Contours) -> Contours:
    """Return contours whose quadratic curves are cubic ones."""
    if not any([name == "qCurveTo" for name, _ in contours.value]):
        return contours
    record, start = Contours(), (0.0, 0.0)
    for name, points in contours.value:
        if name == "qCurveTo":
            for control, end in decomposeQuadraticSegment(points):
                record.curveTo(_towards(control, start), _towards(control, end), end)
                start = end
        else:
            record.value.append((name, points))
            start = points[-1] if points else start
    return record


def _towards(control: Point, end: Point) -> Point:
    """Return the control point of a cubic curve at one of its ends, from the control point of a quadratic curve."""
    return end[0] + 2 / 3 * (control[0] - end[0]), end[1] + 2 / 3 * (control[1] - end[1])


def written_path(contours: Contours) -> tuple[str, tuple[float, ...]]:
    """Return the letters M, L, C and Z of contours, and all their numbers, rounded to hundredths."""
    commands = cubic_contours(contours).value
    numbers = [round(value, 2) + 0.0 for _, points in commands for point in points for value in point]
    return "".join([_LETTER_OF[name] for name, _ in commands]), tuple(numbers)
