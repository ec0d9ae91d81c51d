"""Marks and numbers of a hand as lines through points, in a box of 1 x 1, y down."""

import math
import random
from collections.abc import Sequence

from tests.tables import tables

Point = tuple[float, float]
Stroke = list[Point]

SHAPES = tables(__file__)
DIGITS: dict[str, list[list[Stroke]]] = SHAPES["digits"]
LETTERS: dict[str, list[Stroke]] = SHAPES["letters"]


def tick(chance: random.Random) -> list[Stroke]:
    """Return a tick: down a little, and up a long way."""
    low = (chance.uniform(0.3, 0.45), chance.uniform(0.78, 0.95))
    return [
        [
            (chance.uniform(0.05, 0.2), chance.uniform(0.45, 0.65)),
            low,
            (chance.uniform(0.85, 1.1), chance.uniform(-0.05, 0.2)),
        ]
    ]


def cross(chance: random.Random) -> list[Stroke]:
    """Return two lines from corner to corner."""
    near, far = (lambda: chance.uniform(0.02, 0.2)), (lambda: chance.uniform(0.8, 0.98))
    return [[(near(), near()), (far(), far())], [(far(), near()), (near(), far())]]


def slash(chance: random.Random) -> list[Stroke]:
    """Return one line through a box."""
    up = [(chance.uniform(0.0, 0.25), chance.uniform(0.8, 1.0)), (chance.uniform(0.75, 1.0), chance.uniform(0.0, 0.2))]
    return [up if chance.random() < 0.8 else [(x, 1 - y) for x, y in up]]


def scribble(chance: random.Random) -> list[Stroke]:
    """Return a line to and fro over a box, with gaps of paper."""
    turns = chance.randint(4, 7)
    points = [(0.08 + 0.84 * at / turns, (0.1, 0.9)[at % 2] + chance.uniform(-0.1, 0.1)) for at in range(turns + 1)]
    return [points]


def fill(chance: random.Random) -> list[Stroke]:
    """Return a line to and fro so close that it covers a box."""
    turns = chance.randint(11, 16)
    points = [(0.1 + 0.8 * at / turns, (0.12, 0.88)[at % 2] + chance.uniform(-0.07, 0.07)) for at in range(turns + 1)]
    return [points]


def dot(chance: random.Random) -> list[Stroke]:
    """Return a blot in the middle of a box."""
    x, y = chance.uniform(0.4, 0.6), chance.uniform(0.4, 0.6)
    return [[(x + 0.012 * turn * math.cos(turn), y + 0.012 * turn * math.sin(turn)) for turn in range(9)]]


def ring(chance: random.Random) -> list[Stroke]:
    """Return a circle around a box. It rarely ends where it began."""
    begin, turns = chance.uniform(0, 6.3), chance.uniform(0.96, 1.15)
    wide, high = chance.uniform(0.46, 0.6), chance.uniform(0.46, 0.6)
    drift = chance.uniform(-0.05, 0.08)
    steps = 14
    return [
        [
            (
                0.5 + (wide + drift * at / steps) * math.cos(begin + 6.283 * turns * at / steps),
                0.5 + (high + drift * at / steps) * math.sin(begin + 6.283 * turns * at / steps),
            )
            for at in range(steps + 1)
        ]
    ]


MARKS = {"tick": tick, "cross": cross, "slash": slash, "scribble": scribble, "fill": fill, "dot": dot, "ring": ring}


def signs(text: str, chance: random.Random, forms: dict[str, int]) -> list[tuple[float, list[Stroke]]]:
    """Return the left edge, in heights of a digit, and the strokes of each character of a text.

    `forms` has the shape that a hand uses for each character. The function adds new ones, so the hand stays consistent.
    """
    left, strokes = 0.0, []
    for sign in text:
        width = 0.3 if sign in " ,1I" else 0.55
        shapes = DIGITS.get(sign) or ([LETTERS[sign.upper()]] if sign.upper() in LETTERS else [])
        if shapes:
            form = forms.setdefault(sign, chance.randrange(len(shapes)))
            strokes.append((left, [[(width * x, y) for x, y in stroke] for stroke in shapes[form]]))
        left += width + 0.16 + chance.uniform(-0.04, 0.04)
    return strokes


def smooth(points: Sequence[Point], steps: int = 6) -> Stroke:
    """Return a curve through points (Catmull and Rom 1974), `steps` to a span.

    >>> smooth([(0, 0), (1, 0)], 2)
    [(0.0, 0.0), (0.5, 0.0), (1, 0)]
    """
    through = [points[0], *points, points[-1]]
    curve: Stroke = []
    for at in range(len(points) - 1):
        a, b, c, d = through[at : at + 4]
        for step in range(steps):
            t = step / steps
            curve.append(tuple(_between(a[axis], b[axis], c[axis], d[axis], t) for axis in (0, 1)))
    return [*curve, points[-1]]


def _between(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)
