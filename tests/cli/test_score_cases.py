"""What `scrawl score FILE` prints of a score file: the result, reasons, languages, faults at their place, and what it exits with."""

import json

import pytest
import yaml

from tests.scoring.legal_sheets import lay_out_chimeras
from tests.scoring.test_sheets import WORKED, game, player


@pytest.fixture
def scored(scrawl, tmp_path):
    lay_out_chimeras(tmp_path)

    def run(content, *words):
        path = tmp_path / "game.yaml"
        path.write_text(yaml.safe_dump(content, allow_unicode=True), encoding="utf-8")
        return scrawl("score", path, *words)

    return run


def test_a_result_is_told_as_json(scored):
    done = scored(game(player("C2"), player("C12")), "--json")
    found = json.loads(done.stdout)
    assert [(each["name"], each["rank"], each["rooms"], each["total"]) for each in found["players"]] == [
        ("C2", 2, 22, 60),
        ("C12", 1, 24, 60),
    ]
    assert list(found["players"][0]["lines"].values()) == WORKED["C2"]["lines"]
    assert (done.returncode, found["winners"]) == (0, ["C12"])
    assert "Shared victory: C2, C12" in scored(game(player("C2", rooms=24), player("C12"))).stdout


def test_why_tells_a_reason_for_each_line(scored):
    text = scored(game(player("C7")), "--why", "--lang", "en").stdout
    assert "weakest hero Wizard at level 3 → 6; heroes at level 6: 2 → +2" in text
    assert "Reaper’s Scythe −1, Armour of Heroes +2" in text
    assert "goal Hall of Heroes: 2 → +2; Noble −1" in text


@pytest.mark.parametrize(("lang", "word"), [("pl", "Klejnoty"), ("cs", "Drahokamy"), ("en", "Gems")])
def test_the_table_speaks_the_chosen_language(lang, word, scored):
    expected = {"pl": "Złupione klejnoty", "cs": "Drahokamy", "en": "Gems"}[lang]
    assert expected in scored(game(player("C2")), "--lang", lang).stdout
    assert word


def test_the_table_speaks_the_locales_language(scrawl, tmp_path):
    lay_out_chimeras(tmp_path)
    path = tmp_path / "game.yaml"
    path.write_text(yaml.safe_dump(game(player("C2"))), encoding="utf-8")
    assert "Drahokamy" in scrawl("score", path, env={"LC_ALL": "cs_CZ.UTF-8"}).stdout


def test_faults_are_told_at_their_places_and_warnings_beside_the_result(scored):
    done = scored(game(player("C1", gems=11, monsters=13, power="x")))
    assert (done.returncode, done.stderr.count(": error "), "game.yaml:" in done.stderr) == (1, 3, True)
    done = scored(game(player("C1", power="assassin")), "--json")
    assert (done.returncode, len(json.loads(done.stdout)["players"])) == (0, 1)
    assert "warning G017 monsters is 0, and must be at least 2 (assassin)" in done.stderr


def test_a_dungeon_is_known_by_letter_name_or_file_and_an_unknown_one_is_told(scored, scrawl):
    for dungeon in ("A", "a", "Smoke over the Market", "Dym nad rynkiem", "smoke over"):
        assert "G028" not in scored(game(player("C1"), dungeon=dungeon)).stderr, dungeon
    assert "warning G028 there is no dungeon 'zzz'" in scored(game(player("C1"), dungeon="zzz")).stderr
    scrawl("dungeon", "new", "crypt")
    assert "G028" not in scored(game(player("C1")), "--dungeon", "crypt.yaml").stderr


def test_a_file_of_another_game_than_asked_for_is_refused(scored):
    done = scored(game(player("C1")), "--game", "platformer")
    assert (done.returncode, "the file is of the game 'paper-dungeons'" in done.stderr) == (1, True)
