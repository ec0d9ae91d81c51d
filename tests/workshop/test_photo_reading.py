"""Photos of sheets that pages send: a process reads them, the table checks them, and only confirmed boxes count."""

import asyncio
import base64
import io
import json
import sys
from itertools import count

import pytest
from PIL import Image

from generator.child_processes import call_apart
from generator.scoring.map_chapters import the_map
from generator.scoring.rules import open_rules
from generator.workshop import photo_reading
from generator.workshop.photo_reading import MOST_SENT, MOST_WAITING, why_not_taken
from generator.workshop.sessions import SharedSessions
from tests.conftest import often
from tests.observed import is_one_at_a_time, runs_of
from tests.photo import photo
from tests.workshop.asking import ask, sent
from tests.workshop.desks import CATALOGUE, House
from tests.workshop.doing import join


class PhotoHouse(House):
    """A workshop with a table for Ada and Bob."""

    def __init__(self, folder, game="paper-dungeons", language="en", dungeon=""):
        super().__init__(folder)
        rules = open_rules(CATALOGUE, game, language)
        self.table = self.new_table(game, language, dungeon=dungeon, cards=the_map(rules, dungeon)[1])
        self.seats = [join(self.table, name, name) for name in ("Ada", "Bob")[: rules.table.most_players]]
        self.token = {"x-seat": self.table.seats[0].token}

    async def send(self, content, headers=None, **more):
        return await ask(self.pad, "POST", "/photo", headers or self.token, content, **more)

    def change(self, **fields):
        """Return the answer of the pad to a change of Ada's phone."""
        return asyncio.run(ask(self.pad, "POST", "/change", self.token, sent(**fields)))

    def is_offered(self):
        """Return whether the pad offers to read a photo."""
        return asyncio.run(ask(self.pad, "GET", "/table", self.token)).json["photo"]


@pytest.fixture
def house(tmp_path):
    return PhotoHouse(tmp_path)


def run(work):
    return asyncio.run(work)


@pytest.fixture(scope="module")
def taken():
    return photo(7, language="pl", grade="good", megapixels=2)


SHEET = {"dungeon": "c", "size": [1, 1], "picture": "", "boxes": []}


def test_a_photo_is_read_shown_and_counted_only_once_it_was_confirmed(tmp_path, taken, capfd):
    content, truth = taken
    house = PhotoHouse(tmp_path, dungeon=truth["dungeon"])
    answer = run(house.send(content, patience=120))
    assert answer.status == 200, answer.body[:300]
    assert capfd.readouterr().err == ""
    (sheet,) = answer.json["sheets"]
    assert house.table.seats[0].held == ()
    with Image.open(io.BytesIO(base64.b64decode(sheet["picture"].partition(",")[2]))) as flat:
        assert flat.format == "JPEG"
        assert abs(flat.width / flat.height - sheet["size"][0] / sheet["size"][1]) < 0.01
        assert not flat.getexif()
    wrong = [b for b in sheet["boxes"] if b["ticked"] not in (None, truth["boxes"][b["id"]] == "marked")]
    assert {box["id"] for box in sheet["boxes"]} == set(truth["counted"])
    assert not wrong
    assert sorted(id for row in sheet["rows"] for id in row["boxes"]) == sorted(truth["counted"])
    assert sheet["messages"] == []
    right = {box["id"]: truth["boxes"][box["id"]] == "marked" for box in sheet["boxes"]}
    ticked, empty = ([id for id, is_marked in right.items() if is_marked == expected] for expected in (True, False))
    boxes = {"ticked": ticked, "empty": empty}
    change = {"do": "photo", "seat": house.seats[0], **boxes, "page": "p", "number": 1}
    reply = house.change(**change)
    assert reply.json["taken"], reply.json
    assert house.change(**change).json == reply.json
    seats = house.table.view()["seats"]
    untouched = seats[1]["total"]
    assert seats[0]["total"] == truth["totals"][0] != untouched
    # the whole photo is undone as one change
    assert house.table.take_back(house.table.revision)["taken"]
    assert house.table.seats[0].held == ()
    assert house.table.view()["seats"][0]["total"] == untouched
    # no file has a picture
    assert not [path for path in tmp_path.rglob("*") if path.suffix in (".jpg", ".png")]


