"""Boxes of sheets have names for players who use a screen reader: each has its own, in the player's language."""

import pytest

from generator.frame import FieldItem, walk
from generator.geometry import A4
from generator.products.print_pack import open_pack
from generator.products.print_request import PaperOptions, SheetOptions
from generator.products.sheets import sheet_pages
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT


@pytest.mark.parametrize(
    ("game", "sheet", "name"),
    [
        ("dungeon-fighter", "score_sheet", "Karta 2: Bohater 3, blizna 1"),
        ("labirynt-smierci", "party_log", ""),
        ("paper-dungeons", "player_sheet", ""),
        ("platformer", "solo_log", "Dziennik solo 1: przedmiot lub mikstura 8, cena"),
        ("yacht", "score_sheet", ""),
    ],
)
def test_every_box_of_a_sheet_has_a_name_of_its_own(game, sheet, name):
    pages = sheet_pages(
        open_pack(GameCatalogue((ROOT,)), game, "pl"), SheetOptions(sheet=sheet), PaperOptions(usual=A4)
    )
    names = [item.spoken for page in pages for item, _ in walk(page.items) if isinstance(item, FieldItem)]
    assert all(names)
    assert len(set(names)) == len(names)
    assert not name or name in names
