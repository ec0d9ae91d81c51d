"""Every fault of a dungeon has a file here, and is told with its code, place and hint."""

import random
import re

import pytest

from tests.conftest import ROOT, told_lines
from tests.tables import table, tables

BAD = sorted((ROOT / "tests" / "data" / "bad_dungeons").glob("*.yaml"))
TOLD = tables(__file__)["told"]  # of each file, by its name
SOURCES = [ROOT / "generator" / "maps" / name for name in ("loading.py", "notation.py", "checks.py")]


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_bad_dungeon_is_told_with_its_place(path, scrawl):
    done = scrawl("dungeon", "check", path, "--games", "0", cwd=ROOT)
    assert told_lines(done, path.name) == TOLD[path.stem]
    assert done.returncode == any(re.match(r"\d+:\d+: error ", line) for line in TOLD[path.stem])


@table("name, figures")
def test_ways_and_what_is_shut_are_told_by_their_numbers(scrawl, name, figures):
    done = scrawl("dungeon", "check", ROOT / f"tests/data/bad_dungeons/{name}.yaml", "--games", "0")
    told = [line.rpartition("yaml: ")[2] for line in done.stdout.splitlines() if ": difficulty by" not in line]
    assert told == figures


def test_every_fault_type_has_a_bad_file():
    raised = {code for source in SOURCES for code in re.findall(r'"(M\d{3})"', source.read_text(encoding="utf-8"))}
    shown = {re.search(r"M\d{3}", path.read_text(encoding="utf-8")).group() for path in BAD}
    assert shown == raised


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
