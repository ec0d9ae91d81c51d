"""Find boxes of ink on a page that collide. Boxes are as drawn, whatever the layout intended.

The box of a text comes from its glyphs, that of an icon from its outline. Art without a word is background, and must
not cover words. A box wholly inside another, such as a number on a shield, is intended; a partial overlap is not.
"""

from functools import lru_cache
from typing import NamedTuple

import uharfbuzz

from generator.frame import FieldItem, GroupItem, ImageItem, ShapeItem, TextItem, begins_block
from generator.geometry import Rect, combine

UNMOVED = (1, 0, 0, 1, 0, 0)
CELL = 40.0
INSIDE = 0.85  # share of the smaller box: then it is on the other one


class Ink(NamedTuple):
    """Ink in a box on a page, and its place in the source."""

    box: Rect
    kind: str
    what: str
    place: str
    size: float = 0.0
    begins: bool = False
    baseline: float = 0.0  # before any turn or move: ink on the same baseline is a line


@lru_cache(maxsize=50)
def _font(path):
    return uharfbuzz.Font(uharfbuzz.Face(path.read_bytes()))


@lru_cache(maxsize=50_000)
def _reach(path, features, language, text):
    """Return the left, right, top and bottom edge of the ink of a text in em, from its origin; None without ink."""
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
    """Yield the visible ink of all texts, fields and icons with a meaning."""
    for item in items:
        if isinstance(item, GroupItem):
            inner = combine(matrix, item.matrix)
            box = item.clip.rect if isinstance(item.clip, ShapeItem) else item.clip
            visible = clip if box is None else box.around(inner) if clip is None else clip.common(box.around(inner))
            yield from inks(pack, item.content.items, inner, visible)
            continue
        ink = _ink(pack, item, matrix)
        if ink and ink.box.width > 0 and ink.box.height > 0:
            box = ink.box if clip is None else ink.box.common(clip)
            if box.width > 0 and box.height > 0:
                yield ink._replace(box=box)


def _ink(pack, item, matrix):
    if isinstance(item, TextItem):
        name, *features = item.font.split("|")[0].split("+")
        reach = _reach(pack.fonts.paths[name].path, tuple(features), pack.language, item.text)
        if reach is None:
            return None
        left, right, top, foot = (part * item.size for part in reach)
        box = Rect(item.x + left, item.y - top, right - left, top - foot).around(matrix)
        scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
        return Ink(box, "text", item.text, str(item.place), item.size * scale, begins_block(item), item.y)
    if isinstance(item, FieldItem):
        return Ink(item.rect.around(matrix), "field", item.id, str(item.place))
    if isinstance(item, ShapeItem | ImageItem) and item.spoken:
        return Ink(item.rect.around(matrix), "sign", item.spoken, str(item.place))
    if isinstance(item, ImageItem) or (isinstance(item, ShapeItem) and item.paint.fill and item.kind != "line"):
        return Ink(
            item.rect.around(matrix), "art", item.kind if isinstance(item, ShapeItem) else item.path, str(item.place)
        )
    return None


def collisions(boxes, least):
    """Yield pairs of inks that overlap by more than `least` points in both directions, none within the other."""
    cells = {}
    for at, ink in enumerate(boxes):
        for x in range(int(ink.box.x // CELL), int(ink.box.right // CELL) + 1):
            for y in range(int(ink.box.y // CELL), int(ink.box.bottom // CELL) + 1):
                cells.setdefault((x, y), []).append(at)
    pairs = set()
    for group in cells.values():
        for place, one in enumerate(group):
            for other in group[place + 1 :]:
                if (one, other) not in pairs:
                    pairs.add((one, other))
                    if _collide(boxes[one], boxes[other], least):
                        yield boxes[one], boxes[other]


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


def paragraphs(boxes):
    """Yield (lines, words, least size, place) of each paragraph."""
    paragraph = []
    for ink in [each for each in boxes if each.kind == "text" and each.place]:
        if paragraph and (ink.begins or ink.place != paragraph[-1].place):
            yield _summary(paragraph)
            paragraph = []
        paragraph.append(ink)
    if paragraph:
        yield _summary(paragraph)


def _summary(texts):
    """Return the number of lines and words of a paragraph, its smallest size, and its place in the source."""
    words = sum(len(ink.what.split()) for ink in texts)
    return len({round(ink.baseline) for ink in texts}), words, round(min(ink.size for ink in texts), 2), texts[0].place
