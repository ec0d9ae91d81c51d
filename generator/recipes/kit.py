"""Everything one table needs, as named PDF files: sheets, five decks, help, dice, score pad, instructions."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil, sqrt

from generator.draw.pdf import pdf_bytes
from generator.draw.raster import png_pages
from generator.frame import Frame, GroupItem, Item, Paint, ShapeItem
from generator.geometry import Rect, Size, shift
from generator.recipes.cards import card_sheets, deck_faces
from generator.recipes.pack import Pack
from generator.recipes.sheets import SheetOrder, face_size, on_paper, page_face, player_sheet, sheet_face, two_up
from generator.sheets.backs import Duplex, PrinterProfile, for_printer
from generator.sheets.impose import SheetRules

A5_FACE_SCALE = 1 / 0.7
GUTTER = 24.0
CONTACT_PIXELS = 1800


@dataclass(frozen=True)
class KitOrder:
    """How a kit is printed: paper and card size in points, whether sheets go two to a page, how many sheets."""

    paper: Size
    card: Size
    two_up: bool = False
    sheets: int = 4
    duplex: Duplex = "long-edge"
    profile: PrinterProfile | None = None


def kit_files(pack: Pack, order: KitOrder) -> Iterator[tuple[str, bytes]]:
    """Yield (file name, content) in the order of printing, a contact sheet last; every face is laid out before."""
    documents = list(kit_frames(pack, order))
    pack.raise_faults()
    for name, title, frames in documents:
        with_backs = any(frame.side == "back" for frame in frames)
        yield name, pack_pdf(pack, frames, title, order.duplex if with_backs else "", order.profile)
    yield "contact-sheet.png", contact_sheet(pack, [frames for _, _, frames in documents])


def pack_pdf(
    pack: Pack, frames: Iterable[Frame], title: str, duplex: str = "", profile: PrinterProfile | None = None
) -> bytes:
    """Return frames as a PDF with the pack's fonts, distorted against the faults of a printer."""
    game = str(pack.words["game"]["title"])
    pages = for_printer(frames, profile)
    return pdf_bytes(pages, fonts=pack.fonts, title=f"{game} – {title}", lang=pack.language, duplex=duplex)


def even_columns(count: int) -> int:
    """Return how many columns a grid takes: a little wider than high, the last row as full as can be.

    >>> [even_columns(count) for count in (1, 2, 7, 16)]
    [1, 2, 4, 4]
    """
    wish = ceil(sqrt(count * 1.4))
    return min(range(max(1, wish - 1), wish + 2), key=lambda columns: (-count % columns, abs(columns - wish)))


def contact_sheet(pack: Pack, documents: list[list[Frame]]) -> bytes:
    """Return a picture of the first pages of every document, front and back, to look at before printing."""
    pages = [frame for frames in documents for frame in frames[:2]]
    columns = even_columns(len(pages))
    cell = Size(max(page.size.width for page in pages), max(page.size.height for page in pages))
    step = Size(cell.width + GUTTER, cell.height + GUTTER)
    rows = ceil(len(pages) / columns)
    whole = Size(columns * step.width + GUTTER, rows * step.height + GUTTER)
    items: list[Item] = [ShapeItem("rect", Rect(0, 0, *whole), Paint("#d9d4ca"))]
    for at, page in enumerate(pages):
        x, y = GUTTER + at % columns * step.width, GUTTER + at // columns * step.height
        x, y = x + (cell.width - page.size.width) / 2, y + (cell.height - page.size.height) / 2
        items.append(ShapeItem("rect", Rect(x, y, *page.size), Paint("#ffffff")))
        items.append(GroupItem(page.content(), shift(x, y)))
    pdf = pack_pdf(pack, [Frame(whole, tuple(items), "contact sheet")], "contact sheet")
    return next(png_pages(pdf, 72 * CONTACT_PIXELS / whole.width))


def kit_frames(pack: Pack, order: KitOrder) -> Iterator[tuple[str, str, list[Frame]]]:
    """Yield (file name, title, pages) of the kit."""
    words = pack.words
    first = list(single_page(pack, "instructions", order.paper))
    yield "0-instructions.pdf", str(words["instructions"]["title"]), first
    yield "1-player-sheets.pdf", str(words["game"]["player_sheet"]), list(sheet_pages(pack, SheetOrder(), order))
    rules = SheetRules(order.paper, order.card, duplex=order.duplex)
    for number, deck in enumerate(pack.manifest.decks, 2):
        faces = deck_faces(pack, deck, order.card)
        _, sheets = card_sheets(pack, faces, rules)
        yield f"{number}-{deck}.pdf", faces.title, list(sheets)
    helps = [page for name in ("help", "items") for page in single_page(pack, name, order.paper)]
    yield "7-help.pdf", str(words["help"]["title"]), helps
    yield "8-dice.pdf", str(words["dice_page"]["title"]), list(single_page(pack, "dice", order.paper))
    yield "9-score-pad.pdf", str(words["score_pad"]["title"]), list(single_page(pack, "score_pad", order.paper))


def sheet_pages(pack: Pack, sheets: SheetOrder, order: KitOrder) -> Iterator[Frame]:
    """Yield the pages of player sheets, one or two to a page."""
    if not order.two_up:
        yield from player_sheet(pack, sheets, order.paper)
        return
    half = Size((order.paper.height - 45) / 2, order.paper.width - 60)
    size = Size(half.width * A5_FACE_SCALE, half.height * A5_FACE_SCALE)
    faces = []
    for name in sheets.dungeons:
        for player in sheets.players or ("",):
            content = sheet_face(pack, size, name, sheets.mode, player).content()
            faces += [content] * (1 if sheets.players else max(2, sheets.copies))
    yield from two_up(pack, faces, order.paper)


def single_page(pack: Pack, name: str, paper: Size) -> Iterator[Frame]:
    """Yield one of the game's pages on a paper: two pages where a large print needs them."""
    content = page_face(pack, name, face_size(pack, paper)).content()
    yield from on_paper(pack, content, paper, str(pack.words["game"]["title"]))
