"""An input of boxes in rows and columns, with keys such as a1 and b3."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from generator.formulas.domains import Domain, Lists, Rows, YesNo
from generator.reading.structure import NumberBounds
from generator.reading.yaml_nodes import Node
from generator.scoring.controls import Control, ControlOption
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_spec import FilledFields, InputReadingContext
from generator.scoring.inputs.group import KeyedNumbersMarks, KeyedNumbersSpec
from generator.scoring.messages import Message, UnreadableAnswer, Value, list_of, message

MOST_SIDE = 26
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class GridMarks(KeyedNumbersMarks):
    """The boxes of a grid, 1 where ticked."""

    @property
    def plain(self) -> list[str]:  # type: ignore[override]
        return [key for key, number in self.by_key.items() if number]


class GridSpec(KeyedNumbersSpec, kind="grid"):
    """Boxes in rows a, b, c and columns 1, 2, 3; a score file lists the ticked ones, such as [a1, b3].

    On a sheet the id of a box ends with its key, such as hold.a1.
    In formulas each box is a yes-no, such as `hold.a1`; `.rows`, `.columns` and `.diagonals` are lists of lists of
    boxes, and `.all` is the list of all boxes: `5 * count(all(r) for r in hold.rows)`.
    """

    rows: Annotated[int, NumberBounds(1, MOST_SIDE)]
    columns: Annotated[int, NumberBounds(1, MOST_SIDE)]

    @property
    def lines(self) -> dict[str, list[list[str]]]:
        """The boxes of each row, column and diagonal, by kind; only a square grid has diagonals."""
        rows = [[f"{row}{column}" for column in range(1, self.columns + 1)] for row in LETTERS[: self.rows]]
        found = {"row": rows, "column": [list(boxes) for boxes in zip(*rows, strict=True)]}
        falling = [boxes[at] for at, boxes in enumerate(rows)] if self.rows == self.columns else []
        rising = [boxes[-1 - at] for at, boxes in enumerate(rows)] if self.rows == self.columns else []
        return {**found, "diagonal": [each for each in (falling, rising) if each]}

    def keys_in(self, _data: GameScoringData) -> tuple[str, ...]:
        return tuple(key for row in self.lines["row"] for key in row)

    def domain(self, data: GameScoringData) -> Rows:
        boxes = {key: YesNo() for key in self.keys_in(data)}
        listed = {name: [[YesNo()] * len(line) for line in lines] for name, lines in self.parts_in_formulas.items()}
        lists = {name: _listed([_listed(line) for line in lines]) for name, lines in listed.items()}
        return Rows(boxes | lists | {"all": _listed([*boxes.values()])}, "grid")

    def value(
        self, marks: KeyedNumbersMarks, _data: GameScoringData, _cards: Sequence[str | None] = ()
    ) -> Mapping[str, Any]:
        ticked = {key: bool(number) for key, number in marks.by_key.items()}
        lines = {
            name: tuple(tuple(ticked[key] for key in line) for line in lines)
            for name, lines in self.parts_in_formulas.items()
        }
        return {**ticked, **lines, "all": tuple(ticked.values())}

    @property
    def parts_in_formulas(self) -> dict[str, list[list[str]]]:
        """The boxes of each line in formulas: `.rows`, `.columns`, and `.diagonals` of a square."""
        return {f"{kind}s": each for kind, each in self.lines.items() if each}

    def empty(self, data: GameScoringData) -> GridMarks:
        return GridMarks(dict.fromkeys(self.keys_in(data), 0))

    def read(self, node: Node, context: InputReadingContext) -> GridMarks | None:
        if node.is_map:
            marks = super().read(node, context)
            return GridMarks(marks.by_key) if marks is not None else None
        if not context.listing(node):
            return None
        known = self.keys_in(context.data)
        ticked = [context.key(each, known) for each in node.value]
        for at, key in enumerate(ticked):
            if key is not None and key in ticked[:at]:
                context.faults.add("G007", message("named_twice", name=key), node.value[at].place)
        return GridMarks({key: int(key in ticked) for key in known})

    def ask(self, _part: int, context: InputReadingContext) -> Message:
        keys = self.keys_in(context.data)
        return message("ask_grid", what=context.word, example=f"{keys[0]} {keys[-1]}")

    def draw(self, ticked: Sequence[str] = ()) -> str:
        """Return the grid as lines of text, x for a ticked box and . for an empty one."""
        wide = len(str(self.columns)) + 1
        head = "".join(f"{column:>{wide}}" for column in range(1, self.columns + 1))
        rows = ("".join(f"{'x' if key in ticked else '.':>{wide}}" for key in row) for row in self.lines["row"])
        return "\n".join([f"   {head}", *(f"  {letter}{row}" for letter, row in zip(LETTERS, rows, strict=False))])

    def possible(self, _part: int, _context: InputReadingContext) -> Value:
        return message("possible", names=f"\n{self.draw()}")

    def control(self, _part: int, context: InputReadingContext) -> Control:
        options = tuple(ControlOption(key, key) for key in self.keys_in(context.data))
        return Control("grid", entries=self.columns, options=options)

    def answer(self, text: str, _part: int, _before: KeyedNumbersMarks, context: InputReadingContext) -> GridMarks:
        known, ticked = self.keys_in(context.data), re.findall(r"[a-z]\d+|[^\s,;]+", text.lower())
        for at, key in enumerate(ticked):
            if key not in known:
                raise UnreadableAnswer(message("no_such", text=key, names=list_of([known[0], "...", known[-1]])))
            if key in ticked[:at]:
                raise UnreadableAnswer(message("named_twice", name=key))
        return GridMarks({key: int(key in ticked) for key in known})

    def answer_text(self, marks: KeyedNumbersMarks, _part: int, _context: InputReadingContext) -> str:
        return " ".join(key for key, number in marks.by_key.items() if number)

    page_answer = answer_text

    def read_ticks(self, fields: FilledFields, context: InputReadingContext) -> GridMarks:
        keys = self.keys_in(context.data)
        return GridMarks({key: int(any(f"{head}.{key}" in fields.held for head in self.heads)) for key in keys})

    def takes(self, end: str, *, written: bool, data: GameScoringData) -> bool:
        return end in self.keys_in(data) and not written

    def echo(self, marks: KeyedNumbersMarks, _part: int, _context: InputReadingContext) -> Value:
        return self.draw([key for key, number in marks.by_key.items() if number])


def _listed(entries: Sequence[Domain]) -> Lists:
    known = tuple(entries)
    entry = known[0] if known else YesNo()
    return Lists(entry, len(known), len(known), known)
