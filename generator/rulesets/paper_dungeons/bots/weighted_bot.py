"""A bot that chooses actions by their weighted worth, at once and as a step towards something."""

from collections.abc import Mapping
from typing import Final

from generator.rulesets.paper_dungeons.bots.best_paths import best_paths
from generator.rulesets.paper_dungeons.bots.evaluation import LEAST, BotEvaluator
from generator.rulesets.paper_dungeons.bots.style_weights import keys_of, list_weights
from generator.rulesets.paper_dungeons.model.game_constants import (
    BEAT,
    GAIN_HALF,
    GAIN_LEVEL,
    MOVE,
    RAISE,
    STEP,
    STOP,
    TAKE_GEM,
    DieUse,
    FixedGameData,
    RemainingDice,
    action_of,
    keep_action,
    kind_of,
    target_of,
)
from generator.rulesets.paper_dungeons.model.rulebook import CompiledGameRules
from generator.rulesets.paper_dungeons.model.sheet import PlayerSheetState
from generator.rulesets.paper_dungeons.model.state import ACTING, CHOOSING, State
from generator.rulesets.paper_dungeons.rules.actions import beside_moving, choices, legal_actions
from generator.rulesets.paper_dungeons.rules.rooms import rooms_beside

TRIED: Final = 6  # the most uses of a die that a search tries
Best = tuple[int, float, float]  # an action, its worth, and the worth of the second best


