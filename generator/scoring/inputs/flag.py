"""An input that is yes or no, such as a single box."""

from typing import ClassVar

from generator.formulas.domains import YesNo
from generator.reading.spec_class import spec_of
from generator.reading.yaml_nodes import Node
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_reading import FilledFields, InputMarks, InputReadingContext, excerpt
from generator.scoring.input_spec import INPUT_KINDS, Control, ControlOption, InputSpec
from generator.scoring.messages import Message, Value, message
from generator.scoring.typed_text import yes


@spec_of(INPUT_KINDS, "flag")
class FlagSpec(InputSpec):
    """True or false; on a sheet a box to tick, or a field with y or n.

    In formulas a yes-no: `if revived then -5 else 0`.
    """

    is_switch: ClassVar[bool] = True

    def domain(self, _data: GameScoringData) -> YesNo:
        return YesNo()

    def empty(self, _data: GameScoringData) -> InputMarks:
        return InputMarks(False)

    def read(self, node: Node, context: InputReadingContext) -> InputMarks | None:
        if not isinstance(node.value, bool):
            context.faults.add("S003", message("not_flag", what=context.what, shown=excerpt(node)), node.place)
            return None
        return InputMarks(bool(node.value))

    def ask(self, _part: int, context: InputReadingContext) -> Message:
        return message("ask_flag", what=context.word)

    def control(self, _part: int, context: InputReadingContext) -> Control:
        words = [context.data.words.say(word).split() for word in ("yes", "no")]
        return Control("switch", options=tuple(ControlOption(short, long) for short, long, *_ in words))

    def typed(self, text: str, context: InputReadingContext) -> bool:
        return yes(text, context.data.words)

    def page_answer(self, marks: InputMarks, _part: int, context: InputReadingContext) -> str:
        return context.data.words.say("yes" if marks.plain else "no").split()[0]

    def answer_sentence(self, marks: InputMarks, _part: int, context: InputReadingContext) -> str:
        return context.data.words.say("yes" if marks.plain else "no").split()[:2][-1]

    def label(self, _marks: InputMarks, _part: int | None, context: InputReadingContext) -> Value:
        return context.word

    def on_sheet(self, fields: FilledFields, context: InputReadingContext) -> bool:
        return any(
            self.typed_in(head, fields, context) if fields.text(head) else fields.filled_length(head)
            for head in self.heads
        )

    def takes(self, end: str, *, written: bool, data: GameScoringData) -> bool:
        return not end or not written
