"""Items of a frame become operators of a content stream, in order; content shown more than once becomes a form."""

import zlib
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFObjectReference

from generator import frame
from generator.diagnostics import refuse
from generator.draw.pdf.content_stream import PdfContentStream, own_path, strings
from generator.draw.pdf.file import GRADIENT, SETTING, PdfFile
from generator.draw.pdf.inks import ColorOperators, ScreenColors, parts_of
from generator.draw.pdf.objects import PdfImage, array_text, compressed_stream, pdf_string
from generator.draw.pdf.press import PressSettings
from generator.draw.pdf.typefaces import DocumentFont
from generator.fonts.faces import Fonts
from generator.fonts.shaping import EM
from generator.geometry import Matrix, Rect, Size, combine, shift
from generator.reading.pictures import Picture, read_picture

if TYPE_CHECKING:
    from generator.draw.silhouettes import OpacityPerPixel

NUMBERS_WORTH_A_FORM = 40  # in a path: a form costs about as much
# Size of the invisible word for an icon, in parts of its box: narrow, so that readers find a space on both sides.
WORD_WIDTH, WORD_HEIGHT = 0.5, 0.6
SQUARE = Size(512, 512)
PALE_ALREADY = "use what is pale already: a full colour (#rrggbb), opacity: 1 and no shadow, or the rules of PDF/X-4"


class WrittenForm(NamedTuple):
    """A form in the file: its name, and the object it was made from, kept so that the id of this is not reused."""

    name: str
    source: object


