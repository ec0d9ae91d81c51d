"""Every printed sheet has one value that identifies it; a form to fill in hides it."""

import io

import pypdf
import pytest

from generator.frame import Frame
from generator.geometry import Rect, Size
from generator.imposition.backs import PrinterProfile, for_printer
from generator.page_code import SheetIdentity, identity_of
from generator.products.faces_on_paper import pack_pdf
from generator.products.print_pack import open_pack
from generator.products.print_request import PaperOptions, SheetOptions
from generator.products.sheets import sheet_pages
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.pdf_form import IDENTITY
from generator.units import mm
from tests.conftest import ROOT

A4, LETTER = Size(mm(210), mm(297)), Size(mm(215.9), mm(279.4))


def pages(game="paper-dungeons", lang="en", paper=A4, edition=None, **request):
    pack = open_pack(GameCatalogue((ROOT,)), game, lang, edition)
    doubled = request.pop("doubled", False)
    return pack, list(sheet_pages(pack, SheetOptions(**request), PaperOptions(usual="a5" if doubled else paper)))


def identities(**request):
    return [[identity_of(text) for text in page.identities] for page in pages(**request)[1]]


def test_a_sheet_tells_its_game_its_language_its_map_and_its_boxes():
    ((sheet,), (baked,)) = identities(lang="pl", maps=(None, "a"))
    assert sheet == SheetIdentity("paper-dungeons", "player_sheet", "standard", language="pl", version=sheet.version)
    assert baked._replace(dungeon="", version="") == sheet._replace(version="")
    assert len(baked.dungeon) == 8
    assert baked.dungeon != identities(maps=("b",))[0][0].dungeon
    assert identities(lang="pl", maps=("a",)) == [[baked]]


def test_names_and_copies_change_nothing_but_paper_mode_and_look_do():
    ((usual,),) = identities()
    assert {sheet for page in identities(players=("Ada", "Ben"), copies=2) for sheet in page} == {usual}
    others = [identities(paper=LETTER), identities(mode="first-game"), identities(edition="large-print")]
    versions = [usual.version, *(page[0][0].version for page in others)]
    assert len(set(versions)) == 4
    assert others[1][0][0].mode == "first-game"
    assert [sheet.look for page in others[2] for sheet in page] == ["large-print"] * 2, "two pages of one sheet"


def test_two_sheets_to_a_page_tell_both():
    ((one, two),) = identities(maps=("a", "b"), doubled=True, players=("Ada",))
    assert (one.dungeon == two.dungeon, one.version == two.version) == (False, True)
    assert [len(page) for page in identities(doubled=True, copies=3)] == [2, 2], (
        "a spare sheet in place of an empty half"
    )
    assert [len(page) for page in identities(doubled=True, players=("Ada", "Ben", "Cid"))] == [2, 1]


@pytest.mark.parametrize("asked", [{"maps": ("a", "b")}, {"edition": "large-print", "copies": 2}, {"doubled": True}])
def test_a_form_hides_the_identity_of_each_of_its_sheets(asked):
    pack, frames = pages(lang="cs", **asked)
    fields = pypdf.PdfReader(io.BytesIO(pack_pdf(pack, frames, "x", fillable=True))).get_fields()
    values = [fields[name]["/V"] for name in (IDENTITY, f"sheet2.{IDENTITY}")]
    texts = [text for page in frames for text in page.identities]
    assert values == [texts[0], texts[len(texts) // 2]]
    assert f"sheet3.{IDENTITY}" not in fields
    assert fields[IDENTITY]["/Ff"] == 1


def test_a_page_printed_against_the_faults_of_a_printer_keeps_it():
    page = Frame(A4, (), "sheet", trim=Rect(0, 0, *A4), identities=("x",))
    (turned,) = for_printer([page], PrinterProfile(x=3.0))
    assert (turned.identities, turned.trim) == (("x",), None)


def test_what_is_no_identity_is_none_and_unknown_parts_are_left_out():
    identity = SheetIdentity("a game", "s&h=e", "m", "cs", "look", "pl", "12", "34")
    assert identity_of(identity.text()) == identity
    assert identity_of(identity.text() + "&later=1") == identity
    assert [identity_of(text) for text in ("", "Ada", "scrawl-sheet?game=x", "scrawl-sheet?sheet=x")] == [None] * 4
