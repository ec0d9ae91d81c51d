"""Sheets as they are at the end of a game: what is marked and written where, and what the program makes of it."""

import random
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from generator.reading.catalogue import Catalogue
from generator.reading.yaml_nodes import parse_yaml
from generator.rulesets.ruleset import replay_record
from generator.rulesets.simulate.match import MatchSetup
from generator.rulesets.simulate.spec import read_simulation, style_of
from generator.scoring.chapters import the_map
from generator.scoring.filled import read_filled
from generator.scoring.rules import Rules, open_rules
from generator.scoring.score import score_game

ROOT = Path(__file__).resolve().parents[2]
ON_THE_MAP = ("gem", "monster", "treasure", "room", "potion", "round", "health", "training")
"""What is marked beside the tracks of Paper Dungeons: tracks tell it again, and a gem is crossed out when it is lost."""


class Filling(NamedTuple):
    """What is on a sheet: kinds of marks by id (fill, cross or ring, each as a hand makes it), what is written by id,
    the way through the rooms of a map, and the total of each player."""

    marks: dict[str, str]
    written: dict[str, str]
    path: tuple[tuple[str, str], ...] = ()
    totals: tuple[int, ...] = ()


@lru_cache(maxsize=None)
def catalogue() -> Catalogue:
    return Catalogue.at(ROOT)


@lru_cache(maxsize=None)
def rules_of(game: str) -> Rules:
    return open_rules(catalogue(), game, "en")


def totals(game: str, held: dict[str, str], dungeon: str = "") -> tuple[int, ...]:
    """Return the totals that the program counts from marked boxes ("yes") and what is written."""
    rules = rules_of(game)
    map_id, cards, _ = the_map(rules, dungeon)
    record, _ = read_filled(rules, [held], "truth", cards, map_id)
    return tuple(player.total for player in score_game(rules, record).players)


def counts(id: str) -> bool:
    """Tell whether the total follows from a box."""
    return id.partition(".")[0] not in ON_THE_MAP


def played_dungeon(dungeon: str, chance: random.Random) -> Filling:
    """Play a whole game of Paper Dungeons by its rules, and return one player's sheet."""
    game = "paper-dungeons"
    spec = read_simulation(catalogue(), game)
    seats = tuple(style_of(spec, chance.choice((*spec.styles, "random"))) for _ in range(2))
    match = MatchSetup((ROOT,), game, seats, (dungeon,), chooses=False)
    simulator = match.simulator()
    record = simulator.record(match, chance.randrange(1 << 30))
    sheet = replay_record(simulator.rules, parse_yaml(record, "record")).sheets[0]
    marks = {id: mark.kind for id, mark in sheet.marks.items() if mark.kind != "text"}
    written = {id: mark.text for id, mark in sheet.marks.items() if mark.kind == "text"}
    held = {id: "yes" for id in marks if counts(id)}
    return Filling(marks, written, sheet.path, totals(game, held, dungeon))


def filling(game: str, sheet: str, dungeon: str, boxes: Any, chance: random.Random) -> Filling:
    """Return a legal state of a sheet."""
    return played_dungeon(dungeon, chance)
