"""Tools to draw the pictures of the games: outlines through points, light, rims of light, and the same as line art.

A painting is an SVG of plain filled paths without transparency, so that printing houses accept it. The line art of the
same drawing has white shapes with contours, and strokes in one direction where the painting is darkest.
"""

import itertools
import math
import random
from pathlib import Path

import yaml

LINE = 2.6  # in a drawing 1200 wide: about half a millimetre on a page of 190 mm
INK = "#333333"
DARKEST, DARKER = 0.1, 0.15  # the highest lightness of the two tones that line art hatches


def rgb(color):
    return tuple(int(color[at : at + 2], 16) for at in (1, 3, 5))


def mix(one, other, part):
    """Return a colour between two, `part` of the second."""
    part = min(1.0, max(0.0, part))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in zip(rgb(one), rgb(other), strict=True))


def lightness(color):
    red, green, blue = rgb(color)
    return (0.3 * red + 0.59 * green + 0.11 * blue) / 255


def parts_of(scene):
    """Return the outlines of a scene from the YAML file beside its script, with their colours."""
    return yaml.safe_load(Path(scene).with_suffix(".yaml").read_text(encoding="utf-8"))


def ring(x, y, wide, high, count=24):
    """Return points around a spot."""
    return [
        (x + wide * math.cos(2 * math.pi * n / count), y + high * math.sin(2 * math.pi * n / count))
        for n in range(count)
    ]


def pip_on(corners, u, v, reach, count):
    """Return the outline of a pip on a face of a die, given the corners of the face from the top left around."""
    (a, b, c, d), points = corners, []
    for across, down in ring(u, v, reach, reach, count):
        top = [a[k] + (b[k] - a[k]) * across for k in (0, 1)]
        foot = [d[k] + (c[k] - d[k]) * across for k in (0, 1)]
        points.append((top[0] + (foot[0] - top[0]) * down, top[1] + (foot[1] - top[1]) * down))
    return points


def points_of(outline):
    """Return the points of an outline: `x y` between commas, with a `!` behind a corner; points stay unchanged."""
    if not isinstance(outline, str):
        return outline
    points = []
    for part in outline.split(","):
        x, y = part.replace("!", "").split()
        points.append((float(x), float(y), "!" in part))
    return points


def thin(parts, size, least=2):
    """Return the parts of a figure for a small size: only rims wider than `least`, thinner, and no dark details."""
    return [
        (outline, color, wide * size if wide > least else 0)
        for outline, color, wide in parts
        if wide > 1 or lightness(color) > DARKER
    ]


class Place:
    """The place and size of a figure: turns its own points into those of the picture."""

    def __init__(self, x, y, size=1.0, flip=False, turn=0.0):
        self.x, self.y, self.size, self.flip = x, y, size, flip
        self.cos, self.sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def __call__(self, outline):
        return [self.point(*point) for point in points_of(outline)]

    def point(self, x, y, *rest):
        x = -x if self.flip else x
        return (
            self.x + self.size * (x * self.cos - y * self.sin),
            self.y + self.size * (x * self.sin + y * self.cos),
            *rest,
        )


def bends(points, closed=True):
    """Return the curves through points as (begin, bend, bend, end); corners are sharp, lines between them straight."""
    count = len(points)
    sharp = [len(point) > 2 and point[2] for point in points]

    def slope(at):
        if sharp[at] or (not closed and at in (0, count - 1)):
            return (0.0, 0.0)
        before, after = points[(at - 1) % count], points[(at + 1) % count]
        return ((after[0] - before[0]) / 6, (after[1] - before[1]) / 6)

    curves = []
    for at in range(count if closed else count - 1):
        one, other = points[at], points[(at + 1) % count]
        length = math.dist(one[:2], other[:2])
        slopes = []
        for dx, dy in (slope(at), slope((at + 1) % count)):
            limit = length * 0.4
            size = math.hypot(dx, dy)
            part = limit / size if size > limit else 1.0
            slopes.append((dx * part, dy * part))
        (ax, ay), (bx, by) = slopes
        curves.append((one[:2], (one[0] + ax, one[1] + ay), (other[0] - bx, other[1] - by), other[:2]))
    return curves


