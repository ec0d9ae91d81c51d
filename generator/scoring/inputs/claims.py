"""An input for the number of claimed things or, in a solo game, the rounds they were claimed in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from generator.diagnostics import SourceLocation
from generator.formulas.domains import Lists, Numbers, Rows
from generator.reading.structure import NumberBounds
from generator.reading.yaml_nodes import Node
from generator.scoring import input_spec
from generator.scoring.controls import Control
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.messages import Message, Value, message

Few = Annotated[int, NumberBounds(1, 1000)]


@dataclass(frozen=True)
class ClaimsMarks(input_spec.InputMarks):
    """How many things were claimed, or the round of each."""

    count: int
    rounds: tuple[int, ...] | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        return (self.count,) if self.rounds is None else self.rounds

    @property
    def plain(self) -> object:
        return self.count if self.rounds is None else list(self.rounds)


class ClaimsSpec(input_spec.InputSpec, kind="claims"):
    """The number of claims, at most `most`; in a solo game the round of each claim, 1 to `rounds`.

    On a sheet it is a row of boxes, INPUT.1, INPUT.2 and so on, or a number in a field; in a solo game the numbers of
    the ticked boxes, or the written numbers, are rounds. Boxes for each round serve both: INPUT.5.1 is the first of
    round 5.
    In formulas a row: `tasks.count` is how many there are, and `tasks.rounds` lists the rounds of a solo game.
    """

    most: Few
    rounds: Few

    @property
    def solo_differs(self) -> bool:
        return True

    def domain(self, _data: GameScoringData) -> Rows:
        rounds = Lists(Numbers(1, self.rounds), 0, self.most)
        return Rows({"count": Numbers(0, self.most), "rounds": rounds})

    def value(self, marks: ClaimsMarks, _data: GameScoringData, _cards: Sequence[str | None] = ()) -> Mapping[str, Any]:
        return {"count": marks.count, "rounds": marks.rounds or ()}

    def empty(self, _data: GameScoringData) -> ClaimsMarks:
        return ClaimsMarks(0)

    def read(self, node: Node, context: input_spec.InputReadingContext) -> ClaimsMarks | None:
        if node.is_list:
            return self._read_rounds(node, context)
        count = context.number(node, 0, self.most, context.what)
        if count and context.solo:
            said = message("alone_rounds", what=context.what)
            context.faults.add("G011", said, node.place, message("such_as", text=f"{context.name}: [2, 5]"))
            return None
        return None if count is None else ClaimsMarks(count, () if context.solo else None)

    def _read_rounds(self, node: Node, context: input_spec.InputReadingContext) -> ClaimsMarks | None:
        if not context.solo:
            hint = message("such_as", text=f"{context.name}: 2")
            context.faults.add("G011", message("together_count", what=context.what), node.place, hint)
            return None
        if not self._counted(len(node.value), context, node.place):
            return None
        rounds = [context.number(child, 1, self.rounds, message("round")) for child in node.value]
        return ClaimsMarks(len(rounds), tuple(number for number in rounds if number is not None))

    def ask(self, _part: int, context: input_spec.InputReadingContext) -> Message:
        if context.solo:
            return message("ask_rounds", what=context.word)
        return message("ask_number", what=context.word, least=0, most=self.most)

    def possible(self, _part: int, context: input_spec.InputReadingContext) -> Value:
        return (
            message("range", least=1, most=self.rounds) if context.solo else message("range", least=0, most=self.most)
        )

    def control(self, _part: int, context: input_spec.InputReadingContext) -> Control:
        return Control("rounds", 1, self.rounds, entries=self.most) if context.solo else Control("number", 0, self.most)

    def answer(
        self, text: str, _part: int, _before: ClaimsMarks, context: input_spec.InputReadingContext
    ) -> ClaimsMarks:
        if not context.solo:
            count = input_spec.whole(text or "0")
            context.within(count, 0, self.most, context.what)
            return ClaimsMarks(count)
        rounds = tuple(input_spec.wholes(text))
        self._counted(len(rounds), context)
        for number in rounds:
            context.within(number, 1, self.rounds, message("round"))
        return ClaimsMarks(len(rounds), rounds)

    def read_ticks(self, fields: input_spec.FilledFields, context: input_spec.InputReadingContext) -> ClaimsMarks:
        """Return the count of ticked boxes or the written number; in a solo game the ticked or written rounds."""
        for head in self.heads:
            if fields.text(head):
                return fields.read_answer(self, head, ClaimsMarks(0, () if context.solo else None), context)  # type: ignore[no-any-return]
        parts = [end.partition(".") for head in self.heads for end in fields.below(head)]
        by_round = tuple(sorted(int(number) for number, dot, _ in parts if dot and number.isdecimal()))
        if by_round:  # each round has boxes of its own
            self._counted(len(by_round), context, fields.place)
            return ClaimsMarks(len(by_round), by_round if context.solo else None)
        if not context.solo:
            count = max((fields.filled_length(head) for head in self.heads), default=0)
            context.within(count, 0, self.most, context.what, fields.place)
            return ClaimsMarks(count)
        boxes = [(f"{head}.{end}", end) for head in self.heads for end in fields.texts(head)]
        written = [fields.numbers(name, 1, self.rounds, context) if fields.text(name) else [end] for name, end in boxes]
        rounds = tuple(number for numbers in written for number in numbers)
        self._counted(len(rounds), context, fields.place)
        return ClaimsMarks(len(rounds), rounds)

    def takes(self, end: str, *, written: bool, data: GameScoringData) -> bool:
        number, dot, box = end.partition(".")
        if not dot:
            return not end or end.isdecimal()
        return not written and box.isdecimal() and number.isdecimal() and 1 <= int(number) <= self.rounds

    def _counted(
        self, count: int, context: input_spec.InputReadingContext, place: SourceLocation = input_spec.TYPED
    ) -> bool:
        if count > self.most:
            context.faults.warn(
                "G010", message("too_many_claims", what=context.what, count=count, most=self.most), place
            )
        return count <= input_spec.MOST_ENTRIES

    def answer_text(self, marks: ClaimsMarks, _part: int, _context: input_spec.InputReadingContext) -> str:
        return str(marks.count) if marks.rounds is None else " ".join(str(number) for number in marks.rounds)
