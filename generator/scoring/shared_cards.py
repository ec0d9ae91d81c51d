"""Cards that all players share, and against which each player has a result, such as those of three duels."""

from collections.abc import Sequence

from generator.reading.spec_class import spec
from generator.reading.yaml_nodes import Node
from generator.scoring.controls import ControlOption
from generator.scoring.filled_fields import FilledFields
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_reading import InputMarks, InputReadingContext, excerpt, near
from generator.scoring.input_spec import InputSpec
from generator.scoring.messages import Message, UnreadableAnswer, entry_message, message
from generator.scoring.typed_text import pick_in


@spec
class SharedCardsSpec(InputSpec):
    """An input with a result against each of `entries` cards of a deck, which a score file lists under the key `cards`.

    `turn` is the field of a card with the turn in which it is usually met, `letter` one by which it may be named, too.
    Sheets name the cards in fields whose ids begin with `card_fields`.
    """

    deck: str
    entries: int
    cards: str
    turn: str = ""
    letter: str = ""
    card_fields: tuple[str, ...] = ()

    @property
    def of_deck(self) -> str:
        return self.deck

    @property
    def heads(self) -> tuple[str, ...]:
        return (*super().heads, *self.card_fields)

    def parts(self, _marks: InputMarks | None = None) -> int:
        return self.entries

    def usual(self, data: GameScoringData, index: int) -> tuple[str, ...]:
        """Return the cards that can be met in turn `index`, from 0; all cards of the deck if there are none."""
        cards = data.cards(self.deck)
        return tuple(key for key, card in cards.items() if card.fields.get(self.turn) in (None, index + 1)) or (*cards,)

    def all_of(self, named: Sequence[str | None]) -> tuple[str | None, ...]:
        """Return the cards in `named`, and None for each of the others."""
        return (*named, *[None] * (self.entries - len(named)))

    def read_cards(self, node: Node, context: InputReadingContext) -> tuple[str | None, ...]:
        """Return the cards that a score file lists, in order; None for an unnamed or unknown card."""
        if not node.is_list or len(node.value) > self.entries:
            text = message("wrong_cards", what=self.cards, most=self.entries, shown=excerpt(node))
            context.faults.add("G006", text, node.place)
            return ()
        keys = [self._read_card(child, number, context) for number, child in enumerate(node.value, 1)]
        for number, (key, child) in enumerate(zip(keys, node.value, strict=True)):
            if key is not None and key in keys[:number]:
                name = context.data.card_name(self.deck, key)
                context.faults.add("G022", message("card_twice", name=name), child.place)
        return self.all_of(keys)

    def _read_card(self, node: Node, number: int, context: InputReadingContext) -> str | None:
        if node.value is None:
            return None
        known, unknown = context.data.cards(self.deck), message("unknown_card", what=self.cards, shown=excerpt(node))
        if not isinstance(node.value, str):
            context.faults.add("G007", unknown, node.place, near(str(node.value), known))
            return None
        key = context.key(node, known, unknown)
        turn = known[key].fields.get(self.turn) if key is not None else None
        if key is not None and isinstance(turn, int) and turn != number:  # no map may ask for it
            name = context.data.card_name(self.deck, key)
            context.faults.add("G021", message("out_of_turn", name=name, turn=turn, number=number), node.place)
        return key

    def find_card(self, data: GameScoringData, text: str) -> str:
        """Return the card of this letter or name; raises UnreadableAnswer."""
        cards = data.cards(self.deck)
        lettered = [key for key, card in cards.items() if self.letter and card.fields.get(self.letter) == text.upper()]
        if lettered:
            return lettered[0]
        return pick_in(data, text, self.names)

    def card_on_sheet(self, fields: FilledFields, index: int, context: InputReadingContext) -> str | None:
        """Return the card that a sheet names for entry `index`, from 0; add a fault for an unknown card."""
        for name in (f"{head}.{index + 1}" for head in self.card_fields):
            try:
                if text := fields.text(name):
                    return self.find_card(context.data, text)
            except UnreadableAnswer as fault:
                context.faults.add("F006", fault.message, fields.place, message("correct_field", name=name))
        return None

    def ask_card(self, part: int, context: InputReadingContext) -> tuple[Message, tuple[ControlOption, ...]]:
        """Return the question for the card of an entry, and all cards to choose from, those usual in its turn first."""
        keys = dict.fromkeys((*self.usual(context.data, part), *context.data.cards(self.deck)))
        options = tuple(ControlOption(key, context.data.card_name(self.deck, key)) for key in keys)
        return entry_message("ask_card", context.word, part + 1), options
