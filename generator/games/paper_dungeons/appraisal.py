"""What things are worth to a style at a moment, in glory: levels, halves of items, potions, rooms. Plays nothing."""

from collections.abc import Iterable
from itertools import pairwise

from generator.games.paper_dungeons.board import Board
from generator.games.paper_dungeons.counts import (
    BOSS_ROOMS,
    COLUMN_ROOMS,
    CORNER_ROOMS,
    EDGE_ROOMS,
    FULL_COLUMNS,
    FULL_ROWS,
    GEMS,
    HEROES,
    ITEMS,
    MONSTER_LEVELS,
    MONSTERS,
    OBSTACLES,
    OF,
    POTIONS,
    ROOMS,
    TRAPS_SPRUNG,
)  # fmt: skip
from generator.games.paper_dungeons.effects import BREWING_DIE, TRAPS
from generator.games.paper_dungeons.rulebook import Rulebook
from generator.games.paper_dungeons.sheet import OUTSIDE, Sheet
from generator.games.paper_dungeons.state import State
from generator.games.paper_dungeons.tables import Table
from generator.games.paper_dungeons.ways import Things, Ways
from generator.games.paper_dungeons.weights import Weights, keys_of

PLACES = (CORNER_ROOMS, EDGE_ROOMS, FULL_ROWS, FULL_COLUMNS, COLUMN_ROOMS)
LEAST = -1e9  # of what cannot be done

Walk = tuple[float, tuple[int, ...]]  # what the best path of so many steps is worth more than staying, and its rooms


class Glory:
    """The glory that boxes bring, by the number that is filled: from the game's tracks."""

    __slots__ = ("gems", "monsters", "weakest")

    def __init__(self, book: Rulebook) -> None:
        value = book.game.value
        self.gems = _steps(box["glory"] for box in value("tracks.gems"))
        self.monsters = _steps(value("tracks.monsters"))
        self.weakest = _steps(value("tracks.weakest_hero"))


def _steps(values: Iterable[int]) -> list[int]:
    """Return what each next box brings, by the number of those that are filled; nothing after the last."""
    return [*(after - before for before, after in pairwise([0, *values])), 0]


class Outlook:
    """How a style sees things from one seat; what has not changed since it last looked is not worked out again."""

    __slots__ = (
        "crosses", "explored", "finds", "goal", "here", "lies", "loots", "open", "places", "round", "table", "things",
        "walks", "wanted", "ways", "worths",
    )  # fmt: skip

    def __init__(self, table: Table, ways: Ways, open_missions: int, goal: int, wanted: list[float]) -> None:
        self.table = table
        self.ways = ways
        self.open = open_missions
        self.goal = goal
        self.wanted = wanted  # what a step towards open missions and the goal is worth, by what they count
        self.places = any([wanted[kind] for kind in PLACES])
        self.explored = -1  # rooms for which the next two were found
        self.lies: list[float] = []  # what each room is worth for where it lies, or costs once it is explored
        self.things: list[Things] = []  # of the rooms that are not explored
        self.round = -1  # and what the next ones were found for
        self.loots: list[float] = []
        self.finds: list[float] = []
        self.worths: list[float] = []  # what a step into each room is worth
        self.here = OUTSIDE  # where walks were last sought from, and what might be crossed
        self.crosses = 0
        self.walks: dict[int, Walk] = {}  # by their steps


