"""A run of many games: each has a seed of its own, chunks go to workers, and their counts are added up."""

import gc
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from typing import Any, Protocol

from generator.chance import Stream
from generator.diagnostics import ScrawlError
from generator.processes import safe_context
from generator.rulesets.counts import Counts

PATIENCE = "3s"  # that a scheduler has to answer
AHEAD = 1000  # chunks that are given out at a time, so that a run of any length needs the same memory
CHUNK = 250  # games at a time: a second of work, so that progress is told and little is lost at an interruption


class Playable(Protocol):
    """What plays: it is sent to the workers once with each chunk, so it has to be small."""

    def play(self, seed: int, counts: Counts) -> None:
        """Play the game of a seed to its end and count what is watched."""


@dataclass(frozen=True)
class Chunk:
    """Games `start` to `stop` (without it) of a run."""

    seed: int
    start: int
    stop: int


def chunks_of(seed: int, games: int) -> list[Chunk]:
    """Divide a run; where it is divided never changes what is counted.

    >>> [(each.start, each.stop) for each in chunks_of(1, 600)]
    [(0, 250), (250, 500), (500, 600)]
    """
    return [Chunk(seed, start, min(start + CHUNK, games)) for start in range(0, games, CHUNK)]


def seed_of(seed: int, game: int) -> int:
    """Return the seed of one game of a run, below 2 ** 32."""
    return Stream(seed, f"game {game}").below(1 << 32)


def play_chunk(match: Playable, chunk: Chunk) -> Counts:
    """Play the games of a chunk one after the other."""
    counts = Counts()
    with _nothing_collected():
        for game in range(chunk.start, chunk.stop):
            match.play(seed_of(chunk.seed, game), counts)
    return counts


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Do without the search for things that hold each other: games leave none, and it takes a tenth of their time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def run(
    match: Playable, games: int, seed: int, executor: Executor, report: Callable[[int], None] = lambda games: None
) -> Counts:
    """Play so many games on the workers of an executor; `report` hears how many more are done."""
    whole, chunks = Counts(), iter(chunks_of(seed, games))
    waiting: dict[Future[Counts], int] = {}
    while True:
        for chunk in islice(chunks, AHEAD - len(waiting)):
            waiting[executor.submit(play_chunk, match, chunk)] = chunk.stop - chunk.start
        if not waiting:
            return whole
        for finished in wait(waiting, return_when=FIRST_COMPLETED).done:
            whole.merge(finished.result())
            report(waiting.pop(finished))


@contextmanager
def workers(number: int, cluster: str | None = None) -> Iterator[Executor]:
    """Give an executor of so many processes, or of the workers of a Dask scheduler.

    One worker plays in this process, which saves the start of another.
    """
    if cluster is not None:
        with _cluster(cluster) as executor:
            yield executor
        return
    executor = ThreadPoolExecutor(1) if number == 1 else ProcessPoolExecutor(number, mp_context=safe_context())
    try:
        yield executor
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        raise
    executor.shutdown()


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    """Give the workers of a Dask scheduler; raises ScrawlError where Dask or the scheduler is not there."""
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise ScrawlError("a cluster needs Dask: pip install 'scrawlpress[cluster]'") from None
    try:
        client = dask.Client(address, timeout=PATIENCE)
    except (OSError, ValueError) as fault:
        raise ScrawlError(f"no Dask scheduler answers at {address}: {fault}") from None
    with client:
        yield client.get_executor(pure=False)
