"""Named shapes drawn by us: outlines in a square of 512 units, stretched to the box they are used in."""

from math import cos, pi, sin

from generator.frame import VectorOutline, make_outline


def _polygon(name: str, points: list[tuple[float, float]]) -> VectorOutline:
    first, *rest = (f"{round(x, 1):g} {round(y, 1):g}" for x, y in points)
    return make_outline(name, " ".join([f"M {first}", *(f"L {point}" for point in rest), "Z"]))


def _star(name: str, rays: int, inner: float) -> VectorOutline:
    points = []
    for step in range(rays * 2):
        radius = 256 if step % 2 == 0 else 256 * inner
        angle = pi * step / rays - pi / 2
        points.append((256 + radius * cos(angle), 256 + radius * sin(angle)))
    return _polygon(name, points)


_DRAWN = [
    make_outline("shield_shape", "M 0 0 L 512 0 L 512 250 C 512 380 400 470 256 512 C 112 470 0 380 0 250 Z"),
    make_outline(
        "shield_point",
        "M 0 40 C 90 40 190 30 256 0 C 322 30 422 40 512 40 L 512 250 C 512 380 400 470 256 512 C 112 470 0 380 0 250 Z",
    ),
    make_outline(
        "heart_shape",
        "M 256 490 C 60 340 0 260 0 160 C 0 70 65 20 135 20 C 190 20 235 50 256 100 C 277 50 322 20 377 20 C 447 20 512 70 512 160 C 512 260 452 340 256 490 Z",
    ),
    make_outline(
        "drop_shape",
        "M 256 0 C 300 110 460 220 460 330 C 460 440 370 512 256 512 C 142 512 52 440 52 330 C 52 220 212 110 256 0 Z",
    ),
    make_outline(
        "flask_shape",
        "M 180 0 L 332 0 L 332 50 L 310 50 L 310 150 C 420 190 490 270 490 350 C 490 450 400 512 256 512 C 112 512 22 450 22 350 C 22 270 92 190 202 150 L 202 50 L 180 50 Z",
    ),
    make_outline("banner_shape", "M 0 0 L 512 0 L 480 256 L 512 512 L 0 512 L 32 256 Z"),
    make_outline("ribbon_shape", "M 0 0 L 470 0 L 512 256 L 470 512 L 0 512 L 42 256 Z"),
    make_outline("arch_shape", "M 0 512 L 0 220 C 0 90 110 0 256 0 C 402 0 512 90 512 220 L 512 512 Z"),
    make_outline("tab_shape", "M 0 512 L 0 120 C 0 50 50 0 120 0 L 392 0 C 462 0 512 50 512 120 L 512 512 Z"),
    make_outline(
        "ticket_shape",
        "M 40 0 L 472 0 C 472 22 490 40 512 40 L 512 472 C 490 472 472 490 472 512 L 40 512 C 40 490 22 472 0 472 L 0 40 C 22 40 40 22 40 0 Z",
    ),
    _polygon("diamond_shape", [(256, 0), (512, 256), (256, 512), (0, 256)]),
    _polygon("hexagon_shape", [(128, 0), (384, 0), (512, 256), (384, 512), (128, 512), (0, 256)]),
    _polygon("octagon_shape", [(150, 0), (362, 0), (512, 150), (512, 362), (362, 512), (150, 512), (0, 362), (0, 150)]),
    _polygon("triangle_shape", [(256, 0), (512, 512), (0, 512)]),
    _polygon("triangle_down", [(0, 0), (512, 0), (256, 512)]),
    _polygon("arrow_right", [(0, 0), (512, 256), (0, 512)]),
    _polygon("cut_shape", [(70, 0), (442, 0), (512, 70), (512, 442), (442, 512), (70, 512), (0, 442), (0, 70)]),
    _star("star_shape", 5, 0.42),
    _star("burst_shape", 12, 0.80),
]
OUTLINES = {outline.name: outline for outline in _DRAWN}
