"""The points that stand on the chosen card."""

from collections.abc import Mapping
from dataclasses import dataclass

from generator.scoring.book import Book
from generator.scoring.inputs.choice import DeckChoice
from generator.scoring.marks import InputSpec
from generator.scoring.messages import Message, message
from generator.scoring.parts import Counted, Counting, PartSpec, line_kind, word_of


@line_kind("card")
@dataclass(frozen=True, kw_only=True)
class Card(PartSpec):
    """The number in the field `field` of the card that was chosen for the input `of`."""

    of: str
    field: str

    @property
    def inputs(self) -> tuple[str, ...]:
        return (self.of,)

    def count(self, at: Counting) -> Counted:
        key, spec = at.sheet[self.of].chosen, at.inputs[self.of]
        if key is None or not isinstance(spec, DeckChoice):
            return Counted(0)
        points = at.book.card_number(spec.deck or "", key, self.field)
        return Counted(points, message("card", who=spec.name_of(at.book, key), points=points))

    def formula(self, _book: Book, _inputs: Mapping[str, InputSpec]) -> Message:
        return message("f_card", what=word_of(self.of))

    def bounds(self, book: Book, inputs: Mapping[str, InputSpec]) -> tuple[int, int]:
        spec = inputs[self.of]
        deck = spec.deck if isinstance(spec, DeckChoice) else None
        points = [0, *(book.card_number(deck, key, self.field) for key in book.cards(deck))] if deck else [0]
        return min(points), max(points)
