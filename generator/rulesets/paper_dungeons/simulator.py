"""Games without a table: dealt by a seed, played by players of some style, counted by what is watched."""

from typing import Final, Protocol

from generator.chance import Stream
from generator.game.game import open_game
from generator.reading.catalogue import Catalogue
from generator.rulesets.paper_dungeons.bots.players import Player, RandomPlayer, WeightedPlayer
from generator.rulesets.paper_dungeons.bots.rollouts import RolloutPlayer
from generator.rulesets.paper_dungeons.bots.styles import Style
from generator.rulesets.paper_dungeons.model.rulebook import Rulebook, read_rulebook, table_of
from generator.rulesets.paper_dungeons.model.state import OVER, ROLLING, State, start
from generator.rulesets.paper_dungeons.model.table import LOW
from generator.rulesets.paper_dungeons.model.variants import Variants
from generator.rulesets.paper_dungeons.rules.actions import advance
from generator.rulesets.paper_dungeons.rules.dealing import deal
from generator.rulesets.paper_dungeons.rules.scorer import Score, Scorer
from generator.rulesets.paper_dungeons.statistics import GameStatistics
from generator.rulesets.simulate.counts import Counts
from generator.scoring.rules import open_rules

RANDOM: Final = "random"
SEARCHING: Final = "searching"
KEPT: Final = 15  # players that a hall remembers beside the last


class Sitting(Protocol):
    """Who sits at the table, and what is dealt to them."""

    @property
    def seats(self) -> tuple[Style, ...]:
        """The players' styles."""

    @property
    def dungeons(self) -> tuple[str, ...]:
        """One of them is drawn; none: one of the game's."""

    @property
    def variants(self) -> Variants:
        """The switches of the game."""

    @property
    def hand(self) -> int:
        """How many powers and goals each player may choose from."""


class Simulator:
    """A game opened for playing: its rules as numbers, its scorer, and players by their style."""

    def __init__(self, catalogue: Catalogue, game: str) -> None:
        self.book: Rulebook = read_rulebook(open_game(catalogue, game))
        self.scorer = Scorer(self.book, open_rules(catalogue, game, "en"))
        self.weighing: list[tuple[Style, WeightedPlayer]] = []  # the last ones
        self._statistics: dict[str, GameStatistics] = {}  # by style

    def player(self, style: Style, seed: int, seat: int) -> Player:
        """Return a player of a style; what it does by chance follows from the seed and its seat."""
        if style.name == RANDOM:
            return RandomPlayer(Stream(seed, f"{RANDOM} {seat}"))
        weighing = self._weighing(style)
        if style.name == SEARCHING:
            return RolloutPlayer(self.book, self.scorer, weighing, Stream(seed, f"{SEARCHING} {seat}"))
        return weighing

    def _weighing(self, style: Style) -> WeightedPlayer:
        """Return the player of some weights; each chunk of a run brings the same ones in a new style."""
        for known, player in self.weighing:
            if known.values is style.values:
                return player
        same = [player for known, player in self.weighing if known.values == style.values]
        player = same[0] if same else WeightedPlayer(self.book, style)
        others = [known for known in self.weighing if known[1] is not player]
        self.weighing = [*others[-KEPT:], (style, player)]
        return player

    def begin(self, sitting: Sitting, seed: int) -> State:
        """Return the game of a seed before anybody has chosen anything."""
        chance = Stream(seed, "deal")
        dungeon = chance.choice(sitting.dungeons) if sitting.dungeons else ""
        names = [str(seat + 1) for seat in range(len(sitting.seats))]
        setup = deal(self.book, chance, names, dungeon, sitting.variants, hand=sitting.hand)
        return start(table_of(self.book, setup))

    def finished(self, sitting: Sitting, seed: int, used: list[list[int]] | None = None) -> State:
        """Play the game of a seed to its end; `used` hears how often each seat took each kind of action."""
        state, dice = self.begin(sitting, seed), Stream(seed, "dice")
        players = [self.player(style, seed, seat) for seat, style in enumerate(sitting.seats)]
        rolls = self.book.rolls
        while state.phase != OVER:
            if state.phase == ROLLING:
                advance(state, rolls.roll(dice))
                continue
            action = players[state.turn].choose(state)
            if used is not None:
                used[state.turn][action & LOW] += 1
            advance(state, action)
        return state

    def scores(self, state: State) -> list[Score]:
        """Return the scores of a finished game by seat."""
        return self.scorer.scores(state)

    def play(self, sitting: Sitting, seed: int, counts: Counts) -> None:
        """Play the game of a seed and count, for each seat under the name of its style, what is watched."""
        used = [[0] * (LOW + 1) for _ in sitting.seats]
        state = self.finished(sitting, seed, used)
        for seat, (style, score) in enumerate(zip(sitting.seats, self.scores(state), strict=True)):
            statistics = self._statistics.get(style.name)
            if statistics is None:
                statistics = self._statistics[style.name] = GameStatistics(self.book, self.scorer.letters, style.name)
            statistics.count(counts, state.table, state.sheets[seat], score, used[seat])
