"""A grid of ticks: typed, listed in a file, ticked on a sheet, shown as a grid, and counted by its complete lines."""

import json

import pytest

from generator.diagnostics import InvalidInput
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import parse_yaml
from generator.scoring.entered_games import read_score
from generator.scoring.input_spec import FilledFields
from generator.scoring.messages import Faults, UnreadableAnswer, UnscorableGame
from generator.scoring.reach_faults import rule_faults
from generator.scoring.rules import open_rules
from generator.scoring.score import score_game
from tests.conftest import ROOT
from tests.tables import table, write_files

PARTS = "{count: complete, of: hold, rows: 5, columns: 3, diagonals: 2, whole: 10}"
WORDS = "game: {title: Moon}\nlines: {a: Hold}\ninputs: {hold: the hold}\n"
FALLING = ["a1", "b2", "c3", "d4"]
ALL = [f"{row}{column}" for row in "abcd" for column in range(1, 5)]


@pytest.fixture
def moon(tmp_path):
    return rules_of(tmp_path)


def rules_of(folder, *, grid="rows: 4, columns: 4", language="en", part=PARTS):
    files = {
        "game.yaml": "game: moon\n",
        "scoring.yaml": f"inputs: {{hold: {{kind: grid, {grid}, fields: [hold]}}}}\n"
        f"lines: [{{letter: A, word: lines.a, asks: [hold], parts: [{part}]}}]\n",
    } | {f"words/{code}.yaml": WORDS for code in ("en", "pl", "cs")}
    write_files(folder / "cards/moon", files)
    return open_rules(GameCatalogue((folder, ROOT)), "moon", language)


def scored(rules, ticked):
    record, _ = read_score(
        rules, parse_yaml(json.dumps({"game": "moon", "players": [{"name": "Ann", "hold": ticked}]}), "evening.yaml")
    )
    line = score_game(rules, record).players[0].lines[0]
    return line.points, ", ".join(map(rules.words.tell, line.reasons))


@table("ticked, points, reason")
def test_complete_lines_give_points_and_are_named(moon, ticked, points, reason):
    assert scored(moon, ticked) == (points, reason)


@pytest.mark.parametrize(("language", "reason"), [("pl", "rząd b: 4 z 4 → +5"), ("cs", "řada b: 4 ze 4 → +5")])
def test_the_reason_stands_in_the_language_of_the_game(tmp_path, language, reason):
    assert scored(rules_of(tmp_path, language=language), ["b1", "b2", "b3", "b4"]) == (5, reason)


def test_the_whole_grid_counts_besides_all_its_lines(moon):
    points, reason = scored(moon, ALL)
    assert points == 4 * 5 + 4 * 3 + 2 * 2 + 10
    assert reason.endswith("the whole grid: 16 of 16 → +10")
    assert moon.table.lines[0].parts[0].bounds(moon.data, moon.table.inputs) == (0, points)


def test_a_grid_that_is_no_square_has_rows_and_columns_alone(tmp_path):
    rules = rules_of(tmp_path, grid="rows: 2, columns: 3")
    assert scored(rules, ["a1", "a2", "a3", "b1"]) == (8, "row a: 3 of 3 → +5, column 1: 2 of 2 → +3")
    (fault,) = rule_faults(rules)
    assert str(fault).endswith(":2:118: G049 'hold' has no diagonals: 2 rows and 3 columns are no square")
    assert (
        rule_faults(rules_of(tmp_path, grid="rows: 2, columns: 3", part="{count: complete, of: hold, rows: 5}")) == []
    )


@pytest.mark.parametrize(
    ("listed", "code"),
    [(["a1", "e1"], "G007"), (["a1", "a1"], "G007"), ("a1", "S002"), ({"a1": 2}, "G010"), ([1], "G007")],
)
def test_what_is_no_box_is_told_in_a_file(moon, listed, code):
    with pytest.raises(UnscorableGame) as told:
        scored(moon, listed)
    assert [fault.code for fault in told.value.faults] == [code]


def test_a_file_may_tell_the_boxes_by_numbers_as_of_a_group(moon):
    assert scored(moon, {"b1": 1, "b2": 1, "b3": 1, "b4": 1})[0] == 5


def test_boxes_are_typed_and_shown_as_a_grid(moon):
    spec = moon.table.inputs["hold"]
    at = moon.reading("hold", Faults(), solo=False, cards={}, typed=True)
    assert moon.words.tell(spec.ask(0, at)).startswith(
        "the hold: the boxes that are ticked, row and column of each, such as a1 d4"
    )
    assert spec.answer("a1b3d4", 0, None, at).plain == ["a1", "b3", "d4"]
    marks = spec.answer("B1, b2 b3;b4", 0, None, at)
    assert (spec.answer_text(marks, 0, at), spec.page_answer(marks, 0, at)) == ("b1 b2 b3 b4",) * 2
    assert marks.plain == ["b1", "b2", "b3", "b4"]
    drawn = ["    1 2 3 4", "  a . . . .", "  b x x x x", "  c . . . .", "  d . . . ."]
    assert moon.words.tell(spec.echo(marks, 0, at)).splitlines() == drawn
    assert moon.words.tell(spec.possible(0, at)).splitlines()[1:3] == drawn[:2]
    for wrong in ("e1", "a1 a1", "a11", "a1=1"):
        with pytest.raises(UnreadableAnswer):
            spec.answer(wrong, 0, None, at)


def test_a_form_of_a_page_has_the_boxes_row_by_row(tmp_path):
    rules = rules_of(tmp_path, grid="rows: 2, columns: 3")
    at = rules.reading("hold", Faults(), solo=False, cards={})
    control = rules.table.inputs["hold"].control(0, at).plain(rules.words)
    assert (control["kind"], control["entries"]) == ("grid", 3)
    assert [each["sent"] for each in control["options"]] == ["a1", "a2", "a3", "b1", "b2", "b3"]


def test_ticks_of_a_sheet_are_read(moon):
    spec, at = moon.table.inputs["hold"], moon.reading("hold", Faults(), solo=False, cards={})
    ticks = FilledFields(spec.place, {"hold.a1": "yes", "hold.d4": "yes"})
    assert [key for key, number in spec.read_ticks(ticks, at).by_key.items() if number] == ["a1", "d4"]


@table("grid, part, told")
def test_a_grid_that_cannot_be_is_told_at_its_line(tmp_path, grid, part, told):
    with pytest.raises(InvalidInput) as fault:
        rules_of(tmp_path, grid=grid, part=part)
    assert fault.value.diagnostics[0].code.startswith(told)
