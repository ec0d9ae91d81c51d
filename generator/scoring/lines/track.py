"""Points printed at the last filled box of a track."""

from collections.abc import Mapping

from generator.reading.structure import Text
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_amounts import InputAggregateSpec, Number
from generator.scoring.input_spec import InputMarks, InputSpec
from generator.scoring.line_spec import LinePartSpec, ReasonedPoints, ScoringContext, words_of
from generator.scoring.messages import Message, key_word, list_of, message


class TrackPointsLine(InputAggregateSpec, LinePartSpec, kind="track"):
    """The points in the list `table` for the amount, or their `field`; `first` is the amount of the first entry.

    An amount below `first` is worth 0.
    """

    table: Text
    field: str = ""
    first: Number = 0

    def row(self, data: GameScoringData) -> tuple[int, ...]:
        """Return the points of each entry of the track, in order."""
        return data.numbers(self.table, self.place, self.field)

    def count(self, at: ScoringContext) -> ReasonedPoints:
        amount, row = self.on(at.sheet), self.row(at.data)
        index = amount - self.first
        points = row[min(index, len(row) - 1)] if index >= 0 else 0
        if self.reduce == "least":
            name, weakest = self._weakest(at.sheet, amount)
            who = key_word(at.inputs[name].words, weakest)
            return ReasonedPoints(points, message("least", who=who, level=amount, points=points))
        if not amount:
            return ReasonedPoints(points)
        return ReasonedPoints(points, message("track", what=words_of(self.of, at.inputs), count=amount, points=points))

    def _weakest(self, sheet: Mapping[str, InputMarks], least: int) -> tuple[str, str]:
        """Return the input, and its key, that has the number `least`, the lowest on the sheet."""
        for name, _, key in (each.partition(".") for each in self.of):
            for own, number in sheet[name].numbers_by_key.items():
                if number == least and key in ("", own):
                    return name, own
        return self.of[0].partition(".")[0], ""

    def formula(self, data: GameScoringData, inputs: Mapping[str, InputSpec]) -> Message:
        key = "f_track_least" if self.reduce == "least" else "f_track"
        row = self.row(data)
        if self.first in (0, 1):
            table = list_of(row, " ")
        else:
            steps = enumerate(row, self.first)
            table = list_of(message("f_step", bound=bound, points=points) for bound, points in steps)
        return message(key, what=words_of(self.of, inputs), table=table)

    def bounds(self, data: GameScoringData, _inputs: Mapping[str, InputSpec]) -> tuple[int, int]:
        row = self.row(data)
        return min(0, *row), max(0, *row)
