"""A number for each key, such as the levels of several figures or the filled halves of things."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Annotated, Literal

from generator.reading.structure import Text
from generator.reading.yaml_nodes import Node
from generator.scoring.controls import Control, ControlOption
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_spec import (
    FilledFields,
    InputMarks,
    InputReadingContext,
    InputSpec,
    InputValueRange,
    input_kind,
    named,
    near,
    pick,
    split,
    whole,
)
from generator.scoring.inputs.number import Bound
from generator.scoring.messages import Message, UnreadableAnswer, Value, listed, message
from generator.scoring.references import InputNameAnnotation

MANY_GROUPS = 10_000  # no more are tried one by one


@dataclass(frozen=True)
class KeyedNumbersMarks(InputMarks):
    """A number for each key."""

    by_key: Mapping[str, int]

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(self.by_key.values())

    @property
    def keyed(self) -> Mapping[str, int]:
        return self.by_key

    @property
    def plain(self) -> dict[str, int]:
        return dict(self.by_key)


@input_kind("group")
@dataclass(frozen=True, kw_only=True)
class KeyedNumbersSpec(InputSpec):
    """Numbers by key; `keys_from` takes the keys from the data files. `reads`: the highest tick counts, or how many.

    On a sheet the key follows in the id: a row of boxes such as field.red.1, or one to write in, field.red.
    """

    keys: tuple[str, ...] = ()
    keys_from: Text | None = None
    least: Bound = 0
    most: Bound = 999
    reads: Literal["count", "highest"] = "count"

    def known(self, lookup: GameScoringData) -> tuple[str, ...]:
        """Return the keys in their order."""
        return lookup.keys(self.keys_from, self.place) if self.keys_from else self.keys

    def every(self, at: InputReadingContext) -> list[KeyedNumbersMarks] | None:
        keys, numbers = self.known(at.lookup), range(self.least, self.most + 1)
        if len(numbers) ** len(keys) > MANY_GROUPS:
            return None
        return [KeyedNumbersMarks(dict(zip(keys, each, strict=True))) for each in product(numbers, repeat=len(keys))]

    def extent(self, lookup: GameScoringData) -> InputValueRange:
        return InputValueRange(self.least, self.most, len(self.known(lookup)))

    def empty(self, lookup: GameScoringData) -> KeyedNumbersMarks:
        return KeyedNumbersMarks(dict.fromkeys(self.known(lookup), self.least))

    def read(self, node: Node, at: InputReadingContext) -> KeyedNumbersMarks | None:
        if not at.mapping(node):
            return None
        known = self.known(at.lookup)
        numbers = dict.fromkeys(known, self.least)
        for key, child in node.items():
            if key not in known:
                said = message("unknown_in_group", key=key, what=at.what)
                at.faults.add("G007", said, node.key_place(key), near(key, known))
            elif (number := at.number(child, self.least, self.most, key)) is not None:
                numbers[key] = number
        missing = [key for key in known if key not in node.value]
        if self.required and missing:
            said = message("missing_in_group", keys=listed(missing), what=at.what)
            at.faults.add("S004", said, node.place, message("add_key", key=missing[0]))
        return KeyedNumbersMarks(numbers)

    def ask(self, _part: int, at: InputReadingContext) -> Message:
        keys = self.known(at.lookup)
        if self.required:
            names = listed(named(self.words, key) for key in keys)
            return message("ask_all", what=at.word, names=names, count=len(keys))
        words = at.lookup.words
        starts = [re.split(r"[\s'’]", words.tell(named(self.words, key)))[0][:4].lower() for key in keys[:2]]
        example = " ".join(f"{start}{number}" for start, number in zip(starts, (self.most, 1), strict=False))
        return message("ask_some", what=at.word, example=example)

    def possible(self, _part: int, at: InputReadingContext) -> Value:
        names = listed(named(self.words, key) for key in self.known(at.lookup))
        return message("possible_numbers", names=names, least=self.least, most=self.most)

    def control(self, _part: int, at: InputReadingContext) -> Control:
        options = tuple(ControlOption(key, named(self.words, key)) for key in self.known(at.lookup))
        return Control("group", self.least, self.most, options=options)

    def answer(self, text: str, _part: int, _before: KeyedNumbersMarks, at: InputReadingContext) -> KeyedNumbersMarks:
        numbers = dict.fromkeys(self.known(at.lookup), self.least) | self._typed(text, at)
        for key, number in numbers.items():
            at.within(number, self.least, self.most, at.label(self.words, key))
        return KeyedNumbersMarks(numbers)

    def _typed(self, text: str, at: InputReadingContext) -> dict[str, int]:
        """Return all numbers in order ("4 3 6 5"), or beginnings of names with a number ("fl2 cl1")."""
        keys, parts = self.known(at.lookup), split(text)
        if self.required or (parts and all(part.lstrip("-").isdigit() for part in parts)):
            if len(parts) != len(keys) or not all(part.lstrip("-").isdigit() for part in parts):
                wanted = listed(named(self.words, key) for key in keys)
                raise UnreadableAnswer(message("wants_all", count=len(keys), names=wanted, found=len(parts)))
            return dict(zip(keys, (whole(part) for part in parts), strict=True))
        names = {key: at.lookup.words.tell(named(self.words, key)) for key in keys}
        numbers: dict[str, int] = {}
        for match in re.finditer(r"([^\d\s,;=:]+(?:\s+[^\d\s,;=:]+)*)\s*[=:]?\s*(\d*)", text):
            key = pick(match[1], names)
            if key in numbers:
                raise UnreadableAnswer(message("named_twice", name=names[key]))
            numbers[key] = whole(match[2]) if match[2] else self.most
        return numbers

    def written(self, marks: KeyedNumbersMarks, _part: int, at: InputReadingContext) -> str:
        if self.required:
            return " ".join(str(number) for number in marks.numbers)
        names = {key: at.lookup.words.tell(named(self.words, key)) for key in marks.by_key}
        return ", ".join(f"{names[key]} {number}" for key, number in marks.by_key.items() if number != self.least)

    def sent(self, marks: KeyedNumbersMarks, _part: int, _at: InputReadingContext) -> str:
        return " ".join(str(number) for number in marks.numbers)

    def ticked(self, ticks: FilledFields, at: InputReadingContext) -> KeyedNumbersMarks:
        numbers: dict[str, int] = {}
        for key in self.known(at.lookup):
            marked = [self._marked(f"{head}.{key}", ticks, at) for head in self.heads]
            numbers[key] = max([self.least, *marked])
            at.within(numbers[key], self.least, self.most, key, ticks.place)
        return KeyedNumbersMarks(numbers)

    def _marked(self, name: str, ticks: FilledFields, at: InputReadingContext) -> int:
        """Return what is written in the field of a key, or what the row of its boxes tells."""
        if ticks.text(name):
            return sum(ticks.numbers(name, self.least, self.most, at))
        ends = ticks.ends(name)
        if not ends:
            return int(name in ticks.held)
        return max(ends) if self.reads == "highest" else len(ends)

    def takes(self, end: str, *, written: bool, lookup: GameScoringData) -> bool:
        key, _, box = end.partition(".")
        return key in self.known(lookup) and not (box and written)

    def needed(self, lookup: GameScoringData) -> tuple[str, ...]:
        return self.known(lookup)


GroupName = Annotated[str, InputNameAnnotation(KeyedNumbersSpec)]
