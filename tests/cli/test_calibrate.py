"""`scrawl calibrate`: from the test page and its questions to cards that correct a printer's faults."""

import pytest

from generator.frame import ShapeItem, TextItem
from generator.geometry import Insets, Rect
from generator.imposition.paper import read_paper
from generator.products.calibration import calibration_pages as test_pages
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import often


def answers(down="", across="", t="", t_comb="", m="", m_comb="", b="", b_comb="", back_down="", back_across=""):
    """Return the typed answers to the questions, in their order."""
    return "\n".join((down, across, t, t_comb, m, m_comb, b, b_comb, back_down, back_across)) + "\n"


@pytest.mark.parametrize(
    ("lang", "paper"),
    often(
        [("en", "letter"), ("pl", "a4"), ("cs", "letter")],
        [(lang, paper) for lang in ("en", "pl", "cs") for paper in ("a4", "letter")],
    ),
)
def test_nothing_on_the_test_page_and_the_check_page_covers_other_words_or_leaves_the_page(lang, paper):
    catalogue = GameCatalogue.at(None)
    pack = open_pack(catalogue, catalogue.default_game, lang)
    page = read_paper(catalogue, paper)
    safe = Rect(0, 0, *page).inset(Insets(*[mm(7)] * 4))
    for frame in (*test_pages.test_page(pack, page), *test_pages.check_page(pack, page)):
        texts = [item for item in frame.items if isinstance(item, TextItem)]
        for at, text in enumerate(texts):
            assert safe.holds(text.rect), text.text
            assert not any(text.rect.meets(other.rect) for other in texts[:at]), text.text
            crossings = [
                item
                for item in frame.items
                if isinstance(item, ShapeItem) and item.kind == "line" and text.rect.meets(item.rect, -0.01)
            ]
            assert not crossings, text.text
