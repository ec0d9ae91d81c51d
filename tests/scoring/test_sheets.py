"""Sheets of Paper Dungeons (sheets.yaml): scored by hand, rejected with the name of the box, or with a warning."""

import json
from functools import cache

import pytest
import yaml

from generator.diagnostics import InvalidInput
from generator.products.scores.scores_from_files import read_score_node
from generator.reading.yaml_nodes import parse_yaml
from generator.rulesets.simulate.match_setup import MatchSetup
from generator.rulesets.simulate.simulator import RANDOM
from generator.rulesets.simulate.spec import read_simulation, style_of
from generator.scoring.dialogue.dialogue import Dialogue
from generator.scoring.dialogue.results import score_of
from generator.scoring.entered_games import read_score
from generator.scoring.rules import open_rules
from tests.conftest import ROOT, often
from tests.scoring.legal_sheets import CHIMERAS, WITH_CHIMERAS
from tests.scoring.test_legal_games import CATALOGUE, DUNGEONS, GAME, RandomStream, simulator
from tests.tables import read_yaml

TABLE = read_yaml(ROOT / "tests" / "scoring" / "sheets.yaml")
WORKED = TABLE["worked"]
HEROES = ("warrior", "wizard", "cleric", "rogue")


def player(case, **changes):
    """Return a worked sheet with changes, as a score file has it; None leaves a key out."""
    sheet = {key: value for key, value in WORKED[case].items() if key not in ("lines", "total", "solo")}
    sheet["heroes"] = dict(zip(HEROES, map(int, sheet["heroes"].split()), strict=True))
    return {key: value for key, value in {"name": case, **sheet, **changes}.items() if value is not None}


def game(*players, **changes):
    return {"game": GAME, "bosses": list(CHIMERAS), "players": list(players), **changes}


@cache
def rules(lang="en"):
    return open_rules(WITH_CHIMERAS, GAME, lang)


def scored(content, lang="en"):
    """Return the game in a score file, its score and its faults."""
    return read_score_node(rules(lang), parse_yaml(json.dumps(content), "game.yaml"))


def points(content, place=0):
    return {line.letter: line.points for line in scored(content).score.players[place].lines}


def refused(content, lang="en"):
    """Return the errors of a file, one text each; an empty list if the file is valid."""
    try:
        scored(content, lang)
    except InvalidInput as error:
        return [f"{fault.code} {fault.message}" for fault in error.diagnostics if fault.severity == "error"]
    return []


@pytest.mark.parametrize("sheet", [5, "Ada", None, [1], True])
@pytest.mark.parametrize("others", [0, 1])
def test_a_value_that_is_no_sheet_is_an_error(sheet, others):
    faults = refused(game(*[player("C1")] * others, sheet))
    assert [fault.partition(", found")[0] for fault in faults] == ["S002 expected a mapping for a player"]


def warnings(content):
    """Return the warnings about a file that has a total."""
    return [f"{fault.code} {fault.message}" for fault in scored(content).faults]


@pytest.mark.parametrize("case", WORKED)
def test_a_full_sheet_scores_as_worked_by_hand(case):
    scores = points(game(player(case), solo=WORKED[case].get("solo", False)))
    assert list(scores) == list("ABCDEFGHIJK")
    assert list(scores.values()) == WORKED[case]["lines"]
    assert sum(scores.values()) == WORKED[case]["total"]


def test_more_explored_rooms_win_a_tie_and_a_full_one_is_shared():
    result = scored(game(player("C2"), player("C12"))).score
    assert ([(each.name, each.rank) for each in result.players], result.winners) == ([("C2", 2), ("C12", 1)], ("C12",))
    assert scored(game(player("C2", rooms=24), player("C12"))).score.winners == ("C2", "C12")


def test_a_tie_without_its_rooms_is_reported():
    result = scored(game(player("C2", rooms=10), player("C12", rooms=None)))
    assert "a tie: C12 has no number for explored rooms, so the place is shared" in [
        fault.message for fault in result.faults
    ]


@pytest.mark.parametrize(("item", "glory"), TABLE["items"].items())
def test_a_single_finished_item(item, glory):
    assert points(game(player("C1", items={item: 2}, monsters=2)))["E"] == glory


