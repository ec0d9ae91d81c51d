"""The check that an amount on a sheet is not above a number, another amount, or a count of the map."""

from collections.abc import Container, Iterator
from dataclasses import field
from functools import cached_property

from generator.scoring.check_spec import CheckSpec, FreeAmountSpec, ScoreCheckContext
from generator.scoring.input_amounts import Divisor, InputAggregateSpec, Number, Reduce
from generator.scoring.input_spec import KeySlip, KnownSheetInputs
from generator.scoring.inputs.choice import Chosen
from generator.scoring.messages import Message, Value, list_of, message
from generator.scoring.references import InputName, MapCount


class AtMostCheck(CheckSpec, kind="at_most"):
    """The amount of `of` is at most the amount of `limit`, or the number `most`, or the count `on_map` of the map.

    The comparison is `of` x `each` <= limit + `free`. It is left out if the flag `unless` is set, and for players
    who did not take all cards of `chosen` (the key of a card by the input that it is chosen for).
    """

    of: InputName
    reduce: Reduce = "sum"
    at_least: Number | None = None
    equal: Number | None = None
    each: Divisor = 1
    free: tuple[FreeAmountSpec, ...] = ()
    on_map: MapCount = ""
    limit: InputAggregateSpec | None = None
    most: Number | None = None
    unless: InputName | None = None
    chosen: Chosen = field(default_factory=dict)

    def slips(self, _said: Container[str]) -> Iterator[KeySlip]:
        if self.limit is None and self.most is None and not self.on_map:
            yield KeySlip("", f"nothing says how much {self.of!r} is at most", "write most: 3, limit: or on_map:")

    @cached_property
    def needs_known(self) -> tuple[str, ...]:
        limits = self.limit.inputs if self.limit else ()
        return (self.of, *limits, *([self.unless] if self.unless else []), *self.chosen)

    def sheet(self, inputs: KnownSheetInputs, context: ScoreCheckContext) -> None:
        is_spared = bool(self.unless) and any(inputs.known[str(self.unless)].numbers)
        if is_spared or any(inputs.known[name].choice != key for name, key in self.chosen.items()):
            return
        counted = InputAggregateSpec(of=(self.of,), reduce=self.reduce, at_least=self.at_least, equal=self.equal)
        value, counts = counted.on(inputs.known), context.data.on_map.counts
        free = sum(gift.most(inputs, context) for gift in self.free)
        limit = (self.limit.on(inputs.known) if self.limit else 0) + free
        what = context.cards_named(self.chosen) if self.of in self.chosen else context.label(self.of)
        hint = message("set_or_correct", flag=context.label(self.unless)) if self.unless else message("correct_one")
        place = inputs.place(self.of)
        if self.limit is not None and value * self.each > limit:
            context.faults.warn("G014", self._above(what, value, limit // self.each, context), place, hint)
        elif self.on_map in counts and value > counts[self.on_map] + free:
            said = message("not_on_map", what=what, value=value, most=counts[self.on_map] + free)
            context.faults.warn("G041", said, place, message("correct_one"))
        elif self.most is not None and value > self.most + free:
            said = message("out_of_bounds", what=what, value=value, least=0, most=self.most + free)
            context.faults.warn("G010", said, place)

    def _above(self, what: Value, value: int, limit: int, context: ScoreCheckContext) -> Message:
        of = list_of(map(context.label, self.limit.of if self.limit else ()))
        if self.free or self.each != 1:
            return message("allows", what=what, value=value, limit=limit, of=of)
        if self.limit is not None and self.limit.equal is not None:
            return message("above_at", what=what, value=value, limit=limit, of=of, level=self.limit.equal)
        return message("above", what=what, value=value, limit=limit, of=of)
