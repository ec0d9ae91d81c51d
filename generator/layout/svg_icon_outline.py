"""An SVG drawing becomes the outline of an icon: all in one colour, with translucent parts as paler tones.

Drawings that an outline cannot show are refused. A ground in another colour behind a single figure is left out if the
layout asks for that.
"""

from collections.abc import Iterable, Sequence
from itertools import dropwhile
from typing import NamedTuple
from xml.etree.ElementTree import Element

from generator.diagnostics import SourceLocation, refuse
from generator.frame import Gradient, TranslucentOutline, VectorOutline
from generator.geometry import Rect, around
from generator.reading.svg.contour_reader import DrawingLimits
from generator.reading.svg.contours import Contours, PathStringPen, box_of, join_contours, merge_contours, upright
from generator.reading.svg.drawing import read_drawing
from generator.reading.svg.drawn_parts import FilledContours, PaintedSvgArea, Part, SvgDrawing
from generator.reading.svg.effort import MOST_EFFORT, TANGLED, effort_of
from generator.reading.svg.tree import SvgFile

LIMITS = DrawingLimits(numbers=40_000, parts=400)
NOTHING = "nothing in it is filled"
ONE_COLOUR = "an icon has one colour, full or paler as a whole part; an `image` element shows any drawing"
LEAVE_GROUND = "leave its ground out (icon_grounds: left-out), "
SEVERAL = "an icon has one colour; {}cut light parts out as holes, or show it by an `image` element"


def read_icon_drawing(name: str, svg: bytes, path: str, *, without_ground: bool = False) -> VectorOutline:
    """Return the outline of an SVG file with its tones; raises InvalidInput that names what cannot be drawn."""
    file = SvgFile(f"icon {name!r}", "L019", path)
    drawing = read_drawing(file, svg, LIMITS)
    figures = [_figure(file, part) for part in drawing.parts]
    if without_ground:
        figures = _without_ground(figures)
    if not figures:
        raise refuse("L019", f"icon {name!r} cannot be drawn: {NOTHING}", SourceLocation(path))
    first = figures[0].color
    for figure in figures:
        if figure.color != first:
            hint = SEVERAL.format("" if without_ground else LEAVE_GROUND)
            raise file.refuse(f"it has more than one colour ({first}, {figure.color})", hint, figure.element)
    full = [part for figure in figures if figure.alpha == 1 for part in figure.parts]
    if not full:
        raise file.refuse("all of it is see-through", ONE_COLOUR, figures[0].element)
    paler = [figure for figure in figures if figure.alpha < 1]
    _hold_effort(file, [full, *(figure.parts for figure in paler)])
    tones = [TranslucentOutline(_outline(file, name, drawing, figure.parts), figure.alpha) for figure in paler]
    return _outline(file, name, drawing, full)._replace(tones=tuple(tones))


class _Figure(NamedTuple):
    """Parts of an SVG file that have the same colour and the same opacity."""

    parts: Sequence[PaintedSvgArea]
    color: str
    alpha: float
    element: Element


def _figure(file: SvgFile, part: Part) -> _Figure:
    """Return a part as a figure in one colour; raises InvalidInput if it has a gradient or mixed opacities."""
    if isinstance(part, PaintedSvgArea):
        if isinstance(part.paint, Gradient):
            raise file.refuse("it is filled with a gradient", ONE_COLOUR, part.element)
        return _Figure((part,), part.paint.code, part.paint.alpha, part.element)
    inner = [_figure(file, each) for each in part.parts]
    if any((each.color, each.alpha) != (inner[0].color, 1) for each in inner):
        raise file.refuse("what it draws over each other is see-through", ONE_COLOUR, part.element)
    return _Figure([one for each in inner for one in each.parts], inner[0].color, part.alpha, part.element)


def _without_ground(figures: list[_Figure]) -> list[_Figure]:
    """Return the figures without the first one if it is a background: behind all others, and around them."""
    own = list(dropwhile(lambda figure: figure.color == figures[0].color, figures))
    apart = bool(own) and all(figure.color != figures[0].color for figure in own)
    return own if apart and all(_box(figures[0]).holds(_box(figure), 0.5) for figure in own) else figures


def _box(figure: _Figure) -> Rect:
    return around(box_of(part.area.contours) or Rect(0, 0, 0, 0) for part in figure.parts)


def _hold_effort(file: SvgFile, outlines: Iterable[Sequence[PaintedSvgArea]]) -> None:
    """Raise InvalidInput at the first part with which merging the outlines would take more than the allowed work."""
    effort = 0
    for parts in outlines:
        for part in parts:
            effort += part.effort()
            if len(parts) > 1 and part.area.even_odd and not part.clips:
                effort += effort_of(part.area.contours)
            if effort > MOST_EFFORT:
                raise file.refuse(*TANGLED, part.element)


def _outline(file: SvgFile, name: str, drawing: SvgDrawing, parts: Sequence[PaintedSvgArea]) -> VectorOutline:
    try:
        areas = [part.cut_out() for part in parts]
        one = areas[0] if len(areas) == 1 else FilledContours(join_contours([_adding(area) for area in areas]))
    except ArithmeticError:
        message = f"icon {name!r} cannot be drawn: its parts cannot be cut or put together"
        raise refuse("L019", message, SourceLocation(file.path), "combine them into one path") from None
    if not one.contours.value:
        raise refuse("L019", f"icon {name!r} cannot be drawn: {NOTHING}", SourceLocation(file.path))
    pen = PathStringPen()
    one.contours.replay(pen)
    return VectorOutline(name, "".join(pen.letters), tuple(pen.numbers), *drawing.size, one.even_odd)


def _adding(area: FilledContours) -> Contours:
    """Return an area as contours for the nonzero fill rule, all in one direction, so that areas can be joined."""
    return upright(merge_contours(area.contours, even_odd=True) if area.even_odd else area.contours)
