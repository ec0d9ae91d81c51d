"""The check that the results of all players against the same, unnamed card can come from one card."""

from collections.abc import Sequence

from generator.scoring.check_spec import CheckSpec, ScoreCheckContext
from generator.scoring.input_spec import KnownSheetInputs
from generator.scoring.inputs.bands import CardBandsName, CardResultsMarks, CardResultsSpec
from generator.scoring.line_spec import word_of
from generator.scoring.messages import entry_message, list_of, message


class SameCardResultsCheck(CheckSpec, kind="same_card"):
    """For each entry of the input `of`, some card of the deck can give the points of all players in that entry."""

    of: CardBandsName

    def game(self, sheets: Sequence[KnownSheetInputs], context: ScoreCheckContext) -> None:
        spec = context.inputs[self.of]
        if not isinstance(spec, CardResultsSpec):
            return
        told = [(sheet, marks) for sheet in sheets if isinstance(marks := sheet.known.get(self.of), CardResultsMarks)]
        cards = spec.card_bands(context.data)
        gives = [cards.points(key) for key in cards.keys]
        for index in range(spec.entries):
            each = {result.points for _, marks in told if (result := marks.each[index]).points is not None}
            if len(each) > 1 and not any(each <= points for points in gives):
                said = entry_message("no_one_card", word_of(self.of), index + 1, names=list_of(sorted(each)))
                context.faults.warn("G042", said, told[-1][0].place(self.of), message("correct_one"))
