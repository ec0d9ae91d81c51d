"""What a hand draws: marks and numbers as lines through points, in a box of 1 x 1, y down."""

import math
import random
from collections.abc import Sequence

Point = tuple[float, float]
Stroke = list[Point]

DIGITS: dict[str, list[list[Stroke]]] = {
    "0": [
        [[(0.55, 0.02), (0.2, 0.12), (0.05, 0.5), (0.2, 0.9), (0.5, 0.98), (0.82, 0.85), (0.95, 0.45), (0.8, 0.1), (0.5, 0.01)]],
        [[(0.6, 0.05), (0.15, 0.2), (0.08, 0.65), (0.35, 0.97), (0.8, 0.85), (0.92, 0.4), (0.65, 0.03), (0.45, 0.08)]],
    ],
    "1": [
        [[(0.2, 0.28), (0.55, 0.02), (0.53, 0.5), (0.5, 0.99)]],
        [[(0.5, 0.01), (0.5, 0.5), (0.48, 0.99)]],
        [[(0.15, 0.35), (0.58, 0.02), (0.56, 0.55), (0.55, 0.98)], [(0.25, 0.98), (0.85, 0.97)]],
    ],
    "2": [
        [[(0.1, 0.25), (0.3, 0.04), (0.7, 0.05), (0.85, 0.28), (0.6, 0.6), (0.1, 0.96), (0.5, 0.96), (0.92, 0.95)]],
        [[(0.12, 0.22), (0.45, 0.01), (0.85, 0.2), (0.7, 0.55), (0.25, 0.9), (0.15, 0.82), (0.4, 0.85), (0.95, 0.98)]],
    ],
    "3": [
        [[(0.12, 0.12), (0.5, 0.01), (0.85, 0.2), (0.7, 0.42), (0.4, 0.47), (0.78, 0.55), (0.9, 0.78), (0.55, 0.99), (0.1, 0.88)]],
        [[(0.1, 0.03), (0.85, 0.03), (0.45, 0.4), (0.85, 0.55), (0.85, 0.85), (0.45, 1.0), (0.08, 0.85)]],
    ],
    "4": [
        [[(0.6, 0.02), (0.08, 0.62), (0.5, 0.63), (0.95, 0.62)], [(0.68, 0.3), (0.66, 0.65), (0.64, 0.99)]],
        [[(0.2, 0.02), (0.12, 0.5), (0.5, 0.52), (0.9, 0.5)], [(0.78, 0.03), (0.75, 0.5), (0.72, 0.99)]],
    ],
    "5": [
        [[(0.85, 0.03), (0.25, 0.03), (0.2, 0.42), (0.55, 0.36), (0.9, 0.6), (0.75, 0.92), (0.4, 0.99), (0.08, 0.88)]],
        [[(0.25, 0.05), (0.2, 0.45), (0.6, 0.38), (0.88, 0.65), (0.6, 0.97), (0.1, 0.9)], [(0.25, 0.05), (0.9, 0.02)]],
    ],
    "6": [
        [[(0.75, 0.02), (0.3, 0.3), (0.08, 0.7), (0.35, 0.98), (0.8, 0.88), (0.85, 0.6), (0.5, 0.48), (0.15, 0.68)]],
    ],
    "7": [
        [[(0.08, 0.05), (0.5, 0.05), (0.92, 0.04), (0.6, 0.5), (0.38, 0.99)]],
        [[(0.08, 0.08), (0.92, 0.04), (0.6, 0.5), (0.4, 0.99)], [(0.28, 0.5), (0.82, 0.48)]],
    ],
    "8": [
        [[(0.82, 0.18), (0.5, 0.01), (0.18, 0.2), (0.45, 0.45), (0.85, 0.72), (0.5, 0.99), (0.12, 0.75), (0.5, 0.47), (0.82, 0.2)]],
        [[(0.5, 0.45), (0.2, 0.25), (0.5, 0.02), (0.8, 0.24), (0.5, 0.45), (0.12, 0.75), (0.5, 0.99), (0.88, 0.74), (0.5, 0.46)]],
    ],
    "9": [
        [[(0.85, 0.25), (0.5, 0.02), (0.15, 0.25), (0.4, 0.5), (0.82, 0.3), (0.8, 0.65), (0.6, 0.99)]],
        [[(0.82, 0.12), (0.3, 0.08), (0.2, 0.42), (0.6, 0.5), (0.85, 0.15), (0.83, 0.6), (0.8, 0.99)]],
    ],
    "-": [[[(0.12, 0.52), (0.5, 0.5), (0.9, 0.51)]]],
    "+": [[[(0.1, 0.5), (0.9, 0.5)], [(0.5, 0.12), (0.5, 0.9)]]],
    ",": [[[(0.45, 0.9), (0.4, 1.12)]]],
    "x": [[[(0.15, 0.4), (0.85, 0.98)], [(0.85, 0.4), (0.12, 0.98)]]],
}  # fmt: skip
LETTERS: dict[str, list[Stroke]] = {
    "A": [[(0.05, 0.98), (0.5, 0.02), (0.92, 0.98)], [(0.22, 0.62), (0.8, 0.6)]],
    "B": [[(0.15, 0.02), (0.15, 0.98)], [(0.15, 0.04), (0.75, 0.12), (0.65, 0.45), (0.18, 0.48), (0.88, 0.65), (0.7, 0.95), (0.15, 0.97)]],
    "C": [[(0.88, 0.15), (0.45, 0.02), (0.1, 0.5), (0.4, 0.96), (0.9, 0.85)]],
    "D": [[(0.15, 0.02), (0.16, 0.98)], [(0.15, 0.03), (0.8, 0.2), (0.85, 0.7), (0.16, 0.97)]],
    "E": [[(0.85, 0.04), (0.15, 0.03), (0.15, 0.97), (0.88, 0.95)], [(0.15, 0.48), (0.7, 0.47)]],
    "F": [[(0.88, 0.03), (0.15, 0.04), (0.13, 0.98)], [(0.15, 0.48), (0.7, 0.46)]],
    "G": [[(0.88, 0.18), (0.45, 0.02), (0.1, 0.5), (0.45, 0.97), (0.88, 0.8), (0.88, 0.55), (0.55, 0.55)]],
    "H": [[(0.12, 0.02), (0.12, 0.98)], [(0.86, 0.02), (0.86, 0.98)], [(0.12, 0.5), (0.86, 0.48)]],
    "I": [[(0.5, 0.02), (0.5, 0.98)]],
    "J": [[(0.7, 0.02), (0.7, 0.75), (0.4, 0.98), (0.1, 0.75)]],
    "K": [[(0.15, 0.02), (0.15, 0.98)], [(0.85, 0.05), (0.18, 0.55), (0.88, 0.97)]],
    "L": [[(0.15, 0.02), (0.14, 0.96), (0.85, 0.95)]],
    "M": [[(0.05, 0.98), (0.15, 0.03), (0.5, 0.65), (0.85, 0.03), (0.95, 0.98)]],
    "N": [[(0.1, 0.98), (0.12, 0.03), (0.85, 0.96), (0.87, 0.02)]],
    "O": [[(0.5, 0.02), (0.1, 0.4), (0.45, 0.97), (0.9, 0.55), (0.5, 0.02)]],
    "P": [[(0.15, 0.02), (0.14, 0.98)], [(0.15, 0.04), (0.85, 0.18), (0.65, 0.5), (0.15, 0.55)]],
    "R": [[(0.15, 0.02), (0.14, 0.98)], [(0.15, 0.04), (0.82, 0.16), (0.6, 0.46), (0.18, 0.5), (0.88, 0.97)]],
    "S": [[(0.85, 0.12), (0.4, 0.03), (0.15, 0.28), (0.8, 0.65), (0.6, 0.96), (0.1, 0.88)]],
    "T": [[(0.05, 0.04), (0.95, 0.03)], [(0.5, 0.04), (0.5, 0.98)]],
    "U": [[(0.12, 0.02), (0.15, 0.75), (0.5, 0.97), (0.85, 0.75), (0.87, 0.02)]],
    "V": [[(0.05, 0.02), (0.5, 0.97), (0.95, 0.02)]],
    "W": [[(0.02, 0.02), (0.25, 0.97), (0.5, 0.3), (0.75, 0.97), (0.98, 0.02)]],
    "X": [[(0.08, 0.03), (0.92, 0.97)], [(0.9, 0.02), (0.06, 0.98)]],
    "Y": [[(0.05, 0.02), (0.5, 0.5)], [(0.95, 0.02), (0.5, 0.5), (0.4, 0.98)]],
    "Z": [[(0.1, 0.05), (0.9, 0.04), (0.1, 0.95), (0.92, 0.95)]],
}  # fmt: skip


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
    """Return a line to and fro over a box, which leaves paper between."""
    turns = chance.randint(4, 7)
    points = [(0.08 + 0.84 * at / turns, (0.1, 0.9)[at % 2] + chance.uniform(-0.1, 0.1)) for at in range(turns + 1)]
    return [points]


