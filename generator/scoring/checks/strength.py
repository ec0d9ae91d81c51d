"""A strength against a card, told or taken from its points, is no more than the sheet allows, nor less than before."""

from dataclasses import dataclass
from typing import Annotated

from generator.scoring.check_spec import CheckSpec, ScoreCheckContext, check_kind
from generator.scoring.free_amount import FreeAmountSpec
from generator.scoring.input_amounts import Number
from generator.scoring.input_spec import KnownSheetInputs
from generator.scoring.inputs.bands import CardBandsName, CardResultsMarks, CardResultsSpec
from generator.scoring.inputs.group import GroupName
from generator.scoring.line_spec import word_of
from generator.scoring.messages import entry_message, message
from generator.scoring.references import CardFieldNameAnnotation


@check_kind("strength")
@dataclass(frozen=True, kw_only=True)
class StrengthLimitCheck(CheckSpec):
    """A strength for the input `of` is at most all `levels`, that of the card's field `twice` again, and each `bonus`.

    Points take the strength from which the card gives them; where nobody named it, that of any card of that turn.
    Levels never fall: against cards with the same `twice`, a strength is at least that of the turn before. By each turn
    there were no more steps than `by_turn` says, each of one level, beside those at the `start` and `free` ones.
    Alone nothing is won after the last card: there the strength is what the sheet has.
    """

    of: CardBandsName
    levels: GroupName
    twice: Annotated[str, CardFieldNameAnnotation("of")]
    bonus: tuple[FreeAmountSpec, ...] = ()
    start: Number = 0
    by_turn: tuple[Number, ...] = ()
    free: tuple[FreeAmountSpec, ...] = ()

    @property
    def needs_known(self) -> tuple[str, ...]:
        return (self.of, self.levels)

    def sheet(self, sheet: KnownSheetInputs, at: ScoreCheckContext) -> None:
        spec, results, levels = at.inputs[self.of], sheet.known[self.of], sheet.known[self.levels].keyed
        if not isinstance(spec, CardResultsSpec) or not isinstance(results, CardResultsMarks):
            return
        bonus = sum(gift.most(sheet, at) for gift in self.bonus)
        before: dict[str, int] = {}
        cards = at.cards.get(self.of, ()) or (None,) * spec.entries
        for number, (card, result) in enumerate(zip(cards, results.each, strict=False), 1):
            what, place = word_of(self.of), sheet.place(f"{self.of}.{number - 1}")
            all_levels = self._levels(number, sum(levels.values()), sheet, at)
            spared: list[tuple[int, int]] = []
            weakest: list[int] = []
            for key in (card,) if card else spec.usual_cards(at.lookup, number - 1):
                weak = str(at.lookup.cards(spec.deck)[key].fields.get(self.twice))
                need = spec.needed_for(at.lookup, key, result.points) if result.strength is None else result.strength
                if need is not None:
                    most = all_levels + levels.get(weak, 0) + bonus
                    spared.append((most - need, most))
                    least = all_levels + levels.get(weak, 0) + sum(gift.least(sheet, at) for gift in self.bonus)
                    told = {spec.flight(at.lookup, key), *(spec.won(at.lookup, key, n) for n in range(least, most + 1))}
                    if (result.points in told) if result.strength is None else result.strength >= least:
                        least = 0
                    weakest.append(least)
            if number == spec.entries and at.solo and (too_weak := min(weakest, default=0)):
                said = entry_message("too_weak", what, number, strength=too_weak, of=at.label(self.levels))
                self.add(at, "G023", said, place, message("correct_one"))
            left, most = max(spared, default=(0, 0))
            if left < 0:
                of, need = at.label(self.levels), most - left
                said = entry_message("too_strong", what, number, strength=need, most=most, of=of)
                if result.strength is None:
                    said = entry_message(
                        "too_much_won", what, number, points=result.points, strength=need, most=most, of=of
                    )
                self.add(at, "G023", said, place, message("correct_one"))
            if card is None or result.strength is None:
                continue
            if result.strength < before.get(weak, 0):
                said = entry_message("fell", what, number, strength=result.strength, before=before[weak])
                self.add(at, "G023", said, place, message("correct_one"))
            before[weak] = result.strength

    def _levels(self, turn: int, all_levels: int, sheet: KnownSheetInputs, at: ScoreCheckContext) -> int:
        """Return the sum of levels that a sheet can have had by a turn, where the map that was played is known."""
        if turn > len(self.by_turn) or not at.lookup.on_map.sure:
            return all_levels
        free = sum(gift.most(sheet, at) for gift in self.free)
        return min(all_levels, self.start + self.by_turn[turn - 1] + free)
