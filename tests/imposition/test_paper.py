"""Test sizes of paper and cards: by name, as width and height, and within bounds."""

import pytest

from generator.diagnostics import InvalidInput
from generator.geometry import A4, STANDARD_CARD, Size
from generator.imposition.impose import ImpositionSettings, plan_imposition
from generator.imposition.paper import page_size, read_card_size, read_paper
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT
from tests.tables import table

CATALOGUE = GameCatalogue((ROOT,))
READ = {"paper": read_paper, "page": page_size, "card": read_card_size}


@table("read, text, size")
def test_a_size_is_read(read, text, size):
    assert READ[read](CATALOGUE, text) == pytest.approx(Size(*map(mm, size)))


@table("read, text, code, hint")
def test_a_size_that_cannot_be_is_refused(read, text, code, hint):
    with pytest.raises(InvalidInput) as caught:
        READ[read](CATALOGUE, text)
    assert [(fault.code, fault.hint) for fault in caught.value.diagnostics] == [(code, hint)]


@pytest.mark.parametrize(("paper", "page"), [(A4, A4), (A4.turned, A4.turned)])
def test_an_upright_paper_is_turned_where_more_fits_and_one_that_lies_is_not(paper, page):
    assert plan_imposition(ImpositionSettings(paper, STANDARD_CARD)).page == page
    assert plan_imposition(ImpositionSettings(paper, Size(mm(130), mm(180)))).page == A4.turned
    assert plan_imposition(ImpositionSettings(paper, Size(mm(180), mm(130)))).page == page
