"""An input that is one number, such as the filled boxes of a row, or points that are written down."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from generator.diagnostics import SourceLocation
from generator.formulas.domains import Numbers, numbers_of
from generator.reading.structure import NumberBounds, Text
from generator.reading.yaml_nodes import Node
from generator.scoring import input_spec
from generator.scoring.controls import Control, ControlOption
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.messages import Message, Value, list_of, message
from generator.scoring.references import MapCount

MOST_ON_TOP = 9999
Bound = Annotated[int, NumberBounds(-999_999, 999_999)]


@dataclass(frozen=True)
class NumberMarks(input_spec.InputMarks):
    """The value of an input that is a number, or yes or no, which count 1 or 0."""

    value: int

    @property
    def numbers(self) -> tuple[int, ...]:
        return (int(self.value),)

    @property
    def plain(self) -> int:
        return self.value


class NumberSpec(input_spec.InputSpec, kind="number"):
    """A whole number from `least` to `most`, which may have to be a `multiple_of` a number, or `one_of` a list.

    In formulas a number: `3 * stars`.
    `most_from` takes the upper bound from the data files: a number, or the length of a list. `most_on_map` bounds it
    by a count of the map that is played, such as its rooms.
    On a sheet it is a field to write in, or a row of boxes, INPUT.1, INPUT.2 and so on, whose value is the number of
    the last ticked box; a gap before that is a warning. With `reads: count` it is the number of ticked boxes, as for
    boxes whose ids end with letters or with the address of a room, such as INPUT.0203.
    If boxes are ticked for what is lost, `left_of` is what they are subtracted from. A number that is written in points
    is divided by `worth`, after the number in the field `less` was subtracted from it.
    """

    least: Bound = 0
    most: Bound = 999
    most_from: Text | None = None
    most_on_map: MapCount = ""
    multiple_of: Annotated[int, NumberBounds(1, 999_999)] = 1
    one_of: tuple[Bound, ...] = ()
    reads: Literal["row", "count"] = "row"
    left_of: Annotated[int, NumberBounds(0, 999_999)] = 0
    worth: Annotated[int, NumberBounds(1, 999_999)] = 1
    less: str = ""

    @property
    def tick_order(self) -> Literal["any", "row", "one"]:
        return "row" if self.reads == "row" else "any"

    @property
    def counted_heads(self) -> tuple[str, ...]:
        return self.heads[:1]  # a track and the map may both show it

    @property
    def digits(self) -> tuple[str, ...]:
        return (*self.filled, *([self.less] if self.less else []))

    @property
    def told_by_photo(self) -> bool:
        return bool(self.heads)

    def upper(self, data: GameScoringData) -> int:
        """Return the upper bound."""
        most = data.length(self.most_from, self.place) if self.most_from else self.most
        return min(most, data.on_map.counts.get(self.most_on_map, most)) if data.on_map.sure else most

    def check_number(
        self, number: int, context: input_spec.InputReadingContext, place: SourceLocation = input_spec.TYPED
    ) -> int | None:
        """Return the number, with a warning if no sheet can have it; a fault and None if it is too large to be one."""
        upper = self.upper(context.data)
        if not self.least <= number <= upper:
            return context.within(number, self.least, upper, context.what, place)
        if self.one_of and number not in self.one_of:
            context.faults.warn(
                "G010", message("not_one_of", what=context.what, value=number, numbers=list_of(self.one_of)), place
            )
        elif number % self.multiple_of:
            context.faults.warn(
                "G010", message("not_multiple", what=context.what, value=number, each=self.multiple_of), place
            )
        return number

    def domain(self, data: GameScoringData) -> Numbers:
        upper = self.upper(data)
        if self.one_of:
            return numbers_of(self.one_of)
        if self.multiple_of > 1 and self.least <= upper:
            first = -(-self.least // self.multiple_of) * self.multiple_of
            return numbers_of({self.least, *range(first, upper + 1, self.multiple_of)})
        return Numbers(self.least, upper)

    def value(self, marks: NumberMarks, _data: GameScoringData, _cards: Sequence[str | None] = ()) -> int:
        return marks.value

    def empty(self, _data: GameScoringData) -> NumberMarks:
        return NumberMarks(max(self.least, 0))

    def read(self, node: Node, context: input_spec.InputReadingContext) -> NumberMarks | None:
        number = context.whole(node, context.what)
        return None if number is None or self.check_number(number, context, node.place) is None else NumberMarks(number)

    def ask(self, _part: int, context: input_spec.InputReadingContext) -> Message:
        return message("ask_number", what=context.word, least=self.least, most=self.upper(context.data))

    def possible(self, _part: int, context: input_spec.InputReadingContext) -> Value:
        if self.one_of:
            return message("possible", names=list_of(self.one_of))
        return message("range", least=self.least, most=self.upper(context.data))

    def control(self, _part: int, context: input_spec.InputReadingContext) -> Control:
        options = tuple(ControlOption(str(each), str(each)) for each in self.one_of)
        return Control("number", self.least, self.upper(context.data), self.multiple_of, options=options)

    def answer(
        self, text: str, _part: int, _before: NumberMarks, context: input_spec.InputReadingContext
    ) -> NumberMarks:
        number = input_spec.whole(text or "0")
        self.check_number(number, context)
        return NumberMarks(number)

    def answer_text(self, marks: NumberMarks, _part: int, _context: input_spec.InputReadingContext) -> str:
        return str(marks.value)

    def label(self, marks: NumberMarks, _part: int | None, context: input_spec.InputReadingContext) -> Value:
        return message("amount_of", what=context.word, amount=marks.value)  # with the minus sign of print

    @property
    def heads(self) -> tuple[str, ...]:
        return (*super().heads, *([self.less] if self.less else []))

    def read_ticks(self, fields: input_spec.FilledFields, context: input_spec.InputReadingContext) -> NumberMarks:
        heads = (*self.fields, *self.filled)
        boxes = [self._boxes(fields, head, context) for head in heads if not fields.text(head)]
        texts = [self._written(fields, head, context) for head in heads if fields.text(head)]
        number = max([*boxes, *texts], default=0)
        if not texts:
            self.check_number(number, context, fields.place)
        return NumberMarks(number)

    def _boxes(self, fields: input_spec.FilledFields, head: str, context: input_spec.InputReadingContext) -> int:
        """Return the number that the ticked boxes `head`.1, `head`.2 ... stand for, by `reads` and `left_of`."""
        marked = fields.filled_length(head) if self.reads == "row" else len(fields.below(head))
        if self.reads == "row" and (skipped := fields.gaps(head)):
            fields.warn_of_gaps(marked, skipped, context)
        if self.left_of and not marked:
            said = message("row_untouched", what=context.word)
            context.faults.warn("F014", said, fields.place, message("mark_the_row", name=head))
        return self.left_of - marked if self.left_of and marked else marked

    def _written(self, fields: input_spec.FilledFields, head: str, context: input_spec.InputReadingContext) -> int:
        """Return the number in a field minus that in the field `less`, divided by `worth`."""
        if self.worth == 1 and not self.less:
            number: int = fields.read_answer(self, head, self.empty(context.data), context).value
            return number
        more = sum(fields.numbers(self.less, 0, MOST_ON_TOP, context)) if self.less else 0
        if self.less and not fields.text(self.less):
            said = message("needs_field", what=context.word, name=self.less)
            context.faults.add("F014", said, fields.place, message("correct_field", name=self.less))
            return self.least
        points = sum(
            fields.numbers(head, self.least * self.worth + more, self.upper(context.data) * self.worth + more, context)
        )
        if points and (points - more) % self.worth:
            said = message("not_multiple", what=context.what, value=points, each=self.worth)
            context.faults.add("G010", said, fields.place, message("correct_field", name=head))
        return max(0, points - more) // self.worth

    def takes(self, end: str, *, written: bool, data: GameScoringData) -> bool:
        return not end or not written
