"""Replaces one value of a YAML text; all else, including comments, stays the same byte for byte."""

from typing import Any

from generator.diagnostics import InvalidInput
from generator.reading.yaml_nodes import Node, parse_yaml, plain

Path = tuple[str, ...]
SHOWN = "text"


class NotEdited(Exception):
    """Raised if a text is written in a way that these functions cannot edit, such as a mapping in braces."""


def with_value(text: str, path: Path, value: str, sibling: str | None = None) -> str:
    """Return the text with `value`, which is YAML text, at `path`.

    A new key is added after the sibling `sibling`, or first. A value that begins with a line break is a block below its
    key. Raises NotEdited.
    """
    root = parse_yaml(text, SHOWN)
    parent = _parent(root, path)
    lines, value = text.split("\n"), value.replace("\n", "\r\n") if "\r\n" in text else value
    if parent.get(path[-1]) is not None:
        first, last = value_lines(lines, parent, path[-1])
        new_lines = [_rewritten(lines[first], parent, path[-1], value, single=last == first + 1)]
    else:
        first = last = _place_for(lines, parent, sibling)
        indent = " " * (parent.key_place(next(iter(parent.value))).column - 1)
        new_lines = [f"{indent}{path[-1]}:{_spaced(value)}" + ("\r" if text.count("\r\n") else "")]
    edited = "\n".join([*lines[:first], *new_lines, *lines[last:]])
    _verify(root, edited, path, plain(parse_yaml(f"value:{_spaced(value)}", SHOWN))["value"])
    return edited


def without_key(text: str, path: Path) -> str:
    """Return the text without a key and its value; unchanged if it has no such key. Raises NotEdited."""
    root = parse_yaml(text, SHOWN)
    parent = _parent(root, path)
    if parent.get(path[-1]) is None:
        return text
    lines = text.split("\n")
    first, last = value_lines(lines, parent, path[-1])
    edited = "\n".join([*lines[:first], *lines[last:]])
    _verify(root, edited, path, None)
    return edited


def _parent(root: Node, path: Path) -> Node:
    node: Node | None = root
    for step in path[:-1]:
        node = node.get(step) if node is not None else None
    if node is None or not node.is_map:
        raise NotEdited
    return node


def value_lines(lines: list[str], parent: Node, key: str) -> tuple[int, int]:
    """Return the range of lines of a key and its value, without comments and blank lines after it."""
    place = parent.key_place(key)
    first, indent = place.line - 1, place.column - 1
    if lines[first][:indent].strip():
        raise NotEdited  # within a mapping in braces
    last = first + 1
    for at in range(first + 1, len(lines)):
        line = lines[at].rstrip()
        if not line:
            continue
        if len(line) - len(line.lstrip()) <= indent:
            break
        last = at + 1
    return first, last


def _rewritten(line: str, parent: Node, key: str, value: str, *, single: bool) -> str:
    """Return the line of a key with another value; the comment after a value on one line is kept."""
    ending = "\r" if line.endswith("\r") else ""
    node = parent.value[key]
    start = parent.key_place(key).column - 1
    colon = line.index(":", start + len(key))
    rest = line[colon + 1 :].removesuffix("\r")
    comment = _comment(rest, node) if single else ""
    return line[: colon + 1] + _spaced(value) + comment + ending


def _comment(rest: str, node: Node) -> str:
    """Return the comment after a value on its line; " #" begins it unless the sign belongs to the value."""
    at = rest.find(" #")
    while at >= 0:
        try:
            if plain(parse_yaml(f"value:{rest[:at]}", SHOWN)) == {"value": plain(node)}:
                return rest[len(rest[:at].rstrip()) :]
        except InvalidInput:
            pass
        at = rest.find(" #", at + 1)
    return ""


def _place_for(lines: list[str], parent: Node, sibling: str | None) -> int:
    """Return the index of the line before which a new key is inserted: after the sibling `sibling`, else first."""
    if sibling is not None and parent.get(sibling) is not None:
        return value_lines(lines, parent, sibling)[1]
    if not parent.value:
        raise NotEdited  # {}, within which there is no line for a key
    return min(parent.key_place(key).line for key in parent.value) - 1


def _spaced(value: str) -> str:
    return value if value[:1].isspace() else f" {value}"


def _verify(root: Node, edited: str, path: Path, value: Any) -> None:
    """Raise NotEdited unless the edited text differs from the old one only in the value at `path`.

    The lines were found by their indentation alone, so parsing both texts is what proves the edit.
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