class ItemWriter:
    """Writes items into content streams of one file, and remembers which drawings, icons and pictures are forms.

    If `is_aloud`, pictures and icons get their text for screen readers.
    """

    def __init__(self, file: PdfFile, fonts: Fonts, opacity: "OpacityPerPixel") -> None:
        self.file, self.opacity = file, opacity
        self.is_aloud = file.press is None
        self.colors: ColorOperators = file.press.colors if file.press else ScreenColors()
        self.fonts = fonts
        self.contents: dict[int, WrittenForm] = {}
        self.layers: dict[int, WrittenForm] = {}  # translucent drawings
        self.icons: dict[tuple[frame.VectorOutline | None, str], str] = {}
        self.pictures: dict[str, tuple[str, Matrix | None]] = {}
        self.letters: dict[frame.VectorOutline, str] = {}
        self.shadows: dict[int, tuple[WrittenForm, Rect]] = {}
        self.shadings: dict[frame.Gradient, tuple[str, list[str]]] = {}  # name of the opacity mask, names of the runs
        self.fonts_in_use: dict[str, DocumentFont] = {}

    def draw(self, pen: PdfContentStream, items: tuple[frame.Item, ...]) -> None:
        """Write items in order."""
        for at, item in enumerate(items, 1):
            if type(item) is frame.TextItem:
                self.text(pen, item, items[at : at + 1])
            else:
                DRAW[type(item)](self, pen, item)

    def text(self, pen: PdfContentStream, item: frame.TextItem, following: tuple[frame.Item, ...]) -> None:
        """Write one run of glyphs, followed by a blank for text extraction unless its last word continues."""
        lettering = self.font_by_name(item.font)
        goes_on = following and type(following[0]) is frame.TextItem and following[0].opens == "+"
        glyphs = (lettering.encode if goes_on else lettering.encode_line_end)(item.text, item.rtl)
        is_over = self.file.press is not None and self.file.press.colors.is_black(item.color)
        if is_over:
            pen.use_setting(self.file.overprint(on=True))
        clear = len(item.color) > frame.OPAQUE
        if clear:
            self.begin_translucent(pen, item, item.color)
        if item.outline is not None:
            self.outline_letters(pen, item, item.outline)
        plain = glyphs.is_plain or not self.is_aloud
        pen.text(item, glyphs.runs, "" if plain else begin_actual_text(item.text if goes_on else f"{item.text} "))
        if clear:
            pen.end()
        if is_over:
            pen.use_setting(self.file.overprint(on=False))

    def outline_letters(self, pen: PdfContentStream, item: frame.TextItem, line: frame.LetterOutline) -> None:
        """Stroke the outlines of letters, before the letters are painted; each is a PDF form without a colour."""
        from generator.draw.silhouettes import glyph_outline

        self.begin_translucent(pen, item, "", line.color) if len(line.color) > frame.OPAQUE else pen.begin(
            frame.UNMOVED
        )
        scale, at = item.size / EM, 0.0
        pen.begin((scale, 0, 0, -scale, item.x, item.y))
        pen.code.append(f"{self.colors.stroke(line.color)} {2 * line.width / scale:.1f} w 1 j [] 0 d")
        for font, glyph in self.fonts.font(item.font).glyphs_of(item.text, item.rtl):
            if outline := glyph_outline(font, glyph.number):
                name = self.letters.get(outline)
                if name is None:
                    inner = PdfContentStream(self.colors)
                    inner.code.append(f"{own_path(outline)} S")
                    name = self.letters[outline] = self.emit_form(inner, Size(2 * EM, 2 * EM))
                pen.use_at(shift(at + glyph.across, glyph.up), name)
            at += glyph.advance
        pen.end()
        pen.end()

    def shadow(self, pen: PdfContentStream, item: frame.ShadowItem) -> None:
        """Draw a shadow as an image in one colour with an opacity mask."""
        from generator.draw.silhouettes import draw_shadow

        self.need_no_press(item)
        if id(item) not in self.shadows:
            box, mask = draw_shadow(item, self.opacity)
            self.shadows[id(item)] = WrittenForm(write_shadow(self.file, item.color, mask), item), box
        form, box = self.shadows[id(item)]
        pen.use_at((box.width, 0, 0, -box.height, box.x, box.bottom), form.name)

    def group(self, pen: PdfContentStream, item: frame.GroupItem) -> None:
        """Draw a group: its form if one was written for its drawing, else its items."""
        content = item.content
        pen.begin(item.matrix, item.clip)
        if item.opacity < 1:
            self.draw_translucent(pen, item)
        elif id(content) in self.contents:
            pen.use(self.content_form(content))
        else:
            self.draw(pen, content.items)
        pen.end()

    def draw_translucent(self, pen: PdfContentStream, item: frame.GroupItem) -> None:
        """Draw a group with its opacity; raises InvalidInput in a PDF/X-1a file."""
        self.need_no_press(item)
        pen.use_setting(self.file.opacity(item.opacity))
        items = item.content.items
        if len(items) == 1 and isinstance(items[0], frame.ShapeItem) and items[0].paint.stroke is None:
            self.draw(pen, items)  # a single area needs no transparency group
            return
        if id(item.content) not in self.layers:
            name = self.form(items, item.content.size, together=True)
            self.layers[id(item.content)] = WrittenForm(name, item.content)
        pen.use(self.layers[id(item.content)].name)

    def begin_translucent(
        self, pen: PdfContentStream, item: frame.TextItem | frame.ShapeItem, fill: str, stroke: str = ""
    ) -> None:
        """Begin a group with the opacities of two colours "#rrggbbaa": `fill` for fills, `stroke` for strokes."""
        self.need_no_press(item)
        pen.begin(frame.UNMOVED)
        pen.use_setting(self.file.opacity(frame.alpha_of(fill), frame.alpha_of(stroke)))

    def form(self, items: tuple[frame.Item, ...], size: Size, *, together: bool = False) -> str:
        """Write items as a form; return its name."""
        pen = PdfContentStream(self.colors)
        self.draw(pen, items)
        return self.emit_form(pen, size, together=together)

    def content_form(self, drawing: frame.ReusableDrawing) -> str:
        """Return the name of the form of a drawing; the form is written when first needed."""
        if id(drawing) not in self.contents:
            form = WrittenForm(self.form(drawing.items, drawing.size), drawing)  # written after the forms in it
            self.contents[id(drawing)] = form
        return self.contents[id(drawing)].name

    def emit_form(self, pen: PdfContentStream, size: Size, *, together: bool = False) -> str:
        """Write a stream as a form, with space around `size` for content beyond its edges; return its name."""
        width, height = size
        return self.file.form(str(pen), Rect(-width, -height, 3 * width, 3 * height), pen.used, together=together)

    def shape(self, pen: PdfContentStream, item: frame.ShapeItem) -> None:
        """Draw a shape; in a file for a printing house, one with an `ink` is drawn in that spot colour on top."""
        if not (item.paint.ink and self.file.press):
            self.paint_shape(pen, item, item.paint)
        elif item.paint.ink != "none":
            pen.begin(frame.UNMOVED)
            pen.use_setting(self.file.overprint(on=True))
            pen.line(item, self.file.own_ink(item.paint.ink))
            pen.end()

    def field(self, pen: PdfContentStream, item: frame.FieldItem) -> None:
        self.paint_shape(pen, item.shape, item.paint)

    def paint_shape(self, pen: PdfContentStream, item: frame.ShapeItem, paint: frame.Paint) -> None:
        if paint.gradient is not None:
            self.shade(pen, item, paint.gradient)
            paint = paint._replace(fill=None, gradient=None)
        fill, stroke = paint.fill or "", paint.stroke or ""
        if len(fill) > frame.OPAQUE or len(stroke) > frame.OPAQUE:  # one after the other, as in pictures of screens
            self.begin_translucent(pen, item, fill, stroke)
            if fill:
                self.paint_shape(pen, item, frame.Paint(fill[: frame.OPAQUE]))
            if stroke:
                self.paint_shape(pen, item, paint._replace(fill=None, stroke=stroke[: frame.OPAQUE]))
            pen.end()
            return
        outline, spoken = item.outline, item.spoken if self.is_aloud else ""
        is_icon = outline is not None and (
            spoken or (outline.name and frame.numbers_in(outline.letters) >= NUMBERS_WORTH_A_FORM)
        )
        if outline is None or paint.stroke or not is_icon:
            pen.shape(item, paint)
            self.say(pen, item.rect, spoken)
        elif pen.ready(paint):
            x, y, width, height = item.rect
            pen.use_at((width / outline.width, 0, 0, height / outline.height, x, y), self.icon(outline, spoken))

    def shade(self, pen: PdfContentStream, item: frame.ShapeItem, gradient: frame.Gradient) -> None:
        """Fill a shape with a gradient."""
        if not gradient.is_solid:
            self.need_no_press(item)
        if gradient not in self.shadings:
            veil = "" if gradient.is_solid else write_veil(self.file, gradient)
            self.shadings[gradient] = veil, write_shadings(self.file, gradient)
        veil, shadings = self.shadings[gradient]
        pen.begin(frame.UNMOVED, item)
        pen.begin(gradient.matrix)
        if veil:
            pen.use_setting(veil)
        for shading in shadings:
            pen.fill_with(shading)
        pen.end()
        pen.end()

    def need_no_press(self, item: frame.Item) -> None:
        """Raise InvalidInput for a translucent item in a PDF/X-1a file."""
        if self.file.press and not self.file.press.standard.is_late:
            message = "what is see-through cannot be written for a printing house"
            raise refuse("P047", message, item.place, PALE_ALREADY)

    def icon(self, outline: frame.VectorOutline, spoken: str) -> str:
        """Return the name of the form of an icon, without a colour; `spoken` is its text for screen readers or ""."""
        name = self.icons.get((outline, spoken))
        if name is None:
            pen = PdfContentStream(self.colors)
            path = f"{own_path(outline)} {'f*' if outline.even_odd else 'f'}"
            size = Size(outline.width, outline.height)
            pen.code.append(self.with_word(path, spoken, size) if spoken else path)
            name = self.icons[outline, spoken] = self.emit_form(pen, size)
        return name

    def say(self, pen: PdfContentStream, rect: Rect, spoken: str) -> None:
        """Write the text for screen readers of what was drawn in a box."""
        if not spoken or not self.is_aloud:
            return
        name = self.icons.get((None, spoken))
        if name is None:
            word = PdfContentStream(self.colors)
            word.code.append(self.with_word("", spoken, SQUARE))
            name = self.icons[None, spoken] = self.emit_form(word, SQUARE)
        pen.use_at((rect.width / SQUARE.width, 0, 0, rect.height / SQUARE.height, rect.x, rect.y), name)

    def with_word(self, path: str, spoken: str, size: Size) -> str:
        """Return the operators of a path followed by a word in invisible letters, in the middle of a box.

        Text extraction finds the letters; readers that support ActualText read the word instead of the path.
        """
        name = next(iter(self.fonts.paths))
        wide = max(self.fonts.font(name).width(spoken, 1.0), 1e-6)
        high = min(WORD_HEIGHT * size.height, WORD_WIDTH * size.width / wide)
        left, baseline = (size.width - wide * high) / 2, (size.height + high) / 2
        lettering = self.font_by_name(name)
        operators = " ".join(
            f"{font} {high:.4g} Tf {strings(code)}" for font, _, code in lettering.encode_line_end(spoken).runs
        )
        word = f"BT 3 Tr 1 0 0 -1 {left:.4g} {baseline:.4g} Tm {operators} ET"
        read_text = f"{spoken} " if lettering.has_blank else spoken
        return f"{begin_actual_text(read_text)} {path} {word} EMC"

    def image(self, pen: PdfContentStream, item: frame.ImageItem) -> None:
        """Draw a picture, or a vector drawing, stretched to its box."""
        x, y, width, height = item.rect
        if item.drawing is not None:
            name = self.content_form(item.drawing)
            pen.use_at((width / item.drawing.size.width, 0, 0, height / item.drawing.size.height, x, y), name)
        else:
            if item.path not in self.pictures:
                self.pictures[item.path] = write_picture(self.file, read_picture(Path(item.path)))
            name, turn = self.pictures[item.path]
            spot = (width, 0, 0, -height, x, y + height)
            pen.use_at(combine(spot, turn) if turn else spot, name)
        self.say(pen, item.rect, item.spoken)

    def font_by_name(self, name: str) -> DocumentFont:
        """Return the document's font for a font name of the layout; cached."""
        if name not in self.fonts_in_use:
            self.fonts_in_use[name] = DocumentFont(self.file.typeface, self.fonts.font(name))
        return self.fonts_in_use[name]


