"""Make positions from text, choose actions by their text, and read the sheets afterwards."""

from functools import cache

from generator.game.game import open_game
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.yaml_nodes import parse_yaml, plain
from generator.rulesets.paper_dungeons.model.rulebook import read_rulebook
from generator.rulesets.paper_dungeons.rules.actions import advance, legal_actions
from generator.rulesets.paper_dungeons.rules.final_score_file import Scorer
from generator.rulesets.paper_dungeons.text.notation import action_text, position_text, read_position
from generator.scoring.rules import open_rules
from tests.conftest import ROOT

HEROES = ("warrior", "wizard", "cleric", "rogue")
BOSSES = ("bandit_chief", "stone_golem", "dragon")


@cache
def book():
    return read_rulebook(open_game(GameCatalogue((ROOT,)), "paper-dungeons"))


@cache
def scorer():
    return Scorer(book(), open_rules(GameCatalogue((ROOT,)), "paper-dungeons"))


def yaml_of(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {yaml_of(each)}" for key, each in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(yaml_of, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)


def levels(*each):
    """Return the levels of warrior, wizard, cleric and rogue."""
    return dict(zip(HEROES, each, strict=True))


def player(name="Ann", power="healer", goal="rooms", **marks):
    return {
        "name": name,
        "powers": [power],
        "goals": [goal],
        "dice": "149 58",
        "gems_taken": "",
        "gems_lost": "",
        **marks,
    }


def position(
    *players,
    book=book,
    bosses=BOSSES,
    missions=(),
    roll="149 58x",
    dungeon="a",
    turn="Ann",
    phase="act",
    round=1,
    variants=(),
):
    """Return a position in which the first player acts, with all dice of the roll. The default player is Ann."""
    top = {"game": "paper-dungeons", "dungeon": dungeon, "bosses": bosses, "variants": variants, "round": round}
    missions = missions if isinstance(missions, dict) else dict.fromkeys(missions, "open")
    everyone = [each if isinstance(each, dict) else player(each) for each in players] or [player()]
    top |= {"missions": missions, "phase": phase, "roll": roll, "turn": turn, "players": everyone}
    return read_position(rules_of(book), yaml_of(top))


def rules_of(book):
    """Return the built-in rules, or those of a custom game."""
    return book() if callable(book) else book


def texts(state, *, book=book):
    return [action_text(rules_of(book), state, action) for action in legal_actions(state)]


def apply(state, action):
    """Return the state after an action, or after a roll when chance acts."""
    after = state.copy()
    advance(after, action)
    return after


def play(state, *actions, book=book):
    """Play actions by their text; each must be legal."""
    for text in actions:
        legal = dict(zip(texts(state, book=book), legal_actions(state), strict=True))
        assert text in legal, f"{text!r} is not among {list(legal)}"
        state = apply(state, legal[text])
    return state


def seen(state, seat=0, *, book=book):
    """Return the data of a player in the text of a position."""
    return plain(parse_yaml(position_text(rules_of(book), state), "position"))["players"][seat]


def lines(state, seat=0):
    """Return the points of a sheet by letter."""
    return dict(zip(scorer().letters, scorer().lines(state.data, state.sheets[seat]), strict=True))


LAST = {"used": 2, "dice": "- 5"}  # one die remains: a move of no step ends the round


def end_of_round(state):
    """Play the last die of every player as a move of no step."""
    for _ in state.sheets:
        state = play(state, "5 move", "stop")
    return state


CHIMERA = ("chimera", "stone_golem", "dragon")


def fight(*players, bosses=CHIMERA, round=3, **more):
    """Return the end of a boss round, after the last die of each player."""
    return end_of_round(position(*[{**LAST, **each, **LAST} for each in players], bosses=bosses, round=round, **more))
