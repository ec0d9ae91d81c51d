"""Crop marks, the fold line and the ruler strip as frame items, and the lines that pieces are cut along."""

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


HAIR = Paint(None, "#000000", 0.3)
RULE = Paint(None, "#000000", 0.4)
RAISED = 1.2  # the base of the strip above its foot
NEXT_LINE = 8.0  # a caption that has no room beside the note stands so much higher
RULERS = (("mm", 50, 10), ("in", 2, 8))  # unit, how many, and in what parts it is marked
AFTER_RULER = mm(11)
CODE = (mm(40), mm(2))  # how wide and high a code of the page is
ABOVE_RULER = mm(3.4)  # a code stands so far above the base of the rulers, clear of their highest mark
FOLD = Paint(None, "#777777", 0.4, (4.0, 3.0))

SetText = Callable[[float, float, str, float, str], TextItem]
"""Sets a text: x, baseline y, words, size, and start, center or end."""
Caption = Callable[[int, int], str]
"""Says the foot of a page by its number and the number of pages."""


def crop_marks(xs: Iterable[float], ys: Iterable[float], block: Rect, distance: float, length: float) -> list[Item]:
    """Return marks around a block of cards at its cut lines; none of them enters the block."""
    marks: list[Item] = []
    for x in sorted(set(xs)):
        marks.append(line(x, block.y - distance - length, x, block.y - distance, HAIR))
        marks.append(line(x, block.bottom + distance, x, block.bottom + distance + length, HAIR))
    for y in sorted(set(ys)):
        marks.append(line(block.x - distance - length, y, block.x - distance, y, HAIR))
        marks.append(line(block.right + distance, y, block.right + distance + length, y, HAIR))
    return marks


def ruler_strip(area: Rect, words: Mapping[str, str], caption: str, set_text: SetText) -> list[Item]:
    """Return the "actual size" line: the rulers with their note at the left, the caption at the right."""
    return [*rulers(area, words, set_text), strip_caption(area, words, caption, set_text)]


def strip_caption(area: Rect, words: Mapping[str, str], caption: str, set_text: SetText) -> Item:
    """Return what the ruler strip says of a page, at its right end; a line higher where the note reaches so far."""
    note = _note(area, words, set_text)
    item = set_text(area.right, area.bottom - RAISED, caption, 6.5, "end")
    meets = item.x < note.x + note.width + AFTER_RULER / 4
    return set_text(area.right, area.bottom - RAISED - NEXT_LINE, caption, 6.5, "end") if meets else item


def _note(area: Rect, words: Mapping[str, str], set_text: SetText) -> TextItem:
    """Return the words that follow the rulers."""
    x = area.x + sum(count * POINTS_PER[unit] + AFTER_RULER for unit, count, _ in RULERS)
    return set_text(x, area.bottom - RAISED, words.get("actual_size", ""), 6.5, "start")


def code_place(area: Rect) -> Rect:
    """Return the place of the code of the page in the ruler strip: above the first ruler."""
    width, height = CODE
    return Rect(area.x, area.bottom - RAISED - ABOVE_RULER - height, width, height)


def rulers(area: Rect, words: Mapping[str, str], set_text: SetText) -> list[Item]:
    """Return a 50 mm and a 2 in ruler with a note beside them.

    `words` are actual_size, ruler_mm and ruler_in in the language of the page.
    """
    items: list[Item] = []
    x = area.x
    base = area.bottom - RAISED
    for unit, count, fine in RULERS:
        length = count * POINTS_PER[unit]
        items.append(line(x, base, x + length, base, RULE))
        parts = count // fine if unit == "mm" else count * fine
        for index in range(parts + 1):
            at = x + length * index / parts
            major = unit == "mm" or index % fine == 0
            high = mm(2.2) if index in (0, parts) else mm(1.5) if major else mm(0.8)
            items.append(line(at, base, at, base - high, RULE))
        items.append(set_text(x + length + 2, base, words.get(f"ruler_{unit}", f"{count} {unit}"), 6, "start"))
        x += length + AFTER_RULER
    return [*items, _note(area, words, set_text)]
