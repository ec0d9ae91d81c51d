"""Finds games, layouts, decks and fonts: first in the user's own folder, then among the built-in ones.

The only module that lists folders. Names that lead outside the folders are refused.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter
from pathlib import Path

from generator.diagnostics import (
    AmbiguousGame,
    Diagnostic,
    InvalidInput,
    SourceLocation,
    bare_place,
    did_you_mean,
    nearest,
    refuse,
)
from generator.reading.source_cache import SourceCache
from generator.reading.yaml_nodes import Node

MOST_BYTES = 120_000_000  # of the largest file that is read, a picture
DEFAULTS = "cards/common/defaults.yaml"
KINDS = ("cards", "layouts")
WORDS = f"{os.sep}words{os.sep}"
TABLES = (".csv", ".xlsx", ".CSV", ".XLSX")
OF_A_HOME = (  # what the user's own folder holds, seen from the folders below it
    *(f"cards/*/*{suffix}" for suffix in (".yaml", *TABLES)),
    "cards/*/*/*.yaml",
    *(f"layouts/{folders}*.yaml" for folders in ("", "*/", "*/*/")),
)


@lru_cache(maxsize=1)
def built_in_root() -> Path:
    """Return the folder with the built-in layouts, cards and fonts."""
    packed = Path(__file__).resolve().parents[1] / "data"
    return packed if packed.is_dir() else Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class GameCatalogue:
    """The folders that are searched, the user's own first."""

    roots: tuple[Path, ...]
    sources: SourceCache = field(default_factory=SourceCache, compare=False, repr=False)

    @classmethod
    def at(cls, home: Path | None = None, sources: SourceCache | None = None) -> "GameCatalogue":
        """Return the catalogue with a home folder; the default is the nearest one from the current folder upwards.

        Files cached in `sources` are read again only if they changed.
        """
        user_home = home_of(Path.cwd()) if home is None else home
        roots = [user_home.resolve()] if user_home is not None else []
        roots += [root for root in [built_in_root()] if root not in roots]
        return cls(tuple(roots), sources or SourceCache())

    @property
    def home(self) -> Path | None:
        """The user's own folder; None if only built-in files are searched."""
        first = self.roots[0]
        return first if first != built_in_root() else None

    def find(self, relative: str) -> Path | None:
        """Return the first existing file with this relative path, or None."""
        paths = ((root / relative, root) for root in self.roots)
        return next((path for path, root in paths if is_file(path) and is_inside(path, root)), None)

    def find_all(self, relative: str) -> list[Path]:
        """Return all files with this relative path: the built-in one first, then the user's, which overrides it."""
        paths = ((root / relative, root) for root in reversed(self.roots))
        return [path for path, root in paths if is_file(path) and is_inside(path, root)]

    def need(self, relative: str, asked_at: SourceLocation | None = None) -> Path:
        """Return the first file with this relative path.

        Raises InvalidInput, placed at `asked_at`, if there is none.
        """
        path = self.find(relative)
        if path is None:
            folder, suffix = relative.rpartition("/")[0], Path(relative).suffix
            suffixes = TABLES if suffix == ".yaml" and folder.startswith("cards/") else ()
            files = {
                name: f"{folder}/{name}{kind}" for kind in (*suffixes, suffix) for name in self.names(folder, kind)
            }
            similar = nearest(Path(relative).stem, list(files))  # whole paths are alike by their folder
            hint = f"did you mean {files[similar]!r}?" if similar else did_you_mean("", files.values())
            raise refuse("C001", f"there is no file {relative!r}", asked_at or SourceLocation(relative), hint)
        return path

    def read(self, path: Path) -> Node:
        """Return the root node of a YAML file, cached until it changes; raises InvalidInput."""
        return self.sources.read(path, self.display_path(path))

    def read_layout(self, name: str, asked_at: SourceLocation | None = None) -> Node:
        """Return the root node of a file, given by its path below layouts/; raises InvalidInput."""
        return self.read(self.need(f"layouts/{name}", asked_at))

    def _files(self, folder: str, pattern: str = "*") -> Iterator[tuple[Path, Path]]:
        """Yield (root, path) for the files in a folder of each root, sorted; a link to elsewhere is left out."""
        for root in self.roots:
            top = root / folder
            for path in sorted(top.glob(pattern)) if top.is_dir() and is_inside(top, root) else ():
                if is_file(path) and (not path.is_symlink() or is_inside(path, root)):
                    yield root, path

    def names(self, folder: str, suffix: str = ".yaml") -> list[str]:
        """Return the sorted names of all files with a suffix in a folder, in any root."""
        return sorted({path.stem for _, path in self._files(folder) if path.suffix == suffix})

    def pictures(self, folder: str, suffixes: tuple[str, ...]) -> Iterator[str]:
        """Yield the paths, relative to `folder`, of all files with one of the suffixes in it and its subfolders."""
        for root, path in self._files(folder, "**/*"):
            if path.suffix.lower() in suffixes:
                yield path.relative_to(root / folder).as_posix()

    def games(self) -> list[str]:
        """Return the ids of all games: folders under cards/ with a game.yaml."""
        games = {
            path.parent.name for root in self.roots for path in (root / "cards").glob("*/game.yaml") if path.is_file()
        }
        return sorted(games)

    def digest(self, folders: Iterable[str], files: Iterable[Path] = ()) -> str:
        """Return a digest of the contents of folders, in all roots, and of other files."""
        content = hashlib.sha256()
        below = sorted(
            ((self.roots.index(root), root, path) for folder in folders for root, path in self._files(folder, "**/*")),
            key=itemgetter(0),
        )
        names = [(path, f"{number}/{path.relative_to(root).as_posix()}") for number, root, path in below]
        for path, name in [*names, *((path, path.name) for path in files)]:
            try:
                large = path.stat().st_size > MOST_BYTES  # no code reads such a file: size and time identify it
                data = repr(path.stat()[6:9:2]).encode() if large else path.read_bytes()
            except OSError as fault:  # reading the file itself reports the fault
                data = str(fault.errno).encode()
            content.update(f"{name}\0{len(data)}\0".encode())
            content.update(data)
        return content.hexdigest()

    @property
    def default_game(self) -> str:
        """The game to use if the user names none; raises AmbiguousGame if several are possible, and InvalidInput."""
        games = self.requested_games
        if len(games) > 1:
            raise AmbiguousGame(games)
        return games[0]

    @property
    def requested_games(self) -> tuple[str, ...]:
        """The games that a user who names none may mean: the game of the current folder, else the user's own games.

        If there are none, the built-in games that the user has changed, else the default of the data. Raises
        InvalidInput if a folder looks like a game of the user's, but is none.
        """
        games = self._game_here() or self.own_games or self.changed_games
        if not games and (faults := self.lost_games()):
            raise InvalidInput(faults)
        if games:
            return games
        game_node = self.read(self.need(DEFAULTS)).get("game")
        return ("" if game_node is None else str(game_node.value),)

    @property
    def own_games(self) -> tuple[str, ...]:
        """The games in the user's own folder that are not built in."""
        return tuple(game for game in self.games() if game not in _in_the_box())

    @property
    def changed_games(self) -> tuple[str, ...]:
        """The built-in games of which the user's own folder overrides files.

        A folder with all built-in games is a copy of the program's folder: then only games that differ are returned.
        """
        home = self.home
        if home is None:
            return ()
        box = _in_the_box()
        overridden = tuple(game for game in box if any(_files_of(home, game)))
        if overridden != box:
            return overridden
        return tuple(game for game in overridden if _differs_from_the_box(home, game))

    def lost_games(self) -> list[Diagnostic]:
        """Return a fault for each folder of the user's that looks like a game, but lacks the files of one."""
        home = self.home
        if home is None:
            folder = Path.cwd()
            hint = "games are in cards/NAME/: rename it"
            return [
                Diagnostic("C038", f"{path.name}/ holds a game, but is not called cards/", bare_place(path.name), hint)
                for path in sorted(folder.iterdir())
                if path.name != "cards" and nearest(path.name.lower(), ["cards"]) and any(path.glob("*/game.yaml"))
            ]
        game_names = {*self.games(), *_in_the_box(), "common"}
        folders = sorted(folder for folder in (home / "cards").glob("*/") if folder.name not in game_names)
        return [self._lost(folder) for folder in folders if any(folder.rglob("*.yaml"))]

    def _lost(self, folder: Path) -> Diagnostic:
        similar = nearest("game.yaml", [path.name for path in sorted(folder.iterdir()) if path.is_file()])
        hint = f"rename {similar}" if similar else "a game begins with game.yaml: scrawl new game NAME writes one"
        return Diagnostic("C038", f"{folder.name} has no game.yaml", bare_place(self.display_path(folder)), hint)

    def _game_here(self) -> tuple[str, ...]:
        """Return the game whose folder is the current folder or contains it; an empty tuple if there is none."""
        current, home = os.getcwd(), self.home
        if home is None or not _below(current, _real(home)):
            return ()
        kind, game, *_ = (*Path(os.path.relpath(current, _real(home))).parts, "", "")
        return (game,) if kind in KINDS and game in self.games() else ()

    @property
    def icon_folders(self) -> tuple[Path, ...]:
        """The folders that are searched for icons, the user's own `icons/` first."""
        first = [root / "icons" for root in self.roots if (root / "icons").is_dir()]
        return (*first, *(root / "fonts" / "icons" for root in self.roots if (root / "fonts" / "icons").is_dir()))

    def display_path(self, path: Path) -> str:
        """Return a path for messages: relative to the current folder, else to the root that contains it, if any.

        A built-in file with words is shown with its whole path if the user has one of the same name: both are read.
        """
        real, current = os.path.realpath(path), os.getcwd()
        for base in (current, *map(_real, self.roots)):
            if _below(real, base):
                above = base != current and _below(current, base)  # from below the home its files are opened by ../
                relative = os.path.relpath(real, current) if above else real[len(base) :]
                is_read_beside = base == _real(self.roots[-1]) and self.home is not None and WORDS in relative
                if is_read_beside and is_file(self.roots[0] / relative[1:]):
                    return Path(real).as_posix()
                return relative.replace(os.sep, "/").strip("/") or "."
        return path.as_posix()


