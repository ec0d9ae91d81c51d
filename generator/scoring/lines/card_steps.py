"""The points of the step that was reached on a card."""

from collections.abc import Mapping

from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_spec import InputSpec
from generator.scoring.inputs.steps import CardTiersMarks, CardTiersName, CardTiersSpec
from generator.scoring.line_spec import InputPartSpec, ReasonedPoints, ScoringContext, word_of
from generator.scoring.messages import Message, list_of, message


class CardTiersLine(InputPartSpec, kind="card_steps"):
    """The points of the highest bound (step) that is reached on the card chosen for the input `of`."""

    of: CardTiersName

    def count(self, at: ScoringContext) -> ReasonedPoints:
        step, spec = at.sheet[self.of], at.inputs[self.of]
        if not isinstance(step, CardTiersMarks) or not isinstance(spec, CardTiersSpec):
            return ReasonedPoints(0)
        if step.key is None:
            points = step.points or 0
            return ReasonedPoints(
                points, message("step_points", what=word_of(self.of), points=points) if points else None
            )
        if step.value is None:
            return ReasonedPoints(0)
        points = spec.points_at(at.data, step.key, step.value)
        who = spec.name_of(at.data, step.key)
        return ReasonedPoints(points, message("step", what=word_of(self.of), who=who, count=step.value, points=points))

    def formula(self, data: GameScoringData, inputs: Mapping[str, InputSpec]) -> Message:
        spec = inputs[self.of]
        return message("f_card_steps", points=list_of(spec.steps(data) if isinstance(spec, CardTiersSpec) else ()))

    def bounds(self, data: GameScoringData, inputs: Mapping[str, InputSpec]) -> tuple[int, int]:
        spec = inputs[self.of]
        return 0, max(spec.steps(data), default=0) if isinstance(spec, CardTiersSpec) else 0