@pytest.mark.parametrize(("strength", "glory"), TABLE["bands"])
def test_chimera_bands(strength, glory):
    strong = {"heroes": dict.fromkeys(HEROES, 6), "gems": 1, "goal": 0}
    assert points(game(player("C1", fights=[strength, None, None], **strong)))["A"] == glory


@pytest.mark.parametrize(("goal", "glory"), TABLE["goals"].items())
def test_a_goal_is_counted_from_the_sheet_by_its_name_alone(goal, glory):
    for value in (goal, {"key": goal}):
        assert points(game(player("C2", goal=value)))["J"] == glory


@pytest.mark.parametrize(("goal", "glory"), [("rooms", 4), ({"key": "rooms", "value": 22}, 2)])
def test_after_a_correction_a_typed_count_of_a_goal_stays_and_one_of_the_sheet_follows(goal, glory):
    dialogue = Dialogue(rules())
    session = dialogue.reopen(scored(game(player("C1", goal=goal, rooms=22))).record)
    corrected = dialogue.put(session, 0, "rooms", "27").session
    assert score_of(rules(), corrected).players[0].lines[9].points == glory


@pytest.mark.parametrize("name", TABLE["refused"])
def test_a_sheet_that_cannot_be_read_is_refused(name):
    case = TABLE["refused"][name]
    assert refused(game(player("C1", **case["sheet"]))) == [case["says"]]


@pytest.mark.parametrize("name", TABLE["warned"])
def test_an_unusual_sheet_has_its_total_with_a_warning_at_its_place(name):
    sheet, beside, total, *expected = TABLE["warned"][name]
    text = yaml.safe_dump(
        {**game(player("C1", **sheet)), **beside}, sort_keys=False, default_flow_style=True, width=9999
    )
    result = read_score_node(rules(), parse_yaml(text, "game.yaml"))
    warnings_found = [fault for fault in result.faults if fault.severity == "warning"]
    assert [each.total for each in result.score.players] == [total]
    assert [f"{fault.code} {fault.message}" for fault in warnings_found] == [message for _, message in expected]
    assert all(
        text[fault.place.column - 1 :].startswith(at) for fault, (at, _) in zip(warnings_found, expected, strict=True)
    )


@pytest.mark.parametrize("name", TABLE["misplaced"])
def test_a_boss_where_it_cannot_be_is_a_warning(name):
    bosses, warning = TABLE["misplaced"][name]
    file = game(player("C1", fights=None, bosses=[-4, -4, -4]), bosses=bosses)
    assert warning in warnings(file)
    assert points(file)["A"] == -4


def test_inputs_that_are_missing_are_named_once_in_the_order_of_the_game():
    faults = refused(game({"name": "Ben", "goal": "rooms"}))
    assert [fault for fault in faults if "S004" in fault] == [
        f"S004 key '{key}' is missing for a player" for key in ("bosses", "heroes")
    ]
    assert not any("G016" in fault for fault in faults), "no boss counts as never met where all are missing"


@pytest.mark.parametrize("name", TABLE["files"])
def test_a_file_that_cannot_be_is_reported_in_every_language(name):
    case = TABLE["files"][name]
    errors = {lang: refused(game(player("C1")) | case["game"], lang) for lang in ("en", "pl", "cs")}
    assert any(case["says"] in each for each in errors["en"])
    assert len(set(map(tuple, errors.values()))) == 3


def test_two_players_with_the_same_single_card_are_a_warning():
    messages = warnings(game(player("C2"), player("C3", power="merchant", goal=2)))
    assert sum("power Merchant: more than one player has this card" in each for each in messages) == 1
    messages = warnings(game(player("C1"), player("C2", goal={"key": "rooms", "value": 22})))
    assert any("goal Explorers 12: more than one player has this card" in each for each in messages)


def test_bosses_that_are_left_out_are_flights_where_they_are_known_and_a_fault_where_not():
    assert any("key 'bosses' is missing for a player" in each for each in refused(game(player("C1", fights=None))))
    half = game(player("C1", fights=None, bosses=[3, None, -4]))
    assert points(half)["B"] == -4
    messages = [fault.message for fault in scored(half).faults]
    assert "Chimera: no result, so its room was never explored (−4 glory)" in messages
    assert any("boss 2 has no result" in each for each in refused(half | {"bosses": [None, None, None]}))


