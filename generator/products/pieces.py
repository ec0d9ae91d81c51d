"""Lay out pieces such as counters, boxes and dice in their shape, and arrange them on printed sheets.

A folded piece is a net with a face for each of its panels, as one frame.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import repeat
from typing import Any

from generator.diagnostics import NOWHERE, bare_place, need_known, refuse
from generator.frame import Frame, GroupItem, Item, Paint, ReusableDrawing, ShapeItem, Side, VectorOutline, box_of, line
from generator.game.manifest import PieceEntry
from generator.game.piece_shapes import (
    CutShape,
    DieShape,
    FoldedShape,
    FoldUpNetShape,
    OutlineShape,
    PocketShape,
    StandeeShape,
    TentShape,
    TuckBox,
    TuckBoxShape,
)
from generator.geometry import A4, Matrix, Rect, Size, around_points, combine, transform_point
from generator.imposition.gang import PieceBatch, PieceSheetRules, fits, gang_sheets
from generator.imposition.impose import ImpositionSettings
from generator.imposition.nets import (
    IN_SLEEVE,
    Net,
    NetPanel,
    box_for,
    die_net,
    fold_up,
    outline_of,
    pocket,
    standee,
    tent,
    thickness_of,
    tuck_box,
)
from generator.imposition.posters import MOST_SHEETS, plan_poster, poster_sheets
from generator.imposition.print_marks import PieceCut, SetText, form_of
from generator.layout.binding import Origin
from generator.products.cards import (
    card_values,
    deck_faces,
    deck_size,
    deck_title,
    drawing_scale,
    joined_titles,
    largest_size,
    origins_of,
    page_strip,
    printable_cards,
    printed_count,
    records,
    scale_of,
)
from generator.products.faces_on_paper import text_setter
from generator.products.print_pack import PrintPack
from generator.reading.decks import MOST_CARDS, CardRecord
from generator.units import length_name, mm


def piece_entry(pack: PrintPack, piece: str) -> PieceEntry:
    """Return the entry of a kind of piece in game.yaml; raises InvalidInput with a similar name as a hint."""
    pieces = pack.manifest.pieces
    need_known(piece, pieces, "C002", f"there is no piece {piece!r}", bare_place("PIECE"))
    return pieces[piece]


def all_pieces(pack: PrintPack) -> tuple[str, ...]:
    """Return the names of all kinds of pieces; raises InvalidInput for a game without pieces."""
    if not pack.manifest.pieces:
        hint = "name one in game.yaml: pieces: {counters: {layout: counter, shape: circle, copies: 20}}"
        raise refuse("C002", f"{pack.game.id} has no pieces to print", pack.manifest.place, hint)
    return tuple(pack.manifest.pieces)


def piece_size(pack: PrintPack, piece: str) -> Size:
    """Return the cut size of a kind of piece in points, as written in game.yaml, else in its layout.

    Raises InvalidInput if neither has a size.
    """
    entry = piece_entry(pack, piece)
    if entry.size is None and pack.engine(entry.layout).layout.size is None:
        raise refuse("P005", f"piece {piece!r} has no size", entry.place, "add size: 20mm, or 12x36mm")
    return deck_size(pack, piece)


def piece_form(pack: PrintPack, piece: str, shape: CutShape, size: Size) -> PieceCut:
    """Return how a kind of piece is cut; raises InvalidInput if its outline extends beyond its size."""
    scale = scale_of(pack, piece_entry(pack, piece))
    form = form_of(shape, Size(size.width / scale, size.height / scale))
    if isinstance(shape, OutlineShape) and form.outline is not None:
        piece_box = Rect(0, 0, form.outline.width, form.outline.height)
        if not piece_box.holds(box_of(form.outline)):
            size_text = " x ".join(length_name(mm(side)) for side in (piece_box.width, piece_box.height))
            hint = "keep its points, and those of its curves, between 0 0 and the width and height"
            raise refuse("P006", f"the outline of {piece!r} leaves its size of {size_text}", shape.place, hint)
    return form


def flat_form(pack: PrintPack, piece: str) -> PieceCut | None:
    """Return how a kind of piece is cut; None if it is unknown or folded."""
    entry = pack.manifest.pieces.get(piece)
    if entry is None or isinstance(entry.shape, FoldedShape):
        return None
    return piece_form(pack, piece, entry.shape, piece_size(pack, piece))


def piece_kind(
    pack: PrintPack, piece: str, rules: PieceSheetRules, chosen: Sequence[CardRecord] | None = None
) -> PieceBatch:
    """Lay out all pieces of a kind, with the bleed of the rules; boxes fit the rules' size of cards."""
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
    """Return the net of a folded piece; boxes fit the size of cards in `rules`. Raises ValueError for a flat piece."""
    entry = piece_entry(pack, piece)
    shape, scale = entry.shape, scale_of(pack, entry)
    match shape:
        case FoldUpNetShape():
            return fold_up(shape.fold_up, scale)
        case TuckBoxShape():
            return _box(pack, shape.tuck_box, rules)
        case StandeeShape():
            return standee(piece_size(pack, piece), shape.standee.foot * scale)
        case TentShape():
            return tent(piece_size(pack, piece), shape.tent.base * scale)
        case PocketShape():
            return pocket(piece_size(pack, piece), shape.pocket.depth * scale)
        case DieShape():
            return die_net(shape.die, piece_size(pack, piece).width)
    raise ValueError(f"{shape!r} is not folded")


