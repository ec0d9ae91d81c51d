"""Where the values of a YAML text stand: from which sign up to which, each with how it is written."""

from collections.abc import Iterator
from typing import NamedTuple

from generator.reading.yaml_nodes import YamlEvent, marked_events


class ValueSpan(NamedTuple):
    """A value in a text: a mapping "{" with its `entries`, a list "[" or a "scalar" that says `said`.

    `quoted` is the quote of a scalar, `|` or `>` of a block, "{" of a mapping or list in braces, else empty.
    `end` is behind the last sign of it, blank lines and comments that follow are not of it.
    """

    kind: str
    start: int
    end: int
    said: str = ""
    quoted: str = ""
    entries: tuple["KeyedSpan", ...] = ()

    def get(self, key: str) -> "KeyedSpan | None":
        """Return the entry of a mapping under a key."""
        return next((entry for entry in self.entries if entry.key.said == key), None)


class KeyedSpan(NamedTuple):
    """A key of a mapping with its value."""

    key: ValueSpan
    value: ValueSpan


def spans(text: str) -> ValueSpan:
    """Return the value of a text that was read without a fault; an empty one is a scalar that says nothing."""
    events = marked_events(text)
    first = next(events, None)
    return _value(first, events, text) if first is not None else ValueSpan("scalar", 0, 0)


def _value(event: YamlEvent, events: Iterator[YamlEvent], text: str) -> ValueSpan:
    if event.kind == "scalar":
        end = event.end
        if event.quoted in ("|", ">"):
            end = event.start + len(text[event.start : event.end].rstrip())
        return ValueSpan("scalar", event.start, end, event.value, event.quoted)
    inner: list[ValueSpan] = []
    while (inside := next(events)).kind != "end":
        inner.append(_value(inside, events, text))
    end = inside.end if event.quoted else max((span.end for span in inner), default=event.start)
    entries = tuple(map(KeyedSpan, inner[::2], inner[1::2])) if event.kind == "{" else ()
    return ValueSpan(event.kind, event.start, end, "", event.quoted, entries)
