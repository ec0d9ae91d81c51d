"""What a sheet may have without having worked for it: by the map, by cards, by what else it shows."""

from dataclasses import dataclass, field
from typing import Annotated

from generator.scoring.check_spec import ScoreCheckContext
from generator.scoring.input_amounts import InputAggregateSpec, Number
from generator.scoring.input_spec import KnownSheetInputs
from generator.scoring.inputs.bands import CardBandsName, CardResultsSpec
from generator.scoring.inputs.choice import Chosen
from generator.scoring.messages import Value
from generator.scoring.references import CardFieldNameAnnotation, MapCount


@dataclass(frozen=True, kw_only=True)
class FreeAmountSpec:
    """What comes without a step: `points`, as many as the map has of `on_map`, and cards for the input `deck_of`.

    Of these count those whose `card_field` `is_one_of` some, and those that nobody named.
    Only where the amount of `when` is not 0 and the cards `chosen` were taken. What is not known of a sheet is given.
    """

    points: Number = 0
    on_map: MapCount = ""
    deck_of: CardBandsName = ""
    card_field: Annotated[str, CardFieldNameAnnotation("deck_of")] = ""
    is_one_of: tuple[str, ...] = ()
    each: InputAggregateSpec | None = None
    every: Number = 1
    when: InputAggregateSpec | None = None
    chosen: Chosen = field(default_factory=dict)

    @property
    def inputs(self) -> tuple[str, ...]:
        """The inputs that tell it."""
        return (*self.chosen, *(name for amount in (self.when, self.each) if amount for name in amount.inputs))

    def most(self, sheet: KnownSheetInputs, at: ScoreCheckContext) -> int:
        """Return how much it can have given at most."""
        if not self._may_be(sheet):
            return 0
        given = self.points + at.lookup.on_map.counts.get(self.on_map, 0) + self._of_cards(at)
        if self.each is None:
            return given
        known = all(name in sheet.known for name in self.each.inputs)
        amount = self.each.on(sheet.known) if known else self.each.reach(at.inputs, at.lookup)[1]
        return given + amount // self.every

    def least(self, sheet: KnownSheetInputs) -> int:
        """Return how much it must have given: what is not known of a sheet, a map or cards gives nothing."""
        if any(name not in sheet.known for name in self.inputs) or not self._may_be(sheet):
            return 0
        return self.points + (self.each.on(sheet.known) // self.every if self.each else 0)

    def cause(self, at: ScoreCheckContext) -> list[Value]:
        """Return what on a sheet brings it, as the reader knows it."""
        cards = [at.cards_named(self.chosen)] if self.chosen else []
        return [*cards, *(at.label(name) for amount in (self.when, self.each) if amount for name in amount.of)]

    def _may_be(self, sheet: KnownSheetInputs) -> bool:
        taken = all(name not in sheet.known or sheet.known[name].chosen == key for name, key in self.chosen.items())
        known = self.when is not None and all(name in sheet.known for name in self.when.inputs)
        return taken and (not known or self.when is None or self.when.on(sheet.known) != 0)

    def _of_cards(self, at: ScoreCheckContext) -> int:
        """Return how many cards before all players bring it; one that nobody named may."""
        spec = at.inputs.get(self.deck_of)
        if not isinstance(spec, CardResultsSpec):
            return 0
        named = at.cards.get(self.deck_of) or (None,) * spec.entries
        cards = at.lookup.cards(spec.deck)
        return sum(key is None or cards[key].fields.get(self.card_field) in self.is_one_of for key in named)
