"""`scrawl export`: saved games as CSV, JSON or BG Stats plays; cards and pieces for other programs and shops."""

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from pathlib import Path
from typing import Any

import click

from generator.cli.command_group import CommandGroup
from generator.cli.console import put, say
from generator.cli.fault_output import show_diagnostics
from generator.cli.history import games_of
from generator.cli.output_files import output_option, write_files, write_output
from generator.commands.export_commands import EXPORT_COMMANDS
from generator.commands.pdf_commands import PrintOutput
from generator.commands.shared_command_options import ANY_FILE, catalogue_of
from generator.diagnostics import format_count
from generator.storage.saved_game_exports import games_bgstats, games_csv, games_json
from generator.storage.store import LedgerGame

Make = Callable[[Iterable[LedgerGame]], Iterator[str]]


@click.group("export", cls=CommandGroup, epilog="Example: scrawl export csv -o games.csv")
def export_group() -> None:
    """Write saved games, or cards for print shops, other programs and virtual tabletops."""


def add_export(name: str, suffix: str, make: Make, text: str) -> None:
    """Add the command `scrawl export NAME`, which writes the text that `make` returns for the saved games."""

    @export_group.command(name, help=text, epilog=f"Example: scrawl export {name} -o games.{suffix}")
    @click.option("--db", type=ANY_FILE, help="The ledger file.")
    @click.option("--game", metavar="NAME", help="Only this game.")
    @output_option(text="File (default: print).")
    def command(db: Path | None, game: str | None, output: Path | None) -> None:
        with games_of(db, game) as games:
            if output is None:
                for piece in make(games):
                    put(piece)
            else:
                write_output(output, (piece.encode("utf-8") for piece in make(games)))
                say(f"written: {output}")


for _name, _suffix, _make, _help in (
    ("csv", "csv", games_csv, "Saved games as a table, a row for each player."),
    ("json", "json", games_json, "Saved games with everything that was typed in."),
    ("bgstats", "json", games_bgstats, "Saved games as plays for the BG Stats app."),
):
    add_export(_name, _suffix, _make, _help)


def make_export_command(command: click.Command, folder: str) -> click.Command:
    """Return a command that runs an export command, which itself writes nothing, and writes its files into a folder."""

    def run(*, output: Path, **values: Any) -> None:
        if "address" in values:
            values["address"] = values["address"] or output.resolve().as_uri()
        job: PrintOutput = command.callback(**values)  # type: ignore[misc]
        show_diagnostics(job.warnings())
        names = write_files(output, ((file.name, file.content) for file in job.files))
        note = f"; {job.summary}" if job.summary else ""
        say(f"{job.game}: {format_count(len(names), 'file')} in {output}, first {names[0]}{note}")

    own = click.command()(output_option(folder, folder=True)(run))
    params = [*command.params, *own.params]
    return click.Command(command.name, params=params, callback=run, help=command.help, epilog=command.epilog)


def or_shops(command: click.Command) -> click.Command:
    """Return the export command for shops with its argument made optional: without a shop it lists all shops."""
    shop, *others = command.params
    asked = copy(shop)
    asked.required, asked.metavar = False, "[SHOP]"

    def run(*, name: str | None, home: Path | None, **values: Any) -> None:
        from generator.products.exports.shops import read_shops
        from generator.units import length_name

        if name is not None:
            command.callback(name=name, home=home, **values)  # type: ignore[misc]
            return
        for key, spec in read_shops(catalogue_of(home)).shops.items():
            size = " x ".join(length_name(side + 2 * spec.bleed, "in") for side in spec.card)
            say(f"{key:20} {spec.title}: {spec.form.upper()}, {size} with bleed, {spec.color.upper()}")

    text = "Files as a print shop takes them; without a SHOP, list the shops."
    return click.Command(command.name, params=[asked, *others], callback=run, help=text, epilog=command.epilog)


FOLDERS = {"png": "pictures", "svg": "pictures", "shop": "upload"}
for _command in EXPORT_COMMANDS.values():
    _written = make_export_command(_command, FOLDERS.get(str(_command.name), str(_command.name)))
    export_group.add_command(or_shops(_written) if _command.name == "shop" else _written)
