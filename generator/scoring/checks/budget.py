"""The check that the marks of a sheet cost no more steps, such as uses of dice, than a game has."""

from dataclasses import dataclass
from functools import cached_property

from generator.scoring.check_spec import CheckSpec, FreeAmountSpec, ScoreCheckContext
from generator.scoring.input_amounts import Divisor, InputAggregateSpec, Number
from generator.scoring.input_spec import KnownSheetInputs
from generator.scoring.messages import message
from generator.scoring.references import InputName, MapCount


@dataclass(frozen=True, kw_only=True)
class StepBudgetCost:
    """The steps needed for an amount: (`of` + the steps of `beside` - `free`) / `each`, rounded up, at least 0."""

    of: InputAggregateSpec
    each: Divisor = 1
    free: tuple[FreeAmountSpec, ...] = ()
    beside: "tuple[StepBudgetCost, ...]" = ()

    def steps(self, inputs: KnownSheetInputs, context: ScoreCheckContext, *, has_map_gifts: bool = True) -> int:
        """Return the least number of steps needed for the amount `of` on a sheet; 0 if one of its inputs is not known.

        Without `has_map_gifts`, the free amounts that are counts of the map (`on_map`) are not subtracted.
        """
        if any(name not in inputs.known for name in self.of.inputs):
            return 0
        beside = sum(cost.steps(inputs, context) for cost in self.beside)
        return self.steps_to(self.of.on(inputs.known) + beside, inputs, context, has_map_gifts=has_map_gifts)

    def steps_to(
        self, amount: int, inputs: KnownSheetInputs, context: ScoreCheckContext, *, has_map_gifts: bool = True
    ) -> int:
        """Return the least number of steps needed for `amount`, given that the player got all that could be free."""
        gifts = [gift for gift in self.free if has_map_gifts or not gift.on_map]
        left = amount - sum(gift.most(inputs, context) for gift in gifts)
        return max(0, -(-left // self.each))


class SpentStepsLimitCheck(CheckSpec, kind="budget"):
    """The steps of all `costs` together are at most `most`; an error if the map is known, else a warning.

    `of` is the input that the message points at. `found` counts the places of the map from which the sheet took
    something for free: these save at most one step each, times the count `found_each_on_map` of the map.
    """

    of: InputName
    most: Number
    costs: tuple[StepBudgetCost, ...]
    found: InputAggregateSpec | None = None
    found_each_on_map: MapCount = ""

    @cached_property
    def needs_known(self) -> tuple[str, ...]:
        return (self.of,)

    def sheet(self, inputs: KnownSheetInputs, context: ScoreCheckContext) -> None:
        """Add a fault if the marks of a sheet need more steps than the `most` steps of a game."""
        if not context.data.on_map.counts:
            return
        steps = sum(cost.steps(inputs, context) for cost in self.costs)
        if self.found is not None and all(name in inputs.known for name in self.found.inputs):
            # each gift of the map saves one step at most
            gifts = self.found.on(inputs.known) * context.data.on_map.counts.get(self.found_each_on_map, 1)
            steps = max(steps, sum(cost.steps(inputs, context, has_map_gifts=False) for cost in self.costs) - gifts)
        if steps > self.most:
            said = message("budget", what=context.label(self.of), count=steps, most=self.most)
            add = context.faults.add if context.data.on_map.sure else context.faults.warn
            add("G044", said, inputs.place(self.of), message("correct_one"))

    def count_steps(
        self, cost: StepBudgetCost, amount: int, inputs: KnownSheetInputs, context: ScoreCheckContext
    ) -> int:
        """Return the least number of steps needed for an amount, including steps to fetch free gifts on the map."""
        fewest = cost.steps_to(amount, inputs, context)
        without = cost.steps_to(amount, inputs, context, has_map_gifts=False)
        way = next((each for each in self.costs if self.found is not None and each.of == self.found), None)
        if way is None or way is cost:
            return fewest
        a_room = context.data.on_map.counts.get(self.found_each_on_map, 1)
        free = sum(gift.most(inputs, context) for gift in way.free)
        return min(
            steps + max(fewest, without - (steps * way.each + free * bool(steps)) * a_room)
            for steps in range(without + 1)
        )
