"""`scrawl export`: saved games as CSV, JSON or BG Stats plays; cards and pieces for other programs and shops."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.cli.console import CommandGroup, put, say
from generator.cli.fault_output import show_diagnostics
from generator.cli.history import games_of
from generator.cli.options import ANY_FILE, catalogue_of, output_option, write_files, write_output
from generator.cli.printing import request_command, write_request
from generator.diagnostics import format_count
from generator.products.print_request import EXPORTS, ExportRequest, TtsRequest
from generator.storage.listings import games_bgstats, games_csv, games_json
from generator.storage.store import LedgerGame
from generator.units import length_name

if TYPE_CHECKING:
    from generator.products.printing import PrintOutput

Make = Callable[[Iterable[LedgerGame]], Iterator[str]]


@click.group("export", cls=CommandGroup, epilog="Example: scrawl export csv -o games.csv")
def export_group() -> None:
    """Write saved games, or cards for print shops, other programs and virtual tabletops."""


def add_export(name: str, suffix: str, make: Make, text: str) -> None:
    """Add the command `scrawl export NAME`, which writes the text that `make` returns for the saved games."""

    @export_group.command(name, help=text, epilog=f"Example: scrawl export {name} -o games.{suffix}")
    @click.option("--db", type=ANY_FILE, help="History file (default: in your data folder).")
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
    ("csv", "csv", games_csv, "Write saved games as a table, a row for each player."),
    ("json", "json", games_json, "Write saved games with all answers."),
    ("bgstats", "json", games_bgstats, "Write saved games as plays for the BG Stats app."),
):
    add_export(_name, _suffix, _make, _help)


def export_files(request: ExportRequest, output: Path | None) -> None:
    """Write the files of an export into a folder."""
    from generator.products.exports.exporting import export_output

    folder = output or Path()
    if isinstance(request, TtsRequest) and not request.address:
        request = replace(request, address=folder.resolve().as_uri())
    write_request(request, folder, export_output, write_export)


def write_export(job: "PrintOutput", output: Path) -> None:
    """Write the files of an export into a folder; print warnings, and where they are."""
    show_diagnostics(job.warnings())
    names = write_files(output, ((file.name, file.content) for file in job.files))
    note = f"; {job.summary}" if job.summary else ""
    say(f"{job.game}: {format_count(len(names), 'file')} in {output}, first {names[0]}{note}")


def or_shops(command: click.Command) -> click.Command:
    """Return the export command for shops with its argument made optional: without a shop it lists all shops."""
    export: Any = command.callback
    shop: Any = next(param for param in command.params if param.name == "name")
    shop.required, shop.metavar = False, "[SHOP]"
    command.help = "Write files for a print shop; without a SHOP, list the shops."

    def run(**values: Any) -> None:
        from generator.products.exports.shops import read_shops

        if values["name"] is not None:
            export(**values)
            return
        for key, spec in read_shops(catalogue_of(values["home"])).shops.items():
            size = " x ".join(length_name(side + 2 * spec.bleed, "in") for side in spec.card)
            say(f"{key:20} {spec.title}: {spec.form.upper()}, {size} with bleed, {spec.color.upper()}")

    command.callback = run
    return command


FOLDERS = {"png": "pictures", "svg": "pictures", "shop": "upload"}
for _name, _spec in EXPORTS.items():
    _written = request_command(_name, _spec, output_option(FOLDERS.get(_name, _name), folder=True), export_files)
    _written.params = [*_written.params[2:], *_written.params[:2]]  # what is written comes last
    export_group.add_command(or_shops(_written) if _name == "shop" else _written)
