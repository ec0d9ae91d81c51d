"""Export requests become files for other programs, shops and virtual tables; all belong into one folder."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from generator.diagnostics import Diagnostic
from generator.draw.pdf.press import X4, press_job, read_condition
from generator.frame import Frame, Paint
from generator.geometry import A4, Rect, Size
from generator.imposition.gang import PieceBatch, PieceSheetRules
from generator.imposition.impose import Card, ImpositionSettings, changed_cards
from generator.imposition.paper import page_size, usual_paper
from generator.layout.frame_checks import safe_faults
from generator.products.cards import all_decks, deck_faces, deck_title
from generator.products.exports.card_files import (
    FaceToExport,
    deck_sheets,
    face_pdf,
    faces_of,
    named_decks,
    named_pieces,
    pictures_of,
    png_files,
    select_exports,
    shop_decks,
    shop_files,
    shop_pieces,
    svg_files,
)
from generator.products.exports.shops import find_shop, read_shops
from generator.products.exports.tts import tts_files
from generator.products.handout_pages import page_frames, whole_page
from generator.products.kit_contents import page_title
from generator.products.pieces import piece_entry, piece_kind
from generator.products.print_pack import PrintPack
from generator.products.print_request import (
    ExportRequest,
    PaperOptions,
    PngRequest,
    PressRequest,
    ScreentopRequest,
    SheetOptions,
    ShopRequest,
    SvgRequest,
    TtsRequest,
    card_size,
)
from generator.products.printing import PrintedFile, PrintOutput
from generator.products.sheets import sheet_face, sheet_pages, sheet_size, sheet_title

KNIFE = Paint(None, "#e6007e", 0.25, ink="CutContour")


def _with_cuts(kind: PieceBatch) -> tuple[Card, ...]:
    """Return the pieces of a batch, with a cut line on fronts if edges are not straight."""

    def with_cut(side: Frame, is_back: bool) -> Frame:
        cut = kind.form.cut(side.trim or Rect(0, 0, *side.size), KNIFE)
        return side if is_back else side._replace(items=(*side.items, cut))

    return kind.cards if kind.form.is_straight else changed_cards(kind.cards, with_cut)


def page_documents(pack: PrintPack, paper: Size) -> Iterator[tuple[str, str, list[Frame]]]:
    """Yield (file name, title, faces) of the sheets and pages of a game; the paper is their size after the cut."""
    for sheet in pack.manifest.sheets:
        frames = list(sheet_pages(pack, SheetOptions(sheet=sheet), PaperOptions(usual=paper)))
        yield f"sheet-{sheet.replace('_', '-')}", sheet_title(pack, sheet), frames
    for page in pack.manifest.pages:
        frames = list(page_frames(pack, page, paper))
        yield f"page-{page.replace('_', '-')}", page_title(pack, page), frames
    pack.raise_faults()


def _by_turns(cards: Iterable[Card]) -> list[Frame]:
    return [face for card in cards for face in card if face is not None]


Files = Iterable[tuple[str, bytes]]


def export_output(pack: PrintPack, request: ExportRequest) -> PrintOutput:
    """Return the output of an export, whose files are made one by one; raises InvalidInput."""
    match request:
        case PngRequest():
            return _folder(pack, "png", png_files(pack, _faces(pack, request), request.dpi))
        case SvgRequest():
            return _folder(pack, "svg", svg_files(pack, _faces(pack, request)))
        case ShopRequest():
            return _for_shop(pack, request)
        case PressRequest():
            return _for_press(pack, request)
        case TtsRequest():
            table = read_shops(pack.catalogue).tables["tts"]
            decks, pieces = select_exports(pack, request.decks, request.pieces)
            address = f"{request.address.rstrip('/')}/"
            files = tts_files(pack, named_decks(pack, decks), pieces, table, address)
            note = f"copy {pack.game.id}.json into the program's folder Saves/Saved Objects"
            return _folder(pack, "tts", files, note)
    return _for_table(pack, request, "screentop" if isinstance(request, ScreentopRequest) else "tabletopia")


def _folder(
    pack: PrintPack, stem: str, files: Files, note: str = "", safe_warnings: Sequence[Diagnostic] = ()
) -> PrintOutput:
    """Return the output of an export; `note` is a hint for the user, `safe_warnings` concern the safe zone."""
    printed = (PrintedFile(*file) for file in files)
    return PrintOutput(printed, 0, lambda: [*pack.warnings(), *safe_warnings], stem, pack.title, note)


def _faces(pack: PrintPack, request: SvgRequest) -> list[FaceToExport]:
    """Return the sides of cards and pieces, sheets and pages that a request selects."""
    page, card = page_size(pack.catalogue, "a4"), card_size(pack, request.size)
    decks, pieces = select_exports(pack, request.decks, request.pieces, flat=False)
    faces = list(faces_of(named_decks(pack, decks, card, request.bleed)))
    if request.pages:
        for name in pack.manifest.sheets:
            face = sheet_face(pack, sheet_size(pack, name, page), sheet=name)
            faces.append(FaceToExport(name.replace("_", "-"), face))
        faces += [FaceToExport(f"page-{name}", whole_page(pack, name, page)) for name in pack.manifest.pages]
        pack.raise_faults()
    rules = PieceSheetRules(ImpositionSettings(page, card, bleed=request.bleed))
    return faces + pictures_of(named_pieces(pack, pieces, rules))


def _for_shop(pack: PrintPack, request: ShopRequest) -> PrintOutput:
    shop, (decks, pieces) = find_shop(pack.catalogue, request.name), select_exports(pack, request.decks, request.pieces)
    cards, flat = shop_decks(pack, decks, shop), shop_pieces(pack, pieces, shop)
    safe_warnings = [fault for face in faces_of([*cards, *flat]) for fault in safe_faults(face.frame)]
    files = chain(shop_files(pack, cards, shop), shop_files(pack, flat, shop, own_size=True))
    note = f"for {shop.title}; a shop may change its figures: compare with its template"
    return _folder(pack, "shop", files, note, safe_warnings)


def _for_press(pack: PrintPack, request: PressRequest) -> PrintOutput:
    condition = read_condition(request.profile, request.condition) if request.profile else None
    page, card = page_size(pack.catalogue, request.paper or usual_paper()), card_size(pack, request.size)
    decks, pieces = request.decks, request.pieces
    for piece in pieces:
        piece_entry(pack, piece)  # raises a fault of its name before anything is laid out
    if not decks and not pieces:
        decks, pieces = tuple(pack.manifest.decks), tuple(pack.manifest.pieces)
    decks = decks if decks or pieces or request.pages else all_decks(pack)
    rules = PieceSheetRules(ImpositionSettings(page, card, bleed=request.bleed))
    decks_laid_out = [deck_faces(pack, deck, card, bleed=request.bleed) for deck in decks]
    pack.raise_faults()
    kinds = {piece: piece_kind(pack, piece, rules) for piece in pieces}
    pack.raise_faults()
    documents = [(faces.deck, faces.title, _by_turns(faces.cards)) for faces in decks_laid_out]
    documents += [(piece, deck_title(pack, piece), _by_turns(_with_cuts(kind))) for piece, kind in kinds.items()]
    safe_warnings = [fault for _, _, frames in documents for face in frames for fault in safe_faults(face)]
    documents += page_documents(pack, page) if request.pages else ()
    job = press_job(request.most_ink / 100, X4, condition)
    files = ((f"{name}.pdf", face_pdf(pack, frames, title, press=job)) for name, title, frames in documents)
    return _folder(pack, "press", files, "PDF/X-4; ask the printing house what bleed and inks it takes", safe_warnings)


def _for_table(pack: PrintPack, request: ExportRequest, name: str) -> PrintOutput:
    """Return the output for a virtual table that imports only pictures."""
    table = read_shops(pack.catalogue).tables[name]
    deck_names, pieces = select_exports(pack, request.decks, request.pieces)
    decks = named_decks(pack, deck_names)
    flat_pieces = pictures_of(named_pieces(pack, pieces, PieceSheetRules(ImpositionSettings(A4))))
    tokens = png_files(pack, flat_pieces, table.dpi, place=table.place)

    def sheets() -> Iterator[tuple[str, bytes]]:
        for deck in decks:
            for backs in (False, True) if deck.backs else (False,):
                for sheet in deck_sheets(pack, deck, table, backs=backs):
                    yield f"{sheet.name}-{sheet.columns}x{sheet.rows}.png", sheet.picture

    is_by_card = table.form == "cards"
    cards = png_files(pack, faces_of(decks), table.dpi, place=table.place) if is_by_card else sheets()
    return _folder(pack, name, chain(cards, tokens), f"for {table.title}")
