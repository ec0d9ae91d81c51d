"""Checks the names of values that a layout passes to its parts (`with:`), and the names that an edition changes."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass

from generator.diagnostics import Diagnostic, SourceLocation, attempt, did_you_mean, nearest
from generator.layout.binding import Part, Placeholder, parts_of
from generator.layout.element_spec import Element, elements_in
from generator.layout.gradients_and_shadows import GRADIENT
from generator.layout.spec import LayoutSpec, UseElement
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.svg.values import color
from generator.reading.yaml_nodes import Node, plain

_WORD = re.compile(r"\w+")
_NAMED = {"colors": "colour", "grounds": "colour", "styles": "style", "parts": "part"}  # sections of editions


def unread_name_faults(layout: LayoutSpec, elsewhere: object) -> list[Diagnostic]:
    """Return a warning for each name under `with:` that neither its part, nor a style, nor a text in `elsewhere` uses.

    `elsewhere` are the words of the game, which a part may show, and its editions, which may override parts. The value
    of a fault is the name that is probably meant.
    """
    roots = [root for root in (layout.front, layout.back, *layout.parts.values()) if root is not None]
    uses = [use for root in roots for use in elements_in(root) if isinstance(use.own, UseElement) and use.own.values]
    part_words: dict[str, tuple[set[str], list[str]]] = {}
    reads = {part: _read_by(part, layout, part_words) for part in {use.own.use for use in uses}}
    unread = [
        (use, name, read_names)
        for use in uses
        if (read_names := reads[use.own.use]) is not None
        for name in use.own.values
        if name not in read_names
    ]
    if not unread:
        return []
    used_names = {name for text in _texts([elsewhere, layout.styles]) for name in _words_in(parts_of(text))}
    return [
        Diagnostic(
            "L059",
            f"part {use.own.use!r} reads no {name!r}",
            use.place,
            did_you_mean(name, sorted(read_names)),
            "warning",
            value=nearest(name, sorted(read_names)) or "",
        )
        for use, name, read_names in unread
        if name not in used_names
    ]


def edition_name_faults(catalogue: GameCatalogue, game: str, edition: Node) -> Iterator[Diagnostic]:
    """Yield a fault for each unknown colour in an edition, and a warning for each changed name that no layout has.

    The edition is for the layouts of one game or, if `game` is "", of all games: then any game may have the name.
    """
    layout_names = attempt([], lambda: _layout_names(catalogue, game))
    if layout_names is None:  # reported where the layout is used; its names are unknown until then
        return
    colors = {*layout_names["colors"], *_section(edition, "colors"), "none", ""}
    used_names = {name for text in _texts(plain(edition)) for name in (text, *_WORD.findall(text))}
    offered = {*layout_names["colors"], "none", *(colors & used_names)} - {""}
    for key, kind in _NAMED.items():
        names = colors if key == "grounds" else layout_names[key] | used_names
        for name, node in _section(edition, key).items():
            is_color, text = kind == "colour", str(node.value)
            if name not in names and not (is_color and color(name)):
                message = f"{name!r} is not read: no layout of {game or 'any game'} has a {kind} of this name"
                hint = did_you_mean(name, sorted(layout_names["colors" if is_color else key]))
                yield Diagnostic("L063", message, edition.value[key].key_place(name), hint, "warning")
            if is_color and text not in colors and GRADIENT not in text and not color(text):
                yield Diagnostic("L012", f"unknown colour {text!r}", node.place, did_you_mean(text, sorted(offered)))


def _layout_names(catalogue: GameCatalogue, game: str) -> dict[str, set[str]]:
    """Return the names of colours, styles and parts in all layouts of a game (or of all games), editions excluded.

    Raises InvalidInput.
    """
    names: dict[str, set[str]] = {key: set() for key in _NAMED}
    for folder in ("common", *([game] if game else catalogue.games())):
        for file in catalogue.pictures(f"layouts/{folder}", (".yaml",)):
            is_edition = file.startswith("editions/") and folder == (game or folder)
            for path in () if is_edition else catalogue.find_all(f"layouts/{folder}/{file}"):
                node = catalogue.read(path)
                for key, kind_names in names.items():
                    kind_names.update(_section(node, key))
    return names


def _section(node: Node, key: str) -> dict[str, Node]:
    section = node.get(key)
    return section.value if section is not None and section.is_map else {}


def _read_by(part: str, layout: LayoutSpec, part_words: dict[str, tuple[set[str], list[str]]]) -> set[str] | None:
    """Return all words in the texts of a part and the parts that it uses; None if data or an edition name them.

    `part_words` keeps, for each part looked at, its own words and the parts that it uses: several use the same parts.
    """
    words: set[str] = set()
    waiting, visited = [part], set[str]()
    while waiting:
        name = waiting.pop()
        if name not in layout.parts or "/editions/" in layout.parts[name].place.path:
            return None  # an edition may draw a part plainer, without what the part shows elsewhere
        visited.add(name)
        if name not in part_words:
            elements = list(elements_in(layout.parts[name]))
            from_data = [key.templates for element in elements for key in element.from_data]
            texts = _texts([*((element.own, element.at, element.look) for element in elements), from_data])
            uses = [element.own.use for element in elements if isinstance(element.own, UseElement)]
            part_words[name] = {word for text in texts for word in _WORD.findall(text)}, uses
        words |= part_words[name][0]
        waiting += [use for use in part_words[name][1] if use not in visited]
    return words


def _texts(value: object) -> Iterator[str]:
    """Yield all texts in a nested value, skipping elements and source locations."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Element | SourceLocation):
        return
    elif isinstance(value, Mapping):
        yield from (text for child in value.values() for text in _texts(child))
    elif isinstance(value, Iterable):
        yield from (text for child in value for text in _texts(child))
    elif is_dataclass(value):
        yield from (text for declared in fields(value) for text in _texts(getattr(value, declared.name)))


def _words_in(parts: Iterable[Part]) -> Iterator[str]:
    """Yield the words that occur in the placeholders of parsed templates."""
    for part in parts:
        if isinstance(part, Placeholder):
            for step in part.path:
                yield from _WORD.findall(step) if isinstance(step, str) else _words_in([step])
