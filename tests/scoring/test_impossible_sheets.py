"""Sheets that no game can end with are refused, each with a sentence that names the box."""

import pytest

from generator.scoring.entered_games import read_score
from generator.scoring.messages import UnscorableGame
from tests.conftest import often
from tests.scoring.test_legal_games import (
    CATALOGUE,
    DUNGEONS,
    GAME,
    RANDOM,
    ROOT,
    MatchSetup,
    RandomStream,
    noded,
    read_simulation,
    rules_on,
    simulator,
    style_of,
)

ITEMS = (
    *("flaming_sword", "reapers_scythe", "medallion_of_khar", "cloak_of_passage"),
    *("crown_of_the_one_king", "alchemists_cauldron", "armour_of_heroes", "book_of_wisdom"),
)
FULL = {
    "heroes": {"warrior": 6, "wizard": 6, "cleric": 6, "rogue": 6},
    "items": dict.fromkeys(ITEMS, 2),
    "gems": 10,
    "monsters": 12,
    "rooms": 42,
    "potions": 3,
}
LOW = {
    "heroes": {"warrior": 1, "wizard": 1, "cleric": 1, "rogue": 1},
    "items": {},
    "gems": 0,
    "monsters": 0,
    "rooms": 0,
}
PLAIN = {"heroes": {"warrior": 3, "wizard": 3, "cleric": 3, "rogue": 3}, "gems": 3, "monsters": 3, "rooms": 14}
FOUGHT = {"bosses": [4, 6, 9]}
FLED = {"fights": [None, None, None]}
A = {"dungeon": "a"}
WRONG = {  # what a sheet says, what the game says, and what the sentence names
    "three fights in two rooms": (PLAIN | FOUGHT | {"rooms": 2, "monsters": 0}, A, "bosses is 3, above the 2 of rooms"),
    "monsters and gems without a room": (PLAIN | FLED | {"rooms": 0, "gems": 8, "monsters": 12}, A, "monsters is 12"),
    "edge rooms beyond the rooms": (
        PLAIN | FLED | {"rooms": 5, "goal": {"key": "edge_rooms", "value": 16}},
        A,
        "edge_rooms is 16, above the 5 of rooms",
    ),
    "corners beyond the rooms": (
        PLAIN | FLED | {"rooms": 2, "goal": {"key": "corner_rooms", "value": 4}},
        A,
        "corner_rooms is 4, above the 2 of rooms",
    ),
    "columns beyond the rooms": (
        PLAIN | FLED | {"rooms": 10, "goal": {"key": "columns_with_4", "value": 6}},
        {},
        "columns_with_4 is 6, rooms allow 2",
    ),
    "rows beyond the map": (
        PLAIN | FLED | {"rooms": 42, "goal": {"key": "full_rows", "value": 8}},
        A,
        "full_rows is 8",
    ),
    "columns beyond the map": (
        PLAIN | FLED | {"rooms": 42, "goal": {"key": "columns_with_4", "value": 7}},
        A,
        "columns_with_4 is 7",
    ),
    "edge rooms beyond the map": (
        PLAIN | FLED | {"rooms": 42, "goal": {"key": "edge_rooms", "value": 23}},
        A,
        "G041 edge_rooms is 23",
    ),
    "monsters of a level beyond the map": (
        PLAIN | FLED | {"monsters": 12, "goal": {"key": "monsters_level_4", "value": 9}},
        A,
        "monsters_level_4 is 9",
    ),
    "rooms beyond the map": (PLAIN | FLED | {"rooms": 43}, A, "rooms is 43, possible are 0 to 42"),
    "strength that falls": (
        FULL | {"fights": [22, 21, None], "power": "healer"},
        {"bosses": ["bandit_chief", "chimera", "dragon"]},
        "strength 21 in fight 2 is less than 22 before",
    ),
    "missions of nothing": (LOW | FLED | {"missions": 3, "potions": 0}, A, "G043 missions: 3 were claimed"),
    "all at once": (FULL | FOUGHT, A, "G044 this sheet needs"),
    "strength of round 8 in round 3": (FULL | {"fights": [34, 34, 34]}, A, "G023 strength 34 in fight 1 is more than"),
    "potions for a goal": (PLAIN | FLED | {"potions": 3, "goal": {"key": "potions", "value": 12}}, A, "potions is 12"),
    "potions beyond the boxes": (PLAIN | FLED | {"potions": 99}, A, "potions is 99, possible are 0 to 12"),
    "twelve potions without a gem": (PLAIN | FLED | {"potions": 12, "gems": 0}, A, "potions needs gems"),
    "strength of a sword nobody has": (
        PLAIN | {"fights": [12, 14, 24], "power": "merchant"},
        A,
        "strength 24 in fight 3",
    ),
    "rogue without a gem": (
        PLAIN | FLED | {"heroes": {**PLAIN["heroes"], "rogue": 4}, "gems": 0},
        {},
        "heroes.rogue needs",
    ),
    "craftsman without halves": (PLAIN | FLED | {"power": "craftsman"}, {}, "craftsman needs items"),
    "scythe without monsters": (
        PLAIN | FLED | {"items": {"reapers_scythe": 2}, "monsters": 0},
        A,
        "items.reapers_scythe needs monsters",
    ),
}


