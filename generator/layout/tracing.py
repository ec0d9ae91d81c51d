"""A face whose items tell where what they show was written: the cell, the word or the value of the data.

For pictures that people point at; what is printed is laid out without it, and stands in the same places.
"""

import operator
import re
from collections.abc import Mapping, Sequence
from typing import Any

from generator.diagnostics import NOWHERE, SourceLocation
from generator.frame import GroupItem, ImageItem, Item, ShapeItem, TextItem
from generator.geometry import Rect, Size
from generator.layout.binding import Origin, Scope, SourceExcerpt, child_of, parts_of
from generator.layout.element_spec import Element
from generator.layout.elements.element_context import FaceLayoutContext
from generator.layout.face_values import LayoutResources

_WORDS = re.compile(r"[^\W\d]+|\d+")


class SourceTracingContext(FaceLayoutContext):
    """Lays out as any other, and notes for each element what it fills in, and where that was written."""

    def __init__(self, program: LayoutResources, subject: str = "", trim: Rect | None = None) -> None:
        super().__init__(program, subject, trim)
        self.excerpts: list[SourceExcerpt] = []

    def measure(self, element: Element, scope: Scope, width: float | None) -> Size:
        outer, self.excerpts = self.excerpts, []
        size = super().measure(element, scope, width)
        self.excerpts = outer
        return size

    def place(self, element: Element, scope: Scope, rect: Rect, out: list[Item]) -> None:
        """Lay an element out anew: what reads the same may be written elsewhere."""
        self.spend(element)
        outer, self.excerpts = self.excerpts, []
        inside: list[Item] = []
        self._place_anew(element, scope, rect, inside)
        out += [trace_item(item, self.excerpts) for item in inside]
        self.excerpts = outer

    def with_values(self, values: Mapping[str, str], scope: Scope, place: SourceLocation) -> Scope:
        outer = self.excerpts
        filled: dict[str, str] = {}
        origins: dict[str, Origin] = {}
        for key, template in values.items():
            self.excerpts = []
            filled[key] = self.fill(template, scope, place)
            own = " ".join([part for part in parts_of(template) if isinstance(part, str)])
            origins[key] = (*self.excerpts, SourceExcerpt(place, own))
        self.excerpts = outer
        return scope.inner(filled, origins)

    def with_entries(self, path: str, values: Mapping[str, Any], scope: Scope) -> Scope:
        origin = scope.origin(path)
        if origin is None:
            return scope.inner(values)
        return scope.inner(values, {name: child_of(origin, name) or origin for name in values})


def trace_item(item: Item, excerpts: Sequence[SourceExcerpt]) -> Item:
    """Return an item with the places of what it shows among all that its element filled in."""
    if isinstance(item, GroupItem):
        inside = tuple([trace_item(inner, excerpts) for inner in item.content.items])
        if all(map(operator.is_, inside, item.content.items)):
            return item
        return item._replace(content=item.content._replace(items=inside))
    if item.written is not None:
        return item
    places = [each.place for each in excerpts if each.place != NOWHERE and shows(item, each.text)]
    return item._replace(written=tuple(dict.fromkeys(places)))


def shows(item: Item, text: str) -> bool:
    """Tell whether an item may show a text, or a part of it."""
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
    """Tell whether a line holds a word or a number of a text, or a part of a word that was parted; a sign all of it.

    >>> _shares("strate-", "The strategy"), _shares("12", "112"), _shares("gy of", "strategy"), _shares("+", "a + b")
    (True, False, True, True)
    """
    words = _WORDS.findall(line.casefold())
    if not words:
        return line.strip() in text
    known = set(_WORDS.findall(text.casefold()))
    if any(word in known for word in words):
        return True
    head = words[-1] if line.endswith("-") else None
    return any(each.endswith(words[0]) or (head and each.startswith(head)) for each in known if not each.isdigit())
