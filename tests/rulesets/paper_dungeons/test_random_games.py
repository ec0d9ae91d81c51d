"""Random games: no sheet ever has an impossible state, and the scorer takes the final sheet of every game."""

import json
from itertools import pairwise

from generator.chance import RandomStream
from generator.reading.yaml_nodes import parse_yaml
from generator.rulesets.paper_dungeons.model.game_constants import STEP, kind_of, target_of
from generator.rulesets.paper_dungeons.model.rolls import dice_in
from generator.rulesets.paper_dungeons.model.rulebook import table_of
from generator.rulesets.paper_dungeons.model.setup import NAMES, variants_of
from generator.rulesets.paper_dungeons.model.state import start
from generator.rulesets.paper_dungeons.rules.actions import advance, is_chance, legal_actions
from generator.rulesets.paper_dungeons.rules.gains import gain_level
from generator.rulesets.paper_dungeons.rules.rounds import deal
from generator.rulesets.paper_dungeons.text.notation import position_text, read_position, read_roll, roll_text
from generator.scoring.entered_games import read_score
from generator.scoring.map_chapters import the_map
from generator.scoring.score import score_game
from tests.conftest import often
from tests.rulesets.paper_dungeons.playing import apply, book, scorer

DUNGEONS = "abcdefghijkl"
GROWS = ("potions", "absorbed", "damage", "risen", "gems", "monsters", "sprung", "crossed")
MASKS = ("explored", "beaten", "taken", "lost")
TURNS = ("owed", "hurt", "ahead", "steps")


def some_variants(seed):
    """Return some variants for every second game, and none for the others."""
    return variants_of(name for place, name in enumerate(NAMES) if seed % 2 and seed * 2654435761 >> place + 8 & 1)


def new_game(seed, variants=None):
    """Return a game of one to four players; every tenth game has no missions."""
    chance = RandomStream(seed, "deal")
    names = ["Ann", "Bob", "Cid", "Dee"][: 1 + seed % 4]
    setup = deal(book(), chance, names, DUNGEONS[seed % 12], variants, missions=seed % 10 > 0)
    return start(table_of(book(), setup))


def moments(seed, variants=None):
    """Play a random game; yield the action and the state before and after it (the same object, and a copy)."""
    state, dice, choice = new_game(seed, variants), RandomStream(seed, "dice"), RandomStream(seed, "choice")
    while not state.over:
        before = state.copy()
        possible = legal_actions(state)
        assert is_chance(state) or 0 < len(possible) == len(set(possible))
        action = dice.choice(book().rolls) if is_chance(state) else choice.choice(possible)
        advance(state, action)
        yield before, action, state


def check_sheet(state, sheet):
    numbers, board = state.data.numbers, state.data.board
    assert [level for level in sheet.levels if not (numbers.start_level <= level <= numbers.last_level)] == []
    assert [filled for filled in sheet.halves if not (0 <= filled <= 2)] == []
    assert 0 <= sheet.potions <= 12
    assert 0 <= sheet.gems <= 10
    assert 0 <= sheet.damage <= 25
    assert 0 <= sheet.absorbed <= state.data.potion_hearts * sheet.potions
    assert sheet.risen or sheet.damage <= sum(sheet.levels)
    assert sheet.monsters == sheet.beaten.bit_count()
    assert sheet.gems >= sheet.taken.bit_count()
    assert not sheet.taken & sheet.lost
    assert not sheet.fresh & ~sheet.taken
    assert sheet.moving or not sheet.returned
    assert sheet.power < 0 or not sheet.barred or sheet.owed
    assert not state.roll or sheet.used + dice_in(sheet.left) == dice_in(state.roll)
    assert sheet.room < 0 or sheet.explored >> sheet.room & 1 or sheet.arriving
    monsters_met = [number for number, monster in enumerate(board.monsters) if sheet.explored >> monster.room & 1]
    assert [number for number in monsters_met if not sheet.arriving if not (sheet.beaten >> number & 1)] == []
    gems = sum(mask for room, mask in enumerate(board.gems) if sheet.explored >> room & 1)
    assert not gems & ~(sheet.taken | sheet.lost)
    assert sheet.sprung >= sum(len(traps) for room, traps in enumerate(board.traps) if sheet.explored >> room & 1)


