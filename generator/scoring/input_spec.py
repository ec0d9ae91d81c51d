"""Base of all kinds of input: how marks are read from score files, typed answers and ticked boxes, and shown again."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, NamedTuple, Protocol

from generator.diagnostics import MOST_TOLD, SourceLocation, bare_place, nearest
from generator.formulas.domains import Domain
from generator.reading.pdf_form import TICKED
from generator.reading.spec_class import KindOfSpec
from generator.reading.yaml_nodes import Node
from generator.scoring.controls import Control, ControlOption
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.ledger_accounts import MemberStanding
from generator.scoring.messages import Faults, GameWord, Message, UnreadableAnswer, Value, key_word, list_of, message
from generator.scoring.text_folding import bare

MOST_NAMED = 8  # boxes that a row leaves empty
TYPED = bare_place("answer")
MOST_NUMBER = 999_999  # on a sheet; a number outside of what its input can be is a warning up to here
MOST_ENTRIES = 2_000  # of a list
NOTHING = "–"  # shown for a list or group without anything
NEAR = 0.7  # how much a key must be like the one that is offered for it, 1 being the same
INPUT_KINDS: dict[str, type] = {}


class InputMarks(ABC):
    """The value of one input on a sheet; each kind of input has its own class."""

    @property
    @abstractmethod
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the input, from which the lines of the score are counted."""

    @property
    @abstractmethod
    def plain(self) -> Any:
        """The value of the input as a score file holds it."""

    @property
    def numbers_by_key(self) -> Mapping[str, int]:
        """The numbers by key; empty for an input without keys."""
        return {}

    @property
    def standings(self) -> tuple[MemberStanding, ...]:
        """The standing of each member of a group; empty for an input that is no ledger."""
        return ()

    @property
    def choice(self) -> str | None:
        """The card or option that was chosen."""
        return None


ADDRESS = 4  # digits from which on a number is the address of a place on a map, such as 0203


@dataclass
class FilledFields:
    """The ticks and texts in the fields of a sheet by id; `written` has points entered for a line, by its question."""

    place: SourceLocation
    held: Mapping[str, str]
    written: Mapping[str, int] = field(default_factory=dict)

    def below(self, head: str) -> list[str]:
        """Return the last parts of all non-empty fields below `head`, such as "3" for star.3."""
        return [name[len(head) + 1 :] for name in self.held if name.startswith(f"{head}.")]

    def ends(self, head: str) -> list[int]:
        """Return the last parts of the non-empty fields below `head` as numbers; 0 for letters or an address."""
        return [int(end) if end.isdecimal() and len(end) < ADDRESS else 0 for end in self.below(head)]

    def text(self, name: str) -> str:
        """Return the text of a field; "" for a ticked box."""
        text = self.held.get(name, "").strip()
        return "" if text == TICKED else text

    def texts(self, head: str) -> dict[int, str]:
        """Return the non-empty texts of the fields head.1, head.2 and so on, in the order of their numbers."""
        numbers = sorted(number for number in self.ends(head) if number > 0)
        return {number: text for number in numbers if (text := self.held.get(f"{head}.{number}", "").strip())}

    def filled_length(self, head: str) -> int:
        """Return how far the row of boxes `head`.1, `head`.2 ... is filled: the number of the last ticked box.

        Boxes whose ids end with letters or an address, such as 0203 of a map, form no row: return how many are ticked.
        """
        ends = self.ends(head)
        return max(len(ends), *ends) if ends else int(head in self.held)

    def gaps(self, head: str) -> list[int]:
        """Return the numbers of the empty boxes of a row before its last ticked one, ascending."""
        ticked = set(self.ends(head))
        return [] if 0 in ticked else sorted(set(range(1, max(ticked, default=0))) - ticked)

    def warn_of_gaps(self, last: int, skipped: Sequence[int | str], context: "InputReadingContext") -> None:
        """Warn that boxes before the last ticked one of a row are empty."""
        names = list_of(skipped, most=MOST_NAMED)
        said = message("row_with_gaps", what=context.word, last=last, names=names, count=len(skipped))
        context.faults.warn("F015", said, self.place, message("tick_or_count"))

    def numbers(self, name: str, least: int, most: int, context: "InputReadingContext") -> list[int]:
        """Return the numbers written in a field, each from `least` to `most`; add a fault for any other text."""
        text, correct = self.held.get(name, ""), message("correct_field", name=name)
        try:
            numbers = wholes(text.replace("+", " ").replace("×", " "))
        except UnreadableAnswer:
            said = message("not_in_field", text=text[:20], name=name)
            context.faults.add("F006", said, self.place, correct)
            return []
        return [
            each for each in numbers if context.within(each, least, most, context.what, self.place, correct) is not None
        ]

    def read_answer(self, spec: "InputSpec", name: str, before: Any, context: "InputReadingContext") -> Any:
        """Return the marks for an answer that was written into the field `name`; unreadable texts add a fault."""
        correct = message("correct_field", name=name)
        own = replace(context, faults=Faults())
        try:
            marks = spec.answer(spec.answer_in(self.text(name), own), 0, before, own)
        except UnreadableAnswer as fault:
            context.faults.add("F006", fault.message, self.place, correct)
            return before
        context.faults.met += [replace(fault, place=self.place, hint=fault.hint or correct) for fault in own.faults.met]
        return marks


