"""Paper Dungeons: four heroes before a gate in a vault; a map of paper unrolls as their floor, and something opens its eyes."""

import itertools
import math

from tools.art.brush import Drawing, Light, Place, mix, parts_of, points_of, thin

PARTS = parts_of(__file__)
NIGHT, STONE, GOLD, EMBER, PAPER = "#12152b", "#3a4270", "#f7d98c", "#e2702a", "#e9d9ae"
BLACK, DUSK, COLD = "#15172a", "#191c35", "#2a3056"
FOCAL, EYE, ASIDE, HORIZON, MIDDLE = 760.0, 2.35, 0.75, 372.0, 690.0
RIBS = (2.7, 4.7, 7.3, 10.6, 14.4)
PROFILE = 20


def spot(x, y, z):
    """Return the spot in the picture of a point of the vault: metres right of its middle, above its floor, away."""
    return (MIDDLE + FOCAL * (x - ASIDE) / z, HORIZON + FOCAL * (EYE - y) / z, True)


def profile(part, wide, spring=2.9):
    """Return a point of the arch of a vault, from its left foot over the top to its right one."""
    foot = 0.26
    if part < foot:
        return -wide, spring * part / foot
    if part > 1 - foot:
        return wide, spring * (1 - part) / foot
    angle = math.pi * (part - foot) / (1 - 2 * foot)
    return -wide * math.cos(angle), spring + wide * math.sin(angle)


def draw(seed=7):
    art = Drawing("paper-dungeons", 1200, 800, seed, NIGHT)
    gate = Light(*spot(0, 2.2, RIBS[-1])[:2], 190, "#eeb05a", 0.9)
    torches = [
        Light(*spot(x, 3.05, z)[:2], reach, "#f08a3a", 0.75) for x, z, reach in ((-2.62, 4.7, 88), (2.62, 7.3, 58))
    ]
    art.lights = [gate, *torches]
    vault(art)
    floor(art)
    dragon(art, Place(gate.x - 6, gate.y - 14, 0.95, turn=-5))
    unrolled(art)
    for torch, high in zip(torches, (46, 31), strict=True):
        flame(art, Place(torch.x, torch.y, high / 46))
    heroes(art, gate)
    return art


def vault(art):
    far = RIBS[-1]
    x, y, _ = spot(0, 2.2, far)
    glow = art.glow(x, y, 210, ((0, "#fff3cf"), (0.35, "#fbdf96"), (0.75, "#eda648"), (1, "#b8612a")))
    opening = [(*spot(*profile(n / PROFILE, 2.5), far)[:2], True) for n in range(PROFILE + 1)]
    art.shape(opening, glow, hatch=0)
    for at in range(len(RIBS) - 1, -1, -1):
        z = RIBS[at]
        if at < len(RIBS) - 1:
            barrel(art, z, RIBS[at + 1], at)
        rib(art, z, at)
    barrel(art, 1.3, RIBS[0], -1)


def stone(art, corners, base, share=1.0, line=0.0, hatch=0, by=0.9):
    x, y = sum(p[0] for p in corners) / 4, sum(p[1] for p in corners) / 4
    tone = mix(base, NIGHT if art.chance.random() < 0.5 else STONE, art.chance.uniform(0, 0.13))
    art.shape(art.rough(corners, by, 70), art.lit(tone, x, y, share), line, hatch, digits=0)


def barrel(art, near, far, at):
    """Draw the wall between two ribs: courses of stones, in the dark behind the ribs."""
    base = mix(NIGHT, "#2b315a", 0.35 + 0.15 * max(0, at))
    outline = [spot(*profile(n / PROFILE, 3.15), near) for n in range(PROFILE + 1)]
    inner = [spot(*profile(n / PROFILE, 3.15), far) for n in range(PROFILE + 1)]
    for n in range(PROFILE):
        cuts = [0, art.chance.uniform(0.3, 0.7), 1] if at >= 0 else [0, 1]
        for begin, end in itertools.pairwise(cuts):
            a, b, c, d = (
                tuple(one + (other - one) * part for one, other in zip(outline[k][:2], inner[k][:2], strict=True))
                for k, part in ((n, begin), (n + 1, begin), (n + 1, end), (n, end))
            )
            stone(art, [a, b, c, d], mix(base, BLACK, art.chance.uniform(0, 0.3)), 0.55)


