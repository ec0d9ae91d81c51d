"""Test the faults of dungeons: each has a file here, and is reported with code, place and hint."""

import random
import re

import pytest

from generator.check.dungeon_check import checked_dungeon
from generator.diagnostics import InvalidInput
from generator.game.game import open_game
from generator.maps.notation import MapSourceText, read_map_text, write_map_text
from generator.products.dungeon_values import dungeon_values, open_dungeon
from generator.products.print_pack import open_pack
from generator.rulesets.paper_dungeons.model.rulebook import read_rulebook
from tests.conftest import ROOT, fault_lines
from tests.maps.base import BASE, CATALOGUE, GAME, RULES
from tests.tables import table, tables

BAD = sorted((ROOT / "tests" / "data" / "bad_dungeons").glob("*.yaml"))
MESSAGES = tables(__file__)["told"]  # the messages of each file, by its name
SOURCES = [ROOT / "generator" / "maps" / name for name in ("loading.py", "notation.py", "faults.py")]


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_bad_dungeon_is_reported_with_its_place(path, scrawl):
    result = scrawl("dungeon", "check", path, "--games", "0", cwd=ROOT)
    assert fault_lines(result, path.name) == MESSAGES[path.stem]
    assert result.returncode == any(re.match(r"\d+:\d+: error ", line) for line in MESSAGES[path.stem])


@table("name, figures")
def test_ways_and_what_is_shut_are_told_by_their_numbers(scrawl, name, figures):
    result = scrawl("dungeon", "check", ROOT / f"tests/data/bad_dungeons/{name}.yaml", "--games", "0")
    lines = [line.rpartition("yaml: ")[2] for line in result.stdout.splitlines() if ": difficulty by" not in line]
    assert lines == figures


@pytest.fixture(scope="module")
def doors():
    """Return the functions that report the faults of a dungeon: its check, its print and its simulation."""
    pack, book = open_pack(CATALOGUE, GAME, "en"), read_rulebook(open_game(CATALOGUE, GAME))

    def print_faults(name):
        pack.faults.clear()
        dungeon_values(pack, open_dungeon(pack, name))
        return pack.faults

    return lambda name: checked_dungeon(CATALOGUE, GAME, name).faults, print_faults, book.dungeon_faults


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_fault_is_as_severe_whatever_is_done_with_the_dungeon(path, doors):
    severities = {}
    for door in doors:
        try:
            faults = door(str(path))
        except InvalidInput as error:
            faults = error.diagnostics
        for fault in faults:
            severities.setdefault(fault.code, set()).add(fault.severity)
    assert severities
    assert [code for code, levels in severities.items() if len(levels) > 1] == []


A_MAP = (ROOT / "cards/paper-dungeons/dungeons/a.yaml").read_text(encoding="utf-8")
HEAD, PICTURE = A_MAP.split("map: |\n")
PICTURE = [line.strip() for line in PICTURE.splitlines()]


def faults_of(lines):
    return [
        (each.code, each.place.line - 1) for each in read_map_text(MapSourceText(tuple(lines), "m", 1, 1), RULES)[1]
    ]


@table("code, lines, start, end, signs")
def test_a_fault_in_any_line_of_a_map_is_reported_once_at_that_line(code, lines, start, end, signs):
    """Replace the signs from `start` to `end` in even lines (edges), odd lines (rooms) or all."""
    line_numbers = range(lines == "odd", len(PICTURE), 1 + (lines != "all"))
    for at in line_numbers:
        line = PICTURE[at]
        damaged = line[:start] + signs + line[len(line) if end is None else end :]
        assert faults_of([*PICTURE[:at], damaged, *PICTURE[at + 1 :]]) == [(code, at)]


def test_a_line_that_a_map_lacks_or_has_twice_is_reported_where_the_turns_end():
    last = len(PICTURE) - 1
    for at in range(len(PICTURE)):
        assert faults_of([*PICTURE[:at], *PICTURE[at + 1 :]]) == [("M001", min(at, last - 1))]
        assert faults_of([*PICTURE[: at + 1], *PICTURE[at:]]) == [("M001", at + 1)]


