"""Tables that several hands fill in: counted like the scorer's, kept after every change, never changed twice."""

import asyncio
import json

import pytest

from generator.reading.catalogue import Catalogue
from generator.scoring.rules import open_rules
from generator.scoring.score import score_game
from generator.scoring.tally import read_score
from generator.workshop.sessions import SharedSessions
from generator.workshop.shared_session import kept_sessions, new_session
from tests.conftest import ROOT

CATALOGUE = Catalogue((ROOT,))
ANSWERS = {"bosses.0": "5", "bosses.1": "-4", "bosses.2": "11", "goal": "monsters 7", "power": "shaman", "missions": "2"}
BOXES = ["hero.warrior.3", "hero.wizard.2", "hero.cleric.2", "hero.rogue.6", "item.flaming_sword.1", "item.flaming_sword.2", "gem_track.4", "monster_track.7", "damage.3"]


def rules_of(game, language):
    return open_rules(CATALOGUE, game, language)


@pytest.fixture
def table(tmp_path):
    return new_session(tmp_path, rules_of("paper-dungeons", "en"), solo=False)


def filled(table, name="Ada", goal="monsters 7", power="shaman"):
    assert table.join(name).taken
    seat = len(table.seats) - 1
    for box in BOXES:
        assert table.tick(seat, box, True, seat).taken
    for question, text in {**ANSWERS, "goal": goal, "power": power}.items():
        turn = table.answer(seat, question, text, seat)
        assert turn.taken, (question, table.say(turn.messages))
    return seat


def test_what_is_tapped_and_typed_counts_as_the_same_game_from_a_file(table, tmp_path):
    filled(table)
    seat = table.view()["seats"][0]
    content = table.dialogue.record(table.game).in_file(table.rules)
    path = tmp_path / "game.yaml"
    path.write_text(json.dumps(content))
    record, _ = read_score(table.rules, CATALOGUE.read(path))
    (player,) = score_game(table.rules, record).players
    assert seat["total"] == player.total
    counted = {line.letter: line.points for line in player.lines}
    shown = {letter: line["points"] for letter, line in seat["lines"].items()}
    assert counted == {**shown, "I": 0}


def test_a_tick_taken_away_and_an_answer_taken_back_leave_nothing(table):
    filled(table)
    table.join("Bob")
    before = {**table.view()["seats"][1], "name": ""}
    for box in BOXES:
        table.tick(1, box, True, 1)
        table.tick(1, box, False, 1)
    for question, text in ANSWERS.items():
        table.answer(1, question, text, 1)
        table.answer(1, question, "", 1)
    assert {**table.view()["seats"][1], "name": ""} == before


def test_a_shield_that_is_typed_goes_before_what_is_tapped(table):
    filled(table)
    counted = table.view()["seats"][0]
    table.answer(0, "line.F", "30", 0)
    typed = table.view()["seats"][0]
    assert typed["lines"]["F"]["points"] == 30
    assert typed["total"] == counted["total"] - counted["lines"]["F"]["points"] + 30
    table.answer(0, "line.F", "", 0)
    assert table.view()["seats"][0] == counted


@pytest.mark.parametrize(("question", "text"), [("line.A", "999"), ("goal", "no such goal"), ("bosses.0", "many"), ("missions", "9")])
def test_what_cannot_be_is_said_and_changes_nothing(table, question, text):
    filled(table)
    before = table.view()
    turn = table.answer(0, question, text, 0)
    assert not turn.taken
    assert table.say(turn.messages)[0]
    assert table.view() == before


def test_names_are_free_once_and_the_table_has_an_end(table):
    assert table.join("  ").taken
    assert table.view()["seats"][0]["name"] == "Player 1"
    for number in range(7):
        assert table.join(f"P{number}").taken
        assert not table.join("P0").taken
        assert not table.join("").taken
    assert "8 sheets" in table.say(table.join("P8").messages)[0]
    assert len(table.seats) == 8


def test_the_last_writer_on_the_sheet_of_another_is_told(table):
    filled(table, "Ada")
    filled(table, "Bob", "2", "scout")
    table.tick(0, "gem_track.5", True, 1)
    assert [seat["writer"] for seat in table.view()["seats"]] == ["Bob", ""]
    table.tick(0, "gem_track.5", False, 0)
    assert table.view()["seats"][0]["writer"] == ""


def test_a_kept_table_is_the_same_after_the_program_was_killed(table):
    filled(table, "Ada")
    filled(table, "Žofie", "2", "scout")
    table.answer(1, "line.A", "7", 0)
    table.keep()
    (again,) = kept_sessions(table.path.parent, rules_of)
    assert again.view() == table.view()
    assert [each.token for each in again.seats] == [each.token for each in table.seats]
    assert (again.secret, again.path) == (table.secret, table.path)
    assert table.path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"session": 3}', '{"session": {"game": "no-such-game"}, "language": "en"}'])
def test_a_damaged_file_hides_only_itself(table, damage):
    filled(table)
    table.keep()
    (table.path.parent / "0000.json").write_text(damage)
    assert [each.id for each in kept_sessions(table.path.parent, rules_of)] == [table.id]


def test_a_change_that_is_sent_twice_is_made_once(table):
    sessions = SharedSessions(table.path.parent, rules_of)
    sessions.add(table)
    made = []

    def once():
        made.append(1)
        return table.join(f"P{len(made)}")

    async def twice():
        channel = sessions.channels[table.id]
        return [await sessions.change(channel, "phone", 1, once) for _ in range(3)]

    answers = asyncio.run(twice())
    assert len(made) == 1
    assert len({each["revision"] for each in answers}) == 1
    assert [seat["name"] for seat in next(kept_sessions(sessions.folder, rules_of)).view()["seats"]] == ["P1"]


@pytest.mark.parametrize("game", ["yacht", "platformer", "dungeon-fighter"])
def test_any_game_with_a_score_has_a_pad(tmp_path, game):
    table = new_session(tmp_path, rules_of(game, "pl"), solo=False)
    table.join("Ada")
    assert table.view()["lines"]
    assert all(each["words"] for each in table.questions())
