"""A printed page as needed for reading photos: its empty picture, its boxes, and the keypoints by which it is found."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import cv2
import numpy as np

from generator.geometry import Rect
from generator.units import mm

Pixels = Any  # a NumPy array (rows, columns, ...)
PER_MM = 8  # pixels per millimetre of a straightened page
DPI = 25.4 * PER_MM
FEATURES = 4000
LARGEST_TILE, MARGIN = 800, 96  # side in pixels of a tile in which keypoints are detected, and the margin around it
STEP = 32  # tiles begin at multiples of it, so that their reduced copies are the same as those of the whole
CODE_TONE = 0.5  # grey of a page code with half its cells dark
SAMPLED, SAME, NEARLY_ALL = 500, 0.97, 0.9  # keypoints sampled; similarity of equal ones; part that has an equal
LIKE_A_TWIN = 0.9  # similarity of keypoints that a photo may take for each other
COARSE = 2  # factor by which pictures are reduced before keypoints are detected


class ImageKeypoints(NamedTuple):
    """Keypoints of a picture: positions (n, 2) and SIFT descriptors (n, 128)."""

    points: Pixels
    looks: Pixels


@dataclass(frozen=True, eq=False)
class PagePrint:
    """An empty page: its picture in RGB, 0 to 255, `PER_MM` pixels per millimetre, and its tick boxes by id, in points.

    `code` is the box of the page code, in points.
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
        """The page in grey, 0 to 1, with the page code, which differs from page to page, painted grey."""
        tone, code = self.tone, in_pixels(self.code)
        tone[round(code.y) : round(code.bottom), round(code.x) : round(code.right)] = CODE_TONE
        return tone

    @property
    def dark(self) -> Pixels:
        """The darker of red and green of each pixel, 0 black to 1 white."""
        return darker(self.colors).astype(np.float32) / 255

    @cached_property
    def features(self) -> ImageKeypoints:
        """The keypoints of the page, in its pixels."""
        return features_of(self.picture, COARSE)

    @cached_property
    def repeats(self) -> bool:
        """Whether the page shows the same part several times: nearly all keypoints equal another one of the page."""
        looks = self.features.looks[:: max(1, len(self.features.looks) // SAMPLED)]
        likeness = looks @ self.features.looks.T
        return len(looks) > 1 and float((np.sort(likeness, axis=1)[:, -2] > SAME).mean()) > NEARLY_ALL

    @cached_property
    def has_twin(self) -> Pixels:
        """Whether each keypoint looks like another one elsewhere on the page (n), as in a row of equal boxes."""
        points, looks = self.features
        twins = [np.zeros(0, bool)]
        for some in (slice(start, start + SAMPLED) for start in range(0, len(points), SAMPLED)):
            is_elsewhere = squares_apart(points[some], points) > PER_MM**2
            twins.append(((looks[some] @ looks.T > LIKE_A_TWIN) & is_elsewhere).any(axis=1))
        return np.concatenate(twins)

    @property
    def tone(self) -> Pixels:
        """The page in grey, 0 black to 1 white."""
        return self.picture.astype(np.float32) / 255


def grey_of(colored: Pixels) -> Pixels:
    """Return an RGB picture in grey, 0 to 255."""
    return cv2.cvtColor(colored, cv2.COLOR_RGB2GRAY)


def darker(colored: Pixels) -> Pixels:
    """Return the darker of red and green of each pixel: every usual pen, black or coloured, is dark in one of them."""
    return np.minimum(colored[..., 0], colored[..., 1])


def in_pixels(rect: Rect) -> Rect:
    """Return a rectangle given in points of the page as one in pixels of the page's picture."""
    scale = PER_MM / mm(1)
    return Rect(rect.x * scale, rect.y * scale, rect.width * scale, rect.height * scale)


def squares_apart(points: Pixels, targets: Pixels) -> Pixels:
    """Return the squared distances of points (n, 2) from others (m, 2), as (n, m)."""
    across, down = (np.subtract.outer(points[:, axis], targets[:, axis]) for axis in (0, 1))
    return np.square(across, out=across) + np.square(down, out=down)


def features_of(
    picture: Pixels, smaller: float, limit: int = FEATURES, largest_tile: int = LARGEST_TILE
) -> ImageKeypoints:
    """Return at most `limit` keypoints of a grey picture, in its pixels; detect them in a copy reduced by `smaller`.

    To save memory, a copy larger than `largest_tile` is divided into tiles. Each tile gives at most twice its share of
    keypoints; the clearest of all tiles are kept.
    """
    size = (round(picture.shape[1] / smaller), round(picture.shape[0] / smaller))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    rows, columns = (-(-side // largest_tile) for side in small.shape)
    share = limit if rows * columns == 1 else 2 * limit // (rows * columns)
    tiles = [
        _tile_features(small, _edges(row, rows, size[1]), _edges(column, columns, size[0]), share)
        for row in range(rows)
        for column in range(columns)
    ]
    points, looks = (np.concatenate(parts) for parts in zip(*tiles, strict=True))
    clearest = np.sort(np.argsort(-points[:, 2], kind="stable")[:limit])
    return ImageKeypoints(points[clearest, :2] * np.float32(picture.shape[1] / size[0]), looks[clearest])


def _edges(number: int, count: int, length: int) -> tuple[int, int]:
    start, end = (index * length // count // STEP * STEP for index in (number, number + 1))
    return start, length if number + 1 == count else end


def _tile_features(small: Pixels, rows: tuple[int, int], columns: tuple[int, int], limit: int) -> tuple[Pixels, Pixels]:
    """Return the keypoints in a tile, detected with a margin around it: (x, y, clearness), (n, 3), and descriptors."""
    top, left = (max(0, start - MARGIN) for start, _ in (rows, columns))
    keypoints, looks = cv2.SIFT.create(limit).detectAndCompute(
        small[top : rows[1] + MARGIN, left : columns[1] + MARGIN], None
    )
    if looks is None:
        return np.zeros((0, 3), np.float32), np.zeros((0, 128), np.float32)
    points = np.array([(left + point.pt[0], top + point.pt[1], point.response) for point in keypoints], np.float32)
    inside = (points[:, :2] >= (columns[0], rows[0])).all(axis=1) & (points[:, :2] < (columns[1], rows[1])).all(axis=1)
    # RootSIFT (Arandjelović and Zisserman, 2012): the root of normalised descriptors compares them by the Hellinger
    # distance, so that a few large values do not outweigh the others.
    looks = looks[inside]
    return points[inside], np.sqrt(looks / np.maximum(looks.sum(axis=1, keepdims=True), 1e-6))
