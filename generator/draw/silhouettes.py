"""Silhouettes of items as pixels, from which shadows are drawn the same way in every format."""

from collections.abc import Iterable
from functools import lru_cache
from math import cos, pi, sin
from pathlib import Path
from typing import Any

from generator import frame
from generator.fonts.faces import Font, Fonts
from generator.fonts.shaping import EM
from generator.geometry import Matrix, Points, Rect, around, combine, invert, shift
from generator.reading.pictures import read_picture

FINEST = 300 / 72  # pixels per point of a shadow with sharp edges
STEPS = 8  # pixels across a blurred edge
MOST_PIXELS = 12_000_000
CORNER_STEPS = 8
BLACK = frame.Paint("#000000")


@lru_cache(maxsize=4096)
def glyph_outline(font: Font, glyph: int) -> frame.VectorOutline | None:
    """Return the outline of a glyph, y up, in thousandths of the size; None if it is empty."""
    from generator.reading.svg.contours import separate_numbers, trace_path, written_path

    if not (drawn := font.outline(glyph)):
        return None
    return frame.VectorOutline("", *written_path(trace_path(separate_numbers(drawn)[0])), 1.0, 1.0)


def draw_shadow(item: frame.ShadowItem, fonts: Fonts) -> tuple[Rect, Any]:
    """Return the box of a shadow, and its opacity per pixel, 0 to 255, as a Pillow image in grey."""
    from PIL import Image, ImageFilter

    box = _reach(item.items, frame.UNMOVED).outset(1.5 * item.blur + 1)
    scale = min(FINEST, 2 * STEPS / item.blur if item.blur else FINEST)
    scale = min(scale, (MOST_PIXELS / max(box.width * box.height, 1)) ** 0.5)
    size = max(1, round(box.width * scale)), max(1, round(box.height * scale))
    matrix = combine((2 * scale, 0, 0, 2 * scale, 0, 0), shift(-box.x, -box.y))
    drawn = _Silhouette(fonts, Image.new("L", (2 * size[0], 2 * size[1])))
    drawn.add(item.items, matrix)
    mask = drawn.mask.resize(size, Image.Resampling.BOX)
    if item.blur:
        mask = mask.filter(ImageFilter.GaussianBlur(item.blur / 2 * scale))
    return box.move(*item.by), _paler(mask, frame.alpha_of(item.color))


def shadow_picture(item: frame.ShadowItem, fonts: Fonts) -> tuple[Rect, Any]:
    """Return the box of a shadow, and a Pillow image of the shadow in its colour."""
    from PIL import Image

    box, mask = draw_shadow(item, fonts)
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


