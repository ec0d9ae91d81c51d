"""Damage files and see what the program does: `python -m tools.bench.damaged_files --count 10000 --log damaged.jsonl`.

The tool damages files of every kind and opens each through some of its entries ("doors"), as `tests/test_fuzz.py` does,
with one seed for each file. Each result is a line of the log, so that a stopped run can continue; the tables count all
lines. It exits with 1 if the program handled a file badly, or needed more than 10 s of the processor, or 500 MB.
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


def try_file(folder: Path, files: dict[str, bytes], seed: int) -> dict[str, Any]:
    """Damage one file; return its name, doors, seconds, additional megabytes, and the fault in how it was handled."""
    begin_time, fault, memory_before = 0.0, "", 0
    name, doors = "?", list[str]()

    def begin() -> None:
        nonlocal begin_time, memory_before
        Path("/proc/self/clear_refs").write_text("5")  # forgets the most memory so far
        begin_time, memory_before = time.process_time(), most_memory()

    try:
        name, doors = try_once(folder, files, random.Random(seed), begin)
    except Exception:
        fault = traceback.format_exc()
        put_back(folder, files)
    seconds, megabytes = time.process_time() - begin_time, (most_memory() - memory_before) / 1e6
    fault = fault or ("slow" if seconds > SECONDS else "large" if megabytes > BYTES / 1e6 else "")
    return {
        "seed": seed,
        "kind": name,
        "doors": doors,
        "seconds": round(seconds, 2),
        "MB": round(megabytes),
        "why": fault,
    }


@click.command()
@click.option("--count", default=100, show_default=True)
@click.option("--seed", default=0, show_default=True, help="Of the first file.")
@click.option("--log", type=click.Path(path_type=Path), required=True)
def main(count: int, seed: int, log: Path) -> None:
    """Damage files, and print the results."""
    results = {line["seed"]: line for line in map(json.loads, log.read_text().splitlines())} if log.exists() else {}
    with tempfile.TemporaryDirectory() as home, log.open("a", encoding="utf-8") as file:
        folder = Path(home) / "home"
        folder.mkdir()
        files = write_home(folder)
        for number in range(seed, seed + count):
            if number not in results:
                results[number] = try_file(folder, files, number)
                file.write(json.dumps(results[number]) + "\n")
                file.flush()
    show(list(results.values()))
    sys.exit(any(line["why"] for line in results.values()))


def show(lines: list[dict[str, Any]]) -> None:
    """Print the number of files of each kind and of entries by each door, the highest costs, and the faults."""
    kinds, doors = Counter(line["kind"] for line in lines), Counter(door for line in lines for door in line["doors"])
    highest = defaultdict[str, list[float]](lambda: [0, 0])
    for line in lines:
        for index, value in enumerate((line["seconds"], line["MB"])):
            highest[line["kind"]][index] = max(highest[line["kind"]][index], value)
    print("| file | times | most s | most MB |\n|---|---|---|---|")
    print(
        *(f"| {kind} | {times} | {highest[kind][0]} | {highest[kind][1]} |" for kind, times in kinds.most_common()),
        sep="\n",
    )
    print("\n| door | times |\n|---|---|", *(f"| {door} | {times} |" for door, times in doors.most_common()), sep="\n")
    print(f"\n{len(lines)} files, {sum(doors.values())} entries")
    for line in lines:
        if line["why"]:
            reason = re.sub(r"\s+", " ", line["why"])[-400:]
            print(f"{line['seed']}, {line['kind']}, {line['seconds']} s, {line['MB']} MB: {reason}")


if __name__ == "__main__":
    main()
