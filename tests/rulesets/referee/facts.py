"""Facts that the rulebooks print; their tables are in facts.yaml. [design] is our own, where both books say nothing."""

from pathlib import Path
from typing import NamedTuple

from tests.tables import read_yaml

TABLES = read_yaml(Path(__file__).with_suffix(".yaml"))
HEROES = tuple(TABLES["heroes"])
HIGHEST_LEVEL = 6  # [CZ p.7]
ABILITY_LEVEL = 4  # [PL p.8] [CZ p.8]
MOST_POTIONS = 12  # [CZ p.9]
MOST_GEMS = 10  # [CZ p.11]
MOST_MONSTERS = 12  # [CZ p.15-16]
SEASON_ENDS = {3: 0, 6: 1, 8: 2}  # round: index of the boss at its end [PL p.6, p.11] [CZ p.6, p.11]
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
MONSTERS, ITEM_SYMBOLS, ITEM_EXTRAS = TABLES["monsters"], TABLES["item_symbols"], TABLES["item_extras"]
POTION_REWARDS, GEM_REWARDS, BOSS_REWARDS = TABLES["potion_rewards"], TABLES["gem_rewards"], TABLES["boss_rewards"]
POWERS = TABLES["powers"]


class Goal(NamedTuple):
    """Thresholds for 2, 4 and 6 glory, and the colours of the dice of the four heroes."""

    steps: tuple[int, int, int]
    training: str


GOALS = {key: Goal(tuple(steps), training) for key, (steps, training) in TABLES["goals"].items()}
GOAL_GLORY = (2, 4, 6)  # [PL p.4] [CZ p.4]
MISSION_GLORY = 4  # [PL p.4] [CZ p.4]
SOLO_MISSION_GLORY = TABLES["solo_mission_glory"]
RESURRECTION = -9  # [PL p.6, p.14] [CZ p.6, p.14]

VARIANTS = set(TABLES["variants"])
