"""Fit the weights by which photos are judged: python -m tools.bench.photo_weights --count 133

Photos of seeds for fitting are simulated and read as `scrawl score` reads them, with more of the hands that few have; a
small network is fitted to what is known of their boxes, and written beside the reader. The same seeds give the same
weights.
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


def measured(pages, seed, game, grade):
    """Return the measures of the boxes of a photo that count, and 1 for each that is marked."""
    content, truth = photo(seed, game=game, grade=grade)
    paper = read_paper(pages.catalogue, truth["paper"])
    known = KnownPage(game, truth["sheet"], "standard", "en", None, paper, truth["dungeon"] or None)
    page = pages.find_print(known).print
    picture = open_picture(content)
    found = find(page, picture_features(grey_of(picture)))
    if found is None:
        return [], []
    straight = straighten(page, picture, found)
    rules = open_rules(pages.catalogue, known.game, known.language)
    boxes = {id: box for id, box in page.boxes.items() if input_of(rules, id) and id not in truth["covered"]}
    inked = ink_over_print(page, straight)
    if inked.miss > MOST_MISS:
        return [], []
    seen = sights(straight, inked, boxes)
    return [each.measures for each in seen.values()], [truth["boxes"][id] == "marked" for id in seen]


def fitted(measures, marked):
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
    mean, square = [[np.zeros_like(each) for each in weights] for _ in range(2)]
    for step in range(1, STEPS + 1):
        hidden = np.tanh(inputs @ weights[0] + weights[1])
        guess = 1 / (1 + np.exp(-np.clip(hidden @ weights[2] + weights[3][0], -40, 40)))
        off = (guess - marked) / len(marked)
        inner = np.outer(off, weights[2]) * (1 - hidden**2)
        slopes = [
            inputs.T @ inner + DECAY * weights[0],
            inner.sum(axis=0),
            hidden.T @ off + DECAY * weights[2],
            np.array([off.sum()]),
        ]
        rate = 0.03 if step < 0.7 * STEPS else 0.006
        for at, slope in enumerate(slopes):
            mean[at] = 0.9 * mean[at] + 0.1 * slope
            square[at] = 0.999 * square[at] + 0.001 * slope**2
            way = mean[at] / (1 - 0.9**step) / (np.sqrt(square[at] / (1 - 0.999**step)) + 1e-8)
            weights[at] = weights[at] - rate * way
    names = ("first", "first_bias", "second")
    told = {name: np.round(each, 5).tolist() for name, each in zip(names, weights, strict=False)}
    about = {"middle": np.round(middle, 6).tolist(), "spread": np.round(spread, 6).tolist()}
    return about | told | {"second_bias": round(float(weights[3][0]), 5)} | BOUNDS


@click.command()
@click.option("--game", default="paper-dungeons", show_default=True)
@click.option("--count", default=133, show_default=True, help="Photos to fit to, beside those of rare hands.")
def main(game, count):
    """Write the weights of the reader anew."""
    pages = KnownPages(GameCatalogue((ROOT,)), (game,))
    measures, marked = [], []
    usual = [(seed, list(GRADES)[seed % len(GRADES)]) for seed in FITTED[:count]]
    for seed, grade in [*usual, *((seed, grade) for grade, seeds in RARE.items() for seed in seeds)]:
        own, truth = measured(pages, seed, game, grade)
        measures += own
        marked += truth
        print(f"{seed}: {len(own)} boxes", flush=True)
    weights = fitted(np.array(measures), np.array(marked, float))
    WEIGHTS.write_text(json.dumps(weights, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
