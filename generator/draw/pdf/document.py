"""Frames become the bytes of a PDF, the same bytes each time. Decides no position.

Drawings that appear more than once are written once, as a form: groups, icons, pictures, equal pages. A drawing
whose items need their own tags becomes a content stream that several pages share. A drawing that appears once is
written directly into its page.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.draw.pdf.content_stream import PdfContentStream, State
from generator.draw.pdf.file import PdfFile
from generator.draw.pdf.item_writer import DRAW, ItemWriter, WrittenForm
from generator.draw.pdf.metadata import Bookmark, cards_named
from generator.draw.pdf.objects import reference
from generator.draw.pdf.press import PressSettings
from generator.draw.pdf.tags import ARTIFACT, MarkedContent, PdfStructureTree
from generator.fonts.faces import Font, Fonts
from generator.frame import FieldItem, Frame, GroupItem, Item, ReusableDrawing, TextItem, speaks
from generator.geometry import Rect, Size

if TYPE_CHECKING:
    from generator.draw.pdf.forms import FillableForm
    from generator.draw.silhouettes import OpacityPerPixel

# A form costs about as much as 6 items; smaller content is worth one once pages have shown 24 of its items in all.
# Repeats on the same page do not count: compression makes them small anyway.
ITEMS_WORTH_A_FORM = 6
SHOWN_WORTH_A_FORM = 24
ITEMS_WORTH_A_STRETCH = 24
# Sizes of the caches of content that may be shown again.
PAGES_REMEMBERED = 64
CONTENTS_REMEMBERED = 2000
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
    for a printing house: process inks only, black text that overprints, and the entries of a PDF/X standard; PDF/X-1a
    raises InvalidInput for anything translucent. Without `press`, the file is tagged for screen readers. `hand` is the
    font with which players type in form fields; None makes no form.
    """
    file = PdfFile(title=title, subject=subject or title, lang=lang, duplex=duplex, press=press)
    document = _Document(file, fonts, hand)
    for frame in frames:
        document.page(frame)
    return document.data()


def opacity_by(fonts: Fonts) -> "OpacityPerPixel":
    """Return how opaque pages with texts in these fonts are: only the page is drawn, on a transparent ground."""

    def opacity(frame: Frame, pixels: Size) -> Any:
        from generator.draw.raster import pictures

        page = pdf_bytes([frame], fonts=fonts, title="shadow")
        return next(pictures(page, 72, pixels=pixels, clear=True)).getchannel("A")

    return opacity


class _Stretch(NamedTuple):
    """A content stream that pages share: object number (0: not yet written), tags in it, and names that it uses."""

    content: ReusableDrawing
    number: int = 0
    marked: tuple[tuple[str, str], ...] = ()
    used: tuple[str, ...] = ()


