"""Games without a table: dealt by a seed, played by players of some style, counted by what is watched."""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from generator.chance import Stream
from generator.games.game import open_game
from generator.games.paper_dungeons.dealing import HAND, deal
from generator.games.paper_dungeons.ending import Score, Scorer
from generator.games.paper_dungeons.engine import advance
from generator.games.paper_dungeons.players import Player, RandomPlayer, WeighingPlayer
from generator.games.paper_dungeons.rulebook import Rulebook, read_rulebook, table_of
from generator.games.paper_dungeons.search import SearchingPlayer
from generator.games.paper_dungeons.state import OVER, ROLLING, State, start
from generator.games.paper_dungeons.tables import BREW, CRAFT, LEVEL, LOW, MOVE
from generator.games.paper_dungeons.variants import Variants
from generator.games.paper_dungeons.weights import Weights
from generator.reading.catalogue import Catalogue
from generator.scoring.rules import open_rules
from generator.simulation.counts import Counts

RANDOM, SEARCHING = "random", "searching"
NEVER = -1e6
KEPT = 15  # players that a hall remembers beside the last
ACTIONS = {LEVEL: "level", CRAFT: "craft", BREW: "brew", MOVE: "move"}


@dataclass(frozen=True)
class Arena:
    """What is played, small enough to be sent to workers: where the game's data are, and who sits at the table.

    A seat is "random", "searching" or the style of a player by its weights. `dungeons` are ids of the game or files;
    one of them is drawn for each game. `hand` is how many powers and goals each player may choose from.
    """

    roots: tuple[Path, ...]
    game: str
    seats: tuple[Weights, ...]
    dungeons: tuple[str, ...] = ()
    variants: Variants = field(default_factory=Variants)
    hand: int = HAND

    def play(self, seed: int, counts: Counts) -> None:
        """Play the game of a seed to its end and count what is watched."""
        hall = opened(self.roots, self.game)
        hall.play(self, seed, counts)

    def totals(self, seed: int) -> list[int]:
        """Return the totals of the game of a seed by seat."""
        hall = opened(self.roots, self.game)
        return [score.total for score in hall.scores(hall.finished(self, seed))]

    def with_seats(self, *seats: Weights) -> "Arena":
        """Return the same games with other players."""
        return replace(self, seats=seats)


@dataclass(frozen=True)
class Comparison:
    """The same games twice, on the same cards and dice, with something different; what the first seat gains by it."""

    one: Arena
    other: Arena

    def play(self, seed: int, counts: Counts) -> None:
        """Play the game of a seed both ways and count both totals and their difference."""
        before, after = self.one.totals(seed)[0], self.other.totals(seed)[0]
        counts.add("one", before)
        counts.add("other", after)
        counts.add("difference", after - before)


@lru_cache(maxsize=4)
def opened(roots: tuple[Path, ...], game: str) -> "Hall":
    """Return the game that the folders hold, opened once in a process."""
    return Hall(Catalogue(roots), game)


