"""Tables for dice: every roll has one result, errors name the row of a missing or double result, chances are right."""

import pytest

from generator.diagnostics import NOWHERE, InvalidInput
from generator.game.dice_tables import read_dice_table, roll_of
from generator.game.game import open_game
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import parse_yaml, plain
from tests.conftest import ROOT
from tests.tables import table, write_files


def read_table(text):
    return plain(read_dice_table(parse_yaml(f"table: t\n{text}", "t.yaml")))


def messages(faults):
    return [f"{each.code} {each.place.line}:{each.place.column} {each.message} ({each.hint})" for each in faults]


@table("text, expected")
def test_a_table_gives_each_row_its_chances(text, expected):
    assert read_table(text) == expected


def test_a_list_of_results_begins_with_the_least_sum_of_its_dice():
    by_list = read_table("roll: 1d2\nacross: 2d2\nrows:\n  1: [a, b, c]\n  2: [b, b, b]\n")
    by_sum = read_table("roll: 1d2\nacross: 2d2\nrows:\n  1: {2: a, 3: b, 4: c}\n  2: {2: b, 3: b, 4: b}\n")
    assert by_list == by_sum


@table("text, ends")
def test_a_roll_is_of_dice_or_of_numbers(text, ends):
    if ends is None:
        with pytest.raises(InvalidInput, match="is not a roll"):
            roll_of(text, NOWHERE)
    else:
        roll = roll_of(text, NOWHERE)
        assert [min(roll.numbers), max(roll.numbers), roll.diced] == [*ends[:2], ends[3]]
        assert sum(roll.ways.values()) == ends[2] or not ends[2]


@table("text, expected")
def test_a_roll_without_a_result_or_with_two_is_reported_at_its_row(text, expected):
    with pytest.raises(InvalidInput) as caught:
        read_table(text)
    assert messages(caught.value.diagnostics) == expected


def test_a_game_names_its_tables_and_layouts_use_them(tmp_path):
    finds = "table: finds\nroll: 1d6\nrows: {1-5: nothing, 6: a key}\n"
    files = {"game.yaml": "game: mine\nrolls: [finds]\n", "words/en.yaml": "game: {title: Mine}\n", "finds.yaml": finds}
    write_files(tmp_path / "cards/mine", files)
    game = open_game(GameCatalogue((tmp_path, ROOT)), "mine")
    assert game.data["rolls"]["finds"]["rows"][1]["result"] == "a key"
