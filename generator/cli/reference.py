"""`scrawl reference`: the reference of layouts, files and faults as Markdown."""

import click

from generator.cli.console import put
from generator.commands.shared_command_options import named_game_option


@click.command(epilog="Example: scrawl reference layout > reference.md")
@click.argument("part", metavar="PART", type=click.Choice(["layout", "files", "faults"]))
@named_game_option
def reference(part: str, game: str | None) -> None:
    """Print a reference as Markdown: of the layout language, of all files, or of all faults."""
    from generator.check.reference_docs import faults_reference, files_reference, layout_reference
    from generator.reading.game_search_path import GameSearchPath

    if part == "files":
        catalogue = GameSearchPath.at()
        put(files_reference(catalogue, game or catalogue.default_game))
    else:
        put(layout_reference() if part == "layout" else faults_reference())
