"""The engine plays the examples of the rulebooks, and consequences of their text: a table of moments, turns.yaml."""

from pathlib import Path

import pytest

from generator.rulesets.paper_dungeons.text.notation import read_roll, roll_text
from tests.rulesets.paper_dungeons.playing import (
    LAST,
    apply,
    book,
    end_of_round,
    fight,
    levels,
    lines,
    play,
    player,
    position,
    seen,
    texts,
)
from tests.tables import read_yaml, table

CASES = read_yaml(Path(__file__).with_name("turns.yaml"))
KEYS = {"case", "players", "at", "roll", "ends", "boss", "plays", "turn", "open", "traits"}
KEYS |= {"sheet", "sheets", "lines", "legal", "with", "may", "may_not"}


def marks(short_marks):
    """Return marks as positions have them: the table has the levels of heroes in a short form."""
    return (
        short_marks | {"heroes": levels(*map(int, short_marks["heroes"].split()))}
        if "heroes" in short_marks
        else short_marks
    )


def begin(case):
    """Return the state before the actions of a case."""
    hands = zip(("Ann", "Bob", "Cid", "Dee"), map(marks, case.get("players", [{}])), strict=False)
    players = [{"name": name, **each} if "powers" in each else player(name, **each) for name, each in hands]
    at = case.get("at", {})
    if "boss" in case:
        return fight(*players, **at)
    if "ends" in case:
        return end_of_round(position(*[{**each, **LAST} for each in players], **at))
    if "roll" in case:
        state = apply(position(*players, phase="roll", roll="", turn=""), read_roll(book(), case["roll"]))
        assert roll_text(book(), state.roll) == case["roll"]
        return state
    return position(*players, **at)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_a_moment_goes_on_as_the_rulebooks_say(case):
    assert case.keys() <= KEYS
    state = play(begin(case), *case.get("plays", ()))
    for seat, expected in enumerate(case.get("sheets", [case.get("sheet", {})])):
        sheet = seen(state, seat)
        assert {name: sheet[name] for name in expected} == marks(expected)
    for seat, expected in enumerate(case.get("lines", ())):
        assert expected.items() <= lines(state, seat).items()
    for name, value in case.get("traits", {}).items():
        assert getattr(state.sheets[0].traits, name) == value
    assert (state.turn, state.open) == (case.get("turn", state.turn), case.get("open", state.open))
    if "legal" in case:
        assert [text for text in texts(state) if case.get("with", "") in text] == case["legal"]
    assert {*case.get("may", ())} <= {*texts(state)}
    assert not {*case.get("may_not", ())} & {*texts(state)}


@table("marks, line, points")
def test_a_sheet_is_worth_what_the_rulebook_says(marks, line, points):
    assert lines(position(player(**marks), player("Bob")))[line] == points


@pytest.mark.parametrize(("variants", "hearts"), [((), 9), (("potion_one_heart",), 3)])  # as printed in Polish
def test_hearts_are_left_of_six_potions(variants, hearts):
    state = position(player(potions=6, absorbed=3), variants=variants)
    assert state.data.potion_hearts * state.sheets[0].potions - state.sheets[0].absorbed == hearts


@pytest.mark.parametrize("roll", ["xxx 567", "12x xx7", "999 567"])
def test_three_skulls_or_three_clovers_are_rolled_again(roll):
    with pytest.raises(ValueError, match="rolled again"):
        read_roll(book(), roll)
