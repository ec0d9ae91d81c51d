"""Draw the pixel pictures of Platformer anew: `python -m tools.art.pixels`.

Each is 24 x 24: a figure of boxes, ellipses and polygons, written as text. Its outline is dark, light falls on it from the
upper left, its shade is on the lower right; `d` draws dark details, `l` light ones, `-` takes away. What an icon is drawn in is
one colour, so the tones are parts of it. Pictures that are not listed were made of 12 x 12 by hand, and shaded alike.
"""

import itertools
import math
import re

from tests.conftest import ROOT

SIDE = 24
TONES = {"#": 1.0, "s": 0.74, "m": 0.5, "l": 0.2}  # outline, shade, middle, light


def inside(points, x, y):
    hit = False
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            hit = not hit
    return hit


def cells_of(shape):
    """Yield the cells of a shape: `e x y across down`, `r x y width height`, `p x y x y ...`, `t width x y x y ...` a stroke."""
    kind, *rest = shape.split()
    numbers = [float(each) for each in rest]
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
    """Return the tones of a picture by cell."""
    mass, dark, light = set(), set(), set()
    for shape in text.split(";"):
        sign, rest = re.fullmatch(r"\s*([-dl]?)\s*(.*?)\s*", shape, re.S).groups()
        cells = {(x, y) for x, y in cells_of(rest) if 0 <= x < SIDE and 0 <= y < SIDE}
        if sign == "-":
            mass, dark, light = mass - cells, dark - cells, light - cells
        elif sign == "d":
            dark, light = dark | cells, light - cells
        elif sign == "l":
            light, dark, mass = light | cells, dark - cells, mass | cells
        else:
            mass, dark, light = mass | cells, dark - cells, light - cells
    return shaded(mass, dark, light)


def shaded(mass, dark=frozenset(), light=frozenset()):
    """Return the tones of a figure: its rim dark, what faces the upper left light, what faces the lower right in shade."""
    rim = {
        (x, y) for x, y in mass if any(near not in mass for near in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)))
    }
    tones = {}
    for x, y in mass | dark:
        if (x, y) in dark or (x, y) in rim:
            tones[x, y] = "#"
        elif (x, y) in light or (x - 1, y) in rim or (x, y - 1) in rim:
            tones[x, y] = "l"
        elif (x + 1, y) in rim or (x, y + 1) in rim:
            tones[x, y] = "s"
        else:
            tones[x, y] = "m"
    return tones


def svg(tones):
    """Return a picture as an icon: a path for each tone, a box for each run of cells that is alike in rows below each other."""
    unit, paths = 512 / SIDE, []
    for tone, alpha in TONES.items():
        boxes, above = [], {}
        for y in range(SIDE):
            here, x = {}, 0
            while x < SIDE:
                end = x
                while tones.get((end, y)) == tone:
                    end += 1
                if end > x:
                    here[x, end] = above.get((x, end)) or [x, y, end, y]
                    here[x, end][3] = y + 1
                    if (x, end) not in above:
                        boxes.append(here[x, end])
                x = max(end, x + 1)
            above = here
        if boxes:
            look = "" if alpha == 1 else f' fill-opacity="{alpha}"'
            corners = ([round(each * unit, 1) for each in box] for box in boxes)
            spots = (f"M {a:g} {b:g} L {c:g} {b:g} L {c:g} {d + 0.3:g} L {a:g} {d + 0.3:g} Z" for a, b, c, d in corners)
            paths.append(f'<path{look} d="{" ".join(spots)}"/>')
    return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">' + "".join(paths) + "</svg>\n"


