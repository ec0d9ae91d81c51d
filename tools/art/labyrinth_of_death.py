"""Labyrinth of Death: eight with one lantern on a stair cut in rock, before the Black Gate that has just opened a crack."""

import itertools
import math

from tools.art.brush import Drawing, Light, Place, mix, parts_of, ring, thin

PARTS = parts_of(__file__)
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
        ("#1b232d", "-30 -30!, 1230 -30!, 1230 500, 900 420, 640 470, 380 420, 160 470, -30 420!"),
        (
            "#212b36",
            "-30 -30!, 640 -30!, 610 60, 540 130, 560 210, 470 300, 350 280, 300 380, 180 410, 110 520, -30 560!",
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
                (
                    f"{x + wide * n} {top}!, {x + wide * (n + 1)} {top}!, {x + wide * (n + 1)} {top + 3}!, "
                    f"{x + wide * n} {top + 3}!"
                ),
                mix(tone, "#6f818c", 0.5),
                0,
                0,
                digits=0,
            )
        for n in (count // 3, 2 * count // 3):
            px, py = x + wide * n, y + high * n + thick + 16
            outline = f"{px} {py}!, {px + wide * 0.9} {py}!, {px + wide * 0.9} {py + 90}!, {px} {py + 90}!"
            art.shape(outline, mix(tone, ABYSS, 0.5), 0.8, 0, digits=0)
    for x, y, size in ((262, 300, 1), (520, 200, 0.8), (80, 250, 0.7), (420, 120, 0.6), (140, 420, 0.9)):
        at = Place(x, y, size)
        art.shape(at("-16 0!, -16 -32, 0 -50, 16 -32, 16 0!"), "#0f141b", 1.0, 0)
    for n in range(9):
        x = 60 + 70 * n + art.chance.uniform(-24, 24)
        tall = art.chance.uniform(30, 120)
        outline = f"{x - 26} -10!, {x - 8} {tall * 0.5}, {x} {tall}!, {x + 9} {tall * 0.45}, {x + 28} -10!"
        art.shape(art.shake(outline, 2), "#10151c", 1.2, 1)


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
    outline = [*[(*step(n), True) for n in range(STEPS + 1)], (1240, 470, True), (1240, 830, True), (-30, 830, True)]
    art.shape(outline, "#1c242d", 0, 0)
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
    art.shape("800 474!, 1240 474!, 1240 480!, 800 480!", art.lit("#6f7a7d", 830, 474), 0, 0)
    for n in range(11):
        angle, then = (math.pi * (k / 11) for k in (n, n + 0.93))
        stone = [(975 - 168 * math.cos(a), 270 - 176 * math.sin(a), True) for a in (angle, then)]
        stone += [(975 - 124 * math.cos(a), 270 - 130 * math.sin(a), True) for a in (then, angle)]
        x, y = stone[0][:2]
        art.shape(
            art.rough(stone, 1.2, 50), art.lit(mix("#39454f", PALE, art.chance.uniform(0, 0.3)), x, y, 1.1), 1.8, 0
        )
    for left in (807, 1099):
        for row in range(5):
            y = 270 + 41 * row
            box = [(left, y, True), (left + 44, y, True), (left + 44, y + 38, True), (left, y + 38, True)]
            outline = art.rough(box, 1.2, 40)
            art.shape(outline, art.lit(mix("#39454f", PALE, art.chance.uniform(0, 0.3)), left + 22, y, 1.1), 1.8, 0)
    key = Place(975, 112, 1)
    outline = key("-38 -22, -30 -46, 0 -58, 30 -46, 38 -22, 34 0, 22 12, 18 34!, -18 34!, -22 12, -34 0")
    art.shape(outline, art.lit("#8b8e84", 930, 200), 2.2, 0)
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
    for x in (910, 1046):
        art.stroke([(x, 190 + abs(x - 975) * 0.2), (x, 470)], "#15171d", 5, 1, 0.9)
    for y in (236, 330, 424):
        for left, right in ((858, 962), (996, 1092)):
            band = f"{left} {y}!, {right} {y + (2 if right < 975 else 0)}!, {right} {y + 13}!, {left} {y + 13}!"
            art.shape(art.rough(band, 0.8, 60), "#23272f", 1.6, 1)
            for n in range(4):
                x = left + 12 + n * (right - left - 24) / 3
                outline = f"{x - 3.4} {y + 6}, {x} {y + 2.6}, {x + 3.4} {y + 6}, {x} {y + 9.6}"
                art.shape(outline, art.lit("#59616a", x, y, 1.2), 0.8, 0)
    for x in (948, 1012):
        art.shape(ring(x, 386, 13, 16, 10), "#6d6a5c", 1.4, 0)
        art.shape(ring(x, 387, 8, 10, 10), BLACK, 1, 0)
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
        riser = f"{x + 6} {to_y + 9}!, {to_x + 8} {to_y + 9}!, {to_x + 10} {to_y + 44}!, {x + 8} {to_y + 52}!"
        art.shape(
            art.shake(riser, 0.8), art.lit(mix("#303b46", ABYSS, art.chance.uniform(0, 0.3)), x, to_y + 20, 0.8), 1.6, 0
        )
        art.shape(art.shake(tread, 0.5), art.lit("#56636c", x, to_y, 1.15), 1.8, 0)
        art.shape(front, art.lit("#3b4751", x, to_y, 1.0), 0.8, 0)


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
        art.figure(Place(x + 10, y, size), PARTS[name], lantern, "#ffd58a", lines=(2.0, 1.2))
    for reach, tone in ((30, "#c98b45"), (20, "#f0b85f")):
        art.shape(art.shake(ring(lantern.x, lantern.y + 12, reach, reach, 12), 0.8), tone, 0, 0)
    at = Place(lantern.x, lantern.y, 1)
    art.stroke(at("-10 -22, 0 -26, 0 -8"), BLACK, 3, 1)
    art.shapes(at, PARTS["lantern"])


def bones(art, lantern):
    edge = (
        "-30 830!, -30 724, 60 752, 180 744, 300 776, 440 768, 560 790, 700 760, 820 778, 960 742, 1080 752, "
        "1240 690, 1240 830!"
    )
    art.shape(art.shake(edge, 2), BLACK, 2.6, 2)
    art.rim(edge, "#5b5a50", lantern, 3, 0.5)
    skull = Place(1010, 716, 1.25, turn=-12)
    for outline, tone in PARTS["bones"]:
        art.shape(skull(outline), tone, 2.2 if tone != BLACK else 1.4, 2 if tone == BLACK else 0)
    for x in (-6, 2, 10, 17):
        art.stroke(skull([(x, 12, True), (x - 0.5, 24, True)]), "#4a4638", 2.2, 1, 0.9)
    for n in range(6):
        x = 820 + 26 * n
        outline = f"{x} {766 - 3 * n}, {x - 12} {724 - 2 * n}, {x + 6} {690 + 2 * n}, {x + 26} {694 + 4 * n}"
        art.stroke(outline, mix("#8f8873", BONE, 0.12 * (5 - n)), 8, 2)
    art.stroke([(800, 764), (880, 748), (990, 752)], "#8f8873", 9, 2)
    art.stroke([(1120, 742), (1150, 690), (1176, 640)], "#7f8890", 9, 2, 0.5)
    art.stroke([(1122, 690), (1150, 694), (1178, 706)], "#6b4a2c", 9, 2, 0.8)
    for x, y, to_x, to_y in ((420, 774, 500, 762), (236, 764, 300, 752)):
        art.stroke([(x, y), (to_x, to_y)], "#b7ae94", 8, 2, 0.9)
        for end in ((x, y), (to_x, to_y)):
            art.shape(ring(*end, 7, 6, 6), "#b7ae94", 1.6, 0)


def frieze(seed=3):
    """Draw the head of sheets: the lantern goes up the stair, and the gate opens a crack."""
    art = Drawing("labyrinth-frieze", 294, 100, seed, "#33424e")
    lantern = Light(159, 32, 90, GLOW, 0.95)
    for x, y in ((4, 44), (60, 22)):
        flight = "".join(f"{x + 9 * n} {y - 5 * n}!, {x + 9 * n + 9} {y - 5 * n}!, " for n in range(6))
        art.shape(flight + f"{x + 54} {y - 17}!, {x} {y + 8}!", "#4a5a66", 1, 0)
    art.shape(ring(159, 34, 44, 44, 20), "#7a6a52", 0, 0)
    art.shape(ring(159, 34, 28, 28, 20), "#c9944f", 0, 0)
    art.shape("182 105!, 182 -5!, 301 -5!, 301 105!", "#5d6a72", 1.8, 0)
    art.shape("194 72!, 194 30, 206 10, 234 2, 262 10, 274 30, 274 72!", "#8b8e84", 1.8, 0)
    art.shape("202 72!, 202 32, 212 16, 234 9, 256 16, 266 32, 266 72!", BLACK, 1.6, 2)
    art.shape("231 72!, 230 40, 234 9!, 239 40, 238 72!", "#e0402c", 1.2, 0)
    foot = [(-5, 105, True), (-5, 96, True)]
    for n in range(7):
        foot += [(26 * n, 93 - 3 * n, True), (26 * n + 26, 93 - 3 * n, True)]
    art.shape([*foot, (180, 72, True), (345, 72, True), (345, 105, True)], "#1d242c", 2, 1)
    party = (("priest", 20), ("wizard", 54), ("elf", 92), ("leader", 130))
    for name, x in party:
        art.figure(Place(x, 95 - 3 * (x // 26), 0.52), thin(PARTS[name], 0.5), lantern, "#ffd58a", lines=(1.4, 0.7))
    art.shapes(Place(159, 32, 0.55), PARTS["lantern"])
    return art
