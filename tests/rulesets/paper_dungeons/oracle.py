"""The rules of Paper Dungeons a second time: plain, slow and literal, to judge what another engine does.

A sheet is a dictionary of what stands on it, a position a dictionary with the sheets in it, under the words in which
positions are written. Nothing is clever here, and nothing is taken from the program but the tables of the game.
"""

import functools
import itertools

from tests.rulesets.paper_dungeons import board as maps

HEROES = ("warrior", "wizard", "cleric", "rogue")
UPPER = {
    "flaming_sword": "warrior",
    "reapers_scythe": "wizard",
    "medallion_of_khar": "cleric",
    "cloak_of_passage": "rogue",
}
LOWER = ("crown_of_the_one_king", "alchemists_cauldron", "armour_of_heroes", "book_of_wisdom")
ITEMS = (*UPPER, *LOWER)
FACES = {"white": (*HEROES, "clover", "skull"), "black": (*HEROES, "three_boots", "skull")}  # [PL p.5] [CZ p.5]
DIGITS = {"white": "12349x", "black": "56780x"}  # black warrior 5, clover 9 [CZ p.7]
LEVELS, POTIONS, GEMS, MONSTERS, HEARTS, ROUNDS = 6, 12, 10, 12, 25, 8
BOSS_AFTER = {3: 1, 6: 2, 8: 3}  # [PL p.6, p.11] [CZ p.6, p.11]
SOLO_MISSIONS = (6, 5, 4, 4, 3, 3, 2, 1)


# --- dice [PL p.5-6] [CZ p.5-6]


def rolls():
    """Yield all 46,656 rolls as three white and three black digits, a skull is x."""
    return ("".join(roll) for roll in itertools.product(*[DIGITS["white"]] * 3, *[DIGITS["black"]] * 3))


def again(roll):
    """Tell whether all six are rolled again: three skulls or three clovers. [PL p.6] [CZ p.6]"""
    return roll.count("x") >= 3 or roll.count("9") >= 3


def usable(roll):
    """Return the dice of a roll that may be used: skulls may not. [PL p.5] [CZ p.5]"""
    return [digit for digit in roll if digit not in "x "]


def colour(digit):
    return "white" if digit in DIGITS["white"] else "black"


def face(digit):
    return FACES[colour(digit)][DIGITS[colour(digit)].index(digit)]


# --- a sheet


def new_sheet(power, goal, name="Ann"):
    """Return a sheet before the first round: four heroes of level 1. [PL p.2, p.8] [CZ p.2, p.8]"""
    return {
        "name": name,
        "powers": [power] if isinstance(power, str) else power,
        "goals": [goal] if isinstance(goal, str) else goal,
        "kept": isinstance(power, str),
        "heroes": dict.fromkeys(HEROES, 1),
        "items": dict.fromkeys(ITEMS, 0),
        "potions": 0,
        "absorbed": 0,
        "damage": 0,
        "resurrection": False,
        "gems": 0,
        "monsters": 0,
        "at": "",
        "explored": set(),
        "beaten": set(),
        "gems_taken": set(),
        "gems_fresh": set(),
        "gems_lost": set(),
        "sprung": 0,
        "crossed": 0,
        "dice": [],
        "used": 0,
        "flips": 0,
        "steps": 0,
        "moving": False,
        "returned": set(),
        "owed": dict.fromkeys(("level", "half", "different", "beat", "gem", "raise"), 0),
        "barred": set(),
        "hurt": 0,
        "most": 0,
        "ahead": 0,
        "arriving": False,
        "flees": False,
        "claims": {},
        "bosses": [],
        "strengths": [],
    }


def power(sheet):
    return sheet["powers"][0] if sheet["kept"] else None


def training(sheet, hero):
    """Return the colour of the dice that train a hero: the goal card says. [PL p.2, p.8] [CZ p.2, p.8]"""
    return maps.data("goals")["cards"][sheet["goals"][0]]["training"][hero]


def health(sheet):
    """[PL p.6-7] [CZ p.6-7]"""
    return sum(sheet["heroes"].values())


def finished(sheet, item):
    """[PL p.15] [CZ p.15]"""
    return sheet["items"][item] == 2


# --- damage [PL p.6, p.9] [CZ p.6, p.9]


