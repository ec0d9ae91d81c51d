"""Draw the places of dungeons anew: `python -m tools.art.places`.

A place is a ground of 600 x 180 and parts of 120 x 180 that stand on it beside each other; the floor begins at 146. Each is
drawn as a painting and as line art.
"""

import math
import random

from tests.conftest import ROOT

FOLDER = "layouts/paper-dungeons/art/places"
# far wall, wall, floor, in front, its lit side, light
PLACES = {
    "cellar": ("#5c4a3d", "#473629", "#2f231b", "#1d1511", "#a37a4c", "#f4b957"),
    "crypt": ("#47506a", "#343b54", "#232940", "#141829", "#8d98b8", "#f2d08a"),
    "flood": ("#2f6470", "#224e5b", "#153a47", "#0b2430", "#7fb7b8", "#f6d68a"),
    "tower": ("#574a80", "#403567", "#2b2349", "#181230", "#a596cf", "#f8dc9a"),
    "mine": ("#6b543a", "#523e2a", "#37291c", "#1d1610", "#b48a54", "#ffcf6a"),
    "garden": ("#4c6a4f", "#37543e", "#22392b", "#12241b", "#8fb27f", "#f3e08e"),
    "tomb": ("#8f6c3b", "#6b4e2a", "#4c371d", "#2c1e12", "#dcb876", "#ffe3a0"),
}


class Drawing:
    """Filled outlines of one picture, with rough edges; as line art white ones with contours."""

    def __init__(self, name, tones, line_art):
        self.chance, self.tones, self.line_art, self.items = random.Random(name), tones, line_art, []

    def poly(self, points, tone, rough=0.9):
        color = self.tones[tone] if isinstance(tone, int) else tone
        spots = [(x + self.chance.uniform(-rough, rough), y + self.chance.uniform(-rough, rough)) for x, y in points]
        path = "M" + "L".join(f"{x:.0f} {y:.0f}" if rough >= 0.9 else f"{x:.1f} {y:.1f}" for x, y in spots) + "Z"
        look = 'fill="#ffffff" stroke="#777777" stroke-width="2.4"' if self.line_art else f'fill="{color}"'
        self.items.append(f'<path {look} d="{path}"/>')

    def box(self, x, y, width, height, tone):
        self.poly([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], tone)

    def disc(self, x, y, across, tone, down=None, sides=14):
        turns = (2 * math.pi * at / sides for at in range(sides))
        self.poly([(x + across * math.sin(at), y - (down or across) * math.cos(at)) for at in turns], tone, 0.5)

    def arch(self, x, y, width, height, tone):
        """An arch from its foot in the middle."""
        half = width / 2
        top = [
            (x + half * math.cos(at * math.pi / 8), y - height + half - half * math.sin(at * math.pi / 8))
            for at in range(9)
        ]
        self.poly([(x + half, y), *top, (x - half, y)], tone, 0.7)

    def glow(self, x, y, across):
        if not self.line_art:
            for part, share in ((1.0, 0.16), (0.66, 0.3), (0.38, 0.55)):
                self.disc(x, y, across * part, mixed(self.tones[1], self.tones[5], share))

    def svg(self, width):
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 180">' + "".join(self.items) + "</svg>\n"


def mixed(one, other, share):
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def ground(d, place):
    """The far plane of a place from edge to edge, a calm left third."""
    d.box(-4, -4, 608, 188, 1)
    far, deep = d.tones[0], mixed(d.tones[0], d.tones[1], 0.55)
    if place in ("cellar", "crypt", "flood", "tomb"):
        for at in range(6):
            d.arch(60 + at * 112, 146, 84, 118 + 8 * (at % 2), deep if at < 2 else far)
            if place != "tomb":
                d.arch(60 + at * 112, 146, 54, 88 + 8 * (at % 2), mixed(d.tones[1], d.tones[2], 0.5))
    elif place == "tower":
        for at in range(4):
            d.arch(90 + at * 150, 110, 50, 92, mixed(d.tones[1], d.tones[2], 0.7) if at == 0 else "#20264f")
        for x, y in ((222, 50), (250, 72), (384, 44), (404, 84), (530, 60), (552, 40)):
            d.disc(x, y, 2.4, 5, sides=5)
        for y in (22, 122):
            d.box(-4, y, 608, 5, 0)
    elif place == "mine":
        top = [(-4, -4)] + [(x, 22 + d.chance.randint(0, 26)) for x in range(0, 640, 40)] + [(604, -4)]
        for at in range(5):
            x = 70 + at * 125
            d.poly(
                [(x - 52, 146), (x - 34, 74), (x - 8, 52), (x + 24, 66), (x + 48, 110), (x + 58, 146)],
                deep if at < 2 else far,
            )
        d.poly(top, 2)
    else:
        for at in range(9):
            d.disc(20 + at * 74, 84 + 14 * (at % 3), 52, deep if at < 3 else far, 46)
        for at in range(7):
            d.box(36 + at * 92, 84, 10, 66, 2)
    d.box(-4, 146, 608, 40, 2)
    if place == "flood":
        for at in range(14):
            x, y = 20 + at * 43, 154 + 9 * (at % 3)
            d.poly([(x - 16, y), (x, y - 2), (x + 18, y), (x, y + 2)], 0, 0.4)
    else:
        for at in range(9):
            d.poly([(30 + at * 68, 146), (33 + at * 68, 146), (12 + at * 74, 182), (6 + at * 74, 182)], 1, 0.4)


