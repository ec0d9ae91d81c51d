"""Paper Dungeons: four heroes before a gate in a vault; a map of paper unrolls as their floor, and something opens its eyes."""

import itertools
import math

from tools.art.brush import Drawing, Light, Place, mix, points_of

NIGHT, STONE, GOLD, EMBER, PAPER = "#12152b", "#3a4270", "#f7d98c", "#e2702a", "#e9d9ae"
BLACK, DUSK, COLD = "#15172a", "#191c35", "#2a3056"
FOCAL, EYE, ASIDE, HORIZON, MIDDLE = 760.0, 2.35, 0.75, 372.0, 690.0
RIBS = (2.7, 4.7, 7.3, 10.6, 14.4)
PROFILE = 20


def spot(x, y, z):
    """Return where a point of the vault is seen: metres to the right of its middle, above its floor, and away."""
    return (MIDDLE + FOCAL * (x - ASIDE) / z, HORIZON + FOCAL * (EYE - y) / z, True)


def profile(part, wide, spring=2.9):
    """Return a point of the arch that a vault has, from its left foot over the top to its right one."""
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
    dragon(art, gate)
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
    """Draw an arch: the face towards us in its own dark, and its inner side that the gate lights."""
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


def dragon(art, gate):
    """Draw what waits in the gate: horns, frills, a long snout, and eyes that have just opened."""
    at = Place(gate.x - 6, gate.y - 14, 0.95, turn=-5)

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
    art.shape(
        at(
            "0 -78!, 8 -56, 22 -60!, 34 -46, 52 -34!, 56 -8, 62 8!, 46 22, 34 40, 28 66, 30 84!, 22 100, 8 108, 0 104!, "
            "-8 108, -22 100, -30 84!, -28 66, -34 40, -46 22, -62 8!, -56 -8, -52 -34!, -34 -46, -22 -60!, -8 -56"
        ),
        BLACK,
        1.8,
        2,
    )
    for y in (-40, -14, 10, 32):
        art.shape(at(f"-7 {y}!, 0 {y - 16}!, 7 {y}!, 0 {y + 8}"), "#43222a", 0, 0)
    both("12 8!, 30 -14, 54 -26!, 48 -4, 32 8", EMBER, 1.0, 0)
    both("18 6!, 32 -10, 49 -19!, 43 -3, 30 6", "#fff1c0", 0, 0)
    both("31 -11!, 35 -2, 32 6!, 28 -2", BLACK, 0.8, 0)
    both("8 88!, 15 78, 21 90!, 15 94", EMBER, 0.8, 0)
    both("24 98!, 29 92!, 29 114!", "#fbe9bb", 0.8, 0)
    both("8 108!, 14 105!, 12 118!", "#fbe9bb", 0.8, 0)
    art.shape(
        at("-60 132!, -84 130, -104 142, -108 166!, -98 158, -94 172!, -84 160, -76 172!, -70 158, -58 158!"),
        BLACK,
        1.2,
        2,
    )
    for wisp in ("-14 84, -40 70, -34 40, -60 20, -52 -20", "14 84, 34 60, 26 36, 40 10"):
        art.stroke(at(wisp), "#e9b565", 4, 0)


def unrolled(art):
    """Draw the map: it lies from the heroes to the gate, its far end still a roll."""
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
    roll = [
        (a[0], a[1] - high),
        (b[0], b[1] - high),
        (b[0] + 5, b[1] - high / 2),
        (b[0], b[1] + 2),
        (a[0], a[1] + 2),
        (a[0] - 5, a[1] - high / 2),
    ]
    art.shape([(*p, n in (0, 1, 3, 4)) for n, p in enumerate(roll)], "#8d6a41", 1.6, 1)
    art.shape(
        [
            (a[0], a[1] - high, True),
            (b[0], b[1] - high, True),
            (b[0], b[1] - high * 0.6, True),
            (a[0], a[1] - high * 0.6, True),
        ],
        "#fff0c4",
        0,
        0,
    )
    art.stroke(
        [(b[0] + 1, b[1] - high * 0.7), (b[0] - 3, b[1] - high / 2), (b[0] + 1, b[1] - high * 0.3)], "#4a3526", 1.6
    )


