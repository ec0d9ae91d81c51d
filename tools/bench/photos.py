"""How well photos are read: `python tools/bench/photos.py FOLDER`, of pictures that `python -m tests.photo` wrote.

Each picture is read by `scrawl score PICTURE --json` in a process of its own, once: what it said, its seconds of the processor and
its peak of memory stay beside the picture (`NAME.read.json`), so that a run goes on where it was ended. Then the truth (`NAME.json`)
is compared with it, by game and by grade:

- asked: boxes that count (ticked, not written in) and that a person has to look at; a box left out is asked, and so is each of a
  sheet that was not found;
- right: of the boxes that count and were not asked, with the lower bound of Wilson's interval (95 %);
- totals: of the sheets that were found, those whose totals are right once each asked box is answered truthfully;
- by row: sheets of which each row is confirmed by itself, as marks are pale or print is grey;
- typed: numbers that are asked for; missed, those that stand on the sheet and were taken for nothing;
- named: sheets whose game, sheet, language and dungeon are all right, and those where one is wrong.

No score may be printed, since nobody confirmed the rows. Of damaged pictures it tells those that ended otherwise than with
exit 0 or 1, a sentence and no score.
`--failures FILE` writes a line for each picture that is not as it should be. `--again` reads anew.
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

from tests.photo.filled import told_totals  # noqa: E402 - the folder above is on no path before

SCRAWL = [sys.executable, "-c", "from generator.main import main; main()"]
LONGEST = 120  # seconds on the clock that a picture may take
SAME = ("game", "sheet", "language", "dungeon")
SURE = 1.96


def wilson(good: int, all: int) -> tuple[float, float]:
    """Return the bounds of a share, 95 % (Wilson 1927).

    >>> [round(each, 4) for each in wilson(4608, 4608)]
    [0.9992, 1.0]
    """
    if not all:
        return 0.0, 1.0
    share, square = good / all, SURE**2
    middle = share + square / (2 * all)
    reach = SURE * math.sqrt(share * (1 - share) / all + square / (4 * all**2))
    return max(0.0, (middle - reach) / (1 + square / all)), min(1.0, (middle + reach) / (1 + square / all))


def read(picture: Path) -> dict[str, Any]:
    """Read a picture in a process of its own, and return what it printed and took."""
    with (
        tempfile.TemporaryFile("w+") as out,
        tempfile.TemporaryFile("w+") as err,
        tempfile.TemporaryDirectory() as home,
    ):
        begun = time.monotonic()
        place = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": home, "LC_ALL": "C.UTF-8"}
        command = [*SCRAWL, "score", str(picture.resolve()), "--json"]
        process = subprocess.Popen(command, stdout=out, stderr=err, stdin=subprocess.DEVNULL, env=place, cwd=home)
        status, taken = 0, None
        while taken is None and time.monotonic() - begun < LONGEST:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            taken = usage if ended else time.sleep(0.02)
        if taken is None:
            process.kill()
            _, status, taken = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        return {
            "exit": process.returncode,
            "said": out.read(),
            "complained": err.read()[-4000:],
            "seconds": round(taken.ru_utime + taken.ru_stime, 2),
            "megabytes": round(taken.ru_maxrss / 1024),
        }


def kept(picture: Path, again: bool) -> dict[str, Any]:
    """Return what a reader said of a picture, reading it where nobody has."""
    file = picture.with_suffix(".read.json")
    if again or not file.exists():
        file.write_text(json.dumps(read(picture)), encoding="utf-8")
    return json.loads(file.read_text(encoding="utf-8"))


@dataclass
class Count:
    """What was counted of the photos of a game and a grade."""

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
        """Return the line of a table."""
        told = self.boxes - self.asked
        low, _ = wilson(told - self.wrong, told)
        _, most = wilson(self.asked, self.boxes)
        cost = f"{statistics.median(self.seconds):.1f} | {max(self.seconds):.1f} | {max(self.megabytes)}"
        return (
            f"| {name} | {self.photos} | {self.found} / {self.sheets} | {self.named} / {self.misnamed} | {self.boxes} | "
            f"{_share(self.asked, self.boxes)} (< {100 * most:.2f}) | {self.wrong} | {_share(told - self.wrong, told)} (> {100 * low:.3f}) | "
            f"{self.totals} / {self.found} | {self.by_row} | {self.typed} / {self.missed} | {cost} |"
        )


HEAD = (
    "| photos of | photos | found | named / wrong | boxes | asked % | wrong | right % | totals | by row | typed / missed | CPU s | most | MB |\n"
    "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|"
)


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.3f}" if whole else "-"


def answer_of(said: dict[str, Any]) -> dict[str, Any]:
    """Return what a reader printed, or no sheets where that is no JSON."""
    try:
        answer = json.loads(said["said"])
    except ValueError:
        return {"sheets": [], "players": None}
    return {"sheets": answer.get("sheets") or [], "players": answer.get("players")}


def paired(truths: list[dict], sheets: list[dict]) -> list[tuple[dict, dict | None]]:
    """Return each sheet that there is with the one that was read of it: those first that agree in most boxes."""

    def agreement(pair: tuple[int, int]) -> int:
        truth, sheet = truths[pair[0]], sheets[pair[1]]
        return sum(
            (truth["boxes"][id] == "marked") == mark
            for id, mark in sheet["boxes"].items()
            if id in truth["boxes"] and mark is not None
        )

    pairs = sorted(((at, by) for at in range(len(truths)) for by in range(len(sheets))), key=agreement, reverse=True)
    found: dict[int, int] = {}
    for at, by in pairs:
        if at not in found and by not in found.values():
            found[at] = by
    return [(truth, sheets[found[at]] if at in found else None) for at, truth in enumerate(truths)]


def compare(count: Count, truth: dict, sheet: dict | None) -> list[str]:
    """Count one sheet, and return what is wrong with it."""
    faults = []
    count.sheets += 1
    counted = [id for id in truth["counted"] if id in truth["boxes"]]
    count.boxes += len(counted)
    if sheet is None:
        count.asked += len(counted)
        return ["not found"]
    count.found += 1
    count.by_row += bool(sheet.get("odd"))
    other = [
        f"{key} is {truth[key]!r}, was read as {sheet.get(key)!r}"
        for key in SAME
        if (sheet.get(key) or "") != truth[key]
    ]
    count.named += not other
    count.misnamed += bool(other) and any(sheet.get(key) for key in SAME if (sheet.get(key) or "") != truth[key])
    faults += other
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
    held = {id: "yes" for id, mark in answered.items() if mark} | {
        id: text for id, text in truth["written"].items() if id in sheet["written"] and id not in missed
    }
    again = wrong or numbers
    totals = told_totals(truth["game"], truth["sheet"], held, truth["dungeon"]) if again else truth["totals"]
    count.totals += list(totals) == truth["totals"]
    if list(totals) != truth["totals"]:
        faults.append(f"totals {list(totals)} are {truth['totals']}")
    return faults


def judged(count: Count, truth: dict, said: dict) -> list[str]:
    """Count a photo, and return what is wrong with what was read of it."""
    answer = answer_of(said)
    truths = truth.get("sheets") or [truth]
    count.photos += 1
    count.seconds.append(said["seconds"])
    count.megabytes.append(said["megabytes"])
    faults = broken(said)
    if not answer["sheets"] and said["complained"].strip():
        faults.append(said["complained"].strip().partition("\n")[0])
    for each, sheet in paired(truths, answer["sheets"]):
        faults += compare(count, each, sheet)
    return faults


def broken(said: dict) -> list[str]:
    """Return how a reader ended otherwise than it may."""
    faults = [] if said["exit"] in (0, 1) else [f"exit {said['exit']}"]
    players = answer_of(said)["players"]
    if players:
        faults.append(f"totals that nobody confirmed: {[player['total'] for player in players]}")
    if "Traceback" in said["complained"] or "Traceback" in said["said"]:
        faults.append(said["complained"].strip().rpartition("\n")[2])
    return faults


def refused(said: dict) -> list[str]:
    """Return what is wrong with what was said of a damaged picture."""
    faults = broken(said)
    if not said["said"].strip() and not said["complained"].strip():
        faults.append("nothing was said")
    return faults


def main() -> None:
    parser = argparse.ArgumentParser(description="How well photos are read.")
    parser.add_argument("folder", type=Path, nargs="+")
    parser.add_argument("--failures", type=Path)
    parser.add_argument("--again", action="store_true")
    asked = parser.parse_args()
    counts: dict[str, Count] = defaultdict(Count)
    kinds: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    costs: list[dict] = []
    lines = []
    for picture in sorted(file for folder in asked.folder for file in folder.glob("*.jpg")):
        truth = json.loads(picture.with_suffix(".json").read_text(encoding="utf-8"))
        said = kept(picture, asked.again)
        if "kind" in truth:
            faults = refused(said)
            kinds[truth["kind"]][0] += 1
            kinds[truth["kind"]][1] += bool(faults)
            costs.append(said)
        else:
            name = truth.get("game") or "four sheets"
            edition = f" {truth['edition']}" if truth.get("edition") else ""
            faults = judged(counts[f"{name}{edition}, {truth['grade']}"], truth, said)
        lines += [f"{picture.resolve()}: {'; '.join(faults)}"] if faults else []
    if counts:
        print(HEAD)
        for name in sorted(counts):
            print(counts[name].row(name))
        for game in sorted({name.rpartition(", ")[0] for name in counts}):
            print(_all([each for name, each in counts.items() if name.rpartition(", ")[0] == game]).row(f"{game}, all"))
    if kinds:
        print("| damaged pictures | of them | not as they should be |\n|---|---|---|")
        for kind, (count, bad) in [*kinds.items(), ("all", [sum(each) for each in zip(*kinds.values(), strict=True)])]:
            print(f"| {kind} | {count} | {bad} |")
        print(f"at most {max(each['seconds'] for each in costs)} CPU s, {max(each['megabytes'] for each in costs)} MB")
    if asked.failures:
        asked.failures.write_text("".join(f"- {line}\n" for line in lines), encoding="utf-8")
    elif lines:
        print(*lines[:40], sep="\n")


def _all(counts: list[Count]) -> Count:
    whole = Count()
    for each in counts:
        for name, value in vars(each).items():
            vars(whole)[name] += value
    return whole


if __name__ == "__main__":
    main()
