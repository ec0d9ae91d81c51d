"""A picture of what was read: sheets made flat, side by side, with ticks, empty boxes and doubts marked."""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from generator.geometry import Rect
from generator.photo.judge import Judged
from generator.photo.page_print import Pixels, in_pixels

TICKED, ASKED, EMPTY = (60, 150, 30), (0, 110, 240), (190, 180, 170)  # blue, green, red, as the library has them
GAP = 40
ENLARGED, AROUND = 4, 24  # how much larger a box in doubt is shown, with so many pixels around it
LEAST_HEIGHT = 40


def review_png(sheets: Sequence[tuple[Pixels, Mapping[str, Rect], Mapping[str, Judged]]]) -> bytes:
    """Return a PNG of flat sheets (0 to 1) with their boxes, in points, as they were judged.

    A ticked box is framed in green, an empty one thinly in grey, one in doubt in orange; below each sheet those in
    doubt are shown again, enlarged, with their ids.
    """
    drawn = [_sheet(*sheet) for sheet in sheets]
    high = max(picture.shape[0] for picture in drawn)
    columns = [
        cv2.copyMakeBorder(picture, 0, high - picture.shape[0], 0, GAP, cv2.BORDER_CONSTANT, value=(255, 255, 255))
        for picture in drawn
    ]
    done, content = cv2.imencode(".png", np.hstack(columns))
    assert done
    return bytes(content)


def _sheet(flat: Pixels, boxes: Mapping[str, Rect], judged: Mapping[str, Judged]) -> Pixels:
    grey = np.clip(255 * flat / max(0.2, float(np.percentile(flat, 90))), 0, 255).astype(np.uint8)
    picture = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
    for id, one in judged.items():
        color = ASKED if one.ticked is None else TICKED if one.ticked else EMPTY
        left, top, right, bottom = _corners(boxes[id])
        cv2.rectangle(picture, (left - 2, top - 2), (right + 2, bottom + 2), color, 1 if one.ticked is False else 3)
    doubted = [_enlarged(grey, id, boxes[id]) for id, one in judged.items() if one.ticked is None]
    return np.vstack([picture, *_rows(doubted, picture.shape[1])])


def _corners(box: Rect) -> tuple[int, int, int, int]:
    place = in_pixels(box)
    return round(place.x), round(place.y), round(place.right), round(place.bottom)


def _enlarged(grey: Pixels, id: str, box: Rect) -> Pixels:
    left, top, right, bottom = _corners(box)
    cut = grey[max(0, top - AROUND) : bottom + AROUND, max(0, left - AROUND) : right + AROUND]
    large = cv2.resize(cut, None, fx=ENLARGED, fy=ENLARGED, interpolation=cv2.INTER_CUBIC)
    shown = cv2.copyMakeBorder(large, LEAST_HEIGHT, 10, 10, 10, cv2.BORDER_CONSTANT, value=255)
    wide = max(shown.shape[1], 20 + 15 * len(id))
    shown = cv2.copyMakeBorder(shown, 0, 0, 0, wide - shown.shape[1], cv2.BORDER_CONSTANT, value=255)
    cv2.putText(shown, id, (10, LEAST_HEIGHT - 12), cv2.FONT_HERSHEY_SIMPLEX, 0.7, 0, 2, cv2.LINE_AA)
    return cv2.cvtColor(shown, cv2.COLOR_GRAY2BGR)


def _rows(tiles: Sequence[Pixels], wide: int) -> list[Pixels]:
    """Return tiles in rows of a width."""
    rows: list[list[Pixels]] = []
    room = 0
    for tile in tiles:
        if not rows or room < tile.shape[1]:
            rows.append([])
            room = wide
        rows[-1].append(tile)
        room -= tile.shape[1]
    return [_row(row, wide) for row in rows]


def _row(tiles: Sequence[Pixels], wide: int) -> Pixels:
    strip = np.full((max(tile.shape[0] for tile in tiles), wide, 3), 255, np.uint8)
    at = 0
    for tile in tiles:
        part = tile[:, : wide - at]
        strip[: part.shape[0], at : at + part.shape[1]] = part
        at += tile.shape[1]
    return strip