def spare(sheet, variants=()):
    """Return how many hearts under potions are empty."""
    return sheet["potions"] * (1 if "potion_one_heart" in variants else 2) - sheet["absorbed"]


def hurt(sheet, hearts, variants=()):
    """Deal damage; in a variant the player says how much of it the potions absorb. [PL p.6] [CZ p.6, p.9]"""
    most = min(hearts, spare(sheet, variants) - sheet["most"])
    if "potions_optional" in variants and most + sheet["hurt"]:
        sheet["hurt"] += hearts
        sheet["most"] += most
    else:
        mark(sheet, hearts, most)


def mark(sheet, hearts, absorbed):
    """Fill hearts under potions, then those of the damage column; more than health, and the party rises from the dead."""
    sheet["absorbed"] += absorbed
    if hearts > absorbed:
        sheet["damage"] = min(sheet["damage"] + hearts - absorbed, HEARTS)
        sheet["resurrection"] |= sheet["damage"] > health(sheet)


def skull_damage(sheet, skulls):
    """1 a skull; the Fortune Teller takes 1 less, a Cleric of level 4 none. [PL p.7-8, p.15] [CZ p.5, p.7-8, p.16]"""
    if sheet["heroes"]["cleric"] >= 4:
        return 0
    return max(0, skulls - 1) if power(sheet) == "fortune_teller" else skulls


# --- rewards are taken at once; those with a choice are owed until they are chosen [PL p.9] [CZ p.9, p.11]


def owe(sheet, what, number=1):
    sheet["owed"][what] += number


def potion(sheet):
    """[PL p.9] [CZ p.9]; the 4th, 8th and 12th complete a row; more than 12 are lost"""
    if sheet["potions"] == POTIONS:
        return
    sheet["potions"] += 1
    if sheet["potions"] == 4:
        owe(sheet, "level")
    if sheet["potions"] == 8:
        owe(sheet, "half")
    if sheet["potions"] == 12:
        gem(sheet)


def gem(sheet):
    """[PL p.11] [CZ p.11]; the Merchant's potion [PL p.15] [CZ p.16]"""
    if sheet["gems"] == GEMS:
        return
    sheet["gems"] += 1
    if sheet["gems"] in (2, 10):
        owe(sheet, "half")
    if sheet["gems"] in (4, 8):
        potion(sheet)
    if sheet["gems"] == 6:
        owe(sheet, "level")
    if power(sheet) == "merchant":
        potion(sheet)


def level_up(sheet, hero):
    """[PL p.7-8] [CZ p.7-8]; the Noble's half at level 5 [CZ p.16]"""
    sheet["heroes"][hero] += 1
    if hero == "rogue" and sheet["heroes"][hero] == 4:
        gem(sheet)
    if power(sheet) == "noble" and sheet["heroes"][hero] == 5:
        owe(sheet, "half")


def half(sheet, item):
    """[PL p.8, p.15] [CZ p.8, p.15]"""
    sheet["items"][item] += 1
    if not finished(sheet, item):
        return
    if item == "reapers_scythe":
        owe(sheet, "beat", 2)
    if item == "alchemists_cauldron":
        for _ in range(3):
            potion(sheet)
    if item == "book_of_wisdom":
        owe(sheet, "level")


def beat(sheet, room):
    """Cross out a monster and fill the next box. [PL p.10] [CZ p.10]; Beastmaster [CZ p.15], Shaman [CZ p.16]"""
    sheet["beaten"].add(room)
    if sheet["monsters"] == MONSTERS:
        return
    sheet["monsters"] += 1
    if sheet["monsters"] in (3, 6, 9, 12) and power(sheet) == "beastmaster":
        owe(sheet, "half")
    if sheet["monsters"] in (3, 6, 9, 12) and power(sheet) == "shaman":
        potion(sheet)


def choices(sheet, board):
    """Return what may be chosen for each kind of reward that is owed."""
    trainable = [hero for hero in HEROES if sheet["heroes"][hero] < LEVELS]
    empty = [item for item in ITEMS if sheet["items"][item] < 2]
    return {
        "level": trainable,
        "half": empty,
        "different": [item for item in empty if item not in sheet["barred"]],
        "beat": [room for room in maps.monsters(board) if room not in sheet["beaten"]],
        "gem": [letter for letter in maps.gems(board) if letter not in sheet["gems_taken"] | sheet["gems_lost"]],
        "raise": [hero for hero in HEROES if sheet["heroes"][hero] < 2],
    }