def flame(d, x, y, size=1.0):
    d.glow(x, y, 34 * size)
    d.poly(
        [
            (x - 5 * size, y + 6 * size),
            (x - 6 * size, y - 3 * size),
            (x, y - 15 * size),
            (x + 6 * size, y - 2 * size),
            (x + 4 * size, y + 6 * size),
        ],
        5,
        0.3,
    )


def barrels(d):
    for x, y in ((40, 146), (80, 146), (60, 110)):
        d.poly([(x - 17, y), (x - 21, y - 18), (x - 17, y - 36), (x + 17, y - 36), (x + 21, y - 18), (x + 17, y)], 3)
        d.poly([(x - 17, y), (x - 21, y - 18), (x - 17, y - 36), (x - 9, y - 36), (x - 12, y - 18), (x - 9, y)], 4)
        for at in (10, 26):
            d.box(x - 20, y - at - 2, 40, 3, 2)


def shelf(d):
    for y in (60, 92, 124):
        d.box(14, y, 92, 6, 3)
        for at in range(5):
            x, tall = 20 + at * 17, 14 + 5 * ((at + y) % 3)
            d.poly(
                [(x, y), (x, y - tall), (x + 3, y - tall - 5), (x + 7, y - tall - 5), (x + 10, y - tall), (x + 10, y)],
                4 if at % 2 else 3,
                0.5,
            )
    d.box(12, 50, 6, 96, 3)
    d.box(102, 50, 6, 96, 3)


def sacks(d):
    for x, size in ((38, 1.0), (84, 0.9), (60, 1.15)):
        d.poly(
            [
                (x - 22 * size, 148),
                (x - 26 * size, 128),
                (x - 12 * size, 108),
                (x - 9 * size, 96),
                (x + 9 * size, 96),
                (x + 12 * size, 108),
                (x + 24 * size, 128),
                (x + 20 * size, 148),
            ],
            3,
        )
        d.poly(
            [
                (x - 22 * size, 148),
                (x - 26 * size, 128),
                (x - 12 * size, 108),
                (x - 9 * size, 96),
                (x - 3 * size, 108),
                (x - 12 * size, 130),
            ],
            4,
        )


def lamp(d):
    d.box(58, -4, 3, 44, 3)
    d.glow(60, 60, 40)
    d.poly([(44, 44), (60, 34), (76, 44), (72, 78), (48, 78)], 3)
    d.poly([(50, 48), (70, 48), (67, 72), (53, 72)], 5)


def stairs(d):
    d.glow(96, 40, 44)
    for at in range(6):
        d.box(10 + at * 18, 146 - (at + 1) * 17, 112 - at * 18, 18, 3)
        d.box(10 + at * 18, 146 - (at + 1) * 17, 19, 4, 4)


def coffin(d):
    d.poly([(40, 146), (28, 66), (48, 36), (76, 36), (94, 66), (84, 146)], 3)
    d.poly([(40, 146), (28, 66), (48, 36), (56, 36), (42, 68), (52, 146)], 4)
    d.box(58, 58, 8, 52, 4)
    d.box(46, 72, 32, 8, 4)


def skulls(d):
    for x, y in ((36, 132), (64, 132), (90, 134), (50, 108), (76, 108), (63, 84)):
        d.disc(x, y, 14, 4, 13)
        d.box(x - 7, y + 8, 14, 8, 4)
        d.disc(x - 5, y + 1, 3.4, 3, sides=7)
        d.disc(x + 5, y + 1, 3.4, 3, sides=7)


def candles(d):
    d.box(56, 70, 7, 76, 3)
    d.poly([(30, 146), (60, 134), (90, 146)], 3)
    d.poly([(22, 70), (60, 84), (98, 70), (98, 76), (60, 92), (22, 76)], 3)
    for x, y in ((25, 50), (60, 62), (95, 50)):
        d.box(x - 4, y, 8, 22, 4)
        flame(d, x, y - 6, 0.7)


