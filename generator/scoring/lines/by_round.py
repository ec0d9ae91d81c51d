"""Points for each claim by the round it was made in."""

from collections.abc import Mapping

from generator.reading.structure import Text
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_spec import InputSpec
from generator.scoring.inputs.claims import ClaimsMarks, ClaimsName, ClaimsSpec
from generator.scoring.line_spec import InputPartSpec, ReasonedPoints, ScoringContext, word_of
from generator.scoring.messages import Message, list_of, message


class ClaimedRoundsLine(InputPartSpec, kind="by_round"):
    """The sum of points for each claim of the input `of`: the list `table` has the points by round, round 1 first."""

    of: ClaimsName
    table: Text

    def count(self, at: ScoringContext) -> ReasonedPoints:
        claims, row = at.sheet[self.of], at.data.numbers(self.table, self.place)
        rounds = claims.rounds or () if isinstance(claims, ClaimsMarks) else ()
        points = [row[number - 1] if number <= len(row) else 0 for number in rounds]
        reasons = [
            message("by_round", round=number, points=earned) for number, earned in zip(rounds, points, strict=True)
        ]
        return ReasonedPoints(sum(points), message("listed", entries=list_of(reasons)) if reasons else None)

    def formula(self, data: GameScoringData, _inputs: Mapping[str, InputSpec]) -> Message:
        return message("f_by_round", what=word_of(self.of), table=list_of(data.numbers(self.table, self.place), " "))

    def bounds(self, data: GameScoringData, inputs: Mapping[str, InputSpec]) -> tuple[int, int]:
        spec, row = inputs[self.of], data.numbers(self.table, self.place)
        most = spec.most if isinstance(spec, ClaimsSpec) else 1
        return min(0, most * min(row)), max(0, most * max(row))
