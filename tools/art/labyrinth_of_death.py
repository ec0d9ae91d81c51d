"""Labyrinth of Death: eight with one lantern before the Black Gate, and fingers that come around its leaf from within."""

import itertools
import math

from tools.art.brush import Drawing, Light, Place, mix, parts_of, ring, thin

PARTS = parts_of(__file__)
ABYSS, PALE, BONE, BLACK = "#141a22", "#56636c", "#e6dcc0", "#16181f"
GLOW, FIRE = "#f3bf6a", "#ff9c5a"
MIDDLE, FOOT, SPRING, OUTER, INNER = 880, 690, 350, 300, 234


def draw(seed=3):
    art = Drawing("labyrinth", 1200, 800, seed, ABYSS)
    lantern, fire = Light(596, 552, 240, GLOW, 0.95), Light(900, 420, 250, "#c22a22", 0.9)
    art.lights = [lantern, fire]
    wall = [
        [(-40 + 91 * n + art.chance.uniform(-22, 22), -30 + 107 * row + art.chance.uniform(-18, 18)) for n in range(15)]
        for row in range(9)
    ]
    facets(art, wall, "#222c36", 0.8)
    gate(art)
    nameless(art, fire)
    floor(art)
    party(art, lantern)
    return art


def facets(art, rows, base, share, line=0.8):
    """Fill the space between lines of points with faces of rock, each in its own light."""
    for upper, lower in itertools.pairwise(rows):
        for n in range(len(upper) - 1):
            quad = [upper[n], upper[n + 1], lower[n + 1], lower[n]]
            halves = ((0, 1, 2), (0, 2, 3)) if art.chance.random() < 0.5 else ((0, 1, 3), (1, 2, 3))
            for half in halves:
                points = [(*quad[k], True) for k in half]
                x, y = sum(p[0] for p in points) / 3, sum(p[1] for p in points) / 3
                tone = mix(base, PALE if art.chance.random() < 0.4 else ABYSS, art.chance.uniform(0, 0.3))
                art.shape(points, art.lit(tone, x, y, share), line if art.chance.random() < 0.25 else 0, 0, digits=0)


def gate(art):
    """Draw the arch, the glow behind it, and its two leaves; one of them has moved."""

    def stone(corners):
        tone = mix("#39454f", PALE, art.chance.uniform(0, 0.3))
        art.shape(art.rough(corners, 1.6, 60), art.lit(tone, *corners[0][:2]), 2, 0)

    for n in range(13):
        angle, then = (math.pi * (k / 13) for k in (n, n + 0.94))
        corners = [(MIDDLE - OUTER * math.cos(a), SPRING - OUTER * math.sin(a), True) for a in (angle, then)]
        inner = OUTER - 66
        stone(corners + [(MIDDLE - inner * math.cos(a), SPRING - inner * math.sin(a), True) for a in (then, angle)])
    for left in (MIDDLE - OUTER, MIDDLE + OUTER - 66):
        for y in range(SPRING, FOOT, 68):
            stone([(left, y, True), (left + 66, y, True), (left + 66, y + 64, True), (left, y + 64, True)])
    arch = [
        (MIDDLE - INNER * math.cos(math.pi * n / 18), SPRING - INNER * math.sin(math.pi * n / 18)) for n in range(19)
    ]
    light = art.fade(MIDDLE, 120, MIDDLE, FOOT, ((0, "#5c1216"), (0.5, "#b3261f"), (1, FIRE)))
    art.shape([(MIDDLE - INNER, FOOT, True), *arch, (MIDDLE + INNER, FOOT, True)], light, 2.4, 0)
    horned = Place(952, 392, 1.0)
    for outline, tone in PARTS["nameless"]:
        art.shape(horned(outline), tone, 1.6)
    left, right = MIDDLE - 30, MIDDLE + 150
    near = [point for point in arch if point[0] <= MIDDLE - 40]
    art.shape([(MIDDLE - INNER, FOOT, True), *near, (left, SPRING - 231, True), (left, FOOT, True)], BLACK, 2.6, 2)
    moved = [point for point in arch if point[0] >= right - 8]
    art.shape(
        [(MIDDLE + INNER, FOOT, True), *moved[::-1], (right, SPRING - 160, True), (right + 16, FOOT + 26, True)],
        "#1d1a1f",
        2.6,
        2,
    )
    for y in (240, 440, 600):
        art.shape(
            art.rough(f"{MIDDLE - 226} {y}!, {left - 4} {y}!, {left - 4} {y + 24}!, {MIDDLE - 226} {y + 24}!", 1, 80),
            "#2a2f38",
            1.8,
            0,
        )
        for x in range(MIDDLE - 206, left - 10, 40):
            art.shape(ring(x, y + 12, 6, 6, 8), art.lit("#59616a", x, y, 1.2), 0.8, 0)


