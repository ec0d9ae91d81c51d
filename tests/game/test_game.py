"""A game as one value: its own words over the words of the program, languages by their files, each file parsed once."""

import re
import shutil

import pytest

from generator.diagnostics import InvalidInput, SourceLocation
from generator.frame import TextItem, walk
from generator.game.game import open_game
from generator.game.manifest import read_manifest
from generator.game.piece_shapes import piece_outline
from generator.game.words import find_language, language_hint, languages_of, new_language
from generator.imposition.paper import read_card_size
from generator.products.cards import deck_faces
from generator.products.kit import kit_files
from generator.products.print_pack import open_pack
from generator.products.print_request import CardSheetOptions, KitRequest, PaperOptions
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT
from tests.tables import table, write_files

CATALOGUE = GameCatalogue((ROOT,))


def test_a_game_has_the_languages_of_its_words_files_english_first():
    assert languages_of(CATALOGUE, "paper-dungeons") == ("en", "cs", "pl")
    assert languages_of(CATALOGUE, "platformer") == ("en", "cs", "pl")


def test_the_machinery_speaks_under_the_game_which_may_say_its_own(tmp_path):
    words = "game: {title: Tiny}\nmarks: {ruler_mm: five centimetres}\n"
    write_files(tmp_path / "cards/tiny", {"game.yaml": "game: tiny\n", "words/en.yaml": words})
    game = open_game(GameCatalogue((tmp_path, ROOT)), "tiny")
    assert game.words.word("marks.ruler_mm") == "five centimetres"
    assert game.words.word("marks.ruler_in") == "2 in"
    assert game.words.word("game.title") == "Tiny"


def test_a_missing_word_is_reported_with_the_file_that_lacks_it():
    with pytest.raises(InvalidInput) as caught:
        open_game(CATALOGUE, "platformer", "pl").words.word("game.subtitle")
    (fault,) = caught.value.diagnostics
    assert (fault.code, fault.place.path) == ("W001", "cards/platformer/words/pl.yaml")


@pytest.mark.parametrize(("game", "language", "code"), [("nosuch", None, "C002"), ("platformer", "de", "C002")])
def test_an_unknown_game_or_language_is_refused(game, language, code):
    with pytest.raises(InvalidInput) as caught:
        open_game(CATALOGUE, game, language)
    assert [each.code for each in caught.value.diagnostics] == [code]
    assert [each.hint.partition(":")[0] for each in caught.value.diagnostics] == ["known"]


@table("text, messages")
def test_what_is_wrong_with_game_yaml_is_reported(text, messages, tmp_path):
    write_files(tmp_path, {"cards/mini/game.yaml": f"game: mini\n{text}\n"})
    catalogue, faults = GameCatalogue((tmp_path, ROOT)), ()
    try:
        assert read_manifest(catalogue, "mini").game == "mini"
    except InvalidInput as fault:
        faults = fault.diagnostics
    assert [
        f"{each.code} {each.place.line}:{each.place.column} {each.message} ({each.hint})" for each in faults
    ] == messages


@table("path, expected")
def test_a_value_of_the_data_is_reported_where_it_is_not(path, expected):
    outcome = "found"
    try:
        assert open_game(CATALOGUE, "platformer", "en").value(path)
    except InvalidInput as fault:
        outcome = " ".join(f"{each.code} {each.message} ({each.hint})" for each in fault.diagnostics)
    assert outcome == expected


def test_a_value_of_the_data_has_its_place_or_that_where_it_is_asked_for():
    game, usage = open_game(CATALOGUE, "platformer", "en"), SourceLocation("x", 7, 8)
    places = [str(game.place_of(path, usage)) for path in ("rules.gems", "rules.gmes", "x.y")]
    assert (places[0].rpartition("rules.yaml:")[2], *places[1:]) == ("5:7", "x:7:8", "x:7:8")


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ({"en": "Slime", "pl": "Szlam"}, "Szlam"),
        ({"en": "Slime", "pl": ""}, "Slime"),
        ({"en": "", "cs": "Sliz"}, "Sliz"),
        ({"en": "", "cs": None}, ""),
        ({"en": "Slime", "size": 2}, {"en": "Slime", "size": 2}),
        ("Slime", "Slime"),
    ],
)
def test_a_field_is_shown_in_the_language_of_the_game_or_one_in_which_it_has_a_text(field, text):
    assert open_game(CATALOGUE, "platformer", "pl").in_language(field) == text


@table("path, expected")
def test_a_path_is_an_outline_or_told(path, expected):
    if isinstance(expected, str):
        with pytest.raises(ValueError, match=f"^{re.escape(expected)}$"):
            piece_outline(path)
    else:
        outline = piece_outline(path)
        assert [outline.letters, list(outline.numbers)] == expected


def test_a_path_has_two_thousand_numbers_at_most():
    path = "M 0 0" + " 1 2" * 999
    assert len(piece_outline(f"{path} Z").numbers) == 2000
    with pytest.raises(ValueError, match="at most 2000 numbers, found '3'"):
        piece_outline(f"{path} 3 4 Z")


@table("text, languages, expected")
def test_a_language_is_meant_by_any_of_its_names(text, languages, expected):
    assert find_language(CATALOGUE, text, languages) == expected


@table("text, languages, hint")
def test_a_language_that_is_not_there_is_reported(text, languages, hint):
    assert language_hint(CATALOGUE, text, languages) == hint


@table("text, code")
def test_a_new_language_has_a_code(text, code):
    if code.startswith("! "):
        with pytest.raises(ValueError, match=re.escape(code[2:])):
            new_language(CATALOGUE, text)
    else:
        assert new_language(CATALOGUE, text) == code


def test_a_game_without_words_is_refused(tmp_path):
    write_files(tmp_path, {"cards/mute/game.yaml": "game: mute\n"})
    with pytest.raises(InvalidInput) as caught:
        open_game(GameCatalogue((tmp_path, ROOT)), "mute")
    assert [each.code for each in caught.value.diagnostics] == ["C008"]


def test_a_whole_kit_parses_each_file_once(parsed):
    catalogue = GameCatalogue((ROOT,))
    pack = open_pack(catalogue, "paper-dungeons", "en")
    request = KitRequest(on=PaperOptions(usual="a4"), cards=CardSheetOptions(size="standard"))
    assert list(kit_files(pack, request))
    yaml_files = {path for path in catalogue.sources.opened_files() if path.suffix == ".yaml"}
    assert len(parsed) == len(yaml_files)


def test_after_a_change_only_the_changed_file_is_read_again(tmp_path, parsed):
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
    assert "Hydra" in words
    path = deck.parent / "words" / "en.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("name: Hydra", "name: Water Snake"), encoding="utf-8")
    parsed.clear()
    after, words = hydra()
    assert "Water Snake" in words
    assert "Hydra" not in words
    assert len(parsed) == 1
    assert after.fonts.font("text.bold").face is before.fonts.font("text.bold").face
    assert after.icons.find("crown") is before.icons.find("crown")
