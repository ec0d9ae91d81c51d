"""The parts of a drawing: areas, each with its paint and clips, and translucent groups; and the work to clip them.

The work is estimated before it is done. The time of skia-pathops depends on edges that cross, and far more on edges
that coincide: twice as many take 16 times as long. The work allowed by MOST_EFFORT takes up to two seconds; icons of
common sets stay below 800.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from math import hypot, inf
from typing import NamedTuple
from xml.etree.ElementTree import Element

from generator.frame import Gradient
from generator.geometry import Rect, Size
from generator.reading.svg.contours import Contours, cut, merge_contours
from generator.reading.svg.values import Color

MOST_EFFORT = 15_000  # crossings in a drawing
LOOKS = 50  # comparing this many edges is as much work as one crossing
ON_EACH_OTHER = 50  # n coinciding edges are as much work as n ** 4 crossings divided by this
FINEST = 1e-3  # shorter lengths, in the units of a drawing, count as none

TANGLED = (
    "too many of its sides cross or lie on each other",
    "draw each side once, and simplify what is cut by a clip or a pattern",
)

Point = tuple[float, float]
Side = tuple[Point, ...]
"""A straight edge as its two ends, a curve as its ends and control points."""
_EndlessLine = tuple[float, float, float]
"""A line: its direction across and down, and its distance from the origin."""


def effort_of(*several: Contours) -> int:
    """Estimate the work of clipping or merging contours, in edge crossings; counting stops above MOST_EFFORT."""
    sides = [side for contours in several for side in _sides(contours)]
    lying = _lying(sides)
    return lying if lying > MOST_EFFORT else lying + _crossing(sides)


def _sides(contours: Contours) -> Iterator[Side]:
    begin = at = (0.0, 0.0)
    for name, points in contours.value:
        if name == "moveTo":
            begin = at = points[0]
        elif points:
            yield (at, *points)
            at = points[-1]
        elif at != begin:
            yield at, begin


def _lying(sides: Iterable[Side]) -> int:
    """Estimate the work for edges that lie on each other: straight edges that overlap, and equal curves."""
    lines: dict[_EndlessLine, list[Point]] = defaultdict(list)
    curves: Counter[Side] = Counter()
    for side in sides:
        if len(side) > 2:
            curves[min(side, side[::-1])] += 1
        elif (line := _line(*side)) is not None:
            lines[line[0]].append(line[1])
    # An edge overlaps all that begin before its end, except those that end before its begin. With the begins and the
    # ends of a line sorted, two binary searches give this number without comparing pairs. The count of overlaps to
    # the power of three, summed over all edges, is the fourth power for edges that all coincide.
    fourth = sum(count**4 for count in curves.values())
    for spans in lines.values():
        begins, ends = sorted(begin for begin, _ in spans), sorted(end for _, end in spans)
        fourth += sum(
            (bisect_left(begins, end - FINEST) - bisect_right(ends, begin + FINEST)) ** 3 for begin, end in spans
        )
    return fourth // ON_EACH_OTHER


def _line(start: Point, end: Point) -> tuple[_EndlessLine, Point] | None:
    """Return (endless line through a straight edge, range of the edge on it), rounded; None for no length."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down)
    if length < FINEST:
        return None
    across, down = across / length, down / length
    if (round(across, 3), round(down, 3)) < (0, 0):
        across, down = -across, -down
    first, last = sorted(across * x + down * y for x, y in (start, end))
    return (round(across, 3), round(down, 3), round(across * start[1] - down * start[0], 1)), (first, last)


def _crossing(sides: Iterable[Side]) -> int:
    """Return the number of pairs of edges that may cross, plus the work of comparing; curves count by their boxes."""
    # A sweep from left to right: with the boxes sorted by their left sides, only those that begin before the right
    # side of a box can touch it. See Shamos and Hoey, "Geometric intersection problems" (1976).
    boxed = sorted((*_box(side), side) for side in sides)
    work = 0
    for at, (_, right, top, bottom, side) in enumerate(boxed):
        near_in_x = boxed[at + 1 : bisect_right(boxed, (right, inf), at + 1)]
        touching = [candidate for _, _, high, low, candidate in near_in_x if high <= bottom and top <= low]
        work += LOOKS * sum(_cross(side, candidate) for candidate in touching) + len(near_in_x) + len(touching)
        if work > LOOKS * MOST_EFFORT:
            break
    return work // LOOKS


