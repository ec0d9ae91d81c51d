"""`scrawl print`: the kit, sheets, cards and pages as PDF files; and the commands that are made from requests."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.cli.console import CommandGroup, busy, say, show_progress
from generator.cli.fault_output import show_diagnostics
from generator.cli.options import catalogue_of, output_option, request_in, spec_options, write_files, write_output
from generator.diagnostics import format_count
from generator.products.print_request import PRINTS, KitRequest, Request
from generator.reading.source_cache import SourceCache

if TYPE_CHECKING:
    from generator.products.print_pack import PrintPack
    from generator.products.printing import PrintOutput

ALL = "all"
Run = Callable[..., Any]  # the callback of a click command
Make = Callable[["PrintPack", Any], "PrintOutput"]
Write = Callable[["PrintOutput", Path], None]


@click.group("print", cls=CommandGroup, epilog="Example: scrawl print cards --lang cs -o cards.pdf")
def print_group() -> None:
    """Print the kit, sheets, cards or pieces to PDF."""


def request_command(
    name: str, spec: type[Request], output: Callable[[Run], Run], run: Callable[[Any, Path | None], None]
) -> click.Command:
    """Return the command that reads the options of a request, and gives it to `run` with the path of `-o`."""

    def read(*, output: Path | None, **values: Any) -> None:
        run(request_in(spec, values), output)

    command = click.command(name, help=spec.__doc__, epilog=f"Example: {spec.example}")
    return command(output(spec_options(spec)(read)))


def write_request(request: Request, output: Path | None, make: Make, write: Write) -> None:
    """Open the game or table of a request, make its files, and write them to `output`, by default under their names."""
    from generator.authoring.card_table_preview import open_request

    context = click.get_current_context()
    with open_request(request, context.find_object(SourceCache)) as pack:
        with busy(str(context.info_name)):
            job = make(pack, request)
        write(job, output or Path(f"{job.stem}.pdf"))


def write_documents(job: "PrintOutput", output: Path) -> None:
    """Write the one or two PDF files of a print command to `output`; print their paths, and warnings."""
    files = list(show_progress(job.files, job.stem, job.number))
    show_diagnostics(job.warnings())
    if job.summary:
        say(f"{job.game}: {job.summary}")
    for file in files:
        path = output.with_stem(output.stem + Path(file.name).stem.removeprefix(job.stem))
        write_output(path, file.content)
        say(f"written: {path}" if job.summary else f"{job.game}: {format_count(file.pages, 'page')} in {path}")


def write_kit(job: "PrintOutput", output: Path) -> None:
    """Write the files of a kit into a folder."""
    files = list(show_progress(job.files, job.stem, job.number))
    show_diagnostics(job.warnings())
    write_files(output, ((file.name, file.content) for file in files))
    say(f"{job.game}: {len(files)} files in {output}; begin with {output / files[0].name}")


def print_kits(request: KitRequest, output: Path | None) -> None:
    """Write the kit of a game or, for `--game all`, of each game with a kit, each into its own folder."""
    from generator.products.printing import print_output

    for of_game, folder in each_kit(request, output or Path("output")):
        write_request(of_game, folder, print_output, write_kit)


def each_kit(request: KitRequest, folder: Path) -> Iterator[tuple[KitRequest, Path]]:
    """Yield a request and its folder or, for `--game all`, one for each game with a kit."""
    from generator.game.manifest import read_manifest

    catalogue = catalogue_of(request.home)
    games = catalogue.games() if request.game == ALL else ()
    if not games or ALL in games:
        yield request, folder
        return
    for name in games:
        if read_manifest(catalogue, name).kit_entries():
            yield replace(request, game=name), folder / name


def print_documents(request: Request, output: Path | None) -> None:
    """Write the PDF of a request."""
    from generator.products.printing import print_output

    write_request(request, output, print_output, write_documents)


for _name, _spec in PRINTS.items():
    _output = output_option(f"{_name}.pdf")
    if _name == "kit":
        _output = output_option("output", folder=True)
    elif _name == "page":
        _output = output_option(text="File to write (default: PAGE.pdf).")
    print_group.add_command(request_command(_name, _spec, _output, print_kits if _name == "kit" else print_documents))
