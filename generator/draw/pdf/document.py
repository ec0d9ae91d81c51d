"""Frames become PDF bytes, the same every time. Decides no place.

Whatever is shown more than once is written once, as a form: contents of groups, icons, pictures, equal pages. What
several pages tell item by item is a stretch of operators that they share. What is shown once is drawn straight into its
page.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.diagnostics import refuse
from generator.draw.pdf.content_stream import PdfContentStream, State, own_path, strings
from generator.draw.pdf.file import DocumentFont, PdfFile, pdf_string, reference
from generator.draw.pdf.inks import ColorOperators, ScreenColors
from generator.draw.pdf.metadata import Bookmark, cards_named
from generator.draw.pdf.press import PressSettings
from generator.draw.pdf.tags import ARTIFACT, MarkedContent, PdfStructureTree
from generator.fonts.faces import Font, Fonts
from generator.frame import (
    UNMOVED,
    FieldItem,
    Frame,
    Gradient,
    GroupItem,
    ImageItem,
    Item,
    Paint,
    ReusableDrawing,
    ShapeItem,
    TextItem,
    VectorOutline,
    numbers_in,
    speaks,
)
from generator.geometry import Matrix, Rect, Size, combine
from generator.reading.pictures import read_picture

if TYPE_CHECKING:
    from generator.draw.pdf.forms import FillableForm

# A form costs about as much as this many items, or this many numbers of a path; fewer items are worth one where pages
# after pages show so many in all. What stands on one page again and again is packed well as it is.
ITEMS_WORTH_A_FORM = 6
SHOWN_WORTH_A_FORM = 24
NUMBERS_WORTH_A_FORM = 40
ITEMS_WORTH_A_STRETCH = 24
# The word said for an icon, in parts of its box: so narrow that a space is heard on either side.
WORD_WIDTH, WORD_HEIGHT = 0.5, 0.6
SQUARE = Size(512, 512)
# What may come again is remembered, the latest only.
PAGES_REMEMBERED = 64
CONTENTS_REMEMBERED = 2000
SMALL_REMEMBERED = 500
STRETCHES_REMEMBERED = 64


def pdf_bytes(
    frames: Iterable[Frame],
    *,
    fonts: Fonts,
    title: str,
    lang: str = "en",
    subject: str = "",
    duplex: str = "",
    press: PressSettings | None = None,
    hand: Font | None = None,
) -> bytes:
    """Return a PDF with one page per frame; frames may come from a generator and are not kept.

    `duplex` is what a printer dialogue should offer: "long-edge", "short-edge", "off" or nothing. `press` makes a file
    for a printing house: process inks only, black letters over what lies below them, and the marks of a standard, of
    which PDF/X-1a takes nothing see-through. Any other file is tagged, to be read aloud. `hand` is the font that
    players write with in a form to fill in; without it there is none.
    """
    file = PdfFile(title=title, subject=subject or title, lang=lang, duplex=duplex, press=press)
    document = _Document(file, fonts, hand)
    for frame in frames:
        document.page(frame)
    return document.data()


class _Form(NamedTuple):
    """Something written once: its name, and its source, kept so that no other gets its id."""

    name: str
    source: object


class _Spot(NamedTuple):
    """What the operators of a content depend on: what it is, what is set before it, and how it is told."""

    content: int
    state: State
    marks: int
    whole: bool


class _Stretch(NamedTuple):
    """The operators of a content that pages share: their number, once they are written, what they mark and show."""

    content: ReusableDrawing
    number: int = 0
    marked: tuple[tuple[str, str], ...] = ()
    used: tuple[str, ...] = ()


class _Small(NamedTuple):
    """A content of few items: how many of them pages have shown so far, and the last of these pages."""

    content: ReusableDrawing
    shown: int
    page: int


class _Document:
    """Writes pages; remembers what has become a form."""

    def __init__(self, file: PdfFile, fonts: Fonts, hand: Font | None) -> None:
        self.file = file
        self.tags = None if file.press else PdfStructureTree(file)
        self.fields = self.new_fields(self.tags, hand) if self.tags and hand else None
        self.aloud = self.tags is not None
        self.colors: ColorOperators = file.press.colors if file.press else ScreenColors()
        self.fonts = fonts
        self.contents: dict[int, _Form] = {}
        self.shown_once: dict[int, ReusableDrawing] = {}
        self.small: dict[int, _Small] = {}
        self.icons: dict[tuple[VectorOutline | None, str], str] = {}
        self.pictures: dict[str, tuple[str, Matrix | None]] = {}
        self.stretches: dict[_Spot, _Stretch] = {}
        self.pages: dict[tuple[int, Size], tuple[Item, ...] | _Form] = {}
        self.letterings: dict[str, DocumentFont] = {}

    # streams: pages and forms

    def page(self, frame: Frame) -> None:
        """Write a page; one whose items were shown before becomes a form when it is seen again."""
        pen = PdfContentStream(self.colors)
        marks = MarkedContent(pen.code) if self.aloud else None
        pen.code.append(f"1 0 0 -1 0 {frame.size.height:.4f} cm")
        items, key = frame.items, (id(frame.items), frame.size)
        known = self.pages.get(key)
        if known is None:
            _forget_oldest(self.pages, PAGES_REMEMBERED)
            self.pages[key] = items
            self.share(items)
            if marks is None:
                self.draw(pen, items)
            else:
                self.tell(pen, marks, items)
        else:
            if not isinstance(known, _Form):
                known = self.pages[key] = self.form(items, frame.size)
            if marks is not None:
                marks.begin("P" if speaks(items) else ARTIFACT)
            pen.use(known.name)
        self.end_page(pen, marks, frame)

    def end_page(self, pen: PdfContentStream, marks: MarkedContent | None, frame: Frame) -> None:
        """Write a page that was drawn, with its fields and what is read aloud of it."""
        number, more = self.file.begin_page(), {}
        if marks is not None and self.tags is not None:
            marks.end()
            fields = self.fields.page(frame, number) if self.fields else []
            more = {"StructParents": self.tags.page(marks, number, frame.title, fields), "Tabs": "/S"}
            if fields:
                more["Annots"] = f"[{' '.join([reference(field.number) for field in fields])}]"
        trim = frame.trim or (Rect(0, 0, *frame.size) if self.file.press else None)
        boxes = {"TrimBox": trim, "BleedBox": frame.bleed}
        self.file.page(pen.parts(), frame.size, pen.used, boxes, frame.title, **more)
        self.file.cards += [Bookmark(name, number) for name in cards_named(frame)]

    def new_fields(self, tags: PdfStructureTree, hand: Font) -> "FillableForm":
        from generator.draw.pdf.forms import FillableForm

        return FillableForm(self.file, tags, hand)

    def data(self) -> bytes:
        """Return the finished file."""
        if self.fields:
            self.fields.close()
        if self.tags is not None:
            self.tags.close()
        return self.file.data()

    def share(self, items: tuple[Item, ...]) -> None:
        """Write a form for every content that is shown a second time, on this page or since an earlier one."""
        for item in items:
            if type(item) is GroupItem:
                content = item.content
                if id(content) in self.contents:
                    continue
                if len(content.items) < ITEMS_WORTH_A_FORM:
                    self.share_small(content)
                elif id(content) in self.shown_once:
                    del self.shown_once[id(content)]
                    self.contents[id(content)] = self.content_form(content)
                else:
                    _forget_oldest(self.shown_once, CONTENTS_REMEMBERED)
                    self.shown_once[id(content)] = content
                    self.share(content.items)

    def share_small(self, content: ReusableDrawing) -> None:
        """Write a form for a content of few items when it is shown often enough; headings stay to be told as such."""
        key, page = id(content), len(self.file.pages)
        if key not in self.small:
            _forget_oldest(self.small, SMALL_REMEMBERED)
        known = self.small.get(key, _Small(content, 0, -1))
        if known.page == page:
            return
        shown = known.shown + len(content.items)
        self.small[key] = _Small(content, shown, page)
        if shown >= SHOWN_WORTH_A_FORM and not _has_heading(content):
            del self.small[key]
            self.contents[key] = self.content_form(content)

    def form(self, items: tuple[Item, ...], size: Size) -> _Form:
        """Write items as a form; inner forms come first."""
        pen = PdfContentStream(self.colors)
        self.draw(pen, items)
        return _Form(self.emit_form(pen, size), items)

    def emit_form(self, pen: PdfContentStream, size: Size) -> str:
        """Write a stream as a form, with room around it for what reaches over its edges."""
        return self.file.form(str(pen), self.room(size), pen.used)

    def room(self, size: Size) -> Rect:
        """Return all that a form of a size may reach."""
        width, height = size
        return Rect(-width, -height, 3 * width, 3 * height)

    # items

    def draw(self, pen: PdfContentStream, items: tuple[Item, ...]) -> None:
        """Write items in their order."""
        for at, item in enumerate(items, 1):
            if type(item) is TextItem:
                self.text(pen, item, items[at : at + 1])
            else:
                DRAW[type(item)](self, pen, item)

    def text(self, pen: PdfContentStream, item: TextItem, following: tuple[Item, ...]) -> None:
        """Write one run of glyphs, with a blank behind for those who read on, unless its last word goes on."""
        lettering = self.font_by_name(item.font)
        goes_on = following and type(following[0]) is TextItem and following[0].opens == "+"
        shown = (lettering.shown if goes_on else lettering.encode_line_end)(item.text, item.rtl)
        is_over = self.file.press is not None and self.file.press.colors.is_black(item.color)
        if is_over:
            pen.use_setting(self.file.overprint(on=True))
        plain = shown.is_plain or not self.aloud
        pen.text(item, shown.runs, "" if plain else begin_actual_text(item.text if goes_on else f"{item.text} "))
        if is_over:
            pen.use_setting(self.file.overprint(on=False))

    def tell(
        self, pen: PdfContentStream, marks: MarkedContent, items: tuple[Item, ...], *, whole: bool = False
    ) -> None:
        """Write items of a page, marked as what they are read as.

        Where they belong to a whole, such as a card, all of it is one paragraph and only headings stand apart.
        """
        for at, item in enumerate(items, 1):
            if isinstance(item, GroupItem):
                self.tell_group(pen, marks, item, whole=whole)
                continue
            opens = "" if isinstance(item, FieldItem) else item.opens
            if whole and opens not in ("", "+") and opens[0] != "H":
                opens = "P"
            if opens not in ("", "+") and not (whole and opens == marks.open):
                marks.begin(opens)
            elif not marks.open:
                marks.begin(ARTIFACT)
            if isinstance(item, TextItem):
                self.text(pen, item, items[at : at + 1])
                continue
            DRAW[type(item)](self, pen, item)
            if isinstance(item, FieldItem) and self.fields and not item.filled:
                marks.field(item.id)

    def tell_group(self, pen: PdfContentStream, marks: MarkedContent, group: GroupItem, *, whole: bool) -> None:
        """Write a group: a form, one seen through or in a paragraph is one stretch; of others each item is told."""
        is_form = group.opacity < 1 or id(group.content) in self.contents
        if is_form or (whole and marks.open):
            self.tell_as_one(pen, marks, group, whole=whole)
            return
        marks.end()
        pen.begin(group.matrix, group.clip)
        self.tell_content(pen, marks, group.content, whole=whole or group.whole)
        marks.end()
        pen.end()

    def tell_as_one(self, pen: PdfContentStream, marks: MarkedContent, group: GroupItem, *, whole: bool) -> None:
        """Write a group within one stretch: a paragraph where it says anything; of a whole the stretch goes on."""
        if marks.open != "P" and speaks(group.content.items):
            marks.begin("P")
        elif not marks.open:
            marks.begin(ARTIFACT)
        self.group(pen, group)
        if not whole:
            marks.end()

    def tell_content(
        self, pen: PdfContentStream, marks: MarkedContent, content: ReusableDrawing, *, whole: bool
    ) -> None:
        """Write a content that is told item by item; from the second page on as a stretch that all of them share."""
        if len(content.items) < ITEMS_WORTH_A_STRETCH:
            self.tell(pen, marks, content.items, whole=whole)
            return
        spot = _Spot(id(content), pen.state, marks.count, whole)
        known = self.stretches.get(spot)
        if known is None:
            _forget_oldest(self.stretches, STRETCHES_REMEMBERED)
            self.stretches[spot] = _Stretch(content)
            self.tell(pen, marks, content.items, whole=whole)
            return
        if known.number == 0:
            known = self.stretches[spot] = self.stretch(pen, marks, content, whole=whole)
        marks.told(known.marked)
        pen.show_stretch(known.number, known.used)

    def stretch(
        self, pen: PdfContentStream, marks: MarkedContent, content: ReusableDrawing, *, whole: bool
    ) -> "_Stretch":
        """Write a content as operators of their own, to be shown where they go on from the same settings and marks."""
        own = PdfContentStream(self.colors)
        own.state = pen.state
        own_marks = MarkedContent(own.code, marks.count)
        self.tell(own, own_marks, content.items, whole=whole)
        own_marks.end()
        return _Stretch(content, self.file.stretch(str(own)), tuple(own_marks.found), tuple(own.used))

    def font_by_name(self, name: str) -> DocumentFont:
        """Return how texts are shown by a font, by its name in the layout."""
        found = self.letterings.get(name)
        if found is None:
            found = self.letterings[name] = DocumentFont(self.file, self.fonts.font(name))
        return found

    def group(self, pen: PdfContentStream, item: GroupItem) -> None:
        content = item.content
        known = self.contents.get(id(content))
        pen.begin(item.matrix, item.clip)
        if item.opacity < 1:
            self.faded(pen, item)
        elif known is not None:
            pen.use(known.name)
        else:
            self.draw(pen, content.items)
        pen.end()

    def faded(self, pen: PdfContentStream, item: GroupItem) -> None:
        """Show a content see-through as a whole; not in a file for a printing house that takes nothing such."""
        self.need_no_press(item)
        pen.use_setting(self.file.opacity(item.opacity))
        if _is_one_area(item.content.items):
            self.draw(pen, item.content.items)
            return
        inner = PdfContentStream(self.colors)
        self.draw(inner, item.content.items)
        pen.use(self.file.form(str(inner), self.room(item.content.size), inner.used, together=True))

    def content_form(self, content: ReusableDrawing) -> _Form:
        form = self.form(content.items, content.size)
        return _Form(form.name, content)

    def shape(self, pen: PdfContentStream, item: ShapeItem) -> None:
        if item.paint.ink and self.file.press:
            self.tool_line(pen, item)
        else:
            self.paint_shape(pen, item, item.paint)

    def tool_line(self, pen: PdfContentStream, item: ShapeItem) -> None:
        """Draw a line that a tool of the printing house follows in an ink of its own, over what is printed there."""
        if item.paint.ink != "none":
            pen.begin(UNMOVED)
            pen.use_setting(self.file.overprint(on=True))
            pen.line(item, self.file.own_ink(item.paint.ink))
            pen.end()

    def field(self, pen: PdfContentStream, item: FieldItem) -> None:
        self.paint_shape(pen, item.shape, item.paint)

    def paint_shape(self, pen: PdfContentStream, item: ShapeItem, paint: Paint) -> None:
        if paint.gradient is not None:
            self.shade(pen, item, paint.gradient)
            return
        outline, spoken = item.outline, item.spoken if self.aloud else ""
        if outline is None or paint.stroke or not (spoken or numbers_in(outline.letters) >= NUMBERS_WORTH_A_FORM):
            pen.shape(item, paint)
            self.say(pen, item.rect, spoken)
        elif pen.ready(paint):
            x, y, width, height = item.rect
            pen.begin((width / outline.width, 0, 0, height / outline.height, x, y))
            pen.use(self.icon(outline, spoken))
            pen.end()

    def shade(self, pen: PdfContentStream, item: ShapeItem, gradient: Gradient) -> None:
        """Fill a shape with a gradient."""
        if not gradient.is_solid:
            self.need_no_press(item)
        pen.begin(UNMOVED, item)
        pen.begin(gradient.matrix)
        if not gradient.is_solid:
            pen.use_setting(self.file.veil(gradient))
        for shading in self.file.shadings(gradient):
            pen.spread(shading)
        pen.end()
        pen.end()

    def need_no_press(self, item: ShapeItem | GroupItem) -> None:
        """Raise InvalidInput where a file is for a printing house that takes nothing see-through."""
        if self.file.press and not self.file.press.standard.is_late:
            message = "what is see-through cannot be written for a printing house"
            raise refuse("P047", message, item.place, "use a picture that is pale already, or opacity: 1")

    def icon(self, outline: VectorOutline, spoken: str) -> str:
        """Return the form of an outline, which has no colour of its own, with the word that is said for it."""
        name = self.icons.get((outline, spoken))
        if name is None:
            pen = PdfContentStream(self.colors)
            path = f"{own_path(outline)} {'f*' if outline.even_odd else 'f'}"
            size = Size(outline.width, outline.height)
            pen.code.append(self.with_word(path, spoken, size) if spoken else path)
            name = self.icons[outline, spoken] = self.emit_form(pen, size)
        return name

    def say(self, pen: PdfContentStream, rect: Rect, spoken: str) -> None:
        """Write the word that is said for what was drawn in a box."""
        if not spoken or not self.aloud:
            return
        name = self.icons.get((None, spoken))
        if name is None:
            word = PdfContentStream(self.colors)
            word.code.append(self.with_word("", spoken, SQUARE))
            name = self.icons[None, spoken] = self.emit_form(word, SQUARE)
        pen.begin((rect.width / SQUARE.width, 0, 0, rect.height / SQUARE.height, rect.x, rect.y))
        pen.use(name)
        pen.end()

    def with_word(self, path: str, spoken: str, size: Size) -> str:
        """Return a path with its word, as letters that are not seen, in the middle of a box.

        What extracts text, finds and speaks letters everywhere; what knows of replaced text says the word for the path.
        """
        name = next(iter(self.fonts.paths))
        wide = max(self.fonts.font(name).width(spoken, 1.0), 1e-6)
        high = min(WORD_HEIGHT * size.height, WORD_WIDTH * size.width / wide)
        left, baseline = (size.width - wide * high) / 2, (size.height + high) / 2
        lettering = self.font_by_name(name)
        shown = " ".join(
            f"{font} {high:.4g} Tf {strings(code)}" for font, _, code in lettering.encode_line_end(spoken).runs
        )
        word = f"BT 3 Tr 1 0 0 -1 {left:.4g} {baseline:.4g} Tm {shown} ET"
        told = f"{spoken} " if lettering.has_blank else spoken
        return f"{begin_actual_text(told)} {path} {word} EMC"

    def image(self, pen: PdfContentStream, item: ImageItem) -> None:
        """Show a picture stretched to its box."""
        if item.drawing is not None:
            self.vectors(pen, item, item.drawing)
            return
        name, turn = self.picture(item.path)
        x, y, width, height = item.rect
        spot = (width, 0, 0, -height, x, y + height)
        pen.begin(combine(spot, turn) if turn else spot)
        pen.use(name)
        pen.end()
        self.say(pen, item.rect, item.spoken)

    def vectors(self, pen: PdfContentStream, item: ImageItem, drawing: ReusableDrawing) -> None:
        """Show a drawing stretched to its box."""
        form = self.contents.get(id(drawing))
        if form is None:
            form = self.contents[id(drawing)] = self.content_form(drawing)
        across, down = item.rect.width / drawing.size.width, item.rect.height / drawing.size.height
        pen.begin((across, 0, 0, down, item.rect.x, item.rect.y))
        pen.use(form.name)
        pen.end()
        self.say(pen, item.rect, item.spoken)

    def picture(self, path: str) -> tuple[str, Matrix | None]:
        """Return the name of a picture in the file, and how it is turned to stand upright."""
        found = self.pictures.get(path)
        if found is None:
            picture = read_picture(Path(path))
            found = self.pictures[path] = self.file.picture(picture)
        return found


DRAW: dict[type, Any] = {
    GroupItem: _Document.group,
    ShapeItem: _Document.shape,
    FieldItem: _Document.field,
    ImageItem: _Document.image,
}


def begin_actual_text(text: str) -> str:
    """Return the operator that begins what is read as a text, whatever is shown until its end."""
    return f"/Span<</ActualText{pdf_string(text)}>>BDC"


def _is_one_area(items: tuple[Item, ...]) -> bool:
    """Tell whether items are one shape without a line, which is as see-through as its whole."""
    return len(items) == 1 and isinstance(items[0], ShapeItem) and items[0].paint.stroke is None


def _has_heading(content: ReusableDrawing) -> bool:
    return any([getattr(item, "opens", "")[:1] == "H" for item in content.items])


def _forget_oldest(known: dict[Any, Any], most: int) -> None:
    """Make room for one more."""
    if len(known) >= most:
        del known[next(iter(known))]
