"""Tables of several players: the same score as at the command line, and each change once in the journal."""

import json
from contextlib import contextmanager

import pytest

from generator.diagnostics import Diagnostic, InvalidInput, SourceLocation
from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.dialogue.results import entered_game
from generator.scoring.entered_games import read_score
from generator.scoring.rules import ScoringRules, open_rules
from generator.scoring.score import score_game
from generator.workshop.guard import Refused
from generator.workshop.previews import SheetPreviews
from generator.workshop.session_routes import list_changes
from generator.workshop.sessions import SharedSessions
from generator.workshop.shared_session import new_session
from tests.conftest import ROOT
from tests.observed import calls_of
from tests.workshop.doing import answer, join, said, tick

CATALOGUE = GameCatalogue((ROOT,))
BOSSES = {"bosses.0": "5", "bosses.1": "-4", "bosses.2": "-3"}
ANSWERS = {**BOSSES, "goal": "monsters 7", "power": "shaman", "missions": "2"}
BOXES = [
    *("hero.warrior.3", "hero.wizard.2", "hero.cleric.2", "hero.rogue.6", "item.flaming_sword.1"),
    *("item.flaming_sword.2", "gem_track.4", "monster_track.7", "damage.3"),
]


def rules_of(game, language):
    return open_rules(CATALOGUE, game, language)


def kept(table):
    """Return the tables of a folder as a later run of the program opens them."""
    return [*SharedSessions(table.path.parent, rules_of).open.values()]


def filled(table, name="Ada", goal="monsters 7", power="shaman"):
    seat = join(table, name)
    for box in BOXES:
        assert tick(table, seat, box, True)["taken"]
    for question, text in {**ANSWERS, "goal": goal, "power": power}.items():
        reply = answer(table, seat, question, text)
        assert reply["taken"], (question, reply["messages"])
    return seat


def test_taps_and_typed_answers_count_as_the_same_game_from_a_file(table, tmp_path):
    filled(table)
    seat = table.view()["seats"][0]
    content = entered_game(table.rules, table.state).in_file(table.rules)
    path = tmp_path / "game.yaml"
    path.write_text(json.dumps(content))
    record, _ = read_score(table.rules, CATALOGUE.read(path))
    (player,) = score_game(table.rules, record).players
    assert seat["total"] == player.total
    file_points = {line.letter: line.points for line in player.lines}
    page_points = {letter: line["points"] for letter, line in seat["lines"].items()}
    assert file_points == {**page_points, "I": 0}


def test_a_tick_taken_away_and_an_answer_taken_back_leave_nothing(table):
    filled(table)
    join(table, "Bob")
    before = {**table.view()["seats"][1], "name": "", "id": 0}
    for box in BOXES:
        tick(table, 1, box, True)
        tick(table, 1, box, False)
    for question, text in ANSWERS.items():
        answer(table, 1, question, text)
        answer(table, 1, question, "")
    assert {**table.view()["seats"][1], "name": "", "id": 0} == before


def test_a_typed_shield_goes_before_taps(table):
    filled(table)
    from_taps = table.view()["seats"][0]
    answer(table, 0, "line.F", "30")
    with_shield = table.view()["seats"][0]
    assert with_shield["lines"]["F"]["points"] == 30
    assert with_shield["total"] == from_taps["total"] - from_taps["lines"]["F"]["points"] + 30
    answer(table, 0, "line.F", "")
    assert table.view()["seats"][0] == from_taps


@pytest.mark.parametrize(("question", "text"), [("line.A", "many"), ("goal", "no such goal"), ("bosses.0", "many")])
def test_what_cannot_be_is_said_and_changes_nothing(table, question, text):
    filled(table)
    before = table.view()
    reply = answer(table, 0, question, text)
    assert not reply["taken"]
    assert reply["messages"][0]
    assert table.view() == before


@pytest.mark.parametrize(
    ("question", "text", "total", "warning"),
    [
        ("line.A", "999", 52 + 999, "A is 999, possible are −2 to −1, 3 to 6"),
        ("missions", "9", 49 + 36, "missions is 9, possible are 0 to 3"),
    ],
)
def test_an_unusual_number_counts_at_once_with_a_warning(table, question, text, total, warning):
    filled(table)
    reply = answer(table, 0, question, text)
    assert (reply["taken"], reply["messages"][0]) == (True, warning)
    assert table.view()["seats"][0]["total"] == total


