"""What inputs are read into, and what reading them needs: marks, the context, hints, the fields of a filled sheet."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from generator.diagnostics import MOST_TOLD, SourceLocation, bare_place, nearest
from generator.reading.pdf_form import TICKED
from generator.reading.yaml_nodes import Node
from generator.scoring.game_scoring_data import GameScoringData, is_whole
from generator.scoring.messages import Faults, GameWord, Message, UnreadableAnswer, Value, list_of, message, word_of
from generator.scoring.typed_text import keys_of_name, wholes

TYPED = bare_place("answer")
MOST_NUMBER = 999_999  # on a sheet; a number outside of what its input can be is a warning up to here
MOST_ENTRIES = 2_000  # of a list
NEAR = 0.7  # how similar to an unknown key the suggested key must be; 1 is the same


@dataclass
class MemberStanding:
    """What a member earned and has left, the member's values, and the rank, None for members without one."""

    name: str
    earned: int
    left: dict[str, int]
    values: dict[str, int]
    out: bool = False
    rank: int | None = None


@dataclass(frozen=True)
class InputMarks:
    """The value of one input on a sheet, as a score file holds it; None for a card that was not chosen.

    `counted` is the amount that the rest of the sheet gives for a card without one; `strengths` are those against
    several cards, None where it is unknown. A ledger has the `standings` of the members of a group after its entries.
    """

    plain: Any
    counted: int | None = None
    strengths: tuple[int | None, ...] = ()
    standings: tuple[MemberStanding, ...] = field(default=(), compare=False)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the input; yes counts 1, and so does a name in a list. Of a ledger, what members earned."""
        earned = tuple(member.earned for member in self.standings if not member.out)
        return earned if self.standings else tuple(_numbers(self.plain))

    @property
    def choice(self) -> str | None:
        """The card or option that was chosen."""
        key = self.plain.get("key") if isinstance(self.plain, dict) else self.plain
        return key if isinstance(key, str) else None


def _numbers(plain: Any) -> Iterator[int]:
    if isinstance(plain, int):
        yield int(plain)
    elif isinstance(plain, list):
        for entry in plain:
            yield from (1,) if isinstance(entry, str) else _numbers(entry)
    elif isinstance(plain, dict):
        for entry in plain.values():
            yield from _numbers(entry)


@dataclass
class InputReadingContext:
    """The context in which one input is read: the game, the shared cards, the rest of the sheet, and `faults` found.

    `names` returns the printed names, by key, that an answer may use. `hint` comes with faults of numbers and lists.
    `inputs` has the specification of each input. Once a sheet is read, `place` is where the input is, `places` where
    its keys and entries are, such as `levels.first`, and `finished` says that nothing of the sheet is missing.
    `is_counted` returns whether a line counts an entry of the input, from 0, and is not entered as a total.
    """

    data: GameScoringData
    name: str
    solo: bool = False
    cards: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)
    faults: Faults = field(default_factory=Faults)
    typed: bool = False
    sheet: Mapping[str, InputMarks] = field(default_factory=dict)
    names: Callable[[GameScoringData], Mapping[str, str]] | None = None
    inputs: Mapping[str, Any] = field(default_factory=dict)
    hint: Message | None = None
    place: SourceLocation = TYPED
    places: Mapping[str, SourceLocation] = field(default_factory=dict)
    finished: bool = True
    is_counted: Callable[[int], bool] = lambda _entry: True

    def counts(self, entry: int) -> bool:
        """Return whether a finished sheet needs an entry of the input, from 0."""
        return self.finished and self.is_counted(entry)

    @property
    def what(self) -> Value:
        """The name of the input in messages: its key for files, its word in the language for typed answers."""
        return self.word if self.typed else self.name

    @property
    def word(self) -> GameWord:
        """The word for the input in questions and reasons."""
        return word_of(self.name)

    def number(self, node: Node, least: int, most: int, what: Value) -> int | None:
        """Return the whole number in a node, with a warning if out of bounds; None, with a fault, for anything else."""
        value = self.whole(node, what)
        return None if value is None else self.within(value, least, most, what, node.place)

    def whole(self, node: Node, what: Value) -> int | None:
        """Return the whole number in a node; else add a fault and return None."""
        if is_whole(node.value):
            return int(node.value)
        self.faults.add("S003", message("whole_number", what=what, shown=excerpt(node)), node.place)
        return None

    def within(self, value: int, least: int, most: int, what: Value, place: SourceLocation = TYPED) -> int | None:
        """Return `value`, with a warning if it is not from `least` to `most`; a fault and None above a million."""
        if least <= value <= most:
            return value
        self.unfit(message("out_of_bounds", what=what, value=value, least=least, most=most), value, place)
        return value if abs(value) <= MOST_NUMBER else None

    def unfit(self, text: Message, value: int, place: SourceLocation) -> None:
        """Add a warning for a number that no sheet can have; a fault if it is too large to be one."""
        (self.faults.warn if abs(value) <= MOST_NUMBER else self.faults.add)("G010", text, place, self.hint)

    def has_entries(self, count: int, least: int, most: int, place: SourceLocation = TYPED) -> bool:
        """Warn if an input has not `least` to `most` entries; return False, with a fault, for far too many."""
        if not least <= count <= most:
            text = message("out_of_entries", what=self.what, count=count, least=least, most=most)
            (self.faults.warn if count <= MOST_ENTRIES else self.faults.add)("G010", text, place)
        return count <= MOST_ENTRIES

    def mapping(self, node: Node) -> bool:
        """Return whether a node is a mapping; add a fault if not."""
        if not node.is_map:
            self.faults.add("S002", message("not_mapping", what=self.what, shown=excerpt(node)), node.place)
        return node.is_map

    def listing(self, node: Node, example: str = "[a, b]") -> bool:
        """Return whether a node is a list; add a fault with an example of one if not."""
        if not node.is_list:
            text = message("not_list", what=self.what, shown=excerpt(node), example=example)
            self.faults.add("S002", text, node.place, self.hint)
        return node.is_list

    def key(self, node: Node, allowed: Iterable[str], unknown: Message | None = None) -> str | None:
        """Return the known key that a node has, or whose printed name in any language it has; else add a fault."""
        keys, matches = tuple(allowed), [node.value]
        if self.names is not None and isinstance(node.value, str) and node.value not in keys:
            matches = keys_of_name(self.data, node.value, self.names)
        matches = [key for key in matches if key in keys]
        if len(matches) > 1:
            self.faults.add("G007", message("several", text=node.value, names=list_of(matches)), node.place)
        elif not matches:
            text = unknown or message("unknown_choice", what=self.what, shown=excerpt(node))
            self.faults.add("G007", text, node.place, near(str(node.value), keys))
        return matches[0] if len(matches) == 1 else None

    def entries(self, node: Node, allowed: Iterable[str]) -> Iterator[tuple[str, Node]]:
        """Yield the values of a mapping by key; an unknown key is a fault, and so is a second name of one key."""
        keys, names = tuple(allowed), dict[str, str]()
        for name, child in node.items():
            place, unknown = node.key_place(name), message("unknown_in_group", key=name, what=self.what)
            key = self.key(Node(name, place), keys, unknown)
            if key in names:
                self.faults.add("G008", message("twice", one=names[key], other=name), place)
            elif key is not None:
                names[key] = name
                yield key, child


def excerpt(node: Node) -> Value:
    """Return the value of a node, shortened to be quoted in a message."""
    if node.is_map or node.is_list:
        return message("a_mapping") if node.is_map else message("a_list", count=len(node.value))
    if node.value is None:
        return message("no_value")
    if isinstance(node.value, bool):
        return "true" if node.value else "false"
    return f"'{node.value[:60]}'" if isinstance(node.value, str) else str(node.value)


def near(word: str, names: Iterable[str]) -> Message | None:
    """Return a hint for an unknown word: a similar known one, else a list of the known; None if there are none."""
    keys = tuple(names)
    similar = nearest(word, keys, least_similarity=NEAR)
    if similar is not None:
        return message("did_you_mean", name=similar)
    return message("known", names=list_of(keys, most=MOST_TOLD)) if keys else None


ADDRESS = 4  # digits from which on a number is the address of a place on a map, such as 0203
MOST_NAMED = 8  # fields in a message


@dataclass
class FilledFields:
    """The ticks and texts in the fields of a sheet by id.

    `number` counts sheets from 1. `shields` has the points written for a line, by its letter, and `written` those that
    answer a question, by the question.
    """

    place: SourceLocation
    held: Mapping[str, str]
    written: Mapping[str, int] = field(default_factory=dict)
    number: int = 1
    shields: Mapping[str, int] = field(default_factory=dict)

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

    def written_below(self, heads: Iterable[str]) -> list[str]:
        """Return the ids of the fields with texts whose first parts are one of `heads`."""
        prefixes = tuple(f"{head}." for head in heads)
        return [name for name in self.held if self.text(name) and f"{name}.".startswith(prefixes)]

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

    def warn_of_gaps(self, last: int, skipped: Sequence[int | str], context: InputReadingContext) -> None:
        """Warn that boxes before the last ticked one of a row are empty."""
        names = list_of(skipped, most=MOST_NAMED)
        text = message("row_with_gaps", what=context.word, last=last, names=names, count=len(skipped))
        context.faults.warn("F015", text, self.place, message("tick_or_count"))

    def numbers(
        self, name: str, context: InputReadingContext, least: int = -MOST_NUMBER, most: int = MOST_NUMBER
    ) -> list[int]:
        """Return the numbers written in a field, each from `least` to `most`; add a fault for any other text."""
        text, correct = self.held.get(name, ""), message("correct_field", name=name)
        try:
            numbers = wholes(text.replace("+", " ").replace("×", " "))
        except UnreadableAnswer:
            sentence = message("not_in_field", text=text[:20], name=name)
            context.faults.add("F006", sentence, self.place, correct)
            return []
        reading = replace(context, hint=correct)
        return [
            number for number in numbers if reading.within(number, least, most, context.what, self.place) is not None
        ]
