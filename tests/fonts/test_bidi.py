"""Test the bidirectional algorithm with a part of Unicode's own test file, which is in tests/data."""

import pytest

from generator.fonts.bidi import base_level, is_turned, levels, visual_order
from tests.conftest import ROOT, often

LINES = [
    line
    for line in (ROOT / "tests/data/unicode/BidiCharacterTest-part.txt").read_text(encoding="utf-8").splitlines()
    if line[0] != "#"
]


@pytest.mark.parametrize("part", range(4))
def test_levels_and_order_are_those_of_unicode(part):
    for line in LINES[part :: 4 * often(3, 1)]:
        letters, direction, base, expected, order = line.split(";")
        text = "".join(chr(int(code, 16)) for code in letters.split())
        actual = levels(text, None if direction == "2" else int(direction))
        positions = [at for at, level in enumerate(expected.split()) if level != "x"]
        assert [str(actual[at]) for at in positions] == [level for level in expected.split() if level != "x"], line
        assert [str(positions[at]) for at in visual_order([actual[at] for at in positions])] == order.split(), line
        if direction == "2" and "2029" not in letters:
            assert base_level(text) == int(base), line


def test_what_is_read_one_way_alone_is_not_looked_into():
    assert not is_turned("Łódź, (3) kůň")
    assert is_turned("a \u0661")
    assert is_turned("שלום")
