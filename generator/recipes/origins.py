"""Where a value that a layout shows was written: the cell, the word or the colour that a fault is about."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from generator.diagnostics import Diagnostic, Place
from generator.reading.yaml_nodes import Node

COLOR, FONT, ICON, GLYPH = "L012", "L013", "L014", "L033"


class Written(NamedTuple):
    """What a face shows, as it was written: the colours and styles of its layout, the cells and words of its card, all
    words of the game, and its data.
    """

    colors: Node | None
    styles: Node | None
    cells: Node | None
    card_words: Node | None
    words: Node
    data: Sequence[Node] = ()


def at_origin(fault: Diagnostic, written: Written) -> Diagnostic:
    """Return a fault of a face at the cell, word or colour that holds what is wrong; else where the layout shows it."""
    return fault._replace(place=next(_origins(fault, written), fault.place))


def _origins(fault: Diagnostic, written: Written) -> Iterator[Place]:
    """Yield the places that the value of a fault may come from, the nearest first."""

    def inside(text: str) -> bool:
        return (fault.value if fault.code == GLYPH else f":{fault.value}:") in text

    def whole(text: str) -> bool:
        return text == fault.value

    in_text = fault.code in (ICON, GLYPH)
    if fault.code == COLOR:
        yield from _places(written.colors, whole)
    if fault.code in (COLOR, FONT):
        yield from _places(written.styles, whole)
    for node in (written.cells, written.card_words):
        yield from _places(node, lambda text: whole(text) or (in_text and inside(text)))
    if in_text:
        yield from _places(written.words, inside)
    for node in written.data:
        yield from _places(node, whole)


def _places(node: Node | None, is_it: Callable[[str], bool]) -> Iterator[Place]:
    if node is None:
        return
    if node.is_map or node.is_list:
        for child in node.value.values() if node.is_map else node.value:
            yield from _places(child, is_it)
    elif isinstance(node.value, str) and is_it(node.value):
        yield node.place
