"""Parse gradients, shadows and lines around letters as layouts write them; names of colours are kept as names."""

import re
from functools import lru_cache
from math import cos, hypot, radians, sin
from typing import NamedTuple

from generator.frame import OPAQUE, UNMOVED, Gradient, GradientStop, ShadowItem, alpha_of
from generator.geometry import Point, Rect
from generator.units import mm, parse_length

GRADIENT = "-gradient("
_GRADIENT = re.compile(r"(linear|radial)-gradient\((.*)\)", re.DOTALL)
_COMMA = re.compile(r",(?![^()]*\))")
_STOP = re.compile(r"(.*?)(?:\s+(\d+(?:\.\d+)?)%)?", re.DOTALL)
_ANGLE = re.compile(r"(-?\d+(?:\.\d+)?)deg")
SIDES = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}
WORDS_OF_A_POINT = {"left": (0.0, None), "right": (1.0, None), "top": (None, 0.0), "bottom": (None, 1.0)}
USUAL_SHADOW = "#00000080"
FARTHEST = mm(50)  # the greatest distance by which a shadow is moved or blurred
LEAST = 1e-3  # points: least width and height of a gradient's box


def focus_point(text: str) -> tuple[float, float] | None:
    """Return a written point of a picture as fractions of its width and height, or None if it is not valid.

    >>> focus_point("top left"), focus_point("bottom"), focus_point("25% 80%"), focus_point("middle")
    ((0.0, 0.0), (0.5, 1.0), (0.25, 0.8), None)
    """
    across: float | None = None
    down: float | None = None
    for word in text.split():
        if re.fullmatch(r"\d+(\.\d+)?%", word):
            part = min(1.0, float(word[:-1]) / 100)
            across, down = (part, down) if across is None else (across, part)
        elif word in WORDS_OF_A_POINT:
            x, y = WORDS_OF_A_POINT[word]
            across, down = across if x is None else x, down if y is None else y
        elif word != "center":
            return None
    return 0.5 if across is None else across, 0.5 if down is None else down


class GradientFill(NamedTuple):
    """A parsed gradient: names of colours with their `places` (0 to 1) between its ends.

    A linear one runs in the direction `to` (a side, a corner, or with `is_angle` an angle), a radial one from the point
    `at`, in fractions of the box.
    """

    names: tuple[str, ...]
    places: tuple[float, ...]
    to: Point = (0, 1)
    is_angle: bool = False
    at: Point | None = None

    def over(self, box: Rect, colors: tuple[str, ...]) -> Gradient:
        """Return the gradient for a box; `colors` are the codes of its names, in the same order."""
        stops = tuple(
            GradientStop(place, color[:OPAQUE], alpha_of(color))
            for place, color in zip(self.places, colors, strict=True)
        )
        width, height = max(box.width, LEAST), max(box.height, LEAST)
        if self.at is not None:  # an ellipse through the farthest corner
            x, y = self.at
            rx, ry = (2**0.5 * max(part, 1 - part) * side for part, side in ((x, width), (y, height)))
            return Gradient((0, 0, 0, 0, 0, 1), stops, (rx, 0, 0, ry, box.x + x * width, box.y + y * height))
        dx, dy = self.to
        if dx and dy and not self.is_angle:  # the middle line runs through the two other corners
            dx, dy = dx * height, dy * width
        half = (width * abs(dx) + height * abs(dy)) / 2 / hypot(dx, dy) ** 2
        x, y = box.middle
        return Gradient((x - dx * half, y - dy * half, x + dx * half, y + dy * half), stops, UNMOVED)


