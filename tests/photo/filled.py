"""Sheets at the end of a game: their marks and texts, and the totals that the program counts."""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from generator.game.game import open_game
from generator.products.scores.scores_from_files import read_score_node
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import parse_yaml
from generator.rulesets.ruleset import replay_record
from generator.rulesets.simulate.match_setup import MatchSetup
from generator.rulesets.simulate.spec import read_simulation, style_of
from generator.scoring.map_chapters import the_map
from generator.scoring.messages import UnscorableGame
from generator.scoring.rules import ScoringRules, open_rules
from generator.scoring.score import score_game
from generator.scoring.ticks_to_inputs import SheetMarks, parts_of, read_filled
from tests.tables import tables

ROOT = Path(__file__).resolve().parents[2]
TABLES = tables(__file__)
NAMES, THINGS = TABLES["names"], TABLES["things"]
ON_THE_MAP = ("gem", "monster", "treasure", "room", "potion", "round", "health", "training", "boss")
"""What is marked beside the tracks of Paper Dungeons: tracks tell it again, and a gem is crossed out when it is lost."""


class Filling(NamedTuple):
    """The content of a sheet: kinds of marks by id (fill, cross or ring, each as a hand makes it), written texts by id,
    the path through the rooms of a map, the total of each player, and the ids that determine the totals."""

    marks: Mapping[str, str]
    written: Mapping[str, str]
    totals: tuple[int, ...] = ()
    counted: tuple[str, ...] = ()
    path: tuple[tuple[str, str], ...] = ()


@lru_cache(maxsize=None)
def catalogue() -> GameCatalogue:
    return GameCatalogue.at(ROOT)


@lru_cache(maxsize=None)
def rules_of(game: str) -> ScoringRules:
    return open_rules(catalogue(), game, "en")


def filling(game: str, sheet: str, dungeon: str, boxes: Mapping[str, Any], chance: random.Random) -> Filling:
    """Return a legal state of a sheet at the end of a game, without values that have no box on the sheet."""
    return _on_sheet(STATES[game, sheet](chance, dungeon, boxes), boxes)


def _on_sheet(state: Filling, boxes: Mapping[str, Any]) -> Filling:
    marks = {id: kind for id, kind in state.marks.items() if id in boxes}
    written = {id: text for id, text in state.written.items() if id in boxes}
    return state._replace(marks=marks, written=written, counted=tuple(id for id in boxes if id in state.counted))


def expected_totals(game: str, sheet: str, marked: Mapping[str, str], dungeon: str) -> tuple[int, ...]:
    """Return the totals of a sheet with these boxes marked ("yes") or written in; none if the game cannot be scored."""
    if not rules_of(game).table.is_filled or sheet == "character_sheet":
        return ()
    try:
        return _filled_totals(game, marked, dungeon)
    except UnscorableGame:
        return ()


def _filled_totals(game: str, marked: Mapping[str, str], dungeon: str = "") -> tuple[int, ...]:
    """Return the totals that the program counts from marked boxes ("yes") and written texts."""
    rules = rules_of(game)
    map_id, cards, _ = the_map(rules, dungeon)
    filled, marks = rules.table.filled, [SheetMarks(marked, "truth")]
    games = [0] if filled.games == 1 else [which for which, part in enumerate(parts_of(marked, filled), 1) if part]
    records = [read_filled(rules, marks, cards, map_id, which=which)[0] for which in games]
    return tuple(player.total for record in records for player in score_game(rules, record).players)


def _total_of_player(game: str, player: Mapping[str, Any]) -> tuple[int, dict[str, int]]:
    """Return the total that the program counts for one player of a score file, and the lines."""
    content = {"game": game, "players": [player]}
    score = read_score_node(rules_of(game), parse_yaml(json.dumps(content), "truth")).score.players[0]
    return score.total, {line.letter: line.points for line in score.lines}


