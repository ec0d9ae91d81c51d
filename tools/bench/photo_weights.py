"""Fit the weights that judge the boxes in photos: python -m tools.bench.photo_weights --count 133

The tool simulates photos from the seeds for fitting, with more of the rare ways of marking, and reads them as
`scrawl score` does. It fits a small network to the known marks of their boxes, and writes it beside the reader. The same
seeds give the same weights.
"""

import json
from pathlib import Path

import click
import numpy as np
import yaml

from generator.imposition.paper import read_paper
from generator.photo.known_pages import KnownPage, KnownPages
from generator.photo.reader.added_ink import ink_over_print
from generator.photo.reader.find import find, picture_features
from generator.photo.reader.judge import WEIGHTS, sights
from generator.photo.reader.page_print import grey_of
from generator.photo.reader.pages_from_photo import MOST_MISS, open_picture
from generator.photo.reader.straighten import straighten
from generator.photo.scores_from_photos import input_of
from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.rules import open_rules
from tests.conftest import ROOT
from tests.photo import photo
from tests.photo.grades import GRADES
from tests.photo.seeds import FITTED

HIDDEN, STEPS, DECAY = 16, 2000, 1e-4
BOUNDS = {"low": 0.01, "high": 0.99, "pale": 0.3, "clean": 1.1}
RARE = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))


def measure_boxes(pages, seed, game, grade):
    """Return the measures of the boxes of a photo that count, and for each whether it is marked."""
    content, truth = photo(seed, game=game, grade=grade)
    paper = read_paper(pages.catalogue, truth["paper"])
    identity = KnownPage(game, truth["sheet"], "standard", "en", None, paper, truth["dungeon"] or None)
    page = pages.find_print(identity).print
    picture = open_picture(content)
    match = find(page, picture_features(grey_of(picture)))
    if match is None:
        return [], []
    straight = straighten(page, picture, match)
    rules = open_rules(pages.catalogue, identity.game, identity.language)
    boxes = {id: box for id, box in page.boxes.items() if input_of(rules, id) and id not in truth["covered"]}
    inked = ink_over_print(page, straight)
    if inked.miss > MOST_MISS:
        return [], []
    measured_boxes = sights(straight, inked, boxes)
    return [each.measures for each in measured_boxes.values()], [
        truth["boxes"][id] == "marked" for id in measured_boxes
    ]


def fit_network(measures, marked):
    """Return the weights of a network with one hidden layer, by Adam on the log likelihood."""
    chance = np.random.default_rng(1)
    middle, spread = measures.mean(axis=0), measures.std(axis=0) + 1e-3
    inputs = (measures - middle) / spread
    weights = [
        chance.normal(0, 0.4, (inputs.shape[1], HIDDEN)),
        np.zeros(HIDDEN),
        chance.normal(0, 0.4, HIDDEN),
        np.zeros(1),
    ]
    mean, square = [[np.zeros_like(array) for array in weights] for _ in range(2)]
    for step in range(1, STEPS + 1):
        hidden = np.tanh(inputs @ weights[0] + weights[1])
        guess = 1 / (1 + np.exp(-np.clip(hidden @ weights[2] + weights[3][0], -40, 40)))
        error = (guess - marked) / len(marked)
        inner = np.outer(error, weights[2]) * (1 - hidden**2)
        slopes = [
            inputs.T @ inner + DECAY * weights[0],
            inner.sum(axis=0),
            hidden.T @ error + DECAY * weights[2],
            np.array([error.sum()]),
        ]
        rate = 0.03 if step < 0.7 * STEPS else 0.006
        for index, slope in enumerate(slopes):
            mean[index] = 0.9 * mean[index] + 0.1 * slope
            square[index] = 0.999 * square[index] + 0.001 * slope**2
            way = mean[index] / (1 - 0.9**step) / (np.sqrt(square[index] / (1 - 0.999**step)) + 1e-8)
            weights[index] = weights[index] - rate * way
    names = ("first", "first_bias", "second")
    layers = {name: np.round(array, 5).tolist() for name, array in zip(names, weights, strict=False)}
    about = {"middle": np.round(middle, 6).tolist(), "spread": np.round(spread, 6).tolist()}
    return about | layers | {"second_bias": round(float(weights[3][0]), 5)} | BOUNDS


@click.command()
@click.option("--game", default="paper-dungeons", show_default=True)
@click.option("--count", default=133, show_default=True, help="Photos to fit to, beside those of rare hands.")
def main(game, count):
    """Fit and write the weights of the reader."""
    pages = KnownPages(GameCatalogue((ROOT,)), (game,))
    measures, marked = [], []
    usual = [(seed, list(GRADES)[seed % len(GRADES)]) for seed in FITTED[:count]]
    for seed, grade in [*usual, *((seed, grade) for grade, seeds in RARE.items() for seed in seeds)]:
        box_measures, truth = measure_boxes(pages, seed, game, grade)
        measures += box_measures
        marked += truth
        print(f"{seed}: {len(box_measures)} boxes", flush=True)
    weights = fit_network(np.array(measures), np.array(marked, float))
    WEIGHTS.write_text(json.dumps(weights, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
