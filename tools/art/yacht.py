"""Yacht: a harbour at dusk, one sail before a sun of five pips; dice are the mooring stones, and one of them tips over the edge."""

import math

from tools.art.brush import Drawing, Light, Place, mix, parts_of, pip_on, ring

PARTS = parts_of(__file__)
SKY = ("#16405a", "#1f5468", "#316a75", "#557f80", "#86928a", "#bd9f88", "#e0a583", "#efb184")
SEA, DEEP, NIGHT, CORAL, SAND, FOAM = "#1d5468", "#0f3246", "#0a1c2a", "#e8694a", "#f5dcae", "#ffe9c2"
HORIZON, SUN = 430, (742, 322, 168)


def draw(seed=11):
    art = Drawing("yacht", 1200, 800, seed, SKY[0])
    sun = Light(SUN[0], SUN[1], 210, "#ffc878", 0.8)
    art.lights = [sun]
    sky(art)
    land(art)
    water(art)
    boat(art, Place(520, 520, 1.18, turn=7), sun)
    quay(art, sun)
    for x, y, size, turn, flip in (
        (258, 190, 0.95, -14, False),
        (372, 116, 0.5, 8, True),
        (946, 152, 0.62, 12, True),
        (1062, 300, 0.36, -6, False),
    ):
        gull(art, Place(x, y, size, flip, turn), sun)
    return art


def wavy(art, y, swing, step=90):
    """Return points across the picture at a height, as torn paper runs."""
    return [(x, y + art.chance.uniform(-swing, swing)) for x in range(-40, art.width + 90, step)]


def sky(art):
    tops = (0, 74, 142, 204, 258, 306, 350, 392)
    for n, tone in enumerate(SKY):
        edge = wavy(art, tops[n], 9) if n else [(-40, -10), (art.width + 40, -10)]
        low = HORIZON + 30
        art.shape([*[(x, y, n == 0) for x, y in edge], (art.width + 60, low, True), (-60, low, True)], tone, 0, 0)
    x, y, r = SUN
    for reach, part in ((1.36, 0.2), (1.16, 0.42)):
        art.shape(art.shake(ring(x, y, r * reach, r * reach, 18), 1.5), mix("#c99d86", "#ffd79a", part), 0, 0)
    disc = art.shake(ring(x, y, r, r, 24), 1.2)
    art.shape(disc, art.fade(x, y - r, x, y + r, ((0, "#fff1c4"), (0.55, "#ffd280"), (1, "#f58a55"))), hatch=0)
    for dx, dy in ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)):
        px, py = x + dx * 74, y + dy * 66 - 14
        pip = ring(px, py, 25, 24, 10)
        art.shape(art.shake(pip, 0.8), mix("#f2a45c", CORAL, 0.5 + dy * 0.22), 2, 0)
    for cx, cy, wide in (
        (150, 330, 230),
        (330, 292, 150),
        (1060, 236, 210),
        (930, 376, 190),
        (620, 186, 120),
        (80, 238, 120),
    ):
        under = (
            f"{cx - wide} {cy}!, {cx - wide * 0.5} {cy - 9}, {cx - wide * 0.1} {cy - 17}, {cx + wide * 0.35} {cy - 8}, "
            f"{cx + wide} {cy + 1}!, {cx + wide * 0.3} {cy + 7}, {cx - wide * 0.4} {cy + 6}"
        )
        tone = mix(SKY[min(7, int(cy / 55))], "#ffd9a6", 0.35)
        art.shape(art.shake(under, 2), tone, 1.2, 0)


def land(art):
    far = f"-30 {HORIZON}!, -30 356, 60 338, 130 352, 200 330, 290 366, 360 384, 430 414, 500 {HORIZON}!"
    art.shape(art.shake(far, 1.5), "#7d7f83", 1.2, 0)
    near = f"-30 {HORIZON + 8}!, -30 388, 50 374, 120 392, 190 386, 240 408, 330 422, 380 {HORIZON + 8}!"
    art.shape(art.shake(near, 1.5), "#3f6470", 1.4, 0)
    light = Place(196, 392, 1)
    art.shapes(light, PARTS["lighthouse"])
    for x, wide, high in ((20, 26, 20), (48, 20, 30), (74, 30, 18), (262, 22, 18), (288, 26, 26), (318, 20, 14)):
        y = 398 + (x > 200) * 22
        outline = f"{x} {y}!, {x} {y - high}!, {x + wide / 2} {y - high - 12}!, {x + wide} {y - high}!, {x + wide} {y}!"
        art.shape(art.rough(outline, 0.6), "#2c4f5e", 1, 0)
        outline = (
            f"{x + wide * 0.4} {y - 6}!, {x + wide * 0.4} {y - 13}!, {x + wide * 0.62} {y - 13}!, "
            f"{x + wide * 0.62} {y - 6}!"
        )
        art.shape(outline, "#ffd58c", 0, 0)
    right = [(1230, HORIZON + 4, True), (1230, 372), (1160, 384), (1100, 398), (1020, 418), (960, HORIZON + 4, True)]
    art.shape(art.shake(right, 1.5), "#8a7f80", 1.2, 0)


