"""Names that a layout gives to its parts, held against those that the parts read."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass

from generator.diagnostics import Diagnostic, SourceLocation, did_you_mean, nearest
from generator.layout.binding import Part, Placeholder, parts_of
from generator.layout.element_spec import Element, elements_in
from generator.layout.spec import LayoutSpec, UseElement

_WORD = re.compile(r"\w+")


def unread_name_faults(layout: LayoutSpec, elsewhere: object) -> list[Diagnostic]:
    """Return a warning for each name under `with:` that neither its part nor a style nor a text `elsewhere` asks for.

    Those are the words of the game, which a part may show, and its editions, which may have a part of their own. The
    value of a fault is the name that may be meant.
    """
    told = {name for text in _texts([elsewhere, layout.styles]) for name in _words_in(parts_of(text))}
    roots = [root for root in (layout.front, layout.back, *layout.parts.values()) if root is not None]
    uses = [element for root in roots for element in elements_in(root) if isinstance(element.own, UseElement)]
    return [
        Diagnostic(
            "L059",
            f"part {use.own.use!r} reads no {name!r}",
            use.place,
            did_you_mean(name, sorted(read)),
            "warning",
            value=nearest(name, sorted(read)) or "",
        )
        for use in uses
        if (read := _read_by(use.own.use, layout)) is not None
        for name in use.own.values
        if name not in read | told
    ]


def at_their_cause(unread: Sequence[Diagnostic], faults: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the unread names, and the faults but for placeholders that miss what one of these names is meant to be.

    A name that leaves a placeholder without a value is an error.
    """
    lacking = [fault for fault in faults if fault.code == "L020"]
    missed = {
        fault: [each for each in lacking if fault.value and f" {{{fault.value}}}" in each.message] for fault in unread
    }
    effects = [each for caused in missed.values() for each in caused]
    told = [fault._replace(severity="error") if caused else fault for fault, caused in missed.items()]
    return [*told, *(fault for fault in faults if fault not in effects)]


def _read_by(part: str, layout: LayoutSpec) -> set[str] | None:
    """Return every word in the texts of a part and of the parts in it; None where a part is only named by the data."""
    read: set[str] = set()
    waiting, seen = [part], set[str]()
    while waiting:
        name = waiting.pop()
        if name not in layout.parts:
            return None
        seen.add(name)
        for element in elements_in(layout.parts[name]):
            values = [element.own, element.at, element.look, [key.templates for key in element.from_data]]
            read.update(*(_WORD.findall(text) for text in _texts(values)))
            if isinstance(element.own, UseElement) and element.own.use not in seen:
                waiting.append(element.own.use)
    return read


def _texts(value: object) -> Iterator[str]:
    """Yield all texts in a value, but for those of the elements that stand in it."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Element | SourceLocation):
        return
    elif isinstance(value, Mapping):
        yield from (text for child in value.values() for text in _texts(child))
    elif isinstance(value, Iterable):
        yield from (text for child in value for text in _texts(child))
    elif is_dataclass(value):
        yield from (text for each in fields(value) for text in _texts(getattr(value, each.name)))


def _words_in(parts: Iterable[Part]) -> Iterator[str]:
    """Yield the words of the names that placeholders ask for."""
    for part in parts:
        if isinstance(part, Placeholder):
            for step in part.path:
                yield from _WORD.findall(step) if isinstance(step, str) else _words_in([step])