DRAW: dict[type, Any] = {
    frame.GroupItem: ItemWriter.group,
    frame.ShapeItem: ItemWriter.shape,
    frame.FieldItem: ItemWriter.field,
    frame.ImageItem: ItemWriter.image,
    frame.ShadowItem: ItemWriter.shadow,
}


def begin_actual_text(text: str) -> str:
    """Return the operator that begins content for which screen readers read `text`; EMC ends the content."""
    return f"/Span<</ActualText{pdf_string(text)}>>BDC"


COLOR_SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}
MODES = {space: mode for mode, space in COLOR_SPACES.items()}
BAND = 256  # rows of a picture compressed at a time


def write_picture(file: PdfFile, picture: Picture) -> tuple[str, Matrix | None]:
    """Write a picture, 1 unit wide and high, y up; return its name, and the matrix that makes it upright or None."""
    if file.press:
        return file.name_object(_write_inks(file, file.press, picture.pixels)), None
    if picture.jpeg is not None and picture.pixels.mode in ("L", "RGB"):
        mode, size = picture.pixels.mode, picture.pixels.size
        sideways = picture.turn is not None and picture.turn[0] == 0
        image = PdfImage(size[::-1] if sideways else size, COLOR_SPACES[mode], picture.jpeg, "DCTDecode")
        return file.name_object(file.add_object(image, picture.jpeg)), picture.turn
    pixels = picture.pixels
    if pixels.mode == "RGBA":
        alpha = _write_pixels(file, pixels.getchannel("A"))
        return file.name_object(_write_pixels(file, pixels.convert("RGB"), alpha=alpha)), None
    return file.name_object(_write_pixels(file, pixels if pixels.mode in ("L", "RGB") else pixels.convert("RGB"))), None


