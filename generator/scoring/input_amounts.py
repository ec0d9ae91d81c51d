"""Amounts on a sheet: the sum, count, least or highest of the numbers of some inputs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_args

from generator.diagnostics import SourceLocation, need_known, refuse
from generator.reading.structure import NumberBounds
from generator.scoring.game_scoring_data import GameScoringData
from generator.scoring.input_spec import InputMarks, InputSpec
from generator.scoring.references import AmountNames

Reduce = Literal["sum", "least", "most", "count"]
Number = Annotated[int, NumberBounds(-999_999, 999_999)]
Divisor = Annotated[int, NumberBounds(1, 999_999)]


@dataclass(frozen=True, kw_only=True)
class InputAggregateSpec:
    """One number made of the inputs `of`, of which each may be one key of a group, such as `levels.first`.

    The numbers of these inputs, or only those `equal` to a number or `at_least` as high, are reduced to one number, as
    `reduce` says: their sum, the least, the highest, or their count.
    """

    of: AmountNames
    reduce: Reduce = "sum"
    equal: Number | None = None
    at_least: Number | None = None

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the inputs that are counted."""
        return tuple(dict.fromkeys(name.partition(".")[0] for name in self.of))

    def numbers_of(self, sheet: Mapping[str, InputMarks]) -> list[int]:
        """Return the numbers on a sheet that fulfil `equal` and `at_least`, not yet reduced."""
        numbers: list[int] = []
        for name in self.of:
            first, _, key = name.partition(".")
            numbers += [sheet[first].numbers_by_key.get(key, 0)] if key else sheet[first].numbers
        if self.equal is not None:
            numbers = [number for number in numbers if number == self.equal]
        least = self.at_least
        return numbers if least is None else [number for number in numbers if number >= least]

    def is_marked(self, sheet: Mapping[str, InputMarks]) -> bool:
        """Return whether any of the inputs has a number other than 0 on a sheet, even one that is not counted."""
        return any(InputAggregateSpec(of=self.of).numbers_of(sheet))

    def on(self, sheet: Mapping[str, InputMarks]) -> int:
        """Return the amount on a sheet."""
        numbers = self.numbers_of(sheet)
        if self.reduce == "count":
            return len(numbers)
        if self.reduce == "sum":
            return sum(numbers)
        return (min if self.reduce == "least" else max)(numbers, default=0)

    def reach(self, inputs: Mapping[str, InputSpec], data: GameScoringData) -> tuple[int, int]:
        """Return the least and the highest possible amount."""
        extents = [inputs[name.partition(".")[0]].extent(data) for name in self.of]
        entries = [1 if "." in name else extent.entries for name, extent in zip(self.of, extents, strict=True)]
        if self.reduce == "count":
            return 0, sum(entries)
        if self.reduce == "sum":
            pairs = list(zip(extents, entries, strict=True))
            least = sum(min(0, extent.least) * count for extent, count in pairs)
            return least, sum(max(0, extent.most) * count for extent, count in pairs)
        if self.equal is not None or self.at_least is not None:
            return min(0, *(bounds.least for bounds in extents)), max(bounds.most for bounds in extents)
        end = min if self.reduce == "least" else max
        return end(bounds.least for bounds in extents), end(bounds.most for bounds in extents)


def amount_of(
    fields: object, inputs: Mapping[str, InputSpec], data: GameScoringData, place: SourceLocation, what: str
) -> InputAggregateSpec:
    """Return the amount described by a field of a card, such as {of: levels, at_least: 5}; raises InvalidInput."""
    if not isinstance(fields, Mapping) or not _is_amount(fields):
        raise refuse("G019", f"{what} is no amount", place, "write it as {of: levels, at_least: 1, reduce: count}")
    values: dict[str, Any] = {**fields}
    names = tuple(map(str, values["of"] if isinstance(values["of"], list) else [values["of"]]))
    for name in names:
        first, dot, key = name.partition(".")
        message = f"{what} counts {name!r}, which no sheet has"
        need_known(first, inputs, "G019", message, place)
        if dot:
            need_known(key, inputs[first].empty(data).numbers_by_key, "G019", message, place)
    return InputAggregateSpec(**{**values, "of": names})


def _is_amount(fields: Mapping[str, Any]) -> bool:
    """Return whether a field of a card has the keys of an amount, known inputs or not."""
    bounds = [fields[key] for key in ("equal", "at_least") if fields.get(key) is not None]
    return (
        bool(fields.get("of"))
        and set(fields) <= {"of", "reduce", "equal", "at_least"}
        and fields.get("reduce", "sum") in get_args(Reduce)
        and all(isinstance(bound, int) for bound in bounds)
    )
