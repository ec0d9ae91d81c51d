"""Yacht is a game of data only: its bonus, numbers that no dice give, and a sheet with six columns."""

import json

import yaml

from tests.tables import table

UPPER = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18}
LOWER = {"full_house": 28, "four_of_a_kind": 24, "little_straight": 30, "big_straight": 30, "choice": 30, "yacht": 50}


def run_score(scrawl, tmp_path, *sheets):
    path = tmp_path / "game.yaml"
    content = {"game": "yacht", "players": [{"name": f"P{number}", **sheet} for number, sheet in enumerate(sheets, 1)]}
    path.write_text(yaml.safe_dump(content), encoding="utf-8")
    return scrawl("score", path, "--json", "--lang", "en")


@table("sheet, bonus, total")
def test_sixty_three_in_the_numbers_earn_the_bonus(sheet, bonus, total, scrawl, tmp_path):
    player = json.loads(run_score(scrawl, tmp_path, sheet).stdout)["players"][0]
    assert (player["lines"]["G"], player["total"]) == (bonus, total)


@table("sheet, total, warning")
def test_what_no_dice_give_counts_with_a_warning(sheet, total, warning, scrawl, tmp_path):
    done = run_score(scrawl, tmp_path, sheet)
    result = json.loads(done.stdout)
    assert (done.returncode, result["players"][0]["total"]) == (0, total)
    assert [f"{each['code']} {each['text']}" for each in result["warnings"]] == [warning]
    assert "game.yaml:" in result["warnings"][0]["place"]
    assert f"warning {warning}\n" in done.stderr
    assert "one of the two" not in done.stderr
