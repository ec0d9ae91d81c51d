"""From a table to the ledger: a game is saved once whatever happens, can be corrected, and the terminal shows it."""

import asyncio
import json

import pytest

from generator.storage.store import SavedGames, read_game
from generator.workshop.sessions import SessionClosed
from tests.workshop.asking import ask, sent
from tests.workshop.doing import answer, join

GAME = "paper-dungeons"
SHIELDS = {"A": 4, "B": 5, "C": 8, "D": 10, "F": 30, "K": 8}
REST = {"E": "3", "G": "0", "H": "0", "I": "0", "J": "0"}  # the other lines of the same sheet


def post(house, path, **values):
    return house.ask("POST", path, sent(**values))


def table_of(house, id):
    return house.sessions.open[id]


def open_filled_table(house, *names, dungeon=""):
    """Open a table at which these players have typed their shields; return its id."""
    id = house.post("/tables", game=GAME, language="en", dungeon=dungeon).json["id"]
    table = table_of(house, id)
    for seat, name in enumerate(names):
        assert join(table, name) == seat
        for letter, points in SHIELDS.items():
            more = 4 * seat if letter == "K" else seat  # each mission counts 4
            assert answer(table, seat, f"line.{letter}", str(points + more))["taken"]
    return id


def test_a_game_saved_at_a_table_is_seen_by_the_terminal_in_history_campaign_and_plays(house, scrawl):
    id = open_filled_table(house, "Ada", "Bob", dungeon="a")
    assert house.post(f"/tables/{id}/save").json == {"saved": 1}
    total = sum(SHIELDS.values())
    assert f"paper-dungeons a  Ada {total}, Bob {total + 9}" in scrawl("history", "list", "--db", house.ledger).stdout
    assert "Heroes of the Town  (1/3)" in scrawl("campaign", "--db", house.ledger, "--lang", "en").stdout
    plays = house.get("/history/export/bgstats", "number=1")
    assert plays.body.decode() == scrawl("export", "bgstats", "--db", house.ledger).stdout
    assert house.get("/history/games/1").json["dungeon"] == "Smoke over the Market"


def test_it_is_saved_as_the_terminal_saves_the_same_game(house, scrawl, tmp_path):
    id = open_filled_table(house, "Ada", "Bob")
    house.post(f"/tables/{id}/save")
    workshop_game = read_game(house.ledger, 1)
    (tmp_path / "game.yaml").write_text(workshop_game.record)
    assert (
        scrawl("score", tmp_path / "game.yaml", "--save", "--lang", "en", "--db", tmp_path / "other.sqlite3").returncode
        == 0
    )
    terminal_game = read_game(tmp_path / "other.sqlite3", 1)
    assert (workshop_game.result, json.loads(workshop_game.record), workshop_game.solo, workshop_game.dungeon) == (
        terminal_game.result,
        json.loads(terminal_game.record),
        terminal_game.solo,
        terminal_game.dungeon,
    )


def test_double_clicks_reloads_and_kills_save_a_game_once(house):
    id = open_filled_table(house, "Ada", "Bob")
    content = table_of(house, id).path.read_bytes()

    async def many():
        return [each.json for each in await asyncio.gather(*(post(house, f"/tables/{id}/save") for _ in range(5)))]

    assert asyncio.run(many()) == [{"saved": 1}] * 5
    house.open()
    assert house.post(f"/tables/{id}/save").json == {"saved": 1}
    table_of(house, id).path.write_bytes(content)  # as if killed after writing the ledger, before saving the table
    house.open()
    assert table_of(house, id).state.saved is None
    assert house.post(f"/tables/{id}/save").json == {"saved": 1}
    assert [game.is_corrected for game in list(SavedGames(house.ledger))] == [False]


def test_a_correction_after_saving_goes_into_the_same_game(house):
    id = open_filled_table(house, "Ada", "Bob")
    house.post(f"/tables/{id}/save")
    assert not table_of(house, id).view()["wants_saving"]
    answer(table_of(house, id), 0, "line.F", "19", by=1)
    assert table_of(house, id).view()["wants_saving"]
    assert house.post(f"/tables/{id}/save", dungeon="b").json == {"saved": 1}
    (game,) = list(SavedGames(house.ledger))
    assert (game.players[0]["total"], game.dungeon) == (sum(SHIELDS.values()) - 11, "b")
    assert house.post(f"/tables/{id}/save", dungeon="").json == {"saved": 1}
    assert read_game(house.ledger, 1).dungeon == ""


def test_a_game_of_shields_alone_is_whole_and_one_that_is_not_says_so_in_one_sentence(house):
    id = open_filled_table(house, "Ada")
    for letter, points in REST.items():
        assert answer(table_of(house, id), 0, f"line.{letter}", points)["taken"]
    assert table_of(house, id).view()["seats"][0]["open"] == []
    house.post(f"/tables/{id}/save")
    whole = house.get("/history/games/1").json
    assert (whole["faults"], len(whole["reasons"]), len(whole["typed"][0]["rows"])) == ([], 1, 11)
    assert whole["typed"][0]["rows"][0] == ["A", "Boss 1", "4"]
    id = house.post("/tables", game=GAME, language="en").json["id"]
    assert join(table_of(house, id), "Bob") == 0
    house.post(f"/tables/{id}/save")
    (fault,) = house.get("/history/games/2").json["faults"]
    assert "not everything was answered" in fault["message"]


