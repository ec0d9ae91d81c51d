"""Editing of dungeons: their texts, changes by clicks on the map, and the data that the page of the editor shows."""

import re
import shutil
import tempfile
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, count, pairwise
from pathlib import Path
from typing import Any

from generator.authoring.dungeon_file_authoring import dungeon_in, generated_text, share_code_of, starter_text
from generator.check.dungeon_check import checked_dungeon
from generator.diagnostics import attempt
from generator.draw.svg import path_data
from generator.frame import VectorOutline
from generator.game.game import open_game
from generator.game.manifest import read_manifest
from generator.game.words import languages_of
from generator.maps import editing
from generator.maps.difficulty import DifficultyMeter
from generator.maps.grid import Edge, Room, parse_room
from generator.maps.loading import DungeonFile, find_dungeon, known_cards
from generator.maps.map_rules import MapRules, read_map_rules
from generator.maps.random_map import AMOUNTS
from generator.maps.reach import best_walk, shortest_way, steps
from generator.maps.share_code import MapOptions
from generator.products.dungeon_sentences import difficulty_sentence, earnings_sentence, in_a_file, measured, walks
from generator.products.dungeon_values import target_cards, target_name
from generator.products.name_lists import dungeon_titles
from generator.products.print_pack import PrintPack, open_pack
from generator.reading.edits.yaml_edits import NotEdited
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.headings import plain_letters
from generator.reading.structure import is_name, name_hint
from generator.reading.yaml_nodes import plain
from generator.rulesets.ruleset import has_ruleset
from generator.rulesets.value_counts import GAMES
from generator.workshop.guard import Refused
from generator.workshop.own_folder import OwnFolder, sign
from generator.workshop.previews import Preview, PreviewRequest, picture

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
MOST_EDITS = 200
MOST_TEXT = 2000  # characters of a name or a story
MOST_TITLE = 60
NAMELESS = "dungeon"  # the file of a dungeon whose name has no letter that a file may have


