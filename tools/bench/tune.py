"""Find the weights of a style by evolution: `python tools/bench/tune.py START.yaml NEW.yaml --generations 100`.

Each generation plays sets of weights near the best so far on the same games, solo and for two players, with hands
of one card, and moves to the mean of the best sets. It prints a line for each generation: number, mean glory of the
middle, highest glory of a child, and the width of the search. At the end the weight of each power and goal is how much
more players with this card earned than the others.
"""

import argparse
import random
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import yaml

from generator.rulesets.paper_dungeons.bots.style_weights import Weights, names_of
from generator.rulesets.ruleset import BotStyle
from generator.rulesets.simulate.match_setup import MatchSetup
from generator.rulesets.simulate.runs import run
from generator.rulesets.simulate.workers import open_workers

ROOT = Path(__file__).resolve().parents[2]
GAME = "paper-dungeons"
CHILDREN, PARENTS = 24, 8
CHANGED = 0.35  # of the weights of a child
SIGNED = "first."  # weights that may be below 0
CARDS = {"power": "power", "goal": "goal_kept"}  # the counted cards, and the weights that follow from them


def arena_of(weights, players=1):
    return MatchSetup((ROOT,), GAME, (weights,) * players, chooses=False)


def mean_glory(weights, seeds):
    """Return the mean glory of a style over solo games (even seeds) and games of two players."""
    totals = []
    for seed in seeds:
        totals += arena_of(weights, 1 + seed % 2).totals(seed)
    return sum(totals) / len(totals)


def child_of(chance, mean, width):
    steps = {
        name: chance.gauss(0, width * (0.3 + abs(value))) for name, value in mean.items() if chance.random() < CHANGED
    }
    values = {name: value + steps.get(name, 0.0) for name, value in mean.items()}
    return {name: value if name.startswith(SIGNED) else max(0.0, value) for name, value in values.items()}


def card_weights(weights, games, workers):
    """Return how much more each power and goal earns than the mean of all, as weights."""
    counts = run(arena_of(weights), games, 1, workers)
    mean = counts.of(f"{weights.name}/total").mean
    return {
        f"{weight}.{key}": sample.mean - mean
        for kind, weight in CARDS.items()
        for key, sample in counts.under(f"{weights.name}/{kind}")
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("start", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--generations", type=int, default=100)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--width", type=float, default=0.2)
    parser.add_argument("--card-games", type=int, default=20_000)
    wishes = parser.parse_args()
    names = [
        name
        for name in names_of(MatchSetup((ROOT,), GAME, ()).simulator().rules.book)
        if not name.startswith(("no_", "power.", "goal_kept."))
    ]
    start = yaml.safe_load(wishes.start.read_text(encoding="utf-8"))
    mean = {name: float(start.get(name, getattr(Weights(), name, 0.0))) for name in names}
    chance, width = random.Random(wishes.seed), wishes.width
    with ProcessPoolExecutor(wishes.workers) as pool:
        for generation in range(wishes.generations):
            seeds = range(generation * wishes.games, (generation + 1) * wishes.games)
            children = [mean, *(child_of(chance, mean, width) for _ in range(CHILDREN))]
            glories = list(pool.map(partial(mean_glory, seeds=seeds), [BotStyle("child", each) for each in children]))
            best = sorted(range(len(children)), key=lambda index: -glories[index])[:PARENTS]
            mean = {name: sum(children[index][name] for index in best) / PARENTS for name in names}
            width *= 0.96
            print(f"{generation:4} {glories[0]:6.1f} {max(glories):6.1f} {width:.3f}", flush=True)
            write(wishes.out, mean)
    with open_workers(wishes.workers) as workers:
        mean |= card_weights(BotStyle("tuned", mean), wishes.card_games, workers)
    write(wishes.out, mean)


def write(path, weights):
    path.write_text(
        yaml.safe_dump({name: round(value, 3) for name, value in weights.items()}, sort_keys=False), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
