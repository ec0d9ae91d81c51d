"""Dungeon Fighter: a boulder of a die above a tavern table, a monster that ducks behind its card, and a target burned into the wood."""

import math

from tools.art.brush import Drawing, Light, Place, mix, parts_of, pip_on, ring, thin

PARTS = parts_of(__file__)
DARK, WOOD, PALE, GREEN, CREAM, BLACK = "#1d1512", "#6b3f22", "#b9783f", "#1f4a3a", "#f6e3ba", "#1a1412"
EDGE, MIDDLE = 446, 610


def draw(seed=9):
    art = Drawing("fighter", 1200, 800, seed, DARK)
    lamp = Light(600, 40, 300, "#ffd28a", 0.8)
    art.lights = [lamp]
    room(art, lamp)
    table(art, lamp)
    monster(art, Place(902, 470, 1.18), lamp)
    card(art, lamp)
    hands(art, lamp)
    die(art, Place(520, 268, 1.28), lamp)
    return art


def room(art, lamp):
    for n in range(15):
        x = -20 + 84 * n + art.chance.uniform(-6, 6)
        tone = mix("#27352b", BLACK, art.chance.uniform(0.1, 0.4))
        plank = [(x, -20, True), (x + 82, -20, True), (x + 80, EDGE + 30, True), (x + 2, EDGE + 30, True)]
        art.shape(art.rough(plank, 1.4, 120), art.lit(tone, x + 40, 200, 0.42), 1.0, 0)
    beam = [(-20, 56, True), (1220, 34, True), (1220, 92, True), (-20, 112, True)]
    art.shape(art.rough(beam, 1.6, 160), "#2b1a12", 2, 1)
    for x, y in ((110, 300), (1096, 262)):
        shelf = [(x - 96, y, True), (x + 96, y, True), (x + 96, y + 13, True), (x - 96, y + 13, True)]
        art.shape(art.rough(shelf, 1, 80), "#3a2417", 1.6, 0)
        for n in range(5):
            at = Place(x - 74 + 36 * n, y, art.chance.uniform(0.75, 1.1))
            tone = ("#2c5a47", "#5b2c22", "#3d4a2c", "#6a4a22", "#27474a")[(n + x) % 5]
            bottle = at("-12 0!, -13 -40, -5 -56, -5 -78!, 5 -78!, 5 -56, 13 -40, 12 0!")
            art.shape(bottle, mix(tone, BLACK, 0.3), 1.4, 0)
            art.rim(bottle, mix(tone, CREAM, 0.6), lamp, 3, 0.25)
    keg = Place(300, 402, 1.1)
    art.shape(ring(keg.x, keg.y, 74, 74, 16), "#3a2417", 1.8, 0)
    art.shape(ring(keg.x, keg.y, 60, 60, 16), "#4b2e1b", 1.2, 0)
    for n in range(5):
        art.stroke([(keg.x - 46 + 23 * n, keg.y - 48), (keg.x - 46 + 23 * n, keg.y + 50)], "#2b1a12", 2.4, 1)
    for reach, tone in ((150, "#5c4a2c"), (108, "#8d6d38"), (70, "#c99a4e")):
        art.shape(art.shake(ring(600, 74, reach, reach * 0.74, 14), 1.5), tone, 0, 0)
    art.stroke([(600, -20), (601, 30)], BLACK, 6, 1.4, 0.9)
    shade = [(600, 16, True), (640, 30), (676, 84, True), (640, 94), (560, 94), (524, 84, True), (560, 30)]
    art.shape(shade, "#26180f", 2.2, 1)
    art.shape([(536, 86, True), (600, 79), (664, 86, True), (600, 112)], "#fff0c2", 1.6, 0)


