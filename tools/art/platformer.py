"""Platformer: a tower cut open before the moon; one hero leaps to it, one climbs in it, one lets a hammer fall."""

import math

from tools.art.brush import Drawing, Light, Place, mix

NIGHT, VIOLET, DUSK, TEAL, PEACH, MOON = "#171433", "#2c2557", "#4a3d7c", "#1f5b66", "#f5b48a", "#fbe3c0"
BLACK = "#15172a"
FLOORS = (330, 522, 716)
LEFT, RIGHT = 560, 930


def draw(seed=5):
    art = Drawing("platformer", 1200, 800, seed, NIGHT)
    moon = Light(392, 262, 230, "#f7c9a4", 0.7)
    lamps = [Light(x, y, 86, "#f4a05a", 0.8) for x, y in ((812, 222), (772, 404), (868, 600))]
    art.lights = [moon, *lamps]
    sky(art, moon)
    hills(art)
    turret(art, moon)
    tower(art, moon)
    rooms(art, lamps)
    ladder(art)
    medusa(art, Place(706, 330, 0.98), lamps[0])
    climber(art, Place(640, 462, 1.0, turn=3), lamps[1])
    slime(art, Place(838, 716, 0.95), lamps[2])
    smith(art, Place(706, 716, 0.92), lamps[2])
    leaper(art, Place(398, 256, 1.12, turn=-10), moon)
    front(art)
    return art


def pixels(art, rows, x, y, side, tone):
    """Draw a cloud of squares: each row as long as it is told, from where it is told."""
    for n, (begin, count) in enumerate(rows):
        left, top = x + begin * side, y + n * side
        box = [
            (left, top, True),
            (left + count * side, top, True),
            (left + count * side, top + side + 0.6, True),
            (left, top + side + 0.6, True),
        ]
        art.shape(box, tone, 1.0, 0, digits=0)


def sky(art, moon):
    for n in range(7):
        y = 110 * n
        edge = [(x, y + art.chance.uniform(-10, 10)) for x in range(-40, 1300, 120)]
        tone = mix(NIGHT, "#6a4f8f", n / 7.5)
        art.shape([*[(a, b, n == 0) for a, b in edge], (1260, 840, True), (-60, 840, True)], tone, 0, 0)
    for _ in range(74):
        x, y, side = art.chance.uniform(0, 1200), art.chance.uniform(0, 420), art.chance.choice((3, 3, 4, 6))
        if math.hypot(x - moon.x, y - moon.y) < 240:
            continue
        tone = mix("#8f7fc0", MOON, art.chance.random())
        art.shape(
            [(x, y, True), (x + side, y, True), (x + side, y + side, True), (x, y + side, True)],
            tone,
            0.9 if side > 3 else 0,
            0,
            digits=0,
        )
    for reach, part in ((262, 0.14), (226, 0.3)):
        ring = [
            (moon.x + reach * math.cos(a / 10 * math.pi), moon.y + reach * math.sin(a / 10 * math.pi))
            for a in range(20)
        ]
        art.shape(art.shake(ring, 0.5), mix("#3d3068", "#e7a68f", part), 0, 0)
    disc = [(moon.x + 194 * math.cos(a / 12 * math.pi), moon.y + 194 * math.sin(a / 12 * math.pi)) for a in range(24)]
    art.shape(
        art.shake(disc, 0.8), art.fade(270, 90, 520, 440, ((0, "#fff4da"), (0.6, "#fbdcb4"), (1, "#f2b48f"))), hatch=0
    )
    for x, y, r in ((330, 180, 30), (470, 150, 18), (300, 330, 40), (452, 372, 26), (372, 424, 14), (250, 236, 16)):
        spot = [(x + r * math.cos(a / 4 * math.pi), y + r * 0.9 * math.sin(a / 4 * math.pi)) for a in range(8)]
        art.shape(art.shake(spot, 1.4), "#f0c6a0", 1.2, 0)
    cloud = ((3, 5), (1, 10), (0, 14), (2, 9))
    pixels(art, cloud, 60, 366, 15, "#6d5a9c")
    pixels(art, ((2, 4), (0, 9), (1, 6)), 186, 102, 15, "#8b6fa6")
    pixels(art, ((4, 4), (1, 9), (0, 13)), 1010, 150, 15, "#43386f")
    pixels(art, ((2, 5), (0, 10), (3, 6)), 1040, 430, 15, "#57487f")


