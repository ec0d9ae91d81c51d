"""A game's scoring in one language: the table of scoring.yaml with the book that it looks things up in."""

from collections.abc import Mapping
from dataclasses import dataclass

from generator.game.game import open_game
from generator.reading.catalogue import Catalogue
from generator.scoring.book import Book
from generator.scoring.marks import InputMarks, Reading
from generator.scoring.messages import Faults
from generator.scoring.parts import Counting
from generator.scoring.proofs import Checking
from generator.scoring.spec import LineSpec, ScoringTable, read_scoring
from generator.scoring.words import ScoreWords

Cards = Mapping[str, tuple[str | None, ...]]


@dataclass
class Rules:
    """How a game is scored, in one language."""

    book: Book
    table: ScoringTable

    @property
    def game(self) -> str:
        return self.book.source.id

    @property
    def words(self) -> ScoreWords:
        return self.book.words

    def reading(
        self,
        name: str,
        faults: Faults,
        *,
        solo: bool,
        cards: Cards,
        typed: bool = False,
        sheet: Mapping[str, InputMarks] | None = None,
    ) -> Reading:
        """Return what reading one input may look at; `sheet` is what is known of the rest at the table."""
        return Reading(self.book, name, solo, cards, faults, typed, sheet or {})

    def counting(self, sheet: Mapping[str, InputMarks], cards: Cards) -> Counting:
        """Return what counting one sheet may look at."""
        return Counting(self.book, self.table.inputs, sheet, cards)

    def checking(self, cards: Cards, faults: Faults, *, typed: bool = False) -> Checking:
        """Return what checks may look at."""
        return Checking(self.book, self.table.inputs, cards, faults, typed)

    def line_bounds(self, letter: str) -> tuple[int, int]:
        """Return the least and the most points of a line, in a game alone or together."""
        line = next(one for one in self.table.lines if one.letter == letter)
        ends = [self._bounds(line, solo=solo) for solo in (True, False)]
        return min(least for least, _ in ends), max(most for _, most in ends)

    def _bounds(self, line: LineSpec, *, solo: bool) -> tuple[int, int]:
        bounds = [part.bounds(self.book, self.table.inputs) for part in line.parts if part.counts(solo=solo)]
        return sum(least for least, _ in bounds), sum(most for _, most in bounds)


def open_rules(catalogue: Catalogue, game: str, language: str | None = None) -> Rules:
    """Open the scoring of a game; raises InvalidInput for an unknown game or language."""
    return Rules(Book(open_game(catalogue, game, language)), read_scoring(catalogue, game))
