"""PDFs for home printers and screens conform to PDF/UA-1, by an independent validator; press files do not claim it."""

import io

import pikepdf
import pytest

from generator.draw.pdf.document import pdf_bytes
from generator.fonts.faces import Fonts
from generator.frame import Frame, TextItem
from generator.geometry import A4, Size
from generator.products.faces_on_paper import pack_pdf
from generator.products.kit import kit_documents
from generator.products.print_pack import open_pack
from generator.products.print_request import KitRequest, PaperOptions, SheetOptions
from generator.products.sheets import sheet_pages
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT, often

page = pytest.importorskip("page", reason="page-validation is not installed")

CLAIM = b'<pdfuaid:part xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">1</pdfuaid:part>'
GAMES = ("paper-dungeons", "dungeon-fighter", "labirynt-smierci", "platformer", "yacht")
EDITIONS = (None, "ink-saver", "colour-blind", "large-print", "dry-erase")
EVERY = [(game, language, edition) for game in GAMES for language in ("en", "pl", "cs") for edition in EDITIONS]


def failures(data):
    limits = page.SafetyLimits(max_reference_depth=4096)  # bookmarks of a deck are a chain
    report = page.validate_pdf_bytes(data, profile="ua1", limits=limits)
    return sorted({f"{failure.rule_id}: {failure.message}" for failure in report.failures})


def test_a_file_claims_to_be_universal_and_is():
    text = TextItem(5, 20, "Treasure", "text", 10, "#000000", 40, opens="H1")
    fonts = Fonts({"text": ROOT / "fonts" / "FiraSansCondensed-Regular.ttf"})
    data = pdf_bytes([Frame(Size(200, 100), (text,))], fonts=fonts, title="Test", lang="en")
    assert CLAIM in pikepdf.open(io.BytesIO(data)).Root.Metadata.read_bytes()
    assert failures(data) == []


@pytest.mark.parametrize(("game", "language", "edition"), often([("yacht", "cs", "large-print")], EVERY))
def test_every_file_of_a_kit_is_universal(game, language, edition):
    pack = open_pack(GameCatalogue((ROOT,)), game, language, edition)
    for document in kit_documents(pack, KitRequest(on=PaperOptions(usual=A4))):
        assert failures(pack_pdf(pack, document.frames, document.title)) == [], document.name


@pytest.mark.parametrize(("game", "language", "edition"), often([("yacht", "pl", None)], EVERY))
def test_every_form_is_universal(game, language, edition):
    pack = open_pack(GameCatalogue((ROOT,)), game, language, edition)
    for sheet in pack.manifest.sheets:
        pages = list(sheet_pages(pack, SheetOptions(sheet=sheet), PaperOptions(usual=A4)))
        assert failures(pack_pdf(pack, pages, sheet, fillable=True)) == [], sheet
