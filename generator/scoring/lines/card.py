"""The points printed on the chosen card."""

from collections.abc import Mapping
from typing import Annotated

from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_spec import InputSpec
from generator.scoring.inputs.choice import CardOrOptionInput
from generator.scoring.line_spec import ChoicePartSpec, word_of
from generator.scoring.messages import Message, message
from generator.scoring.references import CardFieldNameAnnotation


class ChosenCardLine(ChoicePartSpec, kind="card"):
    """The number in the `field` of the card that was chosen for the input `of`."""

    field: Annotated[str, CardFieldNameAnnotation("of")]

    def worth(self, data: GameScoringData, spec: CardOrOptionInput, key: str) -> int:
        return data.card_number(spec.deck or "", key, self.field)

    def formula(self, _data: GameScoringData, _inputs: Mapping[str, InputSpec]) -> Message:
        return message("f_card", what=word_of(self.of))

    def bounds(self, data: GameScoringData, inputs: Mapping[str, InputSpec]) -> tuple[int, int]:
        spec = inputs[self.of]
        deck = spec.deck if isinstance(spec, CardOrOptionInput) else None
        points = [0, *(data.card_number(deck, key, self.field) for key in data.cards(deck))] if deck else [0]
        return min(points), max(points)
