"""Parses texts of an SVG file into values: numbers, lengths, colours, transforms; None for invalid ones."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import repeat
from math import isfinite, radians
from typing import Any, NamedTuple

from fontTools.misc.transform import Identity, Transform

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_BETWEEN = re.compile(r"[\s,]*")
_SIX_DIGITS = re.compile("#[0-9a-fA-F]{6}")
_FUNCTION = re.compile(r"[\s,]*(\w+)\s*\(([^()]*)\)[\s,]*")
_LENGTH = re.compile(rf"({NUMBER.pattern})(px|pt|pc|mm|cm|in|em|ex|%)?")
_UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}


class Color(NamedTuple):
    """A colour as "#rrggbb", and its opacity, from 0 to 1."""

    code: str
    alpha: float = 1.0


BLACK = Color("#000000")


def scan_numbers(text: str, patterns: Iterator[re.Pattern[str]] | None = None) -> tuple[list[float], int]:
    """Return the numbers of a text, and the offset where parsing stopped; raises ValueError for an infinite number.

    `patterns` are those of the numbers in order; None for any.

    >>> scan_numbers("1,-2.5"), scan_numbers("1,-2.5x")
    (([1.0, -2.5], 6), ([1.0, -2.5], 6))
    """
    values: list[float] = []
    at, patterns = _BETWEEN.match(text).end(), patterns or repeat(NUMBER)  # type: ignore[union-attr]
    while at < len(text) and (match := next(patterns).match(text, at)):
        values.append(float(match[0]))
        at = _BETWEEN.match(text, match.end()).end()  # type: ignore[union-attr]
        if not isfinite(values[-1]):
            raise ValueError(f"{match[0][:20]} is too large a number")
    return values, at


def numbers(text: str) -> list[float]:
    """Return the numbers of an attribute; empty if it has anything else."""
    values, end = scan_numbers(text)
    return values if end == len(text) else []


def length(text: str, base: float, letters: float | None = None) -> float | None:
    """Return a length in units of the drawing; `base` is the length that percentages refer to.

    `letters` is the font size, if known.

    >>> length("1in", 10), length("50%", 10), length("2em", 10), length("2em", 10, 7.0)
    (96.0, 5.0, None, 14.0)
    """
    match = _LENGTH.fullmatch(text.strip())
    if match is None:
        return None
    of_letters = {"em": letters, "ex": letters and letters / 2}
    unit = base / 100 if match[2] == "%" else of_letters.get(match[2], _UNITS.get(match[2] or ""))
    value = None if unit is None else float(match[1]) * unit
    return value if value is not None and isfinite(value) else None


def share(text: str) -> float | None:
    """Return a fraction, also given in percent, limited to 0 and 1; None for other texts.

    >>> share("25%"), share("7"), share("half")
    (0.25, 1.0, None)
    """
    match = _LENGTH.fullmatch(text.strip())
    if match is None or match[2] not in (None, "%"):
        return None
    return min(1.0, max(0.0, float(match[1]) / (100 if match[2] else 1)))


@lru_cache(maxsize=1024)
def color(text: str) -> Color | None:
    """Return a colour by its value or CSS name; None for other texts.

    >>> color("teal"), color("rgba(0, 0, 255, 50%)"), color("#f008"), color("tea")
    (Color(code='#008080', alpha=1.0), Color(code='#0000ff', alpha=0.5), Color(code='#ff0000', alpha=0.533), None)
    """
    if _SIX_DIGITS.fullmatch(text):  # most colours of pictures, far faster than by tinycss2
        return Color(text.lower())
    from tinycss2 import color4

    parsed = color4.parse_color(text)
    if parsed is None or parsed == "currentcolor":
        return None
    if parsed.space == "hsl":  # its parts are limited to 100 %
        hue, full, light = parsed.coordinates
        parsed = color4.Color("hsl", (hue, *(min(100, max(0, part or 0)) for part in (full, light))), parsed.alpha)
    parts = [min(255, max(0, round(255 * part))) for part in parsed.to("srgb").coordinates]
    return Color("#" + "".join(f"{part:02x}" for part in parts), round(parsed.alpha, 3))


def transform(text: str) -> Any:
    """Return the matrix of a transform; None if it cannot be parsed."""
    matrix, at = Identity, 0
    while at < len(text):
        match = _FUNCTION.match(text, at)
        make = TRANSFORMS.get(match[1]) if match else None
        parts = numbers(match[2]) if match else []
        if match is None or make is None or len(parts) not in make[0]:
            return None
        matrix, at = matrix.transform(make[1](*parts)), match.end()
    return matrix


TRANSFORMS: dict[str, tuple[tuple[int, ...], Callable[..., Any]]] = {
    "matrix": ((6,), Transform),
    "translate": ((1, 2), Identity.translate),
    "scale": ((1, 2), Identity.scale),
    "rotate": ((1, 3), lambda angle, x=0.0, y=0.0: Identity.translate(x, y).rotate(radians(angle)).translate(-x, -y)),
    "skewX": ((1,), lambda angle: Identity.skew(radians(angle), 0)),
    "skewY": ((1,), lambda angle: Identity.skew(0, radians(angle))),
}
