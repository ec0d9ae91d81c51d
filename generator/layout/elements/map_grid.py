"""The map element: rooms in columns and rows with drawn edges; knows cells and edges, not dungeons.

The data is a mapping with `columns`, `rows`, `cells` (each with column and row from 0 at the top left, and the values
that its cell layout uses) and `edges` (each with kind, and x1, y1, x2, y2 in cells from the top left).
Its `place` is where it is written, if a message should name that.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from math import hypot
from operator import itemgetter
from typing import Any

from generator.diagnostics import SourceLocation
from generator.frame import MAP, GroupItem, Item, Paint, ReusableDrawing, line
from generator.geometry import Insets, Matrix, Rect, Size
from generator.layout.binding import ABSENT, Scope
from generator.layout.element_spec import Element
from generator.layout.elements.element_context import FaceLayoutContext, Handler
from generator.layout.elements.paths_and_ruled_lines import REACH, wave
from generator.layout.spec import MapEdgeLook

ALIKE = 0.02
MOST_ROOMS = 200  # columns or rows
IN_CELL, IN_EDGE = ("column", "row"), ("x1", "y1", "x2", "y2")
NUMBERS = {int, float}
Ends = tuple[float, float, float, float]
MapData = Mapping[str, Any]


class MapHandler(Handler, kinds="map"):
    """Lays out a map of square rooms, as large as possible and centred in the box."""

    def measure(self, context: FaceLayoutContext, element: Element, scope: Scope, width: float | None) -> Size:
        data = self.data(context, element, scope)
        if data is None or width is None:
            return Size(100, 100)
        margin = element.own.margin
        cell = (width - 2 * margin) / data["columns"]
        return Size(width, cell * data["rows"] + 2 * margin)

    def data(self, context: FaceLayoutContext, element: Element, scope: Scope) -> MapData | None:
        """Return the map data at the element's path; if there is no map, record a fault and return None."""
        value = context.value("map", context.fill(element.own.map, scope, element.place), scope, element.place)
        if value is ABSENT:
            return None
        if not _is_map(value):
            hint = "a map has columns, rows, cells and edges"
            context.fault("L023", f"{element.own.map!r} is not a map", element.place, hint)
            return None
        return value  # type: ignore[no-any-return]

    def place(self, context: FaceLayoutContext, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        data = self.data(context, element, scope)
        if data is None:
            return
        columns, rows = data["columns"], data["rows"]
        margin = element.own.margin
        cell = min((rect.width - 2 * margin) / columns, (rect.height - 2 * margin) / rows)
        if cell <= 0:
            context.overflow(element, "large", 2 * margin)
            return
        left = rect.x + (rect.width - cell * columns) / 2
        top = rect.y + (rect.height - cell * rows) / 2
        for child, one in context.expand(element.own.around, scope):
            around = Rect(left, top, cell * columns, cell * rows).inset(Insets(*[-margin] * 4))
            context.place(child, one, around, out)
        made_for = element.own.room
        if made_for is None or abs(cell / made_for - 1) < ALIKE:
            self.fill(context, element, scope, data, Rect(left, top, cell, cell), out)
            return
        scale = cell / made_for
        map_items: list[Item] = []
        self.fill(context, element, scope, data, Rect(0, 0, made_for, made_for), map_items)
        content = ReusableDrawing(Size(columns * made_for, rows * made_for), tuple(map_items), MAP)
        out.append(GroupItem(content, (scale, 0, 0, scale, left, top), None, data.get("place", element.place)))

    def fill(
        self, context: FaceLayoutContext, element: Element, scope: Scope, data: MapData, first: Rect, out: list[Item]
    ) -> None:
        """Place the rooms and edges of a map; `first` is the box of the room at the top left."""
        left, top, cell, _ = first
        rim = Rect(left, top, cell * data["columns"], cell * data["rows"])
        if element.own.cell is not None:
            for at, room in enumerate(data["cells"]):
                box = first.move(room["column"] * cell, room["row"] * cell)
                room_scope = context.with_entries(f"{element.own.map}.cells.{at}", room, scope)
                for child, child_scope in context.expand((element.own.cell,), room_scope):
                    context.place(child, child_scope, box, out)
        paints: dict[str, Paint] = {}
        for edge in data["edges"]:
            look: MapEdgeLook | None = element.own.edges.get(edge["kind"])
            if look is None:  # the layout does not draw edges of this kind
                continue
            if edge["kind"] not in paints:
                color = context.color(look.stroke, scope, element.place)
                paints[edge["kind"]] = Paint(None, color, look.stroke_width, look.dash)
            ends = left + edge["x1"] * cell, top + edge["y1"] * cell, left + edge["x2"] * cell, top + edge["y2"] * cell
            if element.own.within:
                reach = look.stroke_width * (REACH if look.style == "wave" else 1 / 2)
                ends = _inside(ends, rim.inset(Insets(*[reach] * 4)))
            out += _edge(look, paints[edge["kind"]], element.place, ends)
        for tile in element.own.tiles:
            self.tile(context, element, scope, data, tile, first, out)

    def tile(
        self,
        context: FaceLayoutContext,
        element: Element,
        scope: Scope,
        data: MapData,
        tile: Element,
        first: Rect,
        out: list[Item],
    ) -> None:
        """Place an element on all edges for which it is shown; edges of equal kind and length share one drawing."""
        left, top, cell, _ = first
        drawings: dict[tuple[str, float], tuple[ReusableDrawing, ...]] = {}
        for at, edge in enumerate(data["edges"]):
            level = edge["y1"] == edge["y2"]
            alike = edge["kind"], (edge["x2"] - edge["x1"] if level else edge["y2"] - edge["y1"]) * cell
            if alike not in drawings:
                along, tiles = Rect(0, 0, alike[1], 0), list[ReusableDrawing]()
                inner = context.with_entries(f"{element.own.map}.edges.{at}", edge, scope)
                for child, one in context.expand((tile,), inner):
                    items: list[Item] = []
                    context.place(child, one, along, items)
                    if items:
                        tiles.append(ReusableDrawing(Size(alike[1], cell), tuple(items)))
                drawings[alike] = tuple(tiles)
            corner = left + edge["x1"] * cell, top + edge["y1"] * cell
            matrix: Matrix = (1, 0, 0, 1, *corner) if level else (0, 1, 1, 0, *corner)
            out += [GroupItem(drawing, matrix, None, element.place) for drawing in drawings[alike]]


def _inside(ends: Ends, rim: Rect) -> Ends:
    """Return the ends of an edge, moved inwards if it lies on the rim or beyond it; its length stays the same."""
    x1, y1, x2, y2 = ends
    if y1 == y2:
        y1 = y2 = min(max(y1, rim.y), rim.bottom)
    elif x1 == x2:
        x1 = x2 = min(max(x1, rim.x), rim.right)
    return x1, y1, x2, y2


@lru_cache(maxsize=2048)
def _edge(look: MapEdgeLook, paint: Paint, place: SourceLocation, ends: Ends) -> tuple[Item, ...]:
    """Return the items of an edge; cached, so that all maps share the identical items."""
    x1, y1, x2, y2 = ends
    if look.inset:
        length = hypot(x2 - x1, y2 - y1) or 1.0
        dx, dy = (x2 - x1) / length * look.inset, (y2 - y1) / length * look.inset
        x1, y1, x2, y2 = x1 + dx, y1 + dy, x2 - dx, y2 - dy
    if look.style == "wave":
        return (wave(((x1, y1), (x2, y2)), paint, place),)
    return (line(x1, y1, x2, y2, paint, place),)


def _is_map(value: Any) -> bool:
    """Tell whether a value has all keys and types from which a map is drawn."""
    if not isinstance(value, Mapping) or not all(isinstance(value.get(key), list) for key in ("cells", "edges")):
        return False
    sides = (value.get("columns"), value.get("rows"))
    if not all(isinstance(side, int) and 0 < side <= MOST_ROOMS for side in sides):
        return False
    edges = value["edges"]
    return _have_numbers(value["cells"], IN_CELL) and _have_numbers(edges, IN_EDGE) and all("kind" in e for e in edges)


def _have_numbers(values: list[Any], names: tuple[str, ...]) -> bool:
    """Tell whether all values are dictionaries with a number under each of the names."""
    if not {type(value) for value in values} <= {dict}:
        return False
    try:
        return set(map(type, chain.from_iterable(map(itemgetter(*names), values)))) <= NUMBERS
    except KeyError:
        return False
