"""Arithmetic with the tables of the second rulebook agrees with the scorer on random sheets, also doubtful ones."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.scoring.entered_games import read_score
from generator.scoring.rules import open_rules
from generator.scoring.score import rank_players, score_game
from tests.conftest import often
from tests.rulesets.referee.dungeon import tracks
from tests.rulesets.referee.facts import (
    GOALS,
    HEROES,
    ITEM_EXTRAS,
    MISSION_GLORY,
    POWERS,
    RESURRECTION,
    SOLO_MISSION_GLORY,
)
from tests.scoring.legal_sheets import CHIMERAS, WITH_CHIMERAS, noded

RULES = open_rules(WITH_CHIMERAS, "paper-dungeons", "en")
TRACKS = tracks()


def sheets(solo):
    missions = st.lists(st.integers(1, 8), max_size=3) if solo else st.integers(0, 3)
    return st.fixed_dictionaries(
        {
            "fights": st.lists(st.one_of(st.none(), st.integers(7, 36)), min_size=3, max_size=3),
            "heroes": st.fixed_dictionaries({hero: st.integers(1, 6) for hero in HEROES}),
            "items": st.dictionaries(st.sampled_from(sorted(ITEM_EXTRAS)), st.integers(0, 2)),
            "gems": st.integers(0, 10),
            "monsters": st.integers(0, 12),
            "damage": st.integers(0, 25),
            "resurrection": st.booleans(),
            "goal": st.one_of(
                st.sampled_from([0, 2, 4, 6]),
                st.fixed_dictionaries({"key": st.sampled_from(sorted(GOALS)), "value": st.integers(0, 40)}),
            ),
            "power": st.sampled_from(sorted(POWERS)),
            "missions": missions,
            "rooms": st.integers(0, 42),
        }
    ).map(with_goal_count)


GOAL_COUNTS = {
    "heroes_level_5": lambda sheet: sum(level >= 5 for level in sheet["heroes"].values()),
    "rooms": lambda sheet: sheet["rooms"],
    "boss_glory": lambda sheet: sum(max(0, glory(strength)) for strength in sheet["fights"]),
    "items": lambda sheet: list(sheet["items"].values()).count(2),
    "monsters": lambda sheet: sheet["monsters"],
    "gems": lambda sheet: sheet["gems"],
    "health": lambda sheet: sum(sheet["heroes"].values()),
}


def glory(strength):
    if strength is None or strength < 14:
        return -4
    return 3 if strength < 18 else 5 if strength < 22 else 7


def with_goal_count(sheet):
    """Return the sheet with the count of its goal, if its other inputs give it."""
    goal = sheet["goal"]
    if isinstance(goal, dict) and goal["key"] in GOAL_COUNTS:
        return {**sheet, "goal": {"key": goal["key"], "value": GOAL_COUNTS[goal["key"]](sheet)}}
    return sheet


def by_hand(sheet, solo):
    """Return the points of a sheet from the tracks and tables of the second rulebook."""
    levels, goal = sorted(sheet["heroes"].values()), sheet["goal"]
    if isinstance(goal, dict):
        goal = 2 * sum(goal["value"] >= step for step in GOALS[goal["key"]].steps)
    return [
        *map(glory, sheet["fights"]),
        TRACKS.weakest[levels[0] - 1] + levels.count(6),
        sum(sheet["items"].values()) + sum(ITEM_EXTRAS[key] for key, halves in sheet["items"].items() if halves == 2),
        [0, *TRACKS.gems][sheet["gems"]],
        [0, *TRACKS.monsters][sheet["monsters"]],
        ([0] + [loss for loss in TRACKS.damage[: sheet["damage"]] if loss is not None])[-1],
        RESURRECTION if sheet["resurrection"] else 0,
        goal + POWERS[sheet["power"]],
        sum(SOLO_MISSION_GLORY[number - 1] for number in sheet["missions"])
        if solo
        else MISSION_GLORY * sheet["missions"],
    ]


def result_of(players, solo):
    content = {"game": "paper-dungeons", "solo": solo, "bosses": list(CHIMERAS)}
    content["players"] = [{"name": f"P{at}", **player} for at, player in enumerate(players)]
    return score_game(RULES, read_score(RULES, noded(content))[0])


def have_distinct_cards(players):
    goals = [player["goal"]["key"] for player in players if isinstance(player["goal"], dict)]
    powers = [player["power"] for player in players]
    return len(set(goals)) == len(goals) and len(set(powers)) == len(powers)


RELAXED = settings(max_examples=often(120, 2500), database=None, suppress_health_check=list(HealthCheck))


@RELAXED
@given(st.lists(sheets(solo=False), min_size=3, max_size=3).filter(have_distinct_cards))
def test_multiplayer_sheets_agree_with_the_oracle(players):
    result = result_of(players, solo=False)
    expected = [by_hand(player, solo=False) for player in players]
    assert [[line.points for line in each.lines] for each in result.players] == expected
    results = [(sum(lines), player["rooms"]) for lines, player in zip(expected, players, strict=True)]
    best = max(results)
    assert list(result.winners) == [f"P{at}" for at, each in enumerate(results) if each == best]


@RELAXED
@given(sheets(solo=True))
def test_solo_sheets_agree_with_the_oracle(player):
    assert [line.points for line in result_of([player], solo=True).players[0].lines] == by_hand(player, solo=True)


@given(st.lists(st.tuples(st.integers(-20, 120), st.integers(0, 42)), min_size=1, max_size=8))
@settings(max_examples=often(100, 300), database=None)
def test_ranks_share_a_number_only_on_a_full_tie(results):
    ranks = rank_players(results)
    for one, rank in zip(results, ranks, strict=True):
        assert rank == 1 + sum(other > one for other in results)
        assert [r for other, r in zip(results, ranks, strict=True) if other == one] == [rank] * results.count(one)
