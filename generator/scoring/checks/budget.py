"""What a sheet shows took no more steps, such as dice, than a game has."""

from dataclasses import dataclass
from functools import cached_property

from generator.scoring.check_spec import CheckSpec, ScoreCheckContext, check_kind
from generator.scoring.free_amount import FreeAmountSpec
from generator.scoring.input_amounts import InputAggregateSpec, Number
from generator.scoring.input_spec import KnownSheetInputs
from generator.scoring.messages import message
from generator.scoring.references import InputName


@dataclass(frozen=True, kw_only=True)
class StepBudgetCost:
    """The amount of `of` without its `free` gifts: a step brings `each` of it."""

    of: InputAggregateSpec
    each: Number = 1
    free: tuple[FreeAmountSpec, ...] = ()

    def steps(self, inputs: KnownSheetInputs, context: ScoreCheckContext) -> int:
        """Return how many steps it took at least; none where the sheet does not tell of it."""
        known = all(name in inputs.known for name in self.of.inputs)
        return self.steps_to(self.of.on(inputs.known), inputs, context) if known else 0

    def steps_to(self, amount: int, inputs: KnownSheetInputs, context: ScoreCheckContext) -> int:
        """Return how many steps an amount took at least, with all gifts that the sheet can have had."""
        left = amount - sum(gift.most(inputs, context) for gift in self.free)
        return max(0, -(-left // self.each))


@check_kind("budget")
@dataclass(frozen=True, kw_only=True)
class SpentStepsLimitCheck(CheckSpec):
    """All `costs` together are at most so many steps; an error where the map is known, else a warning.

    `of` is the input that is named when they are not.
    """

    of: InputName
    most: Number
    costs: tuple[StepBudgetCost, ...]

    @cached_property
    def needs_known(self) -> tuple[str, ...]:
        return (self.of,)

    def sheet(self, inputs: KnownSheetInputs, context: ScoreCheckContext) -> None:
        """Compare the steps that a sheet took with those of a game."""
        if not context.data.on_map.counts:
            return
        steps = sum(cost.steps(inputs, context) for cost in self.costs)
        if steps > self.most:
            said = message("budget", what=context.label(self.of), count=steps, most=self.most)
            add = context.faults.add if context.data.on_map.sure else context.faults.warn
            add("G044", said, inputs.place(self.of), message("correct_one"))