def rib(art, z, at):
    """Draw an arch: its dark face towards us, and its inner side, which the gate lights."""
    base = mix("#1d2244", STONE, 0.17 * at)
    thick = 0.75
    for n in range(PROFILE):
        one, other = n / PROFILE, (n + 1) / PROFILE
        gap = 0.003
        inner = [spot(*profile(one + gap, 2.5), z + thick), spot(*profile(other - gap, 2.5), z + thick)]
        front = [spot(*profile(other - gap, 2.5), z), spot(*profile(one + gap, 2.5), z)]
        stone(art, inner + front, mix(base, "#57547f", 0.08 + 0.07 * at), 1.35, line=1.2 if at < 3 else 0.8)
        wide = 3.3 if at else 4.4
        outer = [spot(*profile(one + gap, wide), z), spot(*profile(other - gap, wide), z)]
        face = mix(base, BLACK, 0.45 if at < 1 else 0.25)
        stone(art, outer + front, face, 0.75 if at else 0.3, line=1.6 if at < 2 else 1.0, hatch=1 if at == 0 else 0)


def floor(art):
    z = RIBS[-1]
    rows = [2.05]
    while rows[-1] < z:
        rows.append(rows[-1] * 1.16)
    for far, near in zip(rows[:0:-1], rows[-2::-1], strict=True):
        x = -3.1 + art.chance.uniform(-0.5, 0)
        while x < 3.1:
            wide = art.chance.uniform(0.8, 1.4)
            corners = [
                spot(x, 0, near),
                spot(min(3.2, x + wide - 0.04), 0, near),
                spot(min(3.2, x + wide - 0.04), 0, far * 0.99),
                spot(x, 0, far * 0.99),
            ]
            stone(art, corners, mix("#171b36", "#343a63", min(1, near / 13)), 0.9, line=1.0 if abs(x) > 1.5 else 0)
            x += wide


def dragon(art, at):
    """Draw the dragon in the gate: horns, frills, a long snout, and eyes that have just opened."""

    def both(text, color, line=1.4, hatch=None):
        for side in (-1, 1):
            art.shape(at([(side * x, y, *rest) for x, y, *rest in points_of(text)]), color, line, hatch)

    both(
        "30 170!, 40 60, 66 -6, 112 -74!, 126 -40, 142 40!, 124 20, 112 52!, 98 40, 84 86!, 70 76, 60 170!",
        "#b36a30",
        1.0,
        0,
    )
    for finger in ("66 -6!, 84 30, 84 86!", "66 -6!, 100 14, 112 52!", "66 -6!, 112 -10, 142 40!"):
        for side in (-1, 1):
            art.stroke(at([(side * x, y, *rest) for x, y, *rest in points_of(finger)]), "#7c3f22", 3.4, 0)
    art.shape(at("-64 160!, -66 112, -44 76, -24 20, 26 20, 46 76, 70 116, 72 160!"), "#2a1620", 1.6, 2)
    for scale in (92, 108, 124, 140):
        art.stroke(at([(-26, scale - 6), (0, scale + 4), (26, scale - 6)]), "#5a2b22", 2.4, 0)
    both("12 -54!, 20 -96, 44 -124, 50 -170!, 76 -134, 70 -96, 46 -66, 40 -34!", BLACK)
    both("38 -46!, 64 -60, 84 -60, 104 -84!, 100 -52, 78 -32, 52 -22!", BLACK)
    both("48 -26!, 78 -26, 106 -34!, 88 -12, 98 -2!, 78 2, 82 18!, 62 14, 46 10!", "#1d0f1a")
    art.shapes(at, PARTS["head"])
    for y in (-40, -14, 10, 32):
        art.shape(at(f"-7 {y}!, 0 {y - 16}!, 7 {y}!, 0 {y + 8}"), "#43222a", 0, 0)
    both("12 8!, 30 -14, 54 -26!, 48 -4, 32 8", EMBER, 1.0, 0)
    both("18 6!, 32 -10, 49 -19!, 43 -3, 30 6", "#fff1c0", 0, 0)
    both("31 -11!, 35 -2, 32 6!, 28 -2", BLACK, 0.8, 0)
    both("8 88!, 15 78, 21 90!, 15 94", EMBER, 0.8, 0)
    both("24 98!, 29 92!, 29 114!", "#fbe9bb", 0.8, 0)
    both("8 108!, 14 105!, 12 118!", "#fbe9bb", 0.8, 0)
    art.shapes(at, PARTS["claw"])
    for wisp in ("-14 84, -40 70, -34 40, -60 20, -52 -20", "14 84, 34 60, 26 36, 40 10"):
        art.stroke(at(wisp), "#e9b565", 4, 0)


