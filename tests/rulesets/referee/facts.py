"""What the rulebooks print, as tables; [list] is the public list of cards, [design] our own where both are silent."""

from typing import NamedTuple

HEROES = ("warrior", "wizard", "cleric", "rogue")
HIGHEST_LEVEL = 6  # [CZ p.7]
ABILITY_LEVEL = 4  # [PL p.8] [CZ p.8]
MOST_POTIONS = 12  # [CZ p.9]
MOST_GEMS = 10  # [CZ p.11]
MOST_MONSTERS = 12  # [CZ p.15-16]
SEASON_ENDS = {3: 0, 6: 1, 8: 2}  # round: which boss is met at its end [PL p.6, p.11] [CZ p.6, p.11]
ROUNDS = 8
DICE_A_ROUND = 3  # [PL p.7] [CZ p.7]
OPEN_MISSIONS = 3  # [PL p.4] [CZ p.4]


class Face(NamedTuple):
    """A side of a die: its colour, and a hero, `clover` or `boots`."""

    colour: str
    symbol: str


# by the small digit; 5 and 9 are stated [CZ p.7], the others [design]
FACES = {
    **{str(digit): Face("white", hero) for digit, hero in enumerate(HEROES, 1)},
    **{str(digit): Face("black", hero) for digit, hero in enumerate(HEROES, 5)},
    "9": Face("white", "clover"),
    "0": Face("black", "boots"),
}
SKULL = "x"

# the hero who fights it [PL p.9] [CZ p.10]
MONSTERS = {"ghost": "wizard", "goblin": "rogue", "orc": "warrior", "zombie": "cleric"}

# items by their key: the hero whose die crafts it (upper row), and what is added to a finished one
# [PL p.8, p.14-15] [CZ p.8, p.14-15]; which hero is [inferred] from the order of both lists
ITEM_SYMBOLS = {
    "flaming_sword": "warrior",
    "reapers_scythe": "wizard",
    "medallion_of_khar": "cleric",
    "cloak_of_passage": "rogue",
}
ITEM_EXTRAS = {
    "flaming_sword": 0,
    "reapers_scythe": -1,
    "medallion_of_khar": 1,
    "cloak_of_passage": 0,
    "crown_of_the_one_king": 4,
    "alchemists_cauldron": 0,
    "armour_of_heroes": 2,
    "book_of_wisdom": 3,
}

POTION_REWARDS = {4: "level", 8: "half", 12: "gem"}  # [CZ p.9]
GEM_REWARDS = {2: "half", 4: "potion", 6: "level", 8: "potion", 10: "half"}  # [CZ p.11]
BOSS_REWARDS = {"item_half": ["half"], "level_up": ["level"], "potions_2": ["potion", "potion"], "gem": ["gem"]}

# the glory that a power is worth in the end [PL p.15-16] [CZ p.15-16]
POWERS = {
    "treasure_hunter": 0,
    "scout": -2,
    "alchemist": -1,
    "beastmaster": -2,
    "psionic": 0,
    "noble": -1,
    "merchant": 0,
    "healer": 2,
    "craftsman": -3,
    "ranger": -1,
    "fortune_teller": 2,
    "shaman": 3,
    "assassin": 0,
    "barbarian": 0,
    "berserker": -2,
    "veteran": -3,
}


class Goal(NamedTuple):
    """Thresholds for 2, 4 and 6 glory, and the colours of the dice of the four heroes."""

    steps: tuple[int, int, int]
    training: str


GOALS = {  # [list]
    "monsters_level_4": Goal((2, 3, 4), "BWWB"),
    "monsters_level_5": Goal((2, 3, 4), "WBBW"),
    "obstacles": Goal((4, 7, 10), "WWBB"),
    "columns_with_4": Goal((4, 5, 6), "BWWB"),
    "full_rows": Goal((1, 2, 3), "WBBW"),
    "heroes_level_5": Goal((2, 3, 4), "WWBB"),
    "monsters_level_3": Goal((2, 3, 4), "BWBW"),
    "potions": Goal((6, 9, 12), "WBWB"),
    "rooms": Goal((20, 25, 30), "BWBW"),
    "boss_glory": Goal((10, 15, 20), "WBBW"),
    "items": Goal((2, 4, 7), "BBWW"),
    "edge_rooms": Goal((10, 13, 16), "BBWW"),
    "monsters": Goal((4, 7, 10), "WWBB"),
    "gems": Goal((2, 5, 7), "BWWB"),
    "corner_rooms": Goal((1, 2, 3), "BWBW"),
    "health": Goal((12, 16, 20), "WBWB"),
}
GOAL_GLORY = (2, 4, 6)  # [PL p.4] [CZ p.4]
MISSION_GLORY = 4  # [PL p.4] [CZ p.4]
SOLO_MISSION_GLORY = (6, 5, 4, 4, 3, 3, 2, 1)  # by the round of the claim [list]
RESURRECTION = -9  # [PL p.6, p.14] [CZ p.6, p.14]

VARIANTS = {
    "vanishing_gems",
    "potion_one_heart",
    "potions_optional",
    "boots_brew",
    "boots_craft",
    "treasure_hunter_bonus",
    "random_bosses",
    "may_flee",
    "distinct_traps",
    "missions_after_boss",
    "net_boss_glory",
}
