"""How hard dungeons are, read off their maps and by what is earned in them: `python tools/bench/difficulty.py`.

Generates dungeons of every difficulty, plays each alone with the usual player, and prints how far the figure and the mean
agree (Spearman's rank correlation), and what each difficulty comes to.

`--fit` finds what map.yaml and simulation.yaml say of it: dungeons of no difficulty, over the base map and, half as many,
on maps of their own, are played, and every number of the figure that map.yaml names is fitted to the means by least squares
(with a slight pull to 0, because one card always stands in each room). How far that agrees is told of dungeons that it was
not fitted to: ten tenths, each foretold by the others. Bands are the thirds of the figures over the base map, or, of
other sizes, of maps that are only generated; the bounds of what is earned are the thirds of the means over the base map.
"""

import argparse
import statistics
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import get_args

import numpy as np

from generator.authoring.dungeon_file_authoring import file_text
from generator.chance import RandomStream, code_of
from generator.game.game import open_game
from generator.maps.difficulty import DifficultyMeter
from generator.maps.loading import known_cards, read_base_map
from generator.maps.map_rules import Difficulty, DifficultyFormula, read_map_rules
from generator.maps.random_map import generate, is_own_map
from generator.maps.share_code import MapOptions
from generator.products.dungeon_sentences import in_a_file, measured
from generator.reading.game_catalogue import GameCatalogue

ROOT = Path(__file__).resolve().parents[2]
GAME = "paper-dungeons"
DIFFICULTIES = get_args(Difficulty)
ANY = {"easy": (-1_000_000, -1_000_000), "standard": (1_000_000, -1_000_000), "hard": (1_000_000, 1_000_000)}
PULL = 1.0
TENTHS = 10
OF_A_SIZE = 240  # maps generated for the band of other sizes


def terms(figure):
    """Yield the name of every number of a figure, and the figure in which it alone is 1."""
    for at in range(len(figure.steps)):
        yield f"steps {at + 1}", DifficultyFormula(steps=tuple(int(at == each) for each in range(len(figure.steps))))
    yield "damage", DifficultyFormula(damage=1)
    for part in ("inside", "beside", "anywhere", "cards"):
        for key in getattr(figure, part):
            yield f"{part} {key}", DifficultyFormula(**{part: {key: 1}})


def of_any(rules, difficulty):
    """Return rules by which every dungeon is of a difficulty."""
    easy, standard = ANY[difficulty]
    bands = tuple(replace(band, easy=easy, standard=standard) for band in rules.difficulty.bands)
    return replace(rules, difficulty=replace(rules.difficulty, bands=bands))


def trial(number, home, games, new_map=False, any_figure=False, sizes=()):
    """Return the difficulty of a dungeon, its figure, what each term of that comes to, and the mean that is earned."""
    catalogue, difficulty = GameCatalogue((home,)), DIFFICULTIES[number % 3]
    rules = read_map_rules(catalogue, GAME)
    base = read_base_map(catalogue, GAME, rules)
    size = RandomStream(number, "size").choice(sizes) if sizes else (base.columns, base.rows)
    wishes = MapOptions(*size, difficulty, new_map=new_map)
    made_by = of_any(rules, difficulty) if any_figure else rules
    made = generate(code_of(number * 7919 + 3), wishes, base, made_by, known_cards(catalogue, GAME, rules))
    text = f"{rules.targets.deck}: [{', '.join(made.cards)}]\n" + file_text(made.dungeon, own=is_own_map(wishes, base))
    with in_a_file(text) as path:
        found = measured(open_game(catalogue, GAME), path, games)
    targets = made.dungeon.targets
    route = DifficultyMeter(made.dungeon, rules).route(targets)

    def figure(told):
        by = replace(rules, difficulty=replace(rules.difficulty, figure=told))
        return DifficultyMeter(made.dungeon, by).figure(route, targets, made.cards)

    parts = [figure(each) for _, each in terms(rules.difficulty.figure)]
    return difficulty, figure(rules.difficulty.figure), parts, found.points.estimate if found else None


def ranks(values):
    """Return the rank of each value; equal ones share the mean of theirs."""
    order = sorted(values)
    return [order.index(value) + (order.count(value) - 1) / 2 for value in values]


def agreement(figures, earned):
    """Return the rank correlation of figures and means."""
    return statistics.correlation(ranks(figures), ranks(earned))


def fitted(rows, earned):
    """Return the number of each term, and one more, that foretell the means best: least squares with a slight pull to 0."""
    middles, goal = np.mean(rows, axis=0), np.mean(earned)
    away = np.array(rows) - middles
    numbers = np.linalg.solve(away.T @ away + PULL * np.eye(len(middles)), away.T @ (np.array(earned) - goal))
    return numbers, goal - figure_by(numbers, middles)


