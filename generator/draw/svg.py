"""A frame becomes one SVG picture; letters are outlines, so that it looks the same everywhere. Decides no position."""

import base64
import io
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from generator.diagnostics import NOWHERE, SourceLocation
from generator.draw.silhouettes import shadow_picture
from generator.fonts.faces import Fonts
from generator.fonts.shaping import EM
from generator.frame import (
    OPAQUE,
    UNMOVED,
    Clip,
    FieldItem,
    Frame,
    Gradient,
    GroupItem,
    ImageItem,
    Item,
    Paint,
    ReusableDrawing,
    ShadowItem,
    ShapeItem,
    TextItem,
    VectorOutline,
    Written,
    alpha_of,
)
from generator.geometry import Rect
from generator.reading.pictures import read_picture


def svg_text(
    frame: Frame,
    *,
    fonts: Fonts,
    title: str = "",
    prefix: str = "",
    places: bool = False,
    live_text: bool = False,
    clear: bool = False,
) -> str:
    """Return a frame as SVG of the same size in points, on white; `title` is read aloud by screen readers.

    - `prefix` is added to every id, so that one page can contain several pictures.
    - `places` adds where each item is written as data-place="file:line:column", and where its values are written as
      data-written, one per line.
    - `live_text` writes letters as text. The page has to provide font families named as the layout's fonts: "text-bold"
      for text.bold, "text-bold-tnum" for text.bold+tnum.
    - `clear` leaves out the white background.
    """
    return _Svg(fonts, prefix, places, live_text).document(frame, title or frame.name, clear=clear)


def frame_bytes(frame: Frame, form: str, *, fonts: Fonts, title: str, lang: str = "en", dpi: float) -> bytes:
    """Return a frame as "png", "svg" or "pdf"; `dpi` applies to PNG only."""
    if form == "svg":
        return svg_text(frame, fonts=fonts, title=title).encode("utf-8")
    from generator.draw.pdf.document import pdf_bytes
    from generator.draw.raster import page_png

    pdf = pdf_bytes([frame], fonts=fonts, title=title, lang=lang)
    return pdf if form == "pdf" else page_png(pdf, 0, dpi)


SOLID = Paint("#000000")


