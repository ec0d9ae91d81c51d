"""The check of a player's strength against each card: not above what the sheet allows, nor below an earlier one."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Annotated, NamedTuple

from generator.scoring.check_spec import CheckSpec, FreeAmountSpec, ScoreCheckContext
from generator.scoring.input_amounts import Number
from generator.scoring.input_spec import KnownSheetInputs
from generator.scoring.inputs.bands import CardBandsName, CardResult, CardResultsMarks, CardResultsSpec
from generator.scoring.inputs.group import GroupName, KeyedNumbersSpec
from generator.scoring.line_spec import word_of
from generator.scoring.messages import Message, entry_message, message
from generator.scoring.references import CardFieldNameAnnotation


class _Against(NamedTuple):
    """The strength that a result requires (`need`), and the highest strength that the sheet allows (`most`)."""

    need: int
    most: int
    more: int  # 0 where the sheet may have made just the result


class StrengthLimitCheck(CheckSpec, kind="strength"):
    """A strength in the input `of` is at most the sum of `levels`, plus the level that the card doubles and `bonus`.

    The card's field `twice` names that level. Points without a strength stand for the strength from which the card
    gives them; if nobody named the card, for that of any card which can be met in that turn.
    - Levels never fall: of two turns against cards with the same `twice`, the later strength is not the lower one.
    - By turn n, levels rose by at most `by_turn`[n] steps of one level, beside `start` levels and `free` ones.
    - Against the last card only the strongest player wins anything, so every other player, and a player alone, must
      have lost there with the levels that the sheet shows.
    """

    of: CardBandsName
    levels: GroupName
    twice: Annotated[str, CardFieldNameAnnotation("of")]
    bonus: tuple[FreeAmountSpec, ...] = ()
    start: Number = 0
    by_turn: tuple[Number, ...] = ()
    free: tuple[FreeAmountSpec, ...] = ()

    @cached_property
    def needs_known(self) -> tuple[str, ...]:
        return (self.of, self.levels)

    def sheet(self, inputs: KnownSheetInputs, context: ScoreCheckContext) -> None:
        spec, results = context.inputs[self.of], inputs.known[self.of]
        if not isinstance(spec, CardResultsSpec) or not isinstance(results, CardResultsMarks):
            return
        before: dict[str, int] = {}
        cards = context.cards.get(self.of, ()) or (None,) * spec.entries
        for turn, (card, result) in enumerate(zip(cards, results.each, strict=False), 1):
            what, of = word_of(self.of), context.label(self.levels)
            against = self._against(spec, card, turn, result, inputs, context)
            nearest = max(against, key=lambda each: (each.most - each.need, each.most), default=None)
            if nearest is not None and nearest.need > nearest.most:
                need, most, points = nearest.need, nearest.most, result.points
                said = entry_message("too_strong", what, turn, strength=need, most=most, of=of)
                if result.strength is None:
                    said = entry_message("too_much_won", what, turn, points=points, strength=need, most=most, of=of)
                self._tell(context, inputs, turn, said)
            if result.strength is not None and result.strength < (least := self._least(spec, inputs, context)):
                said = entry_message("below_start", what, turn, strength=result.strength, least=least)
                self._tell(context, inputs, turn, said)
            if card is None or result.strength is None:
                continue
            weak = self._counted_twice(spec, card, context)
            if result.strength < before.get(weak, 0):
                said = entry_message("fell", what, turn, strength=result.strength, before=before[weak])
                self._tell(context, inputs, turn, said)
            before[weak] = result.strength

    def game(self, sheets: Sequence[KnownSheetInputs], context: ScoreCheckContext) -> None:
        spec = context.inputs[self.of]
        if not isinstance(spec, CardResultsSpec):
            return
        known = [sheet for sheet in sheets if self.levels in sheet.known]
        results = [(sheet, marks) for sheet in known if isinstance(marks := sheet.known.get(self.of), CardResultsMarks)]
        best = max((marks.numbers[-1] for _, marks in results), default=0)
        for sheet, marks in results:
            if context.solo or marks.numbers[-1] < best:
                card = (context.cards.get(self.of) or (None,))[-1]
                against = self._against(spec, card, spec.entries, marks.each[-1], sheet, context)
                if least := min((each.more for each in against), default=0):
                    of = context.label(self.levels)
                    said = entry_message("too_weak", word_of(self.of), spec.entries, strength=least, of=of)
                    self._tell(context, sheet, spec.entries, said)

    def _against(
        self,
        spec: CardResultsSpec,
        card: str | None,
        turn: int,
        result: CardResult,
        inputs: KnownSheetInputs,
        context: ScoreCheckContext,
    ) -> Iterator[_Against]:
        """Yield the strengths required and allowed for a result; for each possible card if `card` is None.

        Nothing is yielded for a card that never gives the result.
        """
        cards, levels = spec.card_bands(context.data), inputs.known[self.levels].numbers_by_key
        for key in (card,) if card else cards.usual(turn - 1):
            need = cards.strength_for(key, result.points) if result.strength is None else result.strength
            if need is None:
                continue
            twice = levels.get(self._counted_twice(spec, key, context), 0)
            own = self._levels(turn, sum(levels.values()), inputs, context) + twice
            least = own + sum(gift.least(inputs, context) for gift in self.bonus)
            most = own + sum(gift.most(inputs, context) for gift in self.bonus)
            is_given = result.strength is not None and result.strength >= least
            if result.strength is None:
                can_give = {cards.flight(key), *(cards.points_at(key, strength) for strength in range(least, most + 1))}
                is_given = result.points in can_give
            yield _Against(need, most, 0 if is_given else least)

    def _least(self, spec: CardResultsSpec, inputs: KnownSheetInputs, context: ScoreCheckContext) -> int:
        """Return the least strength possible in any turn: levels at the start, the doubled one, and sure bonuses."""
        group = context.inputs[self.levels]
        lowest = group.least if isinstance(group, KeyedNumbersSpec) else 0
        return self.start + lowest + sum(gift.least(inputs, context) for gift in self.bonus if gift.when is None)

    def _counted_twice(self, spec: CardResultsSpec, key: str, context: ScoreCheckContext) -> str:
        return str(context.data.cards(spec.deck)[key].fields.get(self.twice))

    def _tell(self, context: ScoreCheckContext, inputs: KnownSheetInputs, turn: int, said: Message) -> None:
        self.add(context, "G023", said, inputs.place(f"{self.of}.{turn - 1}"), message("correct_one"))

    def _levels(self, turn: int, all_levels: int, inputs: KnownSheetInputs, context: ScoreCheckContext) -> int:
        """Return the highest possible sum of levels in turn `turn`: at most `all_levels`, less if the map limits it."""
        if turn > len(self.by_turn) or not context.data.on_map.sure:
            return all_levels
        free = sum(gift.most(inputs, context) for gift in self.free)
        return min(all_levels, self.start + self.by_turn[turn - 1] + free)
