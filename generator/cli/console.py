"""Output to the terminal: text, tables, progress, and help; no text from foreign files can control the terminal.

Control characters, escape sequences and characters that change the direction of text are escaped, so that names and
file contents are only text. Streams replace characters that they cannot encode; a closed pipe does not stop the work.
"""

import codecs
import contextlib
import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import click

from generator.diagnostics import did_you_mean

T = TypeVar("T")

_TURNING = "\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\ud800-\udfff"
_UNSEEN = f"[\x00-\x08\x0b-\x1f{_TURNING}]"  # patterns are compiled only when something is printed
_UNSEEN_IN_JSON = f"[{_TURNING}]"
_PLAIN = {"\u2212": "-", "\u2013": "-", "\u2014": "-", "\u2192": "->", "\u00b7": "-", "\u2026": "...", "\u00a0": " "}
_PLAIN |= {"\u201e": '"', "\u201c": '"', "\u201d": '"'}  # Polish and Czech quotes
_PLAIN |= {"\u2500": "-", "\u2501": "-", "\u2502": "|", "\u2503": "|", "\u2550": "-", "\u2551": "|"}  # box drawing


def say(words: object = "", *, err: bool = False, nl: bool = True) -> None:
    """Print a text for the user, with control characters escaped, since it may come from foreign files."""
    click.echo(visible(str(words)), err=err, nl=nl)


def say_parts(*parts: tuple[str, str | None]) -> None:
    """Print a line of (words, colour or None) to the error stream; colours only on a terminal that supports them."""
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb" or not sys.stderr.isatty()
    styled_parts = ((in_line(words), color) for words, color in parts)
    click.echo(
        "".join(words if plain or not color else click.style(words, color, bold=True) for words, color in styled_parts),
        err=True,
    )


def put(text: str, *, err: bool = False) -> None:
    """Write text for another program, such as CSV or YAML, or a picture for the terminal, unchanged."""
    click.echo(text, nl=False, err=err)


def visible(text: str) -> str:
    r"""Return a text with all characters escaped that could control a terminal.

    >>> visible("\x1b]0;title\x07 Ada")
    '\\x1b]0;title\\x07 Ada'
    """
    return re.sub(_UNSEEN, lambda match: match.group().encode("unicode_escape", "replace").decode("ascii"), text)


def in_line(text: str) -> str:
    """Return a text as a single line."""
    return visible(text).replace("\n", "\\n").replace("\t", " ")


def as_json(value: Any) -> str:
    """Return JSON with letters unescaped, and with characters escaped that could control a terminal."""
    import json

    return visible_json(json.dumps(value, ensure_ascii=False, indent=2))


def visible_json(text: str) -> str:
    """Return JSON with all characters escaped that could control a terminal."""
    return re.sub(_UNSEEN_IN_JSON, lambda match: f"\\u{ord(match.group()):04x}", text)


class TolerantTextStream(io.TextIOWrapper):
    """A stream that replaces characters it cannot encode, and ignores output once its reader is gone."""

    quiet = False

    def write(self, text: str) -> int:
        if self.quiet:
            return len(text)
        try:
            return super().write(text)
        except BrokenPipeError:
            self.quiet = True
            return len(text)

    def flush(self) -> None:
        if not self.quiet:
            try:
                super().flush()
            except BrokenPipeError:
                self.quiet = True


def _substitute(fault: UnicodeError) -> tuple[str, int]:
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    signs = fault.object[fault.start : fault.end]
    # box-drawing characters become + - and |, others a question mark
    return "".join(_PLAIN.get(sign) or ("+" if "\u2500" <= sign <= "\u257f" else "?") for sign in signs), fault.end


@contextlib.contextmanager
def patient_streams() -> Iterator[None]:
    """Replace the output and error streams by TolerantTextStreams while the block runs."""
    codecs.register_error("spelled", _substitute)
    original_streams = sys.stdout, sys.stderr
    patient: list[TolerantTextStream] = []
    for stream in original_streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.flush()
            buffering = stream.line_buffering or stream.write_through
            encoding = stream.encoding
            patient.append(TolerantTextStream(stream.buffer, encoding, "spelled", line_buffering=buffering))
    if len(patient) == len(original_streams):
        sys.stdout, sys.stderr = patient
    try:
        yield
        for stream in patient:
            stream.flush()
    finally:
        sys.stdout, sys.stderr = original_streams
        for stream in patient:
            with contextlib.suppress(OSError, ValueError):
                try:
                    stream.flush()
                except OSError:
                    stream.quiet = True
                if stream.quiet:
                    # redirect to the null device, so that the end of the program does not try to write again
                    nowhere = os.open(os.devnull, os.O_WRONLY)
                    os.dup2(nowhere, stream.fileno())
                    os.close(nowhere)
                stream.detach()


def show_table(head: Sequence[str], rows: Iterable[Sequence[str]], texts: int = 1) -> None:
    """Print a table with a heading row; the first `texts` columns are words, the others numbers."""
    from rich.cells import cell_len  # the width of emoji and of Chinese letters; the rest of rich starts slowly

    lines = [[*map(in_line, line), *[""] * (len(head) - len(line))] for line in (head, *rows)]
    widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        padded_cells = []
        for index, (cell, width) in enumerate(zip(line, widths, strict=True)):
            room = " " * (width - cell_len(cell))
            padded_cells.append(cell + room if index < texts else room + cell)
        sys.stdout.write("  ".join(padded_cells).rstrip() + "\n")


PATIENCE = 1.0  # seconds until progress is shown


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
        yield lambda amount: None
        return
    import threading

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
        yield lambda amount: bar.advance(task, amount)
    finally:
        timer.cancel()
        timer.join()
        bar.stop()


class CommandGroup(click.Group):
    """A group whose help has a whole sentence for each command, and whose errors suggest the most similar command."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(name, self.commands[name].get_short_help_str(limit=500)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, Any, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            hint = did_you_mean(args[0], self.list_commands(ctx))
            raise click.UsageError(f"there is no command {args[0]!r}; {hint}", ctx) from None
