"""Test the fields that game.yaml declares for the cards of a deck: the program checks every cell against them."""

import pytest

from generator.authoring.new_files import deck_table, deck_yaml
from generator.check.checking import card_faults
from generator.diagnostics import InvalidInput, group_faults
from generator.game.deck_fields import columns_of, deck_schema, default_of, example_of, fields_of
from generator.game.game import open_game
from generator.geometry import Size
from generator.products.cards import MOST_CARDS, deck_faces
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT, often
from tests.tables import table, tables, write_files

TABLES = tables(__file__)

WRITE_DE = "the game has en, pl; write words/de.yaml for one more"
FIELDS = TABLES["fields"]


@pytest.fixture
def game(tmp_path):
    """Make a game with one deck, and open it."""

    def make(content, suffix=".csv", manifest=FIELDS):
        game_files = {"cards/mini/game.yaml": manifest, f"cards/mini/things{suffix}": content}
        write_files(tmp_path, {**TABLES["files"], **game_files})
        return open_game(GameCatalogue((tmp_path, ROOT)), "mini", "en")

    return make


def faults_of(mini_game):
    with pytest.raises(InvalidInput) as caught:
        mini_game.deck("things")
    return [
        (each.code, each.place.line, each.place.column, each.message, each.hint) for each in caught.value.diagnostics
    ]


def test_a_sound_table_gives_its_cards_with_what_they_leave_out(game):
    mini_game = game(
        "key,name.en,level,hero,bands.1.at,bands.2.at,effect.gain\none,One,1,wizard,7,9,gem\ntwo,,3,warrior,,,\n"
    )
    one, two = (card.fields for card in mini_game.deck("things"))
    assert one == TABLES["sound_card"]
    assert (two["level"], two["cost"]) == (3, 0)


@table("row, expected")
def test_a_wrong_cell_is_reported_at_its_row_and_column(game, row, expected):
    header = "key,name.en,level,hero,cost,sure,steps.1,bands.1.at,effect.gain,heros,name.de,steps.2\n"
    assert faults_of(game(header + row + "\n")) == [tuple(expected)]


def test_a_column_of_an_unknown_language_is_reported_once(game):
    faults = faults_of(
        game("key,name.en,level,hero,name.de\n" + "".join(f"k{n},One,3,wizard,Eins\n" for n in range(9)))
    )
    assert faults == [
        ("D016", 2, 5, "'name' of card 'k0' has words in an unknown language 'de' (and 8 more rows)", WRITE_DE)
    ]


def test_what_is_wrong_with_a_column_is_reported_once(game):
    faults = faults_of(game("key,name.en,level,Quantity,heros\n" + "".join(f"k{n},One,,3,x\n" for n in range(30))))
    assert list(map(list, faults)) == TABLES["wrong_columns"]


def test_a_declared_field_is_found_whatever_the_case_and_the_blanks_of_its_heading(game):
    mini_game = game("key,Name,LEVEL,Hero ,Copies\none,One,1,wizard,2\n")
    assert (mini_game.deck("things")[0].fields["level"], mini_game.deck("things")[0].copies) == (1, 2)
    assert mini_game.deck("things")[0].fields["hero"] == "wizard"


QUANTITY = "Name,{heading},Card Text\nFox,4,Runs\nHare,,\n"
BARE = "game: mini\ndecks: {things: {layout: card}}\n"


@pytest.mark.parametrize("heading", ["Quantity", "Qty", "No. of copies", "Liczba sztuk", "Počet kusů"])
def test_a_column_that_seems_to_tell_the_copies_is_reported_where_nothing_reads_it(game, heading):
    pack = open_pack(game(QUANTITY.format(heading=heading), manifest=BARE).catalogue, "mini", "en")
    faces = deck_faces(pack, "things", Size(180, 250))
    assert [(each.code, each.place.line, each.place.column) for each in pack.warnings()] == [("D024", 1, 2)]
    assert "instead of 5" in pack.warnings()[0].message
    assert len(faces.cards) == 2


def messages_of(game, table, layout, entry="{layout: card}"):
    """Return the messages of `check` about a deck with this table and this layout, which has no `extends` yet."""
    mini_game = game(table, manifest=f"game: mini\ndecks: {{things: {entry}}}\n")
    head = "extends: ../common/styles.yaml\nstyles: {one: {font: text.regular, size: 9pt}}\n"
    mini_game.catalogue.find("layouts/mini/card.yaml").write_text(head + layout)
    faults = group_faults(card_faults(open_pack(mini_game.catalogue, "mini", "en"), "things"))
    return [f"{each.code} {each.place.line}:{each.place.column} {each.message} ({each.hint})" for each in faults]


@table("table, layout, entry, expected")
def test_what_is_written_and_not_printed_is_reported(game, table, layout, entry, expected):
    assert messages_of(game, table, layout, entry) == expected


