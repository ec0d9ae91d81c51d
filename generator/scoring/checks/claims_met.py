"""No more cards were claimed, and none earlier, than the sheets of a game allow to be met."""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from generator.diagnostics import NOWHERE
from generator.scoring.check_spec import CheckSpec, ScoreCheckContext, check_kind
from generator.scoring.checks.budget import SpentStepsLimitCheck
from generator.scoring.free_amount import FreeAmountSpec
from generator.scoring.game_scoring_data import MapCounts
from generator.scoring.input_amounts import InputAggregateSpec, Number, amount_of
from generator.scoring.input_spec import KnownSheetInputs
from generator.scoring.inputs.choice import Chosen
from generator.scoring.inputs.claims import ClaimsMarks, ClaimsName
from generator.scoring.messages import message
from generator.scoring.references import DeckField, DeckName, MapCount


@dataclass(frozen=True, kw_only=True)
class NeededAmountSpec:
    """What is counted needs of the amount of `of`: `each` for one, or as many as the map has of `each_on_map`.

    Or as many as the rooms of a `way` to so many. Less by what the sheet has for `free`. `chosen` tells it only of
    those who took these cards, by the input they were taken for.
    """

    of: InputAggregateSpec
    each: Number = 1
    each_on_map: MapCount = ""
    way: FreeAmountSpec | None = None
    free: tuple[FreeAmountSpec, ...] = ()
    chosen: Chosen = dataclasses.field(default_factory=dict)

    def is_told(self, sheet: KnownSheetInputs) -> bool:
        """Tell whether a sheet took the cards for which it is told."""
        return all(name in sheet.known and sheet.known[name].choice == key for name, key in self.chosen.items())

    def find_least(self, count: int, sheet: KnownSheetInputs, at: ScoreCheckContext) -> int:
        """Return the least amount with which a sheet can count `count`, less what it may have had for free."""
        least = count * at.lookup.on_map.counts.get(self.each_on_map, self.each)
        if self.way is not None and all(name in sheet.known for name in self.way.inputs):
            least = max(least, self.way.rooms(count, sheet, at))
        return least - sum(gift.most(sheet, at) for gift in self.free)


@check_kind("claims_met")
@dataclass(frozen=True, kw_only=True)
class ClaimsMetCheck(CheckSpec):
    """The claims of the input `of` are no more than the cards of a `deck` whose `field` the sheet allows to be met.

    The field says what is counted and how much of it is needed: {of: heads, least: 4}. What no input counts, or not
    alone, is `part_of` amounts that do; else it may have been met. `open` cards lie before all players: two of them
    claimed no more than they can both have met. By the end of a round no more was met than `steps` of each round until
    then can do, as the checks of kind `budget` count them. What the usual map forbids is a warning.
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

    def sheet(self, sheet: KnownSheetInputs, at: ScoreCheckContext) -> None:
        """Compare the claims with the cards that may have been met, and their rounds with the steps that these take."""
        claims, there = sheet.known[self.of], at.lookup.on_map
        if not isinstance(claims, ClaimsMarks):
            return
        bare = dataclasses.replace(at, lookup=dataclasses.replace(at.lookup, on_map=MapCounts()))
        for seen, sure in ((bare, True), (at, there.sure)):
            met = len(self._find_met(sheet, seen))
            if claims.count > met:
                said = message("claims_unmet", what=at.label(self.of), count=claims.count, most=met)
                self.add(at, "G043", said, sheet.place(self.of), message("correct_one"), sure=sure)
                return
        if not self.steps or not claims.rounds or not there.counts:
            return
        steps = sorted(self._count_steps(when, sheet, at) for when in self._find_met(sheet, at).values())
        for count, number in enumerate(sorted(claims.rounds), 1):
            if steps[count - 1] > self.steps * number:
                most = sum(each <= self.steps * number for each in steps)
                said = message("claims_early", what=at.label(self.of), count=count, round=number, most=most)
                place = sheet.place(f"{self.of}.{claims.rounds.index(number)}")
                self.add(at, "G043", said, place, message("correct_one"), sure=there.sure)
                return

    def game(self, sheets: Sequence[KnownSheetInputs], at: ScoreCheckContext) -> None:
        """Compare the claims of any two players with the cards that both may have met."""
        told = [
            (each, self._find_met(each, at), marks.count)
            for each in sheets
            if isinstance(marks := each.known.get(self.of), ClaimsMarks)
        ]
        for (one, of_one, count), (two, of_two, other) in combinations(told if self.open else (), 2):
            both = len(of_one.keys() & of_two.keys())
            if count + other - self.open > both:
                said = message("claims_apart", what=at.label(self.of), count=count, other=other, most=both)
                for sheet in (one, two):
                    self.add(at, "G043", said, sheet.place(self.of), message("correct_one"), sure=at.lookup.on_map.sure)

    def _find_met(self, sheet: KnownSheetInputs, at: ScoreCheckContext) -> dict[str, Any]:
        """Return the conditions of the cards that a sheet can have met, by card."""
        cards = at.lookup.cards(self.deck).items()
        asked = {key: card.fields.get(self.field) for key, card in cards}
        return {key: when for key, when in asked.items() if self._may_be_met(when, sheet, at)}

    def _may_be_met(self, when: Any, sheet: KnownSheetInputs, at: ScoreCheckContext) -> bool:
        amounts = self._find_amounts(when, sheet, at)
        if any(of.on(sheet.known) < least for of, least in amounts if all(name in sheet.known for name in of.inputs)):
            return False
        if not amounts or str(when["of"]) not in sheet.known or when.get("reduce") not in (None, "sum", "count"):
            return True
        fields = {key: when[key] for key in when if key != "least"}
        amount = amount_of(fields, sheet.inputs, at.lookup, NOWHERE, self.field)
        return amount.on(sheet.known) >= int(when["least"])

    def _find_amounts(
        self, when: Any, sheet: KnownSheetInputs, at: ScoreCheckContext
    ) -> list[tuple[InputAggregateSpec, int]]:
        """Return the sums of inputs that the condition of a card takes, each with the least that it takes."""
        if not isinstance(when, Mapping) or not isinstance(when.get("least"), int):
            return []
        name, least = str(when.get("of")), int(when["least"])
        parts = [part for part in self.part_of.get(name, ()) if part.is_told(sheet)]
        needed = [(part.of, part.find_least(least, sheet, at)) for part in parts]
        if name in sheet.inputs:
            extent, level = sheet.inputs[name].extent(at.lookup), when.get("equal", when.get("at_least"))
            if when.get("reduce") == "count":
                least = least * (level or 0) + (extent.entries - least) * extent.least
            needed.append((InputAggregateSpec(of=(name,)), least))
        return needed

    def _count_steps(self, when: Any, sheet: KnownSheetInputs, at: ScoreCheckContext) -> int:
        """Return how many steps the condition of a card takes at least, as the checks of kind `budget` count them."""
        steps: dict[tuple[str, ...], int] = {}
        budgets = [check for check in at.checks if isinstance(check, SpentStepsLimitCheck)]
        costs = [cost for budget in budgets for cost in budget.costs]
        for of, least in self._find_amounts(when, sheet, at):
            for cost in costs:
                if cost.of.inputs == of.inputs:
                    steps[of.inputs] = max(steps.get(of.inputs, 0), cost.steps_to(least, sheet, at))
        return sum(steps.values())
