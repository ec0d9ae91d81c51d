"""`scrawl export`: saved games as CSV, JSON or BG Stats plays; cards by `export_cards`."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import click

from generator.cli.export_cards import COMMANDS as CARD_COMMANDS
from generator.cli.groups import PlainGroup
from generator.cli.writing import output_option, write_whole
from generator.ledger.store import SavedGame, open_ledger

Make = Callable[[list[SavedGame]], str]


@click.group("export", cls=PlainGroup, epilog="Example: scrawl export csv -o games.csv")
def export_group() -> None:
    """Write saved games, or cards for shops, programs and tables on screen."""


def export_command(name: str, suffix: str, text: str) -> Callable[[Make], Make]:
    """Return the decorator that makes a command of a function from games to text."""

    def decorate(make: Make) -> Make:
        @export_group.command(name, help=text, epilog=f"Example: scrawl export {name} -o games.{suffix}")
        @click.option("--db", type=click.Path(dir_okay=False, path_type=Path), help="The ledger file.")
        @click.option("--game", default=None, help="Only this game.")
        @output_option(text="File (default: print).")
        def command(db: Path | None, game: str | None, output: Path | None) -> None:
            with open_ledger(db) as ledger:
                content = make(ledger.games(game=game))
            if output is None:
                click.echo(content, nl=False)
            else:
                write_whole(output, content.encode("utf-8"))
                click.echo(f"written: {output}")

        return make

    return decorate


@export_command("csv", "csv", "Saved games as a table, a row for each player.")
def as_csv(games: list[SavedGame]) -> str:
    """Return the games as CSV."""
    letters = sorted({letter for each in games for player in each.result["players"] for letter in player["lines"]})
    sink = io.StringIO()
    writer = csv.writer(sink, lineterminator="\n")
    writer.writerow(["game_id", "played", "game", "dungeon", "solo", "player", *letters, "total", "rank", "rooms"])
    for each in games:
        for player in each.result["players"]:
            lines = [player["lines"].get(letter, "") for letter in letters]
            head = [each.id, each.played, each.game, each.dungeon, each.solo, player["name"]]
            writer.writerow([*head, *lines, player["total"], player["rank"], player.get("rooms") or ""])
    return sink.getvalue()


@export_command("json", "json", "Saved games with everything that was typed in.")
def as_json(games: list[SavedGame]) -> str:
    """Return the games as JSON."""
    found = [{"id": each.id, "played": each.played, "record": each.record, "result": each.result} for each in games]
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"


@export_command("bgstats", "json", "Saved games as plays for the BG Stats app.")
def as_bgstats(games: list[SavedGame]) -> str:
    """Return the games as plays: scores and ranks are numbers, winner is a boolean."""
    titles = sorted({each.game for each in games})
    names = sorted({player["name"] for each in games for player in each.result["players"]})
    plays = [
        {
            "uuid": f"scrawlpress-{each.id}",
            "playDate": each.played[:19].replace("T", " "),
            "gameRefId": titles.index(each.game) + 1,
            "comments": each.dungeon,
            "ignored": False,
            "playerScores": [
                {
                    "playerRefId": names.index(player["name"]) + 1,
                    "score": player["total"],
                    "rank": player["rank"],
                    "winner": player["name"] in each.result["winners"],
                    "newPlayer": False,
                    "startPlayer": False,
                }
                for player in each.result["players"]
            ],
        }
        for each in games
    ]
    content = {
        "games": [{"id": at, "name": title.replace("-", " ").title()} for at, title in enumerate(titles, 1)],
        "players": [{"id": at, "name": name, "isAnonymous": False} for at, name in enumerate(names, 1)],
        "locations": [],
        "plays": plays,
        "userInfo": {"source": "scrawlpress"},
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


for _command in CARD_COMMANDS:
    export_group.add_command(_command)
