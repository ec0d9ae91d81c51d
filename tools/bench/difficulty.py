"""Measure how hard dungeons are, from their maps and from simulated points: `python tools/bench/difficulty.py`.

Generates dungeons of every difficulty, plays solo games in each with the usual bot, and prints how well the figure and
the mean points agree (Spearman's rank correlation), and the figures and points of each difficulty.

`--fit` finds the numbers for map.yaml and simulation.yaml. It plays dungeons of no difficulty over the base map and,
half as many, on their own maps. It fits every number of the figure in map.yaml to the mean points by least squares
(with a slight pull to 0, because each room always has exactly one card). The printed agreement is that of ten tenths,
each predicted from the others. Bands are the thirds of the figures over the base map; for other sizes, of maps that are
generated but not played. The bounds of points are the thirds of the means over the base map.
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
    """Yield the name of every number of a figure, and the figure in which only that number is 1."""
    for index in range(len(figure.steps)):
        yield (
            f"steps {index + 1}",
            DifficultyFormula(steps=tuple(int(index == other) for other in range(len(figure.steps)))),
        )
    yield "damage", DifficultyFormula(damage=1)
    for part in ("inside", "beside", "anywhere", "cards"):
        for key in getattr(figure, part):
            yield f"{part} {key}", DifficultyFormula(**{part: {key: 1}})


def of_any(rules, difficulty):
    """Return rules by which every dungeon has this difficulty."""
    easy, standard = ANY[difficulty]
    bands = tuple(replace(band, easy=easy, standard=standard) for band in rules.difficulty.bands)
    return replace(rules, difficulty=replace(rules.difficulty, bands=bands))


def trial(number, home, games, new_map=False, any_figure=False, sizes=()):
    """Return the difficulty of a dungeon, its figure, the value of each term of the figure, and the mean points."""
    catalogue, difficulty = GameCatalogue((home,)), DIFFICULTIES[number % 3]
    rules = read_map_rules(catalogue, GAME)
    base = read_base_map(catalogue, GAME, rules)
    size = RandomStream(number, "size").choice(sizes) if sizes else (base.columns, base.rows)
    wishes = MapOptions(*size, difficulty, new_map=new_map)
    drawing_rules = of_any(rules, difficulty) if any_figure else rules
    random_map = generate(code_of(number * 7919 + 3), wishes, base, drawing_rules, known_cards(catalogue, GAME, rules))
    text = f"{rules.targets.deck}: [{', '.join(random_map.cards)}]\n" + file_text(
        random_map.dungeon, own=is_own_map(wishes, base)
    )
    with in_a_file(text) as path:
        measurement = measured(open_game(catalogue, GAME), path, games)
    targets = random_map.dungeon.targets
    route = DifficultyMeter(random_map.dungeon, rules).route(targets)

    def figure(formula):
        own_rules = replace(rules, difficulty=replace(rules.difficulty, figure=formula))
        return DifficultyMeter(random_map.dungeon, own_rules).figure(route, targets, random_map.cards)

    parts = [figure(term) for _, term in terms(rules.difficulty.figure)]
    return difficulty, figure(rules.difficulty.figure), parts, measurement.points.estimate if measurement else None


def ranks(values):
    """Return the rank of each value; equal ones share the mean of theirs."""
    order = sorted(values)
    return [order.index(value) + (order.count(value) - 1) / 2 for value in values]


def agreement(figures, earned):
    """Return the rank correlation of figures and means."""
    return statistics.correlation(ranks(figures), ranks(earned))


def fit_terms(rows, earned):
    """Return the number of each term, and a constant, that predict the means best: least squares with a pull to 0."""
    middles, goal = np.mean(rows, axis=0), np.mean(earned)
    deviations = np.array(rows) - middles
    numbers = np.linalg.solve(
        deviations.T @ deviations + PULL * np.eye(len(middles)), deviations.T @ (np.array(earned) - goal)
    )
    return numbers, goal - figure_by(numbers, middles)


def predict_tenths(rows, earned):
    """Return the predicted mean of each dungeon, fitted to the nine tenths without it."""
    predictions = [0.0] * len(rows)
    for tenth in range(TENTHS):
        others = [index for index in range(len(rows)) if index % TENTHS != tenth]
        numbers, constant = fit_terms([rows[index] for index in others], [earned[index] for index in others])
        for index in range(tenth, len(rows), TENTHS):
            predictions[index] = constant + figure_by(numbers, rows[index])
    return predictions


def figure_by(numbers, row):
    """Return the figure from the number and the value of each term."""
    return sum(number * value for number, value in zip(numbers, row, strict=True))


def thirds(values):
    """Return the values at which the upper and the middle third begin."""
    standard, easy = statistics.quantiles(values, n=3)
    return easy, standard


def fit(run, home, count, games):
    """Print the figure, the bands and the bounds of points, fitted to dungeons of no difficulty."""
    rules = read_map_rules(GameCatalogue((home,)), GAME)
    base = read_base_map(GameCatalogue((home,)), GAME, rules)
    overlays = run(partial(trial, home=home, games=games, any_figure=True), range(count))
    own_maps = run(partial(trial, home=home, games=games, any_figure=True, new_map=True), range(count // 2))
    rows, earned = [each[2] for each in overlays + own_maps], [each[3] for each in overlays + own_maps]
    numbers = [round(100 * number) for number in fit_terms(rows, earned)[0]]
    print(
        "points over the base map {:.1f}, on maps of their own {:.1f}".format(
            *(statistics.fmean(each[3] for each in trials) for trials in (overlays, own_maps))
        )
    )
    predictions = predict_tenths(rows, earned)
    print(
        f"rank correlation of dungeons not fitted to: {agreement(predictions[:count], earned[:count]):.2f} over the base map, {agreement(predictions[count:], earned[count:]):.2f} on maps of their own"
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
            overlays
            if of_base
            else run(partial(trial, home=home, games=0, any_figure=True, new_map=True, sizes=sizes), range(OF_A_SIZE))
        )
        easy, standard = thirds([figure_by(numbers, each[2]) for each in of_size])
        print(f"  - {{up_to: {band.up_to}, easy: {easy:.0f}, standard: {standard:.0f}}}")
        least = band.up_to + 1
    print("earned: {{easy: {:.1f}, standard: {:.1f}}}".format(*thirds(earned[:count])))


def report(run, home, count, games, new_map):
    """Print how well figures and means agree, and the figures and points of each difficulty."""
    trials = run(partial(trial, home=home, games=games, new_map=new_map), range(count))
    figures, earned = [each[1] for each in trials], [each[3] for each in trials]
    print(f"rank correlation {agreement(figures, earned):.2f} over {len(trials)} dungeons of {games} games each")
    for difficulty in DIFFICULTIES:
        own_figures = [figure for each, figure, _, _ in trials if each == difficulty]
        means = [points for each, _, _, points in trials if each == difficulty]
        margin = 1.96 * statistics.stdev(means) / len(means) ** 0.5
        mean = statistics.fmean(means)
        print(
            f"{difficulty:9} figure {min(own_figures)} to {max(own_figures)}, points {mean:.2f} (95 %: {mean - margin:.2f} to {mean + margin:.2f}), dungeons {min(means):.1f} to {max(means):.1f}"
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
            report(run, wishes.home, wishes.dungeons, wishes.games, wishes.new_map)


if __name__ == "__main__":
    main()
