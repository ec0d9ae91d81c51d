"""The rules of Paper Dungeons a second time: plain, slow and literal, to count what another engine may do.

A sheet is a dictionary of what stands on it. Everything a player decides is asked through `ask(kind, options)`; `ways`
runs a piece of the rules again and again, once for each way the questions can be answered.
"""

import copy
import itertools

from tests.paper_dungeons import board as maps

HEROES = ("warrior", "wizard", "cleric", "rogue")
UPPER = {"flaming_sword": "warrior", "reapers_scythe": "wizard", "medallion_of_khar": "cleric", "cloak_of_passage": "rogue"}
LOWER = ("crown_of_the_one_king", "alchemists_cauldron", "armour_of_heroes", "book_of_wisdom")
ITEMS = (*UPPER, *LOWER)
FACES = {"white": (*HEROES, "clover", "skull"), "black": (*HEROES, "three_boots", "skull")}  # [PL p.5] [CZ p.5]
DIGITS = {"white": (1, 2, 3, 4, 9), "black": (5, 6, 7, 8, 0)}  # black warrior 5, clover 9 [CZ p.7]
LEVELS, POTIONS, GEMS, MONSTERS, HEARTS, ROUNDS = 6, 12, 10, 12, 25, 8
BOSS_AFTER = {3: 1, 6: 2, 8: 3}  # [PL p.6, p.11] [CZ p.6, p.11]
SOLO_MISSIONS = (6, 5, 4, 4, 3, 3, 2, 1)


# --- dice [PL p.5-6] [CZ p.5-6]


def rolls():
    """Yield all 46,656 rolls: three white and three black faces."""
    return itertools.product(*[FACES["white"]] * 3, *[FACES["black"]] * 3)


def again(roll):
    """Tell whether all six are rolled again: three skulls or three clovers. [PL p.6] [CZ p.6]"""
    return roll.count("skull") >= 3 or roll.count("clover") >= 3


def dice_of(roll):
    """Return the dice of a roll that can be used, as (colour, face); skulls are used for nothing. [PL p.5] [CZ p.5]"""
    colours = ["white"] * 3 + ["black"] * 3
    return [die for die in zip(colours, roll, strict=True) if die[1] != "skull"]


def digit(die):
    return DIGITS[die[0]][FACES[die[0]].index(die[1])]


# --- a sheet


def new_sheet(goal, power):
    """Return a sheet before the first round: four heroes of level 1, the goal's training squares. [PL p.2, p.8] [CZ p.2, p.8]"""
    return {
        "goal": goal,
        "power": power,
        "training": dict(maps.data("goals")["cards"][goal]["training"]),
        "levels": dict.fromkeys(HEROES, 1),
        "items": dict.fromkeys(ITEMS, 0),
        "potions": 0,
        "absorbed": 0,
        "damage": 0,
        "risen": False,
        "gems": 0,
        "taken": set(),  # letters of gems
        "gone": set(),  # letters crossed out
        "announce": set(),  # letters taken this round
        "monsters": 0,
        "beaten": set(),  # rooms of crossed out monsters
        "at": None,
        "explored": set(),
        "traps": 0,
        "walls": 0,
        "waters": 0,
        "digits": [],
        "used": [],  # dice of this round
        "other_colour": False,  # the Psionic's, this round
        "missions": {},  # claimed: in which round
        "fights": [],  # strength of each fight, None: the room was not explored
        "boss_glory": [],
        "owed": [],  # rewards that wait, in order of arising
    }


def health(sheet):
    """[PL p.6-7] [CZ p.6-7]"""
    return sum(sheet["levels"].values())


def strength(sheet):
    """[PL p.7, p.12] [CZ p.7, p.12]"""
    return sum(sheet["levels"].values())


def finished(sheet, item):
    """[PL p.15] [CZ p.15]"""
    return sheet["items"][item] == 2


# --- damage [PL p.6, p.9] [CZ p.6, p.9]


def hurt(sheet, hearts):
    for _ in range(hearts):
        if sheet["absorbed"] < 2 * sheet["potions"]:
            sheet["absorbed"] += 1
        else:
            sheet["damage"] = min(sheet["damage"] + 1, HEARTS)
        if sheet["damage"] > health(sheet):
            sheet["risen"] = True


def skull_damage(sheet, skulls):
    """1 a skull; the Fortune Teller takes 1 less, a Cleric of level 4 none. [PL p.7-8, p.15] [CZ p.5, p.7-8, p.16]"""
    if sheet["levels"]["cleric"] >= 4:
        return 0
    return max(0, skulls - 1) if sheet["power"] == "fortune_teller" else skulls


