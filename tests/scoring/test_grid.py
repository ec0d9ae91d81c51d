"""A grid of ticks: typed, in a file, or ticked on a sheet; shown as a grid, and scored by its complete lines."""

import json

import pytest

from generator.diagnostics import InvalidInput
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import parse_yaml
from generator.scoring.entered_games import read_score
from generator.scoring.input_reading import FilledFields
from generator.scoring.messages import Faults, UnreadableAnswer, UnscorableGame
from generator.scoring.rules import open_rules
from generator.scoring.score import score_game
from tests.conftest import ROOT
from tests.tables import table, write_files

POINTS = (
    "5 * count(all(r) for r in hold.rows) + 3 * count(all(c) for c in hold.columns)"
    " + 2 * count(all(d) for d in hold.diagonals) + (if all(hold.all) then 10 else 0)"
)
WORDS = "game: {title: Moon}\nlines: {a: Hold}\ninputs: {hold: the hold}\n"
FALLING = ["a1", "b2", "c3", "d4"]
ALL = [f"{row}{column}" for row in "abcd" for column in range(1, 5)]


@pytest.fixture
def moon(tmp_path):
    return rules_of(tmp_path)


def rules_of(folder, *, grid="rows: 4, columns: 4", language="en", points=POINTS):
    files = {
        "game.yaml": "game: moon\n",
        "scoring.yaml": f"inputs: {{hold: {{kind: grid, {grid}, fields: [hold]}}}}\n"
        f"lines: [{{letter: A, word: lines.a, points: '{points}'}}]\n",
    } | {f"words/{code}.yaml": WORDS for code in ("en", "pl", "cs")}
    write_files(folder / "cards/moon", files)
    return open_rules(GameCatalogue((folder, ROOT)), "moon", language)


def scored(rules, ticked):
    record, _ = read_score(
        rules, parse_yaml(json.dumps({"game": "moon", "players": [{"name": "Ann", "hold": ticked}]}), "evening.yaml")
    )
    line = score_game(rules, record).players[0].lines[0]
    return line.points, ", ".join(map(rules.words.text, line.reasons))


@table("ticked, points, reason")
def test_complete_lines_give_points_and_are_named(moon, ticked, points, reason):
    assert scored(moon, ticked) == (points, reason)


def test_the_whole_grid_counts_besides_all_its_lines(moon):
    points, reason = scored(moon, ALL)
    assert points == 4 * 5 + 4 * 3 + 2 * 2 + 10
    assert reason.count(" → ") == 4
    assert moon.line_points("A")[-1] == points


@table("formula, points")
def test_a_formula_takes_boxes_of_a_grid_by_key_row_and_column(tmp_path, formula, points):
    assert scored(rules_of(tmp_path, points=formula), ["a1", "b1", "b3", "c3"])[0] == points


@pytest.mark.parametrize(
    ("boxes", "code"),
    [(["a1", "e1"], "G007"), (["a1", "a1"], "G007"), ("a1", "S002"), ([1], "G007")],
)
def test_an_unknown_box_in_a_file_is_an_error(moon, boxes, code):
    with pytest.raises(UnscorableGame) as error:
        scored(moon, boxes)
    assert [fault.code for fault in error.value.faults] == [code]


def test_a_file_may_give_the_boxes_by_numbers_like_a_group(moon):
    assert scored(moon, {"b1": 1, "b2": 1, "b3": 1, "b4": 1})[0] == 5


def test_boxes_are_typed_and_shown_as_a_grid(moon):
    spec = moon.table.inputs["hold"]
    at = moon.reading("hold", Faults(), solo=False, cards={}, typed=True)
    assert moon.words.text(spec.ask(0, at)).startswith(
        "the hold: the boxes that are ticked, row and column of each, such as a1 d4"
    )
    assert spec.answer("a1b3d4", 0, None, at).plain == ["a1", "b3", "d4"]
    marks = spec.answer("B1, b2 b3;b4", 0, None, at)
    assert (spec.answer_text(marks, 0, at), spec.page_answer(marks, 0, at)) == ("b1 b2 b3 b4",) * 2
    assert marks.plain == ["b1", "b2", "b3", "b4"]
    grid_lines = ["    1 2 3 4", "  a . . . .", "  b x x x x", "  c . . . .", "  d . . . ."]
    assert moon.words.text(spec.echo(marks, 0, at)).splitlines() == grid_lines
    assert moon.words.text(spec.possible(0, at)).splitlines()[1:3] == grid_lines[:2]
    for text in ("e1", "a1 a1", "a11", "a1=1"):
        with pytest.raises(UnreadableAnswer):
            spec.answer(text, 0, None, at)


def test_a_form_of_a_page_has_the_boxes_row_by_row(tmp_path):
    rules = rules_of(tmp_path, grid="rows: 2, columns: 3", points="3 * count(all(c) for c in hold.columns)")
    assert rules.line_points("A")[-1] == 9
    at = rules.reading("hold", Faults(), solo=False, cards={})
    control = rules.table.inputs["hold"].control(0, at).plain(rules.words)
    assert (control["kind"], control["entries"]) == ("grid", 3)
    assert [each["sent"] for each in control["options"]] == ["a1", "a2", "a3", "b1", "b2", "b3"]


def test_ticks_of_a_sheet_are_read(moon):
    spec, at = moon.table.inputs["hold"], moon.reading("hold", Faults(), solo=False, cards={})
    ticks = FilledFields(spec.place, {"hold.a1": "yes", "hold.d4": "yes"})
    assert spec.read_ticks(ticks, at).plain == ["a1", "d4"]


@table("grid, points, code")
def test_a_grid_that_cannot_be_is_reported_at_its_line(tmp_path, grid, points, code):
    with pytest.raises(InvalidInput) as error:
        rules_of(tmp_path, grid=grid, points=points)
    assert error.value.diagnostics[0].code == code
