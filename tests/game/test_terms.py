"""One word for one thing, in each language, in all texts."""

import re

import pytest

from generator.game.rule_sources import words_in
from generator.game.words import leaves_of
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT
from tests.tables import read_yaml

CATALOGUE = GameCatalogue((ROOT,))
LANGUAGES = ("en", "pl", "cs")
TERMS = read_yaml(ROOT / "tests" / "data" / "terms.yaml")
CASES = [(term["thing"], language) for term in TERMS for language in LANGUAGES if language in term]


def shared(language):
    """Return the words that all games share: common ones, and those of the scorer and workshop by their file."""
    words = {}
    for name, before in ((language, ""), (f"score.{language}", "score."), (f"workshop.{language}", "workshop.")):
        node = CATALOGUE.read(ROOT / f"cards/common/words/{name}.yaml")
        words |= {before + key: str(leaf.value or "") for key, leaf in leaves_of(node)}
    return words


def words_of(term, language):
    return words_in(CATALOGUE, term["game"], language) if "game" in term else shared(language)


@pytest.mark.parametrize(("thing", "language"), CASES)
def test_a_thing_has_one_name_wherever_it_is_read(thing, language):
    term = next(each for each in TERMS if each["thing"] == thing)
    words, term_rules = words_of(term, language), term[language]
    if "is" in term_rules:
        assert [key for key in term["keys"] if not re.search(term_rules["is"], words[key], re.IGNORECASE)] == []
    if "never" in term_rules:
        assert {key: text for key, text in words.items() if re.search(term_rules["never"], text, re.IGNORECASE)} == {}


def test_another_name_of_a_thing_is_found():
    brewing = next(each for each in TERMS if each["thing"] == "brewing")
    assert re.search(brewing["cs"]["never"], "Vaření", re.IGNORECASE)
    assert not re.search(brewing["cs"]["is"], "Vaření", re.IGNORECASE)
