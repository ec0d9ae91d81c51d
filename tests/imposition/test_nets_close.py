"""Nets close: folded edges are one edge, edges that meet are equally long, and panels never overlap."""

from itertools import combinations
from math import cos, dist, hypot, radians, sin

import pytest

from generator.diagnostics import InvalidInput
from generator.game.piece_shapes import NetPanelSpec
from generator.geometry import Size, around_points, transform_point
from generator.imposition.nets import (
    BOTTOM,
    PAPER,
    RIGHT,
    TOP,
    box_for,
    die_net,
    fold_up,
    pocket,
    sides_of,
    standee,
    tent,
    thickness_of,
    tuck_box,
)
from generator.reading.structure import structure
from generator.reading.yaml_nodes import parse_yaml
from generator.units import mm
from tests.tables import tables

TABLES = tables(__file__)

NEAR = mm(0.001)
JUMP = TABLES["jump"]


def read_fold_up(text, scale=1.0):
    root = parse_yaml(text, "game.yaml")
    return fold_up({name: structure(node, NetPanelSpec) for name, node in root.items()}, scale)


CARD = Size(mm(63), mm(88))
NETS = {
    "standee": standee(Size(mm(25), mm(50)), mm(20)),
    "tent": tent(Size(mm(60), mm(35)), mm(25)),
    "pocket": pocket(Size(mm(110), mm(155)), mm(8)),
    "a thin box": tuck_box(box_for(8, CARD, thickness_of(160))),
    "a thick box": tuck_box(box_for(120, CARD, mm(0.6))),
    "a jump": read_fold_up(JUMP),
    **{name: die_net(name, mm(16)) for name in ("d4", "d6", "d8", "d12", "d20")},
}


def distance(one, other):
    return hypot(one[0] - other[0], one[1] - other[1])


@pytest.mark.parametrize("name", NETS)
def test_folds_are_one_edge_of_two_panels(name):
    net = NETS[name]
    assert len(net.folds) == len(net.panels) - 1
    for one, other in net.folds:
        (a, b), (c, d) = net.panels[one[0]].edge(one[1]), net.panels[other[0]].edge(other[1])
        assert max(distance(a, d), distance(b, c)) < NEAR


@pytest.mark.parametrize("name", NETS)
def test_edges_that_meet_are_equally_long(name):
    net = NETS[name]
    assert net.meets or name == "standee"
    for one, other in net.meets:
        assert net.length(one) == pytest.approx(net.length(other), abs=mm(0.05))


def are_apart(one, other):
    """Return whether two convex panels share at most an edge: some edge of one has the other beyond it."""
    for panel, far in ((one, other), (other, one)):
        for number in range(len(panel.corners)):
            (x, y), (to_x, to_y) = panel.edge(number)
            long = hypot(to_x - x, to_y - y)
            if long > NEAR and all(
                ((to_x - x) * (py - y) - (to_y - y) * (px - x)) / long >= -mm(0.01) for px, py in far.corners
            ):
                return True
    return False


@pytest.mark.parametrize("name", sorted(set(NETS) - {"pocket"}))
def test_no_panel_lies_over_another(name):
    panels = NETS[name].panels.values()
    assert [(one.name, other.name) for one, other in combinations(panels, 2) if not are_apart(one, other)] == []


@pytest.mark.parametrize(("name", "edges"), [("d4", 6), ("d6", 12), ("d8", 12), ("d12", 30), ("d20", 30)])
def test_every_edge_of_a_die_is_folded_or_glued(name, edges):
    net = NETS[name]
    sides = [panel for panel in net.panels.values() if panel.shows]
    assert [panel.shows for panel in sorted(sides, key=lambda panel: int(panel.shows))] == [
        str(n) for n in range(1, len(sides) + 1)
    ]
    tabs = len(net.panels) - len(sides)
    assert (len(sides) - 1 + tabs, len(net.meets)) == (edges, tabs)
    assert len(sides_of(name)) == len(sides)
    assert [panel for panel in sides if min(panel.face) != pytest.approx(mm(16))] == []


def test_opposite_sides_of_a_die_add_up_to_seven():
    net = NETS["d6"]
    beside = {name: set() for name in "123456"}
    for pairs in (net.folds, net.meets):
        for (one, _), (other, _) in pairs:
            if one in beside and other in beside:
                beside[one].add(other)
                beside[other].add(one)
    assert [
        (name, near) for name, near in beside.items() if set("123456") - near - {name} != {str(7 - int(name))}
    ] == []


@pytest.mark.parametrize(
    ("count", "card", "thickness"),
    [(69, CARD, thickness_of(250)), (69, CARD, thickness_of(350)), (108, Size(mm(44), mm(68)), mm(0.6))],
)
def test_a_box_holds_its_cards(count, card, thickness):
    inside = width, height, depth = box_for(count, card, thickness)
    assert width >= card.width + mm(1)
    assert height >= card.height + mm(1)
    assert depth >= count * thickness
    net = tuck_box(inside)
    front, side = net.panels["front"], net.panels["right"]
    assert (front.length(BOTTOM) - PAPER, front.face.height - PAPER, side.face.width - PAPER) == pytest.approx(inside)