def polyline(points, closed=True, step=4.0):
    """Return points along an outline, about a step apart."""
    line = []
    for one, bend, second, other in bends(points, closed):
        count = max(1, round(math.dist(one, other) / step))
        if bend == one and second == other:
            line += [
                (one[0] + (other[0] - one[0]) * n / count, one[1] + (other[1] - one[1]) * n / count)
                for n in range(count)
            ]
            continue
        for n in range(count):
            t = n / count
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            line.append(tuple(a * one[k] + b * bend[k] + c * second[k] + d * other[k] for k in (0, 1)))
    if not closed:
        line.append(tuple(points[-1][:2]))
    return line


def number(value):
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return {"-0": "0", "": "0"}.get(text, text).replace("0.", ".") if abs(value) < 1 else text


def joined(values):
    text = ""
    for value in values:
        one = number(value)
        text += one if not text or one[0] == "-" else " " + one
    return text


def path_of(points, closed=True, digits=1):
    """Return the path data of an outline, each point relative to the one before."""
    curves = bends(points, closed)
    x, y = (round(side, digits) for side in curves[0][0])
    text, last_name = f"M{joined((x, y))}", ""
    for one, bend, second, other in curves:
        end = [round(side, digits) for side in other]
        if bend == one and second == other:
            name, values = "l", (end[0] - x, end[1] - y)
        else:
            name, values = "c", (bend[0] - x, bend[1] - y, second[0] - x, second[1] - y, end[0] - x, end[1] - y)
        numbers = joined(values)
        text += (name if name != last_name else "" if numbers[0] == "-" else " ") + numbers
        last_name, (x, y) = name, end
    return text + ("z" if closed else "")


def clockwise(points):
    """Return the points of an outline in one direction, so that outlines of one colour may share a path."""
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, [*points[1:], points[0]], strict=True))
    return points if area >= 0 else points[::-1]


def sharing(rows):
    """Yield painted outlines, with neighbours of the same colour in one path, because it is read and printed faster."""
    for fill, neighbours in itertools.groupby(rows, lambda row: row[1]):
        outlines = [data for data, _ in neighbours]
        paths = outlines if "evenodd" in fill else [" ".join(outlines)]
        yield from (f'<path d="{data}" {fill}/>' for data in paths)


class Light:
    """A light of the picture: it colours the shapes near it, and the sides that face it have a rim."""

    def __init__(self, x, y, reach, color, strength=1.0):
        self.x, self.y, self.reach, self.color, self.strength = x, y, reach, color, strength

    def at(self, x, y):
        """Return how much of it falls on a spot, 0 to its strength."""
        far = math.hypot(x - self.x, y - self.y) / self.reach
        return self.strength / (1 + far * far) ** 1.5