def forget_what_is_lost(sheet, board):
    """What finds no free box is lost: our own design (19 of the facts)."""
    room = {what: len(options) for what, options in choices(sheet, board).items()}
    room["level"] = sum(LEVELS - level for level in sheet["heroes"].values())
    room["half"] = sum(2 - halves for halves in sheet["items"].values())
    for what, free in room.items():
        sheet["owed"][what] = min(sheet["owed"][what], free)


def choose(sheet, what, chosen):
    sheet["owed"][what] -= 1
    if what == "level":
        level_up(sheet, chosen)
    if what == "half":
        half(sheet, chosen)
    if what == "different":
        sheet["barred"].add(chosen)
        half(sheet, chosen)
    if what == "beat":
        beat(sheet, chosen)
    if what == "gem":
        sheet["gems_taken"].add(chosen)
        gem(sheet)
    if what == "raise":
        level_up(sheet, chosen)
    if not sheet["owed"]["different"]:
        sheet["barred"] = set()


SIGNS = {"level": "+", "half": "+", "different": "+", "beat": "x", "gem": "*", "raise": "^"}


# --- setup [PL p.2, p.4, p.15-16] [CZ p.2, p.4, p.15-16]


def keep(sheet, kept_power, kept_goal, variants=()):
    sheet["powers"], sheet["goals"], sheet["kept"] = [kept_power], [kept_goal], True
    if kept_power == "healer":
        potion(sheet)
        potion(sheet)
    if kept_power == "craftsman":
        owe(sheet, "different", 2)
    if kept_power == "veteran":
        owe(sheet, "raise", 2)
    if kept_power == "assassin":
        owe(sheet, "beat", 2)
    if kept_power == "treasure_hunter" and "treasure_hunter_bonus" in variants:
        gem(sheet)
    elif kept_power == "treasure_hunter":
        owe(sheet, "gem")


# --- the four actions [PL p.7-9] [CZ p.7-9]


def symbol(digit, hero):
    return face(digit) in (hero, "clover")


def any_symbol(digit):
    return face(digit) in (*HEROES, "clover")


def trains(sheet, digit, hero):
    """Tell whether a die levels this hero up: "yes", "flip" (the Psionic has to turn its colour) or "no"."""
    if not symbol(digit, hero) or sheet["heroes"][hero] == LEVELS:
        return "no"
    if face(digit) == "clover" or colour(digit) == training(sheet, hero) or sheet["heroes"]["wizard"] >= 4:
        return "yes"
    return "flip" if sheet["flips"] else "no"


def crafts(sheet, digit, item, variants=()):
    if sheet["items"][item] == 2:
        return False
    if item in UPPER:
        return symbol(digit, UPPER[item])
    return any_symbol(digit) or "boots_craft" in variants


def brews(sheet, digit, variants=()):
    return sheet["potions"] < POTIONS and (any_symbol(digit) or "boots_brew" in variants)


def ways_to_use(sheet, digit, variants=()):
    """Return what a die may do, in the words of the records."""
    return [
        *(f"{digit} level {hero}" for hero in HEROES if trains(sheet, digit, hero) != "no"),
        *(f"{digit} craft {item}" for item in ITEMS if crafts(sheet, digit, item, variants)),
        *([f"{digit} brew"] if brews(sheet, digit, variants) else []),
        f"{digit} move",
    ]


def use(sheet, words):
    """Use a die. [PL p.7-9] [CZ p.7-9]"""
    digit, action, *what = words.split()
    sheet["dice"].remove(digit)
    sheet["used"] += 1
    if action == "level":
        if trains(sheet, digit, what[0]) == "flip":
            sheet["flips"] -= 1
        level_up(sheet, what[0])
    if action == "craft":
        half(sheet, what[0])
    if action == "brew":
        for _ in range(3 if power(sheet) == "alchemist" else 2):  # the Alchemist's third [PL p.15] [CZ p.15]
            potion(sheet)
    if action == "move":
        sheet["moving"], sheet["steps"] = True, 3 if face(digit) == "three_boots" else 2


