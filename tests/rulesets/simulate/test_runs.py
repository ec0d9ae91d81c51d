"""Runs give the same sums with any number of workers; means and intervals equal those of other libraries."""

import contextlib
import json
import os
import random
import signal
import statistics
import time

import pytest

from generator.diagnostics import InvalidInput, ScrawlError, SourceLocation, refuse
from generator.rulesets.simulate import runs
from generator.rulesets.simulate.runs import Chunk, PlayedChunk, RunSoFar, fingerprint, run
from generator.rulesets.simulate.workers import Processes, ThisProcess, open_workers
from generator.rulesets.value_counts import ValueCounts, ValueHistogram
from tests.conftest import often


def dice(seed, counts):
    """Throw two dice a game and count their sum, and whether it was a pair."""
    chance = random.Random(seed)
    one, other = chance.randint(1, 6), chance.randint(1, 6)
    counts.add("sum", one + other)
    counts.add(f"pair/{one}", int(one == other))


@pytest.mark.parametrize("number", [1, 2, 5])
def test_any_number_of_workers_counts_the_same_bytes(number):
    progress = []
    with open_workers(number) as workers:
        counts = run(dice, 1100, 7, workers, progress.append)
    assert sum(progress) == 1100
    single = run(dice, 1100, 7, ThisProcess())
    assert json.dumps(counts.plain()) == json.dumps(single.plain())
    assert ValueCounts.of_plain(json.loads(json.dumps(counts.plain()))).plain() == counts.plain()


def test_a_longer_run_begins_with_the_games_of_the_shorter():
    short, long = (run(dice, games, 7, ThisProcess()) for games in (300, 301))
    more = {name: sum(values.values()) - sum(short.seen.get(name, {}).values()) for name, values in long.seen.items()}
    assert sorted(more.values()) == [0, 0, 0, 0, 0, 1, 1]


class Clocked:
    """Plays nothing, and reports a fixed time for each game."""

    at_once = 1

    def __init__(self, seconds):
        self.seconds, self.chunks = seconds, []

    def give(self, play, chunk):
        self.chunks.append(chunk)

    def take(self):
        chunk = self.chunks[-1]
        yield PlayedChunk(
            chunk, ValueCounts({"x": {1: chunk.stop - chunk.start}}), self.seconds * (chunk.stop - chunk.start)
        )


@pytest.mark.parametrize(("seconds", "sizes"), [(30, [1, 1, 1]), (runs.MOMENT / 4, [1, 4, 4]), (0, [1, 499_999])])
def test_a_chunk_is_as_many_games_as_take_a_moment(seconds, sizes):
    clocked = Clocked(seconds)
    run(None, 500_000 if not seconds else sum(sizes), 1, clocked)
    assert [chunk.stop - chunk.start for chunk in clocked.chunks] == sizes


def test_a_run_goes_on_from_any_games_that_were_played():
    whole, chance = run(dice, 500, 7, ThisProcess()), random.Random(3)
    for _ in range(20):
        so_far = RunSoFar()
        for _ in range(chance.randint(1, 6)):
            start, end = chance.choice(so_far.ranges_left(500))
            stop = chance.randint(start + 1, end)
            so_far.add(*runs.play_chunk(dice, Chunk(7, start, stop))[:2])
            if not so_far.ranges_left(500):
                break
        games_before, progress = so_far.games, []
        assert run(dice, 500, 7, ThisProcess(), progress.append, so_far).plain() == whole.plain()
        assert (so_far.done, sum(progress)) == ([(0, 500)], 500 - games_before)


class Sick:
    """Does something bad in one game of a run."""

    def __init__(self, deed):
        self.deed = deed

    def play(self, seed, counts):
        if seed == runs.seed_of(7, 3):
            self.deed()
        counts.add("games", 1)


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def refuse_it():
    raise refuse("M020", "no way", SourceLocation("mine.yaml", 3, 4), "open a wall")


def dawdle():
    time.sleep(600)


def test_a_worker_that_dies_is_reported_and_the_others_end():
    with pytest.raises(ScrawlError, match="a worker was killed by signal 9"), open_workers(3) as workers:
        run(Sick(die).play, 100, 7, workers)
    assert workers.processes == ()


@pytest.mark.parametrize("number", [1, 2])
def test_what_is_wrong_with_a_game_is_told_as_it_is_in_one_process(number):
    with pytest.raises(InvalidInput) as error, open_workers(number) as workers:
        run(Sick(refuse_it).play, 100, 7, workers)
    assert [(each.code, each.place.line, each.hint) for each in error.value.diagnostics] == [("M020", 3, "open a wall")]


def test_games_of_other_rules_or_seeds_are_not_added_up():
    fingerprints = [fingerprint("match", seed, rules) for seed in (1, 2) for rules in ("a 1", "a 2")]
    assert len({*fingerprints, fingerprint("rematch", 1, "a 1")}) == 5
    assert fingerprint("match", 1, "a 1") == fingerprints[0]


def test_processes_end_at_once_whatever_they_play():
    class Stopped(Exception):
        pass

    with contextlib.suppress(Stopped), open_workers(3) as workers:
        workers.give(Sick(dawdle).play, Chunk(7, 3, 4))
        workers.give(Sick(dawdle).play, Chunk(7, 4, 5))
        list(workers.take())
        start, processes = time.monotonic(), workers.processes
        raise Stopped
    assert time.monotonic() - start < often(20, 1)  # they would go on for ten minutes
    assert isinstance(workers, Processes)
    assert [process.is_alive() for process in processes] == [False, False]


def test_figures_of_a_sample_are_those_of_the_values_one_by_one():
    values = [random.Random(each).randint(-9, 99) for each in range(1000)]
    counts = ValueCounts()
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
        sample = ValueHistogram({1: (hits := sum(chance.random() < 0.1 for _ in range(60))), 0: 60 - hits})
        share = sample.share(1)
        true += share.low <= 0.1 <= share.high
    assert 0.92 <= true / 400 <= 0.99


def test_what_is_counted_under_a_name_comes_in_the_order_of_its_names():
    counts = ValueCounts({"line/B": {1: 1}, "line/A": {2: 3}, "lines": {0: 1}})
    assert [(name, sample.mean) for name, sample in counts.under("line")] == [("A", 2.0), ("B", 1.0)]
