"""Saved games as text for other programs: CSV, JSON with everything that was typed in, and plays for BG Stats.

Each export yields its text in pieces as it reads the games, and reads them twice where a head must name what follows.
A ledger of 100,000 games is never whole in memory.
"""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator
from itertools import count
from uuid import NAMESPACE_OID, uuid5

from generator.storage.store import LedgerGame

COMMON = ("name", "lines", "total", "rank", "title")
_FORMULA = r"[=+\-@\t\r]"


def games_csv(games: Iterable[LedgerGame]) -> Iterator[str]:
    """Yield the games as CSV; the numbers that decide ties have columns of their own."""
    letters: set[str] = set()
    keys: dict[str, None] = {}
    for game in games:
        for player in game.players:
            letters.update(player["lines"])
            keys |= dict.fromkeys(player)
    columns, extra = sorted(letters), [key for key in keys if key not in COMMON]
    sink = io.StringIO()
    writer = csv.writer(sink, lineterminator="\n")
    writer.writerow(["game_id", "played", "game", "dungeon", "solo", "player", *columns, "total", "rank", *extra])
    for game in games:
        for player in game.players:
            head = [game.id, game.played, game.game, as_cell(game.dungeon), game.solo, as_cell(player["name"])]
            lines = [player["lines"].get(letter, "") for letter in columns]
            rest = ["" if player.get(key) is None else player[key] for key in extra]
            writer.writerow([*head, *lines, player["total"], player["rank"], *rest])
        yield sink.getvalue()
        sink.seek(0)
        sink.truncate()
    yield sink.getvalue()


def games_json(games: Iterable[LedgerGame]) -> Iterator[str]:
    """Yield the games as JSON."""
    yield from json_list(
        {"id": game.id, "played": game.played, "record": typed_in(game), "result": game.result} for game in games
    )
    yield "\n"


def json_list(values: Iterable[object], indent: str = "") -> Iterator[str]:
    """Yield values as a JSON list, piece by piece, with the characters that `json.dumps` writes for all at once."""
    separator = "["
    for value in values:
        text = json.dumps(value, ensure_ascii=False, indent=2)
        yield f"{separator}\n{text}".replace("\n", f"\n{indent}  ")
        separator = ","
    yield "[]" if separator == "[" else f"\n{indent}]"


def typed_in(game: LedgerGame) -> object:
    """Return the data typed in for a game; None if they are damaged."""
    try:
        return json.loads(game.record)
    except (ValueError, RecursionError):
        return None


def games_bgstats(games: Iterable[LedgerGame]) -> Iterator[str]:
    """Yield the games as JSON for the import of the app BG Stats."""
    game_keys: set[str] = set()
    player_names: set[str] = set()
    for game in games:
        game_keys.add(game.game)
        player_names.update(player["name"] for player in game.players)
    titles, names = (dict(zip(sorted(found), count(1), strict=False)) for found in (game_keys, player_names))
    plays = (
        {
            "uuid": str(uuid5(NAMESPACE_OID, f"scrawlpress {game.id} {game.played} {game.token}")),
            "playDate": game.played[:19].replace("T", " "),
            "gameRefId": titles[game.game],
            "comments": game.dungeon,
            "ignored": False,
            "playerScores": [
                {
                    "playerRefId": names[player["name"]],
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
    )
    listed = {
        "games": [{"id": number, "name": title.replace("-", " ").title()} for title, number in titles.items()],
        "players": [{"id": number, "name": name, "isAnonymous": False} for name, number in names.items()],
        "locations": [],
    }
    yield json.dumps(listed, ensure_ascii=False, indent=2)[:-2] + ',\n  "plays": '
    yield from json_list(plays, "  ")
    yield ',\n  "userInfo": {\n    "source": "scrawlpress"\n  }\n}\n'


def as_cell(value: object) -> object:
    """Return a value for a cell, with an apostrophe before a text that a spreadsheet would take for a formula."""
    return f"'{value}" if isinstance(value, str) and re.match(_FORMULA, value) else value
