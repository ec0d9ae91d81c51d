"""Silhouettes of items as pixels, from which shadows are drawn the same way in every format."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from generator import frame
from generator.diagnostics import NOWHERE
from generator.fonts.faces import Font
from generator.geometry import Matrix, Rect, Size, around, shift

OpacityPerPixel = Callable[[frame.Frame, Size], Any]
"""Returns the opacity of a page, drawn in so many pixels across and down, as a Pillow image in grey."""

FINEST = 300 / 72  # pixels per point of a shadow with sharp edges
STEPS = 8  # pixels across a blurred edge
MOST_PIXELS = 12_000_000


@lru_cache(maxsize=4096)
def glyph_outline(font: Font, glyph: int) -> frame.VectorOutline | None:
    """Return the outline of a glyph, y up, in thousandths of the size; None if it is empty."""
    from generator.reading.svg.contours import trace_path, written_path

    if not (outline := font.outline(glyph)):
        return None
    return frame.VectorOutline("", *written_path(trace_path(outline)), 1.0, 1.0)


def draw_shadow(item: frame.ShadowItem, opacity: OpacityPerPixel) -> tuple[Rect, Any]:
    """Return the box of a shadow, and its opacity per pixel, 0 to 255, as a Pillow image in grey."""
    from PIL import ImageFilter

    box = _reach(item.items, frame.UNMOVED).outset(1.5 * item.blur + 1)
    scale = min(FINEST, 2 * STEPS / item.blur if item.blur else FINEST)
    scale = min(scale, (MOST_PIXELS / max(box.width * box.height, 1)) ** 0.5)
    pixels = Size(max(1, round(box.width * scale)), max(1, round(box.height * scale)))
    # a page with only these items is opaque exactly where the items cover it
    moved = frame.ReusableDrawing(Size(box.right, box.bottom), item.items)
    page = frame.Frame(Size(box.width, box.height), (frame.GroupItem(moved, shift(-box.x, -box.y), None, NOWHERE),))
    mask = opacity(page, pixels)
    if item.blur:
        mask = mask.filter(ImageFilter.GaussianBlur(item.blur / 2 * scale))
    part = frame.alpha_of(item.color)
    return box.move(*item.by), mask.point([round(level * part) for level in range(256)])


def shadow_picture(item: frame.ShadowItem, opacity: OpacityPerPixel) -> tuple[Rect, Any]:
    """Return the box of a shadow, and a Pillow image of the shadow in its colour."""
    from PIL import Image

    box, mask = draw_shadow(item, opacity)
    picture = Image.new("RGBA", mask.size, item.color[: frame.OPAQUE])
    picture.putalpha(mask)
    return box, picture


def _reach(items: Iterable[frame.Item], matrix: Matrix) -> Rect:
    """Return the box around everything that items draw, strokes included."""
    boxes = []
    for item, to_page in frame.walk(tuple(items), matrix):
        if isinstance(item, frame.TextItem):
            more = item.size / 2 + (item.outline.width if item.outline else 0)
            boxes.append(item.rect.outset(more).around(to_page))
        elif not isinstance(item, (frame.GroupItem, frame.ShadowItem)):
            paint = frame.Paint() if isinstance(item, frame.ImageItem) else item.paint
            boxes.append(item.rect.outset(paint.stroke_width if paint.stroke else 0).around(to_page))
    return around(boxes) if boxes else Rect(0, 0, 0, 0)
