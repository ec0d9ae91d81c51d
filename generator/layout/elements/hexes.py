"""The element of a map of hexagons: grounds, cells, sides and ways; it knows addresses, not games.

The data is a mapping, described in the reference of `hexes`; a layout may show further keys of it. Only unknown names
similar to a known one are reported as misspelt.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from math import cos, pi, sin, sqrt
from typing import Any, NamedTuple

from generator.diagnostics import SourceLocation, did_you_mean, nearest
from generator.frame import FieldItem, Item, Paint, ShapeItem, VectorOutline, line, outline_through
from generator.geometry import Point, Points, Rect, Size, letters_of
from generator.layout.binding import ABSENT, Scope
from generator.layout.element_spec import Element
from generator.layout.elements.element_context import FaceLayoutContext, Handler
from generator.layout.elements.paths_and_ruled_lines import wave

KEYS = ("columns", "rows", "without", "kinds", "lines")
SLIP = 0.75  # least similarity (0 to 1) of a misspelt name to the right one
MOST_HEXES = 100  # columns or rows
ROOT = sqrt(3)
CELL_WIDE, CELL_HIGH = 1.3, 1.2  # the box inside a hexagon for its content and mark, in lengths of its side
USUAL = Paint(None, "#000000", 0.5)


class HexCell(NamedTuple):
    """One hexagon: its address, its column and row, counted from 1, and its kind."""

    address: str
    column: int
    row: int
    kind: str = ""


class HexLattice(NamedTuple):
    """Computes positions of hexagons from the length of their sides and the top left corner of the map, in points.

    `upright` is whether the hexagons stand on a corner.
    """

    side: float
    left: float
    top: float
    upright: bool

    def middle(self, cell: HexCell) -> Point:
        """Return the centre of a hexagon; every other column (row if `upright`) is shifted by half a hexagon."""
        column, row = cell.column - 1, cell.row - 1
        along, across = (row, column) if self.upright else (column, row)
        distance = self.side * (1.5 * along + 1)
        side = self.side * ROOT * (across + 0.5 + along % 2 / 2)
        return (self.left + side, self.top + distance) if self.upright else (self.left + distance, self.top + side)

    def cell(self, hexagon: HexCell) -> Rect:
        """Return the box, centred in a hexagon, in which its content and mark are laid out."""
        x, y = self.middle(hexagon)
        wide, high = CELL_WIDE * self.side, CELL_HIGH * self.side
        return Rect(x - wide / 2, y - high / 2, wide, high)

    def box(self, cell: HexCell) -> Rect:
        """Return the bounding box of a hexagon."""
        x, y = self.middle(cell)
        size = extent(1, 1, self.upright)
        width, height = self.side * size.width, self.side * size.height
        return Rect(x - width / 2, y - height / 2, width, height)

    def corners(self, cell: HexCell) -> list[Point]:
        x, y = self.middle(cell)
        turns = [(step * 60 + (30 if self.upright else 0)) * pi / 180 for step in range(6)]
        return [(x + self.side * cos(turn), y + self.side * sin(turn)) for turn in turns]

    def corner(self, point: Point) -> tuple[int, int]:
        """Return the integer coordinates of a corner; equal for all hexagons that meet there."""
        x, y = (point[0] - self.left) / self.side, (point[1] - self.top) / self.side
        along_axis, side = (y, x) if self.upright else (x, y)
        return round(2 * along_axis), round(2 * side / ROOT)


def extent(columns: int, rows: int, upright: bool) -> Size:
    """Return the width and height of a map, in lengths of a hexagon's side.

    >>> [round(side, 2) for side in extent(1, 1, False)]
    [2.0, 1.73]
    """
    along, across = (rows, columns) if upright else (columns, rows)
    length, side = 1.5 * along + 0.5, ROOT * (across + (0.5 if along > 1 else 0))
    return Size(side, length) if upright else Size(length, side)


def address_of(column: int, row: int, numbers: bool) -> str:
    """Return the address of a hexagon: letters and a number or, with `numbers`, four digits.

    >>> address_of(2, 3, False), address_of(28, 3, False), address_of(2, 3, True)
    ('B3', 'AB3', '0203')
    """
    return f"{column:02}{row:02}" if numbers else f"{letters_of(column - 1)}{row}"


def _filled(context: FaceLayoutContext, element: Element, scope: Scope) -> Element:
    """Return the element with the placeholders in the path of its data filled."""
    return replace(element, own=replace(element.own, hexes=context.fill(element.own.hexes, scope, element.place)))


class HexesHandler(Handler, kinds="hexes"):
    """Lays out a map of hexagons, as large as possible and centred in the box."""

    def measure(self, context: FaceLayoutContext, element: Element, scope: Scope, width: float | None) -> Size:
        data = self.data(context, _filled(context, element, scope), scope)
        if data is None or width is None:
            return Size(100, 100)
        size = extent(data["columns"], data["rows"], element.own.points == "up")
        return Size(width, width / size.width * size.height)

    def data(self, context: FaceLayoutContext, element: Element, scope: Scope) -> Mapping[str, Any] | None:
        """Return the data at the element's path; if it is not a map of hexagons, record a fault and return None."""
        path = element.own.hexes
        value = context.value("map", path, scope, element.place)
        if value is ABSENT:
            return None
        sides = [value.get(key) for key in ("columns", "rows")] if isinstance(value, Mapping) else []
        if len(sides) != 2 or not all(type(side) is int and 0 < side <= MOST_HEXES for side in sides):
            hint = f"it has columns and rows, 1 to {MOST_HEXES} of each"
            context.fault("L051", f"{path!r} is not a map of hexagons", element.place, hint)
            return None
        wrong = list(misshapen(value))
        for key, expected, example in wrong:
            context.fault("L051", f"{key!r} of {path!r} is not a {expected}", element.place, f"write {example}")
        return None if wrong else value

    def place(self, context: FaceLayoutContext, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        look, element = context.look(element), _filled(context, element, scope)
        data, spec = self.data(context, element, scope), element.own
        if data is None:
            return
        self.slips(context, element, data)
        area, upright = rect.inset(look.pad), spec.points == "up"
        size = extent(data["columns"], data["rows"], upright)
        side = min(area.width / size.width, area.height / size.height)
        left, top = area.x + (area.width - side * size.width) / 2, area.y + (area.height - side * size.height) / 2
        lattice = HexLattice(side, left, top, upright)
        hexes = {cell.address: cell for cell in self.hexes(context, element, data)}
        grounds = context.paint(look, rect, scope, element.place) or USUAL
        for cell in hexes.values():
            fill = context.ground(spec.fills.get(cell.kind, look.fill), scope, element.place)
            box = lattice.box(cell)  # all hexagons share one outline
            paint = grounds._replace(fill=fill, gradient=None)
            out.append(ShapeItem("outline", box, paint, 0.0, SHAPES[upright], element.place))
            name = context.fill(spec.field, scope.inner(cell._asdict()), element.place) if spec.field else ""
            if name:
                shape = ShapeItem("rect", lattice.cell(cell), Paint(), 0.0, None, element.place)
                out.append(FieldItem(name, shape, place=element.place, tick="dot"))
        self.lines(context, element, scope, data, hexes, lattice, out)
        if spec.cell is not None:
            for number, cell in enumerate(hexes.values(), 1):
                for child, child_scope in context.expand(
                    (spec.cell,), scope.inner({**cell._asdict(), "number": number})
                ):
                    context.place(child, child_scope, lattice.cell(cell), out)

    def slips(self, context: FaceLayoutContext, element: Element, data: Mapping[str, Any]) -> None:
        """Record faults for names in the data or the layout that seem misspelt."""
        spec, path = element.own, element.own.hexes
        for key, similar in slips_of(data, [key for key in KEYS if key not in data]):
            context.fault("L051", f"{path!r} has an unknown key {key!r}", element.place, f"did you mean {similar!r}?")
        for looks, key, subject in ((spec.fills, "kinds", "no hexagon"), (spec.edges, "lines", "nothing that runs")):
            names = data.get(key) or {}
            for kind, similar in slips_of(set(looks) - set(names), sorted(set(names) - set(looks))):
                message = f"{subject} on {path!r} is of the kind {kind!r}"
                context.fault("L051", message, element.place, f"did you mean {similar!r}?")

    def hexes(self, context: FaceLayoutContext, element: Element, data: Mapping[str, Any]) -> Iterator[HexCell]:
        """Yield the hexagons that are not left out; unknown addresses are faults."""
        numbers = element.own.addresses == "numbers"
        rows, columns = range(1, data["rows"] + 1), range(1, data["columns"] + 1)
        every = [HexCell(address_of(column, row, numbers), column, row) for row in rows for column in columns]
        addresses = {cell.address for cell in every}
        absent = set(map(str, data.get("without") or ()))
        kinds = {
            str(address): str(kind) for kind, several in (data.get("kinds") or {}).items() for address in several or ()
        }
        for address in sorted({*absent, *kinds} - addresses):
            self.unknown(context, element, address, addresses)
        return (cell._replace(kind=kinds.get(cell.address, "")) for cell in every if cell.address not in absent)

    def unknown(
        self, context: FaceLayoutContext, element: Element, address: str, addresses: "set[str] | Mapping[str, HexCell]"
    ) -> None:
        hint = did_you_mean(address, sorted(addresses)[:40])
        context.fault("L051", f"there is no hexagon {address!r} on {element.own.hexes!r}", element.place, hint)

    def lines(
        self,
        context: FaceLayoutContext,
        element: Element,
        scope: Scope,
        data: Mapping[str, Any],
        hexes: Mapping[str, HexCell],
        lattice: HexLattice,
        out: list[Item],
    ) -> None:
        """Draw the lines along sides of hexagons, such as rivers, and from middle to middle, such as roads."""
        for kind, several in (data.get("lines") or {}).items():
            look = element.own.edges.get(str(kind))
            if look is None:
                continue
            paint = Paint(None, context.color(look.stroke, scope, element.place), look.stroke_width, look.dash)
            sides: list[Points] = []
            middles: list[Points] = []
            for text in several or ():
                names = str(text).replace("/", " ").split()
                unknown = [name for name in names if name not in hexes]
                for name in unknown:
                    self.unknown(context, element, name, hexes)
                points = (
                    () if unknown else line_points([hexes[name] for name in names], lattice, along="/" in str(text))
                )
                if not unknown and len(points) < 2:
                    hint = "write two neighbours for a side (B2/B3), or two and more for a way (A1 B1 C2)"
                    context.fault("L051", f"{str(text)!r} is neither a side nor a way", element.place, hint)
                elif points:
                    (sides if "/" in str(text) else middles).append(points)
            draw = wave if look.style == "wave" else run_of_lines
            out += [draw(points, paint, element.place) for points in (*join_sides(sides, lattice.corner), *middles)]


def line_points(hexes: list[HexCell], lattice: HexLattice, *, along: bool) -> Points:
    """Return the middles of the hexagons or, with `along`, the two ends of the side that two neighbours share.

    With `along` the result is empty if there are not two hexagons, or if they are not neighbours.
    """
    if not along:
        return tuple(lattice.middle(cell) for cell in hexes)
    if len(hexes) != 2:
        return ()
    first, second = (lattice.corners(cell) for cell in hexes)
    shared = set(map(lattice.corner, second))
    return tuple(point for point in first if lattice.corner(point) in shared)


def join_sides(sides: Collection[Points], corner: Callable[[Point], Hashable]) -> list[Points]:
    """Return sides (pairs of points) joined to polylines: two sides that share a corner are joined there.

    Where three sides meet, the lines end. `corner` returns an equal key for points that are the same. A closed line
    ends with its first point.
    """
    # An undirected graph of corners: walks from the ends, or where three sides meet, use up each side once; only rings
    # are left then. A river of many sides so becomes one line, whose joints and waves have no gaps.
    points = {corner(point): point for side in sides for point in side}
    neighbours: dict[Hashable, dict[Hashable, None]] = {name: {} for name in points}
    for start, end in (map(corner, side) for side in sides):
        neighbours[start][end] = neighbours[end][start] = None
    through = {name for name, adjacent in neighbours.items() if len(adjacent) == 2}
    lines = []
    for first in sorted(points, key=through.__contains__):  # from ends first: what then remains is closed
        while neighbours[first]:
            run = [first]
            while neighbours[run[-1]] and (run[-1] in through or len(run) == 1):
                run.append(next(iter(neighbours[run[-1]])))
                del neighbours[run[-2]][run[-1]], neighbours[run[-1]][run[-2]]
            lines.append(tuple(points[name] for name in run))
    return lines


def run_of_lines(points: Points, paint: Paint, place: SourceLocation) -> ShapeItem:
    """Return a line through points, closed if the last point is the first."""
    if len(points) == 2:
        return line(*points[0], *points[1], paint, place)
    closed = points[0] == points[-1]
    corners = points[:-1] if closed else points
    outline, box = outline_through(corners, "M" + "L" * (len(corners) - 1) + "Z" * closed, "line")
    return ShapeItem("outline", box, paint, 0.0, outline, place)


def misshapen(data: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield every key of the data with a wrong type: the key, the expected type, and an example.

    >>> list(misshapen({"without": [], "kinds": {"wood": 5}, "lines": None}))
    [('kinds.wood', 'list', 'wood: [B1, C2]')]
    """
    if not isinstance(data.get("without") or [], list):
        yield "without", "list", "without: [A1, C2]"
    for key, name, example in (("kinds", "wood", "[B1, C2]"), ("lines", "river", "[B1/C1, B1 B2 C2]")):
        several = data.get(key) or {}
        if not isinstance(several, Mapping):
            yield key, "mapping", f"{key}: {{{name}: {example}}}"
            continue
        for kind, value in several.items():
            if not isinstance(value or [], list):
                yield f"{key}.{kind}", "list", f"{kind}: {example}"


def slips_of(names: Iterable[object], lacking: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each name that is nearly one of the names in `lacking`, with that name.

    >>> list(slips_of(["columns", "wihtout", "names"], ["without", "kinds", "lines"]))
    [('wihtout', 'without')]
    """
    for name in sorted({str(name) for name in names}):
        similar = nearest(name, [str(candidate) for candidate in lacking], least_similarity=SLIP)
        if similar is not None and similar != name:
            yield name, similar


def _shape(upright: bool) -> VectorOutline:
    size = extent(1, 1, upright)
    corners = HexLattice(1.0, 0.0, 0.0, upright).corners(HexCell("", 1, 1))
    numbers = [round(100 * value, 2) for point in corners for value in point]
    return VectorOutline("hexagon_shape", "MLLLLLZ", tuple(numbers), 100 * size.width, 100 * size.height)


SHAPES = {upright: _shape(upright) for upright in (False, True)}
