"""An input with a number for each key, such as the levels of several figures."""

import re
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from generator.formulas.domains import Numbers, Rows
from generator.reading.structure import Text
from generator.reading.yaml_nodes import Node
from generator.scoring import input_spec
from generator.scoring.controls import Control, ControlOption
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.inputs.number import Bound
from generator.scoring.messages import Message, UnreadableAnswer, Value, key_word, list_of, message
from generator.scoring.text_folding import bare

BETWEEN = " \t\n,;=:"  # what may stand between names and numbers
NUMBER_BEHIND = re.compile(r"\s*[=:]?\s*([-\u2212]?\d+)")
NUMBER_AND_END = re.compile(rf"{NUMBER_BEHIND.pattern}(?![^\s,;])")


@dataclass(frozen=True)
class KeyedNumbersMarks(input_spec.InputMarks):
    """A number for each key."""

    by_key: Mapping[str, int]

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(self.by_key.values())

    @property
    def numbers_by_key(self) -> Mapping[str, int]:
        return self.by_key

    @property
    def plain(self) -> dict[str, int]:
        return dict(self.by_key)


class KeyedNumbersSpec(input_spec.InputSpec):
    """Base of the inputs with a number for each key; by default each is a single box, 0 or 1."""

    takes_none: ClassVar[bool] = True

    @property
    def least(self) -> int:
        return 0

    @property
    def most(self) -> int:
        return 1

    @property
    def reads(self) -> Literal["count", "highest"]:
        """How a row of boxes is read: "highest" ticked box, or "count" of ticked boxes."""
        return "count"

    @abstractmethod
    def keys_in(self, data: GameScoringData) -> tuple[str, ...]:
        """Return the keys of the group, in the order in which players are asked for their numbers."""

    def names(self, data: GameScoringData) -> dict[str, str]:
        return {key: data.words.tell(key_word(self.words, key)) for key in self.keys_in(data)}

    def domain(self, data: GameScoringData) -> Rows:
        return Rows({key: Numbers(self.least, self.most) for key in self.keys_in(data)}, "group")

    def value(
        self, marks: KeyedNumbersMarks, _data: GameScoringData, _cards: Sequence[str | None] = ()
    ) -> Mapping[str, Any]:
        return marks.by_key

    def empty(self, data: GameScoringData) -> KeyedNumbersMarks:
        return KeyedNumbersMarks(dict.fromkeys(self.keys_in(data), self.least))

    def read(self, node: Node, context: input_spec.InputReadingContext) -> KeyedNumbersMarks | None:
        if not context.mapping(node):
            return None
        known = self.keys_in(context.data)
        numbers, entries = dict.fromkeys(known, self.least), dict(context.entries(node, known))
        for key, child in entries.items():
            if (number := context.number(child, self.least, self.most, key)) is not None:
                numbers[key] = number
        missing = [key for key in known if key not in entries]
        if self.required and missing:
            said = message("missing_in_group", keys=list_of(missing), what=context.what)
            context.faults.add("S004", said, node.place, message("add_key", key=missing[0]))
        return KeyedNumbersMarks(numbers)

    def ask(self, _part: int, context: input_spec.InputReadingContext) -> Message:
        keys = self.keys_in(context.data)
        if self.required:
            names = list_of(key_word(self.words, key) for key in keys)
            return message("ask_all", what=context.word, names=names, count=len(keys))
        pairs = zip(keys[:2], (self.most, max(1, self.least)), strict=False)
        examples = [self._example(key, number, context) for key, number in pairs]
        joined = (", " if any(" " in each for each in examples) else " ").join(examples)
        return message("ask_some", what=context.word, example=joined)

    def _example(self, key: str, number: int, context: input_spec.InputReadingContext) -> str:
        """Return an example of an answer: `number` after the first letters of a key's name, or the name if unclear."""
        name = context.data.words.tell(key_word(self.words, key))
        short = re.split(r"[\s'’]", name)[0][:4].lower() + str(number)
        try:
            return short if self._typed(short, context) == {key: number} else f"{name} {number}"
        except UnreadableAnswer:
            return f"{name} {number}"

    def possible(self, _part: int, context: input_spec.InputReadingContext) -> Value:
        names = list_of(key_word(self.words, key) for key in self.keys_in(context.data))
        return message("possible_numbers", names=names, least=self.least, most=self.most)

    def control(self, _part: int, context: input_spec.InputReadingContext) -> Control:
        options = tuple(ControlOption(key, key_word(self.words, key)) for key in self.keys_in(context.data))
        return Control("group", self.least, self.most, options=options)

    def answer(
        self, text: str, _part: int, _before: KeyedNumbersMarks, context: input_spec.InputReadingContext
    ) -> KeyedNumbersMarks:
        numbers = dict.fromkeys(self.keys_in(context.data), self.least) | self._typed(text, context)
        for key, number in numbers.items():
            context.within(number, self.least, self.most, key_word(self.words, key) if context.typed else key)
        return KeyedNumbersMarks(numbers)

    def _typed(self, text: str, context: input_spec.InputReadingContext) -> dict[str, int]:
        """Return the numbers typed for all keys in order ("4 3 6 5"), or after abbreviated names ("fl2 cl1")."""
        keys, names, parts = self.keys_in(context.data), self.names(context.data), input_spec.split(text)
        is_row = all(part.lstrip("-").isdigit() for part in parts)
        is_named = len(parts) != len(keys) and any(name.isdigit() for name in names.values())
        if self.required or (parts and is_row and not is_named):
            if len(parts) != len(keys) or not is_row:
                wanted = list_of(key_word(self.words, key) for key in keys)
                raise UnreadableAnswer(message("wants_all", count=len(keys), names=wanted, found=len(parts)))
            return dict(zip(keys, (input_spec.whole(part) for part in parts), strict=True))
        numbers: dict[str, int] = {}
        rest = text.strip(BETWEEN)
        while rest:
            key, typed, rest = _first_named(rest, names)
            if key in numbers:
                raise UnreadableAnswer(message("named_twice", name=names[key]))
            if not typed and self.most > 1:
                raise UnreadableAnswer(message("needs_value", name=names[key]))
            numbers[key] = input_spec.whole(typed) if typed else self.most
        return numbers

    def answer_text(self, marks: KeyedNumbersMarks, _part: int, context: input_spec.InputReadingContext) -> str:
        if self.required:
            return " ".join(str(number) for number in marks.numbers)
        names = self.names(context.data)
        return ", ".join(f"{names[key]} {number}" for key, number in marks.by_key.items() if number != self.least)

    def page_answer(self, marks: KeyedNumbersMarks, _part: int, _context: input_spec.InputReadingContext) -> str:
        return " ".join(str(number) for number in marks.numbers)

    def required_ends(self, data: GameScoringData) -> tuple[str, ...]:
        return self.keys_in(data)


