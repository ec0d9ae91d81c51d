"""A cache of laid-out elements, by the values that they read: the same values in the same place give the same items.

While an element is measured or laid out, its scope records the paths that it looks up. Its size or items are cached
under the values at these paths, so an element that reads only the colour of a card is laid out once per colour. Values
common to all faces, such as the words of a game, are constants: they are not recorded until a face has another value.

The results are the same with or without the cache.
"""

from collections.abc import Mapping
from typing import Any

from generator.layout.binding import NOTHING, Origin, Scope

MOST_KNOWN = 10_000  # cached results; then the cache is cleared

Spot = tuple[int, Any]  # the id of an element, and its rectangle or the width for which it is measured
Results = dict[tuple[Any, ...], tuple[Any, list[Any]]]
"""The results of an element by the keys of the values that it read, each with these values: keys hold ids of some."""


class Memo:
    """The cached results of elements, by rectangle or width (`Spot`) and by the values that they read.

    `lasting` holds the values common to all faces. Its lists and mappings are constants as long as every face has the
    identical object.
    """

    def __init__(self, lasting: Mapping[str, Any] = NOTHING) -> None:
        self._results: dict[Spot, tuple[dict[str, None], Results]] = {}  # with the paths read so far, in order
        self._count = 0
        self._constants = {name: value for name, value in lasting.items() if isinstance(value, (dict, list))}

    def scope(self, values: Mapping[str, Any], origins: Mapping[str, Origin] = NOTHING) -> Scope:
        """Return the scope for the next side of a card or page; `origins` says where its `values` are written."""
        changed = [name for name, value in self._constants.items() if values.get(name) is not value]
        if changed:
            self.forget()
            for name in changed:
                del self._constants[name]
        return Scope(values, constants=self._constants, origins=origins)

    def recall(self, spot: Spot, scope: Scope) -> Any:
        """Return the cached result of an element in a rectangle or width for the values in `scope`, or None.

        The paths that the element had read are recorded again, as read by the elements around it.
        """
        cache = self._results.get(spot)
        if cache is None:
            return None
        paths, results = cache
        # all paths that the element ever read: an `if` may have hidden some of them on the face that was laid out first
        reads = [(path, *scope.find(path)) for path in paths]
        cached = results.get(tuple([_key(value) for _, _, value in reads]))
        if cached is None:
            return None
        for path, depth, value in reads:
            scope.reads.add(depth, path, value)
        return cached[0]

    def keep(self, spot: Spot, scope: Scope, reads: Mapping[str, Any], result: Any) -> None:
        """Cache the result of an element in a rectangle or width (`spot`) under the values that it read."""
        self._count += 1
        # cards that all differ would fill the memory; on a new start each element is laid out once more
        if self._count > MOST_KNOWN:
            self.forget()
        paths, results = self._results.setdefault(spot, ({}, {}))
        if not reads.keys() <= paths.keys():  # new paths are part of the cache key from now on
            paths |= dict.fromkeys(reads)
            results.clear()
        # the values are kept beside the result: as long as they live, none of their ids can be given to another object
        values = [scope.find(path)[1] for path in paths]
        results[tuple(map(_key, values))] = result, values

    def forget(self) -> None:
        """Clear the cache."""
        self._results, self._count = {}, 0


def _key(value: Any) -> Any:
    """Return a cache key: equal only for values that print alike, and for lists and mappings that are identical."""
    kind = type(value)
    if kind is str or value is None:
        return value
    if isinstance(value, (str, int, float)):  # 1, 1.0 and True print differently
        return kind, value
    return None, id(value)
