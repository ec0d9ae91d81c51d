"""Nets: flat panels joined by folds, which become paper bodies such as dice and boxes. Geometry, y down, in points.

A panel hangs on an edge of another one. Seen with that edge at the bottom, its edges are bottom, right, top and left; a
panel without four corners numbers its edges from the bottom edge on.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import cos, hypot, pi, sin, tan

from generator.diagnostics import did_you_mean, refuse
from generator.frame import VectorOutline
from generator.game.piece_shapes import NetPanelSpec
from generator.geometry import Matrix, Point, Rect, Size, around_points
from generator.units import length_name, mm

BOTTOM, RIGHT, TOP, LEFT = range(4)
EDGES = ("bottom", "right", "top", "left")
Edge = tuple[str, int]
"""The name of a panel and the number of one of its edges."""

CURVE_STEPS = 16


@dataclass(frozen=True, slots=True)
class NetPanel:
    """A flat part of a net: its corners, from the left end of its bottom edge on, counterclockwise.

    `shows` is the face that is printed on it, rotated by `turns` quarter turns; a `glue` panel is hidden behind
    another.
    """

    name: str
    corners: tuple[Point, ...]
    shows: str = ""
    turns: int = 0
    glue: bool = False
    box: Rect | None = None

    def edge(self, number: int) -> tuple[Point, Point]:
        """Return the two end points of the edge with this number; the bottom edge is 0."""
        return self.corners[number], self.corners[(number + 1) % len(self.corners)]

    def length(self, number: int) -> float:
        """Return the length of an edge."""
        (x, y), (to_x, to_y) = self.edge(number)
        return hypot(to_x - x, to_y - y)

    @property
    def spot(self) -> Rect:
        """The box of the panel's face: `box`, else the whole panel; x is along the bottom edge, y away from it."""
        if self.box is not None:
            return self.box
        along, away, (x, y) = self._axes()
        us = [(px - x) * along[0] + (py - y) * along[1] for px, py in self.corners]
        vs = [(px - x) * away[0] + (py - y) * away[1] for px, py in self.corners]
        return Rect(min(us), 0.0, max(us) - min(us), max(vs))

    def _axes(self) -> tuple[Point, Point, Point]:
        """Return unit vectors along the bottom edge and away from it, and the start of that edge."""
        (x, y), (to_x, to_y) = self.edge(BOTTOM)
        long = hypot(to_x - x, to_y - y)
        rx, ry = (to_x - x) / long, (to_y - y) / long
        return (rx, ry), (ry, -rx), (x, y)

    @property
    def face(self) -> Size:
        """The size of the face that is printed on the panel, before it is rotated by `turns`."""
        spot = self.spot
        return Size(spot.height, spot.width) if self.turns % 2 else Size(spot.width, spot.height)

    @property
    def matrix(self) -> Matrix:
        """The matrix that moves a face with its top left corner at (0, 0) to its place on the panel."""
        (a, b), (up_x, up_y), (x, y) = self._axes()
        c, d = -up_x, -up_y
        u, v = self.spot.middle
        middle_x, middle_y = x + a * u + up_x * v, y + b * u + up_y * v
        for _ in range(self.turns % 4):
            a, b, c, d = c, d, -a, -b
        width, height = self.face
        return (a, b, c, d, middle_x - (a * width + c * height) / 2, middle_y - (b * width + d * height) / 2)