def write_shadow(file: PdfFile, color: str, mask: Any) -> str:
    """Write an image of one colour with a mask of opacities; return its name."""
    from PIL import Image

    space, parts = ("DeviceRGB", parts_of(color)) if file.press is None else file.press.colors.pixel(color)
    plain = Image.new(MODES[space], mask.size, parts)
    return file.name_object(_write_pixels(file, plain, alpha=_write_pixels(file, mask)))


def _write_inks(file: PdfFile, press: PressSettings, pixels: Any) -> PDFObjectReference:
    """Write a picture in CMYK; in PDF/X-1a, pixels that are more than half transparent are left out."""
    inks = press.colors.picture(pixels)
    if pixels.mode != "RGBA":
        return _write_pixels(file, inks)
    if press.standard.is_late:
        return _write_pixels(file, inks, alpha=_write_pixels(file, pixels.getchannel("A")))
    left_out = pixels.getchannel("A").point(lambda alpha: 0 if alpha > 127 else 255).convert("1").tobytes()
    facts = {"Type": PDFName("XObject"), "Subtype": PDFName("Image"), "ImageMask": "true", "BitsPerComponent": 1}
    mask = compressed_stream({**facts, "Width": pixels.width, "Height": pixels.height}, left_out)
    return _write_pixels(file, inks, stencil=file.add_object(mask, left_out))


