"""Find a page in a photo: match keypoints of both, and find the perspective of a flat page that most matches fit."""

from typing import NamedTuple

import cv2
import numpy as np

from generator.photo.reader.page_print import ImageKeypoints, PagePrint, Pixels, features_of, squares_apart

LONGER_SIDE = 1600  # pixels of the reduced photo in which keypoints are detected
MOST_FEATURES = 6000
RATIO = 0.85  # largest ratio of the distances of the best and the second best match
SURER_RATIO = 0.75  # the same once the page is nearly flat, where equal boxes are next to each other
AT_ONCE = 2000  # keypoints of the photo compared at a time
STRANGER = 0.45  # similarity assigned to two keypoints that cannot be the same
NEAR = 6.0  # pixels of the page by which a match may deviate from the perspective
BENT = 200  # pixels of the page by which a bent page may deviate from the perspective
ALIKE, STEEP = 6.0, 0.25  # pixels by which shifts of neighbours may differ, and more per pixel between them
NEIGHBOURS = 12
SEED = 1
TRIES = 5000
FLAT = 1e-12  # smallest determinant: a matrix with less collapses the page into a line
LEAST = 40  # matches that must agree; fewer are chance


class PageMatch(NamedTuple):
    """A page found in a photo: the perspective, as a matrix (3 x 3) from pixels of the page to pixels of the photo.

    `agreeing` is the number of matches that fit the matrix. `on_page` and `in_picture`, (n, 2) each, are the matches
    that agree with their neighbours, from which the bend of the page is measured. `has_twin` (n) tells for which
    of them the page shows the same elsewhere.
    """

    matrix: Pixels
    agreeing: int
    on_page: Pixels
    in_picture: Pixels
    has_twin: Pixels


def picture_features(grey: Pixels, side: int = LONGER_SIDE, most: int = MOST_FEATURES) -> ImageKeypoints:
    """Return the keypoints of a photo, in its pixels, as detected in a copy whose longer side is `side`."""
    return features_of(grey, max(1.0, max(grey.shape) / side), most)


def find(page: PagePrint, seen: ImageKeypoints) -> PageMatch | None:
    """Find a page by the keypoints of a photo; return None if it is not found."""
    pairs = pairs_alike(page.features, seen)
    if len(pairs) < LEAST:
        return None
    source, target = page.features.points[pairs[:, 0]], seen.points[pairs[:, 1]]
    matrix, kept = cv2.findHomography(target, source, _robustly())
    if matrix is None or kept is None:
        return None
    there = kept.ravel().astype(bool)
    if there.sum() < LEAST:
        return None
    if abs(np.linalg.det(matrix)) < FLAT:
        return None
    back = np.linalg.inv(matrix)
    if not _is_possible(back / back[2, 2], page.picture.shape):
        return None
    near = with_neighbours(source, cv2.perspectiveTransform(target[None].astype(np.float64), matrix)[0] - source)
    return PageMatch(back / back[2, 2], int(there.sum()), source[near], target[near], page.has_twin[pairs[near, 0]])


def with_neighbours(places: Pixels, aside: Pixels) -> Pixels:
    """Return the indexes of matches whose shifts (`aside`) are similar to those of most neighbours on the page."""
    kept = np.flatnonzero(np.hypot(*aside.T) < BENT)
    for _ in range(3):
        if len(kept) <= NEIGHBOURS:
            break
        own, shifts = places[kept], aside[kept]
        apart = squares_apart(own, own)
        beside = np.argpartition(apart, NEIGHBOURS, axis=1)[:, : NEIGHBOURS + 1]
        between = np.sqrt(np.take_along_axis(apart, beside, axis=1))
        differ = np.linalg.norm(shifts[beside] - shifts[:, None], axis=-1)
        agreeing = (differ < ALIKE + STEEP * between).sum(axis=1) - 1  # without itself
        kept = kept[agreeing > NEIGHBOURS / 2]
    return kept


def pairs_alike(
    page: ImageKeypoints, seen: ImageKeypoints, within: float | None = None, at_once: int = AT_ONCE
) -> Pixels:
    """Return unambiguous matches as pairs of indexes (page, photo), (n, 2).

    If `within` is given, the photo has been flattened roughly, and only keypoints within this many pixels may match.
    """
    if len(page.looks) < 2 or len(seen.looks) < 2:
        return np.zeros((0, 2), int)
    pairs = [np.zeros((0, 2), int)]
    for start in range(0, len(seen.looks), at_once):
        likeness = seen.looks[start : start + at_once] @ page.looks.T
        if within is not None:
            likeness[squares_apart(seen.points[start : start + at_once], page.points) > within**2] = STRANGER
        best = np.argmax(likeness, axis=1)
        rows = np.arange(len(best))
        first = likeness[rows, best]
        likeness[rows, best] = -1
        second = likeness.max(axis=1)
        far, near = np.sqrt(np.maximum(0, 2 - 2 * second)), np.sqrt(np.maximum(0, 2 - 2 * first))
        good = near < (RATIO if within is None else SURER_RATIO) * far
        pairs.append(np.stack([best[good], rows[good] + start], axis=1))
    return np.concatenate(pairs)


def _robustly() -> "cv2.UsacParams":
    asked = cv2.UsacParams()
    asked.randomGeneratorState = SEED
    asked.confidence = 0.9999
    asked.maxIterations = TRIES
    asked.threshold = NEAR
    asked.isParallel = False
    asked.score = cv2.SCORE_METHOD_MAGSAC
    asked.sampler = cv2.SAMPLING_UNIFORM
    asked.loMethod = cv2.LOCAL_OPTIM_SIGMA
    asked.loIterations = 10
    asked.loSampleSize = 50
    return asked


def _is_possible(matrix: Pixels, shape: tuple[int, ...]) -> bool:
    """Tell whether a perspective shows the front of a page: not mirrored, nowhere behind the camera."""
    high, wide = shape[:2]
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float64)
    depth = corners @ matrix[2, :2] + matrix[2, 2]
    if (depth <= 0.2).any():
        return False
    x, y = cv2.perspectiveTransform(corners[None], matrix)[0].T
    turns = [
        (x[(at + 1) % 4] - x[at]) * (y[(at + 2) % 4] - y[(at + 1) % 4])
        - (y[(at + 1) % 4] - y[at]) * (x[(at + 2) % 4] - x[(at + 1) % 4])
        for at in range(4)
    ]
    return bool(min(turns) > 0)
