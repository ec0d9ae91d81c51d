"""An input that is one card of a deck, or one of a list of options."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from generator.formulas.domains import EMPTY, Domain, Rows, domain_of, hull
from generator.formulas.evaluate import Card
from generator.reading.yaml_nodes import Node
from generator.scoring.controls import Control, ControlOption
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_spec import FilledFields, InputMarks, InputReadingContext, InputSpec, pick_in
from generator.scoring.messages import GameWord, Message, UnreadableAnswer, Value, key_word, list_of, message
from generator.scoring.references import DeckName


@dataclass(frozen=True)
class ChoiceMarks(InputMarks):
    """The value of an input that is a chosen card or option, or None."""

    key: str | None

    @property
    def numbers(self) -> tuple[int, ...]:
        return ()

    @property
    def plain(self) -> str | None:
        return self.key

    @property
    def choice(self) -> str | None:
        return self.key


class CardOrOptionInput(InputSpec):
    """Base of the inputs that choose a card or an option."""

    takes_none: ClassVar[bool] = True
    adds_up: ClassVar[bool] = False
    deck: DeckName | None = None
    options: tuple[str, ...] | dict[str, dict[str, int]] = ()

    @property
    def of_deck(self) -> str:
        return self.deck or ""

    def domain(self, data: GameScoringData) -> Rows:
        if self.deck:
            return data.card_domain(self.deck)
        fields = {
            name: hull([EMPTY, *(domain_of(option[name]) for option in self._options.values() if name in option)], 0)
            for option in self._options.values()
            for name in option
        }
        return Rows(fields, "card", frozenset(self._options))

    def with_cells(self, domain: Domain, cells: Mapping[str, Domain]) -> Domain:
        return replace(domain, fields={**domain.fields, **cells}) if isinstance(domain, Rows) else domain

    def value(self, marks: InputMarks, data: GameScoringData, _cards: Sequence[str | None] = ()) -> Card | int:
        key = marks.choice
        if key is None:
            return 0
        return data.card(self.deck, key) if self.deck else Card(key, self._options[key])

    @property
    def _options(self) -> Mapping[str, Mapping[str, int]]:
        return self.options if isinstance(self.options, Mapping) else {key: {} for key in self.options}

    def keys_in(self, data: GameScoringData) -> tuple[str, ...]:
        """Return the keys of the cards or options."""
        return tuple(data.cards(self.deck)) if self.deck else tuple(self.options)

    def name_of(self, data: GameScoringData, key: str) -> GameWord:
        """Return the printed name of a card or option."""
        return data.card_name(self.deck, key) if self.deck else key_word(self.words, key)

    def names(self, data: GameScoringData) -> dict[str, str]:
        return {key: data.words.tell(self.name_of(data, key)) for key in self.keys_in(data)}

    def possible(self, _part: int, context: InputReadingContext) -> Value:
        return message("possible", names=list_of(self.names(context.data).values()))

    def choices(self, data: GameScoringData) -> tuple[ControlOption, ...]:
        """Return the cards or options with their names, for a page."""
        return tuple(ControlOption(key, self.name_of(data, key)) for key in self.keys_in(data))

    def boxes(self, fields: FilledFields, context: InputReadingContext) -> list[str]:
        """Return the cards or options whose boxes are ticked."""
        known = self.keys_in(context.data)
        return [end for head in self.heads for end in fields.below(head) if end in known]

    def one_of(self, keys: list[str], fields: FilledFields, context: InputReadingContext) -> str | None:
        """Return the only key in `keys`, or None; several keys, which are several ticked boxes, are a fault."""
        chosen = list(dict.fromkeys(keys))
        if len(chosen) > 1:
            names = list_of(self.name_of(context.data, key) for key in chosen)
            context.faults.add("F009", message("ticked_several", what=context.what, names=names), fields.place)
        return chosen[0] if len(chosen) == 1 else None


class ChoiceSpec(CardOrOptionInput, kind="choice"):
    """One card of a deck, or one of `options`; it may stay empty unless it is `required`.

    On a sheet its name is written in a field, or a box is ticked whose id ends with its key, such as aim.stargazer.
    `options` is a list of keys, or a mapping with numbers: `{easy: {points: 1}, hard: {points: 3}}`.
    In formulas a card: `aim.points` is a field of its row, and 0 without a card; `aim == "stargazer"` asks for its key.
    """

    @property
    def tick_order(self) -> Literal["any", "row", "one"]:
        return "one"

    def empty(self, _data: GameScoringData) -> ChoiceMarks:
        return ChoiceMarks(None)

    def read(self, node: Node, context: InputReadingContext) -> ChoiceMarks | None:
        if node.value is None and not self.required:
            return ChoiceMarks(None)
        key = context.key(node, self.keys_in(context.data))
        return None if key is None else ChoiceMarks(key)

    def ask(self, _part: int, context: InputReadingContext) -> Message:
        if self.options:
            return message("ask_option", what=context.word, names=list_of(self.names(context.data).values()))
        return message("ask_choice_needed" if self.required else "ask_choice", what=context.word)

    def control(self, _part: int, context: InputReadingContext) -> Control:
        return Control("choice", options=self.choices(context.data), deck=self.deck or "", required=self.required)

    def answer(self, text: str, _part: int, _before: ChoiceMarks, context: InputReadingContext) -> ChoiceMarks:
        if text:
            return ChoiceMarks(pick_in(context.data, text, self.names))
        if self.required:
            raise UnreadableAnswer(
                message("must_choose", what=context.word, names=list_of(self.names(context.data).values()))
            )
        return ChoiceMarks(None)

    def read_ticks(self, fields: FilledFields, context: InputReadingContext) -> ChoiceMarks:
        none = ChoiceMarks(None)
        texts = [fields.read_answer(self, head, none, context).key for head in self.heads if fields.text(head)]
        chosen = self.one_of(
            [*(key for key in texts if key is not None), *self.boxes(fields, context)], fields, context
        )
        if chosen is None and self.required and not context.faults.errors:
            said = message("must_choose", what=context.word, names=list_of(self.names(context.data).values()))
            context.faults.add("F014", said, fields.place)
        return none if chosen is None else ChoiceMarks(chosen)

    def takes(self, end: str, *, written: bool, data: GameScoringData) -> bool:
        return written if not end else not written and end in self.keys_in(data)

    def answer_text(self, marks: ChoiceMarks, _part: int, context: InputReadingContext) -> str:
        return self.names(context.data)[marks.key] if marks.key is not None else ""

    def label(self, marks: ChoiceMarks, _part: int | None, context: InputReadingContext) -> Value:
        return self.name_of(context.data, marks.key) if marks.key is not None else context.word

    def page_answer(self, marks: ChoiceMarks, _part: int, _context: InputReadingContext) -> str:
        return marks.key or ""
