"""The scoring of a game in one language: scoring.yaml with the data that it looks up in the game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import Any

from generator.diagnostics import InvalidInput, SourceLocation
from generator.game.game import Game, open_game
from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.check_spec import ScoreCheckContext
from generator.scoring.game_scoring_data import GameScoringData, MapCounts
from generator.scoring.input_spec import TYPED, InputMarks, InputReadingContext
from generator.scoring.inputs.group import KeyedNumbersMarks, KeyedNumbersSpec
from generator.scoring.line_spec import LinePartSpec, ScoringContext
from generator.scoring.messages import Faults, Value, list_of, message
from generator.scoring.reference_faults import ReferableNames
from generator.scoring.spec import LineSpec, ScoringSpec, read_scoring, scoring_node
from generator.scoring.words import ScoreWords

MOST_RUNS = 24  # more are told by their ends
MOST_SHEETS = 10_000  # so many different marks for a line are counted one by one
Cards = Mapping[str, tuple[str | None, ...]]


@dataclass
class ScoringRules:
    """How a game is scored, in one language."""

    data: GameScoringData
    table: ScoringSpec
    _line_points: dict[Any, tuple[range, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def game(self) -> str:
        return self.data.source.id

    @property
    def words(self) -> ScoreWords:
        return self.data.words

    def reading(
        self,
        name: str,
        faults: Faults,
        *,
        solo: bool,
        cards: Cards,
        typed: bool = False,
        sheet: Mapping[str, InputMarks] | None = None,
    ) -> InputReadingContext:
        """Return the context for reading the input `name`; for typed answers, `sheet` has the marks of all inputs."""
        spec = self.table.inputs.get(name)
        return InputReadingContext(self.data, name, solo, cards, faults, typed, sheet or {}, spec)

    def counting(self, sheet: Mapping[str, InputMarks], cards: Cards) -> ScoringContext:
        """Return the context for counting one sheet."""
        return ScoringContext(self.data, self.table.inputs, sheet, cards)

    def checking(self, cards: Cards, faults: Faults, *, solo: bool, typed: bool = False) -> ScoreCheckContext:
        """Return the context for checks."""
        return ScoreCheckContext(self.data, self.table.inputs, cards, faults, typed, solo)

    def played_on(self, counts: MapCounts) -> "ScoringRules":
        """Return a copy of the rules whose limits fit a map with these numbers of things."""
        return replace(self, data=replace(self.data, on_map=counts))

    def line_points(self, letter: str, cards: Cards, *, solo: bool | None = None) -> tuple[range, ...]:
        """Return the points that a line can give, as ascending ranges of consecutive numbers.

        With `solo` True or False only for such games, with None for both.
        """
        key = (letter, tuple(sorted(cards.items())), solo)
        if key not in self._line_points:
            self._line_points[key] = self._find_points(letter, cards, solo)
        return self._line_points[key]

    def _find_points(self, letter: str, cards: Cards, solo: bool | None) -> tuple[range, ...]:
        line = next(one for one in self.table.lines if one.letter == letter)
        differs = any(part.only for part in line.parts) or any(
            self.table.inputs[name].solo_differs for part in line.parts for name in part.inputs
        )
        games = (False,) if not differs else (True, False) if solo is None else (solo,)
        every = [self._points(line, cards, solo=alone) for alone in games]
        known = [points for points in every if points is not None]
        if len(known) == len(every):
            return _runs({point for points in known for point in points})
        ends = [self._bounds(line, solo=alone) for alone in games]
        return (range(min(least for least, _ in ends), max(most for _, most in ends) + 1),)

    def check_points(
        self, letter: str, points: int, context: InputReadingContext, place: SourceLocation = TYPED
    ) -> None:
        """Add a fault if a line cannot give these points."""
        possible = self.line_points(letter, context.cards, solo=True if context.solo else None)
        if not any(points in run for run in possible):
            said = message("not_one_of", what=letter, value=points, numbers=in_words(possible))
            context.faults.add("G010", said, place)

    def _points(self, line: LineSpec, cards: Cards, *, solo: bool) -> set[int] | None:
        """Return all possible points of a line, found by counting all possible marks; None if there are too many."""
        parts = [part for part in line.parts if part.counts(solo=solo)]
        names = tuple(dict.fromkeys(name for part in parts for name in part.inputs))
        group = self.table.inputs[names[0]] if len(names) == 1 else None
        if isinstance(group, KeyedNumbersSpec) and all(part.adds_up for part in parts):
            return self._sums(names[0], group, parts)
        readings = {name: self.reading(name, Faults(), solo=solo, cards=cards) for name in names}
        all_marks = [self.table.inputs[name].every(at) for name, at in readings.items()]
        if any(marks is None for marks in all_marks) or prod(len(marks or ()) for marks in all_marks) > MOST_SHEETS:
            return None
        every = product(*(marks or () for marks in all_marks))
        sheets = (self.counting(dict(zip(names, marks, strict=True)), {}) for marks in every)
        return {sum(part.count(sheet).points for part in parts) for sheet in sheets}

    def _sums(self, name: str, spec: KeyedNumbersSpec, parts: Sequence[LinePartSpec]) -> set[int]:
        """Return all possible points of parts that count each key of a group separately."""
        sums, least = {0}, dict.fromkeys(spec.keys_in(self.data), spec.least)
        nothing = self._sum_of(name, parts, KeyedNumbersMarks(least))
        for key in least:
            numbers = range(spec.least, spec.most + 1)
            own = {self._sum_of(name, parts, KeyedNumbersMarks({**least, key: number})) - nothing for number in numbers}
            sums = {before + points for before in sums for points in own}
        return {nothing + points for points in sums}

    def _sum_of(self, name: str, parts: Sequence[LinePartSpec], marks: InputMarks) -> int:
        return sum(part.count(self.counting({name: marks}, {})).points for part in parts)

    def _bounds(self, line: LineSpec, *, solo: bool) -> tuple[int, int]:
        bounds = [part.bounds(self.data, self.table.inputs) for part in line.parts if part.counts(solo=solo)]
        return sum(least for least, _ in bounds), sum(most for _, most in bounds)


def _runs(numbers: set[int]) -> tuple[range, ...]:
    """Return numbers as ascending ranges of consecutive numbers.

    >>> _runs({0, 1, 2, 5})
    (range(0, 3), range(5, 6))
    """
    runs: list[range] = []
    for number in sorted(numbers):
        if runs and runs[-1].stop == number:
            runs[-1] = range(runs[-1].start, number + 1)
        else:
            runs.append(range(number, number + 1))
    return tuple(runs)


def in_words(runs: tuple[range, ...]) -> Value:
    """Return ranges as a list for a message, such as "0, 3 to 25"."""
    if len(runs) > MOST_RUNS:
        runs = (range(runs[0].start, runs[-1].stop),)
    ends = ((run.start, run.stop - 1) for run in runs)
    return list_of(least if least == most else message("span", least=least, most=most) for least, most in ends)


def open_rules(catalogue: GameCatalogue, game: str, language: str | None = None) -> ScoringRules:
    """Open the scoring of a game; raises InvalidInput for an unknown game or language."""
    return game_rules(open_game(catalogue, game, language))


def game_rules(game: Game) -> ScoringRules:
    """Return how a game is scored in its language; raises InvalidInput listing every name that refers to nothing."""
    rules = ScoringRules(GameScoringData(game), read_scoring(game.catalogue, game.id))
    faults = ReferableNames(rules.data, rules.table.inputs).faults(scoring_node(game.catalogue, game.id), ScoringSpec)
    if faults:
        raise InvalidInput(faults)
    return rules
