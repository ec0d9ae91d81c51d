"""A frame: items at fixed positions on a face or a sheet. The wall between layout and drawing.

Five kinds of item: group, text, shape, image, field. Origin top left, y down, points. Every item
carries the place in the layout file that it was made from. Where that is asked for, `written` tells where what it shows
was written besides: a cell, a word, a value of the data; None where nobody asked.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from generator.diagnostics import NOWHERE, SourceLocation
from generator.geometry import Matrix, Point, Rect, Size, combine

UNMOVED: Matrix = (1, 0, 0, 1, 0, 0)
NUMBERS_OF = {"M": 2, "L": 2, "C": 6, "Z": 0}
NO_LETTERS, NO_COMMANDS = str.maketrans("", "", "0123456789.- "), str.maketrans("MLCZ", "    ")
Side = Literal["front", "back"]
Ink = Literal["", "CutContour", "Crease", "none"]
Written = tuple[SourceLocation, ...] | None


class VectorOutline(NamedTuple):
    """A path in its own square or box: letters M, L, C and Z, and all their numbers, x and y by turns.

    It is filled where it winds around a point, or where it does so an odd number of times. Its `path` is told by the
    numbers alone, or as it was written with blanks between: then they are read when they are asked for. An icon may
    have `tones` beside what is full of it.
    """

    name: str
    letters: str
    path: str | tuple[float, ...]
    width: float = 512.0
    height: float = 512.0
    even_odd: bool = False
    tones: tuple["TranslucentOutline", ...] = ()

    def __hash__(self) -> int:
        """Outlines are keys of what is drawn once: the name tells nearly all apart, the numbers are many."""
        return hash((self.name, self.letters))

    @property
    def numbers(self) -> tuple[float, ...]:
        """All numbers, x and y by turns."""
        return _numbers_of(self.path) if isinstance(self.path, str) else self.path

    def commands(self) -> Iterator[tuple[str, tuple[float, ...]]]:
        """Yield each command as its letter and its numbers.

        >>> list(make_outline("roof", "M 0 9 L 5 0 Z").commands())
        [('M', (0.0, 9.0)), ('L', (5.0, 0.0)), ('Z', ())]
        """
        at, numbers = 0, self.numbers
        for letter in self.letters:
            count = NUMBERS_OF[letter]
            yield letter, numbers[at : at + count]
            at += count


class TranslucentOutline(NamedTuple):
    """A part of an icon that is see-through: `alpha` is how much it hides of what lies behind it."""

    outline: VectorOutline
    alpha: float


def make_outline(name: str, path: str, width: float = 512.0, height: float = 512.0) -> VectorOutline:
    """Return a path written as absolute commands M, L, C and Z with blanks between; raises ValueError for another.

    >>> make_outline("roof", "M 0 9 L 5 0 Z").letters
    'MLZ'
    """
    letters = path.translate(NO_LETTERS)
    if path.count(" ") + 1 != len(letters) + numbers_in(letters):
        raise ValueError(f"the numbers of outline {name!r} do not fit its commands")
    return VectorOutline(name, letters, path, width, height)


def outline_through(points: Sequence[Point], letters: str, name: str) -> tuple[VectorOutline, Rect]:
    """Return a path through points, and the box that it fills, each side of which is a point at least.

    >>> outline_through([(4, 9), (9, 4)], "ML", "slope")[1]
    Rect(x=4, y=4, width=5, height=5)
    """
    left, top = (min(point[axis] for point in points) for axis in (0, 1))
    width, height = (max(max(point[axis] for point in points) - least, 1.0) for axis, least in ((0, left), (1, top)))
    numbers = tuple(round(value, 2) for x, y in points for value in (x - left, y - top))
    return VectorOutline(name, letters, numbers, width, height), Rect(left, top, width, height)


def numbers_in(letters: str) -> int:
    """Return how many numbers the commands of a path take.

    >>> numbers_in("MLCZ")
    10
    """
    return sum([count * letters.count(letter) for letter, count in NUMBERS_OF.items()])


@lru_cache(maxsize=512)
def _numbers_of(path: str) -> tuple[float, ...]:
    return tuple(map(float, path.translate(NO_COMMANDS).split()))


class GradientStop(NamedTuple):
    """A colour at a part of the way through a gradient, "#rrggbb", and how much it covers, 0 to 1."""

    at: float
    color: str
    alpha: float = 1.0


class Gradient(NamedTuple):
    """Colours that run from one circle to another, or along a line where there are no circles.

    The circles are told by centre and radius: x, y, r, x, y, r; a line by its ends: x, y, x, y. The matrix takes them
    to where the shape is. Before the first and after the last stop the colour stays. The stops are those of so many
    `runs` from the first colour to the last.
    """

    points: tuple[float, ...]
    stops: tuple[GradientStop, ...]
    matrix: Matrix = UNMOVED
    runs: int = 1

    @property
    def is_radial(self) -> bool:
        return len(self.points) == 6

    @property
    def is_solid(self) -> bool:
        """Whether all of it hides what lies behind."""
        return all(stop.alpha == 1 for stop in self.stops)


class Paint(NamedTuple):
    """How a shape is filled and stroked; colours are "#rrggbb" or None. A gradient fills shapes of drawings only.

    A line may have an `ink` of its own, which a printing house does not print but cuts or creases by.
    """

    fill: str | None = None
    stroke: str | None = None
    stroke_width: float = 0.5
    dash: tuple[float, ...] = ()
    gradient: Gradient | None = None
    ink: Ink = ""


Paragraph = str
"""What begins with an item as it is read aloud: "P" a paragraph, "H1" to "H3" a heading, or nothing where it goes on;
"+" goes on with the very word before. Cells are told by `cell_told`."""


def cell_told(row: int, column: int, span: int = 1, heads: str = "") -> Paragraph:
    """Return what a cell of a table opens: in which row and column it is, both from 0, how many columns it is wide,
    and what it heads, "Column" or "Row".

    >>> cell_told(2, 0, heads="Row")
    'TH 2 0 1 Row'
    """
    return f"{'TH' if heads else 'TD'} {row} {column} {span} {heads}".rstrip()


class TextItem(NamedTuple):
    """One run of glyphs; (x, y) is the left end of its baseline, `width` how far it reaches.

    `rtl` is set where a line is read in both directions, and tells that of the run.
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

    @property
    def rect(self) -> Rect:
        """The ink box of capitals and small letters, descenders included."""
        return Rect(self.x, self.y - 0.70 * self.size, self.width, 0.88 * self.size)


