"""Elements that hold others: row, column, box, flow, stack, grid, table, track, use."""

from math import ceil
from typing import NamedTuple

from generator.diagnostics import did_you_mean
from generator.frame import (
    FieldItem,
    GroupItem,
    Item,
    Paint,
    Paragraph,
    ReusableDrawing,
    ShapeItem,
    begins_block,
    cell_tag,
)
from generator.geometry import Rect, Size, align
from generator.layout.binding import Scope
from generator.layout.element_spec import Column, ColumnShare, Element
from generator.layout.elements.element_context import HANDLERS, SLACK, FaceLayoutContext, Handler
from generator.layout.looks import ResolvedLook
from generator.units import PercentageLength

Child = tuple[Element, Scope]
FlowPart = tuple[Element, Scope, float]  # a child of a flow and its height
MOST_PARTS_DEEP = 21
ROUNDING = 1e-3  # of half a line
HALVINGS = 24  # steps of the bisection for the height of a flow


def _spread(
    naturals: list[float], weights: list[float], squeezable: list[bool], room: float, gap: float
) -> tuple[list[float], float]:
    """Return the lengths of children along the axis, in points, and by how much they exceed `room` (0 if they fit).

    Free space is shared by `weights`; if space is lacking, only the `squeezable` children are shortened.
    """
    spare = room - gap * max(0, len(naturals) - 1) - sum(naturals)
    if spare >= 0:
        total = sum(weights)
        if total:
            return [n + spare * w / total for n, w in zip(naturals, weights, strict=True)], 0.0
        return naturals, 0.0
    soft = sum(n for n, s in zip(naturals, squeezable, strict=True) if s)
    if soft > -spare:
        factor = (soft + spare) / soft
        return [n * factor if s else n for n, s in zip(naturals, squeezable, strict=True)], 0.0
    return naturals, -spare


def on_line_grid(heights: list[float], look: ResolvedLook) -> list[float]:
    """Return the heights of children, each enlarged so that the next one starts on a line or half line of the grid.

    The height of the last child is unchanged.
    """
    step, gap = look.half_line, look.gap
    if not step:
        return heights
    return [ceil((high + gap) / step - ROUNDING) * step - gap for high in heights[:-1]] + heights[-1:]


def shrinks(context: FaceLayoutContext, element: Element) -> bool:
    """Tell whether an element is or contains a text that may shrink (`fit: shrink`)."""
    cached = context.program.shrinking.get(id(element))
    if cached is None:
        children = getattr(element.own, element.kind, ())
        holds = isinstance(children, tuple) and any(shrinks(context, child) for child in children)
        cached = holds or (element.kind == "text" and context.look(element).fit == "shrink")
        context.program.shrinking[id(element)] = cached
    return cached


def _weight(context: FaceLayoutContext, element: Element) -> float:
    """Return the `grow` of an element; a `use` without `grow` and size has the `grow` of its part's root element."""
    for _ in context.layout.parts:  # a part may use another part; a circle is reported elsewhere
        at = element.at
        if element.kind != "use" or at.grow is not None or at.width is not None or at.height is not None:
            break
        element = context.layout.parts.get(element.own.use, element)
    return element.at.grow or 0.0


def is_narrow(element: Element, width: float | None) -> bool:
    """Tell whether `width` is less than the element's `narrow`: its columns are then placed below each other."""
    narrow = element.own.narrow
    return narrow is not None and width is not None and width < narrow


