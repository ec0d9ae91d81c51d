"""Two servers in one process, each limiting visitors: the workshop for this machine, the score pad for the network."""

import asyncio
import contextlib
import json
import socket
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import h11
import ifaddr
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from generator.diagnostics import CannotWrite
from generator.storage.whole_files import write_whole
from generator.workshop.guard import Guard

MOST_LINES = 800  # connections of all visitors; the host needs other file descriptors, too
MOST_LINES_OF_ONE = 40  # connections from one address; a phone with some tabs uses a dozen
PATIENCE = 15.0  # seconds in which a request must be complete


class LimitedHttpProtocol(H11Protocol):
    """A connection that closes itself if there are too many connections, or if its request is not complete in time."""

    lines: Counter[str] = Counter()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer, local = transport.get_extra_info("peername"), transport.get_extra_info("sockname")
        self.address = peer[0] if peer else ""
        limit = MOST_LINES if peer and local and peer[0] == local[0] else MOST_LINES_OF_ONE  # this machine asks itself
        self.lines[self.address] += 1
        self.late: asyncio.TimerHandle | None = None
        if self.lines[self.address] > limit or self.lines.total() > MOST_LINES:
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
        """Start the timeout of a request at its first byte, or stop it when the request is complete.

        Without it, a few visitors that send a byte a minute could use up all connections ("Slowloris").
        """
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
    """A connection to the host's page; such connections are counted separately from those of phones."""

    lines: Counter[str] = Counter()


LOCAL = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
LOOK = 10.0  # seconds after which the addresses of this machine are looked up again


class SignalFreeServer(uvicorn.Server):
    """A server that leaves signal handling to its caller."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def opened_socket(address: str, port: int) -> socket.socket:
    """Return a socket listening at a port, or at any free port if it is taken or 0."""
    try:
        return socket.create_server((address, port), backlog=128)
    except OSError:
        return socket.create_server((address, 0), backlog=128)


def house_addresses() -> list[str]:
    """Return the addresses of this machine in the local network, the likeliest first, without sending anything."""
    addresses = [str(ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation: only the route is looked up
            likely = str(probe.getsockname()[0])
        except OSError:
            likely = LOCAL
    rest = sorted(address for address in {*addresses} - {likely} if not address.startswith(("127.", "169.254.")))
    return [likely, *rest] if likely != LOCAL or not rest else [*rest, likely]


class PlayerServer:
    """Serves the score pad in the local network once needed, always on the same port, so that links stay valid."""

    def __init__(self, app: ASGIApp, memory: Path, larger: Mapping[str, int]) -> None:
        self.app = app
        self.larger = larger
        self.memory = memory
        self.server: SignalFreeServer | None = None
        self.task: asyncio.Task[None] | None = None
        self.port = 0
        self.house = [LOCAL]
        self.looked = -LOOK

    def hosts(self) -> set[str]:
        """Return the hosts, with port, under which phones may request the pad: this machine's addresses and names."""
        hostname = socket.gethostname().lower()
        names = (*self._addresses(), LOCAL, "localhost", hostname, f"{hostname}.local")
        return {f"{name}:{self.port}" for name in names}

    def _addresses(self) -> list[str]:
        """Return the addresses of this machine, cached for LOOK seconds."""
        if time.monotonic() - self.looked > LOOK:
            self.house, self.looked = house_addresses(), time.monotonic()
        return self.house

    def addresses(self) -> list[str]:
        """Return the URLs of the pad for phones, the likeliest first; starts the server if needed."""
        if self.server is None:
            self._open()
        return [f"http://{address}:{self.port}" for address in self._addresses()]

    def _open(self) -> None:
        last_port = self._last_port()
        listening = opened_socket(EVERYWHERE, last_port)
        self.port = listening.getsockname()[1]
        if self.port != last_port:
            with contextlib.suppress(CannotWrite):  # then the next start uses another port
                write_whole(self.memory, json.dumps({"port": self.port}).encode(), replace=True)
        self.server = SignalFreeServer(config(Guard(self.app, self.hosts, self.larger), LimitedHttpProtocol))
        self.task = asyncio.get_running_loop().create_task(self.server.serve(sockets=[listening]))

    def _last_port(self) -> int:
        try:
            port = json.loads(self.memory.read_text(encoding="utf-8"))["port"]
        except (OSError, ValueError, KeyError, TypeError):
            return 0
        return port if isinstance(port, int) and 1024 <= port < 65536 else 0

    async def close(self) -> None:
        """Stop serving."""
        if self.server is not None and self.task is not None:
            self.server.should_exit = True
            await self.task


def config(app: ASGIApp, protocol: type[asyncio.Protocol] = HostHttpProtocol) -> uvicorn.Config:
    """Return the configuration of a server that logs nothing and does not wait for open streams when it ends."""
    quiet: dict[str, Any] = {"log_level": "critical", "access_log": False, "lifespan": "off", "server_header": False}
    return uvicorn.Config(app, http=protocol, timeout_graceful_shutdown=1, **quiet)
