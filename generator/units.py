"""Parse written lengths ("12mm", "0.125in", "9pt", "50%") into points, and write points as lengths."""

import re
from typing import NamedTuple

POINTS_PER = {"pt": 1.0, "mm": 72 / 25.4, "cm": 720 / 25.4, "in": 72.0}
_LENGTH = re.compile(r"\s*([-+]?(?:\d+(?:\.\d*)?|\.\d+))\s*([a-zA-Z%\"]*)\s*")
_PERCENTAGE = re.compile(r"\s*([-+]?[0-9]{0,9}\.?[0-9]{1,9})\s*%\s*")


class PercentageLength(NamedTuple):
    """A percentage of the available space: `PercentageLength(0.5)` is "50%"."""

    part: float


def parse_length(text: str) -> float:
    """Return a written length in points.

    >>> parse_length("1in")
    72.0

    Raises ValueError for a missing or unknown unit; the message says which units exist.
    """
    match = _LENGTH.fullmatch(text)
    if match is None:
        raise ValueError(f"expected a length such as 12mm, 0.125in or 9pt, found {text!r}")
    number, unit = match.groups()
    if unit not in POINTS_PER:
        problem = f"unknown unit {unit!r}" if unit else "no unit"
        raise ValueError(f"{problem} in length {text!r}, expected mm, cm, in or pt")
    return float(number) * POINTS_PER[unit]


def parse_length_or_share(text: str) -> float | PercentageLength:
    """Return a written length in points, or a `PercentageLength`; raises ValueError like `parse_length`.

    >>> parse_length_or_share("50%")
    PercentageLength(part=0.5)
    """
    if text.rstrip().endswith("%"):
        match = _PERCENTAGE.fullmatch(text)
        if match is None:
            raise ValueError(f"expected a percentage such as 50%, found {text!r}")
        return PercentageLength(float(match.group(1)) / 100)
    return parse_length(text)


def mm(millimetres: float) -> float:
    """Return millimetres in points."""
    return millimetres * POINTS_PER["mm"]


def length_name(points: float, unit: str = "mm") -> str:
    """Return points as a written length in `unit`, for messages.

    >>> length_name(72, "in")
    '1in'
    """
    number = f"{points / POINTS_PER[unit]:.2f}".rstrip("0").rstrip(".")
    return f"{'0' if number == '-0' else number}{unit}"
