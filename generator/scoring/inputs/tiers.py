"""An input that is a card with rising bounds, and the amount compared with these; or the points read off the card."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from generator.diagnostics import Diagnostic, refuse
from generator.formulas.domains import Domain, Numbers, Rows, infer, numbers_of
from generator.formulas.evaluate import SheetScope, compiled
from generator.reading.spec_class import spec_of
from generator.reading.structure import NumberBounds, Text
from generator.reading.yaml_nodes import Node
from generator.scoring.formula_specs import Formula
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_reading import MOST_NUMBER, FilledFields, InputMarks, InputReadingContext
from generator.scoring.input_spec import INPUT_KINDS, Control, ControlOption, TickOrder
from generator.scoring.inputs.choice import ChoiceSpec
from generator.scoring.messages import Message, ScoreFault, UnreadableAnswer, Value, list_of, message
from generator.scoring.typed_text import pick_in, whole


def _entered_amount(marks: InputMarks) -> int | None:
    """Return the amount that was entered with the card; None without one."""
    return marks.plain["value"] if isinstance(marks.plain, dict) else None


def _amount(marks: InputMarks) -> int | None:
    """Return the amount that is compared with the bounds of the card: as entered, else by the rest of the sheet."""
    return _entered_amount(marks) if marks.counted is None else marks.counted


@spec_of(INPUT_KINDS, "tiers")
class CardTiersSpec(ChoiceSpec):
    """A card whose `field` lists bounds; the highest bound reached gives the entry of `points` with the same index.

    `points` may name a list of the data files, such as tracks.aims. `counts` is the field of a card with the formula
    that counts on the sheet what is compared, if the sheet has it: `=count(f >= 2 for f in fish)`.
    In a score file it is the key of the card, or the card with the amount, `{key: angler, value: 7}`, or the points.
    An amount in the file counts even if `counts` gives another, which is a warning.
    On a sheet it is a field for the name of the card or the points, or boxes whose ids end with the key of a card or
    with points.
    In formulas a row: `aim.points`, `aim.count` and `aim.card`.
    """

    card_keys: ClassVar[tuple[str, ...]] = ("field", "counts")
    tick_order: ClassVar[TickOrder] = "any"  # points are ticked up to those that it gives
    field: str
    points: tuple[int, ...] | Text
    counts: str = ""
    most: Annotated[int, NumberBounds(0, MOST_NUMBER)] = 999

    # what the cards give

    def steps(self, data: GameScoringData) -> tuple[int, ...]:
        """Return the points that a card can give: none, and those of its tiers."""
        return (0, *(data.numbers(self.points, self.place) if isinstance(self.points, str) else self.points))

    def bounds(self, data: GameScoringData, key: str) -> tuple[int, ...]:
        """Return the bounds of a card; raises InvalidInput at the card."""
        return data.card_numbers(self.of_deck, key, self.field)

    def points_at(self, data: GameScoringData, key: str, value: int) -> int:
        """Return the points of the highest tier that `value` reaches."""
        tiers = zip(self.bounds(data, key), self.steps(data)[1:], strict=False)
        return max([0, *(points for bound, points in tiers if value >= bound)])

    def formula(self, data: GameScoringData, key: str | None) -> Formula | None:
        """Return how a card counts on a sheet what it compares with its bounds; None if it must be typed.

        Raises InvalidInput for a cell that is no formula.
        """
        cell = data.cell(self.of_deck, key, self.counts) if self.counts and key is not None else None
        if cell and not isinstance(cell, Formula):
            place = data.cards(self.of_deck)[key or ""].place_of(self.counts)
            raise refuse("G019", f"{self.counts!r} of card {key!r} is not a formula", place, 'write it as "=2 * stars"')
        return cell or None

    def other_inputs(self, data: GameScoringData, marks: InputMarks | None = None) -> tuple[str, ...]:
        keys = [*self.keys_in(data)] if marks is None else [] if _entered_amount(marks) is not None else [marks.choice]
        formulas = (formula for key in keys if (formula := self.formula(data, key)) is not None)
        return tuple(dict.fromkeys(name for formula in formulas for name in formula.names))

    def look_up(self, data: GameScoringData) -> None:
        super().look_up(data)
        for key in self.keys_in(data):
            self.points_at(data, key, 0), self.formula(data, key)

    def card_faults(
        self, node: Node | None, data: GameScoringData, names: Mapping[str, Domain]
    ) -> Iterator[Diagnostic]:
        """Yield warnings for cards with other numbers of bounds than there are points, and for bounds out of reach."""
        counts = {key: len(self.bounds(data, key)) for key in self.keys_in(data)}
        steps, longest = len(self.steps(data)) - 1, max(counts, key=lambda key: counts[key], default="")
        points_node = node.get("points") if node is not None else None
        place = points_node.place if points_node is not None else self.place
        if longest and counts[longest] < steps:
            text = f"there are points for {steps} {self.field}, and no card has more than {counts[longest]}"
            hint = "take the points out that nobody can reach, or add to the cards"
            yield Diagnostic("G045", text, place, hint, "warning")
        elif longest and counts[longest] > steps:
            text = f"card {longest!r} has {counts[longest]} {self.field}, and there are points for {steps}"
            hint = "write points for each of them; one without points counts as the one before it"
            yield Diagnostic("G045", text, place, hint, "warning")
        for key in counts:
            formula, bounds = self.formula(data, key), self.bounds(data, key)
            counted = infer(formula.tree, names) if formula is not None else None
            most = counted.high if isinstance(counted, Numbers) else self.most
            for at, bound in enumerate(bounds):
                place = data.cards(self.of_deck)[key].place_of(f"{self.field}.{at}")
                if bound > most:
                    text = f"card {key!r} counts up to {most}, never {bound} or more"
                    hint = "correct it, or what is counted under inputs:"
                    yield Diagnostic("G049", text, place, hint, "warning")
                if at and bound < bounds[at - 1]:
                    text = f"bound {bound} of card {key!r} is lower than {bounds[at - 1]} before it"
                    yield Diagnostic("G049", text, place, "write bounds from low to high, as points: goes", "warning")

    # in formulas

    def domain(self, data: GameScoringData) -> Rows:
        points = numbers_of(self.steps(data))
        return Rows({"points": points, "count": Numbers(0, self.most), "card": super().domain(data)})

    def value(self, marks: InputMarks, data: GameScoringData, _cards: Sequence[str | None] = ()) -> Any:
        key, amount, points = marks.choice, _amount(marks), marks.plain
        if key is not None:
            points = self.points_at(data, key, amount) if amount is not None else 0
        return {"points": points, "count": amount or 0, "card": super().value(marks, data)}

    # reading and asking

    def empty(self, _data: GameScoringData) -> InputMarks:
        return InputMarks(0)

    def read(self, node: Node, context: InputReadingContext) -> InputMarks | None:
        if isinstance(node.value, str):
            return super().read(node, context)
        if node.is_map:
            return self._read_amount(node, context)
        steps = self.steps(context.data)
        number = 0 if node.value is None else context.number(node, min(steps), max(steps), context.what)
        if number is not None and number not in steps and min(steps) <= number <= max(steps):
            text = message("not_a_step", what=context.what, value=number, possible=list_of(steps))
            context.unfit(text, number, node.place)
        return None if number is None else InputMarks(number)

    def _read_amount(self, node: Node, context: InputReadingContext) -> InputMarks | None:
        children = dict(context.entries(node, ("key", "value")))
        if "key" not in children or children["key"].value is None:
            context.faults.add("S004", message("needs_key_and_value", what=context.what), node.place)
            return None
        choice, value = super().read(children["key"], context), children.get("value")
        if choice is None or value is None or value.value is None:
            return choice
        number = context.number(value, 0, self.most, message("value_of", what=context.what))
        return choice if number is None else InputMarks({"key": choice.plain, "value": number})

    def settle(self, marks: InputMarks, context: InputReadingContext) -> InputMarks:
        """Add the amount that the rest of the sheet gives if none was entered; warn if another was entered."""
        key, entered = marks.choice, _entered_amount(marks)
        if key is None:
            return marks
        counted, name = self._counted(key, context.sheet, context), self.name_of(context.data, key)
        formula = self.formula(context.data, key)
        if counted is None and entered is None and context.counts(0) and formula is not None:
            absent = {name: spec for name, spec in context.inputs.items() if name in formula.names}
            absent = {name: spec.empty(context.data) for name, spec in absent.items() if name not in context.sheet}
            counted = self._counted(key, {**context.sheet, **absent}, context)
            text = message("not_given", names=list_of(absent))
            context.faults.met.append(ScoreFault("G051", text, context.place, severity="note"))
        elif counted is None and entered is None and context.counts(0):
            text = message("needs_value", what=context.what, name=name)
            context.faults.add("S004", text, context.place)
        if entered is None:
            return InputMarks(marks.plain, counted)
        if counted not in (None, entered):
            differs = message("contradicts", name=name, value=entered, counted=counted)
            hint = message("leave_count", key=name if context.typed else key)
            context.faults.warn("G015", differs, context.place, hint)
        return marks

    def _counted(self, key: str, sheet: Mapping[str, InputMarks], context: InputReadingContext) -> int | None:
        data, inputs = context.data, context.inputs
        formula = self.formula(data, key)
        if formula is None or any(name in inputs and name not in sheet for name in formula.names):
            return None

        def value(name: str) -> Any:
            return inputs[name].value(sheet[name], data) if name in inputs else data.values(name)

        return int(compiled(formula.tree)(SheetScope(value)))

    def ask(self, _part: int, context: InputReadingContext) -> Message:
        return message("ask_steps", what=context.word, possible=list_of(self.steps(context.data)))

    def possible(self, _part: int, context: InputReadingContext) -> Value:
        cards, steps = list_of(self.names(context.data).values()), list_of(self.steps(context.data))
        return message("possible_steps", names=message("possible", names=cards), points=steps)

    def control(self, _part: int, context: InputReadingContext) -> Control:
        data = context.data
        keys = ((key, self.formula(data, key) is not None) for key in self.keys_in(data))
        options = tuple(ControlOption(key, self.name_of(data, key), is_counted) for key, is_counted in keys)
        return Control("steps", most=self.most, options=options, points=self.steps(data), deck=self.of_deck)

    def typed(self, text: str, context: InputReadingContext) -> Any:
        """Return points, or a card, by key or the start of its name, with a number behind it."""
        if re.fullmatch(r"(?:[-+\u2212]?\d+)?", text):
            return whole(text or "0")
        key, _, count = text.partition(" ")
        if key not in self.keys_in(context.data):
            match = re.fullmatch(r"(.*?)\s*(\d*)", text)
            name, count = (match[1], match[2]) if match else (text, "")
            key = pick_in(context.data, name, self.names)
        if not count and self.formula(context.data, key) is None:
            raise UnreadableAnswer(message("needs_typed_value", name=self.name_of(context.data, key)))
        return {"key": key, "value": whole(count)} if count else key

    def page_answer(self, marks: InputMarks, _part: int, _context: InputReadingContext) -> str:
        return _joined(marks.choice or str(marks.plain), _entered_amount(marks))

    def answer_text(self, marks: InputMarks, _part: int, context: InputReadingContext) -> str:
        return _joined(self.chosen(marks, context.data) or str(marks.plain), _entered_amount(marks))

    def answer_sentence(self, marks: InputMarks, _part: int, context: InputReadingContext) -> Value:
        return _joined(self.chosen(marks, context.data) or str(marks.plain), _amount(marks))

    def label(self, marks: InputMarks, _part: int | None, context: InputReadingContext) -> Value:
        if marks.choice is None:
            return message("step_points", what=context.word)
        card_name = self.name_of(context.data, marks.choice)
        return message("step", what=context.word, who=card_name, count=_amount(marks) or 0)

    def read_ticks(self, fields: FilledFields, context: InputReadingContext) -> InputMarks:
        return super(ChoiceSpec, self).read_ticks(fields, context)

    def on_sheet(self, fields: FilledFields, context: InputReadingContext) -> Any:
        written = [head for head in self.heads if fields.text(head)]
        if written:
            return self.typed_in(written[0], fields, context)
        steps = self.steps(context.data)
        points = max((end for head in self.heads for end in fields.ends(head) if end in steps), default=0)
        return self.ticked((), fields, context) or points

    def takes(self, end: str, *, written: bool, data: GameScoringData) -> bool:
        is_points = bool(end) and not written and end in map(str, self.steps(data)[1:])
        return is_points or super().takes(end, written=written, data=data)


def _joined(name: str, amount: int | None) -> str:
    return name if amount is None else f"{name} {amount}"
