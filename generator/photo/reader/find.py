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


def picture_features(grey: Pixels, side: int = LONGER_SIDE, limit: int = MOST_FEATURES) -> ImageKeypoints:
    """Return the keypoints of a photo, in its pixels, as detected in a copy whose longer side is `side`."""
    return features_of(grey, max(1.0, max(grey.shape) / side), limit)


def find(page: PagePrint, photo: ImageKeypoints) -> PageMatch | None:
    """Find a page by the keypoints of a photo; return None if it is not found."""
    # A flat page in a photo is a perspective of its print: a matrix of 3 x 3, a homography. MAGSAC++ (Barath and
    # others, 2020) finds the one that most matches fit, by trying matrices through four random matches.
    pairs = pairs_alike(page.features, photo)
    if len(pairs) < LEAST:
        return None
    source, target = page.features.points[pairs[:, 0]], photo.points[pairs[:, 1]]
    matrix, mask = cv2.findHomography(target, source, _robustly())
    if matrix is None or mask is None:
        return None
    is_inlier = mask.ravel().astype(bool)
    if is_inlier.sum() < LEAST:
        return None
    if abs(np.linalg.det(matrix)) < FLAT:
        return None
    back = np.linalg.inv(matrix)
    if not _is_possible(back / back[2, 2], page.picture.shape):
        return None
    smooth = with_neighbours(source, cv2.perspectiveTransform(target[None].astype(np.float64), matrix)[0] - source)
    return PageMatch(
        back / back[2, 2], int(is_inlier.sum()), source[smooth], target[smooth], page.has_twin[pairs[smooth, 0]]
    )


def with_neighbours(places: Pixels, aside: Pixels) -> Pixels:
    """Return the indexes of matches whose shifts (`aside`) are similar to those of most neighbours on the page."""
    # Paper bends smoothly, so true matches are shifted as their neighbours are, and chance matches are not. Each round
    # drops those that disagree, which leaves better neighbours for the next round.
    candidates = np.flatnonzero(np.hypot(*aside.T) < BENT)
    for _ in range(3):
        if len(candidates) <= NEIGHBOURS:
            break
        points, shifts = places[candidates], aside[candidates]
        squares = squares_apart(points, points)
        nearest = np.argpartition(squares, NEIGHBOURS, axis=1)[:, : NEIGHBOURS + 1]
        distances = np.sqrt(np.take_along_axis(squares, nearest, axis=1))
        differ = np.linalg.norm(shifts[nearest] - shifts[:, None], axis=-1)
        agreeing = (differ < ALIKE + STEEP * distances).sum(axis=1) - 1  # without itself
        candidates = candidates[agreeing > NEIGHBOURS / 2]
    return candidates


def pairs_alike(
    page: ImageKeypoints, photo: ImageKeypoints, radius: float | None = None, at_once: int = AT_ONCE
) -> Pixels:
    """Return unambiguous matches as pairs of indexes (page, photo), (n, 2).

    If `radius` is given, the photo has been flattened roughly, and only keypoints within this many pixels may match.
    """
    if len(page.looks) < 2 or len(photo.looks) < 2:
        return np.zeros((0, 2), int)
    # The ratio test of Lowe (2004): a match counts if it is clearly nearer than the second best. Descriptors have
    # length 1, so their distance follows from their product: |a - b|² = 2 - 2ab.
    pairs = [np.zeros((0, 2), int)]
    for start in range(0, len(photo.looks), at_once):
        likeness = photo.looks[start : start + at_once] @ page.looks.T
        if radius is not None:
            likeness[squares_apart(photo.points[start : start + at_once], page.points) > radius**2] = STRANGER
        best = np.argmax(likeness, axis=1)
        rows = np.arange(len(best))
        first = likeness[rows, best]
        likeness[rows, best] = -1
        second = likeness.max(axis=1)
        second_distance, first_distance = np.sqrt(np.maximum(0, 2 - 2 * second)), np.sqrt(np.maximum(0, 2 - 2 * first))
        is_clear = first_distance < (RATIO if radius is None else SURER_RATIO) * second_distance
        pairs.append(np.stack([best[is_clear], rows[is_clear] + start], axis=1))
    return np.concatenate(pairs)


def _robustly() -> "cv2.UsacParams":
    params = cv2.UsacParams()
    params.randomGeneratorState = SEED
    params.confidence = 0.9999
    params.maxIterations = TRIES
    params.threshold = NEAR
    params.isParallel = False
    params.score = cv2.SCORE_METHOD_MAGSAC
    params.sampler = cv2.SAMPLING_UNIFORM
    params.loMethod = cv2.LOCAL_OPTIM_SIGMA
    params.loIterations = 10
    params.loSampleSize = 50
    return params


def _is_possible(matrix: Pixels, shape: tuple[int, ...]) -> bool:
    """Return whether a perspective shows the front of a page: not mirrored, nowhere behind the camera."""
    high, wide = shape[:2]
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float64)
    depth = corners @ matrix[2, :2] + matrix[2, 2]
    if (depth <= 0.2).any():
        return False
    outline = cv2.perspectiveTransform(corners[None], matrix)[0].astype(np.float32)
    return bool(cv2.isContourConvex(outline) and cv2.contourArea(outline, oriented=True) > 0)
