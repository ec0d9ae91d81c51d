"""Bots that know the rules alone: one that plays by chance, and one that plays its candidates to the end."""

from typing import Any, Final

from generator.chance import RandomStream

GAMES: Final = 10  # that each candidate is played to the end


class RandomBot:
    """Every legal action is as likely as the others."""

    def __init__(self, rules: Any, chance: RandomStream) -> None:
        self.rules = rules
        self.chance = chance

    def choose(self, state: Any) -> Any:
        """Return a legal action by chance."""
        actions = self.rules.legal_actions(state)
        return actions[self.chance.below(len(actions))]


class RolloutBot:
    """Plays every candidate of another bot to the end, several times on the same dice for each, and takes the best."""

    def __init__(self, rules: Any, bot: Any, chance: RandomStream) -> None:
        self.rules = rules
        self.bot = bot
        self.chance = chance

    def choose(self, state: Any) -> Any:
        """Return the candidate that earns most; of equals the one that the bot would choose."""
        bot, seat = self.bot, state.turn
        usual = bot.choose(state)
        tried = bot.candidates(state, usual)
        if len(tried) == 1:
            return usual
        plan = bot.plan()
        seeds = [self.chance.below(1 << 32) for _ in range(GAMES)]
        totals = {action: sum([self._total(state, action, plan, seat, seed) for seed in seeds]) for action in tried}
        best = max(tried, key=lambda action: (totals[action], action == usual))
        bot.go_on(plan, best)
        return best

    def _total(self, state: Any, action: Any, plan: Any, seat: int, seed: int) -> int:
        """Return the total of a seat when all go on as the bot would, on the dice of a seed."""
        rules, bot = self.rules, self.bot
        after, dice = state.copy(), RandomStream(seed, "ahead")
        bot.go_on(plan, action)
        rules.advance(after, action)
        while not after.over:
            rules.advance(after, rules.roll(after, dice) if after.turn < 0 else bot.choose(after))
        total: int = rules.scores(after)[seat].total
        return total