def _box(side: Side) -> tuple[float, float, float, float]:
    """Return the left, right, top and bottom of an edge."""
    across, down = zip(*side, strict=True)
    return min(across), max(across), min(down), max(down)


def _cross(first: Side, second: Side) -> bool:
    """Return whether two edges whose boxes overlap may cross; a common end does not count."""
    if first[0] in (second[0], second[-1]) or first[-1] in (second[0], second[-1]):
        return False
    if len(first) > 2 or len(second) > 2:
        return True
    return not (_beside(first, second) or _beside(second, first))


def _beside(line: Side, edge: Side) -> bool:
    """Return whether both ends of the straight edge `edge` are on the same side of `line`."""
    # the sign of the cross product says on which side of a line a point is
    (left, top), (right, bottom) = line
    start, end = ((right - left) * (y - top) - (bottom - top) * (x - left) for x, y in edge)
    return start * end > 0


BEYOND = 0.2  # overhang of a box that is not clipped


class FilledContours(NamedTuple):
    """Contours in the units of their drawing, and their fill rule."""

    contours: Contours
    even_odd: bool = False

    def within(self, clip: "FilledContours") -> "FilledContours":
        """Return the part of the area within a clip; raises ArithmeticError if it cannot be computed."""
        if not self.contours.value or not clip.contours.value:
            return FilledContours(Contours())
        try:
            return FilledContours(
                cut(self.contours, clip.contours, even_odd=self.even_odd, clip_even_odd=clip.even_odd)
            )
        except ArithmeticError:  # touching parts, such as tiles, succeed when merged first
            plain = merge_contours(self.contours, even_odd=self.even_odd)
            return FilledContours(cut(plain, clip.contours, even_odd=False, clip_even_odd=clip.even_odd))

    def holds(self, box: Rect) -> bool:
        """Return whether this is an upright rectangle that contains the box."""
        room = self.contours.rectangle
        return room is not None and room.holds(box, BEYOND)


class PaintedSvgArea(NamedTuple):
    """An area filled with a colour or gradient, of which only the part inside all `clips` is visible."""

    area: FilledContours
    paint: Color | Gradient
    element: Element
    clips: tuple[FilledContours, ...] = ()

    def effort(self) -> int:
        """Return the estimated work of applying the clips, in edge crossings."""
        if not self.clips:
            return 0
        return effort_of(self.area.contours, *(clip.contours for clip in self.clips))

    def cut_out(self) -> FilledContours:
        """Return the part of the area within all clips; raises ArithmeticError if it cannot be computed."""
        area = self.area
        for clip in self.clips:
            area = area.within(clip)
        return area


class TranslucentSvgGroup(NamedTuple):
    """Parts of a drawing that are painted together, and then made translucent as a whole by `alpha`."""

    parts: tuple["Part", ...]
    alpha: float
    element: Element


Part = PaintedSvgArea | TranslucentSvgGroup


def areas_in(parts: Iterable[Part]) -> Iterator[PaintedSvgArea]:
    """Yield the areas among parts, and in their groups."""
    for part in parts:
        yield from areas_in(part.parts) if isinstance(part, TranslucentSvgGroup) else [part]


def change_areas(parts: Iterable[Part], change: Callable[[PaintedSvgArea], list[PaintedSvgArea]]) -> tuple[Part, ...]:
    """Return the parts in which `change` replaces each area, also in groups."""
    changed: list[Part] = []
    for part in parts:
        if isinstance(part, TranslucentSvgGroup):
            changed.append(part._replace(parts=change_areas(part.parts, change)))
        else:
            changed += change(part)
    return tuple(changed)


class SvgDrawing(NamedTuple):
    """The parts of a drawing in the order of painting; its longer side is SIDE."""

    size: Size
    parts: tuple[Part, ...]
