"""The reveal of a result line by line: lines in which players differ least come first.

The points are stored as they were revealed, so that later corrections can be reported.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

Points = Mapping[str, Mapping[str, int]]  # by the letter of the line, or TOTAL, then by the id of the seat
TOTAL = ""


class RevealedScoreCorrection(NamedTuple):
    """A change of one seat's points of a line (or TOTAL) after they were revealed: the points before and now."""

    line: str
    seat: int
    was: int
    now: int


def lines_to_come(points: Points, shown: Points) -> list[str]:
    """Return the lines not revealed yet: those in which players differ least first, and TOTAL last.

    >>> lines_to_come({"A": {"0": 9, "1": 2}, "B": {"0": 3, "1": 3}, "": {"0": 12, "1": 5}}, {})
    ['B', 'A', '']
    """
    left = [line for line in points if line not in shown and line != TOTAL]
    return [*sorted(left, key=lambda line: _suspense(points[line])), *([] if TOTAL in shown else [TOTAL])]


def next_step(points: Points, shown: Points) -> list[str]:
    """Return the lines to reveal together next: the first of `lines_to_come` up to one that has any points.

    >>> next_step({"A": {"0": 9}, "B": {"0": 0}, "": {"0": 9}}, {})
    ['B', 'A']
    """
    coming = lines_to_come(points, shown)
    empty = sum(line != TOTAL and not any(points[line].values()) for line in coming)
    return coming[: empty + 1]


def _suspense(points: Mapping[str, int]) -> tuple[int, int]:
    values = [*points.values()] or [0]
    return max(values) - min(values), max(map(abs, values))


def corrections(points: Points, shown: Points) -> Iterator[RevealedScoreCorrection]:
    """Yield each change of revealed points (`shown`) by comparing them with the present `points`, for present seats.

    >>> list(corrections({"A": {"0": 9, "2": 4}}, {"A": {"0": 7, "1": 3}}))
    [RevealedScoreCorrection(line='A', seat=0, was=7, now=9)]
    """
    for line, seats in shown.items():
        now = points.get(line, {})
        for seat, was in seats.items():
            if now.get(seat, was) != was:
                yield RevealedScoreCorrection(line, int(seat), was, now[seat])
