"""Frames become a typst source that shows the same things in the same spots, icons as SVG files beside it."""

import json
import re
from math import atan2, degrees, hypot
from pathlib import Path

from generator.frame import FieldItem, GroupItem, ShapeItem, TextItem

HEAD = """\
#set page(margin: 0pt)
#let t(x, y, font, size, color, words) = place(dx: x * 1pt, dy: y * 1pt, text(
  font: font.at(0), weight: font.at(1), style: font.at(2), stretch: font.at(3), size: size * 1pt, fill: rgb(color),
  top-edge: "baseline", bottom-edge: "baseline", words))
#let r(x, y, w, h, radius, ..look) = place(dx: x * 1pt, dy: y * 1pt,
  rect(width: w * 1pt, height: h * 1pt, radius: radius * 1pt, ..look))
#let e(x, y, w, h, ..look) = place(dx: x * 1pt, dy: y * 1pt, ellipse(width: w * 1pt, height: h * 1pt, ..look))
#let l(x, y, w, h, ..look) = place(dx: x * 1pt, dy: y * 1pt, line(end: (w * 1pt, h * 1pt), ..look))
#let i(x, y, w, h, file) = place(dx: x * 1pt, dy: y * 1pt,
  image(file, width: w * 1pt, height: h * 1pt, fit: "stretch"))
#let g(x, y, turn, size, what) = place(dx: x * 1pt, dy: y * 1pt,
  rotate(turn, origin: top + left, scale(size, origin: top + left, what)))
#let w(x, y, w, h, what) = box(width: 0pt, height: 0pt, place(dx: x * 1pt, dy: y * 1pt,
  box(width: w * 1pt, height: h * 1pt, clip: true, place(dx: -x * 1pt, dy: -y * 1pt, what))))
"""
WEIGHTS = {"Regular": 400, "Medium": 500, "SemiBold": 600, "Bold": 700, "ExtraBold": 800}


def write_typst(frames, fonts, folder):
    """Write deck.typ and its icons into the folder and return its path."""
    writer = _Writer({name: _font(Path(path)) for name, path in fonts.items()}, folder)
    pages = [writer.page(frame) for frame in frames]
    deck = folder / "deck.typ"
    deck.write_text("\n".join([HEAD, *writer.fonts, *writer.lets, *pages]), encoding="utf-8")
    return deck


def _font(path):
    family, _, cut = path.stem.partition("-")
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", family)
    stretch = 75 if name.endswith(" Condensed") else 100
    style = "italic" if cut.endswith("Italic") else "normal"
    weight = WEIGHTS[cut.removesuffix("Italic") or "Regular"]
    return f"({json.dumps(name.removesuffix(' Condensed'))}, {weight}, {json.dumps(style)}, {stretch}%)"


class _Writer:
    def __init__(self, fonts, folder):
        self.font = {name: f"f{number}" for number, name in enumerate(fonts)}
        self.fonts = [f"#let {self.font[name]} = {value}" for name, value in fonts.items()]
        self.folder = folder
        self.lets = []
        self.names = {}
        self.icons = {}

    def page(self, frame):
        width, height = frame.size
        return f"#page(width: {width}pt, height: {height}pt, {self.let(frame)})"

    def let(self, content):
        """Name a content once and return its name."""
        key = id(content.items)
        if key not in self.names:
            width, height = content.size
            calls = "\n".join(call for item in content.items for call in self.call(item))
            self.names[key] = f"c{len(self.names)}"
            box = f"box(width: {width}pt, height: {height}pt, {{\n{calls}\n}})"
            self.lets.append(f"#let {self.names[key]} = {box}")
        return self.names[key]

    def call(self, item):
        if isinstance(item, TextItem):
            words = json.dumps(item.text, ensure_ascii=False)
            yield f't({item.x:.2f}, {item.y:.2f}, {self.font[item.font]}, {item.size}, "{item.color}", {words})'
        elif isinstance(item, GroupItem):
            a, b, c, d, e, f = item.matrix
            if abs(a - d) > 1e-6 or abs(b + c) > 1e-6:
                raise ValueError("only groups that are shifted, turned or evenly scaled are compared")
            what = self.let(item.content)
            if item.clip:
                what = f"w({', '.join(f'{value:.2f}' for value in item.clip)}, {what})"
            turn, size = degrees(atan2(b, a)), hypot(a, b) * 100
            yield f"g({e:.2f}, {f:.2f}, {turn:.4f}deg, {size:.4f}%, {what})"
        elif isinstance(item, ShapeItem):
            yield from self.shape(item, item.paint)
        elif isinstance(item, FieldItem):
            yield from self.shape(item.shape, item.paint)

    def shape(self, item, paint):
        x, y, width, height = (f"{value:.2f}" for value in item.rect)
        spot = f"{x}, {y}, {width}, {height}"
        if not (paint.fill or paint.stroke):
            return
        if item.kind == "rect":
            yield f"r({spot}, {min(item.radius, *item.rect[2:]):.2f}, {look(paint)})"
        elif item.kind == "ellipse":
            yield f"e({spot}, {look(paint)})"
        elif item.kind == "line":
            yield f"l({spot}, stroke: {stroke(paint)})"
        else:
            yield f'i({spot}, "{self.icon(item, paint)}")'

    def icon(self, item, paint):
        """Write an outline as an SVG file and return its name; a stroked one for its own size."""
        outline = item.outline
        key = (outline, paint, item.rect[2:] if paint.stroke else None)
        if key not in self.icons:
            name = self.icons[key] = f"icon{len(self.icons)}.svg"
            scale = outline.width / item.rect.width
            line = f'stroke="{paint.stroke}" stroke-width="{paint.stroke_width * scale:.2f}"' if paint.stroke else ""
            data = " ".join(" ".join((letter, *map(str, numbers))) for letter, numbers in outline.commands())
            path = f'<path fill="{paint.fill or "none"}" {line} d="{data}"/>'
            box = f'viewBox="0 0 {outline.width} {outline.height}" preserveAspectRatio="none"'
            svg = f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{path}</svg>'
            (self.folder / name).write_text(svg, encoding="utf-8")
        return self.icons[key]


def look(paint):
    fill = f'rgb("{paint.fill}")' if paint.fill else "none"
    return f"fill: {fill}, stroke: {stroke(paint)}"


def stroke(paint):
    if not paint.stroke:
        return "none"
    dash = f", dash: ({', '.join(f'{part}pt' for part in paint.dash)},)" if paint.dash else ""
    return f'(paint: rgb("{paint.stroke}"), thickness: {paint.stroke_width}pt{dash})'
