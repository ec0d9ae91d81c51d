"""Finds where a picture or an icon can go on a card, and writes its name into the layout or the card's cell."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from generator.diagnostics import InvalidInput
from generator.game.manifest import PieceEntry
from generator.layout.binding import Scope, UnknownPlaceholderPath, fill
from generator.layout.drawn_items import DrawnPage
from generator.layout.element_spec import Element, children_of, elements_in, known_keys
from generator.layout.engine import unread_looks
from generator.products.cards import card_values, deck_entry
from generator.products.print_pack import PrintPack
from generator.reading.decks import CardRecord
from generator.reading.edits.deck_editing import changed_deck, deck_of_text
from generator.reading.edits.yaml_edits import NotEdited, ValueSpan, cut, spans
from generator.reading.yaml_nodes import Node, parse_yaml, plain, yaml_quoted
from generator.workshop.previews import PreviewRequest, card_with_key, face_of, rows_of

SIDES = ("front", "back")
SHOWING = ("image", "icon", "space")  # elements that become a picture or an icon
LOW = {"shape", "use", "image"}  # elements at the bottom of a stack that a picture covers
TELLING = {"text", "icon", "field"}  # elements that no picture may cover
GROUND = "fit: cover, x: -3mm, y: -3mm, right: -3mm, bottom: -3mm"  # as far as a card bleeds
FREE = {"image": ", align: center", "icon": ", size: 24mm, align: center, valign: center"}  # in free space
_CELL = re.compile(r"\{(\w+)\??\}")


class PicturePlace(NamedTuple):
    """A place for a picture: the element at the path `at` of a layout, or the cell `column` of a card.

    `kind` is that of the element, or "whole" for a side of the card: then `at` is "front+2" if two elements stay below
    the picture. `shows` names what it shows now, "" if unknown.
    """

    file: str
    line: int
    kind: str
    at: str
    column: str
    shows: str


def picture_places(pack: PrintPack, deck: str, card: str, kind: str) -> Iterator[PicturePlace]:
    """Yield where an image or an icon (`kind`) can go on a card; nothing if its layout has its sides from others."""
    entry, record = deck_entry(pack, deck), card_with_key(pack, deck, card)
    root = pack.catalogue.read(pack.catalogue.need(f"layouts/{pack.layouts.find(entry.layout)}.yaml"))
    rows, cells = "" if isinstance(entry, PieceEntry) else rows_of(pack, deck), pack.cells(deck, record)
    faces, layout = [(side, face) for side in SIDES if (face := root.get(side))], pack.engine(entry.layout).layout
    icons = {}  # icons by the places of their elements
    with suppress(InvalidInput):
        requests = (PreviewRequest(pack.game.id, pack.language, None, "deck", deck, card, side) for side, _ in faces)
        pages = [DrawnPage(face_of(pack, request)[0]) for request in requests]
        icons = {icon.item.place: icon.name for page in pages for icon in page.items if icon.is_picture}
    for at, element in (entry for side, face in faces for entry in _elements(face, side)):
        element_kind = _kind_of(element)
        if not element_kind or (element_kind == "space" and element.get("grow") is None):
            continue
        name = str(element.value[element_kind].value)
        cell = _CELL.fullmatch(name)
        if cell and (cell[1] in record.fields or cell[1] in cells):
            if element_kind == kind and rows:
                value = str(cells[cell[1]].value) if cell[1] in cells else ""
                yield PicturePlace(rows, record.place.line, element_kind, at, cell[1], value)
        elif element_kind == kind or _can_become(element, at, kind):
            shows = "" if element_kind == "space" else icons.get(element.place) or _filled(name, pack, deck, record)
            if shows or not icons or element_kind != "icon":  # an icon that this card leaves out is no place
                yield PicturePlace(root.place.path, element.place.line, element_kind, at, "", shows)
    for side, face in faces if kind == "image" else ():
        side_layout = layout.front if side == "front" else layout.back
        below = _count_below(side_layout, layout.parts) if side_layout else None
        if below is not None:
            yield PicturePlace(root.place.path, face.place.line, "whole", f"{side}+{below}", "", "")


def _count_below(face: Element, parts: Mapping[str, Element]) -> int | None:
    """Return how many elements of a side are grounds, on which a picture lies; None if one has words or icons on it."""
    elements = [*children_of(face)] if face.kind == "stack" else [face]
    above = (at for at, each in enumerate(elements) if each.kind not in LOW or _shows_content(each, dict(parts)))
    at = next(above, len(elements) - 1)
    return None if at == 0 and elements[at].kind == "use" else at


def _shows_content(element: Element, unseen: dict[str, Element]) -> bool:
    """Return whether an element shows a text, an icon or a field, also by a part (`unseen`) that it uses."""
    elements = [*elements_in(element)]
    parts = [part for each in elements if (part := unseen.pop(getattr(each.own, "use", ""), None))]
    return any(each.kind in TELLING for each in elements) or any(_shows_content(part, unseen) for part in parts)


def _filled(name: str, pack: PrintPack, deck: str, record: CardRecord) -> str:
    """Return the name of the picture that a card shows for a name in its layout; "" if only a part of it knows."""
    with suppress(UnknownPlaceholderPath, KeyError):  # a piece has no values
        return fill(name, Scope(card_values(pack, deck, record))) if "{" in name else name
    return ""


def _kind_of(element: Node) -> str:
    return next((key for key in SHOWING if element.get(key) is not None), "")


def _can_become(element: Node, at: str, kind: str) -> bool:
    """Tell if an image or an icon takes all keys of an element; a part (`with`) has its own names for what it takes."""
    return not at.endswith(".with") and all(key in SHOWING or key in known_keys(kind) for key in element.value)


def _elements(node: Node, at: str) -> Iterator[tuple[str, Node]]:
    """Yield (path, mapping) for the mappings in a part of a layout."""
    if node.is_map:
        yield at, node
    for step, child in node.items() if node.is_map else enumerate(node.value) if node.is_list else ():
        yield from _elements(child, f"{at}.{step}")


def with_cell(text: str, file: str, card: str, column: str, name: str) -> tuple[str, int]:
    """Return the text of a deck in which a card's cell names a picture, and the line of the card; raises NotEdited."""
    rows = deck_of_text(text, file).rows()
    at = next((at for at, row in enumerate(rows) if row.key == card), None)
    if at is None:
        raise NotEdited
    edit = {"do": "set", "row": at, "column": column, "text": name}
    return changed_deck(text, file, [edit]).text(), rows[at].first


