"""Paper Dungeons: the twelve bosses of its cards, each before a light in the colour of its round of fights.

Redraw them with `python -m tools.art.bosses`, some by their keys. A picture is 69 x 56 mm: the upper part of a card, with
its bleed. The parts of the figures are in the YAML file beside this script.
"""

import math
import sys
from pathlib import Path

from tests.conftest import ROOT
from tools.art.brush import DARKEST, Drawing, Light, Place, lightness, mix, parts_of, points_of, ring
from tools.art.paper_dungeons import dragon, stone

DATA = parts_of(__file__)
FOLDER = "layouts/paper-dungeons/art/bosses"
MOST_BYTES = 120_000
WIDE, HIGH = 690, 560
COURSE = 70  # the height of a course of stones


def draw(key):
    """Draw a boss: its background, then its figure with rims of light."""
    boss = DATA["bosses"][key]
    tones = DATA["tones"][boss["season"]]
    art = Drawing(key, WIDE, HIGH, key, tones["night"])
    x, y, reach = boss["light"]
    art.lights = [Light(x, y, reach, tones["light"], 0.85)]
    BACKDROPS[boss["backdrop"]](art, tones, art.lights[0])
    rims = [(tuple(spot), tones[tone]) for spot, tone in boss["rims"]]
    for at, parts in boss["figures"]:
        figure(art, Place(*at), DATA["parts"].get(parts, parts) if isinstance(parts, str) else parts, tones, rims)
    return art


def figure(art, at, parts, tones, rims):
    """Draw the parts of a figure from back to front: kind, outline, colour, and the width of its rims or strokes."""
    for kind, outline, color, wide in parts:
        color = tones.get(color, color)
        if kind == "dragon":
            dragon(art, at)
            continue
        for side in (1, -1) if kind in ("both", "lines") else (1,):
            points = at([(side * x, y, *rest) for x, y, *rest in points_of(outline)])
            if kind in ("line", "lines"):
                art.stroke(points, color, wide * at.size)
                continue
            if kind == "neck":
                points = tapered(points, wide * at.size)
            art.shape(points, color, 2.2 if wide else 1.4, None if wide or lightness(color) < DARKEST else 0)
            for spot, rim in rims if wide > 3 else rims[:1] if wide else ():
                art.rim(points, rim, spot, (8 if kind == "neck" else wide) * at.size, 0.3, step=9)


def tapered(points, wide):
    """Return the outline of a neck along points, `wide` at its first one and half as wide at its last."""
    left, right = [], []
    for at, (x, y, *_) in enumerate(points):
        (ax, ay), (bx, by) = points[max(0, at - 1)][:2], points[min(len(points) - 1, at + 1)][:2]
        length = math.hypot(bx - ax, by - ay) or 1
        half = wide / 2 * (1 - 0.5 * at / (len(points) - 1))
        left.append((x - (by - ay) / length * half, y + (bx - ax) / length * half))
        right.append((x + (by - ay) / length * half, y - (bx - ax) / length * half))
    return left + right[::-1]


def glowing(art, tones, light, reach):
    """Return the paint of the brightest area: the light of the picture, fading at its end."""
    return art.glow(light.x, light.y, reach, [(at, tones[tone]) for at, tone in DATA["glow"]])


def wall(art, tones):
    """Draw courses of rough stones over the whole picture, darker away from the light."""
    y = -14
    while y < HIGH:
        x = -art.chance.uniform(0, 90)
        while x < WIDE:
            wide = art.chance.uniform(84, 150)
            corners = [(x, y), (x + wide - 5, y), (x + wide - 5, y + COURSE - 5), (x, y + COURSE - 5)]
            far = math.dist((x + wide / 2, y), (art.lights[0].x, art.lights[0].y))
            stone(art, corners, mix(tones["stone"], tones["night"], min(0.72, far / 560)), 0.8, 1.4, 0, 2.2)
            x += wide
        y += COURSE


