"""An input that is yes or no, such as a single box."""

from collections.abc import Sequence
from typing import ClassVar

from generator.formulas.domains import YesNo
from generator.reading.yaml_nodes import Node
from generator.scoring import input_spec
from generator.scoring.controls import Control, ControlOption
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.inputs.number import NumberMarks
from generator.scoring.messages import Message, UnreadableAnswer, Value, message
from generator.scoring.words import ScoreWords


class FlagSpec(input_spec.InputSpec, kind="flag"):
    """True or false; on a sheet a box to tick, or a field with y or n.

    In formulas a yes-no: `if revived then -5 else 0`.
    """

    is_switch: ClassVar[bool] = True

    def domain(self, _data: GameScoringData) -> YesNo:
        return YesNo()

    def value(self, marks: NumberMarks, _data: GameScoringData, _cards: Sequence[str | None] = ()) -> bool:
        return bool(marks.value)

    def empty(self, _data: GameScoringData) -> NumberMarks:
        return NumberMarks(False)

    def read(self, node: Node, context: input_spec.InputReadingContext) -> NumberMarks | None:
        if node.value is None:
            return NumberMarks(False)
        if not isinstance(node.value, bool):
            context.faults.add("S003", message("not_flag", shown=input_spec.excerpt(node)), node.place)
            return None
        return NumberMarks(node.value)

    def ask(self, _part: int, context: input_spec.InputReadingContext) -> Message:
        return message("ask_flag", what=context.word)

    def control(self, _part: int, context: input_spec.InputReadingContext) -> Control:
        words = [context.data.words.say(word).split() for word in ("yes", "no")]
        return Control("switch", options=tuple(ControlOption(short, long) for short, long, *_ in words))

    def answer(
        self, text: str, _part: int, _before: NumberMarks, context: input_spec.InputReadingContext
    ) -> NumberMarks:
        return NumberMarks(yes(text, context.data.words))

    def answer_text(self, marks: NumberMarks, _part: int, context: input_spec.InputReadingContext) -> str:
        return context.data.words.say("yes" if marks.value else "no").split()[0]

    def answer_sentence(self, marks: NumberMarks, _part: int, context: input_spec.InputReadingContext) -> str:
        short, *longer = context.data.words.say("yes" if marks.value else "no").split()
        return longer[0] if longer else short

    def label(self, _marks: NumberMarks, _part: int | None, context: input_spec.InputReadingContext) -> Value:
        return context.word

    def read_ticks(self, fields: input_spec.FilledFields, context: input_spec.InputReadingContext) -> NumberMarks:
        texts = [
            fields.read_answer(self, head, NumberMarks(False), context).value
            for head in self.heads
            if fields.text(head)
        ]
        return NumberMarks(any([*texts, *(fields.filled_length(head) for head in self.heads if not fields.text(head))]))

    def takes(self, end: str, *, written: bool, data: GameScoringData) -> bool:
        return not end or not written


def yes(text: str, words: ScoreWords, *, otherwise: bool = False) -> bool:
    """Return a typed yes or no as a bool, `otherwise` for an empty answer; raises UnreadableAnswer."""
    answer = text.strip().lower()
    if not answer:
        return otherwise
    if answer in words.say("yes").split():
        return True
    if answer in words.say("no").split():
        return False
    raise UnreadableAnswer(message("not_yes"))
