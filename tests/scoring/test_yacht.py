"""Yacht is a game by data alone: its bonus, numbers that no dice give, and a sheet with six columns."""

import json

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
    assert done.returncode == 0
    assert "warning G017 choice is 0, and must be at least 5\n" in done.stderr
    assert "one of the two" not in done.stderr
