"""Redraw the icons of the spells: `python -m tools.art.spells`. All show a hand, and what leaves it."""

from tests.conftest import ROOT
from tools.art.brush import parts_of


def write(root=ROOT):
    parts = parts_of(__file__)
    for name, leaf in parts["leaves"].items():
        path = cut([*parts["hand"], *leaf["shapes"]], leaf["holes"])
        text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">{path}</svg>\n'
        (root / "fonts" / "icons" / f"spell_{name}.svg").write_text(text, encoding="utf-8")


def turned(path):
    """Return an outline in the other direction, so that it cuts a hole."""
    return "M " + " L ".join(reversed(path[2:-2].split(" L "))) + " Z"


def area(path):
    spots = [tuple(map(float, spot.split())) for spot in path[2:-2].split(" L ")]
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(spots, spots[1:] + spots[:1], strict=True))


def cut(shapes, holes):
    """Return a path with the shapes in one direction, and the holes in the other."""
    solid = [path if area(path) > 0 else turned(path) for path in shapes]
    cutouts = [path if area(path) < 0 else turned(path) for path in holes]
    return f'<path d="{" ".join(solid + cutouts)}"/>'


if __name__ == "__main__":
    write()
