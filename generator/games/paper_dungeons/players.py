"""Who plays: by chance, or by what each action is worth at once and what it brings nearer."""

from typing import Protocol

from generator.chance import Stream
from generator.games.paper_dungeons.appraisal import LEAST, Appraiser, Walk
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


class Offer:
    """What each use of a die is worth at a moment: levels by hero, halves by item, brewing, moves by their steps."""

    __slots__ = ("any_colour", "brewing", "halves", "levels", "walks")

    def __init__(
        self, levels: list[float], halves: list[float], brewing: float, any_colour: bool, walks: dict[int, Walk]
    ) -> None:
        self.levels = levels
        self.halves = halves
        self.brewing = brewing
        self.any_colour = any_colour  # dice of either colour level up
        self.walks = walks


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
        wanted = self.taste.outlook(state, sheet).wanted
        levels, halves = self.taste.levels(table, sheet, wanted), self.taste.halves(state, sheet, wanted)
        best, worth = -1, LEAST
        for action in choices(table, sheet):
            kind, target = action & LOW, action >> TARGET_SHIFT
            now = 0.0
            if kind in (GAIN_LEVEL, RAISE):
                now = levels[target]
            elif kind == GAIN_HALF:
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
        offer = self._offer(state, table, sheet)
        best, top, other = -1, LEAST, LEAST
        left, face = sheet.left, 0
        while left:
            if left & 3:
                uses = table.uses[face]
                action = uses.move
                worth, second = offer.walks[uses.steps][0], LEAST
                for hero, level in uses.levels if offer.any_colour else uses.trained[sheet.goal]:
                    now = offer.levels[hero]
                    if now > worth:
                        action, worth, second = level, now, worth
                    elif now > second:
                        second = now
                for item, craft in uses.crafts:
                    now = offer.halves[item]
                    if now > worth:
                        action, worth, second = craft, now, worth
                    elif now > second:
                        second = now
                if uses.brew >= 0:
                    now = offer.brewing
                    if now > worth:
                        action, worth, second = uses.brew, now, worth
                    elif now > second:
                        second = now
                if worth > top or (worth == top and second < other):
                    best, top, other = action, worth, second
            left >>= 2
            face += 1
        if best & LOW == MOVE:
            self.plan = list(offer.walks[table.uses[best >> DIE_SHIFT & LOW].steps][1])
        return best

    def worths(self, state: State) -> dict[int, float]:
        """Return what each use of a die is worth; the state has a player to use one."""
        table, sheet = state.table, state.sheets[state.turn]
        offer = self._offer(state, table, sheet)
        worth: dict[int, float] = {}
        for face, uses in enumerate(table.uses):
            if not sheet.left >> 2 * face & 3:
                continue
            worth[uses.move] = offer.walks[uses.steps][0]
            for hero, action in uses.levels if offer.any_colour else uses.trained[sheet.goal]:
                worth[action] = offer.levels[hero]
            for item, action in uses.crafts:
                worth[action] = offer.halves[item]
            if uses.brew >= 0:
                worth[uses.brew] = offer.brewing
        return {action: now for action, now in worth.items() if now > LEAST}

    def _offer(self, state: State, table: Table, sheet: Sheet) -> Offer:
        """Return what each use of the dice that are left is worth."""
        taste, last = self.taste, table.numbers.last_level
        outlook = taste.outlook(state, sheet)
        wanted = outlook.wanted
        levels = taste.levels(table, sheet, wanted)
        for hero, level in enumerate(sheet.levels):
            if level == last or taste.worth.no_levels:
                levels[hero] = LEAST
        halves = taste.halves(state, sheet, wanted)
        brewing = LEAST if taste.worth.no_brewing else taste.brewing(table, sheet, wanted)
        any_colour = sheet.traits.any_colour or sheet.flips > 0
        found = walks(taste, state, table, sheet, outlook, steps_of(table, sheet.left))
        return Offer(levels, halves, brewing, any_colour, found)

    # walking

    def _go_on(self, state: State, table: Table, sheet: Sheet) -> int:
        if not (self.plan and self.plan[0] in rooms_beside(table, sheet)):
            outlook = self.taste.outlook(state, sheet)
            found = walks(self.taste, state, table, sheet, outlook, [sheet.steps])
            self.plan = list(found[sheet.steps][1])
        return STEP | self.plan.pop(0) << TARGET_SHIFT if self.plan else STOP

    def _steps_to_gem(self, board: Board, sheet: Sheet, gem: int) -> float:
        steps = self.taste.ways_of(board).steps[sheet.traits.crosses][sheet.here]
        return float(max([steps[room] for room, mask in enumerate(board.gems) if mask >> gem & 1], default=0))


def steps_of(table: Table, left: int) -> list[int]:
    """Return how many steps the dice that are left give."""
    found: list[int] = []
    face = 0
    while left:
        if left & 3:
            found.append(table.uses[face].steps)
        left >>= 2
        face += 1
    return found