class Drawing:
    """A picture that grows from back to front, painted and as line art."""

    def __init__(self, name, width, height, seed, ground, lights=()):
        self.name, self.width, self.height, self.ground, self.lights = name, width, height, ground, list(lights)
        self.chance = random.Random(seed)
        self.defs, self.painted, self.lines = [], [], []

    def lit(self, color, x, y, share=1.0):
        """Return a colour as the lights of the picture change it at a spot."""
        for light in self.lights:
            color = mix(color, light.color, share * light.at(x, y))
        return color

    def shake(self, points, by):
        """Return the points, each moved a bit at random, so that lines do not look ruled."""
        move = self.chance.gauss
        return [(p[0] + move(0, by), p[1] + move(0, by), *p[2:]) for p in points_of(points)]

    def rough(self, points, by=1.2, step=26):
        """Return the sides of a polygon broken and moved a bit, as a hand cuts paper."""
        corners, points = [], points_of(points)
        for one, other in zip(points, [*points[1:], points[0]], strict=True):
            count = max(1, round(math.dist(one[:2], other[:2]) / step))
            corners += [
                (one[0] + (other[0] - one[0]) * n / count, one[1] + (other[1] - one[1]) * n / count, True)
                for n in range(count)
            ]
        return self.shake(corners, by)

    def glow(self, x, y, reach, stops):
        """Return a radial gradient around a spot; stops are (part of the reach, colour)."""
        key = f"g{len(self.defs)}"
        rows = "".join(f'<stop offset="{at:g}" stop-color="{color}"/>' for at, color in stops)
        self.defs.append(
            f'<radialGradient id="{key}" gradientUnits="userSpaceOnUse" cx="{x:g}" cy="{y:g}" r="{reach:g}">{rows}</radialGradient>'
        )
        return f"url(#{key})"

    def fade(self, x, y, to_x, to_y, stops):
        """Return a gradient from one spot to another through colours."""
        key = f"g{len(self.defs)}"
        rows = "".join(f'<stop offset="{at:g}" stop-color="{color}"/>' for at, color in stops)
        self.defs.append(
            f'<linearGradient id="{key}" gradientUnits="userSpaceOnUse" x1="{x:g}" y1="{y:g}" x2="{to_x:g}" y2="{to_y:g}">{rows}</linearGradient>'
        )
        return f"url(#{key})"

    def shape(self, points, color, line=LINE, hatch=None, hole=None, digits=1):
        """Fill an outline; `line` is the width of its contour in line art, 0 if only the painting has it.

        `hatch` is how dense the strokes in it are; by default the colour decides.
        """
        points = points_of(points)
        if not self.seen(points):
            return
        data = path_of(clockwise(points), digits=digits) + (path_of(hole) if hole else "")
        rule = ' fill-rule="evenodd"' if hole else ""
        self.painted.append((data, f'fill="{color}"{rule}'))
        if hatch is None:
            tone = 1.0 if color[0] != "#" else lightness(color)
            hatch = 2 if tone < DARKEST else 1 if tone < DARKER else 0
        if line:
            width = f' stroke-width="{line:g}"' if line != LINE else ""
            self.lines.append(f'<path d="{data}"{rule}{width}/>')
        if hatch:
            self.strokes(polyline(points, step=6), 9 if hatch == 2 else 14, polyline(hole, step=6) if hole else [])

    def shapes(self, at, parts):
        """Fill outlines one after the other: each with its colour and other arguments of `shape`."""
        for outline, *look in parts:
            self.shape(at(outline), *look)

    def figure(self, at, parts, light, rim, *, shake=0.0, lines=(2.6, 1.4), turned=0.15):
        """Draw a figure from its parts, back to front: outline, colour, width of the rim of light.

        `lines` are the contours of parts with a rim and without.
        """
        for outline, color, wide in parts:
            points = self.shake(at(outline), shake) if shake else at(outline)
            self.shape(points, color, lines[0] if wide else lines[1], None if wide or lightness(color) < DARKEST else 0)
            if wide:
                self.rim(points, rim, light, wide, turned)

    def seen(self, points):
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        return max(xs) > 0 and max(ys) > 0 and min(xs) < self.width and min(ys) < self.height

    def strokes(self, outline, gap, hole=(), lean=58):
        """Hatch an area of the line art: strokes that swell and end thin, at slightly different distances."""
        cos, sin = math.cos(math.radians(lean)), math.sin(math.radians(lean))
        rings = [[(x * cos + y * sin, -x * sin + y * cos) for x, y in ring] for ring in (outline, hole) if ring]
        across = [y for ring in rings for _, y in ring]
        y, data = min(across) + gap / 2, ""
        while y < max(across):
            cuts = sorted(
                a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
                for ring in rings
                for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)
                if (a[1] <= y) != (b[1] <= y)
            )
            for begin, end in zip(cuts[::2], cuts[1::2], strict=False):
                begin, end = begin + self.chance.uniform(1, 4), end - self.chance.uniform(1, 5)
                if end - begin < 5:
                    continue
                wide, middle = self.chance.uniform(1.2, 1.9), begin + (end - begin) * self.chance.uniform(0.3, 0.6)
                turned = [(begin, y), (middle, y + wide), (end, y + self.chance.uniform(-1, 1))]
                if (spots := [(x * cos - v * sin, x * sin + v * cos, True) for x, v in turned]) and self.seen(spots):
                    data += path_of(spots)
            y += gap * self.chance.uniform(0.85, 1.15)
        if data:
            self.lines.append(f'<path d="{data}" fill="{INK}" stroke="none"/>')

    def rim(self, points, color, light, wide=4.0, turned=0.25, closed=True, line=True, step=3.5):
        """Draw a rim of light along the sides of an outline that face a light: a `Light`, or a point."""
        ring = polyline(points_of(points), closed, step=step)
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))
        side = 1 if area > 0 else -1
        count, inner = len(ring), []
        for at, (x, y) in enumerate(ring):
            before, after = ring[(at - 1) % count], ring[(at + 1) % count]
            dx, dy = after[0] - before[0], after[1] - before[1]
            size = math.hypot(dx, dy) or 1
            nx, ny = side * dy / size, -side * dx / size
            lx, ly = (light[0] - x, light[1] - y) if isinstance(light, tuple) else (light.x - x, light.y - y)
            far = math.hypot(lx, ly) or 1
            faces = (nx * lx + ny * ly) / far
            part = max(0.0, (faces - turned) / (1 - turned))
            inner.append((x - nx * wide * part, y - ny * wide * part, part))
        start = next((at for at in range(count) if inner[at][2] <= 0), 0)
        run = []
        for n in range(count + 1):
            at = (start + n) % count
            if inner[at][2] > 0 and n < count:
                run.append(at)
                continue
            if len(run) > 2:
                indexes = run[::2] if run[-1] in run[::2] else [*run[::2], run[-1]]
                band = [(*ring[k], False) for k in indexes] + [
                    (inner[k][0], inner[k][1], False) for k in reversed(indexes)
                ]
                band[0], band[len(indexes) - 1] = (*band[0][:2], True), (*band[len(indexes) - 1][:2], True)
                self.painted.append((path_of(clockwise(band)), f'fill="{color}"'))
                if line:
                    self.lines.append(f'<path d="{path_of(band)}" stroke="none"/>')
            run = []

    def stroke(self, points, color, wide, line=1.6, ends=0.15):
        """Draw a line that swells and ends thin, like a brush stroke."""
        points = points_of(points)
        length = sum(math.dist(a[:2], b[:2]) for a, b in itertools.pairwise(points))
        ring = polyline(points, closed=False, step=max(9, length / 7))
        if len(ring) < 2 or not self.seen(ring):
            return
        left, right = [], []
        for at, (x, y) in enumerate(ring):
            before, after = ring[max(0, at - 1)], ring[min(len(ring) - 1, at + 1)]
            dx, dy = after[0] - before[0], after[1] - before[1]
            size = math.hypot(dx, dy) or 1
            part = at / (len(ring) - 1)
            half = wide / 2 * (ends + (1 - ends) * math.sin(math.pi * (0.08 + 0.84 * part)))
            left.append((x - dy / size * half, y + dx / size * half, False))
            right.append((x + dy / size * half, y - dx / size * half, False))
        data = path_of(clockwise(left + right[::-1]))
        self.painted.append((data, f'fill="{color}"'))
        if line:
            self.lines.append(
                f'<path d="{data}" fill="{INK}" stroke="none"/>'
                if wide < 4
                else f'<path d="{data}" stroke-width="{line:g}"/>'
            )

    def svg(self, *, line_art=False):
        """Return the picture as SVG, painted or as line art."""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}">'
        if line_art:
            group = f'<g fill="#fff" stroke="{INK}" stroke-width="{LINE}" stroke-linejoin="round">'
            return "\n".join([head, group, *self.lines, "</g>", "</svg>"]) + "\n"
        ground = f'<path d="M0 0h{self.width}v{self.height}h-{self.width}z" fill="{self.ground}"/>'
        return "\n".join([head, "<defs>", *self.defs, "</defs>", ground, *sharing(self.painted), "</svg>"]) + "\n"
