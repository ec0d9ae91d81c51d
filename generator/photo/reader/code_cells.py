"""Read the page code from a photo; its cells are located by the rulers printed below the code."""

from collections.abc import Iterator
from itertools import combinations, product

import cv2
import numpy as np

from generator.geometry import Rect
from generator.page_code import COLUMNS, ROWS, PageCode, read_code
from generator.photo.reader.page_print import PER_MM, Pixels, in_pixels

REACH = 3 * PER_MM  # pixels by which the code may be shifted
RULERS = (Rect(-1.0, 2.2, 18.0, 4.2), Rect(17.0, 2.2, 18.0, 4.2), Rect(35.0, 2.2, 21.0, 4.2))
"""Pieces of the rulers, in mm relative to the code."""
MOST_APART = 1.25 * PER_MM  # pixels by which a piece may deviate from the surest one; a thumb may hide its marks
LEAST_LIKENESS = 0.5
LEAST_PRINT = 0.01
NEAR = np.array([(right, right, 0, down) for down, right in product(np.linspace(-0.3, 0.3, 7), repeat=2)])
"""Shifts in mm, relative to the place that the rulers show, with which the code is tried: its left end, its right
end and its middle to the right, and all of it down."""
FAR, BOW = np.linspace(-1.2, 1.2, 11), np.linspace(-0.9, 0.9, 7)
WIDE = np.array(list(product(FAR, FAR, BOW, np.linspace(-0.4, 0.4, 5))))
EXACT, DOUBTFUL = 150, 9  # number of surest readings that are tried unchanged, and with some cells inverted
SHARPER = (0.0, 0.35, 0.7)
DOUBTED, FLIPPED = 8, 2  # number of least sure cells, and how many of them are inverted at once


def codes_seen(clean: Pixels, flat: Pixels, place: Rect) -> Iterator[PageCode]:
    """Yield the codes with a valid check sum, the surest first; `clean` is the print, `flat` the photo (0 to 1).

    A wrong code has a valid check sum of 16 bits now and then: callers should take the first code that identifies a
    sheet known to them.
    """
    # The rulers give the place of the code up to half a cell. Around it, thousands of slightly shifted, stretched and
    # bowed grids are read, and those with the clearest cells are tried first: a grid between cells sees only grey.
    box = in_pixels(place)
    bend = _bend(clean, flat, box)
    if bend is None:
        return
    yielded: dict[PageCode, None] = {}
    for shifts in (NEAR, WIDE):
        cells = _cells(flat, bend, box, PER_MM * shifts)
        readings = np.concatenate([_sharpened(cells, much) for much in SHARPER])
        surest = np.argsort(-_contrast(readings))
        for flips in range(FLIPPED + 1):
            for at in surest[: EXACT if flips == 0 else DOUBTFUL]:
                for code in _codes(readings[at], flips):
                    if code not in yielded:
                        yielded[code] = None
                        yield code


def _bend(clean: Pixels, flat: Pixels, box: Rect) -> Pixels | None:
    """Return the shift of the code across and down, each as a linear function of the place along the code, (2, 2).

    None if no piece of the rulers below it is seen.
    """
    shifts = [shift for piece in RULERS if (shift := _ruler_shift(clean, flat, box, piece)) is not None]
    if not shifts:
        return None
    pieces = np.array(shifts)
    surest = pieces[np.argmax(pieces[:, 3])]
    pieces = pieces[np.abs(pieces[:, 1:3] - surest[1:3]).max(axis=1) <= MOST_APART]
    along, across, down, weight = pieces.T
    if len(pieces) == 1:
        return np.array([[0, across[0]], [0, down[0]]])
    return np.array([np.polyfit(along, shift, 1, w=weight) for shift in (across, down)])


def _ruler_shift(clean: Pixels, flat: Pixels, box: Rect, piece: Rect) -> tuple[float, float, float, float] | None:
    """Return the place of a piece of ruler along the code, its shift (x, y), and its similarity; None if not found."""
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


def _cells(flat: Pixels, bend: Pixels, box: Rect, shifts: Pixels) -> Pixels:
    """Return the darkness of each cell relative to the paper around it, (shifts, 2, 48).

    `shifts` are the shifts of the cells to try, in pixels, (shifts, 4); see NEAR.
    """
    side_x, side_y = box.width / COLUMNS, box.height / ROWS
    parts = np.array([-0.25, 0.0, 0.25])
    along = (((np.arange(COLUMNS) + 0.5)[:, None] + parts) * side_x).ravel()
    down = (((np.arange(ROWS) + 0.5)[:, None] + parts) * side_y).ravel()
    along, down = np.meshgrid(along, down)
    share = along / box.width
    left, right, bow, lower = (part[:, None, None] for part in shifts.T)
    aside = left * (1 - share) + right * share + 4 * bow * share * (1 - share)
    grid_x = box.x + along + np.polyval(bend[0], along) + aside
    grid_y = box.y + down + np.polyval(bend[1], along) + lower
    x, y = (grid.reshape(len(shifts), -1).astype(np.float32) for grid in (grid_x, grid_y))
    values = cv2.remap(flat, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cells = values.reshape(-1, ROWS, 3, COLUMNS, 3).mean(axis=(2, 4))
    ends = ((max(0, at - 10), at + 11) for at in range(COLUMNS))
    light = np.stack([np.percentile(cells[:, :, start:end], 90, axis=(1, 2)) for start, end in ends], axis=-1)
    return 1 - cells / np.maximum(light[:, None], 0.02)


def _sharpened(cells: Pixels, much: float) -> Pixels:
    """Return cells after subtracting the darkness that blur added from their neighbours; `much` is its amount."""
    # One step of unsharp masking: what a cell differs from its four neighbours is increased.
    padded = np.pad(cells, ((0, 0), (1, 1), (1, 1)))
    neighbours = (padded[:, 1:-1, :-2] + padded[:, 1:-1, 2:] + padded[:, :-2, 1:-1] + padded[:, 2:, 1:-1]) / 4
    return cells + much * (cells - neighbours)


def _bounds(cells: Pixels) -> tuple[Pixels, Pixels]:
    """Return the threshold between light and dark cells of each reading, and the range from light to dark."""
    dark, light = np.percentile(cells, [85, 15], axis=(-2, -1))
    return (dark + light) / 2, dark - light


def _contrast(readings: Pixels) -> Pixels:
    """Return how far the least certain cells of each reading are from its threshold, as a part of the range."""
    bound, span = _bounds(readings)
    distances = np.abs(readings - bound[:, None, None]).reshape(len(readings), -1)
    return np.partition(distances, 6, axis=1)[:, :6].mean(axis=1) / np.maximum(span, 1e-3)


def _codes(cells: Pixels, flips: int) -> Iterator[PageCode]:
    """Yield the valid codes of a reading if `flips` of its least certain cells are inverted."""
    bound, _ = _bounds(cells)
    bits = (cells > bound).astype(int).ravel()
    doubted = np.argsort(np.abs(cells - bound).ravel())[:DOUBTED]
    for wrong in combinations(doubted.tolist(), flips):
        tried = bits.copy()
        tried[list(wrong)] ^= 1
        code = read_code(tuple(tried.tolist()))
        if code is not None:
            yield code
