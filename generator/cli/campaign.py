"""`scrawl campaign`: the four stories and the grand campaign over all twelve chapters."""

from pathlib import Path

import click

from generator.cli.options import catalogue_of, chosen_language, home_option, lang_option
from generator.ledger.campaign import standings
from generator.ledger.store import open_ledger

CHAPTERS = ("abc", "def", "ghi", "jkl")


@click.command(epilog="Example: scrawl campaign --lang en")
@lang_option
@click.option(
    "--db", type=click.Path(dir_okay=False, path_type=Path), help="The ledger file (default: in your data folder)."
)
@click.option("--game", default="paper-dungeons", show_default=True, help="Which game.")
@home_option
def campaign(lang: str | None, db: Path | None, game: str, home: Path | None) -> None:
    """Show chapters, carried totals and who leads; games count by their `dungeon:` letter."""
    from generator.cli.score import rules_of

    rules = rules_of(catalogue_of(home), game, chosen_language(lang, ("en", "pl", "cs")))
    with open_ledger(db) as ledger:
        games = ledger.games(game=game)
    for number, letters in enumerate(CHAPTERS, 1):
        _show(rules.word(f"campaign_stories.story_{number}"), [*letters], games)
    _show(rules.word("variants.grand_campaign"), [*"".join(CHAPTERS)], games)


def _show(title: str, chapters: list[str], games: list) -> None:  # type: ignore[type-arg]
    table = standings(games, chapters)
    played = len({game.dungeon.lower() for game in games if game.dungeon.lower() in chapters and not game.solo})
    click.echo(f"{title}  ({played}/{len(chapters)})")
    for place, each in enumerate(table):
        points = " ".join(f"{'–' if value is None else value:>4}" for value in each.by_chapter)
        click.echo(
            f"  {'*' if place == 0 or each.total == table[0].total else ' '} {each.name:<16}{points}  = {each.total}"
        )
