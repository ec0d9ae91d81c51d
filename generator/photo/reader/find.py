"""Where a page lies in a picture: features of both are matched, and most of them agree on one view of a flat page."""

from typing import NamedTuple

import cv2
import numpy as np

from generator.photo.reader.page_print import ImageKeypoints, PagePrint, Pixels, features_of

LONGER_SIDE = 1600  # pixels of the picture in which features are looked for
MOST_FEATURES = 6000
RATIO = 0.85  # the best match looks so much more alike than the next
SURER_RATIO = 0.75  # and where equal boxes lie side by side
AT_ONCE = 2000  # points of a picture that are compared at once
STRANGER = 0.45  # how much alike two points look that cannot be the same
NEAR = 6.0  # pixels of the page by which a match may miss the view
BENT = 200  # pixels of the page: how far a bend goes
ALIKE, STEEP = 6.0, 0.25  # by how many pixels neighbours may differ, and how much more with each pixel between them
NEIGHBOURS = 12
SEED = 1
TRIES = 5000
FLAT = 1e-12  # of a determinant: such a matrix folds the page into a line
LEAST = 40  # matches that agree; fewer are chance


class PageMatch(NamedTuple):
    """A page in a picture: the matrix (3 x 3) that takes its pixels to those of the picture as if it lay flat, how many
    matches agree on that, and matches that agree with their neighbours, which tell how it is bent, (n, 2) each."""

    matrix: Pixels
    agreeing: int
    on_page: Pixels
    in_picture: Pixels


def picture_features(grey: Pixels, side: int = LONGER_SIDE, most: int = MOST_FEATURES) -> ImageKeypoints:
    """Return the features of a photo, in its pixels; they are looked for in one of that longer side."""
    return features_of(grey, max(1.0, max(grey.shape) / side), most)


def find(page: PagePrint, seen: ImageKeypoints) -> PageMatch | None:
    """Return where a page lies among the features of a picture, or None."""
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
    return PageMatch(back / back[2, 2], int(there.sum()), source[near], target[near])


def with_neighbours(places: Pixels, aside: Pixels) -> Pixels:
    """Return which matches lie aside of the flat view much as most of their neighbours on the page do."""
    kept = np.flatnonzero(np.hypot(*aside.T) < BENT)
    for _ in range(3):
        if len(kept) <= NEIGHBOURS:
            break
        own, shifts = places[kept], aside[kept]
        apart = squares_apart(own, own)
        beside = np.argpartition(apart, NEIGHBOURS, axis=1)[:, : NEIGHBOURS + 1]
        between = np.sqrt(np.take_along_axis(apart, beside, axis=1))
        differ = np.linalg.norm(shifts[beside] - shifts[:, None], axis=-1)
        agreeing = (differ < ALIKE + STEEP * between).sum(axis=1) - 1  # but itself
        kept = kept[agreeing > NEIGHBOURS / 2]
    return kept


def squares_apart(some: Pixels, others: Pixels) -> Pixels:
    """Return the squares of how far points (n, 2) are from others (m, 2): (n, m)."""
    across, down = (np.subtract.outer(some[:, axis], others[:, axis]) for axis in (0, 1))
    return np.square(across, out=across) + np.square(down, out=down)


def pairs_alike(
    page: ImageKeypoints, seen: ImageKeypoints, within: float | None = None, at_once: int = AT_ONCE
) -> Pixels:
    """Return which point of a page each point of a picture looks like, where no other comes near, (n, 2).

    Where the picture is of a page made about flat, only points `within` so many pixels of each other may be the same.
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
    """Tell whether a view shows a page from its front: not mirrored, nowhere behind the camera."""
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