def opening(x, foot, wide, high, pointed=0.0, count=18):
    """Return an arch from its left foot over its top to its right foot; a pointed one bends towards its middle."""
    spring, points = foot - high + wide, [(x - wide, foot)]
    for n in range(count + 1):
        angle = math.pi * n / count
        lift = pointed * wide * (1 - abs(math.cos(angle))) ** 1.6
        points.append((x - wide * math.cos(angle), spring - wide * math.sin(angle) - lift))
    return [*points, (x + wide, foot)]


def gate(art, tones, light, *, wide=190, high=430, pointed=0.0):
    """Draw a lit gate in a wall, its stones set around the opening."""
    wall(art, tones)
    inner = opening(light.x, HIGH + 20, wide, high, pointed)
    outer = opening(light.x, HIGH + 20, wide + 54, high + 54, pointed)
    art.shape([(*point, True) for point in outer], tones["night"], 0, 0)
    for n in range(len(inner) - 1):
        corners = [inner[n], inner[n + 1], outer[n + 1], outer[n]]
        stone(art, corners, mix(tones["stone"], tones["far"], 0.35), 0.95, 1.8, 0, 1.6)
    art.shape([(*point, True) for point in inner], glowing(art, tones, light, high * 0.75), 2.2, 0)


def window(art, tones, light):
    """Draw a pointed window with bars, and a moon in it."""
    gate(art, tones, light, wide=150, high=400, pointed=0.35)
    art.shape(ring(light.x - 40, light.y - 30, 66, 66), tones["glow"], 1.4, 0)
    art.stroke([(light.x, -10), (light.x, HIGH)], tones["near"], 12, ends=0.9)
    for y in (190, 330):
        art.stroke([(light.x - 150, y), (light.x + 150, y)], tones["near"], 9, ends=0.9)


def portcullis(art, tones, light):
    """Draw a gate with an iron grating that hangs in it."""
    gate(art, tones, light, wide=200, high=500)
    for x in range(-150, 151, 60):
        art.stroke([(light.x + x, 60), (light.x + x, HIGH)], tones["near"], 12, ends=0.9)
    for y in range(90, 400, 74):
        art.stroke([(light.x - 200, y), (light.x + 200, y)], tones["near"], 9, ends=0.9)


def pipe(art, tones, light):
    """Draw the round mouth of a sewer, and the water that runs out of it."""
    wall(art, tones)
    for reach, tone in ((262, "night"), (246, "stone"), (222, "near"), (206, "mid")):
        art.shape(art.shake(ring(light.x, light.y, reach, reach, 30), 1.6), tones[tone], 2.2, 0)
    art.shape(ring(light.x, light.y, 190, 190, 30), glowing(art, tones, light, 230), 1.6, 0)
    for x, long in ((-150, 90), (-116, 130), (120, 120), (152, 80)):
        art.stroke([(light.x + x, light.y + 130), (light.x + x + 3, light.y + 130 + long)], tones["rim"], 9, 0)


def cave(art, tones, light):
    """Draw rock around a light: planes with jagged openings, the nearest the darkest and the widest."""
    whole = [(-9, -9, True), (WIDE + 9, -9, True), (WIDE + 9, HIGH + 9, True), (-9, HIGH + 9, True)]
    art.shape(whole, glowing(art, tones, light, 330), 0, 0)
    for n in range(5):
        across, jagged = 130 + 52 * n, []
        for x, y in ring(light.x, light.y + 20, across, across * 0.78, 26):
            part = art.chance.uniform(0.86, 1.16)
            jagged.append((light.x + (x - light.x) * part, light.y + (y - light.y) * part, True))
        art.shape(whole, mix(tones["far"], tones["near"], n / 4), 1.6 if n < 4 else 0, 1 if n == 4 else 0, jagged)


def swamp(art, tones, light):
    """Draw a flooded cave with its light on the water."""
    cave(art, tones, light)
    art.shape("-9 430!, 200 422, 480 426, 699 418!, 699 569!, -9 569!", mix(tones["near"], tones["mid"], 0.4), 1.8, 0)
    for n in range(11):
        x, y = light.x + art.chance.gauss(0, 130), 440 + 8 * n
        long = art.chance.uniform(30, 90)
        art.stroke([(x - long, y), (x, y - 3), (x + long, y)], mix(tones["light"], tones["mid"], n / 12), 5)


