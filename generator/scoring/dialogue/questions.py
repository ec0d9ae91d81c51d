"""The questions to each seat of a session, as the rules of a game ask them: words, help and present answers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from generator.scoring.dialogue.session import EMPTY_SEAT, LINE, ScoringSession, Seat
from generator.scoring.input_reading import InputReadingContext
from generator.scoring.input_spec import Control, ControlOption, InputSpec
from generator.scoring.messages import Faults, GameWord, ListInSentence, Message, Value, message, word_of
from generator.scoring.rules import ScoringRules, in_words
from generator.scoring.score import formula_in_words
from generator.scoring.spec import LineSpec
from generator.scoring.typed_text import bare


@dataclass(frozen=True)
class SheetQuestion:
    """A question to a seat, about `part` of an input, or, without an input, about the points of a whole line."""

    rules: ScoringRules
    session: ScoringSession
    seat: Seat
    id: str
    line: LineSpec | None
    input: str = ""
    part: int = 0

    @property
    def spec(self) -> InputSpec:
        """The input that the question is about; raises KeyError for a whole line."""
        return self.rules.table.inputs[self.input]

    @property
    def grows(self) -> bool:
        """Whether the input is asked for repeatedly, until an answer is empty."""
        return bool(self.input) and self.spec.grows

    @property
    def letter(self) -> str:
        """The letter of the line, "" for an input that only breaks ties."""
        return self.line.letter if self.line else ""

    @property
    def is_answered(self) -> bool:
        return self.id in self.seat.answered

    @property
    def has_marks(self) -> bool:
        """Whether the seat has marks of the input, or points of the line."""
        return self.input in self.seat.marks if self.input else self.letter in self.seat.given

    @property
    def may_stay_open(self) -> bool:
        """Whether an empty answer gives no value: the input only decides ties, so that 0 is an answer like others."""
        table = self.rules.table
        counted = (name for line in table.lines for name in table.counted_inputs(line))
        return self.input in table.ties and self.input not in counted and not self.spec.required

    def reading(self, faults: Faults | None = None) -> InputReadingContext:
        """Return the context for reading an answer; faults are collected in `faults`, if that is given."""
        session, sheet = self.session, self.seat.marks
        faults = Faults() if faults is None else faults
        return self.rules.reading(self.input, faults, solo=session.solo, cards=session.cards, typed=True, sheet=sheet)

    @property
    def words(self) -> Message:
        """The wording of the question."""
        if self.line is None:
            return self.spec.ask(self.part, self.reading())
        wording = self.spec.ask(self.part, self.reading()) if self.input else message("ask_line", letter=self.letter)
        texts = (bare(self.rules.words.text(words)) for words in (self.line.name, wording))
        title, question = (" ".join(["", *re.findall(r"\w+", text), ""]) for text in texts)
        if title in question:
            return message("question_once", letter=self.letter, question=wording)
        return message("question", letter=self.letter, word=self.line.name, question=wording)

    @property
    def help(self) -> list[Value]:
        """Messages for the question: the formula of its line, and the possible answers."""
        if self.line is not None:
            formula = formula_in_words(self.rules, self.line)
            about = [message("formula", letter=self.letter, word=self.line.name, formula=formula)]
        else:
            is_fewest = self.input in self.rules.table.fewest
            about = [message("fewest_win_ties" if is_fewest else "most_win_ties", what=word_of(self.input))]
            about += [message("edit_keys", keys=self._key(self.rules.words.text(word_of(self.input))))]
        if self.input:
            possible = self.spec.possible(self.part, self.reading())
        else:
            points = self.rules.line_points(self.letter, self.session.cards, solo=self.session.solo)
            possible = message("possible", names=in_words(points))
        return [*about, *([possible] if possible is not None else [])]

    @property
    def part_name(self) -> Value | None:
        """The label of the input that the question asks for; None if it is the only input of its line."""
        if not self.input or (self.line is not None and len(self.line.asks) == 1 and not self.grows):
            return None
        word = word_of(self.input)
        return message("nth_entry", number=self.part + 1, what=word) if self.grows else word

    def answer_text(self, *, for_page: bool = False) -> str:
        """Return the present answer as a player would type it, or, `for_page`, as a web page sends it."""
        if not self.input:
            return str(self.seat.given.get(self.letter, 0))
        if not self.has_marks:
            return ""
        write = self.spec.page_answer if for_page else self.spec.answer_text
        return write(self.seat.marks[self.input], self.part, self.reading())

    @property
    def answer_sentence(self) -> Value:
        """The present answer as a sentence."""
        if not self.input or not self.has_marks:
            return self.answer_text()
        return self.spec.answer_sentence(self.seat.marks[self.input], self.part, self.reading())

    def edit_keys(self, text: Value) -> list[str]:
        """Return what to type to edit each line or tie that a message speaks of; nothing if it is only this one."""
        inputs, table, text_of = _inputs_in(self.rules, text), self.rules.table, self.rules.words.text
        keys = {line.letter.lower(): line.letter for line in table.lines if inputs & {*line.asks, *line.asked_inputs}}
        keys |= {text_of(word_of(name)): "" for name in table.ties if name in inputs.difference(table.asked_inputs)}
        return [self._key(key) for key in keys] if {*keys.values()} - {self.letter} else []

    def _key(self, line: str) -> str:
        """Return what to type to edit a line of the seat, by its letter or a word, for any player."""
        number = f"{(self.session.place(self.seat.id) or 0) + 1}{' ' * (len(line) > 1)}"
        return f"@{number if len(self.session.seats) > 1 else ''}{line}"


def _inputs_in(rules: ScoringRules, text: Value) -> set[str]:
    """Return the inputs whose words, keys or cards are in a message; `name.0` for the first question of one."""
    if isinstance(text, GameWord):
        heads = {
            name: (f"inputs.{name}.", f"cards.{spec.of_deck}.", f"{spec.words}.")
            for name, spec in rules.table.inputs.items()
        }
        return {name for name, prefixes in heads.items() for path in text.paths if f"{path}.".startswith(prefixes)}
    values = dict(text.values) if isinstance(text, Message) else {}
    parts = text.entries if isinstance(text, ListInSentence) else values.values()
    names = {name for part in parts for name in _inputs_in(rules, part)}
    is_numbered = isinstance(text, Message) and text.key == "numbered"
    return {f"{name}.{int(str(values['number'])) - 1}" for name in names} if is_numbered else names


def questions_of(rules: ScoringRules, session: ScoringSession, seat: Seat) -> list[SheetQuestion]:
    """Return the questions to a seat in the order of the lines; inputs that only break ties come last."""
    question, questions = partial(SheetQuestion, rules, session, seat), list[SheetQuestion]()
    for line in rules.table.lines:
        if session.quick or line.letter in seat.given:
            questions.append(question(f"{LINE}.{line.letter}", line))
            continue
        for ask in line.asks:
            name, _, part = ask.partition(".")
            if rules.table.inputs[name].grows:
                numbers = range(rules.table.inputs[name].parts(seat.marks.get(name)))
                questions += [question(f"{name}.{number}", line, name, number) for number in numbers]
            else:
                questions.append(question(ask, line, name, int(part or 0)))
    open_inputs = rules.table.inputs.keys() - {asked_question.input for asked_question in questions}
    return questions + [question(tie, None, tie) for tie in rules.table.ties if tie in open_inputs]


def all_questions(rules: ScoringRules, session: ScoringSession, seat: Seat = EMPTY_SEAT) -> list[SheetQuestion]:
    """Return the questions for every input of a seat, also for inputs of lines that are given as a whole."""
    return questions_of(rules, replace(session, quick=False), replace(seat, given={}))


def find_question(rules: ScoringRules, session: ScoringSession, place: int, id: str) -> SheetQuestion:
    """Return the question with an id to the seat at a place; `line.X` asks for the points of the whole line X.

    Raises KeyError for an unknown question.
    """
    seat = session.seats[place]
    lines = [SheetQuestion(rules, session, seat, f"{LINE}.{line.letter}", line) for line in rules.table.lines]
    question = {candidate.id: candidate for candidate in (*all_questions(rules, session, seat), *lines)}[id]
    return replace(question, session=session, seat=seat)


def most_players(rules: ScoringRules, session: ScoringSession) -> int:
    """Return how many players a session has room for."""
    return 1 if session.solo else rules.table.most_players


# boxes


def ticked_inputs(rules: ScoringRules) -> list[str]:
    """Return the inputs that are read from boxes; empty if a sheet has room for several games."""
    if rules.table.filled.games > 1:
        return []
    return [name for name, spec in rules.table.inputs.items() if spec.fields and spec.ticks_tell]


def page_questions(
    rules: ScoringRules, session: ScoringSession
) -> list[tuple[SheetQuestion, Control, tuple[str, ...]]]:
    """Return the questions for inputs without boxes or lines, then those for choices whose cards have a box each.

    Each is a tuple with the control that a page shows, and the prefixes of the ids of its boxes.
    """
    unboxed, boxed = [], []
    ticked = ticked_inputs(rules)
    for question in all_questions(rules, session):
        control = question.spec.control(question.part, question.reading())
        if question.input not in ticked or question.line is None:
            unboxed.append((question, control, ()))
        elif control.kind == "choice" and control.deck:
            boxed.append((question, control, question.spec.fields))
    return [*unboxed, *boxed]


def unnamed_cards(
    rules: ScoringRules, session: ScoringSession
) -> Iterator[tuple[SheetQuestion, Value, tuple[ControlOption, ...]]]:
    """Yield (question, its text, cards to choose from) for boxes that cannot be read before a card is named."""
    for question in all_questions(rules, session):
        spec = rules.table.shared.get(question.input)
        if spec is not None and spec.fields and not card_of(session, question.id):
            yield question, *spec.ask_card(question.part, question.reading())


def card_of(session: ScoringSession, question: str) -> str:
    """Return the card that the entry of a question is about, "" where none is named."""
    name, _, entry = question.partition(".")
    return next(iter(session.cards.get(name, ())[int(entry) : int(entry) + 1]), None) or ""