def nameless(art, fire):
    """Draw the fingers that have come around the leaf."""
    x = MIDDLE - 30
    for y, long in ((316, 78), (350, 94), (386, 90), (420, 68)):
        finger = (
            f"{x + 40} {y - 8}, {x} {y - 15}, {x - long * 0.6} {y - 9}, {x - long} {y + 10}!, "
            f"{x - long * 0.55} {y + 15}, {x + 10} {y + 18}, {x + 42} {y + 16}"
        )
        art.shape(art.shake(finger, 0.6), "#7a1d1c", 2.4, 0)
        art.rim(finger, FIRE, fire, 5, 0.2)
        art.shape(f"{x - long * 0.7} {y - 6}!, {x - long - 6} {y + 13}!, {x - long * 0.72} {y + 13}!", BONE, 1.6, 0)


def floor(art):
    """Draw the landing before the gate, and the fire that falls on it through the gap."""
    art.shape(f"-30 {FOOT}!, 1230 {FOOT}!, 1230 830!, -30 830!", "#1b222a", 2, 0)
    for n in range(3):
        y = FOOT + 34 * n
        edge = art.rough(f"-30 {y}!, 1230 {y}!, 1230 {y + 7}!, -30 {y + 7}!", 1, 120)
        art.shape(edge, mix("#46525b", ABYSS, 0.25 * n), 1.4, 0)
    spill = f"{MIDDLE - 30} {FOOT}!, {MIDDLE + 150} {FOOT}!, {MIDDLE + 180} 830!, {MIDDLE - 230} 830!"
    art.shape(spill, art.fade(MIDDLE, FOOT, MIDDLE, 830, ((0, FIRE), (1, "#6d1f1c"))), 0, 0)


def party(art, lantern):
    for reach, tone in ((150, "#3d3a33"), (104, "#5f5036"), (66, "#94703d"), (38, "#d39a4e")):
        art.shape(art.shake(ring(lantern.x, lantern.y, reach, reach, 22), 1), tone, 0, 0)
    order = (
        ("guard", 62, 728, 1.7),
        ("barbarian", 140, 744, 1.85),
        ("priest", 226, 728, 1.7),
        ("halfling", 284, 760, 1.7),
        ("wizard", 334, 736, 1.8),
        ("elf", 400, 728, 1.75),
        ("dwarf", 452, 768, 1.8),
        ("leader", 488, 746, 2.0),
    )
    for name, x, y, size in order:
        parts = [(outline, color, 1.4 * wide) for outline, color, wide in PARTS[name]]
        art.figure(Place(x, y, size), parts, lantern, "#ffd58a", lines=(2.4, 1.4))
    art.shapes(Place(lantern.x + 4, lantern.y + 20, 2.0), PARTS["lantern"])
    edge = "-30 830!, -30 780, 120 792, 300 774, 470 798, 700 786, 900 802, 1080 776, 1230 790, 1230 830!"
    art.shape(art.shake(edge, 2), BLACK, 2.6, 2)


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
