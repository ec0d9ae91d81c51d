"""Decide whether boxes are ticked: a small trained network turns measures of the ink of each into a probability."""

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

from generator.geometry import Rect
from generator.photo.reader.added_ink import HandwrittenInkMap, ink_in
from generator.photo.reader.page_print import PER_MM, Pixels, in_pixels
from generator.photo.reader.straighten import FlatPage

MOST = 9.0  # limit of the log odds of a box: a slip of the pen may break the rule of a group
AGAINST = 4.0  # log odds of a box above which its group must not overrule it


class TickBoxConstraint(NamedTuple):
    """A group of boxes by id: a row that is filled `in_order` from its start, or boxes with exactly one ticked."""

    ids: tuple[str, ...]
    in_order: bool

    @property
    def states(self) -> list[list[bool]]:
        """All valid combinations: a list with a bool per box for each of them."""
        count = len(self.ids)
        if self.in_order:
            return [[at < ticked for at in range(count)] for ticked in range(count + 1)]
        return [[at == ticked for at in range(count)] for ticked in range(count)]


def log_odds(chance: float) -> float:
    """Return the log odds of a probability from 0 to 1, kept finite for 0 and 1."""
    return float(np.log((chance + 1e-12) / (1 - chance + 1e-12)))


def odds_with_groups(own_odds: Mapping[str, float], groups: Iterable[TickBoxConstraint]) -> dict[str, float]:
    """Return the log odds of a tick for each box by id, from its `own_odds` and its group."""
    # Bayes: a state of a group weighs the product of the odds of its ticked boxes, which is a sum of log odds. The
    # chance of a tick is the weight of all states with this tick, as a part of all weights. Groups are small enough to
    # list their states: a row of n boxes has n + 1, a choice has n.
    odds_by_id = dict(own_odds)
    for group in groups:
        limited = np.clip([own_odds[id] for id in group.ids], -MOST, MOST)
        ticked = np.array(group.states)
        weights = ticked @ limited
        chances = np.exp(weights - weights.max())
        for id, of_tick in zip(group.ids, (chances[:, None] * ticked).sum(axis=0) / chances.sum(), strict=True):
            odds_by_id[id] = log_odds(of_tick)
    return odds_by_id


def contradicted_boxes(
    own_odds: Mapping[str, float], group_odds: Mapping[str, float], groups: Iterable[TickBoxConstraint]
) -> set[str]:
    """Return the boxes whose own evidence is clear but contradicts `group_odds`, the result with their group.

    In a row with such a box, add all boxes from the first that is surely empty to the last that is surely ticked.
    """
    contradicted = {id for id, odds in group_odds.items() if odds * own_odds[id] < 0 and abs(own_odds[id]) > AGAINST}
    for group in groups:
        if group.in_order and contradicted.intersection(group.ids):
            first = next((at for at, id in enumerate(group.ids) if own_odds[id] < -AGAINST), len(group.ids))
            last = max((at for at, id in enumerate(group.ids) if own_odds[id] > AGAINST), default=-1)
            contradicted.update(group.ids[first : last + 1])
    return contradicted


WEIGHTS = Path(__file__).with_name("weights.json")
AROUND = round(1.5 * PER_MM)  # pixels around a box that are judged with it
SEARCH = PER_MM
HALF, WIDER = 3 * PER_MM, 8 * PER_MM
SURELY_LIKE = 0.5
NEAR = 6 * PER_MM  # pixels around the middle of a box from which the usual ink there is measured
LEAST_BUSY = 0.02
LEAST_PRINT = 0.05  # least contrast of surroundings that can be matched
LEAST_MISS = 0.001  # avoids division by 0 where a part of the page is outside the photo
EVEN = 9  # cells of a box across and down
LARGE = 5 * PER_MM  # pixels; a side N times as long is reduced by N, so that a box is as large as boxes usually are
LEAST_COLOR = 0.06  # least colour of a pen that is not grey


