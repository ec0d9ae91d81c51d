"""Find games, layouts, decks and fonts: in the user's own folder first, then in the built-in one.

The only module that lists folders. Names that lead outside the folders are refused.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from generator.diagnostics import Diagnostic, InvalidInput, Place, did_you_mean
from generator.reading.sources import Sources
from generator.reading.yaml_nodes import Node

DEFAULTS = "cards/common/defaults.yaml"


def built_in_root() -> Path:
    """Return the folder that holds the built-in layouts, cards and fonts."""
    packed = Path(__file__).resolve().parents[1] / "data"
    return packed if packed.is_dir() else Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Catalogue:
    """The folders that are searched, the user's own first."""

    roots: tuple[Path, ...]
    sources: Sources = field(default_factory=Sources, compare=False, repr=False)

    @classmethod
    def at(cls, home: Path | None = None) -> "Catalogue":
        """Return the catalogue with a home folder; default: the current one if it has cards/ or layouts/."""
        here = Path.cwd() if home is None else home
        wanted = home is not None or (here / "cards").is_dir() or (here / "layouts").is_dir()
        roots = [here.resolve()] if wanted else []
        return cls((*roots, *(root for root in [built_in_root()] if root not in roots)))

    @property
    def home(self) -> Path | None:
        """The user's own folder, or None where only the built-in one is searched."""
        first = self.roots[0]
        return first if first != built_in_root() else None

    def find(self, relative: str) -> Path | None:
        """Return the first existing file of this relative name, or None."""
        for root in self.roots:
            path = root / relative
            if is_file(path) and is_inside(path, root):
                return path
        return None

    def find_all(self, relative: str) -> list[Path]:
        """Return every existing file of this name, built-in ones first (own ones override them)."""
        paths = ((root / relative, root) for root in reversed(self.roots))
        return [path for path, root in paths if is_file(path) and is_inside(path, root)]

    def need(self, relative: str, asked_at: Place | None = None) -> Path:
        """Return the file or raise InvalidInput that says where it was looked for."""
        path = self.find(relative)
        if path is None:
            folder = relative.rpartition("/")[0]
            suffix = Path(relative).suffix
            hint = did_you_mean(relative, [f"{folder}/{name}" for name in self.names(folder, suffix, keep=True)])
            place = asked_at or Place(relative)
            raise InvalidInput([Diagnostic("C001", f"there is no file {relative!r}", place, hint)])
        return path

    def read(self, path: Path) -> Node:
        """Return the root node of a YAML file, parsed once while it stays the same; raises InvalidInput."""
        return self.sources.read(path, self.shown(path))

    def names(self, folder: str, suffix: str = ".yaml", *, keep: bool = False) -> list[str]:
        """Return the sorted names of the files in a folder of any root, without the suffix unless kept."""
        names = {
            path.name if keep else path.name.removesuffix(suffix)
            for root in self.roots
            if (root / folder).is_dir() and is_inside(root / folder, root)
            for path in (root / folder).iterdir()
            if path.suffix == suffix and path.is_file() and (not path.is_symlink() or is_inside(path, root))
        }
        return sorted(names)

    def pictures(self, folder: str, suffixes: tuple[str, ...]) -> Iterator[str]:
        """Yield the files of some kinds in a folder and the folders in it, by their names from there."""
        for root in self.roots:
            for path in sorted((root / folder).rglob("*")) if is_inside(root / folder, root) else ():
                if path.suffix.lower() in suffixes and is_file(path) and is_inside(path, root):
                    yield path.relative_to(root / folder).as_posix()

    def games(self) -> list[str]:
        """Return the ids of all games: folders under cards/ with a game.yaml."""
        games = {
            path.parent.name for root in self.roots for path in (root / "cards").glob("*/game.yaml") if path.is_file()
        }
        return sorted(games)

    @cached_property
    def default_game(self) -> str:
        """The game that is meant where none is asked for: the only one of the user's own, else what the data say."""
        built_in = Catalogue((built_in_root(),)).games()
        own = [game for game in self.games() if game not in built_in]
        if len(own) == 1:
            return own[0]
        named = self.read(self.need(DEFAULTS)).get("game")
        return "" if named is None else str(named.value)

    @property
    def icon_folders(self) -> tuple[Path, ...]:
        """Return the folders that icons are looked up in, the user's own `icons/` first."""
        own = [root / "icons" for root in self.roots if (root / "icons").is_dir()]
        return (*own, *(root / "fonts" / "icons" for root in self.roots if (root / "fonts" / "icons").is_dir()))

    def shown(self, path: Path) -> str:
        """Return a path as messages show it: relative to the current folder or to its root where possible."""
        real = os.path.realpath(path)
        for base in (os.getcwd(), *map(_real, self.roots)):
            if _below(real, base):
                return real[len(base) :].replace(os.sep, "/").strip("/") or "."
        return path.as_posix()


def is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False


def is_inside(path: Path, root: Path) -> bool:
    """Tell whether a path, links followed, lies in the folder."""
    return _below(os.path.realpath(path), _real(root))


def _below(real: str, folder: str) -> bool:
    """Tell whether one real path is another or lies below it."""
    path, start = os.path.normcase(real), os.path.normcase(folder)
    return path == start or path.startswith(start if start.endswith(os.sep) else start + os.sep)


@lru_cache(maxsize=64)
def _real(folder: Path) -> str:
    """Return where a folder really is; asked for every file that is looked up in it."""
    return os.path.realpath(folder)
