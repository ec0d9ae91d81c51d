"""Counts become the figures of each style: means with the bounds between which the true ones lie, and the lines."""

import math
from collections.abc import Iterable
from typing import Any

from generator.rulesets.value_counts import ConfidenceInterval, ValueCounts

PLACES = 6  # behind the point


def summary(counts: ValueCounts, styles: Iterable[str], total: str) -> list[dict[str, Any]]:
    """Return for each style: its totals (mean, sd, low, high), each of its `lines`, and the share it `won`.

    The totals stand under the key that the ruleset calls a `total`. `low` and `high` bound the mean in 95 of 100 such
    runs; null where one game bounds nothing.
    """
    return [
        {
            "bot": style,
            total: {
                **_interval(counts.of(f"{style}/total").interval()),
                "sd": round(counts.of(f"{style}/total").deviation, PLACES),
            },
            "lines": {letter: _interval(sample.interval()) for letter, sample in counts.under(f"{style}/line")},
            "won": round(counts.of(f"{style}/won").share(1).estimate, PLACES),
        }
        for style in styles
    ]


def _interval(interval: ConfidenceInterval) -> dict[str, float | None]:
    return {"mean": _figure(interval.estimate), "low": _figure(interval.low), "high": _figure(interval.high)}


def _figure(value: float) -> float | None:
    return round(value, PLACES) if math.isfinite(value) else None