@pytest.mark.parametrize(
    ("heading", "text", "count"),
    [("Copies", "{name}", 5), ("Quantity", "{name} {quantity}", 2), ("Cost", "{card_text}", 2)],
)
def test_a_column_that_is_read_is_not_told(game, heading, text, count):
    mini_game = game(QUANTITY.format(heading=heading), manifest=BARE)
    layout = mini_game.catalogue.find("layouts/mini/card.yaml")
    layout.write_text(layout.read_text().replace("{name}", text))
    pack = open_pack(mini_game.catalogue, "mini", "en")
    assert len(deck_faces(pack, "things", Size(180, 250)).cards) == count
    assert pack.faults == []


@table("card, expected")
def test_a_card_is_told_all_that_is_wrong_with_it(game, card, expected):
    faults = faults_of(game(f"deck: things\ncards:\n  one: {card}\n", ".yaml", TABLES["declared"]))
    assert [f"{code} {line}:{column} {message} ({hint})" for code, line, column, message, hint in faults] == expected


def test_what_is_declared_is_told_as_a_schema_as_columns_and_as_examples(game):
    entry = game("key\n", manifest=TABLES["declared"]).manifest.decks["things"]
    fields = fields_of(entry.fields, entry.place)
    cards = deck_schema("things", fields)["properties"]["cards"]
    assert cards["additionalProperties"]["properties"] == TABLES["schema"]
    assert cards["additionalProperties"]["required"] == TABLES["required"]
    assert deck_schema("free", {})["properties"]["cards"] == {**cards, "additionalProperties": {"type": "object"}}
    columns = [[column.name, column.field.kind, column.lax] for column in columns_of(fields, ("en", "pl"))]
    assert columns == TABLES["columns"]
    assert {name: example_of(each) for name, each in fields.items()} == TABLES["examples"]
    assert {name: default_of(each) for name, each in fields.items()} == TABLES["defaults"]


def test_a_deck_without_declared_fields_may_hold_anything(game):
    mini_game = game("key,anything\none,1\n", manifest="game: mini\ndecks: {things: {layout: card}}\n")
    assert mini_game.deck("things")[0].fields == {"anything": 1}


IN_TURN = [("bosses", "csv"), ("missions", "yaml"), ("powers", "csv"), ("goals", "yaml")]
EACH_FORM = [(deck, form) for deck, _ in IN_TURN for form in ("csv", "yaml")]


@pytest.mark.parametrize(("deck", "form"), often(IN_TURN, EACH_FORM))
def test_a_new_deck_has_every_field_and_no_fault(scrawl, tmp_path, deck, form):
    assert scrawl("new", "deck", deck, "--format", form).returncode == 0
    path = tmp_path / "cards" / "paper-dungeons" / f"{deck}.{form}"
    fields = open_game(GameCatalogue((ROOT,)), "paper-dungeons").manifest.decks[deck].fields
    assert [name for name in fields if f"{name}" not in path.read_text()] == []
    assert scrawl("check", path).stdout == "no faults\n"
    again = scrawl("new", "deck", deck, "--format", form)
    assert (again.returncode, "exists already" in again.stderr) == (1, True)


def test_a_starter_of_a_free_deck_says_so(game):
    mini_game = game("key\none\n", manifest="game: mini\ndecks: {things: {layout: card}}\n")
    assert "whatever their layout asks for" in deck_table(mini_game, "things")
    assert "whatever their layout asks for" in deck_yaml(mini_game, "things")


def test_a_deck_that_is_not_there_is_reported(scrawl):
    result = scrawl("new", "deck", "boses")
    assert (
        result.returncode,
        "C002 there is no deck 'boses'" in result.stderr,
        "did you mean 'bosses'?" in result.stderr,
    ) == (1, True, True)


@table("text, code")
def test_no_name_in_a_game_leads_out_of_its_folder(game, text, code):
    with pytest.raises(InvalidInput) as caught:
        game("key\none\n", manifest=text)
    assert [each.code for each in caught.value.diagnostics] == [code]


@pytest.mark.parametrize(
    ("table", "copies", "code"), [("key,copies\none,0\n", 1, "D019"), ("key,copies\none,10000\n", 100, "D014")]
)
def test_no_cards_and_too_many_cards_are_reported_before_anything_is_laid_out(game, table, copies, code):
    mini_game = game(table, manifest="game: mini\ndecks: {things: {layout: card}}\n")
    with pytest.raises(InvalidInput) as caught:
        deck_faces(open_pack(mini_game.catalogue, "mini", "en"), "things", Size(178, 249), copies=copies)
    assert [each.code for each in caught.value.diagnostics] == [code]
    assert MOST_CARDS == 20_000
