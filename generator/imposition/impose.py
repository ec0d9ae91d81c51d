"""Turn card faces into sheet frames in print order: fronts, and backs that match them. Reads no file."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Literal, NamedTuple

from generator.diagnostics import Diagnostic, InvalidInput, bare_place
from generator.frame import Clip, Frame, GroupItem, Item, Paint, ReusableDrawing, ShapeItem, line
from generator.geometry import Insets, Rect, Size, align, around, shift
from generator.imposition.backs import Duplex, Fold, fold_place, turns_over_upright
from generator.imposition.print_marks import FOLD, RulerStrip, crop_marks
from generator.units import length_name, mm

# Faces share their common items as one content, which is written to a file only once: an element laid out once for
# many faces gives the identical items. Runs of items that always follow each other become a group.
LEAST_RUN = 2  # items


def share_content(faces: Sequence[ReusableDrawing]) -> list[ReusableDrawing]:
    """Return drawings of card sides; runs of items that several of them have become groups, which these share."""
    runs = _Runs(faces)
    return [runs.group(face) for face in faces]


class _Runs:
    """Counts in how many drawings each item occurs, and finds runs of items that always follow each other."""

    # As a tree of pairs compresses a text: items are letters, a pair of neighbours that always occur together becomes
    # one. Here such pairs are chained at once, since a run is only shared as a whole. Items are compared by identity,
    # which costs no look into them: equal elements were laid out once (see generator/layout/memo.py).

    def __init__(self, drawings: Sequence[ReusableDrawing]) -> None:
        self.seen: dict[int, ReusableDrawing] = {}
        self.count: Counter[int] = Counter()
        self.next: dict[int, int] = {}
        self.runs: dict[int, tuple[int, tuple[Item, ...]]] = {}  # by id of the first item: length, items shown
        for drawing in drawings:
            self.count_items(drawing)
        self.follow()

    def count_items(self, drawing: ReusableDrawing) -> None:
        """Count the items of a drawing and of the groups in it; a drawing counted before is skipped."""
        if id(drawing) in self.seen:
            return
        self.seen[id(drawing)] = drawing
        self.count.update(map(id, drawing.items))
        for item in drawing.items:
            if type(item) is GroupItem:
                self.count_items(item.content)

    # Items are compared by id: faces that show the same element hold the same object, and comparing values would be
    # slower than writing them twice. `seen` keeps the drawings alive, so that no id is used again.
    def follow(self) -> None:
        """Record for each shared item the id of the item that follows it in all drawings; 0 if these differ."""
        count, following = self.count, self.next
        pairs: set[tuple[int, int]] = set()
        for content in self.seen.values():
            # a pair (item, next item) once for all faces: an item with two different followers ends a run
            pairs.update([pair for pair in pairwise([*map(id, content.items), 0]) if count[pair[0]] > 1])
        for key, follower in pairs:
            following[key] = 0 if key in following else follower

    def group(self, drawing: ReusableDrawing) -> ReusableDrawing:
        """Return a drawing in which each run of items that other drawings also have is replaced by a group."""
        items: list[Item] = []
        at = 0
        while at < len(drawing.items):
            item = drawing.items[at]
            if self.count[id(item)] == 1:
                # inside a group that occurs only here, shared runs are replaced by groups
                items.append(item._replace(content=self.group(item.content)) if isinstance(item, GroupItem) else item)
                at += 1
                continue
            if id(item) not in self.runs:
                self.runs[id(item)] = self.run_from(drawing, at)
            length, run = self.runs[id(item)]
            items += run
            at += length
        return ReusableDrawing(drawing.size, tuple(items), drawing.name)

    def run_from(self, drawing: ReusableDrawing, at: int) -> tuple[int, tuple[Item, ...]]:
        """Return the length of the run that begins at an index, and its items, or one group of them for a long run."""
        run = [drawing.items[at]]
        for item in drawing.items[at + 1 :]:
            last_id, key = id(run[-1]), id(item)
            if self.next.get(last_id) != key or self.count[last_id] != self.count[key]:  # not always together
                break
            run.append(item)
        if len(run) < LEAST_RUN:
            return len(run), tuple(run)
        return len(run), (GroupItem(ReusableDrawing(drawing.size, tuple(run)), shift(0, 0)),)


STRIP = mm(7)
GUTTER = mm(3)  # least distance of cards from a fold, on both sides
USUAL_MARKS = (mm(1), mm(3.5))  # distance and length
SURE_EDGE = mm(7)  # many printers leave 0.25 in (6.35 mm) white, and feed paper askew by half a millimetre
EDGES = Insets(SURE_EDGE, SURE_EDGE, SURE_EDGE, SURE_EDGE)  # the default margins of pages
NO_CARD = Size(0.0, 0.0)  # no size was given
CORNER = Paint(None, "#9a9a9a", 0.25)
MarkSides = Literal["front", "back", "both"]
Card = tuple[Frame, Frame | None]


def changed_cards(cards: Iterable[Card], change: Callable[[Frame, bool], Frame]) -> tuple[Card, ...]:
    """Return cards with both sides changed by a function of (side, whether it is a back); equal sides stay shared."""
    changed: dict[tuple[int, bool], Frame] = {}

    def once(side: Frame, is_back: bool) -> Frame:
        if (id(side), is_back) not in changed:
            changed[id(side), is_back] = change(side, is_back)
        return changed[id(side), is_back]

    return tuple((once(front, False), None if back is None else once(back, True)) for front, back in cards)


class ImpositionSettings(NamedTuple):
    """The user's settings for sheets; lengths in points. If `card` is NO_CARD, each deck has its own card size."""

    paper: Size
    card: Size = NO_CARD
    margins: Insets = Insets(mm(5), mm(5), mm(5), mm(5))
    gap: float | None = None
    bleed: float = 0.0
    marks: bool = True
    mark_distance: float = USUAL_MARKS[0]
    mark_length: float = USUAL_MARKS[1]
    mark_sides: MarkSides = "both"
    corner_radius: float = 0.0
    duplex: Duplex = "long-edge"
    strip: bool = True

    @property
    def room_between(self) -> float:
        """The gap between two cards: `gap`, by default twice the bleed; 0 means that one cut separates two cards."""
        return 2 * self.bleed if self.gap is None else self.gap


