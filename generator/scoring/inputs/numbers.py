"""An input that is a list of numbers, such as one for each figure in play."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from generator.formulas.domains import Lists, Numbers
from generator.reading.structure import NumberBounds
from generator.reading.yaml_nodes import Node
from generator.scoring import input_spec
from generator.scoring.controls import Control
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.inputs.number import Bound
from generator.scoring.messages import Message, Value, message

Entries = Annotated[int, NumberBounds(0, 1000)]


@dataclass(frozen=True)
class NumbersMarks(input_spec.InputMarks):
    """A list of numbers."""

    values: tuple[int, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        return self.values

    @property
    def plain(self) -> list[int]:
        return list(self.values)


class NumbersSpec(input_spec.InputSpec, kind="numbers"):
    """A list of numbers, each from `least` to `most`.

    In formulas a list: `sum(prices)`, and `prices[1]` is the first.
    On a sheet all are written in one field, or each in its own, INPUT.1, INPUT.2 and so on. With `fields`, each is a
    row of boxes, such as INPUT.1.1, INPUT.1.2. `rows` lists the first parts of ids of other fields in the same rows: a
    mark there means that the row is in use, with `least` if none of its own boxes is ticked.
    """

    ticks_tell: ClassVar[bool] = False
    takes_none: ClassVar[bool] = True
    least: Bound = 0
    most: Bound = 999
    least_entries: Entries = 0
    most_entries: Entries = 99
    rows: tuple[str, ...] = ()

    @property
    def tick_order(self) -> Literal["any", "row", "one"]:
        return "row"

    @property
    def digits(self) -> tuple[str, ...]:
        return self.filled

    @property
    def told_by_photo(self) -> bool:
        return bool(self.heads)

    def domain(self, _data: GameScoringData) -> Lists:
        return Lists(Numbers(self.least, self.most), self.least_entries, self.most_entries)

    def value(self, marks: NumbersMarks, _data: GameScoringData, _cards: Sequence[str | None] = ()) -> tuple[int, ...]:
        return marks.values

    def empty(self, _data: GameScoringData) -> NumbersMarks:
        return NumbersMarks(())

    def read(self, node: Node, context: input_spec.InputReadingContext) -> NumbersMarks | None:
        bounds = self.least_entries, self.most_entries
        if not context.listing(node) or not context.has_entries(len(node.value), *bounds, node.place):
            return None
        numbers = [context.number(child, self.least, self.most, context.what) for child in node.value]
        return NumbersMarks(tuple(number for number in numbers if number is not None))

    def ask(self, _part: int, context: input_spec.InputReadingContext) -> Message:
        return message("ask_numbers", what=context.word, least=self.least, most=self.most)

    def possible(self, _part: int, _context: input_spec.InputReadingContext) -> Value:
        return message("range", least=self.least, most=self.most)

    def control(self, _part: int, _context: input_spec.InputReadingContext) -> Control:
        return Control("numbers", self.least, self.most, least_entries=self.least_entries, entries=self.most_entries)

    def answer(
        self, text: str, _part: int, _before: NumbersMarks, context: input_spec.InputReadingContext
    ) -> NumbersMarks:
        numbers = tuple(input_spec.wholes(text))
        if context.has_entries(len(numbers), self.least_entries, self.most_entries):
            for number in numbers:
                context.within(number, self.least, self.most, context.what)
        return NumbersMarks(numbers)

    def _rows(self, fields: input_spec.FilledFields, context: input_spec.InputReadingContext) -> tuple[int, ...]:
        """Return the number of ticks in each marked row, and `least` for rows that are missing."""
        firsts = [end.partition(".")[0] for head in (*self.fields, *self.rows) for end in fields.below(head)]
        marked = sorted({int(first) for first in firsts if first.isdecimal()})
        numbers = [sum(fields.filled_length(f"{head}.{row}") for head in self.fields) for row in marked]
        for number in numbers:
            context.within(number, self.least, self.most, context.what, fields.place)
        return (*numbers, *[self.least] * (self.least_entries - len(numbers)))

    def read_ticks(self, fields: input_spec.FilledFields, context: input_spec.InputReadingContext) -> NumbersMarks:
        if self.fields and not any(fields.text(head) or fields.texts(head) for head in self.heads):
            return NumbersMarks(self._rows(fields, context))
        names = [name for head in self.heads for name in (head, *(f"{head}.{each}" for each in fields.texts(head)))]
        numbers = [number for name in names for number in fields.numbers(name, self.least, self.most, context)]
        context.has_entries(len(numbers), self.least_entries, self.most_entries, fields.place)
        return NumbersMarks(tuple(numbers))

    def takes(self, end: str, *, written: bool, data: GameScoringData) -> bool:
        if not written:
            row, _, box = end.partition(".")
            return row.isdecimal() and box.isdecimal()
        return not end or end.isdecimal()

    def answer_text(self, marks: NumbersMarks, _part: int, _context: input_spec.InputReadingContext) -> str:
        return " ".join(str(number) for number in marks.values)