def statue(d):
    d.box(32, 118, 58, 30, 3)
    d.box(32, 118, 16, 30, 4)
    d.poly([(40, 118), (36, 82), (46, 62), (76, 62), (86, 84), (80, 118)], 3)
    d.poly([(40, 118), (36, 82), (46, 62), (56, 62), (50, 118)], 4)
    d.disc(61, 46, 15, 3, 17)
    d.poly([(92, 118), (96, 30), (100, 30), (99, 118)], 3)


def chains(d):
    for x, count in ((34, 7), (62, 11), (92, 5)):
        for at in range(count):
            d.disc(x, 4 + at * 12, 4 if at % 2 else 2.4, 4 if at % 2 else 3, 7, 8)
    d.poly([(48, 134), (54, 142), (70, 142), (78, 132), (70, 150), (54, 150)], 3)


def columns(d):
    for x in (34, 88):
        d.box(x - 13, 30, 26, 130, 3)
        d.box(x - 13, 30, 8, 130, 4)
        d.box(x - 20, 20, 40, 13, 3)
        d.poly([(x - 24, 160), (x, 156), (x + 26, 160), (x, 165)], 0, 0.5)


def boat(d):
    d.poly([(6, 138), (114, 134), (98, 160), (26, 160)], 3)
    d.poly([(6, 138), (114, 134), (110, 141), (10, 145)], 4)
    d.box(74, 84, 4, 54, 3)
    flame(d, 76, 84, 0.8)


def bell(d):
    d.box(20, 20, 82, 9, 3)
    d.box(24, 20, 9, 134, 3)
    d.box(90, 20, 9, 134, 3)
    d.poly([(36, 104), (44, 88), (48, 52), (62, 40), (76, 52), (80, 88), (88, 104)], 4)
    d.poly([(60, 104), (66, 88), (64, 44), (76, 52), (80, 88), (88, 104)], 3)
    d.disc(62, 110, 6, 3)


def chest(d):
    d.glow(60, 104, 46)
    d.poly([(22, 150), (20, 116), (100, 116), (98, 150)], 3)
    d.poly([(20, 108), (26, 84), (94, 84), (102, 108)], 4)
    d.poly([(24, 116), (36, 104), (60, 99), (84, 104), (98, 116)], 5)
    d.box(54, 114, 13, 15, 4)


def reeds(d):
    for at in range(9):
        x = 14 + at * 12
        lean = d.chance.randint(-10, 10)
        d.poly([(x, 166), (x + lean, 66 + 9 * (at % 4)), (x + 4, 166)], 3 if at % 2 else 4)
        if at % 3 == 1:
            d.disc(x + lean, 72 + 9 * (at % 4), 4, 3, 13)


def books(d):
    d.box(16, 34, 90, 114, 3)
    for y in (40, 76, 112):
        d.box(22, y, 78, 30, 2)
        x = 24
        while x < 92:
            wide = d.chance.randint(5, 10)
            d.box(x, y + 30 - d.chance.randint(17, 27), wide, 27, d.chance.choice((0, 4, 4, 5)))
            x += wide + 1


def telescope(d):
    d.poly([(60, 92), (34, 148), (40, 148), (64, 96), (88, 148), (94, 148)], 3)
    d.poly([(18, 106), (24, 118), (102, 66), (94, 50)], 3)
    d.poly([(18, 106), (94, 50), (97, 56), (20, 111)], 4)
    d.disc(88, 26, 13, 5)


def banner(d):
    d.box(20, 24, 82, 5, 3)
    d.poly([(28, 28), (94, 28), (94, 112), (61, 94), (28, 112)], "#7c2440")
    d.poly([(28, 28), (44, 28), (44, 104), (28, 112)], "#a63a52")
    d.disc(61, 58, 14, 5)
    d.disc(66, 55, 11, "#7c2440")


def orb(d):
    d.poly([(34, 148), (50, 108), (46, 96), (76, 96), (72, 108), (88, 148)], 3)
    d.glow(61, 74, 46)
    d.disc(61, 76, 22, 5)
    d.disc(53, 68, 7, "#ffffff")


def spiral(d):
    d.box(54, -4, 13, 152, 3)
    for at in range(8):
        x = 60 + (44 if at % 2 else -44)
        d.poly(
            [(60, 140 - at * 19), (x, 146 - at * 19), (x, 152 - at * 19), (60, 148 - at * 19)], 4 if at % 2 == 0 else 3
        )


