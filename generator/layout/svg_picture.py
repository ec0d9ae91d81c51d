"""An SVG drawing in colours becomes a vector drawing for a frame; a file that cannot be drawn faithfully is refused."""

from collections.abc import Iterator

from generator.diagnostics import SourceLocation
from generator.frame import UNMOVED, GroupItem, Item, Paint, ReusableDrawing, ShapeItem, VectorOutline
from generator.geometry import Rect, Size
from generator.reading.svg.contour_reader import DrawingLimits
from generator.reading.svg.contours import PathStringPen
from generator.reading.svg.drawing import read_drawing
from generator.reading.svg.drawn_parts import FilledContours, PaintedSvgArea, Part
from generator.reading.svg.tree import SvgFile
from generator.reading.svg.values import Color

LIMITS = DrawingLimits(numbers=200_000, parts=5_000)
MOST_BYTES = 4_000_000
SOLID = Paint("#000000")


def read_vector_picture(name: str, svg: bytes, path: str) -> ReusableDrawing:
    """Return the drawing of an SVG file; raises InvalidInput that names the element that cannot be drawn."""
    file = SvgFile(f"picture {name!r}", "L016", path)
    if len(svg) > MOST_BYTES:
        raise file.refuse(f"its file has more than {MOST_BYTES // 1_000_000} MB", "simplify its paths")
    drawing = read_drawing(file, svg, LIMITS)
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
    pen = PathStringPen()
    area.contours.replay(pen)
    outline = VectorOutline("", "".join(pen.letters), tuple(pen.numbers), *size, area.even_odd)
    return ShapeItem("outline", Rect(0, 0, *size), paint, 0.0, outline, place)