def test_a_map_of_a_wrong_width_is_reported_once():
    assert faults_of([line + " " for line in PICTURE]) == [("M001", 0)]


@table("code, kind, across, upright")
def test_water_and_doubled_walls_of_an_overlay_are_reported_at_their_line(code, kind, across, upright, tmp_path):
    path, changed_lines = tmp_path / "m.yaml", set()
    above = len(HEAD.splitlines()) + 2  # the number of the first line of the picture
    for edge in BASE.inner_edges():
        at = 2 * (BASE.rows - edge.room.row) + (edge.side == "right")
        column = 3 * edge.room.column + (3 if edge.side == "right" else 1)
        if kind in ("any", BASE.edges.get(edge)) and at not in changed_lines and PICTURE[at][column] == " ":
            changed_lines.add(at)
            sign = upright if edge.side == "right" else across
            new_line = PICTURE[at][:column] + sign + PICTURE[at][column + len(sign) :]
            lines = [f"  {line}\n" for line in (*PICTURE[:at], new_line, *PICTURE[at + 1 :])]
            path.write_text(f"{HEAD}map: |\n{''.join(lines)}", encoding="utf-8")
            try:
                faults = checked_dungeon(CATALOGUE, GAME, str(path)).faults
            except InvalidInput as error:
                faults = error.diagnostics
            places = [(each.place.line, each.place.column) for each in faults if each.code == code]
            assert places == [(above + at, column + 3)]
    assert len(changed_lines) > 6


def test_a_boss_may_be_in_either_half_of_a_room():
    for old, new in (("1 ", " 1"), ("2 ", " 2"), ("3 ", " 3")):
        moved = [line.replace(old, new) for line in PICTURE]
        assert moved != PICTURE
        (left, none), (right, faults) = (
            read_map_text(MapSourceText(tuple(each), "m", 1, 1), RULES) for each in (PICTURE, moved)
        )
        assert (left, none) == (right, faults) == (left, [])
        assert faults_of(write_map_text(right).splitlines()) == []


def test_every_fault_type_has_a_bad_file():
    raised = {code for source in SOURCES for code in re.findall(r'"(M\d{3})"', source.read_text(encoding="utf-8"))}
    codes = {re.search(r"M\d{3}", path.read_text(encoding="utf-8")).group() for path in BAD}
    assert codes == raised


def test_damaged_texts_give_a_fault_or_a_dungeon(tmp_path):
    from generator.check.dungeon_check import checked_dungeon
    from generator.diagnostics import InvalidInput
    from generator.reading.game_catalogue import GameCatalogue

    catalogue = GameCatalogue((ROOT,))
    chance = random.Random(7)
    originals = [
        *sorted((ROOT / "cards/paper-dungeons/dungeons").glob("*.yaml")),
        ROOT / "cards/paper-dungeons/maps/base.yaml",
    ]
    faulty = valid = 0
    for number in range(200):
        text = chance.choice(originals).read_text(encoding="utf-8")
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(text))
            kind = chance.randrange(4)
            if kind == 0:
                text = text[:at] + chance.choice("|-~+<> 1234x:[{\t\n\"'#é") + text[at + 1 :]
            elif kind == 1:
                text = text[:at] + text[at + chance.randint(1, 40) :]
            elif kind == 2:
                text = text[:at] + text[at : at + 20] * 2 + text[at + 20 :]
            else:
                text = text[:at]
            text = text or "x"
        path = tmp_path / f"d{number}.yaml"
        path.write_text(text, encoding="utf-8")
        try:
            checked_dungeon(catalogue, "paper-dungeons", str(path))
            valid += 1
        except InvalidInput as fault:
            faulty += all(each.message and each.place.line >= 1 for each in fault.diagnostics)
    assert faulty + valid == 200
    assert faulty > 50
    assert valid > 5