def next_rooms(sheet, board):
    """Return the rooms one step away. [PL p.9-10, p.15] [CZ p.9-10, p.15]"""
    if not sheet["at"]:
        return maps.entrances(board)
    key = {"wall": "cloak_of_passage", "water": "medallion_of_khar"}
    found = []
    for pair, things in board["between"].items():
        if sheet["at"] in pair and all(finished(sheet, key[thing]) for thing in things):
            found += pair - {sheet["at"]}
    return found


def step(sheet, board, room, variants=()):
    """Take a step; the Ranger's crossing of water gives it back, once a stretch. [PL p.9, p.15] [CZ p.9, p.16]"""
    sheet["steps"] -= 1
    if sheet["at"]:
        passed = frozenset({sheet["at"], room})
        sheet["crossed"] += len(board["between"][passed])
        if power(sheet) == "ranger" and "water" in board["between"][passed] and passed not in sheet["returned"]:
            sheet["returned"].add(passed)
            sheet["steps"] += 1
    enter(sheet, board, room, variants)


def enter(sheet, board, room, variants=()):
    """Monster, trap, treasure, explored. [PL p.10-11] [CZ p.10-11]"""
    sheet["at"] = room
    meet_dangers(sheet, board, variants)


def meet_dangers(sheet, board, variants):
    """Meet what is still ahead in the room, one after the other; what a monster brings is chosen before the trap. [PL p.9] [CZ p.9, p.11]"""
    dangers = [thing for thing in board["contents"][sheet["at"]] if thing.split()[0] in maps.FOUGHT_BY]
    dangers += [thing for thing in board["contents"][sheet["at"]] if thing == "trap"]
    for number, danger in enumerate(dangers, 1):
        if number <= sheet["ahead"]:
            continue
        if danger == "trap":
            spring(sheet, variants)
        elif sheet["at"] not in sheet["beaten"]:
            fight_monster(sheet, board, variants)
        if number < len(dangers) and any(sheet["owed"].values()):
            sheet["ahead"] = number
            return
    sheet["ahead"] = 0
    if sheet["hurt"]:
        sheet["arriving"] = True
    else:
        arrive(sheet, board)


def waits(sheet):
    """Tell whether the player has something to choose."""
    return bool(sheet["hurt"] or any(sheet["owed"].values()))


def fight_monster(sheet, board, variants):
    """Its level beyond the hero's is damage; then it is crossed out. [PL p.10] [CZ p.10]"""
    hero = sheet["heroes"][maps.fighter(board, sheet["at"])] + finished(sheet, "armour_of_heroes")
    hurt(sheet, max(0, maps.monsters(board)[sheet["at"]] - hero), variants)
    beat(sheet, sheet["at"])


def spring(sheet, variants):
    """[PL p.10] [CZ p.10]; the Scout takes no damage [CZ p.16]"""
    sheet["sprung"] += 1
    hurt(sheet, 0 if power(sheet) == "scout" else 1, variants)


def arrive(sheet, board):
    """The first visit finds the treasure; from now on the room is explored. [PL p.10-11] [CZ p.10-11]"""
    sheet["arriving"] = False
    if sheet["at"] not in sheet["explored"]:
        for thing in board["contents"][sheet["at"]]:
            take(sheet, thing)
    sheet["explored"].add(sheet["at"])


def take(sheet, thing):
    """Take a treasure or a gem that is still there. [PL p.10-11] [CZ p.10-11]"""
    if thing == "potion":
        potion(sheet)
    if thing == "item_half":
        owe(sheet, "half")
    if thing == "level_up":
        owe(sheet, "level")
    if thing.startswith("gem ") and thing[4:] not in sheet["gems_taken"] | sheet["gems_lost"]:
        sheet["gems_taken"].add(thing[4:])
        sheet["gems_fresh"].add(thing[4:])
        gem(sheet)


# --- end of a round [PL p.4, p.11] [CZ p.4, p.11]


def announce(sheets):
    """Whoever did not take a gem that another took this round crosses it out. [PL p.11] [CZ p.11]"""
    named = set().union(*[sheet["gems_fresh"] for sheet in sheets])
    for sheet in sheets:
        sheet["gems_lost"] |= named - sheet["gems_taken"]
        sheet["gems_fresh"] = set()


