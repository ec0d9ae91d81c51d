"""Points for each row, column and diagonal of a grid whose boxes are all ticked."""

from collections.abc import Container, Iterator, Mapping

from generator.diagnostics import need_known
from generator.reading.structure import Text
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_amounts import Number
from generator.scoring.input_spec import InputSpec, KeySlip
from generator.scoring.inputs.grid import LETTERS, GridName, GridSpec
from generator.scoring.line_spec import InputPartSpec, ReasonedPoints, ScoringContext, word_of
from generator.scoring.messages import Message, Value, list_of, message


class CompleteGridLines(InputPartSpec, kind="complete"):
    """Points for each complete row, column and diagonal of the grid `of`: with `rows: 5`, each row gives 5 points.

    Only a square grid has `diagonals`; `whole` gives points once if all boxes are ticked. `points_from` takes the
    points from a mapping of the data files with some of the keys row, column, diagonal and whole.
    """

    of: GridName
    rows: Number = 0
    columns: Number = 0
    diagonals: Number = 0
    whole: Number = 0
    points_from: Text = ""

    def slips(self, _said: Container[str]) -> Iterator[KeySlip]:
        given = self.rows or self.columns or self.diagonals or self.whole
        if bool(given) == bool(self.points_from):
            said = "points_from: gives the points already" if given else "this count gives no points"
            yield KeySlip("", said, "write rows: 5, columns:, diagonals: or whole:, or else points_from: alone")

    def points(self, data: GameScoringData) -> dict[str, int]:
        """Return the points by kind; raises InvalidInput for a mapping of the data with another key."""
        points = {"row": self.rows, "column": self.columns, "diagonal": self.diagonals, "whole": self.whole}
        for key in data.keys(self.points_from, self.place) if self.points_from else ():
            need_known(key, points, "G001", f"{self.points_from!r} has points for {key!r}", self.place)
            points[key] = data.number(f"{self.points_from}.{key}", self.place)
        return points

    def _each(self, spec: InputSpec | None, data: GameScoringData) -> list[tuple[str, int, int, list[str]]]:
        """Return each row, column and so on that gives points, as its kind, index, points and boxes."""
        if not isinstance(spec, GridSpec):
            return []
        points, lines = self.points(data), spec.lines
        lines = {**lines, "whole": [[box for boxes in lines["row"] for box in boxes]]}
        each = [(kind, at, points[kind], boxes) for kind in points for at, boxes in enumerate(lines[kind])]
        return [one for one in each if one[2]]

    def count(self, at: ScoringContext) -> ReasonedPoints:
        ticked = at.sheet[self.of].numbers_by_key
        complete = [one for one in self._each(at.inputs[self.of], at.data) if all(ticked.get(box) for box in one[3])]
        if not complete:
            return ReasonedPoints(0)
        reasons = [
            message("complete", what=_name(kind, number, boxes), count=len(boxes), points=points)
            for kind, number, points, boxes in complete
        ]
        return ReasonedPoints(sum(one[2] for one in complete), message("listed", entries=list_of(reasons)))

    def formula(self, data: GameScoringData, inputs: Mapping[str, InputSpec]) -> Message:
        points = self.points(data)
        given = (
            message("f_complete_row", points=points["row"]),
            message("f_complete_column", points=points["column"]),
            message("f_complete_diagonal", points=points["diagonal"]),
            message("f_complete_whole", points=points["whole"]),
        )
        entries = [said for said in given if dict(said.values)["points"]]
        return message("f_complete", what=word_of(self.of), entries=list_of(entries))

    def bounds(self, data: GameScoringData, inputs: Mapping[str, InputSpec]) -> tuple[int, int]:
        points = [one[2] for one in self._each(inputs[self.of], data)]
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
