"""`scrawl schema`: the JSON Schema of a file format, for editors that complete and check YAML."""

from pathlib import Path

import click

from generator.cli.console import as_json, say
from generator.keeping.known_names import complete
from generator.keeping.options import catalogue_of, home_option, named_game_option

FORMS = (
    "game", "words", "deck", "table", "scoring", "map", "tiles", "simulation", "sources", "dungeon", "layout",
    "edition", "papers", "sizes", "shops", "printers", "score",
)  # fmt: skip


@click.command(epilog="Example: scrawl schema deck --deck aims > aims.schema.json")
@click.argument("form", metavar="FORM", type=click.Choice(FORMS))
@click.option("--deck", default=None, shell_complete=complete("decks"), help="Cards of this deck, as declared.")
@named_game_option
@home_option
def schema(form: str, deck: str | None, game: str | None, home: Path | None) -> None:
    """Print the JSON Schema of a file format: game, words, deck, scoring, map, simulation, sources, dungeon, layout,
    edition, papers, sizes, shops, printers or score."""
    from generator.proof.formats import schema_of

    if deck is not None and form != "deck":
        raise click.UsageError("--deck goes with scrawl schema deck")
    catalogue = catalogue_of(home)
    of_a_game = deck is not None or form in ("dungeon", "score")
    say(as_json(schema_of(catalogue, form, (game or catalogue.default_game) if of_a_game else "", deck)))
