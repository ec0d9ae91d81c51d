"""`scrawl export`: saved games as CSV, JSON or BG Stats plays; cards by `export_cards`."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import click

from generator.cli.console import as_cell, put, say
from generator.cli.export_cards import COMMANDS as CARD_COMMANDS
from generator.cli.groups import PlainGroup
from generator.cli.history import games_of
from generator.cli.writing import output_option, write_whole
from generator.ledger.store import SavedGame

Make = Callable[[list[SavedGame]], str]
COMMON = ("name", "lines", "total", "rank", "title")


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
            content = make(games_of(db, game))
            if output is None:
                put(content)
            else:
                write_whole(output, content.encode("utf-8"))
                say(f"written: {output}")

        return make

    return decorate


@export_command("csv", "csv", "Saved games as a table, a row for each player.")
def as_csv(games: list[SavedGame]) -> str:
    """Return the games as CSV; what decides ties has columns of its own."""
    players = [(each, player) for each in games for player in each.players]
    letters = sorted({letter for _, player in players for letter in player["lines"]})
    extra = [key for key in dict.fromkeys(key for _, player in players for key in player) if key not in COMMON]
    sink = io.StringIO()
    writer = csv.writer(sink, lineterminator="\n")
    writer.writerow(["game_id", "played", "game", "dungeon", "solo", "player", *letters, "total", "rank", *extra])
    for each, player in players:
        head = [each.id, each.played, each.game, as_cell(each.dungeon), each.solo, as_cell(player["name"])]
        lines = [player["lines"].get(letter, "") for letter in letters]
        rest = ["" if player.get(key) is None else player[key] for key in extra]
        writer.writerow([*head, *lines, player["total"], player["rank"], *rest])
    return sink.getvalue()


@export_command("json", "json", "Saved games with everything that was typed in.")
def as_json(games: list[SavedGame]) -> str:
    """Return the games as JSON."""
    records = [
        {"id": each.id, "played": each.played, "record": typed_in(each), "result": each.result} for each in games
    ]
    return json.dumps(records, ensure_ascii=False, indent=2) + "\n"


def typed_in(saved: SavedGame) -> object:
    """Return what was typed in, or None where it is damaged."""
    try:
        return json.loads(saved.record)
    except (ValueError, RecursionError):
        return None


@export_command("bgstats", "json", "Saved games as plays for the BG Stats app.")
def as_bgstats(games: list[SavedGame]) -> str:
    """Return the games as plays: scores and ranks are numbers, winner is a boolean."""
    titles = sorted({each.game for each in games})
    names = sorted({player["name"] for each in games for player in each.players})
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
                for player in each.players
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