def hills(art):
    art.shape(
        art.shake(
            [(-30, 820, True), (-30, 600), (90, 560), (190, 590), (300, 548), (420, 600), (520, 620), (640, 820, True)],
            2,
        ),
        "#4b4482",
        1.2,
        0,
    )
    art.shape(
        art.shake([(700, 820, True), (900, 610), (1010, 580), (1110, 610), (1240, 560), (1240, 820, True)], 2),
        "#453d78",
        1.2,
        0,
    )
    castle = Place(1096, 592, 1)
    art.shape(
        castle(
            "-24 20!, -24 -50!, -16 -50!, -16 -42!, -6 -42!, -6 -50!, 6 -50!, 6 -42!, 16 -42!, 16 -50!, 24 -50!, 24 20!"
        ),
        "#3a3369",
        1.2,
        0,
    )
    art.shape(castle("-4 -22!, 0 -30, 4 -22!, 4 -10!, -4 -10!"), PEACH, 0, 0)
    for base, tone, high, step in ((668, "#332d62", 70, 34), (724, "#241f4a", 96, 42)):
        x = -30
        while x < 1230:
            if x < LEFT - 90 or x > RIGHT + 60:
                tall = high * art.chance.uniform(0.6, 1.25)
                wide = step * art.chance.uniform(0.7, 1)
                y = base + art.chance.uniform(-10, 16)
                tree = [
                    (x, y + 130, True),
                    (x - wide, y + 60, True),
                    (x - wide * 0.4, y + 20, True),
                    (x - wide * 0.72, y + 22, True),
                    (x, y - tall, True),
                    (x + wide * 0.7, y + 18, True),
                    (x + wide * 0.36, y + 22, True),
                    (x + wide, y + 64, True),
                ]
                art.shape(art.shake(tree, 1.4), tone, 1.4, 1 if tone == "#241f4a" else 0, digits=0)
            x += step * art.chance.uniform(0.7, 1.1)


def bricks(art, left, right, top, low, tone, share=1.0, size=(46, 24), line=0.0):
    y, row = top, 0
    while y < low:
        x = left - (size[0] / 2 if row % 2 else 0)
        while x < right:
            wide = size[0] * art.chance.uniform(0.8, 1.25)
            a, b = max(left, x), min(right, x + wide - 2.5)
            if b - a > 6:
                box = [
                    (a, y, True),
                    (b, y, True),
                    (b, min(low, y + size[1] - 2.5), True),
                    (a, min(low, y + size[1] - 2.5), True),
                ]
                color = mix(tone, BLACK if art.chance.random() < 0.5 else DUSK, art.chance.uniform(0, 0.2))
                art.shape(
                    art.shake(box, 1),
                    art.lit(color, (a + b) / 2, y + 10, share),
                    line if art.chance.random() < 0.4 else 0,
                    0,
                    digits=0,
                )
            x += wide
        y += size[1]


def turret(art, moon):
    """Draw the ruin that the leap began on."""
    wall = [
        (88, 830, True),
        (100, 470, True),
        (84, 452, True),
        (84, 424, True),
        (112, 424, True),
        (112, 438, True),
        (136, 438, True),
        (136, 420, True),
        (170, 420, True),
        (182, 440, True),
        (206, 446, True),
        (198, 470, True),
        (190, 500, True),
        (204, 830, True),
    ]
    art.shape(art.shake(wall, 1), "#231d48", 2.6, 1)
    art.rim(wall, "#f3bd98", moon, 5, 0.2)
    for x, y, wide in ((112, 500, 30), (150, 540, 36), (118, 600, 34), (156, 640, 30), (120, 700, 36), (160, 742, 30)):
        art.shape(
            art.rough([(x, y, True), (x + wide, y, True), (x + wide, y + 14, True), (x, y + 14, True)], 0.8),
            "#352c62",
            1.2,
            0,
        )
    for x, y, size in ((226, 462, 13), (246, 494, 9), (220, 520, 7), (262, 448, 6)):
        art.shape(
            art.rough(
                [
                    (x, y, True),
                    (x + size, y - size * 0.6, True),
                    (x + size * 1.6, y + size * 0.4, True),
                    (x + size * 0.7, y + size, True),
                ],
                0.8,
            ),
            "#352c62",
            1.6,
            0,
        )


