"""Platformer: a tower cut open before the moon; one hero leaps to it, one climbs in it, one lets a hammer fall."""

import math

from tools.art.brush import Drawing, Light, Place, mix, parts_of, ring, thin

PARTS = parts_of(__file__)
NIGHT, VIOLET, DUSK, TEAL, PEACH, MOON = "#171433", "#2c2557", "#4a3d7c", "#1f5b66", "#f5b48a", "#fbe3c0"
BLACK = "#15172a"
FLOORS = (330, 522, 716)
LEFT, RIGHT = 560, 930
RIM, LOOK = "#ffd9a8", {"shake": 0.3, "lines": (2.2, 1.2), "turned": 0.2}  # of figures


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
    art.figure(Place(640, 462, 1.0, turn=3), PARTS["climber"], lamps[1], RIM, **LOOK)
    slime(art, Place(838, 716, 0.95), lamps[2])
    art.figure(Place(706, 716, 0.92), PARTS["smith"], lamps[2], RIM, **LOOK)
    art.figure(Place(398, 256, 1.12, turn=-10), PARTS["leaper"], moon, RIM, **LOOK)
    front(art)
    return art


def pixels(art, rows, x, y, side, tone):
    """Draw a cloud of squares: each row as long as it is told, from where it is told."""
    for n, (begin, count) in enumerate(rows):
        left, top = x + begin * side, y + n * side
        box = (
            f"{left} {top}!, {left + count * side} {top}!, {left + count * side} {top + side + 0.6}!, "
            f"{left} {top + side + 0.6}!"
        )
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
        outline = f"{x} {y}!, {x + side} {y}!, {x + side} {y + side}!, {x} {y + side}!"
        art.shape(outline, tone, 0.9 if side > 3 else 0, 0, digits=0)
    for reach, part in ((262, 0.14), (226, 0.3)):
        art.shape(art.shake(ring(moon.x, moon.y, reach, reach, 20), 0.5), mix("#3d3068", "#e7a68f", part), 0, 0)
    disc = ring(moon.x, moon.y, 194, 194, 24)
    art.shape(
        art.shake(disc, 0.8), art.fade(270, 90, 520, 440, ((0, "#fff4da"), (0.6, "#fbdcb4"), (1, "#f2b48f"))), hatch=0
    )
    for x, y, r in ((330, 180, 30), (470, 150, 18), (300, 330, 40), (452, 372, 26), (372, 424, 14), (250, 236, 16)):
        spot = ring(x, y, r, r * 0.9, 8)
        art.shape(art.shake(spot, 1.4), "#f0c6a0", 1.2, 0)
    cloud = ((3, 5), (1, 10), (0, 14), (2, 9))
    pixels(art, cloud, 60, 366, 15, "#6d5a9c")
    pixels(art, ((2, 4), (0, 9), (1, 6)), 186, 102, 15, "#8b6fa6")
    pixels(art, ((4, 4), (1, 9), (0, 13)), 1010, 150, 15, "#43386f")
    pixels(art, ((2, 5), (0, 10), (3, 6)), 1040, 430, 15, "#57487f")


def hills(art):
    art.shape(
        art.shake("-30 820!, -30 600, 90 560, 190 590, 300 548, 420 600, 520 620, 640 820!", 2), "#4b4482", 1.2, 0
    )
    art.shape(art.shake("700 820!, 900 610, 1010 580, 1110 610, 1240 560, 1240 820!", 2), "#453d78", 1.2, 0)
    castle = Place(1096, 592, 1)
    art.shapes(castle, PARTS["castle"])
    for base, tone, high, step in ((668, "#332d62", 70, 34), (724, "#241f4a", 96, 42)):
        x = -30
        while x < 1230:
            if x < LEFT - 90 or x > RIGHT + 60:
                tall = high * art.chance.uniform(0.6, 1.25)
                wide = step * art.chance.uniform(0.7, 1)
                y = base + art.chance.uniform(-10, 16)
                tree = (
                    f"{x} {y + 130}!, {x - wide} {y + 60}!, {x - wide * 0.4} {y + 20}!, {x - wide * 0.72} {y + 22}!, "
                    f"{x} {y - tall}!, {x + wide * 0.7} {y + 18}!, {x + wide * 0.36} {y + 22}!, {x + wide} {y + 64}!"
                )
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
                box = f"{a} {y}!, {b} {y}!, {b} {min(low, y + size[1] - 2.5)}!, {a} {min(low, y + size[1] - 2.5)}!"
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
    wall = (
        "88 830!, 100 470!, 84 452!, 84 424!, 112 424!, 112 438!, 136 438!, 136 420!, 170 420!, 182 440!, "
        "206 446!, 198 470!, 190 500!, 204 830!"
    )
    art.shape(art.shake(wall, 1), "#231d48", 2.6, 1)
    art.rim(wall, "#f3bd98", moon, 5, 0.2)
    for x, y, wide in ((112, 500, 30), (150, 540, 36), (118, 600, 34), (156, 640, 30), (120, 700, 36), (160, 742, 30)):
        art.shape(art.rough(f"{x} {y}!, {x + wide} {y}!, {x + wide} {y + 14}!, {x} {y + 14}!", 0.8), "#352c62", 1.2, 0)
    for x, y, size in ((226, 462, 13), (246, 494, 9), (220, 520, 7), (262, 448, 6)):
        outline = (
            f"{x} {y}!, {x + size} {y - size * 0.6}!, {x + size * 1.6} {y + size * 0.4}!, {x + size * 0.7} {y + size}!"
        )
        art.shape(art.rough(outline, 0.8), "#352c62", 1.6, 0)


