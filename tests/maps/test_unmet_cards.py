"""What a map cannot serve is named: by the cards' own numbers, on generated maps of every size."""

import pytest
import yaml

from generator.chance import code_of
from generator.maps.inventory import counts_of, unmet_cards
from generator.maps.loading import find_dungeon
from generator.maps.spec import read_map_rules
from generator.reading.catalogue import Catalogue
from tests.conftest import ROOT

CATALOGUE = Catalogue((ROOT,))
GAME = "paper-dungeons"
RULES = read_map_rules(CATALOGUE, GAME)


def data(deck):
    return yaml.safe_load((ROOT / f"cards/{GAME}/{deck}.yaml").read_text(encoding="utf-8"))["cards"]


def test_every_card_that_counts_what_lies_on_a_map_asks_for_it():
    wanted = {key: card["when"]["least"] for key, card in data("missions").items()}
    for key, asked in RULES.asks["missions"].items():
        assert list(asked.values()) == [1 if key == "traps_5" else wanted[key]], key
    counted = ("rooms", "monsters", "edge_rooms")
    goals = data("goals")
    named = {key for key, card in goals.items() if (card.get("counts") or card["watches"])["of"] in counted}
    leveled = {
        key for key, card in goals.items() if card.get("watches", {}).get("of") in ("monster_levels", "column_rooms")
    }
    assert set(RULES.asks["goals"]) == named | leveled
    assert all(list(asked.values()) == [goals[key]["thresholds"][0]] for key, asked in RULES.asks["goals"].items())


def test_the_maps_of_the_game_serve_every_card():
    for letter in "abcdefghijkl":
        assert unmet_cards(find_dungeon(CATALOGUE, GAME, RULES, letter).dungeon, RULES) == {}


@pytest.mark.parametrize("size", ["3x3", "5x5", "6x7"])
def test_the_check_names_what_a_generated_map_cannot_serve(size, scrawl, tmp_path):
    assert scrawl("dungeon", "generate", "--size", size, "--code", code_of(77), "-o", "m.yaml").returncode == 0
    dungeon = find_dungeon(CATALOGUE, GAME, RULES, str(tmp_path / "m.yaml")).dungeon
    told = scrawl("dungeon", "check", "m.yaml", "--games", "1").stderr
    unmet = unmet_cards(dungeon, RULES)
    assert ("M055" in told) == bool(unmet) == (size != "6x7")
    for deck, keys in unmet.items():
        assert f"nobody can meet these {deck} here: {', '.join(keys)}" in told
    if size == "3x3":
        assert "rooms_15" in unmet["missions"]
        assert counts_of(dungeon, RULES)["rooms"] == 9
