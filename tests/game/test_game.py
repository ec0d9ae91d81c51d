"""A game as one value: words of the machinery under its own, languages by their files, every file parsed once."""

import shutil

import pytest

from generator.diagnostics import InvalidInput
from generator.frame import TextItem, walk
from generator.game.game import open_game
from generator.game.words import languages_of
from generator.imposition.impose import ImpositionSettings
from generator.imposition.paper import read_card_size, read_paper
from generator.products.cards import deck_faces
from generator.products.kit import kit_files
from generator.products.kit_request import KitRequest
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT
from tests.tables import write_files

CATALOGUE = GameCatalogue((ROOT,))


def test_a_game_has_the_languages_of_its_words_files_english_first():
    assert languages_of(CATALOGUE, "paper-dungeons") == ("en", "cs", "pl")
    assert languages_of(CATALOGUE, "platformer") == ("en", "cs", "pl")


def test_the_machinery_speaks_under_the_game_which_may_say_its_own(tmp_path):
    words = "game: {title: Tiny}\nmarks: {ruler_mm: five centimetres}\n"
    write_files(tmp_path / "cards/tiny", {"game.yaml": "game: tiny\n", "words/en.yaml": words})
    game = open_game(GameCatalogue((tmp_path, ROOT)), "tiny")
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
    write_files(tmp_path, {"cards/mute/game.yaml": "game: mute\n"})
    with pytest.raises(InvalidInput) as caught:
        open_game(GameCatalogue((tmp_path, ROOT)), "mute")
    assert [each.code for each in caught.value.diagnostics] == ["C008"]


def test_a_whole_kit_parses_each_file_once():
    catalogue = GameCatalogue((ROOT,))
    pack = open_pack(catalogue, "paper-dungeons", "en")
    paper, card = read_paper(catalogue, "a4"), read_card_size(catalogue, "standard")
    assert list(kit_files(pack, KitRequest(ImpositionSettings(paper, card))))
    assert catalogue.sources.parsed == len(catalogue.sources.paths())


def test_after_a_change_only_the_changed_file_is_read_again(tmp_path):
    deck = tmp_path / "cards" / "paper-dungeons" / "bosses.csv"
    deck.parent.mkdir(parents=True)
    shutil.copytree(ROOT / "cards" / "paper-dungeons" / "words", deck.parent / "words")
    catalogue = GameCatalogue((tmp_path, ROOT))

    def hydra():
        pack = open_pack(catalogue, "paper-dungeons", "en")
        chosen = [card for card in pack.game.deck("bosses") if card.key == "hydra"]
        ((face, _),) = deck_faces(pack, "bosses", read_card_size(catalogue, "standard"), chosen=chosen).cards
        return pack, [item.text for item, _ in walk(face.items) if isinstance(item, TextItem)]

    before, words = hydra()
    parsed = catalogue.sources.parsed
    assert "Hydra" in words
    path = deck.parent / "words" / "en.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("name: Hydra", "name: Water Snake"), encoding="utf-8")
    after, words = hydra()
    assert "Water Snake" in words
    assert "Hydra" not in words
    assert catalogue.sources.parsed == parsed + 1
    assert after.fonts.font("text.bold").face is before.fonts.font("text.bold").face
    assert after.icons.find("crown") is before.icons.find("crown")


def test_a_single_word_where_the_machinery_has_many_is_told(tmp_path):
    write_files(tmp_path / "cards/tiny", {"game.yaml": "game: tiny\n", "words/en.yaml": "marks: none\n"})
    with pytest.raises(InvalidInput) as caught:
        assert open_game(GameCatalogue((tmp_path, ROOT)), "tiny").words.node
    assert [(each.code, each.place.line) for each in caught.value.diagnostics] == [("W005", 1)]
