"""One amount cannot be above another."""

from dataclasses import dataclass, field

from generator.scoring.check_spec import CheckSpec, ScoreCheckContext, check_kind
from generator.scoring.input_amounts import InputAggregateSpec, Number, Reduce
from generator.scoring.input_spec import KnownSheetInputs
from generator.scoring.inputs.choice import Chosen
from generator.scoring.messages import Message, Value, listed, message
from generator.scoring.references import InputName, MapCount


@check_kind("at_most")
@dataclass(frozen=True, kw_only=True)
class AtMostCheck(CheckSpec):
    """The amount of `of` is at most the `limit`, or the number `most`, unless the flag `unless` is set.

    Each one that counts takes `each` of the limit, which is `times` as high and `plus` a number. `on_map` is what the
    map has so many of at most: an error where it is known which map was played, a warning on the usual one.
    `chosen` asks it only of those who took these cards, by the input they were taken for.
    """

    of: InputName
    reduce: Reduce = "sum"
    at_least: Number | None = None
    each: Number = 1
    times: Number = 1
    plus: Number = 0
    on_map: MapCount = ""
    limit: InputAggregateSpec | None = None
    most: Number | None = None
    unless: InputName | None = None
    chosen: Chosen = field(default_factory=dict)

    @property
    def needs_known(self) -> tuple[str, ...]:
        limits = self.limit.inputs if self.limit else ()
        return (self.of, *limits, *([self.unless] if self.unless else []), *self.chosen)

    def sheet(self, sheet: KnownSheetInputs, at: ScoreCheckContext) -> None:
        if any(sheet.known[name].chosen != key for name, key in self.chosen.items()):
            return
        if self.unless and any(sheet.known[self.unless].numbers):
            return
        value = InputAggregateSpec(of=(self.of,), reduce=self.reduce, at_least=self.at_least).on(sheet.known)
        what = at.cards_named(self.chosen) if self.chosen else at.label(self.of)
        hint = message("set_or_correct", flag=at.label(self.unless)) if self.unless else message("correct_one")
        if self.limit is not None and value * self.each > self._limit(sheet):
            said = self._above(what, value, self._limit(sheet) // self.each, at)
            self.add(at, "G014", said, sheet.place(self.of), hint)
        elif self.on_map in at.lookup.on_map.counts and value > (
            there := at.lookup.on_map.counts[self.on_map] + self.plus
        ):
            said = message("not_on_map", what=what, value=value, most=there)
            add = at.faults.add if at.lookup.on_map.sure else at.faults.warn
            add("G041", said, sheet.place(self.of), message("correct_one"))
        elif self.most is not None and value > self.most:
            said = message("out_of_bounds", what=what, value=value, least=0, most=self.most)
            self.add(at, "G010", said, sheet.place(self.of))

    def _limit(self, sheet: KnownSheetInputs) -> int:
        return (self.limit.on(sheet.known) if self.limit else 0) * self.times + self.plus

    def _above(self, what: Value, value: int, limit: int, at: ScoreCheckContext) -> Message:
        of = listed(map(at.label, self.limit.of if self.limit else ()))
        if (self.each, self.times, self.plus) != (1, 1, 0):
            return message("allows", what=what, value=value, limit=limit, of=of)
        if self.limit is not None and self.limit.equal is not None:
            return message("above_at", what=what, value=value, limit=limit, of=of, level=self.limit.equal)
        return message("above", what=what, value=value, limit=limit, of=of)