def claim(sheets, board, missions, number, variants=()):
    """Everyone who meets an open mission has it, then it leaves the game. [PL p.4] [CZ p.4]"""
    for mission in [mission for mission, state in missions.items() if state == "open"]:
        for sheet in sheets:
            if met(mission, sheet, board, variants):
                sheet["claims"][mission] = number
                missions[mission] = number


def explored_whole(sheet, rooms):
    return all(room in sheet["explored"] for room in rooms)


def beaten_levels(sheet, board):
    return [maps.monsters(board)[room] for room in sheet["beaten"]]


def heroes_from(sheet, level):
    return sum(reached >= level for reached in sheet["heroes"].values())


def whole_rows(sheet, board):
    return sum(explored_whole(sheet, maps.in_row(board, row)) for row in maps.rows(board))


def whole_columns(sheet, board):
    return sum(explored_whole(sheet, maps.in_column(board, column)) for column in maps.columns(board))


def items_finished(sheet):
    return sum(finished(sheet, item) for item in ITEMS)


def traps_for_the_mission(sheet, board, variants):
    if "distinct_traps" in variants:
        return sum("trap" in board["contents"][room] for room in sheet["explored"])
    return sheet["sprung"]


def met(mission, sheet, board, variants=()):
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
            return traps_for_the_mission(sheet, board, variants) >= 5
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


def goal_count(sheet, board, variants=()):
    """What the sixteen goals count, section 14.2 of the facts."""
    match sheet["goals"][0]:
        case "monsters_level_3" | "monsters_level_4" | "monsters_level_5":
            return beaten_levels(sheet, board).count(int(sheet["goals"][0][-1]))
        case "obstacles":
            return sheet["sprung"] + sheet["crossed"]
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
            return sum(glory for glory in sheet["bosses"] if glory > 0 or "net_boss_glory" in variants)
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


def boss_card(key):
    return maps.data("bosses")["cards"][key]


def boss_strength(sheet, boss):
    """[PL p.8, p.12, p.15] [CZ p.8, p.12, p.15]"""
    return (
        sum(sheet["heroes"].values())
        + sheet["heroes"][boss["weakness"]]
        + (1 if sheet["heroes"]["warrior"] >= 4 else 0)
        + (3 if finished(sheet, "flaming_sword") else 0)
        + (2 if power(sheet) == "berserker" else 0)
    )


def fight(sheets, board, boss, number, solo, variants=()):
    """Fight all at the same time; return the sheet that is owed the boss's reward, or None. [PL p.11-13] [CZ p.11-13]"""
    room = next(room for room, target in board["bosses"].items() if target == number)
    for sheet in sheets:
        strength = boss_strength(sheet, boss) if room in sheet["explored"] else -1
        reached = [band for band in boss["bands"] if strength >= band["at"] and not sheet["flees"]]
        sheet["strengths"].append(strength)
        sheet["bosses"].append(reached[-1]["glory"] if reached else boss["flee"])
        if reached and power(sheet) != "barbarian":
            hurt(sheet, reached[-1]["damage"], variants)
    fought = [sheet for sheet in sheets if sheet["strengths"][-1] >= boss["bands"][0]["at"] and not sheet["flees"]]
    most = max((sheet["strengths"][-1] for sheet in fought), default=None)
    first = [sheet for sheet in fought if sheet["strengths"][-1] == most]
    return first[0] if len(first) == 1 and not solo else None


def boss_reward(sheet, boss):
    match boss["reward"]:
        case "potions_2":
            potion(sheet)
            potion(sheet)
        case "gem":
            gem(sheet)
        case "item_half":
            owe(sheet, "half")
        case "level_up":
            owe(sheet, "level")


def vanish(sheets, board, letters):
    """[PL p.14] [CZ p.14]"""
    for sheet in sheets:
        sheet["gems_lost"] |= (set(letters) & set(maps.gems(board))) - sheet["gems_taken"]


# --- glory [PL p.13-14] [CZ p.13-14]


