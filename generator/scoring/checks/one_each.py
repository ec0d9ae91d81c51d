"""The check that no more players chose a card than it has printed copies."""

from collections.abc import Sequence

from generator.scoring.check_spec import CheckSpec, ScoreCheckContext
from generator.scoring.input_spec import KnownSheetInputs
from generator.scoring.inputs.choice import CardOrOptionInput, ChoiceName
from generator.scoring.messages import message


class CardCopiesCheck(CheckSpec, kind="one_each"):
    """The card chosen for the input `of` cannot be chosen by more players than it has copies."""

    of: ChoiceName

    def game(self, sheets: Sequence[KnownSheetInputs], context: ScoreCheckContext) -> None:
        spec = context.inputs[self.of]
        if not isinstance(spec, CardOrOptionInput) or not spec.deck:
            return
        taken: dict[str, int] = {}
        for sheet in sheets:
            key = sheet.known[self.of].choice if self.of in sheet.known else None
            if key is None:
                continue
            taken[key] = taken.get(key, 0) + 1
            if taken[key] > context.data.cards(spec.deck)[key].copies:
                said = message("card_taken", what=context.label(self.of), name=spec.name_of(context.data, key))
                context.faults.warn("G018", said, sheet.place(self.of), message("correct_one"))
