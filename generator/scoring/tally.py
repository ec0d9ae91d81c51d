"""A score file becomes tallies: what each finished sheet holds. Impossible sheets are diagnostics, all at once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from generator.diagnostics import Diagnostic, InvalidInput, Place, did_you_mean
from generator.reading.structure import RawNode, Text
from generator.reading.yaml_nodes import Node, kind_name
from generator.scoring.rules import Rules
from generator.scoring.table import InputSpec

FILE_KEYS = ("game", "solo", "bosses", "players", "dungeon", "date", "story", "chapter", "notes")


@dataclass(frozen=True, kw_only=True)
class ScoreFile:
    """A score file: the game, whether it is solo, the boss cards, and a mapping for each player."""

    game: str
    players: tuple[RawNode, ...]
    solo: bool = False
    bosses: tuple[RawNode, ...] = ()
    dungeon: Text = ""
    date: Text = ""
    story: int | None = None
    chapter: int | None = None
    notes: Text = ""


@dataclass(frozen=True)
class Choice:
    """A goal: a card and what was counted for it, or the points read off it."""

    key: str | None = None
    value: int | None = None
    points: int | None = None


@dataclass(frozen=True)
class Tally:
    """What one sheet holds: numbers, flags (0 or 1), groups, lists and choices by input; `given` are whole lines."""

    name: str
    values: dict[str, Any]
    places: dict[str, Place] = field(default_factory=dict)
    given: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class GameRecord:
    """A game as it was typed in."""

    game: str
    solo: bool
    bosses: tuple[str | None, ...]
    tallies: tuple[Tally, ...]
    dungeon: str = ""
    date: str = ""
    notes: str = ""


class TallyReader:
    """Reads the nodes of a score file by a game's rules; `faults` collects what cannot be."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.faults: list[Diagnostic] = []
        self.solo = False
        self.bosses: tuple[str | None, ...] = ()

    def fault(self, code: str, message: str, place: Place, hint: str | None = None) -> None:
        self.faults.append(Diagnostic(code, message, place, hint))

    def read(self, root: Node) -> GameRecord:
        """Return the game of a file; raises InvalidInput with every fault."""
        if not root.is_map:
            raise InvalidInput([Diagnostic("S002", "expected a mapping at the top of the file", root.place)])
        for key in root.value:
            if key not in FILE_KEYS:
                self.fault("G002", f"unknown key {key!r}", root.key_place(key), did_you_mean(key, FILE_KEYS))
        self.solo = self._flag(root.get("solo")) or self.rules.table.only_solo
        self.bosses = self._boss_cards(root.get("bosses"))
        players = root.get("players")
        tallies: list[Tally] = []
        if players is None or not players.is_list or not players.value:
            self.fault("G003", "a score needs 'players:' with at least one player", (players or root).place)
        else:
            tallies = [self.tally(node, f"player {index}") for index, node in enumerate(players.value, 1)]
            self._count_players(players, root)
        if self.faults:
            raise InvalidInput(sorted(self.faults, key=lambda each: (each.place.line, each.place.column)))
        texts = {key: str(node.value) for key in ("dungeon", "date", "notes") if (node := root.get(key)) is not None}
        return GameRecord(self.rules.game, self.solo, self.bosses, tuple(tallies), **texts)

    def _count_players(self, players: Node, root: Node) -> None:
        count = len(players.value)
        if self.solo and count > 1:
            place = root.key_place("solo") if root.get("solo") else players.place
            self.fault(
                "G004", f"a solo game has one player, found {count}", place, "remove solo: true, or keep one player"
            )
        elif count > self.rules.table.most_players:
            most = self.rules.table.most_players
            self.fault("G004", f"{count} players, at most {most} can play", players.value[most].place)
        names: dict[str, int] = {}
        for node in players.value:
            name = node.get("name")
            if name is not None and isinstance(name.value, str):
                if name.value in names:
                    self.fault("G005", f"two players are called {name.value!r}", name.place, "tell them apart")
                names[name.value] = 1

    def _flag(self, node: Node | None) -> bool:
        if node is None or node.value is None:
            return False
        if not isinstance(node.value, bool):
            self.fault("S003", f"expected true or false, found {kind_name(node)}", node.place)
            return False
        return node.value

    def _boss_cards(self, node: Node | None) -> tuple[str | None, ...]:
        spec = next((each for each in self.rules.table.inputs.values() if each.kind == "bands"), None)
        if node is None or spec is None or spec.deck is None:
            if node is not None:
                self.fault("G002", "this game has no bosses", node.place)
            return ()
        if not node.is_list or len(node.value) > spec.entries:
            self.fault("G006", f"expected a list of up to {spec.entries} boss ids, found {kind_name(node)}", node.place)
            return ()
        known = self.rules.decks[spec.deck]
        for child in node.value:
            if child.value is not None and child.value not in known:
                shown = kind_name(child)
                self.fault("G007", f"there is no boss {shown}", child.place, did_you_mean(str(child.value), known))
        found = [child.value if child.value in known else None for child in node.value]
        return tuple([*found, *[None] * (spec.entries - len(found))])

    # one sheet

    def tally(self, node: Node, fallback: str) -> Tally:
        """Return what a player's mapping holds."""
        if not node.is_map:
            self.fault("S002", f"expected a mapping for a player, found {kind_name(node)}", node.place)
            return Tally(fallback, {})
        inputs = self.rules.table.inputs
        strengths = {spec.strengths: name for name, spec in inputs.items() if spec.strengths}
        known = ["name", *inputs, *strengths, *self.rules.table.notes, "rooms"]
        values: dict[str, Any] = {}
        places: dict[str, Place] = {}
        for key, child in node.items():
            if key not in known:
                self.fault("G002", f"unknown key {key!r} for a player", node.key_place(key), did_you_mean(key, known))
            elif key in inputs:
                places[key] = child.place
                values[key] = self.value(key, inputs[key], child)
            elif key in strengths:
                if strengths[key] in node.value:
                    self.fault("G008", f"give either {strengths[key]!r} or {key!r}, not both", node.key_place(key))
                places[strengths[key]] = child.place
                values[strengths[key]] = self._fights(inputs[strengths[key]], child)
        for key, spec in inputs.items():
            if values.get(key) is None:
                if spec.required and key not in node.value:
                    self.fault("S004", f"key {key!r} is missing for a player", node.place, f"add {key}: ...")
                values[key] = self.empty(spec)
        name = node.get("name")
        tally = Tally(str(name.value) if name is not None and name.value is not None else fallback, values, places)
        self._impossible(tally, node)
        return tally

    def empty(self, spec: InputSpec) -> Any:
        """Return what an input holds when nothing was marked."""
        if spec.kind == "group":
            return dict.fromkeys(self.rules.keys(spec), spec.least)
        if spec.kind in ("numbers", "claims"):
            return []
        if spec.kind == "bands":
            return [None] * spec.entries
        return Choice(points=0) if spec.kind == "steps" else None if spec.kind == "choice" else 0

    def value(self, key: str, spec: InputSpec, node: Node) -> Any:
        """Return one input read as its kind says; None where it does not fit."""
        if spec.kind == "flag":
            return int(self._flag(node))
        if spec.kind == "number":
            return self._number(node, spec.least, self.rules.most(spec), key)
        if spec.kind == "group":
            return self._group(key, spec, node)
        if spec.kind == "numbers":
            return self._numbers(key, spec, node)
        if spec.kind == "choice":
            return self._choice(key, spec, node)
        if spec.kind == "steps":
            return self._steps(key, spec, node)
        return self._claims(key, spec, node) if spec.kind == "claims" else self._glory(key, spec, node)

    def _number(self, node: Node, least: int, most: int, what: str) -> int | None:
        value = node.value
        if isinstance(value, bool) or not isinstance(value, int):
            self.fault("S003", f"expected a whole number for {what}, found {kind_name(node)}", node.place)
            return None
        if not least <= value <= most:
            self.fault("G010", f"{what} is {value}, possible are {least} to {most}", node.place)
            return None
        return value

    def _group(self, key: str, spec: InputSpec, node: Node) -> dict[str, int] | None:
        known = self.rules.keys(spec)
        if not node.is_map:
            self.fault("S002", f"expected a mapping for {key}, found {kind_name(node)}", node.place)
            return None
        found = dict.fromkeys(known, spec.least)
        for name, child in node.items():
            if name not in known:
                self.fault("G007", f"there is no {name!r} in {key}", node.key_place(name), did_you_mean(name, known))
                continue
            number = self._number(child, spec.least, self.rules.most(spec), name)
            if number is not None:
                found[name] = number
        missing = [name for name in known if name not in node.value]
        if spec.required and missing:
            self.fault("S004", f"{', '.join(missing)} missing in {key}", node.place, f"add {missing[0]}: ...")
        return found

    def _numbers(self, key: str, spec: InputSpec, node: Node) -> list[int] | None:
        if not node.is_list:
            self.fault("S002", f"expected a list for {key}, found {kind_name(node)}", node.place)
            return None
        if not spec.least_entries <= len(node.value) <= spec.most_entries:
            message = f"{key} has {len(node.value)} entries, possible are {spec.least_entries} to {spec.most_entries}"
            self.fault("G010", message, node.place)
            return None
        numbers = [self._number(child, spec.least, self.rules.most(spec), key) for child in node.value]
        return [number for number in numbers if number is not None]

    def _choice(self, key: str, spec: InputSpec, node: Node) -> str | None:
        known = self.rules.keys(spec)
        if node.value is None and not spec.required:
            return None
        if node.value not in known:
            self.fault("G007", f"unknown {key} {kind_name(node)}", node.place, did_you_mean(str(node.value), known))
            return None
        return str(node.value)

    def _steps(self, key: str, spec: InputSpec, node: Node) -> Choice | None:
        if node.value is None:
            return Choice(points=0)
        if not node.is_map:
            points = self._number(node, 0, spec.most, key)
            if points is not None and points % 2:
                self.fault("G010", f"{key} is {points}, possible are 0, 2, 4 and 6", node.place)
            return Choice(points=points)
        card, value = node.get("key"), node.get("value")
        for name in node.value:
            if name not in ("key", "value"):
                self.fault(
                    "G002", f"unknown key {name!r} in {key}", node.key_place(name), did_you_mean(name, ["key", "value"])
                )
        if card is None or value is None:
            self.fault("S004", f"{key} needs 'key' and 'value', or the glory as a number", node.place)
            return None
        chosen = self._choice(key, spec, card)
        number = self._number(value, 0, 144, f"value of the {key}")
        return Choice(chosen, number)

    def _claims(self, key: str, spec: InputSpec, node: Node) -> list[int] | None:
        """Return the rounds claimed in; several players' plain counts become that many round 0."""
        if node.is_list:
            if not self.solo:
                self.fault(
                    "G011", f"{key} as rounds are for solo games", node.place, f"write how many, such as {key}: 2"
                )
                return None
            if len(node.value) > spec.most:
                self.fault("G010", f"{len(node.value)} {key}, at most {spec.most} lie open", node.place)
                return None
            numbers = [self._number(child, 1, spec.rounds, "round") for child in node.value]
            return [number for number in numbers if number is not None]
        count = self._number(node, 0, spec.most, key)
        if count and self.solo:
            self.fault(
                "G011",
                f"in a solo game {key} are the rounds they were claimed in",
                node.place,
                f"such as {key}: [2, 5]",
            )
            return None
        return [0] * count if count is not None else None

    def _glory(self, key: str, spec: InputSpec, node: Node) -> list[int | None] | None:
        if not node.is_list or len(node.value) != spec.entries:
            self.fault(
                "G006", f"expected a list of {spec.entries} numbers for {key}, found {kind_name(node)}", node.place
            )
            return None
        return [self.band_points(spec, index, child) for index, child in enumerate(node.value)]

    def band_points(self, spec: InputSpec, index: int, node: Node) -> int | None:
        deck = self.rules.decks[spec.deck or ""]
        named = self.bosses[index] if index < len(self.bosses) else None
        cards = [deck[named]] if named else list(deck.values())
        possible = sorted(
            {band["glory"] for card in cards for band in card["bands"]} | {card["flee"] for card in cards}
        )
        if isinstance(node.value, bool) or not isinstance(node.value, int):
            self.fault("S003", f"expected a whole number for boss {index + 1}, found {kind_name(node)}", node.place)
            return None
        if node.value not in possible:
            who = self.rules.name_of(named, spec.deck) if named else "no boss"
            gives = "cannot give" if named else "gives"
            message = f"boss {index + 1}: {who} {gives} {node.value} glory"
            self.fault("G012", message, node.place, f"possible: {', '.join(map(str, possible))}")
            return None
        return node.value

    def _fights(self, spec: InputSpec, node: Node) -> list[int | None] | None:
        if not node.is_list or len(node.value) != spec.entries:
            message = f"expected a list of {spec.entries} strengths, null where the room was not reached"
            self.fault("G006", f"{message}, found {kind_name(node)}", node.place)
            return None
        deck = self.rules.decks[spec.deck or ""]
        found: list[int | None] = []
        for index, child in enumerate(node.value):
            named = self.bosses[index] if index < len(self.bosses) else None
            if named is None:
                message = f"fight {index + 1} needs the id of boss {index + 1}"
                self.fault("G013", message, child.place, "name the boss cards: bosses: [chimera, ...] at the top")
                found.append(None)
                continue
            card = deck[named]
            if child.value is None:
                found.append(card["flee"])
                continue
            strength = self._number(child, 0, 60, f"strength of fight {index + 1}")
            found.append(None if strength is None else band_glory(card, strength))
        return found

    def _impossible(self, tally: Tally, node: Node) -> None:
        for check in self.rules.table.checks:
            value = tally.values.get(check.input)
            held = tally.values.get(check.of)
            numbers = list(held.values()) if isinstance(held, dict) else held
            if not isinstance(value, int) or not isinstance(numbers, list) or check.of not in tally.places:
                continue
            limit = len(numbers) if check.reduce == "count" else sum(numbers)
            if value > limit and not (check.unless and tally.values.get(check.unless)):
                place = tally.places.get(check.input, node.place)
                hint = (
                    f"set {check.unless}: true, or correct one of the two" if check.unless else "correct one of the two"
                )
                self.fault("G014", f"{check.input} is {value}, above the {limit} of {check.of}", place, hint)


def band_glory(card: Mapping[str, Any], strength: int) -> int:
    """Return the glory of the highest band that a strength reaches, else the flee penalty. [PL p.12] [CZ p.12-13]"""
    reached = [band for band in card["bands"] if strength >= band["at"]]
    return int(max(reached, key=lambda band: int(band["at"]))["glory"] if reached else card["flee"])
