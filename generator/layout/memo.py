"""A cache of laid-out elements, by the values that they read: the same values in the same place give the same items.

While an element is measured or laid out, its scope records the paths that it looks up. Its size or items are cached
under the values at these paths, so an element that reads only the colour of a card is laid out once per colour. Values
common to all faces, such as the words of a game, are constants: they are not recorded until a face has another value.

Caching costs time, too: an element whose results are seldom found again, because it reads new values or is placed
elsewhere on nearly every face, is no longer cached. The results are the same with or without the cache.
"""

from collections.abc import Mapping
from typing import Any

from generator.layout.binding import NOTHING, Origin, Scope

TRIALS = 128  # faces with new values of an element, after which its cache must have been used as often
MOST_KNOWN = 50_000  # cached results; then the cache is cleared

Spot = tuple[int, Any]  # the id of an element, and its rectangle or the width for which it is measured


class ElementCache:
    """The results of one element in one rectangle or width, by the values at all paths that it has read so far."""

    __slots__ = ("by_values", "paths")

    def __init__(self) -> None:
        self.paths: dict[str, None] = {}  # in the order in which they were first read
        self.by_values: dict[tuple[Any, ...], Any] = {}


class MemoHitCount:
    """Counts how useful the cache of an element is: cards with new values, the last of these, and cache hits."""

    __slots__ = ("found", "last_face", "new_faces")

    def __init__(self) -> None:
        self.new_faces = self.last_face = self.found = 0


class Memo:
    """The cached results of elements, by rectangle or width (`Spot`) and by the values that they read.

    `lasting` holds the values common to all faces. Its lists and mappings are constants as long as every face has the
    identical object.
    """

    def __init__(self, lasting: Mapping[str, Any] = NOTHING) -> None:
        self._results: dict[Spot, ElementCache] = {}
        self._useful: dict[int, MemoHitCount] = {}  # by the id of an element
        self._given_up: set[int] = set()
        self._count = self._face = 0
        self._constants = {name: value for name, value in lasting.items() if isinstance(value, (dict, list))}

    def scope(self, values: Mapping[str, Any], origins: Mapping[str, Origin] = NOTHING) -> Scope:
        """Return the scope for the next side of a card or page; `origins` says where its `values` are written."""
        self._face += 1
        changed = [name for name, value in self._constants.items() if values.get(name) is not value]
        if changed:
            self.forget()
            for name in changed:
                del self._constants[name]
        return Scope(values, constants=self._constants, origins=origins)

    def remembers(self, element: int) -> bool:
        """Tell whether results of the element with this id are cached."""
        return element not in self._given_up

    def recall(self, spot: Spot, scope: Scope) -> Any:
        """Return the cached result of an element in a rectangle or width for the values in `scope`, or None.

        The paths that the element had read are recorded again, as read by the elements around it.
        """
        cache = self._results.get(spot)
        if cache is None:
            return None
        reads = [(path, *scope.find(path)) for path in cache.paths]
        result = cache.by_values.get(tuple([_key(value) for _, _, value in reads]))
        if result is not None:
            self._useful[spot[0]].found += 1
            for path, depth, value in reads:
                scope.reads.add(depth, path, value)
        return result

    def keep(self, spot: Spot, scope: Scope, reads: Mapping[str, Any], result: Any) -> None:
        """Cache the result of an element in a rectangle or width (`spot`) under the values that it read."""
        useful = self._useful.setdefault(spot[0], MemoHitCount())
        if useful.last_face != self._face:
            useful.last_face = self._face
            useful.new_faces += 1
        if useful.new_faces > TRIALS and useful.found < useful.new_faces:
            self._given_up.add(spot[0])
            return
        self._count += 1
        if self._count > MOST_KNOWN:
            self.forget()
        cache = self._results.setdefault(spot, ElementCache())
        if not reads.keys() <= cache.paths.keys():  # new paths are part of the cache key from now on
            cache.paths |= dict.fromkeys(reads)
            cache.by_values.clear()
        cache.by_values[tuple([_key(scope.find(path)[1]) for path in cache.paths])] = result

    def forget(self) -> None:
        """Clear the cache."""
        self._results, self._count = {}, 0


class IdentityKey:
    """A dictionary key that equals only the identical object; it holds the object so that its id is not reused."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, value: object) -> bool:
        return isinstance(value, IdentityKey) and value.value is self.value


def _key(value: Any) -> Any:
    """Return a cache key: equal only for values that print alike, and for lists and mappings that are identical."""
    kind = type(value)
    if kind is str or value is None:
        return value
    if isinstance(value, (str, int, float)):  # 1, 1.0 and True print differently
        return kind, value
    return IdentityKey(value)
