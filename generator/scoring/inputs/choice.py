"""A card of a deck, or one of some options."""

from dataclasses import dataclass
from typing import Annotated

from generator.reading.yaml_nodes import Node
from generator.scoring.book import Book
from generator.scoring.controls import Control, Option
from generator.scoring.marks import FilledFields, InputMarks, InputSpec, ReadingContext, input_kind, named, pick_in
from generator.scoring.messages import GameWord, Message, UnreadableAnswer, Value, listed, message
from generator.scoring.references import ChoiceReference, DeckName, InputReference


@dataclass(frozen=True)
class ChoiceMarks(InputMarks):
    """A card or option, or none."""

    key: str | None

    @property
    def numbers(self) -> tuple[int, ...]:
        return ()

    @property
    def plain(self) -> str | None:
        return self.key

    @property
    def chosen(self) -> str | None:
        return self.key


@dataclass(frozen=True, kw_only=True)
class CardOrOptionInput(InputSpec):
    """What inputs that choose a card or an option have in common."""

    deck: DeckName | None = None
    options: tuple[str, ...] = ()

    def known(self, book: Book) -> tuple[str, ...]:
        """Return what can be chosen."""
        return tuple(book.cards(self.deck)) if self.deck else self.options

    def name_of(self, book: Book, key: str) -> GameWord:
        """Return the printed name of a card or option."""
        return book.card_name(self.deck, key) if self.deck else named(self.words, key)

    def copies(self, book: Book, key: str) -> int:
        """Return how many players can choose it."""
        return book.cards(self.deck)[key].copies if self.deck else 1

    def names(self, book: Book) -> dict[str, str]:
        """Return the printed names by key."""
        return {key: book.words.tell(self.name_of(book, key)) for key in self.known(book)}

    def possible(self, _part: int, at: ReadingContext) -> Value:
        return message("possible", names=listed(self.names(at.book).values()))

    def choices(self, book: Book) -> tuple[Option, ...]:
        """Return what can be chosen, for a page."""
        return tuple(Option(key, self.name_of(book, key)) for key in self.known(book))

    def boxes(self, ticks: FilledFields, at: ReadingContext) -> list[str]:
        """Return the cards or options whose boxes are ticked."""
        known = self.known(at.book)
        return [end for head in self.heads for end in ticks.below(head) if end in known]

    def one_of(self, keys: list[str], ticks: FilledFields, at: ReadingContext) -> str | None:
        """Return the only one of what a sheet tells; None for none, and a fault for several."""
        chosen = list(dict.fromkeys(keys))
        if len(chosen) > 1:
            names = listed(self.name_of(at.book, key) for key in chosen)
            at.faults.add("F009", message("ticked_several", what=at.what, names=names), ticks.place)
        return chosen[0] if len(chosen) == 1 else None


ChoiceName = Annotated[str, InputReference(CardOrOptionInput)]
Chosen = Annotated[dict[ChoiceName, str], ChoiceReference()]


@input_kind("choice")
@dataclass(frozen=True, kw_only=True)
class ChoiceSpec(CardOrOptionInput):
    """One card of a deck, or one of `options`; none is possible where it is not required.

    On a sheet its name is written in a field, or its box is ticked: the key ends the id, such as aim.stargazer.
    """

    def every(self, at: ReadingContext) -> list[ChoiceMarks]:
        return [*([] if self.required else [ChoiceMarks(None)]), *map(ChoiceMarks, self.known(at.book))]

    def empty(self, _book: Book) -> ChoiceMarks:
        return ChoiceMarks(None)

    def read(self, node: Node, at: ReadingContext) -> ChoiceMarks | None:
        if node.value is None and not self.required:
            return ChoiceMarks(None)
        key = at.key(node, self.known(at.book))
        return None if key is None else ChoiceMarks(key)

    def ask(self, _part: int, at: ReadingContext) -> Message:
        if self.options:
            return message("ask_option", what=at.word, names=listed(self.names(at.book).values()))
        return message("ask_choice", what=at.word)

    def control(self, _part: int, at: ReadingContext) -> Control:
        return Control("choice", options=self.choices(at.book), deck=self.deck or "", required=self.required)

    def answer(self, text: str, _part: int, _before: ChoiceMarks, at: ReadingContext) -> ChoiceMarks:
        if text:
            return ChoiceMarks(pick_in(at.book, text, self.names))
        if self.required:
            raise UnreadableAnswer(message("must_choose", what=at.word, names=listed(self.names(at.book).values())))
        return ChoiceMarks(None)

    def ticked(self, ticks: FilledFields, at: ReadingContext) -> ChoiceMarks:
        none = ChoiceMarks(None)
        texts = [ticks.answered(self, head, none, at).key for head in self.heads if ticks.text(head)]
        chosen = self.one_of([*(key for key in texts if key is not None), *self.boxes(ticks, at)], ticks, at)
        if chosen is None and self.required and not at.faults.errors:
            said = message("must_choose", what=at.word, names=listed(self.names(at.book).values()))
            at.faults.add("F014", said, ticks.place)
        return none if chosen is None else ChoiceMarks(chosen)

    def takes(self, end: str, *, written: bool, book: Book) -> bool:
        return written if not end else not written and end in self.known(book)

    def written(self, marks: ChoiceMarks, _part: int, at: ReadingContext) -> str:
        return self.names(at.book)[marks.key] if marks.key is not None else ""

    def sent(self, marks: ChoiceMarks, _part: int, _at: ReadingContext) -> str:
        return marks.key or ""