@lru_cache(maxsize=256)
def parse_gradient(text: str) -> GradientFill:
    """Parse a gradient in CSS syntax; raises ValueError if it is not valid.

    >>> parse_gradient("linear-gradient(to right, sky, #fff 40%, sea)").places
    (0.0, 0.4, 1.0)
    """
    match = _GRADIENT.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} is not a gradient")
    parts = [part.strip() for part in _COMMA.split(match[2])]
    shape = _radial_of(parts[0]) if match[1] == "radial" else _linear_of(parts[0])
    stops = [_STOP.fullmatch(part).groups() for part in (parts if shape is None else parts[1:])]  # type: ignore[union-attr]
    if len(stops) < 2 or not all(name for name, _ in stops):
        raise ValueError(f"a gradient runs through two colours or more, not {len(stops)}")
    places = [None if part is None else float(part) / 100 for _, part in stops]
    written_places = [place for place in places if place is not None]
    if written_places and max(written_places) > 1:
        raise ValueError("a gradient ends at 100%")
    if written_places != sorted(written_places):
        raise ValueError("the places of the colours of a gradient rise, as in: sky 20%, sea 80%")
    places = [0.0 if places[0] is None else places[0], *places[1:-1], 1.0 if places[-1] is None else places[-1]]
    for at, place in enumerate(places):
        if place is None:  # not written: spread evenly between the written ones
            last, end = places[at - 1] or 0.0, next(i for i in range(at, len(places)) if places[i] is not None)
            places[at] = last + ((places[end] or 0.0) - last) / (end - at + 1)
    first = shape or GradientFill((), (), at=(0.5, 0.5) if match[1] == "radial" else None)
    return first._replace(names=tuple(name for name, _ in stops), places=tuple(place or 0.0 for place in places))


def _linear_of(text: str) -> GradientFill | None:
    """Parse the direction of a linear gradient; None if the text is not a direction. Raises ValueError."""
    if angle := _ANGLE.fullmatch(text):
        turn = radians(float(angle[1]))
        return GradientFill((), (), (sin(turn), -cos(turn)), is_angle=True)
    word, *sides = text.split()
    if word != "to":
        return None
    directions = [SIDES.get(side, (0, 0)) for side in sides]
    to = (sum(x for x, _ in directions), sum(y for _, y in directions))
    if (0, 0) in directions or to == (0, 0):
        raise ValueError(f"{text!r} is neither a side nor a corner")
    return GradientFill((), (), to)


def _radial_of(text: str) -> GradientFill | None:
    """Parse the centre of a radial gradient; None if the text is not a centre. Raises ValueError."""
    if not text.startswith("at "):
        return None
    at = focus_point(text[3:])
    if at is None:
        raise ValueError(f"{text!r} is not a point")
    return GradientFill((), (), at=at)


@lru_cache(maxsize=256)
def parse_shadow(text: str) -> ShadowItem:
    """Parse a shadow: offsets to the right and down, blur (default 0), and the name of a colour; raises ValueError.

    >>> parse_shadow("1pt 2pt 3pt night")[1:4]
    ((1.0, 2.0), 3.0, 'night')
    """
    lengths, color = _lengths(text, 3)
    if len(lengths) < 2:
        raise ValueError(f"{text!r} is not a shadow")
    across, down, blur = (*lengths, 0.0)[:3]
    if max(map(abs, lengths)) > FARTHEST or blur < 0:
        raise ValueError(f"{text!r} is moved or blurred too far")
    return ShadowItem((), (across, down), blur, color or USUAL_SHADOW)


@lru_cache(maxsize=256)
def parse_outline(text: str) -> tuple[float, str]:
    """Parse a line around letters: how far it extends, in points, and its colour by name; raises ValueError.

    >>> parse_outline("0.5pt paper")
    (0.5, 'paper')
    """
    lengths, color = _lengths(text, 1)
    if len(lengths) != 1 or not color or not 0 < lengths[0] <= FARTHEST:
        raise ValueError(f"{text!r} is not a line around letters")
    return lengths[0], color


def _lengths(text: str, limit: int) -> tuple[list[float], str]:
    """Return up to `limit` lengths at the start of a text, in points, and the rest of the text."""
    words = text.split()
    lengths: list[float] = []
    while words and len(lengths) < limit and re.match(r"[-+.\d]", words[0]):
        word = words.pop(0)
        lengths.append(0.0 if word == "0" else parse_length(word))
    return lengths, " ".join(words)