def tower(art, moon):
    outline = (
        "520 830!, 528 360!, 500 340!, 512 306!, 498 286!, 516 262!, 508 150!, 488 140!, 488 96!, 520 96!, "
        "520 114!, 556 114!, 556 92!, 604 92!, 604 112!, 650 112!, 650 90!, 700 90!, 700 112!, 748 112!, 748 90!, "
        "798 90!, 798 112!, 846 112!, 846 92!, 896 92!, 896 114!, 934 114!, 934 96!, 1000 96!, 1000 140!, "
        "980 150!, 972 830!"
    )
    art.shape(art.shake(outline, 1), "#3b3168", 2.6, 0)
    bricks(art, 530, 966, 160, 800, "#433873", 0.7, (38, 20), 1.0)
    bricks(art, 498, 992, 116, 150, "#4b3f7c", 0.8, (44, 17), 1.2)
    art.rim(outline, "#fbd0a8", moon, 4, 0.3)
    art.stroke([(884, 104), (887, 20), (884, -30)], BLACK, 7, 1.6, 0.9)
    flag = "886 -20!, 940 -6, 1000 -22, 1062 4!, 1030 22, 1070 52!, 1000 40, 944 58, 886 46!"
    art.shape(art.shake(flag, 1), "#1f5b66", 2.6, 0)
    art.rim(flag, "#fbd0a8", moon, 5, 0.2)
    art.shape(art.shake([(930, 14, True), (952, 4, True), (972, 16, True), (950, 30, True)], 0.6), PEACH, 1.4, 0)