def foretold(rows, earned):
    """Return what each tenth of the dungeons is foretold by the others."""
    found = [0.0] * len(rows)
    for tenth in range(TENTHS):
        others = [at for at in range(len(rows)) if at % TENTHS != tenth]
        numbers, more = fitted([rows[at] for at in others], [earned[at] for at in others])
        for at in range(tenth, len(rows), TENTHS):
            found[at] = more + figure_by(numbers, rows[at])
    return found


def figure_by(numbers, row):
    """Return the figure that numbers give to what their terms come to."""
    return sum(number * value for number, value in zip(numbers, row, strict=True))


def thirds(values):
    """Return from where the upper and the middle third of values begin."""
    standard, easy = statistics.quantiles(values, n=3)
    return easy, standard


def fit(run, home, count, games):
    """Print the figure, the bands and the bounds of what is earned that dungeons of no difficulty come to."""
    rules = read_map_rules(GameCatalogue((home,)), GAME)
    base = read_base_map(GameCatalogue((home,)), GAME, rules)
    over = run(partial(trial, home=home, games=games, any_figure=True), range(count))
    own = run(partial(trial, home=home, games=games, any_figure=True, new_map=True), range(count // 2))
    rows, earned = [each[2] for each in over + own], [each[3] for each in over + own]
    numbers = [round(100 * number) for number in fitted(rows, earned)[0]]
    print(
        "points over the base map {:.1f}, on maps of their own {:.1f}".format(
            *(statistics.fmean(each[3] for each in found) for found in (over, own))
        )
    )
    seen = foretold(rows, earned)
    print(
        f"rank correlation of dungeons not fitted to: {agreement(seen[:count], earned[:count]):.2f} over the base map, {agreement(seen[count:], earned[count:]):.2f} on maps of their own"
    )
    for (name, _), number in zip(terms(rules.difficulty.figure), numbers, strict=True):
        print(f"  {name:28}{number:5}")
    least = 2 * rules.size.least
    for band in rules.difficulty.bands:
        sums = range(least, band.up_to + 1)
        sizes = [
            (one, each - one)
            for each in sums
            for one in range(rules.size.least, rules.size.most + 1)
            if rules.size.least <= each - one <= rules.size.most
        ]
        of_base = base.columns + base.rows in sums
        of_size = (
            over
            if of_base
            else run(partial(trial, home=home, games=0, any_figure=True, new_map=True, sizes=sizes), range(OF_A_SIZE))
        )
        easy, standard = thirds([figure_by(numbers, each[2]) for each in of_size])
        print(f"  - {{up_to: {band.up_to}, easy: {easy:.0f}, standard: {standard:.0f}}}")
        least = band.up_to + 1
    print("earned: {{easy: {:.1f}, standard: {:.1f}}}".format(*thirds(earned[:count])))


def told(run, home, count, games, new_map):
    """Print how far figure and means agree, and what the dungeons of each difficulty come to."""
    found = run(partial(trial, home=home, games=games, new_map=new_map), range(count))
    figures, earned = [each[1] for each in found], [each[3] for each in found]
    print(f"rank correlation {agreement(figures, earned):.2f} over {len(found)} dungeons of {games} games each")
    for difficulty in DIFFICULTIES:
        own = [figure for each, figure, _, _ in found if each == difficulty]
        means = [points for each, _, _, points in found if each == difficulty]
        wide = 1.96 * statistics.stdev(means) / len(means) ** 0.5
        mean = statistics.fmean(means)
        print(
            f"{difficulty:9} figure {min(own)} to {max(own)}, points {mean:.2f} (95 %: {mean - wide:.2f} to {mean + wide:.2f}), dungeons {min(means):.1f} to {max(means):.1f}"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dungeons", type=int, default=200)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--new-map", action="store_true", help="maps of their own instead of overlays")
    parser.add_argument("--home", type=Path, default=ROOT, help="the folder with cards/ to measure")
    parser.add_argument("--fit", action="store_true")
    wishes = parser.parse_args()
    with ProcessPoolExecutor(wishes.workers) as pool:

        def run(of, numbers):
            return list(pool.map(of, numbers, chunksize=4))

        if wishes.fit:
            fit(run, wishes.home, wishes.dungeons, wishes.games)
        else:
            told(run, wishes.home, wishes.dungeons, wishes.games, wishes.new_map)


if __name__ == "__main__":
    main()
