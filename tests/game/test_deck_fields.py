"""What the cards of a deck hold is declared in game.yaml, and every cell is checked against it."""

import pytest

from generator.authoring.new_files import deck_table, deck_yaml
from generator.check.checking import card_faults
from generator.diagnostics import InvalidInput, group_faults
from generator.game.game import open_game
from generator.geometry import Size
from generator.products.cards import MOST_CARDS, deck_faces
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT, often

WRITE_DE = "write words/de.yaml, or take its words out of the cards"
FIELDS = """
game: mini
decks:
  things:
    layout: card
    fields:
      name: words
      level: {kind: number, one_of: [1, 2, 3]}
      hero: {one_of: [wizard, warrior], about: who beats it}
      cost: {kind: number, least: -5, most: 5, default: 0}
      sure: {kind: flag, optional: true}
      steps: {kind: list, of: number, least: 2, most: 2, optional: true}
      bands: {kind: list, optional: true, fields: {at: number, glory: {kind: number, optional: true}}}
      effect: {kind: group, optional: true, fields: {gain: {one_of: [gem, heart]}}}
      note: {kind: any, optional: true}
"""


@pytest.fixture
def game(tmp_path):
    """Make a game with one deck, and open it."""

    def make(content, suffix=".csv", manifest=FIELDS):
        folder = tmp_path / "cards" / "mini"
        (folder / "words").mkdir(parents=True, exist_ok=True)
        (folder / "words" / "en.yaml").write_text("cards: {things: {two: {name: Two}}}\n")
        (folder / "words" / "pl.yaml").write_text("cards: {things: {two: {name: Dwa}}}\n")
        (folder / "game.yaml").write_text(manifest)
        (folder / f"things{suffix}").write_text(content, encoding="utf-8")
        (tmp_path / "layouts" / "mini").mkdir(parents=True, exist_ok=True)
        (tmp_path / "layouts" / "mini" / "card.yaml").write_text(
            'extends: ../common/styles.yaml\nsize: {width: 63mm, height: 88mm}\nfront: {text: "{name}", style: body}\n'
        )
        return open_game(GameCatalogue((tmp_path, ROOT)), "mini", "en")

    return make


def faults_of(opened):
    with pytest.raises(InvalidInput) as caught:
        opened.deck("things")
    return [
        (each.code, each.place.line, each.place.column, each.message, each.hint) for each in caught.value.diagnostics
    ]


def test_a_sound_table_gives_its_cards_with_what_they_leave_out(game):
    opened = game(
        "key,name.en,level,hero,bands.1.at,bands.2.at,effect.gain\none,One,1,wizard,7,9,gem\ntwo,,3,warrior,,,\n"
    )
    one, two = (card.fields for card in opened.deck("things"))
    assert one == {
        "name": {"en": "One"},
        "level": 1,
        "hero": "wizard",
        "bands": [{"at": 7}, {"at": 9}],
        "effect": {"gain": "gem"},
        "cost": 0,
        "sure": None,
        "steps": [],
        "note": None,
    }
    assert (two["level"], two["cost"]) == (3, 0)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (
            "one,One,1,wizzard",
            ("D018", 2, 4, "'hero' of card 'one' is 'wizzard', expected wizard or warrior", "did you mean 'wizard'?"),
        ),
        ("one,One,7,wizard", ("D018", 2, 3, "'level' of card 'one' is 7, expected 1 or 2 or 3", "known: 1, 2, 3")),
        ("one,One,abc,wizard", ("D018", 2, 3, "'level' of card 'one' is 'abc', expected a number", "known: 1, 2, 3")),
        (
            "one,One,,wizard",
            ("D017", 2, 3, "card 'one' has no 'level'", "fill the cell, or declare the field with optional: true"),
        ),
        ("one,,1,wizard", ("D017", 2, 1, "card 'one' has no 'name'", "add the columns name.en, name.pl")),
        ("one,One,1,wizard,9", ("D018", 2, 5, "'cost' of card 'one' is 9, expected -5 to 5", None)),
        ("one,One,1,wizard,,maybe", ("D018", 2, 6, "'sure' of card 'one' is 'maybe', expected true or false", None)),
        ("one,One,1,wizard,,,1", ("D018", 2, 7, "'steps' of card 'one' has 1 entries, expected 2", None)),
        (
            "one,One,1,wizard,,,,x",
            (
                "D018",
                2,
                8,
                "'at' of entry 1 of 'bands' of card 'one' is 'x', expected a number",
                "write a number, such as 1",
            ),
        ),
        (
            "one,One,1,wizard,,,,,gold",
            ("D018", 2, 9, "'gain' of 'effect' of card 'one' is 'gold', expected gem or heart", "known: gem, heart"),
        ),
        (
            "one,One,1,wizard,,,,,,x",
            ("D016", 1, 10, "the column 'heros' is no field of these cards", "did you mean 'hero'?"),
        ),
        (
            "one,One,1,wizard,,,,,,,Jeden",
            ("D016", 2, 11, "'name' of card 'one' has words in an unknown language 'de'", WRITE_DE),
        ),
    ],
)
def test_a_wrong_cell_is_told_at_its_row_and_column(game, row, told):
    header = "key,name.en,level,hero,cost,sure,steps.1,bands.1.at,effect.gain,heros,name.de\n"
    assert faults_of(game(header + row + "\n")) == [told]


