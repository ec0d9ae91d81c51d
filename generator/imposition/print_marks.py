"""Crop marks, the fold line and the ruler strip as frame items."""

from collections.abc import Callable, Iterable, Mapping

from generator.frame import Item, Paint, TextItem, line
from generator.geometry import Rect
from generator.units import POINTS_PER, mm

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
