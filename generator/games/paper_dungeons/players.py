"""Who plays: by chance, or by what each action is worth at once and what it brings nearer."""

from collections.abc import Iterable
from itertools import pairwise
from operator import mul
from typing import Protocol

from generator.chance import Stream
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
    POTIONS,
    ROOMS,
    TRAPS_SPRUNG,
)  # fmt: skip
from generator.games.paper_dungeons.effects import BREWING_DIE, TRAPS
from generator.games.paper_dungeons.engine import choices, legal_actions
from generator.games.paper_dungeons.rooms import rooms_beside
from generator.games.paper_dungeons.rulebook import Rulebook
from generator.games.paper_dungeons.sheet import OUTSIDE, Sheet
from generator.games.paper_dungeons.state import ACTING, CHOOSING, State
from generator.games.paper_dungeons.tables import (
    BEAT,
    DIE_SHIFT,
    GAIN_HALF,
    GAIN_LEVEL,
    KEEP,
    LOW,
    MOVE,
    RAISE,
    STEP,
    STOP,
    TAKE_GEM,
    TARGET_SHIFT,
    Table,
    action_of,
)  # fmt: skip
from generator.games.paper_dungeons.ways import Ways
from generator.games.paper_dungeons.weights import Weights, keys_of

KINDS = 16  # of what missions and goals count
PLACES = (CORNER_ROOMS, EDGE_ROOMS, FULL_ROWS, FULL_COLUMNS, COLUMN_ROOMS)
LEAST = -1e9
WORTH_A_WALK = 0.5  # what is worth less pulls nobody
NOTHING_CLOSED: dict[int, int] = {}


class Player(Protocol):
    """Chooses an action for the seat to act; never looks at the fresh marks of others."""

    def choose(self, state: State) -> int:
        """Return a legal action; the state has a player to act."""


class RandomPlayer:
    """Every legal action is as likely as the others."""

    def __init__(self, chance: Stream) -> None:
        self.chance = chance

    def choose(self, state: State) -> int:
        actions = legal_actions(state)
        return actions[self.chance.below(len(actions))]


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