def paper_dungeons(chance: random.Random, dungeon: str, boxes: Mapping[str, Any]) -> Filling:
    """Play a whole game by its rules, and return one player's sheet."""
    return next(_sheets_of(dungeon, boxes, chance, 2))


def together(dungeon: str, boxes: Mapping[str, Any], chance: random.Random, seats: int) -> list[Filling]:
    """Play a whole game of Paper Dungeons by its rules, and return all sheets."""
    return [_on_sheet(state, boxes) for state in _sheets_of(dungeon, boxes, chance, seats)]


def _sheets_of(dungeon: str, boxes: Mapping[str, Any], chance: random.Random, seats: int) -> Iterator[Filling]:
    game = "paper-dungeons"
    spec = read_simulation(catalogue(), game)
    styles = tuple(style_of(spec, chance.choice((*spec.styles, "random"))) for _ in range(seats))
    match = MatchSetup((ROOT,), game, styles, (dungeon or "a",), chooses=False)
    simulator = match.simulator()
    record = simulator.record(match, chance.randrange(1 << 30))
    counted = [id for id in boxes if id.partition(".")[0] not in (*ON_THE_MAP, "player", "dungeon", "score")]
    names = chance.sample(NAMES, seats)
    replayed = replay_record(open_game(catalogue(), game), parse_yaml(record, "record"))
    for sheet, name in zip(replayed.sheets, names, strict=True):
        marks = {id: mark.kind for id, mark in sheet.marks.items() if mark.kind != "text"}
        written = {id: mark.text for id, mark in sheet.marks.items() if mark.kind == "text"}
        if chance.random() < 0.8:
            written["player"] = name
        marked = {id: "yes" for id in counted if id in marks}
        yield Filling(marks, written, _filled_totals(game, marked, dungeon or "a"), tuple(counted), sheet.path)


def yacht(chance: random.Random, _dungeon: str, _boxes: Mapping[str, Any]) -> Filling:
    """Roll through games of some players, each line by its rules."""
    written: dict[str, str] = {}
    for column, name in enumerate(chance.sample(NAMES, chance.randint(1, 6)), 1):
        points = _yacht_game(chance)
        points["G"] = 35 if sum(points[letter] for letter in "ABCDEF") >= 63 else 0
        points["N"] = sum(points.values())
        written |= {f"player.{column}": name} | {
            f"score.{letter}.{column}": str(each) for letter, each in points.items()
        }
    counted = [id for id in written if id.startswith("score.") and id[6] not in "GN"]
    return Filling({}, written, _filled_totals("yacht", written), tuple(counted))


def _yacht_game(chance: random.Random) -> dict[str, int]:
    """Return the points of twelve lines, each with dice rolled three times, keeping the most frequent number."""
    remaining = list("ABCDEFHIJKLM")
    points = {}
    while remaining:
        dice = [chance.randint(1, 6) for _ in range(5)]
        for _ in range(2):
            most = Counter(dice).most_common(1)[0][0]
            dice = [each if each == most else chance.randint(1, 6) for each in dice]
        worth = {letter: _yacht_line(letter, dice) for letter in remaining}
        letter = max(remaining, key=lambda each: (worth[each] - 10 * (each in "LM"), chance.random()))
        points[letter] = worth[letter]
        remaining.remove(letter)
    return dict(sorted(points.items()))


def _yacht_line(letter: str, dice: list[int]) -> int:
    alike = sorted(Counter(dice).values())
    if letter in "ABCDEF":
        number = "ABCDEF".index(letter) + 1
        return number * dice.count(number)
    if letter == "H":
        return sum(dice) if alike == [2, 3] else 0
    if letter == "I":
        return next((4 * each for each, times in Counter(dice).items() if times >= 4), 0)
    if letter in "JK":
        return 30 if sorted(dice) == [each + "JK".index(letter) for each in range(1, 6)] else 0
    return sum(dice) if letter == "L" else 50 * (alike == [5])


