"""Rules of an installed package, found by entry point: simulate, compare, report, record and replay."""

import json
import re

import pytest

from tests.conftest import ROOT
from tests.tables import table, tables, write_files

TOY = ROOT / "tests" / "data" / "toy_ruleset"
GAME = ("--game", "towers", "--home", TOY)


@pytest.fixture(autouse=True)
def _installed(monkeypatch):
    monkeypatch.syspath_prepend(TOY)


@pytest.fixture
def recorded(scrawl, tmp_path):
    """The record of a simulated game of two players."""
    result = scrawl("simulate", "--games", "1", "--players", "2", "--workers", "1", "--record", "game.yaml", *GAME)
    assert (result.returncode, result.stderr) == (0, "written: game.yaml\n")
    return tmp_path / "game.yaml"


def figures(scrawl, *words):
    result = scrawl("simulate", "--games", "300", "--json", *words, *GAME)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_it_is_simulated_and_any_number_of_workers_counts_the_same_bytes(scrawl):
    words = ("simulate", "--games", "520", "--players", "2", "--bot", "careful", "--bot", "random", "--json", *GAME)
    one, many = (scrawl(*words, "--workers", number) for number in (1, 2))
    assert one.returncode == 0, one.stderr
    assert one.stdout == many.stdout
    report = json.loads(one.stdout)
    assert list(report) == ["game", "games", "seed", "seats", "dungeons", "players", "counts"]
    careful, random = report["players"]
    assert (careful["bot"], random["bot"], list(careful["lines"])) == ("careful", "random", ["A", "B"])
    assert careful["glory"]["low"] < careful["glory"]["mean"] < careful["glory"]["high"]
    assert careful["glory"]["mean"] > random["glory"]["high"]
    assert careful["glory"]["mean"] == pytest.approx(sum(line["mean"] for line in careful["lines"].values()))
    totals = report["counts"]["careful/total"]
    assert careful["glory"]["mean"] == pytest.approx(sum(int(value) * times for value, times in totals.items()) / 520)
    assert 0.5 < careful["won"] <= 1


def test_one_game_bounds_nothing(scrawl):
    player = figures(scrawl, "--games", "1")["players"][0]
    assert (player["glory"]["low"], player["glory"]["high"], player["glory"]["sd"]) == (None, None, 0)


def test_who_searches_plays_it_better(scrawl):
    searching, careless = (
        figures(scrawl, "--games", "40", "--bot", bot)["players"][0]["glory"] for bot in ("searching", "careless")
    )
    assert searching["low"] > careless["high"]


def test_two_versions_are_compared_on_the_same_dice(scrawl, tmp_path):
    comparison = figures(scrawl, "--without", "habit.even")
    assert sum(int(value) * times for value, times in comparison["difference"].items()) > 0
    same = figures(scrawl, "--compare", "yard", "yard")
    assert same["difference"] == {"0": 300}
    files = {name: (TOY / "cards/towers" / name).read_bytes() for name in ("game.yaml", "words/en.yaml")}
    write_files(tmp_path / "long/cards/towers", {**files, "towers.yaml": "rounds: 12\n"})
    there, back = (figures(scrawl, "--compare", *each) for each in ((TOY, tmp_path / "long"), (tmp_path / "long", TOY)))
    assert there["one"] != back["one"]


def test_it_is_reported(scrawl, tmp_path):
    result = scrawl("simulate", "--games", "200", "--report", "towers.html", *GAME)
    assert result.returncode == 0, result.stderr
    page = (tmp_path / "towers.html").read_text(encoding="utf-8")
    assert [words for words in tables(__file__)["reported"] if words not in page] == []


def test_it_is_recorded_and_replayed(scrawl, recorded):
    output = scrawl("replay", recorded, *GAME)
    assert output.returncode == 0, output.stderr
    assert re.findall(r"^round (\d+)", output.stdout, re.M) == ["0", "1", "2", "3", "4", "5", "6"]
    replay = json.loads(scrawl("replay", recorded, "--json", *GAME).stdout)
    assert replay["over"] is True
    recorded.write_text(recorded.read_text().replace("left", "up", 1))
    result = scrawl("replay", recorded, *GAME)
    assert result.returncode == 1
    assert re.search(r"game.yaml:\d+:\d+: error R011 round \d: 'up' is no tower", result.stderr)


