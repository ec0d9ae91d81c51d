"""The setup of a simulation as small values that can be sent to other processes: a match, or two to be compared.

Also the games that a report compares a run with: other styles, cards dealt without choice, players with restrictions.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from generator.diagnostics import ScrawlError
from generator.game.game import Game, open_game
from generator.reading.game_catalogue import GameCatalogue, is_file
from generator.rulesets.ruleset import BotStyle, open_ruleset
from generator.rulesets.simulate.runs import seed_of
from generator.rulesets.simulate.simulator import RANDOM, Simulator
from generator.rulesets.simulate.spec import SimulationSpec, read_simulation, style_of
from generator.rulesets.value_counts import ValueCounts

LADDER = 20_000  # the most games of each other style
DEALT = 200_000  # the most games in which players have no choice of cards
PAIRS = 5_000  # the most games for each restriction, each played twice
PART = 10  # the games for each restriction are a tenth of those of the run
TRIAL = 1  # the seed of the games that measure a map


@dataclass(frozen=True)
class MatchSetup:
    """A match: the folders of the data, the game, the styles by seat, and the maps.

    `maps` are ids of the game or files; each game draws one of them. With `chooses`, players choose
    among the cards they are dealt; without it, they are dealt just those they play with.
    The `digest` of the data lets a worker of an earlier run notice that files changed.
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

    def simulator(self) -> Simulator[Any, Any]:
        """Return the simulator of the game, cached in the process while the data are the same.

        Raises InvalidInput for data that cannot be played, ScrawlError if the data do not have the digest.
        """
        return open_simulator(self.roots, self.game, self.maps, self.digest)

    def play(self, seed: int, counts: ValueCounts) -> None:
        """Play the game of a seed to its end and add its results to `counts`."""
        self.simulator().count(self, seed, counts)

    def totals(self, seed: int) -> list[int]:
        """Return the totals of all seats in the game of a seed."""
        return self.simulator().totals(self, seed)

    def check(self) -> None:
        """Raise InvalidInput if one of the maps (without any: one of the game's maps) cannot be played."""
        for name in self.maps or ("",):
            self.simulator().rules.check_map(name)

    def with_seats(self, *seats: BotStyle) -> "MatchSetup":
        """Return the same match with other players."""
        return replace(self, seats=seats)


@dataclass(frozen=True)
class ComparisonSetup:
    """Two matches played on the same cards and dice, to measure what the first seat gains in `other` over `one`."""

    one: MatchSetup
    other: MatchSetup

    def play(self, seed: int, counts: ValueCounts) -> None:
        """Play the game of a seed in both matches; add both totals and the difference to `counts`."""
        base_total, other_total = self.one.totals(seed)[0], self.other.totals(seed)[0]
        counts.add("one", base_total)
        counts.add("other", other_total)
        counts.add("difference", other_total - base_total)


Play = Callable[[MatchSetup | ComparisonSetup, int], ValueCounts]  # plays this number of games


def add_comparisons(counts: ValueCounts, match: MatchSetup, spec: SimulationSpec, play: Play, games: int) -> list[str]:
    """Simulate the games that the report of a run of `games` games compares it with; add the results to its `counts`.

    Under the name of each other style are its totals. Under the name of the first player are `dealt/KIND/KEY`, its
    totals with a card that was dealt without choice, and `worth/KIND/KEY`, the points lost if KEY was forbidden.
    Returns the names of all styles: those of the match, then the others, the best first.
    """
    match_styles = [seat.name for seat in match.seats]
    other_styles = [name for name in (RANDOM, *spec.styles) if name not in match_styles]
    for name in other_styles:
        seats = (style_of(spec, name),) * len(match.seats)
        counts.merge(play(match.with_seats(*seats), min(games, LADDER)))
    rules = match.simulator().rules
    dealt = play(replace(match, chooses=False), min(games, DEALT)) if rules.choices else ValueCounts()
    for kind in rules.choices:
        for key, sample in dealt.under(f"{match_styles[0]}/{kind}"):
            counts.put(f"{match_styles[0]}/dealt/{kind}/{key}", sample)
    for restriction in rules.restrictions():
        both = ComparisonSetup(restrict_match(match, restriction), match)
        lost = play(both, max(1, min(games // PART, PAIRS))).of("difference")
        counts.put(f"{match_styles[0]}/worth/{restriction.replace('.', '/', 1)}", lost)
    return list(dict.fromkeys([*match_styles, *reversed(other_styles)]))


def restrict_match(match: MatchSetup, restriction: str) -> MatchSetup:
    """Return the match with the first player forbidden `restriction`, one of the ruleset's restrictions."""
    return match.with_seats(match.simulator().rules.restrict(match.seats[0], restriction), *match.seats[1:])


def usual_totals(game: Game, map: str, games: int) -> Iterator[int]:
    """Yield the totals of `games` solo games on a map (an id or file) of a bot of the usual style; seeds are fixed.

    Raises InvalidInput if the map cannot be played.
    """
    spec = read_simulation(game.catalogue, game.id)
    match = MatchSetup(game.catalogue.roots, game.id, (style_of(spec, spec.usual or RANDOM),), (map,))
    simulator = Simulator(open_ruleset(game))
    simulator.rules.check_map(map)
    for number in range(games):
        yield simulator.totals(match, seed_of(TRIAL, number))[0]


def data_digest(roots: tuple[Path, ...], game: str, maps: tuple[str, ...]) -> str:
    """Return the digest of all data that a game depends on: its own, the common data, and maps that are files."""
    files = [path for path in map(Path, maps) if is_file(path)]
    return GameCatalogue(roots).digest([f"cards/{game}", "cards/common"], files)


@lru_cache(maxsize=4)
def open_simulator(roots: tuple[Path, ...], game: str, maps: tuple[str, ...], digest: str) -> Simulator[Any, Any]:
    """Return the simulator for a game's data; raises InvalidInput, and ScrawlError if the data differ from `digest`."""
    simulator = Simulator(open_ruleset(open_game(GameCatalogue(roots), game)))
    if data_digest(roots, game, maps) != digest:
        raise ScrawlError(f"the files of {game!r} changed while it was played, or a worker reads others; begin again")
    return simulator
