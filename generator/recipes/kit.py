"""Everything one table needs, as named PDF files: sheets, five decks, help, dice, score pad, instructions."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from generator.draw.pdf import pdf_bytes
from generator.geometry import Size
from generator.layout.frame import Frame
from generator.recipes.cards import card_sheets, deck_faces
from generator.recipes.pack import Pack
from generator.recipes.sheets import SheetOrder, face_size, on_paper, page_face, player_sheet, sheet_face, two_up
from generator.sheets.backs import Duplex, PrinterProfile, for_printer
from generator.sheets.impose import SheetRules

A5_FACE_SCALE = 1 / 0.7


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
    """Yield (file name, PDF) in the order of printing; nothing is yielded before every face has been laid out."""
    documents = list(kit_frames(pack, order))
    pack.raise_faults()
    for name, title, frames in documents:
        with_backs = any(frame.name == "back" for frame in frames)
        yield name, pack_pdf(pack, frames, title, order.duplex if with_backs else "", order.profile)


def pack_pdf(
    pack: Pack, frames: Iterable[Frame], title: str, duplex: str = "", profile: PrinterProfile | None = None
) -> bytes:
    """Return frames as a PDF with the pack's fonts, distorted against the faults of a printer."""
    game = str(pack.words["game"]["title"])
    pages = for_printer(frames, profile)
    return pdf_bytes(pages, fonts=pack.fonts.paths, title=f"{game} – {title}", lang=pack.language, duplex=duplex)


def kit_frames(pack: Pack, order: KitOrder) -> Iterator[tuple[str, str, list[Frame]]]:
    """Yield (file name, title, pages) of the kit."""
    words = pack.words
    yield "0-instructions.pdf", str(words["instructions"]["title"]), list(_page(pack, "instructions", order.paper))
    yield "1-player-sheets.pdf", str(words["game"]["player_sheet"]), list(sheet_pages(pack, SheetOrder(), order))
    rules = SheetRules(order.paper, order.card, duplex=order.duplex)
    for number, deck in enumerate(pack.manifest.decks, 2):
        faces = deck_faces(pack, deck, order.card)
        _, sheets = card_sheets(pack, faces, rules)
        yield f"{number}-{deck}.pdf", faces.title, list(sheets)
    yield "7-help.pdf", str(words["help"]["title"]), list(_page(pack, "help", order.paper))
    yield "8-dice.pdf", str(words["dice_page"]["title"]), list(_page(pack, "dice", order.paper))
    yield "9-score-pad.pdf", str(words["score_pad"]["title"]), list(_page(pack, "score_pad", order.paper))


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


def _page(pack: Pack, name: str, paper: Size) -> Iterator[Frame]:
    content = page_face(pack, name, face_size(pack, paper)).content()
    yield from on_paper(pack, content, paper, str(pack.words["game"]["title"]))
