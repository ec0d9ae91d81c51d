"""An SVG drawing becomes one outline: what it covers, in one colour. What an outline cannot show is refused.

Of an icon in several colours only a ground behind one figure may be left out, where that is asked.
"""

from generator.diagnostics import Place, refuse
from generator.frame import Outline
from generator.geometry import Rect
from generator.reading.svg.contours import Contours, CubicPen, box_of, cut, joined, merged, upright
from generator.reading.svg.drawing import Area, Filled, Part, SvgDrawing, read_drawing
from generator.reading.svg.tree import SvgFile

NOTHING = "nothing in it is filled"
ONE_COLOUR = "an icon has one full colour"
SEVERAL = (
    "an icon has one colour; leave its ground out (icon_grounds: left-out), cut light parts out as holes, "
    "or show it by an `image` element"
)


def read_icon_drawing(name: str, svg: bytes, path: str, *, without_ground: bool = False) -> Outline:
    """Return the outline of an SVG file; raises InvalidInput with the element that cannot be drawn."""
    file = SvgFile(f"icon {name!r}", "L019", path)
    drawing = read_drawing(file, svg)
    parts = [_solid(file, part) for part in drawing.parts]
    if without_ground and _is_ground(parts):
        parts = parts[1:]
    if not parts:
        raise refuse("L019", f"icon {name!r} cannot be drawn: {NOTHING}", Place(path))
    first = parts[0].color.code
    for part in parts:
        if part.color.code != first:
            raise file.refuse(f"it has more than one colour ({first}, {part.color.code})", SEVERAL, part.element)
    return _outline(file, name, drawing, parts)


def _solid(file: SvgFile, part: Part) -> Filled:
    """Return a part that covers what it lies on; raises InvalidInput for any other."""
    if not isinstance(part, Filled) or part.color.alpha < 1:
        raise file.refuse("it is see-through", ONE_COLOUR, part.element)
    return part


def _is_ground(parts: list[Filled]) -> bool:
    """Tell whether the first part is a ground: behind all others, in a colour of its own."""
    boxes = [box_of(part.area.contours) or Rect(0, 0, 0, 0) for part in parts]
    apart = all(part.color.code != parts[0].color.code for part in parts[1:])
    return len(parts) > 1 and apart and all(boxes[0].holds(box, 0.5) for box in boxes[1:])


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
        area = Area(cut(area.contours, clip.contours, even_odd=area.even_odd, clip_even_odd=clip.even_odd))
    return area


def _adding(area: Area) -> Contours:
    """Return an area in contours that add up with those of others."""
    return merged(area.contours, even_odd=True) if area.even_odd else upright(area.contours)
