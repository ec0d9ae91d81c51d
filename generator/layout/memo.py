"""What was laid out before, found again by what it read: an element that reads the same in the same spot is the same.

Every value that an element looks up is recorded in its scope. Laid out again, its items (or its size) are taken from
here if the values under the same paths are the same, so a frame that reads a card's colour is laid out once a colour.
What all faces are given alike, such as the words of a game, counts as constant until another is given. Elements that
read something else on nearly every card are soon not remembered any more, sooner still where they read much or what is
a card's own, such as its map.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from generator.layout.binding import NOTHING, Scope

PATIENCE = 256  # times that an element may be new before most of its layouts have to be known ones
SHORT_PATIENCE, FEW_READS = 8, 24  # the more is read, the rarer are two faces that agree in it
MOST_KNOWN = 50_000
DEEPEST, MOST_COMPARED = 2, 8
MOST_GIVEN = 64  # of one element in one spot

Read = tuple[int, str, Any]  # how deep, what, and its value


class _Same:
    """A list or a mapping, the same only as itself."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.value is self.value


class _Entry:
    """One element in one spot: what came of it, by the paths that it read and by their values."""

    __slots__ = ("found", "given", "made", "patience", "tables")

    def __init__(self) -> None:
        self.found = self.made = 0
        self.patience = PATIENCE
        self.tables: dict[tuple[str, ...], dict[tuple[Any, ...], Any]] = {}
        self.given: dict[int, _Given] = {}


class _Given(NamedTuple):
    """What came of the very same innermost values, by what was read of those around them."""

    values: Mapping[str, Any]
    reads: list[Read]
    around: list[tuple[str, Any]]
    result: Any


class Memo:
    """Results by key and by the values read for them; bounded, and never needed for a result.

    `lasting` is what faces are given alike: its lists and mappings are constants while each face has the very same.
    """

    def __init__(self, lasting: Mapping[str, Any] = NOTHING) -> None:
        self._entries: dict[Any, _Entry | None] = {}
        self._count = 0
        self._long: dict[int, tuple[Any, Any]] = {}  # lists and mappings that a face has read, and their keys
        self._constants = {name: value for name, value in lasting.items() if isinstance(value, (dict, list))}

    def scope(self, values: Mapping[str, Any]) -> Scope:
        """Return the scope of a face."""
        self._long = {}
        changed = [name for name, value in self._constants.items() if values.get(name) is not value]
        if changed:
            self._entries, self._count = {}, 0
            for name in changed:
                del self._constants[name]
        return Scope(values, constants=self._constants)

    def recall(self, key: Any, scope: Scope) -> Any:
        """Return what came of a key with the same values in scope, or None."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        given = entry.given.get(id(scope.values))
        if given is not None and self._holds(given, scope):
            entry.found += 1
            scope.reads += given.reads
            return given.result
        for paths, table in entry.tables.items():
            reads = [(path, *scope.find(path)) for path in paths]
            known = table.get(tuple([self._key(value) for _, _, value in reads]))
            if known is not None:
                entry.found += 1
                found = [(depth, path, value) for path, depth, value in reads if depth is not None]
                scope.reads += found
                self._give(entry, scope, found, known)
                return known
        return None

    def _holds(self, given: _Given, scope: Scope) -> bool:
        """Tell whether the innermost values are the very same again, and what was read around them is the same."""
        outer = scope.outer
        if given.values is not scope.values or outer is None:
            return False
        return all([self._key(outer.find(path)[1]) == key for path, key in given.around])

    def _give(self, entry: _Entry, scope: Scope, reads: list[Read], result: Any) -> None:
        """Remember what came of the innermost values, where these are of their own."""
        if scope.outer is not None and len(entry.given) < MOST_GIVEN:
            depth = scope.depth
            around = [(path, self._key(value)) for level, path, value in reads if level < depth]
            entry.given[id(scope.values)] = _Given(scope.values, reads, around, result)

    def keep(self, key: Any, scope: Scope, begin: int, result: Any) -> None:
        """Remember a result by what was read since `begin` from the scope and those around it."""
        if key not in self._entries:
            self._entries[key] = _Entry()
        entry = self._entries[key]
        if entry is None:
            return
        entry.made += 1
        if entry.made > entry.patience and entry.found < entry.made:
            self._entries[key] = None
            return
        self._count += 1
        if self._count > MOST_KNOWN:
            self._entries, self._count = {}, 0
            return
        depth = scope.depth
        read = {path: (level, path, value) for level, path, value in scope.reads[begin:] if level <= depth}
        reads = scope.reads[begin:] = [*read.values()]  # what was read further in says nothing to those around either
        values = tuple([self._key(value) for _, _, value in reads])
        entry.patience = SHORT_PATIENCE if len(reads) > FEW_READS or _holds_own(values) else PATIENCE
        self._give(entry, scope, reads, result)
        entry.tables.setdefault(tuple(read), {})[values] = result

    def _key(self, value: Any) -> Any:
        """Return the key of a value, which is found once a face where it is long."""
        if not isinstance(value, (list, dict)):
            return _key(value)
        known = self._long.get(id(value))
        if known is None:
            known = self._long[id(value)] = (value, _key(value))
        return known[1]


def _key(value: Any, depth: int = 0) -> Any:
    """Return what tells a value from others that print or count differently; short lists and mappings by content."""
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return value
    if isinstance(value, (str, int, float)):
        return kind, value
    if depth < DEEPEST and kind in (list, dict) and len(value) <= MOST_COMPARED:
        pairs = value.items() if kind is dict else enumerate(value)
        return kind, tuple([(name, _key(each, depth + 1)) for name, each in pairs])
    return _Same(value)


def _holds_own(key: Any) -> bool:
    """Tell whether a key stands for something that is the same only as itself."""
    return isinstance(key, _Same) or (isinstance(key, tuple) and any([_holds_own(part) for part in key]))
