"""`print page --mark-ours`: a bar beside each sentence that is ours, broad or thin, and nothing else is changed."""

import pytest

from generator.frame import ShapeItem, TextItem, walk
from generator.geometry import Size
from generator.products.handout_pages import page_face
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT
from tests.page_texts import page_texts
from tools.facts import known

CATALOGUE = GameCatalogue((ROOT,))
A4 = Size(mm(196), mm(277))
PAGES = [
    ("paper-dungeons", "help", "en"),
    ("labirynt-smierci", "rules_2", "pl"),
    ("platformer", "help_tower", "cs"),
    ("dungeon-fighter", "fight", "pl"),
]


def faces(game, page, language):
    marked = open_pack(CATALOGUE, game, language)
    marked.marks_ours = True
    return [
        list(item for item, _ in walk(page_face(pack, page, A4).items))
        for pack in (open_pack(CATALOGUE, game, language), marked)
    ]


def bars(items, width):
    return [
        item.rect
        for item in items
        if isinstance(item, ShapeItem) and item.kind == "rect" and abs(item.rect.width - mm(width)) < 0.01
    ]


@pytest.mark.parametrize(("game", "page", "language"), PAGES)
def test_words_stand_as_they_stood_and_bars_beside_those_of_ours(game, page, language):
    plain, marked = faces(game, page, language)
    assert [item for item in plain if isinstance(item, TextItem)] == [
        item for item in marked if isinstance(item, TextItem)
    ]
    assert len(marked) > len(plain)
    added = [item for item in marked if item not in plain]
    assert [
        item
        for item in added
        if not (isinstance(item, ShapeItem) and item.rect.width in (pytest.approx(mm(0.9)), pytest.approx(mm(0.3))))
    ] == []


def test_what_is_wholly_ours_has_a_broad_bar_and_what_is_in_part_a_thin_one():
    _, marked = faces("platformer", "help_tower", "en")
    sources = known("platformer")
    of_page = [
        key
        for key in sources.sentences
        if key.startswith(("help.map.", "help.moving.", "help.levels.", "help.example"))
    ]
    wholly = [key for key in of_page if sources.ours_of(key) and not sources.facts_of(key)]
    partly = [key for key in of_page if sources.ours_of(key) and sources.facts_of(key)]
    assert (len(bars(marked, 0.9)), len(bars(marked, 0.3))) == (len(wholly), len(partly)) == (2, 6)


def test_the_foot_says_what_a_bar_is(scrawl, tmp_path):
    out = tmp_path / "help.pdf"
    assert scrawl("print", "page", "help", "--mark-ours", "-o", out).returncode == 0

    assert "a rule of ours" in page_texts(out)[0]
