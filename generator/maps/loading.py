"""Reads map and dungeon files: maps/*.yaml with contents, dungeons/*.yaml as overlays or as maps of their own."""

from dataclasses import dataclass, field, make_dataclass, replace
from functools import lru_cache
from pathlib import Path

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation, bare_place, did_you_mean, refuse
from generator.maps.grid import Dungeon, Room, Thing, overlaid, parse_room
from generator.maps.map_rules import MapRules
from generator.maps.notation import MapSourceText, read_map_text
from generator.reading import format_versions
from generator.reading.game_catalogue import GameCatalogue, is_file
from generator.reading.structure import RawNode, Text, structure
from generator.reading.yaml_nodes import Node, plain


@dataclass(frozen=True, kw_only=True)
class DungeonSpec:
    """A dungeon file: a text picture, contents of rooms, and words."""

    place: SourceLocation
    map: RawNode
    format: int = format_versions.DUNGEON
    base: str | None = None
    rooms: dict[str, RawNode] = field(default_factory=dict)
    letter: Text = ""
    story: int | None = None
    chapter: int | None = None
    targets: tuple[str, ...] = ()
    name: RawNode | None = None
    text: RawNode | None = None
    code: Text = ""
    made_with: Text = ""


@lru_cache(maxsize=None)
def dungeon_spec(deck: str) -> type[DungeonSpec]:
    """Return the spec of dungeon files of a game, in which the target cards are under a key named like their deck."""
    named = ("targets", tuple[str, ...], field(default=(), metadata={"key": deck}))
    about = {"__doc__": DungeonSpec.__doc__}  # else dataclasses generates one with addresses of this process
    return make_dataclass("DungeonSpec", [named], bases=(DungeonSpec,), namespace=about, frozen=True, kw_only=True)


@dataclass(frozen=True)
class DungeonFile:
    """A dungeon and its parsed file (`root`); `listed` is True if the dungeon was found by its id in the catalogue."""

    key: str
    dungeon: Dungeon
    spec: DungeonSpec
    root: Node
    own_map: bool
    text: MapSourceText
    base: Dungeon | None = None
    listed: bool = False

    def words(self, language: str) -> dict[str, str]:
        """Return the name and story that the file itself contains, in a language, else in the first one written."""
        words = {}
        for key, node in (("name", self.spec.name), ("story", self.spec.text)):
            value = plain(node) if node is not None else None
            if isinstance(value, dict):
                value = value.get(language) or next(iter(value.values()), None)
            if isinstance(value, str):
                words[key] = value.strip()
        return words


def map_text_of(node: Node) -> MapSourceText:
    """Return the text under `map:` with the place of its first character."""
    text = node.value if isinstance(node.value, str) else ""
    lines = tuple(text.removesuffix("\n").split("\n")) if text else ()
    return MapSourceText(lines, *(node.body or node.place))


def read_base_map(catalogue: GameCatalogue, game: str, rules: MapRules, name: str | None = None) -> Dungeon:
    """Return a base map of a game with its contents, by default the one that its rules name; raises InvalidInput."""
    path = catalogue.need(f"cards/{game}/maps/{name or rules.base}.yaml", rules.place)

    def read(path: Path) -> Dungeon:
        return read_file(catalogue, game, rules, path).dungeon

    return catalogue.sources.keep(path, "base map", read, by=rules)


def find_dungeon(catalogue: GameCatalogue, game: str, rules: MapRules, name: str) -> DungeonFile:
    """Return a dungeon by its id, in any case, or by the path of its file; raises InvalidInput."""
    path = Path(name)
    for folder in ("dungeons", "maps") if name == path.name else ():
        for key in (name, name.lower()):
            listed = catalogue.find(f"cards/{game}/{folder}/{key}.yaml")
            if listed is not None:
                return replace(read_file(catalogue, game, rules, listed), listed=True)
    if path.suffix in (".yaml", ".yml"):
        if not is_file(path):
            raise refuse("C001", f"there is no file {name!r}", bare_place(name))
        return read_file(catalogue, game, rules, path)
    known = catalogue.names(f"cards/{game}/dungeons")
    raise refuse("C006", f"there is no dungeon {name!r}", bare_place(name), did_you_mean(name, known))


def read_file(catalogue: GameCatalogue, game: str, rules: MapRules, path: Path) -> DungeonFile:
    """Read a dungeon file: an overlay on its base map, or a map of its own if it has `rooms`; raises InvalidInput."""
    root = catalogue.read(path)
    format_versions.format_of(root, format_versions.DUNGEON, "the dungeon")
    spec = structure(root, dungeon_spec(rules.targets.deck), "a dungeon file")
    text = map_text_of(spec.map)
    drawn, faults = read_map_text(text, rules)
    own_map = bool(spec.rooms) or (spec.base is None and path.parent.name == "maps")
    contents, more = read_contents(spec, drawn, rules)
    if faults or more:
        raise InvalidInput([*faults, *more])
    if own_map:
        return DungeonFile(path.stem, replace(drawn, contents=contents), spec, root, own_map, text)
    base = read_base_map(catalogue, game, rules, spec.base)
    _refuse_misfit(drawn, base, spec.map.place)
    return DungeonFile(path.stem, overlaid(base, drawn), spec, root, own_map, text, base)


def _refuse_misfit(drawn: Dungeon, base: Dungeon, place: SourceLocation) -> None:
    """Raise InvalidInput if an overlay has another size than its base map, or contains water."""
    if (base.columns, base.rows) != (drawn.columns, drawn.rows):
        message = f"the overlay is {drawn.columns} x {drawn.rows}, its base map {base.columns} x {base.rows}"
        raise refuse("M009", message, place, "draw as many rooms as the base map has")
    water = [edge for edge, kind in drawn.edges.items() if kind == "water"]
    if water:
        raise InvalidInput(
            Diagnostic("M010", f"water {edge.side} of {edge.room.name} in an overlay", place, "overlays add walls")
            for edge in water
        )


def read_contents(
    spec: DungeonSpec, dungeon: Dungeon, rules: MapRules
) -> tuple[dict[Room, tuple[Thing, ...]], list[Diagnostic]]:
    """Return the contents by room, and all faults in `rooms:`."""
    contents: dict[Room, tuple[Thing, ...]] = {}
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
                things.append(parse_thing(str(child.value), rules))
            except ValueError as fault:
                hint = did_you_mean(str(child.value).split(" ")[0], rules.kinds)
                faults.append(Diagnostic("M013", f"{fault} in room {name}", child.place, hint))
        contents[room] = tuple(things)
    return dict(sorted(contents.items(), key=lambda item: (item[0].row, item[0].column))), faults


def parse_thing(text: str, rules: MapRules) -> Thing:
    """Parse a thing: a kind, followed by a level for a monster or a letter for a token; raises ValueError."""
    kind, _, detail = text.strip().partition(" ")
    if kind in rules.monsters:
        least, most = rules.levels.least, rules.levels.most
        if (
            not (detail.isascii() and detail.isdecimal())
            or detail != str(int(detail))
            or not least <= int(detail) <= most
        ):
            raise ValueError(f"{kind!r} needs a level from {least} to {most}")
        return Thing(kind, level=int(detail))
    if kind in rules.tokens:
        if len(detail) != 1 or not "A" <= detail <= "Z":
            raise ValueError(f"{kind!r} needs a letter")
        return Thing(kind, letter=detail)
    if kind in rules.kinds and not detail:
        return Thing(kind)
    raise ValueError(f"unknown content {text!r}")
