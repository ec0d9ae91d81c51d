"""A picture of what was read from photos: flattened sheets side by side, with frames that show each box's result."""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from generator.geometry import Rect
from generator.photo.reader.judge import Judged
from generator.photo.reader.page_print import Pixels, in_pixels

TICKED, ASKED, EMPTY = (60, 150, 30), (0, 110, 240), (190, 180, 170)  # blue, green, red, as in OpenCV
GAP = 40
ENLARGED, AROUND = 4, 24  # factor by which a doubtful box is enlarged; pixels shown around it
LARGER = 2  # the factor for a field with a number, which is wider
LEAST_HEIGHT = 40
JPEG_QUALITY = 70  # of 100: pencil stays as pale as it is


def review_png(pictures: Sequence[Pixels]) -> bytes:
    """Return a PNG of pictures side by side."""
    high = max(picture.shape[0] for picture in pictures)
    columns = [_padded(picture, high, picture.shape[1] + GAP) for picture in pictures]
    done, content = cv2.imencode(".png", np.hstack(columns))
    assert done
    return bytes(content)


def review_sheet(
    flat: Pixels, boxes: Mapping[str, Rect], judged: Mapping[str, Judged], to_type: Mapping[str, tuple[Rect, int]]
) -> Pixels:
    """Return the picture of a flattened sheet (greys 0 to 1) with its boxes, in points, framed by result.

    Ticked boxes have green frames, empty ones thin grey frames, doubtful ones and fields to be typed orange frames;
    these are repeated below their sheet, enlarged, with their ids. A field has its box in points, and its clockwise
    rotation in quarter turns.
    """
    grey = in_grey(flat)
    picture = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
    framed = [(boxes[id], result.ticked) for id, result in judged.items()]
    for box, ticked in [*framed, *((box, None) for box, _ in to_type.values())]:
        color = ASKED if ticked is None else TICKED if ticked else EMPTY
        left, top, right, bottom = _corners(box)
        cv2.rectangle(picture, (left - 2, top - 2), (right + 2, bottom + 2), color, 1 if ticked is False else 3)
    doubted = [(id, cut_out(grey, boxes[id])) for id, result in judged.items() if result.ticked is None]
    typed = [(id, cut_out(grey, *field)) for id, field in to_type.items()]
    tiles = [*(_enlarged(id, cut, ENLARGED) for id, cut in doubted), *(_enlarged(id, cut, LARGER) for id, cut in typed)]
    wide = picture.shape[1]
    rows: list[list[Pixels]] = []
    room = 0
    for tile in tiles:
        if not rows or room < tile.shape[1]:
            rows.append([])
            room = wide
        rows[-1].append(tile)
        room -= tile.shape[1]
    return np.vstack([picture, *[_row(row, wide) for row in rows]])


def in_grey(flat: Pixels) -> Pixels:
    """Return a flattened sheet (0 to 1) in grey from 0 to 255, with white paper."""
    return np.clip(255 * flat / max(0.2, float(np.percentile(flat, 90))), 0, 255).astype(np.uint8)


def flat_jpeg(flat: Pixels) -> bytes:
    """Return a flattened sheet (0 to 1) as a grey JPEG."""
    done, content = cv2.imencode(".jpg", in_grey(flat), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    assert done
    return bytes(content)


def cut_out(grey: Pixels, box: Rect, turns: int = 0) -> Pixels:
    """Return the pixels in and around a box (in points), rotated upright by `turns` quarter turns."""
    left, top, right, bottom = _corners(box)
    cut = grey[max(0, top - AROUND) : bottom + AROUND, max(0, left - AROUND) : right + AROUND]
    return np.ascontiguousarray(np.rot90(cut, turns))


def smaller(grey: Pixels, wide: int) -> Pixels:
    """Return a grey picture reduced to at most `wide` pixels of width."""
    share = min(1.0, wide / grey.shape[1])
    size = (max(1, round(share * grey.shape[1])), max(1, round(share * grey.shape[0])))
    return cv2.resize(grey, size, interpolation=cv2.INTER_AREA)


def _corners(box: Rect) -> tuple[int, int, int, int]:
    place = in_pixels(box)
    return round(place.x), round(place.y), round(place.right), round(place.bottom)


def _enlarged(id: str, cut: Pixels, times: int) -> Pixels:
    large = cv2.resize(cut, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
    framed = cv2.copyMakeBorder(large, LEAST_HEIGHT, 0, 10, 0, cv2.BORDER_CONSTANT, value=255)
    framed = _padded(framed, framed.shape[0] + 10, max(framed.shape[1] + 10, 20 + 15 * len(id)))
    cv2.putText(framed, id, (10, LEAST_HEIGHT - 12), cv2.FONT_HERSHEY_SIMPLEX, 0.7, 0, 2, cv2.LINE_AA)
    return cv2.cvtColor(framed, cv2.COLOR_GRAY2BGR)


def _row(tiles: Sequence[Pixels], wide: int) -> Pixels:
    high = max(tile.shape[0] for tile in tiles)
    return _padded(np.hstack([_padded(tile, high, tile.shape[1]) for tile in tiles])[:, :wide], high, wide)


def _padded(picture: Pixels, high: int, wide: int) -> Pixels:
    """Return a picture with white below and to the right of it, so that it has this size."""
    below, right = high - picture.shape[0], wide - picture.shape[1]
    return cv2.copyMakeBorder(picture, 0, below, 0, right, cv2.BORDER_CONSTANT, value=(255, 255, 255))