def test_cards_that_one_names_count_for_all_and_are_taken_back_with_the_photo(house):
    ada, bob = house.seats
    house.table.make({"do": "tick", "seat": bob, "box": "band.1.flee", "on": True}, bob)
    lines = house.table.view()["lines"]
    question_ids = [each["id"] for each in house.table.views.card_questions(house.table.state)]
    options = house.table.views.card_questions(house.table.state)[1]["options"]
    assert (question_ids, options[0]["sent"], len(options)) == (["bosses.0", "bosses.1", "bosses.2"], "chimera", 12)
    change = {"do": "photo", "seat": ada, "ticked": ["band.1.2"], "empty": [], "page": "p"}
    for number, cards in enumerate((["chief"], {"bosses.0": 7}, {"bosses.0": "gandalf"}, {"bosses.9": "hydra"}), 1):
        answer = house.change(**change, cards=cards, number=number)
        assert (answer.status, answer.json.get("why")) == ((400, None) if number < 3 else (200, "no_such_question"))
    change |= {"cards": {"bosses.0": "bandit_chief"}, "number": 5}
    assert house.change(**change).json["taken"]
    points = house.table.views.points(house.table.state)["A"]
    assert points == {str(ada): 4, str(bob): -1}
    assert [each["id"] for each in house.table.views.card_questions(house.table.state)] == question_ids[1:]
    again = SharedSessions(house.table.path.parent, house.sessions.rules_of).open[house.table.id]
    assert again.views.points(again.state)["A"] == points
    assert again.view()["lines"] == house.table.view()["lines"] != lines
    assert house.table.take_back(house.table.revision)["taken"]
    assert house.table.views.points(house.table.state)["A"] == {str(ada): 0, str(bob): 0}
    assert [each["id"] for each in house.table.views.card_questions(house.table.state)] == question_ids


def test_what_is_confirmed_is_put_over_what_was_ticked_and_leaves_all_else(house):
    ada = house.seats[0]
    for box in ("hero.warrior.3", "health.2.1"):
        house.table.make({"do": "tick", "seat": ada, "box": box, "on": True}, ada)
    boxes = {"ticked": ["hero.warrior.4"], "empty": ["hero.warrior.3"]}
    house.table.make({"do": "photo", "seat": ada, **boxes}, ada)
    assert set(house.table.seats[0].held) == {"health.2.1", "hero.warrior.4"}
    (change, *_) = house.get(f"/tables/{house.table.id}/changes").json["changes"]
    assert (change["do"], change["of"], change["what"]) == ("photo", "Ada", "1")


def test_the_desk_gives_a_sheet_to_a_player_and_takes_no_box_that_is_not_there(tmp_path, taken):
    house = PhotoHouse(tmp_path, dungeon=taken[1]["dungeon"])
    query = f"table={house.table.id}"
    answer = run(house.ask("POST", "/photo", taken[0], query, patience=120))
    assert len(answer.json["sheets"]) == 1
    assert run(house.ask("POST", "/photo", b"two", "table=other")).status == 404

    numbers = count(1)

    def take(**boxes):
        change = {"do": "photo", "seat": house.seats[1], "page": "desk", "number": next(numbers), **boxes}
        return house.post(f"/tables/{house.table.id}/change", **change)

    assert take(ticked=["hero.warrior.3"], empty=[]).json["taken"]
    assert house.table.seats[1].held == ("hero.warrior.3",)
    assert take(ticked=["no.such.box"], empty=[]).json["why"] == "no_such_box"
    for boxes in ({}, {"ticked": "all", "empty": []}, {"ticked": [1], "empty": []}):
        assert take(**boxes).status == 400


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_what_cannot_be_taken_is_one_sentence(tmp_path, language):
    house, messages = PhotoHouse(tmp_path, language=language, dungeon="a"), set()
    names = ("heic", "dark", "unsharp", "no_sheet", "no_code", "changed", "map", "failed")
    sheet_lists = ([SHEET], [SHEET, SHEET])
    whys = [*(f"photo_{name}" for name in names), *(why_not_taken(house.table, sheets, 1) for sheets in sheet_lists)]
    for why in whys:
        answer = house.photos.refusal(house.table, why)
        (message,) = json.loads(answer.body)["messages"]
        assert (answer.status_code, "scrawl" in message, "--" in message) == (422, False, False)
        messages.add(message)
    assert len(messages) == len(whys)


