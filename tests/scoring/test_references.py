"""Every name in scoring.yaml that leads nowhere is one fault, at the name, with the name that may be meant."""

import re
from dataclasses import fields, is_dataclass
from typing import get_args

import pytest

from generator.check.checking import check_game
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.structure import field_specs
from generator.scoring.check_spec import CHECK_KINDS
from generator.scoring.line_spec import LINE_KINDS
from tests.conftest import ROOT
from tests.tables import table, tables, write_files

TABLES = tables(__file__)

# What leads somewhere stands in guillemets.
SCORING = TABLES["scoring"]
PLAIN = SCORING.replace("«", "").replace("»", "")
NAMES = list(re.finditer("«(.*?)»", SCORING))
FILES = TABLES["files"]


def errors(folder, scoring, **files):
    """Return the errors that checking tells of a game with this scoring."""
    card = "extends: ../common/styles.yaml\nfront: {text: Card, style: body}\n"
    write_files(folder / "cards/mine", {**FILES, "scoring.yaml": scoring, **files})
    write_files(folder, {"layouts/mine/card.yaml": card})
    return [fault for fault in check_game(GameCatalogue((folder, ROOT)), "mine") if fault.severity == "error"]


def test_names_that_lead_somewhere_are_no_faults(tmp_path):
    assert errors(tmp_path, PLAIN) == []


@pytest.mark.parametrize("number", range(len(NAMES)), ids=lambda number: f"{number}-{NAMES[number][1]}")
def test_a_misspelt_name_is_told_where_it_stands(number, tmp_path):
    """Two letters of a name change their places; where a key is wrong, the place is that of the dotted name."""
    name, at = NAMES[number][1], NAMES[number].start()
    before = SCORING[:at].replace("«", "").replace("»", "")
    after = SCORING[NAMES[number].end() :].replace("«", "").replace("»", "")
    wrong = f"{name[:-3]}{name[-2]}{name[-3]}{name[-1]}"
    (fault,) = errors(tmp_path, f"{before}{wrong}{after}")
    line = before.rpartition("\n")[2]
    column = len(line) - len(re.search(r"[\w.]*$", line)[0]) + 1
    assert str(fault.place) == f"cards/mine/scoring.yaml:{before.count(chr(10)) + 1}:{column}"
    assert (fault.code, fault.hint) == ("G024", f"did you mean {name!r}?")
    assert repr(wrong) in fault.message


@table("old, new, message")
def test_what_counts_nothing_is_told(old, new, message, tmp_path):
    assert old in PLAIN
    faults = errors(tmp_path, PLAIN.replace(old, new, 1))
    assert message in faults[0].message
    assert faults[0].place.path == "cards/mine/scoring.yaml"


@table("counts, said, hint")
def test_what_a_card_counts_is_looked_up_before_it_is_counted(counts, said, hint, tmp_path):
    goals = FILES["goals.yaml"].replace("{of: fish}", counts)
    (fault,) = errors(tmp_path, PLAIN, **{"goals.yaml": goals})
    assert (fault.code, fault.message) == ("G019", f"counts of card 'harvest' {said}")
    assert fault.hint == hint
    assert fault.place.path == "cards/mine/goals.yaml"


@pytest.mark.parametrize(
    ("section", "said"), [("piers: {east: East}", "north, south, west"), ("levels: {}", "calm, rough")]
)
def test_words_of_keys_that_are_missing_are_one_fault_at_their_section(section, said, tmp_path):
    name = section.partition(":")[0]
    words = re.sub(f"{name}: {{.*?}}", section, FILES["words/en.yaml"], count=1)
    (fault,) = errors(tmp_path, PLAIN, **{"words/en.yaml": words})
    assert (fault.code, fault.message) == ("W001", f"{name!r} has no word for {said}")
    assert fault.place.path == "cards/mine/words/en.yaml"


@pytest.mark.parametrize("wrong", ["aest", "lantern"])
def test_points_for_a_key_that_a_group_lacks_are_told_in_the_table(wrong, tmp_path):
    port = FILES["port.yaml"].replace("ships: {east", f"ships: {{{wrong}")
    (fault,) = errors(tmp_path, PLAIN, **{"port.yaml": port})
    said = f"'port.ships' has points for {wrong!r}, which is no key of the input 'piers'"
    assert (fault.code, fault.message) == ("G024", said)
    assert fault.place.path == "cards/mine/port.yaml"
    assert fault.hint == ("did you mean 'east'?" if wrong == "aest" else "known: north, east, south, west")


def test_a_score_with_a_misspelt_name_is_refused_and_not_counted(tmp_path, scrawl):
    errors(tmp_path, PLAIN.replace("{count: track, of: piers.east", "{count: track, of: piers.aest"))
    (tmp_path / "s.yaml").write_text("game: mine\nplayers: [{name: Ada, piers: {east: 3}}]\n", encoding="utf-8")
    done = scrawl("score", "s.yaml", "--home", tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "G024 'aest' is no key of the input 'piers'" in done.stderr
    assert "did you mean 'east'?" in done.stderr


@pytest.mark.parametrize(
    ("of", "weakest"), [("[piers.east, piers.west]", "West"), ("piers.south", "South"), ("piers", "North")]
)
def test_the_least_of_some_keys_is_told_by_its_name(of, weakest, tmp_path, scrawl):
    errors(tmp_path, PLAIN.replace("{count: track, of: piers, reduce", f"{{count: track, of: {of}, reduce"))
    piers = "{north: 0, east: 2, south: 1, west: 1}"
    (tmp_path / "s.yaml").write_text(
        f"game: mine\nplayers: [{{name: Ada, piers: {piers}, fights: [2, 2]}}]\n", encoding="utf-8"
    )
    done = scrawl("score", "s.yaml", "--why", "--home", tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"weakest: {weakest} at " in done.stdout


# texts of checks and lines that name nothing of the scoring itself: entries of the data, counts of a map
OTHER_TEXTS = {
    *[
        "field",
        "on_map",
        "table",
        "each_from",
        "every_from",
        "amount_from",
        "reduce",
        "only",
    ]
}


def test_every_text_of_a_line_or_check_says_what_it_is_the_name_of():
    """A field that is a bare text would be looked up by nobody."""
    bare = set()
    waiting, seen = [*LINE_KINDS.values(), *CHECK_KINDS.values()], set()
    while waiting:
        spec = waiting.pop()
        seen.add(spec)
        for key, each in field_specs(spec).items():
            bare |= {key} if each.type in (str, str | None, tuple[str, ...], dict[str, str]) else set()
            inner = [each.type, *get_args(each.type)]
            waiting += [one for one in inner if isinstance(one, type) and is_dataclass(one) and one not in seen]
    assert bare <= OTHER_TEXTS, bare
    assert {"of", "chosen"} <= {field.name for spec in seen for field in fields(spec)}
