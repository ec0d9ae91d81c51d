"""How many things were claimed; in a game alone, the rounds they were claimed in."""

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Annotated

from generator.diagnostics import SourceLocation
from generator.reading.structure import NumberBounds
from generator.reading.yaml_nodes import Node
from generator.scoring.controls import Control
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
    wholes,
)
from generator.scoring.messages import Message, Value, message
from generator.scoring.references import InputNameAnnotation

FEW_CLAIMS = 4  # of no more all rounds are tried one by one
Few = Annotated[int, NumberBounds(1, 1000)]


@dataclass(frozen=True)
class ClaimsMarks(InputMarks):
    """How many, or the rounds they were claimed in."""

    count: int
    rounds: tuple[int, ...] | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        return (self.count,) if self.rounds is None else self.rounds

    @property
    def plain(self) -> object:
        return self.count if self.rounds is None else list(self.rounds)


@input_kind("claims")
@dataclass(frozen=True, kw_only=True)
class ClaimsSpec(InputSpec):
    """At most `most` claims, alone in rounds 1 to `rounds`.

    On a sheet a row of boxes to tick, .1, .2 and on, or a number in a field; alone the numbers of the boxes, or what is
    written, are the rounds. Or boxes for each round, .5.1 the first of round 5, which tell both.
    """

    most: Few
    rounds: Few

    @property
    def solo_differs(self) -> bool:
        return True

    def extent(self, _lookup: GameScoringData) -> InputValueRange:
        return InputValueRange(0, self.most)

    def every(self, at: InputReadingContext) -> list[ClaimsMarks] | None:
        if not at.solo:
            return [ClaimsMarks(count) for count in range(self.most + 1)]
        if self.most > FEW_CLAIMS:
            return None
        rounds, counts = range(1, self.rounds + 1), range(self.most + 1)
        return [ClaimsMarks(count, each) for count in counts for each in combinations_with_replacement(rounds, count)]

    def empty(self, _lookup: GameScoringData) -> ClaimsMarks:
        return ClaimsMarks(0)

    def read(self, node: Node, at: InputReadingContext) -> ClaimsMarks | None:
        if node.is_list:
            return self._read_rounds(node, at)
        count = at.number(node, 0, self.most, at.what)
        if count and at.solo:
            at.faults.add(
                "G011", message("alone_rounds", what=at.what), node.place, message("such_as", text=f"{at.name}: [2, 5]")
            )
            return None
        return None if count is None else ClaimsMarks(count, () if at.solo else None)

    def _read_rounds(self, node: Node, at: InputReadingContext) -> ClaimsMarks | None:
        if not at.solo:
            hint = message("such_as", text=f"{at.name}: 2")
            at.faults.add("G011", message("together_count", what=at.what), node.place, hint)
            return None
        if not self._counted(len(node.value), at, node.place):
            return None
        rounds = [at.number(child, 1, self.rounds, message("round")) for child in node.value]
        return ClaimsMarks(len(rounds), tuple(number for number in rounds if number is not None))

    def ask(self, _part: int, at: InputReadingContext) -> Message:
        if at.solo:
            return message("ask_rounds", what=at.word)
        return message("ask_number", what=at.word, least=0, most=self.most)

    def possible(self, _part: int, at: InputReadingContext) -> Value:
        return message("range", least=1, most=self.rounds) if at.solo else message("range", least=0, most=self.most)

    def control(self, _part: int, at: InputReadingContext) -> Control:
        return Control("rounds", 1, self.rounds, entries=self.most) if at.solo else Control("number", 0, self.most)

    def answer(self, text: str, _part: int, _before: ClaimsMarks, at: InputReadingContext) -> ClaimsMarks:
        if not at.solo:
            count = whole(text or "0")
            at.within(count, 0, self.most, at.what)
            return ClaimsMarks(count)
        rounds = tuple(wholes(text))
        self._counted(len(rounds), at)
        for number in rounds:
            at.within(number, 1, self.rounds, message("round"))
        return ClaimsMarks(len(rounds), rounds)

    def read_ticks(self, ticks: FilledFields, at: InputReadingContext) -> ClaimsMarks:
        """Return how many boxes are ticked, or the number written; alone the rounds that are written or ticked."""
        for head in self.heads:
            if ticks.text(head):
                return ticks.read_answer(self, head, ClaimsMarks(0, () if at.solo else None), at)  # type: ignore[no-any-return]
        parts = [end.partition(".") for head in self.heads for end in ticks.below(head)]
        by_round = tuple(sorted(int(number) for number, dot, _ in parts if dot and number.isdecimal()))
        if by_round:  # each round has boxes of its own
            self._counted(len(by_round), at, ticks.place)
            return ClaimsMarks(len(by_round), by_round if at.solo else None)
        if not at.solo:
            count = max((ticks.filled_length(head) for head in self.heads), default=0)
            at.within(count, 0, self.most, at.what, ticks.place)
            return ClaimsMarks(count)
        boxes = [(f"{head}.{end}", end) for head in self.heads for end in ticks.texts(head)]
        written = [ticks.numbers(name, 1, self.rounds, at) if ticks.text(name) else [end] for name, end in boxes]
        rounds = tuple(number for numbers in written for number in numbers)
        self._counted(len(rounds), at, ticks.place)
        return ClaimsMarks(len(rounds), rounds)

    def takes(self, end: str, *, written: bool, lookup: GameScoringData) -> bool:
        number, dot, box = end.partition(".")
        if not dot:
            return not end or end.isdecimal()
        return not written and box.isdecimal() and number.isdecimal() and 1 <= int(number) <= self.rounds

    def _counted(self, count: int, at: InputReadingContext, place: SourceLocation = TYPED) -> bool:
        if count > self.most:
            at.faults.add("G010", message("too_many_claims", what=at.what, count=count, most=self.most), place)
        return count <= self.most

    def answer_text(self, marks: ClaimsMarks, _part: int, _at: InputReadingContext) -> str:
        return str(marks.count) if marks.rounds is None else " ".join(str(number) for number in marks.rounds)


ClaimsName = Annotated[str, InputNameAnnotation(ClaimsSpec)]
