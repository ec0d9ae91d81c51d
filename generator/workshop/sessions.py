"""All shared scoring sessions: one change after the other, each kept before everybody who listens hears of it."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from anyio import to_thread

from generator.scoring.dialogue import Turn
from generator.workshop.shared_session import MOST_SESSIONS, RulesOf, SharedSession, kept_sessions, same

PAUSE = 0.04  # seconds in which further changes of a session join the next message
ALIVE = 15.0  # seconds after which a silent line says that it still stands
MOST_DEVICES = 64


class TooMany(Exception):
    """There are as many sessions, or phones in one of them, as we ever expect."""


class SessionClosed(Exception):
    """The session was closed while somebody waited for it."""


@dataclass
class SessionChannel:
    """One session with those who listen to it."""

    session: SharedSession
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    message: tuple[int, bytes] = (-1, b"")

    def as_message(self) -> bytes:
        """Return the session as one event of a stream, made once for all who listen."""
        if self.message[0] != self.session.revision:
            view = json.dumps(self.session.view(), ensure_ascii=False)
            self.message = (self.session.revision, f"data: {view}\n\n".encode())
        return self.message[1]


class SharedSessions:
    """All sessions that are open; each is kept in a file of the folder after every change."""

    def __init__(self, folder: Path, rules_of: RulesOf) -> None:
        self.folder = folder
        self.channels = {session.id: SessionChannel(session) for session in kept_sessions(folder, rules_of)}

    def add(self, session: SharedSession) -> None:
        """Open a session; raises TooMany."""
        if len(self.channels) >= MOST_SESSIONS:
            raise TooMany
        session.keep()
        self.channels[session.id] = SessionChannel(session)

    async def close(self, channel: SessionChannel) -> None:
        """Close a session; what was typed in is gone, so the game should be saved before. Raises SessionClosed."""
        async with self.alone_with(channel) as session:
            del self.channels[session.id]
            session.path.unlink(missing_ok=True)
        channel.changed.set()

    @asynccontextmanager
    async def alone_with(self, channel: SessionChannel) -> AsyncIterator[SharedSession]:
        """Give a session that nobody else changes meanwhile; raises SessionClosed."""
        async with channel.lock:
            if channel.session.id not in self.channels:
                raise SessionClosed
            yield channel.session

    def with_secret(self, secret: str) -> SessionChannel | None:
        """Return the session to which this secret leads, or None."""
        return next((channel for channel in self.channels.values() if same(channel.session.secret, secret)), None)

    def seated(self, token: str) -> tuple[SessionChannel, int] | None:
        """Return the session and the place of a seat's token, or None."""
        for channel in self.channels.values():
            seat = channel.session.seat_of(token)
            if seat is not None:
                return channel, seat
        return None

    async def change(
        self, channel: SessionChannel, device: str, number: int, make: Callable[[], Turn]
    ) -> dict[str, Any]:
        """Make a change and keep it; one that this device sent before is not made again.

        Raises KeyError, TooMany and SessionClosed.
        """
        async with self.alone_with(channel) as session:
            if device not in session.done and len(session.done) >= MOST_DEVICES:
                raise TooMany
            if number <= session.done.get(device, 0):
                return {"revision": session.revision, "taken": True, "said": []}
            turn = make()
            session.done[device] = number
            await to_thread.run_sync(session.keep)
        self.tell(channel)
        return {"revision": session.revision, "taken": turn.taken, "said": session.say(turn.messages)}

    def tell(self, channel: SessionChannel) -> None:
        """Wake everybody who listens to a session."""
        changed, channel.changed = channel.changed, asyncio.Event()
        changed.set()

    async def listen(self, channel: SessionChannel) -> AsyncIterator[bytes]:
        """Yield the session as it is, then again after each change, until it is closed."""
        sent = -1
        while channel.session.id in self.channels:
            changed = channel.changed
            if channel.session.revision != sent:
                sent = channel.session.revision
                yield channel.as_message()
            try:
                await asyncio.wait_for(changed.wait(), ALIVE)
                await asyncio.sleep(PAUSE)
            except TimeoutError:
                yield b": still here\n\n"
