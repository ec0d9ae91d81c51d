"""What things are worth to a style at a moment, in glory: levels, halves of items, potions, rooms. Plays nothing."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from generator.games.paper_dungeons.board import Board
from generator.games.paper_dungeons.counting import goal_count
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
    Count,
)  # fmt: skip
from generator.games.paper_dungeons.effects import BREWING_DIE, TRAPS
from generator.games.paper_dungeons.rulebook import Rulebook
from generator.games.paper_dungeons.sheet import OUTSIDE, Sheet
from generator.games.paper_dungeons.state import State
from generator.games.paper_dungeons.tables import Table
from generator.games.paper_dungeons.ways import Things, Ways
from generator.games.paper_dungeons.weights import Weights, keys_of

PLACES: Final = (CORNER_ROOMS, EDGE_ROOMS, FULL_ROWS, FULL_COLUMNS, COLUMN_ROOMS)
NONE: Final[tuple[int, ...]] = ()
LEAST: Final = -1e9  # of what cannot be done

Walk = tuple[float, tuple[int, ...]]  # what the best path of so many steps is worth more than staying, and its rooms


class Glory:
    """The glory that boxes bring, by the number that is filled, and that of items, missions and goals."""

    __slots__ = ("extras", "gems", "goal", "half", "mission", "monsters", "thresholds", "weakest")

    def __init__(self, book: Rulebook) -> None:
        value = book.game.value
        self.gems = _steps(box["glory"] for box in value("tracks.gems"))
        self.monsters = _steps(value("tracks.monsters"))
        self.weakest = _steps(value("tracks.weakest_hero"))
        self.half = float(value("tracks.item_half"))
        items = value("items.items")
        self.extras = [float(items[item.key]["extra"]) for item in book.items]
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
        "alarmed", "bosses", "brewing", "crosses", "danger", "dice", "explored", "feared", "finds", "fought", "goal",
        "halves", "halves_at", "halves_of", "here", "levels", "levels_of", "lies", "loots", "of_level", "open", "owned",
        "owned_at", "places", "potion", "priced", "reached", "ready", "round", "stays", "table", "things", "trap",
        "walks", "wanted", "ways", "worths",
    )  # fmt: skip

    def __init__(self, table: Table, ways: Ways, open_missions: int, goal: int, reached: bool) -> None:
        self.table = table
        self.ways = ways
        self.open = open_missions
        self.goal = goal
        self.reached = reached  # the goal can earn no more
        self.wanted = [0.0] * len(OF)  # what a step towards open missions and the goal is worth, by what they count
        self.of_level: dict[int, float] = {}  # and a monster of a level
        self.places = False  # whether it matters where rooms lie
        self.dice = 0  # still to be used in the game
        self.danger = 0.0  # off for each heart more, while death is near
        # what was found, and in the line before it what it was found for
        self.levels_of, self.fought, self.ready, self.feared = NONE, -1, False, 0.0
        self.levels: list[float] = []  # what the next level of each hero is worth
        self.halves_of, self.halves_at = NONE, -1
        self.halves: list[float] = []  # what the next half of each item is worth
        self.owned, self.owned_at, self.alarmed = -1, -1, 0.0
        self.brewing, self.potion = LEAST, 0.0  # what a die that brews and a single potion are worth
        self.round = -1
        self.bosses: list[tuple[int, float]] = []  # rooms of bosses to come, and what they are worth
        self.explored = -1
        self.lies: list[float] = []  # what each room is worth for where it lies, or costs once it is explored
        self.things: list[Things] = []  # of the rooms that are not explored
        self.priced, self.trap = -1.0, 0.0
        self.loots: list[float] = []  # what each kind of loot is worth
        self.finds: list[float] = []  # and each monster and gem
        self.worths: list[float] = []  # what a step into each room is worth, of all these
        self.here, self.crosses, self.stays = OUTSIDE, 0, False
        self.walks: list[Walk] = []  # by their steps, none of which is no walk

    def want(self, count: Count, step: float) -> None:
        """Want a step more of what is counted; a hero is brought to a level in as many steps."""
        if count.of == MONSTER_LEVELS and count.equal:
            self.of_level[count.equal] = self.of_level.get(count.equal, 0.0) + step
        elif count.of == HEROES and count.at_least > 1:
            self.wanted[HEROES] += step / (count.at_least - 1)
        else:
            self.wanted[count.of] += step
            self.places = self.places or count.of in PLACES

    @property
    def ahead(self) -> float:
        """The part of the game that is still to come."""
        return self.dice / (self.table.numbers.rounds * self.table.numbers.dice)


class Appraiser:
    """Values things by the weights of a style."""

    def __init__(self, book: Rulebook, weights: Weights) -> None:
        keys = keys_of(book)
        self.glory = Glory(book)
        self.worth = weights.worth()
        self.ability = weights.listed("ability", keys["ability"])
        self.first = weights.listed("first", keys["first"])
        self.second = weights.listed("second", keys["second"])
        self.early = weights.listed("early", keys["early"])
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
        hearts = sum(sheet.levels) + table.potion_hearts * sheet.potions - sheet.absorbed - sheet.damage
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
            made.want(table.goals[goal].count, own.goal * glory.goal / glory.thresholds[goal])
        return made

    def ways_of(self, board: Board) -> Ways:
        """Return the ways of a board, found once."""
        ways = self.ways.get(id(board))
        if ways is None or ways.board is not board:
            ways = self.ways[id(board)] = Ways(board, self.worth)
        return ways

    # dice and choices

    def look(self, state: State, sheet: Sheet) -> Outlook:
        """Return the outlook of the seat to act, with what levels, halves and potions are worth now."""
        table, outlook, fought = state.table, self.outlook(state, sheet), len(sheet.glory)
        ready = fought < len(table.bosses) and sheet.explored & table.board.boss_rooms[fought] != 0
        dice, danger = outlook.dice, outlook.danger
        if (
            sheet.levels is not outlook.levels_of
            or fought != outlook.fought
            or ready != outlook.ready
            or danger != outlook.feared
        ):
            outlook.levels_of, outlook.fought, outlook.ready, outlook.feared = sheet.levels, fought, ready, danger
            outlook.levels = self._levels(table, sheet, outlook)
        if sheet.halves is not outlook.halves_of or dice != outlook.halves_at:
            outlook.halves_of, outlook.halves_at = sheet.halves, dice
            outlook.halves = self._halves(sheet, outlook)
        if sheet.potions != outlook.owned or dice != outlook.owned_at or danger != outlook.alarmed:
            outlook.owned, outlook.owned_at, outlook.alarmed = sheet.potions, dice, danger
            outlook.brewing = self._brewing(table, sheet, outlook)
            outlook.potion = self._potions(table, sheet, 1, outlook)
        return outlook

    def _levels(self, table: Table, sheet: Sheet, outlook: Outlook) -> list[float]:
        """Return what the next level of each hero is worth; LEAST after the last."""
        own, levels, numbers, wanted = self.worth, sheet.levels, table.numbers, outlook.wanted
        least = min(levels)
        even = own.level + wanted[HEROES] + outlook.danger
        weakest = even + own.weakest * self.glory.weakest[least] / levels.count(least)
        feared = table.bosses[outlook.fought].weakness if outlook.fought < len(table.bosses) else -1
        strength = own.strength if outlook.ready else 0.0
        found: list[float] = []
        for hero, level in enumerate(levels):
            if level == numbers.last_level:
                found.append(LEAST)
                continue
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

    def _halves(self, sheet: Sheet, outlook: Outlook) -> list[float]:
        """Return what the next half of each item is worth; LEAST for a finished one."""
        glory, items, ahead = self.glory, outlook.wanted[ITEMS], outlook.ahead
        begun = self.worth.begun if outlook.dice > 1 else 0.0
        found: list[float] = []
        for item, filled in enumerate(sheet.halves):
            finished = glory.half + glory.extras[item] + items + self.second[item] + self.early[item] * ahead
            if not filled:
                found.append(glory.half + self.first[item] + begun * finished)
            else:
                found.append(finished if filled < 2 else LEAST)
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
        more = min(more, table.numbers.potion_limit - owned)
        hearts = own.potion * outlook.ahead + outlook.danger * table.potion_hearts
        worth = more * (hearts - own.potion_less * owned + outlook.wanted[POTIONS])
        rewards = table.numbers.potion_rewards
        for number in range(owned, owned + more):
            effect = rewards[number]
            worth += own.row_level * effect.levels + own.row_half * effect.halves + own.row_gem * effect.gems
        return worth

    # rooms

    def rooms(self, state: State, table: Table, sheet: Sheet, outlook: Outlook) -> list[float]:
        """Return what a step into each room is worth: what is gained in it, or lost to the traps of an explored one."""
        changed = state.round != outlook.round
        if changed:
            outlook.round = state.round
            outlook.bosses = self._bosses(state, table, sheet, outlook.wanted)
        if sheet.explored != outlook.explored:
            self._look_round(sheet.explored, outlook)
            changed = True
        spare = table.potion_hearts * sheet.potions > sheet.absorbed
        hurts = self.worth.damage * (self.worth.spare if spare else 1.0) + outlook.danger
        loots = self._loots(sheet, hurts, outlook)
        finds = self._finds(sheet, hurts, outlook)
        if changed or loots != outlook.loots or finds != outlook.finds:
            outlook.loots, outlook.finds, outlook.walks = loots, finds, []
            outlook.worths = _added_up(outlook)
        return outlook.worths

    def _look_round(self, explored: int, outlook: Outlook) -> None:
        """Find what rooms are worth for where they lie, and what is left in those that are not explored."""
        lies, costs = self._lies(outlook.table.board, explored, outlook), outlook.ways.costs
        left = explored
        while left:
            bit = left & -left
            left ^= bit
            room = bit.bit_length() - 1
            lies[room] = costs[room]
        outlook.lies = lies
        outlook.things = [each for each in outlook.ways.things if not explored & each.bit]
        outlook.explored = explored

    def _lies(self, board: Board, explored: int, outlook: Outlook) -> list[float]:
        """Return what rooms are worth for where they lie."""
        wanted = outlook.wanted
        basis = self.worth.room + wanted[ROOMS]
        if not outlook.places:
            return [basis] * board.rooms
        by_row = wanted[FULL_ROWS]
        by_column = (wanted[FULL_COLUMNS] + wanted[COLUMN_ROOMS]) / len(board.rows)
        rows = [by_row * (explored & row).bit_count() / len(board.columns) for row in board.rows]
        columns = [by_column * (explored & column).bit_count() for column in board.columns]
        if not (wanted[EDGE_ROOMS] or wanted[CORNER_ROOMS]):
            return [basis + (row + column) for row in rows for column in columns]
        margins = [0.0, wanted[EDGE_ROOMS], wanted[EDGE_ROOMS] + wanted[CORNER_ROOMS]]
        lies: list[float] = []
        for row in rows:
            for column in columns:
                lies.append(basis + (row + column + margins[outlook.ways.margins[len(lies)]]))
        return lies

    def _loots(self, sheet: Sheet, hurts: float, outlook: Outlook) -> list[float]:
        """Return what each kind of loot is worth, with the traps that it lies with."""
        own, wanted, potion = self.worth, outlook.wanted, outlook.potion
        trap = wanted[TRAPS_SPRUNG] + wanted[OBSTACLES] - (0.0 if sheet.traits.wards & 1 << TRAPS else hurts)
        if outlook.loots and potion == outlook.priced and trap == outlook.trap:
            return outlook.loots
        outlook.priced, outlook.trap = potion, trap
        return [
            potion * potions + own.row_half * halves + own.row_level * levels + trap * traps
            for potions, halves, levels, traps in outlook.ways.loots
        ]

    def _finds(self, sheet: Sheet, hurts: float, outlook: Outlook) -> list[float]:
        """Return what each monster and then each gem is worth; nothing for what is gone."""
        own, wanted, of_level, levels = self.worth, outlook.wanted, outlook.of_level, sheet.levels
        beaten, gone, strength = sheet.beaten, sheet.taken | sheet.lost, sheet.traits.monster_strength
        fight = own.monster + own.monster_track * self.glory.monsters[sheet.monsters]
        fight += wanted[MONSTERS] + wanted[MONSTER_LEVELS]
        gem = own.gem + own.gem_track * self.glory.gems[sheet.gems] + wanted[GEMS]
        found: list[float] = []
        for bit, level, hero in outlook.ways.monsters:
            damage = level - levels[hero] - strength
            if beaten & bit:
                found.append(0.0)
            else:
                worth = fight + of_level.get(level, 0.0)
                found.append(worth - hurts * damage if damage > 0 else worth)
        for bit in outlook.ways.gems:
            found.append(0.0 if gone & bit else gem)
        return found

    def _bosses(self, state: State, table: Table, sheet: Sheet, wanted: list[float]) -> list[tuple[int, float]]:
        """Return the rooms of bosses to come, and what they are worth."""
        found: list[tuple[int, float]] = []
        for number in range(len(sheet.glory), len(table.bosses)):
            room = table.board.boss_rooms[number].bit_length() - 1
            late = 3 - (table.numbers.boss_rounds.index(number + 1) + 1 - state.round)
            if room >= 0:
                found.append((room, wanted[BOSS_ROOMS] + self.worth.boss + self.worth.boss_late * max(0, late)))
        return found


def _added_up(outlook: Outlook) -> list[float]:
    """Return what a step into each room is worth, of everything in it."""
    worths, loots, finds = outlook.lies.copy(), outlook.loots, outlook.finds
    for things in outlook.things:
        worth = loots[things.loot]
        for number in things.finds:
            worth += finds[number]
        worths[things.room] += worth
    for room, worth in outlook.bosses:
        if not outlook.explored >> room & 1:
            worths[room] += worth
    return worths
