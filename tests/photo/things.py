"""Things on a table: pencils, dice, cards, as shapes in mm around their own middle, with their light."""

import math
import random

import numpy as np

Shape = tuple[list[tuple[float, float]], tuple[int, int, int]]


def _bar(left: float, top: float, right: float, bottom: float) -> list[tuple[float, float]]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _pencil(chance: random.Random) -> list[Shape]:
    long = chance.uniform(80, 175)
    paint = chance.choice(((160, 110, 8), (12, 60, 28), (120, 14, 14), (14, 30, 90), (20, 20, 20)))
    dark = tuple(round(0.6 * each) for each in paint)
    return [
        (_bar(0, -3.6, long, 3.6), dark),
        (_bar(0, -1.4, long, 2.0), paint),
        ([(long, -3.6), (long + 14, -0.9), (long + 14, 0.9), (long, 3.6)], (150, 105, 62)),
        ([(long + 14, -0.9), (long + 18, 0), (long + 14, 0.9)], (10, 10, 11)),
    ]


def _die(chance: random.Random) -> list[Shape]:
    ground, pips = chance.choice(
        (((200, 198, 190), (8, 8, 8)), ((12, 12, 13), (190, 190, 190)), ((120, 8, 10), (210, 205, 200)))
    )
    spots = chance.choice(
        (((0, 0),), ((-4, -4), (4, 4)), ((-4, -4), (0, 0), (4, 4)), ((-4, -4), (4, 4), (-4, 4), (4, -4)))
    )
    shade = tuple(round(0.7 * each) for each in ground)
    shapes = [(_bar(-8, -8, 8, 9.5), shade), (_bar(-8, -8, 8, 8), ground)]
    for x, y in spots:
        ring = [(x + 1.5 * math.cos(a), y + 1.5 * math.sin(a)) for a in np.linspace(0, 6.0, 10)]
        shapes.append((ring, pips))
    return shapes


def _card(chance: random.Random) -> list[Shape]:
    tone = chance.choice(((90, 20, 18), (20, 50, 84), (30, 70, 40), (140, 120, 80), (50, 40, 60)))
    pale = tuple(min(230, round(1.7 * each + 20)) for each in tone)
    return [
        (_bar(-31.5, -44, 31.5, 44), (190, 186, 176)),
        (_bar(-28, -40.5, 28, 40.5), tone),
        (_bar(-22, -32, 22, -8), pale),
        (_bar(-22, 4, 22, 8), pale),
        (_bar(-22, 13, 14, 17), pale),
    ]


def drawn_thing(chance: random.Random) -> list[Shape]:
    """Draw a random thing: its shapes from the lowest to the uppermost."""
    return chance.choice((_pencil, _die, _card))(chance)
