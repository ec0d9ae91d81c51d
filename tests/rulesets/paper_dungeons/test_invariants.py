"""Whatever is played by chance, marks only grow, tracks agree with the map, and the scorer accepts what comes of it."""

import json

import pytest

from generator.chance import RandomStream
from generator.reading.yaml_nodes import parse_yaml
from generator.rulesets.paper_dungeons.model.setup import NAMES
from generator.rulesets.paper_dungeons.model.state import OVER, ROLLING
from generator.rulesets.paper_dungeons.rules.actions import advance, legal_actions
from generator.rulesets.ruleset import BotStyle
from generator.rulesets.simulate.match_setup import MatchSetup
from generator.scoring.entered_games import read_score
from generator.scoring.map_chapters import the_map
from generator.scoring.score import score_game
from tests.conftest import ROOT, often

GROWING = ("potions", "absorbed", "damage", "risen", "gems", "monsters", "sprung", "crossed")
MASKS = ("explored", "beaten", "taken", "lost")
TURNS = ("owed", "hurt", "ahead", "steps")


@pytest.mark.parametrize("part", range(4))
def test_games_by_chance_keep_every_rule_of_a_sheet(part):
    for seed in range(part, often(16, 4000), 4):
        play_and_watch(seed)


def play_and_watch(seed):
    """Play a game of one to four, every other one with switches, and look at each sheet after each action."""
    chance = RandomStream(seed, "watched")
    switches = [name for name in NAMES if seed % 2 and chance.below(4) == 0]
    simulator = MatchSetup((ROOT,), "paper-dungeons", ()).simulator()
    match = MatchSetup(
        (ROOT,), "paper-dungeons", (BotStyle("random", {}),) * (1 + chance.below(4)), variants=tuple(switches)
    )
    state, dice = simulator.begin(match, seed), RandomStream(seed, "dice")
    before = [marks(sheet) for sheet in state.sheets]
    while state.phase != OVER:
        if state.phase == ROLLING:
            advance(state, simulator.rules.book.rolls.roll(dice))
        else:
            actions = legal_actions(state)
            assert actions
            assert len(set(actions)) == len(actions)
            advance(state, chance.choice(actions))
        after = [marks(sheet) for sheet in state.sheets]
        for old, new, sheet in zip(before, after, state.sheets, strict=True):
            if old != new:
                grown(old, new)
                possible(state.data, sheet)
        before = after
    assert all(not getattr(sheet, name) for sheet in state.sheets for name in TURNS)
    accepted(simulator, state)


def marks(sheet):
    return [
        *(getattr(sheet, name) for name in (*GROWING, *MASKS)),
        sheet.levels,
        sheet.halves,
        sheet.claims,
        sheet.glory,
    ]


def grown(old, new):
    numbers, masks = len(GROWING), len(GROWING) + len(MASKS)
    assert [
        (before, after) for before, after in zip(old[:numbers], new[:numbers], strict=True) if not (before <= after)
    ] == []
    assert [
        (before, after)
        for before, after in zip(old[numbers:masks], new[numbers:masks], strict=True)
        if before & after != before
    ] == []
    for before, after in zip(old[masks:-1], new[masks:-1], strict=True):
        assert [(one, other) for one, other in zip(before, after, strict=True) if not (one <= other)] == []
    assert new[-1][: len(old[-1])] == old[-1]


def possible(table, sheet):
    """Look whether a sheet is one that a player could have filled."""
    numbers, board = table.numbers, table.board
    assert [level for level in sheet.levels if not (numbers.start_level <= level <= numbers.last_level)] == []
    assert [filled for filled in sheet.halves if not (0 <= filled <= 2)] == []
    assert sheet.potions <= numbers.potion_limit
    assert sheet.absorbed <= table.potion_hearts * sheet.potions
    assert sheet.damage <= numbers.column
    assert sheet.risen >= (sheet.damage > sum(sheet.levels))
    assert sheet.monsters == min(numbers.monster_boxes, sheet.beaten.bit_count())
    assert sheet.gems <= numbers.gem_boxes
    assert sheet.gems >= min(numbers.gem_boxes, sheet.taken.bit_count())
    assert not sheet.taken & sheet.lost
    assert not sheet.fresh & ~sheet.taken
    for room in range(board.rooms):
        if sheet.explored >> room & 1 and room != sheet.here:
            assert [number for number in board.room_monsters[room] if not (sheet.beaten >> number & 1)] == []
            assert not board.gems[room] & ~(sheet.taken | sheet.lost)
    assert sheet.sprung >= sum(
        len(traps) for room, traps in enumerate(board.traps) if sheet.explored >> room & 1 and room != sheet.here
    )


def accepted(simulator, state):
    """Let the scorer read the sheets as their players would write them down: it finds the same totals and no fault."""
    rules, name = simulator.rules.scorer.rules, state.data.setup.dungeon
    content = simulator.rules.scorer.score_file(state, name)
    record, faults = read_score(rules, parse_yaml(json.dumps(content), "game.yaml"), the_map(rules, name)[1])
    assert not [fault for fault in faults if fault.severity == "error"]
    told = {player.name: player.total for player in score_game(rules, record).players}
    assert [told[hand.name] for hand in state.data.hands] == [score.total for score in simulator.rules.scores(state)]
