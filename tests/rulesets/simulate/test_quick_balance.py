"""What a quick simulation tells of a card is what the long ones tell of it: the same games, by what is typed and what is saved."""

import os
from collections import Counter
from dataclasses import replace

import pytest

from generator.child_processes import call_apart
from generator.diagnostics import InvalidInput
from generator.game.game import open_game
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.source_cache import UnsavedSources
from generator.rulesets.simulate.match_setup import TRIAL, MatchSetup, restrict_match, usual_totals
from generator.rulesets.simulate.quick_balance import QuickBalanceResult, balance_apart, quick_balance
from generator.rulesets.simulate.runs import seed_of
from generator.rulesets.simulate.spec import read_simulation, style_of
from generator.rulesets.value_counts import ValueHistogram
from tests.conftest import ROOT
from tests.rulesets.test_toy import TOY
from tests.tables import table

BOX = GameCatalogue((ROOT,))
GAME = "paper-dungeons"


def played(deck, card, catalogue=BOX, before=None, games=12):
    return quick_balance(open_game(catalogue, GAME), deck, card, before and open_game(before, GAME), games)


def typed(tmp_path, file, old, new):
    """Return the catalogue as if a built-in file held another text, which lies elsewhere."""
    path = ROOT / "cards" / GAME / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    (tmp_path / path.name).write_text(text.replace(old, new), encoding="utf-8")
    return replace(BOX, sources=UnsavedSources(BOX.sources, path, tmp_path / path.name))


def test_a_map_earns_what_its_check_tells():
    found = played("dungeons", "c")
    assert found.points == ValueHistogram(Counter(usual_totals(open_game(BOX, GAME), "c", 12))).interval()
    assert (found.games, found.dealt, found.kept, found.change, found.worth) == (12, None, None, None, None)
    assert found.points != played("dungeons", "d").points
    assert found == played("dungeons", "c"), "the same text gives other figures"


def test_a_power_is_played_where_it_is_dealt_and_worth_what_is_lost_without_it():
    found, spec = played("powers", "healer"), read_simulation(BOX, GAME)
    match = MatchSetup(BOX.roots, GAME, (style_of(spec, spec.usual),))
    simulator = match.simulator()
    seeds = [seed_of(TRIAL, number) for number in range(200)]
    dealt = [seed for seed in seeds if "healer" in simulator.rules.position_text(simulator.begin(match, seed))]
    without = restrict_match(match, "power.healer")
    lost = Counter(match.totals(seed)[0] - without.totals(seed)[0] for seed in dealt[:12])
    assert found.worth == ValueHistogram(lost).interval()
    assert found.dealt.low < 1 / 8 < found.dealt.high, "two of sixteen powers lie before a player"
    assert found.kept.low < found.kept.estimate <= 1


@table("deck, card, heading, parts")
def test_what_the_report_tells_of_a_deck_is_told_of_its_card(deck, card, heading, parts):
    (told,) = played(deck, card).shares
    assert told.heading == heading
    assert [name.rpartition(".")[2] for name, _ in told.shares] == parts
    assert all(share.low - 1e-9 <= share.estimate <= share.high + 1e-9 for _, share in told.shares)
    if len(parts) > 1:
        assert sum(share.estimate for _, share in told.shares) == pytest.approx(1)


def test_a_change_is_compared_on_the_same_dice(tmp_path):
    richer = typed(
        tmp_path, "powers.yaml", "{number: 8, class: setup, end_glory: 2,", "{number: 8, class: setup, end_glory: 9,"
    )
    found = played("powers", "healer", richer, BOX)
    kept = round(found.kept.estimate * found.games)
    assert found.change.estimate == pytest.approx(7 * kept / found.games)
    assert found.points.estimate == pytest.approx(played("powers", "healer").points.estimate + found.change.estimate)
    other = played("missions", "no_such_card", richer, BOX)
    assert other.games == 0, "a card that is not there is dealt"
    assert (other.points.low, other.change) == (float("-inf"), None)


def test_what_could_not_be_played_before_is_compared_with_nothing(tmp_path):
    broken = typed(tmp_path, "rounds.yaml", "skull_damage:", "skulls:")
    assert played("dungeons", "c", BOX, broken).change is None
    with pytest.raises(InvalidInput):
        played("dungeons", "c", broken, BOX)


def test_a_sheet_is_of_all_games_and_those_of_other_rules_are_played_too(monkeypatch):
    monkeypatch.syspath_prepend(TOY)
    towers = open_game(GameCatalogue((TOY, ROOT)), "towers")
    found = quick_balance(towers, "", "", towers, 30)
    assert (found.games, found.dealt, found.kept, found.worth, found.shares) == (30, None, None, None, [])
    assert found.points.low < found.points.estimate
    assert (found.change.low, found.change.estimate, found.change.high) == (0, 0, 0)


def test_it_is_played_apart_with_what_is_not_saved_and_behind_all_others(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "nice", lambda more: more)  # this process has to go on as quickly
    poorer = typed(tmp_path, "powers.yaml", "end_glory: 2", "end_glory: -2")
    asked = (replace(poorer, sources=poorer.sources.afresh()), BOX, GAME, "powers", "healer", 12)
    apart = call_apart(balance_apart, *asked, seconds=120)
    assert isinstance(apart, QuickBalanceResult)
    assert apart == played("powers", "healer", poorer, BOX)
    assert apart.change.high < 0
    broken = typed(tmp_path, "rounds.yaml", "skull_damage:", "skulls:")
    with pytest.raises(InvalidInput):
        balance_apart(broken, None, GAME, "", "")
    script = "(__import__('generator.child_processes').child_processes.give_way(), __import__('os').nice(0))[1]"
    assert call_apart(eval, script, seconds=60) == 19