def check_step(table, old, new, action):
    assert [name for name in GROWS if not (getattr(new, name) >= getattr(old, name))] == []
    assert [name for name in MASKS if getattr(old, name) & ~getattr(new, name)] == []
    assert [(one, other) for one, other in zip(old.levels, new.levels, strict=True) if not (one <= other)] == []
    assert [(one, other) for one, other in zip(old.halves, new.halves, strict=True) if not (one <= other)] == []
    assert [(one, other) for one, other in zip(old.claims, new.claims, strict=True) if not (one <= other)] == []
    assert new.glory[: len(old.glory)] == old.glory
    if kind_of(action) == STEP and old.moving and old.room >= 0 and old.room != new.room:
        assert target_of(action) in table.board.next[old.traits.crosses][old.room]


def test_marks_only_grow_and_agree_with_each_other_in_random_games():
    for seed in range(often(25, 4_000)):
        for before, action, state in moments(seed, some_variants(seed)):
            for old, new in zip(before.sheets, state.sheets, strict=True):
                check_step(state.data, old, new, action)
                check_sheet(state, new)


def final(seed, variants=None):
    *_, (_, _, state) = moments(seed, variants)
    return state


def test_the_scorer_takes_every_final_sheet_and_counts_what_the_engine_says():
    for seed in range(often(36, 10_000)):
        state = final(seed, some_variants(seed))
        assert all(not getattr(sheet, name) for sheet in state.sheets for name in TURNS)
        for content, *the_maps in (
            [scorer().score_file(state)],
            [scorer().score_file(state, DUNGEONS[seed % 12]), the_map(scorer().rules, DUNGEONS[seed % 12])[1]],
        ):
            record, faults = read_score(scorer().rules, parse_yaml(json.dumps(content), "game"), *the_maps)
            assert not [fault for fault in faults if fault.severity == "error"]
            result = score_game(scorer().rules, record)
            scores = [(tuple(line.points for line in each.lines), each.total, each.rank) for each in result.players]
            assert scores == [(each.lines, each.total, each.rank) for each in scorer().scores(state)]


def test_the_same_seed_gives_the_same_game():
    assert position_text(book(), final(5)) == position_text(book(), final(5))
    assert position_text(book(), final(5)) != position_text(book(), final(9))


def test_a_position_is_read_again_as_it_was_written():
    for seed in range(often(2, 400)):
        for before, _, _ in moments(seed):
            text = position_text(book(), before)
            again = read_position(book(), text)
            assert position_text(book(), again) == text
            assert legal_actions(again) == legal_actions(before) or before.round == 0


def test_an_action_leaves_the_state_it_was_applied_to_as_it_was():
    for before, action, after in moments(3):
        text = position_text(book(), before)
        assert position_text(book(), apply(before, action)) == position_text(book(), after)
        assert position_text(book(), before) == text


def test_six_dice_are_rolled_again_as_often_as_the_rules_say():
    rolls = book().rolls
    assert len(rolls) == 46_656 - 3_121
    assert sum(6 - dice_in(roll) for roll in rolls) == 37_395
    assert {6 - dice_in(roll) for roll in rolls} == {0, 1, 2}
    assert [roll for roll in book().accepted_rolls if read_roll(book(), roll_text(book(), roll)) != roll] == []


def test_levels_beyond_the_last_are_lost():
    state = new_game(1)
    sheet = state.sheets[0]
    sheet.power, sheet.goal = 0, 0
    for _ in range(9):
        gain_level(state.data, sheet, 0)
    assert sheet.levels[0] == 6


def test_rounds_and_seats_follow_each_other():
    seats = [(state.round, state.turn) for _, _, state in moments(7) if not state.over]
    assert [(before, after) for before, after in pairwise(seats) if after[0] - before[0] not in (0, 1)] == []
    assert [number for number, _ in seats][-1] == 8