def table(art, lamp):
    """Draw the table from low: planks that run away, and a target of rings burned into them."""
    vanish, low = 250, 830
    far_left, far_right = 150, 1080
    for n in range(9):
        part, then = n / 9, (n + 1) / 9
        top = [far_left + (far_right - far_left) * k for k in (part, then)]
        foot = [MIDDLE + (x - MIDDLE) * (low - vanish) / (EDGE - vanish) for x in top]
        plank = [(top[0], EDGE, True), (top[1] - 1.5, EDGE, True), (foot[1] - 4, low, True), (foot[0], low, True)]
        tone = mix(WOOD, PALE, art.chance.uniform(0.1, 0.6))
        shine = art.fade(
            MIDDLE,
            EDGE,
            MIDDLE,
            low,
            ((0, mix(tone, "#f0b864", 0.3)), (0.35, mix(tone, "#e2a052", 0.34)), (1, mix(tone, BLACK, 0.55))),
        )
        art.shape(plank, shine, 1.6, 0)
        for _ in range(7):
            k, y = art.chance.uniform(0.1, 0.9), art.chance.uniform(EDGE + 10, 760)
            long = 20 + 70 * (y - EDGE) / 300
            spread = (y - vanish) / (EDGE - vanish)
            x = MIDDLE + (top[0] + (top[1] - top[0]) * k - MIDDLE) * spread
            lean = (x - MIDDLE) / (y - vanish) * long
            outline = f"{x} {y}, {x + lean * 0.5 + art.chance.uniform(-2, 2)} {y + long * 0.5}, {x + lean} {y + long}"
            art.stroke(outline, mix(tone, BLACK, 0.42), 2.4, 1)
    cx, cy = 540, 640
    for wide in (338, 236, 138):
        outer, inner = ring(cx, cy, wide, wide * 0.37), ring(cx, cy, wide - 18, (wide - 18) * 0.365)
        art.shape(art.shake(outer, 1.2), "#43230f", 2, 0, hole=art.shake(inner, 1.2))
    art.shape(art.shake(ring(cx, cy, 56, 21, 12), 1), "#351a0c", 2, 2)
    for n in range(10):
        angle = 2 * math.pi * n / 10 + 0.3
        a, b = [(cx + k * math.cos(angle), cy + k * 0.37 * math.sin(angle)) for k in (140, 322)]
        art.stroke([a, b], "#43230f", 6, 1.6, 0.7)
    for _ in range(16):
        angle, far = art.chance.uniform(0, 6.28), art.chance.choice((130, 230, 330))
        x, y = cx + far * math.cos(angle), cy + far * 0.37 * math.sin(angle)
        art.shape(art.shake(ring(x, y, art.chance.uniform(3, 9), 2.5, 6), 0.8), "#2b1408", 0, 0)
    art.shape(art.shake(ring(cx - 8, cy + 8, 132, 44, 14), 2.5), "#452511", 0, 2)
    outline = (
        f"{far_left - 4} {EDGE - 4}!, {far_right + 4} {EDGE - 4}!, {far_right + 8} {EDGE + 6}!, "
        f"{far_left - 8} {EDGE + 6}!"
    )
    art.shape(outline, "#e0a45a", 1.6, 0)


def monster(art, at, lamp):
    art.figure(
        at, PARTS["monster"] if at.size > 1 else thin(PARTS["monster"], at.size), lamp, "#f4e29a", lines=(2.4, 1.6)
    )
    for x in (-56, -34, -10, 14, 38, 58):
        art.shape(at(f"{x - 11} -42!, {x + 11} -43!, {x + 1} {-20 + abs(x) * 0.08}!"), CREAM, 1.2, 0)
    for x in (-40, -12, 22, 48):
        art.shape(
            at(f"{x - 9} {15 - abs(x) * 0.24}!, {x + 9} {15 - abs(x) * 0.24}!, {x} {-4 - abs(x) * 0.1}!"), CREAM, 1.2, 0
        )
    for x, y, size in ((-42, -104, 30), (38, -108, 34)):
        x, y = at.point(x, y)
        part, size = at.size / 1.18, size * at.size
        art.shape(ring(x, y, size, size, 12), "#fdf0cf", 2, 0)
        art.shape(ring(x - 13 * part, y - 11 * part, size * 0.424, size * 0.475, 8), BLACK, 1.2, 2)
        art.shape(ring(x - 17 * part, y - 17 * part, 4.5 * part, 4.5 * part, 6), "#ffffff", 0, 0)
    art.shapes(at, PARTS["brows"])
    for x, y, size in ((-70, -70, 6), (82, -72, 7), (66, -54, 5), (-86, -54, 5)):
        art.shape(ring(*at.point(x, y), size * at.size / 1.18, size * at.size / 1.475, 6), "#37663a", 1, 0)


