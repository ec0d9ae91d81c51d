"""A run of many games: each has a seed of its own, chunks go to workers, and their counts are added up."""

import gc
import math
import time
from bisect import insort
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from generator.chance import RandomStream
from generator.rulesets.value_counts import ConfidenceInterval, ValueCounts

PLACES = 6  # of figures behind the point
MOMENT = 0.5  # seconds that a chunk is to take: progress is told, and little is lost at an interruption


class SimulatedMatch(Protocol):
    """What plays: it is sent to the workers once with each chunk, so it has to be small."""

    def play(self, seed: int, counts: ValueCounts) -> None:
        """Play the game of a seed to its end and count what is watched."""


class Chunk(NamedTuple):
    """Games `start` to `stop` (without it) of a run."""

    seed: int
    start: int
    stop: int


class PlayedChunk(NamedTuple):
    """What a worker counted in a chunk, and how many seconds it took."""

    chunk: Chunk
    counts: ValueCounts
    seconds: float


class Workers(Protocol):
    """Those who play chunks, here or elsewhere."""

    @property
    def at_once(self) -> int:
        """How many chunks are given out at a time."""

    def give(self, match: SimulatedMatch, chunk: Chunk) -> None:
        """Have a chunk played; no more than `at_once` are given before they are taken."""

    def take(self) -> Iterator[PlayedChunk]:
        """Wait for chunks and yield those that are played; raises ScrawlError where nobody plays any more."""


@dataclass
class RunSoFar:
    """What was counted of a run, and which of its games: from (the first, to the one after the last), in order."""

    counts: ValueCounts = field(default_factory=ValueCounts)
    done: list[tuple[int, int]] = field(default_factory=list)

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(stop - start for start, stop in self.done)

    def add(self, chunk: Chunk, counts: ValueCounts) -> None:
        """Add a chunk that was played.

        >>> run = RunSoFar(done=[(0, 5), (8, 9)])
        >>> run.add(Chunk(1, 5, 8), ValueCounts())
        >>> run.done, run.games
        ([(0, 9)], 9)
        """
        self.counts.merge(counts)
        insort(self.done, (chunk.start, chunk.stop))
        joined: list[tuple[int, int]] = []
        for start, stop in self.done:
            if joined and joined[-1][1] == start:
                joined[-1] = (joined[-1][0], stop)
            else:
                joined.append((start, stop))
        self.done = joined

    def ranges_left(self, games: int) -> list[tuple[int, int]]:
        """Return which of so many games are still to be played.

        >>> RunSoFar(done=[(2, 4), (6, 8)]).ranges_left(9)
        [(0, 2), (4, 6), (8, 9)]
        """
        ends = [0, *(stop for _, stop in self.done)]
        starts = [*(start for start, _ in self.done), games]
        return [(end, start) for end, start in zip(ends, starts, strict=True) if end < start]


def seed_of(seed: int, game: int) -> int:
    """Return the seed of one game of a run, below 2 ** 32."""
    return RandomStream(seed, f"game {game}").below(1 << 32)


def play_chunk(match: SimulatedMatch, chunk: Chunk) -> PlayedChunk:
    """Play the games of a chunk one after the other."""
    counts, begun = ValueCounts(), time.perf_counter()
    collects = gc.isenabled()
    gc.disable()  # games leave nothing that holds each other, and the search for it takes a tenth of their time
    try:
        for game in range(chunk.start, chunk.stop):
            match.play(seed_of(chunk.seed, game), counts)
    finally:
        if collects:
            gc.enable()
    return PlayedChunk(chunk, counts, time.perf_counter() - begun)


def run(
    match: SimulatedMatch,
    games: int,
    seed: int,
    workers: Workers,
    report: Callable[[int], None] = lambda games: None,
    so_far: RunSoFar | None = None,
) -> ValueCounts:
    """Play so many games and return what was counted; `report` hears how many more are done.

    A run goes on from what it has `so_far`, which is added to. How it is divided never changes what is counted: a chunk
    is as many games as take a moment, by the time of the last one.
    """
    so_far = RunSoFar() if so_far is None else so_far
    left, pace, given = so_far.ranges_left(games)[::-1], 1, 0
    while left or given:
        while left and given < workers.at_once:
            start, end = left.pop()
            stop = min(start + pace, end)
            if stop < end:
                left.append((stop, end))
            workers.give(match, Chunk(seed, start, stop))
            given += 1
        for chunk, counts, seconds in workers.take():
            given -= 1
            played = chunk.stop - chunk.start
            so_far.add(chunk, counts)
            pace = max(1, int(played * MOMENT / max(seconds, 1e-6)))
            report(played)
    return ValueCounts(so_far.counts.seen)


def summary(counts: ValueCounts, styles: Iterable[str], total: str) -> list[dict[str, Any]]:
    """Return for each style: its totals (mean, sd, low, high), each of its `lines`, and the share it `won`.

    The totals stand under the key that the ruleset calls a `total`. `low` and `high` bound the mean in 95 of 100 such
    runs; null where one game bounds nothing.
    """
    return [
        {
            "bot": style,
            total: {
                **_interval(counts.of(f"{style}/total").interval()),
                "sd": round(counts.of(f"{style}/total").deviation, PLACES),
            },
            "lines": {letter: _interval(sample.interval()) for letter, sample in counts.under(f"{style}/line")},
            "won": round(counts.of(f"{style}/won").share(1).estimate, PLACES),
        }
        for style in styles
    ]


def _interval(interval: ConfidenceInterval) -> dict[str, float | None]:
    return {"mean": _figure(interval.estimate), "low": _figure(interval.low), "high": _figure(interval.high)}


def _figure(value: float) -> float | None:
    return round(value, PLACES) if math.isfinite(value) else None
