"""Whole commands, and cards that all differ beside typst, which lays the same deck out.

Every figure is the median of five runs of a whole process, rivals in turn: seconds of the processor (what goals are
about: they hold on a busy machine as well), seconds on the clock, and the highest peak of memory. Ends with 1 if a goal
is missed. `--old SCRAWL` measures 72 cards beside an earlier program.
"""

import argparse
import contextlib
import importlib.util
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from decks import WORDS, write_deck

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FONTS = ROOT / "fonts"
RUNS, SHORT_RUNS = 5, 25  # what takes a twentieth of a second is measured more often
SCRAWL = [sys.executable, "-c", "from generator.main import main; main()"]  # as the installed script does
TYPST = "import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2], font_paths=[sys.argv[3]], ignore_system_fonts=True)"
CARDS = ["print", "cards", "--game", "bench"]


@dataclass(frozen=True)
class Case:
    """A command, how many different cards it prints (0: those of our own game), and how much memory and file it may take."""

    name: str
    command: list
    different: int = 0
    peak: int | None = None  # MB
    size: int | None = None  # kB


CASES = [
    Case("72 cards with backs", ["print", "cards"]),
    Case("720 cards, 72 kinds", ["print", "cards", "--copies", "10"]),
    Case("7,200 cards, 72 kinds", ["print", "cards", "--copies", "100"], peak=200),
    Case("72 different cards", CARDS, 72, size=160),
    Case("720 different cards", CARDS, 720, size=490),
    Case("7,200 different cards", CARDS, 7200, peak=125, size=3_840),
    Case("1 sheet", ["print", "sheets"]),
    Case("100 equal sheets", ["print", "sheets", "--copies", "100"]),
]
DIFFERENT_SHEETS = 2.0  # times as long as 100 equal ones
SOONEST = 1.2  # times `import click`
SLOWER = 1.25  # times the earlier program


