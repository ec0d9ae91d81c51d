"""Crop marks, the fold line and the ruler strip as frame items."""

from collections.abc import Callable, Iterable, Mapping

from generator.frame import Item, Paint, ShapeItem
from generator.geometry import Rect
from generator.units import POINTS_PER, mm

HAIR = Paint(None, "#000000", 0.3)
RULE = Paint(None, "#000000", 0.4)
RAISED = 1.2  # the base of the strip above its foot
FOLD = Paint(None, "#777777", 0.4, (4.0, 3.0))

SetText = Callable[[float, float, str, float, str], Item]
"""Sets a text: x, baseline y, words, size, and start, center or end."""


def line(x1: float, y1: float, x2: float, y2: float, paint: Paint) -> ShapeItem:
    """Return a straight line."""
    return ShapeItem("line", Rect(x1, y1, x2 - x1, y2 - y1), paint)


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
    return [*rulers(area, words, set_text), strip_caption(area, caption, set_text)]


def strip_caption(area: Rect, caption: str, set_text: SetText) -> Item:
    """Return what the ruler strip says of a page, at its right end."""
    return set_text(area.right, area.bottom - RAISED, caption, 6.5, "end")


def rulers(area: Rect, words: Mapping[str, str], set_text: SetText) -> list[Item]:
    """Return a 50 mm and a 2 in ruler with a note beside them.

    `words` are actual_size, ruler_mm and ruler_in in the language of the page.
    """
    items: list[Item] = []
    x = area.x
    base = area.bottom - RAISED
    named = (("mm", 50, 10, words.get("ruler_mm", "50 mm")), ("in", 2, 8, words.get("ruler_in", "2 in")))
    for unit, count, fine, name in named:
        step = POINTS_PER[unit]
        length = count * step
        items.append(line(x, base, x + length, base, RULE))
        parts = count // fine if unit == "mm" else count * fine
        for index in range(parts + 1):
            at = x + length * index / parts
            major = unit == "mm" or index % fine == 0
            high = mm(2.2) if index in (0, parts) else mm(1.5) if major else mm(0.8)
            items.append(line(at, base, at, base - high, RULE))
        items.append(set_text(x + length + 2, base, name, 6, "start"))
        x += length + mm(11)
    items.append(set_text(x, base, words.get("actual_size", ""), 6.5, "start"))
    return items