class _Document:
    """Writes the pages of a document, and remembers the drawings on them that may be shown again."""

    def __init__(self, file: PdfFile, fonts: Fonts, hand: Font | None) -> None:
        self.file = file
        self.items = ItemWriter(file, fonts, opacity_by(fonts))
        self.tags = None if file.press else PdfStructureTree(file)
        self.fields: FillableForm | None = None
        if self.tags and hand:
            from generator.draw.pdf import forms

            self.fields = forms.FillableForm(file, self.tags, hand)
        # drawings by id: the drawing, the sum of its items over all pages, and its last page
        self.drawings: dict[int, tuple[ReusableDrawing, int, int]] = {}
        # by id of the drawing, settings before it, tag count, and `whole`
        self.stretches: dict[tuple[int, State, int, bool], _Stretch] = {}
        self.pages: dict[tuple[int, Size], tuple[Item, ...] | WrittenForm] = {}

    # pages, and what they share

    def page(self, frame: Frame) -> None:
        """Write a page; if a page with the same items object was written before, it uses a form instead of a copy."""
        pen = PdfContentStream(self.items.colors)
        marks = MarkedContent(pen.code) if self.tags else None
        pen.code.append(f"1 0 0 -1 0 {frame.size.height:.4f} cm")
        items, key = frame.items, (id(frame.items), frame.size)
        form_or_items = self.pages.get(key)
        if form_or_items is None:
            _forget_oldest(self.pages, PAGES_REMEMBERED)
            self.pages[key] = items
            self.share(items)
            if marks is None:
                self.items.draw(pen, items)
            else:
                self.tag_items(pen, marks, items)
        else:
            if not isinstance(form_or_items, WrittenForm):
                form_or_items = self.pages[key] = WrittenForm(self.items.form(items, frame.size), items)
            if marks is not None:
                marks.begin("P" if speaks(items) else ARTIFACT)
            pen.use(form_or_items.name)
        self.end_page(pen, marks, frame)

    def end_page(self, pen: PdfContentStream, marks: MarkedContent | None, frame: Frame) -> None:
        """Write a finished content stream as a page, with its form fields and its tags."""
        number, entries = self.file.begin_page(), {}
        if marks is not None and self.tags is not None:
            marks.end()
            fields = self.fields.page(frame, number) if self.fields else []
            entries = {"StructParents": self.tags.page(marks, number, frame.title, fields), "Tabs": "/S"}
            if fields:
                # a separate object is packed at once, while that of a page waits for the end
                annotations = self.file.add(f"[{' '.join([reference(field.number) for field in fields])}]")
                entries["Annots"] = reference(annotations)
        trim = frame.trim or (Rect(0, 0, *frame.size) if self.file.press else None)
        boxes = {"TrimBox": trim, "BleedBox": frame.bleed}
        self.file.page(pen.parts(), frame.size, pen.used, boxes, frame.title, **entries)
        self.file.cards += [Bookmark(name, number) for name in cards_named(frame)]

    def data(self) -> bytes:
        """Return the finished file as bytes."""
        if self.fields:
            self.fields.close()
        if self.tags is not None:
            self.tags.close()
        return self.file.data()

    def share(self, items: tuple[Item, ...]) -> None:
        """Write a form for the drawing of every group that is shown again, on this page or after an earlier one.

        A drawing of few items must have been shown often, and have no headings, which need their own tags.
        """
        page = len(self.file.pages)
        for content in [item.content for item in items if type(item) is GroupItem]:
            _, item_count, last_page = self.drawings.get(id(content), (content, 0, -1))
            is_small = len(content.items) < ITEMS_WORTH_A_FORM
            if id(content) in self.items.contents or (is_small and last_page == page):
                continue
            if not item_count:
                _forget_oldest(self.drawings, CONTENTS_REMEMBERED)
            item_count += len(content.items)
            self.drawings[id(content)] = content, item_count, page
            has_heading = any([getattr(item, "opens", "")[:1] == "H" for item in content.items])
            if last_page < 0 and not is_small:
                self.share(content.items)
            elif not is_small or (item_count >= SHOWN_WORTH_A_FORM and not has_heading):
                del self.drawings[id(content)]
                self.items.content_form(content)

    # tags for screen readers

    def tag_items(
        self, pen: PdfContentStream, marks: MarkedContent, items: tuple[Item, ...], *, whole: bool = False
    ) -> None:
        """Write items of a page with their tags.

        With `whole` the items are one unit, such as a card: it is tagged as one paragraph, except headings, which have
        their own tags.
        """
        for at, item in enumerate(items, 1):
            if isinstance(item, GroupItem):
                self.tag_group(pen, marks, item, whole=whole)
                continue
            opens = "" if isinstance(item, FieldItem) else item.opens
            if whole and opens not in ("", "+") and opens[0] != "H":
                opens = "P"
            if opens not in ("", "+") and not (whole and opens == marks.open):
                marks.begin(opens)
            elif not marks.open:
                marks.begin(ARTIFACT)
            if isinstance(item, TextItem):
                self.items.text(pen, item, items[at : at + 1])
                continue
            DRAW[type(item)](self.items, pen, item)
            if isinstance(item, FieldItem) and self.fields and not item.filled:
                marks.field(item.id)

    def tag_group(self, pen: PdfContentStream, marks: MarkedContent, group: GroupItem, *, whole: bool) -> None:
        """Write a group: with one tag if it is a form, translucent or in a paragraph, else with a tag for each item."""
        is_form = group.opacity < 1 or id(group.content) in self.items.contents
        if is_form or (whole and marks.open):  # one tag: a paragraph if it has text, else an artifact
            if marks.open != "P" and speaks(group.content.items):
                marks.begin("P")
            elif not marks.open:
                marks.begin(ARTIFACT)
            self.items.group(pen, group)
            if not whole:
                marks.end()
            return
        marks.end()
        pen.begin(group.matrix, group.clip)
        self.tag_content(pen, marks, group.content, whole=whole or group.whole)
        marks.end()
        pen.end()

    def tag_content(
        self, pen: PdfContentStream, marks: MarkedContent, drawing: ReusableDrawing, *, whole: bool
    ) -> None:
        """Write a drawing with tags for each item; from the second time on, as a stream that several pages share."""
        if len(drawing.items) < ITEMS_WORTH_A_STRETCH:
            self.tag_items(pen, marks, drawing.items, whole=whole)
            return
        spot = id(drawing), pen.state, marks.count, whole
        # Tags cannot be in a form that several pages show, but a page may have several content streams. One is the same
        # on each page only with the same settings before it and the same numbers of its tags, which `spot` compares.
        stretch = self.stretches.get(spot)
        if stretch is None:
            _forget_oldest(self.stretches, STRETCHES_REMEMBERED)
            self.stretches[spot] = _Stretch(drawing)
            self.tag_items(pen, marks, drawing.items, whole=whole)
            return
        if stretch.number == 0:
            stretch = self.stretches[spot] = self.stretch(pen, marks, drawing, whole=whole)
        marks.go_on_after(stretch.marked)
        pen.show_stretch(stretch.number, stretch.used)

    def stretch(
        self, pen: PdfContentStream, marks: MarkedContent, drawing: ReusableDrawing, *, whole: bool
    ) -> _Stretch:
        """Write a drawing as a separate stream, which other pages can use with the same settings and tag numbers."""
        inner_pen = PdfContentStream(self.items.colors)
        inner_pen.state = pen.state
        inner_marks = MarkedContent(inner_pen.code, marks.count)
        self.tag_items(inner_pen, inner_marks, drawing.items, whole=whole)
        inner_marks.end()
        number = self.file.stretch(str(inner_pen))
        return _Stretch(drawing, number, tuple(inner_marks.found), tuple(inner_pen.used))


def _forget_oldest(cache: dict[Any, Any], limit: int) -> None:
    """Remove the oldest entry of a cache if it is full."""
    if len(cache) >= limit:
        del cache[next(iter(cache))]
