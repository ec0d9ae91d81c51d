"""An SVG drawing becomes the outline of an icon in one colour, or a vector drawing in its colours.

Translucent parts of an icon become paler tones. What an outline or a vector drawing cannot show faithfully is refused.
A ground in another colour behind a single figure of an icon is left out if the layout asks for that.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile
from typing import NamedTuple
from xml.etree.ElementTree import Element

from generator.diagnostics import SourceLocation, refuse
from generator.frame import (
    UNMOVED,
    Gradient,
    GroupItem,
    Item,
    Paint,
    ReusableDrawing,
    ShapeItem,
    TranslucentOutline,
    VectorOutline,
)
from generator.geometry import Rect, Size, around
from generator.reading.svg.contours import box_of, join_contours, merge_contours, upright, written_path
from generator.reading.svg.drawing import read_drawing
from generator.reading.svg.drawn_parts import (
    MOST_EFFORT,
    TANGLED,
    FilledContours,
    PaintedSvgArea,
    Part,
    SvgDrawing,
    effort_of,
)
from generator.reading.svg.elements import DrawingLimits
from generator.reading.svg.tree import SvgFile
from generator.reading.svg.values import Color

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
    figures = [_figure(file, part_inside) for part_inside in part.parts]
    if any((part_inside.color, part_inside.alpha) != (figures[0].color, 1) for part_inside in figures):
        raise file.refuse("what it draws over each other is see-through", ONE_COLOUR, part.element)
    return _Figure(
        [area for part_inside in figures for area in part_inside.parts], figures[0].color, part.alpha, part.element
    )


def _without_ground(figures: list[_Figure]) -> list[_Figure]:
    """Return the figures without the first one if it is a background: behind all others, and around them."""
    foreground = list(dropwhile(lambda figure: figure.color == figures[0].color, figures))
    is_separate = bool(foreground) and all(figure.color != figures[0].color for figure in foreground)
    return (
        foreground
        if is_separate and all(_box(figures[0]).holds(_box(figure), 0.5) for figure in foreground)
        else figures
    )


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
        # for the nonzero rule all areas run in one direction, so that none cuts a hole into another
        merged = [
            upright(merge_contours(area.contours, even_odd=True) if area.even_odd else area.contours)
            for area in (areas if len(areas) > 1 else ())
        ]
        joined = FilledContours(join_contours(merged)) if merged else areas[0]
    except ArithmeticError:
        message = f"icon {name!r} cannot be drawn: its parts cannot be cut or put together"
        raise refuse("L019", message, SourceLocation(file.path), "combine them into one path") from None
    if not joined.contours.value:
        raise refuse("L019", f"icon {name!r} cannot be drawn: {NOTHING}", SourceLocation(file.path))
    return VectorOutline(name, *written_path(joined.contours), *drawing.size, joined.even_odd)


PICTURE_LIMITS = DrawingLimits(numbers=200_000, parts=5_000)
MOST_BYTES = 4_000_000
SOLID = Paint("#000000")


def read_vector_picture(name: str, svg: bytes, path: str) -> ReusableDrawing:
    """Return the drawing of an SVG file; raises InvalidInput that names the element that cannot be drawn."""
    file = SvgFile(f"picture {name!r}", "L016", path)
    if len(svg) > MOST_BYTES:
        raise file.refuse(f"its file has more than {MOST_BYTES // 1_000_000} MB", "simplify its paths")
    drawing = read_drawing(file, svg, PICTURE_LIMITS)
    return ReusableDrawing(drawing.size, tuple(_items(drawing.parts, drawing.size, SourceLocation(path))), name)


def _items(parts: tuple[Part, ...], size: Size, place: SourceLocation) -> Iterator[Item]:
    for part in parts:
        if isinstance(part, PaintedSvgArea):
            yield _filled(part, size, place)
        else:
            layer = ReusableDrawing(size, tuple(_items(part.parts, size, place)))
            yield GroupItem(layer, UNMOVED, None, place, False, part.alpha)


def _filled(part: PaintedSvgArea, size: Size, place: SourceLocation) -> Item:
    paint = part.paint
    plain = Paint(paint.code) if isinstance(paint, Color) else Paint(gradient=paint)
    item: Item = _shape(part.area, plain, size, place)
    if isinstance(paint, Color) and paint.alpha < 1:
        item = GroupItem(ReusableDrawing(size, (item,)), UNMOVED, None, place, False, paint.alpha)
    for clip in part.clips:
        item = GroupItem(ReusableDrawing(size, (item,)), UNMOVED, _shape(clip, SOLID, size, place), place)
    return item


def _shape(area: FilledContours, paint: Paint, size: Size, place: SourceLocation) -> ShapeItem:
    outline = VectorOutline("", *written_path(area.contours), *size, area.even_odd)
    return ShapeItem("outline", Rect(0, 0, *size), paint, 0.0, outline, place)
