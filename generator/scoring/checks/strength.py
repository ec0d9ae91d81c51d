"""A strength against a card is hardly more than the levels on the sheet allow."""

from dataclasses import dataclass

from generator.scoring.counting import Number
from generator.scoring.inputs.bands import BandsMarks, BandsSpec
from generator.scoring.marks import SheetReading
from generator.scoring.messages import message
from generator.scoring.proofs import Checking, CheckSpec, check_kind


@check_kind("strength")
@dataclass(frozen=True, kw_only=True)
class StrengthCheck(CheckSpec):
    """A strength for the input `of` is at most all `levels`, that of the card's field `twice` again, and `bonus`."""

    of: str
    levels: str
    twice: str
    bonus: Number = 0

    @property
    def needs_known(self) -> tuple[str, ...]:
        return (self.of, self.levels)

    def sheet(self, sheet: SheetReading, at: Checking) -> None:
        spec, results, levels = at.inputs[self.of], sheet.known[self.of], sheet.known[self.levels].keyed
        if not isinstance(spec, BandsSpec) or not isinstance(results, BandsMarks):
            return
        for number, (card, result) in enumerate(zip(at.cards.get(self.of, ()), results.each, strict=False), 1):
            if card is None or result.strength is None:
                continue
            weak = at.book.cards(spec.deck)[card].fields.get(self.twice)
            most = sum(levels.values()) + levels.get(str(weak), 0) + self.bonus
            if result.strength > most:
                said = message(
                    "too_strong", number=number, strength=result.strength, most=most, of=at.label(self.levels)
                )
                self.add(at, "G023", said, sheet.place(self.of), message("correct_one"))
