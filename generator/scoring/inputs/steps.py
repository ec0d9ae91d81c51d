"""An input that is a card with rising bounds, and the amount compared with these; or the points read off the card."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from generator.diagnostics import SourceLocation, refuse
from generator.formulas.domains import Domain, Numbers, Rows, numbers_of
from generator.formulas.evaluate import SheetScope, compiled
from generator.reading.structure import Text
from generator.reading.yaml_nodes import Node
from generator.scoring import input_spec
from generator.scoring.controls import Control
from generator.scoring.formula_specs import Formula
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.inputs.choice import CardOrOptionInput
from generator.scoring.inputs.number import Bound
from generator.scoring.messages import Message, UnreadableAnswer, Value, list_of, message
from generator.scoring.references import DeckField


@dataclass(frozen=True)
class CardTiersMarks(input_spec.InputMarks):
    """A card and the amount compared with its bounds (None: not known yet), or the points read off the card."""

    key: str | None = None
    value: int | None = None
    points: int | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        return () if self.value is None else (self.value,)

    @property
    def plain(self) -> object:
        if self.key is None:
            return self.points or 0
        return self.key if self.value is None else {"key": self.key, "value": self.value}

    @property
    def choice(self) -> str | None:
        return self.key


class CardTiersSpec(CardOrOptionInput, kind="steps"):
    """A card whose `field` lists bounds; the highest bound reached gives the entry of `points` with the same index.

    `points_from` takes the points from the data files. `counts` is the field of a card with the formula that counts on
    the sheet what is compared, if the sheet has it: `=count(f >= 2 for f in fish)`.
    On a sheet it is a field for the name of the card or the points, or boxes whose ids end with the key of a card or
    with points.
    In formulas a row: `aim.points`, `aim.count` and `aim.card`.
    """

    field: DeckField
    points: tuple[int, ...] = ()
    points_from: Text | None = None
    counts: DeckField = ""
    most: Bound = 999

    def slips(self, name: str) -> Iterator[input_spec.KeySlip]:
        if self.points and self.points_from:
            yield input_spec.KeySlip("points", "points: is not read beside points_from:", "take one of the two out")
        elif not self.points and not self.points_from:
            said = f"the steps of {name!r} give no points"
            yield input_spec.KeySlip("points", said, "write points: [2, 4], or points_from: ...")

    def steps(self, data: GameScoringData) -> tuple[int, ...]:
        """Return the points of the steps, in their order."""
        return data.numbers(self.points_from, self.place) if self.points_from else self.points

    def points_at(self, data: GameScoringData, key: str, value: int) -> int:
        """Return the points of the highest step that `value` reaches."""
        bounds = data.card_numbers(self.deck or "", key, self.field)
        return max([0, *(points for bound, points in zip(bounds, self.steps(data), strict=False) if value >= bound)])

    def empty(self, _data: GameScoringData) -> CardTiersMarks:
        return CardTiersMarks(points=0)

    def read(self, node: Node, context: input_spec.InputReadingContext) -> CardTiersMarks | None:
        if node.value is None:
            return CardTiersMarks(points=0)
        if isinstance(node.value, str):
            key = context.key(node, self.keys_in(context.data))
            return None if key is None else CardTiersMarks(key)
        if node.is_map:
            return self._counted(node, context)
        number = context.number(node, 0, max(self.steps(context.data)), context.what)
        if number is not None:
            self._check_step(number, context, node.place)
        return None if number is None else CardTiersMarks(points=number)

    def _check_step(self, points: int, context: input_spec.InputReadingContext, place: SourceLocation) -> None:
        """Warn if no step gives these points."""
        steps = (0, *self.steps(context.data))
        if points not in steps and min(steps) <= points <= max(steps):  # others are out of bounds, which is a warning
            said = message("not_a_step", what=context.what, value=points, possible=list_of(steps))
            context.faults.warn("G010", said, place)

    def _counted(self, node: Node, context: input_spec.InputReadingContext) -> CardTiersMarks | None:
        for key in node.value:
            if key not in ("key", "value"):
                said = message("unknown_in_group", key=key, what=context.what)
                context.faults.add("G002", said, node.key_place(key), input_spec.near(key, ("key", "value")))
        card, value = node.get("key"), node.get("value")
        if card is None:
            context.faults.add("S004", message("needs_key_and_value", what=context.what), node.place)
            return None
        chosen = context.key(card, self.keys_in(context.data))
        number = None if value is None else context.number(value, 0, self.most, message("value_of", what=context.what))
        return None if chosen is None else CardTiersMarks(chosen, number)

    def settle(
        self, marks: CardTiersMarks, inputs: input_spec.KnownSheetInputs, context: input_spec.InputReadingContext
    ) -> CardTiersMarks:
        """Set the amount counted on the sheet; warn if a typed amount differs."""
        if marks.key is None:
            return marks
        counted = self._on_sheet(marks.key, inputs, context.data)
        name = self.name_of(context.data, marks.key)
        if counted is None and marks.value is None:
            if inputs.finished:
                context.faults.add(
                    "S004", message("needs_value", what=context.what, name=name), inputs.place(context.name)
                )
            return marks
        if counted is None or marks.value == counted:
            return marks
        if marks.value is not None:
            said = message("contradicts", name=name, value=marks.value, counted=counted)
            hint = message("leave_count", key=name if context.typed else marks.key)
            context.faults.warn("G015", said, inputs.place(context.name), hint)
        return replace(marks, value=counted)

    def _is_counted(self, data: GameScoringData, key: str) -> bool:
        return self.formula(data, key) is not None

    def _on_sheet(self, key: str, inputs: input_spec.KnownSheetInputs, data: GameScoringData) -> int | None:
        formula = self.formula(data, key)
        if formula is None or any(name in inputs.inputs and name not in inputs.known for name in formula.names):
            return None

        def value(name: str) -> Any:
            spec = inputs.inputs.get(name)
            return spec.value(inputs.known[name], data) if spec is not None else data.values(name)

        return int(compiled(formula.tree)(SheetScope(value)))

    def formula(self, data: GameScoringData, key: str) -> Formula | None:
        """Return how a card counts on a sheet what it compares with its bounds; None if it must be typed.

        Raises InvalidInput for a cell that is no formula.
        """
        cell = data.cell(self.of_deck, key, self.counts) if self.counts else None
        if cell and not isinstance(cell, Formula):
            place = data.cards(self.of_deck)[key].place_of(self.counts)
            raise refuse("G019", f"{self.counts!r} of card {key!r} is no formula", place, 'write it as "=2 * stars"')
        return cell or None

    def open_inputs(
        self, marks: CardTiersMarks, data: GameScoringData, inputs: Mapping[str, input_spec.InputSpec]
    ) -> list[str]:
        formula = self.formula(data, marks.key) if marks.key is not None and marks.value is None else None
        return [name for name in formula.names if name in inputs] if formula is not None else []

    def domain(self, data: GameScoringData) -> Rows:
        points = numbers_of({0, *self.steps(data)})
        return Rows({"points": points, "count": Numbers(0, self.most), "card": super().domain(data)})

    def with_cells(self, domain: Domain, _cells: Mapping[str, Domain]) -> Domain:
        return domain

    def value(self, marks: CardTiersMarks, data: GameScoringData, _cards: Sequence[str | None] = ()) -> Any:  # type: ignore[override]
        count = marks.value or 0
        points = (
            marks.points
            if marks.key is None
            else self.points_at(data, marks.key, count)
            if marks.value is not None
            else 0
        )
        return {"points": points or 0, "count": count, "card": super().value(marks, data)}

    def ask(self, _part: int, context: input_spec.InputReadingContext) -> Message:
        return message("ask_steps", what=context.word, possible=list_of((0, *self.steps(context.data))))

    def control(self, _part: int, context: input_spec.InputReadingContext) -> Control:
        options = tuple(
            replace(one, whole=self._is_counted(context.data, one.sent)) for one in self.choices(context.data)
        )
        return Control(
            "steps", most=self.most, options=options, points=(0, *self.steps(context.data)), deck=self.deck or ""
        )

    def answer(
        self, text: str, _part: int, _before: CardTiersMarks, context: input_spec.InputReadingContext
    ) -> CardTiersMarks:
        if not text or re.fullmatch(r"[-+\u2212]?\d+", text):
            number = input_spec.whole(text or "0")
            if context.within(number, 0, max(self.steps(context.data)), context.what) is not None:
                self._check_step(number, context, input_spec.TYPED)
            return CardTiersMarks(points=number)
        key, count = self._named(text, context.data)
        if count:
            context.within(input_spec.whole(count), 0, self.most, message("value_of", what=context.what))
            return CardTiersMarks(key, input_spec.whole(count))
        if self._is_counted(context.data, key):
            return CardTiersMarks(key)
        raise UnreadableAnswer(message("needs_typed_value", name=self.name_of(context.data, key)))

    def _named(self, text: str, data: GameScoringData) -> tuple[str, str]:
        """Return (key, number as text) from an answer with a card, by key or the start of its name, and a number."""
        key, _, count = text.partition(" ")
        if key in self.keys_in(data):
            return key, count
        match = re.fullmatch(r"(.*?)\s*(\d*)", text)
        name, count = (match[1], match[2]) if match else (text, "")
        return input_spec.pick_in(data, name, self.names), count

    def read_ticks(self, fields: input_spec.FilledFields, context: input_spec.InputReadingContext) -> CardTiersMarks:
        for head in self.heads:
            if fields.text(head):
                return fields.read_answer(self, head, self.empty(context.data), context)  # type: ignore[no-any-return]
        steps = self.steps(context.data)
        points = max((end for head in self.heads for end in fields.ends(head) if end in steps), default=0)
        key = self.one_of(self.boxes(fields, context), fields, context)
        return CardTiersMarks(points=points) if key is None else CardTiersMarks(key)

    def takes(self, end: str, *, written: bool, data: GameScoringData) -> bool:
        if not end:
            return written
        return not written and (end in self.keys_in(data) or end in map(str, self.steps(data)))

    def answer_text(self, marks: CardTiersMarks, _part: int, context: input_spec.InputReadingContext) -> str:
        if marks.key is None:
            return str(marks.points or 0)
        name = self.names(context.data)[marks.key]
        return name if marks.value is None else f"{name} {marks.value}"

    def page_answer(self, marks: CardTiersMarks, part: int, context: input_spec.InputReadingContext) -> str:
        if marks.key is None:
            return self.answer_text(marks, part, context)
        return marks.key if marks.value is None else f"{marks.key} {marks.value}"

    def label(self, marks: CardTiersMarks, _part: int | None, context: input_spec.InputReadingContext) -> Value:
        if marks.key is None:
            return message("step_points", what=context.word)
        return message("step", what=context.word, who=self.name_of(context.data, marks.key), count=marks.value or 0)

    def possible(self, part: int, context: input_spec.InputReadingContext) -> Value:
        return message(
            "possible_steps", names=super().possible(part, context), points=list_of((0, *self.steps(context.data)))
        )
