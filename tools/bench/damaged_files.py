"""What damaged files come to: `python -m tools.bench.damaged_files --count 10000 --log damaged.jsonl`.

Files of every kind are damaged and brought in by some of their doors, as the test does that (`tests/test_fuzz.py`), each of its own
seed. What each took is kept as a line of the log, so that a run goes on where it was ended; the tables tell all of it, and it exits
with 1 where one was not taken well, took longer than 10 s of the processor, or 500 MB.
"""

import json
import random
import re
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import click

from tests.fuzz import put_back, write_home
from tests.test_fuzz import BYTES, SECONDS, most_memory, try_once


def tried(folder: Path, files: dict[str, bytes], seed: int) -> dict[str, Any]:
    """Damage one file; return its name, doors, seconds, megabytes more than before, and why it was not taken well."""
    begun, why, before = 0.0, "", 0
    name, doors = "?", list[str]()

    def begin() -> None:
        nonlocal begun, before
        Path("/proc/self/clear_refs").write_text("5")  # forgets the most memory so far
        begun, before = time.process_time(), most_memory()

    try:
        name, doors = try_once(folder, files, random.Random(seed), begin)
    except Exception:
        why = traceback.format_exc()
        put_back(folder, files)
    seconds, megabytes = time.process_time() - begun, (most_memory() - before) / 1e6
    why = why or ("slow" if seconds > SECONDS else "large" if megabytes > BYTES / 1e6 else "")
    return {
        "seed": seed,
        "kind": name,
        "doors": doors,
        "seconds": round(seconds, 2),
        "MB": round(megabytes),
        "why": why,
    }


@click.command()
@click.option("--count", default=100, show_default=True)
@click.option("--seed", default=0, show_default=True, help="Of the first file.")
@click.option("--log", type=click.Path(path_type=Path), required=True)
def main(count: int, seed: int, log: Path) -> None:
    """Damage files, and tell what came of it."""
    done = {line["seed"]: line for line in map(json.loads, log.read_text().splitlines())} if log.exists() else {}
    with tempfile.TemporaryDirectory() as home, log.open("a", encoding="utf-8") as file:
        folder = Path(home) / "home"
        folder.mkdir()
        files = write_home(folder)
        for number in range(seed, seed + count):
            if number not in done:
                done[number] = tried(folder, files, number)
                file.write(json.dumps(done[number]) + "\n")
                file.flush()
    show(list(done.values()))
    sys.exit(any(line["why"] for line in done.values()))


def show(lines: list[dict[str, Any]]) -> None:
    """Print how many files of each kind and entries by each door there were, what took most, and what was not taken well."""
    kinds, doors = Counter(line["kind"] for line in lines), Counter(door for line in lines for door in line["doors"])
    most = defaultdict[str, list[float]](lambda: [0, 0])
    for line in lines:
        for at, value in enumerate((line["seconds"], line["MB"])):
            most[line["kind"]][at] = max(most[line["kind"]][at], value)
    print("| file | times | most s | most MB |\n|---|---|---|---|")
    print(
        *(f"| {kind} | {times} | {most[kind][0]} | {most[kind][1]} |" for kind, times in kinds.most_common()), sep="\n"
    )
    print("\n| door | times |\n|---|---|", *(f"| {door} | {times} |" for door, times in doors.most_common()), sep="\n")
    print(f"\n{len(lines)} files, {sum(doors.values())} entries")
    for line in lines:
        if line["why"]:
            told = re.sub(r"\s+", " ", line["why"])[-400:]
            print(f"{line['seed']}, {line['kind']}, {line['seconds']} s, {line['MB']} MB: {told}")


if __name__ == "__main__":
    main()