class GroupSpec(KeyedNumbersSpec, kind="group"):
    """A number from `least` to `most` for each of the `keys`, such as `{red: 3, blue: 0}` in a score file.

    `keys_from` takes the keys from the data files: those of a mapping, or the entries of a list. On a sheet the key
    comes after the first part of the id: either hold.red, one box to tick or a field for the number; or a row of boxes,
    hold.red.1, hold.red.2 and so on: with `reads: count` the number of ticked boxes counts, with `reads: highest` the
    number of the last ticked one.
    In formulas a group: `hold.red` is one number, `sum(hold)` all; `keys(hold)` is the list of its keys.
    """

    keys: tuple[str, ...] = ()
    keys_from: Text | None = None
    least: Bound = 0
    most: Bound = 999
    reads: Literal["count", "highest"] = "count"

    @property
    def tick_order(self) -> Literal["any", "row", "one"]:
        return "row"

    def keys_in(self, data: GameScoringData) -> tuple[str, ...]:
        return data.keys(self.keys_from, self.place) if self.keys_from else self.keys

    def read_ticks(self, fields: input_spec.FilledFields, context: input_spec.InputReadingContext) -> KeyedNumbersMarks:
        numbers: dict[str, int] = {}
        for key in self.keys_in(context.data):
            marked = [self._marked(f"{head}.{key}", fields, context) for head in self.heads]
            numbers[key] = max([self.least, *marked])
        return KeyedNumbersMarks(numbers)

    def chosen(self, marks: KeyedNumbersMarks, data: GameScoringData) -> str:
        names = self.names(data)
        pairs = () if self.required else marks.by_key.items()
        return ", ".join(f"{names[key]} {number}" for key, number in pairs if number != self.least)

    def takes(self, end: str, *, written: bool, data: GameScoringData) -> bool:
        key, _, box = end.partition(".")
        return key in self.keys_in(data) and not (box and written)

    def _marked(self, name: str, fields: input_spec.FilledFields, context: input_spec.InputReadingContext) -> int:
        """Return the number written in the field `name`, or given by the ticked boxes `name`.1, `name`.2 ..."""
        if fields.text(name):
            return sum(fields.numbers(name, self.least, self.most, context))
        number, key = self._ticked(name, fields, context), name.rpartition(".")[2]
        context.within(max(self.least, number), self.least, self.most, key, fields.place)
        return number

    def _ticked(self, name: str, fields: input_spec.FilledFields, context: input_spec.InputReadingContext) -> int:
        ends = fields.ends(name)
        if not ends:
            return int(name in fields.held)
        if self.reads == "count":
            return len(ends)
        if skipped := [gap for gap in fields.gaps(name) if gap > min(ends)]:  # one tick alone may be all that is marked
            key = name.rpartition(".")[2]
            fields.warn_of_gaps(max(ends), [f"{key} {number}" for number in skipped], context)
        return max(ends)

    def label(self, marks: KeyedNumbersMarks, _part: int | None, context: input_spec.InputReadingContext) -> Value:
        amounts = [(key, number) for key, number in marks.by_key.items() if number]
        if not amounts:
            return message("amount_of", what=context.word, amount=input_spec.NOTHING)
        return list_of(
            message("amount_of", what=key_word(self.words, key), amount=str(number)) for key, number in amounts
        )