class _Silhouette:
    """The area that items cover, collected in a grey Pillow image."""

    def __init__(self, fonts: Fonts, mask: Any) -> None:
        self.fonts, self.mask = fonts, mask

    def add(self, items: Iterable[frame.Item], matrix: Matrix) -> None:
        """Add items; the matrix maps their coordinates to the pixels of the image."""
        for item in items:
            match item:
                case frame.GroupItem():
                    self.group(item, combine(matrix, item.matrix))
                case frame.TextItem():
                    self.text(item, matrix)
                case frame.ImageItem() if item.drawing is not None:
                    x, y, size = item.rect.width, item.rect.height, item.drawing.size
                    spot = (x / size.width, 0, 0, y / size.height, item.rect.x, item.rect.y)
                    self.add(item.drawing.items, combine(matrix, spot))
                case frame.ImageItem():
                    self.image(item, matrix)
                case frame.ShapeItem():
                    self.shape(item, item.paint, matrix)
                case frame.FieldItem():
                    self.shape(item.shape, item.paint, matrix)

    def group(self, item: frame.GroupItem, matrix: Matrix) -> None:
        from PIL import Image, ImageChops

        if item.clip is None and item.opacity == 1:
            self.add(item.content.items, matrix)
            return
        part = _Silhouette(self.fonts, Image.new("L", self.mask.size))
        part.add(item.content.items, matrix)
        if item.clip is not None:
            clip = _Silhouette(self.fonts, Image.new("L", self.mask.size))
            edge = item.clip if isinstance(item.clip, frame.ShapeItem) else frame.ShapeItem("rect", item.clip, BLACK)
            clip.shape(edge, BLACK, matrix)
            part.mask = ImageChops.multiply(part.mask, clip.mask)
        self.lay(_paler(part.mask, item.opacity))

    def text(self, item: frame.TextItem, matrix: Matrix) -> None:
        scale, at = item.size / EM, 0.0
        line = item.outline
        paint = frame.Paint("#000000", line and line.color, 2 * line.width / scale if line else 0.0)
        spot = combine(matrix, (scale, 0, 0, -scale, item.x, item.y))
        for font, glyph in self.fonts.font(item.font).glyphs_of(item.text, item.rtl):
            if outline := glyph_outline(font, glyph.number):
                shape = frame.ShapeItem("outline", Rect(at + glyph.across, glyph.up, 1, 1), paint, 0.0, outline)
                self.shape(shape, paint, spot)
            at += glyph.advance

    def shape(self, item: frame.ShapeItem, paint: frame.Paint, matrix: Matrix) -> None:
        from PIL import Image, ImageChops, ImageDraw

        runs = frame.runs_of(item, matrix, finer=4)
        if item.kind == "rect" and item.radius:
            runs = (_rounded(item.rect, item.radius, matrix),)
        if (paint.fill or paint.gradient) and item.kind != "line":
            # Pillow fills single polygons. By the even-odd rule areas are combined by their difference. By the nonzero
            # rule, from the largest to the smallest, one that turns the other way than the first cuts a hole.
            area = Image.new("L", self.mask.size)
            even_odd = item.outline is not None and item.outline.even_odd
            by_size = sorted([run for run in runs if len(run) > 2], key=lambda run: -abs(_area(run)))
            for run in by_size:
                if even_odd:
                    polygon = Image.new("L", self.mask.size)
                    ImageDraw.Draw(polygon).polygon(run, fill=255)
                    area = ImageChops.difference(area, polygon)
                else:
                    fill = 255 if _area(run) * _area(by_size[0]) > 0 else 0
                    ImageDraw.Draw(area).polygon(run, fill=fill)
            self.lay(_paler(area, frame.alpha_of(paint.fill or "")))
        if paint.stroke:
            a, b, c, d, _, _ = matrix
            wide = max(1, round(paint.stroke_width * abs(a * d - b * c) ** 0.5))
            for run in runs:
                ImageDraw.Draw(self.mask).line(run, fill=255, width=wide, joint="curve")

    def image(self, item: frame.ImageItem, matrix: Matrix) -> None:
        """Add the area of a picture, without its transparent parts."""
        from PIL import Image

        pixels = read_picture(Path(item.path)).pixels
        alpha = pixels.getchannel("A") if pixels.mode == "RGBA" else Image.new("L", pixels.size, 255)
        box = item.rect
        spot = (box.width / alpha.width, 0, 0, box.height / alpha.height, box.x, box.y)
        a, b, c, d, e, f = invert(combine(matrix, spot))
        turned = (a, c, e, b, d, f)
        self.lay(alpha.transform(self.mask.size, Image.Transform.AFFINE, turned, Image.Resampling.BILINEAR))

    def lay(self, mask: Any) -> None:
        """Add the area that another mask covers."""
        from PIL import ImageChops

        self.mask = ImageChops.lighter(self.mask, mask)


def _paler(mask: Any, part: float) -> Any:
    """Return a mask with its opacities multiplied by `part`."""
    return mask if part == 1 else mask.point([round(level * part) for level in range(256)])


def _area(run: Points) -> float:
    """Return twice the signed area inside a polygon; its sign tells the direction of the points."""
    ends = zip(run, (*run[1:], run[0]), strict=True)
    return sum([x * down - across * y for (x, y), (across, down) in ends])


def _rounded(box: Rect, radius: float, matrix: Matrix) -> Points:
    """Return the outline of a box with round corners as points, transformed by a matrix."""
    a, b, c, d, e, f = matrix
    points = []
    for corner, (x, y) in enumerate(
        (
            (box.right - radius, box.bottom - radius),
            (box.x + radius, box.bottom - radius),
            (box.x + radius, box.y + radius),
            (box.right - radius, box.y + radius),
        )
    ):
        for step in range(CORNER_STEPS + 1):
            turn = (corner + step / CORNER_STEPS) * pi / 2
            px, py = x + radius * cos(turn), y + radius * sin(turn)
            points.append((a * px + c * py + e, b * px + d * py + f))
    return (*points, points[0])
