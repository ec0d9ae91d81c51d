"""Points of the highest bound reached in a row of boxes."""

from collections.abc import Mapping

from generator.reading.structure import Text
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_amounts import InputAggregateSpec
from generator.scoring.input_spec import InputSpec
from generator.scoring.line_spec import LinePartSpec, ReasonedPoints, ScoringContext, words_of
from generator.scoring.messages import Message, list_of, message


class ThresholdPointsLine(InputAggregateSpec, LinePartSpec, kind="steps"):
    """The points of the last bound reached in a row of boxes; the list `table` has points or null for each box."""

    table: Text

    def bounds_of(self, data: GameScoringData) -> list[tuple[int, int]]:
        """Return each bound with its points."""
        row = data.row(self.table, self.place)
        return [(bound, points) for bound, points in enumerate(row, 1) if points is not None]

    def count(self, at: ScoringContext) -> ReasonedPoints:
        amount = self.on(at.sheet)
        reached = [(bound, points) for bound, points in self.bounds_of(at.data) if amount >= bound]
        if not reached:
            return ReasonedPoints(0)
        bound, points = reached[-1]
        return ReasonedPoints(
            points, message("steps", what=words_of(self.of, at.inputs), count=amount, bound=bound, points=points)
        )

    def formula(self, data: GameScoringData, inputs: Mapping[str, InputSpec]) -> Message:
        table = list_of(message("f_step", bound=bound, points=points) for bound, points in self.bounds_of(data))
        return message("f_steps", what=words_of(self.of, inputs), table=table)

    def bounds(self, data: GameScoringData, _inputs: Mapping[str, InputSpec]) -> tuple[int, int]:
        points = [0, *(points for _, points in self.bounds_of(data))]
        return min(points), max(points)
