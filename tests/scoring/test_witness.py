"""Every game of the sample in tests/data/witness.json keeps its lines, totals and ranks (see tools/witness.py)."""

import json
from functools import cache

import pytest

from generator.reading.yaml_nodes import parse_yaml
from generator.scoring.entered_games import read_score
from generator.scoring.rules import open_rules
from generator.scoring.score import score_game
from tests.conftest import ROOT
from tests.scoring.legal_sheets import WITH_CHIMERAS

WITNESS = json.loads((ROOT / "tests" / "data" / "witness.json").read_text(encoding="utf-8"))


@cache
def rules(game):
    return open_rules(WITH_CHIMERAS, game, "en")


@pytest.mark.parametrize("game", WITNESS, ids=lambda game: game["name"])
def test_a_kept_game_has_the_same_lines_totals_and_ranks(game):
    table = rules(game["input"]["game"])
    record, _ = read_score(table, parse_yaml(json.dumps(game["input"]), "score"))
    players = score_game(table, record).players
    scores = [[*(line.points for line in player.lines), player.total, player.rank] for player in players]
    assert scores == game["scores"]
