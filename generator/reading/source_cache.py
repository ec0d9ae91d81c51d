"""Files as what they were read into (nodes, fonts, icons), read again only when they change."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from generator.reading.yaml_nodes import Node, read_yaml

T = TypeVar("T")
Stamp = tuple[int, int, int]
MOST_KNOWN = 10_000  # files; those that were read first are let go
YAML = "yaml "  # how the kinds of YAML files begin, before what they are called in faults


class SourceCache:
    """What was read so far; `parsed` counts how often a YAML file was really parsed."""

    def __init__(self) -> None:
        self.parsed = 0
        self._made: dict[tuple[Path, str], tuple[Stamp, object, Any]] = {}
        self._opened: set[Path] = set()

    def keep(
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
            self._made[path, kind] = (stamp, by, value)
            if len(self._made) > MOST_KNOWN:
                self._made.pop(next(iter(self._made)), None)
        return value

    def read(self, path: Path, shown: str) -> Node:
        """Return the root node of a file, parsed again only if it changed; raises InvalidInput."""
        return self.keep(path, YAML + shown, lambda each: self._parse(each, shown))

    def _parse(self, path: Path, shown: str) -> Node:
        self.parsed += 1
        return read_yaml(path, shown)

    def afresh(self) -> "SourceCache":
        """Return what reads the same and has read nothing yet: small enough to be sent to another process."""
        return SourceCache()

    def paths(self) -> set[Path]:
        """Return the YAML files that were read."""
        return {path for path, kind in self._made if kind.startswith(YAML)}

    def opened_files(self) -> set[Path]:
        """Return the files of every kind that were read, also those that could not be made into anything."""
        return set(self._opened)


class UnsavedSources(SourceCache):
    """Sources in which the text of one file stands in for another; all else is read through the saved sources."""

    def __init__(self, saved: SourceCache, path: Path, instead: Path) -> None:
        super().__init__()
        self._saved, self._path, self._instead = saved, path.resolve(), instead

    def keep(
        self, path: Path, kind: str, make: Callable[[Path], T], *, by: object = None, largest: int | None = None
    ) -> T:
        """Return what a file was made into; that of the unsaved one is made for these sources alone."""
        if self._is_unsaved(path):
            return super().keep(self._instead, kind, make, by=by, largest=largest)
        return self._saved.keep(path, kind, make, by=by, largest=largest)

    def read(self, path: Path, shown: str) -> Node:
        """Return the root node of a file, or of what stands in for it; raises InvalidInput."""
        return super().read(path, shown) if self._is_unsaved(path) else self._saved.read(path, shown)

    def afresh(self) -> "UnsavedSources":
        """Return what reads the same, the unsaved file too, and has read nothing yet."""
        return UnsavedSources(self._saved.afresh(), self._path, self._instead)

    def _is_unsaved(self, path: Path) -> bool:
        return path.name == self._path.name and path.resolve() == self._path


def _stamp(path: Path) -> Stamp | None:
    """Return what tells one state of a file from the next, or None where there is no such file."""
    try:
        stat = path.stat()
    except (OSError, ValueError):
        return None
    return stat.st_mtime_ns, stat.st_size, stat.st_ino