def test_a_column_of_an_unknown_language_is_told_once(game):
    told = faults_of(game("key,name.en,level,hero,name.de\n" + "".join(f"k{n},One,3,wizard,Eins\n" for n in range(9))))
    assert told == [
        ("D016", 2, 5, "'name' of card 'k0' has words in an unknown language 'de' (and 8 more rows)", WRITE_DE)
    ]


def test_what_is_wrong_with_a_column_is_told_once(game):
    told = faults_of(game("key,name.en,level,Quantity,heros\n" + "".join(f"k{n},One,,3,x\n" for n in range(30))))
    assert told == [
        (
            "D016",
            1,
            4,
            "the column 'Quantity' is no field of these cards",
            "call the column copies if it says how many are printed, else declare it",
        ),
        ("D016", 1, 5, "the column 'heros' is no field of these cards", "did you mean 'hero'?"),
        (
            "D017",
            2,
            3,
            "card 'k0' has no 'level' (and 29 more rows)",
            "fill the cell, or declare the field with optional: true",
        ),
        ("D017", 2, 1, "card 'k0' has no 'hero' (and 29 more rows)", "add a column hero"),
    ]


def test_a_declared_field_is_found_whatever_the_case_and_the_blanks_of_its_heading(game):
    opened = game("key,Name,LEVEL,Hero ,Copies\none,One,1,wizard,2\n")
    assert (opened.deck("things")[0].fields["level"], opened.deck("things")[0].copies) == (1, 2)
    assert opened.deck("things")[0].fields["hero"] == "wizard"


QUANTITY = "Name,{heading},Card Text\nFox,4,Runs\nHare,,\n"
BARE = "game: mini\ndecks: {things: {layout: card}}\n"


@pytest.mark.parametrize("heading", ["Quantity", "Qty", "No. of copies", "Liczba sztuk", "Počet kusů"])
def test_a_column_that_seems_to_tell_the_copies_is_told_where_nothing_reads_it(game, heading):
    pack = open_pack(game(QUANTITY.format(heading=heading), manifest=BARE).catalogue, "mini", "en")
    faces = deck_faces(pack, "things", Size(180, 250))
    assert [(each.code, each.place.line, each.place.column) for each in pack.warnings()] == [("D024", 1, 2)]
    assert "instead of 5" in pack.warnings()[0].message
    assert len(faces.cards) == 2


def told_of(game, table, layout, entry="{layout: card}"):
    """Return what `check` tells of a deck with a table and a layout that has no `extends` of its own."""
    opened = game(table, manifest=f"game: mini\ndecks: {{things: {entry}}}\n")
    head = "extends: ../common/styles.yaml\nstyles: {one: {font: text.regular, size: 9pt}}\n"
    opened.catalogue.find("layouts/mini/card.yaml").write_text(head + layout)
    told = group_faults(card_faults(open_pack(opened.catalogue, "mini", "en"), "things"))
    return [f"{each.code} {each.place.line}:{each.place.column} {each.message} ({each.hint})" for each in told]


