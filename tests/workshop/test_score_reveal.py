"""The end of a game for all players: in its order, kept, corrected, and always with the total that is saved."""

import asyncio
import json

import pytest

from generator.storage.store import read_game
from generator.workshop.sessions import SharedSessions
from generator.workshop.shared_session import TOTAL
from tests.workshop.asking import ask
from tests.workshop.doing import answer, join
from tests.workshop.test_people import People

TYPED = {"Ada": {"A": "3", "F": "18", "J": "30"}, "Bob": {"A": "3", "F": "24", "L": "20"}, "Cy": {"L": "21"}}


@pytest.fixture
def people(house):
    people = People(house)
    for name, lines in TYPED.items():
        seat = join(people.table, name, name)
        for letter, text in lines.items():
            assert answer(people.table, seat, f"line.{letter}", text)["taken"]
    return people


def does(people, what, seen=0):
    return people.house.post(f"/tables/{people.table.id}/reveal", does=what, seen=seen)


def host_sees(people, path):
    return people.house.get(f"/tables/{people.table.id}/{path}")


def revealed_view(people):
    return people.table.view()["revealed"]


def test_lines_are_shown_from_those_that_set_players_least_apart_to_the_total(people):
    assert revealed_view(people) is None
    count = len(people.table.rules.table.lines)
    revealed = {"lines": [], "done": False}
    for lines in (count - 3, count - 2, count - 1, count, count):  # lines without points come with the first
        seen = len(revealed["lines"])
        assert does(people, "next", seen).json["taken"]
        assert not does(people, "next", seen).json["taken"]  # a tap that comes twice
        revealed = revealed_view(people)
        assert len(revealed["lines"]) == lines
    assert revealed["done"]
    count += 1
    assert revealed["lines"][-4:] == ["A", "L", "F", "J"]
    assert revealed["corrected"] == []
    assert not does(people, "next", count).json["taken"]
    assert does(people, "hide").json["taken"]
    assert revealed_view(people) is None
    assert does(people, "next").json["taken"]
    assert does(people, "rest").json["taken"], "the tap before it is not seen yet"
    assert revealed_view(people)["done"]
    assert does(people, "jump").status == does(people, "next", "x").status == 400


def test_a_phone_gets_the_totals_and_ranks_of_others_with_the_last_step_or_once_the_host_shows_them(people):
    token = {"x-seat": people.come("join", "Bob", name="Bob")["token"]}

    def points():
        """Return the points from both ways to the phone, which must agree."""
        table = asyncio.run(ask(people.house.pad, "GET", "/table", token)).json["view"]
        events = asyncio.run(ask(people.house.pad, "GET", "/events", token)).body
        view = json.loads(events.split(b"\n\n")[0].removeprefix(b"data: "))
        assert view == table
        return [(seat["total"], seat["rank"]) for seat in view["seats"]]

    hidden, everything = [(None, None), (47, None), (None, None)], [(51, 1), (47, 2), (21, 3)]
    assert points() == hidden
    does(people, "next")
    assert points() == hidden
    people.house.post(f"/tables/{people.table.id}/reveal", does="totals", shown=True)
    assert points() == everything
    people.house.post(f"/tables/{people.table.id}/reveal", does="totals", shown=False)
    assert points() == hidden
    does(people, "rest", len(revealed_view(people)["lines"]))
    assert points() == everything
    does(people, "hide")
    assert points() == hidden
    seats = host_sees(people, "table").json["view"]["seats"]
    assert [(seat["total"], seat["rank"]) for seat in seats] == everything


