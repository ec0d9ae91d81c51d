"""Find texts, icons and fields that a shape, a picture, a line or an icon covers or crosses; changes nothing."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from generator.diagnostics import NOWHERE, Diagnostic
from generator.frame import FieldItem, TextItem
from generator.geometry import Point, Rect, around_points
from generator.layout.drawn_items import HAIR, SLACK, DrawnItem, DrawnPage, Segment, inside


def struck_texts(page: DrawnPage) -> Iterator[Diagnostic]:
    """Yield one fault for every text that a visible line crosses: a stroke, or the edge of a panel or an icon."""
    for at, text in enumerate(page.items):
        if isinstance(text.item, TextItem) and text.item.text.strip():
            below, above = page.near(at)
            lines = (shape for index, shape in enumerate(below) if strikes(shape, text, below[index + 1 :]))
            line = next(lines, None) or next((shape for shape in above if strikes(shape, text, ())), None)
            if line is not None:
                name = line.shape.outline.name if line.shape is not None and line.shape.outline else "line"
                message = f"{text.name} is crossed by a {name} (at {line.item.place}) on {page.name}"
                yield Diagnostic("L045", message, text.item.place, "give it more room", subject=page.name)


def strikes(shape: DrawnItem, text: DrawnItem, between: Sequence[DrawnItem]) -> bool:
    """Tell whether the edge of a shape crosses a text, and none of the shapes drawn in between hides it there."""
    if not shape.has_edge or shape.item.place == text.item.place != NOWHERE:  # an underline, from the same element
        return False
    box = text.box.outset(-SLACK)
    if shape.is_clear(box):  # most shapes near a text are its panel or the card, and need no look at their edges
        return False
    grounds = (ground for ground in between if ground.is_solid and ground.box.holds(box))
    # only these surely cover the whole box of the text; an outline may have a hole there
    if any(ground.shape is not None and ground.shape.kind in ("rect", "ellipse") for ground in grounds):
        return False
    sides = near_box(shape.sides, box)
    return any(box.has(start) for start, _ in sides) or is_crossed(sides, text.runs)


def covered_items(page: DrawnPage) -> Iterator[Diagnostic]:
    """Yield one fault for every text, icon and field that is covered by another item."""
    for at, item in enumerate(page.items):
        if isinstance(item.item, FieldItem):
            covers = (upper for upper in page.near(at)[1] if hides_field(upper, item))
            name, hint = f"field {item.item.id!r}", "write the field below it, so that it is drawn later"
        elif item.item.text.strip() if isinstance(item.item, TextItem) else item.is_icon:
            covers = (cover for cover in covers_of(item, *page.near(at)) if not is_one_icon(cover, item))
            name, hint = item.name if item.shape is None else f"icon {item.name!r}", "move one of them"
        else:
            continue
        cover = next(covers, None)
        if cover is not None:
            message = f"{name} is covered by {cover.name!r} (at {cover.item.place}) on {page.name}"
            yield Diagnostic("L047", message, item.item.place, hint, subject=page.name)


def covers_of(item: DrawnItem, below: Sequence[DrawnItem], above: Sequence[DrawnItem]) -> Iterator[DrawnItem]:
    """Yield the shapes, lines and icons that cover or cross an icon or a text; they are drawn before or after it."""
    for index, line in enumerate(below if item.is_icon else ()):
        # a ground drawn in between hides the line under the icon
        grounds = (ground for ground in below[index + 1 :] if ground.is_solid and ground.box.holds(item.box))
        if runs_through(line, item) and not any(grounds):
            yield line
    for upper in above:
        is_over = (upper.is_solid or upper.is_icon) and overlap(upper, item)
        if is_over or runs_through(upper, item) or any(map(upper.hides, item.spots())):
            yield upper


def is_one_icon(first: DrawnItem, second: DrawnItem) -> bool:
    """Tell whether two items are tones of the same icon: same element, same name, same box."""
    if not first.is_picture or not second.is_picture or first.name != second.name:
        return False
    return first.item.place == second.item.place and first.box.holds(second.box) and second.box.holds(first.box)


def runs_through(line: DrawnItem, icon: DrawnItem) -> bool:
    """Tell whether the visible stroke of a shape crosses the outline of an icon."""
    if icon.shape is None or not line.is_stroked or not near_box(line.stroke, icon.hull):
        return False
    return is_crossed(line.stroke, icon.runs)


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
    middles = (Rect((ax + bx) / 2, (ay + by) / 2, 0, 0) for (ax, ay), (bx, by) in shape.sides)
    return any(map(field.box.holds, middles)) or is_crossed(shape.sides, field.runs)


def overlap(upper: DrawnItem, lower: DrawnItem) -> bool:
    """Tell whether two filled items overlap: their edges cross, or one contains a point of the other."""
    # if no edges cross, one lies wholly inside the other or they are apart: then one point of each outline decides
    if any(inside(run[0], upper.runs) for run in lower.runs if run):
        return True
    return any(inside(run[0], lower.runs) for run in upper.runs if run) or is_crossed(upper.sides, lower.runs)


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
        # most edges of a letter are apart from the common box of all candidates: four comparisons leave them out
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