def dungeon_fighter(chance: random.Random, _dungeon: str, boxes: Mapping[str, Any]) -> Filling:
    """Fill in one to four of the parts of a sheet, each for a party."""
    marks: dict[str, str] = {}
    written: dict[str, str] = {}
    totals: list[int] = []
    counted: list[str] = []
    for part in sorted(chance.sample("1234", chance.choice((1, 1, 2, 3, 4)))):
        heroes = chance.randint(2, 6)
        scars = [chance.choice((0, 0, 1, 1, 2, 3)) for _ in range(heroes)]
        out = sum(each == 3 for each in scars)
        party = {
            "coins": chance.randint(0, 30),
            "dice": chance.randint(0, 9),
            "scars": scars,
            "eliminated": out,
            "difficulty": chance.choice(("normal", "hard", "infernal")),
        }
        total, lines = _total_of_player("dungeon-fighter", party)
        totals.append(total)
        for hero, (name, count) in enumerate(zip(chance.sample(NAMES, heroes), scars, strict=True), 1):
            written[f"{part}.hero.{hero}"] = name
            marks |= {f"{part}.scar.{hero}.{number}": "fill" for number in range(1, count + 1)}
            if count == 3:
                marks[f"{part}.out.{hero}"] = "fill"
        marks[f"{part}.level.{party['difficulty']}"] = marks[f"{part}.{chance.choice(('won', 'won', 'lost'))}"] = "fill"
        clean = 0 if any(scars) else 5
        results = {
            "coins": lines["A"],
            "dice": lines["B"],
            "clean": clean,
            "scars": lines["C"] - clean,
            "eliminated": lines["D"],
        }
        results |= {"difficulty": lines["E"], "total": total}
        written |= {f"{part}.{key}": str(points) for key, points in results.items()}
        counted += [id for id in boxes if id.startswith(f"{part}.") and (".scar." in id or ".out." in id)]
        counted += [f"{part}.{key}" for key in ("coins", "dice", "level.normal", "level.hard", "level.infernal")]
    return Filling(marks, written, tuple(totals), tuple(counted))


def platformer(chance: random.Random, _dungeon: str, boxes: Mapping[str, Any]) -> Filling:
    """Fill in one or both logs of won solo games."""
    marks: dict[str, str] = {}
    written: dict[str, str] = {}
    totals: list[int] = []
    counted: list[str] = []
    for log in ("1", "2")[: chance.choice((1, 1, 2))]:
        head = f"log.{log}."
        turns, enemies = chance.randint(1, 12), chance.randint(0, 30)
        health, wounds = chance.randint(4, 16), chance.randint(0, 6)
        prices = [chance.randint(1, 12) for _ in range(chance.randint(0, 8))]
        won = {"events": 12 - turns, "enemies": enemies, "wounds": wounds, "prices": prices}
        won |= {"gems": chance.randint(0, 15), "coins": chance.randint(0, 35)}
        total, lines = _total_of_player("platformer", {"lost": False, **won})
        totals.append(total)
        marks |= {f"{head}turn.{turn}": "cross" for turn in range(1, turns + 1)}
        marks |= {f"{head}enemy.{enemy}": "fill" for enemy in range(1, enemies + 1)} | {f"{head}won": "fill"}
        written |= {
            f"{head}hero": chance.choice(NAMES),
            f"{head}health": str(health),
            f"{head}blow": str(health + wounds),
        }
        written |= {f"{head}gems": str(won["gems"]), f"{head}coins": str(won["coins"])}
        written |= {f"{head}card.{number}": chance.choice(THINGS) for number in range(1, len(prices) + 1)}
        written |= {f"{head}price.{number}": str(price) for number, price in enumerate(prices, 1)}
        written |= {f"{head}score.{letter}": str(points) for letter, points in lines.items()} | {
            f"{head}total": str(total)
        }
        heads = tuple(f"{head}{each}" for each in ("turn", "enemy", "won", "lost", "blow", "gems", "coins", "price"))
        counted += [id for id in boxes if id.startswith(heads)]
    return Filling(marks, written, tuple(totals), tuple(counted))


