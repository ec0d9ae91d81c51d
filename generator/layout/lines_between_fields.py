"""Lines and arrows between the fields of a face that was laid out; changes none of its items."""

from collections.abc import Iterator
from math import hypot

from generator.diagnostics import did_you_mean
from generator.frame import FieldItem, Item, Paint, ShapeItem, outline_through, walk
from generator.geometry import Point, Rect
from generator.layout.binding import Scope
from generator.layout.elements.element_context import FaceLayoutContext
from generator.layout.spec import LineBetweenFields

HEAD = 4.0  # widths of the line that the head of an arrow is long
LEAST_HEAD = 4.0
SHAPE = "triangle_shape"  # one of ours, not a picture that nothing may touch


def links_between(context: FaceLayoutContext, items: list[Item], scope: Scope) -> Iterator[ShapeItem]:
    """Yield the lines of a layout between its fields; a field that is not there is a fault."""
    if not context.layout.links:
        return
    fields = {item.id: item.rect.around(matrix) for item, matrix in walk(tuple(items)) if isinstance(item, FieldItem)}
    for link in context.layout.links:
        scopes = [scope] if link.each is None else context.entries(link.each, link.alias, scope, link.place)
        for one in scopes:
            if link.when and not context.holds(link.when, one, link.place):
                continue
            names = [context.fill(text, one, link.place) for text in (link.start, link.end)]
            boxes = [fields.get(name) for name in names]
            for name, box in zip(names, boxes, strict=True):
                if box is None:
                    hint = did_you_mean(name, fields)
                    context.fault("L053", f"there is no field {name!r} for a line to go to", link.place, hint)
            if boxes[0] is not None and boxes[1] is not None:
                yield from _link(context, link, one, boxes[0], boxes[1])


def _link(
    context: FaceLayoutContext, link: LineBetweenFields, scope: Scope, start: Rect, end: Rect
) -> Iterator[ShapeItem]:
    color = context.color(link.stroke, scope, link.place)
    one, other = start.middle, end.middle
    span = hypot(other[0] - one[0], other[1] - one[1])
    if span == 0 or color is None:
        return
    across = ((other[1] - one[1]) * link.bend, (one[0] - other[0]) * link.bend)
    over = ((one[0] + other[0]) / 2 + across[0], (one[1] + other[1]) / 2 + across[1])
    begin, stop = _leaving(start.outset(link.gap), over, one), _leaving(end.outset(link.gap), over, other)
    head = max(LEAST_HEAD, HEAD * link.stroke_width)
    heads = []
    if link.arrow in ("end", "both"):
        stop, arrow = _arrow(over, stop, head)
        heads.append(arrow)
    if link.arrow in ("start", "both"):
        begin, arrow = _arrow(over, begin, head)
        heads.append(arrow)
    curve = [((2 * over[0] + x) / 3, (2 * over[1] + y) / 3) for x, y in (begin, stop)]
    paint = Paint(None, color, link.stroke_width, link.dash)
    yield _drawn("MC" if link.bend else "ML", [begin, *(curve if link.bend else []), stop], paint, link)
    for arrow in heads:
        yield _drawn("MLLZ", arrow, Paint(color), link)


def _leaving(box: Rect, far: Point, middle: Point) -> Point:
    """Return where the way from the middle of a box to a point far off leaves it."""
    dx, dy = far[0] - middle[0], far[1] - middle[1]
    parts = [half / abs(step) for half, step in ((box.width / 2, dx), (box.height / 2, dy)) if step]
    part = min([1.0, *parts])
    return middle[0] + part * dx, middle[1] + part * dy


def _arrow(far: Point, tip: Point, head: float) -> tuple[Point, list[Point]]:
    """Return where the line ends behind the head of an arrow, and its corners."""
    dx, dy = tip[0] - far[0], tip[1] - far[1]
    span = hypot(dx, dy) or 1.0
    dx, dy = dx / span * head, dy / span * head
    foot = tip[0] - dx, tip[1] - dy
    return foot, [tip, (foot[0] - dy / 2, foot[1] + dx / 2), (foot[0] + dy / 2, foot[1] - dx / 2)]


def _drawn(letters: str, points: list[Point], paint: Paint, link: LineBetweenFields) -> ShapeItem:
    outline, box = outline_through(points, letters, SHAPE)
    return ShapeItem("outline", box, paint, 0.0, outline, link.place)
