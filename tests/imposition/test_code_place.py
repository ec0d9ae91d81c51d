"""A space beside the rulers is reserved for the page code; nothing else touches it."""

import pytest

from generator.frame import GroupItem, ShapeItem, TextItem
from generator.geometry import Rect, Size
from generator.imposition.print_marks import CODE, code_place
from generator.page_code import is_code
from generator.products.faces_on_paper import strip_area
from generator.products.print_pack import open_pack
from generator.products.print_request import PaperOptions, SheetOptions
from generator.products.sheets import sheet_pages
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT, often

PAPERS = {"a4": (210, 297), "letter": (215.9, 279.4), "a5": (148, 210)}
TRIES = [("paper-dungeons", "pl", "a5"), ("paper-dungeons", "cs", "letter"), ("yacht", "en", "a4")]
ALL = [
    (game, lang, paper)
    for game in ("paper-dungeons", "yacht", "platformer")
    for lang in ("en", "pl", "cs")
    for paper in PAPERS
]


@pytest.mark.parametrize(("game", "lang", "paper"), often(TRIES, ALL))
def test_a_place_for_a_code_is_there_on_every_sheet(game, lang, paper):
    page = Size(*map(mm, PAPERS[paper]))
    pack = open_pack(GameCatalogue((ROOT,)), game, lang)
    area = strip_area(page)
    place = code_place(area)
    assert (place.width, place.height) == (mm(40), mm(2)) == CODE
    assert area.holds(place)
    for frame in sheet_pages(pack, SheetOptions(), PaperOptions(usual=page)):
        for item in frame.items:
            if is_code(item):
                assert place.holds(item.rect)
            elif isinstance(item, ShapeItem):
                assert not item.rect.outset(0.4).meets(place), item
            elif isinstance(item, TextItem):
                assert not place.meets(item_box(item)), item
            elif isinstance(item, GroupItem):
                _, _, _, scale, _, down = item.matrix
                assert down + scale * item.content.size.height <= area.y + 0.1


def item_box(item):
    return Rect(item.x, item.y - item.size, item.width, 1.25 * item.size)