class DungeonEditor:
    """Edits dungeons as texts that need not be saved; to parse such a text, it is written to a temporary file."""

    def __init__(self, catalogue: GameCatalogue) -> None:
        self.catalogue = catalogue
        self.files = OwnFolder(catalogue)
        self.folder = Path(tempfile.mkdtemp(prefix="scrawl-drawing-"))
        weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)
        self.lock = threading.Lock()

    @contextmanager
    def as_file(self, game: str, name: str, text: str) -> Iterator[GameCatalogue]:
        """Yield a catalogue in which the dungeon `name` has this text."""
        root = self.folder
        path = root / place_of(game, name)
        with self.lock:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8"))
            try:
                yield GameCatalogue((root, *self.catalogue.roots), self.catalogue.sources)
            finally:
                path.unlink()

    # opening and saving

    def dungeons(self, game: str, language: str) -> list[dict[str, Any]]:
        """Return the dungeons of a game with their titles in a language.

        `own` is true for files in the user's folder.
        """
        names = self.catalogue.names(f"cards/{game}/dungeons")
        # faults are shown when the game is opened
        titles = attempt([], lambda: dict(dungeon_titles(open_game(self.catalogue, game, language)))) or {}
        return [{"name": name, "own": self._is_own(game, name), "title": titles.get(name, "")} for name in names]

    def _is_own(self, game: str, name: str) -> bool:
        home = self.catalogue.home
        return home is not None and (home / place_of(game, name)).is_file()

    def open(self, game: str, name: str) -> dict[str, Any]:
        """Return the text of a dungeon, and the digest of its file (`seen`), which `save` needs to replace the file."""
        path = self.catalogue.need(place_of(game, name))
        self.catalogue.read(path)  # raises InvalidInput for invalid YAML
        content = path.read_bytes()
        is_own = self._is_own(game, name)
        return {"name": name, "text": content.decode("utf-8-sig"), "seen": sign(content) if is_own else ""}

    def begin(self, game: str, body: dict[str, Any]) -> dict[str, Any]:
        """Return the text of a new dungeon: a changed base map, or with `own` in `body` a map of another size."""
        title = _title(body)
        name = self.free_name(game, title)
        size = (_number(body, "columns"), _number(body, "rows")) if body.get("own") is True else None
        text = starter_text(self.catalogue, game, Path(f"{name}.yaml"), size, title)
        return {"name": name, "text": text, "seen": ""}

    def free_name(self, game: str, title: str) -> str:
        """Return a name for the file of a dungeon with this title that no other dungeon has."""
        letters = re.sub("[^a-z0-9_]+", "-", plain_letters(title)).strip("-_")[:30] or NAMELESS
        name = letters if is_name(letters) else f"{NAMELESS}-{letters}"
        names = {*self.catalogue.names(f"cards/{game}/dungeons")}
        candidates = chain([name], (f"{name}-{at}" for at in count(2)))
        return next(each for each in candidates if each not in names)

    def generate(self, game: str, body: dict[str, Any], language: str) -> dict[str, Any]:
        """Return the text of the dungeon in a share code, or of a random one by the options in `body`."""
        amounts = {key: _one_of(body, key, ("some", "few", "many")) for key in AMOUNTS}
        difficulty = _one_of(body, "difficulty", ("standard", "easy", "hard"))
        columns, rows, is_new_map = _number(body, "columns"), _number(body, "rows"), body.get("own") is True
        options = MapOptions(columns, rows, difficulty, **amounts, new_map=is_new_map)
        code = str(body.get("code") or "")
        try:
            text = dungeon_in(game, code) or generated_text(self.catalogue, game, code, options)
        except ValueError as fault:
            raise Refused(409, str(fault)) from None
        title = _title(body)
        if title:
            text = editing.set_words(text, "name", {language: title})
        else:
            with self.as_file(game, NAMELESS, text) as drafts:
                file = find_dungeon(drafts, game, read_map_rules(drafts, game), NAMELESS)
            title = file.words(language).get("name", "")
        return {"name": self.free_name(game, title), "text": text, "seen": ""}

    def save(self, game: str, name: str, text: str, digest: str) -> dict[str, Any]:
        """Save a valid text as a dungeon in the user's folder; refuse if the file no longer has the digest `digest`."""
        with self.as_file(game, name, text) as drafts:
            find_dungeon(drafts, game, read_map_rules(drafts, game), name)
        return self.files.save(place_of(game, name), text, digest)

    # drawing

    def edit(self, game: str, name: str, text: str, edits: list[Any]) -> str:
        """Return the text after a list of edits; raises Refused and InvalidInput."""
        for edit in edits[:MOST_EDITS]:
            with self.as_file(game, name, text) as drafts:
                rules = read_map_rules(drafts, game)
                file = find_dungeon(drafts, game, rules, name)
                cards = known_cards(drafts, game, rules)
            try:
                text = _edited(text, file, rules, cards, edit)
            except NotEdited:
                message = "the file says this in a way that is only changed by hand: use the text below"
                raise Refused(409, message) from None
            except (KeyError, TypeError, ValueError, StopIteration, AttributeError):
                raise Refused(409, "this change is not understood") from None
        return text

    def view(self, game: str, name: str, text: str, language: str) -> dict[str, Any]:
        """Return all data that the page shows of a dungeon; raises InvalidInput if the text cannot be parsed."""
        with self.as_file(game, name, text) as drafts:
            checked = checked_dungeon(drafts, game, name)
            pack = open_pack(drafts, game, language)
            view = _View(pack, checked.file, checked.rules)
            return {"text": text, "faults": list(checked.faults), **view.as_data(languages_of(drafts, game))}

    def play(self, game: str, name: str, text: str, language: str, stopped: Callable[[], bool]) -> tuple[str, str]:
        """Simulate games on a dungeon; return (sentence about the points earned, "") or ("", key of why there is none).

        The simulation ends early when `stopped` returns True.
        """
        with self.as_file(game, name, text) as drafts:
            faults = checked_dungeon(drafts, game, name).faults
        pack = open_pack(self.catalogue, game, language)
        if any(fault.severity == "error" for fault in faults):
            return "", "faulty"
        with in_a_file(text) as path:
            earnings = measured(pack.game, path, stopped=stopped)
        return (earnings_sentence(pack, earnings), "") if earnings is not None else ("", "not_played")

    # as it will print

    def picture(self, game: str, name: str, text: str, language: str, kind: str, side: str) -> Preview | None:
        """Draw the sheet with this dungeon (`kind` "sheet"), or a side of its card; None if it has neither."""
        with self.as_file(game, name, text) as drafts:
            manifest = read_manifest(drafts, game)
            if kind == "sheet":
                sheet = next(iter(manifest.sheets), None)
                preview = PreviewRequest(game, language, None, kind, sheet, map=name) if sheet else None
            else:
                deck = next((deck for deck, entry in manifest.decks.items() if entry.maps), None)
                preview = PreviewRequest(game, language, None, "deck", deck, name, side) if deck else None
            return picture(drafts, preview, f"{kind}-{side}-") if preview else None