@dataclass
class InputReadingContext:
    """The context in which one input is read: the game, the shared cards, the rest of the sheet, and `faults` found."""

    data: GameScoringData
    name: str
    solo: bool = False
    cards: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)
    faults: Faults = field(default_factory=Faults)
    typed: bool = False
    sheet: Mapping[str, InputMarks] = field(default_factory=dict)
    spec: "InputSpec | None" = None

    @property
    def what(self) -> Value:
        """The name of the input in messages: its key for files, its word in the language for typed answers."""
        return self.word if self.typed else self.name

    @property
    def word(self) -> GameWord:
        """The word for the input in questions and reasons."""
        return key_word("inputs", self.name)

    def number(self, node: Node, least: int, most: int, what: Value) -> int | None:
        """Return the whole number in a node, with a warning if out of bounds; None, with a fault, for anything else."""
        value = self.whole(node, what)
        return None if value is None else self.within(value, least, most, what, node.place)

    def whole(self, node: Node, what: Value) -> int | None:
        """Return the whole number in a node; else add a fault and return None."""
        if isinstance(node.value, bool) or not isinstance(node.value, int):
            self.faults.add("S003", message("whole_number", what=what, shown=excerpt(node)), node.place)
            return None
        return node.value

    def within(
        self, value: int, least: int, most: int, what: Value, place: SourceLocation = TYPED, hint: Message | None = None
    ) -> int | None:
        """Return `value`, with a warning if it is not from `least` to `most`; a fault and None above a million."""
        if least <= value <= most:
            return value
        said = message("out_of_bounds", what=what, value=value, least=least, most=most)
        if abs(value) <= MOST_NUMBER:
            self.faults.warn("G010", said, place, hint)
            return value
        self.faults.add("G010", said, place, hint)
        return None

    def has_entries(self, count: int, least: int, most: int, place: SourceLocation = TYPED) -> bool:
        """Warn if an input has not `least` to `most` entries; return False, with a fault, for far too many."""
        if not least <= count <= most:
            said = message("out_of_entries", what=self.what, count=count, least=least, most=most)
            (self.faults.warn if count <= MOST_ENTRIES else self.faults.add)("G010", said, place)
        return count <= MOST_ENTRIES

    def mapping(self, node: Node) -> bool:
        """Return whether a node is a mapping; add a fault if not."""
        if not node.is_map:
            self.faults.add("S002", message("not_mapping", what=self.what, shown=excerpt(node)), node.place)
        return node.is_map

    def listing(self, node: Node) -> bool:
        """Return whether a node is a list; add a fault if not."""
        if not node.is_list:
            self.faults.add("S002", message("not_list", what=self.what, shown=excerpt(node)), node.place)
        return node.is_list

    def key(self, node: Node, known: Iterable[str], unknown: Message | None = None) -> str | None:
        """Return the known key that a node has, or whose printed name in any language it has; else add a fault."""
        keys, found = tuple(known), [node.value]
        if self.spec is not None and isinstance(node.value, str) and node.value not in keys:
            found = keys_of_name(self.data, node.value, self.spec.names)
        found = [key for key in found if key in keys]
        if len(found) > 1:
            self.faults.add("G007", message("several", text=node.value, names=list_of(found)), node.place)
        elif not found:
            said = unknown or message("unknown_choice", what=self.what, shown=excerpt(node))
            self.faults.add("G007", said, node.place, near(str(node.value), keys))
        return found[0] if len(found) == 1 else None

    def entries(self, node: Node, known: Iterable[str]) -> Iterator[tuple[str, Node]]:
        """Yield the values of a mapping by key; an unknown key is a fault, and so is a second name of one key."""
        keys, found = tuple(known), dict[str, str]()
        for name, child in node.items():
            place, unknown = node.key_place(name), message("unknown_in_group", key=name, what=self.what)
            key = self.key(Node(name, place), keys, unknown)
            if key in found:
                self.faults.add("G008", message("twice", one=found[key], other=name), place)
            elif key is not None:
                found[key] = name
                yield key, child


