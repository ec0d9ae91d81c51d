"""Runs a command that prints or exports in a child process, so that servers stay responsive and memory is released."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import click

from generator.child_processes import AbandonedCall, call_apart
from generator.commands.export_commands import EXPORT_COMMANDS
from generator.commands.pdf_commands import PRINT_COMMANDS, PrintedFile, PrintOutput
from generator.diagnostics import Diagnostic, InvalidInput, ScrawlError

MOST_SECONDS = 300  # of the processor
GROUPS = {"print": PRINT_COMMANDS, "export": EXPORT_COMMANDS}  # names of commands are unique in all groups
COMMANDS = PRINT_COMMANDS | EXPORT_COMMANDS


class PrintOutcome(NamedTuple):
    """The result of a print command: files with a summary and warnings; or the faults; or why it was refused.

    `option` is the parameter of the command that the `refusal` is about, or "".
    """

    files: tuple[PrintedFile, ...] = ()
    summary: str = ""
    warnings: tuple[Diagnostic, ...] = ()
    faults: tuple[Diagnostic, ...] = ()
    refusal: str = ""
    option: str = ""


def print_apart(name: str, words: Sequence[str], given_up: Callable[[], bool] | None = None) -> PrintOutcome:
    """Run `scrawl print NAME WORDS...` or `scrawl export` in a child process; raises AbandonedCall if `given_up`."""
    try:
        return call_apart(print_here, name, tuple(words), seconds=MOST_SECONDS, given_up=given_up)
    except AbandonedCall:
        raise
    except ScrawlError as fault:
        return PrintOutcome(refusal=f"printing failed: {fault}")


def group_of(name: str) -> str:
    """Return the group that a command belongs to: "print" or "export"."""
    return next(group for group, commands in GROUPS.items() if name in commands)


def print_here(name: str, words: Sequence[str]) -> PrintOutcome:
    """Run the print or export command `name` with the options in `words`, in this process."""
    command = COMMANDS[name]
    try:
        with command.make_context(f"scrawl {group_of(name)} {name}", list(words)) as context:
            job: PrintOutput = command.invoke(context)
            return PrintOutcome(tuple(job.files), job.summary, tuple(job.warnings()))
    except click.ClickException as fault:
        option = ""  # reported by click, or at the start of the message
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
    """Return the parameter of a command that a message calls `written`: an option (`--paper`) or metavar (`PAGE`).

    "" if the command has no such parameter.
    """
    for param in command.params:
        called = param.opts if isinstance(param, click.Option) else [(param.metavar or "").strip("[].")]
        if written.strip("-").lower() in (each.strip("-").lower() for each in called):
            return param.name or ""
    return ""
