"""Contours as fontTools records them: read from path data, moved, measured; lines, clips and overlaps worked out.

The only module that knows skia-pathops, which is imported where a line, a clip or an overlap is met.
"""

import re
from collections.abc import Iterable
from itertools import cycle
from math import radians, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from fontTools.misc.transform import Identity
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.basePen import BasePen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.reverseContourPen import ReverseContourPen
from fontTools.pens.transformPen import TransformPen
from fontTools.svgLib.path import parse_path

from generator.geometry import Rect
from generator.reading.svg.values import NUMBER, scan_numbers

if TYPE_CHECKING:
    import pathops

UNMOVED: Any = Identity
_LETTERS = "MmZzLlHhVvCcSsQqTtAa"
_COMMAND = re.compile(rf"\s*([{_LETTERS}])([^{_LETTERS}]*)")
_BETWEEN = re.compile(r"[\s,]*")
_FLAG = re.compile(r"[01]")
_OF_AN_ARC = (NUMBER, NUMBER, NUMBER, _FLAG, _FLAG, NUMBER, NUMBER)
SIDE = 512.0  # what the longer side of a drawing becomes
FINE = 4096.0  # lines are worked out so large that no bend is seen
HEAVIEST = 5_000  # commands of what is cut or put together
PROBES = 40  # points across and down at which it is looked whether that was done right


class UnreadablePathData(ValueError):
    """Path data that cannot be followed; the text tells where."""


class Contours(RecordingPen):  # type: ignore[misc]
    """Contours as the calls of a pen that draws them, in `value`; they are open or closed."""

    value: list[tuple[str, tuple[tuple[float, float], ...]]]


class StrokeStyle(NamedTuple):
    """How a line is drawn along contours, in their own units."""

    width: float
    cap: str = "butt"
    join: str = "miter"
    miter: float = 4.0
    dashes: tuple[float, ...] = ()
    offset: float = 0.0


def separate_numbers(path: str) -> tuple[str, int]:
    """Return path data with blanks between its numbers and flags, and how many numbers; raises UnreadablePathData."""
    out, at, count = [], 0, 0
    while at < len(path):
        command = _COMMAND.match(path, at)
        if command is None:
            at = _BETWEEN.match(path, at).end()  # type: ignore[union-attr]
            if at < len(path):
                raise UnreadablePathData(f"at {path[at : at + 20]!r}")
            break
        letter, text = command[1], command[2]
        values, stop = scan_numbers(text, cycle(_OF_AN_ARC if letter in "Aa" else [NUMBER]))
        if stop < len(text):
            raise UnreadablePathData(f"at {text[stop : stop + 20]!r}")
        out.append(letter + " ".join(f"{number:.9g}" for number in values))
        count += len(values)
        at = command.end()
    return " ".join(out), count


def trace_path(path: str) -> Contours:
    """Return the contours of path data with blanks between its numbers; raises UnreadablePathData."""
    record = Contours()
    try:
        if path.strip()[:1] not in ("M", "m"):
            raise ValueError("a path begins with a move")
        parse_path(path, record)
    except (ValueError, ArithmeticError, IndexError) as fault:
        raise UnreadablePathData(str(fault)) from None
    return record


def close_contours(contours: Contours) -> Contours:
    """Return contours all of which are closed, as filling does."""
    record = Contours()
    record.value = [("closePath", ()) if name == "endPath" else (name, points) for name, points in contours.value]
    return record


def transform_contours(contours: Contours, matrix: Any) -> Contours:
    """Return contours after a matrix."""
    if matrix == Identity:
        return contours
    record = Contours()
    contours.replay(TransformPen(record, matrix))
    return record


def scale_matrix(across: float, down: float) -> Any:
    """Return the matrix that makes contours so many times as wide and high."""
    return Identity.scale(across, down)


def rotation_matrix(degrees: float, to: tuple[float, float], scale: float) -> Any:
    """Return the matrix that takes a letter, y up, to a point, and then turns it clockwise about the middle of all."""
    return Identity.rotate(radians(degrees)).translate(*to).scale(scale, -scale)


def box_of(contours: Contours) -> Rect | None:
    """Return the box around contours, or None where there is nothing."""
    bounds = BoundsPen(None)
    contours.replay(bounds)
    if bounds.bounds is None:
        return None
    left, top, right, bottom = bounds.bounds
    return Rect(left, top, right - left, bottom - top)


def box_contour(box: Rect) -> Contours:
    """Return a rectangle as a contour."""
    record = Contours()
    record.moveTo((box.x, box.y))
    record.lineTo((box.right, box.y))
    record.lineTo((box.right, box.bottom))
    record.lineTo((box.x, box.bottom))
    record.closePath()
    return record


def join_contours(several: Iterable[Contours]) -> Contours:
    """Return all contours as one."""
    record = Contours()
    for contours in several:
        record.value += contours.value
    return record


def upright(contours: Contours) -> Contours:
    """Return contours running clockwise as a whole, so that those over each other add up."""
    area = AreaPen()
    contours.replay(area)
    if area.value >= 0:
        return contours
    turned = Contours()
    contours.replay(ReverseContourPen(turned))
    return turned


def stroke_contours(contours: Contours, line: StrokeStyle, matrix: Any) -> Contours:
    """Return what a line along contours covers, after a matrix that takes both to the drawing."""
    import pathops

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
    """Return filled contours without overlaps, outer ones all one way; raises ArithmeticError where that fails."""
    import pathops

    path = _skia(contours, even_odd)
    try:
        path.simplify(fix_winding=True, keep_starting_points=False, clockwise=True)
    except (pathops.PathOpsError, pathops.OpenPathError) as fault:
        raise ArithmeticError(str(fault)) from None
    _hold(path, _skia(contours, even_odd))
    return _recorded(path)


def cut(contours: Contours, clip: Contours, *, even_odd: bool, clip_even_odd: bool) -> Contours:
    """Return what of filled contours lies in a clip, without overlaps; raises ArithmeticError where that fails."""
    import pathops

    one, other = _skia(contours, even_odd), _skia(clip, clip_even_odd)
    try:
        path = pathops.op(one, other, pathops.PathOp.INTERSECTION, fix_winding=True, keep_starting_points=False)
    except (pathops.PathOpsError, pathops.OpenPathError) as fault:
        raise ArithmeticError(str(fault)) from None
    _hold(path, one, other)
    return _recorded(path)


def _hold(path: "pathops.Path", *wanted: "pathops.Path") -> None:
    """Raise ArithmeticError where a path does not cover what all of the others do: at times the library slips."""
    left, top, right, bottom = wanted[0].bounds
    across, down = (right - left) / PROBES, (bottom - top) / PROBES
    wrong = 0
    for column in range(PROBES):
        for row in range(PROBES):
            point = left + (column + 0.5) * across, top + (row + 0.5) * down
            wrong += path.contains(point) != all([other.contains(point) for other in wanted])
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


class PathStringPen(BasePen):  # type: ignore[misc]
    """Writes contours down as letters M, L, C, Z and their numbers."""

    def __init__(self) -> None:
        super().__init__(None)
        self.letters: list[str] = []
        self.numbers: list[float] = []

    def add(self, letter: str, *points: tuple[float, float]) -> None:
        self.letters.append(letter)
        self.numbers += [round(value, 2) + 0.0 for point in points for value in point]

    def _moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.add("M", point)

    def _lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.add("L", point)

    def _curveToOne(  # noqa: N802
        self, one: tuple[float, float], two: tuple[float, float], end: tuple[float, float]
    ) -> None:
        self.add("C", one, two, end)

    def _closePath(self) -> None:  # noqa: N802
        self.add("Z")
