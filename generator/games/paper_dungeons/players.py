"""Who plays: by chance, or by what each action is worth at once and what it brings nearer."""

from typing import Protocol

from generator.chance import Stream
from generator.games.paper_dungeons.appraisal import LEAST, Appraiser, Outlook
from generator.games.paper_dungeons.board import Board
from generator.games.paper_dungeons.engine import choices, legal_actions
from generator.games.paper_dungeons.rooms import rooms_beside
from generator.games.paper_dungeons.rulebook import Rulebook
from generator.games.paper_dungeons.sheet import Sheet
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
    Uses,
    action_of,
)
from generator.games.paper_dungeons.walking import walks
from generator.games.paper_dungeons.weights import Weights, keys_of


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


class WeighingPlayer:
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
        outlook = self.taste.look(state, sheet)
        best, worth = -1, LEAST
        for action in choices(table, sheet):
            kind, target = action & LOW, action >> TARGET_SHIFT
            now = 0.0
            if kind in (GAIN_LEVEL, RAISE):
                now = outlook.levels[target]
            elif kind == GAIN_HALF:
                now = outlook.halves[target]
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
        outlook = self.taste.look(state, sheet)
        levels, halves, brewing = outlook.levels, outlook.halves, self._brewing(outlook)
        crafts = not self.taste.worth.no_crafting
        ways = walks(self.taste, state, table, sheet, outlook, most_steps(table, sheet.left))
        best, top, other = -1, LEAST, LEAST
        left, face = sheet.left, 0
        while left:
            if left & 3:
                uses = table.uses[face]
                action = uses.move
                worth, second = ways[uses.steps][0], LEAST
                for hero, level in self._trained(uses, sheet):
                    now = levels[hero]
                    if now > worth:
                        action, worth, second = level, now, worth
                    elif now > second:
                        second = now
                for item, craft in uses.crafts if crafts else ():
                    now = halves[item]
                    if now > worth:
                        action, worth, second = craft, now, worth
                    elif now > second:
                        second = now
                if uses.brew >= 0:
                    if brewing > worth:
                        action, worth, second = uses.brew, brewing, worth
                    elif brewing > second:
                        second = brewing
                if worth > top or (worth == top and second < other):
                    best, top, other = action, worth, second
            left >>= 2
            face += 1
        if best & LOW == MOVE:
            self.plan = list(ways[table.uses[best >> DIE_SHIFT & LOW].steps][1])
        return best

    def worths(self, state: State) -> dict[int, float]:
        """Return what each use of a die is worth; the state has a player to use one."""
        table, sheet = state.table, state.sheets[state.turn]
        outlook = self.taste.look(state, sheet)
        ways = walks(self.taste, state, table, sheet, outlook, most_steps(table, sheet.left))
        worth: dict[int, float] = {}
        for face, uses in enumerate(table.uses):
            if sheet.left >> 2 * face & 3:
                worth[uses.move] = ways[uses.steps][0]
                worth |= {action: outlook.levels[hero] for hero, action in self._trained(uses, sheet)}
                worth |= {action: outlook.halves[item] for item, action in uses.crafts}
                if uses.brew >= 0:
                    worth[uses.brew] = self._brewing(outlook)
        return {action: now for action, now in worth.items() if now > LEAST}

    def _trained(self, uses: Uses, sheet: Sheet) -> list[tuple[int, int]]:
        """Return the heroes whom a die may bring to a level, and how."""
        if self.taste.worth.no_levels:
            return []
        return uses.levels if sheet.traits.any_colour or sheet.flips > 0 else uses.trained[sheet.goal]

    def _brewing(self, outlook: Outlook) -> float:
        return LEAST if self.taste.worth.no_brewing else outlook.brewing

    # walking

    def _go_on(self, state: State, table: Table, sheet: Sheet) -> int:
        if not (self.plan and self.plan[0] in rooms_beside(table, sheet)):
            outlook = self.taste.look(state, sheet)
            self.plan = list(walks(self.taste, state, table, sheet, outlook, sheet.steps)[sheet.steps][1])
        return STEP | self.plan.pop(0) << TARGET_SHIFT if self.plan else STOP

    def _steps_to_gem(self, board: Board, sheet: Sheet, gem: int) -> float:
        steps = self.taste.ways_of(board).steps[sheet.traits.crosses][sheet.here]
        return float(max([steps[room] for room, mask in enumerate(board.gems) if mask >> gem & 1], default=0))


def most_steps(table: Table, left: int) -> int:
    """Return how many steps the dice that are left give at most."""
    most, face = 0, 0
    while left:
        if left & 3:
            most = max(most, table.uses[face].steps)
        left >>= 2
        face += 1
    return most
