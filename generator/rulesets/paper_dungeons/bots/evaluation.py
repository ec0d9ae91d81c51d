"""What things are worth to a style at a moment, in glory: levels, halves of items, potions, rooms. Plays nothing."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from generator.rulesets.paper_dungeons.bots.paths import Ways
from generator.rulesets.paper_dungeons.bots.room_values import Spot
from generator.rulesets.paper_dungeons.bots.styles import Weights, keys_of
from generator.rulesets.paper_dungeons.model.board import Board
from generator.rulesets.paper_dungeons.model.effects import BREWING_DIE, TRAPS
from generator.rulesets.paper_dungeons.model.quantities import (
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
    Count,
)  # fmt: skip
from generator.rulesets.paper_dungeons.model.rulebook import Rulebook
from generator.rulesets.paper_dungeons.model.sheet import Sheet
from generator.rulesets.paper_dungeons.model.state import State
from generator.rulesets.paper_dungeons.model.table import Table
from generator.rulesets.paper_dungeons.rules.reached import goal_count

PLACES: Final = (CORNER_ROOMS, EDGE_ROOMS, FULL_ROWS, FULL_COLUMNS, COLUMN_ROOMS)
NONE: Final[list[float]] = []
LEAST: Final = -1e9  # of what cannot be done


class Glory:
    """The glory that boxes bring, by the number that is filled, and that of items, missions and goals."""

    __slots__ = ("finished", "gems", "goal", "half", "mission", "monsters", "thresholds", "weakest")

    def __init__(self, book: Rulebook) -> None:
        value = book.game.value
        self.gems = _steps(box["glory"] for box in value("tracks.gems"))
        self.monsters = _steps(value("tracks.monsters"))
        self.weakest = _steps(value("tracks.weakest_hero"))
        self.half = float(value("tracks.item_half"))
        items = value("items.items")
        self.finished = [self.half + float(items[item.key]["extra"]) for item in book.items]
        self.mission = float(value("tracks.mission"))
        self.goal = float(value("tracks.goal")[-1])
        thresholds = {card.key: card.fields["thresholds"][-1] for card in book.game.deck("goals")}
        self.thresholds = [int(thresholds[goal.key]) for goal in book.goals]  # from which on nothing more is earned


def _steps(values: Iterable[int]) -> list[int]:
    """Return what each next box brings, by the number of those that are filled; nothing after the last."""
    return [*(after - before for before, after in pairwise([0, *values])), 0]


class Outlook:
    """How a style sees things from one seat; what has not changed since it last looked is not worked out again."""

    __slots__ = (
        "ahead", "bosses", "column_least", "columns", "danger", "dice", "explored", "feared", "finished", "fought",
        "goal", "levels", "levels_of", "margins", "of_level", "open", "places", "raising", "reached", "ready", "round",
        "rows", "table", "wanted", "ways",
    )  # fmt: skip

    def __init__(self, table: Table, ways: Ways, open_missions: int, goal: int, reached: bool) -> None:
        self.table = table
        self.ways = ways
        self.open = open_missions
        self.goal = goal
        self.reached = reached  # the goal can earn no more
        self.wanted = [0.0] * len(OF)  # what a step towards open missions and the goal is worth, by what they count
        self.of_level: dict[int, float] = {}  # and a monster of a level
        self.raising = [0.0] * (table.numbers.last_level + 1)  # and a level more for a hero, by the level before
        self.column_least = 0  # from so many rooms on a column counts
        self.places = False  # whether it matters where rooms lie
        self.finished: list[float] = []  # what the second half of each item is worth, as far as that always stays
        self.dice = 0  # still to be used in the game
        self.ahead = 0.0  # the part of the game that is still to come
        self.danger = 0.0  # off for each heart more, while death is near
        # what was found, and in the line before it what it was found for
        self.levels_of: tuple[int, ...] = ()
        self.fought, self.ready, self.feared = -1, False, 0.0
        self.levels: list[float] = []  # what the next level of each hero is worth
        self.round = -1
        self.bosses: list[float] = NONE  # what the boss who comes to a room is worth, by room
        self.explored = -1
        self.rows: list[float] = NONE  # what one more room of each is worth, when those were explored
        self.columns: list[float] = NONE
        self.margins: list[float] = NONE  # what a room is worth for touching so many edges of the map

    def want(self, count: Count, step: float) -> None:
        """Want a step more of what is counted; a hero is brought to a level in as many steps."""
        if count.of == MONSTER_LEVELS and count.equal:
            self.of_level[count.equal] = self.of_level.get(count.equal, 0.0) + step
        elif count.of == HEROES and count.at_least > 1:
            for level in range(1, count.at_least):  # the nearer, the more; all of them together are a step
                self.raising[level] += step * 2 * level / (count.at_least * (count.at_least - 1))
        else:
            self.wanted[count.of] += step
            if count.of == COLUMN_ROOMS:
                self.column_least = count.at_least
            self.places = self.places or count.of in PLACES


class Appraiser:
    """Values things by the weights of a style."""

    def __init__(self, book: Rulebook, weights: Weights) -> None:
        keys = keys_of(book)
        self.glory = Glory(book)
        own = self.worth = weights.worth()
        self.ability = weights.listed("ability", keys["ability"])
        self.begun = [self.glory.half + first for first in weights.listed("first", keys["first"])]
        self.second = weights.listed("second", keys["second"])
        self.early = weights.listed("early", keys["early"])
        self.rows = [
            own.row_level * each.levels + own.row_half * each.halves + own.row_gem * each.gems
            for each in book.numbers.potion_rewards
        ]
        self.aim = [own.goal + more for more in weights.listed("aim", keys["aim"])]
        self.ways: dict[int, Ways] = {}  # by the board's number for Python
        self.outlooks: dict[int, Outlook] = {}  # by seat

    def outlook(self, state: State, sheet: Sheet) -> Outlook:
        """Return the outlook of the seat to act, the same one while open missions, and what its goal earns, stay."""
        table, goal, numbers = state.table, sheet.goal, state.table.numbers
        reached = goal_count(table, sheet) >= self.glory.thresholds[goal]
        known = self.outlooks.get(state.turn)
        if (
            known is None
            or known.open != state.open
            or known.table is not table
            or known.goal != goal
            or known.reached != reached
        ):
            known = self.outlooks[state.turn] = self._new_outlook(state, goal, reached)
        known.dice = numbers.dice * (numbers.rounds - max(0, state.round - 1)) - sheet.used
        known.ahead = known.dice / (numbers.rounds * numbers.dice)
        hearts = table.potion_hearts * sheet.potions - sheet.absorbed - sheet.damage
        for level in sheet.levels:
            hearts += level
        near = not sheet.risen and hearts <= self.worth.margin * known.ahead
        known.danger = self.worth.danger if near else 0.0
        return known

    def _new_outlook(self, state: State, goal: int, reached: bool) -> Outlook:
        table, own, glory = state.table, self.worth, self.glory
        made = Outlook(table, self.ways_of(table.board), state.open, goal, reached)
        for place, mission in enumerate(table.missions):
            if state.open >> place & 1:
                made.want(mission.when, own.mission * glory.mission / mission.when.least)
        if not reached:
            made.want(table.goals[goal].count, self.aim[goal] * glory.goal / glory.thresholds[goal])
        items, edge, corner = made.wanted[ITEMS], made.wanted[EDGE_ROOMS], made.wanted[CORNER_ROOMS]
        made.margins = [0.0, edge, edge + corner]
        made.finished = [whole + items + self.second[item] for item, whole in enumerate(glory.finished)]
        return made

    def ways_of(self, board: Board) -> Ways:
        """Return the ways of a board, found once."""
        ways = self.ways.get(id(board))
        if ways is None or ways.board is not board:
            ways = self.ways[id(board)] = Ways(board, self.worth)
        return ways

    # dice and choices

    def uses(self, table: Table, sheet: Sheet, outlook: Outlook) -> list[float]:
        """Return what a die may do is worth, moves left out: a level of each hero, a half of each item, brewing."""
        own = self.worth
        levels = [LEAST] * table.heroes if own.no_levels else self.levels(table, sheet, outlook)
        halves = [LEAST] * len(table.items) if own.no_crafting else self.halves(sheet, outlook)
        found = levels + halves
        found.append(LEAST if own.no_brewing else self._brewing(table, sheet, outlook))
        return found

    def levels(self, table: Table, sheet: Sheet, outlook: Outlook) -> list[float]:
        """Return what the next level of each hero is worth now; LEAST after the last."""
        fought, danger = len(sheet.glory), outlook.danger
        ready = fought < len(table.bosses) and sheet.explored & table.board.boss_rooms[fought] != 0
        if (
            sheet.levels is not outlook.levels_of
            or fought != outlook.fought
            or ready != outlook.ready
            or danger != outlook.feared
        ):
            outlook.levels_of, outlook.fought, outlook.ready, outlook.feared = sheet.levels, fought, ready, danger
            outlook.levels = self._levels(table, sheet, outlook)
        return outlook.levels

    def _levels(self, table: Table, sheet: Sheet, outlook: Outlook) -> list[float]:
        """Return what the next level of each hero is worth; LEAST after the last."""
        own, levels, wanted = self.worth, sheet.levels, outlook.wanted
        last, ability = table.numbers.last_level, table.numbers.ability_level
        least, alike = last, 0  # the weakest heroes
        for level in levels:
            if level < least:
                least, alike = level, 0
            alike += level == least
        even = own.level + wanted[HEROES] + outlook.danger
        weakest = even + own.weakest * self.glory.weakest[least] / alike
        feared = table.bosses[outlook.fought].weakness if outlook.fought < len(table.bosses) else -1
        strength = own.strength if outlook.ready else 0.0
        found: list[float] = []
        for hero, level in enumerate(levels):
            if level == last:
                found.append(LEAST)
                continue
            worth = weakest if level == least else even - own.uneven * (level - least)
            worth += outlook.raising[level]
            if level + 1 == ability:
                worth += self.ability[hero]
            if level + 1 == last:
                worth += own.last
            if hero == feared:
                worth += own.weakness
                worth += 2.0 * strength
            else:
                worth += strength
            found.append(worth)
        return found

    def halves(self, sheet: Sheet, outlook: Outlook) -> list[float]:
        """Return what the next half of each item is worth; LEAST for a finished one."""
        ahead, begun = outlook.ahead, self.worth.begun if outlook.dice > 1 else 0.0
        finished, early, first = outlook.finished, self.early, self.begun
        found: list[float] = []
        for item, filled in enumerate(sheet.halves):
            if filled == 2:
                found.append(LEAST)
                continue
            worth = finished[item] + early[item] * ahead
            found.append(worth if filled else first[item] + begun * worth)
        return found

    def _brewing(self, table: Table, sheet: Sheet, outlook: Outlook) -> float:
        """Return what a die that brews is worth; LEAST where no potion can be filled."""
        if sheet.potions >= table.numbers.potion_limit:
            return LEAST
        effect = table.powers[sheet.power].effect
        more = effect.potions if effect.each == BREWING_DIE else 0
        return self._potions(table, sheet, table.numbers.brewed + more, outlook)

    def _potions(self, table: Table, sheet: Sheet, more: int, outlook: Outlook) -> float:
        """Return what so many more potions are worth, as far as there is room for them."""
        own, owned = self.worth, sheet.potions
        if more > table.numbers.potion_limit - owned:
            more = table.numbers.potion_limit - owned
        hearts = own.potion * outlook.ahead + outlook.danger * table.potion_hearts
        worth = more * (hearts - own.potion_less * owned + outlook.wanted[POTIONS])
        for number in range(owned, owned + more):
            worth += self.rows[number]
        return worth

    # rooms

    def value(self, state: State, table: Table, sheet: Sheet, outlook: Outlook, spots: list[Spot]) -> float:
        """Write on rooms what a step into each is worth: what is gained there, or lost to an explored trap.

        Returns what those that are not explored are worth together, without those that are worth less than nothing.
        """
        own, wanted, explored = self.worth, outlook.wanted, sheet.explored
        if state.round != outlook.round:
            outlook.round = state.round
            outlook.bosses = self._bosses(state, table, sheet, outlook)
        if outlook.places and explored != outlook.explored:
            outlook.explored = explored
            self._lie(table.board, explored, outlook)
        places, rows, columns, margins, bosses = (
            outlook.places, outlook.rows, outlook.columns, outlook.margins, outlook.bosses,
        )  # fmt: skip
        basis = own.room + wanted[ROOMS]
        spare = table.potion_hearts * sheet.potions > sheet.absorbed
        hurts = own.damage * (own.spare if spare else 1.0) + outlook.danger
        potion = self._potions(table, sheet, 1, outlook)
        trap = wanted[TRAPS_SPRUNG] + wanted[OBSTACLES] - (0.0 if sheet.traits.wards & 1 << TRAPS else hurts)
        of_level, levels, beaten = outlook.of_level, sheet.levels, sheet.beaten
        gone, strength = sheet.taken | sheet.lost, sheet.traits.monster_strength
        fight = own.monster + own.monster_track * self.glory.monsters[sheet.monsters]
        fight += wanted[MONSTERS] + wanted[MONSTER_LEVELS]
        gem = own.gem + own.gem_track * self.glory.gems[sheet.gems] + wanted[GEMS]
        hope = 0.0
        for spot in spots:
            if explored & spot.bit:
                spot.worth = spot.again
                continue
            worth = 0.0
            if spot.loot:
                worth = potion * spot.potions + spot.halves + spot.levels + trap * spot.traps
            for bit, monster in spot.monsters:
                if not beaten & bit:
                    level = monster.level
                    damage = level - levels[monster.hero] - strength
                    price = fight + of_level.get(level, 0.0) if of_level else fight
                    worth += price - hurts * damage if damage > 0 else price
            gems = spot.gems & ~gone
            while gems:
                worth += gem
                gems &= gems - 1
            if places:
                worth += basis + (rows[spot.row] + columns[spot.column] + margins[spot.margins])
            else:
                worth += basis
            worth += bosses[spot.room]
            spot.worth = worth
            if worth > 0.0:
                hope += worth
        return hope

    def _lie(self, board: Board, explored: int, outlook: Outlook) -> None:
        """Find out what one more room of each row and column is worth."""
        wanted = outlook.wanted
        outlook.rows = _by_line(wanted[FULL_ROWS], explored, board.rows, len(board.columns))
        outlook.columns = _by_line(wanted[FULL_COLUMNS], explored, board.columns, len(board.rows))
        if wanted[COLUMN_ROOMS]:
            partly = _by_line(wanted[COLUMN_ROOMS], explored, board.columns, outlook.column_least)
            outlook.columns = [worth + partly[at] for at, worth in enumerate(outlook.columns)]

    def _bosses(self, state: State, table: Table, sheet: Sheet, outlook: Outlook) -> list[float]:
        """Return what the boss to come is worth in each room."""
        found = [0.0] * table.board.rooms
        for number in range(len(sheet.glory), len(table.bosses)):
            room = table.board.boss_rooms[number].bit_length() - 1
            late = 2 - table.numbers.boss_rounds.index(number + 1) + state.round
            if room >= 0:
                found[room] += outlook.wanted[BOSS_ROOMS] + self.worth.boss + self.worth.boss_late * max(0, late)
        return found


def _by_line(wanted: float, explored: int, lines: list[int], least: int) -> list[float]:
    """Return what one more room of each row or column is worth, where so many count: the nearer, the more."""
    found = [0.0] * len(lines)
    if wanted:
        for at, line in enumerate(lines):
            more = (explored & line).bit_count() + 1
            if more <= least:
                found[at] = wanted * (float(more * more) / (least * least))
    return found
