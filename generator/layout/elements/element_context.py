"""The context passed to every element handler: values of the face, looks, and how child elements are laid out."""

from math import cos, radians, sin

from generator.diagnostics import Diagnostic, SourceLocation
from generator.frame import UNMOVED, GroupItem, Item, ReusableDrawing
from generator.geometry import Matrix, Rect, Size, align
from generator.layout.binding import LayoutLimitExceeded, Scope
from generator.layout.element_spec import Element
from generator.layout.face_values import FaceValues, LayoutResources
from generator.layout.looks import ResolvedLook
from generator.units import PercentageLength, length_name

SLACK = 0.2
MOST_ELEMENTS = 50_000  # elements measured or laid out on one face


HANDLERS: dict[str, "Handler"] = {}


class Handler:
    """Measures and places the elements of its `kinds`, by default as large as their `size` and without a mark."""

    def __init_subclass__(cls, kinds: str) -> None:
        HANDLERS.update(dict.fromkeys(kinds.split(), cls()))

    def measure(self, context: "FaceLayoutContext", element: Element, scope: Scope, width: float | None) -> Size:
        side = context.look(element).size if element.look.size is None else element.look.size
        wide, high = (value if isinstance(value, float) else side for value in (element.at.width, element.at.height))
        return Size(wide, high)

    def place(self, context: "FaceLayoutContext", element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        """Append the items of an element to `out`."""


class FaceLayoutContext(FaceValues):
    """The side of a card, or the page, being laid out: its values, and how elements are measured and placed on it."""

    def __init__(self, program: LayoutResources, subject: str = "", trim: Rect | None = None) -> None:
        super().__init__(program, subject)
        self.look = program.looks.of
        self.trim = trim
        self.depth = self.spent = 0
        self.current: Element | None = None  # the last one that was begun

    def ground_box(self, look: ResolvedLook, rect: Rect, scope: Scope, place: SourceLocation) -> Rect:
        """Return the box of a background; if its edge would be cut off, a box half-way between cut and safe zone."""
        if self.trim is None or not rect.holds(self.trim) or not self.is_framed(look, scope, place):
            return rect
        return self.trim.outset(-self.layout.safe / 2)

    # children

    def expand(self, children: tuple[Element, ...], scope: Scope) -> list[tuple[Element, Scope]]:
        """Return the children to show with their scopes: repeated by `each`, filtered by `if`."""
        pairs: list[tuple[Element, Scope]] = []
        for child in children:
            at = child.at
            scopes = [scope] if at.each is None else self.entries(at.each, at.alias, scope, child.place)
            visible = [
                child_scope for child_scope in scopes if not at.when or self.holds(at.when, child_scope, child.place)
            ]
            pairs += [(self.with_data(child, child_scope), child_scope) for child_scope in visible]
        return pairs

    def measure(self, element: Element, scope: Scope, width: float | None) -> Size:
        """Return the size of an element in points: its own width and height, else its natural size at `width`."""
        at = element.at
        own_width = at.width if isinstance(at.width, float) else None
        if isinstance(at.height, float) and own_width is not None:
            return Size(own_width, at.height)
        room = own_width if own_width is not None else width
        size = self._measured(element, scope, room)
        high = at.height if isinstance(at.height, float) else size.height
        return Size(own_width if own_width is not None else size.width, high)

    def _measured(self, element: Element, scope: Scope, width: float | None) -> Size:
        self.spend(element)
        memo, spot = self.program.memo, (id(element), width)
        size: Size | None = memo.recall(spot, scope)
        if size is None:
            troubles = self.troubles
            scope.reads.begin()
            size = HANDLERS[element.kind].measure(self, element, scope, width)
            reads = scope.reads.end(scope.depth)
            if self.troubles == troubles:
                memo.keep(spot, scope, reads, size)
        return size

    def place(self, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        """Lay out an element in a rectangle, its background first, and append its items to `out`."""
        self.spend(element)
        memo, spot = self.program.memo, (id(element), rect)
        items: tuple[Item, ...] | None = memo.recall(spot, scope)
        if items is not None:
            out += items
            return
        troubles, first = self.troubles, len(out)
        scope.reads.begin()
        self._place_anew(element, scope, rect, out)
        reads = scope.reads.end(scope.depth)
        if self.troubles == troubles:
            memo.keep(spot, scope, reads, tuple(out[first:]))

    def _place_anew(self, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        look = self.look(element)
        place = self._place_turned if element.at.rotate else self._place_upright
        if look.opacity == 1 and not look.shadow:
            place(element, scope, rect, out)
            return
        inside: list[Item] = []
        place(element, scope, rect, inside)
        shadow = self.shadow(element, look, scope) if inside else None
        if shadow is not None:
            inside.insert(0, shadow._replace(items=tuple(inside)))
        if look.opacity == 1 or not inside:
            out += inside
        elif len(inside) == 1 and isinstance(inside[0], GroupItem) and inside[0].opacity == 1:
            out.append(inside[0]._replace(opacity=look.opacity))
        else:
            size = Size(
                *(max(abs(start), abs(end), 1.0) for start, end in ((rect.x, rect.right), (rect.y, rect.bottom)))
            )
            drawing = ReusableDrawing(size, tuple(inside))
            out.append(GroupItem(drawing, UNMOVED, None, element.place, False, look.opacity))

    def _place_upright(self, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        look = self.look(element)
        if element.kind not in _PAINT_THEMSELVES:
            self.place_ground(element, look, scope, rect, out)
        HANDLERS[element.kind].place(self, element, scope, rect, out)

    def place_ground(self, element: Element, look: ResolvedLook, scope: Scope, rect: Rect, out: list[Item]) -> None:
        """Draw the fill, stroke and frame shape behind an element."""
        if look.fill is None and look.stroke is None:
            if element.look.frame and "frame" in element.key_places:
                message, place = f"`frame` of this {element.kind} is not read", element.key_places["frame"]
                self.fault("L063", message, place, "it has neither a fill nor a stroke: write one", "warning")
            return
        box = self.ground_box(look, rect, scope, element.place)
        paint = self.paint(look, box, scope, element.place)
        if paint is not None:
            shape = self.fill(look.frame, scope, element.place) if look.frame else "rect"
            out.append(self.shape(shape, box, paint, look.radius, element.place))

    def _place_turned(self, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        angle = element.at.rotate or 0.0
        quarter = angle % 180 == 90
        size = Size(rect.height, rect.width) if quarter else Size(rect.width, rect.height)
        inside: list[Item] = []
        fault_count = len(self.faults)
        self._place_upright(element, scope, Rect(0, 0, *size), inside)
        if quarter:
            self.faults[fault_count:] = [_turned(fault) for fault in self.faults[fault_count:]]
        c, s = cos(radians(angle)), sin(radians(angle))
        middle_x, middle_y = rect.middle
        e = middle_x - (c * size.width / 2 - s * size.height / 2)
        f = middle_y - (s * size.width / 2 + c * size.height / 2)
        matrix: Matrix = (c, s, -s, c, e, f)
        out.append(GroupItem(ReusableDrawing(size, tuple(inside)), matrix, None, element.place))

    def spend(self, element: Element) -> None:
        """Count an element that is measured or laid out; raises LayoutLimitExceeded above the limit."""
        self.spent, self.current = self.spent + 1, element
        if self.spent > MOST_ELEMENTS:
            raise LayoutLimitExceeded(f"a face has more than {MOST_ELEMENTS:,} elements to lay out", element.place)

    # placement

    def extent(self, value: float | PercentageLength | None, room: float) -> float | None:
        """Return a length, or a percentage of `room`, in points; None for None."""
        return value.part * room if isinstance(value, PercentageLength) else value

    def place_in_stack(self, element: Element, scope: Scope, rect: Rect) -> Rect:
        """Return the rectangle of an element in a stack, from its x, y, right, bottom, width, height and alignment."""
        at, look = element.at, self.look(element)
        width, height = self.extent(at.width, rect.width), self.extent(at.height, rect.height)
        left, right = self.extent(at.x, rect.width), self.extent(at.right, rect.width)
        top, bottom = self.extent(at.y, rect.height), self.extent(at.bottom, rect.height)
        if width is None:
            if left is not None and right is not None:
                width = rect.width - left - right
            elif left is None and right is None and (look.align == "stretch" or element.kind == "text"):
                width = rect.width
            else:
                width = self.measure(element, scope, rect.width - (left or 0) - (right or 0)).width
        if height is None:
            if top is not None and bottom is not None:
                height = rect.height - top - bottom
            elif top is None and bottom is None and (look.valign == "stretch" or element.kind == "text"):
                height = rect.height
            else:
                height = self.measure(element, scope, width).height
        if left is None:
            start = align(rect.x, rect.width, width, "start" if look.align == "stretch" else look.align)
            left = start - rect.x if right is None else rect.width - right - width
        if top is None:
            start = align(rect.y, rect.height, height, "start" if look.valign == "stretch" else look.valign)
            top = start - rect.y if bottom is None else rect.height - bottom - height
        return Rect(rect.x + left, rect.y + top, width, height)

    def overflow(self, element: Element, subject: str, by: float) -> None:
        """Record a fault if children are too large by more than SLACK points."""
        if by > SLACK:
            message = f"content of this {element.kind} is {length_name(by)} too {subject}"
            self.fault("L030", message, element.place, "make it smaller, or let a text shrink (fit: shrink)")


_PAINT_THEMSELVES = frozenset({"icon", "shape", "field", "arc", "path", "ruled", "hexes"})


def _turned(fault: Diagnostic) -> Diagnostic:
    """Return a fault of a rotated element; the hint adds that width and height are measured after the rotation."""
    if fault.code not in ("L030", "L031"):
        return fault
    return fault._replace(hint=f"{fault.hint}; it is rotated: width and height are those of its box on the page")
