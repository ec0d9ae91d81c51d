"""An input with a result against each of several cards, which give points by bands of strength."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from generator.diagnostics import SourceLocation
from generator.formulas.domains import Lists, Numbers, Rows, list_of_all, numbers_of
from generator.reading.phrase_templates import with_sign
from generator.reading.spec_class import spec_of
from generator.reading.structure import AtMost
from generator.reading.yaml_nodes import Node
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_reading import TYPED, FilledFields, InputMarks, InputReadingContext, excerpt
from generator.scoring.input_spec import INPUT_KINDS, Control, ControlOption, InputSpec, TickOrder
from generator.scoring.inputs.number import Bound
from generator.scoring.messages import Message, UnreadableAnswer, Value, entry_message, list_of, message
from generator.scoring.typed_text import pick_in, whole

MOST = 999  # points of a field
NOT_MET = 0  # in place of a strength: the card was never met


def _strengths(marks: InputMarks) -> Sequence[int | None]:
    return marks.strengths or (None,) * len(marks.plain)


def _marks_of(points: list[int | None], strengths: Sequence[int | None]) -> InputMarks:
    return InputMarks(points, strengths=tuple(strengths) if any(strength is not None for strength in strengths) else ())


@spec_of(INPUT_KINDS, "results")
class CardResultsSpec(InputSpec):
    """Results against `entries` cards of a deck.

    In a score file, `cards` is the top-level key that lists the cards, and `strengths` a key of each player for
    strengths from `least_strength` to `most_strength`. These keys name fields of a card: `bands` its list of bands,
    `reach` and `gain` the lowest strength and the points of a band, `flee` the points below all bands, `turn` the
    turn in which the card is usually met.
    On a sheet, result 1 is written in the field INPUT.1, or ticked in a box, such as INPUT.1.flee, or INPUT.1.2 for
    the second band. Without such fields it is the number in the shield of a line with `asks: [INPUT.0]` that counts
    nothing else. If the game has not named the cards, a sheet may name them, by name or by their field `letter`, in
    the fields whose ids start with `card_fields`.
    In formulas a list of rows, with `.points`, `.strength` (0 where it is not known) and `.card`: `duels[1].points`.
    """

    ticks_tell: ClassVar[bool] = False
    tick_order: ClassVar[TickOrder] = "one"
    card_keys: ClassVar[tuple[str, ...]] = ("bands", "flee", "turn", "letter")
    deck: str
    entries: int
    cards: str
    turn: str = ""
    letter: str = ""
    card_fields: tuple[str, ...] = ()
    strengths: str
    bands: str
    reach: str
    gain: str
    flee: str
    least_strength: Annotated[Bound, AtMost("most_strength")] = 0
    most_strength: Bound = 999

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

    # what the cards give

    def _bands(self, data: GameScoringData, key: str) -> list[tuple[int, ...]]:
        """Return (least strength, points) of fleeing, and then of each band of a card, from the lowest."""
        flight = (NOT_MET, data.card_number(self.deck, key, self.flee))
        return [flight, *sorted(data.card_rows(self.deck, key, self.bands, (self.reach, self.gain)))]

    def _points_in(self, data: GameScoringData, key: str, box: str) -> int:
        """Return the points for a ticked box: `flee`, or the number of a band of the card, from 1 for the lowest."""
        bands = self._bands(data, key)
        return bands[0 if box == self.flee else min(int(box), len(bands) - 1)][1]

    def _points_of(self, data: GameScoringData, keys: Sequence[str]) -> list[int]:
        """Return all the different numbers of points that cards can give, ascending."""
        return sorted({points for key in keys for _, points in self._bands(data, key)})

    def _card(self, index: int, context: InputReadingContext) -> str | None:
        keys = context.cards.get(context.name, ())
        return keys[index] if index < len(keys) else None

    def _possible(self, index: int, context: InputReadingContext) -> list[int]:
        card = self._card(index, context)
        return self._points_of(context.data, (card,) if card else self.usual(context.data, index))

    # in formulas

    def domain(self, data: GameScoringData) -> Lists:
        return self.domain_of(data, ())

    def domain_of(self, data: GameScoringData, cards: Sequence[str | None]) -> Lists:
        """Return the values that the input can have beside these shared cards."""
        fixed = {"strength": Numbers(0, self.most_strength), "card": data.card_domain(self.deck)}
        one_of = [(key,) if key else self.usual(data, at) for at, key in enumerate(self.all_of(cards))]
        return list_of_all(Rows({"points": numbers_of(self._points_of(data, keys)), **fixed}) for keys in one_of)

    def value(self, marks: InputMarks, data: GameScoringData, cards: Sequence[str | None] = ()) -> Any:
        results = zip(marks.plain, _strengths(marks), self.all_of(cards), strict=True)
        return tuple(
            {"points": points or 0, "strength": strength or 0, "card": data.card(self.deck, key) if key else 0}
            for points, strength, key in results
        )

    # from a file

    def file_keys(self, name: str) -> tuple[str, ...]:
        return (name, self.strengths)

    def in_file(self, name: str, marks: InputMarks) -> dict[str, Any]:
        strengths = _strengths(marks)
        if any(strengths) and None not in strengths:
            return {self.strengths: [strength or None for strength in strengths]}
        return {name: marks.plain}

    def empty(self, _data: GameScoringData) -> InputMarks:
        return InputMarks([None] * self.entries)

    def read(self, node: Node, context: InputReadingContext) -> InputMarks | None:
        return self.read_key("", node, context)

    def read_key(self, key: str, node: Node, context: InputReadingContext) -> InputMarks | None:
        if not node.is_list or len(node.value) != self.entries:
            text = message("wrong_entries", what=context.what, count=self.entries, shown=excerpt(node))
            context.faults.add("G006", text, node.place)
            return None
        if key == self.strengths:
            results = [self._strength(child, index, context) for index, child in enumerate(node.value)]
            return InputMarks([points for points, _ in results], strengths=tuple(strength for _, strength in results))
        return InputMarks([self._read_points(child, index, context) for index, child in enumerate(node.value)])

    def _read_points(self, node: Node, index: int, context: InputReadingContext) -> int | None:
        what = message("entry_of", what=context.what, number=index + 1)
        points = None if node.value is None else context.whole(node, what)
        return None if points is None else self._checked(points, index, context, node.place)

    def _checked(self, points: int, index: int, context: InputReadingContext, place: SourceLocation) -> int:
        """Return the points; add a warning if the card never gives them."""
        data, card, possible = context.data, self._card(index, context), self._possible(index, context)
        if points not in possible:
            is_unusual = not card and points in self._points_of(data, self.keys_in(data))
            text = entry_message("unusual" if is_unusual else "nobody_gives", context.word, index + 1, points=points)
            if card:
                name = data.card_name(self.deck, card)
                text = entry_message("cannot_give", context.word, index + 1, name=name, points=points)
            hint = message("possible", names=list_of(possible))
            context.faults.warn("G030" if is_unusual else "G012", text, place, hint)
        return points

    def _strength(self, node: Node, index: int, context: InputReadingContext) -> tuple[int | None, int | None]:
        """Return the points by a strength, and the strength."""
        card = self._card(index, context)
        if card is None:
            text = entry_message("needs_card", context.word, index + 1)
            context.faults.add("G013", text, node.place, message("name_cards", what=self.cards))
            return None, None
        if node.value is None:
            return self._points_in(context.data, card, self.flee), NOT_MET
        what = entry_message("strength_of", context.word, index + 1)
        strength = context.number(node, self.least_strength, self.most_strength, what)
        if strength is None:
            return None, None
        # the points of the highest band that a strength reaches, or of fleeing. [PL p.12] [CZ p.12-13]
        flight, *bands = self._bands(context.data, card)
        return [flight[1], *(points for least, points in bands if strength >= least)][-1], strength

    def settle(self, marks: InputMarks, context: InputReadingContext) -> InputMarks:
        """Give a card that was never met its points below all bands; an unknown card is a fault."""
        points, strengths, place = [*marks.plain], [*_strengths(marks)], context.place
        for index in (index for index, number in enumerate(points) if number is None and context.counts(index)):
            card = self._card(index, context)
            if card is None:
                text = entry_message("no_points", context.word, index + 1)
                context.faults.add("G016", text, place, message("write_points", what=self.cards))
                continue
            points[index], strengths[index] = self._points_in(context.data, card, self.flee), NOT_MET
            text = message("never_met", name=context.data.card_name(self.deck, card), points=points[index])
            context.faults.warn("G016", text, place)
        return _marks_of(points, strengths)

    # at the table

    def ask(self, part: int, context: InputReadingContext) -> Message:
        card = self._card(part, context)
        if card is None:
            possible = self._possible(part, context) or [0]
            return entry_message("ask_points", context.word, part + 1, most=possible[-1], least=possible[0])
        name = context.data.card_name(self.deck, card)
        return entry_message("ask_card_points", context.word, part + 1, name=name)

    def control(self, part: int, context: InputReadingContext) -> Control:
        options = tuple(ControlOption(str(each), with_sign(each)) for each in self._possible(part, context))
        return Control("number", options=options)

    def answer(self, text: str, part: int, before: InputMarks, context: InputReadingContext) -> InputMarks:
        if not text:
            raise UnreadableAnswer(message("possible", names=list_of(self._possible(part, context))))
        points, strengths = [*before.plain], [*_strengths(before)]
        points[part], strengths[part] = self._checked(whole(text), part, context, TYPED), None
        return _marks_of(points, strengths)

    def page_answer(self, marks: InputMarks, part: int, _context: InputReadingContext) -> str:
        return "" if marks.plain[part] is None else str(marks.plain[part])

    def label(self, marks: InputMarks, part: int | None, context: InputReadingContext) -> Value:
        if part is None:
            return list_of(self.label(marks, each, context) for each in range(self.entries))
        card, strength = self._card(part, context), _strengths(marks)[part]
        if card is None:
            return message("numbered", what=context.word, number=part + 1)
        who = context.data.card_name(self.deck, card)
        if strength == NOT_MET:
            return message("band_not_met", who=who)
        return who if strength is None else message("band_strength", who=who, strength=strength)

    # on sheets and photos

    def takes(self, end: str, *, written: bool, data: GameScoringData) -> bool:
        number, _, box = end.partition(".")
        if number not in map(str, range(1, self.entries + 1)):
            return False
        return written if not box else not written and (box == self.flee or (box.isdecimal() and int(box) > 0))

    def read_ticks(self, fields: FilledFields, context: InputReadingContext) -> InputMarks:
        """Return the points of the ticked boxes, else of the fields head.1, head.2 and so on, else of the shields."""
        return InputMarks([self._on_sheet(index, fields, context) for index in range(self.entries)])

    def _on_sheet(self, index: int, fields: FilledFields, context: InputReadingContext) -> int | None:
        names = [f"{head}.{index + 1}" for head in (*self.fields, *self.filled)]
        written = [number for name in names for number in fields.numbers(name, context, -MOST, MOST)]
        asks = (f"{context.name}.{index}", *([context.name] if self.entries == 1 else []))
        written += [fields.written[ask] for ask in asks if ask in fields.written]
        boxes = list(dict.fromkeys(box for name in names for box in fields.below(name)))
        if len(boxes) > 1:
            what = message("entry_of", what=context.what, number=index + 1)
            text = message("ticked_several", what=what, names=list_of(boxes))
            context.faults.add("F009", text, fields.place)
        card = self._card(index, context)
        if boxes and card is not None:
            return self._points_in(context.data, card, boxes[0])
        if boxes and written:
            return self._confirmed(written[0], boxes[0], index, context, fields.place)
        return self._checked(written[0], index, context, fields.place) if written else None

    def _confirmed(self, points: int, box: str, index: int, context: InputReadingContext, place: SourceLocation) -> int:
        """Return the points; add a warning if no card of the deck gives them for the ticked box."""
        possible = sorted({self._points_in(context.data, key, box) for key in self.keys_in(context.data)})
        if points in possible:
            return self._checked(points, index, context, place)
        text = entry_message("box_never_gives", context.word, index + 1, box=box, points=points)
        context.faults.warn("G012", text, place, message("possible", names=list_of(possible)))
        return points

    def entry_of(self, box: str) -> int | None:
        """Return the number of the question that one box answers by itself, or None."""
        starts = ((index, f"{head}.{index + 1}.") for index in range(self.entries) for head in self.fields)
        return next((index for index, start in starts if box.startswith(start)), None)

    # the cards that all players share

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
                context.faults.warn("G022", message("card_twice", name=name), child.place)
        return self.all_of(keys)

    def _read_card(self, node: Node, number: int, context: InputReadingContext) -> str | None:
        if node.value is None:
            return None
        known, unknown = context.data.cards(self.deck), message("unknown_card", what=self.cards, shown=excerpt(node))
        key = context.key(node, known, unknown)
        turn = known[key].fields.get(self.turn) if key is not None else None
        if key is not None and isinstance(turn, int) and turn != number:  # no map may ask for it
            name = context.data.card_name(self.deck, key)
            context.faults.warn("G021", message("out_of_turn", name=name, turn=turn, number=number), node.place)
        return key

    def find_card(self, data: GameScoringData, text: str) -> str:
        """Return the card of this letter or name; raises UnreadableAnswer."""
        cards = data.cards(self.deck)
        lettered = (key for key, card in cards.items() if self.letter and card.fields.get(self.letter) == text.upper())
        return next(lettered, None) or pick_in(data, text, self.names)

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