def with_picture(text: str, at: str, kind: str, name: str) -> tuple[str, int]:
    """Return the text of a layout that shows an image or an icon (`kind`) at a path, and its line; raises NotEdited.

    At a side, such as "front+2", the picture fills the side above so many of its elements. Keys that the new element
    does not read are left out.
    """
    root, (at, _, below) = parse_yaml(text, "text"), at.partition("+")
    element, expected = root.at(at), plain(root)
    if element is None or not element.is_map:
        raise NotEdited
    if at in SIDES:
        words = f"{{{kind}: {yaml_quoted(name)}, {GROUND}}}"
        edited, line = _with_ground(text, root, at, int(below or 0), words, expected)
    else:
        element_kind = _kind_of(element)
        if not element_kind:
            raise NotEdited
        looks, line = FREE[kind] if element_kind == "space" else "", element.place.line
        entry = _span_at(text, at).get(element_kind)
        if entry is None or entry.value.kind != "scalar":
            raise NotEdited
        edited = cut(text, entry.value.start, entry.value.end, yaml_quoted(name) + looks)
        edited = cut(edited, entry.key.start, entry.key.end, kind)
        changed = _part(expected, at)
        for key in unread_looks(kind) & changed.keys():
            start, end = _span_at(edited, at)[1:3]
            entry_pattern = rf'{key}: *(?:"[^"]*"|[^,\n}}]*)'
            remaining = re.sub(rf"[,\n] *{entry_pattern}|{entry_pattern}[,\n] *", "", edited[start:end], count=1)
            edited = cut(edited, start, end, remaining)
            del changed[key]
        del changed[element_kind]
        changed |= plain(parse_yaml(f"{{{kind}: {yaml_quoted(name)}{looks}}}", "text"))
    if plain(parse_yaml(edited, "text")) != expected:
        raise NotEdited  # written in a way that is not foreseen here
    return edited, line


def _part(content: Any, at: str) -> Any:
    for step in at.split("."):
        content = content[int(step) if isinstance(content, list) else step]
    return content


def _span_at(text: str, at: str) -> ValueSpan:
    """Return the value at a path of a YAML text, which has this path."""
    span = spans(text)
    for step in at.split("."):
        entry = span.get(step)
        span = span.items[int(step)] if entry is None else entry.value
    return span


def _with_ground(text: str, root: Node, side: str, at: int, words: str, expected: dict[str, Any]) -> tuple[str, int]:
    """Return the text in which a side has an element below its content, and the line of the element."""
    face, picture, lines = root.value[side], plain(parse_yaml(words, "text")), text.split("\n")
    stack = face.get("stack")
    if stack is not None and stack.is_list and stack.value:
        if at >= len(stack.value):
            raise NotEdited
        expected[side]["stack"].insert(at, picture)
        place = stack.value[at].place
        lines.insert(place.line - 1, lines[place.line - 1][: place.column - 1] + words)
        return "\n".join(lines), place.line
    expected[side] = {"stack": [picture, expected[side]]}
    entry = spans(text).get(side)
    if entry is None or spans(text).quoted:
        raise NotEdited
    start, end, indent, stack_line = entry.value.start, entry.value.end, " " * (face.place.column - 1), "stack:"
    content = re.sub(r"\n(?=[^\n])", "\n    ", text[start:end])
    if entry.value.quoted:
        start, indent, stack_line = text.index(":", entry.key.end) + 1, "  ", "\n  stack:"
    edited = cut(text, start, end, f"{stack_line}\n{indent}  - {words}\n{indent}  - {content}")
    return edited, edited[: edited.index(words, start)].count("\n") + 1
