"""Processes of our own. None of them looks for modules in the current folder: a folder that holds a game is data."""

import multiprocessing
import os
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from typing import Any, TypeVar

from generator.diagnostics import ScrawlError

T = TypeVar("T")
LOOKS = 0.05  # seconds between looks whether a call is given up


def safe_context(method: str | None = None) -> BaseContext:
    """Return how processes are started: by `spawn`, `fork` or `forkserver`, or as is usual on the system.

    A process that is started afresh is given its first words by `python -c`, which looks for every module in the
    current folder before the library's; `PYTHONSAFEPATH` keeps it from there.
    """
    os.environ["PYTHONSAFEPATH"] = "1"
    return multiprocessing.get_context(method)


def give_way() -> None:
    """Let other processes go before this one from now on, where the system knows of that."""
    if hasattr(os, "nice"):
        os.nice(19)


class AbandonedCall(ScrawlError):
    """Nobody waits any more for what a process was to answer."""


def call_apart(work: Callable[..., T], *values: Any, seconds: float, given_up: Callable[[], bool] | None = None) -> T:
    """Return what a function gives for these values, called in a fresh process that is ended after so many seconds.

    The function, the values and the result have to be picklable. Raises ScrawlError where the time is over or the
    process ended without an answer, and AbandonedCall as soon as `given_up` says that nobody waits for it.
    """
    context: Any = safe_context("spawn")
    answer, sending = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(sending, work, values), daemon=True)
    process.start()
    sending.close()
    try:
        end = time.monotonic() + seconds
        while not answer.poll(max(0.0, end - time.monotonic()) if given_up is None else LOOKS):
            if time.monotonic() >= end:
                raise ScrawlError(f"it took longer than {seconds:g} seconds")
            if given_up is not None and given_up():
                raise AbandonedCall("nobody waits for it any more")
        result: T = answer.recv()
        return result
    except EOFError:
        raise ScrawlError("it ended without an answer") from None
    finally:
        process.kill()
        process.join()
        answer.close()


def _answer(sending: Connection, work: Callable[..., T], values: tuple[Any, ...]) -> None:
    with sending:
        sending.send(work(*values))