class ShapeItem(NamedTuple):
    """A filled or stroked shape: rect, ellipse, line (corner to corner) or an outline stretched to the box.

    `spoken` is what is said for it where a page is read aloud; what has no word is decoration. Other things may lie on
    a picture that is a `ground`.
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
    """Return a straight line from one point to another."""
    return ShapeItem("line", Rect(x1, y1, x2 - x1, y2 - y1), paint, place=place)


class ImageItem(NamedTuple):
    """A picture stretched to a box: the pixels of a file, or a drawing; `spoken` is what is said for it."""

    rect: Rect
    path: str
    place: SourceLocation = NOWHERE
    spoken: str = ""
    opens: Paragraph = ""
    drawing: "ReusableDrawing | None" = None
    written: Written = None


class FieldItem(NamedTuple):
    """Something a player can mark: stable id, a shape, whether it is printed as marked; `entry` is check or text.

    `spoken` is what it is called where a form is filled in, `tick` the sign that marks it there: cross, ring or dot.
    `uses` are the places where parts were used that brought it, the outermost first.
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
        """How its shape is painted: as drawn, or in the colour of a mark where it is printed as marked."""
        paint = self.shape.paint
        if not self.filled:
            return paint
        return Paint(self.mark, paint.stroke or self.mark, paint.stroke_width, paint.dash)


