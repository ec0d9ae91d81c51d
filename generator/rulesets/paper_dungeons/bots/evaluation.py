"""What levels, item halves, potions and rooms are worth to a bot of a style in a state, in points of glory."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from generator.rulesets.paper_dungeons.bots.paths import BoardPaths, RoomValue
from generator.rulesets.paper_dungeons.bots.style_weights import keys_of, list_weights, weights_of
from generator.rulesets.paper_dungeons.model import goal_quantities as quantities
from generator.rulesets.paper_dungeons.model.board import DungeonBitboard
from generator.rulesets.paper_dungeons.model.effects import BREWING_DIE, TRAPS
from generator.rulesets.paper_dungeons.model.game_constants import FixedGameData
from generator.rulesets.paper_dungeons.model.goal_quantities import GoalQuantity
from generator.rulesets.paper_dungeons.model.rulebook import CompiledGameRules
from generator.rulesets.paper_dungeons.model.sheet import PlayerSheetState
from generator.rulesets.paper_dungeons.model.state import State
from generator.rulesets.paper_dungeons.rules.goal_progress import goal_count

PLACES: Final = (
    quantities.CORNER_ROOMS,
    quantities.EDGE_ROOMS,
    quantities.FULL_ROWS,
    quantities.FULL_COLUMNS,
    quantities.COLUMN_ROOMS,
)
LEAST: Final = -1e9  # the value of an action that is impossible or forbidden


class GloryPointsTable:
    """The glory that the next box of each track adds, by the number of filled boxes; and of items, missions, goals."""

    def __init__(self, rules: CompiledGameRules) -> None:
        value = rules.game.value
        self.gems = _steps(box["glory"] for box in value("tracks.gems"))
        self.monsters = _steps(value("tracks.monsters"))
        self.weakest = _steps(value("tracks.weakest_hero"))
        self.half = float(value("tracks.item_half"))
        items = value("items.items")
        self.finished = [self.half + float(items[item.key]["extra"]) for item in rules.items]
        self.mission = float(value("tracks.mission"))
        self.goal = float(value("tracks.goal")[-1])
        thresholds = {card.key: card.fields["thresholds"][-1] for card in rules.game.deck("goals")}
        self.thresholds = [int(thresholds[goal.key]) for goal in rules.goals]  # from which on nothing more is earned


def _steps(values: Iterable[int]) -> list[int]:
    """Return the increases between successive values, the first one from 0; a final 0 is for a full track."""
    return [*(value - last for last, value in pairwise([0, *values])), 0]


@dataclass(slots=True, eq=False)
class BotEvaluationContext:
    """What the player of one seat values in a state, by the weights of a style, with cached results."""

    data: FixedGameData
    board_paths: BoardPaths
    open: int  # missions
    goal: int
    reached: bool  # the goal can earn no more
    raising: list[float]  # the worth of a hero's next level for missions and goal, by level
    # the worth of one step towards open missions and the goal, by the index of the quantity that they count
    steps_towards: list[float] = field(default_factory=lambda: [0.0] * len(quantities.OF))
    of_level: dict[int, float] = field(default_factory=dict)  # the same for a beaten monster, by its level
    column_least: int = 0  # least rooms of a column that counts for COLUMN_ROOMS
    places: bool = False  # whether it matters where rooms lie
    # the part of the worth of each item's second half that never changes
    finished: list[float] = field(default_factory=list)
    dice: int = 0  # still to be used in the game
    ahead: float = 0.0  # the part of all dice of the game that is still to be used
    danger: float = 0.0  # the worth of a heart of damage or health while death is near, else 0
    # cached results, each after the values that it was computed for
    levels_for: tuple[tuple[int, ...], int, bool, float] = ((), -1, False, 0.0)
    levels: list[float] = field(default_factory=list)  # the worth of each hero's next level
    round: int = -1
    bosses: list[float] = field(default_factory=list)  # the worth of the boss to come, by room
    explored: int = -1
    rows: list[float] = field(default_factory=list)  # the worth of one more room in each row, and in each column below
    columns: list[float] = field(default_factory=list)
    margins: list[float] = field(default_factory=list)  # the worth of a room by the number of map edges that it touches

    def want(self, count: GoalQuantity, step: float) -> None:
        """Add `step`, the worth of one more of `count`; a wanted level of a hero shares it among the levels below."""
        if count.of == quantities.MONSTER_LEVELS and count.equal:
            self.of_level[count.equal] = self.of_level.get(count.equal, 0.0) + step
        elif count.of == quantities.HEROES and count.at_least > 1:
            for level in range(1, count.at_least):  # the nearer, the more; together they are one step
                self.raising[level] += step * 2 * level / (count.at_least * (count.at_least - 1))
        else:
            self.steps_towards[count.of] += step
            if count.of == quantities.COLUMN_ROOMS:
                self.column_least = count.at_least
            self.places = self.places or count.of in PLACES


class RoomEvaluator:
    """The worth of each thing that a room may hold (potion, trap, fight, damage, gem), for the player of a sheet."""

    def __init__(
        self, sheet: PlayerSheetState, room: float, potion: float, trap: float, fight: float, hurts: float, gem: float
    ) -> None:
        self.room, self.potion, self.trap, self.fight, self.hurts, self.gem = room, potion, trap, fight, hurts, gem
        self.levels, self.beaten, self.gone = sheet.levels, sheet.beaten, sheet.taken | sheet.lost
        self.strength = sheet.traits.monster_strength

    def of(self, room_value: RoomValue, context: BotEvaluationContext) -> float:
        """Return the worth of exploring a room: its remaining contents, its place on the map, a boss in it."""
        value = 0.0
        if room_value.loot:
            value = self.potion * room_value.potions + room_value.halves + room_value.levels
            value += self.trap * room_value.traps
        for bit, monster in room_value.monsters:
            if not self.beaten & bit:
                price = self.fight + context.of_level.get(monster.level, 0.0)
                damage = monster.level - self.levels[monster.hero] - self.strength
                value += price - self.hurts * damage if damage > 0 else price
        for _ in range((room_value.gems & ~self.gone).bit_count()):
            value += self.gem
        place = self.room
        if context.places:
            lines = context.rows[room_value.row] + context.columns[room_value.column]
            place += lines + context.margins[room_value.margins]
        return value + place + context.bosses[room_value.room]


class BotEvaluator:
    """Computes the worth of actions and rooms by the weights of a style."""

    def __init__(self, rules: CompiledGameRules, values: Mapping[str, float]) -> None:
        keys = keys_of(rules)
        self.glory = GloryPointsTable(rules)
        weights = self.weights = weights_of(values)
        self.ability = list_weights(values, "ability", keys["ability"])
        self.begun = [self.glory.half + first for first in list_weights(values, "first", keys["first"])]
        self.second = list_weights(values, "second", keys["second"])
        self.early = list_weights(values, "early", keys["early"])
        self.rows = [
            weights.row_level * reward.level_ups
            + weights.row_half * reward.item_halves
            + weights.row_gem * reward.bonus_gems
            for reward in rules.numbers.potion_rewards
        ]
        self.aim = [weights.goal + extra for extra in list_weights(values, "aim", keys["aim"])]
        self.board_paths: dict[int, BoardPaths] = {}  # by the board's number for Python
        self.contexts: dict[int, BotEvaluationContext] = {}  # by seat

    def context(self, state: State, sheet: PlayerSheetState) -> BotEvaluationContext:
        """Return what the player to act values; cached while open missions and the state of the goal stay the same."""
        table, goal, numbers = state.data, sheet.goal, state.data.numbers
        reached = goal_count(table, sheet) >= self.glory.thresholds[goal]
        context = self.contexts.get(state.turn)
        if (
            context is None
            or context.open != state.open
            or context.data is not table
            or context.goal != goal
            or context.reached != reached
        ):
            context = self.contexts[state.turn] = self._new_context(state, goal, reached)
        context.dice = numbers.dice * (numbers.rounds - max(0, state.round - 1)) - sheet.used
        context.ahead = context.dice / (numbers.rounds * numbers.dice)
        hearts = table.potion_hearts * sheet.potions - sheet.absorbed - sheet.damage
        for level in sheet.levels:
            hearts += level
        is_near_death = not sheet.risen and hearts <= self.weights.margin * context.ahead
        context.danger = self.weights.danger if is_near_death else 0.0
        return context

    def _new_context(self, state: State, goal: int, reached: bool) -> BotEvaluationContext:
        table, weights, glory = state.data, self.weights, self.glory
        raising = [0.0] * (table.numbers.last_level + 1)
        context = BotEvaluationContext(table, self.paths_of(table.board), state.open, goal, reached, raising)
        for place, mission in enumerate(table.missions):
            if state.open >> place & 1:
                context.want(mission.when, weights.mission * glory.mission / mission.when.least)
        if not reached:
            context.want(table.goals[goal].count, self.aim[goal] * glory.goal / glory.thresholds[goal])
        steps = context.steps_towards
        items, edge, corner = steps[quantities.ITEMS], steps[quantities.EDGE_ROOMS], steps[quantities.CORNER_ROOMS]
        context.margins = [0.0, edge, edge + corner]
        context.finished = [points + items + self.second[item] for item, points in enumerate(glory.finished)]
        return context

    def paths_of(self, board: DungeonBitboard) -> BoardPaths:
        """Return the paths of a board; they are cached."""
        board_paths = self.board_paths.get(id(board))
        if board_paths is None or board_paths.board is not board:
            board_paths = self.board_paths[id(board)] = BoardPaths(board, self.weights)
        return board_paths

    # dice and choices

    def uses(self, data: FixedGameData, sheet: PlayerSheetState, context: BotEvaluationContext) -> list[float]:
        """Return the worth of each use of a die except moves: a level of each hero, a half of each item, brewing."""
        weights = self.weights
        levels = [LEAST] * data.heroes if weights.no_levels else self.levels(data, sheet, context)
        halves = [LEAST] * len(data.items) if weights.no_crafting else self.halves(sheet, context)
        values = levels + halves
        values.append(LEAST if weights.no_brewing else self._brewing(data, sheet, context))
        return values

    def levels(self, data: FixedGameData, sheet: PlayerSheetState, context: BotEvaluationContext) -> list[float]:
        """Return the worth of each hero's next level, cached; LEAST for a hero of the last level."""
        fought, danger = len(sheet.glory), context.danger
        ready = fought < len(data.bosses) and sheet.explored & data.board.boss_rooms[fought] != 0
        state = (sheet.levels, fought, ready, danger)
        if state != context.levels_for:
            context.levels_for = state
            context.levels = self._levels(data, sheet.levels, context)
        return context.levels

    def _levels(self, data: FixedGameData, levels: tuple[int, ...], context: BotEvaluationContext) -> list[float]:
        """Compute the worth of each hero's next level; LEAST for a hero of the last level."""
        weights, steps, (_, fought, ready, danger) = self.weights, context.steps_towards, context.levels_for
        last, ability = data.numbers.last_level, data.numbers.ability_level
        lowest, lowest_count = last, 0  # the weakest heroes
        for level in levels:
            if level < lowest:
                lowest, lowest_count = level, 0
            lowest_count += level == lowest
        even = weights.level + steps[quantities.HEROES] + danger
        weakest = even + weights.weakest * self.glory.weakest[lowest] / lowest_count
        feared = data.bosses[fought].weakness if fought < len(data.bosses) else -1
        strength = weights.strength if ready else 0.0
        values: list[float] = []
        for hero, level in enumerate(levels):
            if level == last:
                values.append(LEAST)
                continue
            value = weakest if level == lowest else even - weights.uneven * (level - lowest)
            value += context.raising[level]
            if level + 1 == ability:
                value += self.ability[hero]
            if level + 1 == last:
                value += weights.last
            if hero == feared:
                value += weights.weakness
                value += 2.0 * strength
            else:
                value += strength
            values.append(value)
        return values

    def halves(self, sheet: PlayerSheetState, context: BotEvaluationContext) -> list[float]:
        """Return the worth of each item's next half; LEAST for a finished item."""
        ahead, begun = context.ahead, self.weights.begun if context.dice > 1 else 0.0
        finished, early, first = context.finished, self.early, self.begun
        values: list[float] = []
        for item, filled in enumerate(sheet.halves):
            if filled == 2:
                values.append(LEAST)
                continue
            value = finished[item] + early[item] * ahead
            values.append(value if filled else first[item] + begun * value)
        return values

    def _brewing(self, data: FixedGameData, sheet: PlayerSheetState, context: BotEvaluationContext) -> float:
        """Return the worth of brewing with a die; LEAST if no potion is left to fill."""
        if sheet.potions >= data.numbers.potion_limit:
            return LEAST
        effect = data.powers[sheet.power].effect
        bonus = effect.potions if effect.each == BREWING_DIE else 0
        return self._potions(data, sheet, data.numbers.brewed + bonus, context)

    def _potions(
        self, data: FixedGameData, sheet: PlayerSheetState, count: int, context: BotEvaluationContext
    ) -> float:
        """Return the worth of `count` potions, or of as many as there is still room for."""
        weights, owned = self.weights, sheet.potions
        if count > data.numbers.potion_limit - owned:
            count = data.numbers.potion_limit - owned
        hearts = weights.potion * context.ahead + context.danger * data.potion_hearts
        value = count * (hearts - weights.potion_less * owned + context.steps_towards[quantities.POTIONS])
        for number in range(owned, owned + count):
            value += self.rows[number]
        return value

    # rooms

    def value_rooms(
        self,
        state: State,
        data: FixedGameData,
        sheet: PlayerSheetState,
        context: BotEvaluationContext,
        room_values: list[RoomValue],
    ) -> float:
        """Set the `value` of each room to the worth of a step into it: at most 0, less damage, for an explored room.

        Returns the sum of the positive values of unexplored rooms.
        """
        explored = sheet.explored
        if state.round != context.round:
            context.round = state.round
            context.bosses = self._bosses(state, data, sheet, context)
        if context.places and explored != context.explored:
            context.explored = explored
            self._lie(data.board, explored, context)
        prices = self._prices(data, sheet, context)
        hope = 0.0
        for room_value in room_values:
            if explored & room_value.bit:
                room_value.value = room_value.again
                continue
            value = room_value.value = prices.of(room_value, context)
            if value > 0.0:
                hope += value
        return hope

    def _prices(self, data: FixedGameData, sheet: PlayerSheetState, context: BotEvaluationContext) -> RoomEvaluator:
        """Return the present worth of each thing that a room may hold."""
        weights, steps, traits = self.weights, context.steps_towards, sheet.traits
        spare = data.potion_hearts * sheet.potions > sheet.absorbed
        hurts = weights.damage * (weights.spare if spare else 1.0) + context.danger
        fight = weights.monster + weights.monster_track * self.glory.monsters[sheet.monsters]
        return RoomEvaluator(
            sheet,
            room=weights.room + steps[quantities.ROOMS],
            potion=self._potions(data, sheet, 1, context),
            trap=steps[quantities.TRAPS_SPRUNG]
            + steps[quantities.OBSTACLES]
            - (0.0 if traits.wards & 1 << TRAPS else hurts),
            fight=fight + (steps[quantities.MONSTERS] + steps[quantities.MONSTER_LEVELS]),
            hurts=hurts,
            gem=weights.gem + weights.gem_track * self.glory.gems[sheet.gems] + steps[quantities.GEMS],
        )

    def _lie(self, board: DungeonBitboard, explored: int, context: BotEvaluationContext) -> None:
        """Set the worth of exploring one more room of each row and column in the context."""
        steps = context.steps_towards
        context.rows = _by_line(steps[quantities.FULL_ROWS], explored, board.rows, len(board.columns))
        context.columns = _by_line(steps[quantities.FULL_COLUMNS], explored, board.columns, len(board.rows))
        if steps[quantities.COLUMN_ROOMS]:
            partly = _by_line(steps[quantities.COLUMN_ROOMS], explored, board.columns, context.column_least)
            context.columns = [worth + partly[index] for index, worth in enumerate(context.columns)]

    def _bosses(
        self, state: State, data: FixedGameData, sheet: PlayerSheetState, context: BotEvaluationContext
    ) -> list[float]:
        """Return the worth that bosses not met yet add to each room, by the index of the room."""
        values = [0.0] * data.board.rooms
        for number in range(len(sheet.glory), len(data.bosses)):
            room = data.board.boss_rooms[number].bit_length() - 1
            late = 2 - data.numbers.boss_rounds.index(number + 1) + state.round
            if room >= 0:
                step = context.steps_towards[quantities.BOSS_ROOMS]
                values[room] += step + self.weights.boss + self.weights.boss_late * max(0, late)
        return values


def _by_line(step: float, explored: int, lines: list[int], full: int) -> list[float]:
    """Return the worth of one more room in each line (rows or columns as masks of rooms).

    A line with `full` explored rooms is worth `step`; the closer a line comes to `full`, the more its next room is
    worth.
    """
    values = [0.0] * len(lines)
    if step:
        for index, line in enumerate(lines):
            explored_then = (explored & line).bit_count() + 1
            if explored_then <= full:
                values[index] = step * (float(explored_then * explored_then) / (full * full))
    return values
