"""Redraw the pixel pictures of Platformer: `python -m tools.art.pixels`.

Each is 24 x 24: a figure of boxes, ellipses and polygons, written as text. It is light with a dark outline and shade on
its lower right; `d` draws dark details, `s` parts of a darker material, `l` light details, `-` erases. An icon has one
colour, so the two tones are shares of it. Other pictures were drawn by hand as 12 x 12, with the same shade.
"""

import itertools
import math
import re

from tests.conftest import ROOT
from tools.art.brush import parts_of

SIDE = 24
TONES = {"#": 1.0, "s": 0.5, "l": 0.13}  # outline, shade, light


def inside(points, x, y):
    is_inside = False
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            is_inside = not is_inside
    return is_inside


def cells_of(shape):
    """Yield the cells of a shape: `e x y across down`, `r x y width height`, `p x y ...`, stroke `t width x y ...`."""
    kind, *rest = shape.split()
    numbers = [float(number) for number in rest]
    if kind == "t":
        wide, *numbers = numbers
        spots = list(zip(numbers[::2], numbers[1::2], strict=True))
        for (ax, ay), (bx, by) in itertools.pairwise(spots):
            for at in range(49):
                x, y = ax + (bx - ax) * at / 48, ay + (by - ay) * at / 48
                low, high = -(wide - 1) / 2, wide / 2
                steps = [low + 0.5 * step for step in range(int((high - low) * 2) + 1)]
                yield from ((math.floor(x + dx), math.floor(y + dy)) for dx in steps for dy in steps)
        return
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    for y in range(SIDE):
        for x in range(SIDE):
            if kind == "e":
                (cx, cy), (across, down) = points
                is_in = ((x + 0.5 - cx) / across) ** 2 + ((y + 0.5 - cy) / down) ** 2 <= 1
            elif kind == "r":
                (left, top), (width, height) = points
                is_in = left <= x < left + width and top <= y < top + height
            else:
                is_in = inside(points, x + 0.5, y + 0.5)
            if is_in:
                yield x, y


def drawn(text):
    """Return the tones of a picture by cell: dark at its rim, light inside, in shade at its lower right."""
    tones = {}
    for shape in text.split(";"):
        sign, rest = re.fullmatch(r"\s*([-dls]?)\s*(.*?)\s*", shape, re.S).groups()
        for cell in cells_of(rest):
            if sign == "-":
                tones.pop(cell, None)
            elif all(0 <= side < SIDE for side in cell):
                tones[cell] = {"d": "#", "s": "s", "l": "L"}.get(sign, "l")
    mass = {cell for cell, tone in tones.items() if tone != "#"}

    def edged(x, y, *ways):
        return any((x + dx, y + dy) not in tones for dx, dy in ways)

    rim = {cell for cell in mass if edged(*cell, (-1, 0), (1, 0), (0, -1), (0, 1))}
    shade = {(x, y) for x, y in mass if (x + 1, y) in rim or (x, y + 1) in rim}
    return {
        cell: "#" if cell in rim else "s" if tone == "l" and cell in shade else tone.lower()
        for cell, tone in tones.items()
    }


def svg(tones):
    """Return a picture as an icon: a path for each tone, a box for each run of cells that is equal in adjacent rows."""
    unit, paths = 512 / SIDE, []
    for tone, alpha in TONES.items():
        boxes, above = [], {}
        for y in range(SIDE):
            row_boxes, x = {}, 0
            while x < SIDE:
                end = x
                while tones.get((end, y)) == tone:
                    end += 1
                if end > x:
                    row_boxes[x, end] = above.get((x, end)) or [x, y, end, y]
                    row_boxes[x, end][3] = y + 1
                    if (x, end) not in above:
                        boxes.append(row_boxes[x, end])
                x = max(end, x + 1)
            above = row_boxes
        if boxes:
            look = "" if alpha == 1 else f' fill-opacity="{alpha}"'
            corners = ([round(side * unit, 1) for side in box] for box in boxes)
            spots = (f"M {a:g} {b:g} L {c:g} {b:g} L {c:g} {d + 0.3:g} L {a:g} {d + 0.3:g} Z" for a, b, c, d in corners)
            paths.append(f'<path{look} d="{" ".join(spots)}"/>')
    return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">' + "".join(paths) + "</svg>\n"


PICTURES = parts_of(__file__)


def write(root=ROOT):
    for name, text in PICTURES.items():
        (root / "fonts" / "icons" / f"pix_{name}.svg").write_text(svg(drawn(text)), encoding="utf-8")


if __name__ == "__main__":
    write()