def flame(art, at):
    art.shape(at("-7 6!, 7 6!, 4 70, 0 78!, -4 70"), BLACK, 1.6, 2)
    art.shape(at("-13 2!, 13 2!, 9 14!, -9 14!"), "#2b1c1c", 1.6, 1)
    art.shape(at("-12 4, -18 -16, -6 -34, -2 -60!, 10 -36, 17 -18, 11 4"), EMBER, 1.6, 0)
    art.shape(at("-6 3, -9 -12, 0 -26, 3 -40!, 9 -14, 6 3"), "#f9c45a", 0, 0)
    art.shape(at("-3 2, -4 -8, 1 -20!, 4 -8, 3 2"), "#fff4d2", 0, 0)


def figure(art, at, gate, parts):
    """Draw a figure from its parts, back to front: outline, colour, how wide its rim of light is."""
    for outline, color, rim in parts:
        points = art.shake(at(outline), 0.35)
        art.shape(points, color, 2.6 if rim else 1.4, None if rim or color == BLACK else 0)
        if rim:
            art.rim(points, "#ffd58a", gate, rim, 0.12)


WARRIOR = (
    ("66 -60!, 74 -64!, 132 -352!, 124 -354!", "#2a1c1e", 2),
    ("112 -330!, 92 -352, 66 -356, 54 -344!, 62 -320, 66 -296, 60 -276!, 84 -278, 104 -292, 118 -310!", BLACK, 4),
    ("128 -340!, 150 -356, 162 -352!, 160 -322, 148 -300!, 120 -312!", BLACK, 3),
    ("-52 -132!, -56 -84, -62 -42, -66 -18, -84 0!, -36 0!, -34 -22, -28 -60, -12 -128!", BLACK, 3),
    ("2 -128!, 14 -74, 22 -36, 22 0!, 70 0!, 58 -16, 54 -62, 46 -132!", BLACK, 3),
    ("-40 -60!, -62 -58!, -64 -34!, -38 -34!", COLD, 0),
    ("18 -60!, 54 -62!, 54 -36!, 22 -34!", COLD, 0),
    (
        "-70 -226, -84 -196, -84 -156, -72 -118, -66 -92!, -48 -104, -34 -84!, -14 -100, 4 -82!, 22 -102, 42 -88!, 54 -110, 66 -140, 72 -196, 64 -232, 34 -248, -36 -248",
        "#1c1422",
        4,
    ),
    ("-60 -132!, -20 -124, 20 -124, 60 -134!, 60 -118!, 20 -108, -22 -108, -62 -116!", BLACK, 0),
    ("-8 -126!, 10 -126!, 10 -106!, -8 -106!", "#a0773a", 0),
    ("-28 -224!, -34 -180, -26 -136!, -22 -180", DUSK, 0),
    ("24 -222!, 34 -180, 26 -134!, 18 -180", DUSK, 0),
    ("-66 -224, -92 -206, -104 -160, -98 -112, -92 -88, -74 -90, -78 -120, -72 -160, -54 -200", BLACK, 4),
    ("-96 -112!, -76 -114!, -74 -92!, -94 -90!", "#4a3524", 0),
    ("54 -230, 86 -222, 108 -196, 112 -172, 100 -150, 94 -186, 70 -196", BLACK, 4),
    ("96 -188, 110 -196, 116 -180, 108 -160, 94 -160, 90 -174", BLACK, 3),
    (
        "-76 -236!, -84 -216, -70 -220!, -64 -198, -48 -214!, -38 -192, -22 -210!, -6 -188, 6 -210!, 24 -192, 34 -212!, 54 -196, 58 -216!, 78 -214, 70 -238!, 52 -254, 30 -262, -32 -262, -58 -252",
        "#2b2030",
        4,
    ),
    ("-30 -256!, -34 -284, -24 -310, 0 -322, 24 -310, 34 -284, 30 -256!, 0 -246", DUSK, 4),
    ("-4 -320!, 4 -320!, 6 -250!, -6 -250!", COLD, 0),
    ("-34 -276!, 34 -276!, 33 -264!, -33 -264!", "#3b3242", 0),
    ("-26 -304!, -50 -304, -74 -322, -82 -362!, -66 -338, -46 -326, -16 -318!", "#3a3034", 4),
    ("26 -304!, 48 -302, 70 -314, 84 -334!, 76 -342!, 64 -334, 46 -326, 16 -318!", "#3a3034", 4),
)
ROGUE = (
    ("-96 0!, -86 -26, -78 -60, -40 -70, -30 -30, -52 0!", BLACK, 3),
    ("16 -70!, 44 -66, 66 -40, 62 -16, 84 0!, 40 0!, 36 -30, 16 -40", BLACK, 3),
    ("60 -112, 88 -120, 116 -142, 136 -168, 148 -164, 132 -132, 104 -98, 66 -86", BLACK, 4),
    (
        "130 -166, 130 -184, 134 -202!, 140 -186, 144 -206!, 148 -188, 154 -204!, 156 -186, 164 -194!, 162 -176, 152 -158, 138 -156",
        BLACK,
        3,
    ),
    (
        "-8 -172, -48 -152, -78 -112, -92 -62, -112 -14!, -84 -28, -66 -8!, -44 -26, -20 -4!, 0 -24, 26 -8!, 36 -26, 58 -16!, 68 -60, 76 -110, 56 -152, 26 -170",
        "#151a2b",
        4,
    ),
    ("-30 -150!, -58 -90, -66 -30!, -44 -88", COLD, 0),
    ("10 -150!, 6 -90, 4 -34!, 24 -90", COLD, 0),
    ("44 -140!, 58 -90, 52 -40!, 40 -90", DUSK, 0),
    ("-64 -128, -92 -112, -108 -84, -96 -66, -80 -84, -58 -96", BLACK, 3),
    ("-104 -84!, -92 -74!, -124 -30!, -140 -14!, -130 -40!", "#59617e", 3),
    ("-38 -150, -44 -186, -28 -218, 2 -248!, 26 -226, 44 -196, 46 -160, 30 -142, -20 -140", "#1b2135", 4),
    ("2 -246!, 10 -200, 6 -146!, -4 -196", COLD, 0),
    ("-34 -150!, 0 -140, 40 -150!, 40 -140!, 0 -128, -36 -140!", "#5a2320", 0),
)
WIZARD = (
    ("96 14!, 103 14!, 112 -366!, 104 -366!", "#33242a", 2),
    (
        "108 -366, 90 -384, 92 -410, 108 -424!, 124 -412, 128 -386, 112 -366!, 116 -384, 114 -404, 108 -410, 100 -402, 102 -384",
        "#2a1c24",
        2,
    ),
    ("108 -404!, 116 -392!, 108 -376!, 100 -392!", "#bfe3ff", 0),
    (
        "-34 -250, -46 -206, -50 -150, -60 -80, -84 -6!, -56 -14, -34 2!, -8 -12, 20 4!, 44 -10, 74 0!, 62 -76, 52 -150, 48 -210, 34 -252, 0 -262",
        "#1a1b3f",
        4,
    ),
    ("-20 -230!, -34 -130, -52 -20!, -16 -130", "#262a5c", 0),
    ("8 -226!, 10 -120, -2 -16!, 24 -120", "#262a5c", 0),
    ("30 -220!, 42 -120, 50 -22!, 34 -120", "#2f3468", 0),
    ("-50 -142!, 0 -132, 50 -146!, 50 -136!, 0 -120, -51 -132!", "#7a5b31", 0),
    ("26 -244, 60 -236, 92 -222, 114 -214, 116 -196, 98 -176!, 92 -150, 76 -136!, 64 -168, 40 -196", "#1a1b3f", 4),
    ("100 -218, 114 -220, 120 -206, 112 -192, 98 -196", BLACK, 3),
    ("-30 -246, -54 -220, -66 -180, -72 -142!, -56 -118, -42 -132!, -40 -170, -28 -206", "#1a1b3f", 4),
    ("-30 -256!, -36 -230, -24 -204!, -10 -214, 0 -198!, 12 -214, 26 -204!, 36 -232, 30 -258!", "#8d8a99", 3),
    ("-80 -262, -44 -248, 0 -244, 46 -250, 84 -270, 62 -278, 34 -284, -34 -282, -62 -274", "#14153a", 4),
    ("-42 -276!, -30 -320, -24 -356, -30 -392, -62 -414!, -20 -412, 8 -386, 20 -344, 42 -280!, 0 -268", "#14153a", 4),
    ("-42 -280!, 0 -270, 42 -284!, 40 -298!, 0 -286, -39 -296!", "#7a5b31", 0),
)
CLERIC = (
    ("-44 -96!, -48 -50, -46 0!, -4 0!, -8 -50, -4 -96!", BLACK, 3),
    ("6 -96!, 14 -50, 26 0!, 68 0!, 54 -18, 46 -98!", BLACK, 3),
    (
        "-60 -210, -70 -150, -72 -90, -80 -40!, -54 -50, -30 -36!, 0 -50, 30 -38!, 56 -52, 76 -42!, 70 -100, 68 -160, 58 -212, 26 -228, -28 -228",
        "#2a1626",
        4,
    ),
    ("50 -216, 84 -230, 104 -262, 106 -296, 92 -300, 84 -270, 62 -246, 42 -230", "#1d1020", 4),
    ("86 -290, 104 -296, 110 -312, 98 -322, 84 -314", BLACK, 3),
    ("90 -262!, 98 -262!, 102 -372!, 94 -372!", "#33242a", 2),
    (
        "98 -362, 82 -372!, 78 -388!, 72 -394!, 80 -402!, 84 -418!, 98 -426!, 112 -418!, 118 -402!, 126 -394!, 118 -386!, 112 -370!",
        "#3b3a4c",
        4,
    ),
    ("-58 -206, -86 -190, -96 -150, -90 -116, -72 -122, -70 -160, -50 -184", "#1d1020", 4),
    ("-24 -236!, -32 -262, -22 -288, 2 -298, 24 -288, 32 -262, 24 -234!, 0 -226", "#2a1a1e", 4),
    ("-32 -272!, 0 -264, 32 -272!, 31 -262!, 0 -254, -31 -262!", "#b98d45", 0),
    ("-10 -254, -16 -226, -8 -206, -14 -184, -4 -160!, 8 -184, 2 -206, 10 -226, 8 -254", "#3a2422", 2),
    ("-64 -206!, 0 -216, 62 -206!, 68 -150, 50 -92, 0 -44!, -52 -92, -70 -150", "#343a63", 5),
    ("-52 -196!, 0 -204, 52 -196!, 56 -150, 42 -98, 0 -60!, -42 -98, -58 -150", "#20254a", 0),
    (
        "-8 -200!, 8 -200!, 8 -160!, 50 -158!, 50 -142!, 8 -142!, 8 -76!, 0 -66!, -8 -76!, -8 -142!, -52 -142!, -53 -158!, -8 -160!",
        "#b98d45",
        0,
    ),
)


def heroes(art, gate):
    stand = (
        (WARRIOR, 318, 748, 0.98, False),
        (ROGUE, 512, 718, 0.95, False),
        (CLERIC, 985, 722, 0.88, False),
        (WIZARD, 806, 756, 0.95, False),
    )
    for _, x, y, size, _ in stand:
        lean = (x - gate.x) / (y - gate.y) * 1.1
        wide = 62 * size
        shade = [
            (x - wide, y - 6),
            (x + wide, y - 6),
            (x + wide * 1.7 + lean * 130, y + 130),
            (x - wide * 1.7 + lean * 130, y + 130),
        ]
        art.shape(art.rough(shade, 3, 40), "#191a33", 0, 1)
    for parts, x, y, size, flip in stand:
        figure(art, Place(x, y, size, flip), gate, parts)
