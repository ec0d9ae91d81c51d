"""Maps of hexagons: each hexagon has its own box inside it to mark, and a map reports its wrong names."""

from itertools import combinations
from math import cos, pi

import pytest

from generator.draw.pdf.forms import apart
from generator.frame import ShapeItem, fields_on, walk
from tests.layout.laying import lay

LAND = {"land": {"columns": 9, "rows": 5, "without": ["A1", "I5"], "kinds": {"wood": ["B2", "C3"]}}}
ELLIPSE = ', cell: {stack: [{field: "ship.{address}", shape: ellipse, width: 9pt, height: 9pt, x: 1pt, y: 1pt}]}'


def boxes_of(layout, size=(520, 400)):
    """Return the boxes of the fields by id as a form has them, and the boxes of the hexagons in their order."""
    result = lay(layout, LAND, size)
    assert not result.faults
    fields = list(fields_on(result.frame))
    boxes = dict(zip((field.id for field, _ in fields), apart(tuple(box for _, box in fields)), strict=True))
    items = [item for item, _ in walk(result.frame.items) if isinstance(item, ShapeItem)]
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
    """Return whether a point is in the hexagon of a box."""
    across = abs(x - hexagon.x - hexagon.width / 2) / (hexagon.width / 2)
    down = abs(y - hexagon.y - hexagon.height / 2) / (hexagon.height / 2)
    along, aside = (down, across) if points == "up" else (across, down)
    return aside <= 1 and along <= 1 - aside / 2


def test_a_box_inside_a_hexagon_is_marked_where_it_is_printed():
    boxes, _ = boxes_of(f'front: {{hexes: land, field: "hex.{{address}}"{ELLIPSE}}}')
    ellipses, _ = boxes_of(f"front: {{hexes: land{ELLIPSE}}}")
    assert {name: box for name, box in boxes.items() if name.startswith("ship.")} == ellipses
    assert [box for box in ellipses.values() if (box.width, box.height) != pytest.approx((9, 9))] == []
    assert not [pair for pair in combinations(boxes.values(), 2) if pair[0].meets(pair[1])]


def runs_of_land(lines, edges="river: {stroke: '#0000ff', stroke_width: 1pt}"):
    """Return each line on a map of hexagons: the letters and the ends of its curves or straight parts, on the face."""
    land = {"land": {"columns": 3, "rows": 3, "lines": {"river": lines}}}
    result = lay(f"front: {{hexes: land, edges: {{{edges}}}}}", land)
    assert not result.faults
    runs = []
    for item, _ in walk(result.frame.items):
        if isinstance(item, ShapeItem) and item.paint.fill is None and item.paint.stroke == "#0000ff":
            commands = item.outline.commands() if item.outline else ()
            runs.append([(letter, *(round(x, 1) for x in numbers[-2:])) for letter, numbers in commands])
    return runs


def test_sides_of_a_river_are_one_line_around_their_corners_however_they_are_reported():
    sides = ["A1/B1", "A2/B1", "A2/B2"]
    (whole,) = runs_of_land(sides)
    assert [letter for letter, *_ in whole] == ["M", "L", "L", "L"]
    for same_sides in (sides[::-1], ["B2/A2", "B1/A1", "B1/A2"], [*sides, "B1/A2"]):
        (other,) = runs_of_land(same_sides)
        assert other in (whole, [("M", *whole[-1][1:]), *(("L", *step[1:]) for step in whole[-2::-1])])


def test_a_river_ends_where_three_sides_meet_and_is_closed_around_a_hexagon():
    assert len(runs_of_land(["A1/B1", "A2/B1", "A1/A2"])) == 3
    (shore,) = runs_of_land(["B2/A2", "B2/A3", "B2/B3", "B2/C3", "B2/C2", "B2/B1"])
    assert [letter for letter, *_ in shore] == ["M", "L", "L", "L", "L", "L", "Z"]


WAVES = "river: {stroke: '#0000ff', stroke_width: 1pt, style: wave}"


def test_waves_of_a_river_join_at_its_corners_and_keep_apart():
    (river,) = runs_of_land(["A1/B1", "A2/B1", "A2/B2"], WAVES)
    begins = [at for at, (letter, *_) in enumerate(river) if letter == "M"]
    assert begins == [0, len(river) // 2], "two waves, each of one piece"
    lanes = [[step[1:] for step in river[: begins[1]]], [step[1:] for step in river[begins[1] :]]]
    far = [((a - c) ** 2 + (b - d) ** 2) ** 0.5 for (a, b), (c, d) in zip(*lanes, strict=True)]
    assert min(far) == pytest.approx(1.5 * 1.7, abs=0.2)
    assert max(far) == pytest.approx(1.5 * 1.7 / cos(pi / 6), abs=0.2), "at a corner of 60 degrees"


def test_a_wave_that_turns_back_and_one_around_a_lake_are_drawn():
    (back,) = runs_of_land(["A1 B1 A1"], WAVES)
    (shore,) = runs_of_land(["B2/A2", "B2/A3", "B2/B3", "B2/C3", "B2/C2", "B2/B1"], WAVES)
    assert all(abs(number) < 200 for _, *numbers in (*back, *shore) for number in numbers)
    half = len(shore) // 2
    assert shore[0][1:] == shore[half - 1][1:], "its wave ends where it begins"
    assert shore[half][1:] == shore[-1][1:]
