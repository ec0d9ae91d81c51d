"""Find the ink added to a page by hand: even out the light, learn the blur of the lens, subtract the print."""

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np

from generator.geometry import Rect
from generator.photo.reader.page_print import PER_MM, PagePrint, Pixels, darker, in_pixels
from generator.photo.reader.straighten import FlatPage

LENS = 11  # width in pixels of the blur of a printed point
TILES = (4, 3)  # rows and columns of tiles with a blur of their own
SAMPLES = 6_000  # pixels of a tile from which its blur is learned
ROUNDS = 3
BLURRED = 0.022  # `miss` of a photo that is not sharp
PEN = 0.17 * PER_MM  # half the width of a thin pen, in pixels
EDGE = 0.9 * PER_MM  # pixels inside the frame of a field that are ignored: a shifted frame looks like ink
LEAST_INK, OVER_MISS = 0.12, 6  # least darkness of ink: as a part of the paper's light, and in `miss`
LEAST_STROKE = 1.1 * PER_MM  # pixels: longer than a speck of the paper or noise of the photo
SOLID, BLACK = np.ones((7, 7), np.uint8), 0.25  # pixels around a pixel that are at most so light in solid black areas
GREY = 0.7  # light of black print above which strokes look like print: toner that runs out reaches 0.66


class HandwrittenInkMap(NamedTuple):
    """The ink that was added to a page by hand, as arrays with a value for each pixel (height, width).

    - `ink`: by how much a pixel is darker than its print, as a part of the light left by the print, blurred as if by a
      thin pen
    - `expected`: how light the print should be, 0 to 1
    - `even`: the page in even light
    - `miss`: the noise, as the median of measured ink where there is none
    - `hue`: how much redder and bluer than the print each pixel is, (height, width, 2)
    """

    ink: Pixels
    expected: Pixels
    even: Pixels
    miss: float
    hue: Pixels