def test_a_correction_made_elsewhere_is_saved_over_only_where_that_is_meant(house, scrawl):
    id = open_filled_table(house, "Ada", "Bob")
    for seat in (0, 1):
        for letter, points in REST.items():
            assert answer(table_of(house, id), seat, f"line.{letter}", points)["taken"]
    house.post(f"/tables/{id}/save")
    result = scrawl("history", "edit", "1", "--db", house.ledger, "--lang", "en", stdin="24\n24\n@2f\n19\ny\n\n")
    assert "game 1 is corrected" in result.stdout, result
    edited = read_game(house.ledger, 1)
    answer(table_of(house, id), 0, "line.F", "14")
    for _ in range(2):  # also in the next program
        reply = house.post(f"/tables/{id}/save")
        assert (reply.status, reply.json) == (409, {"corrected_elsewhere": 1})
        assert read_game(house.ledger, 1) == edited
        assert table_of(house, id).view()["wants_saving"]
        house.open()
    assert house.post(f"/tables/{id}/save", over=True).json == {"saved": 1}
    assert [each["lines"]["F"] for each in read_game(house.ledger, 1).players] == [14, 31]
    # from then on the table knows the game in the ledger
    answer(table_of(house, id), 0, "line.F", "8")
    assert house.post(f"/tables/{id}/save").json == {"saved": 1}


def test_a_table_that_was_killed_after_it_corrected_the_ledger_saves_on(house):
    id = open_filled_table(house, "Ada")
    house.post(f"/tables/{id}/save")
    answer(table_of(house, id), 0, "line.F", "14")
    content = table_of(house, id).path.read_bytes()
    house.post(f"/tables/{id}/save")
    table_of(house, id).path.write_bytes(content)
    house.open()
    assert house.post(f"/tables/{id}/save").json == {"saved": 1}


def test_two_tables_are_two_games_also_with_equal_sheets(house):
    for _ in range(2):
        house.post(f"/tables/{open_filled_table(house, 'Ada')}/save")
    assert len(list(SavedGames(house.ledger))) == 2


@pytest.mark.parametrize("dungeon", ["../../x", "/etc/passwd", "a.yaml", "A", "no such", 3, None, ["a"], "x" * 999])
def test_a_map_that_is_none_is_refused_and_nothing_saved(house, dungeon):
    assert house.post("/tables", game=GAME, language="en", dungeon=dungeon).status == 400
    id = open_filled_table(house, "Ada")
    assert house.post(f"/tables/{id}/save", dungeon=dungeon).status == 400
    assert not house.ledger.exists()


def test_what_cannot_be_saved_is_reported_and_can_be_saved_later(house):
    empty = house.post("/tables", game=GAME, language="en").json["id"]
    assert house.post(f"/tables/{empty}/save").status == 409
    assert house.post("/tables/no-such/save").status == 404
    id = open_filled_table(house, "Ada")
    house.ledger.write_bytes(b"no database at all, but long enough to be read" * 9)
    answer = house.post(f"/tables/{id}/save")
    assert (answer.status, "ledger" in answer.json["fault"]) == (409, True)
    assert table_of(house, id).state.saved is None
    house.ledger.unlink()
    assert house.post(f"/tables/{id}/save").json == {"saved": 1}


def test_maps_are_reported_for_games_that_have_them(house):
    assert house.get("/maps", "game=paper-dungeons&language=pl").json["maps"][0] == ["a", "A · Dym nad rynkiem"]
    for game in ("yacht", "labirynt-smierci"):
        assert house.get("/maps", f"game={game}").json["maps"] == []
    assert house.get("/maps", "game=../x").status == 404


def test_a_party_writes_its_ledger_at_a_table_and_its_members_stand_in_the_history(house, scrawl):
    id = house.post("/tables", game="labirynt-smierci", language="en").json["id"]
    table = table_of(house, id)
    join(table, "The Thursday party")
    for question, text in (("members", "Almut, Bo"), ("ledger.0", "1: 5 7"), ("ledger.1", "Bo + gold 9")):
        reply = answer(table, 0, question, text)
        assert reply["taken"], reply["messages"]
    house.post(f"/tables/{id}/save")
    game = house.get("/history/games/1").json
    assert [row[1] for row in game["standings"][0]["rows"]] == ["Almut", "Bo"]
    assert "The Thursday party" in scrawl("history", "show", "1", "--db", house.ledger, "--lang", "en").stdout


def test_a_table_that_is_put_away_stays_away_whatever_was_on_its_way(house):
    id = open_filled_table(house, "Ada")
    session = house.sessions.open[id]
    phone = {"x-seat": session.state.seats[0].token}

    async def at_once():
        waiting = []
        async with session.lock:
            for request in (
                post(house, f"/tables/{id}/close"),
                post(house, f"/tables/{id}/save"),
                ask(house.pad, "POST", "/change", phone, sent(page="p", number=1, do="name", seat=0, text="Eve")),
                house.sessions.change(session, {"do": "join", "name": "Bob"}),
            ):
                waiting.append(asyncio.create_task(request))
                await asyncio.sleep(0.01)
        return await asyncio.gather(*waiting, return_exceptions=True)

    closed, saved, sent_by_phone, changed = asyncio.run(at_once())
    assert (closed.status, saved.status, sent_by_phone.status, type(changed)) == (200, 404, 404, SessionClosed)
    assert list((house.folder / "tables").iterdir()) == []
    assert not house.ledger.exists()
