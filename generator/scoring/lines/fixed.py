"""Points that are given once if an amount is equal to a number, or at least as high."""

from collections.abc import Container, Iterator, Mapping

from generator.reading.structure import Text
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_amounts import InputAggregateSpec, Number
from generator.scoring.input_spec import InputSpec, KeySlip
from generator.scoring.line_spec import LinePartSpec, ReasonedPoints, ScoringContext, words_of
from generator.scoring.messages import Message, message
from generator.scoring.references import AmountNames


class ConditionalPointsLine(LinePartSpec, kind="fixed"):
    """`amount` points if the sum of the inputs `of` is `equal` to, or `at_least`, a number.

    `amount_from` takes the points from the data files.
    """

    of: AmountNames
    equal: Number | None = None
    at_least: Number | None = None
    amount: Number = 0
    amount_from: Text | None = None

    @property
    def inputs(self) -> tuple[str, ...]:
        return InputAggregateSpec(of=self.of).inputs

    def slips(self, said: Container[str]) -> Iterator[KeySlip]:
        if self.equal is not None and self.at_least is not None:
            yield KeySlip("equal", "equal: is not read beside at_least:", "take one of the two out")
        if self.amount_from and "amount" in said:
            yield KeySlip("amount", "amount: is not read beside amount_from:", "take one of the two out")
        elif not self.amount_from and not self.amount:
            yield KeySlip("amount", "this count gives no points", "write amount: 3, or amount_from: ...")

    def points(self, data: GameScoringData) -> int:
        """Return the points that this part gives if its condition (`equal`, `at_least`) holds."""
        return data.number(self.amount_from, self.place) if self.amount_from else self.amount

    def holds(self, total: int) -> bool:
        """Return whether a total meets the condition."""
        if self.at_least is not None:
            return total >= self.at_least
        return total == (1 if self.equal is None else self.equal)

    def count(self, at: ScoringContext) -> ReasonedPoints:
        total = InputAggregateSpec(of=self.of).on(at.sheet)
        if not self.holds(total):
            return ReasonedPoints(0)
        points = self.points(at.data)
        what = words_of(self.of, at.inputs)
        if self.equal in (None, 1) and self.at_least is None:
            return ReasonedPoints(points, message("fixed", what=what, points=points))
        return ReasonedPoints(points, message("fixed_at", what=what, count=total, points=points))

    def formula(self, data: GameScoringData, inputs: Mapping[str, InputSpec]) -> Message:
        points = self.points(data)
        if self.at_least is not None:
            return message("f_fixed_least", points=points, what=words_of(self.of, inputs), least=self.at_least)
        if self.equal in (None, 1):
            return message("f_fixed", points=points, what=words_of(self.of, inputs))
        return message("f_fixed_at", points=points, what=words_of(self.of, inputs), equal=self.equal)

    def bounds(self, data: GameScoringData, _inputs: Mapping[str, InputSpec]) -> tuple[int, int]:
        points = self.points(data)
        return min(0, points), max(0, points)