# --- rewards, taken at once in order of arising [PL p.9] [CZ p.9, p.11]


def owe(sheet, *rewards):
    sheet["owed"] += rewards


def settle(sheet, board, ask):
    while sheet["owed"]:
        reward = sheet["owed"].pop(0)
        if reward == "potion":
            potion(sheet)
        elif reward == "gem":
            gem(sheet)
        elif reward == "level_up":
            reward_level_up(sheet, ask)
        elif reward == "item_half":
            reward_half(sheet, ask)
        elif reward == "beat_2":
            beat_anywhere(sheet, board, ask)


def potion(sheet):
    """[PL p.9] [CZ p.9]; the 4th, 8th and 12th complete a row; more than 12 are lost"""
    if sheet["potions"] == POTIONS:
        return
    sheet["potions"] += 1
    owe(sheet, *{4: ["level_up"], 8: ["item_half"], 12: ["gem"]}.get(sheet["potions"], []))


def gem(sheet):
    """[PL p.11] [CZ p.11]; the Merchant's potion [PL p.15] [CZ p.16]"""
    if sheet["gems"] == GEMS:
        return
    sheet["gems"] += 1
    owe(sheet, *{2: ["item_half"], 4: ["potion"], 6: ["level_up"], 8: ["potion"], 10: ["item_half"]}.get(sheet["gems"], []))
    if sheet["power"] == "merchant":
        owe(sheet, "potion")


def level_up(sheet, hero):
    """[PL p.7-8] [CZ p.7-8]; the Noble's half at level 5 [CZ p.16]"""
    sheet["levels"][hero] += 1
    if hero == "rogue" and sheet["levels"][hero] == 4:
        owe(sheet, "gem")
    if sheet["power"] == "noble" and sheet["levels"][hero] == 5:
        owe(sheet, "item_half")


def reward_level_up(sheet, ask):
    heroes = [hero for hero in HEROES if sheet["levels"][hero] < LEVELS]
    if heroes:
        level_up(sheet, ask("hero", heroes))


def half(sheet, item):
    """[PL p.8, p.15] [CZ p.8, p.15]"""
    sheet["items"][item] += 1
    if finished(sheet, item):
        owe(sheet, *{"reapers_scythe": ["beat_2"], "alchemists_cauldron": ["potion"] * 3, "book_of_wisdom": ["level_up"]}.get(item, []))


def reward_half(sheet, ask):
    items = [item for item in ITEMS if sheet["items"][item] < 2]
    if items:
        half(sheet, ask("item", items))


def beat(sheet, room):
    """Cross out a monster and fill the next box. [PL p.10] [CZ p.10]; Beastmaster [CZ p.15], Shaman [CZ p.16]"""
    sheet["beaten"].add(room)
    sheet["monsters"] = min(sheet["monsters"] + 1, MONSTERS)
    if sheet["monsters"] in (3, 6, 9, 12):
        owe(sheet, *{"beastmaster": ["item_half"], "shaman": ["potion"]}.get(sheet["power"], []))


def beat_anywhere(sheet, board, ask):
    """Beat two monsters anywhere, or what is left. [PL p.15] [CZ p.15]"""
    left = [room for room in sorted(maps.monsters(board)) if room not in sheet["beaten"]]
    if left:
        for room in ask("monsters", list(itertools.combinations(left, min(2, len(left))))):
            beat(sheet, room)


# --- setup [PL p.2, p.4, p.15-16] [CZ p.2, p.4, p.15-16]


def set_up(sheet, board, ask):
    if sheet["power"] == "healer":
        owe(sheet, "potion", "potion")
    if sheet["power"] == "craftsman":
        for item in ask("two items", list(itertools.combinations(ITEMS, 2))):
            half(sheet, item)
    if sheet["power"] == "veteran":
        for hero in ask("two heroes", list(itertools.combinations(HEROES, 2))):
            level_up(sheet, hero)
    if sheet["power"] == "assassin":
        beat_anywhere(sheet, board, ask)
    if sheet["power"] == "treasure_hunter":
        sheet["taken"].add(ask("gem", sorted(maps.gems(board))))
        gem(sheet)
    settle(sheet, board, ask)


# --- the four actions [PL p.7-9] [CZ p.7-9]


def symbol(die, hero):
    return die[1] in (hero, "clover")


def any_symbol(die):
    return die[1] in (*HEROES, "clover")