@dataclass
class Net:
    """Panels by name, the folds between them, and the pairs of edges that meet in the finished body."""

    panels: dict[str, NetPanel] = field(default_factory=dict)
    folds: list[tuple[Edge, Edge]] = field(default_factory=list)
    meets: list[tuple[Edge, Edge]] = field(default_factory=list)

    def lay(self, name: str, size: Size, *, shows: str = "") -> NetPanel:
        """Add the first panel, a rectangle with its top left corner at (0, 0)."""
        corners = ((0.0, size.height), (size.width, size.height), (size.width, 0.0), (0.0, 0.0))
        self.panels[name] = NetPanel(name, corners, shows)
        return self.panels[name]

    def hang(
        self,
        name: str,
        on: Edge,
        depth: float,
        *,
        far: float | None = None,
        shows: str = "",
        turns: int = 0,
        glue: bool = False,
    ) -> NetPanel:
        """Attach a panel to an edge: `depth` deep, its far edge as long as the fold, or `far` long and centred."""
        long = self.length(on)
        far = long if far is None else far
        inset = (long - far) / 2
        spots = ((0.0, 0.0), (long, 0.0), (long - inset, depth), (inset, depth))
        return self.hang_shape(name, on, spots, shows=shows, turns=turns, glue=glue)

    def tab(self, name: str, on: Edge, depth: float, to: Edge | None = None, slope: float = pi / 4) -> NetPanel:
        """Attach a glue tab to an edge, to be glued at the edge `to`; its ends have an angle of `slope` (radians)."""
        long = self.length(on)
        inset = min(depth / tan(slope), long * 0.45)
        if to is not None:
            self.meets.append((on, to))
        return self.hang(name, on, min(depth, inset * tan(slope)), far=long - 2 * inset, glue=True)

    def hang_shape(
        self,
        name: str,
        on: Edge,
        spots: Sequence[Point],
        *,
        shows: str = "",
        turns: int = 0,
        glue: bool = False,
        box: Rect | None = None,
    ) -> NetPanel:
        """Attach a panel of any shape to an edge; `spots` are its corners, as (along the edge, away from the edge)."""
        (x, y), (to_x, to_y) = self.panels[on[0]].edge(on[1])
        long = hypot(to_x - x, to_y - y)
        along = ((x - to_x) / long, (y - to_y) / long)
        away = (along[1], -along[0])
        corners = tuple((to_x + along[0] * u + away[0] * v, to_y + along[1] * u + away[1] * v) for u, v in spots)
        self.panels[name] = NetPanel(name, corners, shows, turns, glue, box)
        self.folds.append((on, (name, BOTTOM)))
        return self.panels[name]

    def length(self, edge: Edge) -> float:
        """Return the length of an edge."""
        return self.panels[edge[0]].length(edge[1])

    def box(self) -> Rect:
        """Return the bounding box of all panels."""
        return around_points(corner for panel in self.panels.values() for corner in panel.corners)

    def at_origin(self, margin: float = 0.0) -> "Net":
        """Return the net moved so that its bounding box, with a margin around it, begins at (0, 0)."""
        box = self.box()
        dx, dy = margin - box.x, margin - box.y
        panels = {
            name: replace(panel, corners=tuple((x + dx, y + dy) for x, y in panel.corners))
            for name, panel in self.panels.items()
        }
        return Net(panels, self.folds, self.meets)

    def score_lines(self) -> Iterator[tuple[Point, Point]]:
        """Yield the fold lines."""
        yield from (self.panels[name].edge(number) for (name, number), _ in self.folds)

    def cut_lines(self) -> Iterator[tuple[Point, Point]]:
        """Yield the edges to cut: all that are not folds."""
        folded = {edge for pair in self.folds for edge in pair}
        for panel in self.panels.values():
            for number in range(len(panel.corners)):
                if (panel.name, number) not in folded and panel.length(number) > 0.01:
                    yield panel.edge(number)


def outline_of(panel: NetPanel) -> VectorOutline:
    """Return the outline of a panel in the coordinates of the face that is printed on it."""
    a, b, c, d, e, f = panel.matrix
    numbers = [part for x, y in panel.corners for part in (a * (x - e) + b * (y - f), c * (x - e) + d * (y - f))]
    letters = "M" + "L" * (len(panel.corners) - 1) + "Z"
    return VectorOutline(f"panel {panel.name}", letters, tuple(numbers), *panel.face)


def notch_corners(width: float, depth: float, radius: float) -> list[Point]:
    """Return the corners of a panel with a semicircular notch for the thumb in its far edge."""
    turns = [pi * step / CURVE_STEPS for step in range(CURVE_STEPS + 1)]
    bite = [(width / 2 + radius * cos(turn), depth - radius * sin(turn)) for turn in turns]
    return [(0.0, 0.0), (width, 0.0), (width, depth), *bite, (0.0, depth)]


def rounded_flap(width: float, depth: float, radius: float) -> list[Point]:
    """Return the corners of a flap whose far corners are rounded."""
    quarter = [pi / 2 * step / CURVE_STEPS for step in range(CURVE_STEPS + 1)]
    right = [(width - radius + radius * cos(turn), depth - radius + radius * sin(turn)) for turn in quarter]
    left = [(width - x, y) for x, y in reversed(right)]
    return [(0.0, 0.0), (width, 0.0), *right, *left]


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


