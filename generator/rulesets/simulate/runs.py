"""A run of many games: each has its own seed, workers play them in chunks, counts are added up and saved.

Each saved run has a fingerprint of everything that its counts depend on: players, maps, seed, and the data of the game.
So results of different rules are never added up. A damaged file is refused.
"""

import gc
import hashlib
import json
import math
import time
from bisect import insort
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from generator import __version__
from generator.chance import RandomStream
from generator.diagnostics import InvalidInput, bare_place, refuse
from generator.reading.yaml_nodes import read_bytes
from generator.rulesets.value_counts import ConfidenceInterval, ValueCounts

PLACES = 6  # decimal places of figures
MOMENT = 0.5  # seconds that a chunk should take: progress is shown often, and an interruption loses little


# Plays the game of a seed to its end and adds its results to the counts. It is sent to the workers with each chunk, so
# that the object whose method it is must be small.
PlayGame = Callable[[int, ValueCounts], None]


class Chunk(NamedTuple):
    """The games with the numbers `start` to `stop` - 1 of a run."""

    seed: int
    start: int
    stop: int


class PlayedChunk(NamedTuple):
    """The counts of the games of a chunk, and the seconds that playing them took."""

    chunk: Chunk
    counts: ValueCounts
    seconds: float


class Workers(Protocol):
    """The interface of workers, which play chunks of games in this process or in others."""

    @property
    def at_once(self) -> int:
        """How many chunks may be given out at the same time."""

    def give(self, play: PlayGame, chunk: Chunk) -> None:
        """Start playing a chunk; at most `at_once` chunks may be started before `take` returns their results."""

    def take(self) -> Iterator[PlayedChunk]:
        """Wait, and yield the chunks that are finished; raises ScrawlError if no worker is left."""


@dataclass
class RunSoFar:
    """The progress of a run: the counts of games played so far, and the ranges (start, stop) of these games, sorted."""

    counts: ValueCounts = field(default_factory=ValueCounts)
    done: list[tuple[int, int]] = field(default_factory=list)

    @property
    def games(self) -> int:
        """The number of games that were played."""
        return sum(stop - start for start, stop in self.done)

    def add(self, chunk: Chunk, counts: ValueCounts) -> None:
        """Add the counts of a finished chunk.

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
        """Return the ranges (start, stop) of the first `games` games that are not done yet.

        >>> RunSoFar(done=[(2, 4), (6, 8)]).ranges_left(9)
        [(0, 2), (4, 6), (8, 9)]
        """
        ends = [0, *(stop for _, stop in self.done)]
        starts = [*(start for start, _ in self.done), games]
        return [(end, start) for end, start in zip(ends, starts, strict=True) if end < start]


def seed_of(seed: int, game: int) -> int:
    """Return the seed of game number `game` of a run, below 2 ** 32."""
    return RandomStream(seed, f"game {game}").below(1 << 32)


def play_chunk(play: PlayGame, chunk: Chunk) -> PlayedChunk:
    """Play the games of a chunk one by one."""
    counts, begun = ValueCounts(), time.perf_counter()
    collects = gc.isenabled()
    gc.disable()  # games create no reference cycles, and searching for them takes a tenth of the time
    try:
        for game in range(chunk.start, chunk.stop):
            play(seed_of(chunk.seed, game), counts)
    finally:
        if collects:
            gc.enable()
    return PlayedChunk(chunk, counts, time.perf_counter() - begun)


def run(
    play: PlayGame,
    games: int,
    seed: int,
    workers: Workers,
    report: Callable[[int], None] = lambda games: None,
    so_far: RunSoFar | None = None,
) -> ValueCounts:
    """Play `games` games and return all counts; `report` is called with the number of games of each finished chunk.

    A run continues from `so_far`, which is changed. The division into chunks never changes the counts: a chunk is as
    many games as take MOMENT, judged by the last one.
    """
    so_far = RunSoFar() if so_far is None else so_far
    # Counts are sums of integers, and each game has its own seed: neither the number of workers nor the order in which
    # chunks finish can change them. So the size of chunks may follow the clock.
    left, pace, in_work = so_far.ranges_left(games)[::-1], 1, 0
    while left or in_work:
        while left and in_work < workers.at_once:
            start, end = left.pop()
            stop = min(start + pace, end)
            if stop < end:
                left.append((stop, end))
            workers.give(play, Chunk(seed, start, stop))
            in_work += 1
        for chunk, counts, seconds in workers.take():
            in_work -= 1
            played = chunk.stop - chunk.start
            so_far.add(chunk, counts)
            pace = max(1, int(played * MOMENT / max(seconds, 1e-6)))
            report(played)
    return ValueCounts(so_far.counts.seen)


def summary(counts: ValueCounts, styles: Iterable[str], total: str) -> list[dict[str, Any]]:
    """Return, by style, a dictionary of its totals (mean, sd, low, high), its `lines`, and the share that it `won`.

    The key of the totals is `total`, which is the ruleset's name for it. `low` and `high` are the bounds of the mean in
    95 of 100 such runs; None if there was only one game.
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


