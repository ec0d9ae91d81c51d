"""A frame becomes one SVG picture; letters are outlines, so that it looks the same everywhere. Decides no place."""

import base64
import io
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from generator.frame import FieldItem, Frame, GroupItem, ImageItem, Item, Paint, ShapeItem, TextItem
from generator.geometry import Rect
from generator.reading.pictures import read_picture


def svg_text(frame: Frame, *, fonts: Mapping[str, Path], title: str = "") -> str:
    """Return a frame as SVG in points of its own size; `title` is read aloud by screen readers."""
    return _Svg(fonts).document(frame, title or frame.name)


class _Svg:
    """Writes one document; every glyph and outline is defined once."""

    def __init__(self, fonts: Mapping[str, Path]) -> None:
        self.fonts = fonts
        self.faces: dict[Path, Any] = {}
        self.defined: dict[tuple[str, str], str] = {}
        self.definitions: list[str] = []

    def document(self, frame: Frame, title: str) -> str:
        width, height = _n(frame.size.width), _n(frame.size.height)
        body = "\n".join(self.items(frame.items))
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'width="{width}pt" height="{height}pt" viewBox="0 0 {width} {height}" role="img">'
        )
        name = f"<title>{_escaped(title)}</title>"
        return "\n".join([head, name, f"<defs>{''.join(self.definitions)}</defs>", body, "</svg>"]) + "\n"

    def items(self, items: Iterable[Item]) -> Iterator[str]:
        for item in items:
            match item:
                case TextItem():
                    yield self.text(item)
                case ShapeItem():
                    yield _shape(item, item.paint)
                case FieldItem():
                    yield f"<g id={quoteattr(item.id)}>{_shape(item.shape, item.paint)}</g>"
                case GroupItem():
                    yield self.group(item)
                case ImageItem():
                    yield _image(item)

    def group(self, item: GroupItem) -> str:
        clip = ""
        if item.clip is not None:
            name = self.define("clip", repr(item.clip), f'<clipPath id="{{}}"><rect {_box(item.clip)}/></clipPath>')
            clip = f' clip-path="url(#{name})"'
        inner = "\n".join(self.items(item.content.items))
        return f'<g transform="matrix({" ".join(_n(part, 6) for part in item.matrix)})"{clip}>{inner}</g>'

    def text(self, item: TextItem) -> str:
        font = self.face(self.fonts[item.font])
        scale = item.size / font["head"].unitsPerEm
        at, uses = 0.0, []
        for sign in item.text:
            name = font.getBestCmap().get(ord(sign), ".notdef")
            glyph = self.glyph(item.font, font, name)
            if glyph:
                uses.append(f'<use xlink:href="#{glyph}" x="{_n(at)}"/>')
            at += font["hmtx"][name][0]
        place = f"matrix({_n(scale, 6)} 0 0 {_n(-scale, 6)} {_n(item.x)} {_n(item.y)})"
        return f'<g fill="{item.color}" transform="{place}" aria-label={quoteattr(item.text)}>{"".join(uses)}</g>'

    def face(self, path: Path) -> Any:
        if path not in self.faces:
            from fontTools.ttLib import TTFont

            self.faces[path] = TTFont(io.BytesIO(path.read_bytes()), lazy=True)
        return self.faces[path]

    def glyph(self, font_name: str, font: Any, name: str) -> str:
        from fontTools.pens.svgPathPen import SVGPathPen

        pen = SVGPathPen(font.getGlyphSet())
        font.getGlyphSet()[name].draw(pen)
        commands = pen.getCommands()
        return self.define(font_name, name, f'<path id="{{}}" d="{commands}"/>') if commands else ""

    def define(self, kind: str, key: str, text: str) -> str:
        """Define something once and return its id."""
        if (kind, key) not in self.defined:
            name = self.defined[kind, key] = f"d{len(self.defined)}"
            self.definitions.append(text.format(name))
        return self.defined[kind, key]


def _shape(item: ShapeItem, paint: Paint) -> str:
    look = f'fill="{paint.fill or "none"}"'
    if paint.stroke:
        look += f' stroke="{paint.stroke}" stroke-width="{_n(paint.stroke_width, 3)}"'
        if paint.dash:
            look += f' stroke-dasharray="{" ".join(_n(part, 3) for part in paint.dash)}"'
    rect = item.rect
    if item.kind == "rect":
        radius = f' rx="{_n(min(item.radius, rect.width / 2, rect.height / 2))}"' if item.radius else ""
        return f"<rect {_box(rect)}{radius} {look}/>"
    if item.kind == "ellipse":
        rx, ry = rect.width / 2, rect.height / 2
        return f'<ellipse cx="{_n(rect.x + rx)}" cy="{_n(rect.y + ry)}" rx="{_n(rx)}" ry="{_n(ry)}" {look}/>'
    if item.kind == "line" or item.outline is None:
        return f'<line x1="{_n(rect.x)}" y1="{_n(rect.y)}" x2="{_n(rect.right)}" y2="{_n(rect.bottom)}" {look}/>'
    across, down = rect.width / item.outline.width, rect.height / item.outline.height
    parts: list[str] = []
    for letter, numbers in item.outline.commands():
        parts.append(letter)
        for x, y in zip(numbers[::2], numbers[1::2], strict=True):
            parts += (_n(rect.x + x * across, 3), _n(rect.y + y * down, 3))
    rule = ' fill-rule="evenodd"' if item.outline.even_odd else ""
    return f'<path d="{" ".join(parts)}" {look}{rule}/>'


def _image(item: ImageItem) -> str:
    sink = io.BytesIO()
    read_picture(Path(item.path)).pixels.convert("RGBA").save(sink, "PNG")
    data = base64.b64encode(sink.getvalue()).decode("ascii")
    return f'<image {_box(item.rect)} xlink:href="data:image/png;base64,{data}"/>'


def _box(rect: Rect) -> str:
    return f'x="{_n(rect.x)}" y="{_n(rect.y)}" width="{_n(rect.width)}" height="{_n(rect.height)}"'


def _n(value: float, places: int = 2) -> str:
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
