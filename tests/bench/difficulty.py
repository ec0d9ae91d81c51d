"""How far the figure that dungeons are told by and what is earned in them agree: `python tests/bench/difficulty.py`.

Generates dungeons of every difficulty, plays each alone with the usual player, and prints the rank correlation
(Spearman) of the figure with the mean, and what each difficulty comes to.
"""

import argparse
import statistics
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

from generator.chance import code_of
from generator.dungeon.files import find_dungeon, read_base_map
from generator.dungeon.measure import measure
from generator.dungeon.random_map import Wishes, score
from generator.dungeon.rules import Difficulty, read_map_rules
from generator.games.game import open_game
from generator.reading.catalogue import Catalogue
from generator.recipes.made_dungeons import generated_text
from generator.recipes.measure import measured

ROOT = Path(__file__).resolve().parents[2]
GAME = "paper-dungeons"


def trial(number, games, new_map):
    """Return the difficulty that a dungeon was made for, its figure, and what is earned in it."""
    catalogue = Catalogue((ROOT,))
    difficulty = get_args(Difficulty)[number % 3]
    rules = read_map_rules(catalogue, GAME)
    base = read_base_map(catalogue, GAME, rules)
    wishes = Wishes(base.columns, base.rows, difficulty, new_map=new_map)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "made.yaml"
        path.write_text(generated_text(catalogue, GAME, code_of(number * 7919 + 3), wishes), encoding="utf-8")
        file = find_dungeon(catalogue, GAME, rules, str(path))
        found = measured(open_game(catalogue, GAME), str(path), games)
    route = measure(file.dungeon, rules)
    return difficulty, score(route, base.columns, base.rows), found.points.estimate


def ranks(values):
    """Return the rank of each value; equal ones share the mean of theirs."""
    order = sorted(values)
    return [order.index(value) + (order.count(value) - 1) / 2 for value in values]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dungeons", type=int, default=200)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--new-map", action="store_true")
    wishes = parser.parse_args()
    with ProcessPoolExecutor(wishes.workers) as pool:
        found = list(pool.map(partial(trial, games=wishes.games, new_map=wishes.new_map), range(wishes.dungeons)))
    _, figures, earned = zip(*found, strict=True)
    print(f"rank correlation {statistics.correlation(ranks(figures), ranks(earned)):.2f} over {len(found)} dungeons of {wishes.games} games each")
    for difficulty in get_args(Difficulty):
        own = [(figure, points) for each, figure, points in found if each == difficulty]
        means = [points for _, points in own]
        print(f"{difficulty:9} figure {min(own)[0]} to {max(own)[0]}, points {statistics.fmean(means):.1f} ({min(means):.1f} to {max(means):.1f})")


if __name__ == "__main__":
    main()
