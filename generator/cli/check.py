"""`scrawl check`: all faults of a game or of files; exit 1 if there is an error."""

from pathlib import Path

import click

from generator.cli import options
from generator.cli.console import busy, say
from generator.cli.fault_output import show_diagnostics, summed_up
from generator.diagnostics import Diagnostic
from generator.reading.game_catalogue import GameCatalogue
from generator.units import parse_length


@click.command(epilog="Example: scrawl check my-layout.yaml --format github")
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--format", "form", default="text", show_default=True, type=click.Choice(["text", "json", "github"]))
@click.option("--printed", is_flag=True, help="Also check the print: pictures, bleed, safe zone, type size, ink.")
@click.option("--bleed", default="3mm", show_default=True, metavar="LENGTH", help="Bleed that --printed expects.")
@options.edition_option
@options.language_option("Language of the messages: en, pl, cs, or any that the program has words in")
@options.named_game_option
@options.home_option
def check(
    paths: tuple[Path, ...],
    form: str,
    printed: bool,
    bleed: str,
    edition: str | None,
    lang: str | None,
    game: str | None,
    home: Path | None,
) -> None:
    """List all faults of a game, or of files and folders of any kind: layouts, decks, words, dungeons, scores.

    Without a path, it checks each of your own games.
    """
    from generator.check.checking import check_game, once
    from generator.check.file_checking import check_path
    from generator.cli.scored_game import load_words

    catalogue = options.catalogue_of(home)
    language = load_words(lang).language if lang else None
    if printed and paths:
        raise click.UsageError("--printed looks at the whole game, not at single files")
    try:
        bleed_points = parse_length(bleed)
    except ValueError as fault:
        raise click.UsageError(f"--bleed: {fault}") from None
    with busy("check"):
        if paths:
            games = (game,) if game else catalogue.requested_games
            faults_by_game = {
                "": once(
                    fault
                    for name in games
                    for path in paths
                    for fault in check_path(catalogue, name, path, edition, language)
                )
            }
        else:
            lost = [] if game else catalogue.lost_games()
            checked_games = (game,) if game else (*catalogue.own_games, *catalogue.changed_games)
            faults_by_game = {
                name: paper_faults(catalogue, name, edition, bleed_points)
                if printed
                else check_game(catalogue, name, edition)
                for name in checked_games or (() if lost else catalogue.requested_games)
            }
            faults_by_game |= {fault.place.path: [fault] for fault in lost}
    show_diagnostics([fault for faults in faults_by_game.values() for fault in faults], form)
    if form == "text":
        for name, faults in faults_by_game.items():
            rest = "; scrawl check shows the rest" if printed else ""
            say(f"{name}: {summed_up(faults)}{rest}" if name else summed_up(faults))
    if any(fault.severity == "error" for faults in faults_by_game.values() for fault in faults):
        raise click.exceptions.Exit(1)


def paper_faults(catalogue: GameCatalogue, game: str, edition: str | None, bleed: float) -> list[Diagnostic]:
    """Return the faults found in the printed output of a game in all its languages; ink is measured in one of them."""
    from generator.check.preflight import preflight
    from generator.game.words import languages_of
    from generator.products.print_pack import open_pack

    diagnostics: dict[Diagnostic, None] = {}
    for number, language in enumerate(languages_of(catalogue, game)):
        faults = preflight(open_pack(catalogue, game, language, edition), bleed, measured=number == 0)
        notes = {fault.code for fault in diagnostics if fault.severity == "note"}
        diagnostics |= dict.fromkeys(fault for fault in faults if fault.severity != "note" or fault.code not in notes)
    return list(diagnostics)
