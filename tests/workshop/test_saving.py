"""From a table to the ledger: saved once whatever happens, corrected there, seen by the terminal."""

import asyncio
import json

import pytest

from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.rules import open_rules
from generator.storage.store import read_game, read_games
from generator.workshop.folder_watcher import FolderWatcher
from generator.workshop.guard import Guard
from generator.workshop.sessions import SessionClosed, SharedSessions
from generator.workshop.workshop import WorkshopApp
from tests.conftest import ROOT
from tests.workshop.asking import HOST, ask, sent
from tests.workshop.doing import answer, join

CATALOGUE = GameCatalogue((ROOT,))
GAME, KEY = "paper-dungeons", "the-key-of-this-run"
SHIELDS = {"A": 4, "B": 5, "C": 8, "D": 10, "F": 30, "K": 8}
REST = {"E": "3", "G": "0", "H": "0", "I": "0", "J": "0"}  # of a sheet with those


def rules_of(game, language):
    return open_rules(CATALOGUE, game, language)


class House:
    """A workshop that can be left and opened again, as after a kill: what lies on the disk is all that it knows."""

    def __init__(self, folder):
        self.ledger = folder / "ledger.sqlite3"
        self.folder = folder / "tables"
        self.open()

    def open(self):
        self.sessions = SharedSessions(self.folder, rules_of)
        desk = WorkshopApp(CATALOGUE, self.sessions, FolderWatcher([]), KEY, lambda: [f"http://{HOST}"], self.ledger)
        self.app = Guard(desk.app(), lambda: {HOST})

    def ask(self, path, **values):
        return asyncio.run(self.post(path, **values))

    async def post(self, path, **values):
        return await ask(self.app, "POST", path, {"x-key": KEY}, sent(**values))

    def get(self, path, query=b""):
        return asyncio.run(ask(self.app, "GET", path, {"x-key": KEY}, query=query))

    def table(self, id):
        return self.sessions.channels[id].session


@pytest.fixture
def house(tmp_path):
    return House(tmp_path)


def played(house, *names, dungeon=""):
    """Open a table at which these have typed their shields; returns its id."""
    id = house.ask("/tables", game=GAME, language="en", dungeon=dungeon).json["id"]
    table = house.table(id)
    for seat, name in enumerate(names):
        assert join(table, name) == seat
        for letter, points in SHIELDS.items():
            assert answer(table, seat, f"line.{letter}", str(points + seat))["taken"]
    return id


def test_a_game_saved_at_a_table_is_seen_by_the_terminal_in_history_campaign_and_plays(house, scrawl):
    id = played(house, "Ada", "Bob", dungeon="a")
    assert house.ask(f"/tables/{id}/save").json == {"saved": 1}
    total = sum(SHIELDS.values())
    assert f"paper-dungeons a  Ada {total}, Bob {total + 6}" in scrawl("history", "list", "--db", house.ledger).stdout
    assert "Heroes of the Town  (1/3)" in scrawl("campaign", "--db", house.ledger, "--lang", "en").stdout
    plays = house.get("/history/export/bgstats", b"number=1")
    assert plays.body.decode() == scrawl("export", "bgstats", "--db", house.ledger).stdout
    assert house.get("/history/games/1").json["dungeon"] == "Smoke over the Market"


def test_it_is_saved_as_the_terminal_saves_the_same_game(house, scrawl, tmp_path):
    id = played(house, "Ada", "Bob")
    house.ask(f"/tables/{id}/save")
    here = read_game(house.ledger, 1)
    (tmp_path / "game.yaml").write_text(here.record)
    assert (
        scrawl("score", tmp_path / "game.yaml", "--save", "--lang", "en", "--db", tmp_path / "other.sqlite3").returncode
        == 0
    )
    there = read_game(tmp_path / "other.sqlite3", 1)
    assert (here.result, json.loads(here.record), here.solo, here.dungeon) == (
        there.result,
        json.loads(there.record),
        there.solo,
        there.dungeon,
    )


def test_double_clicks_reloads_and_kills_save_a_game_once(house):
    id = played(house, "Ada", "Bob")
    kept = house.table(id).path.read_bytes()

    async def many():
        return [each.json for each in await asyncio.gather(*(house.post(f"/tables/{id}/save") for _ in range(5)))]

    assert asyncio.run(many()) == [{"saved": 1}] * 5
    house.open()
    assert house.ask(f"/tables/{id}/save").json == {"saved": 1}
    house.table(id).path.write_bytes(kept)  # killed after the ledger was written, before the table was kept
    house.open()
    assert house.table(id).state.saved is None
    assert house.ask(f"/tables/{id}/save").json == {"saved": 1}
    assert len(read_games(house.ledger).games) == 1


def test_a_correction_after_saving_goes_into_the_same_game(house):
    id = played(house, "Ada", "Bob")
    house.ask(f"/tables/{id}/save")
    assert not house.table(id).view()["wants_saving"]
    answer(house.table(id), 0, "line.F", "19", by=1)
    assert house.table(id).view()["wants_saving"]
    assert house.ask(f"/tables/{id}/save", dungeon="b").json == {"saved": 1}
    (game,) = read_games(house.ledger).games
    assert (game.players[0]["total"], game.dungeon) == (sum(SHIELDS.values()) - 11, "b")
    assert house.ask(f"/tables/{id}/save", dungeon="").json == {"saved": 1}
    assert read_game(house.ledger, 1).dungeon == ""


