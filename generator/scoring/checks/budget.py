"""What a sheet shows took no more steps, such as dice, than a game has."""

from dataclasses import dataclass

from generator.scoring.check_spec import CheckingContext, CheckSpec, check_kind
from generator.scoring.input_amounts import AmountSpec, Number
from generator.scoring.marks import SheetReading
from generator.scoring.messages import message
from generator.scoring.references import InputName
from generator.scoring.unearned_amount import UnearnedAmountSpec


@dataclass(frozen=True, kw_only=True)
class StepBudgetCost:
    """The amount of `of` without what it was at the start, `less`, and its `free` gifts: a step brings `each` of it."""

    of: AmountSpec
    less: Number = 0
    each: Number = 1
    free: tuple[UnearnedAmountSpec, ...] = ()

    def steps(self, sheet: SheetReading, at: CheckingContext) -> int:
        """Return how many steps it took at least; none where the sheet does not tell of it."""
        if any(name not in sheet.known for name in self.of.inputs):
            return 0
        left = self.of.on(sheet.known) - self.less - sum(gift.most(sheet, at) for gift in self.free)
        return max(0, -(-left // self.each))


@check_kind("budget")
@dataclass(frozen=True, kw_only=True)
class StepBudgetCheck(CheckSpec):
    """All `costs` together are at most so many steps; an error where the map is known, else a warning.

    `of` is the input that is named when they are not.
    """

    of: InputName
    most: Number
    costs: tuple[StepBudgetCost, ...]

    @property
    def needs_known(self) -> tuple[str, ...]:
        return (self.of,)

    def sheet(self, sheet: SheetReading, at: CheckingContext) -> None:
        """Compare the steps that a sheet took with those of a game."""
        if not at.lookup.on_map.counts:
            return
        steps = sum(cost.steps(sheet, at) for cost in self.costs)
        if steps > self.most:
            said = message("budget", what=at.label(self.of), count=steps, most=self.most)
            add = at.faults.add if at.lookup.on_map.sure else at.faults.warn
            add("G044", said, sheet.place(self.of), message("correct_one"))
