"""The program uses map.yaml and reports impossible values in it; a game without this file has no dungeons."""

import json

import jsonschema
import pytest

from generator.products.dungeon_values import map_faults
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT, fault_lines
from tests.tables import table, write_files

RULES = (ROOT / "cards/paper-dungeons/map.yaml").read_text(encoding="utf-8")


@pytest.fixture
def home(tmp_path):
    """Return a function that makes a home whose map.yaml is the game's with one text replaced."""

    def replace_text(old, new):
        assert old in RULES
        return write_files(tmp_path / "home", {"cards/paper-dungeons/map.yaml": RULES.replace(old, new)})

    return replace_text


@table("old, new, expected")
def test_rules_that_cannot_be_are_reported(scrawl, home, old, new, expected):
    result = scrawl("dungeon", "check", "a", "--home", home(old, new))
    assert fault_lines(result, "map.yaml") == expected
    assert result.returncode == 1


def test_a_figure_of_cards_that_there_are_not_is_reported(home):
    catalogue = GameCatalogue((home("rat_queen: ", "rat_quean: "), ROOT))
    (fault,) = map_faults(open_pack(catalogue, "paper-dungeons", "en"))
    assert (fault.code, fault.message) == ("M033", "the figure of difficulty names 'rat_quean', no boss of this game")
    assert "did you mean 'rat_queen'" in fault.hint


def test_the_schema_of_a_dungeon_knows_the_key_of_its_cards(scrawl):
    schema = json.loads(scrawl("schema", "dungeon").stdout)
    assert not jsonschema.Draft202012Validator(schema).is_valid({"map": "", "targets": ["hydra"]})
    assert jsonschema.Draft202012Validator(schema).is_valid({"map": "", "bosses": ["hydra"]})


def test_a_word_that_the_rules_name_and_a_language_lacks_is_reported(home):
    catalogue = GameCatalogue((home("word: monsters.orc", "word: monsters.ogre"), ROOT))
    for language in ("en", "pl", "cs"):
        faults = map_faults(open_pack(catalogue, "paper-dungeons", language))
        assert "W001 missing word 'monsters.ogre'" in "\n".join(f"{each.code} {each.message}" for each in faults)
