"""Caches the parsed content of files (nodes, fonts, icons) until they change."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from generator.reading.yaml_nodes import Node, read_yaml

T = TypeVar("T")
Stamp = tuple[int, int, int]
MOST_KNOWN = 10_000  # files; the oldest entries are dropped


class SourceCache:
    """A cache of files that were read."""

    def __init__(self) -> None:
        self._made: dict[tuple[Path, str], tuple[Stamp, object, Any]] = {}
        self._opened: set[Path] = set()

    def keep(
        self, path: Path, kind: str, make: Callable[[Path], T], *, by: object = None, largest: int | None = None
    ) -> T:
        """Return `make(path)`, cached by path and `kind` until the file or the object `by` changes.

        Results of files larger than `largest` bytes are not cached.
        """
        stamp = _stamp(path)
        cached = self._made.get((path, kind))
        if stamp is not None and cached is not None and cached[0] == stamp and cached[1] is by:
            return cached[2]  # type: ignore[no-any-return]
        # before it is read: a file that cannot be read is watched as well, and read again once it was mended
        self._opened.add(path)
        value = make(path)
        if stamp is not None and (largest is None or stamp[1] <= largest):
            self._made[path, kind] = (stamp, by, value)
            if len(self._made) > MOST_KNOWN:
                self._made.pop(next(iter(self._made)), None)
        return value

    def read(self, path: Path, label: str) -> Node:
        """Return the root node of a YAML file, cached until it changes; raises InvalidInput."""
        return self.keep(path, f"yaml {label}", lambda file: read_yaml(file, label))

    def afresh(self) -> "SourceCache":
        """Return an empty cache that reads the same files, small enough to be sent to another process."""
        return SourceCache()

    def opened_files(self) -> set[Path]:
        """Return all files that were opened, including those that could not be read."""
        return set(self._opened)


class UnsavedSources(SourceCache):
    """A cache that reads the file `instead` for `path`; all other files are read through the `saved` cache."""

    def __init__(self, saved: SourceCache, path: Path, instead: Path) -> None:
        super().__init__()
        self._saved, self._path, self._instead = saved, path.resolve(), instead

    def keep(
        self, path: Path, kind: str, make: Callable[[Path], T], *, by: object = None, largest: int | None = None
    ) -> T:
        """Return `make(path)`, cached; for the replaced file, `make(instead)`, kept out of the `saved` cache."""
        # names first: resolving asks the disk for each file of a game
        if path.name == self._path.name and path.resolve() == self._path:
            return super().keep(self._instead, kind, make, by=by, largest=largest)
        return self._saved.keep(path, kind, make, by=by, largest=largest)

    def afresh(self) -> "UnsavedSources":
        """Return an empty cache that reads the same files, with the same replacement."""
        return UnsavedSources(self._saved.afresh(), self._path, self._instead)


def _stamp(path: Path) -> Stamp | None:
    """Return a value that changes whenever the file is written; None if there is no such file."""
    try:
        stat = path.stat()
    except (OSError, ValueError):
        return None
    # the inode differs after a rename, as most editors save, even within one tick of the clock and with equal size
    return stat.st_mtime_ns, stat.st_size, stat.st_ino
