"""Words of a built-in file that the user changed: only these are saved, in a file of the user's own."""

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from generator.reading.edits.yaml_edits import with_value
from generator.reading.yaml_nodes import Node, parse_yaml, plain, yaml_quoted

Path = tuple[str, ...]
STEP = 2  # spaces


def has_words(relative: PurePath) -> bool:
    """Return whether a file, by its path below a root, has words, of which each overrides a built-in one."""
    kind, _, *steps = (*relative.parts, "", "")
    return kind == "cards" and steps[0] == "words" and relative.suffix == ".yaml"


def changed_words(built_in: Node, edited: Node, path: Path = ()) -> Iterator[tuple[Path, Node]]:
    """Yield (path, word) for the words and lists of `edited` that differ from those of `built_in`, or are new."""
    for key, node in edited.items() if edited.is_map else ():
        old = built_in.get(key) if built_in.is_map else None
        if node.is_map and (old is None or old.is_map):
            yield from changed_words(old or Node({}, node.place), node, (*path, key))
        elif old is None or plain(old) != plain(node):
            yield (*path, key), node


def with_word(text: str, path: Path, value: Any) -> str:
    """Return the text of a file of words in which the word at `path` is `value`; raises NotEdited."""
    if all(line.strip()[:1] in ("", "#") for line in text.splitlines()):
        return text + _block(path, value, 0).lstrip("\n") + "\n"
    parent, depth = parse_yaml(text, "text"), 0
    for step in path[:-1]:
        child = parent.get(step)
        if child is None or not child.is_map or not child.value:
            break
        parent, depth = child, depth + 1
    *_, last = parent.value
    indent = parent.key_place(last).column - 1 + STEP
    block = _block(path[depth + 1 :], value, indent)
    return with_value(text, path[: depth + 1], block, sibling=last)


def line_of(text: str, path: Path) -> int:
    """Return the line of the word at `path`."""
    node = parse_yaml(text, "text")
    for step in path:
        node = node.value[step]
    return node.place.line


def _block(path: Path, value: Any, indent: int) -> str:
    """Return a value below the keys of `path`, each on its own line; without keys, only the value."""
    if not path:
        return yaml_quoted(value)
    lines = [f"{' ' * (indent + at * STEP)}{key}:" for at, key in enumerate(path)]
    return "\n" + "\n".join(lines) + f" {yaml_quoted(value)}"
