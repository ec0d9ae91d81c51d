"""Redraw the places of dungeons: `python -m tools.art.places`.

A place is a ground of 600 x 180 with parts of 120 x 180 beside each other on it; the floor begins at 146. Each is drawn
as a painting and as line art.
"""

import math
import random

from tests.conftest import ROOT
from tools.art.brush import parts_of

FOLDER = "layouts/paper-dungeons/art/places"


class Drawing:
    """Filled outlines of one picture, with rough edges; in line art they are white with contours."""

    def __init__(self, name, tones, line_art):
        self.chance, self.tones, self.line_art, self.items = random.Random(name), tones, line_art, []

    def poly(self, points, tone, rough=0.9):
        color = self.tones[tone] if isinstance(tone, int) else tone
        spots = [(x + self.chance.uniform(-rough, rough), y + self.chance.uniform(-rough, rough)) for x, y in points]
        path = "M" + "L".join(f"{x:.0f} {y:.0f}" if rough >= 0.9 else f"{x:.1f} {y:.1f}" for x, y in spots) + "Z"
        look = 'fill="#ffffff" stroke="#777777" stroke-width="2.4"' if self.line_art else f'fill="{color}"'
        self.items.append(f'<path {look} d="{path}"/>')

    def box(self, x, y, width, height, tone):
        self.poly([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], tone)

    def disc(self, x, y, across, tone, down=None, sides=14):
        turns = (2 * math.pi * at / sides for at in range(sides))
        self.poly([(x + across * math.sin(at), y - (down or across) * math.cos(at)) for at in turns], tone, 0.5)

    def arch(self, x, y, width, height, tone):
        """Draw an arch; `x`, `y` is the middle of its foot."""
        half = width / 2
        top = [
            (x + half * math.cos(at * math.pi / 8), y - height + half - half * math.sin(at * math.pi / 8))
            for at in range(9)
        ]
        self.poly([(x + half, y), *top, (x - half, y)], tone, 0.7)

    def glow(self, x, y, across):
        if not self.line_art:
            for part, share in ((1.0, 0.16), (0.66, 0.3), (0.38, 0.55)):
                self.disc(x, y, across * part, mixed(self.tones[1], self.tones[5], share))

    def svg(self, width):
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 180">' + "".join(self.items) + "</svg>\n"


def mixed(one, other, share):
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def ground(d, place):
    """Draw the far plane of a place from edge to edge, with a calm left third."""
    d.box(-4, -4, 608, 188, 1)
    far, deep = d.tones[0], mixed(d.tones[0], d.tones[1], 0.55)
    if place in ("cellar", "crypt", "flood", "tomb"):
        for at in range(6):
            d.arch(60 + at * 112, 146, 84, 118 + 8 * (at % 2), deep if at < 2 else far)
            if place != "tomb":
                d.arch(60 + at * 112, 146, 54, 88 + 8 * (at % 2), mixed(d.tones[1], d.tones[2], 0.5))
    elif place == "tower":
        for at in range(4):
            d.arch(90 + at * 150, 110, 50, 92, mixed(d.tones[1], d.tones[2], 0.7) if at == 0 else "#20264f")
        for x, y in ((222, 50), (250, 72), (384, 44), (404, 84), (530, 60), (552, 40)):
            d.disc(x, y, 2.4, 5, sides=5)
        for y in (22, 122):
            d.box(-4, y, 608, 5, 0)
    elif place == "mine":
        top = [(-4, -4)] + [(x, 22 + d.chance.randint(0, 26)) for x in range(0, 640, 40)] + [(604, -4)]
        for at in range(5):
            x = 70 + at * 125
            d.poly(
                [(x - 52, 146), (x - 34, 74), (x - 8, 52), (x + 24, 66), (x + 48, 110), (x + 58, 146)],
                deep if at < 2 else far,
            )
        d.poly(top, 2)
    else:
        for at in range(9):
            d.disc(20 + at * 74, 84 + 14 * (at % 3), 52, deep if at < 3 else far, 46)
        for at in range(7):
            d.box(36 + at * 92, 84, 10, 66, 2)
    d.box(-4, 146, 608, 40, 2)
    if place == "flood":
        for at in range(14):
            x, y = 20 + at * 43, 154 + 9 * (at % 3)
            d.poly([(x - 16, y), (x, y - 2), (x + 18, y), (x, y + 2)], 0, 0.4)
    else:
        for at in range(9):
            d.poly([(30 + at * 68, 146), (33 + at * 68, 146), (12 + at * 74, 182), (6 + at * 74, 182)], 1, 0.4)


def write(root=ROOT):
    """Write the ground and the parts of each place, as a painting and as line art."""
    folder = root / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    data = parts_of(__file__)
    for place, tones in data["tones"].items():
        for line_art, end in ((False, ""), (True, "_lines")):
            ground_drawing = Drawing(place, tones, line_art)
            ground(ground_drawing, place)
            (folder / f"{place}{end}.svg").write_text(ground_drawing.svg(600), encoding="utf-8")
            for at, part in enumerate(data["places"][place], 1):
                part_drawing = Drawing(f"{place} {at}", tones, line_art)
                for kind, *arguments in data["parts"][part]:
                    getattr(part_drawing, kind)(*arguments)
                (folder / f"{place}_{at}{end}.svg").write_text(part_drawing.svg(120), encoding="utf-8")


if __name__ == "__main__":
    write()
