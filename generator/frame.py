"""A frame: items at fixed positions on a face or a sheet. The wall between layout and drawing.

Six kinds of item: group, text, shape, image, field, shadow. Origin top left, y down, in points. `place` of an item is
where its element is in the layout file. `written` lists where the values shown are written in cards, words or data;
it is None unless the layout was asked to record it.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import Literal, NamedTuple

from generator.diagnostics import NOWHERE, SourceLocation
from generator.geometry import Matrix, Point, Points, Rect, Size, around_points, combine, invert, shift, transform_point

UNMOVED: Matrix = (1, 0, 0, 1, 0, 0)
OPAQUE = len("#rrggbb")
CURVE_STEPS, ROUND_STEPS = 6, 36  # straight pieces of a bend, of an ellipse
LINE = 0.1  # points added around shapes: lines have no height or no width
NUMBERS_OF = {"M": 2, "L": 2, "C": 6, "Z": 0}
NO_LETTERS, NO_COMMANDS = str.maketrans("", "", "0123456789.- "), str.maketrans("MLCZ", "    ")
Side = Literal["front", "back"]
Ink = Literal["", "CutContour", "Crease", "none"]
Written = tuple[SourceLocation, ...] | None


class VectorOutline(NamedTuple):
    """A path within a box `width` by `height`: its commands (M, L, C and Z) and all their numbers, x and y in turn.

    With `even_odd` the path is filled by the even-odd rule, else by the nonzero rule. `path` is either the numbers, or
    the text of the path with blanks between, which is parsed when the numbers are needed. `tones` are the
    translucent parts of an icon beside its opaque ones.
    """

    name: str
    letters: str
    path: str | tuple[float, ...]
    width: float = 512.0
    height: float = 512.0
    even_odd: bool = False
    tones: tuple["TranslucentOutline", ...] = ()

    def __hash__(self) -> int:
        """Hash name and letters only: outlines are keys of caches, names nearly always differ, numbers are many."""
        return hash((self.name, self.letters))

    @property
    def numbers(self) -> tuple[float, ...]:
        """All numbers of the path, x and y in turn."""
        return _numbers_of(self.path) if isinstance(self.path, str) else self.path

    def commands(self) -> Iterator[tuple[str, tuple[float, ...]]]:
        """Yield each command as its letter and a tuple of its numbers.

        >>> list(make_outline("roof", "M 0 9 L 5 0 Z").commands())
        [('M', (0.0, 9.0)), ('L', (5.0, 0.0)), ('Z', ())]
        """
        at, numbers = 0, self.numbers
        for letter in self.letters:
            count = NUMBERS_OF[letter]
            yield letter, numbers[at : at + count]
            at += count


class TranslucentOutline(NamedTuple):
    """A translucent part of an icon: `alpha` is its opacity, 0 to 1."""

    outline: VectorOutline
    alpha: float


def make_outline(name: str, path: str, width: float = 512.0, height: float = 512.0) -> VectorOutline:
    """Return the outline of a path written as absolute commands M, L, C and Z with blanks between.

    Raises ValueError if the number of values does not fit the commands.

    >>> make_outline("roof", "M 0 9 L 5 0 Z").letters
    'MLZ'
    """
    letters = path.translate(NO_LETTERS)
    if path.count(" ") + 1 != len(letters) + numbers_in(letters):
        raise ValueError(f"the numbers of outline {name!r} do not fit its commands")
    return VectorOutline(name, letters, path, width, height)


def outline_through(points: Sequence[Point], letters: str, name: str) -> tuple[VectorOutline, Rect]:
    """Return a path through points (one per letter, in points) and its bounding box.

    The sides of the box are at least 1 point.

    >>> outline_through([(4, 9), (9, 4)], "ML", "slope")[1]
    Rect(x=4, y=4, width=5, height=5)
    """
    left, top = (min(point[axis] for point in points) for axis in (0, 1))
    width, height = (max(max(point[axis] for point in points) - start, 1.0) for axis, start in ((0, left), (1, top)))
    numbers = tuple(round(value, 2) for x, y in points for value in (x - left, y - top))
    return VectorOutline(name, letters, numbers, width, height), Rect(left, top, width, height)


@lru_cache(maxsize=1024)
def box_of(outline: VectorOutline) -> Rect:
    """Return the box around all points of an outline, control points included, in the outline's own coordinates."""
    numbers = outline.numbers
    return around_points(zip(numbers[::2], numbers[1::2], strict=True)) if numbers else Rect(0, 0, 0, 0)


