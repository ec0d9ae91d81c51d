"""`scrawl schema`: the JSON Schema of a file format, for editors that complete and check YAML."""

import json

import click


@click.command(epilog="Example: scrawl schema layout > layout.schema.json")
@click.argument(
    "form", metavar="[layout|deck|dungeon|map|score]", type=click.Choice(["layout", "deck", "dungeon", "map", "score"])
)
def schema(form: str) -> None:
    """Print the JSON Schema of a file format."""
    from generator.reading.schema import json_schema

    click.echo(json.dumps(json_schema(_spec(form), f"Scrawlpress {form}"), indent=2))


def _spec(form: str) -> type:
    if form == "layout":
        from generator.layout.spec import Layout

        return Layout
    if form == "dungeon":
        from generator.dungeon.files import dungeon_spec
        from generator.dungeon.rules import read_map_rules
        from generator.reading.catalogue import DEFAULT_GAME, Catalogue

        return dungeon_spec(read_map_rules(Catalogue.at(), DEFAULT_GAME).targets.deck)
    if form == "map":
        from generator.dungeon.rules import MapRules

        return MapRules
    if form == "score":
        from generator.reading.catalogue import DEFAULT_GAME, Catalogue
        from generator.scoring.spec import read_scoring, score_file

        return score_file(read_scoring(Catalogue.at(), DEFAULT_GAME))
    from generator.reading.decks import DeckSpec

    return DeckSpec
