"""Points for each row, column and diagonal of a grid whose boxes are all ticked."""

from collections.abc import Container, Iterator, Mapping

from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_amounts import Number
from generator.scoring.input_spec import InputSpec
from generator.scoring.inputs.grid import LETTERS, GridName, GridSpec
from generator.scoring.line_spec import InputPartSpec, KeySlip, ReasonedPoints, ScoringContext, word_of
from generator.scoring.messages import Message, Value, list_of, message


class CompleteGridLines(InputPartSpec, kind="complete"):
    """Points for each complete row, column and diagonal of the grid `of`: with `rows: 5`, each row gives 5 points.

    Only a square grid has `diagonals`; `whole` gives points once if all boxes are ticked.
    """

    of: GridName
    rows: Number = 0
    columns: Number = 0
    diagonals: Number = 0
    whole: Number = 0

    def slips(self, _said: Container[str]) -> Iterator[KeySlip]:
        if not (self.rows or self.columns or self.diagonals or self.whole):
            yield KeySlip("", "this count gives no points", "write rows: 5, columns:, diagonals: or whole:")

    def _each(self, spec: InputSpec | None) -> list[tuple[str, int, int, list[str]]]:
        """Return each row, column and so on that gives points, as its kind, index, points and boxes."""
        if not isinstance(spec, GridSpec):
            return []
        lines, points = spec.lines, {"row": self.rows, "column": self.columns, "diagonal": self.diagonals}
        each = [(kind, at, points[kind], boxes) for kind in points for at, boxes in enumerate(lines[kind])]
        each.append(("whole", 0, self.whole, [box for boxes in lines["row"] for box in boxes]))
        return [one for one in each if one[2]]

    def count(self, at: ScoringContext) -> ReasonedPoints:
        ticked = at.sheet[self.of].numbers_by_key
        complete = [one for one in self._each(at.inputs[self.of]) if all(ticked.get(box) for box in one[3])]
        if not complete:
            return ReasonedPoints(0)
        reasons = [
            message("complete", what=_name(kind, number, boxes), count=len(boxes), points=points)
            for kind, number, points, boxes in complete
        ]
        return ReasonedPoints(sum(one[2] for one in complete), message("listed", entries=list_of(reasons)))

    def formula(self, data: GameScoringData, inputs: Mapping[str, InputSpec]) -> Message:
        given = (
            message("f_complete_row", points=self.rows),
            message("f_complete_column", points=self.columns),
            message("f_complete_diagonal", points=self.diagonals),
            message("f_complete_whole", points=self.whole),
        )
        entries = [said for said in given if dict(said.values)["points"]]
        return message("f_complete", what=word_of(self.of), entries=list_of(entries))

    def bounds(self, data: GameScoringData, inputs: Mapping[str, InputSpec]) -> tuple[int, int]:
        points = [one[2] for one in self._each(inputs[self.of])]
        return sum(each for each in points if each < 0), sum(each for each in points if each > 0)


def _name(kind: str, number: int, boxes: list[str]) -> Value:
    """Return the name of a complete line: the letter of a row, the number of a column, the ends of a diagonal."""
    match kind:
        case "row":
            return message("grid_row", name=LETTERS[number])
        case "column":
            return message("grid_column", name=number + 1)
        case "diagonal":
            return message("grid_diagonal", name=f"{boxes[0]}–{boxes[-1]}")
    return message("grid_whole")
