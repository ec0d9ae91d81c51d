"""Frames become PDF bytes, the same bytes every time. The only drawer that imports reportlab; decides no place.

Content that is shown more than once is written once, as a form, and so is every icon.
"""

import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from generator.layout.fonts import load_font
from generator.layout.frame import (
    Content,
    FieldItem,
    Frame,
    GroupItem,
    ImageItem,
    Item,
    LinkItem,
    Outline,
    Paint,
    ShapeItem,
    TextItem,
)

KAPPA = 0.5522847498
FORM_FROM = 6


def pdf_bytes(
    frames: Iterable[Frame], *, fonts: Mapping[str, Path], title: str, lang: str = "en", subject: str = ""
) -> bytes:
    """Return a PDF with one page per frame; frames may come from a generator and are not kept."""
    sink = io.BytesIO()
    rl_config.invariant = 1
    first = next(iter(fonts))
    _register(first, fonts)
    canvas = Canvas(sink, invariant=1, pageCompression=1, initialFontName=first, lang=lang)
    canvas.setTitle(title)
    canvas.setAuthor("Scrawlpress")
    canvas.setCreator("Scrawlpress")
    canvas.setSubject(subject or title)
    drawer = _Drawer(canvas, fonts)
    for frame in frames:
        drawer.page(frame)
    canvas.save()
    return sink.getvalue()


def _register(name: str, fonts: Mapping[str, Path]) -> None:
    if name not in pdfmetrics.getRegisteredFontNames():
        load_font(name, fonts[name])


def _number(value: float) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


