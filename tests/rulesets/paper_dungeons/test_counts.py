"""Play goes on from ten fixed positions in exactly so many ways."""

import pytest
import yaml

from tests.conftest import often
from tests.rulesets.paper_dungeons import oracle
from tests.rulesets.paper_dungeons.board import HERE
from tests.rulesets.paper_dungeons.notation import read_position, write_position

POSITIONS = [
    pytest.param(each["position"], each["counts"], id=each["name"])
    for each in yaml.safe_load((HERE / "positions.yaml").read_text())
]


@pytest.mark.parametrize(("text", "counts"), POSITIONS)
def test_the_slow_rules_count_so_many_plays(text, counts):
    position = read_position(text)
    assert [oracle.perft(position, depth) for depth in range(1, len(counts[: often(2, 5)]) + 1)] == counts[
        : often(2, 5)
    ]


@pytest.mark.parametrize(("text", "counts"), POSITIONS)
def test_a_position_is_written_as_it_was_read(text, counts):
    position = read_position(text)
    assert read_position(write_position(position)) == position
