"""Redraw the parts of dungeon maps: `python -m tools.art.map_parts`. Ten units are a millimetre of a room of 20 mm.

Walls and rivers are tiles for an edge; they reach over its ends, so that they meet at corners. Each has a painting and line art.
"""

import math

from tests.conftest import ROOT
from tools.art.brush import Drawing, mix

FOLDER = "layouts/paper-dungeons/art/map"
JOINT, STONE, LIT = "#2a2644", "#5f5983", "#8f8aae"
ROCK, FACET = "#2b2743", "#38335a"
BANK, WATER, RIPPLE = "#8c7f63", "#3a7fb4", "#d3eaf6"


def wall(name, high, stone, lit):
    """A course of dressed stones, each with a lit upper edge."""
    art = Drawing(name, 224, high, name, "none")
    art.shape([(0, 0, True), (224, 0, True), (224, high, True), (0, high, True)], JOINT, 2)
    x = 1.5
    while x < 222:
        wide = min(art.chance.uniform(26, 46), 222.5 - x)
        if 222 - x - wide < 16:
            wide = 222.5 - x
        tone = mix(stone, JOINT, art.chance.uniform(0, 0.28))
        corners = [(x, 1.8), (x + wide - 2, 1.8), (x + wide - 2, high - 1.8), (x, high - 1.8)]
        art.shape(art.rough(corners, 0.5, 60), tone, 1.6, 0)
        edge = [(x + 0.8, 2.2, True), (x + wide - 3, 2.2, True), (x + wide - 4, 6, True), (x + 1.6, 6, True)]
        art.shape(edge, mix(lit, tone, art.chance.uniform(0, 0.35)), 0)
        x += wide
    return art


def stream(art, half, color, line):
    """Draw a run of water from end to end, its banks winding, its ends round."""
    upper = [(20 + 10 * n, 26 - half - 2.2 * math.sin(n * 0.785) * (0 < n < 20)) for n in range(21)]
    lower = [(20 + 10 * n, 26 + half - 1.8 * math.sin(n * 0.785 + 0.7) * (0 < n < 20)) for n in range(21)]
    begin = [(20 - half * math.sin(math.pi * n / 6), 26 + half * math.cos(math.pi * n / 6)) for n in range(1, 6)]
    end = [(220 + half * math.sin(math.pi * n / 6), 26 - half * math.cos(math.pi * n / 6)) for n in range(1, 6)]
    art.shape([*upper, *end, *lower[::-1], *begin], color, line, 0)


def river_bank():
    art = Drawing("river_bank", 240, 52, 3, "none")
    stream(art, 21.5, BANK, 2.4)
    for _ in range(24):
        x, y = art.chance.uniform(24, 216), 26 + art.chance.choice((-19.5, 19.5))
        art.shape(art.shake([(x - 4, y), (x, y - 2), (x + 4, y), (x, y + 2)], 0.6), mix(BANK, "#ffffff", 0.35), 0)
    return art


def river():
    art = Drawing("river", 240, 52, 3, "none")
    stream(art, 16.5, WATER, 0)
    for n in range(7):
        x, y = 26 + 28 * n + art.chance.uniform(-6, 6), 26 + (-6, 5, -1)[n % 3]
        art.stroke([(x, y), (x + 7, y - 3), (x + 14, y), (x + 21, y + 2)], RIPPLE, 3, 0)
        art.lines.append(f'<path d="M{x:.0f} {y:.0f}q7 -6 12 0t12 0" fill="none" stroke="#777777"/>')
    return art


def steps():
    """The way in: steps that come up from below."""
    art = Drawing("steps", 88, 52, 5, "none")
    art.shape("0 0!, 88 0!, 80 52!, 8 52!", JOINT, 2)
    for n in range(4):
        y, aside = 2 + 12 * n, 3 + 2 * n
        tone = mix("#fffaf0", "#8f8aae", n / 4)
        tread = [(aside, y), (88 - aside, y), (87.5 - aside, y + 9.5), (aside + 0.5, y + 9.5)]
        art.shape(art.rough(tread, 0.5, 50), tone, 1.6, 0)
    return art


def arch():
    """A lit arch of the wall, calm in its middle, where its number is."""
    art = Drawing("arch", 60, 92, 6, "none")
    outer = "0 92!, 0 30, 8 8, 30 0, 52 8, 60 30, 60 92!"
    art.shape(outer, JOINT, 2)
    count = 9
    for n in range(count):
        a, b = (math.pi * (1 - k / count) for k in (n + 0.06, n + 0.94))
        ring = [(30 + r * math.cos(at), 30 - r * math.sin(at)) for r, at in ((29, a), (29, b), (22, b), (22, a))]
        art.shape([(*spot, True) for spot in ring], mix(STONE, LIT, art.chance.uniform(0, 0.5)), 1.2, 0)
    for n in range(5):
        for x in (1, 52):
            block = [(x, 32 + 12 * n), (x + 7, 32 + 12 * n), (x + 7, 42 + 12 * n), (x, 42 + 12 * n)]
            art.shape(art.rough(block, 0.4, 40), mix(STONE, LIT, art.chance.uniform(0, 0.5)), 1.2, 0)
    light = art.glow(30, 54, 52, ((0, "#fff6d6"), (0.55, "#ffe2a0"), (1, "#f2b04c")))
    art.shape("9 92!, 9 31, 15 16, 30 9, 45 16, 51 31, 51 92!", light, 1.6, 0)
    return art


def rock():
    """The rock around a map: facets, a little lighter each to the upper left."""
    art = Drawing("rock", 1400, 1600, 8, "none")
    art.shape("0 0!, 1400 0!, 1400 1600!, 0 1600!", ROCK, 0, 0)
    for row in range(20):
        for column in range(14):
            x, y = 100 * column + art.chance.uniform(0, 60), 80 * row + art.chance.uniform(0, 40)
            across, down = art.chance.uniform(20, 46), art.chance.uniform(14, 30)
            facet = [
                (x - across, y),
                (x - across * 0.3, y - down),
                (x + across, y - down * 0.6),
                (x + across * 0.4, y + down),
            ]
            tone = mix(ROCK, FACET, art.chance.uniform(0.3, 1))
            art.shape(art.shake([(*spot, True) for spot in facet], 3), tone, 2.4, 0, digits=0)
    return art


def write(root=ROOT):
    """Write all parts, as paintings and as line art."""
    folder = root / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    parts = [wall("wall", 26, STONE, LIT), wall("heavy_wall", 32, "#1d1a28", "#4a4660")]
    for art in (*parts, river_bank(), river(), steps(), arch(), rock()):
        (folder / f"{art.name}.svg").write_text(art.svg(), encoding="utf-8")
        (folder / f"{art.name}_lines.svg").write_text(art.svg(line_art=True), encoding="utf-8")


if __name__ == "__main__":
    write()
