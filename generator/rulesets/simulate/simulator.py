"""Simulated games: set up from a seed, played by bots, with results counted under the names of their styles."""

from typing import Any, Final, Generic, Protocol

from generator.chance import RandomStream
from generator.reading import format_versions
from generator.rulesets.ruleset import A, Bot, BotStyle, Ruleset, S, SimulatedPlayerScore
from generator.rulesets.value_counts import ValueCounts

RANDOM: Final = "random"


class SimulatedMatch(Protocol):
    """What a simulated game takes from its setup: the styles by seat, and the maps, variants and cards to draw from."""

    @property
    def seats(self) -> tuple[BotStyle, ...]: ...
    @property
    def maps(self) -> tuple[str, ...]: ...
    @property
    def variants(self) -> tuple[str, ...]: ...
    @property
    def chooses(self) -> bool: ...


SEARCHING: Final = "searching"
ROLLOUTS: Final = 10  # how often each candidate is played to the end


class RandomBot(Generic[S, A]):
    """A bot that chooses any legal action with equal probability."""

    def __init__(self, rules: Ruleset[S, A], chance: RandomStream) -> None:
        self.rules = rules
        self.chance = chance

    def choose(self, state: S) -> A:
        """Return a random legal action."""
        actions = self.rules.legal_actions(state)
        return actions[self.chance.below(len(actions))]


class RolloutBot(Generic[S, A]):
    """A bot that tries each candidate action of another bot: plays several games to the end and takes the best one."""

    def __init__(self, rules: Ruleset[S, A], bot: Bot[S, A], chance: RandomStream) -> None:
        self.rules = rules
        self.bot = bot
        self.chance = chance

    def choose(self, state: S) -> A:
        """Return the candidate action with the highest totals; among equals the one that the other bot would choose."""
        bot, seat = self.bot, state.turn
        choice = bot.choose(state)
        tried = bot.candidates(state, choice)
        if len(tried) == 1:
            return choice
        # Flat Monte Carlo search with common random numbers: every candidate is played out with the same dice, so the
        # difference of two totals comes from the candidates, not from luck.
        plan = bot.plan()
        seeds = [self.chance.below(1 << 32) for _ in range(ROLLOUTS)]
        totals = {action: sum([self._total(state, action, plan, seat, seed) for seed in seeds]) for action in tried}
        best = max(tried, key=lambda action: (totals[action], action == choice))
        bot.go_on(plan, best)
        return best

    def _total(self, state: S, action: A, plan: Any, seat: int, seed: int) -> int:
        """Return the final total of a seat after `action` if all players continue as `bot`, by the dice of a seed."""
        rules, bot = self.rules, self.bot
        future, dice = state.copy(), RandomStream(seed, "ahead")
        bot.go_on(plan, action)
        rules.advance(future, action)
        while not future.over:
            rules.advance(future, rules.roll(future, dice) if future.turn < 0 else bot.choose(future))
        return rules.scores(future)[seat].total


class BotStyleCounter(Generic[S, A]):
    """Counts the games of a style: totals, games won, points of each line, and the statistics of the ruleset."""

    def __init__(self, rules: Ruleset[S, A], style: str) -> None:
        self.total = f"{style}/total"
        self.won = f"{style}/won"
        self.lines = [f"{style}/line/{letter}" for letter in rules.lines]
        self.statistics = rules.statistics(style)

    def count(self, counts: ValueCounts, state: S, seat: int, score: SimulatedPlayerScore, actions: list[A]) -> None:
        """Add the result of a seat at the end of a game to `counts`."""
        counts.add(self.total, score.total)
        counts.add(self.won, int(score.rank == 1))
        for name, points in zip(self.lines, score.lines, strict=True):
            counts.add(name, points)
        self.statistics.count(counts, state, seat, score, actions)


class Simulator(Generic[S, A]):
    """Plays games by a ruleset and returns results; keeps no state between games."""

    def __init__(self, rules: Ruleset[S, A]) -> None:
        self.rules = rules
        self._counters: dict[str, BotStyleCounter[S, A]] = {}  # by style

    def bot(self, style: BotStyle, seed: int, seat: int) -> Bot[S, A] | RandomBot[S, A] | RolloutBot[S, A]:
        """Return a bot of a style; its random choices follow from the seed and its seat."""
        if style.name == RANDOM:
            return RandomBot(self.rules, RandomStream(seed, f"{RANDOM} {seat}"))
        bot = self.rules.bot(style)
        if style.name == SEARCHING:
            return RolloutBot(self.rules, bot, RandomStream(seed, f"{SEARCHING} {seat}"))
        return bot

    def begin(self, match: SimulatedMatch, seed: int) -> S:
        """Return the first state of the game of a seed."""
        chance = RandomStream(seed, "deal")
        map = chance.choice(match.maps) if match.maps else ""
        names = [str(seat + 1) for seat in range(len(match.seats))]
        return self.rules.set_up(chance, names, map, match.variants, chooses=match.chooses)

    def play(self, match: SimulatedMatch, seed: int) -> tuple[S, list[tuple[int, A]]]:
        """Play the game of a seed; return its final state, and all actions, each with its seat (below 0 for a roll)."""
        state, dice = self.begin(match, seed), RandomStream(seed, "dice")
        bots = [self.bot(style, seed, seat) for seat, style in enumerate(match.seats)]
        story: list[tuple[int, A]] = []
        advance, roll = self.rules.advance, self.rules.roll
        while not state.over:
            turn = state.turn
            action = roll(state, dice) if turn < 0 else bots[turn].choose(state)
            story.append((turn, action))
            advance(state, action)
        return state, story

    def totals(self, match: SimulatedMatch, seed: int) -> list[int]:
        """Return the totals of the game of a seed, by seat."""
        state, _ = self.play(match, seed)
        return [score.total for score in self.rules.scores(state)]

    def count(self, match: SimulatedMatch, seed: int, counts: ValueCounts) -> list[int]:
        """Do the same as `totals`, and add the result of each seat to `counts` under the name of its style."""
        state, story = self.play(match, seed)
        scores = self.rules.scores(state)
        for seat, style in enumerate(match.seats):
            counter = self._counters.get(style.name)
            if counter is None:
                counter = self._counters[style.name] = BotStyleCounter(self.rules, style.name)
            actions = [action for turn, action in story if turn == seat]
            counter.count(counts, state, seat, scores[seat], actions)
        return [score.total for score in scores]

    def record(self, match: SimulatedMatch, seed: int) -> str:
        """Play the game of a seed and return its record as text, for `scrawl replay`."""
        actions = [action for _, action in self.play(match, seed)[1]]
        text = self.rules.record_text(self.begin(match, seed), actions)
        return f"{format_versions.KEY}: {format_versions.RECORD}\n{text}"