def tower(art, moon):
    outline = [
        (520, 830, True),
        (528, 360, True),
        (500, 340, True),
        (512, 306, True),
        (498, 286, True),
        (516, 262, True),
        (508, 150, True),
        (488, 140, True),
        (488, 96, True),
        (520, 96, True),
        (520, 114, True),
        (556, 114, True),
        (556, 92, True),
        (604, 92, True),
        (604, 112, True),
        (650, 112, True),
        (650, 90, True),
        (700, 90, True),
        (700, 112, True),
        (748, 112, True),
        (748, 90, True),
        (798, 90, True),
        (798, 112, True),
        (846, 112, True),
        (846, 92, True),
        (896, 92, True),
        (896, 114, True),
        (934, 114, True),
        (934, 96, True),
        (1000, 96, True),
        (1000, 140, True),
        (980, 150, True),
        (972, 830, True),
    ]
    art.shape(art.shake(outline, 1), "#3b3168", 2.6, 0)
    bricks(art, 530, 966, 160, 800, "#433873", 0.7, (38, 20), 1.0)
    bricks(art, 498, 992, 116, 150, "#4b3f7c", 0.8, (44, 17), 1.2)
    art.rim(outline, "#fbd0a8", moon, 4, 0.3)
    art.stroke([(884, 104), (887, 20), (884, -30)], BLACK, 7, 1.6, 0.9)
    flag = [
        (886, -20, True),
        (940, -6),
        (1000, -22),
        (1062, 4, True),
        (1030, 22),
        (1070, 52, True),
        (1000, 40),
        (944, 58),
        (886, 46, True),
    ]
    art.shape(art.shake(flag, 1), "#1f5b66", 2.6, 0)
    art.rim(flag, "#fbd0a8", moon, 5, 0.2)
    art.shape(art.shake([(930, 14, True), (952, 4, True), (972, 16, True), (950, 30, True)], 0.6), PEACH, 1.4, 0)


def rooms(art, lamps):
    tops = (160, 362, 554)
    for n, (top, low) in enumerate(zip(tops, FLOORS, strict=True)):
        left = LEFT - (46 if n == 0 else 0)
        room = [
            (left, top + 16, True),
            (left + 26, top, True),
            (RIGHT - 24, top, True),
            (RIGHT, top + 18, True),
            (RIGHT, low, True),
            (left, low, True),
        ]
        lamp = lamps[n]
        glow = art.glow(lamp.x, lamp.y, 300, ((0, "#e89a62"), (0.18, "#a4655f"), (0.45, "#3b4a63"), (1, "#1c2447")))
        art.shape(art.shake(room, 1), glow, 2.6, 0)
        bricks(art, left + 8, RIGHT - 8, top + 26, low - 10, mix("#23325a", TEAL, 0.25), 1.0, (64, 30), 0.8)
        plank = [
            (left - 30 if n else left - 10, low, True),
            (RIGHT + 24, low, True),
            (RIGHT + 24, low + 15, True),
            (left - 30 if n else left - 20, low + 15, True),
        ]
        art.shape(art.shake(plank, 1), "#6d4a56", 2.2, 0)
        art.shape(
            [(left - 6, low, True), (RIGHT, low, True), (RIGHT, low + 4.5, True), (left - 6, low + 4.5, True)],
            art.lit("#a06c62", lamp.x, low, 0.6),
            0,
            0,
        )
        for x in range(int(left), RIGHT, 58):
            art.stroke([(x, low + 5), (x + 2, low + 14)], "#3b2740", 2.4, 1)
        if n == 0:
            hole = [
                (left - 20, 330, True),
                (left - 14, 226),
                (left + 6, 200, True),
                (left + 14, 250, True),
                (left + 4, 276, True),
                (left + 12, 330, True),
            ]
            art.shape(art.shake(hole, 1), "#1c2447", 1.6, 0)
    for x, y in ((640, 246), (826, 456), (596, 640)):
        frame = [(x - 24, y + 40, True), (x - 24, y - 8), (x, y - 40), (x + 24, y - 8), (x + 24, y + 40, True)]
        art.shape(art.shake(frame, 0.8), "#191a3c", 1.8, 0)
        art.shape(
            [(x - 17, y + 36, True), (x - 17, y - 4), (x, y - 30), (x + 17, y - 4), (x + 17, y + 36, True)],
            "#7f78ae",
            1.2,
            0,
        )
        art.stroke([(x, y - 30), (x, y + 36)], "#191a3c", 4, 1, 0.9)
        art.stroke([(x - 18, y + 6), (x + 18, y + 6)], "#191a3c", 4, 1, 0.9)
    for lamp, top in zip(lamps, tops, strict=True):
        art.stroke([(lamp.x, top), (lamp.x + 1, lamp.y - 20)], BLACK, 2.6, 1, 0.9)
        at = Place(lamp.x, lamp.y, 1)
        art.shape(at("-13 -14!, 0 -24!, 13 -14!, 11 14!, -11 14!"), BLACK, 1.8, 2)
        art.shape(at("-9 -12!, 9 -12!, 8 11!, -8 11!"), "#ffd27c", 1, 0)
        art.shape(at("-4 9, -4 -2, 1 -9!, 4 -1, 4 9"), "#fff6da", 0, 0)
    for x, y in ((904, 522),):
        barrel = Place(x, y, 1)
        art.shape(barrel("-18 0!, -23 -22, -18 -44!, 18 -44!, 23 -22, 18 0!"), "#5a3b49", 1.8, 0)
        art.stroke(barrel("-21 -12, 0 -9, 21 -12"), "#2a1b33", 3.4, 1, 0.9)
        art.stroke(barrel("-21 -33, 0 -30, 21 -33"), "#2a1b33", 3.4, 1, 0.9)
    chest = Place(868, 330, 1)
    art.shape(chest("-28 0!, -30 -26!, 30 -26!, 28 0!"), "#6b4450", 1.8, 0)
    art.shape(chest("-30 -26!, -26 -46, 26 -46, 30 -26!"), "#81544f", 1.8, 0)
    art.shape(chest("-6 -32!, 6 -32!, 6 -18!, -6 -18!"), "#ffd27c", 1.2, 0)


