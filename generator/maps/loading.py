"""Reads map and dungeon files: maps/*.yaml with contents, dungeons/*.yaml as overlays or as maps of their own."""

from collections import Counter
from dataclasses import dataclass, field, make_dataclass, replace
from functools import lru_cache
from pathlib import Path

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation, bare_place, did_you_mean, refuse
from generator.game.game import open_game
from generator.game.manifest import read_manifest
from generator.game.words import languages_of
from generator.maps.grid import Dungeon, Room, Thing, overlaid, parse_room
from generator.maps.map_rules import MapRules
from generator.maps.notation import MapSourceText, read_map_text, write_map_text
from generator.maps.share_code import read_code, read_options
from generator.reading import format_versions
from generator.reading.decks import read_deck
from generator.reading.game_catalogue import GameCatalogue, is_file
from generator.reading.headings import plain_name
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
    """A dungeon and its parsed file (`root`); `listed` is True if the dungeon was found by its id in the catalogue.

    `spec.targets` are keys of cards, even if the file has printed names. `code` is the share code, "" if it generates
    another dungeon.
    """

    key: str
    dungeon: Dungeon
    spec: DungeonSpec
    root: Node
    own_map: bool
    text: MapSourceText
    base: Dungeon | None = None
    listed: bool = False
    code: str = ""

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


def known_cards(catalogue: GameCatalogue, game: str, rules: MapRules) -> dict[str, int | None]:
    """Return the target number of each card in the deck of targets (None: any target); empty without such a deck."""
    if rules.targets.deck not in read_manifest(catalogue, game).decks:
        return {}
    cards = read_deck(catalogue, game, rules.targets.deck)
    numbers = ((card.key, card.fields.get(rules.targets.number)) for card in cards)
    return {key: number if isinstance(number, int) else None for key, number in numbers}


def _keys_of(catalogue: GameCatalogue, game: str, rules: MapRules, named: tuple[str, ...]) -> tuple[str, ...]:
    """Return the keys of target cards that are `named` by key, or as printed in any language; others as written."""
    cards = known_cards(catalogue, game, rules) if named else {}
    if not cards or cards.keys() >= set(named):
        return named
    names = {(plain_name(key), key) for key in cards}
    for language in languages_of(catalogue, game):
        translated = open_game(catalogue, game, language)
        for card in translated.deck(rules.targets.deck):
            words = translated.card_words(rules.targets.deck, card.key)
            names.add((plain_name(str(words.get("name") or translated.in_language(card.fields.get("name")))), card.key))
    shared = Counter(name for name, _ in names)
    keys = {name: key for name, key in names if shared[name] == 1}
    return tuple(word if word in cards else keys.get(plain_name(word), word) for word in named)


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
    ids = catalogue.names(f"cards/{game}/dungeons")
    raise refuse("C002", f"there is no dungeon {name!r}", bare_place(name), did_you_mean(name, ids))


def read_file(catalogue: GameCatalogue, game: str, rules: MapRules, path: Path) -> DungeonFile:
    """Read a dungeon file: an overlay on its base map, or a map of its own if it has `rooms`; raises InvalidInput."""
    root = catalogue.read(path)
    format_versions.format_of(root, format_versions.DUNGEON, "the dungeon")
    spec = structure(root, dungeon_spec(rules.targets.deck), "a dungeon file")
    text = map_text_of(spec.map)
    dungeon, faults = read_map_text(text, rules)
    own_map = bool(spec.rooms) or (spec.base is None and path.parent.name == "maps")
    contents, content_faults = read_contents(spec, root, dungeon, rules)
    if faults or content_faults:
        raise InvalidInput([*faults, *content_faults])
    spec = replace(spec, targets=_keys_of(catalogue, game, rules, spec.targets))
    if own_map:
        file = DungeonFile(path.stem, replace(dungeon, contents=contents), spec, root, own_map, text)
    else:
        base = read_base_map(catalogue, game, rules, spec.base)
        _refuse_misfit(dungeon, base, text)
        file = DungeonFile(path.stem, overlaid(base, dungeon), spec, root, own_map, text, base)
    return replace(file, code=spec.code) if spec.code and _is_generated(catalogue, game, rules, file) else file