class _Svg:
    """Writes one SVG document; every glyph, outline and clip is defined once."""

    def __init__(self, fonts: Fonts, prefix: str, places: bool, live_text: bool) -> None:
        self.fonts = fonts
        self.prefix = prefix
        self.places = places
        self.live_text = live_text
        self.defined: dict[object, str] = {}
        self.definitions: list[str] = []
        self.attributes: dict[tuple[SourceLocation, Written], str] = {}  # of places

    def document(self, frame: Frame, title: str, *, clear: bool) -> str:
        width, height = _n(frame.size.width), _n(frame.size.height)
        body = "\n".join(self.items(frame.items))
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'width="{width}pt" height="{height}pt" viewBox="0 0 {width} {height}" role="img">'
        )
        name = f"<title>{escape(title)}</title>"
        ground = "" if clear else f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
        return "\n".join([head, name, f"<defs>{''.join(self.definitions)}</defs>", ground, body, "</svg>"]) + "\n"

    def items(self, items: Iterable[Item]) -> Iterator[str]:
        for item in items:
            match item:
                case TextItem():
                    yield self.text(item)
                case ShapeItem():
                    yield self.shape(item, item.paint, self.place(item.place, item.written))
                case FieldItem():
                    shape = self.shape(item.shape, item.paint, "")
                    place = self.place(item.place, item.written)
                    yield f"<g id={quoteattr(self.prefix + item.id)}{place}>{shape}</g>"
                case GroupItem():
                    yield self.group(item)
                case ImageItem() if item.drawing is not None:
                    yield self.drawing(item, item.drawing)
                case ImageItem():
                    pixels = read_picture(Path(item.path)).pixels.convert("RGBA")
                    yield _image(item.rect, pixels, self.place(item.place, item.written))
                case ShadowItem():
                    from generator.draw.pdf.document import opacity_by

                    yield _image(*shadow_picture(item, opacity_by(self.fonts)), "")

    def place(self, place: SourceLocation, written: Written = None) -> str:
        if not self.places or place == NOWHERE:
            return ""
        if (place, written) not in self.attributes:
            attributes = f" data-place={quoteattr(str(place))}"
            if written:
                attributes += f" data-written={quoteattr(chr(10).join(map(str, written)))}"
            self.attributes[place, written] = attributes
        return self.attributes[place, written]

    def group(self, item: GroupItem) -> str:
        clip = ""
        if item.clip is not None:
            name = self.define(item.clip, f'<clipPath id="{{}}">{self.clip(item.clip)}</clipPath>')
            clip = f' clip-path="url(#{name})"'
        if item.opacity < 1:
            clip += f' opacity="{_n(item.opacity, 3)}"'
        inner = "\n".join(self.items(item.content.items))
        matrix = " ".join(_n(part, 6) for part in item.matrix)
        moved = f' transform="matrix({matrix})"' if item.matrix != UNMOVED else ""
        return f"<g{moved}{clip}{self.place(item.place)}>{inner}</g>"

    def drawing(self, item: ImageItem, drawing: ReusableDrawing) -> str:
        across, down = item.rect.width / drawing.size.width, item.rect.height / drawing.size.height
        matrix = f"matrix({_n(across, 6)} 0 0 {_n(down, 6)} {_n(item.rect.x)} {_n(item.rect.y)})"
        place = self.place(item.place, item.written)
        return f'<g transform="{matrix}"{place}>{"".join(self.items(drawing.items))}</g>'

    def gradient(self, gradient: Gradient) -> str:
        """Define a gradient and return its id."""
        matrix = " ".join(_n(part, 6) for part in gradient.matrix)
        keys = ("fx", "fy", "fr", "cx", "cy", "r") if gradient.is_radial else ("x1", "y1", "x2", "y2")
        ends = " ".join(f'{key}="{_n(value, 5)}"' for key, value in zip(keys, gradient.points, strict=True))
        tag = "radialGradient" if gradient.is_radial else "linearGradient"
        stops = "".join(
            f'<stop offset="{_n(stop.at, 6)}" stop-color="{stop.color}" stop-opacity="{_n(stop.alpha, 4)}"/>'
            for stop in gradient.stops
        )
        look = f'gradientUnits="userSpaceOnUse" gradientTransform="matrix({matrix})" {ends}'
        return self.define(gradient, f'<{tag} id="{{}}" {look}>{stops}</{tag}>')

    def clip(self, clip: Clip) -> str:
        return self.shape(clip, SOLID, "") if isinstance(clip, ShapeItem) else f"<rect {_box(clip)}/>"

    def text(self, item: TextItem) -> str:
        place = self.place(item.place, item.written)
        if self.live_text:
            family = quoteattr(", ".join([re.sub("[.+]", "-", name) for name in item.font.split("|")]))
            look = f'font-family={family} font-size="{_n(item.size)}" {_color("fill", item.color)}'
            reach = f' textLength="{_n(item.width)}"' if item.width else ""
            if item.outline is not None:
                look += f' {_color("stroke", item.outline.color)} stroke-width="{_n(2 * item.outline.width, 3)}"'
                look += ' stroke-linejoin="round" paint-order="stroke"'
            return f'<text x="{_n(item.x)}" y="{_n(item.y)}" {look}{reach}{place}>{escape(item.text)}</text>'
        at, uses, scale = 0.0, list[str](), item.size / EM
        for font, glyph in self.fonts.font(item.font).glyphs_of(item.text, item.rtl):
            if outline := font.outline(glyph.number):
                name = self.define((id(font.face), glyph.number), f'<path id="{{}}" d="{outline}"/>')
                x, y = at + glyph.across, glyph.up
                places = (f' x="{_n(x)}"' if x else "") + (f' y="{_n(y)}"' if y else "")
                uses.append(f'<use xlink:href="#{name}"{places}/>')
            at += glyph.advance
        matrix = f"matrix({_n(scale, 6)} 0 0 {_n(-scale, 6)} {_n(item.x)} {_n(item.y)})"
        label = quoteattr(item.text)
        line, letters = item.outline, "".join(uses)
        if line is not None:
            look = f'{_color("stroke", line.color)} stroke-width="{_n(2 * line.width / scale)}" stroke-linejoin="round"'
            below = f'<g fill="none" {look} transform="{matrix}">{letters}</g>'
        else:
            below = ""
        return f'{below}<g {_color("fill", item.color)} transform="{matrix}" aria-label={label}{place}>{letters}</g>'

    def shape(self, item: ShapeItem, paint: Paint, place: str) -> str:
        fill = f"url(#{self.gradient(paint.gradient)})" if paint.gradient else paint.fill or "none"
        look = _color("fill", fill) if paint.gradient is None else f'fill="{fill}"'
        if paint.stroke:
            look += f' {_color("stroke", paint.stroke)} stroke-width="{_n(paint.stroke_width, 3)}"'
            if paint.dash:
                look += f' stroke-dasharray="{" ".join(_n(part, 3) for part in paint.dash)}"'
        rect = item.rect
        if item.kind == "rect":
            radius = f' rx="{_n(min(item.radius, rect.width / 2, rect.height / 2))}"' if item.radius else ""
            return f"<rect {_box(rect)}{radius} {look}{place}/>"
        if item.kind == "ellipse":
            rx, ry = rect.width / 2, rect.height / 2
            return f'<ellipse cx="{_n(rect.x + rx)}" cy="{_n(rect.y + ry)}" rx="{_n(rx)}" ry="{_n(ry)}" {look}{place}/>'
        if item.kind == "line" or item.outline is None:
            ends = f'x1="{_n(rect.x)}" y1="{_n(rect.y)}" x2="{_n(rect.right)}" y2="{_n(rect.bottom)}"'
            return f"<line {ends} {look}{place}/>"
        outline = item.outline
        across, down = rect.width / outline.width, rect.height / outline.height
        if paint.stroke or paint.gradient:  # scaled by its numbers: a matrix would distort line and gradient
            return f'<path d="{path_data(outline, rect.x, rect.y, across, down, 2)}"{_rule(outline)} {look}{place}/>'
        name = self.defined.get(outline) or self.define(
            outline, f'<path id="{{}}" d="{path_data(outline, 0, 0, 1, 1, 1)}"{_rule(outline)}/>'
        )
        scale = (_n(across, 5), _n(down, 5), _n(rect.x), _n(rect.y))
        moved = f' transform="matrix({scale[0]} 0 0 {" ".join(scale[1:])})"' if scale != ("1", "1", "0", "0") else ""
        return f'<use xlink:href="#{name}"{moved} {look}{place}/>'

    def define(self, key: object, text: str) -> str:
        """Add a definition unless its key is already defined; return its id."""
        if key not in self.defined:
            name = self.defined[key] = f"{self.prefix}d{len(self.defined)}"
            self.definitions.append(text.format(name))
        return self.defined[key]