def ladder(art):
    for side in (-22, 22):
        art.stroke([(640 + side, 296), (640 + side * 1.06, 522)], "#1f1432", 8, 1.8, 0.95)
        art.stroke([(638 + side, 296), (638 + side * 1.06, 522)], "#8c5d58", 3, 0, 0.95)
    for n in range(10):
        y = 306 + 23 * n
        art.stroke([(616, y), (664, y + art.chance.uniform(-1.5, 1.5))], "#9a6a5d", 5, 1.6, 0.95)
    hatch = [(604, 330, True), (676, 330, True), (670, 345, True), (610, 345, True)]
    art.shape(hatch, BLACK, 1.6, 2)
    for side in (-22, 22):
        art.stroke([(640 + side, 290), (640 + side, 350)], "#8c5d58", 6, 1.6, 0.95)


def figure(art, at, light, parts, rim="#ffd9a8"):
    for outline, tone, wide in parts:
        points = art.shake(at(outline), 0.3)
        art.shape(points, tone, 2.2 if wide else 1.2, 0 if not wide and tone != BLACK else None)
        if wide:
            art.rim(points, rim, light, wide, 0.2)


def leaper(art, at, moon):
    figure(
        art,
        at,
        moon,
        (
            (
                "10 -62!, -34 -84, -70 -66, -112 -88, -150 -70!, -118 -64, -134 -46!, -90 -50, -50 -44, -8 -44",
                "#b9433f",
                0,
            ),
            ("-2 -46, -30 -36, -56 -50, -78 -44, -84 -54, -92 -44, -82 -30, -60 -34, -30 -18, 2 -26", BLACK, 3),
            ("-12 22!, -42 26, -72 14, -104 22, -118 10!, -128 24, -116 38!, -76 36, -40 48, -2 40!", BLACK, 3),
            ("-16 30, -18 -8, -8 -46, 10 -62, 30 -56, 36 -30, 26 2, 20 36, 0 44", "#231c48", 4),
            ("2 22!, 34 4, 62 2, 74 14, 66 38, 60 54, 78 60!, 78 70!, 44 68!, 46 40, 48 28, 24 44, 4 46!", BLACK, 4),
            ("-18 12!, 4 18, 28 10!, 28 18!, 4 27, -19 21!", "#c98a4d", 0),
            ("16 -52, 44 -58, 68 -76, 84 -94, 96 -94, 98 -82, 80 -62, 52 -40, 24 -34", "#231c48", 4),
            ("82 -84!, 92 -78!, 150 -176!, 152 -184!, 144 -180!", "#e9e2ee", 2),
            ("76 -92!, 82 -98!, 104 -82!, 98 -76!", "#c98a4d", 0),
            ("10 -68, 8 -92, 24 -108, 44 -102, 49 -91, 55 -84!, 49 -81, 49 -74, 45 -65, 28 -58", "#6a4350", 4),
            ("0 -86!, 10 -112, 34 -124, 56 -108, 60 -96!, 40 -100, 20 -94", "#1f5b66", 3),
            ("14 -112!, -8 -140, -34 -146, -46 -160!, -14 -156, 12 -138, 26 -118!", PEACH, 0),
        ),
    )