def test_a_box_for_69_cards_has_the_room_of_the_stack():
    inside = box_for(69, CARD, thickness_of(250))
    assert [round(side / mm(1), 1) for side in inside] == [64.5, 89.5, 24.1]


def test_the_faces_of_a_figure_stand_head_to_head():
    net = NETS["standee"]
    front, back = net.panels["front"], net.panels["back"]
    heads = [transform_point(panel.matrix, panel.face.width / 2, 0) for panel in (front, back)]
    assert distance(*heads) < NEAR
    assert net.panels["back"].edge(TOP)[0][1] < net.panels["front"].edge(TOP)[0][1]
    assert net.box().height == pytest.approx(mm(50 + 50 + 20))  # both faces and the whole depth of the feet
    assert net.length(("front_foot", RIGHT)) == pytest.approx(net.length(("back_foot", RIGHT)))


def test_all_sides_of_a_box_stand_upright_beside_each_other():
    for net in (NETS["a thick box"], NETS["pocket"]):
        for panel in (net.panels[name] for name in ("front", "right", "back", "left")):
            whole = around_points(panel.corners)
            assert panel.matrix == pytest.approx((1, 0, 0, 1, whole.x, whole.y))


HUNDRED = "base: {size: 60mm}\n" + "".join(f"p{n}: {{fold: base.top, depth: 9mm}}\n" for n in range(100))
FAULTS = {**TABLES["faults"], "a hundred and one": ("P007", HUNDRED)}


@pytest.mark.parametrize("case", FAULTS)
def test_a_net_that_does_not_hang_together_is_reported(case):
    code, text = FAULTS[case]
    with pytest.raises(InvalidInput) as error:
        read_fold_up(text)
    assert [(each.code, each.place.path) for each in error.value.diagnostics] == [(code, "game.yaml")]


def test_an_edition_makes_a_net_larger():
    small, large = read_fold_up(JUMP), read_fold_up(JUMP, 1.25)
    for name, panel in small.panels.items():
        edges = range(len(panel.corners))
        assert [1.25 * panel.length(at) for at in edges] == pytest.approx([large.length((name, at)) for at in edges])


# the angle inside between two sides, in degrees; every fold of a box is a right angle
INSIDE = TABLES["inside"]


def rotation_about(one, other, angle):
    """Return a function that turns points in space about a line of the sheet, by degrees (Rodrigues)."""
    long = distance(one, other)
    kx, ky = (other[0] - one[0]) / long, (other[1] - one[1]) / long
    c, s = cos(radians(angle)), sin(radians(angle))

    def turn(spot):
        x, y, z = spot[0] - one[0], spot[1] - one[1], spot[2]
        along = (kx * x + ky * y) * (1 - c)
        return (
            x * c + ky * z * s + kx * along + one[0],
            y * c - kx * z * s + ky * along + one[1],
            z * c + (kx * y - ky * x) * s,
        )

    return turn


def folded_corners(net, inside):
    """Return the places of the corners of each panel after every fold, one after the other."""
    ways = {next(iter(net.panels)): ()}
    for (name, edge), (child, _) in net.folds:
        ways[child] = (rotation_about(*net.panels[name].edge(edge), 180 - inside), *ways[name])

    def place(name, corner):
        spot = (*corner, 0.0)
        for turn in ways[name]:
            spot = turn(spot)
        return spot

    return {name: [place(name, corner) for corner in panel.corners] for name, panel in net.panels.items()}


@pytest.mark.parametrize("name", INSIDE)
def test_edges_that_meet_come_together_in_space(name):
    net = NETS[name]
    corners = folded_corners(net, INSIDE[name])
    for (one, edge), (other, other_edge) in net.meets:
        (a, b), (c, d) = (
            (corners[panel][at], corners[panel][(at + 1) % len(corners[panel])])
            for panel, at in ((one, edge), (other, other_edge))
        )
        assert max(dist(a, d), dist(b, c)) < mm(0.01), (one, other)


def test_a_tent_and_a_jump_are_prisms_that_close():
    for name, sides in (("tent", ("base", "front", "back")), ("a jump", ("base", "wall", "ramp"))):
        net = NETS[name]
        high = [net.panels[side].face.height for side in sides]
        (pair,) = net.meets
        assert {pair[0][0], pair[1][0]} == {sides[-1], sides[0]}
        assert max(high) < sum(high) - max(high)
    base, wall, ramp = (NETS["a jump"].panels[side].face.height for side in ("base", "wall", "ramp"))
    assert ramp == pytest.approx(hypot(base, wall), abs=mm(0.05))
