"""Platformer: one leap before a great moon, from a ledge to the lit tower where the snakes have turned their heads."""

import math

from tools.art.brush import Drawing, Light, Place, mix, parts_of, ring, thin

PARTS = parts_of(__file__)
NIGHT, MOON, BLACK, STONE = "#171433", "#fbe3c0", "#15172a", "#3d3168"
RIM, LOOK = "#ffd9a8", {"shake": 0.3, "lines": (2.2, 1.2), "turned": 0.2}  # of figures


def draw(seed=5):
    art = Drawing("platformer", 1200, 800, seed, NIGHT)
    moon, lamp = Light(500, 370, 330, "#f7c9a4", 0.7), Light(1040, 420, 160, "#f4a05a", 0.9)
    art.lights = [moon, lamp]
    sky(art, moon, 290)
    forest(art)
    tower(art, moon, lamp)
    ledge(art, moon)
    leaper = [(outline, color, 1.5 * wide) for outline, color, wide in PARTS["leaper"]]
    art.figure(Place(478, 452, 2.05, turn=-12), leaper, moon, RIM, shake=0.4, lines=(2.8, 1.6), turned=0.2)
    art.shape(art.shake("-30 830!, -30 780, 200 770, 480 790, 760 772, 1230 786, 1230 830!", 2), BLACK, 2.6, 2)
    return art


def night(seed=5):
    """Draw the background behind the figures of cards: the great moon, the forest, and a ledge for the figure."""
    art = Drawing("night", 1200, 800, seed, NIGHT)
    moon = Light(600, 400, 360, "#f7c9a4", 0.7)
    art.lights = [moon]
    # no craters in line art, where they would show through the figures
    sky(art, moon, 330, clouds=((60, 150), (930, 90)), craters=0)
    for left, right in ((-20, 310), (910, 1240)):  # so that the figure is before the moon down to its feet
        forest(art, left, right)
    art.shape("-30 830!, -30 722!, 1230 722!, 1230 830!", STONE, 2.6, 0)
    bricks(art, -20, 1220, 734, 800)
    sill = "-30 716!, 1230 716!, 1230 734!, -30 734!"
    art.shape(sill, "#5d4a86", 2.4, 0)
    art.rim(sill, "#ffcf9a", moon, 5, 0.2)
    return art


def pixels(art, rows, x, y, side, tone):
    """Draw a cloud of squares; `rows` are (first square, number of squares)."""
    for n, (begin, count) in enumerate(rows):
        left, top = x + begin * side, y + n * side
        box = (
            f"{left} {top}!, {left + count * side} {top}!, {left + count * side} {top + side + 0.6}!, "
            f"{left} {top + side + 0.6}!"
        )
        art.shape(box, tone, 1.0, 0, digits=0)


def sky(art, moon, reach, clouds=((60, 150), (690, 300)), craters=1.2):
    for n in range(7):
        edge = [(x, 110 * n + art.chance.uniform(-10, 10)) for x in range(-40, 1300, 120)]
        tone = mix(NIGHT, "#6a4f8f", n / 7.5)
        art.shape([*[(x, y, n == 0) for x, y in edge], (1260, 840, True), (-60, 840, True)], tone, 0, 0)
    for _ in range(70):
        x, y, side = art.chance.uniform(0, 1200), art.chance.uniform(0, 460), art.chance.choice((3, 4, 6))
        if math.hypot(x - moon.x, y - moon.y) > reach * 1.25:
            star = f"{x} {y}!, {x + side} {y}!, {x + side} {y + side}!, {x} {y + side}!"
            art.shape(star, mix("#8f7fc0", MOON, art.chance.random()), 0.9 if side > 3 else 0, 0, digits=0)
    for part, share in ((1.32, 0.14), (1.15, 0.3)):
        art.shape(ring(moon.x, moon.y, reach * part, reach * part, 24), mix("#3d3068", "#e7a68f", share), 0, 0)
    left, top, right, low = moon.x - reach, moon.y - reach, moon.x + reach, moon.y + reach
    shine = art.fade(left, top, right, low, ((0, "#fff4da"), (0.6, "#fbdcb4"), (1, "#f2b48f")))
    art.shape(ring(moon.x, moon.y, reach, reach, 36), shine, hatch=0)
    for x, y, part in (
        (-0.5, -0.5, 0.13),
        (0.55, -0.25, 0.1),
        (-0.62, 0.2, 0.16),
        (0.35, 0.6, 0.12),
        (-0.1, 0.8, 0.09),
    ):
        spot = ring(moon.x + x * reach, moon.y + y * reach, part * reach, part * reach * 0.9, 10)
        art.shape(art.shake(spot, 1.4), "#f0c6a0", craters, 0)
    (left, top), (right, low) = clouds
    pixels(art, ((3, 5), (1, 10), (0, 14), (2, 9)), left, top, 17, "#57487f")
    pixels(art, ((2, 4), (0, 9), (1, 6)), right, low, 17, "#a98bb4")


