"""What a report compares a run with: games of other styles, of who chose nothing, of who was forbidden something."""

from collections.abc import Callable
from dataclasses import replace

from generator.rulesets.simulate.match_setup import ComparisonSetup, MatchSetup
from generator.rulesets.simulate.simulator import RANDOM
from generator.rulesets.simulate.spec import SimulationSpec, style_of
from generator.rulesets.value_counts import ValueCounts

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
    return match.with_seats(match.simulator().rules.restricted(match.seats[0], what), *match.seats[1:])
