"""Frames become PDF bytes, the same every time. The only drawer that imports reportlab; decides no place.

Whatever is shown more than once is written once, as a form: contents of groups, icons, pictures, equal pages.
"""

import io
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reportlab import rl_config
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfutils import readJPEGInfo
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from generator.draw.pen import Glyphs, Pen, own_path
from generator.draw.press import inked, mark_for_press
from generator.fonts import load_font
from generator.frame import Content, FieldItem, Frame, GroupItem, ImageItem, Item, Outline, Paint, ShapeItem, TextItem
from generator.geometry import Rect, Size
from generator.reading.pictures import Picture, read_picture

# A form costs about as much as this many items, or this many numbers of a path.
ITEMS_WORTH_A_FORM = 6
NUMBERS_WORTH_A_FORM = 40
# Pages that may come again are remembered, the latest ones only.
PAGES_REMEMBERED = 64

# Codes of glyphs as they stand in a stream of plain letters.
ESCAPED = {code: f"\\{code:03o}" for code in (*range(32), *range(127, 256))}
ESCAPED |= {ord(sign): f"\\{sign}" for sign in "\\()"}


def pdf_bytes(
    frames: Iterable[Frame],
    *,
    fonts: Mapping[str, Path],
    title: str,
    lang: str = "en",
    subject: str = "",
    duplex: str = "",
    press: bool = False,
) -> bytes:
    """Return a PDF with one page per frame; frames may come from a generator and are not kept.

    `duplex` is what a printer dialogue should offer: "long-edge", "short-edge" or nothing. `press` makes a file for a
    printing house: process inks only, nothing transparent, and the marks of PDF/X-1a:2003.
    """
    with _steady_output():
        typeface = _Typefaces(fonts)
        # a canvas begins with a font, which is only written out on use if it is one of ours
        first = typeface.font(next(iter(fonts))).fontName if fonts else None
        canvas = Canvas("", invariant=1, pageCompression=1, initialFontName=first, lang=lang)
        _describe(canvas, title, subject or title, duplex)
        if press:
            mark_for_press(canvas._doc)
        document = _Document(canvas, typeface, press=press)
        for frame in frames:
            document.page(frame)
        data: bytes = canvas.getpdfdata()
        return data


@contextmanager
def _steady_output() -> Iterator[None]:
    """Write neither remarks that tell where fonts lie nor streams blown up to plain letters."""
    wanted = {"invariant": 1, "useA85": 0}
    before = {name: getattr(rl_config, name) for name in wanted}
    try:
        for name, value in wanted.items():
            setattr(rl_config, name, value)
        yield
    finally:
        for name, value in before.items():
            setattr(rl_config, name, value)


def _describe(canvas: Any, title: str, subject: str, duplex: str) -> None:
    canvas.setTitle(title)
    canvas.setSubject(subject)
    canvas.setAuthor("Scrawlpress")
    canvas.setCreator("Scrawlpress")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    canvas.setViewerPreference("PrintScaling", "None")
    edge = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge"}.get(duplex)
    if edge:
        canvas.setViewerPreference("Duplex", edge)


class _Typefaces:
    """The fonts of a document by name, each read when first used; names of one file share one font."""

    def __init__(self, paths: Mapping[str, Path]) -> None:
        self.paths = paths
        self.by_name: dict[str, Any] = {}
        self.by_path: dict[Path, Any] = {}

    def font(self, name: str) -> Any:
        found = self.by_name.get(name)
        if found is None:
            path = self.paths[name]
            found = self.by_name[name] = self.by_path.get(path) or _read(name, path)
            self.by_path[path] = found
        return found


def _read(name: str, path: Path) -> Any:
    """Return the font that layout measured with; a name that stands for another file by now is read anew."""
    if name not in pdfmetrics.getRegisteredFontNames():
        load_font(name, path)
    font = pdfmetrics.getFont(name)
    return font if font.face.filename == str(path) else TTFont(name, str(path))


@dataclass(frozen=True, slots=True)
class _Form:
    """Something written once: its name, and its source, kept so that no other gets its id."""

    name: str
    source: object


