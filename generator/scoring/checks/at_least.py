"""The check that an amount on a sheet is at least what other marks of this sheet must have brought."""

from functools import cached_property

from generator.scoring.check_spec import CheckSpec, FreeAmountSpec, ScoreCheckContext
from generator.scoring.input_amounts import InputAggregateSpec, Number
from generator.scoring.input_spec import KnownSheetInputs
from generator.scoring.messages import list_of, message
from generator.scoring.references import MapCount


class AtLeastCheck(CheckSpec, kind="at_least"):
    """The amount of `of` is at least the sum of `brought` less the sum of `less`, or at least `most` if that is lower.

    An entry of `brought` whose inputs are not known counts as 0. `most_on_map` takes this limit from a count of the
    map. If any amount depends on the map, a fault is an error only if the map is known, else a warning; with
    `most_on_map` it is an error, too, if no map was named.
    """

    of: InputAggregateSpec
    brought: tuple[FreeAmountSpec, ...]
    most: Number = 999_999
    most_on_map: MapCount = ""
    less: tuple[FreeAmountSpec, ...] = ()

    @cached_property
    def needs_known(self) -> tuple[str, ...]:
        return self.of.inputs

    @cached_property
    def told_by(self) -> tuple[str, ...]:
        return (*self.of.inputs, *(name for gift in self.brought for name in gift.inputs))

    def sheet(self, inputs: KnownSheetInputs, context: ScoreCheckContext) -> None:
        value, there, is_error = self.of.on(inputs.known), context.data.on_map, self.severity == "error"
        gifts = [(gift, gift.least(inputs, context)) for gift in self.brought]
        less = sum(gift.most(inputs, context) for gift in self.less)
        least = min(self.most, sum(number for _, number in gifts) - less)
        if self.most_on_map and there.sure:
            least = min(least, there.counts.get(self.most_on_map, 0))
        if value < least:
            causes = dict.fromkeys(cause for gift, number in gifts if number for cause in gift.cause(context))
            key = "needs_count" if self.of.reduce == "count" else "needs"
            what = list_of(map(context.label, self.of.of))
            said = (
                message(key, what=what, value=value, least=least, cause=list_of(causes))
                if causes
                else message("needs_at_least", what=what, value=value, least=least)
            )
            is_of_map = self.most_on_map or any(gift.is_of_map for gift in (*self.brought, *self.less))
            if is_of_map:
                is_error = there.sure or bool(self.most_on_map and is_error and there.is_likely)
            hint = None  # a single amount is no two
            if causes or is_of_map:
                hint = message("correct_or_name_map" if is_of_map and not there.sure else "correct_one")
            names = [name for gift, number in gifts if number for name in gift.names]
            told = next((each for each in (*self.of.of, *names, *self.told_by) if each in inputs.places), self.of.of[0])
            (context.faults.add if is_error else context.faults.warn)("G017", said, inputs.place(told), hint)
