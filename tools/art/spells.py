"""Draw the emblems of the spells anew: `python -m tools.art.spells`. One grammar: a hand, and what leaves it."""

import math

from tests.conftest import ROOT


def outline(*points):
    return "M " + " L ".join(f"{x:.0f} {y:.0f}" for x, y in points) + " Z"


def ring(x, y, across, down=0, sides=24):
    turns = [2 * math.pi * at / sides for at in range(sides)]
    return outline(*((x + across * math.sin(at), y - (down or across) * math.cos(at)) for at in turns))


def star(x, y, far, near, points, turn=0.0):
    turns = [math.pi * at / points + turn for at in range(2 * points)]
    return outline(
        *(
            (x + (near if at % 2 else far) * math.sin(a), y - (near if at % 2 else far) * math.cos(a))
            for at, a in enumerate(turns)
        )
    )


def box(x, y, width, height):
    return outline((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def bar(ax, ay, bx, by, wide):
    """A bar from a point to another, round enough at its end for a finger."""
    length = math.hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    half = wide / 2
    end = [
        (bx + half * (ux * math.sin(a) - uy * math.cos(a)), by + half * (uy * math.sin(a) + ux * math.cos(a)))
        for a in (0, 0.6, 1.2, math.pi / 2, 1.94, 2.54, math.pi)
    ]
    return outline((ax + half * -uy, ay + half * ux), *end, (ax + half * uy, ay - half * ux))


HAND = [
    bar(214, 400, 150, 300, 34),
    bar(238, 390, 212, 262, 34),
    bar(274, 390, 296, 262, 34),
    bar(300, 400, 358, 300, 34),
    bar(206, 440, 124, 392, 34),
    outline((192, 392), (220, 366), (292, 366), (320, 392), (314, 452), (304, 512), (208, 512), (198, 452)),
]

BOLT = ((286, 14), (188, 140), (248, 140), (214, 236), (330, 96), (262, 96))
SHIELD = ((256, 14), (340, 44), (336, 130), (304, 196), (256, 232), (208, 196), (176, 130), (172, 44))

# What leaves the hand: first what stands beside each other, then what is cut out of it.
LEAVES = {
    "charm": (
        [
            outline(
                (256, 230),
                (166, 130),
                (160, 84),
                (184, 50),
                (222, 46),
                (256, 80),
                (290, 46),
                (328, 50),
                (352, 84),
                (346, 130),
            )
        ],
        [],
    ),
    "blast": ([star(256, 120, 108, 44, 8)], [ring(256, 120, 20)]),
    "explosion": (
        [
            star(256, 120, 118, 80, 14),
            *(ring(256 + 150 * math.sin(a), 130 - 120 * math.cos(a), 13) for a in (-1.3, -0.7, 0.7, 1.3)),
        ],
        [star(256, 120, 58, 32, 8, 0.2)],
    ),
    "lightning": ([outline(*BOLT)], []),
    "sleep": (
        [
            outline(
                (300, 26),
                (250, 40),
                (216, 84),
                (214, 140),
                (244, 188),
                (296, 206),
                (338, 194),
                (296, 174),
                (268, 132),
                (268, 84),
            ),
            outline(
                (336, 30),
                (412, 30),
                (412, 46),
                (364, 88),
                (412, 88),
                (412, 106),
                (334, 106),
                (334, 90),
                (384, 48),
                (336, 48),
            ),
        ],
        [],
    ),
    "release": (
        [
            ring(190, 110, 66, 44),
            ring(330, 110, 66, 44),
            *(bar(256, y, 256, y + d, 12) for y, d in ((52, -34), (170, 34))),
        ],
        [ring(190, 110, 36, 20), ring(330, 110, 36, 20), box(240, 60, 32, 100)],
    ),
    "magic_shield": ([outline(*SHIELD)], [star(256, 112, 58, 24, 5)]),
    "uncertainty": (
        [
            outline(
                (186, 96),
                (190, 48),
                (226, 20),
                (280, 18),
                (324, 48),
                (328, 98),
                (296, 134),
                (276, 152),
                (274, 178),
                (236, 178),
                (238, 140),
                (274, 108),
                (284, 84),
                (272, 62),
                (246, 60),
                (230, 72),
                (226, 98),
            ),
            ring(255, 212, 25),
        ],
        [],
    ),
    "truce": (
        [box(176, 18, 16, 220), outline((196, 24), (260, 40), (348, 22), (348, 130), (260, 148), (196, 132))],
        [outline((226, 66), (318, 54), (318, 72), (226, 84)), outline((226, 98), (318, 86), (318, 104), (226, 116))],
    ),
    "mind_blow": (
        [
            outline(
                (178, 224),
                (184, 182),
                (164, 142),
                (168, 72),
                (208, 28),
                (272, 18),
                (328, 50),
                (340, 104),
                (362, 148),
                (338, 156),
                (336, 196),
                (292, 200),
                (288, 224),
            )
        ],
        [outline((276, 48), (218, 116), (254, 116), (232, 172), (302, 92), (264, 92))],
    ),
    "lock": (
        [ring(256, 92, 62, 74), box(176, 96, 160, 136)],
        [
            outline((226, 96), (226, 84), (234, 60), (256, 50), (278, 60), (286, 84), (286, 96)),
            ring(256, 150, 20),
            box(248, 156, 16, 48),
        ],
    ),
    "magic_armour": (
        [
            outline(
                (176, 22),
                (222, 16),
                (234, 52),
                (278, 52),
                (290, 16),
                (336, 22),
                (360, 80),
                (330, 96),
                (326, 176),
                (256, 236),
                (186, 176),
                (182, 96),
                (152, 80),
            )
        ],
        [
            outline((250, 80), (262, 80), (262, 208), (250, 208)),
            outline((204, 120), (308, 120), (308, 132), (204, 132)),
        ],
    ),
    "neutralise_poison": (
        [
            outline((256, 10), (316, 100), (328, 150), (312, 200), (256, 228), (200, 200), (184, 150), (196, 100)),
            bar(150, 222, 352, 26, 20),
        ],
        [outline((196, 186), (326, 56), (340, 70), (210, 200))],
    ),
    "revive_stone": (
        [
            outline((160, 232), (152, 150), (196, 96), (250, 108), (310, 88), (352, 150), (352, 232)),
            bar(256, 100, 256, 44, 14),
            outline((256, 66), (206, 64), (186, 22), (236, 24)),
            outline((256, 52), (300, 54), (326, 14), (278, 16)),
        ],
        [outline((262, 112), (244, 152), (270, 172), (250, 226), (232, 170), (216, 150))],
    ),
    "strength": (
        [
            box(196, 104, 120, 30),
            box(150, 56, 34, 126),
            box(328, 56, 34, 126),
            box(114, 80, 26, 78),
            box(372, 80, 26, 78),
        ],
        [],
    ),
    "teleport": (
        [ring(256, 120, 112, 108)],
        [
            ring(256, 120, 84, 80),
            outline((256, 62), (312, 120), (276, 120), (276, 178), (236, 178), (236, 120), (200, 120)),
        ],
    ),
    "heal": (
        [
            outline(
                (220, 18),
                (292, 18),
                (292, 84),
                (358, 84),
                (358, 156),
                (292, 156),
                (292, 222),
                (220, 222),
                (220, 156),
                (154, 156),
                (154, 84),
                (220, 84),
            )
        ],
        [],
    ),
    "rejuvenate": (
        [
            box(172, 12, 168, 24),
            box(172, 212, 168, 24),
            outline(
                (188, 44),
                (324, 44),
                (312, 84),
                (272, 124),
                (312, 166),
                (324, 204),
                (188, 204),
                (200, 166),
                (240, 124),
                (200, 84),
            ),
        ],
        [outline((212, 60), (300, 60), (256, 106)), outline((220, 194), (256, 160), (292, 194))],
    ),
    "nimble_fingers": (
        [ring(256, 66, 56), box(242, 110, 28, 126), box(270, 150, 40, 20), box(270, 190, 54, 22)],
        [ring(256, 66, 26)],
    ),
    "eloquence": (
        [
            outline(
                (150, 24),
                (362, 24),
                (384, 48),
                (384, 148),
                (362, 170),
                (284, 170),
                (232, 228),
                (236, 170),
                (150, 170),
                (128, 148),
                (128, 48),
            )
        ],
        [box(170, 62, 172, 16), box(170, 96, 172, 16), box(170, 130, 110, 16)],
    ),
    "intimidation": (
        [
            outline((124, 40), (232, 92), (238, 112), (124, 66)),
            outline((388, 40), (280, 92), (274, 112), (388, 66)),
            ring(184, 136, 52, 40),
            ring(328, 136, 52, 40),
            outline((176, 212), (256, 192), (336, 212), (336, 228), (256, 210), (176, 228)),
        ],
        [ring(192, 136, 20), ring(320, 136, 20)],
    ),
    "discouragement": (
        [
            bar(200, 20, 226, 92, 26),
            outline((236, 112), (262, 106), (290, 196), (256, 240), (262, 196)),
            bar(168, 54, 252, 22, 18),
            bar(330, 40, 330, 140, 22),
            outline((286, 138), (374, 138), (330, 204)),
        ],
        [],
    ),
    "suggestion": (
        [
            ring(256, 122, 24),
            outline((116, 122), (170, 62), (256, 38), (342, 62), (396, 122), (342, 182), (256, 206), (170, 182)),
        ],
        [ring(256, 122, 48)],
    ),
    "flattery": (
        [
            *(ring(256 + 58 * math.sin(a), 92 - 58 * math.cos(a), 36) for a in (0, 1.26, 2.51, 3.77, 5.03)),
            bar(256, 130, 256, 236, 14),
            outline((256, 214), (300, 172), (338, 176), (312, 214)),
        ],
        [ring(256, 92, 26)],
    ),
    "wrath_of_god": (
        [
            ring(190, 84, 54, 44),
            ring(256, 60, 62, 50),
            ring(322, 84, 54, 44),
            box(176, 84, 160, 42),
            outline((236, 134), (180, 204), (214, 204), (194, 248), (262, 178), (226, 178), (258, 134)),
            outline((312, 134), (276, 184), (302, 184), (288, 226), (338, 168), (310, 168), (334, 134)),
        ],
        [],
    ),
    "resurrection": ([ring(256, 70, 54, 62), box(164, 128, 184, 30), box(241, 128, 30, 110)], [ring(256, 72, 26, 34)]),
}


def write(root=ROOT):
    for name, (shapes, holes) in LEAVES.items():
        path = cut([*HAND, *shapes], holes)
        text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">{path}</svg>\n'
        (root / "fonts" / "icons" / f"spell_{name}.svg").write_text(text, encoding="utf-8")


def turned(path):
    """Return an outline the other way round, so that it cuts a hole."""
    return "M " + " L ".join(reversed(path[2:-2].split(" L "))) + " Z"


def area(path):
    spots = [tuple(map(float, each.split())) for each in path[2:-2].split(" L ")]
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(spots, spots[1:] + spots[:1], strict=True))


def cut(shapes, holes):
    """Return shapes of one turn as a path, and holes of the other."""
    solid = [path if area(path) > 0 else turned(path) for path in shapes]
    gone = [path if area(path) < 0 else turned(path) for path in holes]
    return f'<path d="{" ".join(solid + gone)}"/>'


if __name__ == "__main__":
    write()
