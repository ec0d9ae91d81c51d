"""Sheets of pieces of several kinds: packed on pages, with cutting guides and backs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple

from generator.frame import Clip, Frame, Item, ShapeItem
from generator.geometry import Rect, Size, align, around
from generator.imposition import impose
from generator.imposition.backs import Duplex, Fold
from generator.imposition.print_marks import Caption, PieceCut, SetText, crop_marks
from generator.units import mm

SLACK = 0.01


class PieceSpacing(NamedTuple):
    """How pieces of one kind are packed: cut size, `gap` between two, `edge` around a block, and interlocking.

    `pitch` is the distance of interlocking rows as a fraction of the height of a piece.
    """

    size: Size
    gap: float
    edge: float
    interlocks: Literal["not", "rows", "columns"] = "not"
    pitch: float = 1.0

    @property
    def area(self) -> float:
        return self.size.width * self.size.height


class PackedPieceBlock(NamedTuple):
    """The boxes of neighbouring pieces of one kind; `kind` is the index of the kind."""

    kind: int
    places: tuple[Rect, ...]


def pages_of(room: Rect, kinds: Sequence[PieceSpacing], counts: Sequence[int]) -> list[list[PackedPieceBlock]]:
    """Return the blocks of each page for `counts` pieces of each kind; `room` is the space on a page.

    Raises ValueError if a kind is larger than `room`.
    """
    order = sorted(range(len(kinds)), key=lambda at: -kinds[at].area)
    left = list(counts)
    pages = []
    while any(left):
        ways = [list(_filled(room, kinds, order, list(left), level=level)) for level in (True, False)]
        page = max(ways, key=lambda blocks: sum(kinds[block.kind].area * len(block.places) for block in blocks))
        if not page:
            raise ValueError("a kind of piece is larger than the room")
        for block in page:
            left[block.kind] -= len(block.places)
        pages.append(page)
    return pages


def _filled(
    room: Rect, kinds: Sequence[PieceSpacing], order: Sequence[int], left: list[int], *, level: bool
) -> Iterator[PackedPieceBlock]:
    """Yield blocks that fill a room, largest kinds first; the pieces placed are subtracted from `left`.

    The space left around a block is divided by a horizontal line below it (`level`), or by a vertical line beside it.
    """
    for at in order:
        places = block_places(kinds[at], Size(room.width, room.height), left[at]) if left[at] else ()
        if places:
            left[at] -= len(places)
            placed = tuple(place.move(room.x, room.y) for place in places)
            yield PackedPieceBlock(at, placed)
            block = around(placed).outset(kinds[at].edge)
            high, wide = (block.height, room.width) if level else (room.height, block.width)
            beside = Rect(block.right, room.y, room.right - block.right, high)
            below = Rect(room.x, block.bottom, wide, room.bottom - block.bottom)
            yield from _filled(beside, kinds, order, left, level=level)
            yield from _filled(below, kinds, order, left, level=level)
            return


def block_places(kind: PieceSpacing, room: Size, most: int) -> tuple[Rect, ...]:
    """Return the boxes of up to `most` pieces in a room; the arrangement has as many as possible, then least height."""
    inner = Size(room.width - 2 * kind.edge + SLACK, room.height - 2 * kind.edge + SLACK)
    ways = [_grid(kind.size, kind.gap, inner, most)]
    if kind.interlocks == "rows":
        ways.append(_offset(kind.size, kind.gap, kind.pitch, inner, most))
    elif kind.interlocks == "columns":
        turned = _offset(kind.size.turned, kind.gap, kind.pitch, inner.turned, most)
        ways.append([(y, x) for x, y in turned])
    best = min(ways, key=lambda spots: (-len(spots), max((y for _, y in spots), default=0.0)))
    return tuple(Rect(x + kind.edge, y + kind.edge, *kind.size) for x, y in best)


def _fitting(room: float, size: float, step: float) -> int:
    """Return how many pieces of a size fit into a length, `step` points apart."""
    return int((room - size) / step) + 1 if room >= size else 0


def _grid(size: Size, gap: float, room: Size, most: int) -> list[tuple[float, float]]:
    columns = _fitting(room.width, size.width, size.width + gap)
    rows = _fitting(room.height, size.height, size.height + gap)
    count = min(most, columns * rows)
    return [(at % columns * (size.width + gap), at // columns * (size.height + gap)) for at in range(count)]


def _offset(size: Size, gap: float, pitch: float, room: Size, most: int) -> list[tuple[float, float]]:
    """Return the top left corners of up to `most` pieces in rows, every second row shifted by half a piece."""
    step, apart = size.width + gap, size.height * pitch + gap * 3**0.5 / 2
    spots: list[tuple[float, float]] = []
    for row in range(_fitting(room.height, size.height, apart)):
        shift = step / 2 if row % 2 else 0.0
        columns = _fitting(room.width - shift, size.width, step)
        spots += [(shift + column * step, row * apart) for column in range(columns)]
        if len(spots) >= most:
            break
    return spots[:most]


Guides = Literal["auto", "outline", "ticks", "none"]

APART = mm(0.8)  # between two pieces that are cut out with scissors or a punch
TICK = mm(0.4)  # length of the ticks outside a round piece that point at its middle
Pages = list[list[PackedPieceBlock]]


@dataclass(frozen=True, slots=True, eq=False)
class PieceBatch:
    """Pieces of one kind in print order, all of the same size and cut; if `guided`, their faces have cutting lines."""

    cards: tuple[impose.Card, ...]
    size: Size
    form: PieceCut
    guided: bool = False


Gang = list[PieceBatch]


class PieceSheetRules(NamedTuple):
    """The user's settings for sheets of pieces.

    `thickness` is the thickness of one card, for boxes (None: the default); `sleeve` is how much a sleeve is wider and
    higher than a card.
    """

    sheet: impose.ImpositionSettings
    guides: Guides = "auto"
    thickness: float | None = None
    sleeve: Size | None = None

    def ticks(self, kind: PieceBatch) -> bool:
        """Tell whether a kind of piece gets marks at the edges of blocks, which show where to cut with a blade."""
        straight = self.guides == "ticks" or (self.guides == "auto" and kind.form.is_straight)
        if not straight or kind.guided or kind.form.interlocks != "not":
            return False
        return any(_takes(plan, kind, self._marked_edge) for plan in _plans(self.sheet))

    @property
    def _marked_edge(self) -> float:
        return self.sheet.bleed + self.sheet.mark_distance + self.sheet.mark_length

    def outlines(self, kind: PieceBatch) -> bool:
        """Tell whether a kind of piece gets a line around each piece, for cutting with scissors or a punch."""
        shown = self.guides == "outline" or (self.guides == "auto" and not self.ticks(kind))
        return shown and not kind.guided

    def kind(self, kind: PieceBatch) -> PieceSpacing:
        """Return how the pieces of a batch are packed."""
        bleed = 0.0 if kind.guided else self.sheet.bleed  # a net has no bleed
        apart = 2 * bleed + (0.0 if kind.form.is_straight and not kind.guided else APART)
        gap = apart if self.sheet.gap is None else self.sheet.gap
        edge = self._marked_edge if self.ticks(kind) else max(bleed, gap / 2)
        return PieceSpacing(kind.size, gap, edge, kind.form.interlocks, kind.form.pitch)


def piece_room(settings: impose.ImpositionSettings, page: Size, fold: Fold | None = None) -> Rect:
    """Return the space for pieces on a page: inside the margins, above the ruler strip, left of or above a fold."""
    room = impose.sheet_room(settings, page)
    gutter = max(settings.bleed, impose.GUTTER)
    if fold is not None and fold.upright:
        return Rect(room.x, room.y, fold.at - gutter - room.x, room.height)
    if fold is not None:
        top = max(settings.margins.top, settings.margins.bottom + (impose.STRIP if settings.strip else 0.0))
        return Rect(room.x, top, room.width, fold.at - gutter - top)
    return room


def fits(rules: PieceSheetRules, kind: PieceBatch) -> bool:
    """Tell whether a piece fits on a page in either orientation; if it has a back and is folded, on half a page."""
    folded = rules.sheet.duplex == "fold" and any(back for _, back in kind.cards)
    sheet = rules.sheet if folded else rules.sheet._replace(duplex="off")
    edge = rules.kind(kind).edge
    return any(_takes(plan, kind, edge) for plan in _plans(sheet))


def _takes(plan: impose.Imposition, kind: PieceBatch, edge: float) -> bool:
    """Tell whether a piece fits into the block of a plan, with `edge` points free on each side."""
    need = 2 * edge - 0.01
    return kind.size.width + need <= plan.block.width and kind.size.height + need <= plan.block.height


def _plans(settings: impose.ImpositionSettings) -> Iterator[impose.Imposition]:
    """Yield a plan for each orientation and fold of the paper; its `block` is the space for pieces."""
    for page, fold in impose.ways_to_fold(settings):
        yield impose.Imposition(settings, page, (), piece_room(settings, page, fold), fold)


def gang_sheets(
    kinds: Sequence[PieceBatch], rules: PieceSheetRules, words: Mapping[str, str], caption: Caption, set_text: SetText
) -> Iterator[Frame]:
    """Yield the sheets of pieces in print order; each piece must fit on a page. Other parameters are as in `impose`."""
    for plan, gang, pages in _gangs(kinds, rules):
        sheets = list(_sheets(gang, rules, pages))
        blocks = dict(zip(map(id, sheets), pages, strict=True))
        marks = partial(_guides, gang, rules, plan, blocks)
        yield from impose.sheet_frames(sheets, plan, marks, words, caption, set_text)


def _gangs(kinds: Sequence[PieceBatch], rules: PieceSheetRules) -> Iterator[tuple[impose.Imposition, Gang, Pages]]:
    """Yield (plan, batches that share pages, pages); usually all batches share pages.

    Batches without backs are separate on folded paper, and so are some that fit in one orientation only.
    """
    two_sided = [kind for kind in kinds if any(back for _, back in kind.cards)]
    others = [kind for kind in kinds if kind not in two_sided]
    folded = rules.sheet.duplex == "fold"
    apart: list[tuple[Gang, Duplex]] = [(two_sided, "fold"), (others, "off")]
    for gang, duplex in apart if folded else [(list(kinds), rules.sheet.duplex)]:
        left, sheet = list(gang), rules.sheet._replace(duplex=duplex)
        while left:
            plans = [
                (plan, [kind for kind in left if _takes(plan, kind, rules.kind(kind).edge)]) for plan in _plans(sheet)
            ]
            most = max(len(taken) for _, taken in plans)
            candidates = [(plan, taken, _pages(taken, rules, plan)) for plan, taken in plans if len(taken) == most]
            yield (best := min(candidates, key=lambda each: len(each[2])))
            left = [kind for kind in left if kind not in best[1]]


def _pages(kinds: Sequence[PieceBatch], rules: PieceSheetRules, plan: impose.Imposition) -> Pages:
    packed = [rules.kind(kind) for kind in kinds]
    pages = pages_of(plan.block, packed, [len(kind.cards) for kind in kinds])
    return [_settled(blocks, packed, plan) for blocks in pages]


def _settled(
    blocks: list[PackedPieceBlock], kinds: Sequence[PieceSpacing], plan: impose.Imposition
) -> list[PackedPieceBlock]:
    """Return the blocks of a page, moved together to the middle of their space or, on folded paper, to the fold."""
    room, fold = plan.block, plan.fold
    used = around(place.outset(kinds[block.kind].edge) for block in blocks for place in block.places)
    x = align(room.x, room.width, used.width, "end" if fold is not None and fold.upright else "center")
    y = align(room.y, room.height, used.height, "end" if fold is not None and not fold.upright else "start")
    return [
        PackedPieceBlock(block.kind, tuple(place.move(x - used.x, y - used.y) for place in block.places))
        for block in blocks
    ]


def _sheets(
    kinds: Sequence[PieceBatch], rules: PieceSheetRules, pages: Sequence[Sequence[PackedPieceBlock]]
) -> Iterator[impose.ImposedSheet]:
    """Yield sheets, in whose boxes the pieces of each kind are placed in print order."""
    waiting = [iter(kind.cards) for kind in kinds]
    # the bleed of each piece is at most half the gap to its neighbour
    bleeds = [min(rules.sheet.bleed, rules.kind(kind).gap / 2) for kind in kinds]
    for blocks in pages:
        laid = [
            _laid(next(waiting[block.kind]), box, kinds[block.kind].form, bleeds[block.kind])
            for block in blocks
            for box in block.places
        ]
        yield impose.ImposedSheet(tuple(laid), tuple(blocks))


def _laid(card: impose.Card, box: Rect, form: PieceCut, bleed: float) -> impose.PlacedCard:
    front, _ = card
    trim = front.trim or Rect(0, 0, *front.size)
    clip = form.clip(trim, min(bleed, trim.x))
    return impose.PlacedCard(card, box, clip, mirror_clip(clip))


def mirror_clip(clip: Clip) -> Clip:
    """Return the clip of a back: the clip of its front, mirrored left to right."""
    if not isinstance(clip, ShapeItem) or clip.outline is None:
        return clip
    outline = clip.outline
    numbers = list(outline.numbers)
    numbers[::2] = [outline.width - x for x in numbers[::2]]
    return clip._replace(outline=outline._replace(name=f"{outline.name} from behind", path=tuple(numbers)))


def _guides(
    kinds: Sequence[PieceBatch],
    rules: PieceSheetRules,
    plan: impose.Imposition,
    blocks: Mapping[int, list[PackedPieceBlock]],
    sheet: impose.ImposedSheet,
    back: bool,
) -> Iterator[Item]:
    for block in blocks[id(sheet)]:
        kind = kinds[block.kind]
        places = list(block.places)
        if rules.ticks(kind):
            if (back or plan.fold is not None) and any(behind for _, behind in kind.cards):
                yield from impose.block_marks([impose.behind(box, plan)[0] for box in places], rules.sheet)
            if not back:
                yield from impose.block_marks(places, rules.sheet)
        elif rules.outlines(kind) and not back:
            for box in places:
                yield kind.form.cut(box, impose.CORNER)
                if kind.form.kind == "ellipse":
                    around = box.outset(rules.sheet.bleed)
                    x, y = around.middle  # four ticks that point at it
                    yield from crop_marks([x], [y], around, 0.0, TICK)
