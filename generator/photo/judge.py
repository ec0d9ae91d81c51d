"""Whether a box is ticked: measures of the ink in and around it become a chance, by fitted weights."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

from generator.geometry import Rect
from generator.photo.ink_seen import InkSeen
from generator.photo.page_print import PER_MM, Pixels, in_pixels
from generator.photo.straighten import Straight

WEIGHTS = Path(__file__).with_name("weights.json")
AROUND = round(1.5 * PER_MM)  # pixels of its surroundings that a box is judged with
SEARCH = round(0.75 * PER_MM)
HALF = 3 * PER_MM
LEAST_PRINT = 0.05  # contrast of surroundings that can be matched
LEAST_MISS = 0.001  # of a part that lies beyond the picture, where nothing is seen
EVEN = 9  # parts of a box each way


class BoxSight(NamedTuple):
    """What is seen of a box: measures of its ink, how dark it is beside the usual ink of the sheet, and how well its
    surroundings fit the print: by how many mm they lie aside, and how much alike they are (1: nothing to tell by)."""

    measures: tuple[float, ...]
    darkness: float
    aside: float
    likeness: float
    covered: bool
    around: float = 0.0  # the share of its surroundings that holds ink


def sights(straight: Straight, inked: InkSeen, boxes: Mapping[str, Rect]) -> dict[str, BoxSight]:
    """Return what is seen of each box, in points."""
    pen = _pen(inked, boxes)
    return {id: _sight(straight, inked, in_pixels(box), pen) for id, box in boxes.items()}


def _pen(inked: InkSeen, boxes: Mapping[str, Rect]) -> float:
    """Return how dark the ink of this sheet usually is, told by the boxes that hold a lot of it."""
    tops = [_top(inked.ink[_inside(in_pixels(box))]) for box in boxes.values()]
    filled = [top for top in tops if top > max(0.15, 6 * inked.miss)]
    return float(np.median(filled)) if len(filled) >= BY_HAND else 0.5


def _inside(place: Rect) -> tuple[slice, slice]:
    return slice(max(0, round(place.y)), round(place.bottom)), slice(max(0, round(place.x)), round(place.right))


def _top(ink: Pixels) -> float:
    """Return how dark the darkest twentieth of some ink is."""
    values = np.sort(ink.ravel())
    return float(values[-max(1, len(values) // 20) :].mean()) if len(values) else 0.0


def _sight(straight: Straight, inked: InkSeen, place: Rect, pen: float) -> BoxSight:
    left, top, right, bottom = (round(side) for side in (place.x, place.y, place.right, place.bottom))
    high, wide = inked.ink.shape
    x0, y0, x1, y1 = max(0, left - AROUND), max(0, top - AROUND), min(wide, right + AROUND), min(high, bottom + AROUND)
    ink, expected = inked.ink[y0:y1, x0:x1], inked.expected[y0:y1, x0:x1]
    inner = (slice(top - y0, bottom - y0), slice(left - x0, right - x0))
    measures, darkness = _measures(ink, expected, inner, inked.miss, pen)
    aside, likeness = _fit(inked, place)
    outside = straight.outside[y0:y1, x0:x1].mean() > 0.02
    return BoxSight(measures, darkness / pen, aside, likeness, bool(outside), measures[RING])


def _measures(
    ink: Pixels, expected: Pixels, inner: tuple[slice, slice], miss: float, pen: float
) -> tuple[tuple[float, ...], float]:
    """Return measures of the ink in a box and around it, each about 0 to 1, and how dark it is."""
    there = ink > max(0.04, 4 * miss, 0.25 * pen)
    dark = ink > 0.5 * pen
    box, box_there = ink[inner], there[inner]
    high, wide = box.shape
    margin_y, margin_x = max(1, round(0.12 * high)), max(1, round(0.12 * wide))
    core = (slice(margin_y, high - margin_y), slice(margin_x, wide - margin_x))
    quarter = (slice(high // 4, high - high // 4), slice(wide // 4, wide - wide // 4))
    pieces, labels, stats, _ = cv2.connectedComponentsWithStats(there.astype(np.uint8), connectivity=8)
    labels = labels[inner][core]
    inside = np.bincount(labels.ravel(), minlength=pieces).astype(float)
    inside[0] = 0
    own = reach = weak = 0.0
    if inside.max() > 0:
        main = int(np.argmax(inside))
        own = inside[main] / max(1.0, float(stats[main, cv2.CC_STAT_AREA]))
        rows, columns = np.nonzero(labels == main)
        sides = float(np.ptp(rows)) / high, float(np.ptp(columns)) / wide
        reach, weak = max(sides), min(sides)
    cells = cv2.resize(box_there[core].astype(np.float32), (EVEN, EVEN), interpolation=cv2.INTER_AREA)
    top = _top(box[core])
    ring = there.copy()
    ring[inner] = False
    measures = (
        float(box_there[core].mean()),
        float(box_there[quarter].mean()),
        float(dark[inner][core].mean()),
        float(np.clip(box[core], 0, 1).mean()) / pen,
        min(1.5, top / pen),
        top,
        min(3.0, top / (10 * max(miss, LEAST_MISS))),
        reach,
        weak,
        own,
        float((cells > 0.15).mean()),
        float(ring.mean()),
        min(1.0, 10 * miss),
        min(1.0, 5 * float(np.clip(-box[core], 0, 1).mean())),
        1 - float(expected[inner][core].mean()),
        (high * wide) ** 0.5 / PER_MM / 5,
        pen,
    )
    return measures, top


def _fit(inked: InkSeen, place: Rect) -> tuple[float, float]:
    """Return by how many mm the surroundings of a box lie aside, and how much they look like the print."""
    high, wide = inked.even.shape
    x, y = round(place.x + place.width / 2), round(place.y + place.height / 2)
    half_x, half_y = HALF + round(place.width / 2), HALF + round(place.height / 2)
    left, right = max(SEARCH, x - half_x), min(wide - SEARCH, x + half_x)
    top, bottom = max(SEARCH, y - half_y), min(high - SEARCH, y + half_y)
    patch = inked.expected[top:bottom, left:right]
    if right - left < HALF or bottom - top < HALF or patch.std() < LEAST_PRINT:
        return 0.0, 1.0
    area = inked.even[top - SEARCH : bottom + SEARCH, left - SEARCH : right + SEARCH]
    like = cv2.matchTemplate(
        np.ascontiguousarray(area[::2, ::2]), np.ascontiguousarray(patch[::2, ::2]), cv2.TM_CCOEFF_NORMED
    )
    _, best, _, (at_x, at_y) = cv2.minMaxLoc(like)
    middle = (np.array(like.shape[::-1]) - 1) / 2
    return float(np.hypot(at_x - middle[0], at_y - middle[1]) * 2 / PER_MM), float(best)


class Judged(NamedTuple):
    """A box: the chance that it is ticked, what is to be told of it (None: ask), and why it is asked, if it is."""

    chance: float
    ticked: bool | None
    why: str = ""


class JudgeWeights(NamedTuple):
    """A small network: two layers of weights and the usual size of each measure; and bounds between which is asked."""

    middle: Pixels
    spread: Pixels
    first: Pixels
    first_bias: Pixels
    second: Pixels
    second_bias: float
    low: float
    high: float
    pale: float  # ink of a tick is at least so dark, of the usual ink of the sheet
    clean: float  # and that in an empty box at most

    def chance(self, measures: Pixels) -> Pixels:
        """Return the chance of a tick for each row of measures."""
        hidden = np.tanh((measures - self.middle) / self.spread @ self.first + self.first_bias)
        return 1 / (1 + np.exp(-np.clip(hidden @ self.second + self.second_bias, -40, 40)))


@cache
def read_weights() -> JudgeWeights:
    """Return the weights of this version."""
    told = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    arrays: dict[str, Any] = {
        name: np.array(value) if isinstance(value, list) else value for name, value in told.items()
    }
    return JudgeWeights(**arrays)


FAR, UNLIKE = 0.45, 0.3  # mm aside, and likeness, beyond which the surroundings of a box do not fit
ENCIRCLED = 0.16  # ink around an empty box that may be a ring about it
RING = 11  # which measure tells of it
BY_HAND = 3  # boxes that tell how dark the pen of a sheet is


def judge(sights: Mapping[str, BoxSight]) -> dict[str, Judged]:
    """Return for each box whether it is ticked, empty, or to be looked at by a person."""
    weights = read_weights()
    if not sights:
        return {}
    chances = weights.chance(np.array([each.measures for each in sights.values()]))
    judged = {}
    for (id, each), chance in zip(sights.items(), chances, strict=True):
        why = _doubt(each, float(chance), weights)
        judged[id] = Judged(float(chance), None if why else bool(chance > 0.5), why)
    return judged


def _doubt(seen: BoxSight, chance: float, weights: JudgeWeights) -> str:
    """Return why a person should look at a box, or nothing."""
    if seen.covered:
        return "outside"
    if seen.aside > FAR or seen.likeness < UNLIKE:
        return "unlike"
    if weights.low < chance < weights.high:
        return "unsure"
    if chance >= weights.high and seen.darkness < weights.pale:
        return "pale"
    if chance <= weights.low and seen.darkness > weights.clean:
        return "unclean"
    if chance <= weights.low and seen.around > ENCIRCLED:
        return "around"
    return ""
