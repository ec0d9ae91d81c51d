"""Points for each unit of an amount, or for every full set of units."""

from collections.abc import Container, Iterator, Mapping

from generator.diagnostics import refuse
from generator.reading.structure import Text
from generator.scoring import line_spec
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_amounts import Divisor, InputAggregateSpec, Number
from generator.scoring.input_spec import InputSpec, KeySlip
from generator.scoring.messages import Message, Value, list_of, message


class PerAmountLine(InputAggregateSpec, line_spec.LinePartSpec, kind="per"):
    """`each` points for every full `every` of the amount; `each_from`, `every_from` are paths in the data files.

    `of` may be keys, such as `cargo.red`. 5 points once three inputs have reached 4 each, `of: [red, blue, sun]`:
    `reduce: count, at_least: 4, every: 3, each: 5`.
    """

    each: Number = 1
    each_from: Text | None = None
    every: Divisor = 1
    every_from: Text | None = None

    @property
    def adds_up(self) -> bool:
        return self.every == 1 and not self.every_from and self.reduce in ("sum", "count")

    @property
    def tells_sets(self) -> bool:
        """Whether this part counts complete sets: the least of several numbers."""
        return self.reduce == "least"

    def slips(self, said: Container[str]) -> Iterator[KeySlip]:
        for key in ("each", "every"):
            if getattr(self, f"{key}_from") and key in said:
                yield KeySlip(key, f"{key}: is not read beside {key}_from:", "take one of the two out")
        if not self.each and not self.each_from:
            yield KeySlip("each", "each: 0 gives no points", "write each: 1, or take this count out")

    def points_each(self, data: GameScoringData) -> int:
        """Return the points for one unit, or one full set."""
        return data.number(self.each_from, self.place) if self.each_from else self.each

    def units(self, data: GameScoringData) -> int:
        """Return of how many units a set consists; raises InvalidInput for a number of the data files below 1."""
        units = data.number(self.every_from, self.place) if self.every_from else self.every
        if units < 1:
            place = data.source.place_of(str(self.every_from), self.place)
            raise refuse("G020", f"{self.every_from} is {units}, no number to divide by", place, "write 1 or more")
        return units

    def count(self, at: line_spec.ScoringContext) -> line_spec.ReasonedPoints:
        amount, each, every = self.on(at.sheet), self.points_each(at.data), self.units(at.data)
        points = amount // every * each
        if not amount:
            return line_spec.ReasonedPoints(0)
        level = self.at_least if self.equal is None else self.equal
        if self.reduce == "count" and level is not None:
            what = line_spec.words_of(self.of, at.inputs)
            said = message(
                "count_from" if self.equal is None else "count_at", what=what, level=level, count=amount, points=points
            )
        elif every > 1:
            what = self._what(at.inputs, at.data)
            said = message("per_every", count=amount, each=each, every=every, what=what, points=points)
        else:
            what = self._what(at.inputs, at.data)
            said = message("per_set" if self.tells_sets else "per", count=amount, each=each, what=what, points=points)
        return line_spec.ReasonedPoints(points, said)

    def formula(self, data: GameScoringData, inputs: Mapping[str, InputSpec]) -> Message:
        each, every = self.points_each(data), self.units(data)
        if self.reduce == "count" and (level := self.equal if self.equal is not None else self.at_least) is not None:
            what = line_spec.words_of(self.of, inputs)
            return message("f_count_from" if self.equal is None else "f_count_at", each=each, what=what, level=level)
        if every > 1:
            return message("f_per_every", each=each, every=every, what=self._what(inputs, data))
        return message("f_per_set" if self.tells_sets else "f_per", each=each, what=self._what(inputs, data))

    def _what(self, inputs: Mapping[str, InputSpec], data: GameScoringData) -> Value:
        """Return the words for what is counted; for the least or highest of several numbers, all their names."""
        if self.reduce not in ("least", "most"):
            return line_spec.words_of(self.of, inputs)
        keyed = (
            (name, inputs[name].empty(data).numbers_by_key if inputs.get(name) and inputs[name].words else {})
            for name in self.of
        )
        names = (f"{name}.{key}" if key else name for name, keys in keyed for key in keys or ("",))
        return message(
            "least_of" if self.tells_sets else "most_of",
            what=list_of(line_spec.word_of(name, inputs) for name in names),
        )

    def bounds(self, data: GameScoringData, inputs: Mapping[str, InputSpec]) -> tuple[int, int]:
        least, most = self.reach(inputs, data)
        ends = sorted(end // self.units(data) * self.points_each(data) for end in (least, most))
        return ends[0], ends[1]
