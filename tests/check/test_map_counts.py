"""Test the counts of a map in scoring.yaml and map.yaml: the check looks up each name, and reports it at its place."""

import re

import pytest

from generator.check.checking import map_count_faults
from generator.diagnostics import InvalidInput, attempt
from generator.maps.loading import read_base_map
from generator.maps.map_rules import MapRules, read_map_rules
from generator.maps.reach import counts_of
from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.rules import open_rules
from tests.conftest import ROOT

GAME = "paper-dungeons"
SCORING = (ROOT / "cards" / GAME / "scoring.yaml").read_text(encoding="utf-8")
MAP = (ROOT / "cards" / GAME / "map.yaml").read_text(encoding="utf-8")
NAMES = list(re.finditer(r"map\.(\w+)", SCORING))


def with_file(folder, game, name, text):
    path = folder / "cards" / game / name
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    return GameCatalogue((folder, ROOT))


def faults_of(catalogue, game):
    return map_count_faults(catalogue, game, attempt([], lambda: open_rules(catalogue, game, "en")))


def test_every_count_of_a_map_has_a_name_in_its_rules():
    catalogue = GameCatalogue((ROOT,))
    rules = read_map_rules(catalogue, GAME)
    assert set(counts_of(read_base_map(catalogue, GAME, rules), rules)) == set(rules.counts)
    assert faults_of(catalogue, GAME) == []


def test_the_reference_names_only_what_is_counted():
    names = re.findall(r"\w+_\w+", MapRules.__doc__.partition("`asks`")[2])
    assert names
    assert set(names) <= set(read_map_rules(GameCatalogue((ROOT,)), GAME).counts)


def test_every_misspelt_count_in_the_scoring_is_reported_where_it_stands(tmp_path):
    catalogue = with_file(tmp_path, GAME, "scoring.yaml", re.sub(r"map\.(\w+)", r"map.x\1", SCORING))
    faults = faults_of(catalogue, GAME)
    assert [fault.code for fault in faults] == ["E009", "E009"]
    for fault, name in zip(faults, NAMES, strict=True):
        assert f"x{name[1]}" in fault.message
        assert fault.hint == f"did you mean {name[1]!r}?"
        assert fault.place.line == SCORING[: name.start()].count("\n") + 1


def test_a_game_without_maps_has_no_counts_of_them(tmp_path):
    scoring = (ROOT / "cards/yacht/scoring.yaml").read_text(encoding="utf-8")
    scoring = scoring.replace("choice >= 5", "choice <= map.rooms")
    assert "map.rooms" in scoring
    (fault,) = faults_of(with_file(tmp_path, "yacht", "scoring.yaml", scoring), "yacht")
    assert fault.code == "C012"


def test_a_card_that_asks_for_what_no_map_counts_is_reported(tmp_path):
    catalogue = with_file(tmp_path, GAME, "map.yaml", MAP.replace("{rooms: 15}", "{romos: 15}"))
    with pytest.raises(InvalidInput) as caught:
        read_map_rules(catalogue, GAME)
    (fault,) = caught.value.diagnostics
    assert (fault.code, fault.hint) == ("M040", "did you mean 'rooms'?")
    assert "'romos'" in fault.message
