"""No more cards were claimed than a sheet allows to be met."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from generator.diagnostics import NOWHERE
from generator.scoring.check_spec import CheckSpec, ScoreCheckContext, check_kind
from generator.scoring.free_amount import FreeAmountSpec
from generator.scoring.input_amounts import amount_of
from generator.scoring.input_spec import KnownSheetInputs
from generator.scoring.inputs.claims import ClaimsMarks, ClaimsName
from generator.scoring.messages import message
from generator.scoring.references import DeckField, DeckName


@check_kind("claims_met")
@dataclass(frozen=True, kw_only=True)
class ClaimsMetCheck(CheckSpec):
    """The claims of the input `of` are no more than the cards of a `deck` whose `field` the sheet allows to be met.

    The field says what is counted and how much of it is needed: {of: heads, least: 4}. What no input counts is
    `part_of` something that tells how much there is at most, or else it may have been met.
    """

    of: ClaimsName
    deck: DeckName
    field: DeckField
    part_of: dict[str, FreeAmountSpec] = dataclasses.field(default_factory=dict)

    @property
    def needs_known(self) -> tuple[str, ...]:
        return (self.of,)

    def sheet(self, sheet: KnownSheetInputs, at: ScoreCheckContext) -> None:
        """Compare the claims with the cards that may have been met."""
        claims = sheet.known[self.of]
        claimed = claims.count if isinstance(claims, ClaimsMarks) else 0
        cards = at.lookup.cards(self.deck).values()
        met = sum(self._may_be_met(card.fields.get(self.field), sheet, at) for card in cards)
        if claimed > met:
            said = message("claims_unmet", what=at.label(self.of), count=claimed, most=met)
            self.add(at, "G043", said, sheet.place(self.of), message("correct_one"))

    def _may_be_met(self, when: Any, sheet: KnownSheetInputs, at: ScoreCheckContext) -> bool:
        if not isinstance(when, Mapping) or not isinstance(when.get("least"), int):
            return True
        name, least = str(when.get("of")), int(when["least"])
        if name in self.part_of:
            return self.part_of[name].most(sheet, at) >= least
        if name not in sheet.known or when.get("reduce") not in (None, "sum", "count"):
            return True
        fields = {key: when[key] for key in when if key != "least"}
        amount = amount_of(fields, sheet.inputs, at.lookup, NOWHERE, self.field)
        return amount.on(sheet.known) >= least