def party_log(chance: random.Random, _dungeon: str, boxes: Mapping[str, Any]) -> Filling:
    """Fill in the fights of an adventure; equal shares may stay empty, as players may leave them."""
    members = chance.sample(NAMES, chance.randint(2, 6))
    level = chance.randint(1, 3)
    written = {"log.party": chance.choice(THINGS), "log.adventure": str(chance.randint(1, 9)), "log.level": str(level)}
    written |= {f"log.member.{number}": name for number, name in enumerate(members, 1)}
    for fight in range(1, chance.randint(1, 12) + 1):
        strengths = [chance.randint(1, 20) for _ in range(chance.randint(1, 5))]
        written[f"log.strengths.{fight}"] = ",".join(map(str, strengths))
        written[f"log.factor.{fight}"] = str(chance.randint(1, level))
        if chance.random() < 0.5:
            written[f"log.pool.{fight}"] = str(6 * sum(strengths))
        if chance.random() < 0.6:
            share = 6 * sum(strengths) // len(members)
            written |= {f"log.share.{fight}.{number}": str(share) for number in range(1, len(members) + 1)}
    marks = {f"log.sun.{chance.randint(1, 3)}": "fill"}
    marks |= {f"log.gate.segment.{number}": "fill" for number in range(1, chance.randint(0, 8) + 1)}
    marks |= {f"log.gate.wound.{number}": "fill" for number in range(1, chance.randint(0, 20) + 1)}
    if chance.random() < 0.3:
        marks["log.gate.stands"] = "fill"
    counted = [
        "log.gate.stands",
        *(id for id in boxes if id.startswith(("log.strengths", "log.factor", "log.share", "log.member"))),
    ]
    marked = dict.fromkeys(marks, "yes") | written
    return Filling(marks, written, _filled_totals("labirynt-smierci", marked), tuple(counted))


def character_sheet(chance: random.Random, _dungeon: str, _boxes: Mapping[str, Any]) -> Filling:
    """Fill in one or two characters, who have no score."""
    marks: dict[str, str] = {}
    written: dict[str, str] = {}
    for number in range(1, chance.randint(1, 2) + 1):
        head = f"character.{number}."
        written[f"{head}name"] = chance.choice(NAMES)
        small = ("strength", "resistance", "agility", "skill.1", "traps", "negotiation", "gate", "potential.red", "potential.yellow", "potential.blue")  # fmt: skip
        written |= {f"{head}{each}": str(chance.randint(1, 9)) for each in small}
        written |= {f"{head}{each}": str(chance.randint(0, 900)) for each in ("earned", "unspent", "gold")}
        for item in range(1, chance.randint(0, 8) + 1):
            written |= {
                f"{head}item.{item}": chance.choice(THINGS),
                f"{head}item_value.{item}": str(chance.randint(1, 99)),
            }
        spells = chance.randint(0, 9)
        written |= {f"{head}spell.{spell}": chance.choice(THINGS) for spell in range(1, spells + 1)}
        marks |= {f"{head}spell_today.{spell}": "fill" for spell in range(1, spells + 1) if chance.random() < 0.5}
        marks |= {f"{head}wound.{wound}": "fill" for wound in range(1, chance.randint(0, 20) + 1)}
    return Filling(marks, written)


STATES: dict[tuple[str, str], Callable[[random.Random, str, Mapping[str, Any]], Filling]] = {
    ("paper-dungeons", "player_sheet"): paper_dungeons,
    ("yacht", "score_sheet"): yacht,
    ("dungeon-fighter", "score_sheet"): dungeon_fighter,
    ("platformer", "solo_log"): platformer,
    ("labirynt-smierci", "party_log"): party_log,
    ("labirynt-smierci", "character_sheet"): character_sheet,
}
"""How each sheet is filled in. A sheet that is not here cannot be photographed."""
