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

    `on_map`: it cannot be otherwise where the map that is played has so many of it; a map of one's own may have fewer.
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
        value = self.needs.on(sheet.known)
        if value >= self.least:
            return
        what = listed(map(at.label, self.needs.of))
        key = "needs_count" if self.needs.reduce == "count" else "needs"
        said = message(key, cause=self._cause(at), what=what, least=self.least, value=value)
        there = at.lookup.on_map
        surely = self.on_map and there.sure and there.counts.get(self.on_map, 0) >= self.least
        (at.faults.add if surely or self.severity == "error" else at.faults.warn)(
            "G017",
            said,
            sheet.place((self.when.inputs if self.when else tuple(self.chosen))[0]),
            message("correct_one"),
        )

    def _cause(self, at: ScoreCheckContext) -> Value:
        if self.when is not None:
            return listed(map(at.label, self.when.of))
        return at.cards_named(self.chosen)
