"""Crop marks, the fold line and the ruler strip as frame items, and the lines along which pieces are cut."""

from collections.abc import Callable, Iterable, Mapping
from math import cos, pi, sin
from typing import Literal, NamedTuple

from generator.frame import Item, Paint, ShapeItem, TextItem, VectorOutline, line, make_outline
from generator.game.piece_shapes import CutShape, OutlineShape, RoundedShape
from generator.geometry import Rect, Size, around_points
from generator.units import POINTS_PER, mm

NO_PAINT = Paint()
SIDES = {"triangle": 3, "pentagon": 5, "octagon": 8}
FLAT_HEXAGON = make_outline("hexagon", "M 1 0 L 3 0 L 4 1 L 3 2 L 1 2 L 0 1 Z", 4, 2)
POINTED_HEXAGON = make_outline("hexagon", "M 1 0 L 2 1 L 2 3 L 1 4 L 0 3 L 0 1 Z", 2, 4)


class PieceCut(NamedTuple):
    """How a piece is cut out.

    `interlocks` says whether rows or columns of pieces may be shifted by half a piece to save space; `pitch` is their
    distance then, as a fraction of the height (for columns, the width) of a piece.
    """

    kind: Literal["rect", "ellipse", "outline"] = "rect"
    radius: float = 0.0
    outline: VectorOutline | None = None
    interlocks: Literal["not", "rows", "columns"] = "not"
    pitch: float = 1.0

    @property
    def is_straight(self) -> bool:
        """Tell whether straight cuts with a blade are enough: a rectangle with square corners."""
        return self.kind == "rect" and not self.radius

    def cut(self, box: Rect, paint: Paint = NO_PAINT) -> ShapeItem:
        """Return the cutting line of a piece in a box."""
        return ShapeItem(self.kind, box, paint, self.radius, self.outline)

    def clip(self, trim: Rect, bleed: float) -> Rect | ShapeItem:
        """Return the printed part of a piece whose cut box is `trim`: the shape with `bleed` points around it."""
        box = trim.outset(bleed)
        if self.is_straight or (bleed and self.kind == "outline" and self.interlocks == "not"):
            return box
        return self.cut(box)._replace(radius=self.radius + bleed if self.radius else 0.0)


def form_of(shape: CutShape, size: Size) -> PieceCut:
    """Return how a piece of this shape and size (in points) is cut."""
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
            outline = shape.outline._replace(width=size.width / mm(1), height=size.height / mm(1))
            return PieceCut("outline", outline=outline)
        case _:
            return PieceCut("outline", outline=regular(shape, SIDES[shape]))


def regular(name: str, sides: int) -> VectorOutline:
    """Return a regular polygon that stands on a side, stretched to a square of 1 x 1.

    >>> regular("triangle", 3).numbers
    (0.0, 1.0, 0.5, 0.0, 1.0, 1.0)
    """
    turns = [pi / 2 + pi / sides + 2 * pi * at / sides for at in range(sides)]
    points = [(cos(turn), sin(turn)) for turn in turns]
    left, top, wide, high = around_points(points)
    numbers = tuple(round(part, 9) for x, y in points for part in ((x - left) / wide, (y - top) / high))
    return VectorOutline(name, "M" + "L" * (sides - 1) + "Z", numbers, 1.0, 1.0)


HAIR = Paint(None, "#000000", 0.3)
RULE = Paint(None, "#000000", 0.4)
RAISED = 1.2  # points from the foot of the strip to its baseline
NEXT_LINE = 8.0  # points by which a caption is raised if it does not fit beside the note
RULERS = (("mm", 50, 10), ("in", 2, 8))  # unit, length, and (mm) distance or (in) number of its marks
AFTER_RULER = mm(11)
CODE = (mm(40), mm(2))  # width and height of the place for the page code
ABOVE_RULER = mm(3.4)  # distance of the page code from the base of the rulers, above their highest mark
FOLD = Paint(None, "#777777", 0.4, (4.0, 3.0))

SetText = Callable[[float, float, str, float, str], TextItem]
"""A callback that sets a text: x, y of the baseline, words, size, and alignment (start, center or end)."""
Caption = Callable[[int, int], str]
"""A callback that returns the text at the foot of a page, by its number and the number of pages."""


def crop_marks(xs: Iterable[float], ys: Iterable[float], block: Rect, distance: float, length: float) -> list[Item]:
    """Return marks outside a block of cards, at its vertical (`xs`) and horizontal (`ys`) cut lines."""
    marks: list[Item] = []
    for x in sorted(set(xs)):
        marks.append(line(x, block.y - distance - length, x, block.y - distance, HAIR))
        marks.append(line(x, block.bottom + distance, x, block.bottom + distance + length, HAIR))
    for y in sorted(set(ys)):
        marks.append(line(block.x - distance - length, y, block.x - distance, y, HAIR))
        marks.append(line(block.right + distance, y, block.right + distance + length, y, HAIR))
    return marks


class RulerStrip(NamedTuple):
    """The strip at the foot of pages: on the left the rulers with a note, on the right the caption of the page.

    `words` are actual_size, ruler_mm and ruler_in in the language of the page.
    """

    words: Mapping[str, str]
    caption: Caption
    set_text: SetText

    def items(self, area: Rect, number: int, pages: int) -> list[Item]:
        """Return the items of the strip on a page, by its number and the number of pages."""
        return [*self.rulers(area), self.captioned(area, number, pages)]

    def counted(self, before: int, total: int) -> "RulerStrip":
        """Return the strip for a part of a file of `total` pages, which has `before` pages before it."""
        return self._replace(caption=lambda number, _: self.caption(before + number, total))

    def captioned(self, area: Rect, number: int, pages: int) -> Item:
        """Return the caption at the right end of the strip; it is one line higher if it would overlap the note."""
        note, caption = self._note(area), self.caption(number, pages)
        item = self.set_text(area.right, area.bottom - RAISED, caption, 6.5, "end")
        meets = item.x < note.x + note.width + AFTER_RULER / 4
        return self.set_text(area.right, area.bottom - RAISED - NEXT_LINE, caption, 6.5, "end") if meets else item

    def _note(self, area: Rect) -> TextItem:
        """Return the note about the actual size, to the right of the rulers."""
        x = area.x + sum(count * POINTS_PER[unit] + AFTER_RULER for unit, count, _ in RULERS)
        return self.set_text(x, area.bottom - RAISED, self.words.get("actual_size", ""), 6.5, "start")

    def rulers(self, area: Rect) -> list[Item]:
        """Return a 50 mm and a 2 in ruler, followed by a note."""
        items: list[Item] = []
        x, base = area.x, area.bottom - RAISED
        for unit, count, fine in RULERS:
            length = count * POINTS_PER[unit]
            items.append(line(x, base, x + length, base, RULE))
            parts = count // fine if unit == "mm" else count * fine
            for index in range(parts + 1):
                at = x + length * index / parts
                major = unit == "mm" or index % fine == 0
                high = mm(2.2) if index in (0, parts) else mm(1.5) if major else mm(0.8)
                items.append(line(at, base, at, base - high, RULE))
            word = self.words.get(f"ruler_{unit}", f"{count} {unit}")
            items.append(self.set_text(x + length + 2, base, word, 6, "start"))
            x += length + AFTER_RULER
        return [*items, self._note(area)]


def code_place(area: Rect) -> Rect:
    """Return the box for the machine-readable page code in `area`, the strip of rulers: above the first ruler."""
    width, height = CODE
    return Rect(area.x, area.bottom - RAISED - ABOVE_RULER - height, width, height)
