"""Kinds of pieces become faces of their shape, and those become printed sheets: records + words + layout -> frames."""

from collections.abc import Iterator, Sequence

from generator.diagnostics import bare_place, did_you_mean, refuse
from generator.frame import Frame
from generator.game.manifest import PieceEntry
from generator.game.piece_shapes import CutShape, FoldedShape, OutlineShape
from generator.geometry import Rect, Size
from generator.imposition.gang import PieceBatch, PieceSheetRules, fits, gang_sheets
from generator.imposition.impose import ImpositionSettings
from generator.imposition.nets import Net
from generator.imposition.piece_cuts import PieceCut, form_of, reach
from generator.imposition.posters import MOST_SHEETS, plan_poster, poster_sheets
from generator.products.cards import (
    deck_faces,
    deck_title,
    joined_titles,
    page_caption,
    printable_cards,
    records,
    scale_of,
)
from generator.products.faces_on_paper import text_setter
from generator.products.fold_ups import SIZED, bodies, folded_frames, net_of, panel_faces
from generator.products.print_pack import PrintPack
from generator.reading.decks import MOST_CARDS, CardRecord
from generator.units import length_name, mm


def piece_entry(pack: PrintPack, piece: str) -> PieceEntry:
    """Return what game.yaml says of a kind of piece; raises InvalidInput that names the nearest."""
    known = pack.manifest.pieces
    if piece not in known:
        raise refuse("C037", f"there is no piece {piece!r}", bare_place("PIECE"), did_you_mean(piece, known))
    return known[piece]


def all_pieces(pack: PrintPack) -> tuple[str, ...]:
    """Return the kinds of pieces of a game; raises InvalidInput for a game without any."""
    if not pack.manifest.pieces:
        hint = "name one in game.yaml: pieces: {counters: {layout: counter, shape: circle, copies: 20}}"
        raise refuse("C037", f"{pack.game.id} has no pieces to print", pack.manifest.place, hint)
    return tuple(pack.manifest.pieces)


def piece_size(pack: PrintPack, piece: str) -> Size:
    """Return the cut size of a kind of piece in points: as game.yaml says, else as its layout is drawn."""
    entry = piece_entry(pack, piece)
    layout = pack.engine(entry.layout).layout
    drawn = layout.size and Size(layout.size.width, layout.size.height)
    size = entry.size or drawn
    if size is None:
        raise refuse("P005", f"piece {piece!r} has no size", entry.place, "add size: 20mm, or 12x36mm")
    scale = scale_of(pack, entry)
    return Size(size.width * scale, size.height * scale)


def piece_form(pack: PrintPack, piece: str, shape: CutShape, size: Size) -> PieceCut:
    """Return how a kind of piece is cut; raises InvalidInput for an outline that leaves its size."""
    scale = scale_of(pack, piece_entry(pack, piece))
    form = form_of(shape, Size(size.width / scale, size.height / scale))
    if isinstance(shape, OutlineShape) and form.outline is not None:
        whole = Rect(0, 0, form.outline.width, form.outline.height)
        if not whole.holds(reach(form.outline)):
            shown = " x ".join(length_name(mm(side)) for side in (whole.width, whole.height))
            hint = "its points, and those of its curves, lie from 0 0 to the width and height"
            raise refuse("P006", f"the outline of {piece!r} leaves its size of {shown}", shape.place, hint)
    return form


def flat_form(pack: PrintPack, piece: str) -> PieceCut | None:
    """Return how a kind of piece is cut, None for what is no piece or is folded."""
    entry = pack.manifest.pieces.get(piece)
    if entry is None or isinstance(entry.shape, FoldedShape):
        return None
    return piece_form(pack, piece, entry.shape, piece_size(pack, piece))


def piece_kind(
    pack: PrintPack, piece: str, rules: PieceSheetRules, chosen: Sequence[CardRecord] | None = None
) -> PieceBatch:
    """Lay out all pieces of a kind, with the bleed of the rules; boxes are made for the rules' size of cards."""
    entry = piece_entry(pack, piece)
    if isinstance(entry.shape, FoldedShape):
        net = piece_net(pack, piece, rules)
        pieces = printable_cards(pack, piece, records(pack, piece) if chosen is None else chosen, entry.copies)
        frames = folded_frames(pack, piece, net, pieces)
        return PieceBatch(tuple((frame, None) for frame in frames), frames[0].size, PieceCut(), guided=True)
    size = piece_size(pack, piece)
    cards = deck_faces(pack, piece, size, bleed=rules.sheet.bleed, copies=entry.copies, chosen=chosen).cards
    return PieceBatch(cards, size, piece_form(pack, piece, entry.shape, size))


