"""Named shapes drawn by us: outlines in a square of 512 units, stretched to the box they are used in."""

from math import cos, pi, sin
from pathlib import Path

from generator.frame import VectorOutline, make_outline
from generator.reading.yaml_nodes import plain, read_yaml

FILE = Path(__file__).with_suffix(".yaml")


def _star(name: str, rays: int, inner_share: float) -> VectorOutline:
    points = []
    for step in range(rays * 2):
        radius = 256 if step % 2 == 0 else 256 * inner_share
        angle = pi * step / rays - pi / 2
        points.append(f"{round(256 + radius * cos(angle), 1):g} {round(256 + radius * sin(angle), 1):g}")
    return make_outline(name, f"M {' L '.join(points)} Z")


_DRAWN = [make_outline(name, path) for name, path in plain(read_yaml(FILE, FILE.name)).items()]
_STARS = [_star("star_shape", 5, 0.42), _star("burst_shape", 12, 0.80)]
OUTLINES = {outline.name: outline for outline in (*_DRAWN, *_STARS)}
