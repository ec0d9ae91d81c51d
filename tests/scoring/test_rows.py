"""Rows of columns: typed one by one, read back as typed, and read from a file with or without all columns."""

import pytest

from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import parse_yaml
from generator.scoring.dialogue.dialogue import Dialogue
from generator.scoring.entered_games import read_score
from generator.scoring.rules import open_rules
from generator.scoring.score import score_game
from tests.conftest import ROOT
from tests.tables import write_files

SCORING = """
inputs:
  lands: {kind: rows, columns: {size: {kind: number, most: 9}, won: {kind: flag}}, most_entries: 2}
  coins: {kind: number}
lines:
  - {letter: A, word: lines.lands, points: "sum(l.size * (if l.won then 2 else 1) for l in lands)"}
  - {letter: B, word: lines.coins, points: coins}
"""
WORDS = """
game: {title: Lands}
lines: {lands: Lands, coins: Coins}
inputs: {lands: land, coins: coins, size: size, won: won}
"""


@pytest.fixture
def rules(tmp_path):
    files = {"game.yaml": "game: lands\n", "scoring.yaml": SCORING, "words/en.yaml": WORDS}
    write_files(tmp_path / "cards/lands", files)
    return open_rules(GameCatalogue((tmp_path, ROOT)), "lands", "en")


def after(rules, *answers):
    """Return the table, its session after these answers, and the messages after the last one."""
    table = Dialogue(rules)
    session, messages = table.start(), []
    for answer in answers:
        turn = table.back(session) if answer == "<" else table.answer(session, answer)
        session, messages = turn.session, [rules.words.text(each) for each in turn.messages]
    return table, session, messages


def question_of(table, session):
    """Return the question and its offered answer."""
    return [table.rules.words.text(each) for each in table.question(session)]


def test_rows_are_typed_until_there_are_enough_or_one_is_left_blank(rules):
    table, session, _ = after(rules, "Ada", "3 yes")
    assert question_of(table, session)[0].startswith("A Lands – land, row 2: size, won")
    for last in ("4 no", ""):
        table, session, messages = after(rules, "Ada", "3 yes", last)
        assert messages == [f"A = {10 if last else 6}   total {10 if last else 6}"]
        assert question_of(table, session)[0].startswith("B coins"), "two rows are the most"


def test_a_row_is_offered_again_as_it_was_typed_and_a_dash_takes_it_out(rules):
    table, session, _ = after(rules, "Ada", "3 yes", "4 no", "<")
    assert question_of(table, session)[1] == "4 n"
    session = table.answer(table.back(session).session, "-").session
    assert [marks.plain for marks in session.seats[0].marks.values()] == [[{"size": 4, "won": False}]]


def test_a_row_with_too_few_columns_is_asked_again(rules):
    table, session, messages = after(rules, "Ada", "3")
    assert messages == ["2 numbers are needed (size, won), not 1"]
    assert "row 1" in question_of(table, session)[0]


@pytest.mark.parametrize(
    ("lands", "points", "code"),
    [
        ("[{size: 3, won: true}, {size: 4}]", 10, None),
        ("[{size: 3}, {won: true}]", 3, "G051"),
        ("[{size: 3}, {size: 1}, {size: 2}]", 6, "G010"),
        ("[]", 0, None),
    ],
)
def test_a_file_may_leave_columns_out(rules, lands, points, code):
    file = parse_yaml(f"game: lands\nplayers: [{{name: Ada, lands: {lands}, coins: 1}}]\n", "x.yaml")
    record, faults = read_score(rules, file)
    assert [line.points for line in score_game(rules, record).players[0].lines] == [points, 1]
    assert [fault.code for fault in faults] == ([code] if code else [])