def unrolled(art):
    """Draw the map from the heroes to the gate; its far end is still a roll."""
    near, far, left, right = 2.62, 11.2, -1.18, 1.5
    count = 12
    for n in range(count - 1, -1, -1):
        z, back = (near * (far / near) ** (k / count) for k in (n, n + 1.03))
        corners = [spot(left, 0.02, z), spot(right, 0.02, z), spot(right, 0.02, back), spot(left, 0.02, back)]
        part = n / (count - 1)
        art.shape(art.rough(corners, 1.0, 300), mix("#6f6655", "#fbe3a6", part**0.8), 0, 0)
    edge = [spot(left, 0.02, near), spot(left, 0.02, far), spot(right, 0.02, far), spot(right, 0.02, near)]
    art.lines.append(
        f'<path d="M{edge[0][0]:.0f} {edge[0][1]:.0f}L{edge[1][0]:.0f} {edge[1][1]:.0f}L{edge[2][0]:.0f} {edge[2][1]:.0f}L{edge[3][0]:.0f} {edge[3][1]:.0f}z"/>'
    )
    across, wide = 4, (right - left) / 4
    deep = (far - near) / 8

    def pencil(x, z, to_x, to_z, thick=0.05, color="#3d2f33"):
        ends = [spot(left + x * wide, 0.03, near + z * deep), spot(left + to_x * wide, 0.03, near + to_z * deep)]
        middle = (ends[0][1] + ends[1][1]) / 2
        art.stroke(
            art.shake([ends[0], ends[1]], 0.8),
            color,
            max(1.2, thick * 700 / (700 / max(1.0, (middle - HORIZON) / 2.3))),
            ends=0.7,
        )

    for n in range(9):
        pencil(0.02, n, 3.98, n, 0.012, "#7d6a55")
    for n in range(across + 1):
        pencil(n, 0, n, 8, 0.012, "#7d6a55")
    for wall in (
        (1, 1, 1, 3),
        (1, 3, 2, 3),
        (3, 2, 3, 4),
        (2, 5, 3, 5),
        (1, 4, 1, 6),
        (3, 6, 4, 6),
        (2, 6, 2, 8),
        (0, 2, 1, 2),
        (3, 1, 4, 1),
    ):
        pencil(*wall, 0.05, "#2a1f28")
    for x, z in ((0.5, 3.5), (2.5, 3.5), (3.5, 4.5), (1.5, 6.5), (2.5, 1.4), (0.5, 5.5)):
        pencil(x - 0.24, z - 0.24, x + 0.24, z + 0.24, 0.03, "#8f2f1d")
        pencil(x - 0.24, z + 0.24, x + 0.24, z - 0.24, 0.03, "#8f2f1d")
    walk = [(1.5, 2.2), (2.5, 2.4), (2.5, 4.4), (1.5, 4.5), (1.5, 5.5), (3.4, 5.6), (3.3, 7.4)]
    for (x, z), (to_x, to_z) in itertools.pairwise(walk):
        for n in range(3):
            pencil(
                x + (to_x - x) * n / 3,
                z + (to_z - z) * n / 3,
                x + (to_x - x) * (n + 0.6) / 3,
                z + (to_z - z) * (n + 0.6) / 3,
                0.03,
                "#35508a",
            )
    a, b = spot(left - 0.05, 0.02, far), spot(right + 0.05, 0.02, far)
    high = FOCAL * 0.42 / far
    low = b[1] + 2
    roll = f"{a[0]} {a[1] - high}!, {b[0]} {b[1] - high}!, {b[0] + 5} {b[1] - high / 2}, {b[0]} {low}!, {a[0]} {low}!"
    art.shape(f"{roll}, {a[0] - 5} {a[1] - high / 2}", "#8d6a41", 1.6, 1)
    outline = f"{a[0]} {a[1] - high}!, {b[0]} {b[1] - high}!, {b[0]} {b[1] - high * 0.6}!, {a[0]} {a[1] - high * 0.6}!"
    art.shape(outline, "#fff0c4", 0, 0)
    art.stroke(
        f"{b[0] + 1} {b[1] - high * 0.7}, {b[0] - 3} {b[1] - high / 2}, {b[0] + 1} {b[1] - high * 0.3}", "#4a3526", 1.6
    )


def flame(art, at):
    art.shapes(at, PARTS["flame"])


def heroes(art, gate):
    positions = (
        ("warrior", 318, 748, 0.98, False),
        ("rogue", 512, 718, 0.95, False),
        ("cleric", 985, 722, 0.88, False),
        ("wizard", 806, 756, 0.95, False),
    )
    for _, x, y, size, _ in positions:
        lean = (x - gate.x) / (y - gate.y) * 1.1
        wide = 62 * size
        shade = (
            f"{x - wide} {y - 6}, {x + wide} {y - 6}, {x + wide * 1.7 + lean * 130} {y + 130}, "
            f"{x - wide * 1.7 + lean * 130} {y + 130}"
        )
        art.shape(art.rough(shade, 3, 40), "#191a33", 0, 1)
    for name, x, y, size, flip in positions:
        art.figure(Place(x, y, size, flip), PARTS[name], gate, "#ffd58a", shake=0.35, turned=0.12)