class WeightedBot:
    """Chooses the action of the highest worth by the weights of a style; looks ahead only along the paths of a move."""

    def __init__(self, rules: CompiledGameRules, values: Mapping[str, float]) -> None:
        """Create a bot by the weights of a style, `values`."""
        keys = keys_of(rules)
        self.evaluator = BotEvaluator(rules, values)
        self.power = list_weights(values, "power", keys["power"])
        self.goal = list_weights(values, "goal_kept", keys["goal_kept"])
        self.path: list[int] = []

    def choose(self, state: State) -> int:
        table, sheet = state.data, state.sheets[state.turn]
        if sheet.hurt:
            return legal_actions(state)[-1]  # absorb as much as possible
        if sheet.owed:
            return self._owed(state, table, sheet)
        if sheet.moving:
            return self._go_on(state, table, sheet)
        if state.phase == ACTING:
            return self._use_die(state, table, sheet)
        if state.phase == CHOOSING:
            return self._keep(state, table)
        return legal_actions(state)[0]  # fight every boss that can be fought

    def candidates(self, state: State, choice: int) -> list[int]:
        """Return the actions that a search should try, `choice` first.

        If a die is to be used, these are the best uses and the best move; in any other decision only `choice`.
        """
        sheet = state.sheets[state.turn]
        if state.phase != ACTING or sheet.owed or sheet.moving or sheet.hurt:
            return [choice]
        values = self.values(state)
        ranked = sorted(values, key=lambda action: -values[action])
        uses = [action for action in ranked if kind_of(action) != MOVE and action != choice][: TRIED - 1]
        moves = [action for action in ranked if kind_of(action) == MOVE][:1] if kind_of(choice) != MOVE else []
        return [choice, *uses, *moves]

    def plan(self) -> list[int]:
        """Return the rooms that are still to be entered in the present move."""
        return self.path

    def go_on(self, plan: list[int], action: int) -> None:
        """Continue the move along the rooms of `plan` after a MOVE action; after any other action drop the plan."""
        self.path = list(plan) if kind_of(action) == MOVE else []

    def _keep(self, state: State, data: FixedGameData) -> int:
        powers, goals = data.hands[state.turn]
        power = max(range(len(powers)), key=lambda at: self.power[powers[at]])
        goal = max(range(len(goals)), key=lambda at: self.goal[goals[at]])
        return keep_action(power, goal)

    def _owed(self, state: State, data: FixedGameData, sheet: PlayerSheetState) -> int:
        """Return the action that settles one of the player's owed choices, with the highest worth."""
        context = self.evaluator.context(state, sheet)
        best, value = -1, LEAST
        for action in choices(data, sheet):
            kind, target = kind_of(action), target_of(action)
            worth = 0.0
            if kind in (GAIN_LEVEL, RAISE):
                worth = self.evaluator.levels(data, sheet, context)[target]
            elif kind == GAIN_HALF:
                worth = self.evaluator.halves(sheet, context)[target]
            elif kind == BEAT:
                monster = data.board.monsters[target]
                worth = float(monster.level - sheet.levels[monster.hero])
            elif kind == TAKE_GEM:
                steps = self.evaluator.paths_of(data.board).steps[sheet.traits.crosses][sheet.room]
                rooms = [room for room, gems in enumerate(data.board.gems) if gems >> target & 1]
                worth = float(max([steps[room] for room in rooms], default=0))
            if worth > value:
                best, value = action, worth
        return best

    # dice

    def _use_die(self, state: State, data: FixedGameData, sheet: PlayerSheetState) -> int:
        """Return the use of a die with the highest worth; of several dice, use the one with the worst other uses."""
        context, dice = self.evaluator.context(state, sheet), data.dice.remaining(sheet.left)
        values = self.evaluator.uses(data, sheet, context)
        if sheet.flips > 0 and not sheet.traits.any_colour:
            best_uses = self._turned(data, dice, sheet, values)
        else:
            best_uses = [_best_of(options.all, values) for options in beside_moving(dice, sheet)]
        # The die whose other uses are worst goes first: using it now loses least, as in choosing by regret. A move
        # needs a die, too, so paths below the least worth that could change this choice are not searched.
        board_paths = best_paths(self.evaluator, state, data, sheet, context, dice.most, _least_to_matter(best_uses))
        best, top, top_second, steps = -1, LEAST, LEAST, 0
        for place, uses in enumerate(dice.uses):
            action, value, second = best_uses[place]
            path_value = board_paths[uses.steps][0]
            if path_value >= value:
                action, value, second = uses.move, path_value, value
            elif path_value > second:
                second = path_value
            if value > top or (value == top and second < top_second):
                best, top, top_second, steps = action, value, second, uses.steps
        if kind_of(best) == MOVE:
            self.path = list(board_paths[steps][1])
        return best

    def _turned(
        self, data: FixedGameData, dice: RemainingDice, sheet: PlayerSheetState, values: list[float]
    ) -> list[Best]:
        """Return the best use of each die if dice may count as the other colour, at a cost of the weight `turned`."""
        reduced = [value - self.evaluator.weights.turned for value in values[: data.heroes]] + values[data.heroes :]
        asis = [_best_of(options.all, values) for options in dice.trained[sheet.goal]]
        return [
            best if best[1] >= turned[1] else (turned[0], turned[1], max(best[1], turned[2]))
            for best, turned in zip(asis, [_best_of(options.all, reduced) for options in dice.free], strict=True)
        ]

    def values(self, state: State) -> dict[int, float]:
        """Return the worth of each possible use of a die by action; a player must be about to use a die."""
        table, sheet = state.data, state.sheets[state.turn]
        context, dice = self.evaluator.context(state, sheet), table.dice.remaining(sheet.left)
        values = self.evaluator.uses(table, sheet, context)
        board_paths = best_paths(self.evaluator, state, table, sheet, context, dice.most)
        value: dict[int, float] = {}
        for uses, options in zip(dice.uses, beside_moving(dice, sheet), strict=True):
            value[uses.move] = board_paths[uses.steps][0]
            value |= {action: values[place] for place, action in options.all}
        return {action: worth for action, worth in value.items() if worth > LEAST}

    # walking

    def _go_on(self, state: State, data: FixedGameData, sheet: PlayerSheetState) -> int:
        if not (self.path and self.path[0] in rooms_beside(data, sheet)):
            context = self.evaluator.context(state, sheet)
            self.path = list(best_paths(self.evaluator, state, data, sheet, context, sheet.steps)[sheet.steps][1])
        return action_of(STEP, 0, self.path.pop(0)) if self.path else STOP


def _best_of(uses: list[DieUse], values: list[float]) -> Best:
    """Return (action, worth, second-best worth) of the best use, the first of equals; (-1, LEAST, LEAST) for none."""
    best, value, second = -1, LEAST, LEAST
    for place, action in uses:
        worth = values[place]
        if worth > value:
            best, value, second = action, worth, value
        elif worth > second:
            second = worth
    return best, value, second


def _least_to_matter(best_uses: list[Best]) -> float:
    """Return the least worth that a move must have to change which die is used, or what for.

    It is the worth of the best of `best_uses`; if several dice have such a use, the least worth of their second-best
    uses.
    """
    top, floor = LEAST, LEAST
    tied_second = 0.0
    for _, value, second in best_uses:
        if value > top:
            top, floor, tied_second = value, value, second
        elif value == top:
            floor = tied_second = min(tied_second, second)
    return floor
