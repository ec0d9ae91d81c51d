"""Faces become pages of a paper, with margins and the ruler strip, and pages become a PDF with the pack's fonts."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from generator.diagnostics import NOWHERE, Diagnostic, SourceLocation, bare_place, refuse
from generator.draw.pdf.document import pdf_bytes
from generator.frame import (
    FieldItem,
    Frame,
    GroupItem,
    Item,
    ReusableDrawing,
    ShadowItem,
    ShapeItem,
    TextItem,
    line,
    part_of,
    walk,
)
from generator.geometry import A4, Insets, Rect, Size, shift
from generator.imposition.backs import PrinterProfile, for_printer
from generator.imposition.impose import EDGES
from generator.imposition.print_marks import FOLD, RulerStrip
from generator.layout.frame_checks import LEAST_TYPE, small_type, small_type_on_maps
from generator.products.print_pack import PrintPack
from generator.units import length_name, mm

DRAWN_MARGIN = mm(5)  # margin for which faces are laid out; they are printed slightly smaller
LARGER_PAPER = "print on larger paper, such as --paper a3"
STRIP = mm(6)
TITLE_FONT = "display.bold+ss01"  # with the letters of the style `lettering`
USUAL_PAPER = Size(mm(200), mm(270))  # smaller paper is named as the cause of overflow
LARGE_PAPER = mm(270)  # paper as wide as this holds a large print on one page
FLAP = mm(8)  # glue flap below the upper of two halves
EDGE = mm(5)  # space above the lower half for the words at its cut
GUTTER = mm(6)  # between two sheets on a page
NOT_SEEN = mm(0.6)  # tolerance for pages that exactly fill a larger paper
FREEDOM = mm(17)  # free space of two halves, within which the best position of the cut is chosen


def text_setter(
    pack: PrintPack, font: str = "text.regular", color: str = "#333333", place: SourceLocation = NOWHERE
) -> Any:
    """Return a function that makes text items for marks and the ruler strip; `place` is the place of the items."""

    def set_text(x: float, y: float, words: str, size: float, align: str) -> Item:
        width = pack.fonts.font(font).width(words, size)
        left = x - width if align == "end" else x - width / 2 if align == "center" else x
        return TextItem(left, y, words, font, size, color, width, place)

    return set_text


def pack_pdf(
    pack: PrintPack,
    frames: Iterable[Frame],
    title: str,
    duplex: str = "",
    profile: PrinterProfile | None = None,
    *,
    fillable: bool = False,
) -> bytes:
    """Return frames as a PDF with the pack's fonts, corrected by a printer's profile.

    With `fillable` the fields become a PDF form, in which players type with the font of running text.
    """
    pages = for_printer(frames, profile, duplex)
    document_title = f"{pack.title} – {title}" if title else pack.title
    hand = pack.fonts.font("text.regular") if fillable else None
    return pdf_bytes(pages, fonts=pack.fonts, title=document_title, lang=pack.language, duplex=duplex, hand=hand)


def sides(name: str, frames: Sequence[Frame], *, apart: bool) -> list[tuple[str, Sequence[Frame]]]:
    """Return a list of (file name, pages): one file, or fronts and backs as two if `apart` and there are backs."""
    backs = [frame for frame in frames if frame.side == "back"]
    if not apart or not backs:
        return [(name, frames)]
    return [(f"{name}-fronts", [frame for frame in frames if frame.side != "back"]), (f"{name}-backs", backs)]


def printable(page: Size, edges: Insets = EDGES) -> Rect:
    """Return the part of a page that a face can fill: within the margins `edges`, above the ruler strip.

    Raises InvalidInput if the edges are too wide.
    """
    area = Rect(0, 0, *page).inset(edges._replace(bottom=edges.bottom + STRIP))
    if area.width < page.width / 2 or area.height < page.height / 2:
        message = f"margins of this width leave too little of paper of {length_name(page.width)}"
        raise refuse("P003", message, bare_place("--margin"), "leave half of the width and half of the height at least")
    return area


def drawn_area(page: Size) -> Size:
    """Return the size for which sheets and pages are laid out, slightly larger than the printable part of a page."""
    return Size(page.width - 2 * DRAWN_MARGIN, page.height - 2 * DRAWN_MARGIN - STRIP)


def face_size(pack: PrintPack, page: Size, *, actual_size: bool = False, edges: Insets = EDGES) -> Size:
    """Return the size for which a sheet or page is laid out; smaller than the paper if an edition enlarges it.

    The size is at least as wide as on A4, for which faces are designed; so an edition enlarges less on a tabloid page.
    """
    area = printable(page, edges) if actual_size else drawn_area(page)
    most_scale = area.width / drawn_area(A4).width
    scale = 1.0 if actual_size or page.width < LARGE_PAPER else min(pack.scale, most_scale)
    return Size(area.width / scale, area.height / scale)


def on_paper(
    pack: PrintPack,
    drawing: ReusableDrawing,
    page: Size,
    caption: str,
    *,
    actual_size: bool = False,
    whole: bool = False,
    edges: Insets = EDGES,
    least_on_map: float = LEAST_TYPE,
) -> Iterator[Frame]:
    """Yield a sheet on its page or, in a large print, on two pages to be glued together, unless it is `whole`.

    `least_on_map` is in points.
    """
    printed, enlarged = fit_scale(drawing.size, printable(page, edges)), 1.0 if actual_size else pack.scale
    tighter = min(1.0, printed / fit_scale(drawing.size, printable(page)))
    pack.faults += small_type(drawing, tighter * enlarged, _larger_paper(pack))
    pack.faults += small_type_on_maps(drawing, min(1.0, printed) * enlarged, least_on_map, _larger_paper(pack))
    if actual_size or pack.scale == 1:
        yield on_page(pack, drawing, page, caption, edges)
    elif whole or page.width >= LARGE_PAPER:
        size = Size(drawing.size.width * pack.scale, drawing.size.height * pack.scale)
        larger = GroupItem(drawing, (pack.scale, 0, 0, pack.scale, 0, 0))
        yield on_page(pack, ReusableDrawing(size, (larger,), drawing.name), page, caption, edges)
    else:
        yield from _halves(pack, drawing, page, caption, edges)


def fit_scale(size: Size, area: Rect) -> float:
    """Return the largest scale at which a drawing of this size fits into an area."""
    return min(area.width / size.width, area.height / size.height)


def check_room(pack: PrintPack, fault_count: int, paper: Size, subject: str) -> None:
    """If the paper is small, replace all overflow faults from index `fault_count` on by one (P003) about the paper."""
    small = min(paper) < USUAL_PAPER.width or max(paper) < USUAL_PAPER.height
    tight = [
        fault for fault in pack.faults[fault_count:] if fault.code in ("L030", "L031") and fault.severity == "error"
    ]
    if small and tight:
        message = f"{subject} does not fit on paper of {length_name(paper.width)} x {length_name(paper.height)}"
        hint = f"print on larger paper, such as a4; first {tight[0].message} ({tight[0].place})"
        pack.faults[fault_count:] = [Diagnostic("P003", message, bare_place("--paper"), hint)]


def _halves(pack: PrintPack, drawing: ReusableDrawing, page: Size, caption: str, edges: Insets) -> Iterator[Frame]:
    """Yield two landscape pages, a point larger than what they show: the upper half, and the lower one to glue on."""
    wide = page.turned
    area = printable(wide, edges)
    upper_room, lower_room = area.height - FLAP, area.height - EDGE
    (width, height), high = drawing.size, upper_room + lower_room - FREEDOM
    scale = min(pack.scale, area.width / width, high / height)
    cut = quiet_line(drawing, height - lower_room / scale, upper_room / scale)
    left = area.x + (area.width - width * scale) / 2
    note = text_setter(pack, "text.italic", "#777777")
    upper, lower = Rect(0, 0, width, cut), Rect(0, cut, width, height - cut)
    for number, (box, top) in enumerate(((upper, area.y), (lower, area.y + EDGE)), 1):
        edge, below = (top + box.height * scale, mm(4)) if number == 1 else (top, -mm(1.5))
        words = pack.words.word("marks.glue" if number == 1 else "marks.cut_here")
        items: list[Item] = [
            GroupItem(part_of(drawing, box, drawing.name, 1), (scale, 0, 0, scale, left - scale, top - scale)),
            line(area.x, edge, area.right, edge, FOLD),
            note(area.x + area.width / 2, edge + below, words, 7, "center"),
        ]
        yield Frame(wide, (*items, *strip_items(pack, wide, f"{caption} · {number}/2", edges)), "sheet")


def quiet_line(drawing: ReusableDrawing, lowest: float, highest: float) -> float:
    """Return the y, between `lowest` and `highest`, at which a horizontal cut damages least.

    Texts weigh most, then fields and icons, then other shapes.
    """
    middle = drawing.size.height / 2
    spans: list[tuple[float, float, int]] = []  # top, bottom and weight of items that should not be cut
    for item, matrix in walk(drawing.items):
        if not isinstance(item, (GroupItem, ShadowItem)):
            box = item.rect.around(matrix)
            if isinstance(item, TextItem):
                spans.append((box.y, box.bottom, 20))
            elif box.height < drawing.size.height / 8:  # a seam in large grounds and frames is not noticed
                is_sign = isinstance(item, FieldItem) or (isinstance(item, ShapeItem) and item.kind == "outline")
                spans.append((box.y, box.bottom, 4 if is_sign else 1))
    heights = [y for y in (lowest, highest, *(edge for span in spans for edge in span[:2])) if lowest <= y <= highest]
    return min(heights, key=lambda y: (sum(w for top, bottom, w in spans if top < y < bottom), abs(y - middle)))


def on_page(pack: PrintPack, drawing: ReusableDrawing, page: Size, caption: str, edges: Insets = EDGES) -> Frame:
    """Return a page with a drawing centred in its printable part, reduced if needed, and the ruler strip below."""
    area = printable(page, edges)
    scale = min(1.0, fit_scale(drawing.size, area))
    left = area.x + (area.width - scale * drawing.size.width) / 2
    items: list[Item] = [GroupItem(drawing, (scale, 0, 0, scale, left, area.y))]
    items += strip_items(pack, page, caption, edges)
    return Frame(page, tuple(items), "sheet")


def strip_area(page: Size, edges: Insets = EDGES) -> Rect:
    """Return the box of the ruler strip of a page, inside its edges."""
    left, right = edges.left, page.width - edges.right
    return Rect(left, page.height - edges.bottom - STRIP, right - left, STRIP)


def strip_items(pack: PrintPack, page: Size, caption: str, edges: Insets = EDGES) -> tuple[Item, ...]:
    """Return the items of the ruler strip at the foot of a page; cached, so that equal pages share them."""
    area = strip_area(page, edges)
    if (area, caption) not in pack.strips:
        strip = RulerStrip(pack.words.texts("marks"), lambda *_: caption, text_setter(pack))
        pack.strips[area, caption] = tuple(strip.items(area, 1, 1))
    return pack.strips[area, caption]


def _larger_paper(pack: PrintPack) -> str:
    """Return the hint of the warning of small text: larger paper or, for games with maps, fewer rooms."""
    has_map = pack.catalogue.find(f"cards/{pack.game.id}/map.yaml") is not None
    return f"{LARGER_PAPER}, or draw fewer rooms" if has_map else LARGER_PAPER


def two_up(
    pack: PrintPack, faces: Sequence[ReusableDrawing], page: Size, caption: str, edges: Insets = EDGES
) -> Iterator[Frame]:
    """Yield landscape pages with two sheets each, reduced to fit, and a cut line between them."""
    wide = page.turned
    area = printable(wide, edges)
    half = (area.width - GUTTER) / 2
    for at in range(0, len(faces), 2):
        items: list[Item] = []
        for index, content in enumerate(faces[at : at + 2]):
            scale = min(half / content.size.width, area.height / content.size.height)
            pack.faults += small_type(content, scale, _larger_paper(pack))
            pack.faults += small_type_on_maps(content, scale, LEAST_TYPE, _larger_paper(pack))
            x = area.x + index * (half + GUTTER) + (half - content.size.width * scale) / 2
            y = area.y + (area.height - content.size.height * scale) / 2
            items.append(GroupItem(content, (scale, 0, 0, scale, x, y)))
        middle = wide.width / 2
        items.append(line(middle, area.y, middle, area.bottom, FOLD))
        yield Frame(wide, (*items, *strip_items(pack, wide, caption, edges)), "sheet")


def rows_on(page_size: Size, paper: Size) -> tuple[Size, int, int]:
    """Return (paper, columns, rows): the paper in the orientation on which more pages of `page_size` fit in a grid.

    >>> [rows_on(Size(mm(210), mm(148)), paper)[1:] for paper in (A4, A4.turned, Size(mm(148), mm(210)))]
    [(1, 2), (1, 2), (1, 1)]
    """
    counts = [
        (page, int((page.width + NOT_SEEN) / page_size.width), int((page.height + NOT_SEEN) / page_size.height))
        for page in (paper, paper.turned)
    ]
    return max(counts, key=lambda count: count[1] * count[2])


def several_up(pages: Sequence[Frame], paper: Size) -> Iterator[Frame]:
    """Yield pages of a larger paper filled with pages of one size, unscaled, with cut lines between them."""
    page_size = pages[0].size
    wide, columns, rows = rows_on(page_size, paper)
    left, top = (wide.width - columns * page_size.width) / 2, (wide.height - rows * page_size.height) / 2
    xs, ys = (
        [left + page_size.width * at for at in range(columns + 1)],
        [top + page_size.height * at for at in range(rows + 1)],
    )
    cuts = [line(x, 0, x, wide.height, FOLD) for x in xs if NOT_SEEN < x < wide.width - NOT_SEEN]
    cuts += [line(0, y, wide.width, y, FOLD) for y in ys if NOT_SEEN < y < wide.height - NOT_SEEN]
    for at in range(0, len(pages), columns * rows):
        on_sheet = pages[at : at + columns * rows]
        places = [(x, y) for y in ys[:-1] for x in xs[:-1]]
        items = [GroupItem(page.content(), shift(*place)) for page, place in zip(on_sheet, places, strict=False)]
        yield Frame(
            wide,
            (*items, *cuts),
            "sheet",
            identities=tuple(identity for page in on_sheet for identity in page.identities),
        )
