"""The check that an amount on a sheet is at least what other marks of this sheet must have brought."""

from functools import cached_property

from generator.scoring.check_spec import CheckSpec, FreeAmountSpec, ScoreCheckContext
from generator.scoring.input_amounts import InputAggregateSpec
from generator.scoring.input_spec import KnownSheetInputs
from generator.scoring.messages import list_of, message


class AtLeastCheck(CheckSpec, kind="at_least"):
    """The amount of `of` is at least the sum of `brought`; an entry whose inputs are not known counts as 0."""

    of: InputAggregateSpec
    brought: tuple[FreeAmountSpec, ...]

    @cached_property
    def needs_known(self) -> tuple[str, ...]:
        return self.of.inputs

    @cached_property
    def told_by(self) -> tuple[str, ...]:
        return (*self.of.inputs, *(name for gift in self.brought for name in gift.inputs))

    def sheet(self, inputs: KnownSheetInputs, context: ScoreCheckContext) -> None:
        value, gifts = self.of.on(inputs.known), [(gift, gift.least(inputs)) for gift in self.brought]
        least = sum(number for _, number in gifts)
        if value >= least:
            return
        causes = dict.fromkeys(cause for gift, number in gifts if number for cause in gift.cause(context))
        what, hint = list_of(map(context.label, self.of.of)), message("correct_one") if causes else None
        key = "needs_at_least" if not causes else "needs_count" if self.of.reduce == "count" else "needs"
        more = {"cause": list_of(causes)} if causes else {}
        names = [name for gift, number in gifts if number for name in gift.names]
        marked = next((name for name in (*self.of.of, *names, *self.told_by) if name in inputs.places), self.of.of[0])
        said = message(key, what=what, value=value, least=least, **more)
        context.faults.warn("G017", said, inputs.place(marked), hint)
