"""An input with a result against each of several cards, which give points by bands of strength."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Literal

from generator.diagnostics import SourceLocation
from generator.formulas.domains import Lists, Numbers, Rows, hull, numbers_of
from generator.reading.phrase_templates import with_sign
from generator.reading.yaml_nodes import Node
from generator.scoring import input_spec
from generator.scoring.controls import Control, ControlOption
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_spec import pick_in
from generator.scoring.inputs.number import Bound
from generator.scoring.messages import Message, UnreadableAnswer, Value, entry_message, list_of, message
from generator.scoring.references import DeckField, DeckName, InputNameAnnotation


@dataclass(frozen=True)
class CardBands:
    """The cards of a deck with bands; attributes such as `bands` name the fields of a card that hold what is read."""

    data: GameScoringData
    deck: str
    bands: str
    reach: str
    gain: str
    flee: str
    turn: str
    letter: str

    @property
    def keys(self) -> tuple[str, ...]:
        """The cards of the deck."""
        return tuple(self.data.cards(self.deck))

    def rows(self, key: str, *names: str) -> list[tuple[int, ...]]:
        """Return the bands of a card as tuples: (least strength, points), or the fields `names` of each band."""
        return list(self.data.card_rows(self.deck, key, self.bands, names or (self.reach, self.gain)))

    def flight(self, key: str) -> int:
        """Return the points that a card gives to a player who flees, being below its first band."""
        return self.data.card_number(self.deck, key, self.flee)

    def points(self, *keys: str) -> set[int]:
        """Return all the different numbers of points that the cards `keys` can give."""
        return {points for key in keys for points in (self.flight(key), *(gain for _, gain in self.rows(key)))}

    def points_at(self, key: str, strength: int) -> int:
        """Return the points of the highest band that a strength reaches, or of fleeing. [PL p.12] [CZ p.12-13]"""
        reached = [band for band in self.rows(key) if strength >= band[0]]
        return max(reached)[1] if reached else self.flight(key)

    def points_in_box(self, key: str, box: str) -> int:
        """Return the points for a ticked box: `flee`, or the number of a band of the card, from 1 for the lowest."""
        rows = sorted(self.rows(key))
        if box == self.flee or not rows:
            return self.flight(key)
        return rows[min(int(box), len(rows)) - 1][1]

    def usual(self, index: int) -> tuple[str, ...]:
        """Return the cards that can be met in turn `index`, from 0; all cards of the deck if there are none."""
        cards = self.data.cards(self.deck).items()
        return tuple(key for key, card in cards if card.fields.get(self.turn) in (None, index + 1)) or self.keys

    def find(self, text: str) -> str:
        """Return the card of this letter or name; raises UnreadableAnswer."""
        for key, card in self.data.cards(self.deck).items():
            if self.letter and card.fields.get(self.letter) == text.upper():
                return key
        return pick_in(
            self.data,
            text,
            lambda data: {key: data.words.tell(data.card_name(self.deck, key)) for key in data.cards(self.deck)},
        )


MOST = 999  # points of a field


@dataclass(frozen=True)
class CardResult:
    """The result against one card: the points, and the strength if known; None if nothing was entered yet."""

    points: int | None = None
    strength: int | None = None
    met: bool = True


@dataclass(frozen=True)
class CardResultsMarks(input_spec.InputMarks):
    """The results in the order of the cards."""

    each: tuple[CardResult, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(result.points or 0 for result in self.each)

    @property
    def plain(self) -> list[int | None]:
        return [result.points for result in self.each]


class CardResultsSpec(input_spec.InputSpec, kind="bands"):
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

    deck: DeckName
    entries: int
    cards: str
    strengths: str
    bands: DeckField
    reach: str
    gain: str
    flee: DeckField
    turn: DeckField = ""
    letter: DeckField = ""
    card_fields: tuple[str, ...] = ()
    least_strength: Bound = 0
    most_strength: Bound = 999

    ticks_tell: ClassVar[bool] = False
    is_parted: ClassVar[bool] = True

    @property
    def tick_order(self) -> Literal["any", "row", "one"]:
        return "one"

    @property
    def heads(self) -> tuple[str, ...]:
        return (*super().heads, *self.card_fields)

    @property
    def shared(self) -> input_spec.SharedCards:
        return self

    def file_keys(self, name: str) -> tuple[str, ...]:
        return (name, self.strengths)

    def in_file(self, name: str, marks: input_spec.InputMarks) -> dict[str, object]:
        results = marks.each if isinstance(marks, CardResultsMarks) else ()
        if all(result.strength is None for result in results) or any(
            result.met and result.strength is None for result in results
        ):
            return super().in_file(name, marks)
        return {self.strengths: [result.strength if result.met else None for result in results]}

    def parts(self, _data: GameScoringData) -> int:
        return self.entries

    @property
    def of_deck(self) -> str:
        return self.deck

    def domain(self, data: GameScoringData) -> Lists:
        return self.domain_of(data, ())

    def domain_of(self, data: GameScoringData, named: Sequence[str | None]) -> Lists:
        cards, card = self.card_bands(data), data.card_domain(self.deck)
        strength = Numbers(0, self.most_strength)
        one_of = [(key,) if key else cards.usual(index) for index, key in enumerate(self._all_named(named))]
        known = tuple(
            Rows({"points": numbers_of(cards.points(*keys)), "strength": strength, "card": card}) for keys in one_of
        )
        return Lists(hull(known, 0), self.entries, self.entries, known)

    def value(
        self, marks: CardResultsMarks, data: GameScoringData, cards: Sequence[str | None] = ()
    ) -> tuple[Mapping[str, Any], ...]:
        return tuple(
            {
                "points": each.points or 0,
                "strength": each.strength or 0,
                "card": data.card(self.deck, key) if key else 0,
            }
            for each, key in zip(marks.each, self._all_named(cards), strict=False)
        )

    def _all_named(self, named: Sequence[str | None]) -> tuple[str | None, ...]:
        return (*named, *[None] * (self.entries - len(named)))

    def card_bands(self, data: GameScoringData) -> CardBands:
        """Return the cards of the deck with their bands."""
        return CardBands(data, self.deck, self.bands, self.reach, self.gain, self.flee, self.turn, self.letter)

    def read_cards(self, node: Node, context: input_spec.InputReadingContext) -> tuple[str | None, ...]:
        """Return the shared cards that a score file lists, in order; None for an unnamed or unknown card."""
        if not node.is_list or len(node.value) > self.entries:
            said = message("wrong_cards", what=self.cards, most=self.entries, shown=input_spec.excerpt(node))
            context.faults.add("G006", said, node.place)
            return ()
        known = context.data.cards(self.deck)
        keys: list[str | None] = []
        for child in node.value:
            is_known = isinstance(child.value, str) and child.value in known
            if child.value is not None and not is_known:
                hint = input_spec.near(str(child.value), known) if isinstance(child.value, (str, int)) else None
                said = message("unknown_card", what=self.cards, shown=input_spec.excerpt(child))
                context.faults.add("G007", said, child.place, hint)
            keys.append(child.value if is_known else None)
        for number, (key, child) in enumerate(zip(keys, node.value, strict=True), 1):
            if key is None:
                continue
            name, turn = (
                context.data.card_name(self.deck, key),
                known[key].fields.get(self.turn) if self.turn else None,
            )
            if isinstance(turn, int) and turn != number:  # no map may ask for it
                context.faults.add("G021", message("out_of_turn", name=name, turn=turn, number=number), child.place)
            if key in keys[: number - 1]:
                context.faults.add("G022", message("card_twice", name=name), child.place)
        return (*keys, *[None] * (self.entries - len(keys)))

    def empty(self, _data: GameScoringData) -> CardResultsMarks:
        return CardResultsMarks((CardResult(),) * self.entries)

    def read(self, node: Node, context: input_spec.InputReadingContext) -> CardResultsMarks | None:
        return self.read_key("", node, context)

    def read_key(self, key: str, node: Node, context: input_spec.InputReadingContext) -> CardResultsMarks | None:
        read = self._read_strength if key == self.strengths else self._read_points
        if not node.is_list or len(node.value) != self.entries:
            said = message("wrong_entries", what=context.what, count=self.entries, shown=input_spec.excerpt(node))
            context.faults.add("G006", said, node.place)
            return None
        return CardResultsMarks(tuple(read(child, index, context) for index, child in enumerate(node.value)))

    def _read_points(self, node: Node, index: int, context: input_spec.InputReadingContext) -> CardResult:
        if node.value is None:
            return CardResult()
        if isinstance(node.value, bool) or not isinstance(node.value, int):
            what = message("entry_of", what=context.what, number=index + 1)
            context.faults.add("S003", message("whole_number", what=what, shown=input_spec.excerpt(node)), node.place)
            return CardResult()
        return self._result(node.value, index, context, node.place)

    def _result(
        self, points: int, index: int, context: input_spec.InputReadingContext, place: SourceLocation
    ) -> CardResult:
        card = self._card(index, context)
        possible = sorted(self._possible(index, context))
        if points not in possible:
            who = context.data.card_name(self.deck, card) if card else None
            said = (
                entry_message("cannot_give", context.word, index + 1, name=who, points=points)
                if who
                else entry_message("nobody_gives", context.word, index + 1, points=points)
            )
            code = "G012"
            cards = self.card_bands(context.data)
            if not who and points in cards.points(*cards.keys):
                code, said = "G030", entry_message("unusual", context.word, index + 1, points=points)
            context.faults.warn(code, said, place, message("possible", names=list_of(possible)))
        return CardResult(points)

    def _card(self, index: int, context: input_spec.InputReadingContext) -> str | None:
        keys = context.cards.get(context.name, ())
        return keys[index] if index < len(keys) else None

    def _possible(self, index: int, context: input_spec.InputReadingContext) -> set[int]:
        card, cards = self._card(index, context), self.card_bands(context.data)
        return cards.points(*((card,) if card else cards.usual(index)))

    def _read_strength(self, node: Node, index: int, context: input_spec.InputReadingContext) -> CardResult:
        card = self._card(index, context)
        if card is None:
            said = entry_message("needs_card", context.word, index + 1)
            context.faults.add("G013", said, node.place, message("name_cards", what=self.cards))
            return CardResult()
        if node.value is None:
            return CardResult(self.card_bands(context.data).flight(card), met=False)
        what = entry_message("strength_of", context.word, index + 1)
        strength = context.number(node, self.least_strength, self.most_strength, what)
        if strength is None:
            return CardResult()
        return CardResult(self.card_bands(context.data).points_at(card, strength), strength)

    def settle(
        self, marks: CardResultsMarks, inputs: input_spec.KnownSheetInputs, context: input_spec.InputReadingContext
    ) -> CardResultsMarks:
        """Give a card that was never met its points below all bands; an unknown card is a fault."""
        if not inputs.finished:
            return marks
        each = []
        for index, result in enumerate(marks.each):
            card = self._card(index, context)
            if result.points is None and card is not None:
                points = self.card_bands(context.data).flight(card)
                name = context.data.card_name(self.deck, card)
                context.faults.warn("G016", message("never_met", name=name, points=points), inputs.place(context.name))
                result = replace(result, points=points, met=False)
            elif result.points is None:
                hint = message("write_points", what=self.cards)
                said = entry_message("no_points", context.word, index + 1)
                context.faults.add("G016", said, inputs.place(context.name), hint)
            each.append(result)
        return CardResultsMarks(tuple(each))

    def ask(self, part: int, context: input_spec.InputReadingContext) -> Message:
        card = self._card(part, context)
        if card is not None:
            name = context.data.card_name(self.deck, card)
            return entry_message("ask_card_points", context.word, part + 1, name=name)
        return entry_message("ask_points", context.word, part + 1)

    def possible(self, part: int, context: input_spec.InputReadingContext) -> Value:
        return message("possible", names=list_of(sorted(self._possible(part, context))))

    def control(self, part: int, context: input_spec.InputReadingContext) -> Control:
        options = tuple(ControlOption(str(each), with_sign(each)) for each in sorted(self._possible(part, context)))
        return Control("number", options=options)

    def answer(
        self, text: str, part: int, before: CardResultsMarks, context: input_spec.InputReadingContext
    ) -> CardResultsMarks:
        if not text:
            raise UnreadableAnswer(message("possible", names=list_of(sorted(self._possible(part, context)))))
        result = self._result(input_spec.whole(text), part, context, input_spec.TYPED)
        return CardResultsMarks((*before.each[:part], result, *before.each[part + 1 :]))

    def answer_text(self, marks: CardResultsMarks, part: int, _context: input_spec.InputReadingContext) -> str:
        points = marks.each[part].points
        return "" if points is None else str(points)

    def label(self, marks: CardResultsMarks, part: int | None, context: input_spec.InputReadingContext) -> Value:
        if part is None:
            return list_of(self.label(marks, each, context) for each in range(self.entries))
        card, result = self._card(part, context), marks.each[part]
        if card is None:
            return message("numbered", what=context.word, number=part + 1)
        who = context.data.card_name(self.deck, card)
        if not result.met:
            return message("band_not_met", who=who)
        return who if result.strength is None else message("band_strength", who=who, strength=result.strength)

    def read_ticks(self, fields: input_spec.FilledFields, context: input_spec.InputReadingContext) -> CardResultsMarks:
        """Return the points of the ticked boxes, else of the fields head.1, head.2 and so on, else of the shields."""
        return CardResultsMarks(tuple(self._on_sheet(index, fields, context) for index in range(self.entries)))

    def _on_sheet(
        self, index: int, fields: input_spec.FilledFields, context: input_spec.InputReadingContext
    ) -> CardResult:
        names = [f"{head}.{index + 1}" for head in (*self.fields, *self.filled)]
        written = [number for name in names for number in fields.numbers(name, -MOST, MOST, context)]
        asks = (f"{context.name}.{index}", *([context.name] if self.entries == 1 else []))
        shields = [fields.written[ask] for ask in asks if ask in fields.written]
        points = next(iter([*written, *shields]), None)
        boxes = list(dict.fromkeys(box for name in names for box in fields.below(name)))
        if len(boxes) > 1:
            said = message(
                "ticked_several", what=message("entry_of", what=context.what, number=index + 1), names=list_of(boxes)
            )
            context.faults.add("F009", said, fields.place)
        if not boxes:
            return CardResult() if points is None else self._result(points, index, context, fields.place)
        card = self._card(index, context)
        if card is not None:
            return CardResult(self.card_bands(context.data).points_in_box(card, boxes[0]))
        return CardResult() if points is None else self._confirmed(points, boxes[0], index, context, fields.place)

    def entry_of(self, box: str) -> int | None:
        entries = [f"{head}.{index + 1}" for index in range(self.entries) for head in self.fields]
        return next((at // len(self.fields) for at, name in enumerate(entries) if box.startswith(f"{name}.")), None)

    def told_entry(
        self, fields: input_spec.FilledFields, part: int, context: input_spec.InputReadingContext
    ) -> int | None:
        card = self._card(part, context)
        boxes = [box for head in self.fields for box in fields.below(f"{head}.{part + 1}")]
        if card is None or len(boxes) != 1:
            return None
        return self.card_bands(context.data).points_in_box(card, boxes[0])

    def _confirmed(
        self, points: int, box: str, index: int, context: input_spec.InputReadingContext, place: SourceLocation
    ) -> CardResult:
        """Return the result with these points; add a fault if no card of the deck gives them for the ticked box."""
        cards = self.card_bands(context.data)
        possible = sorted({cards.points_in_box(key, box) for key in cards.keys})
        if points in possible:
            return self._result(points, index, context, place)
        said = entry_message("box_never_gives", context.word, index + 1, box=box, points=points)
        context.faults.warn("G012", said, place, message("possible", names=list_of(possible)))
        return CardResult(points)

    def find_card(self, data: GameScoringData, text: str) -> str:
        return self.card_bands(data).find(text)

    def points_on_sheet(
        self, fields: input_spec.FilledFields, context: input_spec.InputReadingContext
    ) -> tuple[int | None, ...]:
        return tuple(result.points for result in self.read_ticks(fields, context).each)

    def ask_card(self, part: int, context: input_spec.InputReadingContext) -> tuple[Message, tuple[ControlOption, ...]]:
        """Return the question for the card of an entry, and all cards to choose from, those usual in its turn first."""
        cards = self.card_bands(context.data)
        keys = dict.fromkeys((*cards.usual(part), *cards.keys))
        options = tuple(ControlOption(key, context.data.card_name(self.deck, key)) for key in keys)
        return entry_message("ask_card", context.word, part + 1), options

    def takes(self, end: str, *, written: bool, data: GameScoringData) -> bool:
        number, _, box = end.partition(".")
        if number not in map(str, range(1, self.entries + 1)):
            return False
        return written if not box else not written and (box == self.flee or (box.isdecimal() and int(box) > 0))


CardBandsName = Annotated[str, InputNameAnnotation(CardResultsSpec)]
