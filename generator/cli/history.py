"""`scrawl history`: list, show, delete and bring back saved games; the hall of fame; totals over time."""

import json
from pathlib import Path

import click

from generator.cli.groups import PlainGroup
from generator.cli.options import catalogue_of, chosen_language
from generator.cli.writing import output_option, write_whole
from generator.ledger.campaign import hall_of_fame
from generator.ledger.store import SavedGame, open_ledger

DB = click.option(
    "--db", type=click.Path(dir_okay=False, path_type=Path), help="The ledger file (default: in your data folder)."
)


@click.group("history", cls=PlainGroup, epilog="Example: scrawl history show 3 --why")
def history_group() -> None:
    """List, show and delete saved games."""


@history_group.command("list", epilog="Example: scrawl history list --game paper-dungeons")
@DB
@click.option("--game", default=None, help="Only this game.")
@click.option("--deleted", is_flag=True, help="List the deleted games instead.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def list_games(db: Path | None, game: str | None, deleted: bool, as_json: bool) -> None:
    """List saved games, a line each."""
    with open_ledger(db) as ledger:
        games = ledger.games(game=game, deleted=deleted)
    if as_json:
        click.echo(
            json.dumps([{"id": each.id, "played": each.played, **each.result} for each in games], ensure_ascii=False)
        )
        return
    for each in games:
        click.echo(game_line(each))
    if not games:
        click.echo("no saved games")


def game_line(saved: SavedGame) -> str:
    """Return a game as one line."""
    players = ", ".join(f"{each['name']} {each['total']}" for each in saved.result["players"])
    dungeon = f" {saved.dungeon}" if saved.dungeon else ""
    return f"{saved.id:>4}  {saved.played[:10]}  {saved.game}{dungeon}  {players}"


@history_group.command(epilog="Example: scrawl history show 3")
@click.argument("number", type=int)
@DB
def show(number: int, db: Path | None) -> None:
    """Show a saved game with every line."""
    from generator.cli.score import rules_of

    saved = _need(number, db)
    click.echo(game_line(saved))
    rules = rules_of(catalogue_of(None), saved.game, chosen_language(None, ("en", "pl", "cs")))
    for index, line in enumerate(rules.table.lines):
        points = "  ".join(f"{list(each['lines'].values())[index]:>5}" for each in saved.result["players"])
        click.echo(f"  {line.letter} {rules.word(line.word):<24}{points}")


@history_group.command(epilog="Example: scrawl history delete 3")
@click.argument("number", type=int)
@DB
def delete(number: int, db: Path | None) -> None:
    """Delete a game; `scrawl history undo` brings it back."""
    _mark(number, db, deleted=True)
    click.echo(f"game {number} deleted; bring it back with: scrawl history undo {number}")


@history_group.command(epilog="Example: scrawl history undo 3")
@click.argument("number", type=int)
@DB
def undo(number: int, db: Path | None) -> None:
    """Bring a deleted game back."""
    _mark(number, db, deleted=False)
    click.echo(f"game {number} is back")


@history_group.command(epilog="Example: scrawl history fame")
@DB
@click.option("--game", default="paper-dungeons", show_default=True, help="Which game.")
def fame(db: Path | None, game: str) -> None:
    """Show the ten best totals."""
    with open_ledger(db) as ledger:
        best = hall_of_fame(ledger.games(game=game))
    for place, (points, name, saved) in enumerate(best, 1):
        click.echo(f"{place:>3}  {points:>4}  {name}  (game {saved.id}, {saved.played[:10]})")
    if not best:
        click.echo("no saved games")


@history_group.command(epilog="Example: scrawl history plot -o totals.png")
@DB
@click.option("--game", default="paper-dungeons", show_default=True, help="Which game.")
@output_option("totals.png")
def plot(db: Path | None, game: str, output: Path) -> None:
    """Draw the totals over time as PNG or PDF."""
    from generator.recipes.plot import plot_bytes

    if output.suffix not in (".png", ".pdf"):
        raise click.UsageError(f"a plot is a .png or .pdf, not {output.suffix or output.name!r}")
    with open_ledger(db) as ledger:
        games = ledger.games(game=game)
    write_whole(output, plot_bytes(catalogue_of(None), games, output.suffix[1:]))
    click.echo(f"{len(games)} games in {output}")


def _need(number: int, db: Path | None) -> SavedGame:
    with open_ledger(db) as ledger:
        saved = ledger.get(number)
    if saved is None:
        raise click.ClickException(f"there is no game {number}; see: scrawl history list")
    return saved


def _mark(number: int, db: Path | None, *, deleted: bool) -> None:
    with open_ledger(db) as ledger:
        if not ledger.mark(number, deleted=deleted):
            raise click.ClickException(f"there is no game {number}; see: scrawl history list")
