"""Faces of cards and pieces as single files for shops, other programs and tabletops, with stable, padded names.

Each face of a piece is cut to its shape, each net is whole.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil

from generator.diagnostics import Diagnostic, SourceLocation, bare_place, refuse
from generator.draw.pdf.document import pdf_bytes
from generator.draw.pdf.press import PressSettings, press_job
from generator.draw.raster import check_pixels, pictures, png_bytes
from generator.draw.svg import svg_text
from generator.frame import Frame, GroupItem
from generator.game.piece_shapes import DieShape
from generator.geometry import A4, Rect, Size, shift
from generator.imposition.gang import PieceBatch, PieceSheetRules, mirror_clip
from generator.imposition.impose import NO_CARD, Card, ImpositionSettings, changed_cards
from generator.products.cards import AS_DRAWN, DeckFaces, all_decks, deck_faces, deck_size, deck_title
from generator.products.exports.shops import PrintShopSpec, VirtualTabletopSpec
from generator.products.pieces import flat_form, piece_entry, piece_keys, piece_kind
from generator.products.print_pack import PrintPack
from generator.reading.decks import CardRecord
from generator.units import length_name


@dataclass(frozen=True)
class FaceToExport:
    """One front or back and its file name without a suffix; `clear` means a transparent background."""

    name: str
    frame: Frame
    clear: bool = False


@dataclass(frozen=True)
class DeckToExport:
    """A deck for export: its cards as (front, back) in print order; equal backs are one object."""

    deck: str
    title: str
    keys: tuple[str, ...]
    cards: tuple[tuple[FaceToExport, FaceToExport | None], ...]

    @property
    def fronts(self) -> list[FaceToExport]:
        return [front for front, _ in self.cards]

    @property
    def backs(self) -> list[FaceToExport]:
        """The distinct backs."""
        return list({id(back): back for _, back in self.cards if back is not None}.values())


def named_decks(pack: PrintPack, decks: Iterable[str], card: Size = NO_CARD, bleed: float = 0.0) -> list[DeckToExport]:
    """Lay out decks and name the files of fronts and backs: `aims-01-sprinter-front`; a shared back is `aims-back`."""
    decks_to_export = [named_deck(deck_faces(pack, deck, card, bleed=bleed)) for deck in decks]
    pack.raise_faults()
    return decks_to_export


def named_deck(faces: DeckFaces) -> DeckToExport:
    """Return a laid-out deck for export, with a file name for each front and each distinct back."""
    digits = max(2, len(str(len(faces.cards))))
    shared = len({id(back) for _, back in faces.cards}) == 1
    backs: dict[int, FaceToExport] = {}
    cards = []
    for at, (key, (front, back)) in enumerate(zip(faces.keys, faces.cards, strict=True), 1):
        stem = f"{faces.deck}-{at:0{digits}d}-{key}"
        if back is not None:
            backs.setdefault(id(back), FaceToExport(f"{faces.deck if shared else stem}-back", back))
        cards.append((FaceToExport(f"{stem}-front", front), backs.get(id(back))))
    return DeckToExport(faces.deck, faces.title, faces.keys, tuple(cards))


def faces_of(decks: Iterable[DeckToExport]) -> Iterator[FaceToExport]:
    """Yield all fronts and backs of decks: first the fronts of a deck, then its backs."""
    for deck in decks:
        yield from deck.fronts
        yield from deck.backs


def face_pdf(pack: PrintPack, faces: Iterable[Frame], title: str, *, press: PressSettings | None = None) -> bytes:
    """Return a PDF with a page for each front or back, in its own size, with trim and bleed boxes."""
    return pdf_bytes(faces, fonts=pack.fonts, title=title, lang=pack.language, press=press)


def png_files(
    pack: PrintPack,
    faces: Iterable[FaceToExport],
    dpi: float,
    pixels: Size | None = None,
    place: SourceLocation | None = None,
) -> Iterator[tuple[str, bytes]]:
    """Yield (file name, PNG) of each front, back or page; `pixels` is the exact size that a shop may require.

    Raises InvalidInput before the first file if one would have too many pixels; `place` is the location for this fault.
    """
    all_faces = list(faces)
    sizes, scale = ([pixels], 72.0) if pixels else ([face.frame.size for face in all_faces], dpi)
    check_pixels(sizes, scale, place or bare_place("--dpi"), "ask for less --dpi or a smaller --size, or for SVG")
    for clear, group in groupby(all_faces, key=lambda face: face.clear):
        faces = list(group)
        pdf = face_pdf(pack, (face.frame for face in faces), pack.game.id)
        for face, picture in zip(faces, pictures(pdf, dpi, pixels=pixels, clear=clear), strict=True):
            yield f"{face.name}.png", png_bytes(picture, dpi)


def svg_files(pack: PrintPack, faces: Iterable[FaceToExport]) -> Iterator[tuple[str, bytes]]:
    """Yield (file name, SVG) of each front, back or page."""
    for face in faces:
        text = svg_text(face.frame, fonts=pack.fonts, title=face.name, clear=face.clear)
        yield f"{face.name}.svg", text.encode("utf-8")


def shop_decks(pack: PrintPack, decks: Iterable[str], shop: PrintShopSpec) -> list[DeckToExport]:
    """Return decks in the card size of a shop, with its safe zone; landscape cards are turned to portrait.

    Decks of another size are scaled to it, with a warning among the faults of the pack.
    """
    decks_to_export = []
    for name in decks:
        own_size = deck_size(pack, name)
        is_turned = (own_size.width - own_size.height) * (shop.card.width - shop.card.height) < 0
        card, fault_count = shop.card.turned if is_turned else shop.card, len(pack.faults)
        faces = deck_faces(pack, name, card, bleed=shop.bleed)
        if not all(1 / AS_DRAWN < cut / side < AS_DRAWN for cut, side in zip(card, own_size, strict=True)):
            pack.faults[fault_count:] = [fault for fault in pack.faults[fault_count:] if fault.code != "L057"]
            sizes = [f"{length_name(size.width)} x {length_name(size.height)}" for size in (own_size, card)]
            message = f"deck {name!r} of {sizes[0]} is printed as large as this shop cuts: {sizes[1]}"
            hint = "where the shop has that size, add it to a copy of layouts/common/shops.yaml in your folder"
            pack.faults.append(Diagnostic("P031", message, bare_place("SHOP"), hint, "warning"))
        cards = changed_cards(faces.cards, _quarter) if is_turned else faces.cards
        decks_to_export.append(named_deck(faces._replace(cards=_with_safe_zone(cards, shop.safe))))
    pack.raise_faults()
    return decks_to_export


def _quarter(frame: Frame, is_back: bool) -> Frame:
    """Return a front rotated by a quarter turn, and a back the other way, so that both sides match."""
    width, height = frame.size
    matrix = (0.0, -1.0, 1.0, 0.0, 0.0, width) if is_back else (0.0, 1.0, -1.0, 0.0, height, 0.0)
    trim, bleed, safe = (box and box.around(matrix) for box in (frame.trim, frame.bleed, frame.safe))
    items = (GroupItem(frame.content(), matrix),)
    return frame._replace(size=frame.size.turned, items=items, trim=trim, bleed=bleed, safe=safe)


def _with_safe_zone(cards: Iterable[Card], safe: float) -> tuple[Card, ...]:
    """Return cards whose sides have a safe zone, `safe` points away from the cut."""
    return changed_cards(cards, lambda side, _: side._replace(safe=side.trim and side.trim.outset(-safe)))


def shop_files(
    pack: PrintPack, decks_to_export: Sequence[DeckToExport], shop: PrintShopSpec, *, own_size: bool = False
) -> Iterator[tuple[str, bytes]]:
    """Yield (file name, content) in the form that a shop wants: a picture per face, or PDFs of alternating sides.

    With `own_size` pictures have the size of their faces, even if the shop prescribes the pixels of its cards.
    """
    if shop.form == "png":
        pixels = Size(*shop.pixels) if shop.pixels and not own_size else None
        yield from png_files(pack, faces_of(decks_to_export), shop.dpi, pixels, shop.place)
        return
    press = press_job(shop.most_ink / 100) if shop.color == "cmyk" else None
    for deck in decks_to_export:
        pages: list[Frame] = []
        for card in deck.cards:
            sides = [face.frame for face in card if face is not None]
            pages += reversed(sides) if shop.order == "back-first" else sides
        yield f"{deck.deck}.pdf", face_pdf(pack, pages, deck.title, press=press)


@dataclass(frozen=True)
class CardGridPicture:
    """A picture of many cards in columns and rows; `first` is the index of its first card in the deck."""

    name: str
    columns: int
    rows: int
    first: int
    count: int
    picture: bytes


def deck_sheets(
    pack: PrintPack, deck: DeckToExport, table: VirtualTabletopSpec, *, backs: bool = False
) -> Iterator[CardGridPicture]:
    """Yield the grid pictures of a deck, as large as the tabletop allows: of its fronts, or of each card's back.

    If the tabletop reserves the last place for hidden cards, a back is shown there.
    """
    sides = [back or front for front, back in deck.cards] if backs else deck.fronts
    hidden = table.most_cards < table.columns * table.rows
    for number, first in enumerate(range(0, len(sides), table.most_cards), 1):
        group = sides[first : first + table.most_cards]
        places = len(group) + (1 if hidden else 0)
        columns, rows = _even_grid(group[0].frame.size, places, table, least_rows=2 if hidden else 1)
        cell = _cell(group[0].frame.size, columns, rows, table.most_pixels)
        faces: list[Frame | None] = [face.frame for face in group]
        if hidden and deck.backs:
            faces += [None] * (columns * rows - len(faces) - 1) + [deck.backs[0].frame]
        page = _grid(group[0].frame.size, faces, columns, rows)
        pixels = Size(cell.width * columns, cell.height * rows)
        check_pixels([pixels], 72.0, table.place, "ask for fewer: most_pixels: 4096")
        pdf = face_pdf(pack, [page], deck.title)
        picture = next(iter(pictures(pdf, 72.0, pixels=pixels)))
        name = f"{deck.deck}-{'backs' if backs else 'fronts'}-{number:02d}"
        yield CardGridPicture(name, columns, rows, first, len(group), png_bytes(picture, 72.0))


def _even_grid(face: Size, places: int, table: VirtualTabletopSpec, *, least_rows: int) -> tuple[int, int]:
    """Return the (columns, rows) of the grid with the largest cards and, among these, with the fewest free places."""
    grids = [(columns, max(least_rows, ceil(places / columns))) for columns in range(2, table.columns + 1)]
    fitting = [grid for grid in grids if grid[1] <= table.rows]
    return max(
        fitting, key=lambda grid: (_cell(face, grid[0], grid[1], table.most_pixels).width, -grid[0] * grid[1], grid[0])
    )


def _cell(face: Size, columns: int, rows: int, most_pixels: int) -> Size:
    """Return the size of a card on a sheet in whole pixels; at most 750 wide, which is enough for a close look."""
    width = min(750, most_pixels // columns, int(most_pixels // rows * face.width / face.height))
    return Size(width, round(width * face.height / face.width))


def _grid(size: Size, faces: list[Frame | None], columns: int, rows: int) -> Frame:
    """Return one page with card sides in columns and rows, edge to edge; None in `faces` leaves a place free."""
    width, height = size
    items = [
        GroupItem(face.content(), shift(at % columns * width, at // columns * height), Rect(0, 0, width, height))
        for at, face in enumerate(faces)
        if face is not None
    ]
    return Frame(Size(columns * width, rows * height), tuple(items), "sheet of cards")


Names = tuple[str, ...]


def select_exports(pack: PrintPack, decks: Names, pieces: Names, *, flat: bool = True) -> tuple[Names, Names]:
    """Return the named decks and pieces; if none is named, all decks and all pieces that are not folded.

    With flat=False, folded pieces are allowed; if none is named, pieces are returned only for a game without decks.
    Raises InvalidInput for a game without cards and pieces, and with `flat` for a named piece that is folded.
    """
    if decks or pieces:
        folded = [piece for piece in pieces if piece_entry(pack, piece) and flat and flat_form(pack, piece) is None]
        if folded:
            hint = "print it: scrawl print pieces"
            raise refuse("C002", f"piece {folded[0]!r} is folded and does not lie flat", bare_place("--piece"), hint)
        return decks, pieces
    usable = tuple(piece for piece in pack.manifest.pieces if not flat or flat_form(pack, piece) is not None)
    if not usable:
        return all_decks(pack), ()
    return tuple(pack.manifest.decks), usable if flat or not pack.manifest.decks else ()


def named_pieces(
    pack: PrintPack,
    pieces: Iterable[str],
    rules: PieceSheetRules,
    cards_of: Callable[[PieceBatch], tuple[Card, ...]] | None = None,
) -> list[tuple[PieceBatch, DeckToExport]]:
    """Lay out kinds of pieces and name their files as for decks: `coins-01-coins-front`; return (batch, files).

    `cards_of` returns the cards of a batch; by default they are clipped to the shape of the piece.
    """
    pieces_to_export = []
    for piece in pieces:
        kind = piece_kind(pack, piece, rules)
        cards = (cards_of or _cut)(kind)
        faces = DeckFaces(piece, deck_title(pack, piece), kind.size, cards, piece_keys(pack, piece))
        pieces_to_export.append((kind, named_deck(faces)))
    pack.raise_faults()
    return pieces_to_export


def pictures_of(pieces_to_export: Iterable[tuple[PieceBatch, DeckToExport]]) -> list[FaceToExport]:
    """Return each distinct side of kinds of pieces once, cut to its shape, on a transparent background."""
    faces: dict[int, FaceToExport] = {}
    for kind, deck in pieces_to_export:
        for face in faces_of([deck]):
            faces.setdefault(id(face.frame), replace(face, clear=not kind.form.is_straight))
    return list(faces.values())


def shop_pieces(pack: PrintPack, pieces: Iterable[str], shop: PrintShopSpec) -> list[DeckToExport]:
    """Return kinds of pieces for a shop: uncut, in their own size, with the bleed and safe zone of the shop."""
    rules = PieceSheetRules(ImpositionSettings(A4, shop.card, bleed=shop.bleed))
    pieces_to_export = named_pieces(pack, pieces, rules, lambda kind: _with_safe_zone(kind.cards, shop.safe))
    return [deck for _, deck in pieces_to_export]


def piece_picture(pack: PrintPack, piece: str, rules: PieceSheetRules, record: CardRecord, *, behind: bool) -> Frame:
    """Return the front of a piece or, if `behind`, its back, cut to its shape; of a die, the whole net."""
    is_die = isinstance(piece_entry(pack, piece).shape, DieShape)
    kind = piece_kind(pack, piece, rules, None if is_die else [record._replace(copies=1)])
    front, back = _cut(kind)[0]
    return back if behind and back is not None else front


def _cut(kind: PieceBatch) -> tuple[Card, ...]:
    """Return the cards of a batch clipped to its shape and bleed."""

    def clipped(face: Frame, is_back: bool) -> Frame:
        trim = face.trim or Rect(0, 0, *face.size)
        clip = kind.form.clip(trim, trim.x)
        return face._replace(items=(GroupItem(face.content(), shift(0, 0), mirror_clip(clip) if is_back else clip),))

    return kind.cards if kind.form.is_straight else changed_cards(kind.cards, clipped)
