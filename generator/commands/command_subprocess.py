"""A command that prints or exports, in a process of its own: what serves pages goes on, and memory is given back."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import click

from generator.child_processes import AbandonedCall, call_apart
from generator.commands.export_commands import EXPORT_COMMANDS
from generator.commands.pdf_commands import PRINT_COMMANDS, PrintedFile, PrintOutput
from generator.diagnostics import Diagnostic, InvalidInput, ScrawlError

MOST_SECONDS = 300
GROUPS = {"print": PRINT_COMMANDS, "export": EXPORT_COMMANDS}  # no two commands of them are called alike
COMMANDS = PRINT_COMMANDS | EXPORT_COMMANDS


class PrintOutcome(NamedTuple):
    """What came of a command: its files with a sentence on them and warnings, or else faults, or a refusal in words.

    `option` is the parameter that a refusal is about, where it is about one.
    """

    files: tuple[PrintedFile, ...] = ()
    summary: str = ""
    warnings: tuple[Diagnostic, ...] = ()
    faults: tuple[Diagnostic, ...] = ()
    refusal: str = ""
    option: str = ""


def print_apart(name: str, words: Sequence[str], given_up: Callable[[], bool] | None = None) -> PrintOutcome:
    """Return what `scrawl print NAME WORDS...` or `scrawl export` would write; raises AbandonedCall if nobody waits."""
    try:
        return call_apart(print_here, name, tuple(words), seconds=MOST_SECONDS, given_up=given_up)
    except AbandonedCall:
        raise
    except ScrawlError as fault:
        return PrintOutcome(refusal=f"printing failed: {fault}")


def group_of(name: str) -> str:
    """Return the group of the command line that a command is called in."""
    return next(group for group, commands in GROUPS.items() if name in commands)


def print_here(name: str, words: Sequence[str]) -> PrintOutcome:
    """Run a command that prints or exports in this process."""
    command = COMMANDS[name]
    try:
        with command.make_context(f"scrawl {group_of(name)} {name}", list(words)) as context:
            job: PrintOutput = command.invoke(context)
            files = tuple(job.files)
            return PrintOutcome(files, job.summary, tuple(job.warnings()))
    except click.ClickException as fault:
        option = ""  # that click tells, or that the text of the refusal begins with
        if isinstance(fault, click.BadParameter) and fault.param is not None:
            option = fault.param.name or ""
        elif written := re.match(r"--[a-z-]+", fault.format_message()):
            option = option_named(command, written[0])
        return PrintOutcome(refusal=fault.format_message(), option=option)
    except InvalidInput as fault:
        return PrintOutcome(faults=fault.diagnostics)
    except ScrawlError as fault:
        return PrintOutcome(refusal=str(fault))


def option_named(command: click.Command, written: str) -> str:
    """Return the parameter of a command that a fault calls `--paper`, or `PAGE` by what stands for it; "" for none."""
    for param in command.params:
        called = param.opts if isinstance(param, click.Option) else [(param.metavar or "").strip("[].")]
        if written.strip("-").lower() in (each.strip("-").lower() for each in called):
            return param.name or ""
    return ""
