"""A command that prints, run in a process of its own: what serves pages goes on meanwhile, and memory is given back."""

from collections.abc import Sequence
from typing import NamedTuple

import click

from generator.diagnostics import Diagnostic, InvalidInput, ScrawlError
from generator.keeping.print_commands import PRINT_COMMANDS, PrintedFile, PrintJob
from generator.processes import call_apart

MOST_SECONDS = 300


class PrintOutcome(NamedTuple):
    """What came of a command: its files with a sentence on them and warnings, or else faults, or a refusal in words."""

    files: tuple[PrintedFile, ...] = ()
    summary: str = ""
    warnings: tuple[Diagnostic, ...] = ()
    faults: tuple[Diagnostic, ...] = ()
    refusal: str = ""


def print_apart(name: str, words: Sequence[str]) -> PrintOutcome:
    """Return what `scrawl print NAME WORDS...` would write, without writing it."""
    try:
        return call_apart(print_here, name, tuple(words), seconds=MOST_SECONDS)
    except ScrawlError as fault:
        return PrintOutcome(refusal=f"printing failed: {fault}")


def print_here(name: str, words: Sequence[str]) -> PrintOutcome:
    """Run a command that prints in this process."""
    command = PRINT_COMMANDS[name]
    try:
        with command.make_context(f"scrawl print {name}", list(words)) as context:
            job: PrintJob = command.invoke(context)
            files = tuple(job.files)
            return PrintOutcome(files, job.summary, tuple(job.warnings()))
    except click.ClickException as fault:
        return PrintOutcome(refusal=fault.format_message())
    except InvalidInput as fault:
        return PrintOutcome(faults=fault.diagnostics)
    except ScrawlError as fault:
        return PrintOutcome(refusal=str(fault))
