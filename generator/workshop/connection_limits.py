"""What one visitor may take of a server: so many lines at once, and so long for a request that does not end."""

import asyncio
from collections import Counter
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_LINES = 800  # of all visitors: the rest of what a program may open is the host's
MOST_LINES_OF_ONE = 40  # of one address of the house: a phone with some tabs has a dozen
PATIENCE = 15.0  # seconds in which a request is to be whole


class LimitedHttpProtocol(H11Protocol):
    """A line to a visitor, which is cut where there are too many of them, or where a request does not end."""

    lines: Counter[str] = Counter()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer, own = transport.get_extra_info("peername"), transport.get_extra_info("sockname")
        self.address = peer[0] if peer else ""
        most = MOST_LINES if peer and own and peer[0] == own[0] else MOST_LINES_OF_ONE  # this machine asks itself
        self.lines[self.address] += 1
        self.late: asyncio.TimerHandle | None = None
        if self.lines[self.address] > most or self.lines.total() > MOST_LINES:
            transport.abort()
        else:
            self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._watch_no_more()
        self.lines[self.address] -= 1
        if not self.lines[self.address]:
            del self.lines[self.address]
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Wait for the end of a request from its first byte on, however slowly the rest comes."""
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._watch_no_more()
        elif self.late is None:
            self.late = asyncio.get_running_loop().call_later(PATIENCE, self._cut)

    def _watch_no_more(self) -> None:
        if self.late is not None:
            self.late.cancel()
            self.late = None

    def _cut(self) -> None:
        self.late = None
        transport: Any = self.transport
        transport.abort()


class HostHttpProtocol(LimitedHttpProtocol):
    """A line to the desk: however many the phones hold, those of the host are counted by themselves."""

    lines: Counter[str] = Counter()
