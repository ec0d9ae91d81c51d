"""Child processes. None of them imports modules from the current folder: a folder that holds a game is data."""

import contextlib
import math
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from typing import Any, TypeVar

from generator.diagnostics import InvalidInput, ScrawlError

T = TypeVar("T")
LOOKS = 0.05  # seconds between two checks whether a call was abandoned
PATIENCE = 6  # seconds of the clock for a second of the processor: a process that takes more of them hangs
OVER = getattr(signal, "SIGXCPU", 0)  # ends a process whose seconds of the processor are used up, but on Windows


def safe_context(method: str | None = None) -> BaseContext:
    """Return the multiprocessing context for `spawn`, `fork` or `forkserver`; None is the system's default.

    A spawned process starts with `python -c`, which would look for every module in the current folder before the
    standard library; the environment variable `PYTHONSAFEPATH`, set here, prevents that.
    """
    os.environ["PYTHONSAFEPATH"] = "1"
    return multiprocessing.get_context(method)


def give_way() -> None:
    """Lower the priority of this process, on systems that have priorities, so that others go first."""
    if hasattr(os, "nice"):
        os.nice(19)


class AbandonedCall(ScrawlError):
    """Raised when the caller of a child process no longer waits for its answer."""


def call_apart(work: Callable[..., T], *values: Any, seconds: float, given_up: Callable[[], bool] | None = None) -> T:
    """Return `work(*values)`, called in a new process that may use the processor for `seconds`.

    A busy computer needs longer for the same work, so the clock is only a last resort, and the only limit on Windows.
    `work`, `values` and the result have to be picklable. Raises the InvalidInput or other ScrawlError that `work`
    raises, ScrawlError if the time is over or the process ended without an answer, and AbandonedCall as soon as the
    callback `given_up` returns True.
    """
    context: Any = safe_context("spawn")
    answer, sending = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(sending, seconds, work, values), daemon=True)
    process.start()
    sending.close()
    too_long = ScrawlError(f"it took longer than {seconds:g} seconds")
    try:
        end = time.monotonic() + PATIENCE * seconds
        while not answer.poll(max(0.0, end - time.monotonic()) if given_up is None else LOOKS):
            if time.monotonic() >= end:
                raise too_long
            if given_up is not None and given_up():
                raise AbandonedCall("cancelled")
        result: T | ScrawlError = answer.recv()
        if isinstance(result, ScrawlError):
            raise result
        return result
    except EOFError:
        process.join()
        raise too_long if process.exitcode == -OVER else ScrawlError("it ended without an answer") from None
    finally:
        process.kill()
        process.join()
        answer.close()


def _answer(sending: Connection, seconds: float, work: Callable[..., T], values: tuple[Any, ...]) -> None:
    limit_resource("RLIMIT_CORE", 0)  # else the end of the time leaves a file with all memory
    limit_resource("RLIMIT_CPU", max(1, math.ceil(seconds)))
    with sending:
        try:
            result: object = work(*values)
        except InvalidInput as fault:
            result = fault
        except ScrawlError as fault:
            result = ScrawlError(str(fault))
        sending.send(result)


def limit_resource(name: str, limit: int) -> None:
    """Limit what this process may use of a resource, as `resource` names it; does nothing on Windows."""
    try:
        import resource
    except ModuleNotFoundError:
        return
    kind = getattr(resource, name)
    with contextlib.suppress(ValueError, OSError):  # a lower limit is there already
        resource.setrlimit(kind, (limit, resource.getrlimit(kind)[1]))
