"""What a report compares a run with: games of other styles, of who chose nothing, of who was forbidden something."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from generator.rulesets.simulate.match_setup import ComparisonSetup, MatchSetup
from generator.rulesets.simulate.simulator import RANDOM
from generator.rulesets.simulate.spec import SimulationSpec, style_of
from generator.rulesets.value_counts import ValueCounts, ValueHistogram

LADDER = 20_000  # games of each other style, at most
DEALT = 200_000  # and with nothing to choose from
PAIRS = 5_000  # and for each thing that is forbidden, each played twice
PART = 10  # a tenth of the games for each thing that is forbidden

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
    for kind, key, sample in _dealt(match, play, games):
        counts.put(f"{own[0]}/dealt/{kind}/{key}", sample)
    for kind, key, sample in _losses(match, play, games):
        counts.put(f"{own[0]}/worth/{kind}/{key}", sample)
    return list(dict.fromkeys([*own, *reversed(others)]))


def restrict_match(match: MatchSetup, what: str) -> MatchSetup:
    """Return the same games in which the first player is forbidden something."""
    return match.with_seats(match.simulator().rules.restricted(match.seats[0], what), *match.seats[1:])


def _dealt(match: MatchSetup, play: Play, games: int) -> Iterator[tuple[str, str, ValueHistogram]]:
    choices = match.simulator().rules.choices
    if choices:
        counts = play(replace(match, chooses=False), min(games, DEALT))
        for kind in choices:
            for key, sample in counts.under(f"{match.seats[0].name}/{kind}"):
                yield kind, key, sample


def _losses(match: MatchSetup, play: Play, games: int) -> Iterator[tuple[str, str, ValueHistogram]]:
    for what in match.simulator().rules.restrictions():
        kind, _, key = what.partition(".")
        counts = play(ComparisonSetup(restrict_match(match, what), match), max(1, min(games // PART, PAIRS)))
        yield kind, key, counts.of("difference")