def test_the_bosses_of_a_named_dungeon_need_not_be_listed():
    content = game(player("C1", fights=[10, 16, None], heroes=dict.fromkeys(HEROES, 4), gems=1), dungeon="a")
    del content["bosses"]
    assert list(points(content).values())[:3] == [3, 5, -3]


@pytest.mark.parametrize(
    ("cards", "most"), [({}, 3), ({"power": "assassin"}, 5), ({"items": {"reapers_scythe": 2}}, 5)]
)
def test_more_than_the_map_holds_is_a_warning(cards, most):
    small = rules().played_on({"monsters": 3, "rooms": 42}, knows_map=True)
    for monsters in (most, most + 1):
        sheet = player("C1", **{"power": None, **cards, "monsters": monsters})
        _, faults = read_score(small, parse_yaml(json.dumps(game(sheet)), "game.yaml"))
        assert ("G014" in [fault.code for fault in faults]) == (monsters > most)


def test_a_solo_game_has_one_player():
    messages = refused(game(player("C6"), player("C1", missions=[]), solo=True))
    assert any("a solo game has one player, found 2" in each for each in messages)


def test_all_faults_come_at_once():
    with pytest.raises(InvalidInput) as error:
        scored(game(player("C1", gems=11, monsters="many", power="x")))
    assert sorted(each.code for each in error.value.diagnostics) == ["G007", "G010", "S003"]


def ended(seed):
    """Return the only player of a game of a seed, and the rest of its score file."""
    chance, dungeon = RandomStream(seed, "impossible"), DUNGEONS[seed % 12]
    seats = (style_of(read_simulation(CATALOGUE, GAME), chance.choice(["greedy", RANDOM])),)
    state, _ = simulator().play(MatchSetup((ROOT,), GAME, seats, (dungeon,), (), digest="x"), seed)
    content = simulator().rules.scorer.score_file(state, dungeon)
    (player,) = content.pop("players")
    return player, content


# a mistake in one box, and the word for it in the message
SLIPS = (
    (lambda sheet: {"gems": 11}, "gems"),
    (lambda sheet: {"monsters": 13}, "monsters"),
    (lambda sheet: {"rooms": 43}, "rooms"),
    (lambda sheet: {"damage": 26}, "damage"),
    (lambda sheet: {"damage": sum(sheet["heroes"].values()) + 1, "resurrection": False}, "damage"),
    (lambda sheet: {"resurrection": True, "damage": 4}, "resurrection"),
    (lambda sheet: {"heroes": {**sheet["heroes"], "cleric": 7}}, "cleric"),
    (lambda sheet: {"heroes": {**sheet["heroes"], "cleric": 0}}, "cleric"),
    (lambda sheet: {"items": {**sheet["items"], "book_of_wisdom": 3}}, "book_of_wisdom"),
    (lambda sheet: {"missions": [9]}, "missions"),
    (lambda sheet: {"missions": [1, 2, 3, 4]}, "missions"),
    (lambda sheet: {"goal": {"key": "rooms", "value": 0 if sheet["rooms"] >= 20 else 30}}, "Explorers"),
    (lambda sheet: {"bosses": [0, *sheet["bosses"][1:]]}, "0 glory"),
    (lambda sheet: {"lines": {"F": 29}}, "F is 29"),
    (lambda sheet: {"lines": {"I": -8}}, "I is −8"),
)


@pytest.mark.parametrize("number", range(len(SLIPS)))
def test_a_slip_on_the_sheet_of_a_real_game_is_reported(number):
    slip, box = SLIPS[number]
    for seed in range(often(2, 10)):
        player, content = ended(seed)
        beside = {key: content[key] for key in ("dungeon", "bosses", "solo")}
        assert refused(game({"name": "Ada", **player}, **beside)) == []
        content = game({"name": "Ada", **player, **slip(player)}, **beside)
        messages = refused(content) or warnings(content)
        assert any(box in each for each in messages), (seed, messages)
