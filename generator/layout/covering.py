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
            line = next((item for item in page.near(text) if strikes(item, text, page.near(text))), None)
            if line is not None:
                name = line.shape.outline.name if line.shape is not None and line.shape.outline else "line"
                message = f"{text.name} is crossed by a {name} (at {line.item.place}) on {page.name}"
                yield Diagnostic("L045", message, text.item.place, "give it more room", subject=page.name)


def strikes(shape: DrawnItem, text: DrawnItem, neighbours: Sequence[DrawnItem]) -> bool:
    """Tell whether the edge of a shape crosses a text, and no ground that is drawn in between hides it there."""
    if not shape.has_edge or shape.item.place == text.item.place != NOWHERE:  # an underline, from the same element
        return False
    box = text.box.outset(-SLACK)
    grounds = (
        ground for ground in neighbours if shape.at < ground.at < text.at and ground.is_solid and ground.box.holds(box)
    )
    # only these surely cover the whole box of the text; an outline may have a hole there
    if any(ground.shape is not None and ground.shape.kind in ("rect", "ellipse") for ground in grounds):
        return False
    sides = near_box([side for run in shape.runs for side in pairwise(run)], box)
    return any(box.has(start) for start, _ in sides) or is_crossed(sides, text.runs)


def covered_items(page: DrawnPage) -> Iterator[Diagnostic]:
    """Yield one fault for every text, icon and field that is covered by another item."""
    for item in page.items:
        if item.is_icon or (isinstance(item.item, TextItem) and item.item.text.strip()):
            neighbours = page.near(item)
            later = (neighbour for neighbour in neighbours if item.is_icon or neighbour.at > item.at)
            lying = (
                neighbour
                for neighbour in later
                if not is_one_icon(neighbour, item) and lies_on(neighbour, item, neighbours)
            )
            cover = next(lying, None)
            if cover is not None:
                item_name = item.name if item.shape is None else f"icon {item.name!r}"
                message = f"{item_name} is covered by {cover.name!r} (at {cover.item.place}) on {page.name}"
                yield Diagnostic("L047", message, item.item.place, "move one of them", subject=page.name)
        elif isinstance(item.item, FieldItem):
            cover = next(
                (neighbour for neighbour in page.near(item) if neighbour.at > item.at and hides_field(neighbour, item)),
                None,
            )
            if cover is not None:
                message = f"field {item.item.id!r} is covered by {cover.name!r} (at {cover.item.place}) on {page.name}"
                hint = "write the field below it, so that it is drawn later"
                yield Diagnostic("L047", message, item.item.place, hint, subject=page.name)


def is_one_icon(first: DrawnItem, second: DrawnItem) -> bool:
    """Tell whether two items are tones of the same icon: same element, same name, same box."""
    same_picture = (
        first.is_picture and second.is_picture and (first.name, first.item.place) == (second.name, second.item.place)
    )
    return same_picture and first.box.holds(second.box) and second.box.holds(first.box)


def lies_on(upper: DrawnItem, lower: DrawnItem, neighbours: Sequence[DrawnItem]) -> bool:
    """Tell whether `upper`, a shape, a line or an icon, covers or crosses `lower`; `neighbours` lie near this."""
    later = upper.at > lower.at
    if later and any(map(upper.hides, lower.spots())):
        return True
    if later and (upper.is_solid or upper.is_icon) and covers(upper.runs, lower.runs):
        return True
    if lower.shape is None or not upper.is_stroked or not near_box(upper.stroke, lower.hull):
        return False
    if not is_crossed(upper.stroke, lower.runs):
        return False
    # a ground drawn in between hides the line under the icon
    grounds = (ground for ground in neighbours if upper.at < ground.at < lower.at)
    return later or not any(ground.is_solid and ground.box.holds(lower.box) for ground in grounds)


def hides_field(shape: DrawnItem, field: DrawnItem) -> bool:
    """Return whether a shape drawn after a field hides most of it, or a line as wide as half of it runs through it."""
    if isinstance(shape.item, FieldItem):
        return False
    middle, *corners = field.spots()
    if shape.hides(middle) and sum(map(shape.hides, corners)) > 1:
        return True
    if shape.is_solid and inside(middle, shape.runs):
        return shape.box.holds(field.box, HAIR) or sum(inside(corner, shape.runs) for corner in corners) > 1
    if not shape.is_wide or 2 * shape.paint.stroke_width < min(field.box.width, field.box.height):
        return False
    sides = [pair for run in shape.runs for pair in pairwise(run)]
    middles = (Rect((ax + bx) / 2, (ay + by) / 2, 0, 0) for (ax, ay), (bx, by) in sides)
    return any(map(field.box.holds, middles)) or is_crossed(sides, field.runs)


def covers(upper: tuple[tuple[Point, ...], ...], lower: tuple[tuple[Point, ...], ...]) -> bool:
    """Tell whether two sets of filled outlines overlap: edges cross, or one contains a point of the other."""
    # if no edges cross, one lies wholly inside the other or they are apart: then one point of each outline decides
    if any(inside(run[0], upper) for run in lower if run) or any(inside(run[0], lower) for run in upper if run):
        return True
    return is_crossed([pair for run in upper for pair in pairwise(run)], lower)


def near_box(segments: Sequence[Segment], box: Rect) -> list[Segment]:
    """Return the segments whose bounding boxes overlap a box."""
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    return [
        (start, end)
        for start, end in segments
        if (start[0] <= right or end[0] <= right)
        and (start[0] >= left or end[0] >= left)
        and (start[1] <= bottom or end[1] <= bottom)
        and (start[1] >= top or end[1] >= top)
    ]


def is_crossed(segments: Sequence[Segment], runs: Sequence[Sequence[Point]]) -> bool:
    """Tell whether any of the segments crosses an edge of the outlines."""
    for run in runs:
        if not run:
            continue
        candidates = near_box(segments, around_points(run))
        if not candidates:
            continue
        # the common box of all candidates: most edges of a letter are apart from it and are left out by four
        # comparisons
        xs, ys = [x for piece in candidates for x, _ in piece], [y for piece in candidates for _, y in piece]
        left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
        for a, b in pairwise(run):
            is_apart = (a[0] < left and b[0] < left) or (a[0] > right and b[0] > right)
            if is_apart or (a[1] < top and b[1] < top) or (a[1] > bottom and b[1] > bottom):
                continue
            if any(_meet(start, end, a, b) for start, end in candidates):
                return True
    return False


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return False
    # two segments cross if the ends of each lie on different sides of the other; the boxes above settle most pairs
    return _side(a, b, c) != _side(a, b, d) and _side(c, d, a) != _side(c, d, b)


def _side(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])
