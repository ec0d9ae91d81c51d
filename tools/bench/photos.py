"""Measure how well photos are read: `python tools/bench/photos.py FOLDER`, with pictures from `python -m tests.photo`.

`scrawl score PICTURE --json` reads each picture once, in its own process. The output, the seconds of the processor and
the peak memory stay beside the picture (`NAME.read.json`), so that a stopped run can continue. The tool compares them
with the truth (`NAME.json`), by game and by grade:

- asked: boxes that count (ticked, not written in) and that a person must check; missing boxes and all boxes of a sheet
  that was not found count as asked;
- right: of the boxes that count and were not asked, with the lower bound of Wilson's interval (95 %);
- totals: sheets that were found and whose totals are right if each asked box is answered truthfully;
- by row: sheets that need a confirmation of each row, because marks are pale or print is grey;
- typed: numbers that a person must type; missed: numbers on the sheet that were read as empty;
- named: sheets whose game, sheet, language and dungeon are all right, and those where one is wrong.

No score may be printed, because nobody confirmed the rows. A damaged picture must end with exit 0 or 1, a sentence and
no score; the tool counts those that do not.
`--failures FILE` writes a line for each wrong picture. `--again` reads all pictures again.
"""

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.photo.filled import expected_totals  # noqa: E402 - the line above puts the folder on the path

SCRAWL = [sys.executable, "-c", "from generator.main import main; main()"]
LONGEST = 120  # most seconds on the clock for a picture
SAME = ("game", "sheet", "language", "dungeon")
SURE = 1.96


def wilson(good: int, total: int) -> tuple[float, float]:
    """Return the 95 % bounds of a share (Wilson 1927).

    >>> [round(each, 4) for each in wilson(4608, 4608)]
    [0.9992, 1.0]
    """
    if not total:
        return 0.0, 1.0
    share, square = good / total, SURE**2
    middle = share + square / (2 * total)
    reach = SURE * math.sqrt(share * (1 - share) / total + square / (4 * total**2))
    return max(0.0, (middle - reach) / (1 + square / total)), min(1.0, (middle + reach) / (1 + square / total))


def read(picture: Path) -> dict[str, Any]:
    """Read a picture in its own process; return its output, time and memory."""
    with (
        tempfile.TemporaryFile("w+") as stdout,
        tempfile.TemporaryFile("w+") as stderr,
        tempfile.TemporaryDirectory() as home,
    ):
        start = time.monotonic()
        place = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": home, "LC_ALL": "C.UTF-8"}
        command = [*SCRAWL, "score", str(picture.resolve()), "--json"]
        process = subprocess.Popen(command, stdout=stdout, stderr=stderr, stdin=subprocess.DEVNULL, env=place, cwd=home)
        status, used = 0, None
        while used is None and time.monotonic() - start < LONGEST:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            used = usage if pid else time.sleep(0.02)
        if used is None:
            process.kill()
            _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        stdout.seek(0)
        stderr.seek(0)
        return {
            "exit": process.returncode,
            "said": stdout.read(),
            "complained": stderr.read()[-4000:],
            "seconds": round(used.ru_utime + used.ru_stime, 2),
            "megabytes": round(used.ru_maxrss / 1024),
        }


def reading_of(picture: Path, again: bool) -> dict[str, Any]:
    """Return the reading of a picture; read it if there is none yet, or `again`."""
    file = picture.with_suffix(".read.json")
    if again or not file.exists():
        file.write_text(json.dumps(read(picture)), encoding="utf-8")
    return json.loads(file.read_text(encoding="utf-8"))


