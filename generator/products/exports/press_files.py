"""Files for printing houses: a PDF per deck and kind of piece, a page per face, cuts and folds as spot colours."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from generator.draw.pdf.press import PressSettings
from generator.frame import Frame, Paint
from generator.geometry import Rect, Size
from generator.imposition.gang import PieceBatch, PieceSheetRules
from generator.products.cards import deck_title
from generator.products.exports.card_files import face_pdf, named_decks
from generator.products.handout_pages import page_frames
from generator.products.kit_contents import page_title
from generator.products.pieces import piece_kind
from generator.products.print_pack import PrintPack
from generator.products.print_request import PaperOptions, SheetOptions
from generator.products.sheets import sheet_pages, sheet_title

KNIFE = Paint(None, "#e6007e", 0.25, ink="CutContour")


class PressDocument(NamedTuple):
    """A file for a printing house before it is written: its name and title, and its faces in page order."""

    name: str
    title: str
    frames: Sequence[Frame]


def deck_documents(pack: PrintPack, decks: Iterable[str], card: Size, bleed: float) -> Iterator[PressDocument]:
    """Yield a document for each deck: the front of every copy of a card, followed by its back."""
    for deck in named_decks(pack, decks, card, bleed):
        backs = [None if at < 0 else deck.backs[at].frame for at in deck.back_of]
        fronts = [face.frame for face in deck.fronts]
        yield PressDocument(deck.deck, deck.title, _by_turns(zip(fronts, backs, strict=True)))


def piece_documents(pack: PrintPack, pieces: Iterable[str], rules: PieceSheetRules) -> Iterator[PressDocument]:
    """Yield a document for each kind of piece; unless edges are straight, fronts have a cut line."""
    documents = []
    for piece in pieces:
        kind = piece_kind(pack, piece, rules)
        documents.append(PressDocument(piece, deck_title(pack, piece), _by_turns(_with_cuts(kind))))
    pack.raise_faults()
    yield from documents


def _with_cuts(kind: PieceBatch) -> Iterator[tuple[Frame, Frame | None]]:
    """Yield (front, back) of each piece, with a cut line on fronts if edges are not straight; fronts stay shared."""
    if kind.form.is_straight:
        yield from kind.cards
        return
    known: dict[int, Frame] = {}
    for front, back in kind.cards:
        if id(front) not in known:
            cut = kind.form.cut(front.trim or Rect(0, 0, *front.size), KNIFE)
            known[id(front)] = front._replace(items=(*front.items, cut))
        yield known[id(front)], back


def page_documents(pack: PrintPack, paper: Size) -> Iterator[PressDocument]:
    """Yield the sheets and pages of a game as printed on a paper, which is their size after the cut."""
    for sheet in pack.manifest.sheets:
        frames = list(sheet_pages(pack, SheetOptions(sheet=sheet), PaperOptions(usual=paper)))
        yield PressDocument(f"sheet-{sheet.replace('_', '-')}", sheet_title(pack, sheet), frames)
    for page in pack.manifest.pages:
        frames = list(page_frames(pack, page, paper))
        yield PressDocument(f"page-{page.replace('_', '-')}", page_title(pack, page), frames)
    pack.raise_faults()


def _by_turns(pairs: Iterable[tuple[Frame, Frame | None]]) -> list[Frame]:
    return [face for pair in pairs for face in pair if face is not None]


def press_files(pack: PrintPack, documents: Iterable[PressDocument], job: PressSettings) -> Iterator[tuple[str, bytes]]:
    """Yield (file name, PDF) of each document."""
    for document in documents:
        yield f"{document.name}.pdf", face_pdf(pack, document.frames, document.title, press=job)