def ink_over_print(page: PagePrint, straight: FlatPage) -> HandwrittenInkMap:
    """Return the ink added to a printed page, measured in the darker of the red and green channels.

    If the photo is blurred more than the learned kernel can show, the blur is learned again at half the size.
    """
    tone, outside = page.dark, straight.outside
    white = np.empty(straight.colors.shape, np.float32)
    for channel in range(3):
        photo = straight.colors[..., channel] / np.float32(255)
        np.divide(photo, _light(photo, tone), out=white[..., channel])
    hue, flat = _hue(white), darker(white)
    del white, photo  # saves memory on large pages
    hue -= _hue(page.colors, 255)
    sharp = HandwrittenInkMap(*_ink_over_print(tone, flat, outside, PEN), hue)
    if sharp.miss < BLURRED:
        return sharp
    size = (tone.shape[1] // 2, tone.shape[0] // 2)
    small, even = (cv2.resize(picture, size, interpolation=cv2.INTER_AREA) for picture in (tone, flat))
    small_outside = cv2.resize(outside.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST) > 0
    *blurred, miss = _ink_over_print(small, even, small_outside, PEN / 2)
    if miss > sharp.miss:
        return sharp
    ink, expected, even = (cv2.resize(map, tone.shape[::-1], interpolation=cv2.INTER_LINEAR) for map in blurred)
    return HandwrittenInkMap(ink, expected, even, miss, hue)


def _hue(colors: Pixels, white: float = 1) -> Pixels:
    """Return how much redder than green, and how much bluer than red and green, each pixel is, slightly blurred.

    Colours range from 0 to `white`.
    """
    red, green, blue = (colors[..., channel] / np.float32(white) for channel in range(3))
    return cv2.GaussianBlur(np.stack([red - green, blue - (red + green) / 2], axis=-1), (0, 0), PEN)


def _ink_over_print(tone: Pixels, flat: Pixels, outside: Pixels, pen: float) -> tuple[Pixels, Pixels, Pixels, float]:
    """Return the ink, the expected print, the page in even light, and the noise (see HandwrittenInkMap)."""
    tone = _as_seen(tone, flat, outside)
    flat = flat / _smooth_share(flat, _expected(tone, flat, outside))
    expected = _expected(tone, flat, outside)
    ink = ink_in(expected, np.where(outside, expected, flat), pen)
    return ink, expected, flat, float(np.median(np.abs(ink[::7, ::7])) * 1.48)


def is_grey(page: PagePrint, inked: HandwrittenInkMap) -> bool:
    """Return whether the black of a page is printed grey; False if the page has no black areas."""
    black = inked.even[cv2.dilate(page.dark, SOLID) < BLACK]
    return bool(black.size) and float(np.median(black)) > GREY


def ink_in(expected: Pixels, even: Pixels, pen: float = PEN) -> Pixels:
    """Return by how much an evenly lit page is darker than its print should be, blurred by a thin pen."""
    share = (expected - even) / np.maximum(expected, 0.15)
    return cv2.GaussianBlur(np.clip(share, -0.5, 1).astype(np.float32), (0, 0), pen)


def _light(photo: Pixels, tone: Pixels) -> Pixels:
    """Return the brightness of the paper at each pixel, measured at the brighter unprinted pixels of 2 mm squares."""
    # Each square gives the third quartile of its unprinted pixels: the brightest would be noise, and the mean would be
    # darkened by ink. Squares without paper are filled from their neighbours by normalised convolution (Knutsson and
    # Westin, 1993): blur the values times their weights, blur the weights, and divide. Wider blurs fill larger gaps.
    half = (photo.shape[1] // 2, photo.shape[0] // 2)
    white = cv2.erode(cv2.resize(tone, half, interpolation=cv2.INTER_AREA), np.ones((3, 3), np.uint8)) > 0.97
    values = np.where(white, cv2.resize(photo, half, interpolation=cv2.INTER_AREA), np.float32(9))  # print sorts last
    cells, whites = _cells(values, PER_MM), _cells(white, PER_MM).sum(axis=-1)
    share = whites / cells.shape[-1]
    at = (0.75 * np.maximum(whites - 1, 0)).astype(int)
    level = np.take_along_axis(np.sort(cells, axis=-1), at[..., None], axis=-1)[..., 0]
    sure = share > 0.1
    level = np.where(sure, level, 0).astype(np.float32)
    weight = sure.astype(np.float32)
    total, certainty = level * 0, weight * 0
    for reach in (2.0, 6.0, 20.0):
        size = 2 * int(3 * reach) + 1
        smooth_level = cv2.GaussianBlur(level * weight, (size, size), reach)
        smooth_weight = cv2.GaussianBlur(weight, (size, size), reach)
        factor = (1 - certainty) * np.clip(smooth_weight * 4, 0, 1)
        total, certainty = total + factor * smooth_level / np.maximum(smooth_weight, 1e-6), certainty + factor
    light = total / np.maximum(certainty, 1e-6)
    light = np.where(certainty > 0.01, light, float(np.median(level[sure])) if sure.any() else 1.0)
    return np.maximum(cv2.resize(light.astype(np.float32), photo.shape[::-1], interpolation=cv2.INTER_LINEAR), 0.02)


def _cells(values: Pixels, block: int) -> Pixels:
    """Return values grouped by squares of `block` pixels: (rows, columns, values)."""
    rows, columns = values.shape[0] // block, values.shape[1] // block
    cells = values[: rows * block, : columns * block].reshape(rows, block, columns, block)
    return cells.transpose(0, 2, 1, 3).reshape(rows, columns, -1)


def _smooth_share(flat: Pixels, expected: Pixels) -> Pixels:
    """Return the remaining unevenness of the light, smoothed, measured where the print is light and has no ink."""
    share = flat / np.maximum(expected, 0.2)
    weight = ((expected > 0.5) & (np.abs(share - 1) < 0.1)).astype(np.float32)
    small = (flat.shape[1] // PER_MM, flat.shape[0] // PER_MM)
    sums = cv2.resize(share * weight, small, interpolation=cv2.INTER_AREA)
    counts = cv2.resize(weight, small, interpolation=cv2.INTER_AREA)
    sums, counts = (cv2.GaussianBlur(cells, (0, 0), 4.0) for cells in (sums + 0.02, counts + 0.02))
    return cv2.resize(sums / counts, flat.shape[::-1], interpolation=cv2.INTER_LINEAR)


def _as_seen(tone: Pixels, flat: Pixels, outside: Pixels) -> Pixels:
    """Return the print in the shades that this camera gives it, learned from areas of a single shade."""
    # The shades of the camera are a curve from print to photo. It is sampled in areas of one shade, where the blur of
    # the lens does not matter, and made monotonic, since darker print cannot look lighter.
    area = np.ones((7, 7), np.uint8)
    even = (cv2.dilate(tone, area) - cv2.erode(tone, area) < 0.03) & ~outside
    shades, values = tone[even][::11], flat[even][::11]
    levels = np.linspace(0, 1, 33)
    samples = [(1.0, 1.0)]
    for low, high in pairwise(levels[:-1]):
        inside = (shades >= low) & (shades < high)
        if inside.sum() > 60:
            samples.append((float(shades[inside].mean()), float(np.percentile(values[inside], 60))))
    samples.sort()
    shade, value = zip(*samples, strict=True)
    if shade[0] > 0.3:  # no dark areas: black stays as it is
        shade, value = (0.0, *shade), (0.1, *value)
    shaded, level = np.empty_like(tone), np.maximum.accumulate(value)
    for row, tones in zip(shaded, tone, strict=True):  # row by row: all at once need twice the memory
        row[:] = np.interp(tones, shade, level)
    return shaded


def _expected(tone: Pixels, flat: Pixels, outside: Pixels) -> Pixels:
    """Return the print as this camera would see it, with a blur that is learned in each of several tiles."""
    # A lens is less sharp at the edges, so each tile learns its own kernel. Tiles overlap, and are blended with weights
    # that fall from their middle to their edges, so that no seam looks like a stroke.
    high, wide = tone.shape
    rows, columns = TILES
    kernels = {
        (row, column): _lens(tone, flat, outside, _tile(row, rows, high), _tile(column, columns, wide))
        for row in range(rows)
        for column in range(columns)
    }
    learned = [kernel for kernel in kernels.values() if kernel is not None]
    if not learned:
        return tone
    mean_kernel = np.mean(learned, axis=0)
    total, weights = np.zeros_like(tone), np.zeros_like(tone)
    for (row, column), kernel in kernels.items():
        (top, bottom), (left, right) = _tile(row, rows, high, 0.75), _tile(column, columns, wide, 0.75)
        tile_kernel = mean_kernel if kernel is None else kernel
        part = cv2.filter2D(
            tone[top:bottom, left:right], cv2.CV_32F, tile_kernel[:-1].reshape(LENS, LENS).astype(np.float32)
        ) + np.float32(tile_kernel[-1])
        hat = np.outer(_hat(bottom - top), _hat(right - left)).astype(np.float32)
        total[top:bottom, left:right] += hat * part
        weights[top:bottom, left:right] += hat
    return total / np.maximum(weights, 1e-6)


def _tile(number: int, count: int, length: int, reach: float = 0.5) -> tuple[int, int]:
    """Return the start and end of a tile, which overlaps each neighbour by half its length."""
    tile_length = length / count
    return max(0, round((number + 0.5 - reach) * tile_length)), min(length, round((number + 0.5 + reach) * tile_length))


def _hat(length: int) -> Pixels:
    return 0.01 + 1 - np.abs(np.linspace(-1, 1, length))


def _lens(
    tone: Pixels, flat: Pixels, outside: Pixels, rows: tuple[int, int], columns: tuple[int, int]
) -> Pixels | None:
    """Return the kernel that turns the print into the photo, followed by a constant; None if too little is printed.

    The kernel is fitted to pixels near print; in each round, pixels that deviate much, which are ink, get less weight.
    """
    # Iteratively reweighted least squares: solve for the kernel, then give pixels with large residuals less weight
    # (the function of Geman and McClure), and solve again. Ink is such a residual, so the kernel does not learn it.
    # `hold` pulls the kernel towards a bell curve where the print says little (ridge regression).
    half = LENS // 2
    top, bottom, left, right = max(half, rows[0]), rows[1], max(half, columns[0]), columns[1]
    bottom, right = min(bottom, tone.shape[0] - half), min(right, tone.shape[1] - half)
    area = tone[top:bottom, left:right]
    contrast = cv2.dilate(area, np.ones((7, 7), np.uint8)) - cv2.erode(area, np.ones((7, 7), np.uint8))
    near_print = (contrast > 0.1) & ~outside[top:bottom, left:right]
    y, x = np.nonzero(near_print)
    if len(y) < 2000:
        return None
    step = max(1, len(y) // SAMPLES)
    y, x = y[::step] + top, x[::step] + left
    offsets = np.arange(-half, half + 1)
    patches = tone[y[:, None, None] + offsets[None, :, None], x[:, None, None] + offsets[None, None, :]]
    inputs = np.concatenate([patches.reshape(len(y), -1), np.ones((len(y), 1), np.float32)], axis=1)
    target = flat[y, x]
    weight = np.ones(len(y), np.float32)
    hold = np.eye(inputs.shape[1]) * 1e-3 * len(y) / 100
    hold[-1, -1] = 0
    start = np.zeros(inputs.shape[1], np.float32)
    bell = cv2.getGaussianKernel(LENS, 1.2)
    start[:-1] = (bell @ bell.T).ravel()
    answer = start
    for _ in range(ROUNDS):
        weighted = inputs * np.sqrt(weight)[:, None]  # a product with itself is half the work of other products
        rest = np.sqrt(weight) * (target - inputs @ start)
        answer = start + np.linalg.solve(weighted.T @ weighted + hold, weighted.T @ rest)
        miss = target - inputs @ answer
        tolerance = max(0.02, 1.5 * float(np.median(np.abs(miss))))
        weight = 1 / (1 + (miss / tolerance) ** 2) ** 2
    return answer.astype(np.float32)


def fields_with_ink(inked: HandwrittenInkMap, fields: Mapping[str, Rect]) -> frozenset[str]:
    """Return the ids of fields (boxes in points) with a stroke in them; when in doubt, a field counts as inked."""
    return frozenset(id for id, field in fields.items() if _longest_stroke(inked, in_pixels(field)) >= LEAST_STROKE)


def _longest_stroke(inked: HandwrittenInkMap, field: Rect) -> float:
    """Return the width or height in pixels, whichever is larger, of the longest stroke in a field (in pixels)."""
    rows = slice(max(0, round(field.y + EDGE)), max(0, round(field.bottom - EDGE)))
    columns = slice(max(0, round(field.x + EDGE)), max(0, round(field.right - EDGE)))
    ink = inked.ink[rows, columns]
    if not ink.size:
        return 0.0
    is_ink = (ink > max(LEAST_INK, OVER_MISS * inked.miss)).astype(np.uint8)
    pieces, _, stats, _ = cv2.connectedComponentsWithStats(is_ink, connectivity=8)
    return float(stats[1:, (cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT)].max()) if pieces > 1 else 0.0
