"""Flatten a page: deviations from the perspective of a flat page are measured patch by patch, and smoothed."""

from typing import NamedTuple

import cv2
import numpy as np

from generator.photo.reader.find import PageMatch, pairs_alike, with_neighbours
from generator.photo.reader.page_print import (
    COARSE,
    PER_MM,
    ImageKeypoints,
    PagePrint,
    Pixels,
    features_of,
    grey_of,
    squares_apart,
)

GRID = 5 * PER_MM  # pixels from one patch (a node of the grid) to the next


class PatchMatchingPass(NamedTuple):
    """The settings of a round of matching: half a patch's side, the search radius, the smoothing radius, all in mm.

    `smaller` is the factor by which pictures are reduced before this round.
    """

    half: float
    reach: float
    smooth: float
    smaller: int


FIRST_PASSES = (PatchMatchingPass(7, 2, 12, 2), PatchMatchingPass(5, 0.8, 8, 2))  # enough to read the page code
PASSES = (*FIRST_PASSES, PatchMatchingPass(4, 0.5, 6, 1))
BESIDE = 16  # nearest matches from which the bend at a node is estimated
HOLD = (0.01, 0.1, 0.1)  # regularisation of a fitted plane: of its height and its two slopes
# a match of a keypoint with a twin may be one of the twin: it counts less if it is further aside than these pixels, and
# than this percentage of the others
FLAT, USUAL = 2 * PER_MM, 90
BENT = 2 * PER_MM  # if a tenth of the nodes deviate by more pixels, the page is matched again
ASTRAY = 14 * PER_MM  # pixels by which a roughly flattened page may still deviate
LONELY, ENOUGH = 10 * PER_MM, 5  # with 5 matches within this many pixels, no more are added
STRIP = 320  # rows of a page flattened at a time
LEAST_CONTRAST = 0.04
LEAST_LIKENESS = 0.35


class FlatPage(NamedTuple):
    """A flattened page, as large as its print: in grey, 0 to 1, and in RGB, (height, width, 3), 0 to 255."""

    tone: Pixels
    colors: Pixels
    outside: Pixels  # True for pixels outside the photo
    bend: Pixels  # the shift at each node of the grid
    likeness: float