def glory(sheet, board, tracks, solo=False, variants=()):
    """Return the lines A to L."""
    lines = dict(zip("ABC", sheet["bosses"], strict=True))
    lines["D"] = tracks["shields"][min(sheet["heroes"].values())] + heroes_from(sheet, 6)
    extras = {
        "reapers_scythe": -1,
        "medallion_of_khar": 1,
        "crown_of_the_one_king": 4,
        "armour_of_heroes": 2,
        "book_of_wisdom": 3,
    }
    lines["E"] = sum(sheet["items"].values()) + sum(extra for item, extra in extras.items() if finished(sheet, item))
    lines["F"] = tracks["gems"][sheet["gems"]]
    lines["G"] = tracks["monsters"][sheet["monsters"]]
    lines["H"] = min([0, *(value for height, value in tracks["damage"].items() if height <= sheet["damage"])])
    lines["I"] = -9 if sheet["resurrection"] else 0
    lines["J"] = goal_glory(sheet["goals"][0], goal_count(sheet, board, variants)) + END_GLORY.get(power(sheet), 0)
    lines["K"] = sum(SOLO_MISSIONS[number - 1] if solo else 4 for number in sheet["claims"].values())
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


@functools.cache
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


# --- a game: whose turn it is, what may be done and what comes of it


def board_of(position):
    """Return the map that lies on the table: a dungeon card's, or one of its own."""
    return position.get("board") or maps.board(position["dungeon"])


def who(position):
    return next(sheet for sheet in position["players"] if sheet["name"] == position["turn"])


def plays(position):
    """Return every action of the player whose turn it is, in the words of the records; none where chance or nobody acts."""
    if position["phase"] in ("roll", "over"):
        return []
    sheet = who(position)
    board = board_of(position)
    if position["phase"] == "keep" and not sheet["kept"]:
        return [f"keep {kept} {goal}" for kept in sheet["powers"] for goal in sheet["goals"]]
    if position["phase"] == "flee":
        return ["fight", "flee"]
    if sheet["hurt"]:
        return [f"o{absorbed}" for absorbed in range(sheet["most"] + 1)]
    if any(sheet["owed"].values()):
        options = choices(sheet, board)
        return [
            f"{SIGNS[what]}{chosen}" for what, number in sheet["owed"].items() if number for chosen in options[what]
        ]
    if sheet["moving"]:
        return [*next_rooms(sheet, board), "stop"]
    return [words for digit in sorted(set(sheet["dice"])) for words in ways_to_use(sheet, digit, position["variants"])]


def after(position, words):
    """Return the position after an action."""
    assert words in plays(position), f"{words!r} is none of {plays(position)}"
    position = copied(position)
    sheet = who(position)
    board = board_of(position)
    if words.startswith("keep "):
        keep(sheet, *words.split()[1:], position["variants"])
    elif position["phase"] == "flee":
        sheet["flees"] = words == "flee"
    elif sheet["hurt"]:
        mark(sheet, sheet["hurt"], int(words[1:]))
        sheet["hurt"] = sheet["most"] = 0
        if sheet["arriving"]:
            arrive(sheet, board)
    elif any(sheet["owed"].values()):
        choose(sheet, kind_of_choice(sheet, words), words[1:])
    elif words == "stop":
        sheet["steps"] = 0
    elif sheet["moving"]:
        step(sheet, board, words, position["variants"])
    else:
        use(sheet, words)
    forget_what_is_lost(sheet, board)
    if sheet["ahead"] and not waits(sheet):
        meet_dangers(sheet, board, position["variants"])
        forget_what_is_lost(sheet, board)
    go_on(position)
    return position


def kind_of_choice(sheet, words):
    """Return which debt a choice pays: +warrior is a level, +flaming_sword a half."""
    possible = [what for what, number in sheet["owed"].items() if number and SIGNS[what] == words[0]]
    if words[0] == "+":
        possible = [what for what in possible if (what == "level") == (words[1:] in HEROES)]
    assert len(possible) == 1, "halves of different items are owed at setup only"
    return possible[0]


def go_on(position):
    """Pass the turn when a player has nothing left to do. [PL p.4, p.7, p.11] [CZ p.4, p.7, p.11]"""
    sheet = who(position)
    if waits(sheet) or (sheet["moving"] and sheet["steps"]):
        return
    sheet["moving"], sheet["returned"] = False, set()
    if position["phase"] == "act" and sheet["used"] < 3:
        return
    later = position["players"][position["players"].index(sheet) + 1 :]
    if position["phase"] == "flee":
        ask_who_flees(position, later)
    elif position["phase"] == "boss":
        after_the_fight(position)
    elif later:
        position["turn"] = later[0]["name"]
    elif position["phase"] == "keep":
        position["phase"], position["turn"], position["round"] = "roll", "", 1
    else:
        end_round(position)