def sheet_room(settings: ImpositionSettings, page: Size, fold: Fold | None = None) -> Rect:
    """Return the space for fronts on a page: inside the margins, above the ruler strip, left of or above a fold."""
    m, gutter = settings.margins, max(settings.bleed, GUTTER)
    foot = m.bottom + (STRIP if settings.strip else 0.0)
    room = Rect(m.left, m.top, page.width - m.left - m.right, page.height - m.top - foot)
    if fold is None:
        return room
    if fold.upright:
        return room._replace(width=fold.at - gutter - room.x)
    top = max(m.top, foot)
    return room._replace(y=top, height=fold.at - gutter - top)


def ways_to_fold(settings: ImpositionSettings) -> Iterator[tuple[Size, Fold | None]]:
    """Yield each orientation of the paper, with each fold that it can have, or None without folding."""
    for page in settings.paper.ways_up:
        if settings.duplex == "fold":
            yield page, Fold(page.height / 2)
            yield page, Fold(page.width / 2, upright=True)
        else:
            yield page, None


def ways_to_mark(settings: ImpositionSettings, short: float = mm(2)) -> Iterator[ImpositionSettings]:
    """Yield the settings, and if they have crop marks of the default size, with short ones: room for more cards."""
    yield settings
    if settings.marks and (settings.mark_distance, settings.mark_length) == USUAL_MARKS:
        yield settings._replace(mark_distance=mm(0.5), mark_length=short)


class Imposition(NamedTuple):
    """The plan of a page: `places` are the trim boxes of cards on the front page, `block` is the box around them."""

    settings: ImpositionSettings
    page: Size
    places: tuple[Rect, ...]
    block: Rect
    fold: Fold | None = None

    @property
    def per_page(self) -> int:
        return len(self.places)


def plan_imposition(settings: ImpositionSettings) -> Imposition:
    """Return the plan with the most cards per page, portrait before landscape; raises InvalidInput if none fits."""
    best = best_imposition(settings)
    if not best.per_page:
        size = f"{length_name(settings.card.width)} x {length_name(settings.card.height)}"
        message = f"a card of {size} does not fit on this paper"
        raise InvalidInput([Diagnostic("P003", message, bare_place("--size"), "use larger paper or smaller cards")])
    return best


