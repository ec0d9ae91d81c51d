"""Whole commands against rivals that draw the same things: a bare reportlab script, and typst.

The bare script is handed finished places and reads no YAML. For our own cards typst is handed them too; the deck whose
cards all differ it lays out itself, from a list of cards. Every figure is the median of five runs of a whole process,
rivals in turn, and the highest peak of memory. Ends with 1 if a goal is missed.
"""

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

from decks import write_deck

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FONTS = ROOT / "fonts"
RUNS = 5
SCRAWL = [sys.executable, "-m", "generator"]
TYPST = (
    "import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2], font_paths=[sys.argv[3]], ignore_system_fonts=True)"
)
CARDS = ["print", "cards", "--game", "bench"]


@dataclass(frozen=True)
class Case:
    """A command, how many different cards it prints (0: those of our own game), and its goals."""

    name: str
    command: list
    different: int = 0
    bare: float | None = None  # times the bare script
    typst: float | None = None  # times typst
    peak: int | None = None  # MB
    size: float | None = None  # times the bare script's file


CASES = [
    Case("72 cards with backs", ["print", "cards"], bare=2.5),
    Case("720 cards, 72 kinds", ["print", "cards", "--copies", "10"], bare=2.0),
    Case("7,200 cards, 72 kinds", ["print", "cards", "--copies", "100"], bare=2.0, peak=200),
    Case("72 different cards", CARDS, 72, bare=1.6, size=1.6),
    Case("720 different cards", CARDS, 720, bare=2.0, typst=0.6, size=1.6),
    Case("7,200 different cards", CARDS, 7200, bare=2.0, typst=0.6, peak=100, size=1.6),
    Case("1 sheet", ["print", "sheets"]),
    Case("100 equal sheets", ["print", "sheets", "--copies", "100"], bare=2.0),
]
DIFFERENT_SHEETS = 2.0  # times as long as 100 equal ones


def surroundings(folder):
    """Return an environment in which modules are compiled once, as they are in an installed copy."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(folder / "compiled")}


def timed(command, environment, folder):
    """Run a command in a folder; return (seconds, peak MB)."""
    begin = time.perf_counter()
    with open(os.devnull, "wb") as nothing, contextlib.chdir(folder):
        files = [(os.POSIX_SPAWN_DUP2, nothing.fileno(), 1)]
        child = os.posix_spawn(command[0], command, environment, file_actions=files)
    _, status, used = os.wait4(child, 0)
    seconds = time.perf_counter() - begin
    if status:
        raise SystemExit(f"failed: {' '.join(command)}")
    return seconds, used.ru_maxrss / 1024


def medians(commands, environment, folder):
    """Run rivals in turn, once to warm up and then five times; return the median (seconds, peak MB) of each."""
    found = {name: [] for name in commands}
    for turn in range(RUNS + 1):
        for name, command in commands.items():
            result = timed(command, environment, folder)
            if turn:
                found[name].append(result)
    return {
        name: (statistics.median(seconds for seconds, _ in results), max(peak for _, peak in results))
        for name, results in found.items()
    }


def rivals(case, home):
    """Return the commands that make the same pages; what the rivals need is written beforehand."""
    home.mkdir()
    if case.different:
        write_deck(home, case.different)
    # in a process of its own, because a child is charged with the memory of its parent
    prepare = [sys.executable, HERE / "prepare.py", home, *case.command]
    subprocess.run(prepare, check=True, capture_output=True, cwd=home if case.different else ROOT)
    source = "laid.typ" if case.different else "deck.typ"
    commands = {
        "scrawl": [*SCRAWL, *case.command, "-o", str(home / "scrawl.pdf")],
        "bare": [sys.executable, str(HERE / "bare.py"), str(home / "calls.pickle"), str(home / "bare.pdf")],
    }
    if importlib.util.find_spec("typst"):
        commands["typst"] = [sys.executable, "-c", TYPST, str(home / source), str(home / "typst.pdf"), str(FONTS)]
    return commands


def told(result, pdf):
    return f"{result[0]:6.2f} s {result[1]:5.0f} MB {pdf.stat().st_size / 1000:7,.0f} kB"


def verdicts(case, ratios, peak):
    """Yield (what a goal says, whether it is met) of every goal of a case."""
    for name in ("bare", "typst", "size"):
        goal = getattr(case, name)
        if goal is not None and ratios.get(name) is not None:
            yield f"{name} {goal:.1f}", ratios[name] <= goal
    if case.peak is not None:
        yield f"{case.peak} MB", peak <= case.peak


def measured(case, folder, environment):
    """Measure a case beside its rivals; print its line and tell whether its goals are met."""
    home = folder / case.name.replace(" ", "-").replace(",", "")
    commands = rivals(case, home)
    found = medians(commands, environment, home)
    ours = found["scrawl"]
    ratios = {name: ours[0] / result[0] for name, result in found.items() if name != "scrawl"}
    ratios["size"] = (home / "scrawl.pdf").stat().st_size / (home / "bare.pdf").stat().st_size
    goals = list(verdicts(case, ratios, ours[1]))
    words = ", ".join(f"{goal} {'met' if good else 'MISSED'}" for goal, good in goals)
    columns = [told(found[name], home / f"{name}.pdf") for name in found]
    beside = f"bare {ratios['bare']:4.2f}" + (f", typst {ratios['typst']:4.2f}" if "typst" in ratios else "")
    print(f"{case.name:22} {'  '.join(columns)}  {beside}  {words}", flush=True)
    return all(good for _, good in goals)


def sheets(folder, environment):
    """Measure 100 player sheets with a dungeon of their own and a name beside 100 equal ones."""
    home = folder / "sheets"
    home.mkdir()
    subprocess.run([sys.executable, HERE / "decks.py", home, "100"], check=True, env=environment, capture_output=True)
    dungeons = [f"--dungeon={path}" for path in sorted(home.glob("*.yaml"))]
    wishes = {"different": [*dungeons, "--player=Ada"], "equal": [dungeons[0], "--copies=100"]}
    commands = {
        name: [*SCRAWL, "print", "sheets", *wish, "-o", str(home / f"{name}.pdf")] for name, wish in wishes.items()
    }
    found = medians(commands, environment, home)
    ratio = found["different"][0] / found["equal"][0]
    good = ratio <= DIFFERENT_SHEETS
    words = f"goal {DIFFERENT_SHEETS} {'met' if good else 'MISSED'}"
    for name in found:
        print(f"100 {name + ' sheets':18} {told(found[name], home / f'{name}.pdf')}")
    print(f"{'different / equal':22} {ratio:.2f}  {words}", flush=True)
    return good


def main(wanted):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = surroundings(folder)
        print(f"{'':22} {'scrawl':>26}  {'bare reportlab':>26}  {'typst':>26}")
        good = [measured(case, folder, environment) for case in CASES if not wanted or wanted in case.name]
        good.append(sheets(folder, environment))
        helps = {"help": [*SCRAWL, "--help"], "click": [sys.executable, "-c", "import click"]}
        found = medians(helps, environment, folder)
    ratio = found["help"][0] / found["click"][0]
    print(f"scrawl --help {found['help'][0]:.3f} s, `import click` {found['click'][0]:.3f} s: {ratio:.2f}")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(" ".join(sys.argv[1:])))
