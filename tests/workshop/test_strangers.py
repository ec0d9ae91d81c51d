"""Test requests of strangers: other hosts and origins, paths, bodies, tokens of other seats, damaged requests."""

import asyncio

import pytest

from generator.workshop.guard import MOST_BYTES
from tests.workshop.asking import HOST, ask, sent
from tests.workshop.desks import KEY, House
from tests.workshop.doing import join


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A workshop with two tables, Ada at one and Bob at the other."""
    house = House(tmp_path_factory.mktemp("house"))
    for name in ("Ada", "Bob"):
        join(house.new_table(), name)
    return house


def run(*arguments, **options):
    return asyncio.run(ask(*arguments, **options))


NAMES = ("evil.example", "evil.example:8765", "127.0.0.1", "127.0.0.1:1", "", "192.0.2.7:8765")


@pytest.mark.parametrize("host", [*NAMES, "localhost:8765.evil.example"])
def test_only_our_own_names_are_answered(house, host):
    for app in (house.pad, house.desk):
        assert run(app, "GET", "/", host=host).status == 403
        assert run(app, "GET", "/").status == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", f"http://{HOST}.evil.example", "file://", None])
def test_another_page_changes_nothing(house, origin):
    (session, *_) = house.sessions.open.values()
    token = session.seats[0].token
    body = sent(do="answer", seat=0, question="missions", text="2", page="x", number=1)
    before = session.view()
    assert run(house.pad, "POST", "/change", {"x-seat": token}, body, origin=origin).status == 403
    assert (
        run(house.desk, "POST", "/tables", {"x-key": KEY}, sent(game="yacht", language="en"), origin=origin).status
        == 403
    )
    assert session.view() == before


def test_every_answer_forbids_scripts_of_others(house):
    for app in (house.pad, house.desk):
        for path in ("/", "/common.js", "/no-such-page"):
            answer = run(app, "GET", path)
            assert "default-src 'none'" in answer.headers["content-security-policy"]
            assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_pad_gives_nothing_of_the_workshop_away(house):
    for path in ("/games", "/host.js", "/host.html", "/static/host.js", "/../host.js"):
        assert run(house.pad, "GET", path, {"x-key": KEY}).status == 404


def test_a_seat_writes_at_its_own_table_alone(house):
    ada, bob = house.sessions.open.values()
    before, token = bob.view(), ada.seats[0].token

    def change(**fields):
        return run(house.pad, "POST", "/change", {"x-seat": token}, sent(page="a", **fields))

    answer = change(do="answer", seat=0, question="missions", text="1", number=1)
    assert (answer.status, answer.json["taken"]) == (200, True)
    assert change(do="tick", seat=1, box="gem.1", on=True, number=2).json["why"] == "no_such_box"
    assert run(house.pad, "GET", "/table", {"x-seat": token + "x"}).status == 403
    assert run(house.pad, "POST", "/join", {}, sent(secret="no-such", name="Eve", phone="e")).status == 403
    assert bob.view() == before


def test_codes_cannot_be_guessed(house):
    (first, *_) = house.sessions.open.values()
    house.sessions.wrong_codes.clear()
    assert len(first.secret) == 6
    assert {*first.secret} <= {*"ABCDEFGHJKMNPQRSTUVWXYZ"}

    def status(code, client):
        return run(house.pad, "POST", "/seats", {}, sent(secret=code, phone="p"), client=client).status

    assert [status("AAAAAA", "10.0.0.1") for _ in range(7)] == [403] * 5 + [429] * 2
    assert status(first.secret, "10.0.0.1") == 429  # the answer no longer shows whether it is right
    assert status(first.secret.lower(), "10.0.0.2") == 200
    others = [status("AAAAAA", f"10.0.1.{number}") for number in range(60)]
    assert others == [403] * 55 + [429] * 5
    assert status(first.secret, "10.0.0.2") == 429
    house.sessions.wrong_codes = [(when - 61, address) for when, address in house.sessions.wrong_codes]
    assert status(first.secret, "10.0.0.1") == 200


def test_a_body_without_an_end_is_refused(house):
    huge = b'{"secret": "' + b"x" * MOST_BYTES + b'"}'
    assert run(house.pad, "POST", "/join", {}, huge).status == 413
    assert run(house.desk, "POST", "/tables", {"x-key": KEY}, huge).status == 413
