"""What stands in the way of what on a page: boxes of ink as they are drawn, whatever the layout meant.

Letters are measured glyph by glyph, signs by the box of their outline; art without a word is ground, and must not lie over words. What lies wholly within another, such as a number
on a shield, is meant so; what overlaps it in part is not.
"""

from functools import lru_cache
from typing import NamedTuple

import uharfbuzz

from generator.frame import FieldItem, GroupItem, ImageItem, ShapeItem, TextItem, opens_anew
from generator.geometry import Rect, combine

UNMOVED = (1, 0, 0, 1, 0, 0)
CELL = 40.0
INSIDE = 0.85  # of the smaller one: it stands on the other


class Ink(NamedTuple):
    """What is drawn in a box on a page, and where it was written."""

    box: Rect
    kind: str
    what: str
    place: str
    size: float = 0.0
    begins: bool = False
    baseline: float = 0.0  # before anything is turned or moved: what stands on one is a line


@lru_cache(maxsize=50)
def _font(path):
    return uharfbuzz.Font(uharfbuzz.Face(path.read_bytes()))


@lru_cache(maxsize=50_000)
def _reach(path, features, language, text):
    """Left, right, highest and lowest of the ink of a text in em, from its origin; None for no ink."""
    font = _font(path)
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.language = language
    uharfbuzz.shape(font, buffer, {name.removeprefix("-"): not name.startswith("-") for name in features})
    at, em, boxes = 0, font.face.upem, []
    for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        ink = font.get_glyph_extents(info.codepoint)
        if ink is not None and ink.width:
            left, top = at + place.x_offset + ink.x_bearing, ink.y_bearing + place.y_offset
            boxes.append((left, left + ink.width, top, top + ink.height))
        at += place.x_advance
    if not boxes:
        return None
    return (
        min(b[0] for b in boxes) / em,
        max(b[1] for b in boxes) / em,
        max(b[2] for b in boxes) / em,
        min(b[3] for b in boxes) / em,
    )


def inks(pack, items, matrix=UNMOVED, clip=None):
    """Yield the ink of all texts, boxes to mark and signs that mean something, as far as they can be seen."""
    for item in items:
        if isinstance(item, GroupItem):
            inner = combine(matrix, item.matrix)
            box = item.clip.rect if isinstance(item.clip, ShapeItem) else item.clip
            shown = clip if box is None else box.around(inner) if clip is None else clip.common(box.around(inner))
            yield from inks(pack, item.content.items, inner, shown)
            continue
        found = _ink(pack, item, matrix)
        if found and found.box.width > 0 and found.box.height > 0:
            box = found.box if clip is None else found.box.common(clip)
            if box.width > 0 and box.height > 0:
                yield found._replace(box=box)


def _ink(pack, item, matrix):
    if isinstance(item, TextItem):
        name, *features = item.font.split("|")[0].split("+")
        reach = _reach(pack.fonts.paths[name].path, tuple(features), pack.language, item.text)
        if reach is None:
            return None
        left, right, top, foot = (part * item.size for part in reach)
        box = Rect(item.x + left, item.y - top, right - left, top - foot).around(matrix)
        scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
        return Ink(box, "text", item.text, str(item.place), item.size * scale, opens_anew(item), item.y)
    if isinstance(item, FieldItem):
        return Ink(item.rect.around(matrix), "field", item.id, str(item.place))
    if isinstance(item, ShapeItem | ImageItem) and item.spoken:
        return Ink(item.rect.around(matrix), "sign", item.spoken, str(item.place))
    if isinstance(item, ImageItem) or (isinstance(item, ShapeItem) and item.paint.fill and item.kind != "line"):
        return Ink(
            item.rect.around(matrix), "art", item.kind if isinstance(item, ShapeItem) else item.path, str(item.place)
        )
    return None


def collisions(found, least):
    """Yield pairs of inks that overlap by more than `least` points in both directions, none within the other."""
    cells = {}
    for at, ink in enumerate(found):
        for x in range(int(ink.box.x // CELL), int(ink.box.right // CELL) + 1):
            for y in range(int(ink.box.y // CELL), int(ink.box.bottom // CELL) + 1):
                cells.setdefault((x, y), []).append(at)
    seen = set()
    for held in cells.values():
        for place, one in enumerate(held):
            for other in held[place + 1 :]:
                if (one, other) not in seen:
                    seen.add((one, other))
                    if _collide(found[one], found[other], least):
                        yield found[one], found[other]


def _collide(one, other, least):
    if "art" in (one.kind, other.kind):
        return (one.kind, other.kind) == ("text", "art") and _depth(one, other) > least
    if one.kind == other.kind == "field" or _depth(one, other) <= least:
        return False
    common = one.box.common(other.box)
    area = common.width * common.height
    return area < INSIDE * min(one.box.width * one.box.height, other.box.width * other.box.height)


def _depth(one, other):
    common = one.box.common(other.box)
    return min(common.width, common.height)


def paragraphs(found):
    """Yield (lines, words, least size, place) of each paragraph."""
    own = []
    for ink in [each for each in found if each.kind == "text" and each.place]:
        if own and (ink.begins or ink.place != own[-1].place):
            yield told(own)
            own = []
        own.append(ink)
    if own:
        yield told(own)


def told(own):
    """Return the lines, words and least size of a paragraph, and where it was written."""
    words = sum(len(ink.what.split()) for ink in own)
    return len({round(ink.baseline) for ink in own}), words, round(min(ink.size for ink in own), 2), own[0].place