class BoxSight(NamedTuple):
    """The measurements of a box: measures of its ink, its darkness relative to the pen of the sheet, its surroundings.

    `aside` is the shift of the surroundings in mm, `likeness` their similarity to the print (1: nothing to compare),
    `covered` whether they are partly outside the photo.
    """

    measures: tuple[float, ...]
    darkness: float
    aside: float
    likeness: float
    covered: bool
    ring_ink: float = 0.0  # the part of its surroundings that has ink
    is_reduced: bool = False  # a large box, in which print that is a little aside looks like strokes


def sights(straight: FlatPage, inked: HandwrittenInkMap, boxes: Mapping[str, Rect]) -> dict[str, BoxSight]:
    """Return the measurements of each box by id; `boxes` are in points."""
    places = {id: in_pixels(box) for id, box in boxes.items()}
    pen = _pen(inked, [_inside(place) for place in places.values()])
    color = np.clip(inked.hue @ (pen.hue / max(pen.color, 1e-6) ** 2), -1, 2)
    return {id: _sight(straight, inked, color, place, pen) for id, place in places.items()}


def is_pale(inked: HandwrittenInkMap, boxes: Mapping[str, Rect]) -> bool:
    """Return whether all marks of a sheet are pale, even the darkest, or it has none; `boxes` are in points."""
    tops = sorted(_top(inked.ink[_inside(in_pixels(box))]) for box in boxes.values())
    return not tops or tops[-min(BY_HAND, len(tops))] < PALE


class PenInk(NamedTuple):
    """The ink of the pen used on a sheet, measured in boxes with much ink: how dark, and how red and blue it is."""

    dark: float
    hue: Pixels

    @property
    def color(self) -> float:
        """The distance of the pen's hue from grey."""
        return float(np.hypot(*self.hue))


def _pen(inked: HandwrittenInkMap, places: Iterable[tuple[slice, slice]]) -> PenInk:
    tops, hues = [], []
    for place in places:
        ink = inked.ink[place]
        top = _top(ink)
        if top > max(0.15, 6 * inked.miss):
            tops.append(top)
            hues.append(inked.hue[place][ink >= 0.7 * top].mean(axis=0))
    if len(tops) < BY_HAND:
        return PenInk(0.5, np.zeros(2, np.float32))
    return PenInk(float(np.median(tops)), np.median(hues, axis=0))


def _inside(place: Rect) -> tuple[slice, slice]:
    return slice(max(0, round(place.y)), round(place.bottom)), slice(max(0, round(place.x)), round(place.right))


