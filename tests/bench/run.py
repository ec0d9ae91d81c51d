"""Whole commands against rivals that draw the same things: a bare reportlab script, and typst.

The rivals are handed finished places and read no YAML. Every figure is the median of five runs of a
whole process, rivals in turn, and the highest peak of memory. Ends with 1 if a goal is missed.
"""

import importlib.util
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FONTS = ROOT / "fonts"
RUNS = 5
SCRAWL = [sys.executable, "-m", "generator"]
TYPST = (
    "import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2], font_paths=[sys.argv[3]], ignore_system_fonts=True)"
)
# name, command, allowed multiple of the bare script, allowed peak in MB
CASES = [
    ("72 cards with backs", ["print", "cards"], 2.5, None),
    ("720 cards", ["print", "cards", "--copies", "10"], 2.0, None),
    ("7,200 cards", ["print", "cards", "--copies", "100"], 2.0, 200),
    ("1 sheet", ["print", "sheets"], None, None),
    ("100 equal sheets", ["print", "sheets", "--copies", "100"], 2.0, None),
]


def surroundings(folder):
    """Return an environment in which modules are compiled once, as they are in an installed copy."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(folder / "compiled")}


def timed(command, environment):
    """Run a command; return (seconds, peak MB)."""
    begin = time.perf_counter()
    with open(os.devnull, "wb") as nothing:
        files = [(os.POSIX_SPAWN_DUP2, nothing.fileno(), 1)]
        child = os.posix_spawn(command[0], command, environment, file_actions=files)
    _, status, used = os.wait4(child, 0)
    seconds = time.perf_counter() - begin
    if status:
        raise SystemExit(f"failed: {' '.join(command)}")
    return seconds, used.ru_maxrss / 1024


def medians(commands, environment):
    """Run rivals in turn, once to warm up and then five times; return the median (seconds, peak MB) of each."""
    found = {name: [] for name in commands}
    for turn in range(RUNS + 1):
        for name, command in commands.items():
            result = timed(command, environment)
            if turn:
                found[name].append(result)
    return {
        name: (statistics.median(seconds for seconds, _ in results), max(peak for _, peak in results))
        for name, results in found.items()
    }


def rivals(case, arguments, folder):
    """Return the commands that make the same pages; what the rivals need is written beforehand."""
    home = folder / case.replace(" ", "-").replace(",", "")
    home.mkdir()
    # in a process of its own, because a child is charged with the memory of its parent
    subprocess.run([sys.executable, HERE / "prepare.py", home, *arguments], check=True, capture_output=True, cwd=ROOT)
    commands = {
        "scrawl": [*SCRAWL, *arguments, "-o", str(home / "scrawl.pdf")],
        "bare": [sys.executable, str(HERE / "bare.py"), str(home / "calls.pickle"), str(home / "bare.pdf")],
    }
    if importlib.util.find_spec("typst"):
        commands["typst"] = [sys.executable, "-c", TYPST, str(home / "deck.typ"), str(home / "typst.pdf"), str(FONTS)]
    return commands


def told(result):
    return f"{result[0]:6.2f} s {result[1]:5.0f} MB"


def verdict(ratio, allowed, peak, most):
    """Return what a line says of its goals, and whether it meets them."""
    if allowed is None:
        return "", True
    good = ratio <= allowed and (most is None or peak <= most)
    goal = f"goal {allowed:.1f}" + (f", {most} MB" if most else "")
    return f"{goal}: {'met' if good else 'MISSED'}", good


def main():
    all_good = True
    print(f"{'':20} {'scrawl':>17} {'bare reportlab':>17} {'ratio':>6} {'typst':>17} {'ratio':>6}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = surroundings(folder)
        for case, arguments, allowed, most in CASES:
            found = medians(rivals(case, arguments, folder), environment)
            ours, bare, typst = found["scrawl"], found["bare"], found.get("typst")
            ratio = ours[0] / bare[0]
            words, good = verdict(ratio, allowed, ours[1], most)
            all_good &= good
            beside = f"{told(typst)} {ours[0] / typst[0]:6.2f}" if typst else f"{'-':>17} {'-':>6}"
            print(f"{case:20} {told(ours)} {told(bare)} {ratio:6.2f} {beside}  {words}", flush=True)
        helps = {"help": [*SCRAWL, "--help"], "click": [sys.executable, "-c", "import click"]}
        found = medians(helps, environment)
    ratio = found["help"][0] / found["click"][0]
    print(f"{'scrawl --help':20} {told(found['help'])} {told(found['click'])} {ratio:6.2f}  (beside `import click`)")
    return 0 if all_good else 1


if __name__ == "__main__":
    sys.exit(main())
