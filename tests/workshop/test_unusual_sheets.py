"""A sheet that the rules do not allow, with a family's own boss cards, gets the same total and warnings everywhere."""

import json
import sqlite3

import pytest

from tests.tables import write_files
from tests.workshop.doing import answer, join

SHEET = {
    "name": "Fay",
    "bosses": [12, 5, 9],
    "heroes": {"warrior": 4, "wizard": 3, "cleric": 3, "rogue": 5},
    "items": {"flaming_sword": 2},
    "gems": 11,
    "monsters": 13,
    "damage": 16,
    "goal": 2,
    "power": "craftsman",
    "missions": 4,
    "rooms": 2,
    "potions": 13,
}
LINES = {"A": 12, "B": 5, "C": 9, "D": 6, "E": 2, "F": 33, "G": 19, "H": -8, "I": 0, "J": -1, "K": 16}  # by hand
TOTAL = 93
WARNINGS = {
    "G010 gems is 11, possible are 0 to 10",
    "G010 missions is 4, possible are 0 to 3",
    "G010 monsters is 13, possible are 0 to 12",
    "G014 damage is 16, but the heroes have only 15 health: was the resurrection box forgotten?",
    "G014 more bosses are beaten than rooms are explored: 2",
    "G012 boss 1: no boss gives 12 glory",
}
OF_FILE = WARNINGS | {"G014 potions: 13, but the track has 12"}  # the dialogue at the table does not ask for it
ANSWERS = ["12", "12", "5", "9", "4 3 3 5", "fl2", "11", "11", "13", "13", "16", "n", "2", "craft", "4", "4", "2"]
QUICK_ANSWERS = ["12", "12", "5", "9", "6", "2", "33", "19", "-8", "0", "-1", "16", "16", "2"]


def file(folder, *sheets):
    return write_files(folder, {"game.yaml": json.dumps({"game": "paper-dungeons", "solo": False, "players": sheets})})


def saved(folder):
    """Return the results in the ledger of a test."""
    with sqlite3.connect(folder / "games.sqlite3") as ledger:
        return [json.loads(result) for (result,) in ledger.execute("SELECT result FROM games")]


def codes(result):
    return {f"{each['code']} {each['text']}" for each in result["warnings"]}


def test_a_file_counts_with_warnings_that_are_saved(scrawl, tmp_path):
    file(tmp_path, SHEET)
    done = scrawl("score", "game.yaml", "--json", "--save", "--db", "games.sqlite3", "--lang", "en")
    result = json.loads(done.stdout)
    assert (done.returncode, result["players"][0]["lines"], result["players"][0]["total"]) == (0, LINES, TOTAL)
    assert codes(result) == OF_FILE
    assert all(each["place"].startswith("game.yaml:") for each in result["warnings"])
    assert [codes(each) for each in saved(tmp_path)] == [OF_FILE]
    assert scrawl("history", "list", "--db", "games.sqlite3").stdout.splitlines()[0].endswith(f" {TOTAL}  (!)")
    output = scrawl("history", "show", "1", "--db", "games.sqlite3", "--lang", "en").stdout
    assert {line.removeprefix("warning ") for line in output.splitlines() if line.startswith("warning ")} == OF_FILE


@pytest.mark.parametrize(
    ("words", "typed", "count"), [([], ["n", "Fay", *ANSWERS], 4), (["--quick"], ["n", "Fay", *QUICK_ANSWERS], 2)]
)
def test_the_terminal_asks_once_and_keeps(scrawl, tmp_path, words, typed, count):
    words = ["score", "--json", "--save", "--db", "games.sqlite3", "--lang", "en", *words]
    done = scrawl(*words, stdin="\n".join([*typed, "", ""]))
    dialogue, _, text = done.stdout.partition("{\n")
    result = json.loads("{" + text)
    assert (done.returncode, result["players"][0]["lines"], result["players"][0]["total"]) == (0, LINES, TOTAL)
    assert dialogue.count("to keep it, type it again") == count
    assert {each["place"] for each in result["warnings"]} == {None}
    of_points = {"G010 A is 12, possible are −2 to −1, 3 to 6", "G010 K is 16, possible are 0, 4, 8, 12"}
    assert codes(result) == (WARNINGS if "--quick" not in words else of_points)
    assert [codes(each) for each in saved(tmp_path)] == [codes(result)]


