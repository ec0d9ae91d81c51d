"""What decides a tie is asked and named only where it was needed; the least of several kinds is told as full sets."""

from dataclasses import replace

import pytest
import yaml

from generator.reading.yaml_nodes import parse_yaml
from generator.scoring.entered_games import read_score
from generator.scoring.rules import open_rules
from generator.scoring.score import score_game, untold_ties
from generator.scoring.score_listings import winner_line
from tests.conftest import ROOT
from tests.scoring.test_kinds import own_game
from tests.tables import tables

TABLES = tables(__file__)

SCORING = TABLES["scoring"]
# n, boats, ferries, and log: None where it is not told
TIES = TABLES["ties"]


def rules_of(folder, language="en", reduce="least"):
    catalogue = own_game(folder, SCORING.replace("REDUCE", reduce))
    words = "game: {title: Mine}\nlines: {a: A, b: B}\ninputs: {n: n, ships: ships, log: log}\nkinds: {boats: boats, ferries: ferries}\n"
    for code in ("en", "pl", "cs"):
        (folder / f"cards/mine/words/{code}.yaml").write_text(words, encoding="utf-8")
    return open_rules(catalogue, "mine", language)


@pytest.mark.parametrize("case", TIES)
def test_what_decides_a_tie_is_asked_and_named_where_it_was_needed(case, tmp_path):
    rules = rules_of(tmp_path)
    sheets, untold, told = TIES[case]
    players = [
        {"name": f"P{number}", "n": n, "ships": {"boats": boats, "ferries": ferries}, **({} if log is None else {"log": log})}
        for number, (n, boats, ferries, log) in enumerate(sheets, 1)
    ]  # fmt: skip
    record, _ = read_score(rules, parse_yaml(yaml.safe_dump({"game": "mine", "players": players}), "s.yaml"))
    result = score_game(rules, record)
    assert [
        (fault.code, str(fault.place), dict(fault.message.values)["what"].bare) for fault in untold_ties(rules, result)
    ] == [("G027", *place_and_word) for place_and_word in untold]
    assert winner_line(rules, result) == told


FEWEST = TABLES["fewest"]


@pytest.mark.parametrize("case", FEWEST)
def test_a_tie_is_decided_by_the_fewest_where_the_game_says_so(case, tmp_path):
    rules = rules_of(tmp_path)
    rules = replace(rules, table=replace(rules.table, fewest=("log",)))
    sheets, ranks, told = FEWEST[case]
    players = [
        {"name": f"P{number}", "n": 5, "ships": {"boats": boats}, **({} if log is None else {"log": log})}
        for number, (boats, log) in enumerate(sheets, 1)
    ]
    players[-1]["n"] -= len(players) == 3  # the third has no part in the tie
    record, _ = read_score(rules, parse_yaml(yaml.safe_dump({"game": "mine", "players": players}), "s.yaml"))
    result = score_game(rules, record)
    assert [player.rank for player in result.players] == ranks
    assert winner_line(rules, result) == told


SETS = TABLES["sets"]


@pytest.mark.parametrize("language", SETS)
def test_the_least_of_several_kinds_is_told_as_full_sets(language, tmp_path):
    rules = rules_of(tmp_path, language)
    part = rules.table.lines[1].parts[0]
    record, _ = read_score(
        rules, parse_yaml("game: mine\nplayers: [{name: Ada, n: 1, ships: {boats: 3, ferries: 2}}]\n", "s.yaml")
    )
    formula, reason = SETS[language]
    assert rules.words.tell(part.formula(rules.data, rules.table.inputs)) == formula
    assert rules.words.tell(score_game(rules, record).players[0].lines[1].reasons[0]) == reason


def test_the_most_of_several_kinds_names_them(tmp_path):
    rules = rules_of(tmp_path, reduce="most")
    part = rules.table.lines[1].parts[0]
    assert rules.words.tell(part.formula(rules.data, rules.table.inputs)) == "5 for each (the most of boats, ferries)"


@pytest.mark.parametrize(("language", "shield"), [("en", "shield"), ("pl", "tarcz"), ("cs", "štít")])
def test_the_scorer_calls_no_box_a_shield(language, shield):
    """A game may draw its points in boxes of any shape."""
    said = (ROOT / f"cards/common/words/score.{language}.yaml").read_text(encoding="utf-8")
    assert shield not in said.lower()
