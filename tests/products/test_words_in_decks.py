"""Braces in a deck: words are filled as those of words/ are, data are not, and what cannot be filled is told at its cell."""

import pytest

from generator.check.checking import check_game
from generator.frame import TextItem, walk
from generator.products.cards import deck_faces
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT

GAME = "game: ferry\ndata: [tracks]\ndecks: {trips: {layout: card%s}}\n"
LAYOUT = (
    "extends: common/styles.yaml\nfront: {column: [{text: '{name}', style: body}, {text: '{text}', style: body}]}\n"
)
FORMS = "{cost} {cost|one: coin|other: coins}"
POLISH = "{cost} {cost|one: moneta|few: monety|many: monet}"
FILLED = {
    "a column for each language": ("en", "", "trips.csv", f"key,name.en,cost,text.en\nboat,Boat,3,\"Pay {FORMS}, {{tracks.storms}} boxes\"\n", "Boat Pay 3 coins, 7 boxes"),
    "another language": ("pl", "", "trips.csv", f"key,name,cost,text.en,text.pl\nboat,B,2,Pay {FORMS},Daj {POLISH}\n", "B Daj 2 monety"),
    "what English stands in for": ("pl", "", "trips.csv", f"key,name,cost,text.en,text.pl\nboat,B,1,Pay {FORMS},\n", "B Pay 1 coin"),
    "words by language in YAML": ("pl", "", "trips.yaml", f"cards: {{boat: {{name: B, cost: 5, text: {{en: x, pl: 'Daj {POLISH}'}}}}}}\n", "B Daj 5 monet"),
    "words that are declared": ("en", ", fields: {name: text, cost: number, text: words}", "trips.csv", f"key,name,cost,text\nboat,B,1,Pay {FORMS}\n", "B Pay 1 coin"),
    "two braces": ("en", "", "trips.csv", "key,name,text.en\nboat,B,{{cost}\n", "B {cost}"),
}  # fmt: skip
TOLD = {
    "a slip in a column": ("", "trips.csv", "key,name,cost,text.en\nboat,B,3,Pay {cots}\n", "cards/ferry/trips.csv:2:4: L020 unknown placeholder {cots} on card 'boat' (did you mean 'cost'?)"),
    "a slip in one language": ("", "trips.csv", "key,name,cost,text.en,text.pl\nboat,B,3,Pay {cost},Daj {cots}\n", "cards/ferry/trips.csv:2:5: L020 unknown placeholder {cots} on card 'boat' (did you mean 'cost'?)"),
    "a slip in YAML": ("", "trips.yaml", "cards:\n  boat:\n    name: B\n    cost: 3\n    text:\n      en: Pay {cots}\n      pl: Daj\n", "cards/ferry/trips.yaml:6:11: L020 unknown placeholder {cots} on card 'boat' (did you mean 'cost'?)"),
    "a name in data": ("", "trips.csv", "key,name,cost,text\nboat,B,3,Pay {cost}\noar,O,3,Pay {cost} {T}\n", "cards/ferry/trips.csv:2:4: D028 {cost} is printed as it stands: 'text' of card 'boat' is data (and 1 more row) (words are filled: declare text: words in game.yaml, or call the column text.en)"),
    "braces in data that name nothing": ("", "trips.csv", 'key,name,cost,text\nboat,B,3,"{T}: {0} {""a"": 1} {"\n', ""),
}  # fmt: skip


def ferry(folder, fields, file, deck):
    files = {
        "game.yaml": GAME % fields,
        "tracks.yaml": "storms: 7\n",
        "words/en.yaml": "game: {title: Ferry}\n",
        "words/pl.yaml": "game: {title: Prom}\n",
        file: deck,
    }
    for name, text in files.items():
        (folder / "cards/ferry/words").mkdir(parents=True, exist_ok=True)
        (folder / "cards/ferry" / name).write_text(text, encoding="utf-8")
    (folder / "layouts/ferry").mkdir(parents=True)
    (folder / "layouts/ferry/card.yaml").write_text(LAYOUT.replace("common/", "../common/"), encoding="utf-8")
    return GameCatalogue((folder, ROOT))


@pytest.mark.parametrize("case", FILLED)
def test_words_of_a_deck_are_filled(case, tmp_path):
    language, fields, file, deck, printed = FILLED[case]
    pack = open_pack(ferry(tmp_path, fields, file, deck), "ferry", language)
    ((front, _),) = deck_faces(pack, "trips").cards
    assert " ".join(item.text for item, _ in walk(front.items) if isinstance(item, TextItem)) == printed
    assert [fault for fault in pack.faults if fault.code in ("L020", "D028")] == []


@pytest.mark.parametrize("case", TOLD)
def test_what_is_not_filled_is_told_at_its_cell(case, tmp_path):
    faults = check_game(ferry(tmp_path, *TOLD[case][:3]), "ferry")
    told = [f"{fault} ({fault.hint})" for fault in faults if fault.code in ("L020", "D028")]
    assert told == ([TOLD[case][3]] if TOLD[case][3] else [])
