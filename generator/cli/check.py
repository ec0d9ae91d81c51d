"""`scrawl check`: all faults of a game or of files; exit 1 if there is an error."""

from pathlib import Path

import click

from generator.cli.console import show_diagnostics
from generator.cli.options import catalogue_of, game_option, home_option


@click.command(epilog="Example: scrawl check my-layout.yaml --format github")
@click.argument("paths", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--format", "form", default="text", show_default=True, type=click.Choice(["text", "json", "github"]))
@game_option
@home_option
def check(paths: tuple[Path, ...], form: str, game: str, home: Path | None) -> None:
    """List all faults of the game's layouts, cards, words and dungeons, or of the files named."""
    from generator.recipes.checking import check_game, check_path

    catalogue = catalogue_of(home)
    if paths:
        faults = [fault for path in paths for fault in check_path(catalogue, game, path)]
    else:
        faults = check_game(catalogue, game)
    show_diagnostics(faults, form)
    if any(fault.severity == "error" for fault in faults):
        raise click.exceptions.Exit(1)
    if form == "text":
        click.echo("no faults" if not faults else f"{len(faults)} warnings")
