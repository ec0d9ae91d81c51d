"""A number from least to most, such as filled boxes of a row, or points that are written down."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from generator.diagnostics import SourceLocation
from generator.reading.structure import NumberBounds, Text
from generator.reading.yaml_nodes import Node
from generator.scoring.controls import Control, ControlOption
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_spec import (
    TYPED,
    FilledFields,
    InputMarks,
    InputReadingContext,
    InputSpec,
    InputValueRange,
    input_kind,
    whole,
)
from generator.scoring.messages import Message, Value, list_of, message
from generator.scoring.references import MapCount

MOST_NAMED = 8  # boxes that a row leaves empty
MANY = 1000  # no more numbers are tried one by one
MOST_ON_TOP = 9999
Bound = Annotated[int, NumberBounds(-999_999, 999_999)]


@dataclass(frozen=True)
class NumberMarks(InputMarks):
    """A number, or yes or no, which counts 1 or 0."""

    value: int

    @property
    def numbers(self) -> tuple[int, ...]:
        return (int(self.value),)

    @property
    def plain(self) -> int:
        return self.value


@input_kind("number")
@dataclass(frozen=True, kw_only=True)
class NumberSpec(InputSpec):
    """A number; `most_from` takes its upper end from the data files: a number, or how many boxes a row there has.

    `most_on_map` says of what the map that is played has no more, such as its rooms.

    Only those that are a `multiple_of` a number, or `one_of` some, where that is said. On a sheet a field to write
    in, or boxes to tick. Those of a row, .1, .2 and on, are read as far as the last ticked one, and a gap before it
    is told; where each tick counts by itself write `reads: count`. Boxes that are called by letters or by addresses,
    such as .0203, are counted in any case. Where
    the boxes tell what is gone, it is what is left of `left_of`; what is written may be points, each `worth` so
    many, and may hold what the field of `less` holds on top.
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

    def upper(self, lookup: GameScoringData) -> int:
        """Return the highest number it takes."""
        most = lookup.length(self.most_from, self.place) if self.most_from else self.most
        return min(most, lookup.on_map.counts.get(self.most_on_map, most)) if lookup.on_map.sure else most

    def check_number(self, number: int, at: InputReadingContext, place: SourceLocation = TYPED) -> int | None:
        """Return a number that can stand on a sheet, else None and a fault."""
        if at.within(number, self.least, self.upper(at.lookup), at.what, place) is None:
            return None
        if self.one_of and number not in self.one_of:
            said = message("not_one_of", what=at.what, value=number, numbers=list_of(self.one_of))
        elif number % self.multiple_of:
            said = message("not_multiple", what=at.what, value=number, each=self.multiple_of)
        else:
            return number
        at.faults.add("G010", said, place)
        return None

    def every(self, at: InputReadingContext) -> Sequence[NumberMarks] | None:
        numbers = self.one_of or range(self.least, self.upper(at.lookup) + 1)
        if len(numbers) > MANY:
            return None
        return [NumberMarks(number) for number in numbers if number % self.multiple_of == 0]

    def extent(self, lookup: GameScoringData) -> InputValueRange:
        numbers = [number for number in self.one_of if self.least <= number <= self.upper(lookup)]
        return InputValueRange(min(numbers, default=self.least), max(numbers, default=self.upper(lookup)))

    def empty(self, _lookup: GameScoringData) -> NumberMarks:
        return NumberMarks(max(self.least, 0))

    def read(self, node: Node, at: InputReadingContext) -> NumberMarks | None:
        number = at.number(node, self.least, self.upper(at.lookup), at.what)
        return None if number is None or self.check_number(number, at, node.place) is None else NumberMarks(number)

    def ask(self, _part: int, at: InputReadingContext) -> Message:
        return message("ask_number", what=at.word, least=self.least, most=self.upper(at.lookup))

    def possible(self, _part: int, at: InputReadingContext) -> Value:
        if self.one_of:
            return message("possible", names=list_of(self.one_of))
        return message("range", least=self.least, most=self.upper(at.lookup))

    def control(self, _part: int, at: InputReadingContext) -> Control:
        options = tuple(ControlOption(str(each), str(each)) for each in self.one_of)
        return Control("number", self.least, self.upper(at.lookup), self.multiple_of, options=options)

    def answer(self, text: str, _part: int, _before: NumberMarks, at: InputReadingContext) -> NumberMarks:
        number = whole(text or "0")
        self.check_number(number, at)
        return NumberMarks(number)

    def answer_text(self, marks: NumberMarks, _part: int, _at: InputReadingContext) -> str:
        return str(marks.value)

    @property
    def heads(self) -> tuple[str, ...]:
        return (*super().heads, *([self.less] if self.less else []))

    def read_ticks(self, ticks: FilledFields, at: InputReadingContext) -> NumberMarks:
        heads = (*self.fields, *self.filled)
        boxes = [self._boxes(ticks, head, at) for head in heads if not ticks.text(head)]
        texts = [self._written(ticks, head, at) for head in heads if ticks.text(head)]
        number = max([*boxes, *texts], default=0)
        if not texts:
            self.check_number(number, at, ticks.place)
        return NumberMarks(number)

    def _boxes(self, ticks: FilledFields, head: str, at: InputReadingContext) -> int:
        """Return the number that the boxes of a row stand for."""
        marked = ticks.filled_length(head) if self.reads == "row" else len(ticks.below(head))
        if self.reads == "row" and (skipped := ticks.gaps(head)):
            names = list_of([*skipped[:MOST_NAMED], *(["..."] if len(skipped) > MOST_NAMED else [])])
            said = message("row_with_gaps", what=at.word, last=marked, names=names, count=len(skipped))
            at.faults.warn("F015", said, ticks.place, message("tick_or_count"))
        if self.left_of and not marked:
            said = message("row_untouched", what=at.word)
            at.faults.warn("F014", said, ticks.place, message("mark_the_row", name=head))
        return self.left_of - marked if self.left_of and marked else marked

    def _written(self, ticks: FilledFields, head: str, at: InputReadingContext) -> int:
        """Return the number in a field, less the one in the field of `less`, divided by `worth`."""
        if self.worth == 1 and not self.less:
            number: int = ticks.read_answer(self, head, self.empty(at.lookup), at).value
            return number
        more = sum(ticks.numbers(self.less, 0, MOST_ON_TOP, at)) if self.less else 0
        if self.less and not ticks.text(self.less):
            said = message("needs_field", what=at.word, name=self.less)
            at.faults.add("F014", said, ticks.place, message("correct_field", name=self.less))
            return self.least
        points = sum(ticks.numbers(head, self.least * self.worth + more, self.upper(at.lookup) * self.worth + more, at))
        if points and (points - more) % self.worth:
            said = message("not_multiple", what=at.what, value=points, each=self.worth)
            at.faults.add("G010", said, ticks.place, message("correct_field", name=head))
        return max(0, points - more) // self.worth

    def takes(self, end: str, *, written: bool, lookup: GameScoringData) -> bool:
        return not end or not written
