"""No game that was played by the rules ends with a sheet that the scorer refuses, and no shield with points it refuses."""

from functools import cache

from generator.chance import Stream
from generator.diagnostics import Place
from generator.game.game import open_game
from generator.keeping.played_maps import played_on
from generator.reading.catalogue import Catalogue
from generator.reading.yaml_nodes import Node
from generator.rulesets.ruleset import open_ruleset
from generator.rulesets.simulate.match import MatchSetup
from generator.rulesets.simulate.simulator import RANDOM, Simulator
from generator.rulesets.simulate.spec import read_simulation, style_of
from generator.scoring.messages import WrongScore
from generator.scoring.rules import open_rules
from generator.scoring.tally import read_score
from tests.conftest import ROOT, often

CATALOGUE = Catalogue((ROOT,))
GAME = "paper-dungeons"
DUNGEONS = "abcdefghijkl"
VARIANTS = (
    (),
    ("vanishing_gems",),
    ("treasure_hunter_bonus", "random_bosses"),
    ("boots_brew", "boots_craft"),
    ("missions_after_boss", "distinct_traps"),
)


@cache
def simulator():
    return Simulator(open_ruleset(open_game(CATALOGUE, GAME)))


@cache
def rules_on(dungeon):
    return played_on(open_rules(CATALOGUE, GAME, "en"), dungeon)


def noded(value):
    if isinstance(value, dict):
        held = {key: noded(child) for key, child in value.items()}
        return Node(held, Place("x"), dict.fromkeys(held, Place("x")))
    return Node([noded(child) for child in value] if isinstance(value, list) else value, Place("x"))


def refused(seed):
    """Play the game of a seed and return what the scorer refuses of it: as written down in two ways, and its shields."""
    chance = Stream(seed, "table")
    spec = read_simulation(CATALOGUE, GAME)
    names = [*spec.styles, RANDOM, RANDOM]
    seats = tuple(style_of(spec, chance.choice(names)) for _ in range(chance.choice((1, 1, 2, 3, 4))))
    dungeon, variants = chance.choice(DUNGEONS), chance.choice(VARIANTS)
    match = MatchSetup((ROOT,), GAME, seats, (dungeon,), variants, digest="x")
    played = simulator()
    state = played.play(match, seed, [[] for _ in seats])
    content = played.rules.scorer.score_file(state, dungeon)
    fought = {**content, "players": [dict(player) for player in content["players"]]}
    for player, sheet in zip(fought["players"], state.sheets, strict=True):
        if "may_flee" not in variants:
            del player["bosses"]
            player["fights"] = [strength if strength > 0 else None for strength in sheet.strengths]
    rules = rules_on(dungeon)
    found = []
    for told in (content, fought):
        try:
            _, faults = read_score(rules, noded(told))
            found += [fault for fault in faults if fault.severity == "error"]
        except WrongScore as wrong:
            found += [rules.words.diagnostic(fault) for fault in wrong.faults if fault.severity == "error"]
    cards = {"bosses": tuple(content["bosses"])}
    for score in played.rules.scores(state):
        for letter, points in zip(played.rules.lines, score.lines, strict=True):
            for known in ({}, cards):
                if not any(points in run for run in rules.line_points(letter, known, solo=len(seats) == 1)):
                    found.append((letter, points))
    return [(seed, dungeon, variants, fault, told) for fault in found]


def test_no_sheet_of_a_game_by_the_rules_is_refused():
    assert [fault for seed in range(often(40, 1000)) for fault in refused(seed)] == []
