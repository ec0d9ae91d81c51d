"""An input of names, such as the members of a group that plays on one sheet."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from generator.formulas.domains import Keys, Lists
from generator.reading.structure import NumberBounds
from generator.reading.yaml_nodes import Node
from generator.scoring import input_spec
from generator.scoring.controls import Control
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.messages import Message, UnreadableAnswer, message
from generator.scoring.references import InputNameAnnotation
from generator.scoring.text_folding import is_printable

MOST_LETTERS = 40
SIGNS = frozenset(",;:=+/!>")


@dataclass(frozen=True)
class MemberNamesMarks(input_spec.InputMarks):
    """Marks that are names, in order; they count as the number of names."""

    names: tuple[str, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        return (1,) * len(self.names)

    @property
    def plain(self) -> list[str]:
        return list(self.names)


class MemberNamesSpec(input_spec.InputSpec, kind="names"):
    """From `least` to `most` distinct names; on a sheet they are written in the fields INPUT.1, INPUT.2 and so on.

    In a formula this is a list of names. Only `count(members)` makes sense of it.
    """

    ticks_tell: ClassVar[bool] = False
    least: Annotated[int, NumberBounds(0, 100)] = 1
    most: Annotated[int, NumberBounds(1, 100)] = 12

    def domain(self, _data: GameScoringData) -> Lists:
        return Lists(Keys(frozenset()), 0, self.most)

    def value(
        self, marks: MemberNamesMarks, _data: GameScoringData, _cards: Sequence[str | None] = ()
    ) -> tuple[str, ...]:
        return marks.names

    def empty(self, _data: GameScoringData) -> MemberNamesMarks:
        return MemberNamesMarks(())

    def read(self, node: Node, context: input_spec.InputReadingContext) -> MemberNamesMarks | None:
        if not context.listing(node):
            return None
        names: list[str] = []
        for child in node.value:
            if not isinstance(child.value, str) or not _is_name(child.value):
                hint = message("name_hint", most=MOST_LETTERS)
                context.faults.add("G026", message("not_a_name", shown=input_spec.excerpt(child)), child.place, hint)
            elif child.value.strip() in names:
                said = message("named_twice", name=child.value.strip())
                context.faults.add("G005", said, child.place, message("tell_apart"))
            else:
                names.append(child.value.strip())
        context.has_entries(len(node.value), self.least, self.most, node.place)
        return MemberNamesMarks(tuple(names))

    def ask(self, _part: int, context: input_spec.InputReadingContext) -> Message:
        return message("ask_names", what=context.word, most=self.most)

    def possible(self, _part: int, _context: input_spec.InputReadingContext) -> Message:
        return message("range", least=self.least, most=self.most)

    def control(self, _part: int, _context: input_spec.InputReadingContext) -> Control:
        return Control("names", most=MOST_LETTERS, least_entries=self.least, entries=self.most)

    def answer(
        self, text: str, _part: int, _before: MemberNamesMarks, context: input_spec.InputReadingContext
    ) -> MemberNamesMarks:
        names = tuple(name.strip() for name in text.replace(";", ",").split(",") if name.strip())
        for number, name in enumerate(names):
            if not _is_name(name):
                raise UnreadableAnswer(message("not_a_name", shown=name[:20]))
            if name in names[:number]:
                raise UnreadableAnswer(message("named_twice", name=name))
        context.has_entries(len(names), self.least, self.most)
        return MemberNamesMarks(names)

    def read_ticks(self, ticks: input_spec.FilledFields, context: input_spec.InputReadingContext) -> MemberNamesMarks:
        names: list[str] = []
        fields = {f"{head}.{number}": text for head in self.heads for number, text in ticks.texts(head).items()}
        for field, text in fields.items():
            hint = message("correct_field", name=field)
            if not _is_name(text):
                context.faults.add("G026", message("not_a_name", shown=text[:20]), ticks.place, hint)
            elif text in names:
                context.faults.add("G005", message("named_twice", name=text), ticks.place, hint)
            else:
                names.append(text)
        context.has_entries(len(names), self.least, self.most, ticks.place)
        return MemberNamesMarks(tuple(names))

    def takes(self, end: str, *, written: bool, data: GameScoringData) -> bool:
        return written and end.isdecimal()

    def answer_text(self, marks: MemberNamesMarks, _part: int, _context: input_spec.InputReadingContext) -> str:
        return ", ".join(marks.names)


MemberNamesName = Annotated[str, InputNameAnnotation(MemberNamesSpec)]


def _is_name(text: str) -> bool:
    """Return whether a text can be a name: only printable characters, without those that separate typed entries."""
    return 0 < len(text.strip()) <= MOST_LETTERS and is_printable(text) and not SIGNS & set(text) and " -" not in text
