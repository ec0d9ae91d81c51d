"""Find the weights of a style by evolution: `python tests/bench/tune.py START.yaml NEW.yaml --generations 100`.

Each generation plays sets of weights near the best so far on the same games, alone and at a table of two, and moves to
the mean of those that earned most. A line tells each generation: number, mean glory, and how wide the search still is.
"""

import argparse
import random
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import yaml

from generator.games.paper_dungeons.arena import Arena, opened
from generator.games.paper_dungeons.weights import Weights, names_of
from generator.games.paper_dungeons.worth import Worth

ROOT = Path(__file__).resolve().parents[2]
CHILDREN, PARENTS = 16, 5


def earned(weights, seeds):
    """Return the mean glory of a style over games alone (even seeds) and at a table of two."""
    totals = []
    for seed in seeds:
        totals += Arena((ROOT,), "paper-dungeons", (weights,) * (1 + seed % 2)).totals(seed)
    return sum(totals) / len(totals)


def child_of(chance, mean, width):
    return {name: max(0.0, value + chance.gauss(0, width * (0.25 + abs(value)))) if name not in SIGNED else value + chance.gauss(0, width * 3) for name, value in mean.items()}


SIGNED = set()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("start", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--generations", type=int, default=100)
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--width", type=float, default=0.35)
    wishes = parser.parse_args()
    names = names_of(opened((ROOT,), "paper-dungeons").book)
    SIGNED.update(name for name in names if name.startswith(("power.", "goal_kept.")))
    start = yaml.safe_load(wishes.start.read_text(encoding="utf-8"))
    mean = {name: float(start.get(name, getattr(Worth(), name, 0.0))) for name in names}
    chance, width = random.Random(wishes.seed), wishes.width
    with ProcessPoolExecutor(wishes.workers) as pool:
        for generation in range(wishes.generations):
            seeds = range(generation * wishes.games, (generation + 1) * wishes.games)
            children = [mean, *(child_of(chance, mean, width) for _ in range(CHILDREN))]
            worth = list(pool.map(earned, [Weights("child", each) for each in children], [seeds] * len(children)))
            best = sorted(range(len(children)), key=lambda at: -worth[at])[:PARENTS]
            mean = {name: sum(children[at][name] for at in best) / PARENTS for name in names}
            width *= 0.985
            print(f"{generation:4} {worth[0]:6.1f} {max(worth):6.1f} {width:.3f}", flush=True)
            wishes.out.write_text(yaml.safe_dump({name: round(value, 3) for name, value in mean.items()}, sort_keys=False), encoding="utf-8")


if __name__ == "__main__":
    main()
