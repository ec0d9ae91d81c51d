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

    What is not known of the sheet brought nothing. As much may be missing as `less` gives. What a map has makes it an
    error only where it is known that the map was played, else it is a warning.
    """

    of: InputAggregateSpec
    brought: tuple[FreeAmountSpec, ...]
    most: Number = 999_999
    start: Number = 0
    less: tuple[FreeAmountSpec, ...] = ()

    @property
    def needs_known(self) -> tuple[str, ...]:
        return self.of.inputs

    @property
    def told_by(self) -> tuple[str, ...]:
        return (*self.of.inputs, *(name for gift in self.brought for name in gift.inputs))

    def sheet(self, sheet: KnownSheetInputs, at: ScoreCheckContext) -> None:
        value = self.of.on(sheet.known)
        gifts = [(gift, gift.least(sheet, at)) for gift in self.brought]
        less = sum(gift.most(sheet, at) for gift in self.less)
        least = min(self.most, self.start + sum(number for _, number in gifts) - less)
        if value < least:
            causes = dict.fromkeys(cause for gift, number in gifts if number for cause in gift.cause(at))
            what = listed(map(at.label, self.of.of))
            said = message("brought", what=what, value=value, least=least, of=listed(causes))
            is_sure = at.lookup.on_map.sure or not any(gift.is_of_map for gift in (*self.brought, *self.less))
            is_error = self.severity == "error" and is_sure
            hint = message("correct_one" if is_sure else "correct_or_name_map")
            (at.faults.add if is_error else at.faults.warn)("G017", said, sheet.place(self.of.of[0]), hint)