def props(d):
    d.poly([(8, 148), (18, 30), (28, 30), (22, 148)], 3)
    d.poly([(112, 148), (104, 30), (94, 30), (98, 148)], 3)
    d.box(4, 22, 114, 14, 3)
    d.box(4, 22, 114, 4, 4)
    d.poly([(24, 36), (44, 36), (24, 62)], 3)
    d.poly([(98, 36), (78, 36), (98, 62)], 3)


def cart(d):
    d.box(-4, 146, 128, 4, 4)
    d.poly([(18, 92), (104, 92), (92, 132), (30, 132)], 3)
    d.poly([(18, 92), (30, 92), (40, 132), (30, 132)], 4)
    for x, y, size in ((34, 86, 12), (56, 80, 16), (80, 86, 13)):
        d.poly(
            [(x - size, 94), (x - size * 0.5, y - size * 0.4), (x + size * 0.3, y - size * 0.7), (x + size, 94)],
            5 if x == 56 else 4,
        )
    for x in (40, 82):
        d.disc(x, 138, 10, 3)
        d.disc(x, 138, 4, 4)


def pick(d):
    d.poly([(14, 148), (22, 116), (50, 96), (84, 104), (104, 130), (108, 148)], 3)
    d.poly([(14, 148), (22, 116), (50, 96), (56, 110), (36, 130)], 4)
    d.poly([(44, 112), (84, 36), (90, 40), (54, 116)], "#7a5230")
    d.poly([(56, 34), (84, 30), (112, 58), (88, 42), (70, 40)], 4)


def ladder(d):
    for x in (42, 74):
        d.box(x, -4, 6, 152, 3)
    for at in range(8):
        d.box(42, 12 + at * 17, 38, 5, 4)


def crystals(d):
    d.glow(60, 104, 52)
    for x, top, wide in ((28, 98, 12), (50, 54, 15), (78, 76, 13), (98, 112, 9)):
        d.poly([(x - wide, 148), (x - wide * 0.8, top + 14), (x, top), (x + wide * 0.8, top + 14), (x + wide, 148)], 4)
        d.poly([(x, 148), (x, top), (x - wide * 0.8, top + 14), (x - wide, 148)], 5)


def tree(d):
    d.poly(
        [
            (44, 150),
            (54, 108),
            (50, 66),
            (32, 40),
            (38, 34),
            (56, 54),
            (60, 20),
            (66, 20),
            (68, 52),
            (88, 30),
            (92, 36),
            (72, 68),
            (70, 108),
            (88, 152),
            (66, 144),
            (56, 152),
        ],
        3,
    )
    for x, y in ((30, 34), (62, 20), (94, 30), (48, 46), (80, 50)):
        d.disc(x, y, 19, 4 if x < 60 else 0, 15)


def gate(d):
    d.box(10, 56, 16, 92, 3)
    d.box(96, 56, 16, 92, 3)
    d.disc(18, 48, 11, 4)
    d.disc(104, 48, 11, 3)
    for at in range(7):
        d.box(31 + at * 9, 66 - 8 * math.sin(at * math.pi / 6), 3.4, 82, 3)
    d.box(26, 84, 70, 5, 3)
    d.box(26, 122, 70, 5, 3)


def mushrooms(d):
    for x, y, size in ((32, 104, 1.0), (68, 80, 1.35), (98, 118, 0.8)):
        d.poly([(x - 6 * size, 148), (x - 4 * size, y), (x + 5 * size, y), (x + 7 * size, 148)], 4)
        d.poly(
            [
                (x - 25 * size, y + 4),
                (x - 18 * size, y - 14 * size),
                (x, y - 23 * size),
                (x + 18 * size, y - 14 * size),
                (x + 25 * size, y + 4),
            ],
            "#a8432b",
        )
        for dx, dy in ((-10, -8), (4, -14), (12, -4)):
            d.disc(x + dx * size, y + dy * size, 3.4 * size, 5, sides=8)


def well(d):
    d.poly([(20, 46), (60, 14), (100, 46)], 3)
    d.poly([(20, 46), (60, 14), (64, 18), (34, 46)], 4)
    d.box(28, 46, 6, 64, 3)
    d.box(86, 46, 6, 64, 3)
    d.box(59, 46, 2, 36, 4)
    d.poly([(51, 80), (70, 80), (67, 96), (54, 96)], 4)
    d.box(20, 106, 80, 44, 3)
    for at in range(3):
        d.box(22 + at * 27, 110, 23, 15, 4 if at == 0 else 2)
        d.box(32 + at * 24, 129, 20, 15, 2)