def _first_named(text: str, names: Mapping[str, str]) -> tuple[str, str, str]:
    """Return the first key named in a text, the number after it, and the rest of the text; raises UnreadableAnswer.

    A complete name that contains digits is tried before abbreviations, which end at the first digit.
    """
    whole_names = {bare(name): key for key, name in (*((key, key) for key in names), *names.items())}
    found = [
        (whole_names[bare(text[: word.end()])], text[word.end() :])
        for word in re.finditer(r"[^\s,;=:]+", text)
        if bare(text[: word.end()]) in whole_names
    ]
    begun = re.match(r"[^\d\s,;=:]+(?:\s+(?![-\u2212]\d)[^\d\s,;=:]+)*", text)
    has_digits = bool(found) and any(letter.isdigit() for letter in names[found[-1][0]] + found[-1][0])
    key, rest = found[-1] if found else ("", "")
    if not has_digits:
        begun_rest = text[begun.end() if begun else 0 :]
        least = 1 if NUMBER_BEHIND.match(begun_rest) else input_spec.FEW_LETTERS
        try:
            key, rest = input_spec.pick(begun[0] if begun else input_spec.split(text)[0], names, least), begun_rest
        except UnreadableAnswer:
            if not found:
                raise
    number = (NUMBER_AND_END if has_digits else NUMBER_BEHIND).match(rest)
    return (key, number[1], rest[number.end() :].strip(BETWEEN)) if number else (key, "", rest.strip(BETWEEN))
