"""The memory of a workshop over many varied requests, half of them spoilt: at the beginning and at the end.

`python tools/bench/soak.py 20000 360` sends so many requests, or fewer where the seconds are over. What begins with the
first requests (fonts, layouts, games) is no growth: the beginning is after a twentieth of them.
"""

import argparse
import asyncio
import gc
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from generator.workshop.guard import Guard
from tests.workshop.asking import HOST, ask
from tests.workshop.test_doors import ASKED, SLOW, asked_by_a_stranger, made_house

GOAL = 60  # MB more than at the beginning


def used() -> int:
    """Return the memory of this process in MB."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 // 1_000_000


async def soak(folder: Path, count: int, seconds: float) -> tuple[int, int, int]:
    """Send requests; returns how many, and the memory at the beginning and the end."""
    _, sessions, apps = made_house(folder)
    mine = next(iter(sessions.channels.values()))
    guarded = {side: Guard(app, lambda: {HOST}) for side, app in apps.items()}
    known = {"SECRET": mine.session.secret, "TOKEN": mine.session.seats[0].token, "TABLE": mine.session.id}
    doors = [(side, door) for side in ASKED for door in ASKED[side] for _ in range(1 if door in SLOW else 8)]
    chance, begins, before, sent = random.Random(9), time.monotonic(), 0, 0
    for sent in range(1, count + 1):
        side, door = chance.choice(doors)
        method, path, headers, body, host, origin, query = asked_by_a_stranger(
            chance, door, known, chance.choice((0, 0, 1, 2))
        )
        try:
            await ask(guarded[side], method, path, headers, body, host=host, origin=origin, query=query)
        except AssertionError:
            print(f"no answer: {method} {path} {query!r} {headers} {body[:200]!r}", flush=True)
        if mine.session.id not in sessions.channels:
            sessions.add(mine.session)
        if not before and (sent == count // 20 or time.monotonic() - begins > seconds / 10):
            before = used()
        if sent % max(count // 20, 1) == 0:
            print(f"{sent:,} requests: {used()} MB", flush=True)
        if time.monotonic() - begins > seconds:
            break
    return sent, before, used()


def main() -> None:
    """Run, and end with 1 where it grew too much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=20_000)
    parser.add_argument("seconds", type=float, nargs="?", default=360)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sent, before, after = asyncio.run(soak(Path(folder), asked.count, asked.seconds))
    print(f"{sent:,} requests: {before} MB at the beginning, {after} MB at the end")
    sys.exit(after - before > GOAL)


if __name__ == "__main__":
    main()
