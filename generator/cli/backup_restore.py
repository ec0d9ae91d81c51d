"""`scrawl backup` and `scrawl restore`: write all data of the user into one file, and read them back."""

from collections.abc import Sequence
from pathlib import Path

import click

from generator.cli import options
from generator.cli.console import say
from generator.cli.options import force_option, write_output
from generator.diagnostics import format_count
from generator.storage.backups import UserDataPaths
from generator.storage.backups import backup as backup_of
from generator.storage.backups import restore as restore_files
from generator.storage.printer_profiles import default_path as default_printers
from generator.storage.store import default_path as default_ledger
from generator.storage.store import unfinished_folder

MOST_NAMED = 20  # files that were left out

places_options = options.add_options(
    options.ledger_option, options.printers_option, options.home_option
)  # the places of all data


def _places(db: Path | None, printers: Path | None, home: Path | None) -> UserDataPaths:
    return UserDataPaths(db or default_ledger(), unfinished_folder(db), printers or default_printers(), home)


@click.command(epilog="Example: scrawl backup club-2026.zip")
@click.argument("target", type=options.ANY_FILE)
@places_options
@force_option
def backup(target: Path, db: Path | None, printers: Path | None, home: Path | None) -> None:
    """Save all your data to one file: saved games, live games, unfinished games, printers, your own games.

    The copy is complete, even while another program saves games.
    """
    places = _places(db, printers, home or options.catalogue_of(None).home)
    content, count, left_out = backup_of(places)
    write_output(target, content)
    say(f"{target}: {format_count(count, 'file')}; bring them back with: scrawl restore {target}")
    _tell_left_out(left_out)


def _tell_left_out(names: Sequence[str]) -> None:
    """Print the names of files that were not backed up or restored."""
    for name in names[:MOST_NAMED]:
        say(f"left out, because it is not a file of a game in your folder: {name}", err=True)
    if len(names) > MOST_NAMED:
        say(f"and {len(names) - MOST_NAMED:,} more", err=True)


@click.command(epilog="Example: scrawl restore club-2026.zip")
@click.argument("source", type=options.EXISTING_FILE)
@places_options
def restore(source: Path, db: Path | None, printers: Path | None, home: Path | None) -> None:
    """Bring back the files in a backup. Nothing is overwritten: if any file differs, none is written."""
    paths, same, left_out = restore_files(source, _places(db, printers, options.own_folder(home)))
    for path in paths:
        say(f"written: {path}")
    say(f"{format_count(len(paths), 'file')} written" + (f", {same} there already" if same else ""))
    _tell_left_out(left_out)
