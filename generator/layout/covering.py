"""Find texts, icons and fields that a shape, a picture, a line or an icon covers or crosses; changes nothing."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from generator.diagnostics import NOWHERE, Diagnostic
from generator.frame import FieldItem, TextItem
from generator.geometry import Point, Rect, around_points
from generator.layout.drawn_items import HAIR, SLACK, DrawnItem, DrawnPage, Segment, inside


def struck_texts(page: DrawnPage) -> Iterator[Diagnostic]:
    """Yield one fault for every text that a visible line crosses: a stroke, or the edge of a panel or an icon."""
    for text in page.texts:
        if text.item.text.strip():
            line = next((other for other in page.near(text) if strikes(other, text, page.near(text))), None)
            if line is not None:
                name = line.shape.outline.name if line.shape is not None and line.shape.outline else "line"
                message = f"{text.name} is crossed by a {name} (at {line.item.place}) on {page.name}"
                yield Diagnostic("L045", message, text.item.place, "give it more room", subject=page.name)


def strikes(other: DrawnItem, text: DrawnItem, near: Sequence[DrawnItem]) -> bool:
    """Tell whether the edge of a shape crosses a text, and no ground that is drawn in between hides it there."""
    if not other.has_edge or other.item.place == text.item.place != NOWHERE:  # an underline, from the same element
        return False
    box = text.box.outset(-SLACK)
    grounds = (each for each in near if other.at < each.at < text.at and each.is_solid and each.box.holds(box))
    if any(each.shape is not None and each.shape.kind in ("rect", "ellipse") for each in grounds):
        return False
    sides = near_box([side for run in other.runs for side in pairwise(run)], box)
    return any(box.has(start) for start, _ in sides) or is_crossed(sides, text.runs)


def covered_items(page: DrawnPage) -> Iterator[Diagnostic]:
    """Yield one fault for every text, icon and field that is covered by another item."""
    for each in page.items:
        if each.is_icon or (isinstance(each.item, TextItem) and each.item.text.strip()):
            near = page.near(each)
            others = (other for other in near if each.is_icon or other.at > each.at)
            lying = (other for other in others if not is_one_icon(other, each) and lies_on(other, each, near))
            cover = next(lying, None)
            if cover is not None:
                what = each.name if each.shape is None else f"icon {each.name!r}"
                message = f"{what} is covered by {cover.name!r} (at {cover.item.place}) on {page.name}"
                yield Diagnostic("L047", message, each.item.place, "move one of them", subject=page.name)
        elif isinstance(each.item, FieldItem):
            cover = next((other for other in page.near(each) if other.at > each.at and hides_field(other, each)), None)
            if cover is not None:
                message = f"field {each.item.id!r} is covered by {cover.name!r} (at {cover.item.place}) on {page.name}"
                hint = "write the field below it, so that it is drawn later"
                yield Diagnostic("L047", message, each.item.place, hint, subject=page.name)


def is_one_icon(one: DrawnItem, other: DrawnItem) -> bool:
    """Tell whether two items are tones of the same icon: same element, same name, same box."""
    alike = one.is_picture and other.is_picture and (one.name, one.item.place) == (other.name, other.item.place)
    return alike and one.box.holds(other.box) and other.box.holds(one.box)


def lies_on(other: DrawnItem, each: DrawnItem, near: Sequence[DrawnItem]) -> bool:
    """Tell whether `other`, a shape, a line or an icon, covers or crosses `each`; `near` is what lies near this."""
    later = other.at > each.at
    if later and any(map(other.hides, each.spots())):
        return True
    if later and (other.is_solid or other.is_icon) and covers(other.runs, each.runs):
        return True
    if each.shape is None or not other.is_stroked or not near_box(other.stroke, each.hull):
        return False
    if not is_crossed(other.stroke, each.runs):
        return False
    # a ground drawn in between hides the line under the icon
    between = (ground for ground in near if other.at < ground.at < each.at)
    return later or not any(ground.is_solid and ground.box.holds(each.box) for ground in between)


def hides_field(other: DrawnItem, field: DrawnItem) -> bool:
    """Return whether a shape drawn after a field hides most of it, or a line as wide as half of it runs through it."""
    if isinstance(other.item, FieldItem):
        return False
    middle, *corners = field.spots()
    if other.hides(middle) and sum(map(other.hides, corners)) > 1:
        return True
    if other.is_solid and inside(middle, other.runs):
        return other.box.holds(field.box, HAIR) or sum(inside(corner, other.runs) for corner in corners) > 1
    if not other.is_wide or 2 * other.paint.stroke_width < min(field.box.width, field.box.height):
        return False
    sides = [pair for run in other.runs for pair in pairwise(run)]
    middles = (Rect((ax + bx) / 2, (ay + by) / 2, 0, 0) for (ax, ay), (bx, by) in sides)
    return any(map(field.box.holds, middles)) or is_crossed(sides, field.runs)


def covers(upper: tuple[tuple[Point, ...], ...], lower: tuple[tuple[Point, ...], ...]) -> bool:
    """Tell whether two sets of filled outlines overlap: edges cross, or one contains a point of the other."""
    if any(inside(run[0], upper) for run in lower if run) or any(inside(run[0], lower) for run in upper if run):
        return True
    return is_crossed([pair for run in upper for pair in pairwise(run)], lower)


def near_box(segments: Sequence[Segment], box: Rect) -> list[Segment]:
    """Return the segments whose bounding boxes overlap a box."""
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    return [
        (one, two)
        for one, two in segments
        if (one[0] <= right or two[0] <= right)
        and (one[0] >= left or two[0] >= left)
        and (one[1] <= bottom or two[1] <= bottom)
        and (one[1] >= top or two[1] >= top)
    ]


def is_crossed(segments: Sequence[Segment], runs: Sequence[Sequence[Point]]) -> bool:
    """Tell whether any of the segments crosses an edge of the outlines."""
    for run in runs:
        if not run:
            continue
        near = near_box(segments, around_points(run))
        if not near:
            continue
        xs, ys = [x for piece in near for x, _ in piece], [y for piece in near for _, y in piece]
        left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
        for a, b in pairwise(run):
            apart = (a[0] < left and b[0] < left) or (a[0] > right and b[0] > right)
            if apart or (a[1] < top and b[1] < top) or (a[1] > bottom and b[1] > bottom):
                continue
            if any(_meet(one, two, a, b) for one, two in near):
                return True
    return False


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return False
    return _side(a, b, c) != _side(a, b, d) and _side(c, d, a) != _side(c, d, b)


def _side(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])
