"""A net: flat panels joined by folds, which become a paper body. Pure geometry, y down, in points.

A panel hangs on an edge of another one. Seen with that edge at the bottom, its edges are bottom, right, top and left; a
panel without four corners numbers its edges from the bottom edge on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import cos, hypot, pi, sin, tan

from generator.frame import VectorOutline
from generator.geometry import Matrix, Rect, Size, around_points

Point = tuple[float, float]
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