def piece_net(pack: PrintPack, piece: str, rules: PieceSheetRules) -> Net:
    """Return the net of a kind of piece that is folded."""
    entry = piece_entry(pack, piece)
    size = piece_size(pack, piece) if isinstance(entry.shape, SIZED) else None
    return net_of(pack, entry, size, rules)


def piece_faces(
    pack: PrintPack, piece: str, rules: PieceSheetRules, chosen: Sequence[CardRecord] | None = None
) -> list[Frame]:
    """Return the faces of a kind of piece, to be looked over; of a folded one those of its panels."""
    entry = piece_entry(pack, piece)
    if isinstance(entry.shape, FoldedShape):
        net = piece_net(pack, piece, rules)
        pieces = records(pack, piece) if chosen is None else chosen
        bodies_of_kind = bodies(pack, piece, pieces, once=True)
        return [face for body in bodies_of_kind for face in panel_faces(pack, piece, net, body).values()]
    cards = piece_kind(pack, piece, rules, chosen).cards
    return [face for pair in cards for face in pair if face is not None]


def piece_keys(pack: PrintPack, piece: str) -> tuple[str, ...]:
    """Return the key of each piece of a kind in print order, copies repeated; a die has that of its first side."""
    net = bodies(pack, piece, records(pack, piece))
    return tuple(next(iter(body.values())).key for body in net)


def piece_sheets(pack: PrintPack, pieces: Sequence[str], rules: PieceSheetRules, title: str = "") -> Iterator[Frame]:
    """Yield the sheets of kinds of pieces in print order: those that share pages, then each that is larger than a page.

    `title` is told at the foot of pages that are shared; left out, the names of the kinds.
    Raises InvalidInput for a net that is, and for what would take more sheets than anybody glues together.
    """
    kinds = {piece: piece_kind(pack, piece, rules) for piece in pieces}
    printed = sum(len(kind.cards) for kind in kinds.values())
    if printed > MOST_CARDS:
        message = f"{printed:,} pieces with all copies, at most {MOST_CARDS:,} are printed at once"
        raise refuse("D014", message, pack.manifest.place, "print fewer kinds at a time")
    small = {piece: kind for piece, kind in kinds.items() if fits(rules, kind)}
    if small:
        title = title or joined_titles(pack, list(small))
        marks, caption = pack.words.texts("marks"), page_caption(pack, title)
        sheets = gang_sheets(list(small.values()), rules, marks, caption, text_setter(pack))
        yield from (sheet._replace(title=title) for sheet in sheets)
    for piece, kind in kinds.items():
        if piece not in small:
            yield from _poster(pack, piece, kind, rules.sheet)


def _poster(pack: PrintPack, piece: str, kind: PieceBatch, settings: ImpositionSettings) -> Iterator[Frame]:
    """Yield a piece over several sheets, its back too where it has one."""
    entry, title = piece_entry(pack, piece), deck_title(pack, piece)
    if kind.guided:
        message = f"{piece!r} does not fit on this paper: its net is {' x '.join(map(length_name, kind.size))}"
        raise refuse("P012", message, bare_place("--paper"), "print on larger paper, such as a3")
    plan = plan_poster(settings, kind.size)
    if not Rect(0, 0, plan.room.width, plan.room.height).holds(Rect(0, 0, *plan.tile)):
        message = f"the margins leave too little of this paper for {piece!r}"
        raise refuse("P012", message, bare_place("--margin"), "print on larger paper, or with smaller margins")
    faces = [face for card in kind.cards for face in card if face is not None]
    if plan.sheets * len(faces) > MOST_SHEETS:
        message = f"{piece!r} would take {plan.sheets * len(faces)} sheets, at most {MOST_SHEETS} are glued together"
        raise refuse("P012", message, entry.place, "make it smaller, or print on larger paper")
    marks, caption = pack.words.texts("marks"), page_caption(pack, title)

    def seam_note(side: str, letter: str) -> str:
        return pack.words.say(f"marks.{side}", letter=letter)

    for face in faces:
        for sheet in poster_sheets(face, kind.form, plan, marks, caption, seam_note, text_setter(pack)):
            yield sheet._replace(title=title)
