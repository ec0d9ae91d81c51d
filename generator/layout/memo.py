"""What was laid out before, found again by what it read: an element that reads the same in the same spot is the same.

Every value that an element looks up is recorded in its scope. Laid out again, its items (or its size) are taken from
here if the values under the same paths are the same, so a frame that reads a card's colour is laid out once a colour.
What all faces are given alike, such as the words of a game, counts as constant until another is given. Elements that
read something else on nearly every card are soon not remembered any more.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from generator.layout.binding import Scope

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

    __slots__ = ("few_reads", "found", "given", "made", "tables")

    def __init__(self) -> None:
        self.found = self.made = 0
        self.few_reads = True
        self.tables: dict[tuple[str, ...], dict[tuple[Any, ...], Any]] = {}
        self.given: dict[int, _Given] = {}

    def give(self, scope: Scope, reads: list[Read], result: Any) -> None:
        """Remember what came of the innermost values, where these are of their own."""
        if scope.outer is not None and len(self.given) < MOST_GIVEN:
            depth = scope.depth
            around = [(path, _key(value)) for level, path, value in reads if level < depth]
            self.given[id(scope.values)] = _Given(scope.values, reads, around, result)


class _Given(NamedTuple):
    """What came of the very same innermost values, by what was read of those around them."""

    values: Mapping[str, Any]
    reads: list[Read]
    around: list[tuple[str, Any]]
    result: Any

    def holds_in(self, scope: Scope) -> bool:
        """Tell whether the values around are the same again."""
        outer = scope.outer
        return self.values is scope.values and all(
            outer is not None and _key(outer.find(path)[1]) == value for path, value in self.around
        )


class Memo:
    """Results by key and by the values read for them; bounded, and never needed for a result."""

    def __init__(self) -> None:
        self._entries: dict[Any, _Entry | None] = {}
        self._count = 0
        self._constants: dict[str, Any] | None = None

    def scope(self, values: Mapping[str, Any]) -> Scope:
        """Return the scope of a face; lists and mappings that it shares with all faces before are constants."""
        if self._constants is None:
            self._constants = {name: value for name, value in values.items() if isinstance(value, (dict, list))}
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
        if given is not None and given.holds_in(scope):
            entry.found += 1
            scope.reads += given.reads
            return given.result
        for paths, table in entry.tables.items():
            reads = [(path, *scope.find(path)) for path in paths]
            known = table.get(tuple([_key(value) for _, _, value in reads]))
            if known is not None:
                entry.found += 1
                begin = len(scope.reads)
                scope.reads += [(depth, path, value) for path, depth, value in reads if depth is not None]
                entry.give(scope, scope.reads[begin:], known)
                return known
        return None

    def keep(self, key: Any, scope: Scope, begin: int, result: Any) -> None:
        """Remember a result by what was read since `begin` from the scope and those around it."""
        entry = self._entries.setdefault(key, _Entry())
        if entry is None:
            return
        entry.made += 1
        if entry.made > (PATIENCE if entry.few_reads else SHORT_PATIENCE) and entry.found < entry.made:
            self._entries[key] = None
            return
        self._count += 1
        if self._count > MOST_KNOWN:
            self._entries, self._count = {}, 0
            return
        depth = scope.depth
        entry.few_reads = len({path for _, path, _ in scope.reads[begin:]}) <= FEW_READS
        reads = [read for read in scope.reads[begin:] if read[0] <= depth]
        scope.reads[begin:] = reads  # what was read of scopes further in says nothing to those around either
        entry.give(scope, reads, result)
        read = {path: value for _, path, value in reads}
        entry.tables.setdefault(tuple(read), {})[tuple([_key(value) for value in read.values()])] = result


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
