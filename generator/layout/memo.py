"""What was laid out before, found again by what it read: an element that reads the same in the same spot is the same.

While an element is measured or laid out, its scope records what it looks up. Its size or its items are remembered under
the values of these paths, so that a frame which reads nothing but the colour of a card is laid out once a colour. What
all faces are given alike, such as the words of a game, is constant and not recorded, until a face is given another.

Remembering costs time, too: an element that is seldom met again, because it reads something else or stands elsewhere on
nearly every face, is given up and laid out anew each time. Nothing here is ever needed for a result.
"""

from collections.abc import Mapping
from typing import Any

from generator.layout.binding import NOTHING, Origin, Scope

TRIALS = 128  # faces on which an element may be new before what is remembered of it has to be of use
MOST_KNOWN = 50_000  # results; then all of them are forgotten

Spot = tuple[int, Any]  # the id of an element, and its rectangle or the width that it is measured for


class ElementCache:
    """What came of one element in one spot, by the values under all paths that it has read there so far."""

    __slots__ = ("by_values", "paths")

    def __init__(self) -> None:
        self.paths: dict[str, None] = {}  # in the order in which they were first read
        self.by_values: dict[tuple[Any, ...], Any] = {}


class MemoHitCount:
    """On how many faces an element read something new, the last of them, and how often its results were found again."""

    __slots__ = ("found", "last_face", "new_faces")

    def __init__(self) -> None:
        self.new_faces = self.last_face = self.found = 0


class Memo:
    """Results of elements by their spots and by the values that they read.

    `lasting` is what faces are given alike: its lists and mappings are constants while each face has the very same.
    """

    def __init__(self, lasting: Mapping[str, Any] = NOTHING) -> None:
        self._results: dict[Spot, ElementCache] = {}
        self._useful: dict[int, MemoHitCount] = {}  # by the id of an element
        self._given_up: set[int] = set()
        self._count = self._face = 0
        self._constants = {name: value for name, value in lasting.items() if isinstance(value, (dict, list))}

    def scope(self, values: Mapping[str, Any], origins: Mapping[str, Origin] = NOTHING) -> Scope:
        """Return the scope of the next face; `origins` tells what its values were written as."""
        self._face += 1
        changed = [name for name, value in self._constants.items() if values.get(name) is not value]
        if changed:
            self.forget()
            for name in changed:
                del self._constants[name]
        return Scope(values, constants=self._constants, origins=origins)

    def remembers(self, element: int) -> bool:
        """Tell whether results of an element, by its id, are worth to be looked up and remembered."""
        return element not in self._given_up

    def recall(self, spot: Spot, scope: Scope) -> Any:
        """Return what came of an element in a spot with the same values in scope, or None.

        What it had read counts as read now by whatever holds it.
        """
        known = self._results.get(spot)
        if known is None:
            return None
        reads = [(path, *scope.find(path)) for path in known.paths]
        result = known.by_values.get(tuple([_key(value) for _, _, value in reads]))
        if result is not None:
            self._useful[spot[0]].found += 1
            for path, depth, value in reads:
                scope.reads.add(depth, path, value)
        return result

    def keep(self, spot: Spot, scope: Scope, reads: Mapping[str, Any], result: Any) -> None:
        """Remember what came of an element in a spot by what it read."""
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
        known = self._results.setdefault(spot, ElementCache())
        if not reads.keys() <= known.paths.keys():  # results are told apart by these, too
            known.paths |= dict.fromkeys(reads)
            known.by_values.clear()
        known.by_values[tuple([_key(scope.find(path)[1]) for path in known.paths])] = result

    def forget(self) -> None:
        """Forget all results."""
        self._results, self._count = {}, 0


class IdentityKey:
    """A value that is the same only as itself, held so that no other takes its id."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IdentityKey) and other.value is self.value


def _key(value: Any) -> Any:
    """Return what tells a value from all that print or count differently; a list or a mapping is only itself."""
    kind = type(value)
    if kind is str or value is None:
        return value
    if isinstance(value, (str, int, float)):  # 1, 1.0 and True print differently
        return kind, value
    return IdentityKey(value)
