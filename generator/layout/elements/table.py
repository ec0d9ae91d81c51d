"""Tables: rows of cells with shared column widths, and their tags for screen readers."""

from typing import NamedTuple

from generator.frame import Item, Paint, ShapeItem, cell_told, opens_anew
from generator.geometry import Rect, Size
from generator.layout.binding import Scope
from generator.layout.element_spec import Element
from generator.layout.elements.containers import Child, column_widths, place_cell, shrinks
from generator.layout.elements.element_context import FaceLayoutContext, handles

RULE, HEAD_RULE = 0.4, 0.9
LEAST_PART = 0.75  # of its natural height: rows whose texts shrink become no lower


class TableElementRow(NamedTuple):
    """A row of a table: its element and its cells; with `spans`, a single cell across all columns."""

    element: Element
    scope: Scope
    cells: list[Child]
    spans: bool


@handles("table")
class TableHandler:
    """Lays out rows as high as their content; if the table grows, rows without a height share the free space."""

    def rows(self, context: FaceLayoutContext, element: Element, scope: Scope) -> list[TableElementRow]:
        return [
            TableElementRow(child, one, context.expand(child.own.row, one), False)
            if child.kind == "row"
            else TableElementRow(child, one, [(child, one)], True)
            for child, one in context.expand(element.own.table, scope)
        ]

    def natural_height(
        self, context: FaceLayoutContext, row: TableElementRow, widths: list[float], room: float
    ) -> float:
        own = context.extent(row.element.at.height, 0.0)
        if own is not None:
            return own
        pad = 0.0 if row.spans else sum(context.look(row.element).pad[::2])
        cells = zip(row.cells, [room] if row.spans else widths, strict=False)
        return pad + max([context.measure(child, one, width).height for (child, one), width in cells], default=0.0)

    def measure(self, context: FaceLayoutContext, element: Element, scope: Scope, width: float | None) -> Size:
        look = context.look(element)
        pad = look.pad
        room = 400.0 if width is None else width - pad.left - pad.right
        widths = column_widths(element.own.columns, room, look.gap)
        rows = self.rows(context, element, scope)
        high = sum([self.natural_height(context, row, widths, room) for row in rows])
        return Size(room + pad.left + pad.right, high + pad.top + pad.bottom)

    def place(self, context: FaceLayoutContext, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        look, own = context.look(element), element.own
        inner = rect.inset(look.pad)
        widths = column_widths(own.columns, inner.width, look.gap)
        rows = self.rows(context, element, scope)
        heights = self.heights(context, element, rows, widths, inner)
        y = inner.y
        for number, (row, height) in enumerate(zip(rows, heights, strict=True)):
            box = Rect(inner.x, y, inner.width, height)
            if not row.spans:
                context.place_ground(row.element, context.look(row.element), row.scope, box, out)
            if number and own.rule:
                self.rule(context, element, scope, box, out, is_head=number == own.head)
            x, cell = inner.x, box if row.spans else box.inset(context.look(row.element).pad)
            row_widths = [box.width] if row.spans else widths
            for column, ((child, one), width) in enumerate(zip(row.cells, row_widths, strict=False)):
                first = len(out)
                place_cell(context, child, one, Rect(x, cell.y, width, cell.height), out)
                heads = "Column" if number < own.head or row.spans else "Row" if own.side and column == 0 else ""
                opens = cell_told(number, column, len(widths) if row.spans else 1, heads)
                for at, item in enumerate(out[first:], first):
                    if opens_anew(item):  # a paragraph or a heading in a cell gets the tag of the cell
                        out[at] = item._replace(opens=opens)  # type: ignore[call-arg]
                x += width + look.gap
            y += height

    def heights(
        self, context: FaceLayoutContext, element: Element, rows: list[TableElementRow], widths: list[float], box: Rect
    ) -> list[float]:
        """Return the heights of rows in points: natural, enlarged by free space, or less if their texts shrink."""
        heights = [self.natural_height(context, row, widths, box.width) for row in rows]
        spare = box.height - sum(heights)
        free = [row.element.at.height is None and not row.spans for row in rows]
        if spare < 0:
            soft = [
                is_free and any(shrinks(context, child) for child, _ in row.cells)
                for row, is_free in zip(rows, free, strict=True)
            ]
            high = sum([height for height, is_soft in zip(heights, soft, strict=True) if is_soft])
            factor = max(LEAST_PART, 1 + spare / high) if high else 1.0
            context.overflow(element, "high", -spare - high * (1 - factor))
            return [height * factor if is_soft else height for height, is_soft in zip(heights, soft, strict=True)]
        if element.at.grow and any(free):
            share = spare / sum(free)
            return [height + share * grows for height, grows in zip(heights, free, strict=True)]
        return heights

    def rule(
        self, context: FaceLayoutContext, element: Element, scope: Scope, box: Rect, out: list[Item], *, is_head: bool
    ) -> None:
        """Draw the line above a row; the line below the headings (`is_head`) is thicker."""
        own = element.own
        color = context.color(own.head_rule if is_head and own.head_rule else own.rule, scope, element.place)
        width = own.rule_width or RULE
        paint = Paint(None, color, max(HEAD_RULE, width) if is_head else width)
        out.append(ShapeItem("line", box._replace(height=0), paint, 0.0, None, element.place))