def numbers_in(letters: str) -> int:
    """Return how many numbers follow the given command letters in a path.

    >>> numbers_in("MLCZ")
    10
    """
    return sum([count * letters.count(letter) for letter, count in NUMBERS_OF.items()])


@lru_cache(maxsize=512)
def _numbers_of(path: str) -> tuple[float, ...]:
    return tuple(map(float, path.translate(NO_COMMANDS).split()))


def alpha_of(color: str) -> float:
    """Return the opacity of a colour "#rrggbb" or "#rrggbbaa", 0 to 1.

    >>> alpha_of("#ff0000"), alpha_of("#ff000080")
    (1.0, 0.502)
    """
    return round(int(color[OPAQUE:], 16) / 255, 3) if len(color) > OPAQUE else 1.0


def mix_colors(first: str, second: str, part: float) -> str:
    """Return the colour that is `part` (0 to 1) of the way from one to the other; both or neither have an alpha.

    >>> mix_colors("#000000", "#ffffff", 0.5)
    '#808080'
    """
    if part == 1:
        return second.lower()
    pairs = zip(bytes.fromhex(first[1:]), bytes.fromhex(second[1:]), strict=True)
    return f"#{bytes(round(a + (b - a) * part) for a, b in pairs).hex()}"


class GradientStop(NamedTuple):
    """A colour "#rrggbb" at `at` (0 to 1) of the way through a gradient; `alpha` is its opacity, 0 to 1."""

    at: float
    color: str
    alpha: float = 1.0

    @property
    def code(self) -> str:
        """The colour as "#rrggbbaa"."""
        return f"{self.color}{round(255 * self.alpha):02x}"


class Gradient(NamedTuple):
    """A radial gradient between two circles, or a linear one between two points.

    `points` of circles are their centres and radii: x, y, r, x, y, r; those of a line are x, y, x, y. `matrix` maps
    them to the coordinates of the shape. Outside the first and the last stop the colour stays the same. A repeated
    gradient has its stops written out for all of its `runs`.
    """

    points: tuple[float, ...]
    stops: tuple[GradientStop, ...]
    matrix: Matrix = UNMOVED
    runs: int = 1

    def color_at(self, x: float, y: float) -> str:
        """Return the colour "#rrggbbaa" at a point of the shape; circles are taken as concentric."""
        x, y = transform_point(invert(self.matrix), x, y)
        if self.is_radial:
            part = hypot(x - self.points[3], y - self.points[4]) / self.points[5]
        else:
            left, top, right, bottom = self.points
            across, down = right - left, bottom - top
            part = ((x - left) * across + (y - top) * down) / (across**2 + down**2)
        next_stop = next((stop for stop in self.stops if stop.at >= part), self.stops[-1])
        last_stop = next((stop for stop in reversed(self.stops) if stop.at <= part), self.stops[0])
        step = (part - last_stop.at) / (next_stop.at - last_stop.at) if next_stop.at > last_stop.at else 0.0
        return mix_colors(last_stop.code, next_stop.code, step)

    @property
    def is_radial(self) -> bool:
        return len(self.points) == 6

    @property
    def is_solid(self) -> bool:
        """Whether all stops are opaque."""
        return all(stop.alpha == 1 for stop in self.stops)


class Paint(NamedTuple):
    """How a shape is filled and stroked; colours are None, "#rrggbb", or "#rrggbbaa" if translucent.

    A gradient takes precedence over `fill`, which is used where only a single colour is possible. `ink` names a spot
    colour of lines that a printing house cuts or creases along instead of printing them.
    """

    fill: str | None = None
    stroke: str | None = None
    stroke_width: float = 0.5
    dash: tuple[float, ...] = ()
    gradient: Gradient | None = None
    ink: Ink = ""


