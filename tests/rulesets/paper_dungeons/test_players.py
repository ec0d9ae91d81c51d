"""Players of each style follow the rules, each better than the last; runs count the same with any workers."""

import gc
import re
from itertools import pairwise

import pytest

from generator.chance import RandomStream
from generator.game.game import open_game
from generator.reading.game_catalogue import GameCatalogue
from generator.rulesets.paper_dungeons.bots.best_paths import best_paths
from generator.rulesets.paper_dungeons.bots.style_weights import names_of, restrict, restrictions
from generator.rulesets.paper_dungeons.model.board import step_between
from generator.rulesets.paper_dungeons.model.game_constants import LEVEL, kind_of
from generator.rulesets.paper_dungeons.model.goal_quantities import OBSTACLES
from generator.rulesets.paper_dungeons.model.state import ACTING, OVER, ROLLING
from generator.rulesets.paper_dungeons.rules.actions import advance, legal_actions
from generator.rulesets.ruleset import BotStyle
from generator.rulesets.simulate import workers
from generator.rulesets.simulate.match_setup import ComparisonSetup, MatchSetup
from generator.rulesets.simulate.runs import Chunk, play_chunk, run
from generator.rulesets.simulate.spec import read_simulation
from generator.rulesets.value_counts import ValueCounts
from tests.conftest import ROOT, often
from tests.tables import table, tables

ROOTS = (ROOT,)
STYLES = {
    name: BotStyle(name, values)
    for name, values in read_simulation(GameCatalogue(ROOTS), "paper-dungeons").styles.items()
}
RANDOM, TUNED = BotStyle("random", {}), STYLES["tuned"]


def totals(seats, games):
    return run(MatchSetup(ROOTS, "paper-dungeons", seats).play, games, 5, workers.ThisProcess())


@pytest.mark.parametrize("players", [1, 4])
def test_tuned_beats_greedy_beats_chance_beyond_doubt(players):
    intervals = [
        totals((style,) * players, often(16, 1000)).of(f"{style.name}/total").interval()
        for style in (RANDOM, STYLES["greedy"], TUNED)
    ]
    assert intervals[0].high < intervals[1].low
    assert intervals[1].high < intervals[2].low


@table("styles, scored")
def test_players_play_as_they_did(styles, scored):
    """If you change how they play on purpose, write down the new totals; otherwise you have changed the rules."""
    match = MatchSetup(ROOTS, "paper-dungeons", tuple(STYLES[name] for name in styles))
    assert [match.totals(seed) for seed in range(len(scored))] == scored


def test_what_is_counted_of_games_adds_up_as_it_did():
    sums = {}
    for name, values in sorted(totals((TUNED, STYLES["cautious"]), 8).seen.items()):
        name = name.rpartition("/")[0] if "/visited/" in name else name
        sums[name] = sums.get(name, 0) + sum(value * times for value, times in values.items())
    assert sums == tables(__file__)["sums_of_what_is_counted"]


def test_at_one_table_the_tuned_player_wins():
    counts = totals((RANDOM, STYLES["greedy"], TUNED), often(20, 1000))
    assert counts.of("tuned/won").share(1).low > counts.of("greedy/won").share(1).high
    assert counts.of("greedy/total").interval().low > counts.of("random/total").interval().high


def test_who_searches_is_at_least_as_good():
    """Whole games take seconds each, so quick runs play two dice of one."""
    match = MatchSetup(ROOTS, "paper-dungeons", (BotStyle("searching", TUNED.values),), ("a",))
    if not often(False, True):
        assert first_dice(match, 2) == first_dice(match, 2)
        return
    with workers.open_workers(2) as two:
        counts = run(ComparisonSetup(match.with_seats(TUNED), match).play, 60, 5, two)
    assert counts.of("difference").interval().low > 0


@table("style, what, other")
def test_styles_have_more_of_what_they_are_named_for(style, what, other):
    more, less = (totals((STYLES[name],), often(12, 1000)).of(f"{name}/{what}").interval() for name in (style, other))
    assert more.low > less.high


def first_dice(match, dice):
    """Return the actions of the searching player with the first dice of a game, and check that each is legal."""
    simulator = MatchSetup(ROOTS, "paper-dungeons", ()).simulator()
    state = simulator.begin(match, 3)
    player, actions = simulator.bot(match.seats[0], 3, 0), []
    while state.phase == ROLLING or state.sheets[0].used < dice:
        action = (
            RandomStream(3, "dice").choice(simulator.rules.book.rolls)
            if state.phase == ROLLING
            else player.choose(state)
        )
        assert state.phase == ROLLING or action in legal_actions(state)
        actions.append(action)
        advance(state, action)
    return actions


@pytest.mark.parametrize("style", [RANDOM, *STYLES.values()], ids=lambda style: style.name)
def test_every_choice_is_legal(style):
    simulator = MatchSetup(ROOTS, "paper-dungeons", ()).simulator()
    for seed in range(often(2, 100)):
        match = MatchSetup(ROOTS, "paper-dungeons", (style,) * (1 + seed % 3))
        state, dice = simulator.begin(match, seed), RandomStream(seed, "dice")
        players = [simulator.bot(style, seed, seat) for seat in range(len(match.seats))]
        while state.phase != OVER:
            if state.phase == ROLLING:
                action = dice.choice(simulator.rules.book.rolls)
            else:
                action = players[state.turn].choose(state)
                assert action in legal_actions(state)
            advance(state, action)