def test_a_foreign_and_a_broken_picture_are_told_by_the_process_that_reads(house, capfd):
    out = io.BytesIO()
    foreign = Image.radial_gradient("L").resize((900, 900))
    often(foreign.point(lambda _: 20), foreign).save(out, "JPEG")  # a dark one is not compared with sheets
    for content in (out.getvalue(), b"\0\0\0\x18ftypheic" + bytes(40), b"nothing"):
        answer = run(house.send(content, patience=120))
        assert (answer.status, len(answer.json["messages"])) == (422, 1)
    assert capfd.readouterr().err == ""


def test_a_picture_over_the_bound_is_refused_by_its_length_and_strangers_before_they_are_heard(house):
    headers = {**house.token, "content-length": str(MOST_SENT + 1)}
    assert run(house.send(b"x", headers)).status == 413
    assert run(house.send(b"x" * (MOST_SENT + 1))).status == 413
    assert run(house.send(b"x", {"x-seat": "no seat"})).status == 403
    assert run(ask(house.pad, "POST", "/change", {**house.token, "content-length": "2000000"}, b"x")).status == 413


@pytest.mark.parametrize("game", ["yacht", "labirynt-smierci", "platformer", "dungeon-fighter"])
def test_a_table_whose_sheets_cannot_be_read_says_so(tmp_path, game):
    house = PhotoHouse(tmp_path, game)
    assert house.is_offered() is False
    answer = run(house.send(b"a picture"))
    assert (answer.status, "not read from photos" in answer.json["messages"][0]) == (422, True)


def test_without_the_reader_nothing_is_offered(house, monkeypatch):
    assert house.is_offered() is True
    monkeypatch.setitem(sys.modules, "cv2", None)
    assert house.is_offered() is False
    assert run(house.send(b"a picture")).status == 422


def test_pictures_are_read_one_at_a_time_and_too_many_are_sent_away(house):
    async def together():
        return await asyncio.gather(*(house.send(b"no picture", patience=120) for _ in range(MOST_WAITING + 1)))

    with runs_of(call_apart) as runs:
        answers = run(together())
    assert sorted(each.status for each in answers) == [422] * MOST_WAITING + [503]
    assert len(runs) == 2 * MOST_WAITING
    assert is_one_at_a_time(runs)
    assert house.photos.waiting == 0


def test_a_phone_that_goes_away_ends_the_reading_and_the_next_is_read(house, taken):
    assert run(house.send(taken[0], leaves=True)).status == 409
    assert run(house.send(b"no picture", patience=120)).status == 422


def test_a_reading_that_takes_too_long_or_ends_early_is_reported(house, monkeypatch):
    monkeypatch.setattr(photo_reading, "MOST_SECONDS", 0)
    assert "took too long" in run(house.send(b"a picture")).json["messages"][0]


def test_a_sheet_of_another_dungeon_is_not_of_this_table(tmp_path):
    table = PhotoHouse(tmp_path, dungeon="a").table
    assert why_not_taken(table, [{**SHEET, "dungeon": "a"}], 1) == ""
    assert why_not_taken(table, [{**SHEET, "dungeon": ""}], 1) == ""
    assert why_not_taken(table, [SHEET], 1) == "photo_other_map"
