"""Who plays: by chance, or by what each action is worth at once and what it brings nearer."""

from abc import ABC, abstractmethod
from typing import Final

from generator.chance import Stream
from generator.rulesets.paper_dungeons.bots.best_paths import walks
from generator.rulesets.paper_dungeons.bots.evaluation import LEAST, Appraiser
from generator.rulesets.paper_dungeons.bots.styles import Weights, keys_of
from generator.rulesets.paper_dungeons.model.board import Board
from generator.rulesets.paper_dungeons.model.rulebook import Rulebook
from generator.rulesets.paper_dungeons.model.sheet import Sheet
from generator.rulesets.paper_dungeons.model.state import ACTING, CHOOSING, State
from generator.rulesets.paper_dungeons.model.table import (
    BEAT,
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
    Left,
    Option,
    Table,
    action_of,
)
from generator.rulesets.paper_dungeons.rules.actions import beside_moving, choices, legal_actions
from generator.rulesets.paper_dungeons.rules.rooms import rooms_beside

NONE: Final[list[float]] = []
Best = tuple[int, float, float]  # an action, what it is worth, and what the second best is worth


class Player(ABC):
    """Chooses an action for the seat to act; never looks at the fresh marks of others."""

    @abstractmethod
    def choose(self, state: State) -> int:
        """Return a legal action; the state has a player to act."""


class RandomPlayer(Player):
    """Every legal action is as likely as the others."""

    def __init__(self, chance: Stream) -> None:
        self.chance = chance

    def choose(self, state: State) -> int:
        actions = legal_actions(state)
        return actions[self.chance.below(len(actions))]


class WeighingPlayer(Player):
    """Takes what is worth most by its weights, looking one action ahead, along every path of a move."""

    def __init__(self, book: Rulebook, weights: Weights) -> None:
        keys = keys_of(book)
        self.taste = Appraiser(book, weights)
        self.power, self.goal = weights.listed("power", keys["power"]), weights.listed("goal_kept", keys["goal_kept"])
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

    def _keep(self, state: State, table: Table) -> int:
        hand = table.hands[state.turn]
        power = max(range(len(hand.powers)), key=lambda at: self.power[hand.powers[at]])
        goal = max(range(len(hand.goals)), key=lambda at: self.goal[hand.goals[at]])
        return action_of(KEEP, 0, power + 16 * goal)

    def _owed(self, state: State, table: Table, sheet: Sheet) -> int:
        """Take the choice that is worth most."""
        outlook = self.taste.outlook(state, sheet)
        levels, halves = NONE, NONE
        best, worth = -1, LEAST
        for action in choices(table, sheet):
            kind, target = action & LOW, action >> TARGET_SHIFT
            now = 0.0
            if kind in (GAIN_LEVEL, RAISE):
                levels = levels or self.taste.levels(table, sheet, outlook)
                now = levels[target]
            elif kind == GAIN_HALF:
                halves = halves or self.taste.halves(sheet, outlook)
                now = halves[target]
            elif kind == BEAT:
                monster = table.board.monsters[target]
                now = float(monster.level - sheet.levels[monster.hero])
            elif kind == TAKE_GEM:
                now = self._steps_to_gem(table.board, sheet, target)
            if now > worth:
                best, worth = action, now
        return best

    # dice

    def _use_die(self, state: State, table: Table, sheet: Sheet) -> int:
        """Take the best action; of the dice that may do it, the one that could do least else."""
        outlook, dice = self.taste.outlook(state, sheet), table.dice.left(sheet.left)
        worths = self.taste.uses(table, sheet, outlook)
        if sheet.flips > 0 and not sheet.traits.any_colour:
            others = self._turned(table, dice, sheet, worths)
        else:
            others = [_best_of(options.all, worths) for options in beside_moving(dice, sheet)]
        ways = walks(self.taste, state, table, sheet, outlook, dice.most, _least_to_matter(others))
        best, top, least, steps = -1, LEAST, LEAST, 0
        for place, uses in enumerate(dice.uses):
            action, worth, second = others[place]
            walk = ways[uses.steps][0]
            if walk >= worth:
                action, worth, second = uses.move, walk, worth
            elif walk > second:
                second = walk
            if worth > top or (worth == top and second < least):
                best, top, least, steps = action, worth, second, uses.steps
        if best & LOW == MOVE:
            self.plan = list(ways[steps][1])
        return best

    def _turned(self, table: Table, dice: Left, sheet: Sheet, worths: list[float]) -> list[Best]:
        """Return the best of each die while one may be used as if it had the other colour, which costs a little."""
        less = [worth - self.taste.worth.turned for worth in worths[: table.heroes]] + worths[table.heroes :]
        asis = [_best_of(options.all, worths) for options in dice.trained[sheet.goal]]
        return [
            best if best[1] >= turned[1] else (turned[0], turned[1], max(best[1], turned[2]))
            for best, turned in zip(asis, [_best_of(options.all, less) for options in dice.free], strict=True)
        ]

    def worths(self, state: State) -> dict[int, float]:
        """Return what each use of a die is worth; the state has a player to use one."""
        table, sheet = state.table, state.sheets[state.turn]
        outlook, dice = self.taste.outlook(state, sheet), table.dice.left(sheet.left)
        worths = self.taste.uses(table, sheet, outlook)
        ways = walks(self.taste, state, table, sheet, outlook, dice.most)
        worth: dict[int, float] = {}
        for uses, options in zip(dice.uses, beside_moving(dice, sheet), strict=True):
            worth[uses.move] = ways[uses.steps][0]
            worth |= {use.action: worths[use.place] for use in options.all}
        return {action: now for action, now in worth.items() if now > LEAST}

    # walking

    def _go_on(self, state: State, table: Table, sheet: Sheet) -> int:
        if not (self.plan and self.plan[0] in rooms_beside(table, sheet)):
            outlook = self.taste.outlook(state, sheet)
            self.plan = list(walks(self.taste, state, table, sheet, outlook, sheet.steps)[sheet.steps][1])
        return STEP | self.plan.pop(0) << TARGET_SHIFT if self.plan else STOP

    def _steps_to_gem(self, board: Board, sheet: Sheet, gem: int) -> float:
        steps = self.taste.ways_of(board).steps[sheet.traits.crosses][sheet.here]
        return float(max([steps[room] for room, mask in enumerate(board.gems) if mask >> gem & 1], default=0))


def _best_of(uses: list[Option], worths: list[float]) -> Best:
    """Return the best of some uses of a die, the first one of equals."""
    action, worth, second = -1, LEAST, LEAST
    for use in uses:
        now = worths[use.place]
        if now > worth:
            action, worth, second = use.action, now, worth
        elif now > second:
            second = now
    return action, worth, second


def _least_to_matter(others: list[Best]) -> float:
    """Return what a walk has to be worth at least to change which die is used, and what it does.

    That is as much as the best of all other uses; where several dice may do that, as much as one of them could do else.
    """
    top, least = LEAST, LEAST
    tied = 0.0
    for _, worth, second in others:
        if worth > top:
            top, least, tied = worth, worth, second
        elif worth == top:
            least = tied = min(tied, second)
    return least
