"""Who sits at a table: the same phone on the same seat, seats handed over and taken again, and guests who cannot do harm."""

import asyncio

import pytest

from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.rules import open_rules
from generator.workshop.folder_watcher import FolderWatcher
from generator.workshop.guard import Guard
from generator.workshop.http import workshop_words
from generator.workshop.photo_reading import PhotoReader
from generator.workshop.player_app import PlayerApp
from generator.workshop.previews import SheetPreviews
from generator.workshop.result_announcement import ResultAnnouncement
from generator.workshop.sessions import SharedSessions
from generator.workshop.shared_session import MOST_CLAIMS, MOST_PAGES, new_session
from generator.workshop.workshop import WorkshopApp
from tests.conftest import ROOT
from tests.workshop.asking import HOST, ask, sent

CATALOGUE = GameCatalogue((ROOT,))
KEY = "the-key-of-this-run"


def words_of(language):
    return workshop_words(CATALOGUE, language)


class House:
    """A table with its doors; phones may come from an address of the house."""

    def __init__(self, folder):
        self.sessions = SharedSessions(folder, lambda game, language: open_rules(CATALOGUE, game, language))
        self.table = new_session(folder, open_rules(CATALOGUE, "yacht", "en"), solo=False)
        self.sessions.add(self.table)
        pictures, endings = SheetPreviews(CATALOGUE), ResultAnnouncement(CATALOGUE, folder / "ledger.sqlite3", words_of)
        self.pad = Guard(PlayerApp(self.sessions, pictures, endings, PhotoReader(CATALOGUE)).app(), lambda: {HOST})
        desk = WorkshopApp(
            CATALOGUE, self.sessions, FolderWatcher([]), KEY, lambda: [f"http://{HOST}"], folder / "ledger.sqlite3"
        )
        self.desk = Guard(desk.app(), lambda: {HOST})
        self.numbers = {}

    def come(self, door, phone, **more):
        return self.asked(door, {}, secret=self.table.secret, phone=phone, **more)

    def asked(self, door, headers, client="127.0.0.1", **values):
        return asyncio.run(ask(self.pad, "POST", f"/{door}", headers, sent(**values), client=client)).json

    def change(self, token, **asked):
        self.numbers[token] = self.numbers.get(token, 0) + 1
        return self.asked("change", {"x-seat": token}, page=token, number=self.numbers[token], **asked)

    def host(self, **asked):
        return asyncio.run(ask(self.desk, "POST", f"/tables/{self.table.id}/seat", {"x-key": KEY}, sent(**asked))).json

    def names(self):
        return [seat["name"] for seat in self.table.view()["seats"]]


@pytest.fixture
def house(tmp_path):
    return House(tmp_path)


def test_a_phone_whose_answer_was_lost_has_its_seat_whatever_name_it_sends(house):
    first = house.come("join", "phone 1", name="Dora")
    house.come("join", "phone 2", name="Bob")
    for again in (
        house.come("join", "phone 1", name="Dora"),
        house.come("join", "phone 1", name="Dora2"),
        house.come("seats", "phone 1"),
    ):
        assert (again["token"], again["seat"]) == (first["token"], first["seat"])
    assert house.names() == ["Dora", "Bob"]
    assert "token" not in house.come("seats", "phone 3")


def test_another_phone_gets_a_seat_when_its_player_or_the_host_says_yes(house):
    token = house.come("join", "old", name="Dora")["token"]
    bob = house.come("join", "bob", name="Bob")["token"]
    asked = house.come("claim", "new", seat=0)
    assert "token" not in asked
    assert house.come("claim", "new", seat=0) == asked
    assert house.table.view()["seats"][0]["asks"] == [asked["code"]]
    assert not house.change(bob, do="let", seat=0, code=asked["code"])["taken"]
    assert "token" not in house.come("claim", "new", seat=0)
    assert house.change(token, do="let", seat=0, code=asked["code"])["taken"]
    assert house.come("claim", "new", seat=0)["token"] == token
    code = house.come("claim", "third", seat=0)["code"]
    assert house.host(do="deny", seat=0, code=code)["taken"]
    assert house.table.view()["seats"][0]["asks"] == []
    code = house.come("claim", "third", seat=0)["code"]
    assert house.host(do="let", seat=0, code=code)["taken"]
    assert house.come("seats", "third")["token"] == token


def test_a_seat_that_is_handed_over_leaves_its_old_phone_and_any_may_take_it(house):
    token = house.come("join", "old", name="Dora")["token"]
    house.change(token, do="answer", seat=0, question="line.F", text="12")
    assert house.change(token, do="free", seat=0)["taken"]
    assert "fault" in house.change(token, do="answer", seat=0, question="line.F", text="13")
    assert house.come("seats", "new")["seats"] == [{"id": 0, "name": "Dora", "free": True}]
    new = house.come("claim", "new", seat=0)["token"]
    assert new != token
    assert "code" in house.come("claim", "old", seat=0)
    assert house.table.view()["seats"][0]["answers"]["line.F"] == "12"


def test_host_and_player_rename_and_remove_and_nobody_else_does(house):
    ada, bob = (house.come("join", name, name=name)["token"] for name in ("Ada", "Bob"))
    for asked in ({"do": "name", "text": "x"}, {"do": "remove"}, {"do": "free"}):
        assert house.change(bob, seat=0, **asked)["why"] == "not_your_seat"
    assert house.change(ada, do="name", seat=0, text="Adele")["taken"]
    assert house.host(do="name", seat=1, text="Bert")["taken"]
    assert not house.host(do="name", seat=1, text="Adele")["taken"]
    assert house.host(do="join", text="Grandma")["taken"]
    assert house.names() == ["Adele", "Bert", "Grandma"]
    assert house.host(do="remove", seat=0)["taken"]
    assert house.names() == ["Bert", "Grandma"]
    # what was on its way to the seat that is gone goes to nobody else
    assert house.change(bob, do="answer", seat=0, question="line.F", text="3")["why"] == "seat_gone"
    assert house.change(bob, do="answer", seat=1, question="line.F", text="6")["taken"]
    assert house.table.view()["seats"][0]["answers"]["line.F"] == "6"
    assert house.come("claim", "grandma", seat=2)["seat"] == 2


def test_a_guest_neither_fills_the_table_nor_shuts_others_out(house):
    most = house.table.rules.table.most_players
    came = [house.come("join", f"junk {number}", name=f"J{number}", client="192.0.2.9") for number in range(most)]
    assert [each.get("why", "") for each in came] == ["", "", *["enough_seats"] * (most - 2)]
    house.host(do="remove", seat=0)
    assert house.come("join", "junk again", name="J", client="192.0.2.9")["why"] == "enough_seats"
    assert house.come("join", "ada", name="Ada", client="192.0.2.10")["token"]
    house.host(do="join", text="Bob")  # where one address is all that a house shows, the host adds players
    assert house.come("claim", "junk again", seat=3, client="192.0.2.9")["seat"] == 3
    token = came[1]["token"]
    for number in range(MOST_PAGES + 20):
        house.table.make({"do": "answer", "seat": 1, "question": "line.F", "text": "6"}, 1, f"page {number}", 1)
        house.table.claim(2, f"phone {number}")
    assert len(house.table.pages) == MOST_PAGES
    assert len(house.table.claims) == MOST_CLAIMS
    assert house.change(token, do="answer", seat=1, question="line.F", text="12")["taken"]