def test_a_view_never_has_the_number_of_a_change_that_it_does_not_show(table):
    seat = join(table, "Ada")

    def colours():  # called in the middle of a view, when another thread may make a change
        if not table.seats[0].held:
            tick(table, seat, "gem_track.4", True)
        return {}

    table.views.colours = colours
    views = [table.view() for _ in range(2)]
    assert [(view["revision"], view["seats"][0]["held"]) for view in views] == [(1, []), (2, ["gem_track.4"])]
    assert views[0]["seats"][0]["colour"] == views[1]["seats"][0]["colour"] == table.views.worn[seat]


def test_names_are_free_once_and_the_table_has_an_end(table):
    join(table, "  ")
    assert table.view()["seats"][0]["name"] == "Player 1"
    for number in range(7):
        join(table, f"P{number}")
        assert not said(table, do="join", name="P0")["taken"]
        assert not said(table, do="join", name="")["taken"]
    assert "8 sheets" in said(table, do="join", name="P8")["messages"][0]
    assert len(table.seats) == 8


def test_glory_that_is_typed_before_the_levels_are_ticked_is_taken(table):
    seat = join(table, "Ada")
    tick(table, seat, "hero.warrior.2", True)
    for question, text in {"bosses.0": "5", "bosses.1": "5", "bosses.2": "11"}.items():
        early = answer(table, seat, question, text)
        assert early["taken"], early
    for box in BOXES:
        assert tick(table, seat, box.replace("3", "6").replace("2", "6") if box.startswith("hero") else box, True)[
            "taken"
        ]
    assert answer(table, seat, "goal", "monsters 7")["taken"]


def test_a_kept_table_is_the_same_after_the_program_was_killed(table):
    filled(table, "Ada")
    filled(table, "Žofie", "2", "scout")
    answer(table, 1, "line.A", "7", by=0)
    (again,) = kept(table)
    assert again.view() == table.view()
    assert again.state == table.state
    assert (again.secret, again.path) == (table.secret, table.path)
    assert table.path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "damage",
    ["", "{", "[]", '{"session": 3}', '{"format": 9}\n', '{"format": 1, "revision": 0, "session": {}, "seats": {}}\n'],
)
def test_a_damaged_file_hides_only_itself_and_is_reported(table, damage):
    filled(table)
    spoilt = table.path.with_name("0000.jsonl")
    spoilt.write_text(damage)
    sessions = SharedSessions(table.path.parent, rules_of)
    assert (list(sessions.open), list(sessions.unopened)) == ([table.id], ["0000"])
    assert spoilt.read_text() == damage


def test_a_table_larger_than_any_real_one_is_a_fault_and_not_read(table):
    filled(table)
    mountain = table.path.with_name("0000.jsonl")
    with mountain.open("wb") as file:
        file.truncate(20_000_000_000)  # a sparse file: it takes no space on the disk
    sessions = SharedSessions(table.path.parent, rules_of)
    assert list(sessions.open) == [table.id]
    assert "larger than 100 MB, and not read" in sessions.unopened["0000"].fault


def test_a_line_that_was_begun_is_left_out_and_one_that_is_damaged_is_reported_with_its_place(table):
    filled(table)
    whole = table.path.read_bytes()
    for cut in range(1, len(whole.splitlines()[-1]) + 1, 97):
        table.path.write_bytes(whole[:-cut])
        (again,) = kept(table)
        assert again.revision == table.revision - 1
        assert answer(again, 0, "line.F", "8")["taken"]
        assert kept(table)[0].state == again.state
    lines = whole.splitlines(keepends=True)
    table.path.write_bytes(b"".join([*lines[:5], b"\0" * 30 + b"\n", *lines[6:]]))
    (unopened,) = SharedSessions(table.path.parent, rules_of).unopened.values()
    assert unopened.fault.endswith(f"{table.path.name}:6: this line is damaged")