FRONT = 'front: {text: "{name}", style: one}\n'
BACK = 'back: {text: "{kind}", style: one}\n'
OF_THE_FIRST = (
    "D029 4:7 every back is that of the first card, and shows {kind} (write backs: each at 'things' in game.yaml)"
)


@pytest.mark.parametrize(
    ("table", "layout", "entry", "told"),
    [
        ("name,kind\nAnn,a\nBob,b\n", FRONT + BACK, "{layout: card}", [OF_THE_FIRST]),
        ("name,kind\nAnn,red\nBob,b\n", FRONT + 'back: {shape: rect, fill: "#ffffff", if: kind=red}\n', "{layout: card}", [OF_THE_FIRST]),
        ("name,kind\nAnn,a\nBob,b\n", FRONT + BACK, "{layout: card, backs: each}", []),
        ("name,kind\nAnn,a\nBob,a\n", FRONT + BACK, "{layout: card}", []),
        ("name\nAnn\nBob\n", FRONT + "back: {text: Same, style: one}\n", "{layout: card}", []),
        ("name\nAnn\n", FRONT, "{layout: card, backs: each}", ["D029 2:17 there are no backs of 'things': layout 'card' has none (give the layout a back:)"]),
        ("name,Deck\nAnn,x\n", 'front: {text: "{name} {deck}", style: one}\n', "{layout: card}", ["D030 1:2 {deck} does not show the column 'Deck': every layout has a 'deck' already (write {Deck})"]),
        ("name,deck\nAnn,x\n", 'front: {text: "{name} {deck}", style: one}\n', "{layout: card}", ["D030 1:2 {deck} does not show the column 'deck': every layout has a 'deck' already (call the column otherwise)"]),
        ("name,Game\nAnn,x\n", 'front: {text: "{name} {Game} {game}", style: one}\n', "{layout: card}", []),
        ("key,name,Text,Big Effect\na,Ann,x,y\n", FRONT, "{layout: card}", ["D031 1:3 no card shows the columns Text, Big Effect (where they are to be printed, the layout asks for them: {text})"]),
        ("name,Text\nAnn,x\nBob,\n", 'front: {text: "{name} {text}", style: one, if: Text}\n', "{layout: card}", []),
        ("name,n\nAnn,3\n", 'front: {text: "{name} {n:03}", style: one}\n', "{layout: card}", ["L020 3:8 unknown placeholder {n:03} on card '1' ({n:+} is the only form; capitals are `case: upper` at the text, zeros in front stand in the table)"]),
        ("name,Number\nAnn,3\n", FRONT, "{layout: card}", ["D024 1:2 column 'Number' is not read, and one of each card is printed instead of 3 (call it copies, or show it in the layout: {number})"]),
        ("name,Number\nAnn,1\nBob,2\nCid,3\n", FRONT, "{layout: card}", ["D031 1:2 no card shows the column Number (where they are to be printed, the layout asks for them: {number})"]),
        ("name,n\nAnn,1\n", 'front: {column: [{text: "{n}", style: one, height: 3mm}]}\n', "{layout: card}", ["L031 2:2 text '1' does not fit its box by 0.75mm on card '1' (shorten it or give it room; its box stands in layouts/mini/card.yaml:3:18)"]),
        ("name\nAnn\n", 'front: {stack: [{text: "{name}", style: one}, {text: Nim, style: one, y: 20mm, width: 20mm, height: 3mm}]}\n', "{layout: card}", ["L031 3:47 text 'Nim' does not fit its box by 0.75mm on card '1' (shorten it or give it room)"]),
        ("name\nAnn\n", 'safe: 3mm\nfront: {stack: [{text: "{name} and two lines of it", style: one, x: -9mm, y: 9mm, width: 20mm, height: 20mm}]}\n', "{layout: card}", ["L042 4:17 text 'Ann and two' leaves card '1' (move it inside)"]),
    ],
)  # fmt: skip
def test_what_is_written_and_not_printed_is_told(game, table, layout, entry, told):
    assert told_of(game, table, layout, entry) == told


