"""The points that the members of a group earned together, by their ledger."""

from collections.abc import Mapping

from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_spec import InputSpec
from generator.scoring.inputs.ledger import LedgerName
from generator.scoring.line_spec import InputPartSpec, ReasonedPoints, ScoringContext, word_of
from generator.scoring.messages import Message, list_of, message

MOST = 999_999


class MemberEarningsLine(InputPartSpec, kind="balance"):
    """The sum of what the remaining members of the ledger `of` earned."""

    of: LedgerName

    def count(self, at: ScoringContext) -> ReasonedPoints:
        there = [standing for standing in at.sheet[self.of].standings if not standing.out]
        if not there:
            return ReasonedPoints(0)
        reasons = [message("card", who=standing.name, points=standing.earned) for standing in there]
        return ReasonedPoints(sum(standing.earned for standing in there), message("listed", entries=list_of(reasons)))

    def formula(self, _data: GameScoringData, _inputs: Mapping[str, InputSpec]) -> Message:
        return message("f_balance", what=word_of(self.of))

    def bounds(self, _data: GameScoringData, _inputs: Mapping[str, InputSpec]) -> tuple[int, int]:
        return 0, MOST
