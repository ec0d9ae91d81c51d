"""The room where tables stand: who sits where, one change after the other, and everybody hears of each."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from anyio import to_thread

from generator.scoring.dialogue import Turn
from generator.workshop.shared_session import MOST_TABLES, RulesOf, Table, kept_tables, same

PAUSE = 0.04  # seconds in which further changes of a table join the next message
ALIVE = 15.0  # seconds after which a silent line says that it still stands
MOST_DEVICES = 64


class Crowded(Exception):
    """There are as many tables, or phones at one of them, as we ever expect."""


class Gone(Exception):
    """The table was put away while somebody waited for it."""


@dataclass
class Hall:
    """One table with those who listen to it."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    message: tuple[int, bytes] = (-1, b"")

    def as_message(self) -> bytes:
        """Return the table as one event of a stream, made once for all who listen."""
        if self.message[0] != self.table.revision:
            view = json.dumps(self.table.view(), ensure_ascii=False)
            self.message = (self.table.revision, f"data: {view}\n\n".encode())
        return self.message[1]


class Room:
    """All tables that are open; each is kept in a file of the folder after every change."""

    def __init__(self, folder: Path, rules_of: RulesOf) -> None:
        self.folder = folder
        self.halls = {table.id: Hall(table) for table in kept_tables(folder, rules_of)}

    def add(self, table: Table) -> None:
        """Open a table; raises Crowded."""
        if len(self.halls) >= MOST_TABLES:
            raise Crowded
        table.keep()
        self.halls[table.id] = Hall(table)

    async def close(self, hall: Hall) -> None:
        """Put a table away; what was typed in is gone, so the game should be saved before. Raises Gone."""
        async with self.alone_with(hall) as table:
            del self.halls[table.id]
            table.path.unlink(missing_ok=True)
        hall.changed.set()

    @asynccontextmanager
    async def alone_with(self, hall: Hall) -> AsyncIterator[Table]:
        """Give a table that nobody else changes meanwhile; raises Gone."""
        async with hall.lock:
            if hall.table.id not in self.halls:
                raise Gone
            yield hall.table

    def with_secret(self, secret: str) -> Hall | None:
        """Return the table to which this secret leads, or None."""
        return next((hall for hall in self.halls.values() if same(hall.table.secret, secret)), None)

    def seated(self, token: str) -> tuple[Hall, int] | None:
        """Return the table and the place of a seat's token, or None."""
        for hall in self.halls.values():
            seat = hall.table.seat_of(token)
            if seat is not None:
                return hall, seat
        return None

    async def change(self, hall: Hall, device: str, number: int, make: Callable[[], Turn]) -> dict[str, Any]:
        """Make a change and keep it; one that this device sent before is not made again.

        Raises KeyError, Crowded and Gone.
        """
        async with self.alone_with(hall) as table:
            if device not in table.done and len(table.done) >= MOST_DEVICES:
                raise Crowded
            if number <= table.done.get(device, 0):
                return {"revision": table.revision, "taken": True, "said": []}
            turn = make()
            table.done[device] = number
            await to_thread.run_sync(table.keep)
        self.tell(hall)
        return {"revision": table.revision, "taken": turn.taken, "said": table.say(turn.told)}

    def tell(self, hall: Hall) -> None:
        """Wake everybody who listens to a table."""
        changed, hall.changed = hall.changed, asyncio.Event()
        changed.set()

    async def listen(self, hall: Hall) -> AsyncIterator[bytes]:
        """Yield the table as it is, then again after each change, until it is put away."""
        sent = -1
        while hall.table.id in self.halls:
            changed = hall.changed
            if hall.table.revision != sent:
                sent = hall.table.revision
                yield hall.as_message()
            try:
                await asyncio.wait_for(changed.wait(), ALIVE)
                await asyncio.sleep(PAUSE)
            except TimeoutError:
                yield b": still here\n\n"