@pytest.mark.parametrize("style", ["greedy", "tuned"])
def test_potions_absorb_all_they_can_where_their_owner_decides(style):
    match = MatchSetup(ROOTS, "paper-dungeons", (STYLES[style],), ("a",), ("potions_optional",))
    state, dice = match.simulator().begin(match, 3), RandomStream(3, "dice")
    rules, bot, absorbed = match.simulator().rules, match.simulator().bot(STYLES[style], 3, 0), 0
    for _ in range(400):
        if state.over:
            break
        hurt = state.sheets[0].hurt
        action = bot.choose(state) if state.turn >= 0 else rules.roll(state, dice)
        if hurt:
            absorbed += 1
            assert action == rules.legal_actions(state)[-1]
        rules.advance(state, action)
    assert state.over
    assert absorbed > 2


@pytest.mark.parametrize("style", [RANDOM, STYLES["greedy"], TUNED])
def test_games_leave_nothing_that_holds_itself(style):
    match, counts = MatchSetup(ROOTS, "paper-dungeons", (style, style)), ValueCounts()
    match.play(0, counts)
    gc.collect()
    play_chunk(match.play, Chunk(1, 0, often(5, 200)))
    assert gc.isenabled()
    assert gc.collect() == 0


@pytest.mark.parametrize("style", [STYLES["greedy"], TUNED, TUNED.with_values({"decay": 1.2})])
def test_no_walk_is_better_than_the_best_and_only_lesser_ones_are_left_out(style):
    simulator = MatchSetup(ROOTS, "paper-dungeons", ()).simulator()
    player = simulator.bot(style, 1, 0)
    for state in dice_to_use(simulator, MatchSetup(ROOTS, "paper-dungeons", (style,)), range(5, often(6, 50))):
        sheet = state.sheets[0]
        context = player.evaluator.context(state, sheet)
        every = best_paths(player.evaluator, state, state.data, sheet, context, 3)
        assert [worth for worth, _ in every] == pytest.approx(best_values(player.evaluator, sheet, context, 3))
        for least in {worth for worth, _ in every} | {every[-1][0] + 1.0}:
            walks = best_paths(player.evaluator, state, state.data, sheet, context, 3, least)
            for walk, other in zip(every, walks, strict=True):
                assert walk == other if walk[0] >= least else other[0] < least


def best_values(evaluator, sheet, context, most):
    """Return the value of the best path for each greatest number of steps, by trying all paths."""
    values = [room_value.value for room_value in context.board_paths.room_values]
    heed = evaluator.weights.heed if context.dice > 1 and evaluator.weights.pull else 1e9
    fades = context.board_paths.fades[sheet.traits.crosses]

    def pull(room, gone=()):
        return sum(fades[room][each] * worth for each, worth in enumerate(values) if worth > heed and each not in gone)

    best = [0.0]
    for paths in context.board_paths.paths(sheet.traits.crosses, sheet.room, most)[:most]:
        gains = [
            gain_of(path.rooms, sheet, values)
            + context.steps_towards[OBSTACLES] * closed_edges(context, sheet, path.rooms)
            for path in paths
        ]
        ends = [pull(path.room, path.rooms) - pull(sheet.room) for path in paths]
        best.append(max([best[-1], *(gain + end for gain, end in zip(gains, ends, strict=True))]))
    return best


def gain_of(rooms, sheet, values):
    return sum(values[room] for at, room in enumerate(rooms) if room not in rooms[:at] or sheet.explored >> room & 1)


def closed_edges(context, sheet, rooms):
    """Return the number of closed edges on a path."""
    return sum(
        step_between(one, other) in context.data.board.closed
        for one, other in pairwise([sheet.room, *rooms])
        if one >= 0
    )


def dice_to_use(simulator, match, seeds):
    """Yield the positions, in the games of some seeds, in which a player must use a die."""
    for seed in seeds:
        state, dice = simulator.begin(match, seed), RandomStream(seed, "dice")
        player = simulator.bot(match.seats[0], seed, 0)
        while state.phase != OVER:
            if state.phase == ACTING and not state.sheets[0].owed and not state.sheets[0].moving:
                yield state
            advance(state, dice.choice(simulator.rules.book.rolls) if state.phase == ROLLING else player.choose(state))