def test_a_game_of_shields_alone_is_whole_and_one_that_is_not_says_so_in_one_sentence(house):
    id = played(house, "Ada")
    for letter, points in REST.items():
        assert answer(house.table(id), 0, f"line.{letter}", points)["taken"]
    assert house.table(id).view()["seats"][0]["open"] == []
    house.ask(f"/tables/{id}/save")
    whole = house.get("/history/games/1").json
    assert (whole["faults"], len(whole["reasons"]), len(whole["typed"][0]["rows"])) == ([], 1, 11)
    assert whole["typed"][0]["rows"][0] == ["A", "Boss 1", "4"]
    id = house.ask("/tables", game=GAME, language="en").json["id"]
    assert join(house.table(id), "Bob") == 0
    house.ask(f"/tables/{id}/save")
    (fault,) = house.get("/history/games/2").json["faults"]
    assert "not everything was answered" in fault["message"]


def test_a_correction_made_elsewhere_is_saved_over_only_where_that_is_meant(house, scrawl):
    id = played(house, "Ada", "Bob")
    for seat in (0, 1):
        for letter, points in REST.items():
            assert answer(house.table(id), seat, f"line.{letter}", points)["taken"]
    house.ask(f"/tables/{id}/save")
    done = scrawl("history", "edit", "1", "--db", house.ledger, "--lang", "en", stdin="24\n24\n@2f\n19\ny\n\n")
    assert "game 1 is corrected" in done.stdout, done
    edited = read_game(house.ledger, 1)
    answer(house.table(id), 0, "line.F", "14")
    for _ in range(2):  # also by the next program
        refused = house.ask(f"/tables/{id}/save")
        assert (refused.status, refused.json) == (409, {"corrected_elsewhere": 1})
        assert read_game(house.ledger, 1) == edited
        assert house.table(id).view()["wants_saving"]
        house.open()
    assert house.ask(f"/tables/{id}/save", over=True).json == {"saved": 1}
    assert [each["lines"]["F"] for each in read_game(house.ledger, 1).players] == [14, 31]
    # from then on the table knows what lies there
    answer(house.table(id), 0, "line.F", "8")
    assert house.ask(f"/tables/{id}/save").json == {"saved": 1}


def test_a_table_that_was_killed_after_it_corrected_the_ledger_saves_on(house):
    id = played(house, "Ada")
    house.ask(f"/tables/{id}/save")
    answer(house.table(id), 0, "line.F", "14")
    kept = house.table(id).path.read_bytes()
    house.ask(f"/tables/{id}/save")
    house.table(id).path.write_bytes(kept)
    house.open()
    assert house.ask(f"/tables/{id}/save").json == {"saved": 1}


def test_two_tables_are_two_games_also_with_equal_sheets(house):
    for _ in range(2):
        house.ask(f"/tables/{played(house, 'Ada')}/save")
    assert len(read_games(house.ledger).games) == 2


@pytest.mark.parametrize("dungeon", ["../../x", "/etc/passwd", "a.yaml", "A", "no such", 3, None, ["a"], "x" * 999])
def test_a_map_that_is_none_is_refused_and_nothing_saved(house, dungeon):
    assert house.ask("/tables", game=GAME, language="en", dungeon=dungeon).status == 400
    id = played(house, "Ada")
    assert house.ask(f"/tables/{id}/save", dungeon=dungeon).status == 400
    assert not house.ledger.exists()


def test_what_cannot_be_saved_is_told_and_can_be_saved_later(house):
    empty = house.ask("/tables", game=GAME, language="en").json["id"]
    assert house.ask(f"/tables/{empty}/save").status == 409
    assert house.ask("/tables/no-such/save").status == 404
    id = played(house, "Ada")
    house.ledger.write_bytes(b"no database at all, but long enough to be read" * 9)
    answer = house.ask(f"/tables/{id}/save")
    assert (answer.status, "ledger" in answer.json["fault"]) == (409, True)
    assert house.table(id).state.saved is None
    house.ledger.unlink()
    assert house.ask(f"/tables/{id}/save").json == {"saved": 1}


def test_maps_are_told_for_games_that_have_them(house):
    assert house.get("/maps", b"game=paper-dungeons&language=pl").json["maps"][0] == ["a", "A · Dym nad rynkiem"]
    for game in (b"yacht", b"labirynt-smierci"):
        assert house.get("/maps", b"game=" + game).json["maps"] == []
    assert house.get("/maps", b"game=../x").status == 404


def test_a_party_writes_its_ledger_at_a_table_and_its_members_stand_in_the_history(house, scrawl):
    id = house.ask("/tables", game="labirynt-smierci", language="en").json["id"]
    table = house.table(id)
    join(table, "The Thursday party")
    for question, text in (("members", "Almut, Bo"), ("ledger.0", "1: 5 7"), ("ledger.1", "Bo + gold 9")):
        reply = answer(table, 0, question, text)
        assert reply["taken"], reply["said"]
    house.ask(f"/tables/{id}/save")
    game = house.get("/history/games/1").json
    assert [row[1] for row in game["standings"][0]["rows"]] == ["Almut", "Bo"]
    assert "The Thursday party" in scrawl("history", "show", "1", "--db", house.ledger, "--lang", "en").stdout


def test_a_table_that_is_put_away_stays_away_whatever_was_on_its_way(house):
    id = played(house, "Ada")
    channel = house.sessions.channels[id]

    async def at_once():
        waiting = []
        async with channel.lock:
            for asked in (
                house.post(f"/tables/{id}/close"),
                house.post(f"/tables/{id}/save"),
                house.sessions.change(channel, {"do": "join", "name": "Bob"}),
            ):
                waiting.append(asyncio.create_task(asked))
                await asyncio.sleep(0.01)
        return await asyncio.gather(*waiting, return_exceptions=True)

    closed, saved, changed = asyncio.run(at_once())
    assert (closed.status, saved.status, type(changed)) == (200, 404, SessionClosed)
    assert list(house.folder.iterdir()) == []
    assert not house.ledger.exists()