class Hall:
    """A game opened for playing: its rules as numbers, its scorer, and players by their style."""

    def __init__(self, catalogue: Catalogue, game: str) -> None:
        self.book: Rulebook = read_rulebook(open_game(catalogue, game))
        self.scorer = Scorer(self.book, open_rules(catalogue, game, "en"))
        self.weighing: list[tuple[Weights, WeighingPlayer]] = []  # the last ones

    def player(self, style: Weights, seed: int, seat: int) -> Player:
        """Return a player of a style; what it does by chance follows from the seed and its seat."""
        if style.name == RANDOM:
            return RandomPlayer(Stream(seed, f"{RANDOM} {seat}"))
        weighing = self._weighing(style)
        if style.name == SEARCHING:
            return SearchingPlayer(self.book, self.scorer, weighing, Stream(seed, f"{SEARCHING} {seat}"))
        return weighing

    def _weighing(self, style: Weights) -> WeighingPlayer:
        """Return the player of some weights; each chunk of a run brings the same ones in a new style."""
        for known, player in self.weighing:
            if known.values is style.values:
                return player
        same = [player for known, player in self.weighing if known.values == style.values]
        player = same[0] if same else WeighingPlayer(self.book, style)
        others = [each for each in self.weighing if each[1] is not player]
        self.weighing = [*others[-KEPT:], (style, player)]
        return player

    def begin(self, arena: Arena, seed: int) -> State:
        """Return the game of a seed before anybody has chosen anything."""
        chance = Stream(seed, "deal")
        dungeon = chance.choice(arena.dungeons) if arena.dungeons else ""
        names = [str(seat + 1) for seat in range(len(arena.seats))]
        setup = deal(self.book, chance, names, dungeon, arena.variants, hand=arena.hand)
        return start(table_of(self.book, setup))

    def finished(self, arena: Arena, seed: int, used: list[list[int]] | None = None) -> State:
        """Play the game of a seed to its end; `used` hears how often each seat took each kind of action."""
        state, dice = self.begin(arena, seed), Stream(seed, "dice")
        players = [self.player(style, seed, seat) for seat, style in enumerate(arena.seats)]
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

    def play(self, arena: Arena, seed: int, counts: Counts) -> None:
        """Play the game of a seed and count, for each seat under the name of its style, what is watched."""
        used = [[0] * (LOW + 1) for _ in arena.seats]
        state = self.finished(arena, seed, used)
        for seat, (style, score) in enumerate(zip(arena.seats, self.scores(state), strict=True)):
            self._count(counts, style.name, state, seat, score)
            for kind, name in ACTIONS.items():
                counts.add(f"{style.name}/action/{name}", used[seat][kind])

    def _count(self, counts: Counts, style: str, state: State, seat: int, score: Score) -> None:
        book, table, sheet = self.book, state.table, state.sheets[seat]
        add, total = counts.add, score.total
        won = int(score.rank == 1)
        power, goal = book.powers[sheet.power].key, book.goals[sheet.goal].key
        add(f"{style}/total", total)
        add(f"{style}/won", won)
        for letter, points in zip(self.scorer.letters, score.lines, strict=True):
            add(f"{style}/line/{letter}", points)
        add(f"{style}/power/{power}", total)
        add(f"{style}/goal/{goal}", total)
        add(f"{style}/power_won/{power}", won)
        add(f"{style}/goal_won/{goal}", won)
        add(f"{style}/dungeon/{table.setup.dungeon}", total)
        for item, filled in zip(book.items, sheet.halves, strict=True):
            add(f"{style}/item/{item.key}", int(filled == 2))
        for mission, claimed in zip(table.missions, sheet.claims, strict=True):
            add(f"{style}/mission/{mission.key}", claimed)
        for boss, strength in zip(table.bosses, sheet.strengths, strict=True):
            add(f"{style}/band/{boss.key}", sum(1 for at, _, _ in boss.bands if strength >= at))
        add(f"{style}/rooms", score.rooms)
        add(f"{style}/damage", sheet.damage)
        add(f"{style}/potions", sheet.potions)
        explored = sheet.explored
        while explored:
            bit = explored & -explored
            explored ^= bit
            add(f"{style}/visited/{table.setup.dungeon}/{table.board.names[bit.bit_length() - 1]}", 1)


def restrictions(book: Rulebook) -> list[str]:
    """Return everything that a player may be forbidden, by kind and key: "power.scout", "action.brew" and so on."""
    return [
        *(f"item.{item.key}" for item in book.items),
        *(f"power.{power.key}" for power in book.powers),
        *(f"goal.{goal.key}" for goal in book.goals),
        "action.brew",
        "action.level",
    ]


def forbidden(style: Weights, what: str) -> Weights:
    """Return a style that takes something only where nothing else is left."""
    kind, _, key = what.partition(".")
    names = {"power": ["power"], "goal": ["goal_kept"], "item": ["first", "second"]}
    if kind in names:
        return style.changed({f"{name}.{key}": NEVER for name in names[kind]})
    return style.changed({"no_brewing" if key == "brew" else "no_levels": 1.0})
