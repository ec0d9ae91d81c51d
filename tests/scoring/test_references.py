"""Every unknown name in scoring.yaml is one fault, at the name, with a similar known name as a hint."""

import re

import pytest

from generator.check.checking import check_game
from generator.reading.game_catalogue import GameCatalogue
from tests.conftest import ROOT
from tests.tables import table, tables, write_files

TABLES = tables(__file__)

# Names that lead somewhere are in guillemets.
SCORING = TABLES["scoring"]
PLAIN = SCORING.replace("«", "").replace("»", "")
NAMES = list(re.finditer("«(.*?)»", SCORING))
FILES = TABLES["files"]


def errors(folder, scoring, **files):
    """Return the errors that the check finds in a game with this scoring."""
    card = "extends: ../common/styles.yaml\nfront: {text: Card, style: body}\n"
    write_files(folder / "cards/mine", {**FILES, "scoring.yaml": scoring, **files})
    write_files(folder, {"layouts/mine/card.yaml": card})
    return [fault for fault in check_game(GameCatalogue((folder, ROOT)), "mine") if fault.severity == "error"]


def test_names_that_lead_somewhere_are_no_faults(tmp_path):
    assert errors(tmp_path, PLAIN) == []


@pytest.mark.parametrize("number", range(len(NAMES)), ids=lambda number: f"{number}-{NAMES[number][1]}")
def test_a_misspelt_name_is_reported_where_it_stands(number, tmp_path):
    """Two letters of a name change places; if a key is wrong, the place is that of the dotted name."""
    name, at = NAMES[number][1], NAMES[number].start()
    before = SCORING[:at].replace("«", "").replace("»", "")
    after = SCORING[NAMES[number].end() :].replace("«", "").replace("»", "")
    wrong = f"{name[:-3]}{name[-2]}{name[-3]}{name[-1]}"
    (fault,) = errors(tmp_path, f"{before}{wrong}{after}")
    line = before.rpartition("\n")[2]
    column = len(line) - len(re.search(r'((\w|\.|\[\w\])*|")$', line)[0]) + 1  # of a dotted name
    assert str(fault.place) == f"cards/mine/scoring.yaml:{before.count(chr(10)) + 1}:{column}"
    assert fault.code in ("G024", "E009")
    assert fault.hint == f"did you mean {name!r}?"
    assert wrong in fault.message


@table("old, new, message")
def test_what_counts_nothing_is_reported(old, new, message, tmp_path):
    assert old in PLAIN
    faults = errors(tmp_path, PLAIN.replace(old, new, 1))
    assert message in faults[0].message
    assert faults[0].place.path == "cards/mine/scoring.yaml"


@table("counts, code, column")
def test_what_a_card_counts_is_looked_up_at_its_cell(counts, code, column, tmp_path):
    goals = FILES["goals.yaml"].replace("=fish + 1", counts)
    (fault,) = errors(tmp_path, PLAIN, **{"goals.yaml": goals})
    assert (fault.code, str(fault.place)) == (code, f"cards/mine/goals.yaml:2:{column}")


@pytest.mark.parametrize(
    ("section", "missing"), [("piers: {east: East}", "north, south, gulf"), ("levels: {}", "calm, rough")]
)
def test_words_of_keys_that_are_missing_are_one_fault_at_their_section(section, missing, tmp_path):
    name = section.partition(":")[0]
    words = re.sub(f"{name}: {{.*?}}", section, FILES["words/en.yaml"], count=1)
    (fault,) = errors(tmp_path, PLAIN, **{"words/en.yaml": words})
    assert (fault.code, fault.message) == ("W001", f"{name!r} has no word for {missing}")
    assert fault.place.path == "cards/mine/words/en.yaml"


def test_a_table_that_lacks_a_key_of_a_group_is_reported_where_it_is_looked_up(tmp_path):
    port = FILES["port.yaml"].replace("ships: {east", "ships: {aest")
    (fault,) = errors(tmp_path, PLAIN, **{"port.yaml": port})
    assert (fault.code, fault.hint) == ("E009", "did you mean 'aest'?")


def test_a_score_with_a_misspelt_name_is_refused_and_not_counted(tmp_path, scrawl):
    errors(tmp_path, PLAIN.replace("track(port.row, piers.east)", "track(port.row, piers.aest)"))
    (tmp_path / "s.yaml").write_text("game: mine\nplayers: [{name: Ada, piers: {east: 3}}]\n", encoding="utf-8")
    result = scrawl("score", "s.yaml", "--home", tmp_path)
    assert (result.returncode, result.stdout) == (1, "")
    assert "error E009" in result.stderr
    assert "did you mean 'east'?" in result.stderr
