"""Saves finished games in a SQLite file: one transaction each, write-ahead logging, and a schema version.

Reading never changes the file, never waits for a writer, and refuses the database of another program; if a row is
damaged, all other rows can still be read.
"""

import contextlib
import errno
import hashlib
import json
import secrets
import sqlite3
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.diagnostics import CannotWrite

if TYPE_CHECKING:
    from generator.scoring.entered_games import EnteredGame
    from generator.scoring.rules import ScoringRules
    from generator.scoring.score import GameScore

WAIT_SECONDS = 30.0
BUSY_SECONDS = 0.01
APPLICATION = 0x5363726C  # "Scrl"
COLUMNS = "id, played, game, solo, dungeon, result, record, deleted, token, former IS NOT NULL"
ROW = "game = ?, solo = ?, record = ?, result = ?, dungeon = ?"
FORMER = "former = json_array(solo, record, result, dungeon)"  # the data before a correction
# the largest integer of SQLite; Python numbers beyond it raise OverflowError and not a fault of the database
MOST_ID = 2**63 - 1


@dataclass(frozen=True)
class LedgerGame:
    """A saved game: its number, the time, the entered data (`record`, a score file as text), and the result.

    No game of another ledger has its `token`. Its last correction can be undone if it `is_corrected`.
    """

    id: int
    played: str
    game: str
    solo: bool
    dungeon: str
    result: dict[str, Any]
    record: str
    deleted: bool = False
    token: str = ""
    is_corrected: bool = False

    @property
    def players(self) -> list[dict[str, Any]]:
        """The players with their lines, totals and ranks."""
        players: list[dict[str, Any]] = self.result["players"]
        return players

    @property
    def best(self) -> int:
        return max(int(player["total"]) for player in self.players)


# the reason of a damaged database may not be text, and then it cannot even be printed
DAMAGED = (sqlite3.DatabaseError, UnicodeDecodeError)
BROKEN = (OSError, sqlite3.Error, UnicodeDecodeError)


def _reason(fault: Exception) -> str:
    if isinstance(fault, UnicodeDecodeError):
        return "it is damaged"
    code = getattr(fault, "sqlite_errorcode", None)
    # SQLITE_IOERR_SHMSIZE: a full disk while SQLite extends the index of its write-ahead log
    full = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE)
    is_full = code in full or (isinstance(fault, OSError) and fault.errno == errno.ENOSPC)
    return "the disk is full" if is_full else str(fault)


SCHEMA = 5  # a ledger of another number was written by another version, and is left as it is
TABLES = (
    "CREATE TABLE games (id INTEGER PRIMARY KEY AUTOINCREMENT, played TEXT NOT NULL, game TEXT NOT NULL,"
    " solo INTEGER NOT NULL, record TEXT NOT NULL, result TEXT NOT NULL, dungeon TEXT NOT NULL DEFAULT '',"
    " deleted INTEGER NOT NULL DEFAULT 0, token TEXT, former TEXT)",
    "CREATE UNIQUE INDEX games_by_token ON games (token)",
    f"PRAGMA application_id={APPLICATION}",
    f"PRAGMA user_version={SCHEMA}",
)


def default_path() -> Path:
    """Return the path of the ledger in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("scrawlpress") / "ledger.sqlite3"


def unfinished_folder(ledger: Path | None) -> Path:
    """Return the folder of unfinished games: beside `ledger`, or, if this is None, in the user's data folder."""
    file = ledger or default_path()
    return file.parent / "unfinished" if ledger is None else file.with_name(f"{file.name}.unfinished")


# writing


@contextlib.contextmanager
def open_ledger(path: Path | None = None) -> Iterator["SavedGameLedger"]:
    """Open the ledger for writing, creating it if needed; raises CannotWrite."""
    file = path or default_path()
    with _names_faults(path):
        file.parent.mkdir(parents=True, exist_ok=True)
        # no isolation level: the module would begin transactions by itself, and not for CREATE TABLE
        with contextlib.closing(sqlite3.connect(file, timeout=WAIT_SECONDS, isolation_level=None)) as connection:
            with transaction(connection):
                # in one transaction: no reader sees a ledger without its tables
                if refuse_stranger(connection):
                    for statement in TABLES:
                        connection.execute(statement)
            write_ahead(connection)
            yield SavedGameLedger(connection)