def climber(art, at, lamp):
    figure(
        art,
        at,
        lamp,
        (
            ("-20 10!, -34 40, -22 66, -26 90!, -4 92!, -2 64, -8 36, -2 14!", BLACK, 3),
            ("4 8!, 28 20, 34 44, 22 52, 30 62!, 8 62!, 6 48, 14 40, 2 28!", BLACK, 3),
            ("-24 14, -30 -30, -24 -68, 0 -78, 24 -68, 28 -30, 22 16, 0 22", "#274f5e", 4),
            ("-20 -60, -34 -84, -28 -114, -22 -134, -8 -134, -12 -112, -16 -88, -6 -66", "#274f5e", 3),
            ("-24 -134, -24 -148, -8 -150, -6 -136, -14 -128", "#d99a78", 0),
            ("10 -64, 32 -78, 36 -100, 26 -112, 30 -122, 44 -114, 50 -92, 44 -68, 24 -48", "#274f5e", 3),
            ("-30 -2!, -34 -42, -22 -56, 22 -56, 32 -42, 28 0!, 0 8", "#6e4a3f", 4),
            ("-26 -34!, 0 -28, 28 -34!, 28 -26!, 0 -20, -27 -26!", "#3b2730", 0),
            ("-34 -58!, -32 -66, 32 -66, 34 -58!, 30 -50, -30 -50", PEACH, 2),
            ("-18 -78, -22 -100, -8 -116, 10 -114, 20 -98, 16 -78, 0 -70", "#8c3f3f", 3),
            ("-22 -92!, 0 -86, 22 -94!, 30 -104!, 20 -102", "#8c3f3f", 2),
        ),
    )


def smith(art, at, lamp):
    figure(
        art,
        at,
        lamp,
        (
            ("-84 -164!, -76 -170!, -16 -112!, -22 -104!", "#3a2633", 2),
            ("-120 -176!, -92 -208!, -58 -178!, -62 -164!, -84 -142!, -98 -142!", "#5f6487", 4),
            ("-120 -176!, -92 -208!, -86 -202!, -113 -171!", "#9aa0c4", 0),
            ("-28 -62!, -44 -40, -58 -20, -62 -8, -76 0!, -34 0!, -30 -20, -8 -50!", BLACK, 3),
            ("2 -62!, 30 -50, 44 -28, 42 -10, 60 0!, 20 0!, 22 -24, 2 -44!", BLACK, 3),
            ("-34 -58, -36 -96, -26 -132, 0 -144, 28 -136, 38 -110, 34 -74, 26 -54, -8 -48", "#3c2450", 4),
            ("-36 -76!, 0 -66, 36 -76!, 36 -64!, 0 -54, -36 -64!", "#c98a4d", 0),
            ("4 -144, 2 -166, 16 -182, 38 -178, 48 -160, 42 -144, 24 -136", "#d99a78", 3),
            ("22 -146, 46 -150, 54 -140, 48 -112, 36 -100!, 22 -116", "#b9433f", 2),
            ("-2 -160!, 2 -184, 24 -194, 46 -182, 52 -166!, 26 -172", "#5f6487", 4),
            ("30 -138, 40 -118, 24 -98, -8 -92, -36 -98, -40 -114, -28 -122, -6 -114, 8 -116, 8 -138", "#553263", 4),
            ("-30 -96, -46 -98, -52 -112, -42 -122, -28 -118", "#d99a78", 2),
            ("-50 -126, -62 -132, -62 -146, -50 -150, -42 -140", "#d99a78", 0),
            ("22 -192!, 16 -212, 30 -226!, 34 -206, 34 -192!", "#1f5b66", 2),
        ),
    )


