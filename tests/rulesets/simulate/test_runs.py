"""Runs add up to the same from any number of workers; means and intervals are what others compute."""

import json
import random
import statistics

import pytest

from generator.rulesets.counts import Counts, Sample
from generator.rulesets.simulate.runs import run, workers


class Dice:
    """Throws two dice a game and counts their sum, and whether it was a pair."""

    def play(self, seed, counts):
        chance = random.Random(seed)
        one, other = chance.randint(1, 6), chance.randint(1, 6)
        counts.add("sum", one + other)
        counts.add(f"pair/{one}", int(one == other))


@pytest.mark.parametrize("number", [1, 2, 5])
def test_any_number_of_workers_counts_the_same_bytes(number):
    told = []
    with workers(number) as executor:
        counts = run(Dice(), 1100, 7, executor, told.append)
    assert sum(told) == 1100
    with workers(1) as executor:
        alone = run(Dice(), 1100, 7, executor)
    assert json.dumps(counts.plain()) == json.dumps(alone.plain())
    assert Counts.of_plain(json.loads(json.dumps(counts.plain()))).plain() == counts.plain()


def test_a_longer_run_begins_with_the_games_of_the_shorter():
    with workers(1) as executor:
        short, long = (run(Dice(), games, 7, executor) for games in (300, 301))
    more = {name: sum(values.values()) - sum(short.seen.get(name, {}).values()) for name, values in long.seen.items()}
    assert sorted(more.values()) == [0, 0, 0, 0, 0, 1, 1]


def test_figures_of_a_sample_are_those_of_the_values_one_by_one():
    values = [random.Random(each).randint(-9, 99) for each in range(1000)]
    counts = Counts()
    for value in values:
        counts.add("x", value)
    sample = counts.of("x")
    assert (sample.size, sample.mean) == (1000, pytest.approx(statistics.fmean(values)))
    assert sample.deviation == pytest.approx(statistics.stdev(values))
    assert sample.quantile(0.5) == statistics.median_low(values)
    assert counts.of("y").interval().estimate == 0


def test_ninety_five_of_a_hundred_intervals_hold_the_truth():
    chance = random.Random(5)
    true = 0
    for _ in range(400):
        sample = Sample({1: (hits := sum(chance.random() < 0.1 for _ in range(60))), 0: 60 - hits})
        share = sample.share(1)
        true += share.low <= 0.1 <= share.high
    assert 0.92 <= true / 400 <= 0.99


def test_what_is_counted_under_a_name_comes_in_the_order_of_its_names():
    counts = Counts({"line/B": {1: 1}, "line/A": {2: 3}, "lines": {0: 1}})
    assert [(name, sample.mean) for name, sample in counts.under("line")] == [("A", 2.0), ("B", 1.0)]
