"""Filled sheets become tallies: ticks are counted as scoring.yaml says, the rest is what was written in the shields."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from generator.diagnostics import Diagnostic, InvalidInput, Place
from generator.reading.yaml_nodes import Node
from generator.scoring.rules import Rules
from generator.scoring.score import GameScore
from generator.scoring.table import InputSpec, LineSpec
from generator.scoring.tally import GameRecord, Tally, TallyReader

SHIELD, NAME, DUNGEON = "score", "player", "dungeon"


@dataclass(frozen=True)
class FilledSheet:
    """What one sheet holds: ticked ids, and the numbers in its shields by letter."""

    number: int
    held: dict[str, str]
    shields: dict[str, int]


def read_filled(rules: Rules, sheets: Iterable[dict[str, str]], shown: str, fallback: str) -> GameRecord:
    """Return the game that filled sheets tell of; raises InvalidInput with every fault and its field.

    `fallback` names players who wrote no name; it may hold {n}.
    """
    if not any(spec.fields for spec in rules.table.inputs.values()):
        message = f"sheets of {rules.game!r} cannot be read from a PDF"
        raise InvalidInput([Diagnostic("F004", message, Place(shown), "type the score: scrawl score")])
    faults: list[Diagnostic] = []
    filled = [_filled(held, number, shown, faults) for number, held in enumerate(sheets, 1)]
    filled = [each for each in filled if any(name not in (NAME, DUNGEON) for name in each.held)]
    if not filled and not faults:
        raise InvalidInput([Diagnostic("F005", "nothing is filled in on the sheets", Place(shown))])
    reader = TallyReader(rules)
    tallies = [_tally(rules, reader, each, shown, fallback) for each in filled]
    faults += reader.faults
    faults += _same_names(tallies, shown)
    if len(tallies) > rules.table.most_players:
        faults.append(
            Diagnostic("G004", f"{len(tallies)} sheets, at most {rules.table.most_players} play", Place(shown))
        )
    if faults:
        raise InvalidInput(faults)
    dungeon = next((each.held[DUNGEON] for each in filled if DUNGEON in each.held), "")
    return GameRecord(rules.game, rules.table.only_solo, (None,) * 3, tuple(tallies), dungeon=dungeon)


def _same_names(tallies: list[Tally], shown: str) -> list[Diagnostic]:
    names = [tally.name for tally in tallies]
    twice = sorted({name for name in names if names.count(name) > 1})
    return [Diagnostic("G005", f"two sheets are called {name!r}", Place(shown), "tell them apart") for name in twice]


def _filled(held: dict[str, str], number: int, shown: str, faults: list[Diagnostic]) -> FilledSheet:
    shields: dict[str, int] = {}
    for name, value in held.items():
        head, _, letter = name.partition(".")
        if head != SHIELD:
            continue
        text = value.replace("−", "-").replace("–", "-").replace(" ", "")
        if re.fullmatch(r"[-+]?\d{1,3}", text):
            shields[letter] = int(text)
        else:
            message = f"{value[:20]!r} in shield {letter} of sheet {number} is no whole number"
            faults.append(Diagnostic("F006", message, Place(shown), f"correct the field {name}"))
    return FilledSheet(number, held, shields)


def _tally(rules: Rules, reader: TallyReader, sheet: FilledSheet, shown: str, fallback: str) -> Tally:
    place = Place(shown)
    values: dict[str, Node] = {}
    for name, spec in rules.table.inputs.items():
        if spec.fields:
            values[name] = _node(_counted(rules, spec, sheet), place)
    node = Node(values, place, dict.fromkeys(values, place))
    tally = reader.tally(node, sheet.held.get(NAME) or fallback.replace("{n}", str(sheet.number)))
    for name, spec in rules.table.inputs.items():
        if spec.kind == "bands":
            tally.values[name] = _glory(rules, reader, name, spec, sheet, place)
    given = {line.letter: sheet.shields[line.letter] for line in written_lines(rules) if line.letter in sheet.shields}
    return replace(tally, given=given)


def written_lines(rules: Rules) -> list[LineSpec]:
    """Return the lines that ticks do not tell, such as goal and power: their points are read from the shields."""
    inputs = rules.table.inputs

    def told(ask: str) -> bool:
        spec = inputs[ask.partition(".")[0]]
        return bool(spec.fields) or spec.kind == "bands"

    return [line for line in rules.table.lines if not all(told(ask) for ask in line.asks)]


def _counted(rules: Rules, spec: InputSpec, sheet: FilledSheet) -> Any:
    """Return what the ticks of an input say: a number, a flag, or a number for each key of a group."""
    if spec.kind == "group":
        head = spec.fields[0]
        found = {}
        for key in rules.keys(spec):
            ticks = _ticks(sheet, f"{head}.{key}")
            found[key] = max(spec.least, max(ticks, default=0) if spec.reads == "highest" else len(ticks))
        return found
    most = max(_reached(sheet, head) for head in spec.fields)
    return bool(most) if spec.kind == "flag" else most


def _ticks(sheet: FilledSheet, head: str) -> list[int]:
    """Return the numbers at the ends of the ticked ids that begin so; 0 for an end that is no number."""
    ends = [name[len(head) + 1 :] for name in sheet.held if name.startswith(f"{head}.")]
    return [int(end) if end.isdecimal() else 0 for end in ends]


def _reached(sheet: FilledSheet, head: str) -> int:
    """Return how far a row of boxes is filled: as many as are ticked, or as far as the last one."""
    ticks = _ticks(sheet, head)
    return max(len(ticks), *ticks) if ticks else int(head in sheet.held)


def _glory(
    rules: Rules, reader: TallyReader, name: str, spec: InputSpec, sheet: FilledSheet, place: Place
) -> list[int | None]:
    """Return the glory of each boss from its shield; None where a shield is empty."""
    letters = {
        int(ask.partition(".")[2] or 0): line.letter
        for line in rules.table.lines
        for ask in line.asks
        if ask.partition(".")[0] == name
    }
    found: list[int | None] = []
    for index in range(spec.entries):
        points = sheet.shields.get(letters[index])
        found.append(None if points is None else reader.band_points(spec, index, _node(points, place)))
    return found


def _node(value: Any, place: Place) -> Node:
    if isinstance(value, dict):
        return Node({key: _node(each, place) for key, each in value.items()}, place, dict.fromkeys(value, place))
    if isinstance(value, list):
        return Node([_node(each, place) for each in value], place)
    return Node(value, place)


def disagreements(rules: Rules, sheets: Iterable[dict[str, str]], result: GameScore, shown: str) -> list[Diagnostic]:
    """Return a warning for each shield whose number is not what the ticks of its sheet come to."""
    ignored: list[Diagnostic] = []
    filled = [_filled(held, number, shown, ignored) for number, held in enumerate(sheets, 1)]
    filled = [each for each in filled if any(name not in (NAME, DUNGEON) for name in each.held)]
    total = chr(ord(rules.table.lines[-1].letter) + 1)
    found = []
    for sheet, player in zip(filled, result.players, strict=True):
        counted = {line.letter: line.points for line in player.lines} | {total: player.total}
        for letter, points in sheet.shields.items():
            if letter in counted and counted[letter] != points:
                message = f"{player.name}: shield {letter} says {points}, the ticks come to {counted[letter]}"
                hint = f"the ticks count; look at field {SHIELD}.{letter}"
                found.append(Diagnostic("F007", message, Place(shown), hint, "warning"))
    return found