class _Drawer:
    """Writes items as page operators; keeps which contents and icons have become forms."""

    def __init__(self, canvas: Any, fonts: Mapping[str, Path]) -> None:
        self.canvas = canvas
        self.fonts = fonts
        self.forms: dict[int, str] = {}
        self.kept: list[Content] = []
        self.icons: dict[str, str] = {}
        self.icon_count = 0
        self.known_fonts: set[str] = set()
        self.colors: dict[str, str] = {}
        self.code: list[str] = []
        self.height = 0.0
        self.state: list[tuple[str | None, str | None, float, tuple[float, ...]]] = []
        self.reset()

    def reset(self) -> None:
        self.fill: str | None = None
        self.stroke: str | None = None
        self.line: float = -1.0
        self.dash: tuple[float, ...] = ()

    # pages and forms

    def page(self, frame: Frame) -> None:
        canvas = self.canvas
        canvas.setPageSize((frame.size.width, frame.size.height))
        canvas._trimBox = self.box(frame.trim, frame.size.height) if frame.trim else None
        canvas._bleedBox = self.box(frame.bleed, frame.size.height) if frame.bleed else None
        self.prepare(frame.items)
        self.code, self.height = canvas._code, frame.size.height
        self.reset()
        self.items(frame.items)
        canvas.showPage()

    def box(self, rect: Any, height: float) -> tuple[float, float, float, float]:
        return (rect.x, height - rect.bottom, rect.right, height - rect.y)

    def prepare(self, items: tuple[Item, ...]) -> None:
        """Make the forms that the items need, inner ones first; icons are forms too."""
        for item in items:
            if isinstance(item, GroupItem):
                content = item.content
                if id(content) not in self.forms:
                    self.prepare(content.items)
                    if len(content.items) >= FORM_FROM:
                        self.make_form(content)
            elif isinstance(item, (ShapeItem, FieldItem)):
                shape = item if isinstance(item, ShapeItem) else item.shape
                outline = shape.outline
                if outline is not None and outline.name not in self.icons and len(outline.commands) > 300:
                    self.make_icon(outline)

    def make_form(self, content: Content) -> None:
        name = f"c{len(self.forms)}"
        self.kept.append(content)
        self.forms[id(content)] = name
        width, height = content.size

        def body() -> None:
            self.code, self.height = self.canvas._code, height
            self.reset()
            self.items(content.items)

        self.form(name, (-20, -20, width + 20, height + 20), body)

    def make_icon(self, outline: Outline) -> None:
        name = f"i{len(self.icons)}"
        self.icons[outline.name] = name

        def body() -> None:
            self.canvas._code.append(path_operators(outline) + " f")

        self.form(name, (-16, -16, outline.width + 16, outline.height + 16), body)

    def form(self, name: str, box: tuple[float, float, float, float], body: Any) -> None:
        self.canvas.beginForm(name, *box)
        body()
        self.canvas.endForm()

    # items

    def items(self, items: tuple[Item, ...]) -> None:
        for item in items:
            if type(item) is TextItem:
                self.text(item)
            elif type(item) is ShapeItem:
                self.shape(item, item.paint)
            elif type(item) is FieldItem:
                self.field(item)
            elif type(item) is GroupItem:
                self.group(item)
            elif type(item) is ImageItem:
                self.image(item)
            elif type(item) is LinkItem:
                box = (item.rect.x, self.height - item.rect.bottom, item.rect.right, self.height - item.rect.y)
                self.canvas.linkURL(item.target, box, relative=0)

    def group(self, item: GroupItem) -> None:
        a, b, c, d, e, f = item.matrix
        inner = item.content.size.height
        # flip both ways: content is drawn y up in its own height
        matrix = (a, -b, -c, d, e + c * inner, self.height - f - d * inner)
        out = self.code
        out.append("q")
        out.append(" ".join(_number6(value) for value in matrix) + " cm")
        if item.clip is not None:
            r = item.clip
            out.append(f"{_number(r.x)} {_number(inner - r.bottom)} {_number(r.width)} {_number(r.height)} re W n")
        name = self.forms.get(id(item.content))
        if name is not None:
            self.do_form(name)
        else:
            saved = (self.fill, self.stroke, self.line, self.dash, self.height)
            self.height = inner
            self.items(item.content.items)
            self.fill, self.stroke, self.line, self.dash, self.height = saved
        out.append("Q")

    def do_form(self, name: str) -> None:
        self.canvas.doForm(name)

    def text(self, item: TextItem) -> None:
        font_name = item.font
        if font_name not in self.known_fonts:
            _register(font_name, self.fonts)
            self.known_fonts.add(font_name)
        font = pdfmetrics.getFont(font_name)
        self.use_fill(item.color)
        canvas, out = self.canvas, self.code
        x, y = _number(item.x), _number(self.height - item.y)
        size = _number(item.size)
        parts = []
        for subset, text in font.splitString(item.text, canvas._doc):
            name = font.getSubsetInternalName(subset, canvas._doc)
            parts.append(f"{name} {size} Tf ({canvas._escape(text)}) Tj")
        out.append(f"BT 1 0 0 1 {x} {y} Tm {' '.join(parts)} ET")

    def shape(self, item: ShapeItem, paint: Paint) -> None:
        out, rect = self.code, item.rect
        self.use(paint)
        end = _ending(paint)
        if not end:
            return
        x, y = rect.x, self.height - rect.y
        if item.kind == "line":
            out.append(f"{_number(x)} {_number(y)} m {_number(rect.right)} {_number(self.height - rect.bottom)} l S")
        elif item.kind == "rect":
            if item.radius:
                out.append(rounded(x, y - rect.height, rect.width, rect.height, item.radius) + f" {end}")
            else:
                low = _number(y - rect.height)
                out.append(f"{_number(x)} {low} {_number(rect.width)} {_number(rect.height)} re {end}")
        elif item.kind == "ellipse":
            out.append(rounded(x, y - rect.height, rect.width, rect.height, None) + f" {end}")
        elif item.outline is not None:
            self.outline(item.outline, item, paint, end)

    def outline(self, outline: Outline, item: ShapeItem, paint: Paint, end: str) -> None:
        out, rect = self.code, item.rect
        x, y = rect.x, self.height - rect.y
        sx, sy = rect.width / outline.width, rect.height / outline.height
        name = self.icons.get(outline.name)
        if name is not None and not paint.stroke:
            out.append(f"q {_number6(sx)} 0 0 {_number6(-sy)} {_number(x)} {_number(y)} cm")
            self.do_form(name)
            out.append("Q")
            return
        out.append(placed_path(outline, x, y, sx, -sy) + f" {end}")

    def field(self, item: FieldItem) -> None:
        paint = item.shape.paint
        if item.filled:
            paint = Paint(item.mark, paint.stroke or item.mark, paint.stroke_width, paint.dash)
        self.shape(item.shape, paint)

    def image(self, item: ImageItem) -> None:
        rect = item.rect
        self.canvas.drawImage(
            item.path, rect.x, self.height - rect.bottom, rect.width, rect.height, mask="auto", preserveAspectRatio=True
        )

    # state

    def use(self, paint: Paint) -> None:
        if paint.fill:
            self.use_fill(paint.fill)
        if paint.stroke:
            if paint.stroke != self.stroke:
                self.code.append(f"{self.color(paint.stroke)} RG")
                self.stroke = paint.stroke
            if paint.stroke_width != self.line:
                self.code.append(f"{_number(paint.stroke_width)} w")
                self.line = paint.stroke_width
            if paint.dash != self.dash:
                self.code.append(f"[{' '.join(_number(part) for part in paint.dash)}] 0 d")
                self.dash = paint.dash

    def use_fill(self, color: str) -> None:
        if color != self.fill:
            self.code.append(f"{self.color(color)} rg")
            self.fill = color

    def color(self, name: str) -> str:
        found = self.colors.get(name)
        if found is None:
            found = " ".join(_number(int(name[at : at + 2], 16) / 255) for at in (1, 3, 5))
            self.colors[name] = found
        return found


