"""Run many tables at once: each phone taps a box a second; measure how long answers take, and whether taps get lost.

python tools/bench/tables.py [tables] [phones at each] [seconds]
"""

import asyncio
import json
import os
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.workshop.programs import Program

GAME = "paper-dungeons"


class Phone:
    """A phone at a table, with one connection to send and another to listen."""

    def __init__(self, host, secret, name):
        self.host, self.secret, self.name = host, secret, name
        self.number, self.token, self.taken, self.times = 0, "", 0, []

    async def request(self, method, path, body=None):
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: {self.host}\r\norigin: http://{self.host}\r\nx-seat: {self.token}\r\ncontent-length: {len(content)}\r\n\r\n"
        try:
            self.writer.write(head.encode() + content)
            headers = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
        except (
            OSError,
            asyncio.IncompleteReadError,
        ):  # the program closes a connection that was idle for seconds: phones open another
            self.reader, self.writer = await asyncio.open_connection(*self.host.split(":"))
            return await self.request(method, path, body)
        return json.loads(await self.reader.readexactly(int(re.search(r"content-length: (\d+)", headers)[1])))

    async def change(self, path, **body):
        self.number += 1
        return await self.request("POST", path, {"page": self.name, "number": self.number, **body})

    async def sit_down(self):
        self.reader, self.writer = await asyncio.open_connection(*self.host.split(":"))
        reply = await self.request("POST", "/join", {"phone": self.name, "secret": self.secret, "name": self.name})
        self.token, self.seat = reply["token"], reply["seat"]
        self.listening = asyncio.create_task(self.listen())

    async def listen(self):
        reader, writer = await asyncio.open_connection(*self.host.split(":"))
        writer.write(f"GET /events HTTP/1.1\r\nhost: {self.host}\r\nx-seat: {self.token}\r\n\r\n".encode())
        while await reader.read(65536):
            pass

    async def tap(self, boxes, seconds, wait):
        await asyncio.sleep(wait)
        for turn in range(seconds):
            start = time.perf_counter()
            answer = await self.change(
                "/change", do="tick", seat=self.seat, box=boxes[turn % len(boxes)], on=turn // len(boxes) % 2 == 0
            )
            self.times.append(time.perf_counter() - start)
            self.taken += answer["taken"]
            await asyncio.sleep(max(0, 1 - (time.perf_counter() - start)))


async def play(host, secrets, phones, seconds):
    """Let the phones tap; return them, and how many ticks each sheet shows."""
    seated = [
        Phone(host, secret, f"phone {table}-{number}")
        for table, secret in enumerate(secrets)
        for number in range(phones)
    ]
    for phone in seated:
        await phone.sit_down()
    boxes = [*(await seated[0].request("GET", "/sheet"))["boxes"]][:seconds]
    await asyncio.gather(*(phone.tap(boxes, seconds, table / len(seated)) for table, phone in enumerate(seated)))
    shown_counts = [
        len((await phone.request("GET", "/table"))["view"]["seats"][phone.seat]["held"]) for phone in seated
    ]
    for phone in seated:
        phone.listening.cancel()
    return seated, shown_counts


def main(tables=20, phones=8, seconds=60):
    with tempfile.TemporaryDirectory() as folder:
        program = Program(Path(folder))
        try:
            links = [program.ask("tables", {"game": GAME, "language": "en"})["link"] for _ in range(tables)]
            host = re.search(r"http://([^/]+)", links[0])[1]
            seated, shown_counts = asyncio.run(play(host, [link.partition("#")[2] for link in links], phones, seconds))
        finally:
            program.kill()
    times = sorted(1000 * each for phone in seated for each in phone.times)
    print(
        f"{tables} tables x {phones} phones, {len(times)} taps in {seconds} s, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )
    print(
        f"answers: median {statistics.median(times):.0f} ms, 95 % within {times[len(times) * 95 // 100]:.0f} ms, longest {times[-1]:.0f} ms"
    )
    print(
        f"taps lost: {len(times) - sum(phone.taken for phone in seated)}; sheets that show all of theirs: {shown_counts.count(max(shown_counts))} of {len(shown_counts)}"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]))