class WeighingPlayer:
    """Takes what is worth most by its weights, looking one action ahead, along every path of a move."""

    def __init__(self, book: Rulebook, weights: Weights) -> None:
        keys = keys_of(book)
        self.glory = Glory(book)
        self.worth = weights.worth()
        lists = {name: weights.listed(name, keys[name]) for name in keys}
        self.ability, self.first, self.second = lists["ability"], lists["first"], lists["second"]
        self.power, self.goal = lists["power"], lists["goal_kept"]
        self.ways: dict[int, Ways] = {}
        self.plan: list[int] = []

    def choose(self, state: State) -> int:
        table, sheet = state.table, state.sheets[state.turn]
        if sheet.owed and not sheet.hurt:
            return self._owed(state, table, sheet)
        if sheet.moving:
            return self._go_on(state, table, sheet)
        if state.phase == ACTING and not sheet.hurt:
            return self._use_die(state, table, sheet)
        if state.phase == CHOOSING and not sheet.hurt:
            return self._keep(state, table)
        actions = legal_actions(state)  # as much damage as can be absorbed; fight whoever can be fought
        return actions[0] if not sheet.hurt else actions[-1]

    # cards

    def _keep(self, state: State, table: Table) -> int:
        hand = table.hands[state.turn]
        power = max(range(len(hand.powers)), key=lambda at: self.power[hand.powers[at]])
        goal = max(range(len(hand.goals)), key=lambda at: self.goal[hand.goals[at]])
        return action_of(KEEP, 0, power + 16 * goal)

    # choices

    def _owed(self, state: State, table: Table, sheet: Sheet) -> int:
        best, worth = -1, -1e9
        wanted = self._wanted(state, table, sheet)
        for action in choices(table, sheet):
            kind, target = action & LOW, action >> TARGET_SHIFT
            if kind in (GAIN_LEVEL, RAISE):
                now = self._level(state, table, sheet, target, wanted)
            elif kind == GAIN_HALF:
                now = self._half(state, sheet, target, wanted)
            elif kind == BEAT:
                now = self._beat(table, sheet, target)
            elif kind == TAKE_GEM:
                now = self._far_gem(table, sheet, target)
            else:
                now = 0.0
            if now > worth:
                best, worth = action, now
        return best

    def _beat(self, table: Table, sheet: Sheet, number: int) -> float:
        monster = table.board.monsters[number]
        return float(monster.level - sheet.levels[monster.hero])

    def _far_gem(self, table: Table, sheet: Sheet, gem: int) -> float:
        rooms = [room for room, mask in enumerate(table.board.gems) if mask >> gem & 1]
        steps = self._ways(table.board).steps[sheet.traits.crosses][sheet.here]
        return float(max((steps[room] for room in rooms), default=0))

    # dice

    def _use_die(self, state: State, table: Table, sheet: Sheet) -> int:
        """Take the best action; of the dice that may do it, the one that could do least else."""
        worth, paths = self._weighed(state, table, sheet)
        ahead: dict[int, float] = {}  # by die: the best of it
        second: dict[int, float] = {}
        for action, now in worth.items():
            die = action >> DIE_SHIFT & LOW
            if now > ahead.get(die, LEAST):
                ahead[die], second[die] = now, ahead.get(die, LEAST)
            elif now > second.get(die, LEAST):
                second[die] = now
        top = max(ahead.values())
        die = min([each for each in ahead if ahead[each] == top], key=lambda each: second.get(each, LEAST))
        best = next(action for action, now in worth.items() if now == top and action >> DIE_SHIFT & LOW == die)
        if best & LOW == MOVE:
            self.plan = list(paths[table.uses[die].steps])
        return best

    def worths(self, state: State) -> dict[int, float]:
        """Return what each use of a die is worth; the state has a player to use one."""
        return self._weighed(state, state.table, state.sheets[state.turn])[0]

    def _weighed(self, state: State, table: Table, sheet: Sheet) -> tuple[dict[int, float], dict[int, list[int]]]:
        wanted = self._wanted(state, table, sheet)
        levels, halves, last = sheet.levels, sheet.halves, table.numbers.last_level
        level = [
            self._level(state, table, sheet, hero, wanted) if now < last else LEAST for hero, now in enumerate(levels)
        ]
        if self.worth.no_levels:
            level = [LEAST] * len(levels)
        half = [self._half(state, sheet, item, wanted) if now < 2 else LEAST for item, now in enumerate(halves)]
        brews = sheet.potions < table.numbers.potion_limit and not self.worth.no_brewing
        brew = self._brew(table, sheet, wanted) if brews else LEAST
        any_colour = sheet.traits.any_colour or sheet.flips > 0
        worth: dict[int, float] = {}
        moves: dict[int, float] = {}
        paths: dict[int, list[int]] = {}
        left, face = sheet.left, 0
        while left:
            if left & 3:
                uses = table.uses[face]
                steps = uses.steps
                if steps not in moves:
                    moves[steps], paths[steps] = self._best_walk(state, table, sheet, steps, wanted)
                worth[uses.move] = moves[steps]
                for hero, action in uses.levels if any_colour else uses.trained[sheet.goal]:
                    if level[hero] > LEAST:
                        worth[action] = level[hero]
                for item, action in uses.crafts:
                    if half[item] > LEAST:
                        worth[action] = half[item]
                if uses.brew >= 0 and brew > LEAST:
                    worth[uses.brew] = brew
            left >>= 2
            face += 1
        return worth, paths

    # what things are worth

    def _wanted(self, state: State, table: Table, sheet: Sheet) -> list[float]:
        """Return what a step towards open missions and the own goal is worth, by what they count."""
        own = self.worth
        wanted = [0.0] * KINDS
        for place, mission in enumerate(table.missions):
            if state.open >> place & 1:
                wanted[mission.when.of] += own.mission
        wanted[table.goals[sheet.goal].count.of] += own.goal
        return wanted

    def _level(self, state: State, table: Table, sheet: Sheet, hero: int, wanted: list[float]) -> float:
        own, levels = self.worth, sheet.levels
        level = levels[hero]
        least = min(levels)
        worth = own.level + wanted[HEROES]
        if level == least:
            worth += own.weakest * self.glory.weakest[level] / levels.count(least)
        else:
            worth -= own.uneven * (level - least)
        if level + 1 == table.numbers.ability_level:
            worth += self.ability[hero]
        if level + 1 == table.numbers.last_level:
            worth += own.last
        fought = len(sheet.glory)
        if fought < len(table.bosses):
            boss = table.bosses[fought]
            twice = boss.weakness == hero
            if twice:
                worth += own.weakness
            if sheet.explored & table.board.boss_rooms[fought]:
                worth += own.strength * (2.0 if twice else 1.0)
        return worth

    def _half(self, state: State, sheet: Sheet, item: int, wanted: list[float]) -> float:
        if sheet.halves[item]:
            return self.second[item] + wanted[ITEMS] + self.worth.finish * (8 - state.round)
        return self.first[item] + 0.5 * wanted[ITEMS]

    def _brew(self, table: Table, sheet: Sheet, wanted: list[float]) -> float:
        potions = (
            table.powers[sheet.power].effect.potions if table.powers[sheet.power].effect.each == BREWING_DIE else 0
        )
        return self._potions(table, sheet, table.numbers.brewed + potions, wanted)

    def _potions(self, table: Table, sheet: Sheet, more: int, wanted: list[float]) -> float:
        own, owned = self.worth, sheet.potions
        more = min(more, table.numbers.potion_limit - owned)
        worth = more * (own.potion - own.potion_less * owned + wanted[POTIONS])
        rewards = table.numbers.potion_rewards
        for number in range(owned, owned + more):
            effect = rewards[number]
            worth += own.row_level * effect.levels + own.row_half * effect.halves + own.row_gem * effect.gems
        return worth

    # walking

    def _ways(self, board: Board) -> "Ways":
        ways = self.ways.get(id(board))
        if ways is None or ways.board is not board:
            ways = self.ways[id(board)] = Ways(board, self.worth.pull, self.worth.decay)
        return ways

    def _best_walk(
        self, state: State, table: Table, sheet: Sheet, steps: int, wanted: list[float]
    ) -> tuple[float, list[int]]:
        """Return the best path of at most so many steps, and what it is worth more than staying."""
        board, crosses = table.board, sheet.traits.crosses
        ways = self._ways(board)
        fades, beside = ways.fades[crosses], board.next[crosses]
        closed = board.closed if crosses else NOTHING_CLOSED
        gain = self._gains(state, table, sheet, ways, wanted)
        pulling = [worth if worth > WORTH_A_WALK else 0.0 for worth in gain]
        pulls: dict[int, float] = {}
        explored, traps, damage, obstacle = sheet.explored, board.traps, self.worth.damage, wanted[OBSTACLES]
        here = sum(map(mul, fades[sheet.here], pulling))
        best, path = 0.0, tuple[int, ...]()
        border: list[tuple[float, tuple[int, ...], int]] = [(0.0, (), sheet.here)]
        for _ in range(steps):
            further = []
            for worth, taken, room in border:
                for other in board.entrances if room == OUTSIDE else beside[room]:
                    now = worth
                    if not explored >> other & 1:
                        if other not in taken:
                            now += gain[other]
                    elif traps[other]:
                        now -= damage
                    if closed and closed.get(room << 8 | other):
                        now += obstacle
                    along = (*taken, other)
                    further.append((now, along, other))
                    whole = pulls.get(other)
                    if whole is None:
                        whole = pulls[other] = sum(map(mul, fades[other], pulling)) - here
                    whole += now
                    fade = fades[other]
                    for each in along:
                        whole -= fade[each] * pulling[each]
                    if whole > best:
                        best, path = whole, along
            border = further
        return best, list(path)

    def _gains(self, state: State, table: Table, sheet: Sheet, ways: "Ways", wanted: list[float]) -> list[float]:
        """Return what entering each room is worth, nothing for those that are explored."""
        explored, board, own = sheet.explored, table.board, self.worth
        gain = self._places(board, explored, wanted)
        spare = table.numbers.potion_hearts * sheet.potions > sheet.absorbed
        hurts = own.damage * (own.spare if spare else 1.0)
        beaten, levels, strength = sheet.beaten, sheet.levels, sheet.traits.monster_strength
        monster_worth = own.monster + own.monster_track * self.glory.monsters[min(sheet.monsters, 12)]
        monster_worth += wanted[MONSTERS] + wanted[MONSTER_LEVELS]
        trap_worth = wanted[TRAPS_SPRUNG] + wanted[OBSTACLES] - (0.0 if sheet.traits.wards & 1 << TRAPS else hurts)
        gem_worth = own.gem + own.gem_track * self.glory.gems[min(sheet.gems, 10)] + wanted[GEMS]
        potion_worth = self._potions(table, sheet, 1, wanted)
        gems_gone = sheet.taken | sheet.lost
        for room, monsters, traps, potions, halves, level_ups, gems in ways.treasures:
            if explored >> room & 1:
                continue
            worth = potion_worth * potions + own.row_half * halves + own.row_level * level_ups
            for number, level, hero in monsters:
                if not beaten >> number & 1:
                    damage = level - levels[hero] - strength
                    worth += monster_worth - (hurts * damage if damage > 0 else 0.0)
            if traps:
                worth += trap_worth * traps
            if gems & ~gems_gone:
                worth += gem_worth
            gain[room] += worth
        for number in range(len(sheet.glory), len(table.bosses)):
            fight = table.numbers.boss_rounds.index(number + 1) + 1
            room = board.boss_rooms[number].bit_length() - 1
            if room >= 0:
                gain[room] += wanted[BOSS_ROOMS] + own.boss + own.boss_late * max(0, 3 - (fight - state.round))
        while explored:
            bit = explored & -explored
            explored ^= bit
            gain[bit.bit_length() - 1] = 0.0
        return gain

    def _places(self, board: Board, explored: int, wanted: list[float]) -> list[float]:
        """Return what rooms are worth for where they lie."""
        gain = [self.worth.room + wanted[ROOMS]] * board.rooms
        if not any([wanted[kind] for kind in PLACES]):
            return gain
        across = len(board.columns)
        rows = [wanted[FULL_ROWS] * (explored & row).bit_count() / across for row in board.rows]
        share = (wanted[FULL_COLUMNS] + wanted[COLUMN_ROOMS]) / len(board.rows)
        columns = [share * (explored & column).bit_count() for column in board.columns]
        for room in range(board.rooms):
            worth = rows[room // across] + columns[room % across]
            if board.edges >> room & 1:
                worth += wanted[EDGE_ROOMS] + (wanted[CORNER_ROOMS] if board.corners >> room & 1 else 0.0)
            gain[room] += worth
        return gain

    def _go_on(self, state: State, table: Table, sheet: Sheet) -> int:
        beside = rooms_beside(table, sheet)
        if self.plan and self.plan[0] in beside:
            return STEP | self.plan.pop(0) << TARGET_SHIFT
        wanted = self._wanted(state, table, sheet)
        worth, path = self._best_walk(state, table, sheet, sheet.steps, wanted)
        self.plan = path
        if worth > 0 and path:
            return STEP | self.plan.pop(0) << TARGET_SHIFT
        return STOP