def card(art, lamp):
    front = [(770, 452, True), (1046, 430, True), (1074, 646, True), (792, 684, True)]
    shade = [(700, 690, True), (792, 680, True), (1074, 644, True), (1016, 690, True), (780, 730, True)]
    art.shape(art.shake(shade, 2), "#2a1509", 0, 2)
    art.shape(art.rough(front, 0.8, 90), CREAM, 2.6, 0)
    inner = [(788, 468, True), (1032, 449, True), (1056, 632, True), (806, 665, True)]
    art.shape(art.rough(inner, 0.6, 90), GREEN, 1.8, 1)
    art.shape([(922 - 62, 556, True), (922, 494, True), (922 + 62, 547, True), (929, 624, True)], "#3b7a5c", 1.6, 0)
    art.shape(ring(924, 556, 26, 28, 10), CREAM, 1.6, 0)
    for x in (915, 933):
        art.shape(ring(x, 552, 6, 7, 6), BLACK, 1, 2)
    art.shape([(914, 572, True), (934, 571, True), (932, 588, True), (917, 589, True)], CREAM, 1.4, 0)
    for x, y in ((806, 486), (1016, 470), (1036, 616), (824, 646)):
        art.shape([(x - 9, y, True), (x, y - 10, True), (x + 9, y, True), (x, y + 10, True)], "#c99a4e", 1.2, 0)
    for x, y, flip in ((776, 560, False), (1064, 532, True)):
        at = Place(x, y, 1.0, flip)
        for n in range(4):
            finger = at(
                f"-32 {-40 + 24 * n}, 4 {-46 + 24 * n}, 26 {-38 + 24 * n}, 30 {-30 + 24 * n}, 20 {-24 + 24 * n}, -32 {-20 + 24 * n}"
            )
            art.shape(finger, "#4f8a4c", 2, 0)
            art.rim(finger, "#c8e29a", lamp, 3, 0.3)
            art.shape(at(f"18 {-38 + 24 * n}!, 42 {-31 + 24 * n}!, 20 {-26 + 24 * n}!"), CREAM, 1.2, 0)


def hands(art, lamp):
    """Draw the hands of three players at three edges: one that has thrown, one that points, one that holds a mug."""
    throw = Place(64, 748, 1.26, turn=-4)
    parts = (
        (throw, "-120 160!, -90 40, -40 -20, 10 -30, 30 10, 0 70, -30 170!", "#7a2f25", 4),
        (throw, "-44 -16!, 0 -44, 34 -24!, 36 -2, 8 8, -30 18", "#d8b36a", 3),
        (throw, "-4 -40, 8 -78, 40 -104, 74 -100, 92 -76, 84 -44, 56 -20, 30 -18", "#d99a6c", 4),
        (throw, "60 -96, 84 -130, 110 -156, 122 -150, 116 -132, 94 -104, 82 -84", "#d99a6c", 3),
        (throw, "74 -88, 110 -112, 142 -126, 150 -116, 140 -104, 110 -86, 86 -70", "#d99a6c", 3),
        (throw, "80 -70, 116 -82, 146 -82, 150 -72, 138 -64, 112 -60, 82 -52", "#d99a6c", 3),
        (throw, "76 -52, 106 -52, 128 -44, 128 -34, 112 -30, 74 -34", "#d99a6c", 3),
        (throw, "16 -80, 14 -112, 26 -136, 38 -132, 38 -112, 44 -92", "#d99a6c", 3),
    )
    point = Place(1150, 764, 1.15, True, 4)
    parts += (
        (point, "-100 120!, -80 0, -30 -36, 10 -30, 20 10, -10 60, -20 120!", "#2f5b7a", 4),
        (point, "-30 -32!, 6 -52, 30 -30!, 30 -4, 8 6, -16 10", "#e8dcc0", 3),
        (point, "4 -46, 24 -76, 60 -82, 84 -68, 84 -36, 60 -16, 26 -10", "#8a5638", 4),
        (point, "54 -80, 96 -96, 146 -112, 160 -108, 154 -94, 110 -76, 78 -62", "#8a5638", 3),
        (point, "30 -76, 40 -104, 56 -112, 62 -100, 56 -84, 54 -72", "#8a5638", 3),
    )
    for at, outline, tone, wide in parts:
        points = art.shake(at(outline), 0.4)
        art.shape(points, tone, 2.6, 0)
        art.rim(points, "#ffe9b8", lamp, wide, 0.25)
    for at, line in (
        (throw, "62 -30, 72 -48, 70 -66"),
        (throw, "20 -64, 30 -84, 40 -88"),
        (point, "60 -34, 76 -36, 82 -46"),
        (point, "58 -50, 76 -50, 82 -58"),
    ):
        art.stroke(at(line), "#6b3a24", 3, 1.2)
    mug = Place(196, 470, 0.92)
    art.shapes(mug, PARTS["mug"])
    body = mug("-38 -92!, 48 -92!, 44 30!, 4 40, -34 30!")
    art.shape(body, "#a5793f", 2.4, 0)
    art.rim(body, "#ffe2a6", lamp, 5, 0.2)
    for y in (-66, 8):
        art.shape(mug(f"-37 {y}!, 4 {y + 8}, 47 {y}!, 46 {y + 12}!, 4 {y + 20}, -36 {y + 12}!"), "#6f7473", 1.4, 0)
    art.shapes(mug, PARTS["foam"])
    for n in range(4):
        finger = mug(
            f"-46 {-52 + 18 * n}, -16 {-60 + 18 * n}, 6 {-54 + 18 * n}, 8 {-46 + 18 * n}, -14 {-41 + 18 * n}, -46 {-36 + 18 * n}"
        )
        art.shape(finger, "#c98a5c", 2, 0)
        art.rim(finger, "#ffe9b8", lamp, 2.5, 0.3)