def water(art):
    depth = 9
    for n in range(depth):
        y = HORIZON + 370 * (n / depth) ** 1.5
        edge = wavy(art, y, 2 + n, 70)
        tone = mix(mix("#c4917c", SEA, min(1, n / 3)), DEEP, max(0, (n - 3) / 5))
        art.shape([*edge, (1270, 830, True), (-60, 830, True)], tone, 0.9 if n else 1.4, 0)
    x = SUN[0]
    for n in range(150):
        part = art.chance.random() ** 1.25
        y = HORIZON + 4 + 340 * part
        spread = 60 + 170 * part
        cx = x + art.chance.gauss(0, spread * 0.55) - 60 * part
        wide, high = 8 + 44 * part * art.chance.random() + 10, 1.2 + 5 * part
        near = math.exp(-(((cx - x + 60 * part) / spread) ** 2))
        tone = mix(mix(SEA, CORAL, 0.55), FOAM, near * art.chance.uniform(0.5, 1))
        outline = f"{cx - wide} {y}!, {cx} {y - high}, {cx + wide} {y}!, {cx} {y + high}"
        art.shape(outline, tone, 0.8 if n % 3 == 0 else 0, 0, digits=0)
    for _ in range(60):
        part = art.chance.random()
        y, cx = HORIZON + 20 + 340 * part, art.chance.uniform(0, 1200)
        if abs(cx - x) < 160 + 120 * part:
            continue
        wide = 20 + 60 * part
        outline = f"{cx - wide} {y}, {cx} {y - 3 * part - 1}, {cx + wide} {y + 1}"
        art.stroke(outline, mix(SEA, "#5f8f93", 0.7 - 0.4 * part), 1.5 + 2.5 * part, 1, 0.1)


def boat(art, at, sun):
    part = at.size / 1.18
    shade = Place(at.x, at.y, part)("-150 26, -40 20, 150 24, 60 50, -40 120, -120 74")
    art.shape(art.shake(shade, 3 * part), "#12384a", 0, 1)
    for n in range(5):
        y = at.y + (44 + 20 * n) * part
        line = [(at.x + (12 * n - 130) * part, y), (at.x - 50 * part, y + 3 * part), (at.x + (60 - 22 * n) * part, y)]
        art.stroke(line, "#2c6575", 4 * part, 0)
    outline = at("-6 -352!, -28 -270, -66 -160, -132 -44!, -88 -34, -40 -32, -4 -36!")
    art.shape(outline, art.fade(*at.point(-120, -60), *at.point(0, -200), ((0, "#b9433b"), (1, "#ee8a5c"))), 2.6, 0)
    for low, to in ((-96, -98), (-160, -162), (-226, -230), (-284, -290)):
        out = -132 + (-44 - low) * 0.41
        art.stroke(at([(out * 0.94, low + 8), (out * 0.5, low + 4), (-6, to)]), "#9c3a38", 2, 1)
    art.shape(at("-22 -268!, -48 -204, -36 -196!, -14 -262!"), "#f7b27c", 0, 0)
    art.shape(
        at("7 -326!, 44 -236, 88 -138, 150 -26!, 108 -30, 52 -22, 12 -38!, 22 -150"),
        art.fade(*at.point(10, -100), *at.point(140, -60), ((0, "#d98f66"), (0.6, "#f8cf96"), (1, "#fff0c8"))),
        2.6,
        0,
    )
    for up in (0.3, 0.52, 0.74):
        art.stroke(
            at(f"{8 + 138 * up} {-326 + 300 * up + 4}, {40 + 40 * up} {-330 + 310 * up}, 18 {-300 + 262 * up}"),
            "#c67f5b",
            1.8,
            1,
        )
    art.shapes(at, PARTS["mast"])
    hull = at("-158 -24!, -80 -16, 40 -16, 166 -32!, 140 -4, 106 18, 60 28, -100 26, -142 8")
    art.shape(hull, NIGHT, 2.6, 2)
    art.rim(hull, "#ffd9a0", sun, 5 * part, 0.05)
    art.stroke(at("-148 -8, -40 2, 60 2, 146 -14"), CORAL, 4 * part, 1)
    for outline, tone in PARTS["crew"]:
        points = at(outline)
        art.shape(points, tone, 1.8)
        art.rim(points, "#ffd9a0", sun, 2.4 * part, 0.2)
    art.stroke(at("-96 -92, -40 -210, -4 -340"), NIGHT, 1.6, 0)
    art.stroke(at("166 -32, 90 -190, 2 -362"), NIGHT, 1.6, 0)
    for dx, dy, wide in ((150, 0, 44), (128, 18, 60), (-40, 30, 90), (-140, 20, 50)):
        x, y = at.point(dx, dy)
        foam = [(-wide, 4, True), (-wide * 0.4, -7), (wide * 0.3, -4), (wide, 5, True), (0, 10)]
        outline = Place(x, y, part)(foam)
        art.shape(art.shake(outline, 1.5 * part), FOAM if dx > 100 else "#9fc0b8", 1.2, 0)


