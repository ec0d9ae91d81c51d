"""The code of a page, read from its picture: the rulers below it tell where its cells are."""

from collections.abc import Iterator
from itertools import combinations

import cv2
import numpy as np

from generator.geometry import Rect
from generator.page_code import COLUMNS, ROWS, PageCode, read_code
from generator.photo.page_print import PER_MM, Pixels, in_pixels

REACH = 3 * PER_MM  # pixels by which a strip may lie beside its place
RULERS = (Rect(-1.0, 2.2, 18.0, 4.2), Rect(17.0, 2.2, 18.0, 4.2), Rect(35.0, 2.2, 21.0, 4.2))
"""Pieces of the ruler, in mm from the code."""
LEAST_LIKENESS = 0.5
LEAST_PRINT = 0.01
STEPS = (0.0, -0.1, 0.1, -0.2, 0.2, -0.3, 0.3)  # mm around the place that the ruler tells
SHARPER = (0.0, 0.35, 0.7)
DOUBTED, FLIPPED = 8, 2  # the least sure cells, and how many of them may be wrong at once


def codes_seen(clean: Pixels, flat: Pixels, place: Rect) -> Iterator[PageCode]:
    """Yield the codes whose check sum fits, the surest first, from a straightened page and its print (both 0 to 1).

    A check sum of 16 bits fits by chance now and then: who asks takes the first that names a sheet it knows.
    """
    box = in_pixels(place)
    bend = _bend(clean, flat, box)
    if bend is None:
        return
    found: dict[PageCode, None] = {}
    readings = [
        _sharpened(_cells(flat, bend, box.moved(right * PER_MM, down * PER_MM)), sharper)
        for down in STEPS
        for right in STEPS
        for sharper in SHARPER
    ]
    readings.sort(key=_contrast, reverse=True)
    for flips in range(FLIPPED + 1):
        for reading in readings[: len(readings) if flips == 0 else 9]:
            for code in _codes(reading, flips):
                if code not in found:
                    found[code] = None
                    yield code


def _bend(clean: Pixels, flat: Pixels, box: Rect) -> Pixels | None:
    """Return how a strip lies beside its place: shift across and down, each as a line along the strip, (2, 2).

    None where no piece of the ruler below it is seen.
    """
    shifts = [shift for piece in RULERS if (shift := _ruler_shift(clean, flat, box, piece)) is not None]
    if not shifts:
        return None
    along, across, down, weight = np.array(shifts).T
    if len(shifts) == 1:
        return np.array([[0, across[0]], [0, down[0]]])
    return np.array([np.polyfit(along, each, 1, w=weight) for each in (across, down)])


def _ruler_shift(clean: Pixels, flat: Pixels, box: Rect, piece: Rect) -> tuple[float, float, float, float] | None:
    """Return where a piece of the ruler is along the strip, how many pixels it lies aside, and how sure that is."""
    high, wide = clean.shape
    left, top = round(box.x + piece.x * PER_MM), round(box.y + piece.y * PER_MM)
    right, bottom = min(round(left + piece.width * PER_MM), wide), min(round(top + piece.height * PER_MM), high)
    left = max(left, 0)
    ruler = clean[top:bottom, left:right]
    if ruler.size == 0 or ruler.std() < LEAST_PRINT:
        return None
    padded = cv2.copyMakeBorder(flat, REACH, REACH, REACH, REACH, cv2.BORDER_REPLICATE)
    area = padded[top : bottom + 2 * REACH, left : right + 2 * REACH]
    soft = cv2.GaussianBlur(ruler, (0, 0), 1.5)
    like = cv2.matchTemplate(cv2.GaussianBlur(area, (0, 0), 1.0), soft, cv2.TM_CCOEFF_NORMED)
    _, best, _, (x, y) = cv2.minMaxLoc(like)
    if best < LEAST_LIKENESS:
        return None
    return (left + right) / 2 - box.x, x - REACH, y - REACH, best


def _cells(flat: Pixels, bend: Pixels, box: Rect) -> Pixels:
    """Return how dark each cell is, (2, 48), beside the paper around it."""
    side_x, side_y = box.width / COLUMNS, box.height / ROWS
    parts = np.array([-0.25, 0.0, 0.25])
    along = (((np.arange(COLUMNS) + 0.5)[:, None] + parts) * side_x).ravel()
    down = (((np.arange(ROWS) + 0.5)[:, None] + parts) * side_y).ravel()
    along, down = np.meshgrid(along, down)
    grid_x = (box.x + along + np.polyval(bend[0], along)).astype(np.float32)
    grid_y = (box.y + down + np.polyval(bend[1], along)).astype(np.float32)
    values = cv2.remap(flat, grid_x, grid_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cells = values.reshape(ROWS, 3, COLUMNS, 3).mean(axis=(1, 3))
    light = np.array([np.percentile(cells[:, max(0, at - 10) : at + 11], 90) for at in range(COLUMNS)])
    return 1 - cells / np.maximum(light, 0.02)


def _sharpened(cells: Pixels, much: float) -> Pixels:
    """Return cells less what their neighbours gave them."""
    around = np.pad(cells, 1)
    beside = (around[1:-1, :-2] + around[1:-1, 2:] + around[:-2, 1:-1] + around[2:, 1:-1]) / 4
    return cells + much * (cells - beside)


def _bound(cells: Pixels) -> float:
    dark, light = np.percentile(cells, 85), np.percentile(cells, 15)
    return float(dark + light) / 2


def _contrast(cells: Pixels) -> float:
    """Return how far the least sure cells are from the bound, of the range of all."""
    span = float(np.percentile(cells, 85) - np.percentile(cells, 15))
    return float(np.sort(np.abs(cells - _bound(cells)).ravel())[:6].mean()) / max(span, 1e-3)


def _codes(cells: Pixels, flips: int) -> Iterator[PageCode]:
    """Yield the codes of cells of which so many of the least sure are taken for their opposite."""
    bound = _bound(cells)
    bits = (cells > bound).astype(int).ravel()
    doubted = np.argsort(np.abs(cells - bound).ravel())[:DOUBTED]
    for wrong in combinations(doubted.tolist(), flips):
        tried = bits.copy()
        tried[list(wrong)] ^= 1
        code = read_code(tuple(tried.tolist()))
        if code is not None:
            yield code