class ColumnHandler(Handler, kinds="column box"):
    """Lays out children below each other; `grow` shares out free height, and texts that may shrink are shortened.

    A narrow row is laid out so, too.
    """

    def weight(self, context: FaceLayoutContext, element: Element, child: Element) -> float:
        """Return the `grow` of a child; 0 in a narrow row, where it is for widths."""
        return 0.0 if element.kind == "row" else _weight(context, child)

    def children(self, context: FaceLayoutContext, element: Element, scope: Scope) -> list[Child]:
        return context.expand(getattr(element.own, element.kind), scope)

    def measure(self, context: FaceLayoutContext, element: Element, scope: Scope, width: float | None) -> Size:
        look = context.look(element)
        room = None if width is None else width - look.pad.left - look.pad.right
        sizes = [
            context.measure(child, child_scope, room) for child, child_scope in self.children(context, element, scope)
        ]
        high = sum(on_line_grid([size.height for size in sizes], look)) + look.gap * max(0, len(sizes) - 1)
        wide = max((size.width for size in sizes), default=0.0)
        return Size(wide + look.pad.left + look.pad.right, high + look.pad.top + look.pad.bottom)

    def visible_children(self, context: FaceLayoutContext, element: Element, scope: Scope, area: Rect) -> list[Child]:
        """Return the children of a column; those with `if_room` are left out if not all fit."""
        children = self.children(context, element, scope)
        if not any(child.at.if_room for child, _ in children):
            return children
        look = context.look(element)
        heights = []
        for child, child_scope in children:
            width = _cross(context, child, child_scope, area.width, look.align)
            natural = child.at.height is None and (child.at.if_room or self.weight(context, element, child))
            size = context.measure(child, child_scope, width).height if natural else None
            heights.append(_along(context, child, child_scope, width, area.height, 0.0) if size is None else size)
        if sum(on_line_grid(heights, look)) + look.gap * (len(heights) - 1) <= area.height + SLACK:
            return children
        return [(child, child_scope) for child, child_scope in children if not child.at.if_room]

    def place(self, context: FaceLayoutContext, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        look = context.look(element)
        area = rect.inset(look.pad)
        children = self.visible_children(context, element, scope, area)
        widths = [_cross(context, child, child_scope, area.width, look.align) for child, child_scope in children]
        weights = [self.weight(context, element, child) for child, _ in children]
        naturals = [
            _along(context, child, child_scope, width, area.height, weight)
            for (child, child_scope), width, weight in zip(children, widths, weights, strict=True)
        ]
        soft = [child.at.height is None and shrinks(context, child) for child, _ in children]
        grown = on_line_grid(naturals, look)
        heights, excess = _spread(grown, weights, soft, area.height, look.gap)
        context.overflow(element, "high", excess)
        total = sum(heights) + look.gap * max(0, len(heights) - 1)
        y = align(area.y, area.height, total, "start" if look.valign == "stretch" or excess else look.valign)
        blanks = [high - low for high, low in zip(grown, naturals, strict=True)]
        for (child, child_scope), width, height, blank in zip(children, widths, heights, blanks, strict=True):
            where = _own_align(child, look.align)
            x = align(area.x, area.width, width, "start" if where == "stretch" else where)
            context.place(child, child_scope, Rect(x, y, width, height - blank), out)
            y += height + look.gap


def _own_align(child: Element, inherited: str) -> str:
    """Return how a child is aligned across the axis; "start" for texts, which align their words themselves."""
    if child.kind == "text":
        return "start"
    return inherited if child.kind in _ALIGN_CONTENT else child.look.align or inherited


_ALIGN_CONTENT = frozenset({"row", "column", "box", "grid", "table", "track"})


def _cross(context: FaceLayoutContext, child: Element, scope: Scope, room: float, align: str) -> float:
    fixed = context.extent(child.at.width, room)
    if fixed is not None:
        return fixed
    where = _own_align(child, align)
    if child.kind == "icon" or (child.kind != "text" and where != "stretch"):
        natural = context.measure(child, scope, room).width
        return min(natural, room) if child.kind != "shape" else room
    return room


def _along(context: FaceLayoutContext, child: Element, scope: Scope, width: float, room: float, weight: float) -> float:
    """Return the height of a child of a column in points before free space is shared: 0 if it has a `weight`."""
    fixed = context.extent(child.at.height, room)
    if fixed is not None:
        return fixed
    return 0.0 if weight else context.measure(child, scope, width).height


class RowHandler(Handler, kinds="row"):
    """Lays out children side by side; `grow` shares the free width."""

    def widths(
        self, context: FaceLayoutContext, element: Element, children: list[Child], room: float | None
    ) -> list[float]:
        naturals: list[float] = []
        for child, child_scope in children:
            fixed = context.extent(child.at.width, room or 0.0)
            if fixed is None:
                fixed = (
                    0.0
                    if _weight(context, child) and room is not None
                    else context.measure(child, child_scope, None).width
                )
            naturals.append(fixed)
        if room is None:
            return naturals
        look = context.look(element)
        soft = [child.at.width is None and child.kind in ("text", "column", "box") for child, _ in children]
        widths, excess = _spread(naturals, [_weight(context, c) for c, _ in children], soft, room, look.gap)
        context.overflow(element, "wide", excess)
        return widths

    def measure(self, context: FaceLayoutContext, element: Element, scope: Scope, width: float | None) -> Size:
        if is_narrow(element, width):
            return HANDLERS["column"].measure(context, element, scope, width)
        look = context.look(element)
        children = context.expand(element.own.row, scope)
        room = None if width is None else width - look.pad.left - look.pad.right
        widths = self.widths(context, element, children, room)
        heights = [
            context.measure(child, child_scope, w).height
            for (child, child_scope), w in zip(children, widths, strict=True)
        ]
        wide = sum(widths) + look.gap * max(0, len(widths) - 1) + look.pad.left + look.pad.right
        return Size(wide, max(heights, default=0.0) + look.pad.top + look.pad.bottom)

    def place(self, context: FaceLayoutContext, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        if is_narrow(element, rect.width):
            HANDLERS["column"].place(context, element, scope, rect, out)
            return
        look, first = context.look(element), len(out)
        area = rect.inset(look.pad)
        children = context.expand(element.own.row, scope)
        widths = self.widths(context, element, children, area.width)
        total = sum(widths) + look.gap * max(0, len(widths) - 1)
        x = align(area.x, area.width, total, "start" if look.align == "stretch" else look.align)
        for (child, child_scope), width in zip(children, widths, strict=True):
            fixed = context.extent(child.at.height, area.height)
            where = look.valign if child.kind in _ALIGN_CONTENT else child.look.valign or look.valign
            height = area.height
            if fixed is not None:
                height = fixed
                if element.at.height is None:  # children may exceed a row with a height of its own on purpose
                    context.overflow(element, "high", fixed - area.height)
            elif child.kind == "icon" or (child.kind != "text" and where != "stretch"):
                height = min(area.height, context.measure(child, child_scope, width).height)
            y = align(area.y, area.height, height, "center" if where == "stretch" else where)
            context.place(child, child_scope, Rect(x, y, width, height), out)
            x += width + look.gap
        if element.own.listed:
            opens: Paragraph = "Lbl"  # the first paragraph is the label of the entry
            for at in range(first, len(out)):
                if begins_block(out[at]):
                    out[at], opens = out[at]._replace(opens=opens), "LBody"  # type: ignore[call-arg]


class OverlayHandler(Handler, kinds="stack"):
    """Lays out children over each other in one box; they are scaled down if the box is narrower than `drawn`."""

    def measure(self, context: FaceLayoutContext, element: Element, scope: Scope, width: float | None) -> Size:
        drawn_width = element.own.drawn
        if drawn_width is not None and width is not None and width < drawn_width:
            return Size(width, self.measure(context, element, scope, drawn_width).height * width / drawn_width)
        look = context.look(element)
        sizes = [
            context.measure(child, child_scope, width)
            for child, child_scope in context.expand(element.own.stack, scope)
        ]
        wide, high = max((s.width for s in sizes), default=0.0), max((s.height for s in sizes), default=0.0)
        return Size(wide + look.pad.left + look.pad.right, high + look.pad.top + look.pad.bottom)

    def place(self, context: FaceLayoutContext, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        drawn_width = element.own.drawn
        if drawn_width is not None and rect.width < drawn_width:
            scale, inside = rect.width / drawn_width, list[Item]()
            self.place(context, element, scope, Rect(0, 0, drawn_width, rect.height / scale), inside)
            content = ReusableDrawing(Size(drawn_width, rect.height / scale), tuple(inside), "stack")
            out.append(GroupItem(content, (scale, 0, 0, scale, rect.x, rect.y), None, element.place))
            return
        area = rect.inset(context.look(element).pad)
        for child, child_scope in context.expand(element.own.stack, scope):
            context.place(child, child_scope, context.place_in_stack(child, child_scope, area), out)


class FlowColumnsHandler(Handler, kinds="flow"):
    """Lays out children one after the other in several columns, as low as possible."""

    def columns(self, context: FaceLayoutContext, element: Element, scope: Scope, room: float) -> list[list[FlowPart]]:
        """Return the children of each column with their heights; `room` is the width of all columns together."""
        look, count = context.look(element), self.count(element, room)
        width, gap = self.width(element, room), look.gap
        children = context.expand(element.own.flow, scope)
        naturals = [context.measure(child, child_scope, width).height for child, child_scope in children]
        heights = on_line_grid(naturals, look)
        parts = [(child, child_scope, high) for (child, child_scope), high in zip(children, heights, strict=True)]
        # Higher columns never take more of them, so bisection finds the least height at which the parts fit: this is
        # the optimum of filling columns in order, without trying all ways to divide the parts.
        lowest, highest = max((part[2] for part in parts), default=0.0), sum(part[2] + gap for part in parts)
        for _ in range(HALVINGS):
            tried = (lowest + highest) / 2
            if len(_filled(parts, tried, gap)) <= count:
                highest = tried
            else:
                lowest = tried
        return _filled(parts, highest + SLACK, gap)

    def count(self, element: Element, room: float) -> int:
        """Return the number of columns if `room` is the width of the element: 1 if it is too narrow for several."""
        return 1 if is_narrow(element, room) else element.own.columns

    def width(self, element: Element, room: float) -> float:
        """Return the width of one column."""
        count = self.count(element, room)
        return (room - float(element.own.column_gap) * (count - 1)) / count

    def height(self, context: FaceLayoutContext, element: Element, columns: list[list[FlowPart]]) -> float:
        """Return the height of the highest column."""
        gap = context.look(element).gap
        return max((sum(high for _, _, high in parts) + gap * (len(parts) - 1) for parts in columns), default=0.0)

    def measure(self, context: FaceLayoutContext, element: Element, scope: Scope, width: float | None) -> Size:
        pad = context.look(element).pad
        room = 400.0 if width is None else width - pad.left - pad.right
        high = self.height(context, element, self.columns(context, element, scope, room))
        return Size(room + pad.left + pad.right, high + pad.top + pad.bottom)

    def place(self, context: FaceLayoutContext, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        look = context.look(element)
        area = rect.inset(look.pad)
        columns, width = self.columns(context, element, scope, area.width), self.width(element, area.width)
        highest = self.height(context, element, columns)
        context.overflow(element, "high", highest - area.height)
        for number, parts in enumerate(columns):
            x, y = area.x + number * (width + element.own.column_gap), area.y
            for at, (child, child_scope, high) in enumerate(parts, 1):
                is_stretched = element.own.even and at == len(parts)
                context.place(
                    child, child_scope, Rect(x, y, width, area.y + highest - y if is_stretched else high), out
                )
                y += high + look.gap


def _filled(parts: list[FlowPart], height: float, gap: float) -> list[list[FlowPart]]:
    """Return the parts distributed over columns, each filled up to the height `height`."""
    columns: list[list[FlowPart]] = []
    column_height = height
    for part in parts:
        column_height += gap + part[2]
        if not columns or column_height > height:
            columns.append([])
            column_height = part[2]
        columns[-1].append(part)
    return columns


def column_widths(columns: tuple[Column, ...], room: float, gap: float) -> list[float]:
    """Return the widths of columns in points: lengths and percentages as written, weights share the rest."""
    fixed = [column.part * room if isinstance(column, PercentageLength) else column for column in columns]
    lengths = [width for width in fixed if not isinstance(width, ColumnShare)]
    total = sum(width.parts for width in fixed if isinstance(width, ColumnShare))
    spare = max(0.0, room - gap * (len(columns) - 1) - sum(lengths))
    return [spare * width.parts / total if isinstance(width, ColumnShare) else width for width in fixed]


class GridHandler(Handler, kinds="grid"):
    """Lays out children row by row in columns; rows are equally high, unless `row_height` is given."""

    def parts(
        self, context: FaceLayoutContext, element: Element, scope: Scope, room: float
    ) -> tuple[list[list[Child]], list[float], float]:
        """Return the children of each row, the widths of the columns, and the gap between rows."""
        look, spec = context.look(element), element.own
        widths = [room] if is_narrow(element, room) else column_widths(spec.columns, room, look.gap)
        children, columns = context.expand(spec.grid, scope), len(widths)
        rows = [children[at : at + columns] for at in range(0, len(children), columns)]
        return rows, widths, look.gap if spec.row_gap is None else spec.row_gap

    def natural_heights(
        self, context: FaceLayoutContext, element: Element, rows: list[list[Child]], widths: list[float]
    ) -> list[float]:
        fixed = element.own.row_height
        if fixed is not None:
            return [fixed] * len(rows)
        return [
            max(
                context.measure(child, child_scope, width).height
                for (child, child_scope), width in zip(row, widths, strict=False)
            )
            for row in rows
        ]

    def measure(self, context: FaceLayoutContext, element: Element, scope: Scope, width: float | None) -> Size:
        look = context.look(element)
        room = 400.0 if width is None else width - look.pad.left - look.pad.right
        rows, widths, row_gap = self.parts(context, element, scope, room)
        heights = self.natural_heights(context, element, rows, widths)
        high = sum(heights) + row_gap * max(0, len(heights) - 1) + look.pad.top + look.pad.bottom
        wide = sum(widths) + look.gap * (len(widths) - 1) + look.pad.left + look.pad.right
        return Size(wide, high)

    def place(self, context: FaceLayoutContext, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        look = context.look(element)
        area = rect.inset(look.pad)
        rows, widths, row_gap = self.parts(context, element, scope, area.width)
        cell_room = area.height - row_gap * max(0, len(rows) - 1)
        if rows and element.own.row_height is None:
            heights = [cell_room / len(rows)] * len(rows)
        else:
            heights = self.natural_heights(context, element, rows, widths)
            context.overflow(element, "high", sum(heights) - cell_room)
        upwards = element.own.upwards
        y = area.bottom if upwards else area.y
        for row, height in zip(rows, heights, strict=True):
            if upwards:
                y -= height
            x = area.x
            for (child, child_scope), width in zip(row, widths, strict=False):
                place_cell(context, child, child_scope, Rect(x, y, width, height), out)
                x += width + look.gap
            y += -row_gap if upwards else height + row_gap


def place_cell(context: FaceLayoutContext, child: Element, scope: Scope, box: Rect, out: list[Item]) -> None:
    """Place an element in its cell: it fills the cell, or is centred if it has a size of its own.

    Elements with a width or height, icons, and fields with `size` have a size of their own.
    """
    is_sized = child.at.width is not None or child.at.height is not None or child.kind == "icon"
    if not is_sized and (child.kind != "field" or child.look.size is None):
        context.place(child, scope, box, out)
        return
    size = context.measure(child, scope, box.width)
    width = context.extent(child.at.width, box.width)
    height = context.extent(child.at.height, box.height)
    wide = min(box.width, size.width) if width is None else width
    high = min(box.height, size.height) if height is None else height
    if child.kind == "field" and child.look.size is None:  # without `size` it fills the cell in the other direction
        wide, high = box.width if width is None else wide, box.height if height is None else high
    look = context.look(child)
    x = align(box.x, box.width, wide, "center" if look.align == "stretch" else look.align)
    y = align(box.y, box.height, high, "center" if look.valign == "stretch" else look.valign)
    context.place(child, scope, Rect(x, y, wide, high), out)


class TrackHandler(Handler, kinds="track"):
    """Lays out one cell for each entry of a list, in a row, a column or a grid."""

    def cells(self, context: FaceLayoutContext, element: Element, scope: Scope) -> list[Child]:
        spec = element.own
        children = context.entries(spec.track, element.at.alias, scope, element.place)
        return [(context.with_data(spec.cell, child_scope), child_scope) for child_scope in children]

    def shape(self, element: Element, count: int) -> tuple[int, int]:
        """Return the number of columns and rows, each at least 1."""
        if element.own.columns:
            return element.own.columns, max(1, -(-count // element.own.columns))
        return (max(1, count), 1) if element.own.direction == "right" else (1, max(1, count))

    def measure(self, context: FaceLayoutContext, element: Element, scope: Scope, width: float | None) -> Size:
        look, cells = context.look(element), self.cells(context, element, scope)
        columns, rows = self.shape(element, len(cells))
        sizes = [context.measure(cell, child_scope, None) for cell, child_scope in cells]
        wide, high = max((s.width for s in sizes), default=0.0), max((s.height for s in sizes), default=0.0)
        return Size(
            wide * columns + look.gap * (columns - 1) + look.pad.left + look.pad.right,
            high * rows + look.gap * (rows - 1) + look.pad.top + look.pad.bottom,
        )

    def place(self, context: FaceLayoutContext, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        look, cells = context.look(element), self.cells(context, element, scope)
        columns, rows = self.shape(element, len(cells))
        area = rect.inset(look.pad)
        width = (area.width - look.gap * (columns - 1)) / columns
        height = (area.height - look.gap * (rows - 1)) / rows
        for index, (cell, child_scope) in enumerate(cells):
            if not context.holds(cell.at.when, child_scope, cell.place):
                continue
            column, row = index % columns, index // columns
            if element.own.direction == "up":
                row = rows - 1 - row
            box = Rect(area.x + column * (width + look.gap), area.y + row * (height + look.gap), width, height)
            place_cell(context, cell, child_scope, box, out)


class UseHandler(Handler, kinds="use"):
    """Lays out a named part of the layout, with the values given by `with`."""

    def part(self, context: FaceLayoutContext, element: Element, scope: Scope) -> Child | None:
        name = context.fill(element.own.use, scope, element.place)
        part = context.layout.parts.get(name)
        if part is None:
            hint = did_you_mean(name, context.layout.parts)
            context.fault("L017", f"unknown part {name!r}", element.place, hint, value=name)
            return None
        if context.depth >= MOST_PARTS_DEEP:
            context.fault("L018", f"part {name!r} uses itself", element.place, "break the circle")
            return None
        part_scope = context.with_values(element.own.values, scope, element.place)
        return (
            (context.with_data(part, part_scope), part_scope)
            if context.holds(part.at.when, part_scope, part.place)
            else None
        )

    def measure(self, context: FaceLayoutContext, element: Element, scope: Scope, width: float | None) -> Size:
        child = self.part(context, element, scope)
        if child is None:
            return Size(0, 0)
        context.depth += 1
        size = context.measure(*child, width)
        context.depth -= 1
        return size

    def place(self, context: FaceLayoutContext, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        child = self.part(context, element, scope)
        if child:
            part, part_scope = child
            sides = (part.at.x, part.at.y, part.at.right, part.at.bottom)
            is_placed, first = any(side is not None for side in sides), len(out)
            context.depth += 1
            context.place(part, part_scope, context.place_in_stack(part, part_scope, rect) if is_placed else rect, out)
            context.depth -= 1
            for at, item in enumerate(out[first:], first):
                if isinstance(item, FieldItem):
                    out[at] = item._replace(uses=(element.place, *item.uses))


RULE, HEAD_RULE = 0.4, 0.9
LEAST_PART = 0.75  # of its natural height: rows whose texts shrink become no lower


class TableElementRow(NamedTuple):
    """A row of a table: its element and its cells; with `spans`, a single cell across all columns."""

    element: Element
    scope: Scope
    cells: list[Child]
    spans: bool


class TableHandler(Handler, kinds="table"):
    """Lays out rows as high as their content; if the table grows, rows without a height share the free space."""

    def rows(self, context: FaceLayoutContext, element: Element, scope: Scope) -> list[TableElementRow]:
        return [
            TableElementRow(child, child_scope, context.expand(child.own.row, child_scope), False)
            if child.kind == "row"
            else TableElementRow(child, child_scope, [(child, child_scope)], True)
            for child, child_scope in context.expand(element.own.table, scope)
        ]

    def natural_height(
        self, context: FaceLayoutContext, row: TableElementRow, widths: list[float], room: float
    ) -> float:
        fixed = context.extent(row.element.at.height, 0.0)
        if fixed is not None:
            return fixed
        pad = 0.0 if row.spans else sum(context.look(row.element).pad[::2])
        cells = zip(row.cells, [room] if row.spans else widths, strict=False)
        return pad + max(
            [context.measure(child, child_scope, width).height for (child, child_scope), width in cells], default=0.0
        )

    def measure(self, context: FaceLayoutContext, element: Element, scope: Scope, width: float | None) -> Size:
        look = context.look(element)
        pad = look.pad
        room = 400.0 if width is None else width - pad.left - pad.right
        widths = column_widths(element.own.columns, room, look.gap)
        rows = self.rows(context, element, scope)
        high = sum([self.natural_height(context, row, widths, room) for row in rows])
        return Size(room + pad.left + pad.right, high + pad.top + pad.bottom)

    def place(self, context: FaceLayoutContext, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        look, spec = context.look(element), element.own
        area = rect.inset(look.pad)
        widths = column_widths(spec.columns, area.width, look.gap)
        rows = self.rows(context, element, scope)
        heights = self.heights(context, element, rows, widths, area)
        y = area.y
        for number, (row, height) in enumerate(zip(rows, heights, strict=True)):
            box = Rect(area.x, y, area.width, height)
            if not row.spans:
                context.place_ground(row.element, context.look(row.element), row.scope, box, out)
            if number and spec.rule:
                self.rule(context, element, scope, box, out, is_head=number == spec.head)
            x, cell = area.x, box if row.spans else box.inset(context.look(row.element).pad)
            row_widths = [box.width] if row.spans else widths
            for column, ((child, child_scope), width) in enumerate(zip(row.cells, row_widths, strict=False)):
                first = len(out)
                place_cell(context, child, child_scope, Rect(x, cell.y, width, cell.height), out)
                heads = "Column" if number < spec.head or row.spans else "Row" if spec.side and column == 0 else ""
                opens = cell_tag(number, column, len(widths) if row.spans else 1, heads)
                for at, item in enumerate(out[first:], first):
                    if begins_block(item):  # a paragraph or a heading in a cell gets the tag of the cell
                        out[at] = item._replace(opens=opens)  # type: ignore[call-arg]
                x += width + look.gap
            y += height

    def heights(
        self, context: FaceLayoutContext, element: Element, rows: list[TableElementRow], widths: list[float], box: Rect
    ) -> list[float]:
        """Return the heights of rows in points: natural, enlarged by free space, or less if their texts shrink."""
        heights = [self.natural_height(context, row, widths, box.width) for row in rows]
        spare = box.height - sum(heights)
        can_grow = [row.element.at.height is None and not row.spans for row in rows]
        if spare < 0:
            soft = [
                is_free and any(shrinks(context, child) for child, _ in row.cells)
                for row, is_free in zip(rows, can_grow, strict=True)
            ]
            high = sum([height for height, is_soft in zip(heights, soft, strict=True) if is_soft])
            factor = max(LEAST_PART, 1 + spare / high) if high else 1.0
            context.overflow(element, "high", -spare - high * (1 - factor))
            return [height * factor if is_soft else height for height, is_soft in zip(heights, soft, strict=True)]
        if element.at.grow and any(can_grow):
            share = spare / sum(can_grow)
            return [height + share * grows for height, grows in zip(heights, can_grow, strict=True)]
        return heights

    def rule(
        self, context: FaceLayoutContext, element: Element, scope: Scope, box: Rect, out: list[Item], *, is_head: bool
    ) -> None:
        """Draw the line above a row; the line below the headings (`is_head`) is thicker."""
        spec = element.own
        color = context.color(spec.head_rule if is_head and spec.head_rule else spec.rule, scope, element.place)
        width = spec.rule_width or RULE
        paint = Paint(None, color, max(HEAD_RULE, width) if is_head else width)
        out.append(ShapeItem("line", box._replace(height=0), paint, 0.0, None, element.place))
