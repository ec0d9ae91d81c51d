"""A pack is opened again after a file changed, in a process that goes on, and a card laid out again is soon there."""

import gc
import shutil
import time
import weakref

from generator.frame import TextItem, walk
from generator.geometry import Size
from generator.layout.text import measured
from generator.reading.catalogue import Catalogue
from generator.recipes.cards import deck_faces
from generator.recipes.pack import open_pack
from generator.units import mm
from tests.conftest import ROOT

CARD = Size(mm(63), mm(88))


def first_card(pack):
    (front, _), *_ = deck_faces(pack, "bosses", CARD, chosen=pack.game.deck("bosses")[:1]).cards
    return [item.text for item, _ in walk(front.items) if isinstance(item, TextItem)]


def test_a_card_is_laid_out_again_after_one_file_changed(tmp_path):
    for name in ("cards", "layouts"):
        shutil.copytree(ROOT / name, tmp_path / name)
    words = tmp_path / "cards/paper-dungeons/words/en.yaml"
    pack = open_pack(Catalogue((tmp_path, ROOT)), "paper-dungeons", "en")
    title = pack.game.card_words("bosses", pack.game.deck("bosses")[0].key)["name"]
    assert title in first_card(pack)
    seconds = []
    for number in range(5):
        text = words.read_text(encoding="utf-8")
        words.write_text(text.replace(title, f"Chief {number}"), encoding="utf-8")
        begin, parsed = time.process_time(), pack.catalogue.sources.parsed
        pack = open_pack(pack.catalogue, "paper-dungeons", "en")
        shown, title = first_card(pack), f"Chief {number}"
        seconds.append(time.process_time() - begin)
        assert title in shown
        assert pack.catalogue.sources.parsed == parsed + 1
    assert min(seconds) < 0.06  # a fifth of a second in all where a machine is busy, 15 ms where it is not


def test_a_pack_that_is_opened_again_measures_nothing_anew():
    catalogue = Catalogue((ROOT,))
    first_card(before := open_pack(catalogue, "paper-dungeons", "en"))
    misses = measured.cache_info().misses
    first_card(after := open_pack(catalogue, "paper-dungeons", "en"))
    assert after.fonts.font("text.regular") is before.fonts.font("text.regular")
    assert measured.cache_info().misses == misses


def test_a_pack_is_gone_as_soon_as_nobody_holds_it():
    pack = open_pack(Catalogue((ROOT,)), "paper-dungeons", "en")
    first_card(pack)
    gone = weakref.ref(pack)
    gc.disable()
    try:
        del pack
        assert gone() is None
    finally:
        gc.enable()