def test_a_phone_counts_at_once(table):
    seat, warnings = join(table, "Fay"), []
    inputs = {"bosses.0": "12", "bosses.1": "5", "bosses.2": "9", "heroes": "4 3 3 5", "items": "fl2", "gems": "11"}
    inputs |= {"monsters": "13", "damage": "16", "resurrection": "n", "goal": "2", "power": "craft", "missions": "4"}
    for question, text in (inputs | {"rooms": "2"}).items():
        reply = answer(table, seat, question, text)
        assert reply["taken"], reply
        warnings += [warning for warning in WARNINGS if any(warning[5:] in message for message in reply["messages"])]
    (seat,) = table.view()["seats"]
    assert {letter: line["points"] for letter, line in seat["lines"].items()} == LINES
    assert seat["total"] == TOTAL
    assert {*warnings} == WARNINGS


@pytest.mark.parametrize("at_table", [False, True])
def test_strict_shows_the_total_and_keeps_nothing(scrawl, tmp_path, at_table):
    file(tmp_path, SHEET)
    words = ["score", "--save", "--strict", "--db", "games.sqlite3", "--lang", "en", *["game.yaml"] * (not at_table)]
    result = scrawl(*words, stdin="\n".join(["n", "Fay", *ANSWERS, "", ""]))
    assert (result.returncode, f"Fay: {TOTAL}" in result.stdout, "not saved" in result.stdout + result.stderr) == (
        1,
        True,
        True,
    )
    assert not (tmp_path / "games.sqlite3").exists()


def test_who_cannot_be_counted_has_no_total_and_the_others_have(scrawl, tmp_path):
    file(tmp_path, SHEET, SHEET | {"name": "Bo", "gems": "many"})
    done = scrawl("score", "game.yaml", "--json", "--save", "--db", "games.sqlite3", "--lang", "en")
    result = json.loads(done.stdout)
    players = [(each["name"], each["lines"], each["total"], each["rank"]) for each in result["players"]]
    assert players == [("Fay", LINES, TOTAL, 1), ("Bo", LINES | {"F": None, "J": None}, None, None)]
    assert (done.returncode, "not saved" in done.stderr, result["winners"]) == (1, True, [])
    assert "error S003 expected a whole number for gems, found 'many'" in done.stderr
    assert any("found 'many'" in each["text"] for each in result["warnings"])
    assert not (tmp_path / "games.sqlite3").exists()


def test_among_several_players_an_open_total_leaves_the_winner_open(scrawl, tmp_path):
    file(tmp_path, SHEET, SHEET | {"name": "Cy"}, SHEET | {"name": "Bo", "gems": "many"})
    output = scrawl("score", "game.yaml", "--lang", "en").stdout
    assert output.splitlines()[-1] == "The winner is open: no total for Bo"


@pytest.mark.parametrize(
    ("game", "player", "switch"),
    [("platformer", {"coins": 3}, "lost"), ("labirynt-smierci", {"members": ["Ann"], "ledger": []}, "standing")],
)
def test_a_lost_game_has_no_winner(scrawl, tmp_path, game, player, switch):
    for is_lost in (True, False):
        content = {"game": game, "players": [{"name": "A", **player, switch: is_lost}]}
        (tmp_path / "game.yaml").write_text(json.dumps(content))
        assert json.loads(scrawl("score", "game.yaml", "--json").stdout)["winners"] == ["A"] * (not is_lost)


def test_a_flag_takes_a_yes_or_no(scrawl, tmp_path):
    file(tmp_path, SHEET | {"resurrection": None})
    result = scrawl("score", "game.yaml", "--lang", "en")
    assert (result.returncode, "error S003 resurrection is true or false, not nothing" in result.stderr) == (1, True)


def test_a_warning_names_lines_that_count_as_on_a_new_sheet(scrawl, tmp_path):
    (tmp_path / "game.yaml").write_text("game: paper-dungeons\nplayers: [{name: A, lines: {F: 8}}]\n")
    result = scrawl("score", "game.yaml", "--json", "--lang", "en")
    assert json.loads(result.stdout)["players"][0]["lines"]["D"] == 4
    assert "warning G051 not given, so A, B, C, D count as on a new sheet: bosses, heroes" in result.stderr
    assert scrawl("score", "game.yaml", "--strict").returncode == 1


@pytest.mark.parametrize(("level", "quote"), [([1, 2], "a list of 2"), (None, "nothing"), (True, "true"), ("x", "'x'")])
def test_a_level_that_is_none_is_quoted_as_it_is_written(scrawl, tmp_path, level, quote):
    player = {"name": "A", "members": ["Ann", "Bob"], "ledger": [{"pool": [3], "level": level}]}
    (tmp_path / "game.yaml").write_text(json.dumps({"game": "labirynt-smierci", "players": [player]}))
    result = scrawl("score", "game.yaml", "--lang", "en")
    assert f"level is {quote}, possible are 1, 2, 3" in result.stderr