def place_of(game: str, name: str) -> str:
    """Return the path of a dungeon below a root folder; raises Refused for an invalid name."""
    if not NAME.fullmatch(name) or not is_name(name):
        raise Refused(409, f"{name[:60]!r} is not a name: {name_hint(name)}")
    return f"cards/{game}/dungeons/{name}.yaml"


def _edited(text: str, file: DungeonFile, rules: MapRules, cards: dict[str, int | None], edit: Any) -> str:
    match edit["do"]:
        case "edges":
            return editing.turn_edges(text, file, [_edge(file, *edge) for edge in edit["edges"]])
        case "join":
            return editing.join_row(text, file, int(edit["row"]))
        case "target":
            number = int(edit["number"])
            return editing.move_target(text, file, number, _room(file, edit)) if number in rules.numbers else text
        case "thing":
            kind, levels = edit["kind"], rules.levels_of(edit["kind"])
            if kind not in rules.kinds:
                raise ValueError(kind)
            level = int(edit["level"]) if edit.get("level") in levels else max(levels, default=0)
            return editing.put_thing(text, file, rules, _room(file, edit), kind, level)
        case "clear":
            return editing.clear_room(text, file, _room(file, edit))
        case "empty":
            return editing.clear_map(text, file)
        case "size":
            columns, rows = int(edit["columns"]), int(edit["rows"])
            least, most = rules.size.least, rules.size.most
            is_allowed = least <= columns <= most and least <= rows <= most
            return editing.resize_map(text, file, columns, rows) if is_allowed else text
        case "name" | "text" as key:
            node = file.spec.name if key == "name" else file.spec.text
            return editing.set_words(text, key, _words(plain(node) if node is not None else None, edit))
        case "card":
            return editing.set_cards(text, rules, _cards(file, rules, cards, int(edit["number"]), edit["card"]))
    raise ValueError


def _room(file: DungeonFile, edit: Any) -> Room:
    room = parse_room(edit["room"])
    if not file.dungeon.holds(room):
        raise ValueError(edit["room"])
    return room


def _edge(file: DungeonFile, name: str, side: str) -> Edge:
    return Edge(_room(file, {"room": name}), "up" if side == "up" else "right")


def _words(present: Any, edit: Any) -> dict[str, str]:
    """Return the words of a name or story by language, with the words in the language of `edit` replaced."""
    language, text = edit["language"], edit["text"]
    if not (isinstance(text, str) and len(text) <= MOST_TEXT and isinstance(language, str) and language.isalnum()):
        raise ValueError(language)
    words = present if isinstance(present, dict) else {} if present is None else {edit["first"]: str(present)}
    words = {**words, language: text.strip()}
    return {code: str(text) for code, text in words.items() if text and code.isalnum()}


def _cards(file: DungeonFile, rules: MapRules, cards: dict[str, int | None], number: int, card: str) -> list[str]:
    if card not in cards:
        raise ValueError(card)
    keys = list(file.spec.targets)
    for number_left in rules.numbers[len(keys) :]:
        keys.append(next((key for key, only in cards.items() if only in (None, number_left) and key not in keys), card))
    keys[number - 1] = card
    return keys


