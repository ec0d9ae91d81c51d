"""Labyrinth of Death: eight with one lantern on a stair cut in rock, before the Black Gate that has just opened a crack."""

import itertools
import math

from tools.art.brush import Drawing, Light, Place, mix

ABYSS, SLATE, PALE, BONE, BLOOD, BLACK = "#141a22", "#2b3642", "#56636c", "#e6dcc0", "#b3231f", "#16181f"
GLOW = "#f3bf6a"
FOOT, TOP, STEPS = (60, 738), (800, 476), 16


def step(n):
    """Return the outer corner of a step of the stair, from its foot to the gate."""
    part = n / STEPS
    return FOOT[0] + (TOP[0] - FOOT[0]) * part, FOOT[1] + (TOP[1] - FOOT[1]) * part


def draw(seed=3):
    art = Drawing("labyrinth", 1200, 800, seed, ABYSS)
    lantern = Light(774, 398, 175, GLOW, 0.95)
    crack = Light(975, 330, 80, "#c22a22", 0.85)
    art.lights = [lantern, crack]
    abyss(art)
    cliff(art)
    gate(art, crack, lantern)
    stair(art)
    party(art, lantern)
    bones(art, lantern)
    return art


def abyss(art):
    """Draw the depth behind: walls of rock, and the maze of stairs faint in them."""
    for tone, points in (
        (
            "#1b232d",
            [
                (-30, -30, True),
                (1230, -30, True),
                (1230, 500),
                (900, 420),
                (640, 470),
                (380, 420),
                (160, 470),
                (-30, 420, True),
            ],
        ),
        (
            "#212b36",
            [
                (-30, -30, True),
                (640, -30, True),
                (610, 60),
                (540, 130),
                (560, 210),
                (470, 300),
                (350, 280),
                (300, 380),
                (180, 410),
                (110, 520),
                (-30, 560, True),
            ],
        ),
    ):
        art.shape(art.shake(points, 3), tone, 0.9, 0)
    flights = (
        (40, 300, 26, 16, -10, 9, "#2d3a46"),
        (300, 170, 24, 15, 10, 8, "#2d3a46"),
        (330, 330, 28, 13, -9, 9, "#334250"),
        (20, 130, 24, 16, 9, 8, "#293540"),
        (620, 120, 20, 13, -10, 8, "#293540"),
        (560, 260, 18, 11, 9, 7, "#2b3743"),
        (150, 440, 26, 12, 8, 10, "#35444f"),
    )
    for x, y, count, wide, high, thick, tone in flights:
        count //= 2
        upper, lower = [], []
        for n in range(count):
            upper += [(x + wide * n, y + high * n, True), (x + wide * (n + 1), y + high * n, True)]
        lower = [(x + wide * count, y + high * (count - 1) + thick + 20, True), (x, y + thick + 20, True)]
        art.shape(upper + lower, tone, 1.0, 0, digits=0)
        for n in range(count):
            top = y + high * n
            art.shape(
                [
                    (x + wide * n, top, True),
                    (x + wide * (n + 1), top, True),
                    (x + wide * (n + 1), top + 3, True),
                    (x + wide * n, top + 3, True),
                ],
                mix(tone, "#6f818c", 0.5),
                0,
                0,
                digits=0,
            )
        for n in (count // 3, 2 * count // 3):
            px, py = x + wide * n, y + high * n + thick + 16
            art.shape(
                [(px, py, True), (px + wide * 0.9, py, True), (px + wide * 0.9, py + 90, True), (px, py + 90, True)],
                mix(tone, ABYSS, 0.5),
                0.8,
                0,
                digits=0,
            )
    for x, y, size in ((262, 300, 1), (520, 200, 0.8), (80, 250, 0.7), (420, 120, 0.6), (140, 420, 0.9)):
        at = Place(x, y, size)
        art.shape(at("-16 0!, -16 -32, 0 -50, 16 -32, 16 0!"), "#0f141b", 1.0, 0)
    for n in range(9):
        x = 60 + 70 * n + art.chance.uniform(-24, 24)
        tall = art.chance.uniform(30, 120)
        art.shape(
            art.shake(
                [(x - 26, -10, True), (x - 8, tall * 0.5), (x, tall, True), (x + 9, tall * 0.45), (x + 28, -10, True)],
                2,
            ),
            "#10151c",
            1.2,
            1,
        )


def facets(art, rows, base, share, line=0.8):
    """Fill what lies between lines of points with faces of rock, each in its own light."""
    for upper, lower in itertools.pairwise(rows):
        for n in range(len(upper) - 1):
            quad = [upper[n], upper[n + 1], lower[n + 1], lower[n]]
            halves = ((0, 1, 2), (0, 2, 3)) if art.chance.random() < 0.5 else ((0, 1, 3), (1, 2, 3))
            for half in halves:
                points = [(*quad[k], True) for k in half]
                x, y = sum(p[0] for p in points) / 3, sum(p[1] for p in points) / 3
                tone = mix(base, PALE if art.chance.random() < 0.4 else ABYSS, art.chance.uniform(0, 0.3))
                art.shape(points, art.lit(tone, x, y, share), line if art.chance.random() < 0.25 else 0, 0, digits=0)


def cliff(art):
    chance = art.chance
    wall = [
        [(760 + 62 * n + chance.uniform(-16, 16) - 6 * row, -30 + 74 * row + chance.uniform(-14, 14)) for n in range(9)]
        for row in range(8)
    ]
    edge = [(x, y, True) for x, y in [row[0] for row in wall]]
    art.shape([*edge, (1240, 520, True), (1240, -40, True)], "#222c36", 2, 0)
    facets(art, wall, "#26313c", 0.85)
    art.shape(
        [*[(*step(n), True) for n in range(STEPS + 1)], (1240, 470, True), (1240, 830, True), (-30, 830, True)],
        "#1c242d",
        0,
        0,
    )
    low = []
    for row in range(6):
        points = []
        for n in range(20):
            x = FOOT[0] - 60 + 64 * n
            top = step(max(0, min(STEPS, (x - FOOT[0]) / (TOP[0] - FOOT[0]) * STEPS)))[1] + 16
            points.append(
                (
                    x + chance.uniform(-14, 14) * (row > 0),
                    top + (840 - top) * (row / 5) ** 1.1 + chance.uniform(-9, 9) * (row > 0),
                )
            )
        low.append(points)
    facets(art, low, "#232d37", 0.7)


def gate(art, crack, lantern):
    platform = [(780, 480, True), (800, 474, True), (1240, 474, True), (1240, 496, True), (790, 496, True)]
    art.shape(platform, "#46525b", 1.8, 0)
    art.shape(
        [(800, 474, True), (1240, 474, True), (1240, 480, True), (800, 480, True)], art.lit("#6f7a7d", 830, 474), 0, 0
    )
    for n in range(11):
        angle, then = (math.pi * (k / 11) for k in (n, n + 0.93))
        ring = [(975 - 168 * math.cos(a), 270 - 176 * math.sin(a), True) for a in (angle, then)]
        ring += [(975 - 124 * math.cos(a), 270 - 130 * math.sin(a), True) for a in (then, angle)]
        x, y = ring[0][:2]
        art.shape(
            art.rough(ring, 1.2, 50), art.lit(mix("#39454f", PALE, art.chance.uniform(0, 0.3)), x, y, 1.1), 1.8, 0
        )
    for _side, left in ((-1, 807), (1, 1099)):
        for row in range(5):
            y = 270 + 41 * row
            box = [(left, y, True), (left + 44, y, True), (left + 44, y + 38, True), (left, y + 38, True)]
            art.shape(
                art.rough(box, 1.2, 40),
                art.lit(mix("#39454f", PALE, art.chance.uniform(0, 0.3)), left + 22, y, 1.1),
                1.8,
                0,
            )
    key = Place(975, 112, 1)
    art.shape(
        key("-38 -22, -30 -46, 0 -58, 30 -46, 38 -22, 34 0, 22 12, 18 34!, -18 34!, -22 12, -34 0"),
        art.lit("#8b8e84", 930, 200),
        2.2,
        0,
    )
    for eye in ("-22 -14, -14 -22, -5 -12, -10 0, -20 -2", "22 -14, 14 -22, 5 -12, 10 0, 20 -2"):
        art.shape(key(eye), BLACK, 1.4, 2)
    art.shape(key("0 0!, 6 12!, -5 12!"), BLACK, 1, 2)
    for x in (-11, -4, 3, 10):
        art.stroke(key([(x, 20, True), (x + 0.5, 33, True)]), "#2a2d2d", 2, 0.8, 0.9)
    leaf = [(975 - 124 * math.cos(math.pi * n / 14), 270 - 130 * math.sin(math.pi * n / 14)) for n in range(15)]
    doors = [(851, 474, True), *leaf, (1099, 474, True)]
    art.shape(doors, BLACK, 2.6, 2)
    light = [(972, 474, True), (968, 360), (971, 240), (975, 142, True), (984, 240), (990, 360), (994, 474, True)]
    art.shape(light, art.fade(975, 140, 975, 474, ((0, "#7d1717"), (0.55, "#e0402c"), (1, "#ffb37a"))), 1.6, 0)
    for x, tone in ((910, "#15171d"), (1046, "#15171d")):
        art.stroke([(x, 190 + abs(x - 975) * 0.2), (x, 470)], tone, 5, 1, 0.9)
    for y in (236, 330, 424):
        for left, right in ((858, 962), (996, 1092)):
            band = [
                (left, y, True),
                (right, y + (2 if right < 975 else 0), True),
                (right, y + 13, True),
                (left, y + 13, True),
            ]
            art.shape(art.rough(band, 0.8, 60), "#23272f", 1.6, 1)
            for n in range(4):
                x = left + 12 + n * (right - left - 24) / 3
                art.shape(
                    [(x - 3.4, y + 6, False), (x, y + 2.6, False), (x + 3.4, y + 6, False), (x, y + 9.6, False)],
                    art.lit("#59616a", x, y, 1.2),
                    0.8,
                    0,
                )
    for _side, x in ((-1, 948), (1, 1012)):
        ring = [(x + 13 * math.cos(a / 5 * math.pi), 386 + 16 * math.sin(a / 5 * math.pi)) for a in range(10)]
        art.shape(ring, "#6d6a5c", 1.4, 0)
        art.shape(
            [(x + 8 * math.cos(a / 5 * math.pi), 387 + 10 * math.sin(a / 5 * math.pi)) for a in range(10)], BLACK, 1, 0
        )
    art.shape([(974, 474, True), (992, 474, True), (1040, 496, True), (930, 496, True)], "#b5432f", 0, 0)
    for x in (846, 1116):
        chain = Place(x, 200, 1)
        for n in range(6):
            art.shape(
                chain(f"-4 {n * 17}, 0 {n * 17 - 5}, 4 {n * 17}, 4 {n * 17 + 9}, 0 {n * 17 + 14}, -4 {n * 17 + 9}"),
                "#14181e",
                1,
                1,
            )


def stair(art):
    for n in range(STEPS, 0, -1):
        (x, y), (to_x, to_y) = step(n - 1), step(n)
        front = [(x, y + 1, True), (x, to_y, True), (x + 4, to_y, True), (x + 6, y + 18, True)]
        tread = [(x, to_y, True), (to_x + 1, to_y, True), (to_x + 8, to_y + 9, True), (x + 6, to_y + 9, True)]
        riser = [
            (x + 6, to_y + 9, True),
            (to_x + 8, to_y + 9, True),
            (to_x + 10, to_y + 44, True),
            (x + 8, to_y + 52, True),
        ]
        art.shape(
            art.shake(riser, 0.8), art.lit(mix("#303b46", ABYSS, art.chance.uniform(0, 0.3)), x, to_y + 20, 0.8), 1.6, 0
        )
        art.shape(art.shake(tread, 0.5), art.lit("#56636c", x, to_y, 1.15), 1.8, 0)
        art.shape(front, art.lit("#3b4751", x, to_y, 1.0), 0.8, 0)


def walker(art, at, lantern, parts):
    for outline, tone, wide in parts:
        points = at(outline)
        art.shape(points, tone, 2.0 if wide else 1.2, None if wide or tone == BLACK else 0)
        if wide:
            art.rim(points, "#ffd58a", lantern, wide, 0.15)


LEGS = (
    ("-16 -46!, -22 -24, -30 -6, -34 0!, -12 0!, -10 -18, 0 -44!", BLACK, 2),
    ("0 -46!, 16 -34, 22 -16, 20 -8, 32 -8!, 32 -16!, 24 -38, 14 -50!", BLACK, 2),
)
FIGURES = {
    "leader": (
        *LEGS,
        ("-14 -100!, -34 -80, -44 -50, -52 -26!, -36 -32, -24 -22!, -16 -50", BLOOD, 2),
        ("-18 -44, -20 -76, -12 -102, 6 -106, 18 -92, 20 -66, 18 -44!, 0 -38", "#3a4350", 3),
        ("-10 -104, -14 -122, -4 -138, 10 -138, 18 -124, 14 -106!, 2 -102", "#5d6873", 3),
        ("6 -126!, 19 -124!, 18 -118!, 6 -119!", BLACK, 0),
        ("-4 -136!, -16 -150, -32 -142!, -20 -136, -8 -126!", BLOOD, 0),
        ("6 -98, 26 -106, 44 -122, 52 -120, 50 -110, 32 -92, 12 -82", "#3a4350", 3),
        ("-24 -50!, -58 -20!, -54 -16!, -18 -44!", "#8d949a", 0),
    ),
    "dwarf": (
        ("-22 -22!, -28 0!, -4 0!, -2 -22!", BLACK, 2),
        ("2 -22!, 4 0!, 30 0!, 22 -22!", BLACK, 2),
        ("-28 -20, -34 -44, -26 -66, 0 -74, 26 -64, 30 -42, 26 -20!, 0 -14", "#4a3426", 3),
        ("-18 -66, -20 -86, 0 -98, 20 -86, 20 -68!, 0 -62", "#5d6873", 3),
        ("-16 -84!, -34 -94, -40 -108!, -24 -100, -8 -94!", BONE, 1),
        ("4 -74!, 22 -76, 26 -50, 16 -30!, 4 -44", "#a8632c", 2),
        ("-6 -50!, -44 -92!, -40 -96!, 0 -54!", "#2b2019", 0),
        ("-36 -82!, -60 -84, -66 -106, -54 -118!, -46 -108, -30 -94!", "#7a828a", 3),
    ),
    "elf": (
        *LEGS,
        ("-12 -106, -24 -70, -34 -24!, -18 -30, -4 -20!, 10 -32, 18 -28!, 16 -72, 10 -106", "#2c4a3a", 3),
        ("-8 -104, -14 -122, -4 -138, 10 -136, 16 -120, 12 -106", "#33553f", 3),
        ("2 -138!, -8 -146, -18 -142!, -6 -132!", "#33553f", 0),
        ("30 -150!, 44 -122, 46 -84, 32 -42!, 40 -84, 38 -122", "#5c3c25", 2),
        ("6 -92, 26 -92, 42 -98, 44 -90, 28 -82, 8 -80", "#2c4a3a", 2),
        ("-22 -112!, -14 -118!, 0 -76!, -8 -72!", "#5c3c25", 0),
    ),
    "wizard": (
        ("-12 -100, -22 -60, -34 0!, -14 -6, 4 0!, 18 -6, 26 0!, 20 -60, 12 -100", "#3b2f52", 3),
        ("-30 -106, -6 -102, 28 -110!, 14 -116, 6 -140, -14 -166, -24 -164!, -14 -146, -16 -118", "#3b2f52", 3),
        ("6 -104!, 16 -102, 18 -80, 8 -64!, 2 -84", BONE, 1),
        ("30 0!, 35 0!, 42 -146!, 36 -146!", "#5c3c25", 0),
        ("32 -144, 30 -156, 40 -166, 50 -156, 46 -144", BLOOD, 2),
        ("6 -84, 24 -84, 38 -92, 40 -84, 26 -72, 8 -70", "#3b2f52", 2),
    ),
    "halfling": (
        ("-14 -20!, -18 0!, -2 0!, -2 -20!", BLACK, 2),
        ("2 -20!, 6 0!, 24 0!, 14 -20!", BLACK, 2),
        ("-16 -18, -20 -40, -10 -58, 10 -58, 18 -38, 16 -18!, 0 -14", "#6a5a3a", 3),
        ("-36 -26!, -42 -58, -30 -74, -12 -66, -10 -28!", "#4a3426", 3),
        ("-38 -76!, -14 -78!, -12 -68!, -38 -66!", "#7a6a52", 2),
        ("-8 -58, -12 -72, 0 -82, 12 -74, 10 -58", "#c89468", 3),
        ("-14 -70, -10 -84, 6 -88, 14 -78, 0 -76", "#3a2a1c", 0),
    ),
    "barbarian": (
        ("-24 -54!, -30 -26, -40 0!, -12 0!, -8 -24, 0 -50!", BLACK, 2),
        ("2 -54!, 20 -42, 28 -20, 28 0!, 50 0!, 42 -14, 40 -46, 24 -60!", BLACK, 2),
        ("-30 -50, -36 -90, -24 -120, 4 -128, 28 -116, 36 -88, 28 -50!, 0 -42", "#5a4030", 4),
        ("-36 -118!, -28 -104, -16 -112!, -4 -98, 8 -112!, 22 -100, 34 -114!, 18 -132, -22 -132", "#7a6a58", 3),
        ("-12 -128, -14 -146, 2 -158, 18 -148, 18 -130!, 2 -124", "#4a3a34", 3),
        ("-12 -146!, -32 -150, -40 -172!, -24 -164, -4 -156!", BONE, 1),
        ("14 -150!, 34 -152, 46 -170!, 36 -146, 18 -140!", BONE, 1),
        ("-30 -106, -48 -100, -60 -120, -54 -130, -44 -116, -28 -118", "#c08c66", 3),
        ("-54 -116!, -64 -116!, -76 -190, -66 -206, -50 -196, -48 -180!", "#4a3426", 3),
    ),
    "priest": (
        ("-10 -104, -24 -60, -34 0!, -12 -6, 6 0!, 28 -4!, 20 -60, 12 -104", "#6e6a62", 3),
        ("-14 -100, -18 -124, -2 -142, 14 -134, 20 -112, 14 -98", "#6e6a62", 3),
        ("6 -124, 16 -122, 18 -108, 8 -106", BLACK, 0),
        ("8 -86, 24 -90, 34 -82, 22 -70, 8 -72", "#6e6a62", 2),
        ("26 -40!, 30 -40!, 32 -120!, 28 -120!", BONE, 0),
        ("18 -104!, 42 -104!, 42 -98!, 18 -98!", BONE, 0),
        ("-4 -60!, 8 -60!, 10 -10!, -6 -10!", BLOOD, 0),
    ),
    "guard": (
        ("16 -46!, 22 -24, 30 -6, 34 0!, 12 0!, 10 -18, 0 -44!", BLACK, 2),
        ("0 -46!, -16 -34, -22 -16, -22 0!, -42 0!, -36 -10, -24 -38, -14 -50!", BLACK, 2),
        ("18 -44, 20 -76, 12 -102, -6 -106, -18 -92, -20 -66, -18 -44!, 0 -38", "#37434d", 3),
        ("10 -104, 14 -122, 4 -138, -10 -138, -18 -124, -14 -106!", "#59646e", 3),
        ("-24 -140!, 20 -134!, 22 -128!, -26 -132!", "#59646e", 2),
        ("-104 -66!, 30 -84!, 30 -80!, -104 -62!", "#5c3c25", 0),
        ("-100 -72!, -136 -60!, -102 -56!", "#9aa2a8", 2),
        ("20 -100, 34 -84, 36 -60, 24 -40!, 8 -52, 6 -84", "#6b1d1a", 3),
    ),
}


def party(art, lantern):
    order = (
        ("guard", 1.0, 0.9),
        ("barbarian", 3.0, 0.88),
        ("priest", 5.0, 0.88),
        ("halfling", 6.7, 0.95),
        ("wizard", 8.5, 0.88),
        ("elf", 10.3, 0.88),
        ("dwarf", 12.1, 0.92),
        ("leader", 14.1, 0.92),
    )
    for name, n, size in order:
        x, _ = step(n)
        y = step(math.floor(n) + 1)[1] + 5
        shade = [(x - 14, y + 2), (x + 24, y - 1), (x - 6, y + 9), (x - 44, y + 15)]
        art.shape(art.shake(shade, 0.8), "#12171e", 0, 1)
        walker(art, Place(x + 10, y, size), lantern, FIGURES[name])
    for reach, tone in ((30, "#c98b45"), (20, "#f0b85f")):
        art.shape(
            art.shake(
                [
                    (lantern.x + reach * math.cos(a / 6 * math.pi), lantern.y + 12 + reach * math.sin(a / 6 * math.pi))
                    for a in range(12)
                ],
                0.8,
            ),
            tone,
            0,
            0,
        )
    at = Place(lantern.x, lantern.y, 1)
    art.stroke(at("-10 -22, 0 -26, 0 -8"), BLACK, 3, 1)
    art.shape(at("-11 0!, 0 -10!, 11 0!, 9 24!, -9 24!"), BLACK, 1.6, 2)
    art.shape(at("-7 2!, 7 2!, 6 20!, -6 20!"), "#fff0bd", 1, 0)


def bones(art, lantern):
    edge = [
        (-30, 830, True),
        (-30, 724),
        (60, 752),
        (180, 744),
        (300, 776),
        (440, 768),
        (560, 790),
        (700, 760),
        (820, 778),
        (960, 742),
        (1080, 752),
        (1240, 690),
        (1240, 830, True),
    ]
    art.shape(art.shake(edge, 2), BLACK, 2.6, 2)
    art.rim(edge, "#5b5a50", lantern, 3, 0.5)
    skull = Place(1010, 716, 1.25, turn=-12)
    for outline, tone in (
        ("-40 -6, -42 -34, -22 -58, 8 -60, 34 -44, 38 -16, 26 4!, 22 22!, -12 26!, -16 8, -30 6", "#a9a18a"),
        ("-40 -10, -42 -34, -22 -58, 2 -60, -14 -40, -24 -14, -22 6, -32 6", BONE),
        ("-24 -20, -14 -30, 0 -22, -2 -8, -14 -4, -24 -10", BLACK),
        ("12 -22, 24 -28, 32 -16, 24 -6, 12 -10", BLACK),
        ("4 -4!, 10 8!, 0 8!", BLACK),
    ):
        art.shape(skull(outline), tone, 2.2 if tone != BLACK else 1.4, 2 if tone == BLACK else 0)
    for x in (-6, 2, 10, 17):
        art.stroke(skull([(x, 12, True), (x - 0.5, 24, True)]), "#4a4638", 2.2, 1, 0.9)
    for n in range(6):
        x = 820 + 26 * n
        art.stroke(
            [(x, 766 - 3 * n), (x - 12, 724 - 2 * n), (x + 6, 690 + 2 * n), (x + 26, 694 + 4 * n)],
            mix("#8f8873", BONE, 0.12 * (5 - n)),
            8,
            2,
        )
    art.stroke([(800, 764), (880, 748), (990, 752)], "#8f8873", 9, 2)
    art.stroke([(1120, 742), (1150, 690), (1176, 640)], "#7f8890", 9, 2, 0.5)
    art.stroke([(1122, 690), (1150, 694), (1178, 706)], "#6b4a2c", 9, 2, 0.8)
    for x, y, to_x, to_y in ((420, 774, 500, 762), (236, 764, 300, 752)):
        art.stroke([(x, y), (to_x, to_y)], "#b7ae94", 8, 2, 0.9)
        for end in ((x, y), (to_x, to_y)):
            art.shape(
                [(end[0] + 7 * math.cos(a / 3 * math.pi), end[1] + 6 * math.sin(a / 3 * math.pi)) for a in range(6)],
                "#b7ae94",
                1.6,
                0,
            )