def _color(key: str, color: str) -> str:
    """Return the attributes for a fill or stroke colour, with its opacity.

    >>> _color("fill", "#ff000080")
    'fill="#ff0000" fill-opacity="0.502"'
    """
    return f'{key}="{color[:OPAQUE]}"' + (f' {key}-opacity="{_n(alpha_of(color), 3)}"' if color[OPAQUE:] else "")


def _rule(outline: VectorOutline) -> str:
    return ' fill-rule="evenodd" clip-rule="evenodd"' if outline.even_odd else ""


@lru_cache(maxsize=2048)
def path_data(outline: VectorOutline, left: float, top: float, across: float, down: float, places: int) -> str:
    """Return SVG path data with relative coordinates, which are shorter; points are rounded first to avoid drift.

    >>> path_data(VectorOutline("roof", "MLLZ", (0, 9, 5, 0, 10, 9)), 1, 0, 1, 1, 1)
    'm1 9l5-9l5 9z'
    """
    fine = 10**places
    parts: list[str] = []
    begin_x = begin_y = at_x = at_y = 0
    for letter, numbers in outline.commands():
        xs = [round((left + x * across) * fine) for x in numbers[::2]]
        ys = [round((top + y * down) * fine) for y in numbers[1::2]]
        steps = [_joined((f"{(x - at_x) / fine:g}", f"{(y - at_y) / fine:g}")) for x, y in zip(xs, ys, strict=True)]
        parts.append(letter.lower() + _joined(steps))
        if letter == "Z":
            at_x, at_y = begin_x, begin_y
        else:
            at_x, at_y = xs[-1], ys[-1]
        if letter == "M":
            begin_x, begin_y = at_x, at_y
    return "".join(parts)


def _joined(numbers: Iterable[str]) -> str:
    """Return numbers joined by blanks, except before a minus sign."""
    return " ".join(numbers).replace(" -", "-")


def _image(box: Rect, pixels: Any, place: str) -> str:
    sink = io.BytesIO()
    pixels.save(sink, "PNG")
    data = base64.b64encode(sink.getvalue()).decode("ascii")
    look = f'{_box(box)} preserveAspectRatio="none"'
    return f'<image {look} xlink:href="data:image/png;base64,{data}"{place}/>'


def _box(rect: Rect) -> str:
    return f'x="{_n(rect.x)}" y="{_n(rect.y)}" width="{_n(rect.width)}" height="{_n(rect.height)}"'


def _n(value: float, places: int = 2) -> str:
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
