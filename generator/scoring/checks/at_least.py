"""One amount is at least what the rest of the sheet brought."""

from dataclasses import dataclass

from generator.scoring.check_spec import CheckSpec, ScoreCheckContext, check_kind
from generator.scoring.free_amount import FreeAmountSpec
from generator.scoring.input_amounts import InputAggregateSpec, Number
from generator.scoring.input_spec import KnownSheetInputs
from generator.scoring.messages import listed, message


@check_kind("at_least")
@dataclass(frozen=True, kw_only=True)
class AtLeastCheck(CheckSpec):
    """The amount of `of` is at least what it was at the `start` and all that was `brought`, as far as `most`.

    What is not known of the sheet brought nothing.
    """

    of: InputAggregateSpec
    most: Number
    brought: tuple[FreeAmountSpec, ...]
    start: Number = 0

    @property
    def needs_known(self) -> tuple[str, ...]:
        return self.of.inputs

    @property
    def told_by(self) -> tuple[str, ...]:
        return (*self.of.inputs, *(name for gift in self.brought for name in gift.inputs))

    def sheet(self, sheet: KnownSheetInputs, at: ScoreCheckContext) -> None:
        value = self.of.on(sheet.known)
        gifts = [(gift, gift.least(sheet)) for gift in self.brought]
        least = min(self.most, self.start + sum(number for _, number in gifts))
        if value < least:
            causes = dict.fromkeys(cause for gift, number in gifts if number for cause in gift.cause(at))
            what = listed(map(at.label, self.of.of))
            said = message("brought", what=what, value=value, least=least, of=listed(causes))
            self.add(at, "G017", said, sheet.place(self.of.of[0]), message("correct_one"))
