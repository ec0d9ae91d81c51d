"""An input of boxes in rows and columns, with keys such as a1 and b3."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from generator.formulas.domains import Rows, YesNo, list_of_all
from generator.reading.spec_class import spec_of
from generator.reading.structure import NumberBounds
from generator.reading.yaml_nodes import Node
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_reading import FilledFields, InputMarks, InputReadingContext
from generator.scoring.input_spec import INPUT_KINDS, Control, ControlOption, InputSpec
from generator.scoring.messages import Message, UnreadableAnswer, Value, list_of, message

MOST_SIDE = 26
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@spec_of(INPUT_KINDS, "grid")
class GridSpec(InputSpec):
    """Boxes in rows a, b, c and columns 1, 2, 3; a score file lists the ticked ones, such as [a1, b3].

    On a sheet the id of a box ends with its key, such as hold.a1.
    In formulas each box is a yes-no, such as `hold.a1`; `.rows`, `.columns` and `.diagonals` are lists of lists of
    boxes, and `.all` is the list of all boxes: `5 * count(all(r) for r in hold.rows)`.
    """

    takes_none: ClassVar[bool] = True
    rows: Annotated[int, NumberBounds(1, MOST_SIDE)]
    columns: Annotated[int, NumberBounds(1, MOST_SIDE)]

    @property
    def lines(self) -> dict[str, list[list[str]]]:
        """The boxes of each line by its name in formulas: `rows`, `columns`, and `diagonals` of a square."""
        rows = [[f"{row}{column}" for column in range(1, self.columns + 1)] for row in LETTERS[: self.rows]]
        lines = {"rows": rows, "columns": [list(boxes) for boxes in zip(*rows, strict=True)]}
        if self.rows == self.columns:
            falling = [boxes[at] for at, boxes in enumerate(rows)]
            rising = [boxes[-1 - at] for at, boxes in enumerate(rows)]
            lines["diagonals"] = [falling, rising]
        return lines

    def keys_in(self, _data: GameScoringData) -> tuple[str, ...]:
        return tuple(key for row in self.lines["rows"] for key in row)

    def required_ends(self, data: GameScoringData) -> tuple[str, ...]:
        return self.keys_in(data)

    def _in_formulas(self, boxes: Mapping[str, Any], listed: Callable[[Iterable[Any]], Any]) -> dict[str, Any]:
        """Return boxes, and lists of them made by `listed`, by their names in formulas."""
        lines = {
            name: listed(listed(map(boxes.__getitem__, line)) for line in lines) for name, lines in self.lines.items()
        }
        return {**boxes, **lines, "all": listed(boxes.values())}

    def domain(self, data: GameScoringData) -> Rows:
        return Rows(self._in_formulas({key: YesNo() for key in self.keys_in(data)}, list_of_all), "grid")

    def value(self, marks: InputMarks, data: GameScoringData, _cards: Sequence[str | None] = ()) -> dict[str, Any]:
        return self._in_formulas({key: key in marks.plain for key in self.keys_in(data)}, tuple)

    def read(self, node: Node, context: InputReadingContext) -> InputMarks | None:
        cells, ticked = self.keys_in(context.data), list[str | None]()
        if node.is_map:
            ticked += [key for key, child in context.entries(node, cells) if context.number(child, 0, 1, key)]
        elif not context.listing(node):
            return None
        for child in node.value if node.is_list else ():
            key = context.key(child, cells)
            if key is not None and key in ticked:
                context.faults.add("G007", message("named_twice", name=key), child.place)
            ticked.append(key)
        return InputMarks([key for key in cells if key in ticked])

    def ask(self, _part: int, context: InputReadingContext) -> Message:
        keys = self.keys_in(context.data)
        return message("ask_grid", what=context.word, example=f"{keys[0]} {keys[-1]}")

    def draw(self, ticked: Sequence[str] = ()) -> str:
        """Return the grid as lines of text, x for a ticked box and . for an empty one."""
        wide = len(str(self.columns)) + 1
        head = "".join(f"{column:>{wide}}" for column in range(1, self.columns + 1))
        rows = ("".join(f"{'x' if key in ticked else '.':>{wide}}" for key in row) for row in self.lines["rows"])
        return "\n".join([f"   {head}", *(f"  {letter}{row}" for letter, row in zip(LETTERS, rows, strict=False))])

    def possible(self, _part: int, _context: InputReadingContext) -> Value:
        return message("possible", names=f"\n{self.draw()}")

    def control(self, _part: int, context: InputReadingContext) -> Control:
        options = tuple(ControlOption(key, key) for key in self.keys_in(context.data))
        return Control("grid", entries=self.columns, options=options)

    def typed(self, text: str, context: InputReadingContext) -> list[str]:
        cells, ticked = self.keys_in(context.data), re.findall(r"[a-z]\d+|[^\s,;]+", text.lower())
        for key in ticked:
            if key not in cells:
                raise UnreadableAnswer(message("no_such", text=key, names=list_of([cells[0], "...", cells[-1]])))
        return ticked

    def echo(self, marks: InputMarks, _part: int, _context: InputReadingContext) -> Value:
        return self.draw(marks.plain)

    def on_sheet(self, fields: FilledFields, context: InputReadingContext) -> list[str]:
        return [key for key in self.keys_in(context.data) if any(f"{head}.{key}" in fields.held for head in self.heads)]

    def takes(self, end: str, *, written: bool, data: GameScoringData) -> bool:
        return end in self.keys_in(data) and not written