class _View:
    """The data for the page that edits a dungeon: the map to draw on, drawing tools, words, distances of targets."""

    def __init__(self, pack: PrintPack, file: DungeonFile, rules: MapRules) -> None:
        self.pack, self.file, self.rules = pack, file, rules
        self.dungeon = file.dungeon
        self.reached = steps(self.dungeon, rules.entrances)

    def as_data(self, languages: Sequence[str]) -> dict[str, Any]:
        columns, rows = self.dungeon.columns, self.dungeon.rows
        targets = self.dungeon.targets
        route = DifficultyMeter(self.dungeon, self.rules).route(targets) if targets else None
        titles = dict(dungeon_titles(self.pack.game)) if self.file.spec.name is None else {}
        title = titles.get(self.file.key, "")
        return {
            "own": self.file.own_map,
            "columns": columns,
            "rows": rows,
            "least": self.rules.size.least,
            "most": self.rules.size.most,
            "rooms": [self._room(room) for room in self.dungeon.rooms()],
            "edges": [self._edge(edge) for edge in self.dungeon.inner_edges()],
            "joined": sorted(self.dungeon.wraps),
            "tools": list(self._tools()),
            "icons": dict(self._icons()),
            "words": [self._words(language) for language in languages],
            "cards": list(self._cards()),
            "notes": list(walks(self.pack, self.file, route)),
            "verdict": difficulty_sentence(self.pack, self.file, route) if route is not None else "",
            "games": GAMES if has_ruleset(self.pack.game) else 0,
            "way": self._way(),
            "furthest": max(self.reached.values(), default=1),
            "share": share_code_of(self.pack.game.id, self.file, self.rules, title),
        }

    def _room(self, room: Room) -> dict[str, Any]:
        kinds = self.rules.kinds
        things = [
            {
                "sign": kinds[thing.kind].sign,
                "mark": str(thing.level or thing.letter),
                "icon": kinds[thing.kind].icon,
                "word": f"{self.pack.words.word(kinds[thing.kind].word)} {thing.level or thing.letter}".strip(),
            }
            for thing in self.dungeon.contents.get(room, ())
        ]
        target = next((number for number, at in self.dungeon.targets.items() if at == room), None)
        return {"name": room.name, "things": things, "target": target, "steps": self.reached.get(room)}

    def _edge(self, edge: Edge) -> dict[str, Any]:
        kind = self.dungeon.edges.get(edge)
        fixed = editing.is_fixed(self.file, edge)
        return {"room": edge.room.name, "side": edge.side, "other": edge.other.name, "kind": kind or "", "fixed": fixed}

    def _tools(self) -> Iterator[dict[str, Any]]:
        word: Callable[[str], str] = self.pack.words.word
        for number in self.rules.numbers:
            yield {
                "do": "target",
                "number": number,
                "word": f"{word(self.rules.targets.word)} {number}",
                "sign": str(number),
            }
        for kind, spec in self.rules.kinds.items() if self.file.own_map else ():
            levels = self.rules.levels_of(kind)
            yield {
                "do": "thing",
                "kind": kind,
                "word": word(spec.word),
                "sign": spec.sign,
                "icon": spec.icon,
                "levels": levels,
            }

    def _icons(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield (name, path data) of the icons of things; icons that are no outlines are left out."""
        for name in {spec.icon for spec in self.rules.kinds.values() if spec.icon}:
            icon = self.pack.icons.find(name)
            if isinstance(icon, VectorOutline):
                rule = "evenodd" if icon.even_odd else "nonzero"
                path = path_data(icon, 0, 0, 1, 1, 2)
                yield name, {"box": f"0 0 {icon.width} {icon.height}", "path": path, "rule": rule}

    def _words(self, language: str) -> dict[str, str]:
        words = {}
        for key, node in (("name", self.file.spec.name), ("text", self.file.spec.text)):
            value = plain(node) if node is not None else ""
            words[key] = str(value.get(language, "") if isinstance(value, dict) else value or "")
        return {"language": language, **words}

    def _cards(self) -> Iterator[dict[str, Any]]:
        target_numbers = known_cards(self.pack.catalogue, self.pack.game.id, self.rules)
        cards = target_cards(self.pack, self.rules)
        for number in self.rules.numbers:
            fitting = [key for key, target in target_numbers.items() if target in (None, number)]
            keys = self.file.spec.targets
            yield {
                "number": number,
                "word": f"{self.pack.words.word(self.rules.targets.word)} {number}",
                "card": keys[number - 1] if number <= len(keys) else "",
                "fitting": [[key, target_name(self.pack, self.rules, cards, key)] for key in fitting],
            }

    def _way(self) -> list[list[str]]:
        """Return the names of the rooms on the shortest walk to all targets: a list for the way to each target."""
        walk = best_walk(self.dungeon, self.rules) if self.dungeon.targets else None
        if walk is None:
            return []
        legs = pairwise([None, *(self.dungeon.targets[number] for number in walk.order)])
        return [
            [room.name for room in shortest_way(self.dungeon, self.rules.entrances, start, end)]
            for start, end in legs
            if end is not None
        ]


def _title(body: dict[str, Any]) -> str:
    """Return the name of a dungeon as it was typed."""
    return " ".join(str(body.get("name") or "").split())[:MOST_TITLE]


def _number(body: dict[str, Any], key: str) -> int:
    number = body.get(key)
    if not isinstance(number, int) or isinstance(number, bool):
        raise Refused(409, f"{key} is not a number")
    return number


def _one_of(body: dict[str, Any], key: str, choices: tuple[str, ...]) -> Any:
    """Return the value of an option in `body`, which must be one of `choices`; the first of these is the default."""
    value = body.get(key) or choices[0]
    if value not in choices:
        raise Refused(409, f"{key} is one of {', '.join(choices)}")
    return value
