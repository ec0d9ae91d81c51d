"""Options that several commands share."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

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
    return click.option("--game", default=DEFAULT_GAME, show_default=True, help="Which game.")(command)


def lang_option(command: F) -> F:
    """Add `--lang`; the default follows the locale."""
    return click.option(
        "--lang", default=None, metavar="en|pl|cs", help="Language of what is printed (default: your locale's)."
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
