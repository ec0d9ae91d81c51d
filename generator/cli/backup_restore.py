"""`scrawl backup` and `scrawl restore`: all that is one's own in one file, and back."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from generator.cli.console import say
from generator.cli.score import DB
from generator.cli.writing import force_option, write_output
from generator.commands.shared_command_options import catalogue_of, home_option, own_folder, printers_option
from generator.diagnostics import counted
from generator.storage.backups import UserDataPaths, restored
from generator.storage.backups import backup as backup_of
from generator.storage.backups import restore as restore_files
from generator.storage.drafts import draft_folder
from generator.storage.printer_profiles import default_path as default_printers
from generator.storage.store import default_path as default_ledger

F = TypeVar("F", bound=Callable[..., Any])


def places_options(command: F) -> F:
    """Add where all of it lies: `--db`, `--printers`, `--home`."""
    return DB(printers_option(home_option(command)))


def _places(db: Path | None, printers: Path | None, home: Path | None) -> UserDataPaths:
    return UserDataPaths(db or default_ledger(), draft_folder(db), printers or default_printers(), home)


@click.command(epilog="Example: scrawl backup club-2026.zip")
@click.argument("target", type=click.Path(dir_okay=False, path_type=Path))
@places_options
@force_option
def backup(target: Path, db: Path | None, printers: Path | None, home: Path | None) -> None:
    """Write all that is your own into one file: saved games, tables at play, drafts, measured printers, own games.

    The ledger is copied as it is at one moment, also while another program writes.
    """
    places = _places(db, printers, home or catalogue_of(None).home)
    content, count = backup_of(places)
    write_output(target, content)
    say(f"{target}: {counted(count, 'file')}; bring them back with: scrawl restore {target}")


@click.command(epilog="Example: scrawl restore club-2026.zip")
@click.argument("source", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@places_options
def restore(source: Path, db: Path | None, printers: Path | None, home: Path | None) -> None:
    """Bring back what a backup holds. Nothing is written over: where one file differs, none is written."""
    places = _places(db, printers, own_folder(home))
    files = restored(source.read_bytes(), places, str(source))
    written = restore_files(files, places.ledger)
    for path in written:
        say(f"written: {path}")
    same = len(files) - len(written)
    say(f"{counted(len(written), 'file')} written" + (f", {same} there already" if same else ""))
