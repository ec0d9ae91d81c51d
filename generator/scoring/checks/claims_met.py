"""The check that players claimed no more cards, and none earlier, than their sheets can have fulfilled."""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from generator.diagnostics import NOWHERE
from generator.scoring.check_spec import CheckSpec, FreeAmountSpec, ScoreCheckContext
from generator.scoring.checks.budget import SpentStepsLimitCheck
from generator.scoring.game_scoring_data import MapCounts
from generator.scoring.input_amounts import InputAggregateSpec, Number, amount_of
from generator.scoring.input_spec import KnownSheetInputs
from generator.scoring.inputs.choice import Chosen
from generator.scoring.inputs.claims import ClaimsMarks, ClaimsName
from generator.scoring.messages import message
from generator.scoring.references import DeckField, DeckName, MapCount


@dataclass(frozen=True, kw_only=True)
class NeededAmountSpec:
    """The part of the amount of `of` that a player needs to count something n times: n x `each` - `free`.

    `each_on_map` takes `each` from a count of the map. With `way` the amount is at least the number of rooms on the
    shortest way to n such things. Applies only to players who chose all cards of `chosen` (input: card).
    """

    of: InputAggregateSpec
    each: Number = 1
    each_on_map: MapCount = ""
    way: FreeAmountSpec | None = None
    free: tuple[FreeAmountSpec, ...] = ()
    chosen: Chosen = dataclasses.field(default_factory=dict)

    def is_told(self, inputs: KnownSheetInputs) -> bool:
        """Return whether this sheet is known to have all the cards of `chosen`, so that the need applies to it."""
        return all(name in inputs.known and inputs.known[name].choice == key for name, key in self.chosen.items())

    def find_least(self, count: int, inputs: KnownSheetInputs, context: ScoreCheckContext) -> int:
        """Return the least amount that a sheet needs to count something `count` times."""
        least = count * context.data.on_map.counts.get(self.each_on_map, self.each)
        if self.way is not None and all(name in inputs.known for name in self.way.inputs):
            least = max(least, self.way.rooms(count, inputs, context))
        return least - sum(gift.most(inputs, context) for gift in self.free)


