"""Players at a table: a phone keeps its seat, seats can be handed over and taken again, and guests cannot do harm."""

import asyncio

import pytest

from tests.workshop.asking import ask, sent


class People:
    """A table with its web addresses; phones may have an address of the house."""

    def __init__(self, house):
        self.house, self.table, self.numbers = house, house.new_table("yacht"), {}

    def come(self, door, phone, **more):
        return self.asked(door, {}, secret=self.table.secret, phone=phone, **more)

    def asked(self, door, headers, client="127.0.0.1", **values):
        return asyncio.run(ask(self.house.pad, "POST", f"/{door}", headers, sent(**values), client=client)).json

    def change(self, token, **asked):
        self.numbers[token] = self.numbers.get(token, 0) + 1
        return self.asked("change", {"x-seat": token}, page=token, number=self.numbers[token], **asked)

    def host(self, **asked):
        return self.house.post(f"/tables/{self.table.id}/seat", **asked).json

    def names(self):
        return [seat["name"] for seat in self.table.view()["seats"]]


@pytest.fixture
def people(house):
    return People(house)


def test_a_phone_whose_answer_was_lost_has_its_seat_whatever_name_it_sends(people):
    first = people.come("join", "phone 1", name="Dora")
    people.come("join", "phone 2", name="Bob")
    for again in (
        people.come("join", "phone 1", name="Dora"),
        people.come("join", "phone 1", name="Dora2"),
        people.come("seats", "phone 1"),
    ):
        assert (again["token"], again["seat"]) == (first["token"], first["seat"])
    assert people.names() == ["Dora", "Bob"]
    assert "token" not in people.come("seats", "phone 3")


def test_another_phone_gets_a_seat_when_its_player_or_the_host_says_yes(people):
    token = people.come("join", "old", name="Dora")["token"]
    bob = people.come("join", "bob", name="Bob")["token"]
    claim = people.come("claim", "new", seat=0)
    assert "token" not in claim
    assert people.come("claim", "new", seat=0) == claim
    assert people.table.view()["seats"][0]["asks"] == [claim["code"]]
    assert not people.change(bob, do="let", seat=0, code=claim["code"])["taken"]
    assert "token" not in people.come("claim", "new", seat=0)
    assert people.change(token, do="let", seat=0, code=claim["code"])["taken"]
    assert people.come("claim", "new", seat=0)["token"] == token
    code = people.come("claim", "third", seat=0)["code"]
    assert people.host(do="deny", seat=0, code=code)["taken"]
    assert people.table.view()["seats"][0]["asks"] == []
    code = people.come("claim", "third", seat=0)["code"]
    assert people.host(do="let", seat=0, code=code)["taken"]
    assert people.come("seats", "third")["token"] == token


def test_a_seat_that_is_handed_over_leaves_its_old_phone_and_any_may_take_it(people):
    token = people.come("join", "old", name="Dora")["token"]
    people.change(token, do="answer", seat=0, question="line.F", text="12")
    assert people.change(token, do="free", seat=0)["taken"]
    assert "fault" in people.change(token, do="answer", seat=0, question="line.F", text="13")
    assert people.come("seats", "new")["seats"] == [{"id": 0, "name": "Dora", "free": True}]
    new = people.come("claim", "new", seat=0)["token"]
    assert new != token
    assert "code" in people.come("claim", "old", seat=0)
    assert people.table.view()["seats"][0]["answers"]["line.F"] == "12"


def test_host_and_player_rename_and_remove_and_nobody_else_does(people):
    ada, bob = (people.come("join", name, name=name)["token"] for name in ("Ada", "Bob"))
    for change in ({"do": "name", "text": "x"}, {"do": "remove"}, {"do": "free"}):
        assert people.change(bob, seat=0, **change)["why"] == "not_your_seat"
    assert people.change(ada, do="name", seat=0, text="Adele")["taken"]
    assert people.host(do="name", seat=1, text="Bert")["taken"]
    assert not people.host(do="name", seat=1, text="Adele")["taken"]
    assert people.host(do="join", text="Grandma")["taken"]
    assert people.names() == ["Adele", "Bert", "Grandma"]
    assert people.host(do="remove", seat=0)["taken"]
    assert people.names() == ["Bert", "Grandma"]
    # a late change for a removed seat goes to no other seat
    assert people.change(bob, do="answer", seat=0, question="line.F", text="3")["why"] == "seat_gone"
    assert people.change(bob, do="answer", seat=1, question="line.F", text="6")["taken"]
    assert people.table.view()["seats"][0]["answers"]["line.F"] == "6"
    assert people.come("claim", "grandma", seat=2)["seat"] == 2


def test_a_guest_neither_fills_the_table_nor_shuts_others_out(people):
    most = people.table.rules.table.most_players
    joins = [people.come("join", f"junk {number}", name=f"J{number}", client="192.0.2.9") for number in range(most)]
    assert [each.get("why", "") for each in joins] == ["", "", *["enough_seats"] * (most - 2)]
    people.host(do="remove", seat=0)
    assert people.come("join", "junk again", name="J", client="192.0.2.9")["why"] == "enough_seats"
    assert people.come("join", "ada", name="Ada", client="192.0.2.10")["token"]
    people.host(do="join", text="Bob")  # if a house has only one address, the host adds the players
    assert people.come("claim", "junk again", seat=3, client="192.0.2.9")["seat"] == 3
    token = joins[1]["token"]
    for number in range(26):
        people.table.claim(2, f"phone {number}")
    assert len(people.table.claims) == 6
    assert people.change(token, do="answer", seat=1, question="line.F", text="12")["taken"]