class Appraiser:
    """Values things by the weights of a style."""

    def __init__(self, book: Rulebook, weights: Weights) -> None:
        keys = keys_of(book)
        self.glory = Glory(book)
        self.worth = weights.worth()
        self.ability = weights.listed("ability", keys["ability"])
        self.first = weights.listed("first", keys["first"])
        self.second = weights.listed("second", keys["second"])
        self.ways: dict[int, Ways] = {}  # by the board's number for Python
        self.outlooks: dict[int, Outlook] = {}  # by seat

    def outlook(self, state: State, sheet: Sheet) -> Outlook:
        """Return the outlook of the seat to act, the same one while goal and open missions stay."""
        known = self.outlooks.get(state.turn)
        if known is None or known.open != state.open or known.table is not state.table or known.goal != sheet.goal:
            wanted = self._wanted(state, sheet)
            known = Outlook(state.table, self.ways_of(state.table.board), state.open, sheet.goal, wanted)
            self.outlooks[state.turn] = known
        return known

    def ways_of(self, board: Board) -> Ways:
        """Return the ways of a board, found once."""
        ways = self.ways.get(id(board))
        if ways is None or ways.board is not board:
            ways = self.ways[id(board)] = Ways(board, self.worth.pull, self.worth.decay)
        return ways

    def _wanted(self, state: State, sheet: Sheet) -> list[float]:
        wanted = [0.0] * len(OF)
        for place, mission in enumerate(state.table.missions):
            if state.open >> place & 1:
                wanted[mission.when.of] += self.worth.mission
        wanted[state.table.goals[sheet.goal].count.of] += self.worth.goal
        return wanted

    # dice and choices

    def levels(self, table: Table, sheet: Sheet, wanted: list[float]) -> list[float]:
        """Return what the next level of each hero is worth."""
        own, levels, numbers = self.worth, sheet.levels, table.numbers
        least = min(levels)
        even = own.level + wanted[HEROES]
        weakest = even + own.weakest * self.glory.weakest[least] / levels.count(least)
        feared, strength, fought = -1, 0.0, len(sheet.glory)
        if fought < len(table.bosses):
            feared = table.bosses[fought].weakness
            if sheet.explored & table.board.boss_rooms[fought]:
                strength = own.strength
        found: list[float] = []
        for hero, level in enumerate(levels):
            worth = weakest if level == least else even - own.uneven * (level - least)
            if level + 1 == numbers.ability_level:
                worth += self.ability[hero]
            if level + 1 == numbers.last_level:
                worth += own.last
            if hero == feared:
                worth += own.weakness
                worth += 2.0 * strength
            else:
                worth += strength
            found.append(worth)
        return found

    def halves(self, state: State, sheet: Sheet, wanted: list[float]) -> list[float]:
        """Return what the next half of each item is worth; LEAST for a finished one."""
        items = wanted[ITEMS]
        begun, finish = 0.5 * items, self.worth.finish * (state.table.numbers.rounds - state.round)
        found: list[float] = []
        for item, filled in enumerate(sheet.halves):
            if not filled:
                found.append(self.first[item] + begun)
            else:
                found.append(self.second[item] + items + finish if filled < 2 else LEAST)
        return found

    def brewing(self, table: Table, sheet: Sheet, wanted: list[float]) -> float:
        """Return what a die that brews is worth; LEAST where no potion can be filled."""
        if sheet.potions >= table.numbers.potion_limit:
            return LEAST
        effect = table.powers[sheet.power].effect
        more = effect.potions if effect.each == BREWING_DIE else 0
        return self.potions(table, sheet, table.numbers.brewed + more, wanted)

    def potions(self, table: Table, sheet: Sheet, more: int, wanted: list[float]) -> float:
        """Return what so many more potions are worth, as far as there is room for them."""
        own, owned = self.worth, sheet.potions
        more = min(more, table.numbers.potion_limit - owned)
        worth = more * (own.potion - own.potion_less * owned + wanted[POTIONS])
        rewards = table.numbers.potion_rewards
        for number in range(owned, owned + more):
            effect = rewards[number]
            worth += own.row_level * effect.levels + own.row_half * effect.halves + own.row_gem * effect.gems
        return worth

    # rooms

    def rooms(self, state: State, table: Table, sheet: Sheet, outlook: Outlook) -> list[float]:
        """Return what a step into each room is worth: what is gained in it, or lost to the traps of an explored one."""
        wanted = outlook.wanted
        if outlook.explored != sheet.explored:
            self._look_round(table.board, sheet.explored, outlook)
        spare = table.numbers.potion_hearts * sheet.potions > sheet.absorbed
        hurts = self.worth.damage * (self.worth.spare if spare else 1.0)
        loots = self._loots(table, sheet, outlook.ways, hurts, wanted)
        finds = self._finds(table.board, sheet, hurts, wanted)
        if state.round == outlook.round and loots == outlook.loots and finds == outlook.finds:
            return outlook.worths
        outlook.round, outlook.loots, outlook.finds, outlook.walks = state.round, loots, finds, {}
        worths = outlook.worths = outlook.lies.copy()
        for room, loot, found in outlook.things:
            worth = loots[loot]
            for number in found:
                worth += finds[number]
            worths[room] += worth
        self._add_bosses(state, table, sheet, wanted, worths)
        return worths

    def _look_round(self, board: Board, explored: int, outlook: Outlook) -> None:
        """Find what rooms are worth for where they lie, and what is left in those that are not explored."""
        lies = self._lies(board, explored, outlook)
        for room, traps in enumerate(board.traps):
            if explored >> room & 1:
                lies[room] = -self.worth.damage if traps else 0.0
        outlook.lies = lies
        outlook.things = [each for each in outlook.ways.things if not explored >> each[0] & 1]
        outlook.explored = explored
        outlook.round = -1

    def _lies(self, board: Board, explored: int, outlook: Outlook) -> list[float]:
        """Return what rooms are worth for where they lie."""
        wanted, across = outlook.wanted, outlook.ways.across
        basis = self.worth.room + wanted[ROOMS]
        if not outlook.places:
            return [basis] * board.rooms
        by_row = wanted[FULL_ROWS]
        by_column = (wanted[FULL_COLUMNS] + wanted[COLUMN_ROOMS]) / len(board.rows)
        rows = [by_row * (explored & row).bit_count() / across for row in board.rows]
        columns = [by_column * (explored & column).bit_count() for column in board.columns]
        margins = [0.0, wanted[EDGE_ROOMS], wanted[EDGE_ROOMS] + wanted[CORNER_ROOMS]]
        return [
            basis + (rows[room // across] + columns[room % across] + margins[margin])
            for room, margin in enumerate(outlook.ways.margins)
        ]

    def _loots(self, table: Table, sheet: Sheet, ways: Ways, hurts: float, wanted: list[float]) -> list[float]:
        """Return what each kind of loot is worth, with the traps that it lies with."""
        own, potion = self.worth, self.potions(table, sheet, 1, wanted)
        trap = wanted[TRAPS_SPRUNG] + wanted[OBSTACLES] - (0.0 if sheet.traits.wards & 1 << TRAPS else hurts)
        return [
            potion * potions + own.row_half * halves + own.row_level * levels + trap * traps
            for potions, halves, levels, traps in ways.loots
        ]

    def _finds(self, board: Board, sheet: Sheet, hurts: float, wanted: list[float]) -> list[float]:
        """Return what each monster and then each gem is worth; nothing for what is gone."""
        own, levels, beaten, gone = self.worth, sheet.levels, sheet.beaten, sheet.taken | sheet.lost
        strength = sheet.traits.monster_strength
        fight = own.monster + own.monster_track * self.glory.monsters[sheet.monsters]
        fight += wanted[MONSTERS] + wanted[MONSTER_LEVELS]
        found: list[float] = []
        for number, monster in enumerate(board.monsters):
            if beaten >> number & 1:
                found.append(0.0)
            else:
                damage = monster.level - levels[monster.hero] - strength
                found.append(fight - hurts * damage if damage > 0 else fight)
        gem = own.gem + own.gem_track * self.glory.gems[sheet.gems] + wanted[GEMS]
        return found + [0.0 if gone >> number & 1 else gem for number in range(len(board.letters))]

    def _add_bosses(self, state: State, table: Table, sheet: Sheet, wanted: list[float], worths: list[float]) -> None:
        """Add what the rooms of bosses to come are worth that are not explored."""
        own, rooms = self.worth, table.board.boss_rooms
        for number in range(len(sheet.glory), len(table.bosses)):
            if rooms[number] & ~sheet.explored:
                fight = table.numbers.boss_rounds.index(number + 1) + 1
                late = own.boss_late * max(0, 3 - (fight - state.round))
                worths[rooms[number].bit_length() - 1] += wanted[BOSS_ROOMS] + own.boss + late