def trainable(sheet, die):
    """Return the heroes whom this die can level up, and what the Psionic has to do for it."""
    found = {}
    for hero in HEROES:
        if symbol(die, hero) and sheet["levels"][hero] < LEVELS:
            if die[1] == "clover" or die[0] == sheet["training"][hero] or sheet["levels"]["wizard"] >= 4:
                found[hero] = False
            elif sheet["power"] == "psionic" and not sheet["other_colour"]:
                found[hero] = True
    return found


def craftable(sheet, die):
    items = [item for item in ITEMS if sheet["items"][item] < 2]
    return [item for item in items if (symbol(die, UPPER[item]) if item in UPPER else any_symbol(die))]


def actions(sheet, die):
    """Return what can be done with a die."""
    found = ["move"]
    if trainable(sheet, die):
        found.append("level up")
    if craftable(sheet, die):
        found.append("craft")
    if any_symbol(die):
        found.append("brew")
    return found


def use(sheet, board, die, action, ask):
    """Use a die: its digit is noted first. [PL p.7] [CZ p.7]"""
    sheet["used"].append(die)
    sheet["digits"].append(digit(die))
    if action == "level up":
        heroes = trainable(sheet, die)
        hero = ask("hero", list(heroes))
        sheet["other_colour"] |= heroes[hero]
        level_up(sheet, hero)
    if action == "craft":
        half(sheet, ask("item", craftable(sheet, die)))
    if action == "brew":
        owe(sheet, *["potion"] * (3 if sheet["power"] == "alchemist" else 2))
    if action == "move":
        move(sheet, board, 3 if die[1] == "three_boots" else 2, ask)
    settle(sheet, board, ask)


def steps(sheet, board):
    """Return the rooms one step away. [PL p.9-10, p.15] [CZ p.9-10, p.15]"""
    if sheet["at"] is None:
        return maps.entrances(board)
    found = []
    for pair, things in board["between"].items():
        if sheet["at"] in pair and all(finished(sheet, {"wall": "cloak_of_passage", "water": "medallion_of_khar"}[thing]) for thing in things):
            found += pair - {sheet["at"]}
    return sorted(found)


def move(sheet, board, points, ask):
    """Go up to so many steps; the Ranger's crossings of water give a point each, once a stretch. [PL p.9, p.15] [CZ p.9, p.16]"""
    waded = set()
    first = True
    while points > 0:
        there = ask("step", [*steps(sheet, board), *([] if first else ["stop"])])
        if there == "stop":
            return
        first = False
        points -= 1
        if sheet["at"] is not None:
            passed = frozenset({sheet["at"], there})
            things = board["between"][passed]
            sheet["walls"] += "wall" in things
            sheet["waters"] += "water" in things
            if "water" in things and sheet["power"] == "ranger" and passed not in waded:
                waded.add(passed)
                points += 1
        enter(sheet, board, there, ask)


def enter(sheet, board, room, ask):
    """Monster, trap, treasure, explored. [PL p.10-11] [CZ p.10-11]"""
    sheet["at"] = room
    things = board["contents"][room]
    if room in maps.monsters(board) and room not in sheet["beaten"]:
        hero = sheet["levels"][maps.fighter(board, room)] + finished(sheet, "armour_of_heroes")
        hurt(sheet, max(0, maps.monsters(board)[room] - hero))
        beat(sheet, room)
        settle(sheet, board, ask)
    if "trap" in things:
        sheet["traps"] += 1
        hurt(sheet, 0 if sheet["power"] == "scout" else 1)
    if room not in sheet["explored"]:
        for thing in things:
            if thing in ("potion", "item_half", "level_up"):
                owe(sheet, thing)
            letter = thing.removeprefix("gem ")
            if thing.startswith("gem ") and letter not in sheet["gone"] | sheet["taken"]:
                sheet["taken"].add(letter)
                sheet["announce"].add(letter)
                owe(sheet, "gem")
    settle(sheet, board, ask)
    sheet["explored"].add(room)


# --- end of a round [PL p.4, p.11] [CZ p.4, p.11]


def announce(sheets):
    """Whoever did not take a gem that another took this round crosses it out. [PL p.11] [CZ p.11]"""
    named = set().union(*[sheet["announce"] for sheet in sheets])
    for sheet in sheets:
        sheet["gone"] |= named - sheet["taken"]
        sheet["announce"] = set()


def claim(sheets, board, missions, number):
    """Everyone who meets an open mission has it, then it leaves the game. Return what stays open. [PL p.4] [CZ p.4]"""
    left = []
    for mission in missions:
        who = [sheet for sheet in sheets if met(mission, sheet, board)]
        for sheet in who:
            sheet["missions"][mission] = number
        if not who:
            left.append(mission)
    return left


