"""Tables for dice: every roll has one result, what is missing or double is told at its row, chances are counted."""

import pytest

from generator.diagnostics import InvalidInput
from generator.game.dice_tables import read_dice_table
from generator.game.game import open_game
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import parse_yaml
from tests.conftest import ROOT
from tests.tables import table, write_files


def read_table(text):
    return read_dice_table(parse_yaml(f"table: t\n{text}", "t.yaml"))


def faults(text):
    with pytest.raises(InvalidInput) as caught:
        read_table(text)
    return [(each.code, each.place.line, each.message) for each in caught.value.diagnostics]


def test_a_row_knows_its_numbers_and_how_often_they_come_up():
    rows = read_table("roll: 1d6\nrows: {1: a, 2-3: b, 4+: {name: c}}")["rows"]
    assert [(row["roll"], row["ways"], row["of"], row["percent"], row["result"]) for row in rows] == [
        ("1", 1, 6, 17, "a"),
        ("2–3", 2, 6, 33, "b"),
        ("4+", 3, 6, 50, {"name": "c"}),
    ]


def test_the_chances_of_two_dice_are_those_of_their_sum():
    rows = read_table("roll: 2d6\nrows: {4-: low, 5-9: middle, 10+: high}")["rows"]
    assert [(row["roll"], row["ways"]) for row in rows] == [("≤ 4", 6), ("5–9", 24), ("10+", 6)]


def test_one_die_finds_the_row_and_another_the_column():
    made = read_table("roll: 1d6\nacross: 1d3\nrows: {1-3: [a, b, c], 4-6: {1-2: d, 3: e}}")
    assert [[cell["result"] for cell in row["cells"]] for row in made["rows"]] == [["a", "b", "c"], ["d", "e"]]
    assert [column["roll"] for column in made["columns"]] == ["1", "2", "3"]
    assert [cell["ways"] for cell in made["rows"][1]["cells"]] == [2, 1]


def test_columns_may_have_names_and_numbers_need_no_dice():
    made = read_table("roll: 2-9\ncolumns: [sword, bow]\nrows: {2-5: [0, 0], 6-9: {sword: 1, bow: 2}}")
    assert not made["diced"]
    assert [[cell["result"] for cell in row["cells"]] for row in made["rows"]] == [[0, 0], [1, 2]]


@table("text, found")
def test_a_roll_without_a_result_or_with_two_is_told_at_its_row(text, found):
    assert [list(each) for each in faults(text)] == found


def test_a_game_names_its_tables_and_layouts_use_them(tmp_path):
    finds = "table: finds\nroll: 1d6\nrows: {1-5: nothing, 6: a key}\n"
    files = {"game.yaml": "game: mine\nrolls: [finds]\n", "words/en.yaml": "game: {title: Mine}\n", "finds.yaml": finds}
    write_files(tmp_path / "cards/mine", files)
    game = open_game(GameCatalogue((tmp_path, ROOT)), "mine")
    assert game.data["rolls"]["finds"]["rows"][1]["result"] == "a key"