def vines(d):
    for at in range(7):
        x, down = 10 + at * 17, 50 + 13 * (at * 3 % 5)
        d.poly([(x, -4), (x + 4, down), (x + 3, -4)], 3)
        for y in range(14, down, 17):
            d.poly([(x + 2, y), (x - 8, y + 5), (x - 2, y + 12)], 4)
            d.poly([(x + 2, y + 6), (x + 12, y + 10), (x + 5, y + 17)], 0)


def jars(d):
    for x, size in ((34, 1.0), (84, 0.9), (60, 1.25)):
        y = 148
        d.poly(
            [
                (x - 12 * size, y),
                (x - 20 * size, y - 30 * size),
                (x - 14 * size, y - 50 * size),
                (x - 7 * size, y - 56 * size),
                (x - 10 * size, y - 66 * size),
                (x + 10 * size, y - 66 * size),
                (x + 7 * size, y - 56 * size),
                (x + 14 * size, y - 50 * size),
                (x + 20 * size, y - 30 * size),
                (x + 12 * size, y),
            ],
            3,
        )
        d.poly(
            [
                (x - 12 * size, y),
                (x - 20 * size, y - 30 * size),
                (x - 14 * size, y - 50 * size),
                (x - 6 * size, y - 50 * size),
                (x - 8 * size, y - 28 * size),
            ],
            4,
        )
        d.box(x - 17 * size, y - 34 * size, 35 * size, 4, 5)


def king(d):
    d.poly([(32, 148), (36, 88), (30, 66), (38, 34), (60, 24), (82, 34), (90, 66), (84, 88), (88, 148)], 3)
    d.poly([(32, 148), (36, 88), (30, 66), (38, 34), (48, 30), (46, 88), (46, 148)], 4)
    for at in range(4):
        d.box(33 + at, 44 + at * 12, 54 - at * 2, 4, 5)
    d.poly([(48, 42), (72, 42), (68, 76), (60, 84), (52, 76)], 4)
    d.disc(54, 56, 3, 3, sides=7)
    d.disc(66, 56, 3, 3, sides=7)


def obelisk(d):
    d.poly([(42, 148), (48, 38), (60, 18), (72, 38), (80, 148)], 3)
    d.poly([(42, 148), (48, 38), (60, 18), (57, 148)], 4)
    for at in range(5):
        d.disc(66, 56 + at * 18, 4, 5, 3 + at % 2 * 3, 6)


def pillar(d):
    d.box(42, 30, 40, 118, 3)
    d.box(42, 30, 12, 118, 4)
    d.poly([(30, 30), (34, 12), (90, 12), (94, 30)], 3)
    d.box(34, 142, 56, 10, 3)
    for at in range(3):
        d.poly([(60, 56 + at * 28), (68, 46 + at * 28), (76, 56 + at * 28), (68, 66 + at * 28)], 5)


def dunes(d):
    d.poly([(-4, 150), (20, 118), (52, 104), (84, 122), (124, 110), (124, 150)], 4)
    d.poly([(-4, 156), (36, 130), (76, 140), (124, 126), (124, 156)], 0)
    for x, y in ((40, 110), (78, 126)):
        d.disc(x, y, 9, "#efe6d2", 8)
        d.disc(x - 3, y, 2, 3, sides=6)
        d.disc(x + 3, y, 2, 3, sides=6)


def torch(d):
    d.poly([(54, 82), (68, 82), (64, 124), (58, 124)], 3)
    d.box(52, 78, 18, 7, 4)
    flame(d, 61, 70, 1.2)


PARTS = {
    "cellar": (barrels, shelf, sacks, lamp, stairs, torch),
    "crypt": (coffin, skulls, candles, statue, chains, torch),
    "flood": (columns, boat, bell, chest, reeds, torch),
    "tower": (books, telescope, banner, orb, spiral, torch),
    "mine": (props, cart, pick, ladder, crystals, lamp),
    "garden": (tree, gate, mushrooms, well, vines, statue),
    "tomb": (jars, king, obelisk, pillar, dunes, torch),
}


def write(root=ROOT):
    """Write the ground and the parts of each place, as a painting and as line art."""
    folder = root / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for place, tones in PLACES.items():
        for line_art, end in ((False, ""), (True, "_lines")):
            far = Drawing(place, tones, line_art)
            ground(far, place)
            (folder / f"{place}{end}.svg").write_text(far.svg(600), encoding="utf-8")
            for at, part in enumerate(PARTS[place], 1):
                drawn = Drawing(f"{place} {at}", tones, line_art)
                part(drawn)
                (folder / f"{place}_{at}{end}.svg").write_text(drawn.svg(120), encoding="utf-8")


if __name__ == "__main__":
    write()
