"""Where what a face shows is written: each item, and each fault, gets the places of its values in the files."""

import operator
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from generator.diagnostics import NOWHERE, Diagnostic, SourceLocation
from generator.frame import GroupItem, ImageItem, Item, ShapeItem, TextItem
from generator.geometry import Rect, Size
from generator.layout.binding import MINUS, Origin, Scope, SourceExcerpt, child_of, parts_of
from generator.layout.element_spec import Element
from generator.layout.elements.element_context import FaceLayoutContext
from generator.layout.face_values import LayoutResources
from generator.layout.text import loose_marks
from generator.reading.yaml_nodes import Node

_WORDS = re.compile(r"[^\W\d]+|\d+")
COLOR, FONT, ICON, TOO_LONG, GLYPH, TAG, LOOSE = "L012", "L013", "L014", "L031", "L033", "L058", "L061"


class FaceSources(NamedTuple):
    """Where a face is written: the origins of its values by name, and its layout with all parents merged in."""

    values: Mapping[str, Origin]
    layout: Node = Node(None, NOWHERE)


class SourceTracingContext(FaceLayoutContext):
    """A layout context that also records where values are written: those that an item shows, or that cause a fault."""

    def __init__(self, program: LayoutResources, layout: Node, subject: str = "", trim: Rect | None = None) -> None:
        super().__init__(program, subject, trim)
        self.layout_node = layout
        self.excerpts: list[SourceExcerpt] = []

    def located(self, fault: Diagnostic) -> Diagnostic:
        """Return a fault with the place of its wrong value, if known: in the layout, a cell or the words.

        If a text is too long, either its box or the text can be changed: the place of the text is `written`.
        """
        if not fault.value:
            return fault
        texts = [(str(node.value), node.place) for node in values_at(self.layout_node, fault.place)]
        place = next((place for text, place in texts if text == fault.value), None)
        if place is not None:
            return fault if place.line == fault.place.line else fault._replace(place=place)
        if fault.code == TOO_LONG:
            return fault._replace(written=self._longest_part(fault.value))
        filled = [(text.replace(MINUS, "-"), place) for place, text in self.excerpts]
        defined = [
            (str(node.value), node.place)
            for key in {COLOR: ("colors", "styles"), FONT: ("styles",)}.get(fault.code, ())
            for node in leaves(self.layout_node.get(key))
        ]
        value = fault.value.replace(MINUS, "-")
        place = next((place for text, place in (*filled, *defined) if text == value), None)
        if place is None and fault.code in (ICON, GLYPH, TAG, LOOSE):
            part = f":{value}:".casefold() if fault.code == ICON else value.casefold()
            inside = [(text, place) for text, place in (*texts, *filled) if part in text.casefold()]
            loose = [(text, place) for text, place in inside if fault.code == LOOSE and value in loose_marks(text)]
            place = max(loose or inside, key=lambda pair: len(pair[0]), default=("", fault.place))[1]
        return fault if place is None else fault._replace(place=place)

    def _longest_part(self, text: str) -> SourceLocation | None:
        """Return the place of the excerpt with most of a text, the excerpts in it not counted; None if it is short."""
        folded = text.casefold()
        parts = [part for part in dict.fromkeys(self.excerpts) if part.text and part.text.casefold() in folded]

        def own_length(part: SourceExcerpt) -> int:
            return len(part.text) - sum(
                len(shorter.text) for shorter in parts if shorter != part and shorter.text in part.text
            )

        longest = max(parts, key=own_length, default=None)
        return longest.place if longest is not None and 2 * own_length(longest) >= len(text) else None

    def measure(self, element: Element, scope: Scope, width: float | None) -> Size:
        saved_excerpts, self.excerpts = self.excerpts, []
        size = super().measure(element, scope, width)
        self.excerpts = saved_excerpts
        return size

    def place(self, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        """Lay out an element without the cache, since equal values of two cards are written in different places."""
        self.spend(element)
        saved_excerpts, self.excerpts = self.excerpts, []
        inside: list[Item] = []
        self._place_anew(element, scope, rect, inside)
        out += [trace_item(item, self.excerpts) for item in inside]
        self.excerpts = saved_excerpts

    def with_values(self, values: Mapping[str, str], scope: Scope, place: SourceLocation) -> Scope:
        saved_excerpts = self.excerpts
        filled: dict[str, str] = {}
        origins: dict[str, Origin] = {}
        for key, template in values.items():
            self.excerpts = []
            filled[key] = self.fill(template, scope, place)
            literal = " ".join([part for part in parts_of(template) if isinstance(part, str)])
            origins[key] = (*self.excerpts, SourceExcerpt(place, literal))
        self.excerpts = saved_excerpts
        return scope.inner(filled, origins)

    def with_entries(self, path: str, values: Mapping[str, Any], scope: Scope) -> Scope:
        origin = scope.origin(path)
        if origin is None:
            return scope.inner(values)
        return scope.inner(values, {name: child_of(origin, name) or origin for name in values})


def values_at(node: Node, place: SourceLocation) -> Iterator[Node]:
    """Yield the values of the layout element, link or code at a place."""
    for child in children(node):
        if node.place == place:
            yield child
        else:
            yield from values_at(child, place)


def leaves(node: Node | None) -> Iterator[Node]:
    """Yield the single values in a node, at any depth."""
    if node is not None and not (node.is_map or node.is_list):
        yield node
    for child in children(node) if node is not None else ():
        yield from leaves(child)


def children(node: Node) -> Sequence[Node]:
    """Return the values of a mapping or the entries of a list; none for other nodes."""
    return list(node.value.values()) if node.is_map else node.value if node.is_list else ()


def trace_item(item: Item, excerpts: Sequence[SourceExcerpt]) -> Item:
    """Return an item with `written` set to the places of those excerpts whose text the item shows."""
    if isinstance(item, GroupItem):
        inside = tuple([trace_item(inner_item, excerpts) for inner_item in item.content.items])
        if all(map(operator.is_, inside, item.content.items)):
            return item
        return item._replace(content=item.content._replace(items=inside))
    if item.written is not None:
        return item
    places = [excerpt.place for excerpt in excerpts if shows(item, excerpt.text)]
    return item._replace(written=tuple(dict.fromkeys(places)))


def shows(item: Item, text: str) -> bool:
    """Tell whether an item may show a text or a part of it."""
    match item:
        case TextItem():
            return _shares(item.text, text)
        case ShapeItem() if item.outline is not None:
            return bool(text) and (text in item.outline.name or item.outline.name in text)
        case ImageItem():
            return bool(text) and text.casefold() in item.path.casefold()
        case _:
            return True


def _shares(line: str, text: str) -> bool:
    """Tell whether a line contains a word or number of a text, or the part of a hyphenated word.

    A line without words or numbers must be contained in the text as a whole.

    >>> _shares("strate-", "The strategy"), _shares("12", "112"), _shares("gy of", "strategy"), _shares("+", "a + b")
    (True, False, True, True)
    """
    words = _WORDS.findall(line.casefold())
    if not words:
        return line.strip() in text
    of_text = set(_WORDS.findall(text.casefold()))
    if any(word in of_text for word in words):
        return True
    head = words[-1] if line.endswith("-") else None
    parts = [word for word in of_text if not word.isdigit()]
    return any(part.endswith(words[0]) or (head and part.startswith(head)) for part in parts)