def gull(art, at, sun):
    for outline, tone in PARTS["gull"]:
        art.shape(art.shake(at(outline), 0.3), tone, 1.6 * max(0.6, at.size), None if tone == NIGHT else 0)


def cube(art, corners, pips, sun, light=0.0):
    """Draw a die from its seven seen corners: top (4), then the feet of the left, middle and right edge."""
    a, b, c, d, left, low, right = corners
    faces = (
        ((a, b, c, d), mix("#f0d9b0", "#fff3d8", light), pips[0]),
        ((d, c, low, left), mix("#6d8288", "#8ea09c", light), pips[1]),
        ((c, b, right, low), mix("#2b4d5e", "#46697a", light), pips[2]),
    )
    for corner, tone, spots in faces:
        points = [(*p, True) for p in corner]
        art.shape(art.rough(points, 1.1, 60), tone, 2.6)
        for u, v in PIPS[spots]:
            pip = pip_on(corner, u, v, 0.105, 6)
            art.shape(pip, NIGHT if tone != faces[2][1] else "#f1c796", 1.2, 2 if tone != faces[2][1] else 0)
    art.stroke([d, c], "#fff6dd", 3, 0, 0.5)
    art.stroke([c, b], "#ffdca0", 3, 0, 0.5)
    art.stroke([c, low], "#ffc98a", 2.4, 0, 0.3)


SIDE, MIDDLE = 0.24, 0.5
PIPS = {
    1: ((0.5, 0.5),),
    2: ((SIDE, SIDE), (1 - SIDE, 1 - SIDE)),
    3: ((SIDE, SIDE), (0.5, 0.5), (1 - SIDE, 1 - SIDE)),
    4: ((SIDE, SIDE), (1 - SIDE, SIDE), (SIDE, 1 - SIDE), (1 - SIDE, 1 - SIDE)),
    5: ((SIDE, SIDE), (1 - SIDE, SIDE), (0.5, 0.5), (SIDE, 1 - SIDE), (1 - SIDE, 1 - SIDE)),
    6: tuple((x, y) for x in (SIDE, 1 - SIDE) for y in (0.2, 0.5, 0.8)),
}


def die(art, at, pips, sun, light=0.0):
    cube(
        art,
        [at.point(*p) for p in ((-4, -104), (56, -84), (4, -58), (-58, -80), (-54, -8), (4, 18), (54, -14))],
        pips,
        sun,
        light,
    )


def rope(art, points, wide=9):
    art.stroke(points, "#3a2a26", wide + 4, 0, 0.9)
    art.stroke(points, "#c99a63", wide, 2, 0.9)
    art.stroke([(x, y - wide * 0.22) for x, y, *_ in points], "#f3d39a", wide * 0.3, 0, 0.6)