@dataclass
class Count:
    """The counts for the photos of a game and a grade."""

    photos: int = 0
    sheets: int = 0
    found: int = 0
    named: int = 0
    misnamed: int = 0
    boxes: int = 0
    asked: int = 0
    wrong: int = 0
    typed: int = 0
    missed: int = 0
    totals: int = 0
    by_row: int = 0
    seconds: list[float] = field(default_factory=list)
    megabytes: list[int] = field(default_factory=list)

    def row(self, name: str) -> str:
        """Return a line of the table."""
        settled = self.boxes - self.asked
        low, _ = wilson(settled - self.wrong, settled)
        _, highest = wilson(self.asked, self.boxes)
        cost = f"{statistics.median(self.seconds):.1f} | {max(self.seconds):.1f} | {max(self.megabytes)}"
        return (
            f"| {name} | {self.photos} | {self.found} / {self.sheets} | {self.named} / {self.misnamed} | {self.boxes} | "
            f"{_share(self.asked, self.boxes)} (< {100 * highest:.2f}) | {self.wrong} | {_share(settled - self.wrong, settled)} (> {100 * low:.3f}) | "
            f"{self.totals} / {self.found} | {self.by_row} | {self.typed} / {self.missed} | {cost} |"
        )


HEAD = (
    "| photos of | photos | found | named / wrong | boxes | asked % | wrong | right % | totals | by row | typed / missed | CPU s | most | MB |\n"
    "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|"
)


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.3f}" if whole else "-"


def answer_of(reading: dict[str, Any]) -> dict[str, Any]:
    """Return the sheets and players that a reader printed; no sheets if the output is not JSON."""
    try:
        answer = json.loads(reading["said"])
    except ValueError:
        return {"sheets": [], "players": None}
    return {"sheets": answer.get("sheets") or [], "players": answer.get("players")}


def paired(truths: list[dict], sheets: list[dict]) -> list[tuple[dict, dict | None]]:
    """Return each true sheet with the sheet read from it; pairs that agree in most boxes are matched first."""

    def agreement(pair: tuple[int, int]) -> int:
        truth, sheet = truths[pair[0]], sheets[pair[1]]
        return sum(
            (truth["boxes"][id] == "marked") == mark
            for id, mark in sheet["boxes"].items()
            if id in truth["boxes"] and mark is not None
        )

    pairs = sorted(
        ((truth_index, sheet_index) for truth_index in range(len(truths)) for sheet_index in range(len(sheets))),
        key=agreement,
        reverse=True,
    )
    matches: dict[int, int] = {}
    for truth_index, sheet_index in pairs:
        if truth_index not in matches and sheet_index not in matches.values():
            matches[truth_index] = sheet_index
    return [
        (truth, sheets[matches[truth_index]] if truth_index in matches else None)
        for truth_index, truth in enumerate(truths)
    ]


def compare(count: Count, truth: dict, sheet: dict | None) -> list[str]:
    """Count one sheet, and return its faults."""
    faults = []
    count.sheets += 1
    counted = [id for id in truth["counted"] if id in truth["boxes"]]
    count.boxes += len(counted)
    if sheet is None:
        count.asked += len(counted)
        return ["not found"]
    count.found += 1
    count.by_row += bool(sheet.get("odd"))
    differences = [
        f"{key} is {truth[key]!r}, was read as {sheet.get(key)!r}"
        for key in SAME
        if (sheet.get(key) or "") != truth[key]
    ]
    count.named += not differences
    count.misnamed += bool(differences) and any(sheet.get(key) for key in SAME if (sheet.get(key) or "") != truth[key])
    faults += differences
    marks = {id: sheet["boxes"].get(id) for id in counted}
    wrong = [id for id, mark in marks.items() if mark is not None and mark != (truth["boxes"][id] == "marked")]
    count.asked += [*marks.values()].count(None)
    count.wrong += len(wrong)
    faults += [
        f"{id} is {truth['boxes'][id]}, was read as {'marked' if marks[id] else 'empty'}, at {truth['places'][id]}"
        for id in wrong
    ]
    numbers = {id: text for id, text in sheet["written"].items() if id in truth["counted"]}
    missed = [id for id, text in numbers.items() if text == "" and id in truth["written"]]
    count.typed += [*sheet["written"].values()].count(None)
    count.missed += len(missed)
    faults += [f"{id} holds {truth['written'][id]}, was read as empty, at {truth['places'][id]}" for id in missed]
    answered = {id: truth["boxes"][id] == "marked" if mark is None else mark for id, mark in marks.items()}
    fields = {id: "yes" for id, mark in answered.items() if mark} | {
        id: text for id, text in truth["written"].items() if id in sheet["written"] and id not in missed
    }
    recount = wrong or numbers
    totals = expected_totals(truth["game"], truth["sheet"], fields, truth["dungeon"]) if recount else truth["totals"]
    count.totals += list(totals) == truth["totals"]
    if list(totals) != truth["totals"]:
        faults.append(f"totals {list(totals)} are {truth['totals']}")
    return faults


