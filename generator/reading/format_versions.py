"""The format numbers of files that users keep: newer files are refused, older ones are upgraded.

A file without a number has format 1. Keys that were renamed in a later format are listed in CHANGES, and `scrawl
upgrade` renames them.
"""

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

from generator.diagnostics import SourceLocation, refuse
from generator.reading.yaml_nodes import Node, parse_yaml, plain

KEY = "format"
GAME = 1  # of cards/GAME and layouts/GAME, written in game.yaml
RECORD = 1  # of records of played games
SCORE = 1  # of score files
DUNGEON = 1  # of dungeon files
PRINTERS = 1  # of the file of measured printers
DRAFT = 1  # of drafts of entered games


class Renamed(NamedTuple):
    """A key that a later format renamed, in files that match `files`, at dotted paths such as `decks.*.look`."""

    format: int
    files: str
    path: str
    key: str


CHANGES: tuple[Renamed, ...] = ()  # of games, in order


def format_of(root: Node, newest: int, what: str) -> int:
    """Return the format number of a file; raises InvalidInput if it is not a number, or higher than `newest`."""
    node = root.get(KEY)
    if node is None:
        return 1
    number = number_of(node)
    if number is None:
        raise refuse("C040", f"the format of {what} is a number from 1 to {newest}", node.place, f"write {newest}")
    if number > newest:
        message = f"{what} is of format {number}, and this version of Scrawlpress reads formats up to {newest}"
        raise refuse("C040", message, node.place, "install the newest version: pip install -U scrawlpress")
    return number


def number_of(node: Node) -> int | None:
    """Return the number in a node as a format number; None if the node is not a valid one."""
    number = node.value
    return number if isinstance(number, int) and not isinstance(number, bool) and number >= 1 else None


def without_format(root: Node) -> Node:
    """Return the mapping of a file without the key of its format number, for code that reads all other keys."""
    if root.get(KEY) is None:
        return root
    return root._replace(value={key: node for key, node in root.items() if key != KEY})


def upgrade_text(text: str, name: str, changes: Sequence[Renamed], format: int) -> str:
    """Return the text of a game's file with its keys renamed to the present format; all else stays the same."""
    for change in changes:
        if change.format > format and fnmatchcase(name, change.files):
            lines = text.splitlines(keepends=True)
            for place, old in sorted(_keys(parse_yaml(text, "text"), change.path), reverse=True):
                line, at = lines[place.line - 1], place.column - 1
                if line.startswith(old, at):
                    lines[place.line - 1] = f"{line[:at]}{change.key}{line[at + len(old) :]}"
            text = "".join(lines)
    return text


def _keys(node: Node, pattern: str, path: str = "") -> Iterator[tuple[SourceLocation, str]]:
    """Yield (place, name) of the keys whose dotted paths match a pattern."""
    if node.is_list:
        for child in node.value:
            yield from _keys(child, pattern, f"{path}.-")
    elif node.is_map:
        for key, child in node.items():
            inner = f"{path}.{key}".lstrip(".")
            if fnmatchcase(inner, pattern):
                yield node.key_place(key), key
            yield from _keys(child, pattern, inner)


def same_but_for_keys(before: str, after: str) -> bool:
    """Return whether two texts have the same values in the same order, ignoring the names of keys."""
    return _values(plain(parse_yaml(before, "text"))) == _values(plain(parse_yaml(after, "text")))


def _values(value: object) -> object:
    if isinstance(value, dict):
        return [_values(child) for child in value.values()]
    return [_values(child) for child in value] if isinstance(value, list) else value
