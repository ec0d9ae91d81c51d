"""The picture of the house, drawn from what imports what: `python -m tools.house_picture` writes docs/architecture.svg."""

from collections import defaultdict
from html import escape

import networkx

from tests.conftest import ROOT
from tests.sources import modules
from tests.test_house import FLOORS, WINGS, imports_of, room_of

PICTURE = ROOT / "docs/architecture.svg"
GROUND = "ground"
WIDTH, HIGH, BETWEEN, BOX = 960, 46, 40, 30
FILLS = {"play": "#dcebd7", "paper": "#d9e4f2", "": "#f1ece2"}


def rooms():
    """Return the rooms with what they import, those of the ground floor as one."""
    house = networkx.DiGraph()
    house.add_nodes_from({called(room) for room in FLOORS})
    for path in modules():
        own = room_of(path.relative_to(ROOT / "generator").parts)
        for name in imports_of(path):
            other = room_of(name.split(".")[1:]) if name.startswith("generator.") else ""
            if own in FLOORS and other in FLOORS and called(own) != called(other):
                house.add_edge(called(own), called(other))
    return house


def called(room):
    return GROUND if FLOORS[room] == 0 else room


def picture():
    """Return the picture as SVG: a row for each floor, an arrow where no way over other rooms says it already."""
    arrows = sorted(networkx.transitive_reduction(rooms()).edges)
    floors = defaultdict(list)
    for room in sorted({called(room) for room in FLOORS}, key=lambda room: (WINGS.get(room, ""), room), reverse=True):
        floors[0 if room == GROUND else FLOORS[room]].append(room)
    boxes = {}
    for row, floor in enumerate(sorted(floors, reverse=True)):
        step = WIDTH / len(floors[floor])
        for at, room in enumerate(floors[floor]):
            wide = min(step - 16, 8.2 * len(room) + 26)
            boxes[room] = (step * (at + 0.5) - wide / 2, 14 + row * (HIGH + BETWEEN), wide)
    height = 14 + len(floors) * (HIGH + BETWEEN) - BETWEEN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="14">',
        '<defs><marker id="a" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#777"/></marker></defs>',
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
    ]
    for one, other in arrows:
        (x, y, wide), (to, down, broad) = boxes[one], boxes[other]
        way = (
            f"M{x + wide:.0f} {y + BOX / 2:.0f}H{to:.0f}"
            if y == down
            else f"M{x + wide / 2:.0f} {y + BOX}L{to + broad / 2:.0f} {down}"
        )
        lines.append(f'<path d="{way}" stroke="#777" fill="none" marker-end="url(#a)"/>')
    for room, (x, y, wide) in sorted(boxes.items()):
        lines.append(
            f'<rect x="{x:.0f}" y="{y}" width="{wide:.0f}" height="{BOX}" rx="4" fill="{FILLS[WINGS.get(room, "")]}" stroke="#555"/>'
        )
        lines.append(f'<text x="{x + wide / 2:.0f}" y="{y + 20}" text-anchor="middle">{escape(room)}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