@pytest.mark.parametrize(
    ("heading", "text", "printed"),
    [("Copies", "{name}", 5), ("Quantity", "{name} {quantity}", 2), ("Cost", "{card_text}", 2)],
)
def test_a_column_that_is_read_is_not_told(game, heading, text, printed):
    opened = game(QUANTITY.format(heading=heading), manifest=BARE)
    layout = opened.catalogue.find("layouts/mini/card.yaml")
    layout.write_text(layout.read_text().replace("{name}", text))
    pack = open_pack(opened.catalogue, "mini", "en")
    assert len(deck_faces(pack, "things", Size(180, 250)).cards) == printed
    assert pack.faults == []


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("{name: One, level: [1], hero: wizard}", ("D018", 3, 27, "a number")),
        ("{name: One, level: 1, hero: {a: 1}}", ("D018", 3, 36, "a text")),
        ("{name: One, level: 1, hero: wizard, bands: {at: 1}}", ("D018", 3, 51, "a list")),
        ("{name: One, level: 1, hero: wizard, bands: [7]}", ("D018", 3, 52, "expected a mapping")),
        ("{name: [One], level: 1, hero: wizard}", ("D018", 3, 15, "words")),
        ("{name: {en: [One]}, level: 1, hero: wizard}", ("D018", 3, 20, "words")),
    ],
)
def test_a_wrong_value_in_yaml_is_told_at_its_place(game, card, told):
    ((code, line, column, message, _),) = faults_of(game(f"deck: things\ncards:\n  one: {card}\n", ".yaml"))
    assert (code, line, column) == told[:3]
    assert told[3] in message


def test_a_deck_without_declared_fields_may_hold_anything(game):
    opened = game("key,anything\none,1\n", manifest="game: mini\ndecks: {things: {layout: card}}\n")
    assert opened.deck("things")[0].fields == {"anything": 1}


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
    opened = game("key\none\n", manifest="game: mini\ndecks: {things: {layout: card}}\n")
    assert "whatever their layout asks for" in deck_table(opened, "things")
    assert "whatever their layout asks for" in deck_yaml(opened, "things")


def test_a_trophy_that_is_no_deck_is_told(game):
    with pytest.raises(InvalidInput) as fault:
        game("key\none\n", manifest="game: mini\ntrophy: thing\ndecks: {things: {layout: card}}\n")
    (told,) = fault.value.diagnostics
    assert (told.code, "no deck or piece 'thing'" in told.message, "things" in (told.hint or "")) == (
        "C005",
        True,
        True,
    )


def test_a_deck_that_is_not_there_is_told(scrawl):
    done = scrawl("new", "deck", "boses")
    assert (
        done.returncode,
        "C005 there is no deck 'boses'" in done.stderr,
        "did you mean 'bosses'?" in done.stderr,
    ) == (1, True, True)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("game: ../mini\n", "S008"),
        ("game: other\n", "C033"),
        ("game: mini\ndecks: {../../x: {layout: card}}\n", "S008"),
        ("game: mini\nsheets: {/tmp/x: {layout: card}}\n", "S008"),
        ("game: mini\ndata: [../../secret]\n", "S008"),
    ],
)
def test_no_name_in_a_game_leads_out_of_its_folder(game, text, code):
    with pytest.raises(InvalidInput) as caught:
        game("key\none\n", manifest=text)
    assert [each.code for each in caught.value.diagnostics] == [code]


@pytest.mark.parametrize(
    ("table", "copies", "code"), [("key,copies\none,0\n", 1, "D019"), ("key,copies\none,10000\n", 100, "D014")]
)
def test_no_cards_and_too_many_cards_are_told_before_anything_is_laid_out(game, table, copies, code):
    opened = game(table, manifest="game: mini\ndecks: {things: {layout: card}}\n")
    with pytest.raises(InvalidInput) as caught:
        deck_faces(open_pack(opened.catalogue, "mini", "en"), "things", Size(178, 249), copies=copies)
    assert [each.code for each in caught.value.diagnostics] == [code]
    assert MOST_CARDS == 20_000
