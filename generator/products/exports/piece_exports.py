"""Pieces as single files for other programs and virtual tabletops: each face cut to its shape, each net whole."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from generator.diagnostics import bare_place, refuse
from generator.frame import Frame, GroupItem
from generator.game.piece_shapes import DieShape
from generator.geometry import A4, Rect, shift
from generator.imposition.gang import PieceBatch, PieceSheetRules, mirror_clip
from generator.imposition.impose import ImpositionSettings
from generator.products.cards import DeckFaces, all_decks, deck_title
from generator.products.exports.card_files import DeckToExport, FaceToExport, faces_of, named_deck, with_safe_zone
from generator.products.exports.shops import PrintShopSpec
from generator.products.pieces import flat_form, piece_entry, piece_keys, piece_kind
from generator.products.print_pack import PrintPack
from generator.reading.decks import CardRecord


class ExportSelection(NamedTuple):
    """What is exported: names of decks, and of kinds of pieces."""

    decks: tuple[str, ...]
    pieces: tuple[str, ...]


def select_exports(
    pack: PrintPack, decks: tuple[str, ...], pieces: tuple[str, ...], *, flat: bool = True
) -> ExportSelection:
    """Return the named decks and pieces; if none is named, all decks and all pieces that are not folded.

    With flat=False, folded pieces are allowed; if none is named, pieces are returned only for a game without decks.
    Raises InvalidInput for a game without cards and pieces, and with `flat` for a named piece that is folded.
    """
    if decks or pieces:
        folded = [piece for piece in pieces if piece_entry(pack, piece) and flat and flat_form(pack, piece) is None]
        if folded:
            hint = "print it: scrawl print pieces"
            raise refuse("C002", f"piece {folded[0]!r} is folded and does not lie flat", bare_place("--piece"), hint)
        return ExportSelection(decks, pieces)
    usable = tuple(piece for piece in pack.manifest.pieces if not flat or flat_form(pack, piece) is not None)
    if not usable:
        return ExportSelection(all_decks(pack), ())
    return ExportSelection(tuple(pack.manifest.decks), usable if flat or not pack.manifest.decks else ())


def all_named(
    pack: PrintPack, decks: tuple[str, ...], pieces: tuple[str, ...], *, pages: bool = False
) -> ExportSelection:
    """Return the named decks and pieces; if none is named, all of them.

    Raises InvalidInput for an unknown piece, and for a game without decks and pieces, unless `pages` are exported, too.
    """
    for piece in pieces:
        piece_entry(pack, piece)
    if decks or pieces:
        return ExportSelection(decks, pieces)
    everything = ExportSelection(tuple(pack.manifest.decks), tuple(pack.manifest.pieces))
    return everything if everything.decks or everything.pieces or pages else ExportSelection(all_decks(pack), ())


def named_pieces(
    pack: PrintPack, pieces: Iterable[str], rules: PieceSheetRules
) -> list[tuple[PieceBatch, DeckToExport]]:
    """Lay out kinds of pieces and name their files as for decks: `coins-01-coins-front`; return (batch, files)."""
    named = []
    for piece in pieces:
        kind = piece_kind(pack, piece, rules)
        keys = piece_keys(pack, piece)
        named.append((kind, named_deck(DeckFaces(piece, deck_title(pack, piece), kind.size, _cut(kind), keys))))
    pack.raise_faults()
    return named


def pictures_of(named: Iterable[tuple[PieceBatch, DeckToExport]]) -> list[FaceToExport]:
    """Return each distinct side of kinds of pieces once, cut to its shape, on a transparent background."""
    faces: dict[int, FaceToExport] = {}
    for kind, deck in named:
        for face in faces_of([deck]):
            faces.setdefault(id(face.frame), replace(face, clear=not kind.form.is_straight))
    return list(faces.values())


def screen_pieces(pack: PrintPack, pieces: Iterable[str]) -> list[FaceToExport]:
    """Return each distinct side of kinds of pieces for virtual tabletops: cut to its shape, without bleed."""
    return pictures_of(named_pieces(pack, pieces, PieceSheetRules(ImpositionSettings(A4))))


def shop_pieces(pack: PrintPack, pieces: Iterable[str], shop: PrintShopSpec) -> list[DeckToExport]:
    """Return kinds of pieces for a shop: uncut, in their own size, with the bleed and safe zone of the shop."""
    rules = PieceSheetRules(ImpositionSettings(A4, shop.card, bleed=shop.bleed))
    named = []
    for piece in pieces:
        kind = piece_kind(pack, piece, rules)
        faces = DeckFaces(piece, deck_title(pack, piece), kind.size, kind.cards, piece_keys(pack, piece))
        named.append(with_safe_zone(named_deck(faces), shop.safe))
    pack.raise_faults()
    return named


def piece_picture(pack: PrintPack, piece: str, rules: PieceSheetRules, record: CardRecord, *, behind: bool) -> Frame:
    """Return the front of a piece or, if `behind`, its back, cut to its shape; of a die, the whole net."""
    is_die = isinstance(piece_entry(pack, piece).shape, DieShape)
    kind = piece_kind(pack, piece, rules, None if is_die else [record._replace(copies=1)])
    front, back = _cut(kind)[0]
    return back if behind and back is not None else front


def _cut(kind: PieceBatch) -> tuple[tuple[Frame, Frame | None], ...]:
    """Return the (front, back) pairs of a batch clipped to its shape and bleed; shared frames stay shared."""
    if kind.form.is_straight:
        return kind.cards
    cut_frames: dict[tuple[int, bool], Frame] = {}

    def clip_face(face: Frame, *, behind: bool) -> Frame:
        if (id(face), behind) not in cut_frames:
            trim = face.trim or Rect(0, 0, *face.size)
            clip = kind.form.clip(trim, trim.x)
            clipped = GroupItem(face.content(), shift(0, 0), mirror_clip(clip) if behind else clip)
            cut_frames[id(face), behind] = face._replace(items=(clipped,))
        return cut_frames[id(face), behind]

    return tuple((clip_face(front, behind=False), back and clip_face(back, behind=True)) for front, back in kind.cards)
