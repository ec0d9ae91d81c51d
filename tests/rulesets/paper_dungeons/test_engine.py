"""The engine and the slow rules agree: on what may be done, on what comes of it, and on the glory at the end."""

import random
from collections import Counter
from functools import partial
from types import MappingProxyType

import pytest
import yaml

from generator.game.game import open_game
from generator.reading.game_search_path import GameSearchPath
from generator.rulesets.paper_dungeons.model.rulebook import read_rulebook
from generator.rulesets.paper_dungeons.rules.actions import apply, legal_actions
from generator.rulesets.paper_dungeons.rules.final_score_file import Scorer
from generator.rulesets.paper_dungeons.text.notation import (
    action_text,
    position_text,
    read_position,
    read_roll,
    roll_text,
)
from generator.scoring.rules import open_rules
from tests.conftest import ROOT, often
from tests.rulesets.paper_dungeons import notation, oracle
from tests.rulesets.paper_dungeons.board import HERE, drawn
from tests.rulesets.paper_dungeons.by_chance import chosen, full_table, last_die, opening, own_map, random_roll

BOOK = read_rulebook(open_game(GameSearchPath((ROOT,)), "paper-dungeons"))
SCORER = Scorer(BOOK, open_rules(GameSearchPath((ROOT,)), "paper-dungeons"))
POSITIONS = [
    pytest.param(each["position"], each["counts"], id=each["name"])
    for each in yaml.safe_load((HERE / "positions.yaml").read_text())
]


def count(state, depth):
    """Count the ways to play so many actions; a roll and the end of the game are one way."""
    actions = legal_actions(state)
    if depth == 0 or not actions:
        return 1
    return sum(count(apply(state, action), depth - 1) for action in actions)


@pytest.mark.parametrize(("text", "counts"), POSITIONS)
def test_as_many_plays_as_by_the_slow_rules(text, counts):
    state = read_position(BOOK, text)
    deep = len([number for number in counts if number <= often(1_000, 100_000)])
    assert [count(state, depth) for depth in range(1, deep + 1)] == counts[:deep]


def compare(book, state, position):
    """Both tell the same position, as far as a player who has to decide can see."""
    told = notation.read_position(position_text(book, state), position.get("board"))
    assert notation.seen(told) == notation.seen(position)


def play(position, chance, looks, rounds=oracle.ROUNDS, book=BOOK):
    """Play at random in both up to a roll after so many rounds, and compare what may be done at every step, the whole position at some."""
    state = read_position(book, notation.write_position(position))
    last = position["round"] + rounds
    while position["phase"] != "over" and not (position["phase"] == "roll" and position["round"] >= last):
        if position["phase"] == "roll":
            roll = random_roll(chance)
            assert legal_actions(state) == []
            state, position = apply(state, read_roll(book, roll)), oracle.rolled(position, roll)
        else:
            actions = {words_of(book, state, action, position): action for action in legal_actions(state)}
            assert sorted(actions) == sorted(oracle.plays(position)), position_text(book, state)
            words = chosen(list(actions), chance)
            state, position = apply(state, actions[words]), oracle.after(position, words)
        if chance.random() < looks:
            compare(book, state, position)
    compare(book, state, position)
    if position["phase"] == "over":
        compare_glory(state, position)


def compare_glory(state, position):
    """Both count the same glory, line by line, and name the same winners."""
    found = SCORER.scores(state)
    alone, variants = len(position["players"]) == 1, position["variants"]
    lines = [
        oracle.glory(sheet, oracle.board_of(position), oracle.printed_tracks(), alone, variants)
        for sheet in position["players"]
    ]
    assert [dict(zip(SCORER.letters, score.lines, strict=True)) | {"L": score.total} for score in found] == lines
    winners = oracle.winners(position["players"], [line["L"] for line in lines])
    assert [place for place, score in enumerate(found) if score.rank == 1] == winners


def words_of(book, state, action, position):
    """Return an action in words; the cards that are kept by their names."""
    words = action_text(book, state.table, action)
    if not words.startswith("keep "):
        return words
    hand = oracle.who(position)
    power, goal = (int(place) - 1 for place in words.split()[1:])
    return f"keep {hand['powers'][power]} {hand['goals'][goal]}"


def test_the_engine_rolls_what_the_dice_can_show_and_as_often():
    stand = Counter(notation.roll_text(roll) for roll in oracle.rolls() if not oracle.again(roll))
    assert dict(zip(map(partial(roll_text, BOOK), BOOK.rolls.different), BOOK.rolls.weights, strict=True)) == stand
    assert sum(stand.values()) == 43_535


@pytest.mark.parametrize("seed", range(often(2, 200)))
def test_whole_games_at_random_go_the_same_way(seed):
    chance = random.Random(seed)
    play(opening(chance), chance, often(0.05, 0.3))


@pytest.mark.parametrize("seed", range(often(2, 200)))
def test_games_from_full_sheets_go_the_same_way(seed):
    chance = random.Random(seed)
    play(full_table(chance), chance, often(0.05, 0.3))


@pytest.mark.parametrize("seed", range(often(1, 100)))
def test_maps_of_ones_own_are_played_the_same_way(seed, tmp_path):
    chance = random.Random(seed)
    text = own_map(chance)
    (tmp_path / "cards" / "paper-dungeons" / "dungeons").mkdir(parents=True)
    (tmp_path / "cards" / "paper-dungeons" / "dungeons" / "mine.yaml").write_text(
        yaml.safe_dump(text), encoding="utf-8"
    )
    book = read_rulebook(open_game(GameSearchPath((tmp_path, ROOT)), "paper-dungeons"))
    table = {"dungeon": "mine", "bosses": text["bosses"], "board": MappingProxyType(drawn(text))}
    play(opening(chance) | table, chance, 0.1, book=book)


def test_full_sheets_end_a_round_the_same_way():
    chance = random.Random(0)
    for _ in range(often(50, 5_000)):
        play(last_die(chance), chance, 0, rounds=1)


@pytest.mark.parametrize(("text", "counts"), POSITIONS)
def test_games_go_on_the_same_way_from_the_fixed_positions(text, counts):
    for seed in range(often(1, 20)):
        play(notation.read_position(text), random.Random(seed), 0.05)
