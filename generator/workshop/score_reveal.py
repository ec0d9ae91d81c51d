"""The end of a game before everybody: one line after the other is shown, those that set the players least apart first.

What was shown is kept as it was shown, so that a correction made since can be told as one.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

Points = Mapping[str, Mapping[str, int]]  # of each line by its letter, and of TOTAL, those of each seat by its id
TOTAL = ""


class RevealedScoreCorrection(NamedTuple):
    """A line, or TOTAL, that is another now than when it was shown."""

    line: str
    seat: int
    was: int
    now: int


def lines_to_come(points: Points, shown: Points) -> list[str]:
    """Return what is still to be shown: the lines by how much they may change who is first, and TOTAL at the end.

    >>> lines_to_come({"A": {"0": 9, "1": 2}, "B": {"0": 3, "1": 3}, "": {"0": 12, "1": 5}}, {})
    ['B', 'A', '']
    """
    left = [line for line in points if line not in shown and line != TOTAL]
    return [*sorted(left, key=lambda line: _suspense(points[line])), *([] if TOTAL in shown else [TOTAL])]


def next_step(points: Points, shown: Points) -> list[str]:
    """Return what is shown next: a line, and with it those before it that count nothing for anybody.

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
    """Yield what is another now than it was shown; who sat down later, or left, was not corrected.

    >>> list(corrections({"A": {"0": 9, "2": 4}}, {"A": {"0": 7, "1": 3}}))
    [RevealedScoreCorrection(line='A', seat=0, was=7, now=9)]
    """
    for line, seats in shown.items():
        now = points.get(line, {})
        for seat, was in seats.items():
            if now.get(seat, was) != was:
                yield RevealedScoreCorrection(line, int(seat), was, now[seat])
