"""Sizes of paper and cards: by name, as width and height, and within bounds."""

import pytest

from generator.diagnostics import InvalidInput
from generator.geometry import A4, STANDARD_CARD, Size
from generator.imposition.impose import ImpositionSettings, plan_imposition
from generator.imposition.paper import page_size, read_card_size, read_paper
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT

CATALOGUE = GameCatalogue((ROOT,))


@pytest.mark.parametrize(
    ("read", "text", "size"),
    [
        (read_paper, "a4", (210, 297)),
        (read_paper, "A4-landscape", (297, 210)),
        (read_paper, "100x1200mm", (100, 1200)),
        (page_size, "a5", (210, 297)),
        (page_size, "a3", (297, 420)),
        (read_card_size, "mini-american", (41, 63)),
        (read_card_size, "20x300mm", (20, 300)),
    ],
)
def test_a_size_is_read(read, text, size):
    assert read(CATALOGUE, text) == pytest.approx(Size(*map(mm, size)))


@pytest.mark.parametrize(
    ("read", "text", "code", "hint"),
    [
        (read_paper, "99.9x297mm", "P002", "between 100 and 1200 mm a side"),
        (read_paper, "210x1200.1mm", "P002", "between 100 and 1200 mm a side"),
        (read_card_size, "19.9x88mm", "P002", "between 20 and 300 mm a side"),
        (read_card_size, "63x300.1mm", "P002", "between 20 and 300 mm a side"),
        (read_card_size, "63x88", "P001", "add a unit: 63x88mm"),
        (read_paper, "leter", "P001", "did you mean 'letter'?"),
    ],
)
def test_a_size_that_cannot_be_is_refused(read, text, code, hint):
    with pytest.raises(InvalidInput) as caught:
        read(CATALOGUE, text)
    assert [(fault.code, fault.hint) for fault in caught.value.diagnostics] == [(code, hint)]


@pytest.mark.parametrize(("paper", "page"), [(A4, A4), (A4.turned, A4.turned)])
def test_an_upright_paper_is_turned_where_more_fits_and_one_that_lies_is_not(paper, page):
    assert plan_imposition(ImpositionSettings(paper, STANDARD_CARD)).page == page
    assert plan_imposition(ImpositionSettings(paper, Size(mm(130), mm(180)))).page == A4.turned
    assert plan_imposition(ImpositionSettings(paper, Size(mm(180), mm(130)))).page == page
