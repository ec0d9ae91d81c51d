"""So many points for each one counted, or for every full few of them."""

from collections.abc import Mapping
from dataclasses import dataclass

from generator.reading.structure import Text
from generator.scoring.book import Book
from generator.scoring.line_parts import CountingContext, LinePartSpec, ReasonedPoints, line_kind, words_of
from generator.scoring.marks import InputSpec
from generator.scoring.messages import Message, message
from generator.scoring.sheet_amount import AmountSpec, Number


@line_kind("per")
@dataclass(frozen=True, kw_only=True)
class PerLine(AmountSpec, LinePartSpec):
    """`each` point for every full `every` of the amount; `each_from` takes it from the data files."""

    each: Number = 1
    each_from: Text | None = None
    every: Number = 1

    @property
    def adds_up(self) -> bool:
        return self.every == 1 and self.reduce in ("sum", "count")

    def points_each(self, book: Book) -> int:
        """Return the points of one."""
        return book.number(self.each_from, self.place) if self.each_from else self.each

    def count(self, at: CountingContext) -> ReasonedPoints:
        amount, each = self.on(at.sheet), self.points_each(at.book)
        points = amount // self.every * each
        if not amount:
            return ReasonedPoints(0)
        if self.reduce == "count" and (level := self.equal if self.equal is not None else self.at_least) is not None:
            return ReasonedPoints(
                points, message("count_at", what=words_of(self.of, at.inputs), level=level, count=amount, points=points)
            )
        if self.every > 1:
            return ReasonedPoints(
                points,
                message("per_every", count=amount, every=self.every, what=words_of(self.of, at.inputs), points=points),
            )
        return ReasonedPoints(
            points, message("per", count=amount, each=each, what=words_of(self.of, at.inputs), points=points)
        )

    def formula(self, book: Book, inputs: Mapping[str, InputSpec]) -> Message:
        each = self.points_each(book)
        if self.reduce == "count" and (level := self.equal if self.equal is not None else self.at_least) is not None:
            return message("f_count_at", each=each, what=words_of(self.of, inputs), level=level)
        if self.every > 1:
            return message("f_per_every", each=each, every=self.every, what=words_of(self.of, inputs))
        return message("f_per", each=each, what=words_of(self.of, inputs))

    def bounds(self, book: Book, inputs: Mapping[str, InputSpec]) -> tuple[int, int]:
        least, most = self.reach(inputs, book)
        ends = sorted(end // self.every * self.points_each(book) for end in (least, most))
        return ends[0], ends[1]