def check_usable(path: Path | None) -> None:
    """Raise CannotWrite if no game could be saved in a ledger (None: the default one); do not create a ledger."""
    file = path or default_path()
    try:
        if file.exists():
            with open_ledger(path):
                return
        file.parent.mkdir(parents=True, exist_ok=True)
        probe = file.with_name(f"{file.name}.probe")
        probe.touch()
        probe.unlink()
    except OSError as fault:
        raise CannotWrite(f"cannot use the ledger {file}: {fault.strerror or fault}") from None


def refuse_stranger(connection: sqlite3.Connection) -> bool:
    """Return whether a database is new, without tables; raise DatabaseError if another program or version wrote it."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    application = int(connection.execute("PRAGMA application_id").fetchone()[0])
    columns = {row[1] for row in connection.execute("PRAGMA table_info(games)")}
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    is_ours = application == APPLICATION or (not application and {"played", "record", "result"} <= columns)
    if version > SCHEMA and (is_ours or not tables):
        raise sqlite3.DatabaseError(f"it was written by a newer version (schema {version})")
    if is_ours and version < SCHEMA:
        raise sqlite3.DatabaseError(
            f"it was written by an older version (schema {version}): export it as JSON with that version first"
        )
    is_new = not application and not tables and not version
    if not (is_ours or is_new):
        raise sqlite3.DatabaseError("it is a database of another program, and is not changed")
    return is_new


def write_ahead(connection: sqlite3.Connection) -> None:
    """Switch to write-ahead logging with full sync; retry while busy, since SQLite does not wait for others here."""
    until = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            break
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(BUSY_SECONDS)
    connection.execute("PRAGMA synchronous=FULL")


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Run the block as one transaction, after waiting for other writers."""
    # IMMEDIATE takes the lock for writing at once. A transaction that reads first fails at its first write, if another
    # program wrote in between.
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if connection.in_transaction:  # SQLite itself rolls back on a full disk
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


class SavedGameChangedElsewhere(Exception):
    """Raised if another program corrected a game after it was saved under its token; `number` is the game's number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"game {number} was corrected elsewhere")
        self.number = number


class SavedGameLedger:
    """A ledger that is open for writing."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def add(
        self,
        record: Mapping[str, Any],
        result: Mapping[str, Any],
        *,
        solo: bool = False,
        token: str | None = None,
        seen: str = "",
    ) -> int:
        """Save a game, given as the content of its score file (`record`) and its score (`result`); return its number.

        A game saved before under the same `token` is replaced, so that no game is saved twice, even after a crash. With
        `seen`, raises SavedGameChangedElsewhere if the saved data have neither this digest nor the digest of `record`.
        """
        played = record.get("date") or datetime.now().astimezone().isoformat(timespec="seconds")
        row = _row(record, result, solo=solo)
        with transaction(self.connection):
            # the token is written down before the game is saved, so a program that was killed after saving finds its
            # own row
            saved = self.connection.execute("SELECT id, record FROM games WHERE token = ?", (token,)).fetchone()
            if saved is not None:
                if seen and _sign(saved[1]) not in (seen, record_sign(record)):
                    raise SavedGameChangedElsewhere(saved[0])
                # saving the same game again, as after a kill, is no correction: the earlier data stay
                former = "" if _sign(saved[1]) == record_sign(record) else f"{FORMER}, "
                self.connection.execute(f"UPDATE games SET {former}{ROW}, deleted = 0 WHERE id = ?", (*row, saved[0]))
                return int(saved[0])
            cursor = self.connection.execute(
                "INSERT INTO games (game, solo, record, result, dungeon, played, token) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (*row, played, token or secrets.token_urlsafe(12)),
            )
        return int(cursor.lastrowid or 0)

    def correct(self, game: LedgerGame, record: Mapping[str, Any], result: Mapping[str, Any], *, solo: bool) -> bool:
        """Replace a saved game by corrected data; return False if the game is gone, or changed since it was read."""
        values = (*_row(record, result, solo=solo), game.id, game.record)
        return self._changes(f"UPDATE games SET {FORMER}, {ROW} WHERE id = ? AND record = ?", *values)

    def undo(self, number: int) -> bool:
        """Undo the last correction of a game, which a second call restores; returns whether there was any."""
        columns = ("solo", "record", "result", "dungeon")
        # all right sides of an UPDATE see the old row: former and present change places in one statement
        former = ", ".join(f"{name} = json_extract(former, '$[{at}]')" for at, name in enumerate(columns))
        return self._changes(f"UPDATE games SET {FORMER}, {former} WHERE id = ? AND former IS NOT NULL", number)

    def mark(self, number: int, *, deleted: bool) -> bool:
        """Delete or restore a game; returns whether it exists."""
        number = max(-1, min(number, MOST_ID))
        return self._changes("UPDATE games SET deleted = ? WHERE id = ?", int(deleted), number)

    def _changes(self, statement: str, *values: object) -> bool:
        """Run a statement as one transaction, and return whether it changed a game."""
        with transaction(self.connection):
            return self.connection.execute(statement, values).rowcount > 0