Paragraph = str
"""What begins at an item in the tags of a PDF: "P" a paragraph, "H1" to "H3" a heading, "" if the last one goes on,
"+" if even its last word goes on. Table cells are written by `cell_tag`."""


def cell_tag(row: int, column: int, span: int = 1, heads: str = "") -> Paragraph:
    """Return the tag of a table cell: row and column from 0, columns spanned, and "Column" or "Row" if it is a header.

    >>> cell_tag(2, 0, heads="Row")
    'TH 2 0 1 Row'
    """
    return f"{'TH' if heads else 'TD'} {row} {column} {span} {heads}".rstrip()


class LetterOutline(NamedTuple):
    """A line around letters that reaches `width` points beyond them."""

    color: str
    width: float


class TextItem(NamedTuple):
    """One run of glyphs; (x, y) is the left end of its baseline, `width` its length.

    `rtl` is the direction of the run in a line that mixes directions, None in any other line.
    """

    x: float
    y: float
    text: str
    font: str
    size: float
    color: str
    width: float
    place: SourceLocation = NOWHERE
    opens: Paragraph = ""
    rtl: bool | None = None
    written: Written = None
    outline: LetterOutline | None = None

    @property
    def rect(self) -> Rect:
        """The box of the ink of capitals and small letters, descenders included; an estimate from `size`."""
        return Rect(self.x, self.y - 0.70 * self.size, self.width, 0.88 * self.size)


class ShapeItem(NamedTuple):
    """A filled or stroked shape: rect, ellipse, line (corner to corner) or an outline stretched to the box.

    `spoken` is its text for screen readers; a shape without one is decoration. With `ground` it is a background
    picture, which other items may cover.
    """

    kind: str
    rect: Rect
    paint: Paint
    radius: float = 0.0
    outline: VectorOutline | None = None
    place: SourceLocation = NOWHERE
    spoken: str = ""
    opens: Paragraph = ""
    ground: bool = False
    written: Written = None


def line(x1: float, y1: float, x2: float, y2: float, paint: Paint, place: SourceLocation = NOWHERE) -> ShapeItem:
    """Return a straight line from (x1, y1) to (x2, y2)."""
    return ShapeItem("line", Rect(x1, y1, x2 - x1, y2 - y1), paint, place=place)


class ImageItem(NamedTuple):
    """A picture stretched to a box: an image file, or a drawing; `spoken` is its text for screen readers."""

    rect: Rect
    path: str
    place: SourceLocation = NOWHERE
    spoken: str = ""
    opens: Paragraph = ""
    drawing: "ReusableDrawing | None" = None
    written: Written = None


class FieldItem(NamedTuple):
    """A field that a player can mark, with a stable id; `filled` prints it marked, `entry` is check or text.

    `spoken` is the name of the field in a PDF form, `tick` the symbol of a tick there: cross, ring or dot. `uses` are
    the places of the `use:` elements whose parts contain the field, the outermost first.
    """

    id: str
    shape: ShapeItem
    filled: bool = False
    mark: str = "#000000"
    place: SourceLocation = NOWHERE
    entry: str = "check"
    value: str = ""
    spoken: str = ""
    tick: str = "cross"
    written: Written = None
    uses: tuple[SourceLocation, ...] = ()

    @property
    def rect(self) -> Rect:
        return self.shape.rect

    @property
    def paint(self) -> Paint:
        """The paint of the field's shape; in the colour `mark` if the field is printed marked."""
        paint = self.shape.paint
        if not self.filled:
            return paint
        return Paint(self.mark, paint.stroke or self.mark, paint.stroke_width, paint.dash)


BOARD = "board"  # the name of a drawing that shows a part of a sheet
MAP = "map"  # the name of the drawing of a map, which is printed larger or smaller than its layout


class ReusableDrawing(NamedTuple):
    """Items that may be shown in several places; file formats that allow it contain them only once."""

    size: Size
    items: tuple["Item", ...]
    name: str = ""