def fill(chance: random.Random) -> list[Stroke]:
    """Return a line to and fro so close that a box is covered."""
    turns = chance.randint(11, 16)
    points = [(0.1 + 0.8 * at / turns, (0.12, 0.88)[at % 2] + chance.uniform(-0.07, 0.07)) for at in range(turns + 1)]
    return [points]


def dot(chance: random.Random) -> list[Stroke]:
    """Return a blot in the middle of a box."""
    x, y = chance.uniform(0.4, 0.6), chance.uniform(0.4, 0.6)
    return [[(x + 0.012 * turn * math.cos(turn), y + 0.012 * turn * math.sin(turn)) for turn in range(9)]]


def ring(chance: random.Random) -> list[Stroke]:
    """Return a circle around a box, which hardly ever closes where it began."""
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
    """Return the strokes of each sign of a text with the left edge it begins at, in heights of a digit.

    `forms` tells which way a hand writes each sign, and is added to: a hand keeps to its ways.
    """
    left, placed = 0.0, []
    for sign in text:
        width = 0.3 if sign in " ,1I" else 0.55
        shapes = DIGITS.get(sign) or ([LETTERS[sign.upper()]] if sign.upper() in LETTERS else [])
        if shapes:
            form = forms.setdefault(sign, chance.randrange(len(shapes)))
            placed.append((left, [[(width * x, y) for x, y in stroke] for stroke in shapes[form]]))
        left += width + 0.16 + chance.uniform(-0.04, 0.04)
    return placed


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
