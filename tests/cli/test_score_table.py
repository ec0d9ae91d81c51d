"""The scorer at the table: scripted sessions with corrections, explanations, quick mode and saving."""

import json
import os
import sys

import pexpect
import pytest

from tests.conftest import ROOT

ADA = ["Ada", "3", "-4", "7", "4 3 3 5", "fl2 cloak1", "7", "9", "11", "n", "24", "rooms 24", "bers", "2"]
BOB = ["Bob", "3", "3", "-3", "3 3 3 3", "cloak1", "3", "7", "2", "n", "18", "4", "healer", "1"]
EVE = ["Eve", "-1", "3", "8", "6 6 6 6", "crown2 book2", "10", "12", "23", "n", "40", "6", "shaman", "3"]


def told(scrawl, answers, *words):
    done = scrawl("score", *words, stdin="\n".join(answers) + "\n")
    assert done.returncode == 0, done.stderr
    return done.stdout


def result(scrawl, answers, *words):
    text = told(scrawl, answers, "--json", *words)
    return json.loads(text[text.index('{\n  "game"') :])


def test_three_players_with_two_corrections_are_scored_and_saved(scrawl, tmp_path):
    ledger = tmp_path / "ledger.sqlite3"
    # Ada mistypes her gems and takes them back; Bob edits line E after line G
    ada = [*ADA[:6], "6", "<", "7", *ADA[7:]]
    bob = [*BOB[:8], "ee", "armour1", *BOB[8:]]
    found = result(scrawl, ["n", *ada, *bob, *EVE, ""], "--save", "--db", ledger)
    lines = {each["name"]: each["lines"] for each in found["players"]}
    assert list(lines["Ada"].values()) == [3, -4, 7, 6, 3, 30, 16, -6, 0, 0, 8]
    assert lines["Bob"]["E"] == 1
    assert list(lines["Eve"].values()) == [-1, 3, 8, 13, 11, 33, 19, -12, 0, 9, 12]
    assert found["winners"] == ["Eve"]
    listed = scrawl("history", "list", "--db", ledger).stdout
    assert "Ada 63, Bob 53, Eve 95" in listed


def test_the_running_total_is_shown(scrawl):
    text = told(scrawl, ["n", *ADA, ""])
    assert "F = 30   total 45" in text
    assert "K = 8   total 63" in text


def test_a_question_mark_explains_a_line_and_its_formula(scrawl):
    text = told(scrawl, ["n", "Ada", "?", *ADA[1:6], "?", *ADA[6:], ""])
    assert "glory of the highest band reached, or the flee penalty" in text
    assert "8 14 19 23 26 28 30 31 32 33" in text


def test_wrong_answers_are_asked_again(scrawl):
    answers = [
        "n",
        "Ada",
        "99",
        "seven",
        "3",
        "-4",
        "7",
        "7 3 3 5",
        "4 3",
        "4 3 3 5",
        "zzz",
        "fl2",
        "11",
        "7",
        "9",
        "26",
        "11",
    ]
    text = told(scrawl, [*answers, "n", "24", "3", "6", "nobody", "bers", "2", ""])
    for message in (
        "gives 99 glory",
        "numbers only",
        "Warrior is 7",
        "4 numbers are needed (Warrior, Wizard, Cleric, Rogue), not 2",
        "nothing is called zzz",
        "gems is 11",
        "damage is 26",
        "goal is 3",
    ):
        assert message in text
    assert "nothing is called nobody" in text


def test_damage_above_health_needs_the_resurrection(scrawl):
    text = told(scrawl, ["n", *ADA[:8], "16", "n", "y", *ADA[10:], ""])
    assert "damage is 16, above the 15 of hero levels" in text
    assert "I = −9" in text


def test_quick_mode_asks_for_eleven_numbers(scrawl):
    answers = [
        "Ada",
        *["3", "-4", "7", "6", "3", "30", "16", "-6", "0", "0", "8"],
        "24",
        "Bob",
        *["3", "3", "-3", "4", "1", "8", "4", "-1", "0", "1", "1"],
        "9",
        "",
    ]
    found = result(scrawl, answers, "--quick")
    assert [each["total"] for each in found["players"]] == [63, 21]


def test_a_solo_game_asks_for_rounds(scrawl):
    found = result(scrawl, ["y", *ADA[:13], "2 5 8"])
    assert found["players"][0]["lines"]["K"] == 5 + 3 + 1


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "Name of player 1"), ("pl", "Imię gracza 1"), ("cs", "Jméno hráče 1")]
)
def test_prompts_speak_the_chosen_language(lang, words, scrawl):
    no = "n"
    assert words in told(scrawl, [no, *ADA, ""], "--lang", lang)


def test_prompts_follow_the_locale(scrawl):
    done = scrawl("score", stdin="n\n" + "\n".join(ADA) + "\n\n", env={"LC_ALL": "pl_PL.UTF-8"})
    assert "Imię gracza 1" in done.stdout


def test_a_session_in_a_real_terminal(tmp_path):
    child = pexpect.spawn(
        sys.executable,
        ["-m", "generator", "score", "--lang", "en"],
        cwd=str(ROOT),
        encoding="utf-8",
        timeout=20,
        dimensions=(40, 160),
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
    )
    child.expect("Solo game")
    child.sendline("n")
    for answer in ADA:
        child.expect(r": $")
        child.sendline(answer)
    child.expect("Enter to finish")
    child.sendline("")
    child.expect(r"L  Total +63")
    child.expect("Save this game")
    child.sendline("n")
    child.expect("not saved")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_a_cut_session_says_so_and_saves_nothing(scrawl, tmp_path):
    done = scrawl("score", "--save", "--db", tmp_path / "l.db", stdin="n\nAda\n7\n")
    assert done.returncode == 130
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "l.db").exists()
