"""The history on the page is the one in the terminal: games, fame, campaigns, plots, exports, damaged games."""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from generator.products.scores.scores_from_files import read_score_file
from generator.scoring.rules import open_rules
from generator.storage.store import read_game, save_game
from tests.tables import read_yaml
from tests.workshop.desks import CATALOGUE, House

GAME = "paper-dungeons"
PLAYED = read_yaml(Path(__file__).with_name("played.yaml"))


def save_played(folder):
    """Save three games as the terminal does, the first in a chapter, the last of a party; return the ledger."""
    for game in PLAYED:
        (folder / "game.yaml").write_text(json.dumps(game))
        rules = open_rules(CATALOGUE, game["game"], "en")
        record, result, _ = read_score_file(rules, folder / "game.yaml")
        save_game(rules, record, result, folder / "ledger.sqlite3")
    return folder / "ledger.sqlite3"


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    return save_played(tmp_path_factory.mktemp("kept"))


@pytest.fixture
def ledger(kept, tmp_path):
    return Path(shutil.copy(kept, tmp_path))


@pytest.fixture
def desk(ledger, tmp_path):
    return House(tmp_path)


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("", [3, 2, 1]),
        ("only=paper-dungeons", [2, 1]),
        ("player=ADA", [2, 1]),
        ("player=Four", [3]),
        ("dungeon=a", [1]),
        ("player=nobody", []),
        ("only=../x", []),
        ("start=2", [1]),
        ("start=99", []),
    ],
)
def test_games_are_found_by_game_player_and_map_the_last_first(desk, query, numbers):
    assert [each["id"] for each in desk.get("/history", query).json["games"]] == numbers


@pytest.mark.parametrize(
    "query", ["", "player=ADA", "player=Four", "dungeon=a", "only=paper-dungeons&player=Bob", "player=nobody"]
)
def test_the_page_and_the_terminal_choose_alike(desk, ledger, scrawl, query):
    words = [
        f"--{'game' if key == 'only' else key}={value}"
        for key, _, value in (each.partition("=") for each in query.split("&") if each)
    ]
    on_page = [each["id"] for each in desk.get("/history", query).json["games"]]
    in_terminal = json.loads(scrawl("history", "list", "--json", "--db", ledger, *words).stdout)
    assert on_page == [each["id"] for each in in_terminal][::-1]
    fame = desk.get("/history/fame", query).json["listing"]["rows"]
    rows = scrawl("history", "fame", "--lang", "en", "--db", ledger, *words).stdout.splitlines()[1:]
    assert [row[1] for row in fame] == [row.split()[1] for row in rows]


def test_the_filters_of_the_history_are_in_the_chosen_language(desk):
    history = desk.get("/history", "language=pl").json
    assert history["players"] == ["ada", "Bob", "Four"]
    assert history["dungeons"] == [["a", "Dym nad rynkiem"]]
    assert [title for _, title in history["known"]] == ["Labirynt Śmierci", "Papierowe podziemia"]


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_a_game_is_told_as_the_terminal_tells_it_with_its_reasons(desk, ledger, scrawl, language):
    game = desk.get("/history/games/1", f"language={language}").json
    output = scrawl("history", "show", "1", "--why", "--db", ledger, "--lang", language).stdout
    rows = [line.split() for line in output.splitlines()]
    for row in game["score"]["rows"]:
        assert " ".join(row).split() in rows
    assert game["winner"] in output
    for reasons in game["reasons"]:
        for letter, points, why in reasons["rows"]:
            assert f"{letter} {points} {why}".split() in rows


def test_members_of_a_party_are_shown_as_in_the_terminal(desk, ledger, scrawl):
    (standings,) = desk.get("/history/games/3").json["standings"]
    rows = [
        line.split()
        for line in scrawl("history", "show", "3", "--why", "--db", ledger, "--lang", "en").stdout.splitlines()
    ]
    assert [row for row in standings["rows"] if row not in rows] == []
    (entry,) = desk.get("/history/games/3").json["typed"]
    answers = [answer for *_, answer in entry["rows"]][:3]
    assert answers == ["Almut, Bo", "earned together with 5, 7, level 1", "Bo gets gold 9"]


