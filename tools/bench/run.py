"""Measure whole commands, and compare cards that all differ with typst, which lays out the same deck.

Every figure is the median of five runs of a whole process, with rivals in turn: seconds of the processor (the goals are
for these, because they hold on a busy machine, too), seconds on the clock, and the highest peak of memory. The exit
code is 1 if a goal is missed. `--old SCRAWL` measures 72 cards beside an earlier program.
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
RUNS, SHORT_RUNS = 5, 25  # commands of a twentieth of a second are measured more often
SCRAWL = [sys.executable, "-c", "from generator.main import main; main()"]  # as the installed script does
TYPST = "import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2], font_paths=[sys.argv[3]], ignore_system_fonts=True)"
CARDS = ["print", "cards", "--game", "bench"]


@dataclass(frozen=True)
class Case:
    """A command, the number of different cards it prints (0: those of our game), its most memory and largest file."""

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
    """Return an environment in which modules are compiled once, as in an installed copy."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**environment, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(folder / "compiled")}


def run_timed(command, environment, folder):
    """Run a command in a folder; return (seconds of the processor, seconds on the clock, peak MB)."""
    begin = time.perf_counter()
    with open(os.devnull, "wb") as nothing, contextlib.chdir(folder):
        files = [(os.POSIX_SPAWN_DUP2, nothing.fileno(), 1)]
        child = os.posix_spawn(command[0], command, environment, file_actions=files)
    _, status, usage = os.wait4(child, 0)
    seconds = time.perf_counter() - begin
    if status:
        raise SystemExit(f"failed: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime, seconds, usage.ru_maxrss / 1024


def medians(commands, environment, folder, runs=RUNS):
    """Run rivals in turn, once to warm up and then `runs` times; return the median seconds and the peak MB of each."""
    results_of = {name: [] for name in commands}
    for turn in range(runs + 1):
        for name, command in commands.items():
            result = run_timed(command, environment, folder)
            if turn:
                results_of[name].append(result)
    return {name: summary(*zip(*results, strict=True)) for name, results in results_of.items()}


def summary(processor, clock, peaks):
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


def columns_of(result, pdf):
    return f"{result[0]:6.2f} s ({result[1]:5.2f}) {result[2]:5.0f} MB {pdf.stat().st_size / 1000:7,.0f} kB"


def verdicts(case, home, peak):
    """Yield (goal as text, whether it is met) for every goal of a case."""
    if case.size is not None:
        yield f"{case.size:,} kB", (home / "scrawl.pdf").stat().st_size <= 1000 * case.size
    if case.peak is not None:
        yield f"{case.peak} MB", peak <= case.peak


def measure_case(case, folder, environment):
    """Measure a case beside its rivals, and print its line; return whether its goals are met."""
    home = folder / case.name.replace(" ", "-").replace(",", "")
    commands = rivals(case, home)
    results = medians(commands, environment, home)
    own_result = results["scrawl"]
    ratios = {name: own_result[0] / result[0] for name, result in results.items() if name != "scrawl"}
    goals = list(verdicts(case, home, own_result[2]))
    words = ", ".join(f"{goal} {'met' if good else 'MISSED'}" for goal, good in goals)
    columns = [columns_of(results[name], home / f"{name}.pdf") for name in results]
    beside = ", ".join(f"{name} {ratio:4.2f}" for name, ratio in ratios.items())
    print(f"{case.name:22} {'  '.join(columns)}  {beside}  {words}", flush=True)
    return all(good for _, good in goals)


def sheets(folder, environment):
    """Measure 100 player sheets with different dungeons and names, and those of ten dungeons for ten players, beside
    100 equal ones."""
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
    results = medians(commands, environment, home)
    ratios = [results[name][0] / results["equal"][0] for name in ("different", "players'")]
    good = max(ratios) <= DIFFERENT_SHEETS
    words = f"goal {DIFFERENT_SHEETS} {'met' if good else 'MISSED'}"
    for name in results:
        print(f"100 {name + ' sheets':18} {columns_of(results[name], home / f'{name}.pdf')}")
    print(f"{'different / equal':22} {ratios[0]:.2f}, players' / equal {ratios[1]:.2f}  {words}", flush=True)
    return good


def helps(folder, environment):
    """Measure help and version beside the mere import of click."""
    commands = {name: [*SCRAWL, f"--{name}"] for name in ("help", "version")}
    results = medians({**commands, "click": [sys.executable, "-c", "import click"]}, environment, folder, SHORT_RUNS)
    ratios = [results[name][0] / results["click"][0] for name in commands]
    good = max(ratios) <= SOONEST
    figures = ", ".join(
        f"scrawl --{name} {results[name][0]:.3f} s ({ratio:.2f})" for name, ratio in zip(commands, ratios, strict=True)
    )
    print(
        f"{figures}, `import click` {results['click'][0]:.3f} s  goal {SOONEST} {'met' if good else 'MISSED'}",
        flush=True,
    )
    return good


def progress(old, folder, environment):
    """Measure 72 cards of our game beside an earlier program."""
    cards = ["print", "cards", "-o", str(folder / "own.pdf")]
    earlier = {name: value for name, value in environment.items() if name != "PYTHONPATH"}
    commands = {"now": ["/usr/bin/env", f"PYTHONPATH={ROOT}", *SCRAWL, *cards], "before": [old, *cards]}
    results = medians(commands, earlier, folder)
    ratio = results["now"][0] / results["before"][0]
    good = ratio <= SLOWER
    print(
        f"72 cards now {results['now'][0]:.2f} s, before {results['before'][0]:.2f} s: {ratio:.2f}  goal {SLOWER} {'met' if good else 'MISSED'}"
    )
    return good


def main(words, old):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = surroundings(folder)
        print(f"{'seconds (on the clock)':22} {'scrawl':>34}  {'typst':>34}")
        good = [measure_case(case, folder, environment) for case in CASES if not words or words in case.name]
        good += [sheets(folder, environment), helps(folder, environment)]
        good += [progress(old, folder, environment)] if old else []
    return 0 if all(good) else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("words", nargs="*", help="only the cases whose name has these words")
    parser.add_argument("--old", help="an earlier program")
    options = parser.parse_args()
    sys.exit(main(" ".join(options.words), options.old))