class _Document:
    """Writes pages; remembers what has become a form."""

    def __init__(self, canvas: Any, typeface: _Typefaces, *, press: bool = False) -> None:
        self.canvas = canvas
        self.press = press
        self.typeface = typeface
        self.form_count = 0
        self.contents: dict[int, _Form] = {}
        self.icons: dict[Outline, str] = {}
        self.pictures: dict[str, tuple[str, Size]] = {}
        self.pages: dict[tuple[int, Size], tuple[Item, ...] | _Form] = {}
        self.glyphs: dict[tuple[str, str], Glyphs] = {}

    # streams: pages and forms

    def page(self, frame: Frame) -> None:
        """Write a page; one whose items were shown before becomes a form when it is seen again."""
        pen = Pen(press=self.press)
        width, height = frame.size
        pen.code.append(f"1 0 0 -1 0 {height:.4f} cm")
        items, key = frame.items, (id(frame.items), frame.size)
        known = self.pages.get(key)
        if known is None:
            self._forget_oldest_page()
            self.pages[key] = items
            self.draw(pen, items)
        else:
            if not isinstance(known, _Form):
                known = self.pages[key] = self.form(items, frame.size)
            pen.use(known.name)
        canvas = self.canvas
        canvas.setPageSize((width, height))
        canvas.setCropBox((0, 0, width, height))
        canvas.setTrimBox(_upright(frame.trim, height) if frame.trim else None)
        canvas.setBleedBox(_upright(frame.bleed, height) if frame.bleed else None)
        self.emit(pen)
        canvas.showPage()

    def _forget_oldest_page(self) -> None:
        if len(self.pages) >= PAGES_REMEMBERED:
            del self.pages[next(iter(self.pages))]

    def form(self, items: tuple[Item, ...], size: Size) -> _Form:
        """Write items as a form; inner forms come first."""
        pen = Pen(press=self.press)
        self.draw(pen, items)
        return _Form(self.emit_form(pen, size), items)

    def emit_form(self, pen: Pen, size: Size) -> str:
        """Write a stream as a form, with room around it for what reaches over its edges."""
        width, height = size
        name = f"f{self.form_count}"
        self.form_count += 1
        self.canvas.beginForm(name, -width, -height, 2 * width, 2 * height)
        self.emit(pen)
        self.canvas.endForm()
        return name

    def emit(self, pen: Pen) -> None:
        canvas = self.canvas
        for operators, form in pen.parts:
            canvas.addLiteral(operators)
            canvas.doForm(form)
        canvas.addLiteral("\n".join(pen.code))

    # items

    def draw(self, pen: Pen, items: tuple[Item, ...]) -> None:
        """Write items in their order."""
        for item in items:
            kind = type(item)
            if kind is TextItem:
                pen.text(item, self.codes(item.font, item.text))  # type: ignore[union-attr, arg-type]
            else:
                DRAW[kind](self, pen, item)

    def codes(self, font_name: str, text: str) -> Glyphs:
        """Return a text as codes of the document's fonts; a font is split where it has too many glyphs."""
        found = self.glyphs.get((font_name, text))
        if found is None:
            font, document = self.typeface.font(font_name), self.canvas._doc
            found = self.glyphs[font_name, text] = [
                (font.getSubsetInternalName(subset, document), codes.decode("latin-1").translate(ESCAPED))
                for subset, codes in font.splitString(text, document)
            ]
        return found

    def group(self, pen: Pen, item: GroupItem) -> None:
        content = item.content
        known = self.contents.get(id(content))
        if known is None and len(content.items) >= ITEMS_WORTH_A_FORM:
            known = self.contents[id(content)] = self.content_form(content)
        pen.begin(item.matrix, item.clip)
        if known is not None:
            pen.use(known.name)
        else:
            self.inline(pen, content.items)
        pen.end()

    def content_form(self, content: Content) -> _Form:
        form = self.form(content.items, content.size)
        return _Form(form.name, content)

    def inline(self, pen: Pen, items: tuple[Item, ...]) -> None:
        state = pen.state
        self.draw(pen, items)
        pen.state = state

    def shape(self, pen: Pen, item: ShapeItem) -> None:
        self.painted(pen, item, item.paint)

    def field(self, pen: Pen, item: FieldItem) -> None:
        self.painted(pen, item.shape, item.paint)

    def painted(self, pen: Pen, item: ShapeItem, paint: Paint) -> None:
        outline = item.outline
        if outline is None or paint.stroke or len(outline.numbers) < NUMBERS_WORTH_A_FORM:
            pen.shape(item, paint)
        elif pen.ready(paint):
            x, y, width, height = item.rect
            pen.begin((width / outline.width, 0, 0, height / outline.height, x, y))
            pen.use(self.icon(outline))
            pen.end()

    def icon(self, outline: Outline) -> str:
        """Return the form of an outline, which has no colour of its own."""
        name = self.icons.get(outline)
        if name is None:
            pen = Pen(press=self.press)
            pen.code.append(f"{own_path(outline)} {'f*' if outline.even_odd else 'f'}")
            name = self.icons[outline] = self.emit_form(pen, Size(outline.width, outline.height))
        return name

    def image(self, pen: Pen, item: ImageItem) -> None:
        """Show a picture as large as the box allows, in its middle."""
        name, size = self.picture(item.path)
        x, y, width, height = item.rect
        scale = min(width / size.width, height / size.height)
        left, low = x + (width - scale * size.width) / 2, y + (height + scale * size.height) / 2
        pen.begin((scale, 0, 0, -scale, left, low))
        pen.use(name)
        pen.end()

    def picture(self, path: str) -> tuple[str, Size]:
        """Return the form of a picture and its size; the form is y up."""
        found = self.pictures.get(path)
        if found is None:
            picture = read_picture(Path(path))
            reader, size = self.reader(picture), picture.size
            name = f"f{self.form_count}"
            self.form_count += 1
            self.canvas.beginForm(name, 0, 0, *size)
            self.canvas.drawImage(reader, 0, 0, *size, mask="auto")
            self.canvas.endForm()
            found = self.pictures[path] = (name, size)
        return found

    def reader(self, picture: Picture) -> ImageReader:
        """Return a picture as reportlab takes it: a JPEG as it is, anything else by its pixels."""
        if self.press:
            return ImageReader(inked(picture.pixels))
        reader = ImageReader(picture.pixels)
        if picture.jpeg is not None and readable_jpeg(picture.jpeg):
            reader.jpeg_fh = lambda: io.BytesIO(picture.jpeg)
        return reader


DRAW: dict[type, Any] = {
    GroupItem: _Document.group,
    ShapeItem: _Document.shape,
    FieldItem: _Document.field,
    ImageItem: _Document.image,
}


def readable_jpeg(data: bytes) -> bool:
    """Tell whether reportlab can put a JPEG into the document as it is."""
    try:
        readJPEGInfo(io.BytesIO(data))
    except Exception:  # it raises plain strings of its own
        return False
    return True


def _upright(rect: Rect, height: float) -> tuple[float, float, float, float]:
    """Return left, bottom, right and top as PDF counts them, from the lower edge."""
    return (rect.x, height - rect.bottom, rect.right, height - rect.y)