def best_imposition(settings: ImpositionSettings) -> Imposition:
    """Return the plan with the most cards per page, even if none fits on a page."""
    plans = [_plan(marked, page, fold) for marked in ways_to_mark(settings) for page, fold in ways_to_fold(marked)]
    return max(plans, key=lambda plan: plan.per_page)


def _plan(settings: ImpositionSettings, page: Size, fold: Fold | None) -> Imposition:
    """Return the plan for one orientation and fold: cards fill the space within margins, or one half beside a fold."""
    edge = settings.bleed + (settings.mark_distance + settings.mark_length if settings.marks else 0.0)
    m, gap = settings.margins, settings.room_between
    # the block is centred, so both sides get the larger margin
    side = max(m.left, m.right) + edge
    room = sheet_room(settings._replace(margins=Insets(m.top + edge, side, m.bottom + edge, side)), page, fold)
    step_x, step_y = settings.card.width + gap, settings.card.height + gap
    # n cards have n - 1 gaps: with one gap more room, each takes a whole step; 0.01 pt makes up for rounding of mm
    columns = max(0, int((room.width + gap + 0.01) // step_x))
    rows = max(0, int((room.height + gap + 0.01) // step_y))
    width, height = columns * step_x - gap, rows * step_y - gap
    # beside a fold the block touches it, so that both halves lie equally far from the crease
    x = align(room.x, room.width, width, "end" if fold is not None and fold.upright else "center")
    y = align(room.y, room.height, height, "end" if fold is not None and not fold.upright else "center")
    block = Rect(x, y, width, height)
    if fold is not None:
        beyond, _ = fold_place(block, fold)
        block = Rect(x, y, beyond.right - x, beyond.bottom - y)
    places = tuple(
        Rect(x + column * step_x, y + row * step_y, *settings.card) for row in range(rows) for column in range(columns)
    )
    return Imposition(settings, page, places, block, fold)


class PlacedCard(NamedTuple):
    """A card on a sheet: the trim box of its front on the sheet, and the visible parts of front and back."""

    card: Card
    box: Rect
    front: Clip
    back: Clip


class ImposedSheet(NamedTuple):
    """The cards on one sheet of paper; `marks` is a key: sheets with an equal key have the same marks."""

    placed_cards: tuple[PlacedCard, ...]
    marks: Hashable


Marks = Callable[[ImposedSheet, bool], Iterable[Item]]
"""A callback that returns the marks and guides of a sheet, of its back if the second argument is True."""


def impose(cards: Sequence[Card], plan: Imposition, strip: RulerStrip) -> Iterator[Frame]:
    """Yield sheets in print order; equal faces share one drawing, other faces the items that they have in common."""
    # by rows, as a reader would deal them; backs mirror the places and not the order
    waiting = iter(cards)
    groups = [list(islice(waiting, count)) for count in cards_by_page(len(cards), plan)]
    sheets = [ImposedSheet(tuple(_placed_cards(group, plan)), len(group)) for group in groups]
    yield from sheet_frames(sheets, plan, lambda sheet, back: _marks(sheet, plan, back=back), strip)


def sheet_frames(sheets: Sequence[ImposedSheet], plan: Imposition, marks: Marks, strip: RulerStrip) -> Iterator[Frame]:
    """Yield the pages of sheets in print order, with their backs, marks and ruler strips."""
    cards = [placed.card for sheet in sheets for placed in sheet.placed_cards]
    faces = {id(face): face for card in cards for face in card if face is not None}
    contents = dict(zip(faces, share_content([face.content() for face in faces.values()]), strict=True))
    sides = (False, True) if has_back_pages(cards, plan) else (False,)
    pages = [(sheet, back) for sheet in sheets for back in sides]
    # marks and rulers are the same object on all equal sheets, so that the writer makes them one form
    margins: dict[tuple[Hashable, bool], list[Item]] = {}
    for number, (sheet, back) in enumerate(pages, 1):
        items = _faces(sheet, plan, contents, back=back)
        if (sheet.marks, back) not in margins:
            margins[sheet.marks, back] = _margin_items(plan, marks(sheet, back), strip, back=back)
        items += margins[sheet.marks, back]
        if plan.settings.strip:
            items.append(strip.captioned(_strip_area(plan, back=back), number, len(pages)))
        yield Frame(plan.page, tuple(items), "sheet", side="back" if back else "front")


def has_back_pages(cards: Sequence[Card], plan: Imposition) -> bool:
    """Tell whether backs are printed on separate pages, as in duplex printing, and not on folded or single sides."""
    return plan.settings.duplex in ("long-edge", "short-edge") and any(back for _, back in cards)


def cards_by_page(count: int, plan: Imposition) -> list[int]:
    """Return how many of `count` cards are on each page: full pages, then the rest.

    If the last page had one card, or at most an eighth of a page, the page before gives it a row.
    """
    full_pages, rest = divmod(count, plan.per_page)
    counts = [plan.per_page] * full_pages + [rest] * (rest > 0)
    if 0 < rest <= max(1, plan.per_page // 8) and full_pages and plan.per_page > 2:
        row = sum(place.y == plan.places[0].y for place in plan.places)
        moved = min(row, plan.per_page // 2)  # of a page with one row, half of it
        counts[-2:] = plan.per_page - moved, rest + moved
    return counts


def page_count(cards: Sequence[Card], plan: Imposition) -> int:
    """Return the number of pages on which the cards are printed, including pages of backs."""
    return len(cards_by_page(len(cards), plan)) * (2 if has_back_pages(cards, plan) else 1)


def _margin_items(plan: Imposition, marks: Iterable[Item], strip: RulerStrip, *, back: bool) -> list[Item]:
    """Return the marks and rulers around the cards as one group, which equal sheets share; empty if there are none."""
    items: list[Item] = [] if plan.fold is None else [_fold_line(plan.fold, plan)]
    items += marks
    if plan.settings.strip:
        items += strip.rulers(_strip_area(plan, back=back))
    return [GroupItem(ReusableDrawing(plan.page, tuple(items)), shift(0, 0))] if items else []


def _strip_area(plan: Imposition, *, back: bool) -> Rect:
    """Return the box of the ruler strip: at the foot, or at the top of a back that is turned over head first.

    The box stays away from the edge of the paper that many printers cannot print on.
    """
    m = plan.settings.margins
    high = STRIP - mm(1)
    at_head = back and not turns_over_upright(plan.page, plan.settings.duplex)
    left, right, foot = (max(side, SURE_EDGE) for side in (m.left, m.right, m.bottom))
    y = m.bottom if at_head else plan.page.height - foot - high
    return Rect(left, y, plan.page.width - left - right, high)


def _faces(sheet: ImposedSheet, plan: Imposition, contents: Mapping[int, ReusableDrawing], *, back: bool) -> list[Item]:
    items: list[Item] = []
    for placed in sheet.placed_cards:
        front_face, back_face = placed.card
        if not back:
            items.append(_placed(front_face, contents, placed.box, placed.front, turned=False))
        if back_face is not None and (back or plan.fold is not None):
            spot, turned = behind(placed.box, plan)
            items.append(_placed(back_face, contents, spot, placed.back, turned=turned))
    return items


def behind(box: Rect, plan: Imposition) -> tuple[Rect, bool]:
    """Return (box of a card's back on the back page or beyond the fold, whether the back is rotated by 180 degrees)."""
    upright = turns_over_upright(plan.page, plan.settings.duplex)
    middle = Fold((plan.page.width if upright else plan.page.height) / 2, upright)
    return fold_place(box, plan.fold or middle)


def _placed_cards(group: Sequence[Card], plan: Imposition) -> Iterator[PlacedCard]:
    """Yield the cards of one sheet in the places of a plan; both sides are clipped at the end of their bleed."""
    places = plan.places[: len(group)]
    for card, box, clear in zip(group, places, _clear(places, plan.settings), strict=True):
        front, back = card
        # what is left of a card on the front is right of it on the back
        turned_over = Insets(clear.top, clear.left, clear.bottom, clear.right)  # mirrored left to right
        yield PlacedCard(card, box, _visible_part(front, clear), _visible_part(back or front, turned_over))


def _clear(places: Sequence[Rect], settings: ImpositionSettings) -> Iterator[Insets]:
    """Yield the visible bleed on each side of each card: the full bleed, or half the gap beside a neighbour."""
    shared = min(settings.bleed, settings.room_between / 2)
    step_x, step_y = settings.card.width + settings.room_between, settings.card.height + settings.room_between
    # points are rounded: places are sums of steps, and two ways to the same place differ in the last digits
    taken = {(round(place.x), round(place.y)) for place in places}

    def side(x: float, y: float) -> float:
        return shared if (round(x), round(y)) in taken else settings.bleed

    for x, y, *_ in places:
        yield Insets(side(x, y - step_y), side(x + step_x, y), side(x, y + step_y), side(x - step_x, y))


def _visible_part(face: Frame, clear: Insets) -> Rect:
    """Return the visible part of a card's side: the trim box plus `clear` around it, but at most with its bleed."""
    trim = face.trim or Rect(0, 0, *face.size)
    top, right, bottom, left = (min(trim.x, side) for side in (clear.top, clear.right, clear.bottom, clear.left))
    return Rect(trim.x - left, trim.y - top, trim.width + left + right, trim.height + top + bottom)


def _placed(face: Frame, contents: Mapping[int, ReusableDrawing], box: Rect, clip: Clip, *, turned: bool) -> GroupItem:
    """Return the side of a card as a group whose trim box fills `box`."""
    trim = face.trim or Rect(0, 0, *face.size)
    place = box.outset(trim.x)
    matrix = (-1.0, 0.0, 0.0, -1.0, place.right, place.bottom) if turned else shift(place.x, place.y)
    return GroupItem(contents[id(face)], matrix, clip, whole=True)


def _marks(sheet: ImposedSheet, plan: Imposition, *, back: bool) -> list[Item]:
    """Return crop marks around a block of cards, and guides for round corners."""
    rules = plan.settings
    if not rules.marks or rules.mark_sides not in ("both", "back" if back else "front"):
        return []
    places = [] if back else [placed.box for placed in sheet.placed_cards]
    if back or plan.fold is not None:
        places += [behind(placed.box, plan)[0] for placed in sheet.placed_cards]
    items: list[Item] = [ShapeItem("rect", box, CORNER, rules.corner_radius) for box in places if rules.corner_radius]
    return items + block_marks(places, rules)


def block_marks(places: Sequence[Rect], settings: ImpositionSettings) -> list[Item]:
    """Return crop marks around neighbouring boxes."""
    # rounded so that the edges of one column give one mark and not several that lie over each other
    xs = [round(x, 3) for box in places for x in (box.x, box.right)]
    ys = [round(y, 3) for box in places for y in (box.y, box.bottom)]
    block = around(places).outset(settings.bleed)
    return crop_marks(xs, ys, block, settings.mark_distance, settings.mark_length)


def _fold_line(fold: Fold, plan: Imposition) -> ShapeItem:
    m = plan.settings.margins
    if fold.upright:
        foot = plan.page.height - m.bottom - (STRIP if plan.settings.strip else 0.0)
        return line(fold.at, m.top, fold.at, foot, FOLD)
    return line(m.left, fold.at, plan.page.width - m.right, fold.at, FOLD)


def plan_warnings(plan: Imposition) -> list[Diagnostic]:
    """Return a warning if cards are closer to the paper's edge than many printers print, with a better setting."""
    least = min(plan.block.x, plan.block.y, plan.page.width - plan.block.right, plan.page.height - plan.block.bottom)
    if least >= SURE_EDGE - 0.01:
        return []
    message = f"cards come within {length_name(least)} of the edge of the paper; many printers clip up to 6.35mm"
    hint = "cards of this size leave no wider margin on this paper"
    m = plan.settings.margins
    rules = plan.settings._replace(margins=Insets(*(max(side, SURE_EDGE) for side in m)))
    fitting = max(_plan(rules, page, fold).per_page for page, fold in ways_to_fold(rules))
    if fitting:
        hint = f"--margin 7mm prints {fitting} to a page instead of {plan.per_page}"
    return [Diagnostic("P010", message, bare_place("--paper"), hint, "warning")]