class GroupItem(NamedTuple):
    """A drawing moved by a matrix (a b c d e f; y down) and clipped to a box or a shape if given.

    With `whole` the group is one unit for screen readers, such as a card on a sheet; only its headings are separate.
    `opacity` (0 to 1) applies to the group as a whole.
    """

    content: ReusableDrawing
    matrix: Matrix
    clip: "Clip | None" = None
    place: SourceLocation = NOWHERE
    whole: bool = False
    opacity: float = 1.0


class ShadowItem(NamedTuple):
    """The silhouette of items in one colour, drawn behind them: blurred over `blur` points, moved by `by`."""

    items: tuple["Item", ...]
    by: Point
    blur: float
    color: str
    place: SourceLocation = NOWHERE
    opens: Paragraph = ""
    written: Written = None


Item = GroupItem | TextItem | ShapeItem | ImageItem | FieldItem | ShadowItem
Clip = Rect | ShapeItem


class Frame(NamedTuple):
    """A finished side of a card (a "face"), sheet or page; `side` is the side of the paper for it.

    `trim` is the box after the cut, `bleed` the box that is printed, `safe` the box that words must not leave; `title`
    names the deck or product that the page belongs to. `identities` are those of the player sheets on the page.
    """

    size: Size
    items: tuple[Item, ...]
    name: str = ""
    trim: Rect | None = None
    bleed: Rect | None = None
    safe: Rect | None = None
    side: Side = "front"
    title: str = ""
    identities: tuple[str, ...] = ()

    def content(self) -> ReusableDrawing:
        """Return the items as a drawing, to be put in a group."""
        return ReusableDrawing(self.size, self.items, self.name)


def begins_block(item: Item) -> bool:
    """Tell whether a paragraph, a heading or a table cell begins at an item for screen readers."""
    return getattr(item, "opens", "") not in ("", "+")


def walk(items: tuple[Item, ...], matrix: Matrix = UNMOVED) -> Iterator[tuple[Item, Matrix]]:
    """Yield (item, matrix to the frame) for all items, groups replaced by their content, in drawing order."""
    return ((item, to_frame) for item, to_frame, _, _ in walk_seen(items, matrix))


def walk_seen(
    items: tuple[Item, ...],
    matrix: Matrix = UNMOVED,
    part: float = 1.0,
    clip: Rect | None = None,
    without: str | None = None,
) -> Iterator[tuple[Item, Matrix, float, Rect | None]]:
    """Yield (item, matrix to the frame, opacity of the groups around it, box in the frame of all clips) as `walk` does.

    Drawings with the name `without` are left out.
    """
    for item in items:
        if not isinstance(item, GroupItem):
            yield item, matrix, part, clip
        elif item.content.name != without:
            inner_matrix, visible = combine(matrix, item.matrix), clip
            box = item.clip.rect if isinstance(item.clip, ShapeItem) else item.clip
            if box is not None:
                visible = box.around(inner_matrix) if clip is None else clip.common(box.around(inner_matrix))
            yield from walk_seen(item.content.items, inner_matrix, part * item.opacity, visible, without)


def part_of(face: Frame | ReusableDrawing, box: Rect, name: str = BOARD, margin: float = 0.0) -> ReusableDrawing:
    """Return the part of a face inside a box; on a board, fields and words that the box would cut are left out.

    The part is larger than the box by `margin` points on each side, for the lines of frames at the edge of the box.
    """
    content = ReusableDrawing(face.size, tuple(_within(face.items, UNMOVED, box, name == BOARD)))
    visible_box = box.outset(margin)
    return ReusableDrawing(
        Size(visible_box.width, visible_box.height),
        (GroupItem(content, shift(-visible_box.x, -visible_box.y), visible_box),),
        name,
    )


