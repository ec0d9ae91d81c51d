"""The end of a game before everybody: in its order, kept, corrected, and never another total than the one that is saved."""

import asyncio

import pytest

from generator.storage.store import read_game
from generator.workshop.score_reveal import TOTAL
from generator.workshop.sessions import SharedSessions
from tests.workshop.asking import HOST, ask, sent
from tests.workshop.doing import answer, join
from tests.workshop.test_people import KEY, House

TYPED = {"Ada": {"A": "3", "F": "18", "J": "30"}, "Bob": {"A": "3", "F": "24", "L": "20"}, "Cy": {"L": "21"}}


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path)
    for name, lines in TYPED.items():
        seat = join(house.table, name, name)
        for letter, text in lines.items():
            assert answer(house.table, seat, f"line.{letter}", text)["taken"]
    return house


def does(house, what, seen=0):
    path = f"/tables/{house.table.id}/reveal"
    return asyncio.run(ask(house.desk, "POST", path, {"x-key": KEY}, sent(does=what, seen=seen)))


def shown(house):
    return house.table.view()["revealed"]


def test_lines_are_shown_from_those_that_set_players_least_apart_to_the_total(house):
    assert shown(house) is None
    count = len(house.table.rules.table.lines)
    told = {"lines": [], "done": False}
    for lines in (count - 3, count - 2, count - 1, count, count):  # what counts nothing comes with the first
        seen = len(told["lines"])
        assert does(house, "next", seen).json["taken"]
        assert not does(house, "next", seen).json["taken"]  # a tap that comes twice
        told = shown(house)
        assert len(told["lines"]) == lines
    assert told["done"]
    count += 1
    assert told["lines"][-4:] == ["A", "L", "F", "J"]
    assert told["corrected"] == []
    assert not does(house, "next", count).json["taken"]
    assert does(house, "hide").json["taken"]
    assert shown(house) is None
    assert does(house, "rest").json["taken"]
    assert shown(house)["done"]
    assert does(house, "jump").status == does(house, "next", "x").status == 400


def test_what_is_shown_is_what_is_saved_and_showing_it_leaves_nothing_to_save(house):
    does(house, "rest")
    path = f"/tables/{house.table.id}/save"
    saved = asyncio.run(ask(house.desk, "POST", path, {"x-key": KEY}, sent())).json["saved"]
    does(house, "hide")
    does(house, "next")
    does(house, "rest", len(shown(house)["lines"]))
    assert not house.table.view()["wants_saving"]
    players = read_game(house.table.path.parent / "ledger.sqlite3", saved).players
    totals = {seat["name"]: (seat["total"], seat["rank"]) for seat in house.table.view()["seats"]}
    assert {player["name"]: (player["total"], player["rank"]) for player in players} == totals
    last = house.table.state.revealed[TOTAL]
    assert [last[str(seat)] for seat in range(3)] == [player["total"] for player in players]


def test_nobody_joins_a_game_that_was_shown_and_saved_unless_the_host_seats_them(house):
    save = f"/tables/{house.table.id}/save"
    assert asyncio.run(ask(house.desk, "POST", save, {"x-key": KEY}, sent())).json["saved"]
    assert house.come("join", "early", name="Eve", client="192.0.2.8")["token"], "the points are not shown yet"
    does(house, "rest")
    names = house.names()
    assert house.come("join", "stranger", name="Mallory", client="192.0.2.9")["why"] == "game_is_over"
    assert house.come("join", "early", name="Eve")["token"], "who sat here comes back"
    assert house.names() == names
    assert house.host(do="join", text="Grandma")["taken"]
    assert house.come("claim", "stranger", seat=house.table.seats[-1].id)["taken"]


def test_a_correction_is_shown_and_told_also_to_who_comes_later_and_after_a_restart(house):
    does(house, "rest")
    assert answer(house.table, 0, "line.F", "12")["taken"]
    late = join(house.table, "Dora", "late")
    told = [{"line": "F", "seat": 0, "was": 18, "now": 12}, {"line": "", "seat": 0, "was": 51, "now": 45}]
    assert shown(house)["corrected"] == told
    assert house.table.view()["seats"][0]["total"] == 45
    token = house.come("seats", "late")["token"]
    answered = asyncio.run(ask(house.pad, "GET", "/table", {"x-seat": token})).json
    assert (answered["seat"], answered["view"]["revealed"]) == (late, shown(house))
    (again,) = SharedSessions(house.table.path.parent, house.sessions.rules_of).channels.values()
    assert again.session.view()["revealed"] == shown(house)
    assert house.table.make({"do": "remove", "seat": 0})["taken"]
    assert shown(house)["corrected"] == []
    assert answer(house.table, late, "line.F", "6")["taken"]
    assert shown(house)["corrected"] == []  # who came later was not shown as anything else


def test_the_big_screen_hears_every_change_and_changes_of_sheets_alone_are_listed(house):
    before = len(told_changes(house))
    does(house, "next")
    assert len(told_changes(house)) == before
    path = {"query": f"table={house.table.id}".encode()}
    told = asyncio.run(ask(house.desk, "GET", "/board", {"x-key": KEY}, **path))
    assert told.body.startswith(b"data: ")
    assert b'"revealed": {"lines": [' in told.body
    assert asyncio.run(ask(house.desk, "GET", "/board", {"x-key": KEY}, query=b"table=none")).status == 404
    assert asyncio.run(ask(house.desk, "GET", "/board", host=HOST, **path)).status == 403


def told_changes(house):
    path = f"/tables/{house.table.id}/changes"
    return asyncio.run(ask(house.desk, "GET", path, {"x-key": KEY})).json["changes"]


def test_the_end_and_its_picture_are_the_phones_once_all_is_shown_and_the_hosts_at_any_time(house):
    token = {"x-seat": house.come("join", "Ada", name="Ada")["token"]}

    def asked(app, path, headers):
        return asyncio.run(ask(app, "GET", path, headers))

    does(house, "next")
    assert [asked(house.pad, path, token).status for path in ("/finish", "/board.png")] == [409, 409]
    does(house, "rest", len(shown(house)["lines"]))
    ended = asked(house.pad, "/finish", token).json
    assert ended["winner"] == "Winner: Ada"
    assert ended == asked(house.desk, f"/tables/{house.table.id}/finish", {"x-key": KEY}).json
    pictures = [
        asked(house.pad, "/board.png", token),
        asked(house.desk, f"/tables/{house.table.id}/board.png", {"x-key": KEY}),
    ]
    assert [each for each in pictures if not each.body.startswith(b"\x89PNG")] == []
    assert pictures[0].headers["content-disposition"] == 'attachment; filename="yacht-score.png"'


def test_a_table_at_which_nobody_sits_has_no_end(tmp_path):
    house = House(tmp_path)
    told = asyncio.run(ask(house.desk, "GET", f"/tables/{house.table.id}/finish", {"x-key": KEY}))
    assert (told.status, told.json["fault"]) == (409, "nobody sits at this table")