ANY_HEAD = "scrawl simulate --checkpoint "
MOST_BYTES = 100_000_000
HEAD = f"{ANY_HEAD}1 "  # including the number of the format


def checkpoint_file(runs: Mapping[str, RunSoFar]) -> bytes:
    """Return the content of a checkpoint, a file with the progress of runs by fingerprint, so that they can go on."""
    plain = {key: {"done": run.done, "counts": run.counts.plain()} for key, run in runs.items()}
    rest = json.dumps(plain, separators=(",", ":"), sort_keys=True)
    return f"{HEAD}{_digest(rest)}\n{rest}\n".encode("ascii")


def read_checkpoint(path: Path) -> dict[str, RunSoFar]:
    """Read a checkpoint; empty if the file is missing or empty. Raises InvalidInput for any other file."""
    place = bare_place(str(path))
    try:
        content = read_bytes(path, str(path), MOST_BYTES) if path.exists() else b""
    except (OSError, InvalidInput) as fault:
        reason = fault.diagnostics[0].message if isinstance(fault, InvalidInput) else fault.strerror
        raise refuse("R016", f"{path} cannot be read: {reason}", place) from None
    if not content:
        return {}
    head, _, rest = content.decode("ascii", "replace").partition("\n")
    later = head.removeprefix(ANY_HEAD).partition(" ")[0] if head.startswith(ANY_HEAD) else ""
    if later.isdecimal() and not head.startswith(HEAD):
        message = f"{path} is of format {later}, this version of Scrawlpress goes on with format 1"
        raise refuse("R016", message, place, "install the version that wrote it, or name a file that is not there yet")
    if not head.startswith(HEAD):
        message = f"{path} is not a checkpoint of `scrawl simulate`"
        raise refuse("R016", message, place, "name a file that is not there yet")
    if head.removeprefix(HEAD) != _digest(rest.removesuffix("\n")):
        raise refuse("R016", f"{path} was cut short or changed", place, "delete it to start again")
    try:
        return {key: _run_of(run) for key, run in json.loads(rest).items()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise refuse("R016", f"{path} is not a checkpoint of this version", place, "delete it to start again") from None


def _run_of(plain: dict[str, Any]) -> RunSoFar:
    """Return the progress of a run from JSON; raises one of several built-in exceptions for other values."""
    run = RunSoFar(ValueCounts.of_plain(plain["counts"]), [(int(start), int(stop)) for start, stop in plain["done"]])
    ends = [count for pair in run.done for count in pair]
    times = [times for values in run.counts.seen.values() for times in values.values()]
    if ends != sorted(set(ends)) or min(ends, default=0) < 0 or not all(isinstance(count, int) for count in times):
        raise ValueError(plain["done"])
    return run


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def fingerprint(played: object, seed: int, rules: str) -> str:
    """Return a digest of everything that decides the counts of a run: match, seed, and release of the rules."""
    return _digest(repr((__version__, rules, played, seed)))