class ClaimsMetCheck(CheckSpec, kind="claims_met"):
    """A sheet claims, in the input `of`, no more cards of `deck` than there are cards whose condition it can have met.

    The condition stands in the `field` of a card, such as {of: heads, least: 4}. A name there that is no input, or is
    counted by several, is given in `part_of` with the amounts that it needs; without such an entry it counts as met.
    `open` is how many cards lie before all players: two sheets together claim no more cards than both can have met.
    `steps` is how many steps a round has: by the end of each round no card was claimed whose condition takes more
    steps than the rounds so far had, counted as in checks of kind `budget`. What only the usual map forbids is a
    warning.
    """

    of: ClaimsName
    deck: DeckName
    field: DeckField
    part_of: dict[str, tuple[NeededAmountSpec, ...]] = dataclasses.field(default_factory=dict)
    open: Number = 0
    steps: Number = 0

    @cached_property
    def needs_known(self) -> tuple[str, ...]:
        return (self.of,)

    def sheet(self, inputs: KnownSheetInputs, context: ScoreCheckContext) -> None:
        """Compare the number of claims with the cards that can be fulfilled, and the rounds with the steps needed."""
        claims, there = inputs.known[self.of], context.data.on_map
        if not isinstance(claims, ClaimsMarks):
            return
        bare = dataclasses.replace(context, data=dataclasses.replace(context.data, on_map=MapCounts()))
        for seen, sure in ((bare, True), (context, there.sure)):
            met = len(self._find_met(inputs, seen))
            if claims.count > met:
                said = message("claims_unmet", what=context.label(self.of), count=claims.count, most=met)
                self.add(context, "G043", said, inputs.place(self.of), message("correct_one"), sure=sure)
                return
        if not self.steps or not claims.rounds or not there.counts:
            return
        steps = sorted(self._count_steps(when, inputs, context) for when in self._find_met(inputs, context).values())
        for count, number in enumerate(sorted(claims.rounds), 1):
            if steps[count - 1] > self.steps * number:
                most = sum(each <= self.steps * number for each in steps)
                said = message("claims_early", what=context.label(self.of), count=count, round=number, most=most)
                place = inputs.place(f"{self.of}.{claims.rounds.index(number)}")
                self.add(context, "G043", said, place, message("correct_one"), sure=there.sure)
                return

    def game(self, sheets: Sequence[KnownSheetInputs], context: ScoreCheckContext) -> None:
        """Compare the claims of any two players with the number of cards that both can have fulfilled."""
        told = [
            (each, self._find_met(each, context), marks.count)
            for each in sheets
            if isinstance(marks := each.known.get(self.of), ClaimsMarks)
        ]
        for (one, of_one, count), (two, of_two, other) in combinations(told if self.open else (), 2):
            both = len(of_one.keys() & of_two.keys())
            if count + other - self.open > both:
                said = message("claims_apart", what=context.label(self.of), count=count, other=other, most=both)
                for sheet in (one, two):
                    hint = message("correct_one")
                    self.add(context, "G043", said, sheet.place(self.of), hint, sure=context.data.on_map.sure)

    def _find_met(self, inputs: KnownSheetInputs, context: ScoreCheckContext) -> dict[str, Any]:
        """Return the cards whose condition the sheet can have fulfilled, as conditions by the key of the card."""
        cards = context.data.cards(self.deck).items()
        asked = {key: card.fields.get(self.field) for key, card in cards}
        return {key: when for key, when in asked.items() if self._may_be_met(when, inputs, context)}

    def _may_be_met(self, when: Any, inputs: KnownSheetInputs, context: ScoreCheckContext) -> bool:
        amounts = self._find_amounts(when, inputs, context)
        if any(of.on(inputs.known) < least for of, least in amounts if all(name in inputs.known for name in of.inputs)):
            return False
        if not amounts or str(when["of"]) not in inputs.known or when.get("reduce") not in (None, "sum", "count"):
            return True
        fields = {key: when[key] for key in when if key != "least"}
        amount = amount_of(fields, inputs.inputs, context.data, NOWHERE, self.field)
        return amount.on(inputs.known) >= int(when["least"])

    def _find_amounts(
        self, when: Any, inputs: KnownSheetInputs, context: ScoreCheckContext
    ) -> list[tuple[InputAggregateSpec, int]]:
        """Return the amounts of inputs that a condition needs, each with the least value that fulfils it."""
        if not isinstance(when, Mapping) or not isinstance(when.get("least"), int):
            return []
        name, least = str(when.get("of")), int(when["least"])
        parts = [part for part in self.part_of.get(name, ()) if part.is_told(inputs)]
        needed = [(part.of, part.find_least(least, inputs, context)) for part in parts]
        if name in inputs.inputs:
            extent, level = inputs.inputs[name].extent(context.data), when.get("equal", when.get("at_least"))
            if when.get("reduce") == "count":
                least = least * (level or 0) + (extent.entries - least) * extent.least
            needed.append((InputAggregateSpec(of=(name,)), least))
        return needed

    def _count_steps(self, when: Any, inputs: KnownSheetInputs, context: ScoreCheckContext) -> int:
        """Return the least number of steps to meet the condition of a card, counted as in checks of kind `budget`."""
        steps: dict[tuple[str, ...], int] = {}
        alone = 0
        budgets = [check for check in context.checks if isinstance(check, SpentStepsLimitCheck)]
        costs = [(budget, cost) for budget in budgets for cost in budget.costs]
        for of, least in self._find_amounts(when, inputs, context):
            for budget, cost in costs:
                if cost.of.inputs == of.inputs:
                    steps[of.inputs] = max(steps.get(of.inputs, 0), cost.steps_to(least, inputs, context))
                    alone = max(alone, budget.count_steps(cost, least, inputs, context))
        return max(sum(steps.values()), alone)  # rooms that were asked for may hold gifts, too