def forest(art, left=-20, right=1000):
    art.shape(f"{left - 10} 830!, {left - 10} 680!, {right} 680!, {right} 830!", "#332d62", 0, 0)
    for low, tone, high, step in ((690, "#332d62", 80, 34), (730, "#241f4a", 110, 44)):
        x = left
        while x < right:
            top, half = low - high * art.chance.uniform(0.7, 1.2), step / 2
            tree = f"{x - half} {low + 90}!, {x - half} {low}!, {x} {top}!, {x + half} {low}!, {x + half} {low + 90}!"
            art.shape(tree, tone, 1, digits=0)
            x += step * art.chance.uniform(0.7, 1.1)


def bricks(art, left, right, top, low):
    """Draw some of the stones of a wall, coloured by the light."""
    for row, y in enumerate(range(top, low, 22)):
        for x in range(left - row % 2 * 19, right, 38):
            begin, end = max(left, x + 2), min(right, x + 35)
            if art.chance.random() < 0.42 and end - begin > 10:
                tone = mix("#4b3d7c", "#7c68ac", art.chance.uniform(0, 0.5))
                stone = f"{begin} {y + 2}!, {end} {y + 2}!, {end} {y + 20}!, {begin} {y + 20}!"
                art.shape(stone, art.lit(tone, x, y, 0.8), 0.8 if art.chance.random() < 0.4 else 0, 0, digits=0)


def tower(art, moon, lamp):
    """Draw the tower, its window, and Medusa in it."""
    merlons = "".join(f"{x} 150!, {x} 120!, {x + 60} 120!, {x + 60} 150!, " for x in range(940, 1240, 120))
    wall = f"860 830!, 860 190!, 838 190!, 838 120!, 890 120!, 890 150!, {merlons}1240 150!, 1240 830!"
    art.shape(wall, STONE, 2.6, 0)
    bricks(art, 862, 1200, 192, 800)
    art.rim(wall, "#f2c0a8", moon, 7, 0.3)
    art.shape("920 690!, 920 380, 960 290, 1040 250, 1120 290, 1160 380, 1160 690!", "#2a2150", 2.4, 1)
    warm = art.fade(1040, 270, 1040, 680, ((0, "#ffd28a"), (0.6, "#f0a05e"), (1, "#a85a4a")))
    art.shape("938 680!, 938 384, 974 304, 1040 270, 1106 304, 1142 384, 1142 680!", warm, 2, 0)
    medusa(art, Place(1034, 684, 1.72), Light(1040, 200, 60, "#fff0c0"))
    sill = "850 684!, 1240 684!, 1240 716!, 850 716!"
    art.shape(sill, "#5d4a86", 2.4, 0)
    art.rim(sill, "#ffcf9a", lamp, 5, 0.2)


def ledge(art, moon):
    """Draw the ledge that the leap began on, the stones that broke off, and the slime that came too late."""
    wall = "-30 830!, -30 580!, 206 580!, 206 612!, 180 612!, 180 830!"
    art.shape(wall, STONE, 2.6, 0)
    bricks(art, 0, 178, 614, 800)
    art.rim(wall, "#f2c0a8", moon, 6, 0.2)
    slime(art, Place(84, 580, 1.25), moon)
    for x, y, size in ((226, 620, 16), (252, 660, 11), (234, 696, 8), (276, 624, 8)):
        chip = (
            f"{x} {y}!, {x + size} {y - size * 0.6}!, {x + size * 1.6} {y + size * 0.4}!, {x + size * 0.5} {y + size}!"
        )
        art.shape(art.rough(chip, 1), "#5d4a86", 1.4, 0)


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
