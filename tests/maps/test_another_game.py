"""A game with quite different rules makes, checks, shows and generates its dungeons only by YAML."""

import pytest

from tests.tables import table, tables, write_files

TABLES = tables(__file__)

DIVE = TABLES["dive"]


@pytest.fixture
def home(tmp_path):
    words = "game: {title: Reefs}\nthings: {coin: Coin, pearl: Pearl, wreck: Wreck}\n"
    maps = {"map.yaml": TABLES["rules"], "maps/reef.yaml": TABLES["reef"], "dungeons/dive.yaml": DIVE}
    write_files(tmp_path / "home/cards/reefs", {"game.yaml": "game: reefs\n", "words/en.yaml": words, **maps})
    return tmp_path / "home"


def test_its_dungeons_are_shown_and_checked_by_its_own_rules(scrawl, home):
    result = scrawl("dungeon", "check", "dive", "--game", "reefs", "--home", home)
    assert result.returncode == 0, result.stderr
    assert "Wreck 1 (A2): 1 step from the nearest entrance, 1 of the 2 dice" in result.stdout
    assert "Wreck 2 (D3): 4 steps from the nearest entrance, 2 of the 6 dice" in result.stdout
    assert "played solo" not in result.stdout
    # 1 step and 4 more, the coin in B2 beside the first: -10 - 80 + 40, and a middling one has 0
    assert "difficulty by the map: −0.5 points against a middling one – hard" in result.stdout
    result = scrawl("dungeon", "show", "dive", "--game", "reefs", "--home", home)
    assert result.returncode == 0, result.stderr
    assert "$ Coin   o Pearl" in result.stdout


@table("old, new, code, message")
def test_its_faults_speak_of_its_own_things(scrawl, home, tmp_path, old, new, code, message):
    text = DIVE.replace(old, new) if code != "M021" or message else DIVE.replace(old, "|           |")
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    result = scrawl("dungeon", "check", "mine.yaml", "--game", "reefs", "--home", home)
    assert bool(result.returncode) == (code != "M021")  # a map without a target can be printed
    assert code in result.stderr
    assert message in result.stderr
    assert "boss" not in result.stderr


@pytest.mark.parametrize("size", ["4x3", "2x2", "8x8"])
def test_it_generates_dungeons_that_pass(scrawl, home, tmp_path, size):
    for number, code in enumerate(("AACA-JYF", "GGYP-TX9")):
        path = tmp_path / f"{number}.yaml"
        result = scrawl(
            "dungeon", "generate", "--size", size, "--code", code, "--game", "reefs", "--home", home, "-o", path
        )
        assert result.returncode == 0, result.stderr
        result = scrawl("dungeon", "check", path, "--game", "reefs", "--home", home)
        assert result.returncode == 0, result.stderr


def test_what_it_has_no_layout_for_is_a_fault(scrawl, home):
    for words in (("dungeon", "card", "dive"), ("dungeon", "picture", "dive")):
        result = scrawl(*words, "--game", "reefs", "--home", home)
        assert result.returncode == 1
        assert "Traceback" not in result.stderr
        assert "error " in result.stderr


@pytest.mark.parametrize("size", [None, "3x4"])
def test_a_starter_of_it_is_commented_in_its_own_words(scrawl, home, tmp_path, size):
    result = scrawl("dungeon", "new", "cave", *(("--size", size) if size else ()), "--game", "reefs", "--home", home)
    assert result.returncode == 0, result.stderr
    text = (tmp_path / "cave.yaml").read_text(encoding="utf-8")
    assert "wrecks" in text
    assert "boss" not in text
    assert ("coin, pearl A" in text) == bool(size)
    assert scrawl("dungeon", "check", "cave.yaml", "--game", "reefs", "--home", home).returncode == 0
