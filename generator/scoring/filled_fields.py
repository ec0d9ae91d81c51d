"""The fields of a filled sheet, as inputs read them: ticked boxes, texts, and the numbers in them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from generator.diagnostics import SourceLocation
from generator.reading.pdf_form import TICKED
from generator.scoring.input_reading import MOST_NUMBER, InputReadingContext
from generator.scoring.messages import UnreadableAnswer, list_of, message
from generator.scoring.typed_text import wholes

ADDRESS = 4  # digits from which on a number is the address of a place on a map, such as 0203
MOST_NAMED = 8  # fields in a message


@dataclass
class FilledFields:
    """The ticks and texts in the fields of a sheet by id.

    `number` counts sheets from 1. `shields` has the points written for a line, by its letter, and `written` those that
    answer a question, by the question.
    """

    place: SourceLocation
    held: Mapping[str, str]
    written: Mapping[str, int] = field(default_factory=dict)
    number: int = 1
    shields: Mapping[str, int] = field(default_factory=dict)

    def below(self, head: str) -> list[str]:
        """Return the last parts of all non-empty fields below `head`, such as "3" for star.3."""
        return [name[len(head) + 1 :] for name in self.held if name.startswith(f"{head}.")]

    def ends(self, head: str) -> list[int]:
        """Return the last parts of the non-empty fields below `head` as numbers; 0 for letters or an address."""
        return [int(end) if end.isdecimal() and len(end) < ADDRESS else 0 for end in self.below(head)]

    def text(self, name: str) -> str:
        """Return the text of a field; "" for a ticked box."""
        text = self.held.get(name, "").strip()
        return "" if text == TICKED else text

    def texts(self, head: str) -> dict[int, str]:
        """Return the non-empty texts of the fields head.1, head.2 and so on, in the order of their numbers."""
        numbers = sorted(number for number in self.ends(head) if number > 0)
        return {number: text for number in numbers if (text := self.held.get(f"{head}.{number}", "").strip())}

    def written_below(self, heads: Iterable[str]) -> list[str]:
        """Return the ids of the fields with texts whose first parts are one of `heads`."""
        begun = tuple(f"{head}." for head in heads)
        return [name for name in self.held if self.text(name) and f"{name}.".startswith(begun)]

    def filled_length(self, head: str) -> int:
        """Return how far the row of boxes `head`.1, `head`.2 ... is filled: the number of the last ticked box.

        Boxes whose ids end with letters or an address, such as 0203 of a map, form no row: return how many are ticked.
        """
        ends = self.ends(head)
        return max(len(ends), *ends) if ends else int(head in self.held)

    def gaps(self, head: str) -> list[int]:
        """Return the numbers of the empty boxes of a row before its last ticked one, ascending."""
        ticked = set(self.ends(head))
        return [] if 0 in ticked else sorted(set(range(1, max(ticked, default=0))) - ticked)

    def warn_of_gaps(self, last: int, skipped: Sequence[int | str], context: InputReadingContext) -> None:
        """Warn that boxes before the last ticked one of a row are empty."""
        names = list_of(skipped, most=MOST_NAMED)
        text = message("row_with_gaps", what=context.word, last=last, names=names, count=len(skipped))
        context.faults.warn("F015", text, self.place, message("tick_or_count"))

    def numbers(
        self, name: str, context: InputReadingContext, least: int = -MOST_NUMBER, most: int = MOST_NUMBER
    ) -> list[int]:
        """Return the numbers written in a field, each from `least` to `most`; add a fault for any other text."""
        text, correct = self.held.get(name, ""), message("correct_field", name=name)
        try:
            numbers = wholes(text.replace("+", " ").replace("×", " "))
        except UnreadableAnswer:
            sentence = message("not_in_field", text=text[:20], name=name)
            context.faults.add("F006", sentence, self.place, correct)
            return []
        reading = replace(context, hint=correct)
        return [
            number for number in numbers if reading.within(number, least, most, context.what, self.place) is not None
        ]
