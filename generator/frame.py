"""A frame: items at fixed positions on a face or a sheet. The wall between layout and drawing.

Six kinds of item: group, text, shape, image, field, link. Origin top left, y down, points. Every item
carries the place in the layout file that it was made from.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from generator.diagnostics import NOWHERE, Place
from generator.geometry import Rect, Size

Matrix = tuple[float, float, float, float, float, float]
Side = Literal["front", "back"]


@dataclass(frozen=True, slots=True)
class Outline:
    """A path in its own square or box: absolute M, L, C and Z commands, blank separated."""

    name: str
    commands: str
    width: float = 512.0
    height: float = 512.0


@dataclass(frozen=True, slots=True)
class Paint:
    """How a shape is filled and stroked; colours are "#rrggbb" or None."""

    fill: str | None = None
    stroke: str | None = None
    stroke_width: float = 0.5
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class TextItem:
    """One run of glyphs; (x, y) is the start of its baseline, `width` how far it reaches."""

    x: float
    y: float
    text: str
    font: str
    size: float
    color: str
    width: float
    place: Place = NOWHERE

    @property
    def rect(self) -> Rect:
        """The ink box of capitals and small letters, descenders included."""
        return Rect(self.x, self.y - 0.70 * self.size, self.width, 0.88 * self.size)


@dataclass(frozen=True, slots=True)
class ShapeItem:
    """A filled or stroked shape: rect, ellipse, line (corner to corner) or an outline stretched to the box."""

    kind: str
    rect: Rect
    paint: Paint
    radius: float = 0.0
    outline: Outline | None = None
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class ImageItem:
    """A raster picture in a box."""

    rect: Rect
    path: str
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class FieldItem:
    """Something a player can mark: stable id, a shape, whether it is printed as marked; `entry` is check or text."""

    id: str
    shape: ShapeItem
    filled: bool = False
    mark: str = "#000000"
    place: Place = NOWHERE
    entry: str = "check"
    value: str = ""

    @property
    def rect(self) -> Rect:
        return self.shape.rect


@dataclass(frozen=True, slots=True)
class LinkItem:
    """A box that leads to an address on screen."""

    rect: Rect
    target: str
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Content:
    """Items that may be shown in several spots; drawn once where an output can share."""

    size: Size
    items: tuple["Item", ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class GroupItem:
    """Content shown at a spot: shifted by the matrix (a b c d e f; y down), clipped to `clip` if given."""

    content: Content
    matrix: Matrix
    clip: Rect | None = None
    place: Place = NOWHERE


Item = GroupItem | TextItem | ShapeItem | ImageItem | FieldItem | LinkItem


@dataclass(frozen=True, slots=True)
class Frame:
    """A finished face or sheet; `side` is the side of the paper that it is printed on.

    `trim` is what is left after the cut, `bleed` what is printed, `safe` where words keep inside of.
    """

    size: Size
    items: tuple[Item, ...]
    name: str = ""
    trim: Rect | None = None
    bleed: Rect | None = None
    safe: Rect | None = None
    side: Side = "front"
    tags: dict[str, str] = field(default_factory=dict)

    def content(self) -> Content:
        """Return the items as content for a group."""
        return Content(self.size, self.items, self.name)


def shift(x: float, y: float) -> Matrix:
    """Return the matrix that moves."""
    return (1.0, 0.0, 0.0, 1.0, x, y)


def applied(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Return where a matrix takes a point.

    >>> applied(shift(2, 3), 1, 1)
    (3.0, 4.0)
    """
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def combined(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the matrix that first does `inner`, then `outer`."""
    a, b, c, d, e, f = inner
    e2, f2 = applied(outer, e, f)
    oa, ob, oc, od, _, _ = outer
    return (oa * a + oc * b, ob * a + od * b, oa * c + oc * d, ob * c + od * d, e2, f2)


def walk(items: tuple[Item, ...], matrix: Matrix = (1, 0, 0, 1, 0, 0)) -> Iterator[tuple[Item, Matrix]]:
    """Yield every item that is no group with the matrix that takes it to the outermost frame, in drawing order."""
    for item in items:
        if isinstance(item, GroupItem):
            yield from walk(item.content.items, combined(matrix, item.matrix))
        else:
            yield item, matrix


def fields_of(frame: Frame) -> list[FieldItem]:
    """Return all markable items of a frame in drawing order."""
    return [item for item, _ in walk(frame.items) if isinstance(item, FieldItem)]
