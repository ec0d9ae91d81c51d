"""Progress of work that takes longer than a second, on the error stream if that is a terminal; silent otherwise."""

import contextlib
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
PATIENCE = 1.0  # seconds


@contextlib.contextmanager
def busy(words: str) -> Iterator[None]:
    """Show words and a spinner while the block runs."""
    with amounts(words, None):
        yield


def show_progress(items: Iterable[T], words: str, total: int) -> Iterator[T]:
    """Yield the items; show how many are done, and the estimated time for the rest."""
    with amounts(words, total) as advance:
        for item in items:
            yield item
            advance(1)


@contextlib.contextmanager
def amounts(words: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Show the progress of the block towards `total`; yield a function to call with each amount that was done."""
    if not sys.stderr.isatty():
        yield lambda more: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

    counted = [] if total is None else [BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()]
    bar = Progress(
        SpinnerColumn(), TextColumn("{task.description}"), *counted, console=Console(stderr=True), transient=True
    )
    task = bar.add_task(words, total=total)
    timer = threading.Timer(PATIENCE, bar.start)
    timer.start()
    try:
        yield lambda more: bar.advance(task, more)
    finally:
        timer.cancel()
        timer.join()
        bar.stop()