def said(players, solo=False, **game):
    """Return the errors that a game is refused with; nothing where it is taken."""
    rules = rules_on(game.get("dungeon", ""))
    bosses = game.get("bosses", ["bandit_chief", "stone_golem", "dragon"])
    content = {"game": GAME, "solo": solo, **game, "bosses": bosses}
    content["players"] = [{"name": f"P{number}", **player} for number, player in enumerate(players)]
    try:
        read_score(rules, noded(content))
    except UnscorableGame as wrong:
        told = [
            (fault.code, rules.words.diagnostic(fault).message) for fault in wrong.faults if fault.severity == "error"
        ]
        return [f"{code} {message}" for code, message in told]
    return []


@pytest.mark.parametrize("name", WRONG)
def test_a_sheet_of_the_review_is_refused(name):
    sheet, game, sentence = WRONG[name]
    found = said([sheet], **game)
    assert any(sentence in each for each in found), found


def test_one_boss_has_one_penalty_for_all():
    sheets = [PLAIN | {"bosses": [points, -4, -3]} for points in (-1, -2)]
    assert any("G042 fight 1: no card gives all of −2, −1" in each for each in said(sheets, bosses=[None] * 3))
    assert said(sheets[:1], bosses=[None] * 3) == []


def ended(seed):
    """Return the only player of a game of a seed, and the rest of its score file."""
    chance, dungeon = RandomStream(seed, "impossible"), DUNGEONS[seed % 12]
    seats = (style_of(read_simulation(CATALOGUE, GAME), chance.choice(["greedy", RANDOM])),)
    state = simulator().play(MatchSetup((ROOT,), GAME, seats, (dungeon,), (), digest="x"), seed, [[]])
    content = simulator().rules.scorer.score_file(state, dungeon)
    (player,) = content.pop("players")
    return player, content


# a slip of one box, and what the sentence names
SLIPS = (
    (lambda sheet: {"gems": 11}, "gems"),
    (lambda sheet: {"monsters": 13}, "monsters"),
    (lambda sheet: {"rooms": 43}, "rooms"),
    (lambda sheet: {"damage": 26}, "damage"),
    (lambda sheet: {"damage": sum(sheet["heroes"].values()) + 1, "resurrection": False}, "damage"),
    (lambda sheet: {"resurrection": True, "damage": 4}, "resurrection"),
    (lambda sheet: {"heroes": {**sheet["heroes"], "cleric": 7}}, "cleric"),
    (lambda sheet: {"heroes": {**sheet["heroes"], "cleric": 0}}, "cleric"),
    (lambda sheet: {"items": {**sheet["items"], "book_of_wisdom": 3}}, "book_of_wisdom"),
    (lambda sheet: {"missions": [9]}, "round"),
    (lambda sheet: {"missions": [1, 2, 3, 4]}, "missions"),
    (lambda sheet: {"goal": {"key": "corner_rooms", "value": 5}}, "corner_rooms"),
    (lambda sheet: {"goal": {"key": "rooms", "value": 0 if sheet["rooms"] >= 20 else 30}}, "Explorers"),
    (lambda sheet: {"goal": {"key": "full_rows", "value": 8}}, "full_rows"),
    (lambda sheet: {"goal": {"key": "monsters_level_3", "value": sheet["monsters"] + 1}}, "monsters_level_3"),
    (lambda sheet: {"goal": {"key": "potions", "value": sheet["potions"] + 1}}, "potions"),
    (lambda sheet: {"bosses": [0, *sheet["bosses"][1:]]}, "0 glory"),
    (lambda sheet: {"rooms": 0, "monsters": max(5, sheet["monsters"])}, "monsters"),
    (lambda sheet: {"potions": 13}, "potions"),
    (lambda sheet: {"lines": {"F": 29}}, "F"),
    (lambda sheet: {"lines": {"I": -8}}, "I"),
)


@pytest.mark.parametrize("number", range(len(SLIPS)))
def test_a_slip_on_the_sheet_of_a_real_game_is_refused(number):
    slip, box = SLIPS[number]
    for seed in range(often(2, 10)):
        player, content = ended(seed)
        assert said([player], **{key: content[key] for key in ("dungeon", "bosses", "solo")}) == []
        found = said([player | slip(player)], **{key: content[key] for key in ("dungeon", "bosses", "solo")})
        assert any(box in each for each in found), (seed, found)
