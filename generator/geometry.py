"""Points, sizes and rectangles on paper: origin top left, x to the right, y down, in points."""

from collections.abc import Iterable
from typing import NamedTuple

from generator.units import mm, parse_length

Point = tuple[float, float]
Points = tuple[Point, ...]
Matrix = tuple[float, float, float, float, float, float]


class Size(NamedTuple):
    """Width and height in points."""

    width: float
    height: float

    @property
    def turned(self) -> "Size":
        """This size with width and height exchanged."""
        return Size(self.height, self.width)

    @property
    def ways_up(self) -> "tuple[Size, ...]":
        """The orientations allowed for this paper: landscape only as it is, portrait also rotated to landscape."""
        return (self,) if self.width > self.height else (self, self.turned)


A4, LETTER = Size(mm(210), mm(297)), Size(mm(215.9), mm(279.4))
STANDARD_CARD = Size(mm(63), mm(88))


class Insets(NamedTuple):
    """Space kept free along the four sides, in points."""

    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0
    left: float = 0.0


class Rect(NamedTuple):
    """A rectangle, given by its top left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, by: Insets) -> "Rect":
        """Return the rectangle inside the insets; its sides are at least 0."""
        width = max(0.0, self.width - by.left - by.right)
        return Rect(self.x + by.left, self.y + by.top, width, max(0.0, self.height - by.top - by.bottom))

    def outset(self, by: float) -> "Rect":
        """Return the rectangle grown by `by` points on every side; shrunk if `by` is negative."""
        return Rect(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def move(self, dx: float, dy: float) -> "Rect":
        """Return the rectangle moved by (dx, dy) points."""
        return Rect(self.x + dx, self.y + dy, self.width, self.height)

    def around(self, matrix: Matrix) -> "Rect":
        """Return the bounding box of the rectangle transformed by a matrix.

        >>> Rect(0, 0, 2, 1).around((0, 1, -1, 0, 5, 5))
        Rect(x=4, y=5, width=1, height=2)
        """
        a, b, c, d, e, f = matrix
        if b == c == 0:
            x, right, y, bottom = a * self.x + e, a * self.right + e, d * self.y + f, d * self.bottom + f
            return Rect(min(x, right), min(y, bottom), abs(right - x), abs(bottom - y))
        return around_points(transform_point(matrix, x, y) for x in (self.x, self.right) for y in (self.y, self.bottom))

    def holds(self, rect: "Rect", slack: float = 0.01) -> bool:
        """Tell whether `rect` lies inside, within a tolerance of `slack` points."""
        x, y, width, height = self
        left, top, wide, high = rect
        across = left >= x - slack and left + wide <= x + width + slack
        return across and top >= y - slack and top + high <= y + height + slack

    def has(self, point: Point) -> bool:
        """Tell whether a point lies inside or on the edge."""
        x, y = point
        return self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height

    def common(self, rect: "Rect") -> "Rect":
        """Return the intersection of both rectangles; if they do not meet, its width or height is 0.

        >>> Rect(0, 0, 4, 4).common(Rect(1, 2, 9, 9))
        Rect(x=1, y=2, width=3, height=2)
        """
        x, y = max(self.x, rect.x), max(self.y, rect.y)
        return Rect(x, y, max(0, min(self.right, rect.right) - x), max(0, min(self.bottom, rect.bottom) - y))

    def meets(self, rect: "Rect", slack: float = 0.0) -> bool:
        """Tell whether the two rectangles overlap by more than `slack` points in both directions."""
        x, y, width, height = self
        left, top, wide, high = rect
        across = x + width - left > slack and left + wide - x > slack and width > slack and wide > slack
        return across and y + height - top > slack and top + high - y > slack and height > slack and high > slack


def around(boxes: Iterable[Rect]) -> Rect:
    """Return the bounding box of all boxes; raises ValueError if there are none.

    >>> around([Rect(0, 0, 2, 1), Rect(5, 3, 1, 1)])
    Rect(x=0, y=0, width=6, height=4)
    """
    rects = list(boxes)
    x, y = min(box.x for box in rects), min(box.y for box in rects)
    return Rect(x, y, max(box.right for box in rects) - x, max(box.bottom for box in rects) - y)


def around_points(points: Iterable[Point]) -> Rect:
    """Return the bounding box of all points."""
    xs, ys = zip(*points, strict=True)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def shift(x: float, y: float) -> Matrix:
    """Return the matrix that moves by (x, y) points."""
    return (1.0, 0.0, 0.0, 1.0, x, y)


def transform_point(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Return the point (x, y) transformed by a matrix.

    >>> transform_point(shift(2, 3), 1, 1)
    (3.0, 4.0)
    """
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def invert(matrix: Matrix) -> Matrix:
    """Return the inverse of a matrix; the determinant 0 is replaced by a tiny number.

    >>> invert((2, 0, 0, 4, 6, 8))
    (0.5, 0.0, 0.0, 0.25, -3.0, -2.0)
    """
    a, b, c, d, e, f = matrix
    area = a * d - b * c or 1e-9
    a, b, c, d = d / area, -b / area + 0.0, -c / area + 0.0, a / area
    return a, b, c, d, -(a * e + c * f), -(b * e + d * f)


def combine(second: Matrix, first: Matrix) -> Matrix:
    """Return the matrix that applies `first` first, then `second`."""
    a, b, c, d, e, f = first
    e2, f2 = transform_point(second, e, f)
    oa, ob, oc, od, _, _ = second
    return (oa * a + oc * b, ob * a + od * b, oa * c + oc * d, ob * c + od * d, e2, f2)


def align(start: float, room: float, need: float, where: str) -> float:
    """Return the start of a span `need` long, aligned in a span `room` long from `start`: start, center or end."""
    if where == "center":
        return start + (room - need) / 2
    return start + room - need if where == "end" else start


def written_size(text: str) -> Size | None:
    """Return the size written as WxH with a unit on one or both sides; None if the text is no size.

    >>> written_size("2.5x3.5in")
    Size(width=180.0, height=252.0)
    """
    width, cross, height = text.lower().partition("x")
    if not cross:
        return None
    unit = height.strip().lstrip("0123456789.+- ")
    try:
        return Size(parse_length(width if width.strip()[-1:].isalpha() else width + unit), parse_length(height))
    except ValueError:
        return None


def letters_of(number: int) -> str:
    """Return the letters of the column or seam with this index: after Z comes AA.

    >>> letters_of(0), letters_of(25), letters_of(26)
    ('A', 'Z', 'AA')
    """
    before, at = divmod(number, 26)
    return (letters_of(before - 1) if before else "") + chr(ord("A") + at)
