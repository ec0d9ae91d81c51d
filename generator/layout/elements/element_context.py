"""What every element is handed: looks resolved, templates filled, children laid out, faults collected."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, radians, sin
from typing import Any, NamedTuple, Protocol

from generator.diagnostics import Diagnostic, Severity, SourceLocation, did_you_mean, meant_or, nearest, refuse
from generator.fonts.faces import Font, Fonts
from generator.frame import GroupItem, Item, Paint, ReusableDrawing, ShapeItem, VectorOutline
from generator.geometry import Matrix, Rect, Size, aligned
from generator.layout.binding import (
    MINUS,
    IncomparableValues,
    LayoutLimitExceeded,
    Scope,
    SourceExcerpt,
    UnknownPlaceholderPath,
    entries,
    entry_origins,
    fill,
    holds,
)
from generator.layout.icons import Icons
from generator.layout.looks import LookResolver, ResolvedLook
from generator.layout.memo import Memo
from generator.layout.named_shapes import OUTLINES
from generator.layout.spec import Element, LayoutSpec, ValueFromData
from generator.layout.text import TextFonts
from generator.reading.pictures import PictureFile
from generator.reading.yaml_nodes import Node, kind_name
from generator.units import PercentageLength, length_name

SLACK = 0.2
_COLOR = re.compile(r"#[0-9a-fA-F]{6}")
SEARCH = "search: scrawl list signs --find WORD"
EDGE = 1.4  # points: what is left of a ground that is printed in another colour
MOST_ELEMENTS = 50_000  # measured or laid out on one face
MOST_FILLED = 20_000  # elements that are kept for the values that fill them


class Handler(Protocol):
    """How one kind of element is measured and placed."""

    def measure(self, context: "FaceLayoutContext", element: Element, scope: Scope, width: float | None) -> Size: ...

    def place(
        self, context: "FaceLayoutContext", element: Element, scope: Scope, rect: Rect, out: list[Item]
    ) -> None: ...


HANDLERS: dict[str, Handler] = {}


def handles(*kinds: str) -> Callable[[type[Any]], type[Any]]:
    """Register a handler class for kinds of element."""

    def register(handler: type[Any]) -> type[Any]:
        for kind in kinds:
            HANDLERS[kind] = handler()
        return handler

    return register


class FilledElement(NamedTuple):
    """An element whose values from data are filled in, and what is wrong with them, each with the text it is about."""

    element: Element
    faults: tuple[tuple[Diagnostic, str], ...]


@dataclass(frozen=True, eq=False)
class LayoutResources:
    """What stays the same for every face of a layout: the layout, its looks, fonts, icons and pictures.

    `spoken` is what is said for icons and pictures, by name.
    """

    layout: LayoutSpec
    looks: LookResolver
    fonts: Fonts
    icons: Icons
    language: str
    images: Callable[[str], PictureFile]
    spoken: Mapping[str, str] = field(default_factory=dict)
    memo: Memo = field(default_factory=Memo)
    colors: dict[str, str | None] = field(default_factory=dict)
    faces: dict[tuple[str, tuple[str, ...], bool, bool, bool], TextFonts] = field(default_factory=dict)
    shrinking: dict[int, bool] = field(default_factory=dict)
    filled: dict[tuple[int, tuple[str | None, ...]], FilledElement] = field(default_factory=dict)

    def forget_many(self) -> None:
        """Forget the elements that were filled where they are very many, with all that is kept by their ids.

        Only between two faces: while one is laid out its elements are in use, and another may get the id of a lost one.
        """
        if len(self.filled) >= MOST_FILLED:
            for old in self.filled.values():
                self.looks.forget(old.element)
            self.memo.forget()
            self.shrinking.clear()
            self.filled.clear()


class FaceLayoutContext:
    """One face being laid out: its program, and the faults found on it so far."""

    def __init__(self, program: LayoutResources, subject: str = "", trim: Rect | None = None) -> None:
        self.program = program
        self.layout, self.fonts, self.language = program.layout, program.fonts, program.language
        self.look = program.looks.of
        self.subject, self.trim = subject, trim
        self.depth = self.spent = self.troubles = 0
        self.faults: list[Diagnostic] = []
        self.told: list[SourceExcerpt] | None = None  # where what is filled in was written, where that is asked for
        self._said: set[tuple[str, str, SourceLocation]] = set()
        self._unfilled: set[SourceLocation] = set()  # where a placeholder named nothing

    def fault(
        self,
        code: str,
        message: str,
        place: SourceLocation,
        hint: str | None = None,
        severity: Severity = "error",
        value: str = "",
    ) -> None:
        """Note a fault once, with the card it was found on, and with what is wrong as it was written.

        What has no name because a placeholder named nothing is told by the placeholder.
        """
        self.troubles += 1
        if (code, message, place) in self._said or (message.endswith(" ''") and place in self._unfilled):
            return
        self._said.add((code, message, place))
        where = f" on {self.subject}" if self.subject else ""
        self.faults.append(Diagnostic(code, f"{message}{where}", place, hint, severity, self.subject, value=value))

    # values

    def fill(self, template: str, scope: Scope, place: SourceLocation) -> str:
        """Return a template filled; a placeholder that names nothing is a fault."""
        if "{" not in template:
            return template
        try:
            return fill(template, scope, self.told)
        except UnknownPlaceholderPath as missing:
            kind = "missing word" if missing.path.startswith("words.") else "unknown placeholder"
            hint = did_you_mean(missing.step, missing.known) if missing.known else None
            shown_by_a_word = f"{{{missing.path}" not in template.replace("{+", "{")
            value = missing.path if shown_by_a_word else ""
            self.fault("L020", f"{kind} {{{missing.path}}}", place, hint, value=value)
            self._unfilled.add(place)
            return ""
        except LayoutLimitExceeded as fault:
            raise LayoutLimitExceeded(fault.message, place) from None

    def given(self, values: Mapping[str, str], scope: Scope, place: SourceLocation) -> Scope:
        """Return a scope with more values, each of them filled."""
        return scope.inner({key: self.fill(text, scope, place) for key, text in values.items()})

    def within(self, path: str, values: Mapping[str, Any], scope: Scope) -> Scope:
        """Return a scope with the values of a mapping that a path leads to."""
        return scope.inner(values)

    def holds(self, conditions: tuple[str, ...], scope: Scope, place: SourceLocation) -> bool:
        """Tell whether all conditions hold; a name that is not there is a fault, and does not."""
        try:
            return all([holds(condition, scope) for condition in conditions])
        except UnknownPlaceholderPath as missing:
            hint = meant_or(missing.step, list(missing.known), f"write {missing.path}? where it may be absent")
            self.fault("L020", f"unknown name {missing.path!r} in a condition", place, hint)
            return False
        except IncomparableValues as other:
            hint = "< <= > >= compare numbers, and how many entries a list has; = and != compare texts"
            self.fault("L056", f"{other.value[:40]!r} in a condition is no number", place, hint)
            return False

    def color(self, name: str | None, scope: Scope, place: SourceLocation) -> str | None:
        """Return the "#rrggbb" of a colour of the layout or of CSS, or of itself; "none" and None are no colour."""
        if name is None:
            return None
        name = self.fill(name, scope, place)
        known = self.program.colors
        if name in known:
            return known[name]
        code = self.color_code(name)
        if code is None:
            wrong = self._final_color(name)
            hint = f'write "#{wrong}"' if _css_color(f"#{wrong}") else did_you_mean(wrong, self.layout.colors)
            self.fault("L012", f"unknown colour {wrong!r}", place, hint, value=wrong)
            return "#000000"
        known[name] = code if code.startswith("#") else None
        return known[name]

    def color_code(self, name: str) -> str | None:
        """Return the "#rrggbb" of a colour by its name or by itself, "none" for no colour; None for an unknown one."""
        code = self._final_color(name)
        return code if code in ("none", "") or _COLOR.fullmatch(code) else _css_color(code)

    def _final_color(self, name: str) -> str:
        """Return what a colour of the layout that stands for another one is in the end."""
        return list(self._names_of(name))[-1]

    def _names_of(self, name: str) -> Iterator[str]:
        """Yield a colour, and one after the other those that it stands for."""
        yield name
        for _ in range(4):
            if name in self.layout.colors:
                name = self.layout.colors[name]
                yield name

    def font(self, name: str, place: SourceLocation, features: tuple[str, ...] = ()) -> Font:
        """Return a font by name, with features; an unknown one is a fault and becomes the first of the layout."""
        if name not in self.fonts.paths:
            if not self.fonts.paths:
                raise refuse("L013", f"unknown font {name!r}: the layout has none", place, "write extends: or fonts:")
            self.fault("L013", f"unknown font {name!r}", place, did_you_mean(name, self.fonts.paths), value=name)
            name = next(iter(self.fonts.paths))
        others = [other for other in self.layout.fallback if other != name]
        for other in others:
            if other not in self.fonts.paths:
                hint = did_you_mean(other, self.fonts.paths)
                self.fault("L013", f"unknown font {other!r} in fallback", self.layout.place, hint)
                others = []
        font = self.fonts.font("|".join(("+".join((name, *features)), *others)))
        for feature in font.absent_features:
            hint = did_you_mean(feature, sorted(font.face.shaper.features)) or "leave it out"
            brought = "`features: []` where its style brings it"
            self.fault("L034", f"font {name!r} has no feature {feature!r}", place, f"{hint}; {brought}")
        return font

    def outline(self, name: str, place: SourceLocation, *, in_text: bool = False) -> VectorOutline | None:
        """Return the outline of an icon or a named shape; an unknown one, or one that cannot be drawn, is a fault."""
        without_ground = self.layout.icon_grounds == "left-out"
        shape = OUTLINES.get(name) or self.program.icons.find(name, without_ground=without_ground)
        if isinstance(shape, Diagnostic):
            self.fault(shape.code, shape.message, shape.place, shape.hint)
            return None
        if shape is None:
            self.fault("L014", f"unknown icon {name!r}", place, self._meant_icon(name, in_text), value=name)
        return shape

    def _meant_icon(self, name: str, in_text: bool) -> str | None:
        """Return what an unknown icon may be meant to be."""
        known = [*OUTLINES, *self.program.icons.names()]
        stem = name.removesuffix(".svg")
        if stem in known:
            return f"write {stem}"
        near = nearest(stem, known)
        if near is not None:
            return f"did you mean {near!r}? Else {SEARCH}"
        return rf"write \:{name}: where colons are meant, else {SEARCH}" if in_text else SEARCH

    def paint(self, look: ResolvedLook, scope: Scope, place: SourceLocation) -> Paint | None:
        """Return how the ground of an element is painted, or None where it has none.

        A ground that is printed in another colour, and has no stroke, is given an edge of its own colour.
        """
        ground, stroke = self.ground(look.fill, scope, place), self.color(look.stroke, scope, place)
        if self._is_framed(look, scope, place):
            return Paint(ground, self.color(look.fill, scope, place), EDGE)
        return Paint(ground, stroke, look.stroke_width, look.dash) if ground or stroke else None

    def _is_framed(self, look: ResolvedLook, scope: Scope, place: SourceLocation) -> bool:
        if not self.layout.grounds or self.color(look.stroke, scope, place):
            return False
        return self.ground(look.fill, scope, place) != self.color(look.fill, scope, place)

    def ground(self, name: str | None, scope: Scope, place: SourceLocation) -> str | None:
        """Return the "#rrggbb" of what is filled with a colour: that of `grounds`, by its name or one it stands for."""
        if name and self.layout.grounds:
            names = self._names_of(self.fill(name, scope, place))
            name = next((self.layout.grounds[each] for each in names if each in self.layout.grounds), name)
        return self.color(name, scope, place)

    def ground_box(self, look: ResolvedLook, rect: Rect, scope: Scope, place: SourceLocation) -> Rect:
        """Return the box of a ground: an edge that would run over the cut goes half-way from there to what is safe."""
        if self.trim is None or not rect.holds(self.trim) or not self._is_framed(look, scope, place):
            return rect
        return self.trim.grown(-self.layout.safe / 2)

    # children

    def expand(self, children: tuple[Element, ...], scope: Scope) -> list[tuple[Element, Scope]]:
        """Return the children that are there: `each` repeated, `if` decided."""
        shown: list[tuple[Element, Scope]] = []
        for child in children:
            at = child.at
            scopes = [scope] if at.each is None else self.entries(at.each, at.alias, scope, child.place)
            there = [one for one in scopes if not at.when or self.holds(at.when, one, child.place)]
            shown += [(self.with_data(child, one), one) for one in there]
        return shown

    def with_data(self, element: Element, scope: Scope) -> Element:
        """Return an element whose values from data are filled in; the very same one for the same values.

        A value that does not fit is a fault, and the key as if it was not written.
        """
        if not element.from_data:
            return element
        texts = [self._data_text(template, scope, key) for key in element.from_data for template in key.templates]
        known = (id(element), tuple(texts))
        if known not in self.program.filled:
            self.program.filled[known] = _filled(element, texts)
        made = self.program.filled[known]
        for fault, value in made.faults:
            self.fault(fault.code, fault.message, fault.place, fault.hint, value=value)
        return made.element

    def _data_text(self, template: str, scope: Scope, key: ValueFromData) -> str | None:
        """Fill a template, with - for the printed minus sign; a placeholder that names nothing is a fault, and None."""
        troubles = self.troubles
        text = self.fill(template, scope, key.template.place).replace(MINUS, "-")
        return text if self.troubles == troubles else None

    def entries(self, path: str, alias: str, scope: Scope, place: SourceLocation) -> list[Scope]:
        """Return one scope per entry of the list or mapping under a path, or for a number as often as it says."""
        try:
            named = self.fill(path, scope, place)
            value = int(named) if named.isdecimal() and len(named) < 10 else scope.look_up(named)
        except UnknownPlaceholderPath as missing:
            self.fault("L020", f"unknown list {missing.path!r}", place, did_you_mean(missing.step, missing.known))
            return []
        if value is None or isinstance(value, (str, float, bool)):
            is_word = named.startswith("words.")  # it differs by language, and what is wrong with it does not
            what = "a text" if is_word else kind_name(Node(value, place))
            hint = "each runs over a list, a mapping or a number"
            self.fault("L021", f"{path!r} is {what}, no list", place, hint, value="" if is_word else named)
            return []
        try:
            run = entries(value)
        except LayoutLimitExceeded as fault:
            raise LayoutLimitExceeded(fault.message, place) from None
        origin = scope.origin(named) if self.told is not None and not isinstance(value, int) else None
        return [
            scope.inner(entry if alias == "item" else name_entry(entry, alias), entry_origins(origin, entry, alias))
            for entry in run
        ]

    def measure(self, element: Element, scope: Scope, width: float | None) -> Size:
        """Return the natural size of an element, its own width and height respected."""
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
        handler, memo, spot = HANDLERS[element.kind], self.program.memo, (id(element), width)
        if not memo.remembers(id(element)):
            return handler.measure(self, element, scope, width)
        size: Size | None = memo.recall(spot, scope)
        if size is None:
            troubles = self.troubles
            scope.reads.begin()
            size = handler.measure(self, element, scope, width)
            reads = scope.reads.end(scope.depth)
            if self.troubles == troubles:
                memo.keep(spot, scope, reads, size)
        return size

    def place(self, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        """Lay an element out in a rectangle: its ground first, then what it holds."""
        self.spend(element)
        memo, spot = self.program.memo, (id(element), rect)
        if not memo.remembers(id(element)):
            self._place_anew(element, scope, rect, out)
            return
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
        if element.at.rotate:
            self._place_turned(element, element.at.rotate, scope, rect, out)
        else:
            self._place_upright(element, scope, rect, out)

    def _place_upright(self, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        look = self.look(element)
        if element.kind not in _PAINT_THEMSELVES:
            self.place_ground(element, look, scope, rect, out)
        HANDLERS[element.kind].place(self, element, scope, rect, out)

    def place_ground(self, element: Element, look: ResolvedLook, scope: Scope, rect: Rect, out: list[Item]) -> None:
        """Draw the fill, stroke and frame shape behind an element."""
        if look.fill is None and look.stroke is None:
            return
        paint = self.paint(look, scope, element.place)
        if paint is not None:
            shape = self.fill(look.frame, scope, element.place) if look.frame else "rect"
            box = self.ground_box(look, rect, scope, element.place)
            out.append(self.shape(shape, box, paint, look.radius, element.place))

    def shape(self, name: str, rect: Rect, paint: Paint, radius: float, place: SourceLocation) -> ShapeItem:
        """Return a shape item by name: rect, ellipse, line or an outline."""
        if name in ("rect", "ellipse", "line"):
            return ShapeItem(name, rect, paint, min(radius, rect.width / 2, rect.height / 2), None, place)
        outline = self.outline(name, place)
        if outline is not None and outline.tones:
            message = f"icon {name!r} is see-through in parts, and no shape"
            self.fault("L019", message, place, "show it by an `icon` element, or in a text")
        kind = "outline" if outline else "rect"
        return ShapeItem(kind, rect, paint, 0.0, outline, place)

    def _place_turned(self, element: Element, angle: float, scope: Scope, rect: Rect, out: list[Item]) -> None:
        quarter = angle % 180 == 90
        size = Size(rect.height, rect.width) if quarter else Size(rect.width, rect.height)
        inside: list[Item] = []
        before = len(self.faults)
        self._place_upright(element, scope, Rect(0, 0, *size), inside)
        if quarter:
            self.faults[before:] = [_turned(fault) for fault in self.faults[before:]]
        c, s = cos(radians(angle)), sin(radians(angle))
        middle_x, middle_y = rect.x + rect.width / 2, rect.y + rect.height / 2
        e = middle_x - (c * size.width / 2 - s * size.height / 2)
        f = middle_y - (s * size.width / 2 + c * size.height / 2)
        matrix: Matrix = (c, s, -s, c, e, f)
        out.append(GroupItem(ReusableDrawing(size, tuple(inside)), matrix, None, element.place))

    def spend(self, element: Element) -> None:
        """Count an element that is measured or laid out; raises LayoutLimitExceeded beyond what any sheet needs."""
        self.spent += 1
        if self.spent > MOST_ELEMENTS:
            raise LayoutLimitExceeded(f"a face has more than {MOST_ELEMENTS:,} elements to lay out", element.place)

    # placement

    def extent(self, value: float | PercentageLength | None, room: float) -> float | None:
        """Return points for a length or a share of the room."""
        return value.part * room if isinstance(value, PercentageLength) else value

    def place_in_stack(self, element: Element, scope: Scope, rect: Rect) -> Rect:
        """Return where an element goes inside a stack: x, y, right, bottom, width, height, else aligned."""
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
            start = aligned(rect.x, rect.width, width, "start" if look.align == "stretch" else look.align)
            left = start - rect.x if right is None else rect.width - right - width
        if top is None:
            start = aligned(rect.y, rect.height, height, "start" if look.valign == "stretch" else look.valign)
            top = start - rect.y if bottom is None else rect.height - bottom - height
        return Rect(rect.x + left, rect.y + top, width, height)

    def overflow(self, element: Element, what: str, by: float) -> None:
        """Note that children do not fit."""
        if by > SLACK:
            message = f"content of this {element.kind} is {length_name(by)} too {what}"
            self.fault("L030", message, element.place, "make it smaller, or let a text shrink (fit: shrink)")


def _filled(element: Element, texts: Sequence[str | None]) -> FilledElement:
    """Return an element with its values from data, read from these texts.

    A value that is None is left out, and one that may be absent (`{x?}mm`) and is.
    """
    values: dict[str, Any] = {}
    told: list[tuple[Diagnostic, str]] = []
    rest = iter(texts)
    for key in element.from_data:
        own = [next(rest) for _ in key.templates]
        given = [text for text in own if text is not None]
        data = _data_of(key.templates[0], given[0]) if given else ""
        if len(given) < len(own) or (not data and "?}" in key.templates[0]):
            continue
        faults: list[Diagnostic] = []
        value = key.read(given, faults)
        if faults:
            told += [(fault, data) for fault in faults]
        else:
            values[key.key] = value
    return FilledElement(element.with_values(values), tuple(told))


def _data_of(template: str, filled: str) -> str:
    """Return what fills a template of one placeholder, else the whole text.

    >>> _data_of("{x}mm", "12mm"), _data_of("{x}{unit}", "12mm")
    ('12', '12mm')
    """
    before, after = template[: template.find("{")], template[template.rfind("}") + 1 :]
    is_one = template.count("{") == 1 and filled.startswith(before) and filled.endswith(after)
    return filled[len(before) : len(filled) - len(after)] if is_one else filled


def _css_color(text: str) -> str | None:
    """Return "#rrggbb" of a full colour as CSS names and writes them, or None."""
    from generator.reading.svg.values import color

    found = color(text)
    return found.code if found and found.alpha == 1 else None


def name_entry(entry: dict[str, Any], alias: str) -> dict[str, Any]:
    """Return an entry that also has a name of its own: its value, and its key and number where others run inside."""
    return {**entry, alias: entry["item"], f"{alias}_key": entry["key"], f"{alias}_number": entry["number"]}


_PAINT_THEMSELVES = frozenset({"icon", "shape", "field", "arc", "path", "ruled", "hexes"})


def _turned(fault: Diagnostic) -> Diagnostic:
    """Return a fault of an element that stands on its side; of one without room with what its box is."""
    if fault.code not in ("L030", "L031"):
        return fault
    return fault._replace(hint=f"{fault.hint}; it stands turned: width and height are those of its box as it is seen")
