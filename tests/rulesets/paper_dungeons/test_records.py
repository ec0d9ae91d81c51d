"""A game as text: it is the same after writing, reading and writing; an error names the place of damage."""

import contextlib

import pytest

from generator.chance import RandomStream
from generator.diagnostics import InvalidInput
from generator.reading.yaml_nodes import parse_yaml
from generator.rulesets.paper_dungeons.text.notation import position_text
from generator.rulesets.paper_dungeons.text.record import GameRecord, final_state, read_record, write_record
from generator.rulesets.simulate.match_setup import MatchSetup
from tests.conftest import ROOT, often
from tests.rulesets.paper_dungeons.playing import book
from tests.rulesets.paper_dungeons.test_players import STYLES
from tests.rulesets.paper_dungeons.test_random_games import moments, some_variants
from tests.tables import table, tables

TABLES = tables(__file__)

WRITTEN = TABLES["written"]


def random_record(seed, variants=None):
    """Return a random game, and its last state."""
    *earlier, (_, last, state) = ((None, action, state) for _, action, state in moments(seed, variants))
    return GameRecord(state.data.setup, (*(action for _, action, _ in earlier), last)), state


def read(text):
    return read_record(book(), parse_yaml(text, "game.yaml"))


def test_a_record_is_read_again_as_it_was_written_and_ends_in_the_same_state():
    for seed in range(often(16, 1_000)):
        record, state = random_record(seed, some_variants(seed))
        text = write_record(book(), record)
        again = read(text)
        assert again == record
        assert write_record(book(), again) == text
        assert position_text(book(), final_state(book(), again)) == position_text(book(), state)


@table("styles, seed, written, expected, marks, ways, position")
def test_a_game_is_written_and_told_as_it_was(styles, seed, written, expected, marks, ways, position):
    match = MatchSetup((ROOT,), "paper-dungeons", tuple(STYLES[name] for name in styles))
    simulator = match.simulator()
    text = simulator.record(match, seed).partition("\n")[2]
    assert text == f"{written}\n"
    game = simulator.rules.replay(parse_yaml(text, "game.yaml"))
    rows = [
        [each.heading, *(f"  {row.player}: {' / '.join(row.lines)}" for row in each.rows)] for each in game.chapters
    ]
    assert [line for lines in rows for line in lines] == expected.splitlines()
    for sheet in game.sheets:
        texts = [f"{name} {mark.kind} {mark.text}".strip() for name, mark in sheet.marks.items()]
        assert "; ".join(texts) == marks[sheet.name]
        assert " ".join(f"{here}-{there}" for here, there in sheet.path) == ways[sheet.name]
    assert game.position == f"{position}\n"


def test_a_game_may_be_recorded_as_far_as_it_was_played():
    for seed in range(often(2, 60)):
        record, _ = random_record(seed)
        for length in range(0, len(record.actions), 7):
            part = GameRecord(record.setup, record.actions[:length])
            text = write_record(book(), part)
            state = final_state(book(), part)
            if state.turn < 0 or (state.phase == 2 and not state.sheets[state.turn].used):
                assert read(text) == part


def test_what_people_type_is_written_back_as_it_stands():
    assert write_record(book(), read(WRITTEN)) == WRITTEN


@pytest.mark.parametrize("changed", ["321 765", "132 576"])
def test_dice_may_be_typed_in_any_order(changed):
    assert write_record(book(), read(WRITTEN.replace("123 567", changed))) == WRITTEN


def test_names_of_all_kinds_are_kept():
    names = {"Ann": "Zdeněk O'Hara", "Bob": "x: #1, {true}"}
    record = read(WRITTEN)
    hands = tuple(hand._replace(name=names[hand.name]) for hand in record.setup.hands)
    with_names = GameRecord(
        type(record.setup)(record.setup.dungeon, record.setup.bosses, record.setup.missions, hands), record.actions
    )
    assert read(write_record(book(), with_names)) == with_names


DAMAGED = TABLES["damaged"]


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "column", "message"), DAMAGED, ids=[each[1] or "less" for each in DAMAGED]
)
def test_a_damaged_record_is_refused_with_round_player_and_action(old, new, code, line, column, message):
    assert WRITTEN.count(old) >= 1
    with pytest.raises(InvalidInput) as error:
        read(WRITTEN.replace(old, new, 1))
    fault = error.value.diagnostics[0]
    assert message in fault.message
    assert (fault.code, fault.place.line, fault.place.column) == (code, line, column)


def test_what_is_announced_too_early_is_refused():
    early = WRITTEN.replace("  Bob: 1 move E2, 2 move F2 +warrior A2, 3 craft medallion_of_khar\n", "")
    with pytest.raises(InvalidInput, match="round 2 is not over yet, but has 'gems'"):
        read(early)


def test_no_more_rounds_than_the_game_has():
    record, _ = random_record(4)
    with pytest.raises(InvalidInput, match="round 9 cannot begin: the game is over"):
        read(write_record(book(), record) + "- roll: 123 567\n")


SCRAPS = TABLES["scraps"]


def test_a_record_damaged_anywhere_is_refused_or_played_and_nothing_else():
    chance = RandomStream(1, "damage")
    for _ in range(often(120, 8_000)):
        at = chance.below(len(WRITTEN))
        text = WRITTEN[:at] + chance.choice(SCRAPS) + WRITTEN[at + chance.below(12) :]
        with contextlib.suppress(InvalidInput):
            assert read(text).setup.names