def home_of(folder: Path) -> Path | None:
    """Return the home of a folder: the folder if it has cards/ or layouts/, else the nearest parent with such files."""
    if any((folder / kind).is_dir() for kind in KINDS):
        return folder
    return next((above for above in folder.parents if any(any(above.glob(files)) for files in OF_A_HOME)), None)


def _differs_from_the_box(home: Path, game: str) -> bool:
    """Return whether the user's home has a file of a built-in game that is changed or added."""
    import filecmp

    twins = ((path, built_in_root() / path.relative_to(home)) for path in _files_of(home, game))
    return any(not twin.is_file() or not filecmp.cmp(path, twin, shallow=False) for path, twin in twins)


def _files_of(home: Path, game: str) -> Iterator[Path]:
    """Yield the files in the user's folders of a game; empty folders, which deleted files leave, have none."""
    return (path for kind in KINDS for path in (home / kind / game).rglob("*") if path.is_file())


def _in_the_box() -> tuple[str, ...]:
    """Return the ids of the built-in games."""
    return tuple(GameCatalogue((built_in_root(),)).games())


def is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False


def is_inside(path: Path, root: Path) -> bool:
    """Return whether a path, with links resolved, is in the folder."""
    return _below(os.path.realpath(path), _real(root))


def _below(real: str, folder: str) -> bool:
    """Return whether a path, with links resolved, is a folder or something inside this folder."""
    path, start = os.path.normcase(real), os.path.normcase(folder)
    return path == start or path.startswith(start if start.endswith(os.sep) else start + os.sep)


@lru_cache(maxsize=64)
def _real(folder: Path) -> str:
    """Return the real path of a folder; cached, since it is needed for each file that is looked up."""
    return os.path.realpath(folder)
