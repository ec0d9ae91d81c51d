"""The points of the option that was chosen."""

from collections.abc import Mapping
from typing import Annotated

from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_amounts import Number
from generator.scoring.input_spec import InputSpec
from generator.scoring.inputs.choice import CardOrOptionInput
from generator.scoring.line_spec import ChoicePartSpec
from generator.scoring.messages import Message, key_word, list_of, message
from generator.scoring.references import ChoiceKeysAnnotation


class ChosenOptionLine(ChoicePartSpec, kind="option"):
    """The entry of `amounts` for the option chosen for the input `of`."""

    amounts: Annotated[dict[str, Number], ChoiceKeysAnnotation("of")]

    def worth(self, _data: GameScoringData, _spec: CardOrOptionInput, key: str) -> int:
        return self.amounts.get(key, 0)

    def formula(self, _data: GameScoringData, inputs: Mapping[str, InputSpec]) -> Message:
        words = inputs[self.of].words
        entries = (message("card", who=key_word(words, key), points=points) for key, points in self.amounts.items())
        return message("listed", entries=list_of(entries))

    def bounds(self, _data: GameScoringData, _inputs: Mapping[str, InputSpec]) -> tuple[int, int]:
        return min(0, *self.amounts.values()), max(0, *self.amounts.values())
