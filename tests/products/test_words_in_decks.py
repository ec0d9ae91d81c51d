"""Braces in a deck: words are filled like those of words/, data are not, and unfilled ones are faults at their cell."""

import pytest

from generator.check.checking import check_game
from generator.frame import TextItem, walk
from generator.products.cards import deck_faces
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT
from tests.tables import tables, write_files

TABLES = tables(__file__)

GAME = "game: ferry\ndata: [tracks]\ndecks: {trips: {layout: card%s}}\n"
LAYOUT = (
    "extends: ../common/styles.yaml\nfront: {column: [{text: '{name}', style: body}, {text: '{text}', style: body}]}\n"
)
FILLED = TABLES["filled"]
UNFILLED = TABLES["told"]


def ferry(folder, fields, file, deck):
    words = {
        f"cards/ferry/words/{code}.yaml": f"game: {{title: {title}}}\n"
        for code, title in (("en", "Ferry"), ("pl", "Prom"))
    }
    game = {
        "cards/ferry/game.yaml": GAME % fields,
        "cards/ferry/tracks.yaml": "storms: 7\n",
        f"cards/ferry/{file}": deck,
    }
    return GameCatalogue((write_files(folder, {**words, **game, "layouts/ferry/card.yaml": LAYOUT}), ROOT))


@pytest.mark.parametrize("case", FILLED)
def test_words_of_a_deck_are_filled(case, tmp_path):
    language, fields, file, deck, printed = FILLED[case]
    pack = open_pack(ferry(tmp_path, fields, file, deck), "ferry", language)
    ((front, _),) = deck_faces(pack, "trips").cards
    assert " ".join(item.text for item, _ in walk(front.items) if isinstance(item, TextItem)) == printed
    assert [fault for fault in pack.faults if fault.code in ("L020", "D028")] == []


@pytest.mark.parametrize("case", UNFILLED)
def test_what_is_not_filled_is_reported_at_its_cell(case, tmp_path):
    faults = check_game(ferry(tmp_path, *UNFILLED[case][:3]), "ferry")
    messages = [f"{fault} ({fault.hint})" for fault in faults if fault.code in ("L020", "D028", "W011")]
    assert messages == ([UNFILLED[case][3]] if UNFILLED[case][3] else [])
