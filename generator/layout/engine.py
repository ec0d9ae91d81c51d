"""A layout spec, data and a size become a frame and its faults; nothing is drawn."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from math import hypot
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import generator.layout.elements.containers
import generator.layout.elements.hexes
import generator.layout.elements.map_grid
import generator.layout.elements.paths_and_ruled_lines
import generator.layout.elements.simple
import generator.layout.elements.text  # noqa: F401 - each import registers its elements
from generator.diagnostics import NOWHERE, Diagnostic, did_you_mean, refuse
from generator.fonts.faces import Fonts
from generator.frame import (
    FieldItem,
    Frame,
    Item,
    Paint,
    ShapeItem,
    outline_through,
    walk,
)
from generator.geometry import Point, Rect, Size
from generator.layout.binding import NOTHING, LayoutLimitExceeded, Scope
from generator.layout.element_spec import KINDS, Element, children_of, elements_in
from generator.layout.elements.element_context import FaceLayoutContext
from generator.layout.face_values import LayoutResources
from generator.layout.frame_checks import uncovered_bleed
from generator.layout.icons import ICON_CODE, Icons
from generator.layout.looks import LookResolver
from generator.layout.memo import Memo
from generator.layout.spec import LayoutSpec, LineBetweenFields
from generator.layout.tracing import FaceSources, SourceTracingContext
from generator.reading.pictures import PictureFile
from generator.reading.structure import field_specs


def no_picture(name: str) -> PictureFile:
    """Raise InvalidInput for every picture name: the default where no game with picture folders is given."""
    raise refuse("L015", f"there is no picture {name!r}", NOWHERE, "pictures are in the folders of a game")


NO_WORDS: Mapping[str, str] = MappingProxyType({})
STEP = 0.97  # factor by which text with `fit: together` shrinks at each trial
FINER = (0.5, 0.25)  # parts of a step by which it is then enlarged again, if it still fits
TOO_FULL = frozenset({"L030", "L031"})


class FaceLayoutResult(NamedTuple):
    """A face (front or back of a card, or a page) as a frame, its faults, and the names of the values it read."""

    frame: Frame
    faults: tuple[Diagnostic, ...]
    reads: frozenset[str] = frozenset()

    @property
    def is_too_full(self) -> bool:
        """Tell whether the content needs more space than there is."""
        return any(fault.code in TOO_FULL for fault in self.faults)


class LayoutEngine:
    """Lays out faces (fronts, backs and pages) with one layout; caches never change what a later face looks like.

    `lasting` holds the values that are common to all faces; `shown` are the names of icons and codes drawn so far.
    """

    def __init__(
        self,
        layout: LayoutSpec,
        fonts: Mapping[str, Path] | Fonts,
        icons: Icons,
        language: str,
        images: Callable[[str], PictureFile] = no_picture,
        spoken: Mapping[str, str] = NO_WORDS,
        lasting: Mapping[str, Any] = NO_WORDS,
    ) -> None:
        loaded = fonts if isinstance(fonts, Fonts) else Fonts(fonts)
        self.layout, self._lasting = layout, lasting
        self._program = LayoutResources(
            layout, LookResolver(layout), loaded, icons, language, images, spoken, Memo(lasting)
        )
        self.shown = self._program.shown
        self.colors = self._program.colors
        self._smaller: dict[float, LayoutResources] = {}  # by the number of steps by which text is shrunk
        self._unread = tuple(unread_keys(layout))

    def face(
        self,
        element: Element,
        values: Mapping[str, Any],
        size: Size,
        name: str = "",
        *,
        bleed: float = 0.0,
        sources: FaceSources | None = None,
    ) -> FaceLayoutResult:
        """Lay out the front or back (`element`) on a face of this size; `bleed` points are added on all sides.

        If the face is too full, it is laid out again with smaller text in elements with `fit: together`: the largest
        that fits, within a quarter of a step. With `sources`, each item records where its values are written, and the
        faults are at the places of the wrong values.
        """
        result = self._laid(self._program, element, values, size, name, bleed, sources)
        # Each size is a program of its own with its own cache, as the same steps come again on the next card. First
        # steps of 3 % down until the face fits, then half and quarter steps up again, so that the result is near the
        # largest size without small steps all the way.
        steps, last = 0.0, self._program
        while result.is_too_full and not last.looks.at_floor:
            steps += 1
            last = self._smaller_program(steps)
            result = self._laid(last, element, values, size, name, bleed, sources)
        if steps and not result.is_too_full:
            for part in FINER:
                program = self._smaller_program(steps - part)
                larger = self._laid(program, element, values, size, name, bleed, sources)
                if not larger.is_too_full:
                    steps, result = steps - part, larger
        return result

    def _smaller_program(self, steps: float) -> LayoutResources:
        """Return the resources with text that shrinks together smaller by this number of steps; cached."""
        if steps not in self._smaller:
            looks, memo = LookResolver(self.layout, STEP**steps), Memo(self._lasting)
            self._smaller[steps] = replace(self._program, looks=looks, memo=memo, shrinking={}, filled={})
        return self._smaller[steps]

    def _laid(
        self,
        program: LayoutResources,
        element: Element,
        values: Mapping[str, Any],
        size: Size,
        name: str,
        bleed: float,
        sources: FaceSources | None,
    ) -> FaceLayoutResult:
        program.forget_many()
        trim = Rect(bleed, bleed, *size)
        context = (
            FaceLayoutContext(program, name, trim)
            if sources is None
            else SourceTracingContext(program, sources.layout, name, trim)
        )
        items: list[Item] = []
        root_scope = program.memo.scope(values, sources.values if sources else NOTHING)
        try:
            for child, scope in context.expand((element,), root_scope):
                at = child.at
                pinned = any(side is not None for side in (at.x, at.y, at.right, at.bottom))
                context.place(child, scope, context.place_in_stack(child, scope, trim) if pinned else trim, items)
            if element is self.layout.front:
                items += list(links_between(context, items, program.memo.scope(values)))
        except LayoutLimitExceeded as fault:
            place = context.current.place if fault.place is NOWHERE and context.current else fault.place
            context.fault("L022", fault.message, place, "shorten it: words and parts must not show themselves")
        bleed_box = trim.outset(bleed)
        safe = trim.outset(-self.layout.safe)
        frame = Frame(Size(bleed_box.width, bleed_box.height), tuple(items), name, trim, bleed_box, safe)
        short = uncovered_bleed(frame) if bleed else ()
        looks = map(context.located, program.looks.faults)
        faults = (*looks, *self._unread, *context.faults, *short)
        return FaceLayoutResult(frame, faults, root_scope.reads.names())

    def height(self, element: Element, values: Mapping[str, Any], width: float) -> float:
        """Return the height in points that the front or back (`element`) needs at this width."""
        return FaceLayoutContext(self._program).measure(element, self._program.memo.scope(values), width).height


def unread_keys(layout: LayoutSpec) -> Iterator[Diagnostic]:
    """Yield a warning for each key that has no effect where it is written, and each code that no text can show."""
    roots = [root for root in (layout.front, layout.back, *layout.parts.values()) if root is not None]
    for element in (element for root in roots for element in elements_in(root)):
        for key in sorted(element.key_places.keys() & unread_looks(element.kind)):
            is_column_at_times = key == "line_grid" and getattr(element.own, "narrow", None) is not None
            if is_column_at_times or getattr(element.look, key) in ("none", False):  # as it is without it
                continue
            message, hint = f"`{key}` of this {element.kind} is not read", _instead(element.kind, key)
            yield Diagnostic("L063", message, element.key_places[key], hint, "warning")
        if element.kind == "stack":
            for place in (child.key_places["grow"] for child in children_of(element) if "grow" in child.key_places):
                hint = "write width: and height:, or x:, y:, right: and bottom:"
                yield Diagnostic("L063", "`grow` is not read in a stack", place, hint, "warning")
        for child in children_of(element) if element.kind != "stack" else ():
            for key in sorted(child.key_places.keys() & {"x", "y", "right", "bottom"}):
                message = f"`{key}` is not read: this {element.kind} places what it holds"
                hint = "put both into a stack, or move it by pad, gap, align and space"
                yield Diagnostic("L063", message, child.key_places[key], hint, "warning")
    for side, root in (("front", layout.front), ("back", layout.back)):
        if root is None:
            continue
        has_edge = any(edge is not None for edge in (root.at.x, root.at.y, root.at.right, root.at.bottom))
        for key in ("grow",) if has_edge else ("width", "height", "grow"):
            if getattr(root.at, key) is not None:
                hint = f"it fills its face; put it in a stack: {side}: {{stack: [{{...}}]}}"
                place = root.key_places.get(key, root.place)
                yield Diagnostic("L063", f"the {key} of the {side} is not read", place, hint, "warning")
    for name, code in layout.icons.items():
        if not ICON_CODE.fullmatch(name):
            hint = "write it in small letters, digits, _ and -, as in :coin:"
            yield Diagnostic("L063", f"no text can show the code {name!r}", code.place, hint, "warning")
        if code.image and (code.icon or code.colors):
            message = f"code {name!r} shows a picture: its icon and colors are not read"
            yield Diagnostic("L063", message, code.place, "write image:, or icon: and colors:", "warning")
    for name, part in layout.parts.items():
        if part.at.each is not None:
            message, place = f"`each` at the root of part {name!r} is not read", part.key_places.get("each", part.place)
            yield Diagnostic("L063", message, place, "write it at the `use` of the part", "warning")


HEAD = 4.0  # length of an arrow head, in widths of its line
LEAST_HEAD = 4.0
SHAPE = "triangle_shape"  # the name of a plain shape: lines may cross it without a fault


def links_between(context: FaceLayoutContext, items: list[Item], scope: Scope) -> Iterator[ShapeItem]:
    """Yield the lines and arrows of a layout between its fields; record a fault for an unknown field."""
    if not context.layout.links:
        return
    fields = {item.id: item.rect.around(matrix) for item, matrix in walk(tuple(items)) if isinstance(item, FieldItem)}
    for link in context.layout.links:
        scopes = [scope] if link.each is None else context.entries(link.each, link.alias, scope, link.place)
        for link_scope in scopes:
            if link.when and not context.holds(link.when, link_scope, link.place):
                continue
            names = [context.fill(text, link_scope, link.place) for text in (link.start, link.end)]
            boxes = [fields.get(name) for name in names]
            for name, box in zip(names, boxes, strict=True):
                if box is None:
                    hint = did_you_mean(name, fields)
                    context.fault("L053", f"there is no field {name!r} for a line to go to", link.place, hint)
            if names[0] == names[1]:
                message = f"this line goes from field {names[0]!r} to itself"
                context.fault("L053", message, link.place, "name two fields in `from` and `to`")
            elif boxes[0] is not None and boxes[1] is not None:
                yield from _link(context, link, link_scope, boxes[0], boxes[1])


def _link(
    context: FaceLayoutContext, link: LineBetweenFields, scope: Scope, start: Rect, end: Rect
) -> Iterator[ShapeItem]:
    color = context.color(link.stroke, scope, link.place)
    first, second = start.middle, end.middle
    span = hypot(second[0] - first[0], second[1] - first[1])
    if span == 0 or color is None:
        return
    # the control point lies across the middle of the line; a bend of 0 leaves a straight line
    across = ((second[1] - first[1]) * link.bend, (first[0] - second[0]) * link.bend)
    bend = ((first[0] + second[0]) / 2 + across[0], (first[1] + second[1]) / 2 + across[1])
    begin, stop = _leaving(start.outset(link.gap), bend, first), _leaving(end.outset(link.gap), bend, second)
    head = max(LEAST_HEAD, HEAD * link.stroke_width)
    heads = []
    if link.arrow in ("end", "both"):
        stop, arrow = _arrow(bend, stop, head)
        heads.append(arrow)
    if link.arrow in ("start", "both"):
        begin, arrow = _arrow(bend, begin, head)
        heads.append(arrow)
    # PDF has only cubic curves: a quadratic one has its control points two thirds of the way to `bend`
    curve = [((2 * bend[0] + x) / 3, (2 * bend[1] + y) / 3) for x, y in (begin, stop)]
    paint = Paint(None, color, link.stroke_width, link.dash)
    yield _drawn("MC" if link.bend else "ML", [begin, *(curve if link.bend else []), stop], paint, link)
    for arrow in heads:
        yield _drawn("MLLZ", arrow, Paint(color), link)


def _leaving(box: Rect, target: Point, middle: Point) -> Point:
    """Return the point where the line from the middle of a box to a far point leaves the box."""
    dx, dy = target[0] - middle[0], target[1] - middle[1]
    parts = [half / abs(step) for half, step in ((box.width / 2, dx), (box.height / 2, dy)) if step]
    # the nearer of the two sides that the line could leave through; a target inside the box is its own end
    part = min([1.0, *parts])
    return middle[0] + part * dx, middle[1] + part * dy


def _arrow(target: Point, tip: Point, head: float) -> tuple[Point, list[Point]]:
    """Return the end of the line behind an arrow head, and the three corners of the head."""
    dx, dy = tip[0] - target[0], tip[1] - target[1]
    span = hypot(dx, dy) or 1.0
    dx, dy = dx / span * head, dy / span * head
    # the line ends at the foot of the head: a wide line would show beside the tip
    foot = tip[0] - dx, tip[1] - dy
    return foot, [tip, (foot[0] - dy / 2, foot[1] + dx / 2), (foot[0] + dy / 2, foot[1] - dx / 2)]


def _drawn(letters: str, points: list[Point], paint: Paint, link: LineBetweenFields) -> ShapeItem:
    outline, box = outline_through(points, letters, SHAPE)
    return ShapeItem("outline", box, paint, 0.0, outline, link.place)


# keys of looks that only these kinds of element read, then keys that all kinds but these read
ONLY_READ_BY = {
    "font features spacing case": {"text", "arc"},
    "color": {"text", "arc", "icon"},
    "size": {"text", "arc", "icon", "shape", "image", "field"},
    "floor leading fit hyphenate wrap heading outline": {"text"},
    "gap": {"row", "column", "box", "flow", "grid", "table", "track"},
    "line_grid": {"column", "box", "flow"},
}
NOT_READ_BY = {
    "fill": {"icon", "arc", "ruled"},
    "stroke stroke_width": {"arc"},
    "dash": {"icon", "arc"},
    "radius": {"icon", "arc", "path", "ruled", "hexes"},
    "frame": {"icon", "arc", "path", "ruled", "hexes", "shape", "field"},
    "pad": {"path", "map", "board", "space", "use", "page-code"},
}


@cache
def unread_looks(kind: str) -> frozenset[str]:
    """Return the look keys, such as `align`, that have no effect on elements of this kind, except keys of its own."""
    unread = [keys for keys, kinds in ONLY_READ_BY.items() if kind not in kinds]
    unread += [keys for keys, kinds in NOT_READ_BY.items() if kind in kinds]
    return frozenset(" ".join(unread).split()) - field_specs(KINDS[kind]).keys()


def _instead(kind: str, key: str) -> str:
    """Return a hint that says what to write instead of a look key that this kind of element ignores."""
    if key in ("fill", "color") and kind in ("icon", "arc"):
        return "write color:"
    if key in ("fill", "color", "outline") and kind in ("icon", "shape", "path", "ruled", "field", "hexes"):
        return "write stroke:" if key == "outline" or kind == "ruled" else "write fill: or stroke:"
    is_of_texts = "text" in next((kinds for keys, kinds in ONLY_READ_BY.items() if key in keys.split()), ())
    holds_texts = kind in ONLY_READ_BY["gap"] | {"stack", "ring", "use", "map"}
    return "write it at the texts, or in their style" if is_of_texts and holds_texts else "delete it"