def frieze(seed=7):
    """Draw the head of sheets: the four before the gate, and the dragon in its light."""
    art = Drawing("paper-dungeons-frieze", 340, 90, seed, NIGHT)
    gate = Light(262, 44, 90, GOLD)
    for n, x in enumerate((-10, 46, 102, 158)):
        stones = f"{x} 90!, {x} 46, {x + 10} 20, {x + 28} 10, {x + 46} 20, {x + 56} 46, {x + 56} 90!"
        art.shape(stones, mix("#2b3262", "#6a6c94", n / 5), 0, 0)
        inner = f"{x + 8} 90!, {x + 8} 48, {x + 16} 28, {x + 28} 20, {x + 40} 28, {x + 48} 48, {x + 48} 90!"
        art.shape(inner, mix("#434b80", "#a08a86", n / 5), 0, 0)
    art.shape("190 90!, 194 40, 214 12, 262 -6, 310 12, 330 40, 334 90!", "#c87a33", 1.6, 0)
    art.shape("202 90!, 206 44, 224 20, 262 6, 300 20, 318 44, 322 90!", "#f9d88c", 1.4, 0)
    dragon(art, Place(262, 50, 0.34, turn=-5))
    art.shape("-5 84!, 120 82, 345 85!, 345 95!, -5 95!", "#e9d9ae", 1.6, 0)
    for name, x in (("warrior", 34), ("rogue", 80), ("wizard", 128), ("cleric", 172)):
        art.figure(Place(x, 87, 0.2), thin(PARTS[name], 0.4, 4), gate, "#ffd58a", lines=(1.4, 1.0))
    return art


def head(seed=11):
    """Draw the head of the player sheet: dark and calm behind the title, then the four on their way to the lit gate."""
    art = Drawing("paper-dungeons-head", 1960, 160, seed, NIGHT)
    gate = Light(1060, 84, 190, GOLD)
    art.lights = [gate, Light(700, 60, 70, "#f08a3a", 0.7)]
    for row in range(4):
        x, y = -art.chance.uniform(0, 70), 42 * row - 6
        while x < 1960:
            wide = art.chance.uniform(56, 104)
            near = 1 - min(1, abs(x + wide / 2 - gate.x) / 900)
            corners = [(x, y), (x + wide - 4, y), (x + wide - 4, y + 38), (x, y + 38)]
            stone(art, corners, mix("#171b36", "#3a4270", 0.15 + 0.6 * near), 0.9, 0, 0, 1.4)
            x += wide
    for n, x in enumerate((640, 760, 880)):
        sides = f"{x} 160!, {x} 76, {x + 14} 34, {x + 54} 12, {x + 94} 34, {x + 108} 76, {x + 108} 160!"
        art.shape(sides, mix("#232a56", "#7c7a9c", n / 3), 1.6, 0)
        inner = f"{x + 13} 160!, {x + 13} 80, {x + 26} 46, {x + 54} 28, {x + 82} 46, {x + 95} 80, {x + 95} 160!"
        art.shape(inner, mix("#12152b", "#4b5182", (n + 1) / 4), 1.4, 0)
    art.shape("940 160!, 944 74, 976 18, 1060 -14, 1144 18, 1176 74, 1180 160!", "#8a5334", 1.8, 0)
    glow = art.glow(1060, 84, 130, ((0, "#fff3cf"), (0.5, "#fbdf96"), (1, "#e89a3e")))
    art.shape("962 160!, 966 78, 994 36, 1060 6, 1126 36, 1154 78, 1158 160!", glow, 1.6, 0)
    dragon(art, Place(1062, 88, 0.6, turn=-5))
    art.shape("-9 149!, 640 147, 1100 150, 1970 147!, 1970 169!, -9 169!", "#4a4060", 1.6, 0)
    art.shape("640 149!, 860 147, 1160 149!, 1120 169!, 660 169!", PAPER, 1.2, 0)
    for name, x in (("warrior", 672), ("rogue", 744), ("wizard", 822), ("cleric", 896)):
        art.figure(Place(x, 155, 0.34), thin(PARTS[name], 0.5, 4), gate, "#ffd58a", lines=(1.6, 1.0))
    return art