@dataclass
class KnownSheetInputs:
    """A sheet while it is read: the known marks by input, and whether it is complete.

    Checks look at `known` alone. On paper that is only what was marked, since an empty box may have been forgotten.
    """

    known: Mapping[str, InputMarks]
    inputs: Mapping[str, "InputSpec"]
    places: Mapping[str, SourceLocation]
    whole: SourceLocation
    finished: bool = True

    def place(self, name: str) -> SourceLocation:
        """Return the location of an input in its file, or of one of its keys or entries, such as `levels.first`."""
        return self.places.get(name) or self.places.get(name.partition(".")[0], self.whole)


def excerpt(node: Node) -> Value:
    """Return the value of a node, shortened to be quoted in a message."""
    if node.is_map or node.is_list:
        return message("a_mapping") if node.is_map else message("a_list", count=len(node.value))
    if node.value is None:
        return message("no_value")
    if isinstance(node.value, bool):
        return "true" if node.value else "false"
    return f"'{node.value[:60]}'" if isinstance(node.value, str) else str(node.value)


def near(word: str, known: Iterable[str]) -> Message | None:
    """Return a hint for an unknown word: a similar known one, else a list of the known; None if there are none."""
    keys = tuple(known)
    meant = nearest(word, keys, alike=NEAR)
    if meant is not None:
        return message("did_you_mean", name=meant)
    if not keys:
        return None
    return message("known", names=list_of(keys, most=MOST_TOLD))


class KeySlip(NamedTuple):
    """A key that contradicts another one or has no effect: the key, the message, and the hint."""

    key: str
    message: str
    hint: str


class SharedCards(Protocol):
    """An input with a result against each of several cards, which a score file lists under the key `cards`."""

    @property
    def cards(self) -> str: ...
    @property
    def deck(self) -> str: ...
    @property
    def entries(self) -> int: ...
    @property
    def card_fields(self) -> tuple[str, ...]: ...

    def read_cards(self, node: Node, context: InputReadingContext) -> tuple[str | None, ...]:
        """Return the cards that a score file lists, in order; None for an unnamed or unknown card."""

    def domain_of(self, data: GameScoringData, named: Sequence[str | None]) -> Domain:
        """Return what the input can be in formulas if these cards are named."""

    def find_card(self, data: GameScoringData, text: str) -> str:
        """Return the card of this letter or name; raises UnreadableAnswer."""

    def ask_card(self, part: int, context: InputReadingContext) -> tuple[Message, tuple[ControlOption, ...]]:
        """Return the question for the card of an entry, and all cards to choose from."""

    def points_on_sheet(self, fields: FilledFields, context: InputReadingContext) -> tuple[int | None, ...]:
        """Return the points of each entry that a sheet shows; None for an entry whose card has to be named first."""


