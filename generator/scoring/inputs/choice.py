"""An input that is one card of a deck, or one of a list of options."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from generator.formulas.domains import EMPTY, Rows, domain_of, hull
from generator.formulas.evaluate import Card
from generator.reading.spec_class import spec_of
from generator.reading.yaml_nodes import Node
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_reading import FilledFields, InputMarks, InputReadingContext
from generator.scoring.input_spec import INPUT_KINDS, Control, InputSpec, TickOrder
from generator.scoring.messages import Message, UnreadableAnswer, Value, list_of, message
from generator.scoring.typed_text import pick_in

FEW_CARDS = 6  # a question names them


@spec_of(INPUT_KINDS, "choice")
class ChoiceSpec(InputSpec):
    """One card of a deck, or one of `options`; it may stay empty unless it is `required`.

    On a sheet its name is written in a field, or a box is ticked whose id ends with its key, such as aim.stargazer.
    `options` is a list of keys, or a mapping with numbers: `{easy: {points: 1}, hard: {points: 3}}`.
    In formulas a card: `aim.points` is a field of its row, and 0 without a card; `aim == "stargazer"` asks for its key.
    """

    takes_none: ClassVar[bool] = True
    adds_up: ClassVar[bool] = False
    tick_order: ClassVar[TickOrder] = "one"
    deck: str | None = None
    options: tuple[str, ...] | dict[str, dict[str, int]] = ()

    @property
    def of_deck(self) -> str:
        return self.deck or ""

    @property
    def _options(self) -> Mapping[str, Mapping[str, int]]:
        return self.options if isinstance(self.options, Mapping) else {key: {} for key in self.options}

    def keys_in(self, data: GameScoringData) -> tuple[str, ...]:
        return super().keys_in(data) if self.deck else (*self._options,)

    def domain(self, data: GameScoringData) -> Rows:
        if self.deck:
            return data.card_domain(self.deck)
        fields = {
            name: hull([EMPTY, *(domain_of(option[name]) for option in self._options.values() if name in option)], 0)
            for option in self._options.values()
            for name in option
        }
        return Rows(fields, "card", frozenset(self._options))

    def value(self, marks: InputMarks, data: GameScoringData, _cards: Sequence[str | None] = ()) -> Any:
        key = marks.choice
        if key is None:
            return 0
        return data.card(self.deck, key) if self.deck else Card(key, self._options[key])

    def empty(self, _data: GameScoringData) -> InputMarks:
        return InputMarks(None)

    def read(self, node: Node, context: InputReadingContext) -> InputMarks | None:
        if node.value is None and not self.required:
            return InputMarks(None)
        key = context.key(node, self.keys_in(context.data))
        return None if key is None else InputMarks(key)

    def ask(self, _part: int, context: InputReadingContext) -> Message:
        if self.options or (self.required and len(self.keys_in(context.data)) <= FEW_CARDS):
            return message("ask_option", what=context.word, names=list_of(self.names(context.data).values()))
        return message("ask_choice_needed" if self.required else "ask_choice", what=context.word)

    def control(self, _part: int, context: InputReadingContext) -> Control:
        return Control("choice", options=self.choices(context.data), deck=self.of_deck, required=self.required)

    def typed(self, text: str, context: InputReadingContext) -> Any:
        if not text and self.required:
            raise UnreadableAnswer(self._must_choose(context))
        return pick_in(context.data, text, self.names) if text else None

    def _must_choose(self, context: InputReadingContext) -> Message:
        return message("must_choose", what=context.word, names=list_of(self.names(context.data).values()))

    def read_ticks(self, fields: FilledFields, context: InputReadingContext) -> InputMarks:
        texts = [self.typed_in(head, fields, context) for head in self.heads if fields.text(head)]
        key = self.ticked([*filter(None, texts)], fields, context)
        if key is None and self.required and not context.faults.errors:
            context.faults.add("F014", self._must_choose(context), fields.place)
        return InputMarks(key)

    def ticked(self, keys: Sequence[str], fields: FilledFields, context: InputReadingContext) -> str | None:
        """Return the only key in `keys` or with a ticked box, or None; several of them are a fault."""
        keys_of_data = self.keys_in(context.data)
        boxes = (end for head in self.heads for end in fields.below(head) if end in keys_of_data)
        chosen = list(dict.fromkeys([*keys, *boxes]))
        if len(chosen) > 1:
            names = list_of(self.name_of(context.data, key) for key in chosen)
            context.faults.add("F009", message("ticked_several", what=context.what, names=names), fields.place)
        return chosen[0] if len(chosen) == 1 else None

    def takes(self, end: str, *, written: bool, data: GameScoringData) -> bool:
        return written if not end else not written and end in self.keys_in(data)

    def label(self, marks: InputMarks, _part: int | None, context: InputReadingContext) -> Value:
        return self.name_of(context.data, marks.choice) if marks.choice is not None else context.word