def test_a_change_that_is_sent_twice_is_made_once_with_the_same_answer_also_after_a_restart(table):
    join(table, "Ada")
    change = {"do": "answer", "seat": 0, "question": "line.F", "text": "30"}
    wrong = {**change, "text": "9x"}
    first, rejection = table.make(change, 0, "page", 1), table.make(wrong, 0, "page", 2)
    later = table.make({**change, "text": "14"}, 0, "page", 3)
    for again in (table, kept(table)[0]):
        assert again.make(change, 0, "page", 1) == first
        assert again.make({**change, "text": "14"}, 0, "page", 3) == later
        assert not again.make(wrong, 0, "page", 2)["taken"]
        assert again.revision == later["revision"]
        with pytest.raises(Refused, match="another change"):
            again.make({**change, "text": "20"}, 0, "page", 3)
    assert rejection["messages"] == table.make(wrong, 0, "page", 2)["messages"]
    assert table.view()["seats"][0]["answers"]["line.F"] == "14"


class FullDisk:
    """A disk with space for `left` more bytes. It writes the first part of a longer text."""

    def __init__(self, table, left):
        self.disk, table.journal.disk = table.journal.disk, self
        self.left = left

    def read(self, path):
        return self.disk.read(path)

    @contextmanager
    def open(self, path):
        with self.disk.open(path) as file:
            yield FullFile(self, file)


class FullFile:
    def __init__(self, disk, file):
        self.disk, self.file = disk, file
        self.size, self.cut, self.sync = file.size, file.cut, file.sync

    def write(self, content):
        self.file.write(content[: self.disk.left])
        if len(content) > self.disk.left:
            raise OSError(28, "No space left on device")


@pytest.mark.parametrize("left", [0, 1, 40, 200])
def test_what_a_full_disk_does_not_take_is_not_taken_and_counts_when_it_is_sent_again(table, left):
    join(table, "Ada")
    before, whole = table.state, table.path.read_bytes()
    full = FullDisk(table, left)
    change = {"do": "answer", "seat": 0, "question": "line.F", "text": "30"}
    for _ in range(3):
        with pytest.raises(OSError, match="space"):
            table.make(change, 0, "page", 1)
        assert (table.state, table.path.read_bytes()) == (before, whole)
    full.left = 10_000
    assert table.make(change, 0, "page", 1)["taken"]
    assert kept(table)[0].state == table.state


def test_changes_of_another_program_in_a_journal_are_not_written_over(table):
    join(table, "Ada")
    (other,) = kept(table)
    join(other, "Bob")
    with pytest.raises(OSError, match="another program"):
        join(table, "Eve")
    assert [seat["name"] for seat in kept(table)[0].view()["seats"]] == ["Ada", "Bob"]


def test_a_table_of_a_broken_game_is_a_fault_and_comes_back_after_the_repair(table):
    seat = filled(table)
    broken = [True]

    def repaired_rules(game, language):
        if broken[0]:
            raise InvalidInput([Diagnostic("E001", "broken", SourceLocation("cards/scoring.yaml", 3, 1))])
        return rules_of(game, language)

    sessions = SharedSessions(table.path.parent, repaired_rules)
    (unopened,) = sessions.unopened.values()
    assert "cards/scoring.yaml:3:1: broken" in unopened.fault
    for find in (lambda: sessions.find_seat(table.seats[seat].token), lambda: sessions.with_secret(table.secret)):
        with pytest.raises(Refused, match="at fault"):
            find()
    assert sessions.find_seat("another token") is None
    broken[0] = False
    sessions.open_again()
    session, player = sessions.find_seat(table.seats[seat].token)
    assert (session.state, player.id) == (table.state, seat)


def test_a_change_is_counted_without_looking_for_a_file(table):
    filled(table)
    table.view()
    with calls_of(GameCatalogue.find) as searches:
        tick(table, 0, "gem_track.5", True)
        answer(table, 0, "line.F", "30")
        table.view()
    assert searches == []
    tick(table, 0, "gem_track.5", False)
    with calls_of(ScoringRules.line_points) as bounds:
        table.view()
    assert bounds == []


