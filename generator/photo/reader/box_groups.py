"""Boxes that tell of each other: rows that are filled from their beginning, and boxes of which one is ticked."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

MOST = 9.0  # no box tells more than these log odds: a hand may slip, and break the rule of a group
AGAINST = 4.0  # log odds of a box that its group does not overrule


class TickBoxConstraint(NamedTuple):
    """Boxes by their ids, in their order: a row that is filled `in_order` from its beginning, or boxes of which one is
    ticked."""

    ids: tuple[str, ...]
    in_order: bool

    @property
    def states(self) -> list[list[bool]]:
        """Which boxes may be ticked together."""
        count = len(self.ids)
        if self.in_order:
            return [[at < ticked for at in range(count)] for ticked in range(count + 1)]
        return [[at == ticked for at in range(count)] for ticked in range(count)]


def log_odds(chance: float) -> float:
    """Return the log odds of a chance, 0 to 1; bounded, so that those of 0 and 1 are numbers too."""
    return float(np.log((chance + 1e-12) / (1 - chance + 1e-12)))


def told_together(own: Mapping[str, float], groups: Iterable[TickBoxConstraint]) -> dict[str, float]:
    """Return the log odds of a tick for each box, from what it shows itself and what the boxes of its group show."""
    told = dict(own)
    for group in groups:
        shown = np.clip([own[id] for id in group.ids], -MOST, MOST)
        ticked = np.array(group.states)
        weights = ticked @ shown
        chances = np.exp(weights - weights.max())
        for id, of_tick in zip(group.ids, (chances[:, None] * ticked).sum(axis=0) / chances.sum(), strict=True):
            told[id] = log_odds(of_tick)
    return told


def against(own: Mapping[str, float], told: Mapping[str, float], groups: Iterable[TickBoxConstraint]) -> set[str]:
    """Return the boxes whose group tells otherwise than what stands on the paper: of a row all from the first that is
    surely empty to the last that is surely ticked."""
    found = {id for id, odds in told.items() if odds * own[id] < 0 and abs(own[id]) > AGAINST}
    for group in groups:
        if group.in_order and found.intersection(group.ids):
            first = next((at for at, id in enumerate(group.ids) if own[id] < -AGAINST), len(group.ids))
            last = max((at for at, id in enumerate(group.ids) if own[id] > AGAINST), default=-1)
            found.update(group.ids[first : last + 1])
    return found
