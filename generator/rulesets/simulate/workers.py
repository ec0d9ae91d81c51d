"""Workers that play the chunks of a run: this process, child processes, or the workers of a Dask scheduler.

A pool of the standard library can neither stop a chunk that is being played nor notice a worker that is killed while it
sends its counts; so each child process has its own pipe here.
"""

import logging
import os
import signal
import threading
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import contextmanager, suppress
from importlib import import_module
from multiprocessing import parent_process
from multiprocessing.connection import Pipe
from multiprocessing.connection import wait as wait_for_any
from multiprocessing.process import BaseProcess
from typing import Any

from generator.child_processes import safe_context
from generator.diagnostics import ScrawlError
from generator.rulesets.simulate.runs import Chunk, PlayedChunk, PlayGame, Workers, play_chunk

PATIENCE = 3.0  # seconds to wait for an answer of a scheduler, and for its first worker
LOST = 15.0  # seconds without workers until a cluster is given up; a worker that died restarts within a few seconds
HELD_BACK = {getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGALRM") if hasattr(signal, name)}
A_CORE = 2  # chunks given to each thread of a cluster at once, so that it is never idle


@contextmanager
def open_workers(number: int, cluster: str | None = None) -> Iterator[Workers]:
    """Yield `number` child processes, or the workers of a Dask scheduler; leaving the block stops their games.

    A single worker is this process, which saves starting another. Raises ScrawlError.
    """
    if cluster is not None:
        with _cluster(cluster) as dask_workers:
            yield dask_workers
    elif number == 1:
        yield ThisProcess()
    else:
        processes = Processes(number)
        try:
            yield processes
        finally:
            processes.end()


class ThisProcess:
    """Plays chunks in this process."""

    at_once = 1

    def __init__(self) -> None:
        self._given: list[tuple[PlayGame, Chunk]] = []

    def give(self, play: PlayGame, chunk: Chunk) -> None:
        """Store a chunk until `take`."""
        self._given.append((play, chunk))

    def take(self) -> Iterator[PlayedChunk]:
        """Play the chunk that was given and yield it."""
        yield play_chunk(*self._given.pop())


class Processes:
    """Plays chunks in child processes, started on demand; they end with this process, even if it is killed."""

    def __init__(self, number: int) -> None:
        self.at_once = number
        self._context: Any = safe_context()
        self._idle: list[Any] = []
        self._busy: dict[Any, BaseProcess] = {}
        self._all: dict[Any, BaseProcess] = {}

    @property
    def processes(self) -> tuple[BaseProcess, ...]:
        """The processes that were started and not ended."""
        return tuple(self._all.values())

    def give(self, play: PlayGame, chunk: Chunk) -> None:
        """Send a chunk to an idle process."""
        pipe = self._idle.pop() if self._idle else self._begun()
        self._busy[pipe] = self._all[pipe]
        try:
            pipe.send((play, chunk))
        except OSError:
            raise self._died(pipe) from None

    def take(self) -> Iterator[PlayedChunk]:
        """Wait for the first processes that finish their chunks; raises ScrawlError if one has died."""
        pipe: Any
        for pipe in wait_for_any(list(self._busy)):
            try:
                answer = pipe.recv()
            except (EOFError, OSError):
                raise self._died(pipe) from None
            del self._busy[pipe]
            self._idle.append(pipe)
            if isinstance(answer, BaseException):
                raise answer
            yield answer

    def end(self) -> None:
        """End all processes at once, whatever they are doing."""
        for process in self._all.values():
            process.kill()
        for pipe, process in self._all.items():
            process.join()
            pipe.close()
        self._all.clear()

    def _begun(self) -> Any:
        ours, theirs = Pipe()
        with _signals_held_back():
            process = self._context.Process(target=_work, args=(theirs,), daemon=True)
            process.start()
        theirs.close()
        self._all[ours] = process
        return ours

    def _died(self, pipe: Any) -> ScrawlError:
        process = self._all[pipe]
        process.join(1)
        code = process.exitcode or 0
        end = f"was killed by signal {-code}" if code < 0 else f"ended with {code}"
        hint = "where memory ran out, fewer --workers need less"
        return ScrawlError(f"a worker {end}, so the games it played are lost; {hint}")


@contextmanager
def _signals_held_back() -> Iterator[None]:
    """Block all signals that end the program while a process starts: raised in a callback of `fork`, they are lost.

    The new process inherits the block, so Ctrl-C waits until `_work` has its own handlers.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    old_mask = signal.pthread_sigmask(signal.SIG_BLOCK, HELD_BACK)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, old_mask)


def _work(pipe: Any) -> None:
    """Play the chunks that come through a pipe until the parent process ends.

    Ignores SIGINT, which the parent handles.
    """
    for number in HELD_BACK:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, signal.SIG_IGN if number == signal.SIGINT else signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, HELD_BACK)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            play, chunk = pipe.recv()
            try:
                answer: Any = play_chunk(play, chunk)
            except Exception as fault:  # raised again in `take`
                fault.add_note(traceback.format_exc())
                answer = fault
            pipe.send(answer)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class DaskCluster:
    """Plays chunks on the workers of a Dask scheduler; if one dies, others play its chunks."""

    def __init__(self, client: Any, address: str) -> None:
        self.address = address
        self._client = client
        self._executor = client.get_executor(pure=False)
        self._given: set[Future[PlayedChunk]] = set()
        self._threads = 0
        self._asked = self._seen = time.monotonic()

    @property
    def at_once(self) -> int:
        """The number of chunks that keeps all threads of the cluster busy."""
        return A_CORE * max(1, self._threads)

    def give(self, play: PlayGame, chunk: Chunk) -> None:
        """Send a chunk to the scheduler."""
        self._given.add(self._executor.submit(play_chunk, play, chunk))

    def take(self) -> Iterator[PlayedChunk]:
        """Wait for the first chunks that finish; raises ScrawlError if no worker is left."""
        done: set[Future[PlayedChunk]] = set()
        while not done:
            done = wait(self._given, timeout=1, return_when=FIRST_COMPLETED).done
            self.look()
        self._given -= done
        for future in done:
            try:
                yield future.result()
            except ScrawlError:
                raise
            except CancelledError:
                raise self._lost("its scheduler is gone") from None
            except Exception as fault:
                if type(fault).__module__.startswith("distributed"):
                    raise self._lost(f"it gave a chunk up ({type(fault).__name__}: {fault})") from None
                raise

    def look(self) -> None:
        """Update the number of threads, at most once a second; raises ScrawlError after LOST seconds without any."""
        now = time.monotonic()
        if now - self._asked < 1 and self._threads:
            return
        self._asked = now
        try:
            self._threads = sum(self._client.nthreads().values())
        except (OSError, TimeoutError, RuntimeError) as fault:
            raise self._lost(f"its scheduler is gone ({type(fault).__name__})") from None
        if self._threads:
            self._seen = now
        elif now - self._seen > LOST:
            raise self._lost("it has no workers left")

    def _lost(self, reason: str) -> ScrawlError:
        return ScrawlError(f"the cluster at {self.address} is lost: {reason}")


@contextmanager
def _cluster(address: str) -> Iterator[DaskCluster]:
    """Yield the workers of a Dask scheduler; raises ScrawlError if Dask, the scheduler or workers are missing."""
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise ScrawlError("a cluster needs Dask: pip install 'scrawlpress[cluster]'") from None
    for handler in logging.getLogger("distributed").handlers:
        handler.setLevel(logging.CRITICAL)  # faults are reported once, by this module
    try:
        client = dask.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError, ImportError, RuntimeError) as fault:
        raise ScrawlError(f"no Dask scheduler answers at {address}: {fault}") from None
    try:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except (OSError, TimeoutError):
            hint = f"begin some first: dask worker {address}"
            raise ScrawlError(f"the Dask scheduler at {address} has no workers yet; {hint}") from None
        workers = DaskCluster(client, address)
        workers.look()
        yield workers
    finally:
        client.close(timeout=0.5)
