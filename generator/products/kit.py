"""Everything that one table needs, as listed under `kit:` in game.yaml: PDF files in order, and a contact sheet."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, sqrt
from typing import Any

from generator.draw.raster import pictures, png_bytes
from generator.frame import Frame
from generator.game.manifest import KitDecks, KitEntry, KitPages, KitPieces, KitSheets, kit_names
from generator.geometry import Size
from generator.products.cards import card_sheets, deck_faces, mix_decks, records
from generator.products.faces_on_paper import pack_pdf, sides
from generator.products.handout_pages import page_frames
from generator.products.kit_contents import entry_title, kit_entries, left_out, printing_values
from generator.products.pieces import piece_sheets
from generator.products.print_pack import PrintPack
from generator.products.print_request import KitRequest
from generator.products.sheets import name_place, sheet_pages, sheet_size

GUTTER = 24.0
CONTACT_PIXELS = 1800  # width
CONTACT_GROUND = "#d9d4ca"


@dataclass(frozen=True)
class KitDocument:
    """A file of the kit: its name without a suffix, its title, and its pages."""

    name: str
    title: str
    frames: tuple[Frame, ...]
    cut: bool = False  # True for cards and pieces, whose pages must not be printed back to back


def kit_files(pack: PrintPack, request: KitRequest) -> Iterator[tuple[str, bytes]]:
    """Yield (file name, content) in print order, a contact sheet last; everything is laid out before the first file.

    Raises InvalidInput for a game with nothing to print, and with all faults of its cards, pieces and pages.
    """
    documents = list(kit_documents(pack, request))
    # before the first file is written: a kit with a fault in its last deck leaves no half of a kit behind
    pack.raise_faults()
    contact_sheet = ContactSheet([frame for document in documents for frame in document.frames[:2]])
    profile, two_files = request.on.profile(pack.catalogue), request.cards.two_files
    for document in documents:
        for name, frames in sides(document.name, document.frames, apart=two_files):
            with_backs = not two_files and any(frame.side == "back" for frame in frames)
            duplex = request.cards.duplex if with_backs else "off" if document.cut else ""  # for printer dialogues
            pdf = pack_pdf(pack, frames, document.title, duplex, profile)
            contact_sheet.add(frames, pdf)
            yield f"{name}.pdf", pdf
    yield "contact-sheet.png", contact_sheet.png()


def kit_documents(pack: PrintPack, request: KitRequest) -> Iterator[KitDocument]:
    """Yield the documents of a kit in print order; their names are numbered from 0."""
    entries = kit_entries(pack, request)
    digits = len(str(len(entries) - 1))
    printing, without = printing_values(pack, request), left_out(pack, request)
    for number, entry in enumerate(entries):
        _, names = kit_names(entry)
        name = f"{number:0{digits}d}-{entry.name or names[0].replace('_', '-')}"
        cut = isinstance(entry, KitDecks | KitPieces)
        yield KitDocument(name, entry_title(pack, entry), tuple(_frames(pack, request, entry, printing, without)), cut)


def _frames(
    pack: PrintPack,
    request: KitRequest,
    entry: KitEntry,
    printing: dict[str, Any],
    without: Mapping[str, Sequence[str]],
) -> Iterator[Frame]:
    match entry:
        case KitPages():
            for name in entry.page:
                paper, edges = request.on.size(pack.catalogue), request.on.edges
                yield from page_frames(pack, name, paper, {"printing": printing}, edges)
        case KitSheets():
            copies = request.sheets.copies if request.sheets.copies > 1 else entry.copies
            players = _players(pack, request, entry.sheet)
            yield from sheet_pages(
                pack, replace(request.sheets, sheet=entry.sheet, copies=copies, players=players), request.on
            )
        case KitDecks():
            rules = request.settings(pack)
            title = entry_title(pack, entry)
            cards_by_deck = {
                deck: [card for card in records(pack, deck) if card.key not in keys] for deck, keys in without.items()
            }
            faces = [
                deck_faces(pack, deck, rules.card, bleed=rules.bleed, chosen=cards_by_deck.get(deck))
                for deck in entry.deck
            ]
            by_size = mix_decks(faces)
            for _, sheets in card_sheets(pack, [faces._replace(title=title) for faces in by_size], rules):
                yield from sheets
        case KitPieces():
            yield from piece_sheets(pack, entry.piece, request.piece_rules(pack), entry_title(pack, entry))


def _players(pack: PrintPack, request: KitRequest, sheet: str) -> tuple[str, ...]:
    """Return the players whose names a sheet of the kit shows.

    A sheet without a place for names shows no names if another sheet of the kit has such a place.
    """
    players = request.sheets.players
    other_sheets = {entry.sheet for entry in kit_entries(pack, request) if isinstance(entry, KitSheets)} - {sheet}
    if not players or _shows_names(pack, request, sheet):
        return players
    return () if any(_shows_names(pack, request, other_sheet) for other_sheet in other_sheets) else players


def _shows_names(pack: PrintPack, request: KitRequest, sheet: str) -> bool:
    return bool(name_place(pack, sheet, sheet_size(pack, sheet, request.on.size(pack.catalogue))))


def even_columns(count: int) -> int:
    """Return the number of columns of a grid: slightly wider than high, with a last row as full as possible.

    >>> [even_columns(count) for count in (1, 2, 7, 16)]
    [1, 2, 4, 4]
    """
    # 1.4: pages are upright, so a square grid of them would be higher than wide
    ideal = ceil(sqrt(count * 1.4))
    return min(range(max(1, ideal - 1), ideal + 2), key=lambda columns: (-count % columns, abs(columns - ideal)))


class ContactSheet:
    """A picture of pages in a grid, for a look before printing."""

    def __init__(self, pages: Sequence[Frame]) -> None:
        from PIL import Image

        self.pages, self.columns = pages, even_columns(len(pages))
        self.cell = Size(max(page.size.width for page in pages), max(page.size.height for page in pages))
        width = self.columns * (self.cell.width + GUTTER) + GUTTER
        height = ceil(len(pages) / self.columns) * (self.cell.height + GUTTER) + GUTTER
        self.scale = CONTACT_PIXELS / width
        self.picture = Image.new("RGB", (CONTACT_PIXELS, ceil(height * self.scale)), CONTACT_GROUND)

    def add(self, frames: Sequence[Frame], pdf: bytes) -> None:
        """Draw those of the pages that are on the first two pages of a PDF with these frames."""
        for frame, picture in zip(frames[:2], pictures(pdf, 72 * self.scale), strict=False):
            for at, page in enumerate(self.pages):
                if page is frame:
                    left = GUTTER + at % self.columns * (self.cell.width + GUTTER)
                    top = GUTTER + at // self.columns * (self.cell.height + GUTTER)
                    left += (self.cell.width - page.size.width) / 2
                    top += (self.cell.height - page.size.height) / 2
                    self.picture.paste(picture, (round(left * self.scale), round(top * self.scale)))

    def png(self) -> bytes:
        """Return the picture as a PNG file."""
        from PIL import Image

        # 256 colours look the same at this size, and take half the time and a third of the bytes
        few_colors = self.picture.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        return png_bytes(few_colors, 72 * self.scale)
