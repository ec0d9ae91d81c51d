"""Test that the scorer accepts the sheets and shields of all legal games, and reads pencilled sheets as played."""

from functools import cache

from generator.authoring.dungeon_file_authoring import generated_text
from generator.chance import RandomStream
from generator.game.game import open_game
from generator.maps.share_code import MapOptions, code_of
from generator.products.scores.scores_from_files import played_on, score_marks
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import parse_yaml
from generator.rulesets.ruleset import open_ruleset
from generator.rulesets.simulate.match_setup import MatchSetup
from generator.rulesets.simulate.simulator import RANDOM, Simulator
from generator.rulesets.simulate.spec import read_simulation, style_of
from generator.scoring.entered_games import read_score
from generator.scoring.messages import UnscorableGame
from generator.scoring.rules import open_rules
from generator.scoring.score import score_game
from generator.scoring.ticks_to_inputs import SheetMarks, read_filled
from tests.conftest import ROOT, often
from tests.scoring.legal_sheets import noded
from tests.tables import tables

TABLES = tables(__file__)

CATALOGUE = GameCatalogue((ROOT,))
GAME = "paper-dungeons"
DUNGEONS = "abcdefghijkl"
VARIANTS = tuple(TABLES["variants"])


@cache
def simulator():
    return Simulator(open_ruleset(open_game(CATALOGUE, GAME)))


@cache
def rules_on(dungeon):
    return played_on(open_rules(CATALOGUE, GAME, "en"), dungeon)


def score_faults(seed, dungeon=None):
    """Play the game of a seed and return its faults and warnings: as three kinds of score file, and of its shields.

    `dungeon` is a file; without it, chance picks a dungeon of the game.
    """
    chance = RandomStream(seed, "table")
    spec = read_simulation(CATALOGUE, GAME)
    names = [*spec.styles, RANDOM, RANDOM]
    seats = tuple(style_of(spec, chance.choice(names)) for _ in range(chance.choice((1, 1, 2, 3, 4, 8))))
    random_dungeon, variants = chance.choice(DUNGEONS), chance.choice(VARIANTS)
    dungeon = dungeon or random_dungeon
    match = MatchSetup((ROOT,), GAME, seats, (dungeon,), variants, digest="x")
    game_simulator = simulator()
    state, _ = game_simulator.play(match, seed)
    content = game_simulator.rules.scorer.score_file(state, dungeon)
    with_fights = {**content, "players": [dict(player) for player in content["players"]]}
    for player, sheet in zip(with_fights["players"], state.sheets, strict=True):
        if "may_flee" not in variants:
            del player["bosses"]
            player["fights"] = [strength if strength > 0 else None for strength in sheet.strengths]
    rules = rules_on(dungeon)
    problems = []
    lines_only = [
        {"name": player["name"], "lines": dict(zip(game_simulator.rules.lines, score.lines, strict=True))}
        for player, score in zip(content["players"], game_simulator.rules.scores(state), strict=True)
    ]
    for version in (content, with_fights, {**content, "players": lines_only}):
        try:
            _, faults = read_score(rules, noded(version))
        except UnscorableGame as wrong:
            faults = wrong.faults
        problems += [rules.words.diagnostic(fault) for fault in faults if fault.severity != "note"]
    for score in game_simulator.rules.scores(state):
        for letter, points in zip(game_simulator.rules.lines, score.lines, strict=True):
            if points not in rules.line_points(letter):
                problems.append((letter, points))
    return [(seed, dungeon, variants, fault, version) for fault in problems]


def test_no_sheet_of_a_game_by_the_rules_is_refused():
    assert [fault for seed in range(often(12, 4_000)) for fault in score_faults(seed)] == []


def test_no_sheet_of_a_game_in_a_generated_dungeon_of_any_size_is_refused(tmp_path):
    for seed in range(often(4, 500)):
        chance = RandomStream(seed, "size")
        options = MapOptions(chance.choice(range(3, 13)), chance.choice(range(3, 13)), "standard", new_map=True)
        file = tmp_path / f"own{seed}.yaml"
        file.write_text(generated_text(CATALOGUE, GAME, code_of(seed * 104729), options), encoding="utf-8")
        assert score_faults(seed, str(file)) == []


def boxes_of(sheet):
    """Return the form values of a pencilled sheet: every box with any mark, but not its shields."""
    return {id: mark.text or "yes" for id, mark in sheet.marks.items() if not id.startswith("score.")}


def misread(seed):
    """Play the game of a seed, fill in its sheets, and return the misread lines, and the number of lost gems."""
    chance = RandomStream(seed, "pencil")
    seats = tuple(style_of(read_simulation(CATALOGUE, GAME), RANDOM) for _ in range(chance.choice((1, 2, 3))))
    dungeon = chance.choice(DUNGEONS)
    match = MatchSetup((ROOT,), GAME, seats, (dungeon,), chance.choice(VARIANTS), digest="x")
    state, story = simulator().play(match, seed)
    text = simulator().rules.record_text(simulator().begin(match, seed), [action for _, action in story])
    replayed = simulator().rules.replay(parse_yaml(text, "record.yaml"))
    cards = {"bosses": tuple(simulator().rules.scorer.score_file(state, dungeon)["bosses"])}
    boxes = [boxes_of(sheet) for sheet in replayed.sheets]
    record, _ = read_filled(
        rules_on(dungeon), [SheetMarks(each, "x.pdf") for each in boxes], cards, dungeon, solo=len(seats) == 1
    )
    actual = [[line.points for line in player.lines] for player in score_game(rules_on(dungeon), record).players]
    expected = [list(score.lines) for score in simulator().rules.scores(state)]
    return (seed, actual, expected) if actual != expected else None, sum(
        sheet.lost.bit_count() for sheet in state.sheets
    )


def test_what_a_pencil_left_in_a_game_is_read_as_it_was_played():
    games = [misread(seed) for seed in range(often(4, 500))]
    assert [fault for fault, _ in games if fault] == []
    assert sum(lost for _, lost in games) > 6, "gems that are lost are marked too, and count nothing"


def test_gems_on_the_map_alone_are_told_as_taken_or_lost():
    boxes = {
        "hero.rogue.2": "yes",
        "gem.A": "yes",
        "gem.C": "yes",
        **{f"band.{fight}.flee": "yes" for fight in (1, 2, 3)},
    }
    rules = open_rules(CATALOGUE, GAME, "en")
    for more, codes in (({}, ["F012"]), ({"gem_track.1": "yes"}, []), ({"score.F": "0"}, [])):
        record, _, faults = score_marks(rules, [SheetMarks(boxes | more, "x.pdf", map="a")], solo=True)
        assert [fault.code for fault in faults] == codes
        assert record.sheets[0].marks["gems"].plain == ("gem_track.1" in more)
