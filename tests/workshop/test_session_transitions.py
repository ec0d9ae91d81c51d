"""Test that sessions answer, save and undo each change as listed; each step of a list continues the previous one."""

import asyncio
import json

import pytest

from generator.workshop.guard import Refused
from generator.workshop.sessions import SessionClosed, SessionNotSaved, SharedSessions
from generator.workshop.shared_session import new_session
from tests.tables import table as rows
from tests.tables import tables
from tests.workshop.doing import answer
from tests.workshop.test_tables import FullDisk, filled, kept, rules_of

TABLES = tables(__file__)


def state_lines(table):
    """Return the revision, its save point, and each seat: name, phones, boxes, writer."""
    seats = [
        f"{seat.id} {seat.name}: {' '.join(seat.phones)}{'free' * seat.free} [{' '.join(seat.held)}] {seat.writer}"
        for seat in table.seats
    ]
    state, points_shown = table.state, {line: [*points.values()] for line, points in table.state.revealed.items()}
    summary = f"{state.revision} on {state.dungeon or 'any'}, saved {state.saved} at {state.saved_at}"
    return [
        f"{summary}{' wants saving' * state.wants_saving}",
        *map(str.strip, seats),
        *([points_shown] if points_shown else []),
    ]


def make_step(table, call, words):
    """Make one step: a change that a seat requests, or a method of the table with its arguments."""
    if call == "make":
        return table.make(*words)
    codes = {claim.seat: claim.code for claim in table.claims}
    words = [codes[words[0]] if word == "the code" else word for word in words]
    return getattr(table, call)(
        *(word for word in words if not isinstance(word, dict)),
        **next((word for word in words if isinstance(word, dict)), {}),
    )


def without_secrets(reply):
    return {key: "given" if key in ("token", "code") else value for key, value in reply.items()}


@rows("name, steps", key="steps")
def test_each_step_is_answered_and_kept_as_listed(table, name, steps):
    for number, (call, words, reply, after) in enumerate(steps):
        result = without_secrets(make_step(table, call, words))
        assert (number, result, state_lines(table)) == (number, reply, after)
        assert state_lines(kept(table)[0]) == after


def test_a_photo_counts_what_it_ticks_against_the_cards_that_it_names(table):
    table.make({"do": "join", "name": "Ada"})
    photo, cards = {"do": "photo", "seat": 0, "empty": []}, {"bosses.0": "rat_queen"}
    table.make({**photo, "ticked": ["band.1.2"], "cards": cards})
    first_seat = table.state.seats[0]
    assert table.take_back(table.state.revision)["taken"]
    table.make({**photo, "ticked": [], "cards": cards})
    assert table.state.seats[0] != first_seat
    table.make({"do": "tick", "seat": 0, "box": "band.1.2", "on": True})
    assert table.state.seats[0] == first_seat


def test_a_table_shows_all_that_everybody_may_see(table):
    filled(table)
    filled(table, "Bob", "2", "scout")
    answer(table, 1, "line.F", "14")
    table.make({"do": "play_on", "dungeon": "a"})
    table.reveal(0)
    answer(table, 0, "line.H", "0", by=1)
    table.claim(0, "another phone")
    view, views = table.view(), table.views
    asks = [seat.pop("asks") for seat in view["seats"]]
    assert (asks, view) == ([[table.claims[0].code], []], TABLES["view"])
    questions = [[one["id"], one["letter"], one["name"], one["boxes"]] for one in views.questions(table.state)]
    cards = [[one["id"], one["name"], one["boxes"], len(one["options"])] for one in views.card_questions(table.state)]
    choices = {deck: len(keys) for deck, keys in views.card_choices(table.state).items()}
    assert {"asked": questions, "cards": cards, "choices": choices} == TABLES["questions"]


@rows("game, seats", key="from_one_address")
def test_phones_of_one_address_take_two_seats_and_no_more_than_half(tmp_path, game, seats):
    table = new_session(tmp_path, rules_of(game, "en"), solo=False)
    table.begin()
    assert sum(table.sit_down(f"P{at}", f"p{at}", "a")["taken"] for at in range(4)) == seats


def test_boxes_and_pages_are_remembered_up_to_a_bound(table):
    table.sit_down("Ada", "p1")
    boxes = [f"b{at:04}" for at in range(2000)]
    photo = {"do": "photo", "seat": 0, "empty": []}
    assert table.make({**photo, "ticked": [*boxes, "one"]}) == {
        "revision": 1,
        "taken": False,
        "messages": [],
        "why": "no_such_box",
    }
    assert table.make({**photo, "ticked": boxes})["taken"]
    for box, on, count in (("one", True, 2000), ("b0000", False, 2000 - 1), ("one", True, 2000)):
        assert table.make({"do": "tick", "seat": 0, "box": box, "on": on})["taken"]
        assert len(table.seats[0].held) == count
    for page in range(256 + 1):
        table.make({"do": "tick", "seat": 0, "box": "two", "on": False}, 0, f"page {page}", 1)
    assert (len(table.pages), "page 0" in table.pages, "page 1" in table.pages) == (256, False, True)


def test_tables_are_opened_up_to_a_bound_and_what_was_closed_is_gone(table):
    sessions = SharedSessions(table.path.parent, rules_of)
    assert (sessions.is_open, len(sessions.open)) == (True, 1)
    (session,) = sessions.open.values()
    assert sessions.with_secret(table.secret) is session
    assert sessions.with_secret("another") is None
    for _ in range(64 - 1):
        sessions.add(new_session(table.path.parent, table.rules, solo=False))
    with pytest.raises(Refused, match="too many"):
        sessions.add(new_session(table.path.parent, table.rules, solo=False))
    assert len(sessions.open) == 64
    changed = session.changed
    asyncio.run(sessions.close(session))
    assert (changed.is_set(), table.path.exists(), len(sessions.open)) == (True, False, 64 - 1)
    with pytest.raises(SessionClosed):
        asyncio.run(sessions.close(session))


def test_listeners_hear_of_each_change_and_of_none_that_is_not_kept(table):
    sessions = SharedSessions(table.path.parent, rules_of)
    (session,) = sessions.open.values()
    join = {"do": "join", "name": "Ada"}

    async def collect_events():
        stream = sessions.listen(session, None)
        first, changed = await anext(stream), session.changed
        assert (await sessions.change(session, join))["taken"]
        assert changed.is_set()
        second, changed = await anext(stream), session.changed
        assert not (await sessions.change(session, join))["taken"]
        full = FullDisk(session, 0)
        with pytest.raises(SessionNotSaved):
            await sessions.change(session, {**join, "name": "Bob"})
        assert (changed.is_set(), session.not_kept) == (False, f"{table.path}: No space left on device")
        full.left = 10_000
        await sessions.change(session, {**join, "name": "Bob"})
        assert (changed.is_set(), session.not_kept) == (True, "")
        await sessions.close(session)
        return [first, second, *[each async for each in stream]]

    views = [json.loads(each.decode().removeprefix("data: ")) for each in asyncio.run(collect_events())]
    assert [[seat["name"] for seat in view["seats"]] for view in views] == [[], ["Ada"]]
