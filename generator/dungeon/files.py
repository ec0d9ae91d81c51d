"""Map and dungeon files become dungeons: maps/*.yaml with contents, dungeons/*.yaml as overlays or maps."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from generator.diagnostics import Diagnostic, InvalidInput, Place, did_you_mean
from generator.dungeon.grid import MONSTERS, TREASURES, Dungeon, Room, Thing, overlaid, parse_room
from generator.dungeon.notation import Picture, read_picture
from generator.reading.catalogue import Catalogue
from generator.reading.structure import RawNode, Text, structure
from generator.reading.yaml_nodes import Node, plain


@dataclass(frozen=True, kw_only=True)
class DungeonSpec:
    """A dungeon file: a picture, and what goes with it."""

    place: Place
    map: RawNode
    base: str | None = None
    rooms: dict[str, RawNode] = field(default_factory=dict)
    letter: Text = ""
    story: int | None = None
    chapter: int | None = None
    bosses: tuple[str, ...] = ()
    name: RawNode | None = None
    text: RawNode | None = None
    code: Text = ""
    made_with: Text = ""


@dataclass(frozen=True)
class DungeonFile:
    """A dungeon with the words and names of its file; a listed one was found by its id."""

    key: str
    dungeon: Dungeon
    spec: DungeonSpec
    own_map: bool
    picture: Picture
    base: Dungeon | None = None
    listed: bool = False

    def words(self, language: str) -> dict[str, str]:
        """Return the name and story that the file itself carries, in a language."""
        found = {}
        for key, node in (("name", self.spec.name), ("story", self.spec.text)):
            value = plain(node) if node is not None else None
            if isinstance(value, dict):
                value = value.get(language) or next(iter(value.values()), None)
            if isinstance(value, str):
                found[key] = value.strip()
        return found


def picture_of(node: Node, path: Path | None) -> Picture:
    """Return the picture under `map:`; the first line of a block stands one line below its indicator."""
    text = node.value if isinstance(node.value, str) else ""
    lines = tuple(text.removesuffix("\n").split("\n")) if text else ()
    indent = 0
    if path is not None and lines:
        source = path.read_text(encoding="utf-8", errors="replace").splitlines()
        row = source[node.place.line] if node.place.line < len(source) else ""
        indent = len(row) - len(row.lstrip(" "))
    return Picture(lines, node.place.path, node.place.line + 1, indent + 1)


def read_map(catalogue: Catalogue, game: str, name: str) -> Dungeon:
    """Return a base map of a game, contents included; raises InvalidInput with all faults."""
    path = catalogue.need(f"cards/{game}/maps/{name}.yaml")
    return read_file(catalogue, game, path).dungeon


def find_dungeon(catalogue: Catalogue, game: str, name: str) -> DungeonFile:
    """Return a dungeon by its id or by the path of its file; raises InvalidInput."""
    path = Path(name)
    if path.suffix in (".yaml", ".yml"):
        if not path.is_file():
            raise InvalidInput([Diagnostic("C001", f"there is no file {name!r}", Place(name))])
        return read_file(catalogue, game, path)
    found = catalogue.find(f"cards/{game}/dungeons/{name}.yaml") or catalogue.find(f"cards/{game}/maps/{name}.yaml")
    if found is None:
        known = catalogue.names(f"cards/{game}/dungeons")
        raise InvalidInput(
            [Diagnostic("C006", f"there is no dungeon {name!r}", Place(name), did_you_mean(name, known))]
        )
    return replace(read_file(catalogue, game, found), listed=True)


def read_file(catalogue: Catalogue, game: str, path: Path) -> DungeonFile:
    """Return the dungeon of a file: laid over its base map (`base`, else "base"), or its own map if it has `rooms`."""
    node = catalogue.read(path)
    spec = structure(node, DungeonSpec, "a dungeon file")
    drawn = picture_of(spec.map, path)
    picture, faults = read_picture(drawn)
    own_map = bool(spec.rooms) or (spec.base is None and path.parent.name == "maps")
    contents, more = read_contents(spec, picture)
    faults += more
    if faults:
        raise InvalidInput(faults)
    dungeon = Dungeon(picture.columns, picture.rows, picture.edges, picture.wraps, contents, picture.bosses)
    base: Dungeon | None = None
    if not own_map:
        base = read_map(catalogue, game, spec.base or "base")
        if (base.columns, base.rows) != (dungeon.columns, dungeon.rows):
            message = f"the overlay is {dungeon.columns} x {dungeon.rows}, its base map {base.columns} x {base.rows}"
            raise InvalidInput([Diagnostic("M009", message, spec.map.place, "draw as many rooms as the base map has")])
        faults = [
            Diagnostic(
                "M010", f"water {edge.side} of {edge.room.name} in an overlay", spec.map.place, "overlays add walls"
            )
            for edge, kind in dungeon.edges.items()
            if kind == "water"
        ]
        if faults:
            raise InvalidInput(faults)
        dungeon = overlaid(base, dungeon)
    return DungeonFile(path.stem, dungeon, spec, own_map, drawn, base)


def read_contents(spec: DungeonSpec, dungeon: Dungeon) -> tuple[dict[Room, tuple[Thing, ...]], list[Diagnostic]]:
    """Return what lies in the rooms and every fault in the legend."""
    found: dict[Room, tuple[Thing, ...]] = {}
    faults: list[Diagnostic] = []
    for name, node in spec.rooms.items():
        try:
            room = parse_room(name)
        except ValueError as fault:
            faults.append(Diagnostic("M011", str(fault), node.place))
            continue
        if not dungeon.holds(room):
            message = f"room {name} is not on a map of {dungeon.columns} x {dungeon.rows}"
            faults.append(Diagnostic("M012", message, node.place))
            continue
        things = []
        for child in node.value if node.is_list else [node]:
            try:
                things.append(parse_thing(str(child.value)))
            except ValueError as fault:
                hint = did_you_mean(str(child.value).split(" ")[0], [*MONSTERS, "trap", *TREASURES, "gem"])
                faults.append(Diagnostic("M013", f"{fault} in room {name}", child.place, hint))
        found[room] = tuple(things)
    return dict(sorted(found.items(), key=lambda item: (item[0].row, item[0].column))), faults


def parse_thing(text: str) -> Thing:
    """Return the thing of "goblin 3", "trap", "potion", "item_half", "level_up" or "gem A"; raises ValueError.

    >>> str(parse_thing("goblin 3"))
    'goblin 3'
    """
    kind, _, detail = text.strip().partition(" ")
    if kind in MONSTERS:
        if detail not in ("1", "2", "3", "4", "5", "6"):
            raise ValueError(f"{kind!r} needs a level from 1 to 6")
        return Thing(kind, level=int(detail))
    if kind == "gem":
        if len(detail) != 1 or not "A" <= detail <= "Z":
            raise ValueError("a gem needs a letter")
        return Thing(kind, letter=detail)
    if kind in ("trap", *TREASURES) and not detail:
        return Thing(kind)
    raise ValueError(f"unknown content {text!r}")
