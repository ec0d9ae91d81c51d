"""Kinds of nets: dice (opposite sides have the same sum), standees, tents, boxes, pockets, nets described by a game."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations
from math import atan2, cos, dist, pi, sin, tan

from generator.diagnostics import did_you_mean, refuse
from generator.game.piece_shapes import NetPanelSpec
from generator.geometry import Rect, Size
from generator.imposition.nets import BOTTOM, EDGES, LEFT, RIGHT, TOP, Edge, Net, Point, notch_corners, rounded_flap
from generator.units import length_name, mm

EQUAL = mm(0.05)
TAB = mm(10)
MOST_PANELS = 100
PAPER = mm(0.4)  # space lost in a fold of the card that boxes are made of
PLAY = mm(1.5)  # by how much a box is wider and higher than its cards
LEAST_DEPTH = mm(6)
IN_SLEEVE = mm(0.6)  # thickness of a sleeve with a card, or with paper in front of an old card
BULK = 1.3  # thickness of card in micrometres per gram per square metre; that of uncoated card, the thickest


def box_for(count: int, card: Size, thickness: float) -> tuple[float, float, float]:
    """Return the width, height and depth of the inside of a box for `count` cards of a size, with some play."""
    return card.width + PLAY, card.height + PLAY, max(LEAST_DEPTH, count * thickness * 1.03 + mm(1))


def thickness_of(weight: float) -> float:
    """Return the thickness of card that weighs `weight` grams per square metre.

    >>> round(thickness_of(300) / mm(1), 2)
    0.39
    """
    return mm(weight * BULK / 1000)


def standee(size: Size, foot: float) -> Net:
    """Return the net of a figure that is folded at its top and glued back to back, with a foot on both sides.

    `foot` is the whole depth of both feet.
    """
    net = Net()
    net.lay("front", size, shows="front")
    net.hang("back", ("front", TOP), size.height, shows="back", turns=2)
    net.hang("front_foot", ("front", BOTTOM), foot / 2)
    net.hang("back_foot", ("back", TOP), foot / 2)
    return net


def tent(size: Size, base: float) -> Net:
    """Return the net of a three-sided prism: front, back, and a base that is `base` deep."""
    net = Net()
    net.lay("front", size, shows="front")
    net.hang("back", ("front", TOP), size.height, shows="back", turns=2)
    net.hang("base", ("front", BOTTOM), base)
    net.tab("tab", ("back", TOP), min(TAB, base / 2), ("base", TOP))
    return net


def pocket(size: Size, depth: float) -> Net:
    """Return the net of a flat box that is open at the top, with a notch for the thumb in its front."""
    net = Net()
    front = net.lay("front", size, shows="front")
    corners = notch_corners(size.width, size.height, min(mm(12), size.width / 5))
    face_box = Rect(0, 0, *size)
    net.panels["front"] = replace(front, corners=tuple((x, size.height - y) for x, y in corners), box=face_box)
    _ring(net, size.width, depth, left=len(corners) - 1)
    return net


def tuck_box(inside: tuple[float, float, float]) -> Net:
    """Return the net of a box with a tuck-in lid and a glued bottom, from the width, height and depth of its inside."""
    width, height, depth = (side + PAPER for side in inside)
    flap = min(mm(15), depth * 0.9 + mm(4))
    net = Net()
    net.lay("front", Size(width, height), shows="front")
    _ring(net, width, depth, left=LEFT)
    net.hang("top", ("back", LEFT), depth, shows="top", turns=2)
    net.hang_shape("tuck", ("top", TOP), rounded_flap(width, flap, min(mm(5), flap / 2)))
    dust = min(depth, width / 2, mm(18))
    for side in ("right", "left"):
        net.hang(f"{side}_dust", (side, LEFT), dust, far=depth * 0.7)
    net.meets += [(("top", TOP), ("front", TOP)), (("top", RIGHT), ("left", LEFT)), (("top", LEFT), ("right", LEFT))]
    return net


def _ring(net: Net, width: float, depth: float, left: int) -> None:
    """Add the other sides and the bottom of a box to its front.

    `left` is the number of the left edge of the front, to which the last side is glued.
    """
    net.hang("right", ("front", RIGHT), depth, shows="right", turns=3)
    net.hang("back", ("right", TOP), width, shows="back", turns=3)
    net.hang("left", ("back", TOP), depth, shows="left", turns=3)
    net.tab("tab", ("left", TOP), TAB, ("front", left))
    net.hang("bottom", ("front", BOTTOM), depth, shows="bottom")
    net.tab("bottom_tab", ("bottom", TOP), min(TAB, depth), ("back", RIGHT))
    for side in ("right", "left"):
        net.hang(f"{side}_foot", (side, RIGHT), min(depth, width / 2, mm(18)), far=depth * 0.7, glue=True)
    net.meets += [(("bottom", LEFT), ("right", RIGHT)), (("bottom", RIGHT), ("left", RIGHT))]


def fold_up(panels: Mapping[str, NetPanelSpec], scale: float = 1.0) -> Net:
    """Return the net that a game describes; raises InvalidInput if panels are not connected or do not close."""
    net = Net()
    if len(panels) > MOST_PANELS:
        last = list(panels.values())[-1]
        raise refuse("P007", f"a net of {len(panels)} panels, at most {MOST_PANELS} are folded", last.place, "make two")
    for name, panel in panels.items():
        shows = name if panel.face else ""
        if not net.panels:
            if panel.size is None or panel.fold:
                raise refuse("P007", f"the first panel {name!r} needs only a size", panel.place, "write size: 60x90mm")
            net.lay(name, Size(panel.size.width * scale, panel.size.height * scale), shows=shows)
        else:
            _hang(net, name, panel, scale, shows)
    for name, panel in panels.items():
        if panel.glue and "." not in panel.glue and panel.glue not in net.panels:
            hint = did_you_mean(panel.glue, net.panels)
            raise refuse("P007", f"there is no panel {panel.glue!r} here", panel.place, hint)
        if "." in panel.glue:
            _close(net, next(on for on, hung in net.folds if hung == (name, BOTTOM)), panel.glue, panel)
        if panel.meets:
            _close(net, (name, TOP), panel.meets, panel)
    return net


def _hang(net: Net, name: str, panel: NetPanelSpec, scale: float, shows: str) -> None:
    if not panel.fold or panel.depth is None or panel.size is not None:
        hint = "write fold: front.top and depth: 20mm; only the first panel has a size"
        raise refuse("P007", f"panel {name!r} hangs on nothing", panel.place, hint)
    on = edge_named(net, panel.fold, panel)
    if on in {edge for pair in net.folds for edge in pair}:
        raise refuse("P007", f"{panel.fold!r} is folded already", panel.place, "hang it on another edge")
    depth, long = panel.depth * scale, net.length(on)
    if long < mm(1):
        raise refuse("P007", f"{panel.fold!r} is a point, no edge", panel.place, "hang it on another edge")
    if "." in panel.glue and panel.far is None and not panel.face:
        net.tab(name, on, depth)
        return
    far = None if panel.far is None else panel.far * scale
    if far is not None and far > long + EQUAL:
        message = f"the far edge of {name!r} is longer than its fold of {length_name(long / scale)}"
        raise refuse("P007", message, panel.place, "hang the other way round, or make it shorter")
    net.hang(name, on, depth, far=far, shows=shows, turns=panel.turn // 90, glue=bool(panel.glue))


def edge_named(net: Net, edge_name: str, panel: NetPanelSpec) -> Edge:
    """Return the edge written as `panel.top`; raises InvalidInput with the nearest known name as a hint."""
    name, _, edge = edge_name.partition(".")
    edge_names = [f"{name}.{side}" for name in net.panels for side in EDGES]
    if name not in net.panels or edge not in EDGES:
        raise refuse("P007", f"there is no edge {edge_name!r} here", panel.place, did_you_mean(edge_name, edge_names))
    return name, EDGES.index(edge)


def _close(net: Net, edge: Edge, edge_name: str, panel: NetPanelSpec) -> None:
    """Record that two edges meet; raises InvalidInput if their lengths differ."""
    meeting_edge = edge_named(net, edge_name, panel)
    lengths = [net.length(edge), net.length(meeting_edge)]
    if abs(lengths[0] - lengths[1]) > EQUAL:
        length_names = " and ".join(length_name(length) for length in lengths)
        message = f"{edge[0]}.{EDGES[edge[1]]} and {edge_name} meet, but are {length_names} long"
        raise refuse("P008", message, panel.place, "make them equally long")
    net.meets.append((edge, meeting_edge))


Corner = tuple[float, float, float]
DIE_TAB = mm(5)
GOLDEN = (1 + 5**0.5) / 2
CORNERS: dict[str, tuple[Corner, ...]] = {
    "d4": ((1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)),
    "d8": ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)),
    "d20": tuple(
        turned
        for one in (1.0, -1.0)
        for long in (GOLDEN, -GOLDEN)
        for turned in ((0.0, one, long), (one, long, 0.0), (long, 0.0, one))
    ),
}
DUALS = {"d6": "d8", "d12": "d20"}  # each side of one corresponds to a corner of the other
SLOPES = {3: pi / 4, 4: pi / 4, 5: pi / 6}  # of the ends of glue tabs, so that neighbours do not overlap


def die_net(name: str, inner: float) -> Net:
    """Return the net of a die whose sides each contain a circle of diameter `inner`; panels are named 1, 2, 3 ...

    The face printed on a panel is the square around that circle.
    """
    sides = sides_of(name)
    count = len(sides[0])
    long = inner * tan(pi / count)
    net = Net()
    number = _numbers(name, sides)
    first, spot = _polygon(count, long), Rect((long - inner) / 2, 0.0, inner, inner)
    panel = net.lay(number[0], Size(long, inner), shows=number[0])
    net.panels[number[0]] = replace(panel, corners=tuple((x, -y) for x, y in first), box=spot)
    # Unfolding breadth first: each side hangs on the side from which it is reached first. This net of a convex solid
    # stays compact, and for these five solids no two sides of it overlap.
    waiting, edges = [0], {0: _edges(sides[0])}
    while waiting:
        at = waiting.pop(0)
        for place, edge in enumerate(edges[at]):
            neighbour = _across(sides, at, edge)
            if neighbour not in edges:
                net.hang_shape(number[neighbour], (number[at], place), first, shows=number[neighbour], box=spot)
                begin = sides[neighbour].index(edge[1])
                edges[neighbour] = _edges(sides[neighbour][begin:] + sides[neighbour][:begin])
                waiting.append(neighbour)
    folded = {edge for pair in net.folds for edge in pair}
    for at in range(len(sides)):  # where two edges meet that are not folded, a glue tab on one of them
        for place, edge in enumerate(edges[at]):
            neighbour = _across(sides, at, edge)
            if at < neighbour and (number[at], place) not in folded:
                there, tab = edges[neighbour].index((edge[1], edge[0])), f"tab {number[at]} {number[neighbour]}"
                net.tab(tab, (number[at], place), min(DIE_TAB, long * 0.3), (number[neighbour], there), SLOPES[count])
    return net


@cache
def sides_of(name: str) -> tuple[tuple[int, ...], ...]:
    """Return the corner indexes of each side of a solid, counterclockwise seen from outside; cached.

    >>> [(name, len(sides_of(name)), len(sides_of(name)[0])) for name in ("d4", "d6", "d8", "d12", "d20")]
    [('d4', 4, 3), ('d6', 6, 4), ('d8', 8, 3), ('d12', 12, 5), ('d20', 20, 3)]
    """
    # The sides of a tetrahedron, octahedron and icosahedron are all triples of nearest corners. A cube and a
    # dodecahedron are their duals: the middles of the sides around a corner of the one are the corners of a side of the
    # other.
    if name in DUALS:
        corners, sides = CORNERS[DUALS[name]], sides_of(DUALS[name])
        middles = [_middle(corners[at] for at in side) for side in sides]
        around = [[at for at, side in enumerate(sides) if corner in side] for corner in range(len(corners))]
        return tuple(_ordered(middles, faces_around) for faces_around in around)
    corners = CORNERS[name]
    edge = min(dist(corner, second_corner) for corner, second_corner in combinations(corners, 2))
    triples = combinations(range(len(corners)), 3)
    near = [
        triple
        for triple in triples
        if all(dist(corners[a], corners[b]) < edge * 1.01 for a, b in combinations(triple, 2))
    ]
    return tuple(_ordered(corners, corners_near) for corners_near in near)


def _middle(corners: Iterable[Corner]) -> Corner:
    points = list(corners)
    x, y, z = (sum(corner[axis] for corner in points) / len(points) for axis in range(3))
    return x, y, z


def _ordered(corners: list[Corner] | tuple[Corner, ...], side: Iterable[int]) -> tuple[int, ...]:
    """Return the corners of a side in order around its middle, counterclockwise seen from outside."""
    # by the angle around the axis from the middle of the solid, in a plane spanned by `start` and `beside`
    names = list(side)
    out = _middle(corners[at] for at in names)
    start = _less(corners[names[0]], out)
    beside = _cross(out, start)
    scale = _dot(beside, beside) ** 0.5 / _dot(start, start) ** 0.5

    def turn(at: int) -> float:
        spoke = _less(corners[at], out)
        return atan2(_dot(spoke, beside) / scale, _dot(spoke, start)) % (2 * pi)

    return tuple(sorted(names, key=lambda at: round(turn(at), 6) % round(2 * pi, 6)))


def _less(first: Corner, second: Corner) -> Corner:
    return first[0] - second[0], first[1] - second[1], first[2] - second[2]


def _dot(first: Corner, second: Corner) -> float:
    return sum(a * b for a, b in zip(first, second, strict=True))


def _cross(a: Corner, b: Corner) -> Corner:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _numbers(name: str, sides: tuple[tuple[int, ...], ...]) -> dict[int, str]:
    """Return {index of a side: printed number}; numbers of opposite sides, if any, add up to the count + 1."""
    source = CORNERS[DUALS.get(name, name)]
    middles = list(source) if name in DUALS else [_middle(source[at] for at in side) for side in sides]
    numbers: dict[int, str] = {}
    for at, middle in enumerate(middles):
        if at not in numbers:
            low = next(number for number in range(1, len(sides) + 1) if str(number) not in numbers.values())
            numbers[at] = str(low)
            across = [
                opposite
                for opposite, opposite_middle in enumerate(middles)
                if dist(opposite_middle, [-part for part in middle]) < 0.01
            ]
            numbers |= {opposite: str(len(sides) + 1 - low) for opposite in across}
    return numbers


def _edges(side: tuple[int, ...]) -> list[tuple[int, int]]:
    return [(corner, side[(at + 1) % len(side)]) for at, corner in enumerate(side)]


def _across(sides: tuple[tuple[int, ...], ...], at: int, edge: tuple[int, int]) -> int:
    """Return the index of the side that shares an edge (two corners) with the side at index `at`."""
    return next(neighbour for neighbour, side in enumerate(sides) if neighbour != at and {*edge} <= {*side})


def _polygon(count: int, long: float) -> list[Point]:
    """Return the corners of a regular polygon, as (distance along its bottom edge, distance from this edge)."""
    spots, x, y = [], 0.0, 0.0
    for at in range(count):
        spots.append((x, y))
        x, y = x + long * cos(2 * pi * at / count), y + long * sin(2 * pi * at / count)
    return spots