def explored_whole(sheet, rooms):
    return all(room in sheet["explored"] for room in rooms)


def beaten_levels(sheet, board):
    return [maps.monsters(board)[room] for room in sheet["beaten"]]


def heroes_from(sheet, level):
    return sum(reached >= level for reached in sheet["levels"].values())


def whole_rows(sheet, board):
    return sum(explored_whole(sheet, maps.in_row(board, row)) for row in maps.rows(board))


def whole_columns(sheet, board):
    return sum(explored_whole(sheet, maps.in_column(board, column)) for column in maps.columns(board))


def items_finished(sheet):
    return sum(finished(sheet, item) for item in ITEMS)


def met(mission, sheet, board):
    """The sixteen missions, section 14.1 of the facts."""
    match mission:
        case "three_monster_levels":
            return len(set(beaten_levels(sheet, board))) >= 3
        case "one_hero_level_6":
            return heroes_from(sheet, 6) >= 1
        case "full_row":
            return whole_rows(sheet, board) >= 1
        case "all_heroes_level_3":
            return heroes_from(sheet, 3) == 4
        case "full_column":
            return whole_columns(sheet, board) >= 1
        case "potions_8":
            return sheet["potions"] >= 8
        case "three_heroes_level_4":
            return heroes_from(sheet, 4) >= 3
        case "monsters_6":
            return sheet["monsters"] >= 6
        case "gems_4":
            return sheet["gems"] >= 4
        case "corners_2":
            return len(sheet["explored"] & set(maps.corner_rooms(board))) >= 2
        case "traps_5":
            return sheet["traps"] >= 5
        case "rooms_15":
            return len(sheet["explored"]) >= 15
        case "items_4":
            return items_finished(sheet) >= 4
        case "health_12":
            return health(sheet) >= 12
        case "boss_rooms_3":
            return len(sheet["explored"] & set(board["bosses"])) == 3
        case "two_heroes_level_5":
            return heroes_from(sheet, 5) >= 2


def goal_count(sheet, board):
    """What the sixteen goals count, section 14.2 of the facts."""
    match sheet["goal"]:
        case "monsters_level_3" | "monsters_level_4" | "monsters_level_5":
            return beaten_levels(sheet, board).count(int(sheet["goal"][-1]))
        case "obstacles":
            return sheet["traps"] + sheet["walls"] + sheet["waters"]
        case "columns_with_4":
            columns = [[room for room in sheet["explored"] if room[0] == column] for column in maps.columns(board)]
            return sum(len(rooms) >= 4 for rooms in columns)
        case "full_rows":
            return whole_rows(sheet, board)
        case "heroes_level_5":
            return heroes_from(sheet, 5)
        case "potions":
            return sheet["potions"]
        case "rooms":
            return len(sheet["explored"])
        case "boss_glory":
            return sum(glory for glory in sheet["boss_glory"] if glory > 0)
        case "items":
            return items_finished(sheet)
        case "edge_rooms":
            return len(sheet["explored"] & set(maps.edge_rooms(board)))
        case "monsters":
            return sheet["monsters"]
        case "gems":
            return sheet["gems"]
        case "corner_rooms":
            return len(sheet["explored"] & set(maps.corner_rooms(board)))
        case "health":
            return health(sheet)


# --- bosses [PL p.11-13] [CZ p.11-13]


def boss_strength(sheet, boss):
    """[PL p.8, p.12, p.15] [CZ p.8, p.12, p.15]"""
    return (
        strength(sheet)
        + sheet["levels"][boss["weakness"]]
        + (1 if sheet["levels"]["warrior"] >= 4 else 0)
        + (3 if finished(sheet, "flaming_sword") else 0)
        + (2 if sheet["power"] == "berserker" else 0)
    )


def fight(sheets, board, boss, number, solo):
    """Fight all at the same time; return the sheet that is owed the boss's reward, or None. [PL p.11-13] [CZ p.11-13]"""
    room = next(room for room, target in board["bosses"].items() if target == number)
    for sheet in sheets:
        known = boss_strength(sheet, boss) if room in sheet["explored"] else None
        reached = [band for band in boss["bands"] if known is not None and known >= band["at"]]
        sheet["fights"].append(known)
        sheet["boss_glory"].append(reached[-1]["glory"] if reached else boss["flee"])
        if reached and sheet["power"] != "barbarian":
            hurt(sheet, reached[-1]["damage"])
    fought = [sheet for sheet in sheets if (sheet["fights"][-1] or 0) >= boss["bands"][0]["at"]]
    most = max((sheet["fights"][-1] for sheet in fought), default=None)
    first = [sheet for sheet in fought if sheet["fights"][-1] == most]
    return first[0] if len(first) == 1 and not solo else None


