"""An SVG drawing becomes one outline: what it covers, in one colour. What an outline cannot show is refused.

Of an icon in several colours only a ground behind one figure may be left out, where that is asked.
"""

from typing import NamedTuple

from generator.diagnostics import Place, refuse
from generator.frame import Gradient, Outline
from generator.geometry import Rect
from generator.reading.svg.contours import Contours, CubicPen, box_of, joined, merged, upright
from generator.reading.svg.drawing import Area, DrawingLimits, Filled, Part, SvgDrawing, read_drawing
from generator.reading.svg.tree import SvgFile

LIMITS = DrawingLimits(numbers=40_000, parts=400)
NOTHING = "nothing in it is filled"
ONE_COLOUR = "an icon has one full colour"
SEVERAL = (
    "an icon has one colour; leave its ground out (icon_grounds: left-out), cut light parts out as holes, "
    "or show it by an `image` element"
)


def read_icon_drawing(name: str, svg: bytes, path: str, *, without_ground: bool = False) -> Outline:
    """Return the outline of an SVG file; raises InvalidInput with the element that cannot be drawn."""
    file = SvgFile(f"icon {name!r}", "L019", path)
    drawing = read_drawing(file, svg, LIMITS)
    figures = [_solid(file, part) for part in drawing.parts]
    if without_ground and _is_ground(figures):
        figures = figures[1:]
    if not figures:
        raise refuse("L019", f"icon {name!r} cannot be drawn: {NOTHING}", Place(path))
    first = figures[0].color
    for figure in figures:
        if figure.color != first:
            raise file.refuse(f"it has more than one colour ({first}, {figure.color})", SEVERAL, figure.part.element)
    return _outline(file, name, drawing, [figure.part for figure in figures])


class _Figure(NamedTuple):
    """A part and its full colour."""

    part: Filled
    color: str


def _solid(file: SvgFile, part: Part) -> _Figure:
    """Return a part that covers what it lies on with one colour; raises InvalidInput for any other."""
    if isinstance(part, Filled) and isinstance(part.paint, Gradient):
        raise file.refuse("it is filled with a gradient or a pattern", ONE_COLOUR, part.element)
    if not isinstance(part, Filled) or part.paint.alpha < 1:  # type: ignore[union-attr]
        raise file.refuse("it is see-through", ONE_COLOUR, part.element)
    return _Figure(part, part.paint.code)  # type: ignore[union-attr]


def _is_ground(figures: list[_Figure]) -> bool:
    """Tell whether the first part is a ground: behind all others, in a colour of its own."""
    boxes = [box_of(figure.part.area.contours) or Rect(0, 0, 0, 0) for figure in figures]
    apart = all(figure.color != figures[0].color for figure in figures[1:])
    return len(figures) > 1 and apart and all(boxes[0].holds(box, 0.5) for box in boxes[1:])


def _outline(file: SvgFile, name: str, drawing: SvgDrawing, parts: list[Filled]) -> Outline:
    try:
        areas = [_cut(part) for part in parts]
        one = areas[0] if len(areas) == 1 else Area(joined([_adding(area) for area in areas]))
    except ArithmeticError:
        message = f"icon {name!r} cannot be drawn: its parts cannot be cut or put together"
        raise refuse("L019", message, Place(file.path), "combine them into one path") from None
    if not one.contours.value:
        raise refuse("L019", f"icon {name!r} cannot be drawn: {NOTHING}", Place(file.path))
    pen = CubicPen()
    one.contours.replay(pen)
    return Outline(name, "".join(pen.letters), tuple(pen.numbers), *drawing.size, one.even_odd)


def _cut(part: Filled) -> Area:
    """Return what of a part lies in its clips."""
    area = part.area
    for clip in part.clips:
        area = area.within(clip)
    return area


def _adding(area: Area) -> Contours:
    """Return an area in contours that add up with those of others."""
    return upright(merged(area.contours, even_odd=True) if area.even_odd else area.contours)