def table_faces(
    pack: PrintPack, table: str, bleed: float = 0.0, chosen: Sequence[CardRecord] | None = None
) -> list[Frame]:
    """Return each face of a deck or a kind of piece once, for checks; a folded piece has a face for each panel."""
    rules = PieceSheetRules(ImpositionSettings(A4, bleed=bleed))
    if table not in pack.manifest.pieces:
        cards = deck_faces(pack, table, bleed=bleed, chosen=chosen).cards
    elif isinstance(piece_entry(pack, table).shape, FoldedShape):
        net = piece_net(pack, table, rules)
        bodies_of_kind = bodies(pack, table, records(pack, table) if chosen is None else chosen, once=True)
        return [face for body in bodies_of_kind for face in panel_faces(pack, table, net, body).values()]
    else:
        cards = piece_kind(pack, table, rules, chosen).cards
    return list({id(face): face for pair in cards for face in pair if face is not None}.values())


def piece_keys(pack: PrintPack, piece: str) -> tuple[str, ...]:
    """Return the key of each piece of a kind in print order, copies repeated; a die has the key of its first side."""
    return tuple(next(iter(body.values())).key for body in bodies(pack, piece, records(pack, piece)))


def piece_sheets(pack: PrintPack, pieces: Sequence[str], rules: PieceSheetRules, title: str = "") -> Iterator[Frame]:
    """Yield the sheets of kinds of pieces in print order: shared pages first, then pieces larger than a page.

    `title` is printed at the foot of shared pages, by default the names of the kinds. Raises InvalidInput for a net
    larger than a page, and for a piece that needs too many sheets.
    """
    kinds = {piece: piece_kind(pack, piece, rules) for piece in pieces}
    printed = sum(len(kind.cards) for kind in kinds.values())
    if printed > MOST_CARDS:
        message = f"{printed:,} pieces with all copies, at most {MOST_CARDS:,} are printed at once"
        raise refuse("D014", message, pack.manifest.place, "print fewer kinds at a time")
    small = {piece: kind for piece, kind in kinds.items() if fits(rules, kind)}
    if small:
        title = title or joined_titles(pack, list(small))
        sheets = gang_sheets(list(small.values()), rules, page_strip(pack, title))
        yield from (sheet._replace(title=title) for sheet in sheets)
    for piece, kind in kinds.items():
        if piece not in small:
            yield from _poster(pack, piece, kind, rules.sheet)


def _poster(pack: PrintPack, piece: str, kind: PieceBatch, settings: ImpositionSettings) -> Iterator[Frame]:
    """Yield the sheets over which a large piece is divided, and those of its back, if it has one."""
    entry, title = piece_entry(pack, piece), deck_title(pack, piece)
    if kind.guided:
        message = f"{piece!r} does not fit on this paper: its net is {' x '.join(map(length_name, kind.size))}"
        raise refuse("P003", message, bare_place("--paper"), "print on larger paper, such as a3")
    plan = plan_poster(settings, kind.size)
    if not Rect(0, 0, plan.room.width, plan.room.height).holds(Rect(0, 0, *plan.tile)):
        message = f"the margins leave too little of this paper for {piece!r}"
        raise refuse("P003", message, bare_place("--margin"), "print on larger paper, or with smaller margins")
    faces = [face for card in kind.cards for face in card if face is not None]
    if plan.sheets * len(faces) > MOST_SHEETS:
        message = f"{piece!r} would take {plan.sheets * len(faces)} sheets, at most {MOST_SHEETS} are glued together"
        raise refuse("P003", message, entry.place, "make it smaller, or print on larger paper")
    strip = page_strip(pack, title)

    def seam_note(side: str, letter: str) -> str:
        return pack.words.say(f"marks.{side}", letter=letter)

    for face in faces:
        for sheet in poster_sheets(face, kind.form, plan, strip, seam_note):
            yield sheet._replace(title=title)