def boss_reward(sheet, boss):
    owe(sheet, *["potion"] * 2 if boss["reward"] == "potions_2" else [boss["reward"]])


def vanish(sheets, letters):
    """[PL p.14] [CZ p.14]"""
    for sheet in sheets:
        sheet["gone"] |= set(letters) - sheet["taken"]


# --- glory [PL p.13-14] [CZ p.13-14]


def glory(sheet, board, tracks, solo=False):
    """Return the lines A to L."""
    lines = dict(zip("ABC", sheet["boss_glory"], strict=True))
    lines["D"] = tracks["shields"][min(sheet["levels"].values())] + heroes_from(sheet, 6)
    extras = {"reapers_scythe": -1, "medallion_of_khar": 1, "crown_of_the_one_king": 4, "armour_of_heroes": 2, "book_of_wisdom": 3}
    lines["E"] = sum(sheet["items"].values()) + sum(extra for item, extra in extras.items() if finished(sheet, item))
    lines["F"] = tracks["gems"][sheet["gems"]]
    lines["G"] = tracks["monsters"][sheet["monsters"]]
    lines["H"] = min([0, *(value for height, value in tracks["damage"].items() if height <= sheet["damage"])])
    lines["I"] = -9 if sheet["risen"] else 0
    lines["J"] = goal_glory(sheet["goal"], goal_count(sheet, board)) + END_GLORY.get(sheet["power"], 0)
    lines["K"] = sum(SOLO_MISSIONS[number - 1] if solo else 4 for number in sheet["missions"].values())
    lines["L"] = sum(lines.values())
    return lines


END_GLORY = {"scout": -2, "alchemist": -1, "beastmaster": -2, "noble": -1, "healer": 2, "craftsman": -3}
END_GLORY |= {"ranger": -1, "fortune_teller": 2, "shaman": 3, "berserker": -2, "veteran": -3}
STEPS = {
    "monsters_level_4": (2, 3, 4), "monsters_level_5": (2, 3, 4), "obstacles": (4, 7, 10), "columns_with_4": (4, 5, 6),
    "full_rows": (1, 2, 3), "heroes_level_5": (2, 3, 4), "monsters_level_3": (2, 3, 4), "potions": (6, 9, 12),
    "rooms": (20, 25, 30), "boss_glory": (10, 15, 20), "items": (2, 4, 7), "edge_rooms": (10, 13, 16),
    "monsters": (4, 7, 10), "gems": (2, 5, 7), "corner_rooms": (1, 2, 3), "health": (12, 16, 20),
}  # fmt: skip


def goal_glory(goal, count):
    return 2 * sum(count >= step for step in STEPS[goal])


def printed_tracks():
    """Return the tracks of the sheet by what is reached."""
    tracks = maps.data("tracks")
    return {
        "shields": dict(enumerate(tracks["weakest_hero"], 1)),
        "gems": {0: 0} | {number: box["glory"] for number, box in enumerate(tracks["gems"], 1)},
        "monsters": {0: 0} | dict(enumerate(tracks["monsters"], 1)),
        "damage": {height: value for height, value in enumerate(tracks["damage"], 1) if value is not None},
    }


def winners(sheets, totals):
    """Most glory, then most explored rooms; else they share the victory. [PL p.13] [CZ p.13]"""
    ranks = [(total, len(sheet["explored"])) for sheet, total in zip(sheets, totals, strict=True)]
    return [place for place, rank in enumerate(ranks) if rank == max(ranks)]


# --- answers


class Open(Exception):
    """A question that nobody has answered yet."""


def told(answers):
    """Return an `ask` that knows these answers and stops at the next question."""
    answers = list(answers)

    def ask(kind, options):
        if not answers:
            raise Open(kind, options)
        answer = answers.pop(0)
        assert answer in options, f"{answer} is none of {options}"
        return answer

    return ask


def ways(sheet, rule, answers=()):
    """Yield every way to answer the questions of a rule, with the sheet it leads to."""
    copied = copy.deepcopy(sheet)
    try:
        rule(copied, told(answers))
    except Open as question:
        for option in question.args[1]:
            yield from ways(sheet, rule, (*answers, option))
    else:
        yield answers, copied


def outcome(sheet, rule, *answers):
    """Return the sheet that these answers lead to."""
    copied = copy.deepcopy(sheet)
    rule(copied, told(answers))
    return copied
