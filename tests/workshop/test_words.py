"""The words of the pages: each is said somewhere, none that is said is missing, and every language has all."""

import re

import pytest

from generator.reading.catalogue import Catalogue
from generator.reading.yaml_nodes import plain
from tests.conftest import ROOT

SCRIPTS = "".join(
    path.read_text(encoding="utf-8") for path in sorted((ROOT / "generator/workshop/static").glob("*.js"))
)
TOLD_BY_THE_SERVER = {
    "wall",
    "extra_wall",
    "faulty",
    "not_played",
    "no_such_box",
    "seat_gone",
    "not_your_seat",
    "no_such_claim",
    "enough_seats",
    "best_ever",
    "best_on_map",
    "own_best",
    "closest_ever",
}


def words(language):
    catalogue = Catalogue((ROOT,))
    return plain(catalogue.read(catalogue.need(f"cards/common/words/workshop.{language}.yaml")))


def test_every_word_is_said_and_none_is_missing():
    known = set(words("en"))
    written = set(re.findall(r'"([a-z_0-9]+)"', SCRIPTS))
    made = [re.compile(re.sub(r"\$\{\w+\}", "[a-z_]+", each)) for each in re.findall(r"`([a-z]+_\$\{\w+\})`", SCRIPTS)]
    unsaid = [word for word in known - written - TOLD_BY_THE_SERVER if not any(each.fullmatch(word) for each in made)]
    assert unsaid == []
    assert set(re.findall(r'\bsay\("([a-z_0-9]+)"', SCRIPTS)) | TOLD_BY_THE_SERVER <= known


@pytest.mark.parametrize("language", ["pl", "cs"])
def test_every_language_says_all_with_the_same_things_filled_in(language):
    def filled(text):
        return set(re.findall(r"\{(\w+)\}", text))

    here, there = words("en"), words(language)
    assert here.keys() == there.keys()
    assert {key: filled(text) for key, text in here.items()} == {key: filled(text) for key, text in there.items()}
