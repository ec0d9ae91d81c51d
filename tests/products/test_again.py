"""A running process opens a pack again after a file changed, and quickly lays out a card again."""

import gc
import itertools
import shutil
import weakref

import pytest

from generator.frame import TextItem, walk
from generator.geometry import Size
from generator.layout.text import measure_paragraphs
from generator.maps.loading import read_base_map
from generator.maps.map_rules import read_map_rules
from generator.products.cards import deck_faces
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from tests.conftest import ROOT, least_seconds
from tests.tables import write_files

CARD = Size(mm(63), mm(88))


def first_card(pack):
    (front, _), *_ = deck_faces(pack, "bosses", CARD, chosen=pack.game.deck("bosses")[:1]).cards
    return [item.text for item, _ in walk(front.items) if isinstance(item, TextItem)]


def test_a_card_is_laid_out_again_after_one_file_changed(tmp_path, parsed):
    for name in ("cards", "layouts"):
        shutil.copytree(ROOT / name, tmp_path / name)
    words = tmp_path / "cards/paper-dungeons/words/en.yaml"
    pack = open_pack(GameCatalogue((tmp_path, ROOT)), "paper-dungeons", "en")
    title = pack.game.card_words("bosses", pack.game.deck("bosses")[0].key)["name"]
    assert title in first_card(pack)
    number = itertools.count()

    def lay_out_changed():
        nonlocal title
        text = words.read_text(encoding="utf-8")
        words.write_text(text.replace(title, title := f"Chief {next(number)}"), encoding="utf-8")
        parsed.clear()
        assert title in first_card(open_pack(pack.catalogue, "paper-dungeons", "en"))
        assert len(parsed) == 1

    assert least_seconds(lay_out_changed, enough=0.06, times=12) < 0.06  # 15 ms on an idle machine


FILES = {
    "cards/mini/game.yaml": "game: mini\ndecks: {things: {layout: card}}\n",
    "cards/mini/words/en.yaml": "game: {title: Mini}\n",
    "cards/mini/things.csv": "key,name\none,First\n",
    "layouts/common/styles.yaml": (ROOT / "layouts/common/styles.yaml").read_text(encoding="utf-8"),
    "layouts/mini/card.yaml": "extends: ../common/styles.yaml\nfonts: {text: {regular: own.ttf}}\nfront: {row: [{icon: own, size: 5mm}, {text: '{name} {words.game.title}', style: body}]}\n",
    "icons/own.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M 0 0 L 5 0 L 5 5 Z"/></svg>',
    "fonts/own.ttf": (ROOT / "fonts/FiraSansCondensed-Regular.ttf").read_bytes(),
}
CHANGES = {
    "a table": {"cards/mini/things.csv": "key,name\none,Other\n"},
    "a word of the game": {"cards/mini/words/en.yaml": "game: {title: Maxi}\n"},
    "a layout": {"layouts/mini/card.yaml": FILES["layouts/mini/card.yaml"].replace("5mm", "6mm")},
    "a base of layouts": {
        "layouts/common/styles.yaml": FILES["layouts/common/styles.yaml"].replace('ink: "#000000"', 'ink: "#101010"')
    },
    "the game itself": {
        "cards/mini/game.yaml": FILES["cards/mini/game.yaml"].replace("card}", "other}"),
        "layouts/mini/other.yaml": FILES["layouts/mini/card.yaml"].replace(
            "icon: own, size", "icon: own, color: '#ff0000', size"
        ),
    },
    "an icon": {"icons/own.svg": FILES["icons/own.svg"].replace("5 5", "0 5")},
    "a font": {"fonts/own.ttf": (ROOT / "fonts/FiraSansCondensed-Bold.ttf").read_bytes()},
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_file_of_any_kind_is_read_again_when_it_changed(tmp_path, what):
    def items():
        (front, _), *_ = deck_faces(open_pack(catalogue, "mini", "en"), "things", CARD).cards
        return list(walk(front.items))

    write_files(tmp_path, FILES)
    catalogue = GameCatalogue((tmp_path, ROOT))
    before = items()
    assert items() == before
    write_files(tmp_path, CHANGES[what])
    after = items()
    assert after != before
    write_files(tmp_path, FILES)
    assert items() == before


def test_a_base_map_is_read_again_when_it_changed(tmp_path):
    path = tmp_path / "cards/paper-dungeons/maps/base.yaml"
    text = (ROOT / "cards/paper-dungeons/maps/base.yaml").read_text(encoding="utf-8")
    write_files(tmp_path, {"cards/paper-dungeons/maps/base.yaml": text})
    catalogue = GameCatalogue((tmp_path, ROOT))
    rules = read_map_rules(catalogue, "paper-dungeons")
    before = read_base_map(catalogue, "paper-dungeons", rules)
    assert read_base_map(catalogue, "paper-dungeons", rules) is before
    path.write_text(text.replace("  B3: item_half", "  B3: potion"), encoding="utf-8")
    assert read_base_map(catalogue, "paper-dungeons", rules) != before


def test_a_pack_that_is_opened_again_measures_nothing_anew():
    catalogue = GameCatalogue((ROOT,))
    first_card(before := open_pack(catalogue, "paper-dungeons", "en"))
    misses = measure_paragraphs.cache_info().misses
    first_card(after := open_pack(catalogue, "paper-dungeons", "en"))
    assert after.fonts.font("text.regular") is before.fonts.font("text.regular")
    assert measure_paragraphs.cache_info().misses == misses


def test_a_pack_is_gone_as_soon_as_nobody_holds_it():
    pack = open_pack(GameCatalogue((ROOT,)), "paper-dungeons", "en")
    first_card(pack)
    gone = weakref.ref(pack)
    gc.disable()
    try:
        del pack
        assert gone() is None
    finally:
        gc.enable()
