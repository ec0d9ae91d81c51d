"""Keep finished games in a SQLite file: each in one transaction, in write-ahead mode, with a schema version."""

import contextlib
import json
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from generator.diagnostics import CannotWrite
from generator.scoring.score import GameScore
from generator.scoring.tally import GameRecord

WAIT_SECONDS = 30.0


@dataclass(frozen=True)
class SavedGame:
    """A game of the ledger: its number, when it was played, what was typed in, and the result."""

    id: int
    played: str
    game: str
    solo: bool
    dungeon: str
    result: dict[str, Any]
    record: dict[str, Any]
    deleted: bool = False

    @property
    def best(self) -> int:
        return max(int(player["total"]) for player in self.result["players"])


def _first(connection: sqlite3.Connection) -> None:
    connection.execute(
        "CREATE TABLE games (id INTEGER PRIMARY KEY AUTOINCREMENT, played TEXT NOT NULL, game TEXT NOT NULL,"
        " solo INTEGER NOT NULL, record TEXT NOT NULL, result TEXT NOT NULL)"
    )


def _second(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE games ADD COLUMN dungeon TEXT NOT NULL DEFAULT ''")
    connection.execute("ALTER TABLE games ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0")


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_first, _second)


def default_path() -> Path:
    """Return the ledger in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("scrawlpress") / "ledger.sqlite3"


@contextlib.contextmanager
def open_ledger(path: Path | None = None) -> Iterator["Ledger"]:
    """Open the ledger, made or migrated where needed; raises CannotWrite with the reason."""
    file = path or default_path()
    connection: sqlite3.Connection | None = None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(file, timeout=WAIT_SECONDS, isolation_level=None)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        migrate(connection)
        yield Ledger(connection)
    except (OSError, sqlite3.Error) as fault:
        raise CannotWrite(f"cannot use the ledger {file}: {fault}") from None
    finally:
        if connection is not None:
            connection.close()


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the schema up to date, each step in a transaction of its own; a newer ledger is refused."""
    while True:
        with transaction(connection):
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
            if version > len(MIGRATIONS):
                raise sqlite3.DatabaseError(f"it was written by a newer version (schema {version})")
            if version == len(MIGRATIONS):
                return
            MIGRATIONS[version](connection)
            connection.execute(f"PRAGMA user_version={version + 1}")


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Do everything inside or nothing; waits for another writer."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


class Ledger:
    """The games of an open ledger."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def add(self, record: GameRecord, result: GameScore) -> int:
        """Keep a game; returns its number."""
        played = record.date or datetime.now().astimezone().isoformat(timespec="seconds")
        typed = asdict(replace(record, tallies=tuple(replace(each, places={}) for each in record.tallies)))
        row = (played, record.game, int(record.solo), json.dumps(typed), json.dumps(result.as_record()), record.dungeon)
        with transaction(self.connection):
            cursor = self.connection.execute(
                "INSERT INTO games (played, game, solo, record, result, dungeon) VALUES (?, ?, ?, ?, ?, ?)", row
            )
        return int(cursor.lastrowid or 0)

    def games(self, *, game: str | None = None, deleted: bool = False) -> list[SavedGame]:
        """Return the games in the order they were saved."""
        rows = self.connection.execute(
            "SELECT id, played, game, solo, dungeon, result, record, deleted FROM games ORDER BY id"
        )
        found = [_saved(row) for row in rows]
        return [each for each in found if each.deleted == deleted and game in (None, each.game)]

    def get(self, number: int) -> SavedGame | None:
        """Return a game by its number, deleted or not."""
        row = self.connection.execute(
            "SELECT id, played, game, solo, dungeon, result, record, deleted FROM games WHERE id = ?", (number,)
        ).fetchone()
        return _saved(row) if row else None

    def mark(self, number: int, *, deleted: bool) -> bool:
        """Delete a game or bring it back; tells whether there is such a game."""
        with transaction(self.connection):
            cursor = self.connection.execute("UPDATE games SET deleted = ? WHERE id = ?", (int(deleted), number))
        return cursor.rowcount > 0


def _saved(row: tuple[Any, ...]) -> SavedGame:
    number, played, game, solo, dungeon, result, record, deleted = row
    return SavedGame(number, played, game, bool(solo), dungeon, json.loads(result), json.loads(record), bool(deleted))