def _top(ink: Pixels) -> float:
    """Return the mean darkness of the darkest 5 % of some ink."""
    values = np.sort(ink.ravel())
    return float(values[-max(1, len(values) // 20) :].mean()) if len(values) else 0.0


def _sight(straight: FlatPage, inked: HandwrittenInkMap, color: Pixels, place: Rect, pen: PenInk) -> BoxSight:
    left, top, right, bottom = (round(side) for side in (place.x, place.y, place.right, place.bottom))
    high, wide = inked.ink.shape
    x0, y0, x1, y1 = max(0, left - AROUND), max(0, top - AROUND), min(wide, right + AROUND), min(high, bottom + AROUND)
    window = (slice(y0, y1), slice(x0, x1))
    box_area = (slice(top - y0, bottom - y0), slice(left - x0, right - x0))
    right_by, down_by, likeness = _fit(inked, place)
    ink, expected, hue = inked.ink[window], inked.expected[window], color[window]
    if (right_by or down_by) and likeness > SURELY_LIKE:
        ink, hue = _moved(inked, color, window, right_by, down_by)
    print_measures = _of_print(inked, ink, expected, box_area, place)
    down, across = (max(1, side // LARGE) for side in (bottom - top, right - left))
    ink, hue, expected = (
        _pooled(values, down, across, pool) for values, pool in ((ink, np.max), (hue, np.max), (expected, np.mean))
    )
    box_area = (
        slice(box_area[0].start // down, box_area[0].stop // down),
        slice(box_area[1].start // across, box_area[1].stop // across),
    )
    measures, darkness = _measures(ink, expected, box_area, inked.miss, pen.dark)
    measures += (*_colored(hue[box_area], pen), *print_measures)
    outside = straight.outside[window].mean() > 0.02
    aside = float(np.hypot(right_by, down_by)) / PER_MM
    return BoxSight(measures, darkness / pen.dark, aside, likeness, bool(outside), measures[RING], down * across > 1)


def _pooled(values: Pixels, down: int, across: int, pool: Callable[..., Pixels]) -> Pixels:
    """Return values pooled by rectangles of pixels; a stroke pooled by its maximum keeps its width in pixels."""
    rows, columns = values.shape[0] // down, values.shape[1] // across
    return pool(values[: rows * down, : columns * across].reshape(rows, down, columns, across), axis=(1, 3))


def _moved(
    inked: HandwrittenInkMap, color: Pixels, window: tuple[slice, slice], right_by: int, down_by: int
) -> tuple[Pixels, Pixels]:
    """Return the ink and hue in a window after moving the photo by these pixels, so that it fits the print."""
    shift = np.array([[1, 0, window[1].start + right_by], [0, 1, window[0].start + down_by]], np.float32)
    size = (window[1].stop - window[1].start, window[0].stop - window[0].start)
    flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    even, hue = (
        cv2.warpAffine(picture, shift, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        for picture in (inked.even, color.astype(np.float32))
    )
    return ink_in(inked.expected[window], even), hue


def _of_print(
    inked: HandwrittenInkMap, ink: Pixels, expected: Pixels, box_area: tuple[slice, slice], place: Rect
) -> tuple[float, float, float]:
    """Return the contrast of the print in a box, how similar its ink is to this print, and the usual ink around."""
    box_ink, under = ink[box_area], expected[box_area]
    busy = float(under.std())
    similarity = float(
        ((box_ink - box_ink.mean()) * (under.mean() - under)).mean() / max(float(box_ink.std()) * busy, 1e-4)
    )
    y, x = round(place.y + place.height / 2), round(place.x + place.width / 2)
    surroundings = inked.ink[max(0, y - NEAR) : y + NEAR : 3, max(0, x - NEAR) : x + NEAR : 3]
    usual_ink = float(np.percentile(np.abs(surroundings), 75)) if surroundings.size else 0.0
    return min(1.0, 4 * busy), similarity if busy > LEAST_BUSY else 0.0, min(1.0, 10 * usual_ink)


def _measures(
    ink: Pixels, expected: Pixels, box_area: tuple[slice, slice], miss: float, pen: float
) -> tuple[tuple[float, ...], float]:
    """Return measures of the ink in and around a box, each roughly from 0 to 1, and the darkness of its ink."""
    is_ink = ink > max(0.04, 4 * miss, 0.25 * pen)
    dark = ink > 0.5 * pen
    box, box_is_ink = ink[box_area], is_ink[box_area]
    high, wide = box.shape
    margin_y, margin_x = max(1, round(0.12 * high)), max(1, round(0.12 * wide))
    core = (slice(margin_y, high - margin_y), slice(margin_x, wide - margin_x))
    quarter = (slice(high // 4, high - high // 4), slice(wide // 4, wide - wide // 4))
    # A stroke is a connected piece of ink. A tick belongs to the box where most of its ink is, while a stroke that only
    # crosses the box, such as a long tail from the next one, has most of its ink outside: see `share_inside`.
    pieces, labels, stats, _ = cv2.connectedComponentsWithStats(is_ink.astype(np.uint8), connectivity=8)
    labels = labels[box_area][core]
    inside = np.bincount(labels.ravel(), minlength=pieces).astype(float)
    inside[0] = 0
    share_inside = reach = weak = 0.0
    if inside.max() > 0:
        main = int(np.argmax(inside))
        share_inside = inside[main] / max(1.0, float(stats[main, cv2.CC_STAT_AREA]))
        rows, columns = np.nonzero(labels == main)
        sides = float(np.ptp(rows)) / high, float(np.ptp(columns)) / wide
        reach, weak = max(sides), min(sides)
    cells = cv2.resize(box_is_ink[core].astype(np.float32), (EVEN, EVEN), interpolation=cv2.INTER_AREA)
    top = _top(box[core])
    ring = is_ink.copy()
    ring[box_area] = False
    measures = (
        float(box_is_ink[core].mean()),
        float(box_is_ink[quarter].mean()),
        float(dark[box_area][core].mean()),
        float(np.clip(box[core], 0, 1).mean()) / pen,
        min(1.5, top / pen),
        top,
        min(3.0, top / (10 * max(miss, LEAST_MISS))),
        reach,
        weak,
        share_inside,
        float((cells > 0.15).mean()),
        float(ring.mean()),
        min(1.0, 10 * miss),
        min(1.0, 5 * float(np.clip(-box[core], 0, 1).mean())),
        1 - float(expected[box_area][core].mean()),
        (high * wide) ** 0.5 / PER_MM / 5,
        pen,
    )
    return measures, top


def _colored(color: Pixels, pen: PenInk) -> tuple[float, float, float]:
    """Return how much a box has the pen's hue, how much its most coloured part has, and how coloured the pen is."""
    if pen.color < LEAST_COLOR or not color.size:
        return 0.0, 0.0, 0.0
    return float(color.mean()), _top(color), min(0.5, pen.color)


def _fit(inked: HandwrittenInkMap, place: Rect) -> tuple[int, int, float]:
    """Return the shift (right, down) in pixels of the print around a box, and its similarity to the expected print.

    If ink hides the near surroundings, a wider area is compared.
    """
    fit = _fit_within(inked, place, HALF)
    if fit[2] >= SURELY_LIKE:
        return fit
    wider = _fit_within(inked, place, WIDER)
    return wider if wider[2] > fit[2] else fit


def _fit_within(inked: HandwrittenInkMap, place: Rect, half: int) -> tuple[int, int, float]:
    high, wide = inked.even.shape
    x, y = round(place.x + place.width / 2), round(place.y + place.height / 2)
    half_x, half_y = half + round(place.width / 2), half + round(place.height / 2)
    left, right = max(SEARCH, x - half_x), min(wide - SEARCH, x + half_x)
    top, bottom = max(SEARCH, y - half_y), min(high - SEARCH, y + half_y)
    # The shift is where the normalised cross-correlation with the expected print is highest. It does not depend on
    # brightness and contrast. Every second pixel is enough here, and takes a sixteenth of the time.
    patch = inked.expected[top:bottom, left:right]
    if right - left < HALF or bottom - top < HALF or patch.std() < LEAST_PRINT:
        return 0, 0, 1.0
    area = inked.even[top - SEARCH : bottom + SEARCH, left - SEARCH : right + SEARCH]
    like = cv2.matchTemplate(
        np.ascontiguousarray(area[::2, ::2]), np.ascontiguousarray(patch[::2, ::2]), cv2.TM_CCOEFF_NORMED
    )
    _, best, _, (at_x, at_y) = cv2.minMaxLoc(like)
    rows, columns = like.shape
    return 2 * (at_x - columns // 2), 2 * (at_y - rows // 2), float(best)


class Judged(NamedTuple):
    """The result for a box: the probability of a tick, whether it is ticked (None: ask a person), the reason to ask."""

    chance: float
    ticked: bool | None
    reason: str = ""


class JudgeWeights(NamedTuple):
    """A small neural network: two layers of weights, and the mean and spread of each measure.

    Probabilities between `low` and `high` are unsure.
    """

    middle: Pixels
    spread: Pixels
    first: Pixels
    first_bias: Pixels
    second: Pixels
    second_bias: float
    low: float
    high: float
    pale: float  # least darkness of a tick, as a part of the usual ink of the sheet
    clean: float  # greatest darkness in an empty box, likewise

    def stricter(self) -> "JudgeWeights":
        """Return the same weights with stricter bounds, by which only a tenth as many errors pass."""
        return self._replace(low=self.low / 10, high=1 - (1 - self.high) / 10)

    def chance(self, measures: Pixels) -> Pixels:
        """Return the probability of a tick for each row of measures."""
        hidden = np.tanh((measures - self.middle) / self.spread @ self.first + self.first_bias)
        return 1 / (1 + np.exp(-np.clip(hidden @ self.second + self.second_bias, -40, 40)))


@cache
def read_weights() -> JudgeWeights:
    """Return the trained weights in the file beside this module; cached."""
    values = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    arrays: dict[str, Any] = {
        name: np.array(value) if isinstance(value, list) else value for name, value in values.items()
    }
    return JudgeWeights(**arrays)


ODD_SHEET = 0.1  # part of unsure boxes above which the whole sheet is judged more strictly
FAR, UNLIKE = 0.9, 0.3  # shift in mm above which, and similarity below which, surroundings of a box do not fit
UNLIKE_REDUCED = 0.6  # the same similarity for a large box whose result is not beyond doubt
ENCIRCLED = 0.16  # part of ink around an empty box above which it may be a ring around it
TOUCHED, SHADED = 0.08, 0.5  # less is enough if the darkness in the box exceeds this part of the usual ink
RING = 11  # index of the measure of ink around a box
BY_HAND = 3  # least number of boxes from which the pen of a sheet is measured
PALE = 0.2  # darkness of the darkest boxes of a sheet below which all its marks are pale
MISPLACED, ODD, FAINT = 1.0, 2.0, 4.5  # limits of the log odds of a box that does not look as it should


def judge(
    sights: Mapping[str, BoxSight], groups: Iterable[TickBoxConstraint] = (), weights: JudgeWeights | None = None
) -> dict[str, Judged]:
    """Return the result for each box by id: ticked, empty, or to be looked at by a person.

    Boxes that do not fit the print, or have pale ink, count little as evidence: their group decides, or a person is
    asked. If many boxes are unsure, bounds become stricter, since pen or print are unlike those of the training.
    """
    if not sights:
        return {}
    weights, groups = weights or read_weights(), tuple(groups)
    chances = weights.chance(np.array([sight.measures for sight in sights.values()])).tolist()
    limits = {id: _limit(sight, chance, weights) for (id, sight), chance in zip(sights.items(), chances, strict=True)}
    by_itself = (log_odds(chance) for chance in chances)
    own_odds = {
        id: float(np.clip(raw, -limit, limit)) for (id, (limit, _)), raw in zip(limits.items(), by_itself, strict=True)
    }
    group_odds = odds_with_groups(own_odds, groups)
    gaps = contradicted_boxes(own_odds, group_odds, groups)
    unsure = [_is_unsure(odds, weights) for odds in group_odds.values()].count(True)
    bounds = weights.stricter() if unsure > ODD_SHEET * len(group_odds) else weights
    judged = {}
    for id, odds in group_odds.items():
        reason = "outside" if sights[id].covered else "gap" if id in gaps else ""
        if not reason and _is_unsure(odds, bounds):
            reason = limits[id][1] or "unsure"
        judged[id] = Judged(float(1 / (1 + np.exp(-odds))), None if reason else odds > 0, reason)
    return judged


def _is_unsure(odds: float, weights: JudgeWeights) -> bool:
    return log_odds(weights.low) < odds < log_odds(weights.high)


def _limit(sight: BoxSight, chance: float, weights: JudgeWeights) -> tuple[float, str]:
    """Return the largest log odds, either way, that a box deserves by its measurements, and the reason ("": none)."""
    if sight.covered:
        return 0.0, "outside"
    if sight.aside > FAR:
        return MISPLACED, "unlike"
    if chance > 0.5 and sight.darkness < weights.pale:
        return ODD, "pale"
    is_unsure = _is_unsure(log_odds(chance), weights.stricter())
    if chance <= 0.5 and (sight.darkness > weights.clean or (sight.darkness > SHADED and is_unsure)):
        return ODD, "unclean"
    ringed = sight.ring_ink > ENCIRCLED or (sight.ring_ink > TOUCHED and sight.darkness > SHADED)
    if chance <= 0.5 and ringed:
        return ODD, "around"
    least_likeness = UNLIKE_REDUCED if sight.is_reduced and is_unsure else UNLIKE
    return (FAINT, "unlike") if sight.likeness < least_likeness else (MOST, "")