def test_a_goal_is_sought_the_more_the_nearer_it_is_and_not_where_it_counts_already():
    simulator = MatchSetup(ROOTS, "paper-dungeons", ()).simulator()
    match = MatchSetup(ROOTS, "paper-dungeons", (TUNED,), ("a",))
    player = simulator.bot(TUNED.with_values({"aim.columns_with_4": 2.0}), 1, 0)
    state = next(dice_to_use(simulator, match, [0]))
    sheet, board = state.sheets[0], state.data.board
    state.open, sheet.goal = 0, [goal.key for goal in simulator.rules.book.goals].index("columns_with_4")
    room = {name: place for place, name in enumerate(board.names)}
    sheet.explored = sum(1 << room[name] for name in ("A1", "A2", "A3", "A4", "B1", "B2", "B3", "C1"))
    context = player.evaluator.context(state, sheet)

    def values():
        player.evaluator.value_rooms(state, state.data, sheet, context, context.board_paths.room_values)
        return {name: context.board_paths.room_values[room[name]].value for name in ("A5", "B5", "C5", "D5")}

    with_aim = values()
    context.columns = [0.0] * len(board.columns)  # as for a player who wants no column
    gains = {name: with_aim[name] - worth for name, worth in values().items()}
    assert gains["B5"] > gains["C5"] > gains["D5"] > gains["A5"]


@pytest.mark.parametrize(("cost", "turns"), [(0.0, True), (1000.0, False)])
def test_a_die_is_taken_for_one_of_the_other_colour_as_far_as_that_is_worth_it(cost, turns):
    simulator = MatchSetup(ROOTS, "paper-dungeons", ()).simulator()
    style = TUNED.with_values({"turned": cost, "level": 8.0, "ability.wizard": -50.0, "power.psionic": 1e6})
    psionic = [power.key for power in simulator.rules.book.powers].index("psionic")
    match = MatchSetup(ROOTS, "paper-dungeons", (style,))
    seeds = [seed for seed in range(100) if "psionic" in simulator.begin(match, seed).data.setup.hands[0].powers]
    turned = []
    for seed in seeds[: often(3, 12)]:
        for state in dice_to_use(simulator, match, [seed]):
            sheet, remaining = state.sheets[0], state.data.dice.remaining(state.sheets[0].left)
            assert sheet.power == psionic
            action = simulator.bot(style, seed, 0).choose(state)
            asis = {action for options in remaining.trained[sheet.goal] for _, action in options.all}
            turned.append(kind_of(action) == LEVEL and action not in asis and not sheet.traits.any_colour)
    assert any(turned) == turns


def test_what_is_forbidden_is_not_taken():
    bare = restrict(restrict(TUNED, "item.flaming_sword"), "action.brew")
    counts = totals((bare,), 12)
    assert counts.of("tuned/item/flaming_sword").mean < totals((TUNED,), 12).of("tuned/item/flaming_sword").mean + 0.01
    assert counts.of("tuned/action/brew").mean == 0
    assert len(restrictions(MatchSetup(ROOTS, "paper-dungeons", ()).simulator().rules.book)) == 8 + 16 + 16 + 3


def test_a_style_weighs_only_what_the_game_has():
    names = set(names_of(MatchSetup(ROOTS, "paper-dungeons", ()).simulator().rules.book))
    for style in STYLES.values():
        assert set(style.values) <= names, style.name


@table("words, text")
def test_the_command_tells_figures(scrawl, words, text):
    result = scrawl("simulate", "--workers", "1", *words)
    assert (result.returncode, text in result.stdout) == (0, True), result.stderr


@table("words, text")
def test_what_cannot_be_played_is_reported(scrawl, words, text, monkeypatch):
    monkeypatch.setattr(workers, "PATIENCE", 0.3)
    result = scrawl("simulate", "--games", "1", "--workers", "1", *words)
    assert result.returncode in (1, 2)
    assert text in result.stderr


def test_one_game_tells_no_bounds_and_every_minus_is_a_true_one(scrawl):
    one_game = scrawl("simulate", "a", "--games", "1", "--workers", "1").stdout
    assert re.search(r"tuned +1 +\d+\.00 ± ∞ ", one_game)
    many = scrawl("simulate", "a", "--games", "40", "--workers", "1", "--bot", "random").stdout
    assert re.search(r"H +−\d+\.\d\d ± \d+\.\d\d +−\d+ +", many)
    assert "-" not in many.replace("---", "")


def test_a_report_has_every_section_in_every_language(scrawl, tmp_path):
    sections = read_simulation(GameCatalogue(ROOTS), "paper-dungeons").report
    solo_sections = [each for each in sections if not each.of.endswith("_won")]  # a solo player always wins
    for language in often(("cs",), ("en", "pl", "cs")):
        for ending, players, expected in (("pdf", 1, solo_sections), ("html", 1, solo_sections), ("html", 2, sections)):
            path = tmp_path / f"{language}-{players}.{ending}"
            words = ("--games", often("4", "12"), "--players", players, "--workers", "1", "--lang", language)
            result = scrawl("simulate", "a", *words, "--report", path)
            assert result.returncode == 0, result.stderr
            if ending == "html":
                page = path.read_text(encoding="utf-8")
                assert page.count("<h2>") == len(expected)
                assert "<script" not in page
                name = open_game(GameCatalogue(ROOTS), "paper-dungeons", language).words.word("cards.dungeons.a.name")
                assert page.count(name) == 2
        assert (tmp_path / f"{language}-1.pdf").read_bytes().startswith(b"%PDF")
