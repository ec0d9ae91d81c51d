"""Turn card faces into sheet frames in print order: fronts, and backs that land on them. Reads no file."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from generator.diagnostics import Diagnostic, InvalidInput, Place
from generator.geometry import Insets, Rect, Size
from generator.layout.frame import Content, Frame, GroupItem, Item, Paint, ShapeItem
from generator.sheets.backs import Duplex, back_place, fold_place, placing
from generator.sheets.marks import FOLD, SetText, crop_marks, line, ruler_strip
from generator.units import length_name, mm

STRIP = mm(7)
SURE_EDGE = mm(7)  # many printers leave 0.25 in (6.35 mm) white, and draw the paper in half a millimetre aslant
CORNER = Paint(None, "#9a9a9a", 0.25)
MarkSides = Literal["front", "back", "both"]
Card = tuple[Frame, Frame | None]


@dataclass(frozen=True, slots=True)
class SheetRules:
    """What the user asks of a sheet; lengths in points."""

    paper: Size
    card: Size
    margins: Insets = Insets(mm(5), mm(5), mm(5), mm(5))
    gap: float = 0.0
    bleed: float = 0.0
    marks: bool = True
    mark_distance: float = mm(1)
    mark_length: float = mm(3.5)
    mark_sides: MarkSides = "both"
    corner_radius: float = 0.0
    duplex: Duplex = "long-edge"
    strip: bool = True


@dataclass(frozen=True, slots=True)
class Imposition:
    """Where the cards of a page go: `places` are trim boxes on the front page."""

    rules: SheetRules
    page: Size
    columns: int
    rows: int
    places: tuple[Rect, ...]
    block: Rect
    fold: float | None = None

    @property
    def per_page(self) -> int:
        return len(self.places)


def plan_imposition(rules: SheetRules) -> Imposition:
    """Return the plan with the most cards a page, portrait before landscape; raises InvalidInput if none fits."""
    upright = _plan(rules, rules.paper)
    lying = _plan(rules, Size(rules.paper.height, rules.paper.width))
    best = max((upright, lying), key=lambda plan: (plan.per_page, plan is upright))
    if not best.per_page:
        size = f"{length_name(rules.card.width)} x {length_name(rules.card.height)}"
        message = f"a card of {size} does not fit on this paper"
        raise InvalidInput([Diagnostic("P003", message, Place("--size"), "use larger paper or smaller cards")])
    return best


def _plan(rules: SheetRules, page: Size) -> Imposition:
    edge = rules.bleed + (rules.mark_distance + rules.mark_length if rules.marks else 0.0)
    m = rules.margins
    # the block is centred, so what one side needs the other side has
    side = max(m.left, m.right) + edge
    top = m.top + edge
    bottom = m.bottom + edge + (STRIP if rules.strip else 0.0)
    step_x, step_y = rules.card.width + _gap(rules), rules.card.height + _gap(rules)
    columns = max(0, int((page.width - 2 * side + _gap(rules) + 0.01) // step_x))
    if rules.duplex == "fold":
        return _fold_plan(rules, page, columns, bottom, edge)
    room = page.height - top - bottom
    if not _mirrors_sideways(rules, page):
        room = page.height - 2 * max(top, bottom)
    rows = max(0, int((room + _gap(rules) + 0.01) // step_y))
    width = columns * step_x - _gap(rules)
    height = rows * step_y - _gap(rules)
    x = (page.width - width) / 2
    y = top + (room - height) / 2 if _mirrors_sideways(rules, page) else (page.height - height) / 2
    places = tuple(
        Rect(x + column * step_x, y + row * step_y, *rules.card) for row in range(rows) for column in range(columns)
    )
    return Imposition(rules, page, columns, rows, places, Rect(x, y, width, height))


def _fold_plan(rules: SheetRules, page: Size, columns: int, bottom: float, edge: float) -> Imposition:
    fold = page.height / 2
    gutter = max(rules.bleed, mm(3))
    room = fold - gutter - max(bottom, rules.margins.top + edge)
    step_x, step_y = rules.card.width + _gap(rules), rules.card.height + _gap(rules)
    rows = max(0, int((room + _gap(rules) + 0.01) // step_y))
    width, height = columns * step_x - _gap(rules), rows * step_y - _gap(rules)
    x, y = (page.width - width) / 2, fold - gutter - height
    places = tuple(
        Rect(x + column * step_x, y + row * step_y, *rules.card) for row in range(rows) for column in range(columns)
    )
    block = Rect(x, y, width, 2 * (fold - y))
    return Imposition(rules, page, columns, rows, places, block, fold)


def _gap(rules: SheetRules) -> float:
    return max(rules.gap, 2 * rules.bleed)


def _mirrors_sideways(rules: SheetRules, page: Size) -> bool:
    portrait = page.height >= page.width
    return rules.duplex == "off" or (rules.duplex == "long-edge") == portrait


def impose(
    cards: Sequence[Card],
    plan: Imposition,
    words: Mapping[str, str],
    caption: str,
    set_text: SetText,
) -> Iterator[Frame]:
    """Yield sheets in print order; equal faces share one content.

    `words` are those of the ruler strip, `caption` may hold {page} and {pages}.
    """
    contents: dict[int, tuple[Frame, Content]] = {}

    def content(face: Frame) -> Content:
        return contents.setdefault(id(face), (face, face.content()))[1]

    groups = [cards[at : at + plan.per_page] for at in range(0, len(cards), plan.per_page)]
    with_backs = plan.rules.duplex in ("long-edge", "short-edge") and any(back for _, back in cards)
    pages = len(groups) * (2 if with_backs else 1)
    number = 0
    for group in groups:
        for back in (False, True) if with_backs else (False,):
            number += 1
            items = _faces(group, plan, content, back=back)
            items += _marks(plan, len(group), back=back)
            if plan.rules.strip:
                told = caption.replace("{page}", str(number)).replace("{pages}", str(pages))
                items += ruler_strip(_strip_area(plan), words, told, set_text)
            yield Frame(plan.page, tuple(items), "back" if back else "front")


def _strip_area(plan: Imposition) -> Rect:
    m = plan.rules.margins
    high = STRIP - mm(1)
    return Rect(m.left, plan.page.height - m.bottom - high, plan.page.width - m.left - m.right, high)


def _faces(group: Sequence[Card], plan: Imposition, content, *, back: bool) -> list[Item]:  # type: ignore[no-untyped-def]
    items: list[Item] = []
    for (front_face, back_face), box in zip(group, plan.places, strict=False):
        if not back:
            items.append(_placed(front_face, content, box, plan, turned=False))
        if back and back_face is not None:
            spot, turned = back_place(box, plan.page, plan.rules.duplex)
            items.append(_placed(back_face, content, spot, plan, turned=turned))
        if plan.fold is not None and back_face is not None:
            items.append(_placed(back_face, content, fold_place(box, plan.fold), plan, turned=True))
    return items


def _placed(face: Frame, content, box: Rect, plan: Imposition, *, turned: bool) -> GroupItem:  # type: ignore[no-untyped-def]
    """Put a face so that its trim box fills the box; what lies beyond the bleed is clipped."""
    trim = face.trim or Rect(0, 0, *face.size)
    outer = box.grown(trim.x)
    shown = trim.grown(min(trim.x, plan.rules.bleed))
    return GroupItem(content(face), placing(outer, turned=turned), shown)


def _marks(plan: Imposition, count: int, *, back: bool) -> list[Item]:
    rules = plan.rules
    items: list[Item] = []
    if plan.fold is not None:
        items.append(line(rules.margins.left, plan.fold, plan.page.width - rules.margins.right, plan.fold, FOLD))
    if not rules.marks or rules.mark_sides not in ("both", "back" if back else "front"):
        return items
    places = list(plan.places[:count])
    if back:
        places = [back_place(box, plan.page, rules.duplex)[0] for box in places]
    if plan.fold is not None:
        places += [fold_place(box, plan.fold) for box in places]
    if rules.corner_radius:
        items += [ShapeItem("rect", box, CORNER, rules.corner_radius) for box in places]
    xs = [round(x, 3) for box in places for x in (box.x, box.right)]
    ys = [round(y, 3) for box in places for y in (box.y, box.bottom)]
    left, top = min(box.x for box in places), min(box.y for box in places)
    right, bottom = max(box.right for box in places), max(box.bottom for box in places)
    block = Rect(left, top, right - left, bottom - top).grown(rules.bleed)
    return items + crop_marks(xs, ys, block, rules.mark_distance, rules.mark_length)


def plan_warnings(plan: Imposition) -> list[Diagnostic]:
    """Return warnings about a plan: cards nearer to the edge than many printers can print, and what would fit."""
    least = min(plan.block.x, plan.block.y, plan.page.width - plan.block.right, plan.page.height - plan.block.bottom)
    if least >= SURE_EDGE - 0.01:
        return []
    message = f"cards come within {length_name(least)} of the edge of the paper; many printers clip up to 6.35mm"
    hint = "cards of this size leave no wider margin on this paper"
    m = plan.rules.margins
    safe = Insets(*(max(side, SURE_EDGE) for side in (m.top, m.right, m.bottom, m.left)))
    upright, lying = (
        _plan(replace(plan.rules, margins=safe, paper=Size(*sides)), Size(*sides))
        for sides in (plan.rules.paper, plan.rules.paper[::-1])
    )
    fitting = max(upright.per_page, lying.per_page)
    if fitting:
        hint = f"--margin 7mm prints {fitting} to a page instead of {plan.per_page}"
    return [Diagnostic("P010", message, Place("--paper"), hint, "warning")]
