"""What takes longer than a second tells so on the error stream where a person watches; in a pipe it is silent."""

import contextlib
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
PATIENCE = 1.0  # seconds


@contextlib.contextmanager
def busy(words: str) -> Iterator[None]:
    """Show words and a turning sign while something takes long."""
    with amounts(words, None):
        yield


def show_progress(items: Iterable[T], words: str, total: int) -> Iterator[T]:
    """Yield the items; show how many of them are done and how long the rest may take."""
    with amounts(words, total) as advance:
        for item in items:
            yield item
            advance(1)


@contextlib.contextmanager
def amounts(words: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Show how much of something is done; the function that is given hears how much more."""
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
