"""Options that several commands share."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from generator.cli.complete import complete
from generator.reading.catalogue import DEFAULT_GAME, Catalogue

F = TypeVar("F", bound=Callable[..., Any])


def home_option(command: F) -> F:
    """Add `--home DIR`: the user's own cards/ and layouts/, looked up before the built-in ones."""
    return click.option(
        "--home",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="Folder with your own cards/ and layouts/ (default: the current one, if it has them).",
    )(command)


def game_option(command: F) -> F:
    """Add `--game ID`."""
    names = complete("games")
    return click.option("--game", default=DEFAULT_GAME, show_default=True, shell_complete=names, help="Which game.")(
        command
    )


def lang_option(command: F) -> F:
    """Add `--lang`; the default follows the locale."""
    return click.option(
        "--lang",
        default=None,
        metavar="en|pl|cs",
        shell_complete=complete("languages"),
        help="Language of what is printed (default: your locale's).",
    )(command)


def printers_option(command: F) -> F:
    """Add `--printers FILE`: where measured printers are kept."""
    return click.option(
        "--printers",
        type=click.Path(dir_okay=False, path_type=Path),
        help="File of measured printers (default: in your configuration folder).",
    )(command)


def printer_option(command: F) -> F:
    """Add `--printer NAME` (and `--printers`): print against the faults of a measured printer."""
    text, names = "A printer that `scrawl calibrate` measured.", complete("printers")
    option = click.option("--printer", default=None, metavar="NAME", shell_complete=names, help=text)
    return option(printers_option(command))


def edition_option(command: F) -> F:
    """Add `--edition NAME`."""
    return click.option(
        "--edition",
        default=None,
        metavar="NAME",
        shell_complete=complete("editions"),
        help="Look: ink-saver, colour-blind, large-print, dry-erase, or one of your own.",
    )(command)


def chosen_language(lang: str | None, known: tuple[str, ...]) -> str:
    """Return the asked language, else the locale's where the game has it, else the first; raises UsageError."""
    if lang is not None:
        if lang not in known:
            raise click.UsageError(f"there is no language {lang!r}, choose from {', '.join(known)}")
        return lang
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        code = os.environ.get(name, "")[:2].lower()
        if code:
            return code if code in known else known[0]
    return known[0]


def catalogue_of(home: Path | None) -> Catalogue:
    """Return the catalogue that a command works with."""
    return Catalogue.at(home)
