"""Base of all kinds of input: how marks are read from score files, typed answers and ticked boxes, and shown again.

A web form has a control for each answer: switches, steppers, cards to choose from, etc.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from generator.diagnostics import Diagnostic, SourceLocation
from generator.formulas.domains import Domain
from generator.reading.spec_class import spec
from generator.reading.yaml_nodes import Node, as_node
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_reading import MOST_NAMED, TYPED, FilledFields, InputMarks, InputReadingContext
from generator.scoring.messages import GameWord, Message, UnreadableAnswer, Value, key_word, list_of, message
from generator.scoring.typed_text import bare, keys_called
from generator.scoring.words import ScoreWords

ControlKind = Literal["number", "switch", "choice", "steps", "group", "grid", "numbers", "names", "entry"]


@dataclass(frozen=True)
class ControlOption:
    """One choice of a control: the value `sent` with the form, its name, and the card that pictures it, if any.

    `is_complete` is true if the choice is a complete answer, without a number next to it.
    """

    sent: str
    name: Value
    is_complete: bool = True


@dataclass(frozen=True)
class Control:
    """A field of a form, by its `kind`:

    - number: from `least` to `most` in steps of `each`, or one of `options`;
    - switch: two options, yes first;
    - choice: one of `options`, or nothing unless `required`;
    - steps: an option with a number up to `most`, or one of `points`;
    - group: a number for each option;
    - grid: the ticked options, sent with spaces between; `entries` boxes in a row;
    - numbers: `least_entries` to `entries` numbers, sent with spaces between;
    - names: the same with words, sent with commas between;
    - entry: an entry of a ledger, sent as in a score file: `options` are goods, `kinds` those of members, `points`
      the levels.
    `deck` is the deck whose cards the options are, so that pictures of them can be shown.
    """

    kind: ControlKind
    least: int = 0
    most: int = 0
    each: int = 1
    least_entries: int = 0
    entries: int = 1
    options: tuple[ControlOption, ...] = ()
    kinds: tuple[ControlOption, ...] = ()
    points: tuple[int, ...] = ()
    members: str = ""
    deck: str = ""
    required: bool = False

    def plain(self, words: ScoreWords) -> dict[str, Any]:
        """Return the control as data for JSON, with the names of options in the language of `words`."""

        def options_plain(options: tuple[ControlOption, ...]) -> list[dict[str, Any]]:
            return [
                {"sent": option.sent, "name": words.text(option.name), "is_complete": option.is_complete}
                for option in options
            ]

        return {
            **vars(self),
            "options": options_plain(self.options),
            "kinds": options_plain(self.kinds),
            "points": list(self.points),
        }


NOTHING = "–"  # shown for a list or group without anything
INPUT_KINDS: dict[str, type] = {}
TickOrder = Literal["any", "row", "one"]


@spec
class InputSpec(ABC):
    """One thing that a player reads off the sheet.

    `fields` lists the first parts of the ids of boxes that are ticked for the input; `filled` those of text fields,
    which phones show as questions; `unsure` those of ambiguous boxes, marked for other reasons, too, such as items both
    taken and lost. `words` is the section of the game's words with the names of the input's keys. With `required`,
    a score file must have the input.
    """

    adds_up: ClassVar[bool] = True  # whether its numbers are of one kind, so that their sum can decide a tie
    is_switch: ClassVar[bool] = False  # whether leaving it out means no
    card_keys: ClassVar[tuple[str, ...]] = ()  # its keys that name fields of its cards
    is_of_names: ClassVar[bool] = False  # whether it names people; other inputs may read the fields with their names
    ticks_tell: ClassVar[bool] = True  # whether ticked boxes can give its value, without written text
    grows: ClassVar[bool] = False  # whether players are asked for it repeatedly, until an answer is empty
    takes_none: ClassVar[bool] = False  # whether an empty answer means none

    place: SourceLocation
    fields: tuple[str, ...] = ()
    filled: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()
    words: str = ""
    required: bool = False

    # what it is

    @property
    def solo_differs(self) -> bool:
        """Whether the input is marked in another way in a solo game."""
        return False

    @property
    def of_deck(self) -> str:
        """The deck that the input names cards of, or ""."""
        return ""

    def keys_in(self, data: GameScoringData) -> tuple[str, ...]:
        """Return the keys of the cards, options or things that the input names."""
        return tuple(data.cards(self.of_deck)) if self.of_deck else ()

    def name_of(self, data: GameScoringData, key: str) -> GameWord:
        """Return the printed name of a card, option or thing."""
        return data.card_name(self.of_deck, key) if self.of_deck else key_word(self.words, key)

    def names(self, data: GameScoringData) -> dict[str, str]:
        """Return the printed names of the cards, options or things that the input names, by key."""
        return {key: data.words.text(self.name_of(data, key)) for key in self.keys_in(data)}

    def choices(self, data: GameScoringData) -> tuple[ControlOption, ...]:
        """Return the cards, options or things that the input names, for a page."""
        return tuple(ControlOption(key, self.name_of(data, key)) for key in self.keys_in(data))

    def parts(self, _marks: InputMarks | None = None) -> int:
        """Return the number of questions for the input; one more than the entries in `_marks` if it `grows`."""
        return 1

    def other_inputs(self, _data: GameScoringData, _marks: InputMarks | None = None) -> tuple[str, ...]:
        """Return the names of the inputs that it counts or reads; with `_marks`, only those that these marks need."""
        return ()

    def look_up(self, data: GameScoringData) -> None:
        """Look up all that the input takes from the data and cards; raises InvalidInput."""
        self.empty(data), self.domain(data), self.names(data)

    def card_faults(
        self, _node: Node | None, _data: GameScoringData, _names: Mapping[str, Domain]
    ) -> Iterator[Diagnostic]:
        """Yield faults of numbers on its cards; `_node` is the input in scoring.yaml, `_names` has domains by name."""
        yield from ()

    # in formulas

    @abstractmethod
    def domain(self, data: GameScoringData) -> Domain:
        """Return all values that the input can have in a formula."""

    def value(self, marks: Any, _data: GameScoringData, _cards: Sequence[str | None] = ()) -> Any:
        """Return marks as the value that formulas take; `_cards` are the shared cards of the input."""
        return marks.plain

    # from score files

    def empty(self, _data: GameScoringData) -> InputMarks:
        """Return the marks of a sheet on which nothing was marked; by default an empty list."""
        return InputMarks([])

    @abstractmethod
    def read(self, node: Node, context: InputReadingContext) -> InputMarks | None:
        """Return the marks read from a value of a score file; on a wrong value add a fault and return None."""

    def file_keys(self, name: str) -> tuple[str, ...]:
        """Return the keys of a player in a score file under which the input `name` is written."""
        return (name,)

    def read_key(self, _key: str, node: Node, context: InputReadingContext) -> InputMarks | None:
        """Return the marks read from the value of one of the `file_keys`; None, with a fault, for a wrong value."""
        return self.read(node, context)

    def in_file(self, name: str, marks: InputMarks) -> dict[str, Any]:
        """Return the keys and values that a score file gets for the input `name` with these marks."""
        return {name: marks.plain}

    def settle(self, marks: Any, _context: InputReadingContext) -> Any:
        """Return the marks completed from the rest of the sheet; add a fault for each contradiction between the two."""
        return marks

    # at the table

    @abstractmethod
    def ask(self, part: int, context: InputReadingContext) -> Message:
        """Return the text of question `part`, from 0, of this input."""

    def possible(self, part: int, context: InputReadingContext) -> Value | None:
        """Return a message that lists the possible answers, by the control for them; None if none is needed."""
        control = self.control(part, context)
        names = list_of(option.name for option in control.options)
        if control.kind == "group":
            return message("possible_numbers", names=names, least=control.least, most=control.most)
        if control.kind in ("number", "choice") and names.entries:
            return message("possible", names=names)
        is_number = control.kind in ("number", "numbers")
        return message("range", least=control.least, most=control.most) if is_number else None

    @abstractmethod
    def control(self, part: int, context: InputReadingContext) -> Control:
        """Return the form control by which a web page lets a player answer question `part`."""

    def answer_in(self, text: str, context: InputReadingContext) -> str:
        """Return a typed answer, "" if it is a word for none and the input may be left out."""
        is_none = self.takes_none and bare(text) in bare(context.data.words.say("none")).split()
        return "" if is_none and not self.required and not keys_called(text, self.names(context.data)) else text

    def typed(self, text: str, _context: InputReadingContext) -> Any:
        """Return a typed answer as a score file holds it; raises UnreadableAnswer."""
        return text

    def answer(self, text: str, _part: int, _before: Any, context: InputReadingContext) -> InputMarks:
        """Return the marks `_before` with the answer to one question replaced; raises UnreadableAnswer."""
        marks = self.read(as_node(self.typed(text, context), TYPED), context)
        if marks is None or context.faults.errors:
            raise UnreadableAnswer(context.faults.errors[0].message)
        return marks

    def page_answer(self, marks: Any, _part: int, _context: InputReadingContext) -> str:
        """Return the answer to question `part` as a web page sends it: with keys where `answer_text` has names."""
        value = list(marks.plain.values()) if isinstance(marks.plain, dict) else marks.plain
        return " ".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)

    def answer_text(self, marks: Any, part: int, context: InputReadingContext) -> str:
        """Return the answer to question `part` in these marks as the text that a player would type for it."""
        return self.chosen(marks, context.data) or self.page_answer(marks, part, context)

    def answer_sentence(self, marks: Any, part: int, context: InputReadingContext) -> Value:
        """Return the answer to question `part` as readable words, where `answer_text` has shorthand."""
        return self.answer_text(marks, part, context)

    def label(self, marks: Any, part: int | None, context: InputReadingContext) -> Value:
        """Return the name and the value of question `part`, or of all questions, for the reasons of a line."""
        answer = self.answer_sentence(marks, part or 0, context) or NOTHING
        return message("amount_of", what=context.word, amount=answer)

    def chosen(self, marks: Any, data: GameScoringData) -> str:
        """Return the full names of what was chosen, since they may be typed shorter; "" for nothing."""
        return self.names(data).get(marks.choice or "", "")

    def echo(self, _marks: Any, _part: int, _context: InputReadingContext) -> Value | None:
        """Return a message about the result of an answer; None if there is nothing to say."""
        return None

    # on sheets and photos

    @property
    def heads(self) -> tuple[str, ...]:
        """The first parts of the ids of all fields of the input on a sheet, boxes and text fields."""
        return (*self.fields, *self.filled)

    @property
    def counted_heads(self) -> tuple[str, ...]:
        """The first parts of the ids of its boxes that a photo is read for."""
        return self.heads

    @property
    def digits(self) -> tuple[str, ...]:
        """The first parts of the ids of fields with numbers, which a person can read off a photo."""
        return ()

    @property
    def scored_by_photo(self) -> bool:
        """Whether ticked boxes, or numbers that a person reads off a photo, give the value of the input."""
        return bool(self.heads) and bool(self.digits or not self.filled)

    @property
    def tick_order(self) -> TickOrder:
        """Which of its boxes are ticked: any of them, a row from its start, or one."""
        return "any"

    @abstractmethod
    def takes(self, end: str, *, written: bool, data: GameScoringData) -> bool:
        """Return whether the input reads a field whose id ends with `end`; `written` is true for a text field."""

    def required_ends(self, _data: GameScoringData) -> tuple[str, ...]:
        """Return the last parts of the field ids that a sheet needs, so that every value can be marked."""
        return ("",)

    def typed_in(self, name: str, fields: FilledFields, context: InputReadingContext) -> Any:
        """Return the answer written into a field as a score file holds it; add a fault and return None for others."""
        try:
            return self.typed(self.answer_in(fields.text(name), context), context)
        except UnreadableAnswer as fault:
            context.faults.add("F006", fault.message, fields.place, message("correct_field", name=name))
            return None

    def on_sheet(self, _fields: FilledFields, _context: InputReadingContext) -> Any:
        """Return the value in the fields of a filled sheet as a score file holds it; collects faults."""
        return None

    def read_ticks(self, fields: FilledFields, context: InputReadingContext) -> InputMarks:
        """Return the marks read from the fields of a filled sheet; collects faults."""
        value = self.on_sheet(fields, context)
        if text_fields := fields.written_below(self.heads):
            context = replace(context, hint=message("correct_field", name=list_of(text_fields, most=MOST_NAMED)))
        return self.read(as_node(value, fields.place), context) or self.empty(context.data)
