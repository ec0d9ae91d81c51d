"""A quick look at the balance of a card, by a few simulated games; the same data give the same figures."""

from collections.abc import Sequence
from typing import NamedTuple

from generator.child_processes import give_way
from generator.diagnostics import InvalidInput
from generator.game.game import Game, open_game
from generator.reading.game_catalogue import GameCatalogue
from generator.rulesets.ruleset import BotStyle, open_ruleset
from generator.rulesets.simulate.match_setup import TRIAL, MatchSetup
from generator.rulesets.simulate.runs import seed_of
from generator.rulesets.simulate.simulator import RANDOM, Simulator
from generator.rulesets.simulate.spec import ReportSectionSpec, read_simulation, style_of
from generator.rulesets.value_counts import GAMES, ConfidenceInterval, ValueCounts, ValueHistogram

MOST_DEALS = 50 * GAMES  # the most deals that are searched for a card


class OutcomeFrequencies(NamedTuple):
    """The share of games with each outcome, with confidence bounds; `heading` and names are keys of the game's words.

    A single share, for which the heading is enough, has the name "".
    """

    heading: str
    shares: list[tuple[str, ConfidenceInterval]]


class QuickBalanceResult(NamedTuple):
    """The results of `games` solo games of a bot of the usual style; each figure is a mean with confidence bounds.

    `dealt` is the share of deals that include the card, `kept` the share of games in which it was chosen then; None for
    a card of every game, or without choice. `change` is the gain of points by a change of the data, `worth` the loss if
    the card is forbidden, both with the same cards and dice in each game; None if there is nothing to compare.
    """

    games: int
    points: ConfidenceInterval
    dealt: ConfidenceInterval | None = None
    kept: ConfidenceInterval | None = None
    change: ConfidenceInterval | None = None
    worth: ConfidenceInterval | None = None
    shares: Sequence[OutcomeFrequencies] = ()


def quick_balance(
    game: Game, deck: str, card: str, old_game: Game | None = None, games: int = GAMES
) -> QuickBalanceResult:
    """Simulate `games` games in which the card is dealt, or any games if its deck never is; also by `old_game`.

    Raises InvalidInput if the game cannot be played now; if it could not be played before, `change` is None.
    """
    solo = _Solo(game, deck, card)
    seeds, looked = solo.seeds(deck, card, games)
    counts = ValueCounts()
    totals = [solo.simulator.count(solo.match, seed, counts)[0] for seed in seeds]
    sections = [section for section in solo.spec.report if section.names.startswith(f"cards.{deck}.{{key}}.")]
    rules, style = solo.simulator.rules, solo.style.name
    kind = next((key for section in sections for key in [section.of.partition("/")[2]] if key), "")
    chosen = counts.of(f"{style}/{kind}/{card}").size
    choice = f"{kind}.{card}"
    return QuickBalanceResult(
        len(seeds),
        _sample(totals).interval(),
        _share(len(seeds), looked) if len(seeds) < looked else None,
        _share(chosen, len(seeds)) if kind in rules.choices and seeds else None,
        _gain(_totals_before(old_game, deck, card, seeds), totals),
        _gain(solo.totals(seeds, without=choice), totals) if choice in rules.restrictions() else None,
        [
            outcome
            for section in sections
            if (outcome := _shares(section, counts.of(f"{style}/{section.of}/{card}"))) is not None
        ],
    )


def balance_apart(
    catalogue: GameCatalogue, saved: GameCatalogue | None, game: str, deck: str, card: str, games: int = GAMES
) -> QuickBalanceResult:
    """Return the result of `quick_balance`; for a child process, whose priority is lowered."""
    give_way()
    old_game = open_game(saved, game) if saved else None
    return quick_balance(open_game(catalogue, game), deck, card, old_game, games)


class _Solo:
    """Simulates solo games of a bot of the usual style, on the map `card` if `deck` is the deck of maps."""

    def __init__(self, game: Game, deck: str, card: str) -> None:
        entry = game.manifest.decks.get(deck)
        self.spec = read_simulation(game.catalogue, game.id)
        self.style: BotStyle = style_of(self.spec, self.spec.usual or RANDOM)
        maps = (card,) if entry is not None and entry.maps else ()
        self.match = MatchSetup(game.catalogue.roots, game.id, (self.style,), maps)
        self.simulator = Simulator(open_ruleset(game))
        self.simulator.rules.check_map(card if maps else "")

    def seeds(self, deck: str, card: str, games: int) -> tuple[list[int], int]:
        """Return the seeds of the first `games` games in which a card is dealt, and how many deals were searched."""
        seeds: list[int] = []
        for number in range(MOST_DEALS):
            seed = seed_of(TRIAL, number)
            dealt = self.simulator.rules.dealt_cards(self.simulator.begin(self.match, seed))
            if deck not in dealt or card in dealt[deck]:
                seeds.append(seed)
            if len(seeds) == games:
                return seeds, number + 1
        return seeds, MOST_DEALS

    def totals(self, seeds: Sequence[int], without: str = "") -> list[int]:
        """Return the totals of the games with these seeds.

        `without` (kind.key) is a card or action that the player takes only if nothing else is possible.
        """
        style = self.simulator.rules.restrict(self.style, without) if without else self.style
        return [self.simulator.totals(self.match.with_seats(style), seed)[0] for seed in seeds]


def _totals_before(old_game: Game | None, deck: str, card: str, seeds: Sequence[int]) -> list[int]:
    try:
        return _Solo(old_game, deck, card).totals(seeds) if old_game is not None else []
    except InvalidInput:
        return []


def _gain(old_totals: Sequence[int], new_totals: Sequence[int]) -> ConfidenceInterval | None:
    gains = [new - old for old, new in zip(old_totals, new_totals, strict=True)] if old_totals else []
    return _sample(gains).interval() if gains else None


def _shares(section: ReportSectionSpec, sample: ValueHistogram) -> OutcomeFrequencies | None:
    """Return the counts `sample` of a section of the report as shares; None if nothing was counted, or a share is 1."""
    if section.show == "bands" and sample.size:
        shares = [(part, _share(sample.values.get(at, 0), sample.size)) for at, part in enumerate(section.parts)]
    elif section.show == "shares" and sample.size and (share := sample.share(section.least)).estimate < 1:
        shares = [("", share)]
    else:
        return None
    return OutcomeFrequencies(section.heading, shares)


def _share(part: int, size: int) -> ConfidenceInterval:
    return ValueHistogram({0: size - part, 1: part}).share(1)


def _sample(values: Sequence[int]) -> ValueHistogram:
    return ValueHistogram({value: values.count(value) for value in values})