def test_the_same_seed_records_the_same_game_and_refuses_to_record_two_versions(scrawl, recorded, tmp_path):
    assert scrawl("simulate", "--games", "1", "--players", "2", "--record", "again.yaml", *GAME).returncode == 0
    assert (tmp_path / "again.yaml").read_bytes() == recorded.read_bytes()
    assert scrawl("simulate", "--record", "x.yaml", "--compare", "yard", "yard", *GAME).returncode == 2


def test_a_position_is_shown_and_a_record_goes_on_from_it(scrawl, recorded, tmp_path):
    text = "game: towers\nrolls: [4]\nturn: 0\ntaken: {Ann: [], Bob: []}\n"
    output = scrawl("replay", "--position", text, *GAME)
    assert output.stdout == tables(__file__)["position"]
    (tmp_path / "here.yaml").write_text(text)
    position = json.loads(scrawl("replay", "--position", "here.yaml", "--json", *GAME).stdout)
    assert position["legal"] == ["left", "right"]
    end = json.loads(scrawl("replay", recorded, "--json", *GAME).stdout)["position"]
    (tmp_path / "rest.yaml").write_text('game: towers\nplayers: ["1", "2"]\nrounds: []\n')
    assert json.loads(scrawl("replay", "rest.yaml", "--position", end, "--json", *GAME).stdout)["position"] == end


@pytest.mark.parametrize("words", [(), ("--position", "nowhere")])
def test_a_replay_wants_a_record_or_a_position(scrawl, words):
    result = scrawl("replay", *words, *GAME)
    assert result.returncode == (1 if words else 2)
    assert "R010" in result.stderr or "name a record" in result.stderr


def test_the_sheets_of_its_record_are_printed(scrawl, recorded, tmp_path):
    result = scrawl("print", "sheets", "--record", recorded, "-o", "sheets.pdf", *GAME)
    assert (result.returncode, result.stdout) == (0, "Towers: 2 pages in sheets.pdf\n"), result.stderr


def test_it_has_no_fault(scrawl):
    result = scrawl("check", "--game", "towers", "--home", TOY)
    assert (result.returncode, "no faults" in result.stdout) == (0, True), result.stderr


def copied(folder, **more):
    """Copy the game under another name, with other values in its game.yaml."""
    names = ("towers.yaml", "simulation.yaml", "words/en.yaml")
    game = "game: spires\ndata: [towers]\n" + "".join(f"{key}: {value}\n" for key, value in more.items())
    files = {name: (TOY / "cards/towers" / name).read_bytes() for name in names}
    write_files(folder / "cards/spires", {**files, "game.yaml": game})


def test_another_game_is_played_by_the_ruleset_that_it_names(scrawl, tmp_path):
    copied(tmp_path, ruleset="towers")
    result = scrawl("simulate", "--games", "20", "--game", "spires", "--json")
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["game"] == "spires"


def test_a_ruleset_gives_the_name_of_its_total(scrawl, monkeypatch):
    import toy_towers

    monkeypatch.setattr(toy_towers.Towers, "total", "height")
    player = figures(scrawl, "--games", "2", "--workers", "1")["players"][0]
    assert [key for key in player if key not in ("bot", "lines", "won")] == ["height"]


def test_unknown_values_in_names_of_a_report_are_errors_at_their_section(scrawl, tmp_path):
    copied(tmp_path, ruleset="towers")
    path = tmp_path / "cards/spires/simulation.yaml"
    path.write_text(path.read_text().replace('"game.{key}"', '"game.{side}"'))
    for words in (["check", "cards/spires/simulation.yaml"], ["simulate", "--games", "2", "--game", "spires"]):
        result = scrawl(*words)
        assert result.returncode == 1
        assert "simulation.yaml:4:5: error W009 names: 'game.{side}' asks for side" in result.stderr


@table("more, message")
def test_rules_that_are_not_there_are_reported(scrawl, tmp_path, more, message):
    copied(tmp_path, **more)
    result = scrawl("simulate", "--games", "1", "--game", "spires")
    assert result.returncode == 1
    assert message in result.stderr
    assert "Traceback" not in result.stderr
