"""Determines the kind of a file: by its folder, or by its keys if the folder does not decide."""

from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from generator.reading.game_catalogue import TABLES, GameCatalogue
from generator.reading.yaml_nodes import Node

SUFFIXES = (".yaml", ".yml", *TABLES)
COMMON = "common"
_COMMON_FILES = {"papers": "papers", "card_sizes": "sizes", "shops": "shops"}  # also by the key at their top
GAME_FILES = ("game", "scoring", "map", "tiles", "simulation", "sources")
_GAME_FOLDERS = {"words": "words", "dungeons": "dungeon", "maps": "dungeon"}
_KEYS = (  # the first match counts: a record has players, too, and only a dungeon file has `map` at its top
    ("rounds", "record"),
    ("players", "score"),
    ("map", "dungeon"),
    ("cards", "deck"),
    ("roll", "table"),
    ("printers", "printers"),
    *_COMMON_FILES.items(),
    ("front", "layout"),
    ("back", "layout"),
    ("extends", "layout"),
    ("parts", "layout"),
    ("styles", "layout"),
    ("colors", "edition"),
)


@dataclass(frozen=True)
class ClassifiedFile:
    """A file's kind, and its root folder, game and name according to its folders; None and "" where unknown."""

    kind: str
    root: Path | None = None
    game: str = ""
    name: str = ""


def placed_file(catalogue: GameCatalogue, path: Path) -> ClassifiedFile | None:
    """Return the kind of a file by its place below `cards/` or `layouts/`; None if it is in neither."""
    root = root_of(catalogue, path)
    if root is None:
        return None
    relative = PurePosixPath(path.resolve().relative_to(root).as_posix())
    if relative.parts[0] == "layouts" and path.suffix not in TABLES:
        below = relative.relative_to("layouts")
        name = below.with_suffix("").as_posix()
        game = "" if below.parts[0] == COMMON or len(below.parts) == 1 else below.parts[0]
        if below.parts[1:2] == ("editions",):
            return ClassifiedFile("edition", root, game, below.stem)
        if below.parts[0] == COMMON and name.removeprefix("common/") in _COMMON_FILES:
            return ClassifiedFile(_COMMON_FILES[below.stem], root, "", name)
        return ClassifiedFile("layout", root, game, name)
    if relative.parts[0] == "cards" and len(relative.parts) > 2:
        game, below = relative.parts[1], PurePosixPath(*relative.parts[2:])
        name = below.with_suffix("").as_posix()
        if game == COMMON:
            return ClassifiedFile("words" if below.parts[0] == "words" else "data", root, "", name)
        if relative.suffix in TABLES:
            return ClassifiedFile("deck", root, game, name)
        if len(below.parts) > 1:
            kind = _GAME_FOLDERS.get(below.parts[0])
            return None if kind is None else ClassifiedFile(kind, root, game, below.stem)
        return ClassifiedFile(name if name in GAME_FILES else "data", root, game, name)
    return None


def root_of(catalogue: GameCatalogue, path: Path) -> Path | None:
    """Return the folder whose `cards/` or `layouts/` contains a file: a root of the catalogue, else the nearest."""
    real_path = path.resolve()
    roots = [root for root in catalogue.roots if real_path.is_relative_to(root)]
    above = [folder.parent for folder in real_path.parents if folder.name in ("cards", "layouts")]
    roots_above = [root for root in roots if real_path.relative_to(root).parts[0] in ("cards", "layouts")]
    return next(iter([*roots_above, *above]), None)


def with_root(catalogue: GameCatalogue, root: Path | None) -> GameCatalogue:
    """Return a catalogue that searches the folder `root` first, if there is one."""
    if root is None or root in catalogue.roots:
        return catalogue
    return GameCatalogue((root, *catalogue.roots), catalogue.sources)


def kind_by_keys(node: Node) -> str | None:
    """Return the kind of file to which the keys of a node belong; None if no key is known."""
    keys = node.value if node.is_map else {}
    return next((kind for key, kind in _KEYS if key in keys), None)
