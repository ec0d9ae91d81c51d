"""What a sheet shows needs something else on it."""

from dataclasses import dataclass, field

from generator.scoring.check_spec import CheckSpec, ScoreCheckContext, check_kind
from generator.scoring.input_amounts import InputAggregateSpec, Number
from generator.scoring.input_spec import KnownSheetInputs
from generator.scoring.inputs.choice import Chosen
from generator.scoring.messages import Value, listed, message
from generator.scoring.references import MapCount


@check_kind("needs")
@dataclass(frozen=True, kw_only=True)
class NeedsCheck(CheckSpec):
    """Where the amount of `when` is not 0, or the card `chosen` of an input was taken, `needs` is at least `least`.

    `on_map`: a map that has fewer of it asks for no more than these. It is an error where the map is known, whatever
    the severity, and a warning where one was named that is not known here.
    """

    needs: InputAggregateSpec
    least: Number = 1
    when: InputAggregateSpec | None = None
    chosen: Chosen = field(default_factory=dict)
    on_map: MapCount = ""

    @property
    def needs_known(self) -> tuple[str, ...]:
        return (*(self.when.inputs if self.when else ()), *self.chosen, *self.needs.inputs)

    def sheet(self, sheet: KnownSheetInputs, at: ScoreCheckContext) -> None:
        if self.when is not None and not self.when.on(sheet.known):
            return
        if any(sheet.known[name].chosen != key for name, key in self.chosen.items()):
            return
        there, least = at.lookup.on_map, self.least
        if self.on_map and there.sure:
            least = min(least, there.counts.get(self.on_map, 0))
        value = self.needs.on(sheet.known)
        if value >= least:
            return
        what = listed(map(at.label, self.needs.of))
        key = "needs_count" if self.needs.reduce == "count" else "needs"
        said = message(key, cause=self._cause(at), what=what, least=least, value=value)
        is_sure = there.sure if self.severity == "warning" else there.is_likely
        is_error = is_sure if self.on_map else self.severity == "error"
        place = sheet.place((self.when.of if self.when else tuple(self.chosen))[0])
        hint = message("correct_or_name_map" if self.on_map and not there.sure else "correct_one")
        (at.faults.add if is_error else at.faults.warn)("G017", said, place, hint)

    def _cause(self, at: ScoreCheckContext) -> Value:
        if self.when is not None:
            return listed(map(at.label, self.when.of))
        return at.cards_named(self.chosen)
