"""From fixed positions play continues in an exact number of ways; a second, independent set of rules counted them."""

import re

import pytest

from generator.game.game import open_game
from generator.reading.game_catalogue import GameCatalogue
from generator.rulesets.paper_dungeons.model.rulebook import read_rulebook
from generator.rulesets.paper_dungeons.model.setup import NAMES, variants_of
from generator.rulesets.paper_dungeons.rules.actions import legal_actions
from generator.rulesets.paper_dungeons.text.notation import position_text, read_position
from tests.conftest import ROOT, often
from tests.rulesets.paper_dungeons.playing import apply
from tests.tables import parse_yaml_text, read_yaml

BOOK = read_rulebook(open_game(GameCatalogue((ROOT,)), "paper-dungeons"))
POSITIONS = [
    pytest.param(each["position"], each["counts"], id=each["name"])
    for each in read_yaml(ROOT / "tests/rulesets/paper_dungeons/positions.yaml")
]


def count(state, depth):
    """Count the ways to play so many actions; a roll and the end of the game are one way."""
    actions = legal_actions(state)
    if depth == 0 or not actions:
        return 1
    return sum(count(apply(state, action), depth - 1) for action in actions)


@pytest.mark.parametrize(("text", "counts"), POSITIONS)
def test_play_goes_on_in_so_many_ways(text, counts):
    state = read_position(BOOK, text)
    deep = len([number for number in counts if number <= often(1_000, 100_000)])
    assert [count(state, depth) for depth in range(1, deep + 1)] == counts[:deep]


@pytest.mark.parametrize(("text", "counts"), POSITIONS)
def test_a_position_is_written_as_it_was_read(text, counts):
    first = re.sub(r"powers: \[\w+\]", "powers: [treasure_hunter]", text, count=1)  # number 0 of all powers
    for source in (text, first):
        before, after = parse_yaml_text(source), parse_yaml_text(position_text(BOOK, read_position(BOOK, source)))
        hands = [{"kept": True, **player} for player in before.pop("players")]
        for old, new in zip([before, *hands], [after, *after.pop("players")], strict=True):
            assert {key: new.get(key) for key in old} == old


def test_no_variant_is_played_unasked_and_each_is_by_its_name():
    for variants in ((), *((name,) for name in NAMES)):
        assert tuple(name for name in NAMES if getattr(variants_of(variants), name)) == variants
