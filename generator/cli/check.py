"""`scrawl check`: all faults of a game or of files; exit 1 if there is an error."""

from pathlib import Path

import click

from generator.cli.console import say, show_diagnostics
from generator.cli.progress import busy
from generator.diagnostics import Diagnostic, counted
from generator.keeping.options import catalogue_of, edition_option, game_option, home_option, length_option
from generator.reading.catalogue import Catalogue


@click.command(epilog="Example: scrawl check my-layout.yaml --format github")
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--format", "form", default="text", show_default=True, type=click.Choice(["text", "json", "github"]))
@click.option(
    "--paper", is_flag=True, help="Look at what comes out of the printer: pictures, bleed, safe zone, type, ink."
)
@click.option("--bleed", default="3mm", show_default=True, callback=length_option, help="Bleed that --paper expects.")
@edition_option
@game_option
@home_option
def check(
    paths: tuple[Path, ...],
    form: str,
    paper: bool,
    bleed: float,
    edition: str | None,
    game: str,
    home: Path | None,
) -> None:
    """List all faults of a game, or of files and folders of any kind: layouts, decks, words, dungeons, scores."""
    from generator.proof.checking import check_game
    from generator.proof.file_faults import check_path

    catalogue = catalogue_of(home)
    if paper and paths:
        raise click.UsageError("--paper looks at the whole game, not at single files")
    with busy("check"):
        if paper:
            faults = paper_faults(catalogue, game, edition, bleed)
        elif paths:
            faults = [fault for path in paths for fault in check_path(catalogue, game, path, edition)]
        else:
            faults = check_game(catalogue, game, edition)
    show_diagnostics(faults, form)
    if any(fault.severity == "error" for fault in faults):
        raise click.exceptions.Exit(1)
    if form == "text":
        warnings = sum(fault.severity == "warning" for fault in faults)
        say(counted(warnings, "warning") if warnings else "no faults")


def paper_faults(catalogue: Catalogue, game: str, edition: str | None, bleed: float) -> list[Diagnostic]:
    """Return what may go wrong on paper, in every language; ink is measured in the first."""
    from generator.game.words import languages_of
    from generator.proof.preflight import preflight
    from generator.recipes.pack import open_pack

    diagnostics: dict[Diagnostic, None] = {}
    for number, language in enumerate(languages_of(catalogue, game)):
        faults = preflight(open_pack(catalogue, game, language, edition), bleed, measured=number == 0)
        diagnostics |= dict.fromkeys(
            fault for fault in faults if fault.severity != "note" or fault.code not in codes_of(diagnostics)
        )
    return list(diagnostics)


def codes_of(found: dict[Diagnostic, None]) -> set[str]:
    """Return the codes of the notes so far."""
    return {fault.code for fault in found if fault.severity == "note"}