Body = Mapping[str, CardRecord]
"""The records whose faces the panels show, by the panel's name."""

PANELS = ("front", "back", "left", "right", "top", "bottom")


def _box(pack: PrintPack, box: TuckBox, rules: PieceSheetRules) -> Net:
    own_card = box.card and Size(box.card.width * pack.scale, box.card.height * pack.scale)
    count = contents(pack, box)["count"]
    card, card_thickness = (
        own_card or largest_size(pack, box.decks, rules.sheet.card),
        box.thickness or thickness_of(box.weight),
    )
    if rules.sleeve is not None:
        card, card_thickness = Size(card.width + rules.sleeve.width, card.height + rules.sleeve.height), IN_SLEEVE
    return tuck_box(box_for(count, card, rules.thickness or card_thickness))


def contents(pack: PrintPack, box: TuckBox) -> dict[str, Any]:
    """Return the contents of a box: titles of its decks, and number of cards; raises InvalidInput if it is empty."""
    for deck in box.decks:
        if deck not in pack.manifest.decks:
            raise refuse("C002", f"there is no deck {deck!r}", box.place, "a box holds decks of game.yaml, or a count")
    count = box.count or sum(printed_count(pack, deck) for deck in box.decks)
    if not count:
        raise refuse("P009", "a box for no cards", box.place, "write decks: [...], or count: 54")
    return {"title": "\N{NO-BREAK SPACE}· ".join(deck_title(pack, deck) for deck in box.decks), "count": count}


def bodies(pack: PrintPack, piece: str, records: Sequence[CardRecord], *, once: bool = False) -> Iterator[Body]:
    """Yield the folded pieces of a kind as {panel name: record}: a die has a record for each side, others only one.

    With `once`, copies are left out, except for the sides of dice.
    """
    entry = pack.manifest.pieces[piece]
    if isinstance(entry.shape, DieShape):
        sides = entry.shape.sides
        printed = [record for record in records for _ in range(record.copies)]
        if len(printed) % sides or not printed:
            message = f"{piece!r} has {len(printed)} sides with their copies, a {entry.shape.die} takes {sides}"
            raise refuse("P011", message, entry.shape.place, "write copies: 2 for a side that it has twice")
        dice = [printed[at : at + sides] for at in range(0, len(printed), sides)]
        for die in dice:
            yield from repeat(
                {str(number): record for number, record in enumerate(die, 1)}, 1 if once else entry.copies
            )
    else:
        panels = [*(entry.shape.fold_up if isinstance(entry.shape, FoldUpNetShape) else PANELS)]
        for record in records:
            yield from repeat(dict.fromkeys(panels, record), 1 if once else record.copies * entry.copies)


def panel_faces(pack: PrintPack, piece: str, net: Net, body: Body) -> dict[str, Frame]:
    """Return {panel name: face}; panels that show "back" get the back of the layout, all others its front."""
    entry = pack.manifest.pieces[piece]
    layout = pack.engine(entry.layout).layout
    extra_values = {"contents": contents(pack, entry.shape.tuck_box)} if isinstance(entry.shape, TuckBoxShape) else {}

    def origins(record: CardRecord) -> dict[str, Origin]:
        composed = {name: pack.title_origins(value) for name, value in extra_values.items()}
        return {**origins_of(pack, piece, record), **composed}

    faces = {}
    for panel in net.panels.values():
        if panel.shows:
            record = body[panel.shows]
            scale = drawing_scale(layout, panel.face, scale_of(pack, entry))
            size = Size(panel.face.width / scale, panel.face.height / scale)
            behind = panel.shows == "back" and layout.back is not None and entry.backs != "none"
            subject = f"{panel.shows} of {record.key!r}"
            values = {**card_values(pack, piece, record), **extra_values, "panel": panel.shows}
            side: Side = "back" if behind else "front"
            origins_here = partial(origins, record)
            faces[panel.name] = pack.face(entry.layout, values, size, subject, side=side, origins=origins_here)
    return faces