def record_sign(record: Mapping[str, Any]) -> str:
    """Return a digest of the entered data of a game, as in a score file."""
    return _sign(json.dumps(record, ensure_ascii=False))


def _sign(text: object) -> str:
    return hashlib.sha256(str(text).encode()).hexdigest()[:16]


def _row(record: Mapping[str, Any], result: Mapping[str, Any], *, solo: bool) -> tuple[Any, ...]:
    texts = (json.dumps(record, ensure_ascii=False), json.dumps(result, ensure_ascii=False))
    return (result["game"], int(solo), *texts, record.get("dungeon", ""))


def same_saved(rules: "ScoringRules", record: "EnteredGame", db: Path | None) -> int | None:
    """Return the number of a saved game with the same content as `record`, else None; raises CannotWrite."""
    content = json.dumps(record.in_file(rules), ensure_ascii=False)
    with open_ledger(db) as ledger:
        row = ledger.connection.execute("SELECT id FROM games WHERE record = ? AND deleted = 0", (content,)).fetchone()
    return int(row[0]) if row is not None else None


def save_game(
    rules: "ScoringRules",
    record: "EnteredGame",
    score: "GameScore",
    db: Path | None,
    token: str | None = None,
    seen: str = "",
) -> int:
    """Save a game and return its number; a game saved under the same token is replaced.

    Raises CannotWrite, and SavedGameChangedElsewhere if the game to replace has another digest than `seen`.
    """
    with open_ledger(db) as ledger:
        content = record.in_file(rules)
        return ledger.add(content, score.as_record(rules.words), solo=record.solo, token=token, seen=seen)


# reading


class SavedGames:
    """The saved games of a ledger in order, read from the file one after another each time somebody asks for them.

    A ledger may hold 100,000 games, so they are never all in memory. Each reading shows the state of the first, even
    if another program saves a game in between. `deleted` selects deleted games or the others; None selects all.
    `damaged` holds the numbers of the damaged games once all were read. Raises CannotWrite if the file is no ledger,
    or `path` does not exist.
    """

    def __init__(self, path: Path | None = None, *, game: str | None = None, deleted: bool | None = False) -> None:
        self.path, self.game, self.deleted = path, game, deleted
        self.damaged: list[int] = []
        self._ledger = contextlib.ExitStack()
        self._connection: sqlite3.Connection | None = None

    def __iter__(self) -> Iterator[LedgerGame]:
        self.damaged = []
        with _names_faults(self.path):
            if self._connection is None:
                # the connection closes with this object, for the stack holds the only reference to its context
                self._connection = self._ledger.enter_context(_opened(self.path))
                if self._connection is not None:
                    self._connection.execute("BEGIN")  # one transaction sees one state of the file
            for number, row in _rows(self._connection) if self._connection is not None else ():
                saved = _saved(row)
                if saved is None:
                    self.damaged.append(number)
                elif self.deleted in (None, saved.deleted) and self.game in (None, saved.game):
                    yield saved


def read_game(path: Path | None, number: int) -> LedgerGame | None:
    """Return a game by its number, deleted or not; None if it does not exist or is damaged."""
    with _opened(path) as connection:
        row = _one(connection, number) if connection is not None and 0 < number <= MOST_ID else None
    return _saved(row) if row else None