PICTURES = {
    "artifact_prism": """
        p 12 2 20 17 4 17; l p 12 4 12 16 6 16; t 1 0 12 7 11; t 1 17 10 23 7; t 1 18 13 23 12; t 1 19 15 23 17
        ; d t 1 12 3 12 16; r 2 19 20 2
    """,
    "attack_bite": """
        p 1 2 23 2 23 6 21 7 19 12 17 7 14 7 12 10 10 7 7 7 5 12 3 7 1 6
        ; p 1 22 23 22 23 18 21 17 19 13 17 17 14 17 12 14 10 17 7 17 5 13 3 17 1 18; l p 4 7 6 7 5 11
        ; l p 18 7 20 7 19 11
    """,
    "attack_blade": """
        p 21 1 22 2 22 6 11 17 7 13 18 2; d t 1 18 5 10 13; t 2 4 12 12 20; t 2 8 16 3 21; e 3.5 20.5 2.5 2.5
        ; l r 18 3 1 1
    """,
    "attack_decree": """
        r 4 2 13 19; e 5 3 3 2.4; e 16 20 4 2.6; d r 7 6 7 1; d r 7 9 8 1; d r 7 12 6 1; e 17 15 4 4
        ; d r 16 14 2 2; p 15 18 14 23 17 21 20 23 19 18
    """,
    "attack_gaze": """
        p 1 12 6 7 12 5 18 7 23 12 18 17 12 19 6 17; -e 12 12 6.2 5.4; e 12 12 4.6 4.6; d e 12 12 2 2
        ; l r 10 10 1 1; t 1 4 4 2 1; t 1 12 3 12 0; t 1 20 4 22 1
    """,
    "attack_gust": """
        t 2 1 8 14 8 17 6 16 3 13 3 12 5; t 2 1 12 20 12 22 15 20 18 17 17; t 2 1 16 11 16 13 19 11 21 9 20
        ; e 4 4 2.6 2; l t 1 3 8 8 8; l t 1 3 12 10 12
    """,
    "attack_hiss": """
        p 2 3 10 2 15 6 15 13 11 17 12 22 7 22 7 17 3 12; d r 5 6 2 2; l r 5 6 1 1; d t 1 3 11 12 10
        ; p 14 9 19 8 22 6 22 7 19 10 22 13 22 14 19 12 14 11; -r 19 9 1 3
    """,
    "attack_lance": """
        p 20 1 23 1 23 4 19 8 16 5; t 1 18 6 3 21; t 1 17 5 2 20; p 6 11 13 18 8 22 2 16; d t 1 8 14 7 17
        ; p 12 6 19 13 15 14 10 9; -p 14 9 16 11 15 12 13 10
    """,
    "attack_leap": """
        e 14 4 3 3; p 10 7 16 7 17 13 10 13; t 3 10 12 6 10 4 13; t 3 15 13 19 15 20 19; t 2 9 8 5 6
        ; t 2 16 8 21 6; d r 13 3 1 1; d r 15 3 1 1; t 1 4 23 7 21; t 1 10 23 10 18; t 1 15 23 14 20; r 0 23 24 1
    """,
    "attack_march": """
        p 1 5 5 4 6 9 10 11 11 14 1 14; r 1 14 10 2; d r 1 13 10 1; p 13 13 17 12 18 17 22 19 23 22 13 22
        ; d r 13 20 10 1; t 1 9 3 14 3; p 14 0 20 4 14 8; t 1 2 18 9 18; t 1 5 21 10 21
    """,
    "attack_muster": """
        e 12 8 6 6.5; r 6 9 12 7; d r 8 8 8 2; d r 11 8 2 7; -r 9 12 1 2; -r 14 12 1 2; p 3 23 5 17 19 17 21 23
        ; d r 11 18 2 5; p 11 2 13 2 17 0 20 2 18 5 13 4; l r 8 4 1 2
    """,
    "attack_shed_skin": """
        p 8 1 14 1 17 4 16 8 12 9 8 8 6 4; d r 9 4 1 2; d r 13 4 1 2
        ; p 9 8 15 8 17 12 13 15 8 14 5 18 8 21 18 20 21 16 23 18 20 23 6 23 2 20 3 15 7 11
        ; -p 10 10 13 10 14 12 12 13 10 12; -t 1 7 16 11 17 15 16; d t 1 8 21 10 22; d t 1 14 21 16 22
        ; l r 5 16 1 3
    """,
    "attack_snakes": """
        t 3 4 23 5 18 2 14 5 9 4 5; e 5 4 3.2 2.6; d r 5 3 1 1; t 3 12 23 12 18 15 13 11 9 13 6; e 12.5 4.5 3 3
        ; d r 13 4 1 1; t 3 20 23 18 18 22 13 18 9 20 6; e 19.5 4.5 3.2 2.6; d r 18 4 1 1; d t 1 2 4 0 4
        ; d t 1 22 4 23 3; d t 1 12 7 12 9
    """,
    "attack_statue": """
        r 4 20 16 3; r 6 17 12 3; e 12 5 3.6 3.8; p 8 9 16 9 18 12 17 17 7 17 6 12; t 2 6 11 3 15; t 2 17 11 20 6
        ; d t 1 12 10 10 13 13 15; d r 10 4 1 1; d r 13 4 1 1; -t 1 16 18 18 19
    """,
    "attack_sweep": """
        p 2 20 2 13 5 7 10 3 16 3 21 6 16 7 11 8 7 12 6 17; t 2 8 20 15 13; p 13 8 22 9 20 18 17 15 14 12
        ; l r 5 9 1 3; t 1 11 22 17 20; t 1 16 22 21 20
    """,
    "attack_tail": """
        p 1 5 8 3 15 5 20 10 21 16 18 21 13 22 15 19 17 16 16 11 12 8 7 8 3 10; t 2 2 3 2 11; d t 1 6 5 7 8
        ; d t 1 11 5 10 9; d t 1 16 8 13 10; d t 1 19 13 16 13; l r 5 6 1 1; t 1 9 13 5 13; t 1 9 16 3 16
        ; t 1 10 19 6 19
    """,
    "attack_tribute": """
        p 12 1 18 5 12 12 6 5; d t 1 7 5 17 5; d t 1 12 2 10 5 12 10
        ; p 1 16 6 14 10 16 15 16 15 18 21 14 23 16 16 22 7 22 1 21; d t 1 8 19 14 19; l r 9 4 1 1
    """,
    "boss_ikee": """
        p 3 9 3 2 8 6 12 1 16 6 21 2 21 9; p 4 9 20 9 20 15 16 23 8 23 4 15; d r 4 8 17 1; d r 7 11 4 3
        ; d r 13 11 4 3; l r 9 12 1 1; l r 15 12 1 1; d p 8 17 16 17 15 20 9 20; l r 9 17 1 1; l r 11 17 1 1
        ; l r 14 17 1 1; l r 11 3 1 3; l r 6 10 1 3
    """,
    "boss_medusa": """
        e 12 13 7 8; p 8 6 12 8 16 6 15 4 9 4; t 3 6 9 2 7 4 3; t 3 18 9 22 7 20 3; t 3 5 13 1 13 1 17
        ; t 3 19 13 22 13 22 17; t 3 9 5 8 1; t 3 15 5 16 1; d r 8 11 3 3; d r 14 11 3 3; l r 9 12 1 1
        ; l r 15 12 1 1; d p 9 17 15 17 14 20 10 20; l r 10 17 1 2; l r 13 17 1 2; d r 3 3 1 1; d r 20 3 1 1
        ; d r 8 1 1 1; d r 16 1 1 1
    """,
    "event_quake": """
        p 1 10 8 8 10 12 7 15 10 22 1 22; p 12 22 10 16 13 12 11 8 23 7 23 22; d t 1 9 8 11 12 8 15 11 22
        ; p 13 2 19 2 19 7 13 7; -r 15 4 2 3; p 3 4 8 3 8 8 3 9; t 1 1 1 3 2; t 1 21 2 23 1
    """,
    "event_reinforcements": """
        e 8 8 5 5; r 3 9 10 4; d r 4 8 8 2; p 1 22 3 14 13 14 14 22; d r 8 15 1 7
        ; p 16 9 20 9 20 13 23 13 23 17 20 17 20 21 16 21 16 17 13 17 13 13 16 13; l r 17 10 1 3
    """,
    "hero_bramble": """
        e 12 8 6 5.6; p 2 1 5 2 7 6 4 7; p 22 1 19 2 17 6 20 7; d r 9 7 1 2; d r 14 7 1 2; p 8 11 16 11 15 14 9 14
        ; d r 10 12 1 1; d r 13 12 1 1; p 3 14 21 14 21 19 18 22 6 22 3 19; t 3 3 15 2 20; t 3 20 15 21 20
        ; r 6 21 4 3; r 14 21 4 3; d r 8 18 8 1; l r 5 15 3 1
    """,
    "hero_marlo": """
        e 12 8 4.6 5; p 4 5 12 0 20 5 20 6 4 6; d r 10 8 1 2; d r 14 8 1 2; d t 1 9 11 11 12 13 12 15 11
        ; p 7 12 17 12 18 21 6 21; p 15 12 22 13 23 21 16 21; d r 16 15 6 1; d r 19 15 1 2; t 2 6 13 3 17 5 19
        ; e 4 19.5 2.4 2.4; r 7 21 3 3; r 13 21 3 3; d t 1 12 13 12 20
    """,
    "hero_orsolo": """
        e 7 3 2.6 2.6; e 17 3 2.6 2.6; e 12 7 6.2 5.6; d r 9 6 1 2; d r 14 6 1 2; e 12 10 3 2; d r 11 9 2 1
        ; p 4 12 20 12 21 19 18 22 6 22 3 19; e 12 17.5 4.6 4; t 4 4 13 3 18; t 4 20 13 20 18; r 5 21 5 3
        ; r 14 21 5 3; l r 6 13 4 1
    """,
    "hero_pip": """
        e 12 7 5.4 5.4; p 5 6 6 2 12 0 18 2 18 5 23 6 23 7 6 7; d r 9 9 1 2; d r 14 9 1 2; d r 11 12 3 1
        ; p 8 13 16 13 18 20 6 20; t 2 7 14 3 18; t 2 17 14 20 11; t 1 21 6 20 11; r 7 20 3 3; r 14 20 3 3
        ; r 5 22 5 2; r 14 22 5 2; d r 8 17 8 1
    """,
    "hero_quill": """
        e 11 8 4.8 4.8; p 5 6 8 2 16 3 18 7 8 6; p 15 3 20 0 22 2 18 5; d r 9 8 1 2; d r 13 8 1 2
        ; p 6 12 16 12 18 21 4 21; d t 1 6 12 12 20; t 1 20 7 22 12 22 16 20 21; d t 1 20 7 20 21; t 2 15 14 21 14
        ; t 1 15 14 23 14; t 2 5 13 3 17; r 6 21 3 3; r 12 21 3 3
    """,
    "hero_tinka": """
        e 12 7 5 5; d r 8 6 3 3; d r 13 6 3 3; l r 9 7 1 1; l r 14 7 1 1; p 6 4 8 0 12 2 16 0 18 4; d r 11 10 3 1
        ; p 8 12 16 12 17 20 7 20; d r 10 14 4 4; l r 11 15 2 2; t 2 7 13 3 17; t 2 16 13 19 16; t 2 20 9 19 17
        ; p 17 6 19 8 21 8 23 6 23 10 20 12 17 10; r 8 20 3 4; r 13 20 3 4; r 6 22 4 2; r 14 22 4 2
    """,
    "item_glove": """
        p 6 22 6 12 4 9 5 6 7 7 8 9 8 2 11 2 11 8 12 8 12 1 15 1 15 8 16 8 16 3 19 3 19 14 17 18 17 22
        ; d r 6 19 11 1; l r 9 3 1 5; l r 13 2 1 5
    """,
    "item_rope": """
        e 12 12 10 10; -e 12 12 7 7; e 12 12 6 6; -e 12 12 3 3; d t 1 3 8 5 10; d t 1 8 3 10 5; d t 1 16 3 14 5
        ; d t 1 20 8 18 10; d t 1 20 16 18 14; d t 1 15 20 14 18; d t 1 4 16 6 14; t 3 15 20 22 23
    """,
}


def write(root=ROOT):
    for name, text in PICTURES.items():
        (root / "fonts" / "icons" / f"pix_{name}.svg").write_text(svg(drawn(text)), encoding="utf-8")


if __name__ == "__main__":
    write()