def straighten(
    page: PagePrint,
    picture: Pixels,
    match: PageMatch,
    passes: tuple[PatchMatchingPass, ...] = PASSES,
    neighbours: int = BESIDE,
) -> FlatPage:
    """Return the page found in a photo (RGB, 0 to 255), flattened.

    The `neighbours` nearest matches give a first estimate of the bend at each node; `passes` of matching refine it.
    The photo should be reduced to about the resolution of the print before.
    """
    high, wide = page.picture.shape
    grey = grey_of(picture)
    rows, columns = -(-high // GRID) + 1, -(-wide // GRID) + 1
    bend = _first_bend(match, rows, columns, neighbours)
    likeness = 0.0
    clean = {smaller: _detail(page.guide, smaller) for smaller in {step.smaller for step in passes}}
    for step in passes:
        flat, outside = _flattened(grey, match.matrix, bend, (high, wide), step.smaller)
        detail = _detail(flat.astype(np.float32) / 255, 1)
        moved, weight, likeness = _moved(clean[step.smaller], detail, outside, step, rows, columns)
        bend = bend + _smoothed(moved, weight, step.smooth)
    colors, outside = _flattened(picture, match.matrix, bend, (high, wide), 1)
    return FlatPage(grey_of(colors).astype(np.float32) / 255, colors, outside, bend, likeness)


def look_again(page: PagePrint, picture: Pixels, match: PageMatch) -> PageMatch:
    """Return a better match if the page is bent, with the keypoints that match after the page is roughly flattened.

    Beyond a fold, too few keypoints look as they were printed to measure the bend of the page there.
    """
    high, wide = page.picture.shape
    bend = _first_bend(match, -(-high // GRID) + 1, -(-wide // GRID) + 1)
    if np.percentile(np.hypot(bend[..., 0], bend[..., 1]), 90) < BENT:
        return match
    positions = places(match.matrix, bend, (high, wide), COARSE)
    keypoints = features_of(cv2.remap(grey_of(picture), positions, None, cv2.INTER_LINEAR), 1)
    looks = ImageKeypoints(COARSE * keypoints.points + np.float32((COARSE - 1) / 2), keypoints.looks)
    pairs = pairs_alike(page.features, looks, ASTRAY)
    source, target = page.features.points[pairs[:, 0]], looks.points[pairs[:, 1]]
    agreeing = with_neighbours(source, target - source)
    squares = np.sort(squares_apart(source[agreeing], match.on_page), axis=1)
    added = agreeing[squares[:, ENOUGH:].min(axis=1, initial=np.inf) > LONELY**2]
    x, y = keypoints.points[pairs[added, 1]].T
    in_picture = cv2.remap(positions, x[None], y[None], cv2.INTER_LINEAR)[0] if len(added) else match.in_picture[:0]
    return match._replace(
        on_page=np.concatenate([match.on_page, source[added]]),
        in_picture=np.concatenate([match.in_picture, in_picture]),
        has_twin=np.concatenate([match.has_twin, page.has_twin[pairs[added, 0]]]),
    )


def _first_bend(match: PageMatch, rows: int, columns: int, neighbours: int = BESIDE) -> Pixels:
    """Return the bend at each node of a grid (rows, columns, 2), estimated by planes through the nearest matches."""
    # Moving least squares: at each node, a plane is fitted to the shifts of the nearest matches, with weights that fall
    # with distance (a bell curve). Its height at the node is the bend there. `HOLD` keeps slopes small if few match.
    back = np.linalg.inv(match.matrix)
    if not len(match.on_page):
        return np.zeros((rows, columns, 2))
    page_points = cv2.perspectiveTransform(match.in_picture[None].astype(np.float64), back)[0]
    aside = page_points - match.on_page
    nodes = np.stack(np.meshgrid(np.arange(columns) * GRID, np.arange(rows) * GRID), axis=-1).reshape(-1, 2)
    distances = squares_apart(nodes, match.on_page)
    count = min(neighbours, len(aside))
    nearest = np.argpartition(distances, count - 1, axis=1)[:, :count]
    distances = np.sqrt(np.take_along_axis(distances, nearest, axis=1))
    reach = np.maximum(np.median(distances, axis=1), 2 * PER_MM)[:, None]
    deviation, sure = np.hypot(*aside.T), ~match.has_twin
    typical = max(FLAT, float(np.percentile(deviation[sure], USUAL)) if sure.any() else 0.0)
    certainty = 1 / (1 + match.has_twin * (deviation / typical) ** 4)
    trust = np.exp(-((distances / reach) ** 2) / 2) * certainty[nearest]
    away = (match.on_page[nearest] - nodes[:, None]) / reach[..., None]
    terms = np.concatenate([np.ones((*nearest.shape, 1)), away], axis=-1)
    weighted = (terms * trust[..., None]).transpose(0, 2, 1)
    planes = np.linalg.solve(weighted @ terms + np.diag(HOLD), weighted @ aside[nearest])
    return planes[:, 0].reshape(rows, columns, 2)


def places(matrix: Pixels, bend: Pixels, shape: tuple[int, int], smaller: int = 1, rows: slice = slice(None)) -> Pixels:
    """Return the positions in the photo of all pixels of a page, or of some rows, (height, width, 2).

    The page is reduced by the factor `smaller`.
    """
    down, along = (np.arange(side // smaller) * smaller + (smaller - 1) / 2 for side in shape)
    down = down[rows]
    between_rows, between_columns = _between(down / GRID, bend.shape[0]), _between(along / GRID, bend.shape[1])
    positions = np.empty((len(down), len(along), 2), np.float32)
    for axis, coordinates in enumerate((along[None, :], down[:, None])):
        shift = between_rows @ bend[..., axis].astype(np.float32) @ between_columns.T
        np.add(shift, coordinates.astype(np.float32), out=positions[..., axis])
    return cv2.perspectiveTransform(positions, matrix)


def _between(at: Pixels, count: int) -> Pixels:
    """Return the interpolation weights of `count` nodes at positions between them, (positions, nodes)."""
    return np.clip(1 - np.abs(np.clip(at, 0, count - 1)[:, None] - np.arange(count)), 0, 1).astype(np.float32)


def _flattened(
    picture: Pixels, matrix: Pixels, bend: Pixels, shape: tuple[int, int], smaller: int
) -> tuple[Pixels, Pixels]:
    size, (high, wide) = (shape[0] // smaller, shape[1] // smaller), picture.shape[:2]
    flat, outside = np.empty((*size, *picture.shape[2:]), np.uint8), np.empty(size, bool)
    for start in range(0, size[0], STRIP):
        rows = slice(start, start + STRIP)
        positions = places(matrix, bend, shape, smaller, rows)
        outside[rows] = cv2.inRange(positions, (0, 0), (wide - 1, high - 1)) == 0
        flat[rows] = cv2.remap(picture, positions, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return flat, outside


def _detail(tone: Pixels, smaller: int) -> Pixels:
    """Return a picture divided by its local brightness, so that differences of light do not matter."""
    if smaller > 1:
        tone = cv2.resize(tone, (tone.shape[1] // smaller, tone.shape[0] // smaller), interpolation=cv2.INTER_AREA)
    light = cv2.blur(tone, (8 * PER_MM // 2 // smaller * 2 + 1,) * 2)
    return (tone / np.maximum(light, 0.05)).astype(np.float32)


def _moved(
    clean: Pixels, photo: Pixels, outside: Pixels, step: PatchMatchingPass, rows: int, columns: int
) -> tuple[Pixels, Pixels, float]:
    """Return the shift of each patch in pixels of the whole page, a weight for each, and the median similarity."""
    # Block matching: each patch of the print is searched for in the photo around its place. The best place is where the
    # normalised cross-correlation is highest. A patch without contrast, such as empty paper, would match everywhere.
    smaller = step.smaller
    high, wide = clean.shape
    half, reach = round(step.half * PER_MM / smaller), round(step.reach * PER_MM / smaller)
    moved, weight = np.zeros((rows, columns, 2)), np.zeros((rows, columns))
    likenesses = []
    for row in range(rows):
        for column in range(columns):
            x, y = column * GRID // smaller, row * GRID // smaller
            left, right = max(reach, x - half), min(wide - reach, x + half)
            top, bottom = max(reach, y - half), min(high - reach, y + half)
            if right - left < half or bottom - top < half:
                continue
            patch = clean[top:bottom, left:right]
            if cv2.meanStdDev(patch)[1][0, 0] < LEAST_CONTRAST or outside[top:bottom, left:right].any():
                continue
            area = photo[top - reach : bottom + reach, left - reach : right + reach]
            like = cv2.matchTemplate(area, patch, cv2.TM_CCOEFF_NORMED)
            _, best, _, (at_x, at_y) = cv2.minMaxLoc(like)
            likenesses.append(best)
            if best < LEAST_LIKENESS or not (0 < at_x < 2 * reach and 0 < at_y < 2 * reach):
                continue
            fine = _peak(like, at_x, at_y)
            moved[row, column] = (fine[0] - reach) * smaller, (fine[1] - reach) * smaller
            weight[row, column] = best**2 * _distinct(like, at_x, at_y, best, PER_MM // smaller)
    return moved, weight, float(np.median(likenesses)) if likenesses else 0.0


def _distinct(like: Pixels, x: int, y: int, best: float, radius: int) -> float:
    """Return how distinct a match is from the next best position, 0.02 to 1."""
    elsewhere = like.copy()
    elsewhere[max(0, y - radius) : y + radius + 1, max(0, x - radius) : x + radius + 1] = -1
    return min(max((best - float(elsewhere.max())) / 0.15, 0.02), 1.0)


def _peak(like: Pixels, x: int, y: int) -> tuple[float, float]:
    """Return the position of the maximum near (x, y) more exactly than by pixels, by fitting parabolas."""

    def between(first: float, middle: float, last: float) -> float:
        bow = first - 2 * middle + last
        return 0.0 if abs(bow) < 1e-9 else min(max((first - last) / (2 * bow), -0.5), 0.5)

    (_, above, _), (left, top, right), (_, below, _) = like[y - 1 : y + 2, x - 1 : x + 2].tolist()
    return x + between(left, top, right), y + between(above, top, below)


def _smoothed(moved: Pixels, weight: Pixels, reach: float) -> Pixels:
    """Return the smoothed shift at each node: planes fitted repeatedly, with ever less weight of outliers."""
    # Outliers are patches that matched an equal box beside the right one. As in iteratively reweighted least squares,
    # shifts far from the smooth surface lose their weight, and the surface is fitted again without them.
    rows, columns = weight.shape
    y, x = np.mgrid[0:rows, 0:columns].astype(float)
    spread = reach * PER_MM / GRID
    keep = weight
    smooth = moved
    for _ in range(3):
        smooth = _planes(x, y, moved, keep, spread)
        stray = np.linalg.norm(moved - smooth, axis=-1)
        tolerance = max(0.5, 2.0 * float(np.median(stray[weight > 0.05])) if (weight > 0.05).any() else 0.5)
        keep = weight / (1 + (stray / tolerance) ** 4)
    return smooth


def _planes(x: Pixels, y: Pixels, moved: Pixels, weight: Pixels, spread: float) -> Pixels:
    """Return at each node the value of the plane fitted to its neighbours, weighted by distance."""
    # The weighted least squares of a plane need only sums of products, such as the sum of w·x·y. At all nodes at once
    # these sums are blurred pictures of the products, since the weights are the same bell curve around every node.
    size = 2 * int(np.ceil(2.5 * spread)) + 1

    def around(values: Pixels) -> Pixels:
        return cv2.GaussianBlur(values, (size, size), spread, borderType=cv2.BORDER_CONSTANT)

    w, wx, wy = around(weight), around(weight * x), around(weight * y)
    wxx, wxy, wyy = around(weight * x * x), around(weight * x * y), around(weight * y * y)
    total = np.maximum(w, 1e-9)
    mean_x, mean_y = wx / total, wy / total
    hold = 0.3 + 0.02 / total
    xx, xy, yy = wxx / total - mean_x**2 + hold, wxy / total - mean_x * mean_y, wyy / total - mean_y**2 + hold
    smooth = np.zeros_like(moved)
    for axis in (0, 1):
        v, vx, vy = (around(weight * moved[..., axis] * by) for by in (np.ones_like(x), x, y))
        mean = v / total
        cx, cy = vx / total - mean_x * mean, vy / total - mean_y * mean
        det = np.maximum(xx * yy - xy**2, 1e-9)
        slope_x, slope_y = (cx * yy - cy * xy) / det, (cy * xx - cx * xy) / det
        smooth[..., axis] = (mean + slope_x * (x - mean_x) + slope_y * (y - mean_y)) * (w / (w + 0.02))
    return smooth
