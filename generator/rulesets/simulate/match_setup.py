"""What is played without a table, as small values that can be sent to other processes: set-ups, and two compared.

And what a report compares a run with: games of other styles, of who chose nothing, of who was forbidden something.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from generator.diagnostics import ScrawlError
from generator.game.game import Game, open_game
from generator.reading.game_catalogue import GameCatalogue, is_file
from generator.rulesets.ruleset import BotStyle, open_ruleset
from generator.rulesets.simulate.runs import seed_of
from generator.rulesets.simulate.simulator import RANDOM, Simulator
from generator.rulesets.simulate.spec import SimulationSpec, read_simulation, style_of
from generator.rulesets.value_counts import ValueCounts

LADDER = 20_000  # games of each other style, at most
DEALT = 200_000  # and with nothing to choose from
PAIRS = 5_000  # and for each thing that is forbidden, each played twice
PART = 10  # a tenth of the games for each thing that is forbidden
TRIAL = 1  # the seed of the games that a map is measured by


@dataclass(frozen=True)
class MatchSetup:
    """Where the data of a game are, who sits at the table, and on what they play.

    `maps` are ids of the game or files; one of them is drawn for each game. Where nobody `chooses`, players are dealt
    what they would else choose from several. The `digest` of the data tells a worker that lives on when files changed.
    """

    roots: tuple[Path, ...]
    game: str
    seats: tuple[BotStyle, ...]
    maps: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    chooses: bool = True
    digest: str = ""

    def __post_init__(self) -> None:
        if not self.digest:
            object.__setattr__(self, "digest", data_digest(self.roots, self.game, self.maps))

    def simulator(self) -> Simulator:
        """Return what plays the game, opened once in a process for the same data.

        Raises InvalidInput for data that cannot be played, ScrawlError where the data are not those of the digest.
        """
        return open_simulator(self.roots, self.game, self.maps, self.digest)

    def play(self, seed: int, counts: ValueCounts) -> None:
        """Play the game of a seed to its end and count what came of it."""
        self.simulator().count(self, seed, counts)

    def totals(self, seed: int) -> list[int]:
        """Return the totals of the game of a seed by seat."""
        return self.simulator().totals(self, seed)

    def check(self) -> None:
        """Raise InvalidInput for maps that cannot be played on; where none is named, for any that may be drawn."""
        for name in self.maps or ("",):
            self.simulator().rules.check_map(name)

    def on(self, *maps: str) -> "MatchSetup":
        """Return the same games on other maps."""
        return replace(self, maps=maps, digest="")

    def of(self, *roots: Path) -> "MatchSetup":
        """Return the same games by the data of other folders."""
        return replace(self, roots=roots, digest="")

    def with_seats(self, *seats: BotStyle) -> "MatchSetup":
        """Return the same games with other players."""
        return replace(self, seats=seats)


@dataclass(frozen=True)
class ComparisonSetup:
    """The same games twice, on the same cards and dice, with something different; what the first seat gains by it."""

    one: MatchSetup
    other: MatchSetup

    def play(self, seed: int, counts: ValueCounts) -> None:
        """Play the game of a seed both ways and count both totals and their difference."""
        before, after = self.one.totals(seed)[0], self.other.totals(seed)[0]
        counts.add("one", before)
        counts.add("other", after)
        counts.add("difference", after - before)


Play = Callable[[MatchSetup | ComparisonSetup, int], ValueCounts]  # plays so many games


def add_comparisons(counts: ValueCounts, match: MatchSetup, spec: SimulationSpec, play: Play, games: int) -> list[str]:
    """Add to the counts of a run of so many games what its report compares them with.

    Under the name of each other style stands what it earned. Under that of the first player stand `dealt/KIND/KEY`, its
    totals with what it was dealt and could not choose, and `worth/KIND/KEY`, what it lost where that was forbidden.
    Returns all styles, those of the match first, then the best first.
    """
    own = [seat.name for seat in match.seats]
    others = [name for name in (RANDOM, *spec.styles) if name not in own]
    for name in others:
        seats = (style_of(spec, name),) * len(match.seats)
        counts.merge(play(match.with_seats(*seats), min(games, LADDER)))
    rules = match.simulator().rules
    dealt = play(replace(match, chooses=False), min(games, DEALT)) if rules.choices else ValueCounts()
    for kind in rules.choices:
        for key, sample in dealt.under(f"{own[0]}/{kind}"):
            counts.put(f"{own[0]}/dealt/{kind}/{key}", sample)
    for what in rules.restrictions():
        both = ComparisonSetup(restrict_match(match, what), match)
        lost = play(both, max(1, min(games // PART, PAIRS))).of("difference")
        counts.put(f"{own[0]}/worth/{what.replace('.', '/', 1)}", lost)
    return list(dict.fromkeys([*own, *reversed(others)]))


def restrict_match(match: MatchSetup, what: str) -> MatchSetup:
    """Return the same games in which the first player is forbidden something."""
    return match.with_seats(match.simulator().rules.restrict(match.seats[0], what), *match.seats[1:])


def usual_totals(game: Game, map: str, games: int) -> Iterator[int]:
    """Yield what the usual player earns alone on a map, by its id or file, in so many games, always the same ones.

    Raises InvalidInput for what cannot be played.
    """
    spec = read_simulation(game.catalogue, game.id)
    match = MatchSetup(game.catalogue.roots, game.id, (style_of(spec, spec.usual or RANDOM),), (map,))
    simulator = Simulator(open_ruleset(game))
    simulator.rules.check_map(map)
    for number in range(games):
        yield simulator.totals(match, seed_of(TRIAL, number))[0]


def data_digest(roots: tuple[Path, ...], game: str, maps: tuple[str, ...]) -> str:
    """Return the digest of all that a game is played by: what it and all games say, and maps that are files."""
    files = [path for path in map(Path, maps) if is_file(path)]
    return GameCatalogue(roots).digest([f"cards/{game}", "cards/common"], files)


@lru_cache(maxsize=4)
def open_simulator(roots: tuple[Path, ...], game: str, maps: tuple[str, ...], digest: str) -> Simulator:
    """Return what plays the game of some folders; raises InvalidInput, and ScrawlError for data of another digest."""
    simulator = Simulator(open_ruleset(open_game(GameCatalogue(roots), game)))
    if data_digest(roots, game, maps) != digest:
        raise ScrawlError(f"the files of {game!r} changed while it was played, or a worker reads others; begin again")
    return simulator