def surroundings(folder):
    """Return an environment in which modules are compiled once, as they are in an installed copy."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(folder / "compiled")}


def timed(command, environment, folder):
    """Run a command in a folder; return (seconds of the processor, seconds on the clock, peak MB)."""
    begin = time.perf_counter()
    with open(os.devnull, "wb") as nothing, contextlib.chdir(folder):
        files = [(os.POSIX_SPAWN_DUP2, nothing.fileno(), 1)]
        child = os.posix_spawn(command[0], command, environment, file_actions=files)
    _, status, used = os.wait4(child, 0)
    seconds = time.perf_counter() - begin
    if status:
        raise SystemExit(f"failed: {' '.join(command)}")
    return used.ru_utime + used.ru_stime, seconds, used.ru_maxrss / 1024


def medians(commands, environment, folder, runs=RUNS):
    """Run rivals in turn, once to warm up and then as often as told; return the median seconds and the peak MB of each."""
    found = {name: [] for name in commands}
    for turn in range(runs + 1):
        for name, command in commands.items():
            result = timed(command, environment, folder)
            if turn:
                found[name].append(result)
    return {name: summed_up(*zip(*results, strict=True)) for name, results in found.items()}


def summed_up(processor, clock, peaks):
    return statistics.median(processor), statistics.median(clock), max(peaks)


def rivals(case, home):
    """Return the commands that make the same pages; the deck is written beforehand."""
    home.mkdir()
    commands = {"scrawl": [*SCRAWL, *case.command, "-o", str(home / "scrawl.pdf")]}
    if not case.different:
        return commands
    write_deck(home, case.different)
    if importlib.util.find_spec("typst"):
        commands["typst"] = [sys.executable, "-c", TYPST, str(home / "laid.typ"), str(home / "typst.pdf"), str(FONTS)]
    return commands


def told(result, pdf):
    return f"{result[0]:6.2f} s ({result[1]:5.2f}) {result[2]:5.0f} MB {pdf.stat().st_size / 1000:7,.0f} kB"


def verdicts(case, home, peak):
    """Yield (what a goal says, whether it is met) of every goal of a case."""
    if case.size is not None:
        yield f"{case.size:,} kB", (home / "scrawl.pdf").stat().st_size <= 1000 * case.size
    if case.peak is not None:
        yield f"{case.peak} MB", peak <= case.peak


def measured(case, folder, environment):
    """Measure a case beside its rivals; print its line and tell whether its goals are met."""
    home = folder / case.name.replace(" ", "-").replace(",", "")
    commands = rivals(case, home)
    found = medians(commands, environment, home)
    ours = found["scrawl"]
    ratios = {name: ours[0] / result[0] for name, result in found.items() if name != "scrawl"}
    goals = list(verdicts(case, home, ours[2]))
    words = ", ".join(f"{goal} {'met' if good else 'MISSED'}" for goal, good in goals)
    columns = [told(found[name], home / f"{name}.pdf") for name in found]
    beside = ", ".join(f"{name} {ratio:4.2f}" for name, ratio in ratios.items())
    print(f"{case.name:22} {'  '.join(columns)}  {beside}  {words}", flush=True)
    return all(good for _, good in goals)


def sheets(folder, environment):
    """Measure 100 player sheets with a dungeon of their own and its name, and those of ten dungeons for ten players,
    beside 100 equal ones."""
    home = folder / "sheets"
    home.mkdir()
    subprocess.run([sys.executable, HERE / "decks.py", home, "100"], check=True, env=environment, capture_output=True)
    dungeons = [f"--dungeon={path}" for path in sorted(home.glob("*.yaml"))]
    players = [f"--player={name.capitalize()}" for name in WORDS[:10]]
    wishes = {
        "different": [*dungeons, "--player=Ada"],
        "players'": [*dungeons[:10], *players],
        "equal": [dungeons[0], "--copies=100"],
    }
    commands = {
        name: [*SCRAWL, "print", "sheets", *wish, "-o", str(home / f"{name}.pdf")] for name, wish in wishes.items()
    }
    found = medians(commands, environment, home)
    ratios = [found[name][0] / found["equal"][0] for name in ("different", "players'")]
    good = max(ratios) <= DIFFERENT_SHEETS
    words = f"goal {DIFFERENT_SHEETS} {'met' if good else 'MISSED'}"
    for name in found:
        print(f"100 {name + ' sheets':18} {told(found[name], home / f'{name}.pdf')}")
    print(f"{'different / equal':22} {ratios[0]:.2f}, players' / equal {ratios[1]:.2f}  {words}", flush=True)
    return good


def helps(folder, environment):
    """Measure how soon help and version are there beside the import of click alone."""
    commands = {name: [*SCRAWL, f"--{name}"] for name in ("help", "version")}
    found = medians({**commands, "click": [sys.executable, "-c", "import click"]}, environment, folder, SHORT_RUNS)
    ratios = [found[name][0] / found["click"][0] for name in commands]
    good = max(ratios) <= SOONEST
    told = ", ".join(
        f"scrawl --{name} {found[name][0]:.3f} s ({ratio:.2f})" for name, ratio in zip(commands, ratios, strict=True)
    )
    print(f"{told}, `import click` {found['click'][0]:.3f} s  goal {SOONEST} {'met' if good else 'MISSED'}", flush=True)
    return good


def progress(old, folder, environment):
    """Measure 72 cards of our own beside an earlier program."""
    cards = ["print", "cards", "-o", str(folder / "own.pdf")]
    earlier = {name: value for name, value in environment.items() if name != "PYTHONPATH"}
    commands = {"now": ["/usr/bin/env", f"PYTHONPATH={ROOT}", *SCRAWL, *cards], "before": [old, *cards]}
    found = medians(commands, earlier, folder)
    ratio = found["now"][0] / found["before"][0]
    good = ratio <= SLOWER
    print(
        f"72 cards now {found['now'][0]:.2f} s, before {found['before'][0]:.2f} s: {ratio:.2f}  goal {SLOWER} {'met' if good else 'MISSED'}"
    )
    return good


def main(wanted, old):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = surroundings(folder)
        print(f"{'seconds (on the clock)':22} {'scrawl':>34}  {'typst':>34}")
        good = [measured(case, folder, environment) for case in CASES if not wanted or wanted in case.name]
        good += [sheets(folder, environment), helps(folder, environment)]
        good += [progress(old, folder, environment)] if old else []
    return 0 if all(good) else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("words", nargs="*", help="only the cases whose name has these words")
    parser.add_argument("--old", help="an earlier program")
    asked = parser.parse_args()
    sys.exit(main(" ".join(asked.words), asked.old))
