"""An input that is a list of numbers, such as one for each figure in play."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

from generator.formulas.domains import Lists, Numbers
from generator.reading.spec_class import spec_of
from generator.reading.structure import AtMost, NumberBounds
from generator.reading.yaml_nodes import Node
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_reading import FilledFields, InputMarks, InputReadingContext
from generator.scoring.input_spec import INPUT_KINDS, Control, InputSpec, TickOrder
from generator.scoring.inputs.number import Bound
from generator.scoring.messages import Message, message
from generator.scoring.typed_text import whole, wholes

Entries = Annotated[int, NumberBounds(0, 1000)]


@spec_of(INPUT_KINDS, "numbers")
class NumbersSpec(InputSpec):
    """A list of numbers, each from `least` to `most`.

    In formulas a list: `sum(prices)`, and `prices[1]` is the first.
    On a sheet all are written in one field, or each in its own, INPUT.1, INPUT.2 and so on. With `fields`, each is a
    row of boxes, such as INPUT.1.1, INPUT.1.2. `rows` lists the first parts of ids of other fields in the same rows: a
    mark there means that the row is in use, with `least` if none of its own boxes is ticked.
    With `reads: row`, each tick in a row counts as the number of the row, as for INPUT.5.1 and INPUT.5.2: two fives.
    With `counted: multiplayer`, players enter the numbers only in a solo game, and otherwise how many there are.
    """

    takes_none: ClassVar[bool] = True
    least: Annotated[Bound, AtMost("most")] = 0
    most: Bound = 999
    least_entries: Annotated[Entries, AtMost("most_entries")] = 0
    most_entries: Entries = 99
    rows: tuple[str, ...] = ()
    reads: Literal["count", "row"] = "count"
    counted: Literal["", "multiplayer"] = ""

    @property
    def solo_differs(self) -> bool:
        return bool(self.counted)

    def _is_counted(self, context: InputReadingContext) -> bool:
        return self.solo_differs and not context.solo

    @property
    def tick_order(self) -> TickOrder:
        return "any" if self.reads == "row" else "row"

    @property
    def digits(self) -> tuple[str, ...]:
        return self.filled

    def domain(self, _data: GameScoringData) -> Lists:
        return Lists(Numbers(self.least, self.most), self.least_entries, self.most_entries)

    def value(self, marks: InputMarks, _data: GameScoringData, _cards: Sequence[str | None] = ()) -> tuple[int, ...]:
        return (self.least,) * marks.plain if isinstance(marks.plain, int) else tuple(marks.plain)

    def read(self, node: Node, context: InputReadingContext) -> InputMarks | None:
        is_counted = self._is_counted(context)
        if self.counted and is_counted == node.is_list:
            text = message("together_count" if is_counted else "alone_rounds", what=context.what)
            example = f"{context.name}: {'2' if is_counted else '[2, 5]'}"
            context.faults.add("G011", text, node.place, message("such_as", text=example))
            return None
        if is_counted:
            count = context.number(node, self.least_entries, self.most_entries, context.what)
            return None if count is None else InputMarks(count)
        bounds = self.least_entries, self.most_entries
        if not context.listing(node, "[3, 1]") or not context.has_entries(len(node.value), *bounds, node.place):
            return None
        numbers = [context.number(child, self.least, self.most, context.what) for child in node.value]
        return InputMarks([number for number in numbers if number is not None])

    def ask(self, _part: int, context: InputReadingContext) -> Message:
        if self._is_counted(context):
            return message("ask_number", what=context.word, least=self.least_entries, most=self.most_entries)
        if self.counted:
            return message("ask_rounds", what=context.word)
        return message("ask_numbers", what=context.word, least=self.least, most=self.most)

    def control(self, _part: int, context: InputReadingContext) -> Control:
        if self._is_counted(context):
            return Control("number", self.least_entries, self.most_entries)
        return Control("numbers", self.least, self.most, least_entries=self.least_entries, entries=self.most_entries)

    def typed(self, text: str, context: InputReadingContext) -> Any:
        return whole(text or "0") if self._is_counted(context) else wholes(text)

    def on_sheet(self, fields: FilledFields, context: InputReadingContext) -> Any:
        if self.reads == "row":
            return self._ticks(fields, context)
        if self.fields and not any(fields.text(head) or fields.texts(head) for head in self.heads):
            return self._rows(fields)
        names = [name for head in self.heads for name in (head, *(f"{head}.{each}" for each in fields.texts(head)))]
        return [number for name in names for number in fields.numbers(name, context)]

    def _rows(self, fields: FilledFields) -> list[int]:
        """Return the number of ticks in each marked row, and `least` for rows that are missing."""
        firsts = [end.partition(".")[0] for head in (*self.fields, *self.rows) for end in fields.below(head)]
        marked = sorted({int(first) for first in firsts if first.isdecimal()})
        numbers = [sum(fields.filled_length(f"{head}.{row}") for head in self.fields) for row in marked]
        return [*numbers, *[self.least] * (self.least_entries - len(numbers))]

    def _ticks(self, fields: FilledFields, context: InputReadingContext) -> Any:
        """Return the number of the row of each tick, or what is written there; how many if they are only counted."""
        ends = [end for head in self.heads for end in fields.below(head) if not fields.text(f"{head}.{end}")]
        rows = sorted(int(row) for end in ends if (row := end.partition(".")[0]).isdecimal())
        written = fields.written_below(self.heads)
        if self._is_counted(context):
            counts = [self.typed_in(name, fields, context) for name in written if name in self.heads]
            return counts[0] or 0 if counts else len(rows)
        return [*rows, *(number for name in written for number in fields.numbers(name, context))]

    def takes(self, end: str, *, written: bool, data: GameScoringData) -> bool:
        row, dot, box = end.partition(".")
        if written:
            return not end or end.isdecimal()
        is_row = row.isdecimal() and (self.reads == "count" or self.least <= int(row) <= self.most)
        return is_row and (box.isdecimal() or (self.reads == "row" and not dot))
