"""The scorer asks for and names a tie-breaker only if a game needs it."""

from dataclasses import replace

import pytest
import yaml

from generator.reading.yaml_nodes import parse_yaml
from generator.scoring.dialogue.dialogue import Dialogue, answers_listing
from generator.scoring.dialogue.questions import all_questions
from generator.scoring.dialogue.results import finished_game, open_ties
from generator.scoring.entered_games import read_score
from generator.scoring.rules import open_rules
from generator.scoring.score import score_game, unresolved_ties
from generator.scoring.score_listings import score_listing, winner_line
from tests.conftest import ROOT
from tests.scoring.test_kinds import own_game
from tests.tables import tables

TABLES = tables(__file__)

SCORING = TABLES["scoring"]
# n, boats, ferries, and log: None if it is not given
TIES = TABLES["ties"]


def rules_of(folder):
    catalogue = own_game(folder, SCORING)
    words = "game: {title: Mine}\nlines: {a: A, b: B}\ninputs: {n: n, ships: ships, log: log}\nkinds: {boats: boats, ferries: ferries}\n"
    (folder / "cards/mine/words/en.yaml").write_text(words, encoding="utf-8")
    return open_rules(catalogue, "mine", "en")


@pytest.mark.parametrize("case", TIES)
def test_what_decides_a_tie_is_asked_and_named_where_it_was_needed(case, tmp_path):
    rules = rules_of(tmp_path)
    sheets, unresolved, winner = TIES[case]
    players = [
        {"name": f"P{number}", "n": n, "ships": {"boats": boats, "ferries": ferries}, **({} if log is None else {"log": log})}
        for number, (n, boats, ferries, log) in enumerate(sheets, 1)
    ]  # fmt: skip
    record, _ = read_score(rules, parse_yaml(yaml.safe_dump({"game": "mine", "players": players}), "s.yaml"))
    result = score_game(rules, record)
    assert [
        (fault.code, str(fault.place), dict(fault.message.values)["what"].bare)
        for fault in unresolved_ties(rules, result)
    ] == [("G027", *place_and_word) for place_and_word in unresolved]
    assert winner_line(rules, result) == winner


FEWEST = TABLES["fewest"]


@pytest.mark.parametrize("case", FEWEST)
def test_a_tie_is_decided_by_the_fewest_where_the_game_says_so(case, tmp_path):
    rules = rules_of(tmp_path)
    rules = replace(rules, table=replace(rules.table, fewest=("log",)))
    sheets, ranks, winner = FEWEST[case]
    players = [
        {"name": f"P{number}", "n": 5, "ships": {"boats": boats}, **({} if log is None else {"log": log})}
        for number, (boats, log) in enumerate(sheets, 1)
    ]
    players[-1]["n"] -= len(players) == 3  # the third player is not in the tie
    record, _ = read_score(rules, parse_yaml(yaml.safe_dump({"game": "mine", "players": players}), "s.yaml"))
    result = score_game(rules, record)
    assert [player.rank for player in result.players] == ranks
    assert winner_line(rules, result) == winner


LEFT_OUT = TABLES["left out"]


def asking_rules(folder):
    rules = rules_of(folder)
    path = folder / "cards/mine/scoring.yaml"
    path.write_text(SCORING.replace("5 * min(ships)", "5 * min(ships), asks: [ships, log]"), encoding="utf-8")
    return open_rules(rules.data.source.catalogue, "mine", "en")


@pytest.mark.parametrize("case", LEFT_OUT)
def test_a_number_that_is_left_out_decides_nothing_in_files_and_at_the_table(case, tmp_path):
    rules = asking_rules(tmp_path)
    logs, ranks, open_players = LEFT_OUT[case]
    points = (5, 5, 4)
    players = [
        {"name": f"P{number}", "n": n, "ships": {"boats": 1}, **({} if log is None else {"log": log})}
        for number, (n, log) in enumerate(zip(points, logs, strict=True), 1)
    ]
    record, _ = read_score(rules, parse_yaml(yaml.safe_dump({"game": "mine", "players": players}), "s.yaml"))
    result = score_game(rules, record)
    assert [player.rank for player in result.players] == ranks
    assert [str(fault.place) for fault in unresolved_ties(rules, result)] == open_players
    assert [player.get("log") for player in record.in_file(rules)["players"]] == logs

    table = Dialogue(rules)
    session = table.start()
    for player in players:
        session = table.answer(session, player["name"]).session
        assert open_ties(rules, session) == [], "as long as a line is open"
        for text in (str(player["n"]), "boats 1", str(player.get("log", ""))):
            session = table.answer(session, text).session
    session = table.answer(session, "").session
    record, result = finished_game(rules, session)
    assert [player.rank for player in result.players] == ranks
    assert [fault.code for fault in result.warnings] == ["G027"] * len(open_players)
    assert [f"P{fault.place.line}" for fault in open_ties(rules, session)] == open_players
    rows = [row for row in answers_listing(rules, record, 1).rows if row[1] == "B: log"]
    assert [row[2] for row in rows] == ([] if logs[1] is None else [str(logs[1])])


COUNTED = TABLES["counted"]


@pytest.mark.parametrize("case", COUNTED)
def test_points_of_lines_and_names_of_formulas_decide_ties(case, tmp_path):
    ties, fewest, (sheets, ranks, winner) = COUNTED[case]
    catalogue = own_game(tmp_path, f"{TABLES['counted scoring']}ties: {ties}\nfewest: {fewest}\n")
    words = (
        "game: {title: Mine}\nlines: {a: A, b: B, c: C}\ninputs: {n: n, m: m}\nlets: {best: best line, pairs: pairs}\n"
    )
    (tmp_path / "cards/mine/words/en.yaml").write_text(words, encoding="utf-8")
    rules = open_rules(catalogue, "mine", "en")
    players = [{"name": f"P{number}", **sheet} for number, sheet in enumerate(sheets, 1)]
    record, _ = read_score(rules, parse_yaml(yaml.safe_dump({"game": "mine", "players": players}), "s.yaml"))
    result = score_game(rules, record)
    assert [player.rank for player in result.players] == ranks
    assert winner_line(rules, result) == winner
    assert score_listing(rules, result).rows[4:-1] == [
        ["", word, *("–" if each.ties[name] is None else str(each.ties[name]) for each in result.players)]
        for name, word in (("best", "Best line"), ("pairs", "Pairs"), ("n", "N"))
        if name in ties
    ]
    if "n" not in ties:
        assert {question.input for question in all_questions(rules, Dialogue(rules).start())} == {"n", "m"}


@pytest.mark.parametrize(("language", "shield"), [("en", "shield"), ("pl", "tarcz"), ("cs", "štít")])
def test_the_scorer_calls_no_box_a_shield(language, shield):
    """A game may draw its points in boxes of any shape."""
    text = (ROOT / f"cards/common/words/score.{language}.yaml").read_text(encoding="utf-8")
    assert shield not in text.lower()