@contextlib.contextmanager
def _names_faults(path: Path | None) -> Iterator[None]:
    """Raise CannotWrite with the name of the ledger if the block cannot use it."""
    try:
        yield
    except BROKEN as fault:
        raise CannotWrite(f"cannot use the ledger {path or default_path()}: {_reason(fault)}") from None


def back_up(path: Path | None, target: Path) -> int:
    """Copy the present ledger to a new file; returns the number of games in it. Raises CannotWrite."""
    if target.exists():
        raise CannotWrite(f"{target} is there already; name a new file")
    with _opened(path) as connection:
        if connection is None:
            raise CannotWrite(f"there is no ledger {path or default_path()} yet")
        try:
            with contextlib.closing(sqlite3.connect(target)) as copy:
                connection.backup(copy)
                return int(copy.execute("SELECT count(*) FROM games WHERE deleted = 0").fetchone()[0])
        except BROKEN as fault:
            target.unlink(missing_ok=True)
            raise CannotWrite(f"cannot write {target}: {_reason(fault)}") from None


@contextlib.contextmanager
def _opened(path: Path | None) -> Iterator[sqlite3.Connection | None]:
    """Open the ledger read-only; yields None if the default ledger was never created."""
    file = path or default_path()
    with _names_faults(path), contextlib.ExitStack() as closes:
        if not file.exists():
            if path is not None:
                raise CannotWrite(f"there is no ledger {file}")
            yield None
            return
        # make and change no file: read a write-ahead log if there is one, else only the file
        # a reader of a write-ahead log must make two files beside it; immutable avoids that, but would miss the
        # content of the log
        log = file.with_name(f"{file.name}-wal")
        has_log = log.exists() and log.stat().st_size > 0
        uri = f"{file.resolve().as_uri()}?mode=ro{'' if has_log else '&immutable=1'}"
        connection = closes.enter_context(contextlib.closing(sqlite3.connect(uri, uri=True, timeout=2.0)))
        connection.text_factory = lambda content: content.decode("utf-8", "replace")
        refuse_stranger(connection)
        yield connection


def _rows(connection: sqlite3.Connection) -> Iterator[tuple[int, tuple[Any, ...] | None]]:
    """Yield the number and the row of each game; if the file is damaged, None for each row that cannot be read."""
    last_number = 0
    try:
        for row in connection.execute(f"SELECT {COLUMNS} FROM games ORDER BY id"):
            last_number = row[0]
            yield last_number, row
        return
    except DAMAGED:
        # a damaged page ends the whole query: from there on each row is asked for by itself through the index of
        # numbers
        last = connection.execute("SELECT max(id) FROM games").fetchone()[0] or 0
    for number in range(last_number + 1, min(int(last), 1_000_000) + 1):
        try:
            if (row := _one(connection, number)) is not None:
                yield number, row
        except DAMAGED:
            yield number, None


def _one(connection: sqlite3.Connection, number: int) -> tuple[Any, ...] | None:
    statement = f"SELECT {COLUMNS} FROM games WHERE id = ?"
    row: tuple[Any, ...] | None = connection.execute(statement, (number,)).fetchone()
    return row


def _saved(row: tuple[Any, ...] | None) -> LedgerGame | None:
    """Return the game of a row; None if the row is damaged."""
    if row is None:
        return None
    number, played, game, solo, dungeon, result, record, deleted, token, is_corrected = row
    try:
        scored = json.loads(result)
        datetime.fromisoformat(played)
        for player in scored["players"]:
            lines = player["lines"].values()
            if not all(isinstance(number, int) for number in (player["total"], player["rank"], *lines)):
                return None
            if not isinstance(player["name"], str):
                return None
        is_whole = bool(scored["players"]) and isinstance(scored["winners"], list) and isinstance(record, str)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    if not is_whole or not isinstance(played, str) or not isinstance(game, str):
        return None
    values = str(dungeon or ""), scored, record, bool(deleted), str(token or ""), bool(is_corrected)
    return LedgerGame(number, played, game, bool(solo), *values)