def wood(art, tones, light):
    """Draw bare trees before a moon, the nearest the darkest."""
    whole = [(-9, -9, True), (WIDE + 9, -9, True), (WIDE + 9, HIGH + 9, True), (-9, HIGH + 9, True)]
    art.shape(whole, glowing(art, tones, light, 420), 0, 0)
    art.shape(ring(light.x, light.y, 84, 84), tones["glow"], 1.6, 0)
    for n, (count, wide) in enumerate(((7, 18), (5, 32), (4, 54))):
        tone = mix(tones["mid"], tones["near"], (n + 0.4) / 2.4)
        for at in range(count):
            x = (at + art.chance.uniform(0.2, 0.8)) * WIDE / count
            if n == 2 and abs(x - light.x) < 160:
                continue
            lean, half = art.chance.uniform(-30, 30), wide / 2
            trunk = [(x - half * 1.7, 570), (x - half, 360), (x + lean - half * 0.6, -9), (x + lean + half * 0.6, -9)]
            art.shape(art.shake([*trunk, (x + half, 360), (x + half * 1.9, 570)], 3), tone, 1.8 if n else 1.0)
            for _ in range(2):
                y, side = art.chance.uniform(20, 300), art.chance.choice((-1, 1))
                long = wide * art.chance.uniform(2, 3.4)
                bough = [(x + lean / 2, y + long * 0.5), (x + side * long * 0.6, y), (x + side * long, y - long * 0.5)]
                art.stroke(bough, tone, wide * 0.42, 0)
    art.shape("-9 500!, 150 470, 420 488, 699 460!, 699 569!, -9 569!", tones["near"], 1.8, 1)


def study(art, tones, light):
    """Draw shelves of books up to the ceiling, and candles on them."""
    wall(art, {**tones, "stone": tones["near"]})
    for row in range(4):
        foot, x = 118 + 128 * row, 24.0
        while x < WIDE - 30:
            wide, high = art.chance.uniform(22, 44), art.chance.uniform(70, 104)
            tone = mix(art.chance.choice([tones["stone"], tones["far"], tones["mid"]]), tones["night"], 0.3)
            lean = art.chance.choice((0, 0, 0, 9))
            book = [(x + lean, foot - high), (x + wide - 3 + lean, foot - high), (x + wide - 3, foot), (x, foot)]
            art.shape(art.rough(book, 0.8, 90), art.lit(tone, x, foot - 40, 0.8), 1.3, 0)
            x += wide
        art.shape(
            art.rough([(-9, foot), (WIDE + 9, foot), (WIDE + 9, foot + 13), (-9, foot + 13)], 1, 90), "#2a1620", 1.6
        )
    art.shape(ring(light.x, light.y, 150, 150, 30), glowing(art, tones, light, 170), 0, 0)


BACKDROPS = {
    "gate": gate,
    "window": window,
    "portcullis": portcullis,
    "pipe": pipe,
    "cave": cave,
    "swamp": swamp,
    "wood": wood,
    "study": study,
}


def write(root=ROOT, keys=()):
    """Write the pictures of the bosses, as paintings and as line art; return their paths."""
    folder, paths = Path(root) / FOLDER, []
    folder.mkdir(parents=True, exist_ok=True)
    for key in keys or DATA["bosses"]:
        drawing = draw(key)
        for end, line_art in (("", False), ("_lines", True)):
            svg = drawing.svg(line_art=line_art)
            if len(svg) > MOST_BYTES:
                sys.exit(f"{key}{end}.svg has {len(svg):,} bytes, at most {MOST_BYTES:,}")
            paths.append(folder / f"{key}{end}.svg")
            paths[-1].write_text(svg, encoding="utf-8")
    return paths


if __name__ == "__main__":
    for path in write(keys=sys.argv[1:]):
        print(path.relative_to(ROOT), f"{path.stat().st_size:,} bytes")
