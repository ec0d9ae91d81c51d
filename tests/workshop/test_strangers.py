"""Strangers at the door: other hosts and origins, paths, bodies, tokens of other seats, damaged requests."""

import asyncio

import pytest

from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.rules import open_rules
from generator.workshop.folder_watcher import FolderWatcher
from generator.workshop.guard import MOST_BYTES, Guard
from generator.workshop.http import workshop_words
from generator.workshop.photo_reading import PhotoReader
from generator.workshop.player_app import PlayerApp
from generator.workshop.previews import SheetPreviews
from generator.workshop.result_announcement import ResultAnnouncement
from generator.workshop.sessions import SharedSessions
from generator.workshop.shared_session import new_session
from generator.workshop.workshop import WorkshopApp
from tests.conftest import ROOT
from tests.workshop.asking import HOST, ask, sent
from tests.workshop.doing import join

CATALOGUE = GameCatalogue((ROOT,))
KEY = "the-key-of-this-run"


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A workshop with two tables, Ada at one and Bob at the other."""
    folder = tmp_path_factory.mktemp("tables")
    sessions = SharedSessions(folder, lambda game, language: open_rules(CATALOGUE, game, language))
    for name in ("Ada", "Bob"):
        table = new_session(folder, open_rules(CATALOGUE, "paper-dungeons", "en"), solo=False)
        sessions.add(table)
        join(table, name)
    endings = ResultAnnouncement(
        CATALOGUE, folder / "ledger.sqlite3", lambda language: workshop_words(CATALOGUE, language)
    )
    pad = Guard(
        PlayerApp(sessions, SheetPreviews(CATALOGUE), endings, PhotoReader(CATALOGUE)).app(),
        lambda: {HOST},
    )
    desk = WorkshopApp(
        CATALOGUE, sessions, FolderWatcher([]), KEY, lambda: [f"http://{HOST}"], folder / "ledger.sqlite3"
    )
    return sessions, pad, Guard(desk.app(), lambda: {HOST})


def run(*asked, **more):
    return asyncio.run(ask(*asked, **more))


@pytest.mark.parametrize("door", ["pad", "desk"])
@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8765",
        "127.0.0.1",
        "127.0.0.1:1",
        "",
        "192.0.2.7:8765",
        "localhost:8765.evil.example",
    ],
)
def test_only_our_own_names_are_answered(house, door, host):
    app = house[1 if door == "pad" else 2]
    assert run(app, "GET", "/", host=host).status == 403
    assert run(app, "GET", "/").status == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", f"http://{HOST}.evil.example", "file://", None])
def test_another_page_changes_nothing(house, origin):
    sessions, pad, desk = house
    (channel, *_) = sessions.channels.values()
    token = channel.session.seats[0].token
    body = sent(do="answer", seat=0, question="missions", text="2", page="x", number=1)
    before = channel.session.view()
    assert run(pad, "POST", "/change", {"x-seat": token}, body, origin=origin).status == 403
    assert run(desk, "POST", "/tables", {"x-key": KEY}, sent(game="yacht", language="en"), origin=origin).status == 403
    assert channel.session.view() == before


def test_every_answer_forbids_scripts_of_others(house):
    for app in house[1:]:
        for path in ("/", "/common.js", "/no-such-page"):
            answer = run(app, "GET", path)
            assert "default-src 'none'" in answer.headers["content-security-policy"]
            assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_workshop_wants_its_key_and_the_pad_knows_nothing_of_it(house):
    _, pad, desk = house
    for path in ("/games", "/shelf", "/picture", "/forms", "/tables", "/changes", "/words/en"):
        assert run(desk, "GET", path).status == 403
        assert run(desk, "GET", path, {"x-key": KEY + "x"}).status == 403
        assert run(desk, "GET", path, {"x-key": KEY}).status in (200, 422)
    for path in (
        "/games",
        "/shelf",
        "/picture",
        "/print",
        "/tables",
        "/host.js",
        "/host.html",
        "/static/host.js",
        "/../host.js",
    ):
        assert run(pad, "GET", path, {"x-key": KEY}).status == 404


def test_a_seat_writes_at_its_own_table_alone(house):
    sessions, pad, _ = house
    ada, bob = sessions.channels.values()
    before = bob.session.view()
    token = ada.session.seats[0].token
    answer = run(
        pad,
        "POST",
        "/change",
        {"x-seat": token},
        sent(do="answer", seat=0, question="missions", text="1", page="a", number=1),
    )
    assert (answer.status, answer.json["taken"]) == (200, True)
    assert (
        run(
            pad, "POST", "/change", {"x-seat": token}, sent(do="tick", seat=1, box="gem.1", on=True, page="a", number=2)
        ).json["why"]
        == "no_such_box"
    )
    assert run(pad, "GET", "/table", {"x-seat": token + "x"}).status == 403
    assert run(pad, "POST", "/join", {}, sent(secret="no-such", name="Eve", phone="e")).status == 403
    assert bob.session.view() == before


def test_a_body_without_an_end_is_refused(house):
    _, pad, desk = house
    huge = b'{"secret": "' + b"x" * MOST_BYTES + b'"}'
    assert run(pad, "POST", "/join", {}, huge).status == 413
    assert run(desk, "POST", "/tables", {"x-key": KEY}, huge).status == 413
