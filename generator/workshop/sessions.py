"""All shared sessions, whose changes are saved one by one before they are shown; and players of earlier games."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from anyio import to_thread

from generator.diagnostics import CannotWrite, InvalidInput
from generator.scoring.dialogue.session import Seat
from generator.scoring.rules import ScoringRules
from generator.storage.campaign import KnownPlayer, known_players, numbers_of
from generator.storage.journal import DamagedJournal, Disk
from generator.storage.session_journal import SUFFIX, InvalidSessionFile, KeptSession, read_session
from generator.storage.store import SavedGames, default_path
from generator.workshop.guard import Refused
from generator.workshop.session_transitions import Change
from generator.workshop.shared_session import MOST_SESSIONS, Reply, SharedSession, reopen_session, same

MOST_WRONG_CODES = 5  # in a minute from one address
MOST_WRONG_CODES_IN_ALL = 60  # in a minute
MOST_CHIPS = 24
Stamp = tuple[tuple[int, int], ...]


class PastPlayers:
    """The players in the games of a ledger (None: the default one); none if the ledger cannot be read."""

    def __init__(self, ledger: Path | None) -> None:
        self.ledger = ledger or default_path()
        self.stamp: Stamp | None = None
        self.recent: tuple[KnownPlayer, ...] = ()
        self.numbers: Mapping[str, int] = {}

    def colours(self) -> Mapping[str, int]:
        """Return the colour numbers of players by their names in lower case."""
        self._read()
        return self.numbers

    def chips(self) -> list[dict[str, Any]]:
        """Return recent players with colours and games as plain data, the latest first, to be offered as names."""
        self._read()
        lately = sorted(self.recent, key=lambda player: -player.last)[:MOST_CHIPS]
        return [
            {"name": player.name, "colour": self.numbers[player.name.casefold()], "games": list(player.games)}
            for player in lately
        ]

    def _read(self) -> None:
        # SQLite writes changes to a second file first (write-ahead log), so both files show whether games were added
        stamps = []
        for path in (self.ledger, self.ledger.with_name(f"{self.ledger.name}-wal")):
            with suppress(OSError):
                stat = path.stat()
                stamps.append((stat.st_mtime_ns, stat.st_size))
        stamp = tuple(stamps)
        if stamp == self.stamp:
            return
        self.stamp, self.recent, self.numbers = stamp, (), {}
        if stamp:
            try:
                games = list(SavedGames(self.ledger, deleted=None))
            except CannotWrite:
                return
            self.numbers = numbers_of(known_players(games))
            self.recent = tuple(known_players(game for game in games if not game.deleted).values())


PAUSE = 0.04  # seconds in which changes of a session are combined into one message
ALIVE = 5.0  # seconds after which an idle stream sends a comment

RulesOf = Callable[[str, str], ScoringRules]  # returns the rules of a game in a language


class SessionClosed(Exception):
    """Raised if a session was closed while a request waited for it."""


class SessionNotSaved(Exception):
    """Raised if a change could not be saved, since the disk is full or gone; nothing was changed."""


@dataclass(frozen=True)
class UnopenableSession:
    """A session that cannot be opened, with the reason; `stored` is the data of its journal, if this can be read."""

    path: Path
    stored: KeptSession | None
    fault: str


class SharedSessions:
    """All open sessions; each has a journal in the folder. Files that cannot be opened are left unchanged.

    A change replaces the dictionaries `open` and `unopened`, because other threads may be going through them.
    """

    def __init__(
        self, folder: Path, rules_of: RulesOf, disk: Disk | None = None, players: PastPlayers | None = None
    ) -> None:
        self.folder = folder
        self.rules_of = rules_of
        self.disk = disk or Disk()
        self.players = players
        self.open: dict[str, SharedSession] = {}
        self.wrong_codes: list[tuple[float, str]] = []  # of the last minute: when, and from which address
        self.unopened: dict[str, UnopenableSession] = {}
        for path in self.disk.files(self.folder, SUFFIX):
            self._open(path)

    def _open(self, path: Path) -> None:
        stored = None
        self.unopened = {id: broken for id, broken in self.unopened.items() if id != path.stem}
        try:
            stored = read_session(path, self.disk)
            self._show(reopen_session(stored, self.rules_of(stored.values["game"], stored.values["language"])))
        except (OSError, InvalidSessionFile, DamagedJournal) as fault:
            self.unopened = {**self.unopened, path.stem: UnopenableSession(path, stored, str(fault))}
        except InvalidInput as faults:
            text = "; ".join(f"{fault.place}: {fault.message}" for fault in faults.diagnostics[:3])
            self.unopened = {**self.unopened, path.stem: UnopenableSession(path, stored, text)}

    @property
    def is_open(self) -> bool:
        """Whether any session exists: an open one, or one that could not be opened."""
        return bool(self.open or self.unopened)

    def open_again(self) -> None:
        """Try again to open the sessions that could not be opened."""
        for broken in list(self.unopened.values()):
            self._open(broken.path)

    def add(self, session: SharedSession) -> None:
        """Open a new session; raises Refused if too many are open, and SessionNotSaved."""
        if len(self.open) >= MOST_SESSIONS:
            raise Refused(429, "too many tables are open")
        try:
            session.begin()
        except OSError as fault:
            raise SessionNotSaved(str(fault)) from None
        self._show(session)

    def _show(self, session: SharedSession) -> None:
        if self.players is not None:
            session.views.colours = self.players.colours
        self.open = {**self.open, session.id: session}

    async def close(self, session: SharedSession) -> None:
        """Close and delete a session, which should be saved in the ledger before; raises SessionClosed."""
        async with self.alone_with(session):
            self.open = {id: other for id, other in self.open.items() if other is not session}
            self.disk.remove(session.path)
        session.changed.set()

    @asynccontextmanager
    async def alone_with(self, session: SharedSession) -> AsyncIterator[None]:
        """Use a session exclusively; raises SessionClosed."""
        async with session.lock:
            if session.id not in self.open:
                raise SessionClosed
            yield

    def with_code(self, code: str, address: str) -> SharedSession | None:
        """Return the session that phones join by this code, typed in any letters; None for a wrong code.

        Raises Refused after too many wrong codes in a minute, from a network address or in all, and for a session that
        cannot be opened.
        """
        # a sliding window: only wrong codes of the last minute count, so an address is free again after a minute
        since = time.monotonic() - 60
        self.wrong_codes = [attempt for attempt in self.wrong_codes if attempt[0] > since]
        from_here = sum(attempt[1] == address for attempt in self.wrong_codes)
        if from_here >= MOST_WRONG_CODES or len(self.wrong_codes) >= MOST_WRONG_CODES_IN_ALL:
            raise Refused(429, "too many wrong codes")
        session = self.with_secret(code.strip().upper())
        if session is None:
            self.wrong_codes.append((time.monotonic(), address))
        return session

    def with_secret(self, secret: str) -> SharedSession | None:
        """Return the session with this secret, or None; raises Refused if it cannot be opened."""
        self._not_unopened(lambda stored: same(stored.values["secret"], secret))
        return next((session for session in self.open.values() if same(session.secret, secret)), None)

    def find_seat(self, token: str) -> tuple[SharedSession, Seat] | None:
        """Return the session and seat of a token, or None; raises Refused if the session cannot be opened."""
        for session in self.open.values():
            seat = session.seat_of(token)
            if seat is not None:
                return session, seat
        self._not_unopened(lambda stored: any(same(candidate, token) for candidate in stored.tokens))
        return None

    def _not_unopened(self, is_it: Callable[[KeptSession], bool]) -> None:
        if any(broken.stored is not None and is_it(broken.stored) for broken in self.unopened.values()):
            raise Refused(503, "a file of this game is at fault", why="not_opened")

    async def change(
        self, session: SharedSession, change: Change, by: int | None = None, page: str = "", number: int = 0
    ) -> Reply:
        """Apply a change like `SharedSession.make`; raises Refused, SessionNotSaved and SessionClosed."""
        return await self.apply(session, lambda session: session.make(change, by, page, number))

    async def apply(self, session: SharedSession, make: Callable[[SharedSession], Reply]) -> Reply:
        """Change a session with exclusive access; raises SessionNotSaved and SessionClosed."""
        async with self.alone_with(session):
            return await self.apply_alone(session, make)

    async def apply_alone(self, session: SharedSession, make: Callable[[SharedSession], Reply]) -> Reply:
        """Change a session to which the caller has exclusive access, and notify listeners; raises SessionNotSaved."""
        old_version = session.version
        try:
            reply = await to_thread.run_sync(make, session)
            session.not_kept = ""
            return reply
        except OSError as fault:
            session.not_kept = f"{session.path}: {fault.strerror or fault}"
            raise SessionNotSaved(session.not_kept) from None
        finally:
            # each listener holds the event that it waits for; a new event replaces it, so that no change is missed
            if session.version != old_version:
                changed, session.changed = session.changed, asyncio.Event()
                changed.set()

    async def listen(self, session: SharedSession, token: str | None) -> AsyncIterator[bytes]:
        """Yield the session at once and after each change, until it is closed or the seat's token is replaced.

        `token` is None for the host.
        """
        sent = (-1, -1)
        while session.id in self.open:
            seat = None if token is None else session.seat_of(token)
            if token is not None and seat is None:
                return
            changed = session.changed
            if session.version != sent:
                sent = session.version
                view = json.dumps(session.view(seat.id if seat else None), ensure_ascii=False)
                yield f"data: {view}\n\n".encode()
            try:
                await asyncio.wait_for(changed.wait(), ALIVE)
                await asyncio.sleep(PAUSE)
            except TimeoutError:
                yield b": still here\n\n"
