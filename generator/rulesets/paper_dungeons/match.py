"""What is played without a table: small values that can be sent to other processes, and what may be forbidden."""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from generator.reading.catalogue import Catalogue
from generator.rulesets.paper_dungeons.bots.styles import Style
from generator.rulesets.paper_dungeons.model.rulebook import Rulebook
from generator.rulesets.paper_dungeons.model.variants import Variants
from generator.rulesets.paper_dungeons.rules.dealing import HAND
from generator.rulesets.paper_dungeons.simulator import Simulator
from generator.rulesets.simulate.counts import Counts

NEVER = -1e6
NOT_DONE = {"brew": "no_brewing", "craft": "no_crafting", "level": "no_levels"}  # weights by what they forbid


@dataclass(frozen=True)
class MatchSetup:
    """What is played, small enough to be sent to workers: where the game's data are, and who sits at the table.

    A seat is "random", "searching" or the style of a player by its weights. `dungeons` are ids of the game or files;
    one of them is drawn for each game. `hand` is how many powers and goals each player may choose from.
    """

    roots: tuple[Path, ...]
    game: str
    seats: tuple[Style, ...]
    dungeons: tuple[str, ...] = ()
    variants: Variants = field(default_factory=Variants)
    hand: int = HAND

    def play(self, seed: int, counts: Counts) -> None:
        """Play the game of a seed to its end and count what is watched."""
        simulator = open_simulator(self.roots, self.game)
        simulator.play(self, seed, counts)

    def totals(self, seed: int) -> list[int]:
        """Return the totals of the game of a seed by seat."""
        simulator = open_simulator(self.roots, self.game)
        return [score.total for score in simulator.scores(simulator.finished(self, seed))]

    def with_seats(self, *seats: Style) -> "MatchSetup":
        """Return the same games with other players."""
        return replace(self, seats=seats)


@dataclass(frozen=True)
class Comparison:
    """The same games twice, on the same cards and dice, with something different; what the first seat gains by it."""

    one: MatchSetup
    other: MatchSetup

    def play(self, seed: int, counts: Counts) -> None:
        """Play the game of a seed both ways and count both totals and their difference."""
        before, after = self.one.totals(seed)[0], self.other.totals(seed)[0]
        counts.add("one", before)
        counts.add("other", after)
        counts.add("difference", after - before)


@lru_cache(maxsize=4)
def open_simulator(roots: tuple[Path, ...], game: str) -> Simulator:
    """Return the game that the folders hold, opened once in a process."""
    return Simulator(Catalogue(roots), game)


def restrictions(book: Rulebook) -> list[str]:
    """Return everything that a player may be forbidden, by kind and key: "power.scout", "action.brew" and so on."""
    return [
        *(f"item.{item.key}" for item in book.items),
        *(f"power.{power.key}" for power in book.powers),
        *(f"goal.{goal.key}" for goal in book.goals),
        *(f"action.{key}" for key in NOT_DONE),
    ]


def forbidden(style: Style, what: str) -> Style:
    """Return a style that takes something only where nothing else is left."""
    kind, _, key = what.partition(".")
    names = {"power": ["power"], "goal": ["goal_kept"], "item": ["first", "second"]}
    if kind in names:
        return style.changed({f"{name}.{key}": NEVER for name in names[kind]})
    return style.changed({NOT_DONE[key]: 1.0})
