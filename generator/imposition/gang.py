"""Sheets of pieces of several kinds: packed on pages, with cutting guides and backs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Literal, NamedTuple

from generator.frame import Clip, Frame, Item, ShapeItem
from generator.geometry import Rect, Size, align, around
from generator.imposition import impose
from generator.imposition.backs import Duplex
from generator.imposition.print_marks import PieceCut, RulerStrip, crop_marks
from generator.units import mm

SLACK = 0.01


class PieceSpacing(NamedTuple):
    """How pieces of one kind are packed: cut size, `gap` between two, `edge` around a block, and their cut."""

    size: Size
    gap: float
    edge: float
    form: PieceCut = PieceCut()

    @property
    def area(self) -> float:
        return self.size.width * self.size.height


Block = tuple[int, tuple[Rect, ...]]
"""The index of a kind, and the boxes of neighbouring pieces of this kind."""
Pages = list[list[Block]]
CUTS = sorted(product((True, False), repeat=3), key=lambda cuts: len({*cuts}))  # simple ways to part a page first


def pages_of(room: Rect, kinds: Sequence[PieceSpacing], counts: Sequence[int]) -> Pages:
    """Return the blocks of each page for `counts` pieces of each kind; `room` is the space on a page.

    Raises ValueError if a kind is larger than `room`.
    """
    order = sorted(range(len(kinds)), key=lambda at: -kinds[at].area)
    left = list(counts)
    pages = []
    while any(left):
        fillings = [list(_filled(room, kinds, order, list(left), cuts)) for cuts in CUTS]
        page = max(fillings, key=lambda blocks: sum(kinds[kind].area * len(places) for kind, places in blocks))
        if not page:
            raise ValueError("a kind of piece is larger than the room")
        for kind, places in page:
            left[kind] -= len(places)
        for at, (kind, places) in enumerate(page if sum(left) == 1 else ()):
            if left[kind] == 1 and len(places) > 1:  # as a last card, a last piece takes a row along to its page
                row = min(sum(place.y == places[-1].y for place in places), len(places) // 2)
                page[at], left[kind] = (kind, places[:-row]), 1 + row
        pages.append(page)
    return pages


def _filled(
    room: Rect, kinds: Sequence[PieceSpacing], order: Sequence[int], left: list[int], cuts: tuple[bool, ...]
) -> Iterator[Block]:
    """Yield blocks that fill a room, largest kinds first; the pieces placed are subtracted from `left`.

    `cuts` are for this block and those in the rest of its room: a level line below it (True), or an upright beside it.
    """
    # Guillotine packing: the largest kind that fits takes a corner, one cut divides the rest into two rooms for the
    # next kinds. Which cut is better depends on the pieces, so the caller tries all. A blade can follow such cuts.
    for at in order:
        places = block_places(kinds[at], Size(room.width, room.height), left[at]) if left[at] else ()
        if places:
            left[at] -= len(places)
            placed = tuple(place.move(room.x, room.y) for place in places)
            yield at, placed
            block = around(placed).outset(kinds[at].edge)
            high, wide = (block.height, room.width) if cuts[0] else (room.height, block.width)
            beside = Rect(block.right, room.y, room.right - block.right, high)
            below = Rect(room.x, block.bottom, wide, room.bottom - block.bottom)
            yield from _filled(beside, kinds, order, left, cuts[1:] or cuts)
            yield from _filled(below, kinds, order, left, cuts[1:] or cuts)
            return


def block_places(kind: PieceSpacing, room: Size, limit: int) -> tuple[Rect, ...]:
    """Return the boxes of up to `limit` pieces in a room; as many as possible, then in the least height."""
    inner = Size(room.width - 2 * kind.edge + SLACK, room.height - 2 * kind.edge + SLACK)
    step_x, step_y = kind.size.width + kind.gap, kind.size.height + kind.gap
    columns, rows = _fitting(inner.width, kind.size.width, step_x), _fitting(inner.height, kind.size.height, step_y)
    arrangements = [[(at % columns * step_x, at // columns * step_y) for at in range(min(limit, columns * rows))]]
    if kind.form.interlocks == "rows":
        arrangements.append(_offset(kind.size, kind.gap, kind.form.pitch, inner, limit))
    elif kind.form.interlocks == "columns":
        turned = _offset(kind.size.turned, kind.gap, kind.form.pitch, inner.turned, limit)
        arrangements.append([(y, x) for x, y in turned])
    best = min(arrangements, key=lambda spots: (-len(spots), max((y for _, y in spots), default=0.0)))
    return tuple(Rect(x + kind.edge, y + kind.edge, *kind.size) for x, y in best)


def _fitting(room: float, size: float, step: float) -> int:
    """Return how many pieces of a size fit into a length, `step` points apart."""
    return int((room - size) / step) + 1 if room >= size else 0


def _offset(size: Size, gap: float, pitch: float, room: Size, limit: int) -> list[tuple[float, float]]:
    """Return the top left corners of up to `limit` pieces in rows, every second row shifted by half a piece."""
    # rows of circles that interlock, the densest packing of circles (Thue 1910), and the same for hexagons
    step, apart = size.width + gap, size.height * pitch + gap * 3**0.5 / 2
    spots: list[tuple[float, float]] = []
    for row in range(_fitting(room.height, size.height, apart)):
        shift = step / 2 if row % 2 else 0.0
        columns = _fitting(room.width - shift, size.width, step)
        spots += [(shift + column * step, row * apart) for column in range(columns)]
        if len(spots) >= limit:
            break
    return spots[:limit]


Guides = Literal["auto", "outline", "ticks", "none"]

APART = mm(0.8)  # between two pieces that are cut out with scissors or a punch
TICK = mm(0.4)  # length of the ticks outside a round piece that point at its middle


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
        blade = straight and not kind.guided and kind.form.interlocks == "not"
        return blade and any(_takes(plan, kind, self._marked_edge) for plan in _plans(self.sheet))

    def marked(self, plan: impose.Imposition) -> "PieceSheetRules":
        """Return the rules with the marks of a plan."""
        return self._replace(sheet=plan.settings._replace(duplex=self.sheet.duplex))

    @property
    def _marked_edge(self) -> float:
        return self.sheet.bleed + self.sheet.mark_distance + self.sheet.mark_length

    def outlines(self, kind: PieceBatch) -> bool:
        """Tell whether a kind of piece gets a line around each piece, for cutting with scissors or a punch."""
        return not kind.guided and (self.guides == "outline" or (self.guides == "auto" and not self.ticks(kind)))

    def kind(self, kind: PieceBatch) -> PieceSpacing:
        """Return how the pieces of a batch are packed."""
        bleed = 0.0 if kind.guided else self.sheet.bleed  # a net has no bleed
        apart = 2 * bleed + (0.0 if kind.form.is_straight and not kind.guided else APART)
        gap = apart if self.sheet.gap is None else self.sheet.gap
        edge = self._marked_edge if self.ticks(kind) else max(bleed, gap / 2)
        return PieceSpacing(kind.size, gap, edge, kind.form)


def fits(rules: PieceSheetRules, kind: PieceBatch) -> bool:
    """Tell whether a piece fits on a page in either orientation; if it has a back and is folded, on half a page."""
    folded = rules.sheet.duplex == "fold" and any(back for _, back in kind.cards)
    sheet = rules.sheet if folded else rules.sheet._replace(duplex="off")
    return any(_takes(plan, kind, rules.kind(kind).edge) for plan in _plans(sheet))


def _takes(plan: impose.Imposition, kind: PieceBatch, edge: float) -> bool:
    """Tell whether a piece fits into the block of a plan, with `edge` points free on each side."""
    return max(kind.size.width - plan.block.width, kind.size.height - plan.block.height) + 2 * edge <= 0.01


def _plans(settings: impose.ImpositionSettings) -> Iterator[impose.Imposition]:
    """Yield a plan for each length of marks, orientation and fold; its `block` is the space for pieces."""
    for marked in impose.ways_to_mark(settings, mm(1)):
        for page, fold in impose.ways_to_fold(marked):
            yield impose.Imposition(marked, page, (), impose.sheet_room(marked, page, fold), fold)


def gang_sheets(kinds: Sequence[PieceBatch], rules: PieceSheetRules, strip: RulerStrip) -> Iterator[Frame]:
    """Yield the sheets of pieces in print order; each piece must fit on a page."""
    gangs = list(_gangs(kinds, rules))
    backs = [any(impose.has_back_pages(kind.cards, plan) for kind in gang) for plan, gang, _ in gangs]
    counts = [len(pages) * (1 + is_backed) for (_, _, pages), is_backed in zip(gangs, backs, strict=True)]
    for at, (plan, gang, pages) in enumerate(gangs):
        marks, counted = partial(_guides, gang, rules.marked(plan), plan), strip.counted(sum(counts[:at]), sum(counts))
        yield from impose.sheet_frames(list(_sheets(gang, rules, pages)), plan, marks, counted)


def _gangs(kinds: Sequence[PieceBatch], rules: PieceSheetRules) -> Iterator[tuple[impose.Imposition, Gang, Pages]]:
    """Yield (plan, batches that share pages, pages); usually all batches share pages.

    Batches without backs are separate on folded paper, and so are some that fit in one orientation only.
    """
    two_sided = [kind for kind in kinds if any(back for _, back in kind.cards)]
    one_sided = [kind for kind in kinds if kind not in two_sided]
    folded = rules.sheet.duplex == "fold"
    gangs_by_duplex: list[tuple[Gang, Duplex]] = [(two_sided, "fold"), (one_sided, "off")]
    for gang, duplex in gangs_by_duplex if folded else [(list(kinds), rules.sheet.duplex)]:
        left, sheet = list(gang), rules.sheet._replace(duplex=duplex)
        while left:
            plans = [(plan, rules.marked(plan)) for plan in _plans(sheet)]
            fit = [[kind for kind in left if _takes(plan, kind, marked.kind(kind).edge)] for plan, marked in plans]
            tried = [(plan, some, _pages(some, marked, plan)) for (plan, marked), some in zip(plans, fit, strict=True)]
            yield (best := min(tried, key=lambda way: (-len(way[1]), len(way[2]))))
            left = [kind for kind in left if kind not in best[1]]


def _pages(kinds: Sequence[PieceBatch], rules: PieceSheetRules, plan: impose.Imposition) -> Pages:
    """Return pages whose blocks are moved together to the middle of their space or, on folded paper, to the fold."""
    packed = [rules.kind(kind) for kind in kinds]
    room, fold, pages = plan.block, plan.fold, Pages()
    for blocks in pages_of(room, packed, [len(kind.cards) for kind in kinds]):
        used = around(place.outset(packed[kind].edge) for kind, places in blocks for place in places)
        x = align(room.x, room.width, used.width, "end" if fold is not None and fold.upright else "center")
        y = align(room.y, room.height, used.height, "end" if fold is not None and not fold.upright else "start")
        pages.append([(kind, tuple(place.move(x - used.x, y - used.y) for place in places)) for kind, places in blocks])
    return pages


def _sheets(kinds: Sequence[PieceBatch], rules: PieceSheetRules, pages: Pages) -> Iterator[impose.ImposedSheet]:
    """Yield sheets, in whose boxes the pieces of each kind are placed in print order."""
    waiting = [iter(kind.cards) for kind in kinds]
    # the bleed of each piece is at most half the gap to its neighbour
    bleeds = [min(rules.sheet.bleed, rules.kind(kind).gap / 2) for kind in kinds]
    for blocks in pages:
        placed = list[impose.PlacedCard]()
        for at, places in blocks:
            for box in places:
                card = next(waiting[at])
                trim = card[0].trim or Rect(0, 0, *card[0].size)
                clip = kinds[at].form.clip(trim, min(bleeds[at], trim.x))
                placed.append(impose.PlacedCard(card, box, clip, mirror_clip(clip)))
        yield impose.ImposedSheet(tuple(placed), tuple(blocks))


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
    sheet: impose.ImposedSheet,
    back: bool,
) -> Iterator[Item]:
    assert isinstance(sheet.marks, tuple)  # the blocks of the sheet
    for at, places in sheet.marks:
        kind = kinds[at]
        if rules.ticks(kind):
            if (back or plan.fold is not None) and any(back_face for _, back_face in kind.cards):
                yield from impose.block_marks([impose.behind(box, plan)[0] for box in places], rules.sheet)
            if not back:
                yield from impose.block_marks(places, rules.sheet)
        elif rules.outlines(kind) and not back:
            for box in places:
                yield kind.form.cut(box, impose.CORNER)
                if kind.form.kind == "ellipse":
                    tick_box = box.outset(rules.sheet.bleed)
                    x, y = tick_box.middle  # four ticks that point at it
                    yield from crop_marks([x], [y], tick_box, 0.0, TICK)