def judged(count: Count, truth: dict, reading: dict) -> list[str]:
    """Count a photo, and return the faults of its reading."""
    answer = answer_of(reading)
    truths = truth.get("sheets") or [truth]
    count.photos += 1
    count.seconds.append(reading["seconds"])
    count.megabytes.append(reading["megabytes"])
    faults = broken(reading)
    if not answer["sheets"] and reading["complained"].strip():
        faults.append(reading["complained"].strip().partition("\n")[0])
    for sheet_truth, sheet in paired(truths, answer["sheets"]):
        faults += compare(count, sheet_truth, sheet)
    return faults


def broken(reading: dict) -> list[str]:
    """Return the faults in how a reader ended."""
    faults = [] if reading["exit"] in (0, 1) else [f"exit {reading['exit']}"]
    players = answer_of(reading)["players"]
    if players:
        faults.append(f"totals that nobody confirmed: {[player['total'] for player in players]}")
    if "Traceback" in reading["complained"] or "Traceback" in reading["said"]:
        faults.append(reading["complained"].strip().rpartition("\n")[2])
    return faults


def refused(reading: dict) -> list[str]:
    """Return the faults in the reading of a damaged picture."""
    faults = broken(reading)
    if not reading["said"].strip() and not reading["complained"].strip():
        faults.append("nothing was said")
    return faults


def main() -> None:
    parser = argparse.ArgumentParser(description="How well photos are read.")
    parser.add_argument("folder", type=Path, nargs="+")
    parser.add_argument("--failures", type=Path)
    parser.add_argument("--again", action="store_true")
    options = parser.parse_args()
    counts: dict[str, Count] = defaultdict(Count)
    kinds: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    costs: list[dict] = []
    lines = []
    for picture in sorted(file for folder in options.folder for file in folder.glob("*.jpg")):
        truth = json.loads(picture.with_suffix(".json").read_text(encoding="utf-8"))
        reading = reading_of(picture, options.again)
        if "kind" in truth:
            faults = refused(reading)
            kinds[truth["kind"]][0] += 1
            kinds[truth["kind"]][1] += bool(faults)
            costs.append(reading)
        else:
            name = truth.get("game") or "four sheets"
            edition = f" {truth['edition']}" if truth.get("edition") else ""
            faults = judged(counts[f"{name}{edition}, {truth['grade']}"], truth, reading)
        lines += [f"{picture.resolve()}: {'; '.join(faults)}"] if faults else []
    if counts:
        print(HEAD)
        for name in sorted(counts):
            print(counts[name].row(name))
        for game in sorted({name.rpartition(", ")[0] for name in counts}):
            print(
                _sum_of([each for name, each in counts.items() if name.rpartition(", ")[0] == game]).row(f"{game}, all")
            )
    if kinds:
        print("| damaged pictures | of them | not as they should be |\n|---|---|---|")
        for kind, (count, bad) in [*kinds.items(), ("all", [sum(each) for each in zip(*kinds.values(), strict=True)])]:
            print(f"| {kind} | {count} | {bad} |")
        print(f"at most {max(each['seconds'] for each in costs)} CPU s, {max(each['megabytes'] for each in costs)} MB")
    if options.failures:
        options.failures.write_text("".join(f"- {line}\n" for line in lines), encoding="utf-8")
    elif lines:
        print(*lines[:40], sep="\n")


def _sum_of(counts: list[Count]) -> Count:
    total = Count()
    for each in counts:
        for name, value in vars(each).items():
            vars(total)[name] += value
    return total


if __name__ == "__main__":
    main()