class InputSpec(KindOfSpec, ABC):
    """One thing that a player reads off the sheet.

    `fields` lists the first parts of the ids of boxes that are ticked for the input; `filled` those of text fields,
    which phones show as questions; `unsure` those of ambiguous boxes, marked for other reasons, too, such as items both
    taken and lost. `words` is the section of the game's words with the names of the input's keys. With `required`,
    a score file must have the input.
    """

    kinds = INPUT_KINDS
    adds_up: ClassVar[bool] = True  # whether its numbers are of one kind, so that their sum can decide a tie
    is_switch: ClassVar[bool] = False  # whether leaving it out means no
    ticks_tell: ClassVar[bool] = True  # whether boxes to tick can tell it, and nothing need be written
    is_parted: ClassVar[bool] = False  # whether lines ask for its questions one by one
    takes_none: ClassVar[bool] = False  # whether an empty answer means none

    place: SourceLocation
    fields: tuple[str, ...] = ()
    filled: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()
    words: str = ""
    required: bool = False

    def slips(self, _name: str) -> Iterator[KeySlip]:
        """Yield contradictions of keys, and keys that are lacking, in this input called `_name`."""
        yield from ()

    @property
    def told_by_ticks(self) -> bool:
        """Whether ticked boxes alone give the value of the input, so that no text has to be written."""
        return not self.filled

    @property
    def shared(self) -> "SharedCards | None":
        """The cards that all players share, against which the input has a result each; None for most inputs."""
        return None

    @property
    def tick_order(self) -> Literal["any", "row", "one"]:
        """Which of its boxes are ticked: any of them, a row from its start, or one."""
        return "any"

    @property
    def digits(self) -> tuple[str, ...]:
        """The first parts of the ids of fields with numbers, which a person can read off a photo."""
        return ()

    @property
    def told_by_photo(self) -> bool:
        """Whether ticked boxes, or numbers that a person reads off a photo, give the value of the input."""
        return bool(self.fields) and self.told_by_ticks

    @property
    def counted_heads(self) -> tuple[str, ...]:
        """The first parts of the ids of its boxes that a photo is read for."""
        return self.heads

    @property
    def heads(self) -> tuple[str, ...]:
        """The first parts of the ids of all fields of the input on a sheet, boxes and text fields."""
        return (*self.fields, *self.filled)

    @property
    def solo_differs(self) -> bool:
        """Whether the input is marked in another way in a solo game."""
        return False

    @property
    def grows(self) -> bool:
        """Whether players are asked for the input repeatedly, until an answer is empty."""
        return False

    def parts(self, _data: GameScoringData) -> int:
        """Return the number of questions that players are asked for the input."""
        return 1

    def parts_of(self, _marks: Any) -> int:
        """Return the number of questions of an input that `grows`: one more than the entries in `_marks`."""
        return 1

    @property
    def of_deck(self) -> str:
        """The deck that the input names cards of, or ""."""
        return ""

    def names(self, data: GameScoringData) -> Mapping[str, str]:
        """Return the printed names of the cards, options or things that the input names, by key."""
        deck = self.of_deck
        return {key: data.words.tell(data.card_name(deck, key)) for key in data.cards(deck)} if deck else {}

    # for formulas

    @abstractmethod
    def domain(self, data: GameScoringData) -> Domain:
        """Return all values that the input can have in a formula."""

    @abstractmethod
    def value(self, marks: Any, data: GameScoringData, cards: Sequence[str | None] = ()) -> Any:
        """Return marks as the value that formulas take; `cards` are the shared cards of the input."""

    def with_cells(self, domain: Domain, _cells: Mapping[str, Domain]) -> Domain:
        """Return the domain with the fields of its cards whose cells are formulas."""
        return domain

    def answer_in(self, text: str, context: InputReadingContext) -> str:
        """Return a typed answer, "" if it is a word for none and the input may be left out."""
        is_none = self.takes_none and bare(text) in bare(context.data.words.say("none")).split()
        return "" if is_none and not self.required and not _called(text, self.names(context.data)) else text

    def possible(self, _part: int, _context: InputReadingContext) -> Value | None:
        """Return a message that lists the possible answers; None if none is needed."""
        return None

    def file_keys(self, name: str) -> tuple[str, ...]:
        """Return the keys of a player in a score file under which the input `name` is written."""
        return (name,)

    def read_key(self, _key: str, node: Node, context: InputReadingContext) -> "InputMarks | None":
        """Return the marks read from the value of one of the `file_keys`; None, with a fault, for a wrong value."""
        return self.read(node, context)

    def in_file(self, name: str, marks: InputMarks) -> dict[str, Any]:
        """Return the keys and values that a score file gets for the input `name` with these marks."""
        return {name: marks.plain}

    def settle(self, marks: Any, _sheet: KnownSheetInputs, _context: InputReadingContext) -> Any:
        """Return the marks completed from the rest of the sheet; add a fault for each contradiction between the two."""
        return marks

    @abstractmethod
    def empty(self, data: GameScoringData) -> InputMarks:
        """Return the marks of a sheet on which nothing was marked."""

    @abstractmethod
    def read(self, node: Node, context: InputReadingContext) -> InputMarks | None:
        """Return the marks read from a value of a score file; on a wrong value add a fault and return None."""

    @abstractmethod
    def ask(self, part: int, context: InputReadingContext) -> Message:
        """Return the text of question `part`, from 0, of this input."""

    @abstractmethod
    def control(self, part: int, context: InputReadingContext) -> Control:
        """Return the form control by which a web page lets a player answer question `part`."""

    @abstractmethod
    def answer(self, text: str, part: int, before: Any, context: InputReadingContext) -> InputMarks:
        """Return the marks `before` with the answer to one question replaced; raises UnreadableAnswer."""

    def chosen(self, marks: Any, data: GameScoringData) -> str:
        """Return the full names of what was chosen, since they may be typed shorter; "" for nothing."""
        return self.names(data).get(marks.choice or "", "")

    def open_inputs(self, _marks: Any, _data: GameScoringData, _inputs: Mapping[str, "InputSpec"]) -> list[str]:
        """Return the inputs that a chosen card counts, as long as it has no number of its own."""
        return []

    def purse_kinds(self, _data: GameScoringData) -> tuple[str, ...]:
        """Return the kinds of things that members of a group own; empty for an input without members."""
        return ()

    def echo(self, _marks: Any, _part: int, _context: InputReadingContext) -> Value | None:
        """Return a message about the result of an answer; None if there is nothing to say."""
        return None

    @abstractmethod
    def answer_text(self, marks: Any, part: int, context: InputReadingContext) -> str:
        """Return the answer to question `part` in these marks as the text that a player would type for it."""

    def answer_sentence(self, marks: Any, part: int, context: InputReadingContext) -> Value:
        """Return the answer to question `part` as readable words, where `answer_text` has shorthand."""
        return self.answer_text(marks, part, context)

    def label(self, marks: Any, part: int | None, context: InputReadingContext) -> Value:
        """Return the name and the value of question `part`, or of all questions, for the reasons of a line."""
        shown = self.answer_sentence(marks, part or 0, context) or NOTHING
        return message("amount_of", what=context.word, amount=shown)

    def page_answer(self, marks: Any, part: int, context: InputReadingContext) -> str:
        """Return the answer to question `part` as a web page sends it: with keys where `answer_text` has names."""
        return self.answer_text(marks, part, context)

    @abstractmethod
    def read_ticks(self, fields: FilledFields, context: InputReadingContext) -> InputMarks:
        """Return the marks read from the fields of a filled sheet; collects faults."""

    def entry_of(self, _box: str) -> int | None:
        """Return the number of the question that a box alone answers; None if all boxes are read together."""
        return None

    def told_entry(self, _ticks: FilledFields, _part: int, _context: InputReadingContext) -> int | None:
        """Return the answer to question `_part` as a number, by its ticked boxes alone; None if these are unclear."""
        return None

    @abstractmethod
    def takes(self, end: str, *, written: bool, data: GameScoringData) -> bool:
        """Return whether the input reads a field whose id ends with `end`; `written` is true for a text field."""

    def required_ends(self, _data: GameScoringData) -> tuple[str, ...]:
        """Return the last parts of the field ids that a sheet needs, so that every value can be marked."""
        return ("",)


