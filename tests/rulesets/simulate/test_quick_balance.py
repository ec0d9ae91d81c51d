"""A quick simulation gives the same figures for a card as the long ones: the same games, with typed and saved texts."""

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


def balance_of(deck, card, catalogue=BOX, before=None, games=12):
    return quick_balance(open_game(catalogue, GAME), deck, card, before and open_game(before, GAME), games)


def with_text(tmp_path, file, old, new):
    """Return the catalogue as if a built-in file had another text, which is in another file."""
    path = ROOT / "cards" / GAME / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    (tmp_path / path.name).write_text(text.replace(old, new), encoding="utf-8")
    return replace(BOX, sources=UnsavedSources(BOX.sources, path, tmp_path / path.name))


def test_a_map_earns_what_its_check_tells():
    balance = balance_of("dungeons", "c")
    assert balance.points == ValueHistogram(Counter(usual_totals(open_game(BOX, GAME), "c", 12))).interval()
    assert (balance.games, balance.dealt, balance.kept, balance.change, balance.worth) == (12, None, None, None, None)
    assert balance.points != balance_of("dungeons", "d").points
    assert balance == balance_of("dungeons", "c"), "the same text gives other figures"


def test_a_power_is_played_where_it_is_dealt_and_worth_what_is_lost_without_it():
    balance, spec = balance_of("powers", "healer"), read_simulation(BOX, GAME)
    match = MatchSetup(BOX.roots, GAME, (style_of(spec, spec.usual),))
    simulator = match.simulator()
    seeds = [seed_of(TRIAL, number) for number in range(200)]
    games = [seed for seed in seeds if "healer" in simulator.rules.position_text(simulator.begin(match, seed))]
    without = restrict_match(match, "power.healer")
    losses = Counter(match.totals(seed)[0] - without.totals(seed)[0] for seed in games[:12])
    assert balance.worth == ValueHistogram(losses).interval()
    assert balance.dealt.low < 1 / 8 < balance.dealt.high, "two of sixteen powers lie before a player"
    assert balance.kept.low < balance.kept.estimate <= 1


@table("deck, card, heading, parts")
def test_what_the_report_tells_of_a_deck_is_told_of_its_card(deck, card, heading, parts):
    (group,) = balance_of(deck, card).shares
    assert group.heading == heading
    assert [name.rpartition(".")[2] for name, _ in group.shares] == parts
    assert all(share.low - 1e-9 <= share.estimate <= share.high + 1e-9 for _, share in group.shares)
    if len(parts) > 1:
        assert sum(share.estimate for _, share in group.shares) == pytest.approx(1)


def test_a_change_is_compared_on_the_same_dice(tmp_path):
    richer = with_text(
        tmp_path, "powers.yaml", "{number: 8, class: setup, end_glory: 2,", "{number: 8, class: setup, end_glory: 9,"
    )
    balance = balance_of("powers", "healer", richer, BOX)
    kept_games = round(balance.kept.estimate * balance.games)
    assert balance.change.estimate == pytest.approx(7 * kept_games / balance.games)
    assert balance.points.estimate == pytest.approx(
        balance_of("powers", "healer").points.estimate + balance.change.estimate
    )
    other = balance_of("missions", "no_such_card", richer, BOX)
    assert other.games == 0, "a card that is not there is dealt"
    assert (other.points.low, other.change) == (float("-inf"), None)


def test_what_could_not_be_played_before_is_compared_with_nothing(tmp_path):
    broken = with_text(tmp_path, "rounds.yaml", "skull_damage:", "skulls:")
    assert balance_of("dungeons", "c", BOX, broken).change is None
    with pytest.raises(InvalidInput):
        balance_of("dungeons", "c", broken, BOX)


def test_a_sheet_is_of_all_games_and_those_of_other_rules_are_played_too(monkeypatch):
    monkeypatch.syspath_prepend(TOY)
    towers = open_game(GameCatalogue((TOY, ROOT)), "towers")
    balance = quick_balance(towers, "", "", towers, 30)
    assert (balance.games, balance.dealt, balance.kept, balance.worth, balance.shares) == (30, None, None, None, [])
    assert balance.points.low < balance.points.estimate
    assert (balance.change.low, balance.change.estimate, balance.change.high) == (0, 0, 0)


def test_it_is_played_apart_with_what_is_not_saved_and_behind_all_others(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "nice", lambda more: more)  # this process must keep its priority
    poorer = with_text(tmp_path, "powers.yaml", "end_glory: 2", "end_glory: -2")
    arguments = (replace(poorer, sources=poorer.sources.afresh()), BOX, GAME, "powers", "healer", 12)
    result = call_apart(balance_apart, *arguments, seconds=120)
    assert isinstance(result, QuickBalanceResult)
    assert result == balance_of("powers", "healer", poorer, BOX)
    assert result.change.high < 0
    broken = with_text(tmp_path, "rounds.yaml", "skull_damage:", "skulls:")
    with pytest.raises(InvalidInput):
        balance_apart(broken, None, GAME, "", "")
    script = "(__import__('generator.child_processes').child_processes.give_way(), __import__('os').nice(0))[1]"
    assert call_apart(eval, script, seconds=60) == 19