def _within(items: Sequence[Item], matrix: Matrix, box: Rect, is_board: bool) -> Iterator[Item]:
    for item in items:
        if isinstance(item, GroupItem):
            kept_items = tuple(_within(item.content.items, combine(matrix, item.matrix), box, is_board))
            if kept_items:
                yield item._replace(content=item.content._replace(items=kept_items))
        elif isinstance(item, ShadowItem):
            kept_items = tuple(_within(item.items, matrix, box, is_board))
            if kept_items:
                yield item._replace(items=kept_items)
        else:
            if is_board and isinstance(item, FieldItem):
                item = item.shape._replace(paint=item.paint, spoken="")
            item_box = item.rect.around(matrix)
            if isinstance(item, TextItem):
                is_seen = box.holds(item_box) if is_board else item_box.meets(box, LINE)
            else:
                is_seen = item_box.outset(LINE).meets(box)
            if is_seen:
                yield item


def images_shown(items: tuple[Item, ...]) -> Iterator[tuple[ImageItem, Matrix, Rect]]:
    """Yield (picture, matrix to the frame, visible box in the frame after all clips) for every picture."""
    for item, matrix, _, clip in walk_seen(items):
        if isinstance(item, ImageItem):
            box = item.rect.around(matrix)
            yield item, matrix, box if clip is None else box.common(clip)


def speaks(items: tuple[Item, ...]) -> bool:
    """Tell whether screen readers read any of the items, including those in groups."""
    return any(
        isinstance(item, TextItem) or (isinstance(item, (ShapeItem, ImageItem)) and item.spoken)
        for item, _ in walk(items)
    )


def fields_on(frame: Frame) -> Iterator[tuple[FieldItem, Rect]]:
    """Yield the visible fields that are not printed marked, with their boxes on the frame, in drawing order."""
    for item, matrix, _, clip in walk_seen(frame.items, clip=Rect(0, 0, *frame.size)):
        if isinstance(item, FieldItem) and not item.filled:
            box = item.rect.around(matrix)
            if clip is not None and clip.has(box.middle):
                yield item, box


def runs_of(shape: ShapeItem, matrix: Matrix, finer: int = 1) -> tuple[Points, ...]:
    """Return the edge of a shape as polylines, whose points are transformed by `matrix`.

    A curve becomes `finer` times as many straight pieces as are enough to see which shapes overlap.
    """
    rect = shape.rect
    a, b, c, d, e, f = matrix
    if shape.kind == "line":
        runs: tuple[Points, ...] = (((rect.x, rect.y), (rect.right, rect.bottom)),)
    elif shape.kind == "rect":
        corners = ((rect.x, rect.y), (rect.right, rect.y), (rect.right, rect.bottom), (rect.x, rect.bottom))
        runs = ((*corners, corners[0]),)
    elif shape.outline is not None:
        across, down = rect.width / shape.outline.width, rect.height / shape.outline.height
        e, f = a * rect.x + c * rect.y + e, b * rect.x + d * rect.y + f
        a, b, c, d = a * across, b * across, c * down, d * down
        runs = polygons(shape.outline, finer)
    else:
        middle, rx, ry = rect.middle, rect.width / 2, rect.height / 2
        steps = finer * ROUND_STEPS
        turns = [2 * pi * step / steps for step in range(steps + 1)]
        runs = (tuple((middle[0] + rx * cos(turn), middle[1] + ry * sin(turn)) for turn in turns),)
    return tuple([tuple([(a * x + c * y + e, b * x + d * y + f) for x, y in run]) for run in runs])


@lru_cache(maxsize=1024)
def polygons(outline: VectorOutline, finer: int = 1) -> tuple[Points, ...]:
    """Return an outline's polylines, its curves replaced by short straight pieces."""
    runs: list[list[Point]] = []
    for letter, numbers in outline.commands():
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        if letter == "M":
            runs.append(points)
        elif letter == "L":
            runs[-1] += points
        elif letter == "C":
            runs[-1] += _curve(finer * CURVE_STEPS, runs[-1][-1], *points)
        else:
            runs[-1].append(runs[-1][0])
    return tuple(tuple(run) for run in runs)


def _curve(steps: int, start: Point, first_control: Point, second_control: Point, end: Point) -> Iterator[Point]:
    for step in range(1, steps + 1):
        t = step / steps
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield (
            a * start[0] + b * first_control[0] + c * second_control[0] + d * end[0],
            a * start[1] + b * first_control[1] + c * second_control[1] + d * end[1],
        )