def _write_pixels(
    file: PdfFile,
    pixels: Any,
    alpha: PDFObjectReference | None = None,
    stencil: PDFObjectReference | None = None,
) -> PDFObjectReference:
    """Write pixels losslessly, in bands of rows to save memory, with an opacity or a stencil mask."""
    press = zlib.compressobj()
    bands = (
        pixels.crop((0, top, pixels.width, min(top + BAND, pixels.height))) for top in range(0, pixels.height, BAND)
    )
    parts = [press.compress(band.tobytes()) for band in bands]
    content = b"".join([*parts, press.flush()])
    image = PdfImage(pixels.size, COLOR_SPACES[pixels.mode], content, "FlateDecode")
    image.smask, image.stencil = alpha, stencil
    return file.add_object(image, content)


LEAST_RUN = 1e-5  # distance of two colours of a gradient: a smaller one is a step
EVERYWHERE = Rect(-1e5, -1e5, 2e5, 2e5)


def write_shadings(file: PdfFile, gradient: frame.Gradient) -> list[str]:
    """Write a gradient in its own coordinates, one shading per run, without opacity; return their names."""
    if file.press:
        inks = file.press.colors
        return _write_runs(file, gradient, inks.space, [inks.parts(stop.color) for stop in gradient.stops])
    colors = [tuple(part / 255 for part in parts_of(stop.color)) for stop in gradient.stops]
    return _write_runs(file, gradient, "DeviceRGB", colors)


def write_veil(file: PdfFile, gradient: frame.Gradient) -> str:
    """Return the name of a graphics state with a soft mask that has the opacities of a gradient."""
    names = _write_runs(file, gradient, "DeviceGray", [(stop.alpha,) for stop in gradient.stops])
    code = "\n".join(f"/{name} sh" for name in names)
    form = file.form(code, EVERYWHERE, names, together=True, space="DeviceGray")
    mask = PDFDictionary({"S": PDFName("Luminosity"), "G": file.references[form]})
    return file.name_object(PDFDictionary({"Type": PDFName("ExtGState"), "SMask": mask}), SETTING)


def _write_runs(file: PdfFile, gradient: frame.Gradient, space: str, colors: Sequence[tuple[float, ...]]) -> list[str]:
    """Write each run of a gradient separately, since viewers divide a shading into a few hundred steps."""
    runs, stop_count = gradient.runs, len(gradient.stops) // gradient.runs
    half = len(gradient.points) // 2
    begin, end = gradient.points[:half], gradient.points[half:]
    names = []
    for run in range(runs):
        ends = [low + (high - low) * at / runs for at in (run, run + 1) for low, high in zip(begin, end, strict=True)]
        in_run = slice(run * stop_count, (run + 1) * stop_count)
        facts = {
            "ShadingType": 3 if gradient.is_radial else 2,
            "ColorSpace": PDFName(space),
            "Coords": array_text(*ends, digits=6),
            "Function": _run_of([stop.at * runs - run for stop in gradient.stops[in_run]], colors[in_run]),
            "Extend": f"[{'true' if run == 0 else 'false'} {'true' if run == runs - 1 else 'false'}]",
        }
        names.append(file.name_object(PDFDictionary(facts), GRADIENT))
    return names


def _run_of(places: Sequence[float], colors: Sequence[tuple[float, ...]]) -> PDFDictionary:
    """Return the PDF function that interpolates between colours at places from 0 to 1."""
    lowest, highest = LEAST_RUN, 1 - LEAST_RUN  # keeps the colour beyond either end if there is a step at it
    places = [places[0], *(min(highest, max(lowest, place)) for place in places[1:-1]), places[-1]]
    ends = list(pairwise([(0.0, colors[0]), *zip(places, colors, strict=True), (1.0, colors[-1])]))
    runs = [(first, second) for first, second in ends if second[0] - first[0] > LEAST_RUN / 2]
    pieces = [
        PDFDictionary({"FunctionType": 2, "Domain": "[0 1]", "N": 1, "C0": array_text(*left), "C1": array_text(*right)})
        for (_, left), (_, right) in runs
    ]
    facts = {
        "FunctionType": 3,
        "Domain": "[0 1]",
        "Functions": PDFArray(pieces),
        "Bounds": array_text(*(begin for (begin, _), _ in runs[1:]), digits=6),
        "Encode": array_text(*([0, 1] * len(pieces))),
    }
    return PDFDictionary(facts)