def _number6(value: float) -> str:
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _ending(paint: Paint) -> str:
    if paint.fill:
        return "B" if paint.stroke else "f"
    return "S" if paint.stroke else ""


def rounded(x: float, y: float, width: float, height: float, radius: float | None) -> str:
    """Return the operators of a rectangle with round corners; without a radius, of an ellipse."""
    rx, ry = (width / 2, height / 2) if radius is None else (radius, radius)
    kx, ky = rx * (1 - KAPPA), ry * (1 - KAPPA)
    right, top = x + width, y + height
    n = _number
    parts = [f"{n(x + rx)} {n(y)} m"]
    corners = [
        ((right - rx, y), (right - kx, y), (right, y + ky), (right, y + ry)),
        ((right, top - ry), (right, top - ky), (right - kx, top), (right - rx, top)),
        ((x + rx, top), (x + kx, top), (x, top - ky), (x, top - ry)),
        ((x, y + ry), (x, y + ky), (x + kx, y), (x + rx, y)),
    ]
    for start, first, second, end in corners:
        if radius is not None:
            parts.append(f"{n(start[0])} {n(start[1])} l")
        parts.append(" ".join(n(v) for point in (first, second, end) for v in point) + " c")
    parts.append("h")
    return " ".join(parts)


_WORDS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


def path_operators(outline: Outline) -> str:
    """Return the operators of an outline in its own coordinates (y down)."""
    out: list[str] = []
    word = ""
    numbers: list[str] = []
    for token in outline.commands.split():
        if token in _WORDS:
            if word:
                out.append(" ".join([*numbers, word]))
            word, numbers = _WORDS[token], []
        else:
            numbers.append(token)
    if word:
        out.append(" ".join([*numbers, word]))
    return " ".join(out)


def placed_path(outline: Outline, x: float, y: float, sx: float, sy: float) -> str:
    """Return the operators of an outline moved and stretched, so that strokes keep their width."""
    out: list[str] = []
    word = ""
    across = True
    for token in outline.commands.split():
        if token in _WORDS:
            if word:
                out.append(word)
            word, across = _WORDS[token], True
        else:
            value = float(token)
            out.append(_number(x + value * sx if across else y + value * sy))
            across = not across
    out.append(word)
    return " ".join(out)
