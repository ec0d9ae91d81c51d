"""An input with a number for each key, such as the levels of several figures."""

import re
from typing import Annotated, ClassVar, Literal

from generator.formulas.domains import Numbers, Rows
from generator.reading.spec_class import spec_of
from generator.reading.structure import AtMost, Text
from generator.reading.yaml_nodes import Node
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_reading import FilledFields, InputMarks, InputReadingContext
from generator.scoring.input_spec import INPUT_KINDS, NOTHING, Control, InputSpec, TickOrder
from generator.scoring.inputs.number import Bound
from generator.scoring.messages import Message, UnreadableAnswer, Value, key_word, list_of, message
from generator.scoring.typed_text import named_numbers, split, whole


@spec_of(INPUT_KINDS, "group")
class GroupSpec(InputSpec):
    """A number from `least` to `most` for each of the `keys`, such as `{red: 3, blue: 0}` in a score file.

    `keys_from` takes the keys from the data files: those of a mapping, or the entries of a list. On a sheet the key
    comes after the first part of the id: either hold.red, one box to tick or a field for the number; or a row of boxes,
    hold.red.1, hold.red.2 and so on: with `reads: count` the number of ticked boxes counts, with `reads: highest` the
    number of the last ticked one.
    In formulas a group: `hold.red` is one number, `sum(hold)` all; `keys(hold)` is the list of its keys.
    """

    takes_none: ClassVar[bool] = True
    tick_order: ClassVar[TickOrder] = "row"
    keys: tuple[str, ...] = ()
    keys_from: Text | None = None
    least: Annotated[Bound, AtMost("most")] = 0
    most: Bound = 999
    reads: Literal["count", "highest"] = "count"

    def keys_in(self, data: GameScoringData) -> tuple[str, ...]:
        return data.keys(self.keys_from, self.place) if self.keys_from else self.keys

    def required_ends(self, data: GameScoringData) -> tuple[str, ...]:
        return self.keys_in(data)

    def domain(self, data: GameScoringData) -> Rows:
        return Rows({key: Numbers(self.least, self.most) for key in self.keys_in(data)}, "group")

    def empty(self, data: GameScoringData) -> InputMarks:
        return InputMarks(dict.fromkeys(self.keys_in(data), self.least))

    def read(self, node: Node, context: InputReadingContext) -> InputMarks | None:
        if not context.mapping(node):
            return None
        keys = self.keys_in(context.data)
        numbers, entries = dict.fromkeys(keys, self.least), dict(context.entries(node, keys))
        for key, child in entries.items():
            label = key_word(self.words, key) if context.typed else key
            if (number := context.number(child, self.least, self.most, label)) is not None:
                numbers[key] = number
        missing_keys = [key for key in keys if key not in entries]
        if self.required and missing_keys:
            text = message("missing_in_group", keys=list_of(missing_keys), what=context.what)
            context.faults.add("S004", text, node.place, message("add_key", key=missing_keys[0]))
        return InputMarks(numbers)

    def _words(self, context: InputReadingContext) -> Value:
        return list_of(key_word(self.words, key) for key in self.keys_in(context.data))

    def ask(self, _part: int, context: InputReadingContext) -> Message:
        keys = self.keys_in(context.data)
        if self.required:
            return message("ask_all", what=context.word, names=self._words(context), count=len(keys))
        pairs = zip(keys[:2], (min(self.most, max(3, self.least)), max(1, self.least)), strict=False)
        examples = [self._example(key, number, context) for key, number in pairs]
        example_text = (", " if any(" " in example for example in examples) else " ").join(examples)
        return message("ask_some", what=context.word, example=example_text, count=len(keys))

    def _example(self, key: str, number: int, context: InputReadingContext) -> str:
        """Return an example of an answer: `number` after the first letters of a key's name, or the name if unclear."""
        name = self.names(context.data)[key]
        short = re.split(r"[\s'’]", name)[0][:4].lower() + str(number)
        try:
            return short if self.typed(short, context) == {key: number} else f"{name} {number}"
        except UnreadableAnswer:
            return f"{name} {number}"

    def control(self, _part: int, context: InputReadingContext) -> Control:
        return Control("group", self.least, self.most, options=self.choices(context.data))

    def typed(self, text: str, context: InputReadingContext) -> dict[str, int]:
        """Return the numbers typed for all keys in order ("4 3 6 5"), or after abbreviated names ("fl2 cl1")."""
        keys, names, parts = self.keys_in(context.data), self.names(context.data), split(text)
        is_row = all(part.lstrip("-").isdigit() for part in parts)
        is_named = len(parts) != len(keys) and any(name.isdigit() for name in names.values())
        if self.required or (parts and is_row and not is_named):
            if len(parts) != len(keys) or not is_row:
                words = self._words(context)
                raise UnreadableAnswer(message("wants_all", count=len(keys), names=words, found=len(parts)))
            return dict(zip(keys, map(whole, parts), strict=True))
        return named_numbers(text, names, self.most if self.most <= 1 else None)

    def answer_text(self, marks: InputMarks, part: int, context: InputReadingContext) -> str:
        return self.page_answer(marks, part, context) if self.required else self.chosen(marks, context.data)

    def chosen(self, marks: InputMarks, data: GameScoringData) -> str:
        names = self.names(data)
        pairs = () if self.required else marks.plain.items()
        return ", ".join(f"{names[key]} {number}" for key, number in pairs if number != self.least)

    def label(self, marks: InputMarks, _part: int | None, context: InputReadingContext) -> Value:
        amounts = [(key_word(self.words, key), number) for key, number in marks.plain.items() if number]
        amounts = amounts or [(context.word, NOTHING)]
        return list_of(message("amount_of", what=word, amount=str(number)) for word, number in amounts)

    def on_sheet(self, fields: FilledFields, context: InputReadingContext) -> dict[str, int]:
        return {
            key: max((self._marked(f"{head}.{key}", key, fields, context) for head in self.heads), default=self.least)
            for key in self.keys_in(context.data)
        }

    def _marked(self, name: str, key: str, fields: FilledFields, context: InputReadingContext) -> int:
        """Return the number written in the field `name`, or given by the ticked boxes `name`.1, `name`.2 ..."""
        if fields.text(name):
            return sum(fields.numbers(name, context))
        ends = fields.ends(name)
        if not ends or self.reads == "count":
            return max(self.least, len(ends) or int(name in fields.held))
        if skipped := [gap for gap in fields.gaps(name) if gap > min(ends)]:  # a single tick may be the only mark
            fields.warn_of_gaps(max(ends), [f"{key} {number}" for number in skipped], context)
        return max(self.least, *ends)

    def takes(self, end: str, *, written: bool, data: GameScoringData) -> bool:
        key, _, box = end.partition(".")
        return key in self.keys_in(data) and not (box and written)