def rooms(art, lamps):
    tops = (160, 362, 554)
    for n, (top, low) in enumerate(zip(tops, FLOORS, strict=True)):
        left = LEFT - (46 if n == 0 else 0)
        room = (
            f"{left} {top + 16}!, {left + 26} {top}!, {RIGHT - 24} {top}!, {RIGHT} {top + 18}!, {RIGHT} {low}!, "
            f"{left} {low}!"
        )
        lamp = lamps[n]
        glow = art.glow(lamp.x, lamp.y, 300, ((0, "#e89a62"), (0.18, "#a4655f"), (0.45, "#3b4a63"), (1, "#1c2447")))
        art.shape(art.shake(room, 1), glow, 2.6, 0)
        bricks(art, left + 8, RIGHT - 8, top + 26, low - 10, mix("#23325a", TEAL, 0.25), 1.0, (64, 30), 0.8)
        plank = (
            f"{left - 30 if n else left - 10} {low}!, {RIGHT + 24} {low}!, {RIGHT + 24} {low + 15}!, "
            f"{left - 30 if n else left - 20} {low + 15}!"
        )
        art.shape(art.shake(plank, 1), "#6d4a56", 2.2, 0)
        outline = f"{left - 6} {low}!, {RIGHT} {low}!, {RIGHT} {low + 4.5}!, {left - 6} {low + 4.5}!"
        art.shape(outline, art.lit("#a06c62", lamp.x, low, 0.6), 0, 0)
        for x in range(int(left), RIGHT, 58):
            art.stroke([(x, low + 5), (x + 2, low + 14)], "#3b2740", 2.4, 1)
        if n == 0:
            hole = f"{left - 20} 330!, {left - 14} 226, {left + 6} 200!, {left + 14} 250!, {left + 4} 276!, {left + 12} 330!"
            art.shape(art.shake(hole, 1), "#1c2447", 1.6, 0)
    for x, y in ((640, 246), (826, 456), (596, 640)):
        frame = [(x - 24, y + 40, True), (x - 24, y - 8), (x, y - 40), (x + 24, y - 8), (x + 24, y + 40, True)]
        art.shape(art.shake(frame, 0.8), "#191a3c", 1.8, 0)
        outline = f"{x - 17} {y + 36}!, {x - 17} {y - 4}, {x} {y - 30}, {x + 17} {y - 4}, {x + 17} {y + 36}!"
        art.shape(outline, "#7f78ae", 1.2, 0)
        art.stroke([(x, y - 30), (x, y + 36)], "#191a3c", 4, 1, 0.9)
        art.stroke([(x - 18, y + 6), (x + 18, y + 6)], "#191a3c", 4, 1, 0.9)
    for lamp, top in zip(lamps, tops, strict=True):
        art.stroke([(lamp.x, top), (lamp.x + 1, lamp.y - 20)], BLACK, 2.6, 1, 0.9)
        at = Place(lamp.x, lamp.y, 1)
        art.shapes(at, PARTS["lamp"])
    for x, y in ((904, 522),):
        barrel = Place(x, y, 1)
        art.shape(barrel("-18 0!, -23 -22, -18 -44!, 18 -44!, 23 -22, 18 0!"), "#5a3b49", 1.8, 0)
        art.stroke(barrel("-21 -12, 0 -9, 21 -12"), "#2a1b33", 3.4, 1, 0.9)
        art.stroke(barrel("-21 -33, 0 -30, 21 -33"), "#2a1b33", 3.4, 1, 0.9)
    chest = Place(868, 330, 1)
    art.shapes(chest, PARTS["chest"])


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
        art.shape(ring(x, y, 5, 6, 6), BLACK, 1, 2)
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
    wide = at.size / 0.98
    for snake in snakes:
        art.stroke(at(snake), BLACK, 13 * wide, 2, 0.55)
        art.stroke([(x - 1.5 * wide, y - 2 * wide) for x, y, *_ in at(snake)], "#2f7d72", 5 * wide, 0, 0.4)
        x, y, *_ = at(snake)[-1]
        art.shape(ring(x, y, 8 * wide, 6 * wide, 6), "#1d5a57", 1.4, 1)
    art.figure(at, PARTS["medusa"] if wide == 1 else thin(PARTS["medusa"], wide), lamp, RIM, **LOOK)
    for x in (-17, -3):
        art.shape(at(f"{x} -145!, {x + 5} -150, {x + 9} -145!, {x + 4} -141"), "#ffe27c", 0.9, 0)
    art.stroke(at("-18 -132, -10 -130, -2 -133"), BLACK, 2 * wide, 1)


def front(art):
    ground = "-30 830!, -30 772, 120 760, 300 786, 430 756, 520 736!, 760 731!, 972 738!, 1060 764, 1240 750, 1240 830!"
    art.shape(art.shake(ground, 2), BLACK, 2.6, 2)
    for x in (60, 170, 250, 380, 1040, 1130):
        for n in range(4):
            lean = art.chance.uniform(-14, 14)
            art.stroke(
                f"{x + 9 * n} 784, {x + 9 * n + lean * 0.4} 762, {x + 9 * n + lean} {744 + 3 * n}", BLACK, 4, 0, 0.5
            )


def frieze(seed=5):
    """Draw the head of sheets: a leap before the moon to the lit tower where Medusa waits."""
    art = Drawing("platformer-frieze", 270, 100, seed, "#3a2f6b")
    moon = Light(64, 46, 120, "#f7c9a4", 0.7)
    for x, y in ((10, 14), (146, 14), (126, 44), (262, 30), (12, 66)):
        art.shape(f"{x} {y}!, {x + 4} {y}!, {x + 4} {y + 4}!, {x} {y + 4}!", MOON, 0.8, 0)
    art.shape(ring(64, 46, 42, 42, 24), "#fbe3c0", 1.8, 0)
    art.shape("-5 100!, -5 88, 40 82, 90 90, 170 84!, 170 105!, -5 105!", "#231d4a", 1.4, 0)
    wall = "158 105!, 158 16!, 152 16!, 152 6!, 164 6!, 164 11!, 180 11!, 180 6!, 198 6!, 198 11!, 216 11!, 216 6!, 234 6!, 234 11!, 250 11!, 250 6!, 262 6!, 262 16!, 256 16!, 256 105!"
    art.shape(wall, "#6b579c", 2, 0)
    art.shape("166 94!, 166 24!, 248 24!, 248 94!", "#f2b16c", 1.6, 0)
    art.shape("152 94!, 262 94!, 262 105!, 152 105!", BLACK, 1.6, 2)
    medusa(art, Place(206, 95, 0.39), Light(242, 30, 60, "#f4a05a"))
    art.figure(Place(64, 62, 0.36, turn=-10), thin(PARTS["leaper"], 0.4), moon, "#ffd9a8", lines=(1.6, 0.8))
    return art
