"""Test share codes: they hold the wishes of their dungeon, spread levels on small maps, and keep their meaning."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from generator.authoring.dungeon_file_authoring import generated_text
from generator.chance import SIGNS, code_of, written_code
from generator.check.dungeon_check import checked_dungeon
from generator.diagnostics import InvalidInput
from generator.maps.loading import find_dungeon
from generator.maps.reach import unmet_cards
from generator.maps.share_code import SEEDS, MapOptions, code_for, read_code
from tests.conftest import often
from tests.maps.base import CATALOGUE, GAME, RULES
from tests.tables import parse_yaml_text

AMOUNTS = some.sampled_from(("few", "some", "many"))
DIFFICULTIES = ("easy", "standard", "hard")
WISHES = some.builds(
    MapOptions, some.integers(2, 26), some.integers(2, 26), some.sampled_from(DIFFICULTIES), AMOUNTS, AMOUNTS, AMOUNTS,
    new_map=some.booleans(),
)  # fmt: skip


@settings(max_examples=often(60, 2000))
@given(some.integers(0, SEEDS - 1), WISHES)
def test_a_code_tells_its_wishes_and_notices_every_slip(seed, options):
    code = code_for(seed, options)
    assert read_code(code) == (seed, options)
    assert len(code) == 12
    assert written_code(code.replace("-", "").lower()) == code
    signs = code.replace("-", "")
    for at in range(len(signs)):
        other = SIGNS[(SIGNS.index(signs[at]) + 7) % len(SIGNS)]
        assert is_mistyped(signs[:at] + other + signs[at + 1 :])
        if at and signs[at] != signs[at - 1]:
            assert is_mistyped(signs[: at - 1] + signs[at] + signs[at - 1] + signs[at + 1 :])


def is_mistyped(code):
    try:
        read_code(code)
    except ValueError as fault:
        return "is mistyped" in str(fault)
    return False


def test_few_monsters_are_of_as_many_levels_as_can_be(tmp_path):
    served = [0, 0]
    for number in range(often(24, 400)):
        size = ((3, 3), (4, 3), (4, 4), (5, 4), (5, 5))[number % 5]
        options = MapOptions(*size, DIFFICULTIES[number % 3], new_map=True)
        path = tmp_path / "m.yaml"
        for version, code in enumerate((code_of(number), code_for(number, options))):
            path.write_text(generated_text(CATALOGUE, GAME, code, options), encoding="utf-8")
            faults = checked_dungeon(CATALOGUE, GAME, str(path)).faults
            assert [
                each for each in faults if each.severity != "note" and each.code != "M055"
            ] == []  # and no other code
            dungeon = find_dungeon(CATALOGUE, GAME, RULES, str(path)).dungeon
            levels = [thing.level for _, thing in dungeon.things(RULES.monsters)]
            served[version] += "three_monster_levels" not in unmet_cards(dungeon, RULES).get("missions", ())
        assert len(set(levels)) == min(len(levels), 3)
    assert served[1] > 2 * served[0]


def test_a_size_that_no_code_can_hold_is_refused_as_a_size():
    for columns, rows in ((30, 4), (1, 5)):
        with pytest.raises(InvalidInput, match=f"--size: M003 a map of {columns} x {rows} rooms"):
            generated_text(CATALOGUE, GAME, "", MapOptions(columns, rows))


def test_a_code_is_enough_and_what_it_tells_is_not_asked_for(scrawl, tmp_path):
    wishes = ["--size", "5x4", "--difficulty", "hard", "--walls", "many", "--games", "0"]
    assert scrawl("dungeon", "generate", *wishes, "-o", "one.yaml").returncode == 0
    one = (tmp_path / "one.yaml").read_text(encoding="utf-8")
    data = parse_yaml_text(one)
    assert "made_with" not in data
    assert read_code(data["code"]).options == MapOptions(5, 4, "hard", "many")
    typed = data["code"].replace("-", " ").lower()
    assert scrawl("dungeon", "generate", "--code", typed, "--games", "0", "-o", "two.yaml").returncode == 0
    assert (tmp_path / "two.yaml").read_text(encoding="utf-8") == one
    result = scrawl("dungeon", "generate", "--code", typed, "--walls", "few")
    assert (result.returncode, "leave --walls out" in result.stderr) == (2, True)
    large = scrawl("dungeon", "generate", "--code", code_for(3, MapOptions(20, 4)))
    assert (large.returncode, "M003 a map of 20 x 4 rooms" in large.stderr) == (1, True)
    short = scrawl("dungeon", "generate", "--code", data["code"][:-2])
    assert "a share code has 7 or 10 signs" in short.stderr
