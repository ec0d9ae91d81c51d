"""An input that is one number, such as the filled boxes of a row, or points that are written down."""

from typing import Annotated, Literal

from generator.formulas.domains import Numbers, numbers_of
from generator.reading.phrase_templates import with_sign
from generator.reading.spec_class import spec_of
from generator.reading.structure import AtMost, NumberBounds, Text
from generator.reading.yaml_nodes import Node
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_reading import MOST_NUMBER, FilledFields, InputMarks, InputReadingContext
from generator.scoring.input_spec import INPUT_KINDS, Control, ControlOption, InputSpec, TickOrder
from generator.scoring.messages import Message, Value, list_of, message
from generator.scoring.typed_text import whole

MOST_ON_TOP = 9999
Bound = Annotated[int, NumberBounds(-MOST_NUMBER, MOST_NUMBER)]


@spec_of(INPUT_KINDS, "number")
class NumberSpec(InputSpec):
    """A whole number from `least` to `most`, which may have to be a `multiple_of` a number, or `one_of` a list.

    In formulas a number: `3 * stars`.
    `most_from` takes the upper bound from the data files: a number, or the length of a list.
    On a sheet it is a field to write in, or a row of boxes, INPUT.1, INPUT.2 and so on, whose value is the number of
    the last ticked box; a gap before that is a warning. With `reads: count` it is the number of ticked boxes, as for
    boxes whose ids end with letters or with the address of a room, such as INPUT.0203.
    If boxes are ticked for what is lost, `left_of` is what they are subtracted from. A number that is written in points
    is divided by `worth`, after the number in the field `less` was subtracted from it.
    """

    least: Annotated[Bound, AtMost("most", ("most_from",))] = 0
    most: Bound = 999
    most_from: Text | None = None
    multiple_of: Annotated[int, NumberBounds(1, MOST_NUMBER)] = 1
    one_of: tuple[Bound, ...] = ()
    reads: Literal["row", "count"] = "row"
    left_of: Annotated[int, NumberBounds(0, MOST_NUMBER)] = 0
    worth: Annotated[int, NumberBounds(1, MOST_NUMBER)] = 1
    less: str = ""

    @property
    def tick_order(self) -> TickOrder:
        return "row" if self.reads == "row" else "any"

    @property
    def heads(self) -> tuple[str, ...]:
        return (*self.fields, *self.digits)

    @property
    def counted_heads(self) -> tuple[str, ...]:
        return self.heads[:1]  # a track and the map may both show it

    @property
    def digits(self) -> tuple[str, ...]:
        return (*self.filled, *([self.less] if self.less else []))

    def domain(self, data: GameScoringData) -> Numbers:
        upper = data.length(self.most_from, self.place) if self.most_from else self.most
        if self.one_of:
            return numbers_of(self.one_of)
        if self.multiple_of > 1 and self.least <= upper:
            first = -(-self.least // self.multiple_of) * self.multiple_of
            return numbers_of({self.least, *range(first, upper + 1, self.multiple_of)})
        return Numbers(self.least, max(self.least, upper))

    def empty(self, _data: GameScoringData) -> InputMarks:
        return InputMarks(max(self.least, 0))

    def read(self, node: Node, context: InputReadingContext) -> InputMarks | None:
        number, domain = context.whole(node, context.what), self.domain(context.data)
        if number is None or context.within(number, domain.low, domain.high, context.what, node.place) is None:
            return None
        if domain.low <= number <= domain.high and number not in domain.values:
            text = message("not_multiple", what=context.what, value=number, each=self.multiple_of)
            if self.one_of:
                text = message("not_one_of", what=context.what, value=number, numbers=list_of(self.one_of))
            context.unfit(text, number, node.place)
        return InputMarks(number)

    def ask(self, _part: int, context: InputReadingContext) -> Message:
        domain = self.domain(context.data)
        return message("ask_number", what=context.word, least=domain.low, most=domain.high)

    def control(self, _part: int, context: InputReadingContext) -> Control:
        domain = self.domain(context.data)
        options = tuple(ControlOption(str(each), with_sign(each)) for each in self.one_of)
        return Control("number", domain.low, domain.high, self.multiple_of, options=options)

    def typed(self, text: str, _context: InputReadingContext) -> int:
        return whole(text or "0")

    def label(self, marks: InputMarks, _part: int | None, context: InputReadingContext) -> Value:
        return message("amount_of", what=context.word, amount=marks.plain)  # with the minus sign of print

    def on_sheet(self, fields: FilledFields, context: InputReadingContext) -> int:
        heads = (*self.fields, *self.filled)
        boxes = [self._boxes(fields, head, context) for head in heads if not fields.text(head)]
        return max([*boxes, *(self._written(fields, head, context) for head in heads if fields.text(head))], default=0)

    def _boxes(self, fields: FilledFields, head: str, context: InputReadingContext) -> int:
        """Return the number that the ticked boxes `head`.1, `head`.2 ... stand for, by `reads` and `left_of`."""
        marked = fields.filled_length(head) if self.reads == "row" else len(fields.below(head))
        if self.reads == "row" and (skipped := fields.gaps(head)):
            fields.warn_of_gaps(marked, skipped, context)
        if self.left_of and not marked:
            text = message("row_untouched", what=context.word)
            context.faults.warn("F014", text, fields.place, message("mark_the_row", name=head))
        return self.left_of - marked if self.left_of and marked else marked

    def _written(self, fields: FilledFields, head: str, context: InputReadingContext) -> int:
        """Return the number in a field minus that in the field `less`, divided by `worth`."""
        if self.worth == 1 and not self.less:
            number: int | None = self.typed_in(head, fields, context)
            return number or 0
        more = sum(fields.numbers(self.less, context, 0, MOST_ON_TOP)) if self.less else 0
        if self.less and not fields.text(self.less):
            text = message("needs_field", what=context.word, name=self.less)
            context.faults.add("F014", text, fields.place, message("correct_field", name=self.less))
            return self.least
        written, correct = fields.numbers(head, context), message("correct_field", name=head)
        points, domain = sum(written), self.domain(context.data)
        least, most = (each * self.worth + more for each in (domain.low, domain.high))
        if written and points < least:  # more than the most is reported when the number is read
            text = message("out_of_bounds", what=context.what, value=points, least=least, most=most)
            context.faults.warn("G010", text, fields.place, correct)
        if points and (points - more) % self.worth:
            text = message("not_multiple", what=context.what, value=points, each=self.worth)
            context.faults.add("G010", text, fields.place, correct)
        return max(0, points - more) // self.worth

    def takes(self, end: str, *, written: bool, data: GameScoringData) -> bool:
        return not end or not written