class ReusableDrawing(NamedTuple):
    """Items that may be shown in several spots; drawn once where an output can share."""

    size: Size
    items: tuple["Item", ...]
    name: str = ""


class GroupItem(NamedTuple):
    """Content shown at a spot: shifted by the matrix (a b c d e f; y down), clipped to a box or a shape if given.

    `whole` is read aloud in one go, its headings apart, such as a card among others. `opacity` is how much the content,
    drawn as one, hides of what lies behind it.
    """

    content: ReusableDrawing
    matrix: Matrix
    clip: "Clip | None" = None
    place: SourceLocation = NOWHERE
    whole: bool = False
    opacity: float = 1.0


Item = GroupItem | TextItem | ShapeItem | ImageItem | FieldItem
Clip = Rect | ShapeItem


class Frame(NamedTuple):
    """A finished face or sheet; `side` is the side of the paper that it is printed on.

    `trim` is what is left after the cut, `bleed` what is printed, `safe` where words keep inside of; `title` names
    what the page belongs to, such as a deck. `identities` tell what each sheet is that players mark on the page.
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
        """Return the items as content for a group."""
        return ReusableDrawing(self.size, self.items, self.name)


def opens_anew(item: Item) -> bool:
    """Tell whether a paragraph, a heading or a cell begins with an item where it is read aloud."""
    return getattr(item, "opens", "") not in ("", "+")


def walk(items: tuple[Item, ...], matrix: Matrix = UNMOVED) -> Iterator[tuple[Item, Matrix]]:
    """Yield every item that is no group with the matrix that takes it to the outermost frame, in drawing order."""
    for item in items:
        if isinstance(item, GroupItem):
            yield from walk(item.content.items, combine(matrix, item.matrix))
        else:
            yield item, matrix


def images_shown(items: tuple[Item, ...], matrix: Matrix = UNMOVED) -> Iterator[tuple[ImageItem, Matrix, Rect]]:
    """Yield every picture with its matrix and the box that is left of it by all clips, on the outermost frame."""
    for item in items:
        if isinstance(item, ImageItem):
            yield item, matrix, item.rect.around(matrix)
        elif isinstance(item, GroupItem):
            inner = combine(matrix, item.matrix)
            clip = item.clip.rect if isinstance(item.clip, ShapeItem) else item.clip
            for image, own, box in images_shown(item.content.items, inner):
                yield image, own, box if clip is None else box.common(clip.around(inner))


def speaks(items: tuple[Item, ...]) -> bool:
    """Tell whether anything among items, or in the groups among them, is read aloud."""
    for item in items:
        kind = type(item)
        if kind is TextItem or (kind is GroupItem and speaks(item.content.items)):  # type: ignore[union-attr]
            return True
        if (kind is ShapeItem or kind is ImageItem) and item.spoken:  # type: ignore[union-attr]
            return True
    return False


def fields_on(frame: Frame) -> Iterator[tuple[FieldItem, Rect]]:
    """Yield the fields that can be seen and are still to be marked, in drawing order, with their boxes on the frame."""
    yield from _fields(frame.items, UNMOVED, Rect(0, 0, *frame.size))


def _fields(items: tuple[Item, ...], matrix: Matrix, shown: Rect) -> Iterator[tuple[FieldItem, Rect]]:
    for item in items:
        if isinstance(item, GroupItem):
            inner = combine(matrix, item.matrix)
            box = item.clip.rect if isinstance(item.clip, ShapeItem) else item.clip
            clip = shown if box is None else box.around(inner)
            yield from _fields(item.content.items, inner, clip)
        elif isinstance(item, FieldItem) and not item.filled:
            box = item.rect.around(matrix)
            x, y = box.middle
            if shown.x <= x <= shown.right and shown.y <= y <= shown.bottom:
                yield item, box
