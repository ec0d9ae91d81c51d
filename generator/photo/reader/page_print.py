"""A printed page as a reader knows it: its empty picture, its boxes, and the features by which it is found."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import cv2
import numpy as np

from generator.geometry import Rect
from generator.units import mm

Pixels = Any  # an array of NumPy: rows, columns, and what there is at each
PER_MM = 8  # pixels of a straightened page to a millimetre
DPI = 25.4 * PER_MM
FEATURES = 4000
LARGEST_TILE, MARGIN = 800, 96  # pixels of a picture that features are looked for in at once, and around it
STEP = 32  # pixels of a picture that its smallest copy has one of: tiles that begin there have the same copies
CODE_TONE = 0.5  # of a code of which half the cells are dark
SAMPLED, SAME, NEARLY_ALL = 500, 0.97, 0.9  # features that tell whether a page repeats, and how alike they are
COARSE = 2  # features are looked for in pictures so many times smaller


class ImageKeypoints(NamedTuple):
    """Points of a picture (n, 2) and what it looks like around each (n, 128)."""

    points: Pixels
    looks: Pixels


@dataclass(frozen=True, eq=False)
class PagePrint:
    """An empty page: its picture in colours, 0 to 255, `PER_MM` pixels to a millimetre, and boxes to tick, by id, in
    points.

    `code` is where the cells stand that tell which page it is, in points.
    """

    colors: Pixels
    boxes: Mapping[str, Rect]
    code: Rect

    @cached_property
    def picture(self) -> Pixels:
        """The page in grey, 0 to 255."""
        return grey_of(self.colors)

    @property
    def guide(self) -> Pixels:
        """The grey of all but the code, which is another one on each page, 0 to 1."""
        tone, code = self.tone, in_pixels(self.code)
        tone[round(code.y) : round(code.bottom), round(code.x) : round(code.right)] = CODE_TONE
        return tone

    @property
    def dark(self) -> Pixels:
        """The darker of its red and green, 0 black to 1 white."""
        return darker(self.colors).astype(np.float32) / 255

    @cached_property
    def features(self) -> ImageKeypoints:
        """The features of the page, in its pixels."""
        return features_of(self.picture, COARSE)

    @cached_property
    def repeats(self) -> bool:
        """Whether the page is the same thing several times: nearly all its features look like another one there."""
        looks = self.features.looks[:: max(1, len(self.features.looks) // SAMPLED)]
        likeness = looks @ self.features.looks.T
        return len(looks) > 1 and float((np.sort(likeness, axis=1)[:, -2] > SAME).mean()) > NEARLY_ALL

    @property
    def tone(self) -> Pixels:
        """The picture as floats, 0 black to 1 white."""
        return self.picture.astype(np.float32) / 255


def pixels_of(picture: Any) -> Pixels:
    """Return a picture of Pillow as its pixels."""
    return np.asarray(picture)


def grey_of(colored: Pixels) -> Pixels:
    """Return how light each pixel of a picture is, 0 to 255."""
    return cv2.cvtColor(colored, cv2.COLOR_RGB2GRAY)


def darker(colored: Pixels) -> Pixels:
    """Return the darker of red and green: pens of every usual colour are dark in one of them, as black ones are."""
    return np.minimum(colored[..., 0], colored[..., 1])


def in_pixels(rect: Rect) -> Rect:
    """Return a box in points as pixels of a straightened page."""
    scale = PER_MM / mm(1)
    return Rect(rect.x * scale, rect.y * scale, rect.width * scale, rect.height * scale)


def features_of(
    picture: Pixels, smaller: float, most: int = FEATURES, largest_tile: int = LARGEST_TILE
) -> ImageKeypoints:
    """Return the features of a grey picture, in its pixels; those of a picture made smaller, which are told best.

    A larger picture than the largest tile is looked through in parts, each of about so many pixels a side at most: all
    at once takes much memory. Of all parts the clearest features are kept, at most twice its share of each.
    """
    size = (round(picture.shape[1] / smaller), round(picture.shape[0] / smaller))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    rows, columns = (-(-side // largest_tile) for side in small.shape)
    share = most if rows * columns == 1 else 2 * most // (rows * columns)
    tiles = [
        _tile_features(small, _edges(row, rows, size[1]), _edges(column, columns, size[0]), share)
        for row in range(rows)
        for column in range(columns)
    ]
    points, looks = (np.concatenate(each) for each in zip(*tiles, strict=True))
    clearest = np.sort(np.argsort(-points[:, 2], kind="stable")[:most])
    return ImageKeypoints(points[clearest, :2] * np.float32(picture.shape[1] / size[0]), looks[clearest])


def _edges(number: int, count: int, length: int) -> tuple[int, int]:
    start, end = (each * length // count // STEP * STEP for each in (number, number + 1))
    return start, length if number + 1 == count else end


def _tile_features(small: Pixels, rows: tuple[int, int], columns: tuple[int, int], most: int) -> tuple[Pixels, Pixels]:
    """Return the features in a part of a picture, told by what is around it as well: where each is and how clear, (n,
    3), and what it looks like."""
    top, left = (max(0, each[0] - MARGIN) for each in (rows, columns))
    found, looks = cv2.SIFT.create(most).detectAndCompute(
        small[top : rows[1] + MARGIN, left : columns[1] + MARGIN], None
    )
    if looks is None:
        return np.zeros((0, 3), np.float32), np.zeros((0, 128), np.float32)
    points = np.array([(left + each.pt[0], top + each.pt[1], each.response) for each in found], np.float32)
    inside = (points[:, :2] >= (columns[0], rows[0])).all(axis=1) & (points[:, :2] < (columns[1], rows[1])).all(axis=1)
    looks = looks[inside]
    return points[inside], np.sqrt(looks / np.maximum(looks.sum(axis=1, keepdims=True), 1e-6))
