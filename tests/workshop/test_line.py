"""Connections in the house: the answered names, the limit of one visitor, and the view of other users of a machine."""

import asyncio
import contextlib
import socket
import stat

import pytest

from generator.workshop import serving
from generator.workshop.serving import PlayerServer
from generator.workshop.workshop import OneWorkshop


async def hello(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


class Desk:
    """A desk that says hello, with the server of the workshop's desk."""

    def __init__(self, app, _memory, _larger):
        self.listening = serving.opened_socket("127.0.0.1", 0)
        self.port = self.listening.getsockname()[1]
        self.server = serving.SignalFreeServer(serving.config(app))

    def addresses(self):
        self.task = asyncio.get_running_loop().create_task(self.server.serve(sockets=[self.listening]))

    async def close(self):
        self.server.should_exit = True
        await self.task


def with_server(tmp_path, action, monkeypatch, kind=PlayerServer, **limits):
    """Open a score pad, or a desk, and run an action with the server."""
    for name, value in limits.items():
        monkeypatch.setattr(f"generator.workshop.serving.{name}", value)

    async def run():
        server = kind(hello, tmp_path / "port", {})
        server.addresses()
        while not server.server.started:
            await asyncio.sleep(0.01)
        lines = Lines()
        try:
            return await action(server, lines)
        finally:
            await lines.close()
            await server.close()

    return asyncio.run(run())


def simulate_network(monkeypatch, out, adapters):
    """Simulate a network: the outgoing address of this machine, and the addresses of its adapters."""

    class Ip:
        is_IPv4 = True  # noqa: N815 (the library's name)

        def __init__(self, ip):
            self.ip = ip

    class Probe(socket.socket):
        def connect(self, address):
            if address[0] != "192.0.2.1":
                super().connect(address)

        def getsockname(self):
            return (out, 9) if self.type == socket.SOCK_DGRAM else super().getsockname()

    monkeypatch.setattr(
        serving.ifaddr, "get_adapters", lambda: [type("A", (), {"ips": [Ip(each) for each in adapters]})]
    )
    monkeypatch.setattr(serving.socket, "socket", Probe)


class Lines(list):
    """Lines to a server; all are closed at the end."""

    async def open_line(self, server):
        self.append(await asyncio.open_connection("127.0.0.1", server.port))
        return self[-1]

    async def close(self):
        for _, writer in self:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()
        self.clear()
        await asyncio.sleep(0.05)


async def status_line(line, server, host=None):
    reader, writer = line
    writer.write(f"GET / HTTP/1.1\r\nHost: {host or f'127.0.0.1:{server.port}'}\r\n\r\n".encode())
    with contextlib.suppress(OSError):
        return (await asyncio.wait_for(reader.read(4096), 5)).split(b"\r\n")[0]


def test_every_address_of_this_machine_is_offered_and_answered(tmp_path, monkeypatch):
    simulate_network(monkeypatch, "192.0.2.7", ["198.51.100.3"])

    async def asks(server, lines):
        assert server.addresses() == [f"http://{each}:{server.port}" for each in ("192.0.2.7", "198.51.100.3")]
        names = (
            "192.0.2.7",
            "198.51.100.3",
            "127.0.0.1",
            "localhost",
            f"{socket.gethostname().lower()}.local",
            "203.0.113.9",
        )
        return [await status_line(await lines.open_line(server), server, f"{name}:{server.port}") for name in names]

    assert with_server(tmp_path, asks, monkeypatch) == [b"HTTP/1.1 200 OK"] * 5 + [b"HTTP/1.1 403 Forbidden"]


def test_the_port_is_the_same_again_and_a_full_disk_closes_nothing(tmp_path, monkeypatch):
    async def port(server, lines):
        return server.port

    first = with_server(tmp_path, port, monkeypatch)
    written_at = (tmp_path / "port").stat().st_mtime_ns
    assert with_server(tmp_path, port, monkeypatch) == first
    assert (tmp_path / "port").stat().st_mtime_ns == written_at  # a kill cannot tear a file that is not written
    (tmp_path / "file").write_text("")
    assert with_server(tmp_path / "file", port, monkeypatch) > 0


@pytest.mark.parametrize("kind", [PlayerServer, Desk])
def test_half_requests_are_cut_and_whole_ones_answered_meanwhile(tmp_path, monkeypatch, kind):
    async def asks(server, lines):
        halves = [await lines.open_line(server) for _ in range(20)]
        for number, (_, writer) in enumerate(halves):
            writer.write(
                b"GET / HTTP/1.1\r\nHost:"
                if number % 2
                else b"POST / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\nContent-Length: 99\r\n\r\nx"
                % (server.port, server.port)
            )
        whole = await status_line(await lines.open_line(server), server)
        for reader, _ in halves:
            with contextlib.suppress(ConnectionError):
                await asyncio.wait_for(reader.read(), 5)
        protocols = (serving.LimitedHttpProtocol, serving.HostHttpProtocol)
        return whole, sum(each.lines.total() for each in protocols) <= 1

    assert with_server(tmp_path, asks, monkeypatch, kind, PATIENCE=0.2) == (b"HTTP/1.1 200 OK", True)


def test_one_visitor_holds_so_many_lines_and_no_more(tmp_path, monkeypatch):
    async def asks(server, lines):
        for _ in range(12):
            await lines.open_line(server)
        await asyncio.sleep(0.1)
        replies = [await status_line(line, server) for line in lines]
        await lines.close()
        return [bool(each) for each in replies], await status_line(await lines.open_line(server), server)

    assert with_server(tmp_path, asks, monkeypatch, MOST_LINES=8) == ([True] * 8 + [False] * 4, b"HTTP/1.1 200 OK")


def test_a_browser_is_begun_with_a_page_of_the_owner_and_not_with_the_key(tmp_path):
    workshop = OneWorkshop(tmp_path / "tables")
    workshop.take()
    address = workshop.write_link("http://127.0.0.1:1/#secret")
    assert address.startswith("file:///")
    assert "secret" not in address
    assert "http://127.0.0.1:1/#secret" in workshop.page.read_text()
    assert stat.S_IMODE(workshop.page.stat().st_mode) == 0o600
    workshop.leave()
    assert not workshop.page.exists()


@pytest.mark.parametrize(
    ("out", "adapters", "offered"),
    [
        ("10.8.0.2", ["10.8.0.2", "192.168.1.5", "127.0.0.1", "169.254.3.3"], ["10.8.0.2", "192.168.1.5"]),
        ("127.0.0.1", ["127.0.0.1", "192.168.1.5"], ["192.168.1.5", "127.0.0.1"]),
        ("127.0.0.1", ["127.0.0.1"], ["127.0.0.1"]),
    ],
)
def test_the_likeliest_address_is_first_and_none_of_the_house_is_missing(monkeypatch, out, adapters, offered):
    simulate_network(monkeypatch, out, adapters)
    assert serving.house_addresses() == offered