def test_each_change_can_be_read_and_taken_back_whatever_came_after_it(table):
    filled(table)
    answer(table, 0, "bosses.0", "5")
    start = table.view()["seats"][0]
    changes = [
        {"do": "answer", "seat": 0, "question": "bosses.0", "text": "6"},
        {"do": "answer", "seat": 0, "question": "line.F", "text": "30"},
        {"do": "answer", "seat": 0, "question": "power", "text": "scout"},
        {"do": "tick", "seat": 0, "box": "gem_track.5", "on": True},
        {"do": "tick", "seat": 0, "box": BOXES[0], "on": False},
        {"do": "name", "seat": 0, "text": "Adele"},
    ]
    revisions = [table.make(change, 0)["revision"] for change in changes]
    assert table.view()["seats"][0] != start
    for entry, change in zip(table.entries()[-len(changes) :], changes, strict=True):
        assert (entry["by"], entry["do"]) == (0, change)
    for revision in sorted(revisions, key=lambda each: each * 3 % 7):
        assert table.take_back(revision)["taken"]
    assert table.view()["seats"][0] == start
    join(table, "Bob")
    removal = table.make({"do": "remove", "seat": 0})["revision"]
    assert [seat["name"] for seat in table.view()["seats"]] == ["Bob"]
    assert kept(table)[0].take_back(removal)["taken"]
    (again,) = kept(table)
    assert again.view()["seats"][0] == start
    with pytest.raises(KeyError):
        table.take_back(999)
    listing = list(list_changes(again, again.entries(), {"gem_track.5": "gems 5"}))
    assert {(each["do"], each["of"], each["what"], each["text"]) for each in listing} >= {
        ("answer", "Ada", "F Gems", "30"),
        ("answer", "Ada", "J Goal and power: power", "Scout"),
        ("tick", "Ada", "gems 5", ""),
        ("name", "Ada", "", "Adele"),
        ("remove", "Ada", "", ""),
        ("restore", "Ada", "", ""),
    }
    assert [each for each in listing if not (each["of"] and "token" not in json.dumps(each))] == []


def test_a_ticked_band_of_a_boss_whose_card_is_on_the_map_counts(tmp_path):
    rules = rules_of("paper-dungeons", "en")
    cards = {"bosses": ("bandit_chief", "stone_golem", "dragon")}
    table = new_session(tmp_path, rules, solo=False, dungeon="a", cards=cards)
    table.begin()
    seat = join(table, "Ada")

    def answers(session=table):
        texts = session.view()["seats"][0]["answers"]
        return [texts.get(f"bosses.{number}") for number in range(3)]

    assert tick(table, seat, "band.2.3", on=True)["taken"]
    assert tick(table, seat, "band.3.flee", on=True)["taken"]
    assert answers() == [None, "7", "-3"]
    tick(table, seat, "band.2.1", on=True)  # two bands of one boss are no answer
    assert answers() == [None, None, "-3"]
    tick(table, seat, "band.2.3", on=False)
    assert answers() == [None, "5", "-3"]
    answer(table, seat, "bosses.2", "11")  # the last answer counts
    assert answers() == [None, "5", "11"]
    tick(table, seat, "band.3.flee", on=False)
    tick(table, seat, "band.3.1", on=True)
    assert answers() == [None, "5", "8"]
    assert answers(kept(table)[0]) == answers()


def test_the_band_of_an_unknown_boss_is_a_question(table):
    seat = join(table, "Ada")
    answer(table, seat, "bosses.0", "5")
    assert tick(table, seat, "band.2.3", on=True)["taken"]
    assert [key for key in table.view()["seats"][0]["answers"] if key.startswith("bosses")] == ["bosses.0"]


def test_a_phone_sees_the_cards_that_it_chooses_from_and_no_others(table):
    pictures = SheetPreviews(CATALOGUE)
    assert "svg" in pictures.card(table, "powers", "scout").svg
    assert pictures.font(table, next(iter(pictures.card(table, "powers", "scout").fonts)))
    for deck, card in (("bosses", "dragon"), ("powers", "../x"), ("", ""), ("powers", "")):
        assert pictures.card(table, deck, card) is None


@pytest.mark.parametrize("game", ["yacht", "platformer", "dungeon-fighter", "paper-dungeons"])
def test_any_game_with_a_score_has_a_pad(tmp_path, game):
    table = new_session(tmp_path, rules_of(game, "pl"), solo=False)
    table.begin()
    join(table, "Ada")
    view = table.view()
    assert view["lines"]
    assert [each for each in table.views.questions(table.state) if not (each["control"]["kind"])] == []
    (seat,) = view["seats"]  # points before the first answer are shown, too: the lines add up to the total
    assert sum(line["points"] for line in seat["lines"].values()) == seat["total"]
