"""The items of a frame as drawn on the page: boxes, outlines, paints and neighbours, found once for all checks."""

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Any

from generator.frame import (
    BOARD,
    OPAQUE,
    FieldItem,
    Frame,
    ImageItem,
    Item,
    Paint,
    ShadowItem,
    ShapeItem,
    TextItem,
    alpha_of,
    box_of,
    runs_of,
    walk_seen,
)
from generator.geometry import Matrix, Point, Rect, invert, transform_point
from generator.layout.icons import OUTLINES
from generator.reading.pictures import read_picture

Segment = tuple[Point, Point]
SLACK = 0.35  # a box is a little larger than the ink in it
HAIR = 0.01  # more than sums are rounded by
FAINT = 0.72  # shades this light or lighter (0 black, 1 white) may lie under text
WIDE = 5.0  # points
CELL = 60.0  # points: the side of the squares by which neighbours are found
ROUND = 0.15  # of the sides of an ellipse: a box that is this much smaller on each side lies inside it
OPAQUE_PIXEL = 255
MOST_KEPT = 1_000
UNPAINTED = Paint()


class DrawnItem:
    """An item, its matrix to the page, opacity, shape, paint, and box on the page.

    The box of a picture is what its clips leave of it.
    """

    def __init__(self, item: Any, matrix: Matrix, opacity: float = 1.0, clip: Rect | None = None) -> None:
        self.item = item
        self.matrix, self.opacity, self.clip = matrix, opacity, clip
        self.shape: ShapeItem | None = None
        self.paint = UNPAINTED
        if isinstance(item, (ShapeItem, FieldItem)):
            self.shape, self.paint = item.shape if isinstance(item, FieldItem) else item, item.paint
        self.box: Rect = item.rect.around(matrix)
        if isinstance(item, ImageItem) and clip is not None:
            self.box = self.box.common(clip)

    @cached_property
    def reach(self) -> Rect:
        """The box of the item on the page, including the stroke around a shape."""
        return self.box.outset(self.paint.stroke_width / 2 * hypot(*self.matrix[:2]) if self.paint.stroke else 0)

    @cached_property
    def squares(self) -> list[tuple[int, int]]:
        """The squares of the page that the item, or the stroke around it, reaches into."""
        x, y, width, height = self.reach
        columns = range(int(x // CELL), int((x + width) // CELL) + 1)
        rows = range(int(y // CELL), int((y + height) // CELL) + 1)
        return [(column, row) for column in columns for row in rows]

    @cached_property
    def hull(self) -> Rect:
        """A box around all points of the outline, control points included; curves may extend beyond `box`."""
        outline = self.shape.outline if self.shape is not None else None
        if outline is None:
            return self.box
        bounds, rect = box_of(outline), self.item.rect
        across, down = rect.width / outline.width, rect.height / outline.height
        bounds = Rect(bounds.x * across, bounds.y * down, bounds.width * across, bounds.height * down)
        return bounds.move(rect.x, rect.y).around(self.matrix).outset(HAIR)

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
    def is_solid(self) -> bool:
        """Whether the item hides what is drawn before it: an opaque filled shape that is not a picture."""
        fill = self.paint.fill if self.shape is not None and self.shape.kind != "line" else None
        return fill is not None and alpha_of(fill) * self.opacity == 1 and not self.is_picture

    @cached_property
    def pixels(self) -> Any:
        """The opacity of each pixel of a picture file, as a Pillow image."""
        return read_picture(Path(self.item.path)).pixels.convert("RGBA").getchannel("A")

    @cached_property
    def parts(self) -> list["DrawnItem"]:
        """The filled shapes of a drawing, in its own coordinates and in drawing order."""
        parts = [DrawnItem(*each) for each in walk_seen(self.item.drawing.items)]
        return [part for part in parts if (part.paint.fill or part.paint.gradient) and part.name != "line"]

    def hides(self, point: Point) -> bool:
        """Return whether a picture, if this is one, is opaque at a point of the page."""
        image = self.item
        if not isinstance(image, ImageItem) or self.opacity < 1 or not self.box.has(point):
            return False
        x, y = transform_point(invert(self.matrix), *point)
        across, down = (x - image.rect.x) / image.rect.width, (y - image.rect.y) / image.rect.height
        if image.drawing is None:
            at = int(across * self.pixels.width), int(down * self.pixels.height)
            return 0 <= across < 1 > down >= 0 and self.pixels.getpixel(at) == OPAQUE_PIXEL
        spot = (across * image.drawing.size.width, down * image.drawing.size.height)
        return any(part.is_solid and inside(spot, part.runs) for part in self.parts)

    def colors_at(self, point: Point) -> Iterator[tuple[str, float]]:
        """Yield the fills of a drawing at a point of the page, as "#rrggbb" and opacity, the topmost first."""
        image = self.item
        x, y = transform_point(invert(self.matrix), *point)
        size = image.drawing.size
        spot = (x - image.rect.x) / image.rect.width * size.width, (y - image.rect.y) / image.rect.height * size.height
        for part in reversed(self.parts):
            if part.box.has(spot) and (part.clip is None or part.clip.has(spot)) and inside(spot, part.runs):
                color = part.color_at(spot)
                layer = color[:OPAQUE], part.opacity * self.opacity * alpha_of(color)
                yield layer
                if layer[1] == 1:
                    return

    def color_at(self, point: Point) -> str:
        """Return the colour of the fill at a point, which a gradient changes from point to point."""
        gradient = self.paint.gradient
        return gradient.color_at(*transform_point(invert(self.matrix), *point)) if gradient else self.paint.fill or ""

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
    def sides(self) -> tuple[Segment, ...]:
        """The edges of the outline on the page."""
        return tuple(side for run in self.runs for side in pairwise(run))

    def is_clear(self, box: Rect) -> bool:
        """Return whether this is an upright rectangle or ellipse around a box, which none of its edges reaches."""
        if self.shape is None or self.shape.kind not in ("rect", "ellipse") or self.matrix[1] or self.matrix[2]:
            return False
        is_round, width, height = self.shape.kind == "ellipse", self.box.width, self.box.height
        corner = ROUND * max(width, height) if is_round else self.shape.radius * hypot(*self.matrix[:2])
        return self.box.holds(box, -HAIR - corner)

    @cached_property
    def is_stroked(self) -> bool:
        """Whether this has a visible stroke."""
        return self.paint.stroke is not None and shade(self.paint.stroke) < FAINT

    @cached_property
    def has_edge(self) -> bool:
        """Whether this has a visible edge: its stroke or its fill is not very light."""
        fill = self.paint.fill
        return self.is_stroked or (bool(fill) and shade(fill or "") < FAINT)

    @cached_property
    def may_cover(self) -> bool:
        """Whether this can cover or cross another item: a picture file, or a shape that is not very light."""
        return isinstance(self.item, ImageItem) or self.is_solid or self.has_edge or self.is_wide

    @cached_property
    def is_plain(self) -> bool:
        """Whether this is a shape without a picture in it: a ground for what is drawn later."""
        return self.shape is not None and (self.shape.outline is None or self.shape.outline.name in OUTLINES)

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
        runs = [run for box in boxes for run in runs_of(shape._replace(rect=box), self.matrix)]
        return tuple(side for run in runs for side in pairwise(run))


DrawnItems = dict[int, tuple[Item, list[DrawnItem]]]
"""What each item or group of a face contains, by its id; the item is kept, so that no other one gets its id."""


class DrawnPage:
    """A frame with its drawn items, texts and visible fields to be marked; shadows are left out.

    Boards are left out unless `boards`: they show parts of sheets that are checked themselves. The cards of a deck
    share most of their items: those that are in `drawn_items`, from another page, are not drawn again.
    """

    def __init__(self, frame: Frame, drawn_items: DrawnItems | None = None, *, boards: bool = False) -> None:
        self.frame, self.name = frame, frame.name
        page = Rect(0, 0, *frame.size)
        self.face = frame.trim or page
        drawn_items = DrawnItems() if drawn_items is None else drawn_items
        if len(drawn_items) > MOST_KEPT:  # the words of many cards, which no later card shows
            drawn_items.clear()
        self.items: list[DrawnItem] = []
        for item in frame.items:
            if id(item) not in drawn_items:
                walk = walk_seen((item,), without=None if boards else BOARD)
                parts = [DrawnItem(*part) for part in walk if not isinstance(part[0], ShadowItem)]
                drawn_items[id(item)] = item, parts
            self.items += drawn_items[id(item)][1]
        self.texts = [entry for entry in self.items if isinstance(entry.item, TextItem)]
        self.fields = [
            entry
            for entry in self.items
            if isinstance(entry.item, FieldItem)
            and not entry.item.filled
            and page.has(entry.box.middle)
            and (entry.clip is None or entry.clip.has(entry.box.middle))
        ]
        self._near: dict[int, tuple[list[DrawnItem], list[DrawnItem]]] = {}

    @cached_property
    def _cells(self) -> dict[tuple[int, int], list[int]]:
        """The indexes of the items that may cross or cover others, by the squares that they reach into."""
        # A uniform grid: an item is entered into each square that it reaches into, and only items that share a square
        # can meet. Most items are as small as a square, so this is faster than a tree of boxes.
        cells: dict[tuple[int, int], list[int]] = {}
        for at, entry in enumerate(self.items):
            if not isinstance(entry.item, TextItem) and entry.may_cover:
                for square in entry.squares:
                    cells.setdefault(square, []).append(at)
        return cells

    def near(self, at: int) -> tuple[list[DrawnItem], list[DrawnItem]]:
        """Return the items that may cross or cover the one at this index, as their boxes overlap its box.

        The first list has those that are drawn before it, the second those drawn after it; both are in drawing order.
        """
        if at not in self._near:
            entry = self.items[at]
            box = entry.box.outset(-SLACK)
            indexes = sorted({index for square in entry.squares for index in self._cells.get(square, ())})
            meeting = [index for index in indexes if self.items[index].reach.meets(box)]
            below = [self.items[index] for index in meeting if index < at]
            self._near[at] = below, [self.items[index] for index in meeting if index > at]
        return self._near[at]


@lru_cache(maxsize=1024)
def shade(color: str) -> float:
    """Return how light a colour is, 0 (black) to 1 (white)."""
    return float(sum(int(color[at : at + 2], 16) for at in (1, 3, 5))) / 765


def inside(point: Point, runs: Sequence[Sequence[Point]]) -> bool:
    """Tell whether a point is inside filled outlines, by the even-odd rule.

    >>> inside((1, 1), [[(0, 0), (4, 0), (4, 4), (0, 4), (0, 0)]])
    True
    """
    # A ray from the point to the right crosses the outline an odd number of times if the point is inside (Shimrat 1962)
    x, y = point
    odd = False
    for run in runs:
        for (ax, ay), (bx, by) in pairwise(run):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                odd = not odd
    return odd
