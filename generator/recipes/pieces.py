"""Kinds of pieces become faces of their shape, and those become printed sheets: records + words + layout -> frames."""

from collections.abc import Iterator, Sequence

from generator.diagnostics import did_you_mean, refuse, unlined
from generator.frame import Frame
from generator.games.manifest import PieceEntry
from generator.games.shapes import OutlineShape
from generator.geometry import Rect, Size
from generator.reading.decks import CardRecord
from generator.recipes.cards import deck_faces, deck_title
from generator.recipes.pack import Pack
from generator.recipes.printed import text_setter
from generator.sheets.forms import Form, form_of, reach
from generator.sheets.gang import GangRules, PieceKind, gang_sheets
from generator.units import length_name, mm

MOST_TITLES = 4


def piece_entry(pack: Pack, piece: str) -> PieceEntry:
    """Return what game.yaml says of a kind of piece; raises InvalidInput that names the nearest."""
    known = pack.manifest.pieces
    if piece not in known:
        raise refuse("C037", f"there is no piece {piece!r}", unlined("PIECE"), did_you_mean(piece, known))
    return known[piece]


def all_pieces(pack: Pack) -> tuple[str, ...]:
    """Return the kinds of pieces of a game; raises InvalidInput for a game without any."""
    if not pack.manifest.pieces:
        hint = "name one in game.yaml: pieces: {counters: {layout: counter, shape: circle, copies: 20}}"
        raise refuse("C037", f"{pack.game.id} has no pieces to print", pack.manifest.place, hint)
    return tuple(pack.manifest.pieces)


def piece_size(pack: Pack, piece: str) -> Size:
    """Return the cut size of a kind of piece in points: as game.yaml says, else as its layout is drawn."""
    entry = piece_entry(pack, piece)
    layout = pack.engine(entry.layout).layout
    drawn = layout.size and Size(layout.size.width, layout.size.height)
    size = entry.size or drawn
    if size is None:
        raise refuse("P005", f"piece {piece!r} has no size", entry.place, "add size: 20mm, or 12x36mm")
    return Size(size.width * pack.scale, size.height * pack.scale)


def piece_form(pack: Pack, piece: str, size: Size) -> Form:
    """Return how a kind of piece is cut; raises InvalidInput for an outline that leaves its size."""
    shape = piece_entry(pack, piece).shape
    form = form_of(shape, Size(size.width / pack.scale, size.height / pack.scale))
    if isinstance(shape, OutlineShape) and form.outline is not None:
        whole = Rect(0, 0, form.outline.width, form.outline.height)
        if not whole.holds(reach(form.outline)):
            found = " x ".join(length_name(mm(side)) for side in (whole.width, whole.height))
            hint = "its points, and those of its curves, lie from 0 0 to the width and height"
            raise refuse("P006", f"the outline of {piece!r} leaves its size of {found}", shape.place, hint)
    return form


def piece_kind(pack: Pack, piece: str, bleed: float = 0.0, chosen: Sequence[CardRecord] | None = None) -> PieceKind:
    """Lay out all pieces of a kind; `bleed` is what is printed beyond the cut, in points."""
    entry, size = piece_entry(pack, piece), piece_size(pack, piece)
    cards = deck_faces(pack, piece, size, bleed=bleed, copies=entry.copies, chosen=chosen).cards
    return PieceKind(cards, size, piece_form(pack, piece, size))


def piece_faces(pack: Pack, piece: str, chosen: Sequence[CardRecord] | None = None) -> list[Frame]:
    """Return the faces of a kind of piece, to be looked over."""
    cards = piece_kind(pack, piece, chosen=chosen).cards
    return [face for card in cards for face in card if face is not None]


def joined_titles(pack: Pack, pieces: Sequence[str]) -> str:
    """Return the printed names of kinds of pieces, the first few of many."""
    titles = list(dict.fromkeys(deck_title(pack, piece) for piece in pieces))
    return " · ".join(titles if len(titles) <= MOST_TITLES else [*titles[: MOST_TITLES - 1], "…"])


def piece_sheets(pack: Pack, pieces: Sequence[str], rules: GangRules) -> Iterator[Frame]:
    """Yield the sheets of kinds of pieces, which share pages, in print order."""
    kinds = [piece_kind(pack, piece, rules.sheet.bleed) for piece in pieces]
    title = joined_titles(pack, pieces)
    marks = pack.words["marks"]
    caption = f"{title} · " + str(marks["page"]).replace("{n}", "{page}").replace("{total}", "{pages}")
    sheets = gang_sheets(kinds, rules, marks, caption, text_setter(pack))
    yield from (sheet._replace(title=title) for sheet in sheets)