# what is typed


SUM = re.compile(r"[-+]?\s*\d{1,9}(?:\s*\+\s*\d{1,9})*")


def whole(text: str) -> int:
    """Return a typed whole number, or the sum of numbers with + between; raises UnreadableAnswer."""
    digits = text.strip().replace("\u2212", "-").replace("\u2013", "-")
    if SUM.fullmatch(digits):
        return sum(int(part) for part in "".join(digits.split()).lstrip("+").split("+"))
    parts = split(digits)
    if len(parts) > 1 and all(map(SUM.fullmatch, parts)):
        raise UnreadableAnswer(message("one_number", text=text, count=len(parts)))
    raise UnreadableAnswer(message("not_a_number", text=text))


def wholes(text: str) -> list[int]:
    """Return the whole numbers of a text, separated by spaces, commas or +; raises UnreadableAnswer."""
    return [whole(part) for part in split(text.replace("+", " "))]


def split(text: str) -> list[str]:
    """Return the words of an answer."""
    return [part for part in re.split(r"[\s,;]+", text) if part]


FEW_LETTERS = 3  # of a name are too few to mean it: n may be no as well as Noble


def pick_in(data: GameScoringData, text: str, names: Callable[[GameScoringData], Mapping[str, str]]) -> str:
    """Return the one key that a text names, by `pick`, or by a complete name in any language of the game.

    A sheet may have been printed and filled in in another language than that of the person who totals it.
    """
    own, found = names(data), keys_of_name(data, text, names)
    if len(found) > 1:
        raise UnreadableAnswer(message("several", text=text, names=list_of(own[key] for key in found)))
    return found[0] if found else pick(text, own)


