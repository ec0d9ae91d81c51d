"""Another game in the same seats, a saved game that is corrected at the desk, and undone corrections."""

import json

from generator.storage.store import read_game
from generator.workshop import session_routes
from tests.workshop.doing import answer, join
from tests.workshop.test_history import GAME


def save_once(house):
    """Return a table of Ada with its saved game."""
    table = house.new_table(GAME)
    seat = join(table, "Ada")
    answer(table, seat, "line.A", "4")
    number = house.post(f"/tables/{table.id}/save").json["saved"]
    return house.sessions.open[table.id], seat, number


def test_the_next_game_has_the_same_seats_and_code_and_is_saved_beside_the_last(house):
    table, seat, first = save_once(house)
    secret, token = table.secret, table.seats[0].token
    assert house.post(f"/tables/{table.id}/again").json["taken"]
    view = table.view()
    assert (view["saved"], view["round"], view["seats"][0]["answers"]) == (None, 1, {})
    assert (table.secret, table.seats[0].token, table.seats[0].id) == (secret, token, seat)
    assert house.get(f"/tables/{table.id}/changes").json["changes"] == []
    assert house.post(f"/tables/{table.id}/again").status == 409  # the game is not saved
    answer(table, seat, "line.A", "5")
    assert house.post(f"/tables/{table.id}/save").json["saved"] == first + 1
    house.open()
    again = house.sessions.open[table.id]
    assert again.view()["seats"][0]["answers"] == {"line.A": "5"}
    points = [json.loads(read_game(house.ledger, number).record)["players"][0] for number in (first, first + 1)]
    assert points[0] != points[1]


def test_what_a_phone_sends_late_of_the_last_game_is_not_in_the_next(house):
    table, seat, _ = save_once(house)
    house.post(f"/tables/{table.id}/again")
    change = {"do": "answer", "seat": seat, "question": "line.B", "text": "6", "page": "p", "number": 1}
    late = house.post(f"/tables/{table.id}/change", **change, round=0).json
    assert (late["taken"], late["why"]) == (False, "game_is_over")
    assert house.post(f"/tables/{table.id}/change", **change, round=1).json["taken"]


def test_a_saved_game_is_corrected_as_a_table_and_the_correction_is_undone(house):
    table, _, number = save_once(house)
    house.post(f"/tables/{table.id}/close")
    opened = house.post(f"/history/games/{number}/correct", {"game": GAME, "language": "en"}).json
    assert (opened["saved"], opened["wants_saving"], opened["names"]) == (number, False, ["Ada"])
    assert opened["seats"][0]["answers"]["line.A"] == "4"
    again = house.post(f"/history/games/{number}/correct", {"game": GAME, "language": "en"}).json
    assert again["id"] == opened["id"]
    session = house.sessions.open[opened["id"]]
    answer(session, session.seats[0].id, "line.A", "7")
    assert house.post(f"/tables/{opened['id']}/save").json["saved"] == number
    query = {"game": GAME, "language": "en"}
    points = lambda: read_game(house.ledger, number).players[0]["lines"]["A"]  # noqa: E731
    assert points() == 7
    assert house.get(f"/history/games/{number}", query).json["is_corrected"]
    for undone in (4, 7):
        shown = house.get(f"/history/games/{number}", query).json["seen"]
        for _ in range(2):  # a page whose answer was lost asks again
            assert house.post(f"/history/games/{number}/mark", query, undo=True, seen=shown).status == 200
            assert points() == undone


def test_totals_are_shown_before_the_end_if_the_host_shows_them(house):
    table, _, number = save_once(house)
    assert table.view()["totals"] is False
    assert house.post(f"/tables/{table.id}/reveal", does="totals", shown=True).json["taken"]
    assert (table.view()["totals"], table.view()["saved"], table.view()["wants_saving"]) == (True, number, False)


def test_a_contradiction_names_its_seat(house):
    table = house.new_table(GAME)
    seats = [join(table, name) for name in ("Ada", "Bob")]
    for question, text in (("bosses.0", "12"), ("bosses.1", "5"), ("bosses.2", "9"), ("rooms", "2")):
        answer(table, seats[1], question, text)
    assert {fault["seat"] for fault in table.view()["faults"]} == {seats[1]}


def test_a_sheet_with_parts_as_choices_and_a_part_as_a_total_is_whole_and_its_warnings_name_players(house):
    table = house.new_table(GAME)
    for name in ("Ada", "Bob"):
        seat = join(table, name)
        for question, text in (("bosses.0", "3"), ("line.B", "5"), ("bosses.2", "8"), ("rooms", "9"), ("line.F", "7")):
            answer(table, seat, question, text)
        for letter in "DEGHIJK":
            answer(table, seat, f"line.{letter}", "8" if letter == "D" else "0")
    number = house.post(f"/tables/{table.id}/save").json["saved"]
    game = house.get(f"/history/games/{number}", {"game": GAME, "language": "en"}).json
    warnings = [f"{name}: F is 7, possible are 0, 8, 14, 19, 23, 26, 28, 30 to 33" for name in ("Ada", "Bob")]
    assert [(fault["file"], fault["message"]) for fault in game["faults"]] == [("", text) for text in warnings]
    assert len(game["reasons"]) == 2  # it is scored again, and not only shown as saved


def test_a_table_follows_its_saved_game_where_that_is_changed_elsewhere_and_nothing_is_unsaved(house):
    table, _, number = save_once(house)
    (seat,), query = table.seats, {"game": GAME, "language": "en"}
    answer(table, seat.id, "line.A", "7")
    house.post(f"/tables/{table.id}/save")
    house.post(f"/history/games/{number}/mark", query, undo=True)
    (followed,) = house.get("/tables").json["tables"]
    assert (followed["seats"][0]["answers"]["line.A"], followed["wants_saving"]) == ("4", False)
    assert (table.seats[0].token, house.get(f"/tables/{table.id}/changes").json["changes"]) == (seat.token, [])
    revision = table.revision
    house.get("/tables")
    assert table.revision == revision
    house.open()  # the change is in the journal, too
    table = house.sessions.open[table.id]
    assert table.view()["seats"][0]["answers"]["line.A"] == "4"
    answer(table, seat.id, "line.A", "5")
    house.post(f"/history/games/{number}/mark", query, undo=True)
    opened = house.post(f"/history/games/{number}/correct", query).json
    assert (opened["seats"][0]["answers"]["line.A"], opened["wants_saving"]) == ("5", True)


def test_the_latest_changes_are_listed_first_and_no_more_than_fit(house, monkeypatch):
    monkeypatch.setattr(session_routes, "MOST_CHANGES", 3)
    table = house.new_table()
    for name in ("Ada", "Bob", "Cid", "Dan"):
        join(table, name)
    changes = house.get(f"/tables/{table.id}/changes").json["changes"]
    assert [change["of"] for change in changes] == ["Dan", "Cid", "Bob"]
