"""A player who tries the best actions by playing games to their end, to measure the others by."""

from generator.chance import Stream
from generator.rulesets.paper_dungeons.bots.players import Player, WeightedPlayer
from generator.rulesets.paper_dungeons.model.rulebook import Rulebook
from generator.rulesets.paper_dungeons.model.state import ACTING, OVER, ROLLING, State
from generator.rulesets.paper_dungeons.model.table import LOW, MOVE
from generator.rulesets.paper_dungeons.rules.actions import advance
from generator.rulesets.paper_dungeons.rules.scorer import Scorer

TRIED, GAMES = 6, 10


class RolloutPlayer(Player):
    """Plays every promising use of a die to the end, several times with the same dice for each, and takes the best."""

    def __init__(self, book: Rulebook, scorer: Scorer, style: WeightedPlayer, chance: Stream) -> None:
        self.book = book
        self.scorer = scorer
        self.style = style
        self.chance = chance

    def choose(self, state: State) -> int:
        usual = self.style.choose(state)
        sheet = state.sheets[state.turn]
        if state.phase != ACTING or sheet.owed or sheet.moving or sheet.hurt:
            return usual
        plan = self.style.plan
        tried = self._promising(state, usual)
        if len(tried) == 1:
            return usual
        seeds = [self.chance.below(1 << 32) for _ in range(GAMES)]
        seat = state.turn
        totals = {action: sum(self._played(state, action, plan, seat, seed) for seed in seeds) for action in tried}
        best = max(tried, key=lambda action: (totals[action], action == usual))
        self.style.plan = list(plan) if best == usual else []
        return best

    def _promising(self, state: State, usual: int) -> list[int]:
        """Return the usual action and those that the style thinks are worth most after it, one move among them."""
        values = self.style.values(state)
        ranked = sorted(values, key=lambda action: -values[action])
        others = [action for action in ranked if action & LOW != MOVE and action != usual][: TRIED - 1]
        moves = [action for action in ranked if action & LOW == MOVE][:1] if usual & LOW != MOVE else []
        return [usual, *others, *moves]

    def _played(self, state: State, action: int, plan: list[int], seat: int, seed: int) -> int:
        """Return the total of the seat when all go on in this style, on the dice of a seed."""
        after, dice = state.copy(), Stream(seed, "ahead")
        self.style.plan = list(plan) if action & LOW == MOVE else []
        advance(after, action)
        while after.phase != OVER:
            if after.phase == ROLLING:
                advance(after, self.book.rolls.roll(dice))
            else:
                advance(after, self.style.choose(after))
        return sum(self.scorer.lines(after.table, after.sheets[seat]))
