"""What was laid out before, found again by what it read: an element that reads the same in the same spot is the same.

Every value that an element looks up is recorded in its scope. Laid out again, its items (or its size) are taken from
here if the values under the same paths are the same, so a frame that reads a card's colour is laid out once a colour.
Elements that read something else on nearly every card are soon not remembered any more.
"""

from typing import Any

from generator.layout.binding import Missing, Scope

PATIENCE = 256  # times that an element may be new before most of its layouts have to be known ones
MOST_KNOWN = 50_000


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

    __slots__ = ("found", "made", "tables")

    def __init__(self) -> None:
        self.found = self.made = 0
        self.tables: dict[tuple[str, ...], dict[tuple[Any, ...], Any]] = {}


class Memo:
    """Results by key and by the values read for them; bounded, and never needed for a result."""

    def __init__(self) -> None:
        self._entries: dict[Any, _Entry | None] = {}
        self._count = 0

    def recall(self, key: Any, scope: Scope) -> Any:
        """Return what came of a key with the same values in scope, or None."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        begin = len(scope.reads)
        for paths, table in entry.tables.items():
            known = table.get(tuple([_value_key(scope, path) for path in paths]))
            if known is not None:
                entry.found += 1
                return known
            del scope.reads[begin:]
        return None

    def keep(self, key: Any, scope: Scope, begin: int, result: Any) -> None:
        """Remember a result by what was read since `begin` from the scope and those around it."""
        entry = self._entries.setdefault(key, _Entry())
        if entry is None:
            return
        entry.made += 1
        if entry.made > PATIENCE and entry.found < entry.made:
            self._entries[key] = None
            return
        self._count += 1
        if self._count > MOST_KNOWN:
            self._entries, self._count = {}, 0
            return
        depth = scope.depth
        read = {path: _key(value) for level, path, value in scope.reads[begin:] if level <= depth}
        entry.tables.setdefault(tuple(read), {})[tuple(read.values())] = result


def _value_key(scope: Scope, path: str) -> Any:
    try:
        return _key(scope.look_up(path))
    except Missing:
        return _key(Missing)


def _key(value: Any) -> Any:
    """Return what tells a value from others that print or count differently."""
    kind = type(value)
    if kind is str:
        return value
    if isinstance(value, (str, int, float)) or value is None:
        return kind, value
    if kind is list and len(value) <= 8 and all([isinstance(each, (str, int, float)) for each in value]):
        return tuple([(type(each), each) for each in value])
    return _Same(value)