def test_a_phone_learns_of_a_tie_and_of_who_wins_with_the_totals(house):
    table = house.new_table()
    seats = [join(table, name) for name in ("Ada", "Bob")]
    for seat in seats:
        for letter in "ABCDEFGHIJK":
            answer(table, seat, f"line.{letter}", {"A": "3", "D": "8"}.get(letter, "0"))

    def faults_and_winner(seat):
        view = table.view(seat)
        return [fault["code"] for fault in view["faults"]], bool(view["winner"])

    assert (faults_and_winner(None), faults_and_winner(seats[0])) == ((["G027", "G027"], True), ([], False))
    house.post(f"/tables/{table.id}/reveal", does="totals", shown=True)
    assert faults_and_winner(None) == faults_and_winner(seats[0]) == (["G027", "G027"], True)


def test_what_is_shown_is_what_is_saved_and_showing_it_leaves_nothing_to_save(people):
    does(people, "rest")
    saved = people.house.post(f"/tables/{people.table.id}/save").json["saved"]
    does(people, "hide")
    does(people, "next")
    does(people, "rest", len(revealed_view(people)["lines"]))
    assert not people.table.view()["wants_saving"]
    players = read_game(people.house.ledger, saved).players
    totals = {seat["name"]: (seat["total"], seat["rank"]) for seat in people.table.view()["seats"]}
    assert {player["name"]: (player["total"], player["rank"]) for player in players} == totals
    last = people.table.state.revealed[TOTAL]
    assert [last[str(seat)] for seat in range(3)] == [player["total"] for player in players]


def test_a_correction_is_shown_and_told_also_to_who_comes_later_and_after_a_restart(people):
    does(people, "rest")
    assert answer(people.table, 0, "line.F", "12")["taken"]
    late = join(people.table, "Dora", "late")
    corrections = [{"line": "F", "seat": 0, "was": 18, "now": 12}, {"line": "", "seat": 0, "was": 51, "now": 45}]
    assert revealed_view(people)["corrected"] == corrections
    assert people.table.view()["seats"][0]["total"] == 45
    token = people.come("seats", "late")["token"]
    reply = asyncio.run(ask(people.house.pad, "GET", "/table", {"x-seat": token})).json
    assert (reply["seat"], reply["view"]["revealed"]) == (late, revealed_view(people))
    (again,) = SharedSessions(people.table.path.parent, people.house.sessions.rules_of).open.values()
    assert again.view()["revealed"] == revealed_view(people)
    assert people.table.make({"do": "remove", "seat": 0})["taken"]
    assert revealed_view(people)["corrected"] == []
    assert answer(people.table, late, "line.F", "6")["taken"]
    assert revealed_view(people)["corrected"] == []  # a player who came later never had another value


def test_the_big_screen_hears_every_change_and_changes_of_sheets_alone_are_listed(people):
    before = len(listed_changes(people))
    does(people, "next")
    assert len(listed_changes(people)) == before
    response = host_sees(people, "events")
    assert response.body.startswith(b"data: ")
    assert b'"revealed": {"lines": [' in response.body
    assert people.house.get("/tables/none/events").status == 404


def listed_changes(people):
    return host_sees(people, "changes").json["changes"]


def test_the_end_and_its_picture_are_the_phones_once_all_is_shown_and_the_hosts_at_any_time(people):
    token = {"x-seat": people.come("join", "Ada", name="Ada")["token"]}

    def get(path):
        return asyncio.run(ask(people.house.pad, "GET", path, token))

    does(people, "next")
    assert [get(path).status for path in ("/finish", "/board.png")] == [409, 409]
    does(people, "rest", len(revealed_view(people)["lines"]))
    finish = get("/finish").json
    assert finish["winner"] == "Winner: Ada"
    assert finish == host_sees(people, "finish").json
    pictures = [get("/board.png"), host_sees(people, "board.png")]
    assert [each for each in pictures if not each.body.startswith(b"\x89PNG")] == []
    assert pictures[0].headers["content-disposition"] == 'attachment; filename="yacht-score.png"'


def test_a_table_at_which_nobody_sits_has_no_end(house):
    response = host_sees(People(house), "finish")
    assert (response.status, response.json["fault"]) == (409, "nobody sits at this table")
