"""What was laid out before, found again by what it read: an element that reads the same in the same spot is the same.

Every value that an element looks up is recorded in its scope. Laid out again, its items (or its size) are taken from
here if the values under the same paths are the same, so a frame that reads a card's colour is laid out once a colour.
What all faces are given alike, such as the words of a game, counts as constant until another is given. Elements that
read something else on nearly every card are soon not remembered any more, sooner still where they read much or what is
a card's own, such as its map; so are elements that stand elsewhere on each face.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from generator.layout.binding import NOTHING, Scope

PATIENCE = 256  # times that an element may be new before most of its layouts have to be known ones
SHORT_PATIENCE, FEW_READS = 8, 24  # the more is read, the rarer are two faces that agree in it
MOST_MOVES = 16  # faces on which an element stood in a new spot; further ones are not remembered
MOST_KNOWN = 50_000
DEEPEST, MOST_COMPARED = 2, 8

Spot = tuple[int, Any]  # the id of an element, and its rectangle or the width that it is measured for
Read = tuple[int, str, Any]  # how deep, what, and its value
Part = tuple[Any, Any]  # a value and what came of it


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

    __slots__ = ("found", "made", "patience", "tables")

    def __init__(self) -> None:
        self.found = self.made = 0
        self.patience = PATIENCE
        self.tables: dict[tuple[str, ...], dict[tuple[Any, ...], Any]] = {}


class _First(NamedTuple):
    """One element in one spot the first time: what was read, and what came of it."""

    reads: list[Read]
    result: Any


class _Moves:
    """On how many faces an element stood where it had never been before, and the last of them."""

    __slots__ = ("count", "face")

    def __init__(self) -> None:
        self.count = self.face = 0


class _Parts:
    """What came of each of many values in one spot, by the paths read around them and by what stood there."""

    __slots__ = ("paths", "tables")

    def __init__(self) -> None:
        self.paths: dict[str, None] = {}
        self.tables: dict[tuple[Any, ...], dict[int, Part]] = {}


class Memo:
    """Results by key and by the values read for them; bounded, and never needed for a result.

    `lasting` is what faces are given alike: its lists and mappings are constants while each face has the very same.
    """

    def __init__(self, lasting: Mapping[str, Any] = NOTHING) -> None:
        self._entries: dict[Spot, _Entry | _First | None] = {}
        self._parts: dict[Spot, _Parts] = {}
        self._moves: dict[int, _Moves] = {}
        self._count = self._face = 0
        # lists and mappings that a face has read, their keys, and whether these hold what is the same only as itself
        self._long: dict[int, tuple[Any, Any, bool]] = {}
        self._constants = {name: value for name, value in lasting.items() if isinstance(value, (dict, list))}

    def scope(self, values: Mapping[str, Any]) -> Scope:
        """Return the scope of a face."""
        self._long = {}
        self._face += 1
        changed = [name for name, value in self._constants.items() if values.get(name) is not value]
        if changed:
            self._forget()
            for name in changed:
                del self._constants[name]
        return Scope(values, constants=self._constants)

    def recall(self, key: Spot, scope: Scope) -> Any:
        """Return what came of an element in a spot with the same values in scope, or None."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        if isinstance(entry, _First):
            entry = self._entries[key] = self._opened(entry)
        for paths, table in entry.tables.items():
            reads = [(path, *scope.find(path)) for path in paths]
            known = table.get(tuple([self._key(value) for _, _, value in reads]))
            if known is not None:
                entry.found += 1
                scope.reads += [(depth, path, value) for path, depth, value in reads if depth is not None]
                return known
        return None

    def parts(self, spot: Spot, scope: Scope) -> dict[int, Part]:
        """Return what came of values in a spot, by their ids, where all that they read around them is the same."""
        known = self._parts.setdefault(spot, _Parts())
        reads = [(path, *scope.find(path)) for path in known.paths]
        scope.reads += [(depth, path, value) for path, depth, value in reads if depth is not None]
        return known.tables.setdefault(tuple([self._key(value) for _, _, value in reads]), {})

    def add_part(self, spot: Spot, scope: Scope, begin: int, part: Part) -> dict[int, Part]:
        """Remember what came of a value by what was read around it since `begin`; return all parts known by now."""
        known = self._parts.setdefault(spot, _Parts())
        read = {path: None for level, path, _ in scope.reads[begin:] if level <= scope.depth}
        if not read.keys() <= known.paths.keys():
            known.paths |= read
            known.tables.clear()
        parts = self.parts(spot, scope)
        parts[id(part[0])] = part
        self._grow()
        return parts

    def _grow(self) -> None:
        """Count what is remembered, and forget all of it where it is too much."""
        self._count += 1
        if self._count > MOST_KNOWN:
            self._forget()

    def _forget(self) -> None:
        self._entries, self._parts, self._count = {}, {}, 0

    def _is_restless(self, element: int) -> bool:
        """Count an element in a new spot; tell whether it is in one on face after face."""
        moves = self._moves.setdefault(element, _Moves())
        if moves.face != self._face:
            moves.face = self._face
            moves.count += 1
        return moves.count > MOST_MOVES

    def keep(self, key: Spot, scope: Scope, begin: int, result: Any) -> None:
        """Remember a result by what was read since `begin` from the scope and those around it."""
        entry = self._entries.get(key)
        if entry is None and (key in self._entries or self._is_restless(key[0])):
            return
        depth = scope.depth
        read = {path: (level, path, value) for level, path, value in scope.reads[begin:] if level <= depth}
        reads = scope.reads[begin:] = [*read.values()]  # what was read further in says nothing to those around either
        self._grow()
        if entry is None:
            self._entries[key] = _First(reads, result)
            return
        if isinstance(entry, _First):
            entry = self._opened(entry)
        self._entries[key] = entry if self._add(entry, reads, result) else None

    def _opened(self, first: "_First") -> _Entry:
        """Return what came of an element the first time as an entry that can be searched: most never are."""
        entry = _Entry()
        self._add(entry, *first)
        return entry

    def _add(self, entry: _Entry, reads: list[Read], result: Any) -> bool:
        """Add a result to an entry; tell whether it is worth to be remembered any more."""
        entry.made += 1
        if entry.made > entry.patience and entry.found < entry.made:
            return False
        values = tuple([self._key(value) for _, _, value in reads])
        rare = len(reads) > FEW_READS or any([self._is_own(value) for _, _, value in reads])
        entry.patience = SHORT_PATIENCE if rare else PATIENCE
        entry.tables.setdefault(tuple([path for _, path, _ in reads]), {})[values] = result
        return True

    def _key(self, value: Any) -> Any:
        """Return the key of a value, which is found once a face where it is long."""
        return self._long_key(value)[1] if isinstance(value, (list, dict)) else _key(value)

    def _is_own(self, value: Any) -> bool:
        """Tell whether a value is, or holds, a list or a mapping that is the same only as itself."""
        return isinstance(value, (list, dict)) and self._long_key(value)[2]

    def _long_key(self, value: Any) -> tuple[Any, Any, bool]:
        known = self._long.get(id(value))
        if known is None:
            key = _key(value)
            known = self._long[id(value)] = (value, key, _holds_own(key))
        return known


def _key(value: Any, depth: int = 0) -> Any:
    """Return what tells a value from others that print or count differently; short lists and mappings by content."""
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return value
    if isinstance(value, (str, int, float)):
        return kind, value
    if depth < DEEPEST and kind in (list, dict) and len(value) <= MOST_COMPARED:
        pairs = value.items() if kind is dict else enumerate(value)
        return kind, tuple([(name, _key(pair, depth + 1)) for name, pair in pairs])
    return _Same(value)


def _holds_own(key: Any) -> bool:
    """Tell whether a key stands for something that is the same only as itself."""
    return isinstance(key, _Same) or (isinstance(key, tuple) and any([_holds_own(part) for part in key]))
