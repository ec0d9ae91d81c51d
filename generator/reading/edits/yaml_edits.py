"""Replaces one value of a YAML text; all else, including comments, stays the same byte for byte."""

from typing import Any, NamedTuple

from generator.diagnostics import InvalidInput
from generator.reading.yaml_nodes import Node, composed, parse_yaml, plain

Path = tuple[str, ...]
SHOWN = "text"
BLOCKS = ("|", ">")


class NotEdited(Exception):
    """Raised if a text is written in a way that these functions cannot edit, such as a mapping in braces."""


class ValueSpan(NamedTuple):
    """A value in a text: its `kind` is "{" for a mapping with `entries`, "[" for a list with `items`, else "scalar".

    `text` is the text of a scalar. `quoted` is its quote, `|` or `>` for a block, "{" for a mapping or list in
    brackets, else "". `start` and `end` are offsets; blank lines and comments after the value are not included.
    """

    kind: str
    start: int
    end: int
    text: str = ""
    quoted: str = ""
    entries: tuple["KeyedSpan", ...] = ()
    items: tuple["ValueSpan", ...] = ()

    def get(self, key: str) -> "KeyedSpan | None":
        """Return the entry of a mapping with this key, or None."""
        return next((entry for entry in self.entries if entry.key.text == key), None)


class KeyedSpan(NamedTuple):
    """A key of a mapping, and its value."""

    key: ValueSpan
    value: ValueSpan


def spans(text: str) -> ValueSpan:
    """Return the value of a valid YAML text; an empty text gives an empty scalar."""
    root = composed(text)
    return _value_span(root, text) if root is not None else ValueSpan("scalar", 0, 0)


def _value_span(node: Any, text: str) -> ValueSpan:
    """Return the value of a node of PyYAML."""
    start, end = node.start_mark.index, node.end_mark.index
    if node.id == "scalar":
        if node.style in BLOCKS:
            end = start + len(text[start:end].rstrip())
        return ValueSpan("scalar", start, end, node.value, node.style or "")
    brackets = "{" if node.flow_style else ""
    if node.id == "mapping":
        entries = tuple(KeyedSpan(_value_span(key, text), _value_span(value, text)) for key, value in node.value)
        return ValueSpan("{", start, end if brackets else entries[-1].value.end, "", brackets, entries)
    items = tuple(_value_span(item, text) for item in node.value)
    return ValueSpan("[", start, end if brackets else items[-1].end, "", brackets, (), items)


def lines_of(text: str, entry: KeyedSpan) -> tuple[int, int]:
    """Return the offsets of the line of a key, and of the line after its value."""
    return line_start(text, entry.key.start), line_end(text, entry.value.end)


def with_value(text: str, path: Path, value: str, sibling: str | None = None) -> str:
    """Return the text with `value`, which is YAML text, at `path`.

    A new key is added after the sibling `sibling`, or first. A value that begins with a line break is a block below its
    key. Raises NotEdited.
    """
    root = parse_yaml(text, SHOWN)
    parent, entry = _found(text, path)
    newline = "\r\n" if "\r\n" in text else "\n"
    if parent.quoted or not parent.entries:
        raise NotEdited  # in braces, within which no key has a line of its own
    spaced = (value if value[:1].isspace() else f" {value}").replace("\n", newline)
    if entry is not None:
        start, end = text.index(":", entry.key.end) + 1, entry.value.end
        if "\n" in text[start:end]:  # only the comment after a value on one line is kept
            end = line_end(text, end) - len(newline) * text[: line_end(text, end)].endswith("\n")
        edited = cut(text, start, end, spaced)
    else:
        first = parent.entries[0].key
        new_line = text[line_start(text, first.start) : first.start] + f"{path[-1]}:{spaced}"
        before = parent.get(sibling) if sibling is not None else None
        at = line_start(text, first.start) if before is None else line_end(text, before.value.end)
        is_open = text[:at] != "" and not text[:at].endswith("\n")
        edited = cut(text, at, at, newline + new_line if is_open else new_line + newline)
    _verify(root, edited, path, plain(parse_yaml(f"value:{spaced}", SHOWN))["value"])
    return edited


def without_key(text: str, path: Path) -> str:
    """Return the text without a key and its value; unchanged if it has no such key. Raises NotEdited."""
    root = parse_yaml(text, SHOWN)
    parent, entry = _found(text, path)
    if entry is None:
        return text
    if parent.quoted:
        raise NotEdited
    edited = cut(text, *lines_of(text, entry), "")
    _verify(root, edited, path, None)
    return edited


def _found(text: str, path: Path) -> tuple[ValueSpan, KeyedSpan | None]:
    """Return the mapping that holds the last key of a path, and its entry for this key or None; raises NotEdited."""
    parent = spans(text)
    for step in path[:-1]:
        above = parent.get(step)
        if above is None:
            raise NotEdited
        parent = above.value
    if parent.kind != "{":
        raise NotEdited
    return parent, parent.get(path[-1])


def _verify(root: Node, edited: str, path: Path, value: Any) -> None:
    """Raise NotEdited unless the edited text differs from the old one only in the value at `path`.

    The places were found only in the text, so parsing both texts proves the edit.
    """
    expected = plain(root)
    parent = expected
    for step in path[:-1]:
        parent = parent[step]
    if value is None:
        parent.pop(path[-1])
    else:
        parent[path[-1]] = value
    try:
        content = plain(parse_yaml(edited, SHOWN))
    except InvalidInput:
        raise NotEdited from None
    if content != expected:
        raise NotEdited


def cut(text: str, start: int, end: int, new: str) -> str:
    """Return a text with the part from `start` to `end` replaced."""
    return text[:start] + new + text[end:]


def line_start(text: str, at: int) -> int:
    """Return the offset at which the line begins that an offset is in."""
    return text.rfind("\n", 0, at) + 1


def line_end(text: str, at: int) -> int:
    """Return the offset of the next line, or the end of the text."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1
