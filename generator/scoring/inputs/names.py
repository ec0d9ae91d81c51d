"""An input of names, such as the members of a group that plays on one sheet."""

from typing import Annotated, ClassVar

from generator.formulas.domains import Keys, Lists
from generator.reading.spec_class import spec_of
from generator.reading.structure import AtMost, NumberBounds
from generator.reading.yaml_nodes import Node
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_reading import FilledFields, InputMarks, InputReadingContext, excerpt
from generator.scoring.input_spec import INPUT_KINDS, Control, InputSpec
from generator.scoring.messages import Message, UnreadableAnswer, message
from generator.scoring.typed_text import is_printable

MOST_LETTERS = 40
SIGNS = frozenset(",;:=+/!>")


@spec_of(INPUT_KINDS, "names")
class MemberNamesSpec(InputSpec):
    """From `least` to `most` distinct names; on a sheet they are written in the fields INPUT.1, INPUT.2 and so on.

    In a formula this is a list of names. Only `count(members)` makes sense of it.
    """

    ticks_tell: ClassVar[bool] = False
    is_of_names: ClassVar[bool] = True
    least: Annotated[int, NumberBounds(0, 100), AtMost("most")] = 1
    most: Annotated[int, NumberBounds(1, 100)] = 12

    def domain(self, _data: GameScoringData) -> Lists:
        return Lists(Keys(frozenset()), 0, self.most)

    def read(self, node: Node, context: InputReadingContext) -> InputMarks | None:
        if not context.listing(node):
            return None
        names: list[str] = []
        for child in node.value:
            name = child.value.strip() if isinstance(child.value, str) else ""
            if not _is_name(name):
                hint = context.hint or message("name_hint", most=MOST_LETTERS)
                context.faults.add("G026", message("not_a_name", shown=excerpt(child)), child.place, hint)
            elif name in names:
                hint = context.hint or message("tell_apart")
                context.faults.add("G005", message("named_twice", name=name), child.place, hint)
            else:
                names.append(name)
        context.has_entries(len(node.value), self.least, self.most, node.place)
        return InputMarks(names)

    def ask(self, _part: int, context: InputReadingContext) -> Message:
        return message("ask_names", what=context.word, most=self.most)

    def possible(self, _part: int, _context: InputReadingContext) -> Message:
        return message("range", least=self.least, most=self.most)

    def control(self, _part: int, _context: InputReadingContext) -> Control:
        return Control("names", most=MOST_LETTERS, least_entries=self.least, entries=self.most)

    def typed(self, text: str, _context: InputReadingContext) -> list[str]:
        names = [name.strip() for name in text.replace(";", ",").split(",") if name.strip()]
        wrong = [name for name in names if not _is_name(name)]
        if wrong:
            raise UnreadableAnswer(message("not_a_name", shown=wrong[0][:20]))
        return names

    def page_answer(self, marks: InputMarks, _part: int, _context: InputReadingContext) -> str:
        return ", ".join(marks.plain)

    def on_sheet(self, fields: FilledFields, _context: InputReadingContext) -> list[str]:
        return [text for head in self.heads for text in fields.texts(head).values()]

    def takes(self, end: str, *, written: bool, data: GameScoringData) -> bool:
        return written and end.isdecimal()


def _is_name(text: str) -> bool:
    """Return whether a text can be a name: only printable characters, without those that separate typed entries."""
    return 0 < len(text.strip()) <= MOST_LETTERS and is_printable(text) and not SIGNS & set(text) and " -" not in text