def test_fame_campaign_and_exports_are_those_of_the_terminal(desk, ledger, scrawl):
    fame = desk.get("/history/fame", "only=paper-dungeons").json["listing"]
    rows = [
        line.split()
        for line in scrawl("history", "fame", "--game", GAME, "--db", ledger, "--lang", "en").stdout.splitlines()
    ]
    assert [[row[0], row[1], row[3]] for row in fame["rows"]] == [[row[0], row[1], row[-2]] for row in rows[1:]]
    (campaign,) = desk.get("/history/campaign").json["campaigns"]
    output = scrawl("campaign", "--db", ledger, "--lang", "en").stdout
    (group,) = campaign["groups"]
    assert group["title"] in output
    rows = [line.split() for line in output.splitlines()]
    for story in group["stories"]:
        assert story["title"] in output
        assert [row for row in story["listing"]["rows"] if " ".join(row).split() not in rows] == []
    for form in ("bgstats", "csv", "json"):
        assert desk.get(f"/history/export/{form}").body.decode() == scrawl("export", form, "--db", ledger).stdout
    every, one = (desk.get("/history/export/bgstats", query).json["plays"] for query in ("", "number=2"))
    assert [each["uuid"] for each in one] == [every[1]["uuid"]]


def test_a_plot_is_the_picture_that_the_terminal_writes(desk, ledger, scrawl, tmp_path):
    svg = desk.get("/history/plot", "only=paper-dungeons").json["svg"]
    assert (
        scrawl("history", "plot", "--game", GAME, "--db", ledger, "-o", tmp_path / "p.svg", "--lang", "en").returncode
        == 0
    )
    assert svg == (tmp_path / "p.svg").read_text(encoding="utf-8")
    assert desk.get("/history/plot", "player=nobody").json == {"svg": "", "count": 0}


def test_a_game_is_deleted_and_brought_back(desk, ledger):
    assert desk.post("/history/games/2/mark", deleted=True).status == 200
    assert [each["id"] for each in desk.get("/history").json["games"]] == [3, 1]
    assert [each["id"] for each in desk.get("/history", "deleted=yes").json["games"]] == [2]
    assert desk.post("/history/games/2/mark", deleted=False).status == 200
    assert read_game(ledger, 2).deleted is False


def spoil(ledger, column, value, number=2):
    with sqlite3.connect(ledger) as connection:
        connection.execute(f"UPDATE games SET {column} = ? WHERE id = ?", (value, number))
    connection.close()


def test_a_damaged_game_is_reported_and_the_others_are_shown(desk, ledger):
    spoil(ledger, "result", '{"players": 3}')
    history = desk.get("/history").json
    assert [each["id"] for each in history["games"]] == [3, 1]
    (fault,) = history["faults"]
    assert (fault["code"], fault["file"], "game 2" in fault["message"]) == ("G029", str(ledger), True)
    assert desk.get("/history/games/2").status == 404


def test_unreadable_answers_are_faults_at_their_line_and_the_score_is_shown(desk, ledger):
    record = json.loads(read_game(ledger, 2).record)
    record["players"][0]["gems"] = "many"
    spoil(ledger, "record", json.dumps(record, indent=1))
    game = desk.get("/history/games/2").json
    first, *faults = game["faults"]
    assert first["code"] == "G029"
    line = 1 + json.dumps(record, indent=1).split('"gems"')[0].count("\n")
    assert ("game 2", line) in [(each["file"], each["line"]) for each in faults]
    assert game["reasons"] == game["typed"] == []
    assert game["score"]["rows"]


def test_a_game_whose_rules_are_gone_hides_only_itself(desk, ledger):
    spoil(ledger, "game", "../../gone")
    assert [each["game"] for each in desk.get("/history").json["games"]][1] == "../../gone"
    assert desk.get("/history/games/2").status == 422
    assert desk.get("/history/campaign").json["campaigns"]


def test_an_invalid_ledger_is_an_error_and_a_missing_one_is_empty(desk, ledger):
    ledger.write_bytes(b"no database at all, but long enough to be read" * 9)
    answer = desk.get("/history")
    assert answer.status == 409
    assert "ledger.sqlite3" in answer.json["fault"]
    ledger.unlink()
    assert desk.get("/history").json["count"] == 0
    assert not ledger.exists()


HOSTILE = ["x", "-1", "0", "9" * 18, "9" * 5000, "١", "1%00", "..%2f1", "1;drop"]


def test_numbers_of_strangers_find_nothing_and_change_nothing(desk, ledger):
    before = ledger.read_bytes()
    for number in HOSTILE:
        for answer in (
            desk.get(f"/history/games/{number}"),
            desk.post(f"/history/games/{number}/mark", deleted=True),
            desk.get(f"/history/export/{number}"),
        ):
            assert answer.status in (400, 404), number
    for number in ("x", "-1", "9" * 5000):
        assert desk.get("/history", f"start={number}").status == 400
    assert ledger.read_bytes() == before
