"""Points won against one of several cards with bands."""

from collections.abc import Mapping

from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_amounts import Number
from generator.scoring.input_spec import InputSpec
from generator.scoring.inputs.bands import CardBandsName, CardResultsMarks, CardResultsSpec
from generator.scoring.line_spec import InputPartSpec, ReasonedPoints, ScoringContext, word_of
from generator.scoring.messages import Message, entry_message, message


class CardResultLine(InputPartSpec, kind="band"):
    """The result with the `index`, from 0, of the input `of`."""

    of: CardBandsName
    index: Number

    def count(self, at: ScoringContext) -> ReasonedPoints:
        results, spec = at.sheet[self.of], at.inputs[self.of]
        if not isinstance(results, CardResultsMarks) or not isinstance(spec, CardResultsSpec):
            return ReasonedPoints(0)
        result = results.each[self.index]
        if result.points is None:
            return ReasonedPoints(0)
        keys = at.cards.get(self.of, ())
        card = keys[self.index] if self.index < len(keys) else None
        if card is None:
            told = entry_message("band", word_of(self.of), self.index + 1, points=result.points)
            return ReasonedPoints(result.points, told)
        who = at.data.card_name(spec.deck, card)
        if not result.met:
            return ReasonedPoints(result.points, message("band_not_met", who=who, points=result.points))
        if result.strength is None:
            return ReasonedPoints(result.points, message("card", who=who, points=result.points))
        reason = message("band_strength", who=who, strength=result.strength, points=result.points)
        return ReasonedPoints(result.points, reason)

    def formula(self, _data: GameScoringData, _inputs: Mapping[str, InputSpec]) -> Message:
        return message("f_band")

    def bounds(self, data: GameScoringData, inputs: Mapping[str, InputSpec]) -> tuple[int, int]:
        extent = inputs[self.of].extent(data)
        return min(extent.least, 0), max(extent.most, 0)
