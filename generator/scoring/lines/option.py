"""The points of the option that was chosen."""

from collections.abc import Mapping
from dataclasses import dataclass

from generator.scoring.book import Book
from generator.scoring.counting import Number
from generator.scoring.inputs.choice import DeckChoice
from generator.scoring.marks import InputSpec, named
from generator.scoring.messages import Message, listed, message
from generator.scoring.parts import Counted, Counting, PartSpec, line_kind


@line_kind("option")
@dataclass(frozen=True, kw_only=True)
class Option(PartSpec):
    """The entry of `amounts` for the option that was chosen for the input `of`."""

    of: str
    amounts: dict[str, Number]

    @property
    def inputs(self) -> tuple[str, ...]:
        return (self.of,)

    def count(self, at: Counting) -> Counted:
        key, spec = at.sheet[self.of].chosen, at.inputs[self.of]
        if key is None or not isinstance(spec, DeckChoice):
            return Counted(0)
        points = self.amounts.get(key, 0)
        return Counted(points, message("card", who=spec.name_of(at.book, key), points=points))

    def formula(self, _book: Book, inputs: Mapping[str, InputSpec]) -> Message:
        words = inputs[self.of].words
        entries = (message("card", who=named(words, key), points=points) for key, points in self.amounts.items())
        return message("listed", entries=listed(entries))

    def bounds(self, _book: Book, _inputs: Mapping[str, InputSpec]) -> tuple[int, int]:
        return min(0, *self.amounts.values()), max(0, *self.amounts.values())
