"""Pieces that are folded: the net of a kind, a face for each of its panels, and both as one frame."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any

from generator.diagnostics import NOWHERE, refuse
from generator.frame import Frame, Side
from generator.game.manifest import PieceEntry
from generator.game.piece_shapes import (
    DieShape,
    FoldUpNetShape,
    PocketShape,
    StandeeShape,
    TentShape,
    TuckBox,
    TuckBoxShape,
)
from generator.geometry import Size
from generator.imposition.die_nets import die_net
from generator.imposition.gang import PieceSheetRules
from generator.imposition.net_frame import net_frame
from generator.imposition.nets import Net
from generator.imposition.standee_and_box_nets import (
    IN_SLEEVE,
    box_for,
    fold_up,
    pocket,
    standee,
    tent,
    thickness_of,
    tuck_box,
)
from generator.products.cards import (
    card_values,
    deck_title,
    drawing_scale,
    largest_size,
    origins_of,
    printed_count,
    scale_of,
)
from generator.products.data_origins import heard_in
from generator.products.faces_on_paper import text_setter
from generator.products.print_pack import PrintPack
from generator.reading.decks import CardRecord

Body = Mapping[str, CardRecord]
"""The record whose face each panel shows, by the panel's name."""

PANELS = ("front", "back", "left", "right", "top", "bottom")
SIZED = (StandeeShape, TentShape, PocketShape, DieShape)  # those of the size that the entry tells


def net_of(pack: PrintPack, entry: PieceEntry, size: Size | None, rules: PieceSheetRules) -> Net:
    """Return the net of a kind of piece; lengths in points.

    `size` is that of one side; the rules tell of the cards that a box is for.
    """
    scale = scale_of(pack, entry)
    match entry.shape:
        case FoldUpNetShape():
            return fold_up(entry.shape.fold_up, scale)
        case TuckBoxShape():
            return _box(pack, entry.shape.tuck_box, rules)
        case StandeeShape() if size:
            return standee(size, entry.shape.standee.foot * scale)
        case TentShape() if size:
            return tent(size, entry.shape.tent.base * scale)
        case PocketShape() if size:
            return pocket(size, entry.shape.pocket.depth * scale)
        case DieShape() if size:
            return die_net(entry.shape.die, size.width)
    raise ValueError(f"{entry.shape!r} is not folded")


def _box(pack: PrintPack, box: TuckBox, rules: PieceSheetRules) -> Net:
    own = box.card and Size(box.card.width * pack.scale, box.card.height * pack.scale)
    count = contents(pack, box)["count"]
    card, each = own or largest_size(pack, box.decks, rules.sheet.card), box.thickness or thickness_of(box.weight)
    if rules.sleeve is not None:
        card, each = Size(card.width + rules.sleeve.width, card.height + rules.sleeve.height), IN_SLEEVE
    return tuck_box(box_for(count, card, rules.thickness or each))


def contents(pack: PrintPack, box: TuckBox) -> dict[str, Any]:
    """Return what is in a box: the titles of its decks, and how many cards; raises InvalidInput for an empty one."""
    for deck in box.decks:
        if deck not in pack.manifest.decks:
            raise refuse("C005", f"there is no deck {deck!r}", box.place, "a box holds decks of game.yaml, or a count")
    count = box.count or sum(printed_count(pack, deck) for deck in box.decks)
    if not count:
        raise refuse("P009", "a box for no cards", box.place, "write decks: [...], or count: 54")
    return {"title": "\N{NO-BREAK SPACE}· ".join(deck_title(pack, deck) for deck in box.decks), "count": count}


def bodies(pack: PrintPack, piece: str, records: Sequence[CardRecord], *, once: bool = False) -> Iterator[Body]:
    """Yield what is folded of a kind, each by the record of each panel: a die takes as many as it has sides.

    `once` leaves out the copies of what is no die.
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
    """Return the face of each panel that shows one: the layout's back on a panel of that name, else its front."""
    entry = pack.manifest.pieces[piece]
    layout = pack.engine(entry.layout).layout
    more = {"contents": contents(pack, entry.shape.tuck_box)} if isinstance(entry.shape, TuckBoxShape) else {}
    origins = {name: heard_in(value, pack.heard) for name, value in more.items()}
    faces = {}
    for panel in net.panels.values():
        if panel.shows:
            record = body[panel.shows]
            scale = drawing_scale(layout, panel.face, scale_of(pack, entry))
            size = Size(panel.face.width / scale, panel.face.height / scale)
            behind = panel.shows == "back" and layout.back is not None and entry.backs != "none"
            subject = f"{panel.shows} of {record.key!r}"
            values = {**card_values(pack, piece, record), **more, "panel": panel.shows}
            told = origins_of(pack, piece, record)
            side: Side = "back" if behind else "front"
            faces[panel.name] = pack.face(entry.layout, values, size, subject, side=side, origins={**told, **origins})
    return faces


def folded_frames(pack: PrintPack, piece: str, net: Net, records: Sequence[CardRecord]) -> list[Frame]:
    """Return the nets of a kind with their faces, lines and glue, copies repeated."""
    glue, told_at = pack.game.word("marks.glue_area"), pack.words.node.at("marks.glue_area")
    set_text = text_setter(pack, "text.italic", "#555555", told_at.place if told_at else NOWHERE)
    frames: list[Frame] = []
    known: dict[tuple[str, ...], Frame] = {}
    for body in bodies(pack, piece, records):
        keys = tuple(body[panel.shows].key for panel in net.panels.values() if panel.shows)
        if keys not in known:
            known[keys] = net_frame(net, panel_faces(pack, piece, net, body), glue, set_text)
        frames.append(known[keys])
    return frames
