"""If one language has words of a card and another does not, a warning shows the empty cell."""

import json

import pytest

from generator.check.checking import check_game
from generator.products.cards import card_values
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT
from tests.tables import write_files

MANIFEST = "game: mini\ndecks: {{owls: {{layout: card{fields}}}}}\n"
DECLARED = ", fields: {name: words, note: {kind: text, optional: true}}"
LAYOUT = 'extends: ../common/styles.yaml\nfront: {text: "{name} {note?}", style: body}\n'
CS = "cards: {owls: {hawk: {name: Jestřáb}}}\n"


@pytest.fixture
def home(tmp_path):
    """Make a game in English, Polish and Czech with one deck."""

    def make(deck, suffix=".csv", fields=DECLARED):
        files = {
            "cards/mini/game.yaml": MANIFEST.format(fields=fields),
            f"cards/mini/owls{suffix}": deck,
            "layouts/mini/card.yaml": LAYOUT,
            **{f"cards/mini/words/{each}.yaml": "game: {title: Mini}\n" for each in ("en", "pl", "cs")},
        }
        write_files(tmp_path, files)
        return GameCatalogue((tmp_path, ROOT))

    return make


def faults_of(catalogue):
    return [
        (each.severity, each.code, str(each.place).rpartition("owls")[2], each.message, each.hint)
        for each in check_game(catalogue, "mini")
    ]


@pytest.mark.parametrize("fields", [DECLARED, ""])
def test_an_empty_cell_is_reported_at_its_row_and_column_and_a_column_once(fields, home):
    rows = (
        "key,name.en,name.pl,name.cs,note\nowl,Owl,,Sova,x\nhawk,Hawk,Jastrząb,Jestřáb,\nwren,Wren,,,\nkite,,Kania,,\n"
    )
    assert faults_of(home(rows, fields=fields)) == [
        (
            "warning",
            "W001",
            ".csv:2:3",
            "missing word 'name.pl' of card 'owl' (en has it) (and 1 more row)",
            "fill the cell",
        ),
        (
            "warning",
            "W001",
            ".csv:4:4",
            "missing word 'name.cs' of card 'wren' (en has it) (and 1 more row)",
            "fill the cell",
        ),
        ("warning", "W001", ".csv:5:2", "missing word 'name.en' of card 'kite' (pl has it)", "fill the cell"),
    ]


def test_a_column_that_is_missing_is_reported_once_at_the_heading_beside_it(home):
    rows = "key,name.en,name.pl,note\n" + "".join(f"k{at},Owl {at},Sowa {at},x\n" for at in range(150))
    missing = ("warning", "W001", ".csv:1:2", "missing column 'name.cs' (en has one)", "add a column name.cs")
    assert faults_of(home(rows)) == [missing]


def test_words_that_no_language_has_or_that_the_game_has_elsewhere_are_not_missing(home, tmp_path):
    catalogue = home("key,name.en,name.pl,name.cs,note\nhawk,Hawk,Jastrząb,,x\n")
    (tmp_path / "cards/mini/words/cs.yaml").write_text("game: {title: Mini}\n" + CS, encoding="utf-8")
    other = "cards: {owls: {hawk: {name: %s}}}\n"
    for language, name in (("en", "Hawk"), ("pl", "Jastrząb")):
        (tmp_path / f"cards/mini/words/{language}.yaml").write_text("game: {title: Mini}\n" + other % name)
    assert faults_of(catalogue) == []
    assert faults_of(home("key,name.en,name.pl,name.cs,note\nhawk,,,,x\n", fields="")) == []
    assert faults_of(home("key,name,note\nhawk,Hawk,x\n")) == []


def test_a_deck_in_yaml_has_a_warning_at_each_card(home):
    deck = "deck: owls\ncards:\n  owl: {name: {en: Owl, pl: Sowa}}\n  hawk: {name: {cs: Jestřáb, en: Hawk, pl: }}\n"
    assert faults_of(home(deck, ".yaml")) == [
        ("warning", "W001", ".yaml:3:15", "missing word 'name.cs' of card 'owl' (en has it)", "add cs: ..."),
        ("warning", "W001", ".yaml:4:44", "missing word 'name.pl' of card 'hawk' (en has it)", "add pl: ..."),
    ]


def test_a_cell_that_prints_other_values_than_the_english_one_has_a_warning(home):
    rows = "key,name.en,name.pl,name.cs,note\nowl,{note} owls,{note} sów,{key} sov,x\nhawk,{note} hawks,Jastrząb,{note},y\n"
    assert [each[1:] for each in faults_of(home(rows))] == [
        ("W009", ".csv:2:4", "'name.cs' prints {key}, which name.en does not", "it has {note} there"),
        ("W009", ".csv:3:3", "'name.pl' prints no {note}, which name.en does", "it has {note} there"),
    ]


def test_many_cards_in_yaml_end_with_how_many_more_as_a_warning(home):
    cards = "".join(f"  k{at}: {{name: {{en: Owl, pl: Sowa}}}}\n" for at in range(130))
    faults = faults_of(home("deck: owls\ncards:\n" + cards, ".yaml"))
    assert len(faults) == 101
    assert faults[-1][:4] == ("warning", "W001", ".yaml:103:16", "and 30 more faults of this file from here on")


def test_english_replaces_missing_words_in_any_order_of_the_columns(home):
    catalogue = home("key,name.pl,name.en,name.cs,note\nowl,Sowa,Owl,,x\nkite,Kania,,,x\n")
    for language, names in (("cs", ["Owl", "Kania"]), ("pl", ["Sowa", "Kania"]), ("en", ["Owl", "Kania"])):
        pack = open_pack(catalogue, "mini", language)
        assert [card_values(pack, "owls", card)["name"] for card in pack.game.deck("owls")] == names


def test_a_check_of_only_the_file_of_a_deck_has_the_same_warnings(home, tmp_path, scrawl):
    home("key,name.en,name.pl,name.cs,note\nowl,Owl,Sowa,,x\n")
    result = scrawl("check", tmp_path / "cards/mini/owls.csv", "--format", "json")
    assert [(each["line"], each["column"], each["code"]) for each in json.loads(result.stdout)] == [(2, 4, "W001")]
    assert result.returncode == 0
