"""`scrawl tiles`: how often a set of tiles closes early when it is laid at random, and how many tiles are laid."""

from pathlib import Path

import click

from generator.cli.console import as_json, say
from generator.cli.options import catalogue_of, game_option, home_option
from generator.cli.progress import busy
from generator.cli.table_output import show_table


@click.command(epilog="Example: scrawl tiles --layings 50 --game caves")
@click.option(
    "--layings", default=1000, show_default=True, type=click.IntRange(1, 100_000), help="Times that each set is laid."
)
@click.option(
    "--seed", default=1, show_default=True, type=click.IntRange(0, 2**32 - 1), help="The same gives the same."
)
@click.option("--json", "json", is_flag=True, help="Print the figures as JSON.")
@game_option
@home_option
def tiles(layings: int, seed: int, json: bool, game: str, home: Path | None) -> None:
    """Lay each set of tiles of a game at random, and show how often its way closes before all are laid."""
    from generator.game.game import open_game
    from generator.game.words import languages_of
    from generator.products.tile_set_data import laid_often

    catalogue = catalogue_of(home)
    with busy("tiles"):
        results = list(laid_often(open_game(catalogue, game, languages_of(catalogue, game)[0]), layings, seed))
    if not results:
        raise click.UsageError(f"{game} has no set of tiles that is laid at random")
    if json:
        figures = {
            name: {
                "tiles": count,
                "layings": laid.tries,
                "closed": laid.closed,
                "mean": laid.mean,
                "fewest": laid.fewest,
            }
            for name, count, laid in results
        }
        say(as_json(figures))
        return
    rows = []
    for name, count, laid in results:
        closed, mean = f"{laid.closed / laid.tries:.1%}", f"{laid.mean:.1f}"
        rows.append((name, str(count), f"{laid.tries:,}", closed, mean, str(laid.fewest)))
    show_table(("set", "tiles", "layings", "closed early", "lie on average", "at least"), rows)