def die(art, at, lamp):
    """Draw the die in the air: six on its top, worn as a boulder is."""
    part = at.size / 1.28
    for x, y, long in ((-118, 118, 92), (-86, 140, 74), (-140, 84, 70), (-54, 152, 52)):
        a, b = at.point(x, y), at.point(x - long * 0.75, y + long * 0.9)
        art.stroke([a, ((a[0] + b[0]) / 2 + 8 * part, (a[1] + b[1]) / 2 - 6 * part), b], "#f0c98a", 6 * part, 1.6, 0.1)
    a, b, c, d, left, low, right = ((-10, -136), (112, -88), (24, -18), (-110, -70), (-92, 66), (30, 126), (118, 44))
    faces = (((a, b, c, d), "#fff3d6", 6), ((d, c, low, left), "#d9b98a", 5), ((c, b, right, low), "#8c6241", 4))
    spots = {
        6: [(u, v) for u in (0.25, 0.75) for v in (0.2, 0.5, 0.8)],
        5: [(0.24, 0.24), (0.76, 0.24), (0.5, 0.5), (0.24, 0.76), (0.76, 0.76)],
        4: [(0.26, 0.26), (0.74, 0.26), (0.26, 0.74), (0.74, 0.74)],
    }
    art.shape(art.shake(at([a, b, right, low, left, d]), 1), "#5d3d26", 2.6, 0)
    for corner, tone, pips in faces:
        cx, cy = sum(p[0] for p in corner) / 4, sum(p[1] for p in corner) / 4
        points = []
        for n, (x, y) in enumerate(corner):
            for other in (corner[n - 1], corner[(n + 1) % 4]):
                points.append((x + (other[0] - x) * 0.1 + (cx - x) * 0.02, y + (other[1] - y) * 0.1 + (cy - y) * 0.02))
        points = at(points)
        art.shape(art.shake(points, part), tone, 2.6, 0)
        for u, v in spots[pips]:
            pip = at(pip_on(corner, u, v, 0.098, 8))
            art.shape(art.shake(pip, 0.6 * part), "#2c1208" if pips != 4 else BLACK, 1.6, 2)
    for crack in ("-60 -40!, -44 -16, -52 4!, -36 24", "60 -60!, 70 -30, 62 -12!, 84 10", "-20 -110!, -6 -96, -16 -84"):
        art.stroke(at(crack), "#4a2c18", 4 * part, 1.4, 0.2)
    for edge in ((d, c), (c, b), (c, low)):
        outline = at([edge[0], ((edge[0][0] + edge[1][0]) / 2, (edge[0][1] + edge[1][1]) / 2 + 1), edge[1]])
        art.stroke(outline, "#fffbe8", 4 * part, 0, 0.3)
    for x, y, size in ((-132, 60, 8), (128, 92, 7), (-20, 150, 6), (146, 20, 5)):
        art.shape(
            art.rough(
                [
                    (*at.point(x, y), True),
                    (*at.point(x + size, y - size), True),
                    (*at.point(x + size * 2, y + 2), True),
                    (*at.point(x + size, y + size), True),
                ],
                1,
            ),
            "#d9b98a",
            1.4,
            0,
        )


def frieze(seed=9):
    """Draw the head of sheets: the die in the air, and the monster that sees it come."""
    art = Drawing("fighter-frieze", 300, 90, seed, "#2c4034")
    lamp = Light(140, -40, 300, "#ffd28a", 0.8)
    for x in range(0, 300, 38):
        art.shape(f"{x} -5!, {x + 3} -5!, {x + 3} 80!, {x} 80!", "#1d2a22", 0.8, 0)
    art.shape("-5 66!, 305 66!, 305 95!, -5 95!", "#b9783f", 1.8, 0)
    art.shape("-5 66!, 305 66!, 305 69!, -5 69!", "#f0c98a", 0, 0)
    art.shape(ring(96, 80, 70, 9, 16), "#43230f", 1.4, 0, hole=ring(96, 80, 60, 7, 16))
    art.shape(ring(96, 80, 30, 4, 12), "#43230f", 1.2, 2)
    die(art, Place(98, 36, 0.24), lamp)
    monster(art, Place(236, 64, 0.28), lamp)
    art.shape("196 56!, 272 53!, 276 95!, 200 95!", CREAM, 2, 0)
    art.shape("203 62!, 266 59!, 269 95!, 206 95!", GREEN, 1.4, 1)
    for x in (190, 266):
        for n in range(3):
            art.shape(ring(x + 6, 66 + 8 * n, 8, 4, 8), "#4f8a4c", 1.4, 0)
    return art