DIE_TAB = mm(5)
# the sides of each die as number:corners, with the corners counterclockwise seen from outside; the numbers of opposite
# sides, if there are any, add up to one more than the number of sides
SIDES = {
    "d4": "1:abc 2:adb 3:acd 4:bdc",
    "d6": "1:acdb 6:efhg 2:abfe 5:cghd 3:aegc 4:bdhf",
    "d8": "1:ace 2:afc 3:aed 4:adf 5:bec 6:bcf 7:bde 8:bfd",
    "d12": "1:abedc 2:afhgb 3:acijf 4:ghlmk 5:inpoj 6:dersq 9:cdqni 8:bgkre 7:fjolh 12:loptm 11:nqstp 10:kmtsr",
    "d20": "1:acb 2:abh 3:agc 4:afg 5:ahf 6:bci 7:bdh 8:bid 9:cge 10:cei"
    " 12:dlh 17:dij 18:djl 14:egk 16:eji 19:ekj 13:fkg 11:fhl 15:flk 20:jkl",
}
SLOPES = {3: pi / 4, 4: pi / 4, 5: pi / 6}  # of the ends of glue tabs, so that neighbours do not overlap


def die_net(name: str, inner: float) -> Net:
    """Return the net of a die whose sides each contain a circle of diameter `inner`; panels are named 1, 2, 3 ...

    The face printed on a panel is the square around that circle.
    """
    sides = sides_of(name)
    first = next(iter(sides))
    count = len(sides[first])
    long = inner * tan(pi / count)
    net = Net()
    corners, spot = _polygon(count, long), Rect((long - inner) / 2, 0.0, inner, inner)
    panel = net.lay(first, Size(long, inner), shows=first)
    net.panels[first] = replace(panel, corners=tuple((x, -y) for x, y in corners), box=spot)
    # Unfolding breadth first: each side hangs on the side from which it is reached first. This net of a convex solid
    # stays compact, and for these five solids no two sides of it overlap.
    waiting, edges = [first], {first: _edges(sides[first])}
    while waiting:
        number = waiting.pop(0)
        for place, edge in enumerate(edges[number]):
            neighbour = _across(sides, number, edge)
            if neighbour not in edges:
                net.hang_shape(neighbour, (number, place), corners, shows=neighbour, box=spot)
                begin = sides[neighbour].index(edge[1])
                edges[neighbour] = _edges(sides[neighbour][begin:] + sides[neighbour][:begin])
                waiting.append(neighbour)
    folded = {edge for pair in net.folds for edge in pair}
    glued = set[str]()
    for number in sides:  # where two edges meet that are not folded, a glue tab on one of them
        glued.add(number)
        for place, edge in enumerate(edges[number]):
            neighbour = _across(sides, number, edge)
            if neighbour not in glued and (number, place) not in folded:
                meeting = neighbour, edges[neighbour].index(edge[::-1])
                net.tab(f"tab {number} {neighbour}", (number, place), min(DIE_TAB, long * 0.3), meeting, SLOPES[count])
    return net


def sides_of(name: str) -> dict[str, str]:
    """Return the corners of each side of a die as letters, by the number on the side.

    >>> sides_of("d4")
    {'1': 'abc', '2': 'adb', '3': 'acd', '4': 'bdc'}
    """
    return dict(side.split(":") for side in SIDES[name].split())


def _edges(side: str) -> list[str]:
    return [corner + side[(at + 1) % len(side)] for at, corner in enumerate(side)]


def _across(sides: Mapping[str, str], number: str, edge: str) -> str:
    """Return the number of the side that shares an edge (two corners) with the side of another number."""
    return next(neighbour for neighbour, side in sides.items() if neighbour != number and {*edge} <= {*side})


def _polygon(count: int, long: float) -> list[Point]:
    """Return the corners of a regular polygon, as (distance along its bottom edge, distance from this edge)."""
    spots, x, y = [], 0.0, 0.0
    for at in range(count):
        spots.append((x, y))
        x, y = x + long * cos(2 * pi * at / count), y + long * sin(2 * pi * at / count)
    return spots
