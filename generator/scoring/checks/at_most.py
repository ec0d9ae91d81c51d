"""One amount cannot be above another."""

from dataclasses import dataclass

from generator.scoring.counting import Amount
from generator.scoring.marks import Sheet
from generator.scoring.messages import listed, message
from generator.scoring.proofs import Checking, CheckSpec, check_kind


@check_kind("at_most")
@dataclass(frozen=True, kw_only=True)
class AtMost(CheckSpec):
    """The amount of `of` is at most the `limit`, unless the flag `unless` is set."""

    of: str
    limit: Amount
    unless: str | None = None

    @property
    def needs_known(self) -> tuple[str, ...]:
        return (self.of, *self.limit.inputs, *([self.unless] if self.unless else []))

    def sheet(self, sheet: Sheet, at: Checking) -> None:
        value, limit = Amount(of=(self.of,)).on(sheet.known), self.limit.on(sheet.known)
        if value <= limit or (self.unless and any(sheet.known[self.unless].numbers)):
            return
        what, of = at.label(self.of), listed(map(at.label, self.limit.of))
        said = message("above", what=what, value=value, limit=limit, of=of)
        if self.limit.equal is not None:
            said = message("above_at", what=what, value=value, limit=limit, of=of, level=self.limit.equal)
        hint = message("set_or_correct", flag=at.label(self.unless)) if self.unless else message("correct_one")
        self.add(at, "G014", said, sheet.place(self.of), hint)
