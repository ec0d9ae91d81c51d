"""Slips that a score, a sheet or a translation would hide: each is told once, where it was made."""

import re

import pytest

from generator.check.checking import check_game
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT
from tests.tables import tables

TABLES = tables(__file__)

SCORING, GAME, WORDS = "cards/tiny/scoring.yaml", "cards/tiny/game.yaml", "cards/tiny/words"
SLIPS = TABLES["slips"]


@pytest.fixture
def tiny(scrawl, tmp_path):
    assert scrawl("new", "game", "tiny").returncode == 0
    words = tmp_path / WORDS / "en.yaml"
    words.write_text(words.read_text(encoding="utf-8").replace("inputs: {", "inputs: {fuel: fuel, "), encoding="utf-8")
    return tmp_path


def told(folder):
    return [f"{each} ({each.hint})" for each in check_game(GameCatalogue((folder, ROOT)), "tiny")]


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_the_score_that_would_be_silent_is_told_once(slip, tiny):
    path, before, after, wanted = SLIPS[slip]
    text = (tiny / path).read_text(encoding="utf-8")
    assert before in text
    (tiny / path).write_text(text.replace(before, after, 1), encoding="utf-8")
    assert [each.replace(": warning ", ": ").replace(": error ", ": ") for each in told(tiny)] == (
        [wanted] if wanted else []
    )


def test_a_sentence_that_is_still_english_is_noted(tiny):
    english = (tiny / WORDS / "en.yaml").read_text(encoding="utf-8")
    polish = re.sub(r'"([^"\n]+")', r'"Ż \1', english).replace('"Ż You ended the game.', '"You ended the game.')
    (tiny / WORDS / "pl.yaml").write_text(polish, encoding="utf-8")
    (note,) = [each for each in told(tiny) if "as in English" in each]
    assert re.match(r"cards/tiny/words/pl.yaml:\d+:\d+: W010 '[a-z.]*lucky.text': as in English", note), note


def test_a_placeholder_without_quotes_in_a_second_language_is_told_to_want_them(tiny):
    english = (tiny / WORDS / "en.yaml").read_text(encoding="utf-8")
    german = english.replace('path: "Path"\n', "path: {tracks.star}\n")
    (tiny / WORDS / "de.yaml").write_text(german, encoding="utf-8")
    (fault,) = [each for each in told(tiny) if "W005" in each]
    assert fault.startswith("cards/tiny/words/de.yaml:6:9: ")
    assert fault.endswith('(put quotes around it: "{tracks.star}")')
