"""Saved games as text for other programs: CSV, JSON with everything that was typed in, and plays for BG Stats."""

import csv
import io
import json
import re
from uuid import NAMESPACE_OID, uuid5

from generator.storage.store import LedgerGame

COMMON = ("name", "lines", "total", "rank", "title")
_FORMULA = r"[=+\-@\t\r]"


def games_csv(games: list[LedgerGame]) -> str:
    """Return the games as CSV; the numbers that decide ties have columns of their own."""
    players = [(game, player) for game in games for player in game.players]
    letters = sorted({letter for _, player in players for letter in player["lines"]})
    extra = [key for key in dict.fromkeys(key for _, player in players for key in player) if key not in COMMON]
    sink = io.StringIO()
    writer = csv.writer(sink, lineterminator="\n")
    writer.writerow(["game_id", "played", "game", "dungeon", "solo", "player", *letters, "total", "rank", *extra])
    for game, player in players:
        head = [game.id, game.played, game.game, as_cell(game.dungeon), game.solo, as_cell(player["name"])]
        lines = [player["lines"].get(letter, "") for letter in letters]
        rest = ["" if player.get(key) is None else player[key] for key in extra]
        writer.writerow([*head, *lines, player["total"], player["rank"], *rest])
    return sink.getvalue()


def games_json(games: list[LedgerGame]) -> str:
    """Return the games as JSON."""
    records = [
        {"id": game.id, "played": game.played, "record": typed_in(game), "result": game.result} for game in games
    ]
    return json.dumps(records, ensure_ascii=False, indent=2) + "\n"


def typed_in(game: LedgerGame) -> object:
    """Return the data typed in for a game; None if they are damaged."""
    try:
        return json.loads(game.record)
    except (ValueError, RecursionError):
        return None


def games_bgstats(games: list[LedgerGame]) -> str:
    """Return the games as JSON for the import of the app BG Stats."""
    titles = sorted({game.game for game in games})
    names = sorted({player["name"] for game in games for player in game.players})
    plays = [
        {
            "uuid": str(uuid5(NAMESPACE_OID, f"scrawlpress {game.id} {game.played} {game.token}")),
            "playDate": game.played[:19].replace("T", " "),
            "gameRefId": titles.index(game.game) + 1,
            "comments": game.dungeon,
            "ignored": False,
            "playerScores": [
                {
                    "playerRefId": names.index(player["name"]) + 1,
                    "score": player["total"],
                    "rank": player["rank"],
                    "winner": player["name"] in game.result["winners"],
                    "newPlayer": False,
                    "startPlayer": False,
                }
                for player in game.players
            ],
        }
        for game in games
    ]
    content = {
        "games": [{"id": at, "name": title.replace("-", " ").title()} for at, title in enumerate(titles, 1)],
        "players": [{"id": at, "name": name, "isAnonymous": False} for at, name in enumerate(names, 1)],
        "locations": [],
        "plays": plays,
        "userInfo": {"source": "scrawlpress"},
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def as_cell(value: object) -> object:
    """Return a value for a cell, with an apostrophe before a text that a spreadsheet would take for a formula."""
    return f"'{value}" if isinstance(value, str) and re.match(_FORMULA, value) else value
