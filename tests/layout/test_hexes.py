"""Maps of hexagons: each can be marked in a box of its own, inside of it, and what is named wrong in them is told."""

from itertools import combinations

import pytest

from generator.draw.forms import apart
from generator.frame import ShapeItem, fields_on, walk
from tests.layout.laying import lay

LAND = {"land": {"columns": 9, "rows": 5, "without": ["A1", "I5"], "kinds": {"wood": ["B2", "C3"]}}}
ELLIPSE = ', cell: {stack: [{field: "ship.{address}", shape: ellipse, width: 9pt, height: 9pt, x: 1pt, y: 1pt}]}'


def boxes_of(layout, size=(520, 400)):
    """Return the boxes of the fields by id as they are told in a form, and the boxes of the hexagons in their order."""
    laid = lay(layout, LAND, size)
    assert not laid.faults
    fields = list(fields_on(laid.frame))
    boxes = dict(zip((field.id for field, _ in fields), apart([box for _, box in fields]), strict=True))
    items = [item for item, _ in walk(laid.frame.items) if isinstance(item, ShapeItem)]
    return boxes, [item.rect for item in items if item.kind == "outline"]


@pytest.mark.parametrize("size", [(520, 400), (300, 500)])
@pytest.mark.parametrize("points", ["sideways", "up"])
def test_each_hexagon_is_marked_in_a_box_of_its_own_in_its_middle(points, size):
    boxes, hexagons = boxes_of(f'front: {{hexes: land, points: {points}, field: "hex.{{address}}"}}', size)
    assert len(boxes) == len(hexagons) == 43
    for box, hexagon in zip(boxes.values(), hexagons, strict=True):
        assert (box.x + box.width / 2, box.y + box.height / 2) == pytest.approx(
            (hexagon.x + hexagon.width / 2, hexagon.y + hexagon.height / 2), abs=0.5
        )
        assert (box.width, box.height) == pytest.approx((boxes["hex.B1"].width, boxes["hex.B1"].height), abs=0.1)
        assert box.width > hexagon.width / 2
        assert box.height > hexagon.height / 2
        assert all(_within(x, y, hexagon, points) for x in (box.x, box.right) for y in (box.y, box.bottom))
    assert not [pair for pair in combinations(boxes.values(), 2) if pair[0].meets(pair[1])]


def _within(x, y, hexagon, points):
    """Tell whether a point lies in a hexagon, told by its box."""
    across = abs(x - hexagon.x - hexagon.width / 2) / (hexagon.width / 2)
    down = abs(y - hexagon.y - hexagon.height / 2) / (hexagon.height / 2)
    along, aside = (down, across) if points == "up" else (across, down)
    return aside <= 1 and along <= 1 - aside / 2


def test_a_box_inside_a_hexagon_is_marked_where_it_is_printed():
    boxes, _ = boxes_of(f'front: {{hexes: land, field: "hex.{{address}}"{ELLIPSE}}}')
    alone, _ = boxes_of(f"front: {{hexes: land{ELLIPSE}}}")
    assert {name: box for name, box in boxes.items() if name.startswith("ship.")} == alone
    assert all((box.width, box.height) == pytest.approx((9, 9)) for box in alone.values())
    assert not [pair for pair in combinations(boxes.values(), 2) if pair[0].meets(pair[1])]
