"""Files as what they were read into (nodes, fonts, icons), read again only when they change."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from generator.reading.yaml_nodes import Node, read_yaml

T = TypeVar("T")
K = TypeVar("K")
Stamp = tuple[int, int, int]
MOST_KNOWN = 5_000  # files of a kind; those that were read first are let go


class SourceCache:
    """What was read so far; `parsed` counts how often a YAML file was really parsed."""

    def __init__(self) -> None:
        self.parsed = 0
        self._known: dict[tuple[Path, str], tuple[Stamp, Node]] = {}
        self._made: dict[tuple[Path, str], tuple[Stamp, object, Any]] = {}
        self._opened: set[Path] = set()

    def kept(
        self, path: Path, kind: str, make: Callable[[Path], T], *, by: object = None, largest: int | None = None
    ) -> T:
        """Return what a file was made into (a font, an icon), made again only if it changed, or what it is made by.

        What comes of a file of more than the `largest` bytes is let go.
        """
        stamp = _stamp(path)
        known = self._made.get((path, kind))
        if stamp is not None and known is not None and known[0] == stamp and known[1] is by:
            return known[2]  # type: ignore[no-any-return]
        self._opened.add(path)
        value = make(path)
        if stamp is not None and (largest is None or stamp[1] <= largest):
            _keep(self._made, (path, kind), (stamp, by, value))
        return value

    def read(self, path: Path, shown: str) -> Node:
        """Return the root node of a file, parsed again only if it changed; raises InvalidInput."""
        stamp = _stamp(path)
        known = self._known.get((path, shown))
        if stamp is not None and known is not None and known[0] == stamp:
            return known[1]
        self.parsed += 1
        self._opened.add(path)
        node = read_yaml(path, shown)
        if stamp is not None:
            _keep(self._known, (path, shown), (stamp, node))
        return node

    def afresh(self) -> "SourceCache":
        """Return what reads the same and has read nothing yet: small enough to be sent to another process."""
        return SourceCache()

    def paths(self) -> set[Path]:
        """Return the YAML files that were read."""
        return {path for path, _ in self._known}

    def opened(self) -> set[Path]:
        """Return the files of every kind that were read, also those that could not be made into anything."""
        return set(self._opened)


class UnsavedSources(SourceCache):
    """What was read, as if one file held what lies in another; all else is shared with the sources it stands in for."""

    def __init__(self, saved: SourceCache, path: Path, instead: Path) -> None:
        super().__init__()
        self._saved, self._path, self._instead = saved, path.resolve(), instead

    def kept(
        self, path: Path, kind: str, make: Callable[[Path], T], *, by: object = None, largest: int | None = None
    ) -> T:
        """Return what a file was made into; that of the unsaved one is made for these sources alone."""
        if self._is_unsaved(path):
            return super().kept(self._instead, kind, make, by=by, largest=largest)
        return self._saved.kept(path, kind, make, by=by, largest=largest)

    def read(self, path: Path, shown: str) -> Node:
        """Return the root node of a file, or of what stands in for it; raises InvalidInput."""
        return super().read(self._instead, shown) if self._is_unsaved(path) else self._saved.read(path, shown)

    def afresh(self) -> "UnsavedSources":
        """Return what reads the same, the unsaved file too, and has read nothing yet."""
        return UnsavedSources(self._saved.afresh(), self._path, self._instead)

    def _is_unsaved(self, path: Path) -> bool:
        return path.name == self._path.name and path.resolve() == self._path


def _keep(known: dict[K, T], key: K, value: T) -> None:
    known[key] = value
    if len(known) > MOST_KNOWN:
        known.pop(next(iter(known)), None)


def _stamp(path: Path) -> Stamp | None:
    """Return what tells one state of a file from the next, or None where there is no such file."""
    try:
        stat = path.stat()
    except (OSError, ValueError):
        return None
    return stat.st_mtime_ns, stat.st_size, stat.st_ino
