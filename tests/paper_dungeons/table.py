"""A whole game by the slow rules: whose turn it is, what may be done, and what comes of it."""

import copy

from tests.paper_dungeons import board as maps
from tests.paper_dungeons import oracle


def new_position(dungeon, sheets, missions=(), bosses=None, vanishing=False):
    """Return a game whose players hold these sheets, before the powers of setup."""
    return {
        "dungeon": dungeon,
        "bosses": list(bosses or maps.data(f"dungeons/{dungeon}")["bosses"]),
        "missions": list(missions),
        "vanishing": vanishing or len(sheets) == 1,  # compulsory in solo [PL p.15] [CZ p.15]
        "sheets": sheets,
        "round": 1,
        "roll": None,
        "stage": "setup",  # setup, roll, dice, reward, over
        "turn": 0,
    }


def solo(position):
    return len(position["sheets"]) == 1


def rolled(position, roll):
    """Return the round after this roll: the skulls hurt everybody. [PL p.7] [CZ p.5, p.7]"""
    after = copy.deepcopy(position)
    assert after["stage"] == "roll"
    assert not oracle.again(roll)
    after["roll"], after["stage"], after["turn"] = tuple(roll), "dice", 0
    for sheet in after["sheets"]:
        oracle.hurt(sheet, oracle.skull_damage(sheet, roll.count("skull")))
    return after


def free_dice(position, sheet):
    """Return the dice that a player has not used yet; equal ones may be used one after another. [PL p.7] [CZ p.7]"""
    left = oracle.dice_of(position["roll"])
    for die in sheet["used"]:
        left.remove(die)
    return sorted(set(left))


def plays(position):
    """Return what the player whose turn it is may do: each play as a tuple, with the position it leads to."""
    sheet = position["sheets"][position["turn"]]
    board = maps.board(position["dungeon"])
    found = {}
    for play, rule in rules(position, sheet, board):
        for answers, left in oracle.ways(sheet, rule):
            after = copy.deepcopy(position)
            after["sheets"][position["turn"]] = left
            found[(*play, *answers)] = go_on(after)
    return found


def rules(position, sheet, board):
    if position["stage"] == "setup":
        yield ("set up",), lambda each, ask: oracle.set_up(each, board, ask)
    if position["stage"] == "reward":
        yield ("reward",), lambda each, ask: oracle.settle(each, board, ask)
    if position["stage"] == "dice":
        for die in free_dice(position, sheet):
            for action in oracle.actions(sheet, die):
                yield (die, action), lambda each, ask, die=die, action=action: oracle.use(each, board, die, action, ask)


def go_on(position):
    """Pass the turn, and end the round when everybody has used three dice. [PL p.4, p.7, p.11] [CZ p.4, p.7, p.11]"""
    if position["stage"] == "setup":
        return pass_turn(position, "roll")
    if position["stage"] == "reward":
        return next_round(position)
    if len(position["sheets"][position["turn"]]["used"]) < 3:
        return position
    if position["turn"] < len(position["sheets"]) - 1:
        return position | {"turn": position["turn"] + 1}
    return end_round(position)


def pass_turn(position, stage):
    if position["turn"] < len(position["sheets"]) - 1:
        return position | {"turn": position["turn"] + 1}
    return position | {"turn": 0, "stage": stage}


def end_round(position):
    """Gems, missions, boss: the order is our own design (5.1 of the facts)."""
    board = maps.board(position["dungeon"])
    for sheet in position["sheets"]:
        sheet["used"], sheet["other_colour"] = [], False
    oracle.announce(position["sheets"])
    position["missions"] = oracle.claim(position["sheets"], board, position["missions"], position["round"])
    position["roll"] = None
    number = oracle.BOSS_AFTER.get(position["round"])
    if number:
        boss = maps.data("bosses")["cards"][position["bosses"][number - 1]]
        first = oracle.fight(position["sheets"], board, boss, number, solo(position))
        if first is not None:
            oracle.boss_reward(first, boss)
            turn = next(place for place, sheet in enumerate(position["sheets"]) if sheet is first)
            return position | {"stage": "reward", "turn": turn}
    return next_round(position)


def next_round(position):
    number = oracle.BOSS_AFTER.get(position["round"])
    if number in (1, 2) and position["vanishing"]:
        oracle.vanish(position["sheets"], maps.data("bosses")["cards"][position["bosses"][number - 1]]["vanish"])
    if position["round"] == oracle.ROUNDS:
        return position | {"stage": "over", "turn": 0}
    return position | {"stage": "roll", "turn": 0, "round": position["round"] + 1}


def perft(position, depth):
    """Count the ways to play so many dice, setups and rewards; the next roll and the end of the game count as one."""
    if depth == 0 or position["stage"] in ("roll", "over"):
        return 1
    return sum(perft(after, depth - 1) for after in plays(position).values())
