"""Yacht is a game by data alone: its bonus, numbers that no dice give, and a sheet with six columns."""

import json

import pypdf
import pytest
import yaml

from tests.tables import table

UPPER = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18}
LOWER = {"full_house": 28, "four_of_a_kind": 24, "little_straight": 30, "big_straight": 30, "choice": 30, "yacht": 50}


def scored(scrawl, tmp_path, *sheets):
    path = tmp_path / "game.yaml"
    content = {"game": "yacht", "players": [{"name": f"P{number}", **sheet} for number, sheet in enumerate(sheets, 1)]}
    path.write_text(yaml.safe_dump(content), encoding="utf-8")
    return scrawl("score", path, "--json", "--lang", "en")


@table("sheet, bonus, total")
def test_sixty_three_in_the_numbers_earn_the_bonus(sheet, bonus, total, scrawl, tmp_path):
    player = json.loads(scored(scrawl, tmp_path, sheet).stdout)["players"][0]
    assert (player["lines"]["G"], player["total"]) == (bonus, total)


@table("sheet, said")
def test_what_no_dice_give_is_refused(sheet, said, scrawl, tmp_path):
    done = scored(scrawl, tmp_path, sheet)
    assert done.returncode == 1
    assert "game.yaml:" in done.stderr
    assert said in done.stderr


def test_a_single_number_that_is_too_low_is_told_without_another(scrawl, tmp_path):
    done = scored(scrawl, tmp_path, {"choice": 0})
    assert done.returncode == 1
    assert done.stderr.splitlines()[0].endswith("choice is 0, and must be at least 5"), done.stderr
    assert "one of the two" not in done.stderr


@pytest.fixture
def filled(scrawl, tmp_path):
    """Return the function that fills in a score sheet and scores it."""

    def fill(marks):
        scrawl("print", "sheets", "--game", "yacht", "--fillable", "-o", "blank.pdf", "--lang", "en")
        writer = pypdf.PdfWriter(clone_from=tmp_path / "blank.pdf")
        writer.update_page_form_field_values(writer.pages[0], marks, auto_regenerate=False)
        writer.write(tmp_path / "filled.pdf")
        return scrawl("score", "filled.pdf", "--game", "yacht", "--json", "--lang", "en")

    return fill


def test_each_column_of_a_filled_sheet_is_a_player(filled):
    done = filled(
        {
            "player.1": "Ada",
            "score.F.1": "30",
            "score.E.1": "25",
            "score.D.1": "8",
            "player.3": "Ben",
            "score.M.3": "50",
            "score.N.3": "50",
        }
    )
    assert done.returncode == 0, done.stderr
    players = json.loads(done.stdout)["players"]
    assert [(each["name"], each["total"], each["rank"]) for each in players] == [("Ada", 98, 1), ("Ben", 50, 2)]


def test_a_total_that_is_wrong_is_told(filled):
    done = filled({"player.2": "Ada", "score.M.2": "50", "score.N.2": "60"})
    assert done.returncode == 0, done.stderr
    assert "60" in done.stderr


def test_a_number_that_no_dice_give_is_refused_on_a_filled_sheet(filled):
    done = filled({"player.1": "Ada", "score.B.1": "7"})
    assert done.returncode == 1
    assert "twos is 7" in done.stderr
