"""Where a value that a layout shows was written: the cell, the word or the colour that a fault is about."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from generator.diagnostics import Diagnostic, SourceLocation
from generator.layout.binding import MINUS
from generator.layout.text import loose_marks
from generator.reading.yaml_nodes import Node

COLOR, FONT, ICON, PLACEHOLDER, NO_LIST, TOO_LONG, GLYPH, TAG, LOOSE = (
    "L012", "L013", "L014", "L020", "L021", "L031", "L033", "L058", "L061"
)  # fmt: skip
_PLACEHOLDER = re.compile(r"\{[^{}]*\}")


class FaceSourceNodes(NamedTuple):
    """What a face shows, as it was written: its layout, the cells and words of its card, all words of the game, and
    its data.
    """

    layout: Node
    cells: Node | None
    card_words: Node | None
    words: Node
    data: Sequence[Node] = ()


def at_origin(fault: Diagnostic, written: FaceSourceNodes) -> Diagnostic:
    """Return a fault of a face at the cell, word or colour that holds what is wrong; else where the layout shows it.

    Whether a layout names the wrong thing or its value is wrong nobody knows: the place of the value is told besides.
    """
    if fault.code == NO_LIST:
        return _with_value_place(fault, written)
    if fault.code == TOO_LONG:
        return fault._replace(written=_longest_part(fault.value, written))
    own = _own_value(written.layout, fault)
    if own is not None:
        return fault if own.place.line == fault.place.line else fault._replace(place=own.place)
    return fault._replace(place=next(_origins(fault, written), fault.place))


def _own_value(node: Node, fault: Diagnostic) -> Node | None:
    """Return the value that an element at the place of a fault says itself; None where it comes from elsewhere."""
    children = list(node.value.values() if node.is_map else node.value if node.is_list else ())
    if node.place == fault.place:
        return next((child for child in children if child.value == fault.value), None)
    return next((found for child in children if (found := _own_value(child, fault)) is not None), None)


def _with_value_place(fault: Diagnostic, written: FaceSourceNodes) -> Diagnostic:
    """Return a fault of a value that is named by its path, with the place that it stands in where that is known."""
    file, _, rest = fault.value.partition(".")
    roots = (node for node in written.data if node.place.path.endswith(f"/{file}.yaml"))
    found = next((node for root in roots if (node := root.at(rest)) is not None), None)
    return fault if found is None else fault._replace(hint=f"{fault.hint}; the value stands in {found.place}")


def _origins(fault: Diagnostic, written: FaceSourceNodes) -> Iterator[SourceLocation]:
    """Yield the places that the value of a fault may come from, the nearest first."""

    def asks_for(text: str) -> bool:
        return any(step[1:-1].lstrip("+").partition("|")[0] == fault.value for step in _PLACEHOLDER.findall(text))

    def inside(text: str) -> bool:
        return (f":{fault.value}:" if fault.code == ICON else fault.value) in text

    def whole(text: str) -> bool:
        return text == fault.value

    def loose(text: str) -> bool:
        return ("<" in text or bool(loose_marks(text))) and _is_part(text, fault.value)

    if fault.code in (PLACEHOLDER, LOOSE):
        for node in (written.cells, written.card_words, written.words):
            yield from _places(node, asks_for if fault.code == PLACEHOLDER else loose)
        return
    in_text = fault.code in (ICON, GLYPH, TAG)
    if fault.code == COLOR:
        yield from _places(written.layout.get("colors"), whole)
    if fault.code in (COLOR, FONT):
        yield from _places(written.layout.get("styles"), whole)
    for node in (written.cells, written.card_words):
        yield from _places(node, lambda text: whole(text) or (in_text and inside(text)))
    if in_text:
        yield from _places(written.words, inside)
    for node in written.data:
        yield from _places(node, whole)


def _longest_part(text: str, written: FaceSourceNodes) -> SourceLocation | None:
    """Return where most of a text was written, which a layout may have put together of several; None if nowhere."""
    parts = [
        (len(own), place)
        for node in (written.cells, written.card_words, written.words)
        for place, part in _texts(node)
        if 2 * len(own := _PLACEHOLDER.sub("", part)) >= len(text) and _is_part(part, text)
    ]
    return max(parts, key=lambda part: part[0])[1] if parts else None


def _is_part(template: str, text: str) -> bool:
    """Tell whether a text holds another one, whatever stands for the placeholders of it and in capitals or not."""
    steps = map(re.escape, _PLACEHOLDER.split(template.strip().replace("-", MINUS)))
    return re.search(".*".join(steps), text.replace("-", MINUS), re.DOTALL | re.IGNORECASE) is not None


def _places(node: Node | None, is_it: Callable[[str], bool]) -> Iterator[SourceLocation]:
    yield from (place for place, text in _texts(node) if is_it(text))


def _texts(node: Node | None) -> Iterator[tuple[SourceLocation, str]]:
    if node is None:
        return
    if node.is_map or node.is_list:
        for child in node.value.values() if node.is_map else node.value:
            yield from _texts(child)
    elif isinstance(node.value, str):
        yield node.place, node.value