def slime(art, at, lamp):
    body = at("-58 0!, -60 -28, -44 -64, -14 -82, 18 -80, 46 -60, 58 -26, 60 0!, 40 -6, 20 2, -4 -5, -28 2")
    art.shape(body, "#2e8f84", 2.6, 0)
    art.shape(at("-50 -4, -46 -30, -30 -50, -36 -24, -30 -2"), "#1f6c69", 1, 0)
    art.rim(body, "#c9f2d8", lamp, 6, 0.2)
    for side, size in ((-24, 15), (12, 17)):
        art.shape(
            [
                (*at.point(side + size * math.cos(a / 4 * math.pi), -50 + size * 1.05 * math.sin(a / 4 * math.pi)),)
                for a in range(8)
            ],
            "#fdf3dc",
            1.6,
            0,
        )
        x, y = at.point(side - 5, -56)
        art.shape(
            [(x + 5 * math.cos(a / 3 * math.pi), y + 6 * math.sin(a / 3 * math.pi)) for a in range(6)], BLACK, 1, 2
        )
    art.shape(at("-22 -24, -6 -30, 12 -24, 6 -12, -16 -12"), BLACK, 1.4, 2)
    for x, y, size in ((-76, -14, 8), (74, -22, 7), (66, -54, 5)):
        art.shape(
            [
                (*at.point(x + size * math.cos(a / 3 * math.pi), y + size * math.sin(a / 3 * math.pi)),)
                for a in range(6)
            ],
            "#2e8f84",
            1.4,
            0,
        )


def medusa(art, at, lamp):
    snakes = (
        "-6 -138, -40 -150, -52 -178, -34 -190",
        "-2 -144, -26 -176, -14 -204, 8 -202",
        "8 -146, 16 -184, 40 -192, 52 -176",
        "16 -140, 46 -152, 70 -142, 74 -122",
        "-10 -130, -46 -128, -64 -140, -60 -158",
    )
    for snake in snakes:
        art.stroke(at(snake), BLACK, 13, 2, 0.55)
        art.stroke([(x - 1.5, y - 2) for x, y, *_ in at(snake)], "#2f7d72", 5, 0, 0.4)
        x, y, *_ = at(snake)[-1]
        art.shape(
            [(x + 8 * math.cos(a / 3 * math.pi), y + 6 * math.sin(a / 3 * math.pi)) for a in range(6)],
            "#1d5a57",
            1.4,
            1,
        )
    figure(
        art,
        at,
        lamp,
        (
            (
                "-22 -110, -34 -70, -28 -36, 0 -20, 50 -24, 96 -8, 128 -22, 136 -46!, 150 -18, 130 8, 84 12, 30 -2, -24 2, -62 -2, -70 -20, -50 -34, -44 -70, -34 -108",
                "#1d5a57",
                5,
            ),
            ("-26 -70, -30 -104, -14 -126, 14 -126, 28 -102, 22 -68, 0 -56", "#3c2450", 4),
            ("-22 -114, -50 -104, -76 -118, -92 -136!, -98 -122, -90 -108, -60 -88, -22 -94", "#79a58a", 3),
            ("18 -116, 40 -98, 36 -74, 18 -70, 22 -84, 24 -94", "#79a58a", 3),
            ("-18 -126, -26 -146, -12 -164, 10 -164, 22 -146, 14 -128, -2 -120", "#79a58a", 4),
        ),
    )
    for x in (-17, -3):
        art.shape(at(f"{x} -145!, {x + 5} -150, {x + 9} -145!, {x + 4} -141"), "#ffe27c", 0.9, 0)
    art.stroke(at("-18 -132, -10 -130, -2 -133"), BLACK, 2, 1)


def front(art):
    ground = [
        (-30, 830, True),
        (-30, 772),
        (120, 760),
        (300, 786),
        (430, 756),
        (520, 736, True),
        (760, 731, True),
        (972, 738, True),
        (1060, 764),
        (1240, 750),
        (1240, 830, True),
    ]
    art.shape(art.shake(ground, 2), BLACK, 2.6, 2)
    for x in (60, 170, 250, 380, 1040, 1130):
        for n in range(4):
            lean = art.chance.uniform(-14, 14)
            art.stroke(
                [(x + 9 * n, 784), (x + 9 * n + lean * 0.4, 762), (x + 9 * n + lean, 744 + 3 * n)], BLACK, 4, 0, 0.5
            )