def quay(art, sun):
    top = "1240 566!, 1060 600!, 870 644!, 640 720!, 520 782!, 480 830!, 1240 830!"
    wall = (
        "870 644!, 640 720!, 520 782!, 440 830!, 380 830!, 480 762!, 610 690!, 850 622!, 1050 580!, 1240 548!, "
        "1240 566!, 1060 600!"
    )
    art.shape(art.shake(wall, 1), "#f0b98a", 2, 0)
    art.shape(art.shake(top, 1), "#18303d", 2.6, 1)
    for n in range(26):
        part = n / 25
        x, y = 1230 - 720 * part, 568 + 240 * part**1.25
        art.stroke([(x, y), (x + 40 + 130 * part, y + 40 + 60 * part)], "#0d1f2b", 3 + 2 * part, 1, 0.6)
    for n in range(4):
        outline = f"1240 {620 + 60 * n}, {1000 - 60 * n} {668 + 66 * n}, {780 - 60 * n} {760 + 70 * n}"
        art.stroke(outline, "#2a4a58", 2.5, 1, 0.3)
    for x, y, size, pips, light in ((1150, 604, 0.66, (2, 4, 6), 0.1), (990, 680, 1.1, (3, 6, 5), 0.3)):
        shade = (
            f"{x - 50 * size} {y}, {x + 54 * size} {y - 10 * size}, {x + 150 * size} {y + 60 * size}, "
            f"{x + 10 * size} {y + 70 * size}"
        )
        art.shape(art.shake(shade, 1), "#0c1c28", 0, 2)
        die(art, Place(x, y, size), pips, sun, light)
    for turn in range(2):
        y = 652 + 13 * turn
        rope(art, [(930, y - 6), (960, y + 16), (992, y + 26), (1022, y + 18), (1050, y - 8)], 10)
    rope(art, [(932, 660), (820, 690), (730, 700), (640, 668), (596, 600)], 8)
    tip = Place(676, 690, 1.02, turn=-33)
    die(art, tip, (5, 1, 3), sun, 0.6)
    for x, y, to_x, to_y in ((610, 612, 590, 640), (640, 590, 624, 612), (740, 596, 754, 622), (592, 660, 578, 690)):
        art.stroke([(x, y), ((x + to_x) / 2 - 5, (y + to_y) / 2), (to_x, to_y)], "#ffe2b0", 3.4, 1.6)
    for x, y, wide in ((660, 744, 14), (700, 752, 10), (626, 766, 9)):
        outline = f"{x} {y}!, {x + wide} {y - 8}!, {x + wide * 1.6} {y + 4}!, {x + 6} {y + 8}!"
        art.shape(art.rough(outline, 0.8), "#f0b98a", 1.4, 0)


def frieze(seed=11):
    """Draw the head of sheets: the sail before the sun of five pips, the harbour far, dice on the quay."""
    art = Drawing("yacht-frieze", 800, 140, seed, "#f3b98c")
    sun = Light(430, 92, 200, "#ffe2b0", 0.7)
    for y, tone in ((-5, "#3d7f86"), (22, "#7fa59c"), (46, "#c9b896")):
        art.shape([*wavy(art, y, 3, 90), (830, 100, True), (-30, 100, True)], tone, 0, 0)
    art.shape(ring(430, 72, 62, 62, 28), "#f9d391", 1.6, 0)
    for x, y in ((402, 44), (458, 44), (430, 66), (402, 88), (458, 88)):
        art.shape(ring(x, y, 8, 8, 12), "#ee8a5c", 1.2, 0)
    art.shape("-5 100!, -5 78, 60 66, 130 80, 210 72, 300 100!", "#3f6470", 1.4, 0)
    art.shapes(Place(90, 74, 0.7), PARTS["lighthouse"])
    for x in (20, 44, 150, 176):
        art.shape(f"{x} 86!, {x} 74!, {x + 9} 66!, {x + 18} 74!, {x + 18} 86!", "#24485a", 1, 0)
    art.shape("-5 145!, -5 99!, 805 99!, 805 145!", "#1f5f70", 1.6, 0)
    for n in range(9):
        x, wide = 372 + 14 * (n * 5 % 9), 30 - n
        art.shape(
            f"{x - wide} {105 + 4 * n}!, {x} {103 + 4 * n}, {x + wide} {105 + 4 * n}!, {x} {107 + 4 * n}",
            "#f9d391",
            0.8,
            0,
        )
    boat(art, Place(330, 116, 0.33), sun)
    for x, y, size, flip in ((250, 30, 0.2, False), (560, 34, 0.24, True), (640, 22, 0.16, False)):
        gull(art, Place(x, y, size, flip), sun)
    art.shape("560 145!, 620 122, 700 114, 805 110!, 805 145!", NIGHT, 2, 2)
    for x, y, size, pips in ((740, 112, 0.4, (2, 4, 6)), (660, 120, 0.46, (5, 1, 3))):
        die(art, Place(x, y, size), pips, sun, 0.4)
    return art
