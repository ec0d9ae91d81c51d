"""Measure games a second on one core, for each style, in plain Python and compiled: `python tools/bench/games.py`.

Counts seconds of the processor without the start. The result is the best of short turns within six seconds, because
other programs and first calls only make a turn slower. `--run GAMES` plays so many games on all cores instead, as
`scrawl simulate` does, and prints the time and the highest memory of a worker after each tenth.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECONDS, GAMES = 6.0, {"random": 200, "greedy": 100, "tuned": 100, "searching": 1}
CHUNK = 250
GOALS = {("greedy", "plain"): 1000, ("greedy", "compiled"): 4000}


def compiled_copy(folder):
    """Return a folder with the package from a wheel with compiled modules."""
    wish = {**os.environ, "HATCH_BUILD_HOOK_ENABLE_CUSTOM": "1"}
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(folder), str(ROOT)]
    subprocess.run(command, env=wish, check=True)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        wheel.extractall(folder / "compiled")
    return folder / "compiled"


def match(style):
    from generator.reading.game_catalogue import GameCatalogue, built_in_root
    from generator.rulesets.ruleset import BotStyle
    from generator.rulesets.simulate.match_setup import MatchSetup
    from generator.rulesets.simulate.spec import read_simulation

    styles = read_simulation(GameCatalogue((built_in_root(),)), "paper-dungeons").styles
    values = styles.get(style) or (styles["tuned"] if style == "searching" else {})
    return MatchSetup((built_in_root(),), "paper-dungeons", (BotStyle(style, values),))


def measure(style):
    """Print the games a second of a style, in processor time."""
    from generator.rulesets.simulate.runs import Chunk, play_chunk

    play, games, times = match(style).play, GAMES[style], []
    play_chunk(play, Chunk(1, 0, 1))
    while sum(times) < SECONDS:
        chunk, begin = Chunk(1, games * len(times), games * (len(times) + 1)), time.process_time()
        play_chunk(play, chunk)
        times.append(time.process_time() - begin)
    print(games / min(times))


def run(games):
    """Play many games on all cores; print how memory and time grow."""
    from generator.rulesets.simulate.runs import Chunk
    from generator.rulesets.value_counts import ValueCounts

    play, totals, done, begin = match("greedy").play, ValueCounts(), 0, time.perf_counter()
    with ProcessPoolExecutor() as pool:
        chunks = [Chunk(1, start, min(start + CHUNK, games)) for start in range(0, games, CHUNK)]
        for counts, memory in pool.map(part, [(play, chunk) for chunk in chunks]):
            totals.merge(counts)
            before, done = done, totals.of("greedy/total").size
            if 10 * before // games < 10 * done // games:
                own_memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
                print(
                    f"{done:10,} games {time.perf_counter() - begin:7.1f} s, workers {memory:.0f} MB, this process {own_memory:.0f} MB",
                    flush=True,
                )
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"mean {totals.of('greedy/total').mean:.3f}, processor {usage.ru_utime + usage.ru_stime:.1f} s")


def part(work):
    from generator.rulesets.simulate.runs import play_chunk

    return play_chunk(*work).counts, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def run_copy(package, *words, shown=False):
    """Run this file with another copy of the package; return its output unless it is shown."""
    environment, output = {**os.environ, "PYTHONPATH": str(package)}, None if shown else subprocess.PIPE
    return subprocess.run(
        [sys.executable, __file__, *words], env=environment, check=True, stdout=output, text=True
    ).stdout


def table(folder):
    """Print games a second side by side; return whether all goals are met."""
    ways, good = {"plain": ROOT, "compiled": compiled_copy(folder)}, True
    print(f"{'games a second a core':22}" + "".join(f"{name:>12}" for name in ways))
    for style in GAMES:
        speeds = {name: float(run_copy(package, "--style", style)) for name, package in ways.items()}
        goals = {name: goal for (goal_style, name), goal in GOALS.items() if goal_style == style}
        met = {name: speeds[name] >= goal for name, goal in goals.items()}
        good = good and all(met.values())
        words = ", ".join(f"goal {goals[name]:,} {'met' if fine else 'MISSED'}" for name, fine in met.items())
        print(
            f"{style:22}"
            + "".join(f"{speed:12,.{0 if speed > 10 else 1}f}" for speed in speeds.values())
            + f"  {words}",
            flush=True,
        )
    return good


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--style", choices=GAMES, help="print the games a second of one style alone")
    parser.add_argument("--run", type=int, metavar="GAMES", help="play many games on all cores, compiled")
    parser.add_argument("--here", action="store_true", help="with the package that Python finds")
    wishes = parser.parse_args()
    if wishes.style:
        measure(wishes.style)
        return 0
    if wishes.here:
        run(wishes.run)
        return 0
    with tempfile.TemporaryDirectory() as name:
        if wishes.run:
            run_copy(compiled_copy(Path(name)), "--here", "--run", str(wishes.run), shown=True)
            return 0
        return 0 if table(Path(name)) else 1


if __name__ == "__main__":
    sys.exit(main())
