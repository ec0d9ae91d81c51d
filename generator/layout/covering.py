"""Find texts, icons and fields covered by a shape or picture drawn later, a line or an icon; changes nothing.

Lines through a text are found in `lines_through_text`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Any

from generator.diagnostics import Diagnostic
from generator.frame import (
    FieldItem,
    Frame,
    ImageItem,
    Paint,
    ShapeItem,
    TextItem,
    VectorOutline,
    alpha_of,
    images_shown,
    runs_of,
    walk_seen,
)
from generator.geometry import Matrix, Point, Rect, around_points, invert, transform_point
from generator.layout.lines_through_text import FAINT, Segment, edges_of, shade
from generator.layout.named_shapes import OUTLINES
from generator.reading.pictures import read_picture

HAIR = 0.01  # more than sums are rounded by
WIDE = 5.0  # points
OPAQUE_PIXEL = 255
SLACK = 0.35  # a box is a little larger than the ink in it


@dataclass(frozen=True)
class DrawnItem:
    """An item, its matrix to the page, index in drawing order (`at`), opacity, and the visible box of a picture."""

    item: TextItem | ShapeItem | FieldItem | ImageItem
    matrix: Matrix
    at: int
    opacity: float = 1.0
    shown: Rect | None = None

    @cached_property
    def box(self) -> Rect:
        return self.shown or self.item.rect.around(self.matrix)

    @cached_property
    def reach(self) -> Rect:
        """The box of the item on the page, including the stroke around a shape."""
        return self.box.outset(self.paint.stroke_width / 2 * hypot(*self.matrix[:2]) if self.paint.stroke else 0)

    @cached_property
    def hull(self) -> Rect:
        """A box around all points of the outline, control points included; curves may extend beyond `box`."""
        outline = self.shape.outline if self.shape is not None else None
        if outline is None:
            return self.box
        inner, rect = box_of(outline), self.item.rect
        across, down = rect.width / outline.width, rect.height / outline.height
        inner = Rect(inner.x * across, inner.y * down, inner.width * across, inner.height * down)
        return inner.move(rect.x, rect.y).around(self.matrix).outset(HAIR)

    @cached_property
    def shape(self) -> ShapeItem | None:
        if isinstance(self.item, (TextItem, ImageItem)):
            return None
        return self.item.shape if isinstance(self.item, FieldItem) else self.item

    @cached_property
    def is_icon(self) -> bool:
        """Whether this is a dark picture that should be visible as a whole."""
        if self.shape is not None and self.shape.ground:
            return False
        return self.is_picture and shade(self.paint.fill or "#ffffff") < FAINT

    @cached_property
    def is_picture(self) -> bool:
        outline = self.shape.outline if self.shape is not None else None
        return outline is not None and outline.name not in OUTLINES and self.paint.fill is not None

    @cached_property
    def paint(self) -> Paint:
        return self.item.paint if not isinstance(self.item, (TextItem, ImageItem)) else Paint()

    @cached_property
    def is_solid(self) -> bool:
        """Whether the item hides what is drawn before it: an opaque filled shape that is not a picture."""
        fill = self.paint.fill if self.shape is not None and self.shape.kind != "line" else None
        return fill is not None and alpha_of(fill) * self.opacity == 1 and not self.is_picture

    @cached_property
    def pixels(self) -> Any:
        """The opacity of each pixel of a picture file, as a Pillow image."""
        return read_picture(Path(self.item.path)).pixels.convert("RGBA").getchannel("A")  # type: ignore[union-attr]

    def hides(self, point: Point) -> bool:
        """Return whether a picture, if this is one, is opaque at a point of the page."""
        image, (x, y) = self.item, transform_point(invert(self.matrix), *point)
        if not isinstance(image, ImageItem) or self.opacity < 1 or not self.box.holds(Rect(*point, 0, 0), 0):
            return False
        across, down = (x - image.rect.x) / image.rect.width, (y - image.rect.y) / image.rect.height
        if image.drawing is None:
            at = int(across * self.pixels.width), int(down * self.pixels.height)
            return 0 <= across < 1 > down >= 0 and self.pixels.getpixel(at) == OPAQUE_PIXEL
        spot = (across * image.drawing.size.width, down * image.drawing.size.height)
        inner = (DrawnItem(item, at, 0, part) for item, at, part in walk_seen(image.drawing.items))  # type: ignore[arg-type]
        return any(isinstance(each.item, ShapeItem) and each.is_solid and inside(spot, each.runs) for each in inner)

    def spots(self) -> tuple[Point, ...]:
        """Return the middle and the corners of the box."""
        x, y, width, height = self.box.outset(-SLACK)
        return (self.box.middle, (x, y), (x + width, y), (x, y + height), (x + width, y + height))

    @cached_property
    def name(self) -> str:
        if isinstance(self.item, TextItem):
            return f"text {self.item.text[:30]!r}"
        if isinstance(self.item, ImageItem):
            return self.item.path.rpartition("/")[2]
        assert self.shape is not None
        return self.shape.outline.name if self.shape.outline is not None else self.shape.kind

    @cached_property
    def runs(self) -> tuple[tuple[Point, ...], ...]:
        """The outline of the item on the page, as closed polylines; the outline of a text is its box."""
        if self.shape is None:
            box = self.box.outset(-SLACK)
            corners = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
            return ((*corners, corners[0]),)
        return runs_of(self.shape, self.matrix)

    @cached_property
    def is_stroked(self) -> bool:
        """Whether this has a visible stroke."""
        return self.paint.stroke is not None and shade(self.paint.stroke) < FAINT

    @cached_property
    def is_wide(self) -> bool:
        """Whether the line around this, in any colour, is wide enough to hide a box to tick."""
        return self.paint.stroke is not None and self.paint.stroke_width >= WIDE

    @cached_property
    def stroke(self) -> tuple[Segment, ...]:
        """Both edges of the visible stroke of a shape, as segments; empty if there is none."""
        paint, shape = self.paint, self.shape
        if shape is None or not self.is_stroked:
            return ()
        half = paint.stroke_width / 2
        boxes = (shape.rect,) if shape.outline is not None else (shape.rect.outset(half), shape.rect.outset(-half))
        if shape.kind == "line":
            boxes = (shape.rect.outset(half),)
            shape = shape._replace(kind="rect")
        return tuple(line for box in boxes for line in edges_of(shape._replace(rect=box), self.matrix))


def covered_items(frame: Frame) -> Iterator[Diagnostic]:
    """Yield one fault for every text and icon that is covered by another item."""
    pictures = images_shown(frame.items)
    drawn = [
        DrawnItem(item, matrix, at, part, next(pictures)[2] if isinstance(item, ImageItem) else None)
        for at, (item, matrix, part) in enumerate(walk_seen(frame.items))
        if isinstance(item, (TextItem, ShapeItem, FieldItem, ImageItem))
    ]
    seen = [item for item in drawn if item.is_solid or item.is_icon or item.is_stroked or item.is_wide or item.shown]
    by_column = DrawnItemIndex(seen)
    for item in drawn:
        if item.is_icon or (isinstance(item.item, TextItem) and item.item.text.strip()):
            near = (other for other in by_column.near(item) if not is_one_icon(other, item))
            other = next((other for other in near if lies_on(other, item, by_column)), None)
            if other is not None:
                what = item.name if item.shape is None else f"icon {item.name!r}"
                message = f"{what} is covered by {other.name!r} (at {other.item.place}) on {frame.name}"
                yield Diagnostic("L047", message, item.item.place, "move one of them", subject=frame.name)
        elif isinstance(item.item, FieldItem):
            near = (other for other in by_column.near(item) if other.at > item.at)
            other = next((other for other in near if hides_field(other, item)), None)
            if other is not None:
                message = f"field {item.item.id!r} is covered by {other.name!r} (at {other.item.place}) on {frame.name}"
                hint = "write the field below it, so that it is drawn later"
                yield Diagnostic("L047", message, item.item.place, hint, subject=frame.name)


class DrawnItemIndex:
    """An index of items by their position in a grid of square cells, so that only neighbours are compared."""

    WIDTH = 36.0

    def __init__(self, items: Sequence[DrawnItem]) -> None:
        self.cells: dict[tuple[int, int], list[DrawnItem]] = {}
        for other in items:
            for key in self._keys(other.reach):
                self.cells.setdefault(key, []).append(other)

    def _keys(self, box: Rect) -> Iterator[tuple[int, int]]:
        for x in range(int(box.x // self.WIDTH), int(box.right // self.WIDTH) + 1):
            for y in range(int(box.y // self.WIDTH), int(box.bottom // self.WIDTH) + 1):
                yield x, y

    def near(self, each: DrawnItem) -> list[DrawnItem]:
        """Return the items whose boxes overlap the box of `each`, in drawing order; for a text, only later items."""
        box, first = each.box.outset(-SLACK), each.at if each.shape is None else -1
        near = {other.at: other for key in self._keys(box) for other in self.cells.get(key, ()) if other.at > first}
        return [near[at] for at in sorted(near) if at != each.at and near[at].reach.meets(box)]


def is_one_icon(one: DrawnItem, other: DrawnItem) -> bool:
    """Tell whether two items are tones of the same icon: same element, same name, same box."""
    alike = one.is_picture and other.is_picture and (one.name, one.item.place) == (other.name, other.item.place)
    return alike and one.box.holds(other.box) and other.box.holds(one.box)


def lies_on(other: DrawnItem, each: DrawnItem, columns: DrawnItemIndex) -> bool:
    """Tell whether `other`, a shape, a line or an icon, covers or crosses `each`, a text or an icon."""
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
    between = (ground for ground in columns.near(each) if other.at < ground.at < each.at)
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


def inside(point: Point, runs: Sequence[Sequence[Point]]) -> bool:
    """Tell whether a point is inside filled outlines, by the even-odd rule.

    >>> inside((1, 1), [[(0, 0), (4, 0), (4, 4), (0, 4), (0, 0)]])
    True
    """
    x, y = point
    odd = False
    for run in runs:
        for (ax, ay), (bx, by) in pairwise(run):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                odd = not odd
    return odd


@lru_cache(maxsize=512)
def box_of(outline: VectorOutline) -> Rect:
    """Return the box around all points of an outline, control points included, in the outline's own coordinates."""
    numbers = outline.numbers
    return around_points(zip(numbers[::2], numbers[1::2], strict=True)) if numbers else Rect(0, 0, 0, 0)


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
