"""`scrawl print`: the kit, sheets, cards and pages as PDF files."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from generator.cli.command_group import CommandGroup
from generator.cli.console import say
from generator.cli.fault_output import show_diagnostics
from generator.cli.output_files import output_option, write_files, write_output
from generator.cli.progress import busy, show_progress
from generator.commands import pdf_commands
from generator.commands.pdf_commands import PrintOutput
from generator.commands.shared_command_options import catalogue_of
from generator.diagnostics import format_count
from generator.game.manifest import read_manifest

ALL = "all"
Run = Callable[..., Any]  # the callback of a click command


@click.group("print", cls=CommandGroup, epilog="Example: scrawl print cards --lang cs -o cards.pdf")
def print_group() -> None:
    """Print the kit, sheets, cards or pieces to PDF."""


def make_print_command(
    command: click.Command, output: Callable[[Run], Run], write: Callable[[PrintOutput, Path], None]
) -> click.Command:
    """Return a command that runs a print command and writes its output, with the options of `output` listed first."""

    def run(*, output: Path | None, **values: Any) -> None:
        with busy(str(command.name)):
            job: PrintOutput = command.callback(**values)  # type: ignore[misc]
        write(job, output or Path(f"{job.stem}.pdf"))

    own = click.command()(output(run))
    params = [*own.params, *command.params]
    return click.Command(command.name, params=params, callback=run, help=command.help, epilog=command.epilog)


def write_documents(job: PrintOutput, output: Path) -> None:
    """Write the one or two PDF files of a print command to `output`; print their paths, and warnings."""
    files = list(show_progress(job.files, job.stem, job.number))
    show_diagnostics(job.warnings())
    if job.summary:
        say(f"{job.game}: {job.summary}")
    for file in files:
        path = output.with_stem(output.stem + Path(file.name).stem.removeprefix(job.stem))
        write_output(path, file.content)
        say(f"written: {path}" if job.summary else f"{job.game}: {format_count(file.pages, 'page')} in {path}")


def write_kit(job: PrintOutput, output: Path) -> None:
    """Write the files of a kit into a folder."""
    files = list(show_progress(job.files, job.stem, job.number))
    show_diagnostics(job.warnings())
    write_files(output, ((file.name, file.content) for file in files))
    say(f"{job.game}: {len(files)} files in {output}; begin with {output / files[0].name}")


def each_game(command: Run) -> Run:
    """Return the command changed so that `--game all` runs it for each game with a kit, each into its own folder."""

    @functools.wraps(command)
    def run(*, game: str, home: Path | None, output: Path, **options: Any) -> None:
        catalogue = catalogue_of(home)
        games = catalogue.games()
        if game != ALL or game in games:
            command(game=game, home=home, output=output, **options)
            return
        for name in games:
            if read_manifest(catalogue, name).kit_entries():
                command(game=name, home=home, output=output / name, **options)

    return run


written_kit = make_print_command(pdf_commands.kit, output_option("output", folder=True), write_kit)
written_kit.callback = each_game(written_kit.callback)  # type: ignore[arg-type]
print_group.add_command(written_kit)
for command in (pdf_commands.sheets, pdf_commands.cards, pdf_commands.pieces):
    print_group.add_command(make_print_command(command, output_option(f"{command.name}.pdf"), write_documents))
page_output = output_option(text="File to write (default: PAGE.pdf).")
print_group.add_command(make_print_command(pdf_commands.page, page_output, write_documents))
