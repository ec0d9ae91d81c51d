"""`scrawl export`: saved games as CSV, JSON or BG Stats plays; cards by `export_cards`."""

from collections.abc import Callable
from pathlib import Path

import click

from generator.cli.command_group import PlainGroup
from generator.cli.console import put, say
from generator.cli.export_cards import COMMANDS as CARD_COMMANDS
from generator.cli.history import games_of
from generator.cli.writing import output_option, write_output
from generator.keeping.saved_game_exports import games_bgstats, games_csv, games_json
from generator.ledger.store import SavedGame

Make = Callable[[list[SavedGame]], str]


@click.group("export", cls=PlainGroup, epilog="Example: scrawl export csv -o games.csv")
def export_group() -> None:
    """Write saved games, or cards for shops, programs and tables on screen."""


def add_export(name: str, suffix: str, make: Make, text: str) -> None:
    """Add the command that writes saved games as `make` gives them."""

    @export_group.command(name, help=text, epilog=f"Example: scrawl export {name} -o games.{suffix}")
    @click.option("--db", type=click.Path(dir_okay=False, path_type=Path), help="The ledger file.")
    @click.option("--game", metavar="NAME", help="Only this game.")
    @output_option(text="File (default: print).")
    def command(db: Path | None, game: str | None, output: Path | None) -> None:
        content = make(games_of(db, game))
        if output is None:
            put(content)
        else:
            write_output(output, content.encode("utf-8"))
            say(f"written: {output}")


for _name, _suffix, _make, _help in (
    ("csv", "csv", games_csv, "Saved games as a table, a row for each player."),
    ("json", "json", games_json, "Saved games with everything that was typed in."),
    ("bgstats", "json", games_bgstats, "Saved games as plays for the BG Stats app."),
):
    add_export(_name, _suffix, _make, _help)
for _command in CARD_COMMANDS:
    export_group.add_command(_command)