def folded_frames(pack: PrintPack, piece: str, net: Net, records: Sequence[CardRecord]) -> list[Frame]:
    """Return the nets of a kind as frames with printed panels, lines and glue areas, copies repeated."""
    glue, told_at = pack.words.word("marks.glue_area"), pack.words.node.at("marks.glue_area")
    set_text = text_setter(pack, "text.italic", "#555555", told_at.place if told_at else NOWHERE)
    frames: list[Frame] = []
    frames_by_keys: dict[tuple[str, ...], Frame] = {}
    for body in bodies(pack, piece, records):
        keys = tuple(body[panel.shows].key for panel in net.panels.values() if panel.shows)
        if keys not in frames_by_keys:
            frames_by_keys[keys] = net_frame(net, panel_faces(pack, piece, net, body), glue, set_text)
        frames.append(frames_by_keys[keys])
    return frames


CUT = Paint(None, "#000000", 0.5, ink="CutContour")
SCORE = Paint(None, "#000000", 0.5, (3.5, 2.5), ink="Crease")
ON_FACE = Paint(None, "#ffffff", 0.9, ink="none")  # below a fold line, to make it visible on dark faces
GLUE = Paint("#e4e4e4")
MARGIN = 1.0  # around a net, for half the width of its lines
WORD_SIZE = 7.0


def net_frame(net: Net, faces: Mapping[str, Frame], glue: str, set_text: SetText) -> Frame:
    """Return a net as a frame; `faces` has what is printed on each panel, `glue` is the word for glue areas."""
    net = net.at_origin(MARGIN)
    items: list[Item] = []
    for panel in net.panels.values():
        if panel.name in faces:
            items.append(_shown(panel, faces[panel.name]))
        elif panel.glue:
            items += _glued(panel, glue, set_text)
    for start, end in net.score_lines():
        items += (line(*start, *end, ON_FACE), line(*start, *end, SCORE))
    items += (line(*start, *end, CUT) for start, end in net.cut_lines())
    box = net.box()
    size = Size(box.width + 2 * MARGIN, box.height + 2 * MARGIN)
    return Frame(size, tuple(items), "net", Rect(0, 0, *size))


def _shown(panel: NetPanel, face: Frame) -> Item:
    """Return a face as an item on its net, scaled and clipped to its panel."""
    size = panel.face
    trim = face.trim or Rect(0, 0, *face.size)
    across, down = size.width / trim.width, size.height / trim.height
    clip = ShapeItem("outline", Rect(0, 0, *size), Paint(), outline=outline_of(panel))
    scaled = GroupItem(face.content(), (across, 0, 0, down, -trim.x * across, -trim.y * down))
    return GroupItem(ReusableDrawing(size, (scaled,), panel.name), panel.matrix, clip)


def _glued(panel: NetPanel, word: str, set_text: SetText) -> Iterator[Item]:
    box = around_points(panel.corners)
    numbers = tuple(part for x, y in panel.corners for part in (x - box.x, y - box.y))
    letters = "M" + "L" * (len(panel.corners) - 1) + "Z"
    yield ShapeItem("outline", box, GLUE, outline=VectorOutline("glue", letters, numbers, box.width, box.height))
    text = set_text(0.0, WORD_SIZE * 0.35, word, WORD_SIZE, "center")
    spot = panel.spot
    if text.width < spot.width * 0.8 and spot.height > WORD_SIZE * 1.2:
        yield GroupItem(ReusableDrawing(Size(1, 1), (text,), "glue"), _upright(panel, spot))


def _upright(panel: NetPanel, spot: Rect) -> Matrix:
    """Return a matrix for a text in the middle of a panel, parallel to its bottom edge and never upside down."""
    a, b, c, d, _, _ = panel.matrix
    x, y = transform_point(panel.matrix, spot.width / 2, spot.height / 2)
    if a < -0.01 or (abs(a) <= 0.01 and b > 0):
        a, b, c, d = -a, -b, -c, -d
    return combine((1, 0, 0, 1, x, y), (a, b, c, d, 0, 0))
