"""The shape of a piece becomes its cut: a shape item in a box, what its face is clipped to, and how it packs."""

from math import cos, pi, sin
from typing import Literal, NamedTuple

from generator.frame import Paint, ShapeItem, VectorOutline, make_outline
from generator.game.piece_shapes import CutShape, OutlineShape, RoundedShape
from generator.geometry import Rect, Size, around_points
from generator.units import mm

NO_PAINT = Paint()
SIDES = {"triangle": 3, "pentagon": 5, "octagon": 8}
FLAT_HEXAGON = make_outline("hexagon", "M 1 0 L 3 0 L 4 1 L 3 2 L 1 2 L 0 1 Z", 4, 2)
POINTED_HEXAGON = make_outline("hexagon", "M 1 0 L 2 1 L 2 3 L 1 4 L 0 3 L 0 1 Z", 2, 4)


class PieceCut(NamedTuple):
    """How a piece of a size is cut.

    `interlocks` tells which way rows of it may be offset by half a piece, and `pitch` how far they are then apart, as a
    part of their height (of their width where columns are).
    """

    kind: Literal["rect", "ellipse", "outline"] = "rect"
    radius: float = 0.0
    outline: VectorOutline | None = None
    interlocks: Literal["not", "rows", "columns"] = "not"
    pitch: float = 1.0

    @property
    def is_straight(self) -> bool:
        """Tell whether a blade along the edges of a block cuts it out."""
        return self.kind == "rect" and not self.radius

    def cut(self, box: Rect, paint: Paint = NO_PAINT) -> ShapeItem:
        """Return the cut of a piece in a box."""
        return ShapeItem(self.kind, box, paint, self.radius, self.outline)

    def clip(self, trim: Rect, bleed: float) -> Rect | ShapeItem:
        """Return what is printed of a face: its shape and so much more around it."""
        box = trim.outset(bleed)
        if self.is_straight or (bleed and self.kind == "outline" and self.interlocks == "not"):
            return box
        return self.cut(box)._replace(radius=self.radius + bleed if self.radius else 0.0)


def form_of(shape: CutShape, size: Size) -> PieceCut:
    """Return how a piece of a shape and a size is cut; lengths in points."""
    match shape:
        case "rectangle":
            return PieceCut()
        case "circle":
            return PieceCut("ellipse", interlocks="rows", pitch=3**0.5 / 2)
        case "hexagon":
            wide = size.width > size.height
            outline = FLAT_HEXAGON if wide else POINTED_HEXAGON
            return PieceCut("outline", outline=outline, interlocks="columns" if wide else "rows", pitch=0.75)
        case RoundedShape():
            return PieceCut("rect", min(shape.rounded, size.width / 2, size.height / 2))
        case OutlineShape():
            own = shape.outline._replace(width=size.width / mm(1), height=size.height / mm(1))
            return PieceCut("outline", outline=own)
        case _:
            return PieceCut("outline", outline=regular(shape, SIDES[shape]))


def regular(name: str, sides: int) -> VectorOutline:
    """Return a polygon of equal sides that lies on one of them, in the least box that holds it.

    >>> regular("triangle", 3).numbers
    (0.0, 1.0, 0.5, 0.0, 1.0, 1.0)
    """
    turns = [pi / 2 + pi / sides + 2 * pi * at / sides for at in range(sides)]
    points = [(cos(turn), sin(turn)) for turn in turns]
    left, top, wide, high = around_points(points)
    numbers = tuple(round(part, 9) for x, y in points for part in ((x - left) / wide, (y - top) / high))
    return VectorOutline(name, "M" + "L" * (sides - 1) + "Z", numbers, 1.0, 1.0)


def reach(outline: VectorOutline) -> Rect:
    """Return the box of all points of an outline, control points of curves too, in its own numbers."""
    return around_points(zip(outline.numbers[::2], outline.numbers[1::2], strict=True))
