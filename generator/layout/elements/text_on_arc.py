"""The element of words on a circle: their letters become one outline, which screen readers read as words."""

from math import degrees, radians

from generator.fonts.faces import Font
from generator.fonts.shaping import EM
from generator.frame import Item, Paint, ShapeItem, VectorOutline
from generator.geometry import Rect, Size
from generator.layout.binding import Scope
from generator.layout.element_spec import Element
from generator.layout.elements.element_context import FaceLayoutContext, handles
from generator.units import mm

ASCENT = 0.72  # of the size: height of letters above the baseline


@handles("arc")
class TextOnArcHandler:
    """Draws letters along a circle around the middle of the box; a text longer than the circle is a fault."""

    def measure(self, context: FaceLayoutContext, element: Element, scope: Scope, width: float | None) -> Size:
        side = width or mm(30)
        return Size(side, side)

    def place(self, context: FaceLayoutContext, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        look = context.look(element)
        text = " ".join(context.fill(element.own.arc, scope, element.place).split())
        color = context.color(look.color, scope, element.place)
        if not text or color is None:
            return
        text = text.upper() if look.case == "upper" else text
        font = context.font(look.font, element.place, look.features)
        for sign in font.missing_signs(text):
            context.fault("L033", f"font {look.font!r} has no sign for {sign!r}", element.place, "choose another")
        box = rect.inset(look.pad)
        outer = min(box.width, box.height) / 2
        radius = outer if element.own.inside else outer - ASCENT * look.size
        length = font.width(text, look.size)
        if radius <= 0 or length > radians(360) * radius:
            context.fault("L031", f"text {text[:30]!r} does not fit on its circle", element.place, "make it smaller")
            return
        outline = bend_text(font, text, look.size, radius, element.own.middle, inside=element.own.inside)
        spot = Rect(box.x + box.width / 2 - outer, box.y + box.height / 2 - outer, 2 * outer, 2 * outer)
        numbers = tuple(round(number + outer, 2) for number in outline.numbers)
        whole = outline._replace(name=text, path=numbers, width=2 * outer, height=2 * outer)
        out.append(ShapeItem("outline", spot, Paint(color), 0.0, whole, element.place, text, "P"))


def bend_text(font: Font, text: str, size: float, radius: float, middle: float, *, inside: bool) -> VectorOutline:
    """Return the letters of a text as one outline, their baseline on a circle around (0, 0).

    `radius` is in points, `middle` the angle of the middle of the text in degrees from the top. With `inside`, the
    letters are upside down and run the other way.
    """
    from generator.reading.svg.contours import (
        PathStringPen,
        rotation_matrix,
        separate_numbers,
        trace_path,
        transform_contours,
    )

    pen, scale, way = PathStringPen(), size / EM, -1 if inside else 1
    half, at = font.width(text, size) / 2, 0.0
    for own, glyph in font.glyphs_of(text):
        wide = glyph.advance * scale
        if drawn := own.outline(glyph.number):
            angle = middle + way * degrees((at + wide / 2 - half) / radius)
            moves = rotation_matrix(angle + (180 if inside else 0), (0.0, way * -radius), scale)
            letter = transform_contours(
                trace_path(separate_numbers(drawn)[0]), moves.translate(glyph.across - glyph.advance / 2, glyph.up)
            )
            letter.replay(pen)
        at += wide
    return VectorOutline("", "".join(pen.letters), tuple(pen.numbers), 1.0, 1.0)
