"""Rolls, plays, openings and full sheets by chance, for games that nobody would think of."""

from tests.rulesets.paper_dungeons import board as maps
from tests.rulesets.paper_dungeons import notation, oracle
from tests.rulesets.paper_dungeons.board import data

NAMES = ("Ann", "Bob", "Cyd", "Dan")
VARIANTS = (
    "vanishing_gems",
    "potion_one_heart",
    "boots_brew",
    "boots_craft",
    "treasure_hunter_bonus",
    "distinct_traps",
    "missions_after_boss",
    "net_boss_glory",
    "potions_optional",
    "may_flee",
)


def random_roll(chance):
    while True:
        roll = (
            "".join(chance.choice("12349x") for _ in range(3))
            + " "
            + "".join(chance.choice("56780x") for _ in range(3))
        )
        if not oracle.again(roll):
            return notation.roll_text(roll)


def chosen(actions, chance):
    """Choose a kind of action first, so that moves are as frequent as crafts, and seldom stop."""
    kinds = {}
    for words in actions:
        kinds.setdefault(words.split()[1] if words[0].isdigit() else words[0], []).append(words)
    kind = chance.choice(sorted(kinds))
    if actions[-1] == "stop" and kind == "s" and chance.random() < 0.8:
        kind = chance.choice(sorted(kinds))
    return chance.choice(sorted(kinds[kind]))


def own_map(chance):
    """Return the picture and the rooms of a small map of its own, crowded with everything."""
    across, up = chance.randint(3, 5), chance.randint(3, 5)
    names = [maps.name(column, row) for row in range(1, up + 1) for column in range(1, across + 1)]
    labels = {room: str(number) for number, room in enumerate(chance.sample(names, 3), 1)}
    lines = ["+" + "--+" * across]
    for row in range(up, 0, -1):
        line = "".join(
            f"{labels.get(maps.name(column, row), ''):2}" + chance.choice("   |~") for column in range(1, across + 1)
        )
        ends = "<>" if chance.random() < 0.3 else "||"
        below = "+" + "".join(chance.choice(["  ", "  ", "  ", "--", "~~"]) + "+" for _ in range(across))
        lines += [ends[0] + line[:-1] + ends[1], below if row > 1 else lines[0]]
    letters = iter("ABCDEFGH")
    monsters = iter(chance.sample([f"{kind} {level}" for kind in maps.FOUGHT_BY for level in (2, 3, 4)], 12))
    rooms = {}
    for room in names:
        things = [next(monsters, "potion")] if chance.random() < 0.5 else []
        things += ["trap"] if chance.random() < 0.4 else []
        things += chance.sample(["potion", "item_half", "level_up", "potion"], chance.choice([0, 0, 1, 2]))
        things += [f"gem {letter}" for letter in ([next(letters, "")] if chance.random() < 0.3 else []) if letter]
        if things:
            rooms[room] = things
    return {"map": "\n".join(lines) + "\n", "rooms": rooms, "bosses": ["bandit_chief", "chimera", "dragon"]}


def opening(chance):
    """Return a game before the cards are kept: a dungeon, missions and two powers and goals a player."""
    cards = {deck: sorted(data(deck)["cards"]) for deck in ("powers", "goals", "missions")}
    players = chance.choice([1, 2, 2, 3, 4])
    powers, goals = (chance.sample(cards[deck], 2 * players) for deck in ("powers", "goals"))
    dungeon = chance.choice("abcdefghijkl")
    hands = [
        oracle.new_sheet(powers[2 * seat : 2 * seat + 2], goals[2 * seat : 2 * seat + 2], NAMES[seat])
        for seat in range(players)
    ]
    return notation.OPENING | {
        "dungeon": dungeon,
        "bosses": data(f"dungeons/{dungeon}")["bosses"],
        "variants": [variant for variant in VARIANTS if chance.random() < 0.25],
        "missions": dict.fromkeys(chance.sample(cards["missions"], chance.choice([3, 3, 3, 0])), "open"),
        "phase": "keep",
        "turn": "Ann",
        "players": hands,
    }


def full_table(chance):
    """Return a game before a roll whose sheets already hold a good deal of everything."""
    position = opening(chance)
    position |= {"phase": "roll", "turn": "", "round": chance.choice([1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 8])}
    for sheet in position["players"]:
        sheet |= {"powers": sheet["powers"][:1], "goals": sheet["goals"][:1], "kept": True}
        fill(sheet, oracle.board_of(position), position["round"], chance)
    return position


def last_die(chance):
    """Return full sheets when but the last player's last die is left to use, mostly before a boss."""
    position = full_table(chance)
    position |= {"phase": "act", "roll": "12x 58x", "turn": position["players"][-1]["name"]}
    for sheet in position["players"]:
        last = sheet["name"] == position["turn"]
        sheet |= {"used": 2, "dice": ["2", "8"]} if last else {"used": 3, "dice": ["8"]}
        sheet["flips"] = chance.randint(0, 1) if oracle.power(sheet) == "psionic" else 0
    return position


def fill(sheet, board, number, chance):
    """Fill a sheet so that its numbers agree with one another."""
    sheet["heroes"] = {hero: chance.choice([1, 2, 3, 3, 4, 4, 5, 6]) for hero in oracle.HEROES}
    sheet["items"] = {item: chance.choice([0, 1, 1, 2]) for item in oracle.ITEMS}
    sheet["potions"] = chance.randint(0, 12)
    sheet["absorbed"] = chance.randint(0, sheet["potions"])
    sheet["damage"] = chance.randint(0, 25)
    sheet["resurrection"] = sheet["damage"] > oracle.health(sheet)
    sheet["explored"] = set(chance.sample(board["rooms"], chance.randint(1, chance.choice([12, 25, 42]))))
    sheet["at"] = chance.choice(sorted(sheet["explored"]))
    met = {room for room in maps.monsters(board) if room in sheet["explored"]}
    others = [room for room in maps.monsters(board) if room not in met]
    sheet["beaten"] = met | set(chance.sample(others, chance.randint(0, min(3, len(others)))))
    sheet["monsters"] = len(sheet["beaten"])
    for letter, room in maps.gems(board).items():
        if room in sheet["explored"]:
            sheet[chance.choice(["gems_taken", "gems_lost"])].add(letter)
    sheet["gems"] = len(sheet["gems_taken"]) + (sheet["heroes"]["rogue"] >= 4) + (sheet["potions"] == 12)
    sheet["sprung"] = sum("trap" in board["contents"][room] for room in sheet["explored"]) + chance.randint(0, 3)
    sheet["crossed"] = chance.randint(0, 5)
    fought = sum(after < number for after in oracle.BOSS_AFTER)
    sheet["bosses"], sheet["strengths"] = [-4, 3][:fought], [-1, 14][:fought]