def rolled(position, roll):
    """Return the round after this roll: the skulls hurt everybody. [PL p.7] [CZ p.5, p.7]"""
    position = copied(position)
    assert position["phase"] == "roll"
    assert not again(roll)
    position["roll"], position["phase"], position["turn"] = roll, "act", position["players"][0]["name"]
    for sheet in position["players"]:
        sheet["dice"], sheet["used"] = usable(roll), 0
        sheet["flips"] = 1 if power(sheet) == "psionic" else 0
        hurt(sheet, skull_damage(sheet, roll.count("x")), position["variants"])
    return position


def end_round(position):
    """Gems, missions, boss: the order is our own design (5.1 of the facts)."""
    sheets, variants = position["players"], position["variants"]
    for sheet in sheets:
        sheet["dice"], sheet["used"], sheet["flips"] = [], 0, 0
    announce(sheets)
    if "missions_after_boss" not in variants:
        claim(sheets, board_of(position), position["missions"], position["round"], variants)
    if position["round"] not in BOSS_AFTER:
        next_round(position)
    elif "may_flee" in variants:
        ask_who_flees(position, sheets)
    else:
        meet_boss(position)


def boss_of(position):
    """Return the card of the boss of this round and its number."""
    number = BOSS_AFTER[position["round"]]
    return boss_card(position["bosses"][number - 1]), number


def ask_who_flees(position, sheets):
    """Ask the next of these players who could fight; nobody left: fight. A variant (X9 of the facts)."""
    boss, number = boss_of(position)
    room = next(room for room, target in board_of(position)["bosses"].items() if target == number)
    able = [
        sheet for sheet in sheets if room in sheet["explored"] and boss_strength(sheet, boss) >= boss["bands"][0]["at"]
    ]
    if able:
        position["phase"], position["turn"] = "flee", able[0]["name"]
    else:
        meet_boss(position)


def meet_boss(position):
    sheets = position["players"]
    boss, number = boss_of(position)
    first = fight(sheets, board_of(position), boss, number, len(sheets) == 1, position["variants"])
    for sheet in sheets:
        sheet["flees"] = False
    position["winner"] = first["name"] if first else ""
    after_the_fight(position)


def after_the_fight(position):
    """Wait for those who were hurt, then for the winner; reward after damage is our own design (13.2 of the facts)."""
    position["phase"] = "boss"
    hurting = [sheet for sheet in position["players"] if sheet["hurt"]]
    if hurting:
        position["turn"] = hurting[0]["name"]
        return
    if position["winner"]:
        first = next(sheet for sheet in position["players"] if sheet["name"] == position["winner"])
        position["winner"], position["turn"] = "", first["name"]
        boss_reward(first, boss_of(position)[0])
        forget_what_is_lost(first, board_of(position))
        if any(first["owed"].values()):
            return
    next_round(position)


def next_round(position):
    sheets, variants = position["players"], position["variants"]
    if "missions_after_boss" in variants:
        claim(sheets, board_of(position), position["missions"], position["round"], variants)
    number = BOSS_AFTER.get(position["round"])
    if number in (1, 2) and (
        "vanishing_gems" in variants or len(sheets) == 1
    ):  # compulsory in solo [PL p.15] [CZ p.15]
        vanish(sheets, board_of(position), boss_card(position["bosses"][number - 1])["vanish"])
    position["turn"], position["roll"] = "", ""
    if position["round"] == ROUNDS:
        position["phase"] = "over"
    else:
        position["phase"] = "roll"
        position["round"] += 1


def copied(thing):
    """Return a copy that shares nothing that can change."""
    if isinstance(thing, dict):
        return {key: copied(value) for key, value in thing.items()}
    if isinstance(thing, list):
        return [copied(value) for value in thing]
    return set(thing) if isinstance(thing, set) else thing


def perft(position, depth):
    """Count the ways to play so many actions; a roll and the end of the game are counted as one way."""
    if depth == 0 or position["phase"] in ("roll", "over"):
        return 1
    return sum(perft(after(position, words), depth - 1) for words in plays(position))
