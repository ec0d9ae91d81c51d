"""What lines have in common that give the points of a chosen card or option: which was chosen, and how it is told."""

from dataclasses import dataclass

from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.inputs.choice import CardOrOptionInput, ChoiceName
from generator.scoring.line_spec import LinePartSpec, ReasonedPoints, ScoringContext
from generator.scoring.messages import message


@dataclass(frozen=True, kw_only=True)
class ChoicePartSpec(LinePartSpec):
    """Points of what was chosen for the input `of`."""

    of: ChoiceName

    @property
    def inputs(self) -> tuple[str, ...]:
        return (self.of,)

    def worth(self, lookup: GameScoringData, spec: CardOrOptionInput, key: str) -> int:
        """Return the points of a choice."""
        raise NotImplementedError

    def count(self, at: ScoringContext) -> ReasonedPoints:
        key, spec = at.sheet[self.of].chosen, at.inputs[self.of]
        if key is None or not isinstance(spec, CardOrOptionInput):
            return ReasonedPoints(0)
        points = self.worth(at.lookup, spec, key)
        return ReasonedPoints(points, message("card", who=spec.name_of(at.lookup, key), points=points))