def _is_generated(catalogue: GameCatalogue, game: str, rules: MapRules, file: DungeonFile) -> bool:
    """Return whether the code of a dungeon file, with the options beside it, generates its map and its cards."""
    base, dungeon = read_base_map(catalogue, game, rules), file.dungeon
    try:
        options = read_code(file.spec.code).options or read_options(file.spec.made_with, base.columns, base.rows)
        if (options.columns, options.rows) != (dungeon.columns, dungeon.rows):  # so that no file asks for a huge map
            return False
        from generator.maps.random_map import generate  # most dungeons have no code, and each score reads some

        generated = generate(file.spec.code, options, base, rules, known_cards(catalogue, game, rules))
    except ValueError:
        return False
    from_file, from_code = (
        (write_map_text(map), sorted(map.things(rules.kinds))) for map in (dungeon, generated.dungeon)
    )
    return from_file == from_code and file.spec.targets == generated.cards


def _refuse_misfit(overlay: Dungeon, base: Dungeon, text: MapSourceText) -> None:
    """Raise InvalidInput if an overlay has another size than its base map, or contains water."""
    if (base.columns, base.rows) != (overlay.columns, overlay.rows):
        message = f"the overlay is {overlay.columns} x {overlay.rows}, its base map {base.columns} x {base.rows}"
        raise refuse("M009", message, text.place(0, 0), "draw as many rooms as the base map has")
    hint = "draw walls only, or make a new map, with rooms: in its file"
    faults = [
        Diagnostic("M010", f"water {edge.side} of {edge.room.name} in an overlay", text.edge_place(edge), hint)
        for edge, kind in overlay.edges.items()
        if kind == "water"
    ]
    if faults:
        raise InvalidInput(faults)


def read_contents(
    spec: DungeonSpec, root: Node, dungeon: Dungeon, rules: MapRules
) -> tuple[dict[Room, tuple[Thing, ...]], list[Diagnostic]]:
    """Return the contents by room, and all faults in `rooms:`."""
    contents: dict[Room, tuple[Thing, ...]] = {}
    faults: list[Diagnostic] = []
    for name, node in spec.rooms.items():
        place = (root.get("rooms") or root).key_place(name)
        try:
            room = parse_room(name)
        except ValueError as fault:
            faults.append(Diagnostic("M011", str(fault), place))
            continue
        if not dungeon.holds(room):
            message = f"room {name} is not on a map of {dungeon.columns} x {dungeon.rows}"
            faults.append(Diagnostic("M011", message, place))
            continue
        things = []
        for child in node.value if node.is_list else [node]:
            try:
                things.append(parse_thing(str(child.value), rules))
            except ValueError as fault:
                hint = did_you_mean(str(child.value).split(" ")[0], rules.kinds)
                faults.append(Diagnostic("M013", f"{fault} in room {name}", child.place, hint))
        contents[room] = tuple(things)
    return dict(sorted(contents.items(), key=lambda item: item[0].order)), faults


def parse_thing(text: str, rules: MapRules) -> Thing:
    """Parse a thing: a kind, followed by a level for a monster or a letter for a token; raises ValueError."""
    kind, _, detail = text.strip().partition(" ")
    if kind in rules.monsters:
        if detail not in map(str, rules.levels_of(kind)):
            raise ValueError(f"{kind!r} needs a level from {rules.levels.least} to {rules.levels.most}")
        return Thing(kind, level=int(detail))
    if kind in rules.tokens:
        if len(detail) != 1 or not "A" <= detail <= "Z":
            raise ValueError(f"{kind!r} needs a letter")
        return Thing(kind, letter=detail)
    if kind in rules.kinds and not detail:
        return Thing(kind)
    raise ValueError(f"unknown content {text!r}")