def keys_of_name(data: GameScoringData, text: str, names: Callable[[GameScoringData], Mapping[str, str]]) -> list[str]:
    """Return the keys that a key or complete name means, in the language of `data`, else in others of the game."""
    own = names(data)
    found = [text] if text in own or not own else _called(text, own)
    others = () if found else data.in_other_languages
    return found or list(dict.fromkeys(key for other in others for key in _called(text, names(other))))


def _called(text: str, names: Mapping[str, str]) -> list[str]:
    """Return the keys whose id or name equals the text, apart from case and accents."""
    wanted = bare(text).replace("_", " ")
    return [key for key, name in names.items() if wanted in (bare(name), key.replace("_", " "))]


def pick(text: str, names: Mapping[str, str], least: int = FEW_LETTERS) -> str:
    """Return the one key whose id or name is the text, or starts with its `least` or more letters.

    Case and accents do not matter. Raises UnreadableAnswer for none or several; for none its message suggests the
    name that is similar, or whose key is.
    """
    wanted = bare(text)
    exact = _called(text, names)
    close = [
        key
        for key, name in names.items()
        if wanted and (bare(name).startswith(wanted) or key.startswith(wanted.replace(" ", "_")))
    ]
    picked = exact or close
    if not exact and close and len(wanted) < least:
        raise UnreadableAnswer(message("too_short", text=text, least=least, names=list_of(names[key] for key in close)))
    if len(picked) == 1:
        return picked[0]
    if not picked:
        by_text = {key.replace("_", " "): name for key, name in names.items()}
        by_text |= {bare(name): name for name in names.values()}
        if (near := nearest(wanted, list(by_text))) is not None:
            raise UnreadableAnswer(message("no_such_but_near", text=text, name=by_text[near]))
        raise UnreadableAnswer(message("no_such", text=text, names=list_of(names.values())))
    raise UnreadableAnswer(message("several", text=text, names=list_of(names[key] for key in picked)))
