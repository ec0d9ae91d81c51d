"""A game as one value: words of the machinery under its own, languages by their files, every file parsed once."""

import pytest

from generator.diagnostics import InvalidInput
from generator.games.game import open_game
from generator.games.words import languages_of
from generator.reading.catalogue import Catalogue
from generator.recipes.kit import kit_files
from generator.recipes.kit_order import KitOrder
from generator.recipes.pack import open_pack
from generator.sheets.paper import read_card_size, read_paper
from tests.conftest import ROOT

CATALOGUE = Catalogue((ROOT,))


def test_a_game_has_the_languages_of_its_words_files_english_first():
    assert languages_of(CATALOGUE, "paper-dungeons") == ("en", "cs", "pl")
    assert languages_of(CATALOGUE, "platformer") == ("en", "cs", "pl")


def test_the_machinery_speaks_under_the_game_which_may_say_its_own(tmp_path):
    words = tmp_path / "cards" / "tiny" / "words"
    words.mkdir(parents=True)
    (tmp_path / "cards" / "tiny" / "game.yaml").write_text("game: tiny\n")
    (words / "en.yaml").write_text("game: {title: Tiny}\nmarks: {ruler_mm: five centimetres}\n")
    game = open_game(Catalogue((tmp_path, ROOT)), "tiny")
    assert game.word("marks.ruler_mm") == "five centimetres"
    assert game.word("marks.ruler_in") == "2 in"
    assert game.word("game.title") == "Tiny"


def test_a_missing_word_is_told_with_the_file_that_lacks_it():
    with pytest.raises(InvalidInput) as caught:
        open_game(CATALOGUE, "platformer", "pl").word("game.subtitle")
    (fault,) = caught.value.diagnostics
    assert (fault.code, fault.place.path) == ("W001", "cards/platformer/words/pl.yaml")


@pytest.mark.parametrize(("game", "language", "code"), [("nosuch", None, "C002"), ("platformer", "de", "C004")])
def test_an_unknown_game_or_language_is_refused(game, language, code):
    with pytest.raises(InvalidInput) as caught:
        open_game(CATALOGUE, game, language)
    assert [each.code for each in caught.value.diagnostics] == [code]


def test_a_game_without_words_is_refused(tmp_path):
    (tmp_path / "cards" / "mute").mkdir(parents=True)
    (tmp_path / "cards" / "mute" / "game.yaml").write_text("game: mute\n")
    with pytest.raises(InvalidInput) as caught:
        open_game(Catalogue((tmp_path, ROOT)), "mute")
    assert [each.code for each in caught.value.diagnostics] == ["C008"]


def test_a_whole_kit_parses_each_file_once():
    catalogue = Catalogue((ROOT,))
    pack = open_pack(catalogue, "paper-dungeons", "en")
    paper, card = read_paper(catalogue, "a4"), read_card_size(catalogue, "standard")
    assert list(kit_files(pack, KitOrder(paper, card)))
    assert catalogue.sources.parsed == len(catalogue.sources.paths())
