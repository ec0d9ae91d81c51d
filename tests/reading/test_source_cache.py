"""Test that caches of files stay in bounds: a workshop is open for weeks."""

from types import SimpleNamespace

from generator.reading.game_catalogue import GameCatalogue
from generator.reading.source_cache import MOST_KNOWN, SourceCache
from generator.scoring.rules import open_rules
from generator.workshop.previews import MOST_SHEETS, SheetPreviews
from tests.conftest import ROOT


def test_files_that_were_read_first_are_let_go(tmp_path):
    cache, calls = SourceCache(), []
    path = tmp_path / "a.svg"
    path.write_text("")
    for number in range(MOST_KNOWN + 10):
        cache.keep(path, f"kind {number}", lambda _: calls.append(1))
    cache.keep(path, f"kind {MOST_KNOWN}", lambda _: calls.append(1))
    assert len(calls) == MOST_KNOWN + 10
    cache.keep(path, "kind 3", lambda _: calls.append(1))
    assert len(calls) == MOST_KNOWN + 11


def test_sheets_of_many_maps_are_remembered_in_bounds():
    catalogue = GameCatalogue((ROOT,))
    previews, rules = SheetPreviews(catalogue), open_rules(catalogue, "yacht", "en")
    assert previews.sheet(SimpleNamespace(rules=rules, state=SimpleNamespace(dungeon=""))) is None
    assert previews.sheets.cache_parameters()["maxsize"] == MOST_SHEETS
