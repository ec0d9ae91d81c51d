"""One player's sheet: its filled boxes, and the rewards for filling a box."""

from collections import Counter

from tests.rulesets.referee.dungeon import Boss, Dungeon
from tests.rulesets.referee.facts import (
    ABILITY_LEVEL,
    GEM_REWARDS,
    HEROES,
    HIGHEST_LEVEL,
    ITEM_EXTRAS,
    MONSTERS,
    MOST_GEMS,
    MOST_MONSTERS,
    MOST_POTIONS,
    POTION_REWARDS,
)
from tests.rulesets.referee.record import Refused

HEARTS_IN_COLUMN = 25  # [design]


class Sheet:
    """The marks of a player, by the words of the rulebook; `owed` counts rewards that wait for a choice."""

    def __init__(self, name: str, power: str, goal: str, dungeon: Dungeon, variants: set[str]) -> None:
        self.name, self.power, self.goal, self.dungeon, self.variants = name, power, goal, dungeon, variants
        self.levels = dict.fromkeys(HEROES, 1)  # [PL p.8] [CZ p.8]
        self.halves = dict.fromkeys(ITEM_EXTRAS, 0)
        self.potions = self.absorbed = self.damage = self.gems = self.monsters = self.sprung = self.crossed = 0
        self.resurrected = False
        self.at = ""  # outside
        self.explored: set[str] = set()
        self.beaten: set[str] = set()
        self.trap_rooms: set[str] = set()
        self.taken: set[str] = set()  # letters of gems
        self.fresh: set[str] = set()  # gems of this round
        self.lost: set[str] = set()
        self.claims: dict[str, int] = {}  # mission: round
        self.boss_glory: list[int] = []
        self.owed: Counter[str] = Counter()  # level, half, beat
        self.flips = 0  # dice used as the other colour in this round

    # values that follow from the sheet

    @property
    def health(self) -> int:
        """The filled boxes of health: one for each level [PL p.6-7] [CZ p.6-7]."""
        return sum(self.levels.values())

    @property
    def spare(self) -> int:
        """The empty hearts under potions: two each [PL p.9] [CZ p.9]."""
        return self.potions * (1 if "potion_one_heart" in self.variants else 2) - self.absorbed

    @property
    def items(self) -> int:
        """The finished items."""
        return sum(halves == 2 for halves in self.halves.values())

    def has(self, item: str) -> bool:
        """Return whether an item is finished."""
        return self.halves[item] == 2

    def able(self, hero: str) -> bool:
        """Return whether a hero has the ability of level 4 [PL p.8] [CZ p.8]."""
        return self.levels[hero] >= ABILITY_LEVEL

    def strength(self, boss: Boss) -> int:
        """Return the strength against a boss [PL p.8, p.12, p.15] [CZ p.8, p.12, p.15]."""
        bonuses = self.able("warrior") + 3 * self.has("flaming_sword") + 2 * (self.power == "berserker")
        return self.health + self.levels[boss.weakness] + bonuses

    # filling boxes

    def level_up(self, hero: str) -> None:
        """Fill the next level of a hero [PL p.7] [CZ p.7]; Noble: half an item at level 5 [CZ p.16]."""
        if self.levels[hero] == HIGHEST_LEVEL:
            raise Refused(f"{hero} has no level left")
        self.levels[hero] += 1
        if hero == "rogue" and self.levels[hero] == ABILITY_LEVEL:
            self.gain("gem")
        if self.power == "noble" and self.levels[hero] == 5:
            self.gain("half")

    def fill_half(self, item: str) -> None:
        """Fill a box of an item; the second begins its effect [PL p.8, p.15] [CZ p.8, p.15]."""
        if self.halves[item] == 2:
            raise Refused(f"{item} is finished")
        self.halves[item] += 1
        if self.has(item):
            effects = {
                "reapers_scythe": ["beat"] * 2,
                "alchemists_cauldron": ["potion"] * 3,
                "book_of_wisdom": ["level"],
            }
            self.gain(*effects.get(item, ()))

    def gain(self, *rewards: str) -> None:
        """Take rewards at once; those that need a choice become owed [PL p.9-11] [CZ p.9-11]."""
        for reward in rewards:
            if reward == "potion":
                self._fill_potion()
            elif reward == "gem":
                self._fill_gem()
            else:
                self.owed[reward] += 1

    def _fill_potion(self) -> None:
        if self.potions < MOST_POTIONS:  # a potion without a free circle is lost [CZ p.9]
            self.potions += 1
            if self.potions in POTION_REWARDS:
                self.gain(POTION_REWARDS[self.potions])

    def _fill_gem(self) -> None:
        if self.gems == MOST_GEMS:
            return
        self.gems += 1
        if self.gems in GEM_REWARDS:
            self.gain(GEM_REWARDS[self.gems])
        if self.power == "merchant":  # [PL p.15] [CZ p.16]
            self.gain("potion")

    def take_gem(self, letter: str) -> None:
        """Take a gem of the map if it is still there [PL p.11] [CZ p.11]."""
        if letter not in self.taken | self.lost:
            self.taken.add(letter)
            self.fresh.add(letter)
            self.gain("gem")

    def beat(self, room: str) -> None:
        """Cross out the monster of a room; some powers act with each third one [CZ p.15-16]."""
        if self.dungeon.rooms[room].monster is None or room in self.beaten:
            raise Refused(f"no monster is left in {room}")
        self.beaten.add(room)
        self.monsters = min(MOST_MONSTERS, self.monsters + 1)
        if self.monsters % 3 == 0:
            self.gain(*{"beastmaster": ["half"], "shaman": ["potion"]}.get(self.power, ()))

    def hurt(self, damage: int, absorbed: int | None = None) -> None:
        """Take damage: potions first, as much as possible or as chosen [CZ p.6, p.9]; then the column, then death."""
        most = min(damage, self.spare)
        if absorbed is None:
            absorbed = most
        if absorbed > most:
            raise Refused(f"potions cannot absorb {absorbed}")
        self.absorbed += absorbed
        self.damage = min(HEARTS_IN_COLUMN, self.damage + damage - absorbed)
        self.resurrected = self.resurrected or self.damage > self.health  # more than health [PL p.6] [CZ p.6]

    def fight(self, room: str) -> int:
        """Beat the monster of an entered room and return its damage [PL p.10, p.15] [CZ p.10, p.15]."""
        kind, level = self.dungeon.rooms[room].monster
        return max(0, level - self.levels[MONSTERS[kind]] - self.has("armour_of_heroes"))

    # owed rewards

    def possible(self) -> bool:
        """Return whether a player can still take an owed reward; one without a free box is lost [design]."""
        is_open = {
            "level": any(level < HIGHEST_LEVEL for level in self.levels.values()),
            "half": any(halves < 2 for halves in self.halves.values()),
            "beat": any(self.dungeon.rooms[room].monster and room not in self.beaten for room in self.dungeon.rooms),
        }
        return any(self.owed[reward] and is_open[reward] for reward in is_open)

    def choose(self, word: str) -> None:
        """Take an owed reward: `+hero`, `+item` or `xROOM`."""
        what = word[1:]
        reward = "beat" if word[0] == "x" else "level" if what in self.levels else "half"
        if word[0] not in "+x" or (reward == "half" and what not in self.halves):
            raise Refused(f"{word} is no choice")
        if reward == "beat" and what not in self.dungeon.rooms:
            raise Refused(f"{what} is no room")
        if not self.owed[reward]:
            raise Refused(f"{word} is not owed")
        self.owed[reward] -= 1
        {"beat": self.beat, "level": self.level_up, "half": self.fill_half}[reward](what)
