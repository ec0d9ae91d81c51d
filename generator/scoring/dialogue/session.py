"""The session of a game being typed in: its questions in order and in words, the answers, the current question."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from generator.scoring.controls import Control, ControlOption
from generator.scoring.input_spec import InputMarks, InputReadingContext
from generator.scoring.messages import Faults, GameWord, ListInSentence, Message, Value, key_word, message
from generator.scoring.reasons import formula_in_words
from generator.scoring.rules import ScoringRules, in_words
from generator.scoring.score_formulas import Cards
from generator.scoring.spec import LineSpec
from generator.scoring.text_folding import bare

SOLO, NAME, LINE = "solo", "name", "line"


@dataclass(frozen=True)
class DialoguePosition:
    """The current question of a session: the number of the player, from 0, and the id of the question."""

    player: int
    question: str


@dataclass(frozen=True)
class Seat:
    """A seat of a session with its sheet: the answers of one player so far, and the ids of the answered questions.

    The `id` stays the same when others leave. In the workshop, `token` lets a phone write, `phones` are the phones with
    the token, and any phone may take a `free` seat. `held` are the ids of ticked boxes. `writer` is the name of the
    player who wrote on the sheet last if that was another one.
    """

    name: str
    marks: Mapping[str, InputMarks] = field(default_factory=dict)
    given: Mapping[str, int] = field(default_factory=dict)
    answered: frozenset[str] = frozenset()
    id: int = 0
    token: str = ""
    phones: tuple[str, ...] = ()
    free: bool = False
    held: tuple[str, ...] = ()
    writer: str = ""

    def without(self, question: str) -> "Seat":
        """Return the seat with a question open again; its input is emptied if it has no other answered question."""
        answered, name = self.answered - {question}, question.partition(".")[0]
        if any(key.partition(".")[0] == name for key in answered):
            return replace(self, answered=answered)
        return replace(self, answered=answered, marks={key: mark for key, mark in self.marks.items() if key != name})


EMPTY_SEAT = Seat("")


@dataclass(frozen=True)
class ScoringSession:
    """A game that is being scored, in a terminal or by several phones: its seats and the question that is asked now.

    `at` is None when everything is answered, `closed` is true when no more players join. `doubt` is the answer that was
    asked about: given again, it is accepted. `next_seat` is the id of the next seat.

    The other fields are of sessions in the workshop. `saved` is the number of the game in the history, `saved_at` the
    revision that was saved, `saved_as` the digest of the saved data. `sat_down` is the number of seats taken from each
    network address, removed ones included. `revealed` has the points of the revealed lines, in order.
    """

    solo: bool
    at: DialoguePosition | None = None
    quick: bool = False
    seats: tuple[Seat, ...] = ()
    closed: bool = False
    cards: Cards = field(default_factory=dict)
    dungeon: str = ""
    date: str = ""
    notes: str = ""
    doubt: tuple[DialoguePosition, str] | None = field(default=None, compare=False)
    next_seat: int = 0
    revision: int = 0
    saved: int | None = None
    saved_at: int = 0
    saved_as: str = ""
    sat_down: Mapping[str, int] = field(default_factory=dict)
    revealed: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def answers(self) -> int:
        """How many questions are answered."""
        return sum(1 + len(seat.answered) for seat in self.seats)

    @property
    def wants_saving(self) -> bool:
        """Whether anything is not saved in the history yet."""
        return bool(self.seats) and (self.saved is None or self.saved_at != self.revision)

    def place(self, seat: int) -> int | None:
        """Return the index of the seat with this id, or None."""
        return next((place for place, one in enumerate(self.seats) if one.id == seat), None)

    def with_seat(self, place: int, seat: Seat) -> "ScoringSession":
        """Return the session with this seat at a place, counted from 0, or as one more."""
        return replace(self, seats=(*self.seats[:place], seat, *self.seats[place + 1 :]))

    def without_seat(self, place: int) -> "ScoringSession":
        """Return the session without the seat at a place."""
        return replace(self, seats=(*self.seats[:place], *self.seats[place + 1 :]))


@dataclass(frozen=True)
class Question:
    """A question to show: its id, the index of the player, its wording, and the present answer as `default`."""

    id: str
    player: int
    words: Message
    default: str = ""


@dataclass(frozen=True)
class AnswerResult:
    """The result of an answer or another change: the session after it, messages, and whether it was accepted.

    In the workshop, `back` is the change that would undo it, and `why` the key of the reason of a refusal among the
    workshop's words, if the scorer has no message for it.
    """

    session: ScoringSession
    messages: tuple[Value, ...] = ()
    taken: bool = True
    back: Mapping[str, Any] | None = None
    why: str = ""


@dataclass(frozen=True)
class ScoreQuestion:
    """One question of a sheet, about `part` of an input, or, without an input, about the points of a whole line."""

    id: str
    line: LineSpec | None
    input: str = ""
    part: int = 0

    def has_answer(self, sheet: Seat) -> bool:
        """Tell whether a sheet has marks of the question's input, or points of its line."""
        if self.input:
            return self.input in sheet.marks
        return self.line is not None and self.line.letter in sheet.given


class SheetQuestions:
    """The questions that the rules of a game ask for each sheet of a session."""

    def __init__(self, rules: ScoringRules) -> None:
        self.rules = rules
        self.table = rules.table

    def asks_solo(self, *, quick: bool) -> bool:
        """Return whether a session begins with the question whether the game is solo."""
        possible = self.rules.data.source.manifest.players.least == 1
        return possible and self.table.solo_differs and not (self.table.only_solo or self.table.party or quick)

    def questions(self, session: ScoringSession, sheet: Seat) -> list[ScoreQuestion]:
        """Return the questions of a sheet in the order of its lines; inputs that only break ties come last."""
        questions: list[ScoreQuestion] = []
        for line in self.table.lines:
            if session.quick or line.letter in sheet.given:
                questions.append(ScoreQuestion(f"{LINE}.{line.letter}", line))
                continue
            for ask in line.asks:
                name, _, part = ask.partition(".")
                if self.grows(name):
                    count = self.count(sheet, name)
                    questions += [ScoreQuestion(f"{name}.{number}", line, name, number) for number in range(count)]
                else:
                    questions.append(ScoreQuestion(ask, line, name, int(part or 0)))
        asked = {question.input for question in questions}
        return questions + [ScoreQuestion(tie, None, tie) for tie in self.table.ties if tie not in asked]

    def all_questions(self, session: ScoringSession, sheet: Seat = EMPTY_SEAT) -> list[ScoreQuestion]:
        """Return the questions for every input of a sheet, also for inputs of lines that are given as a whole."""
        return self.questions(replace(session, quick=False), replace(sheet, given={}))

    def find(self, session: ScoringSession, sheet: Seat, id: str) -> ScoreQuestion:
        """Return the question with an id; `line.X` asks for the points of the whole line X. Raises KeyError."""
        lines = (ScoreQuestion(f"{LINE}.{line.letter}", line) for line in self.table.lines)
        for question in (*lines, *self.all_questions(session, sheet)):
            if question.id == id:
                return question
        raise KeyError(id)

    def open_inputs(self, sheet: Seat, line: LineSpec) -> list[str]:
        """Return the inputs that a chosen card of a line counts and that the sheet does not have yet."""
        counted: list[str] = []
        for name in line.asked_inputs:
            if (marks := sheet.marks.get(name)) is not None:
                counted += self.table.inputs[name].open_inputs(marks, self.rules.data, self.table.inputs)
        return [name for name in counted if name not in sheet.marks]

    def grows(self, name: str) -> bool:
        """Return whether an input is asked for repeatedly, until an answer is empty; False for ""."""
        return bool(name) and self.table.inputs[name].grows

    def count(self, sheet: Seat, name: str) -> int:
        """Return how many questions an input has that is asked for repeatedly: one more than its answers."""
        marks = sheet.marks.get(name)
        return 1 if marks is None else self.table.inputs[name].parts_of(marks)

    # moving about

    def positions(self, session: ScoringSession) -> Iterator[DialoguePosition]:
        """Yield the position of every question to the players entered so far, in order, answered or not."""
        if self.asks_solo(quick=session.quick):
            yield DialoguePosition(0, SOLO)
        for player, sheet in enumerate(session.seats):
            yield DialoguePosition(player, NAME)
            yield from (DialoguePosition(player, question.id) for question in self.questions(session, sheet))

    def next_position(self, session: ScoringSession) -> DialoguePosition | None:
        """Return the first unanswered question, else the name of the next player, else None."""
        for player, sheet in enumerate(session.seats):
            for question in self.questions(session, sheet):
                if question.id not in sheet.answered:
                    return DialoguePosition(player, question.id)
        if session.seats and (session.closed or len(session.seats) >= self.most_players(session)):
            return None
        return DialoguePosition(len(session.seats), NAME)

    def most_players(self, session: ScoringSession) -> int:
        """Return how many players a session has room for."""
        return 1 if session.solo else self.table.most_players

    # words and answers

    def reading(
        self, session: ScoringSession, sheet: Seat, name: str, faults: Faults | None = None
    ) -> InputReadingContext:
        """Return the context for reading an input of a sheet; faults are collected in `faults`, if that is given."""
        faults = Faults() if faults is None else faults
        return self.rules.reading(name, faults, solo=session.solo, cards=session.cards, typed=True, sheet=sheet.marks)

    def words(self, session: ScoringSession, sheet: Seat, asked: ScoreQuestion) -> Message:
        """Return the wording of a question."""
        if not asked.input and asked.line is not None:
            said = message("ask_line", letter=asked.line.letter)
        else:
            said = self.table.inputs[asked.input].ask(asked.part, self.reading(session, sheet, asked.input))
        if asked.line is None:
            return said
        texts = (bare(self.rules.words.tell(each)) for each in (asked.line.name, said))
        title, question = (" ".join(["", *re.findall(r"\w+", text), ""]) for text in texts)
        if title in question:
            return message("question_once", letter=asked.line.letter, question=said)
        return message("question", letter=asked.line.letter, word=asked.line.name, question=said)

    def help(self, session: ScoringSession, sheet: Seat, asked: ScoreQuestion) -> list[Value]:
        """Return messages for a question: the formula of its line, and the possible answers."""
        messages: list[Value] = []
        if asked.line is not None:
            formula = formula_in_words(self.rules, asked.line)
            messages.append(message("formula", letter=asked.line.letter, word=asked.line.name, formula=formula))
        if asked.line is None:
            what, fewest = key_word("inputs", asked.input), asked.input in self.table.fewest
            messages.append(message("fewest_win_ties", what=what) if fewest else message("most_win_ties", what=what))
        if asked.input:
            reading = self.reading(session, sheet, asked.input)
            possible = self.table.inputs[asked.input].possible(asked.part, reading)
        else:
            points = self.rules.line_points(asked.line.letter if asked.line else "", session.cards)
            possible = message("possible", names=in_words(points))
        return messages + ([possible] if possible is not None else [])

    def part_name(self, asked: ScoreQuestion) -> Value | None:
        """Return the label of the input that a question asks for; None if it is the only input of its line."""
        if not asked.input or (asked.line is not None and len(asked.line.asks) == 1 and not self.grows(asked.input)):
            return None
        word = key_word("inputs", asked.input)
        return message("nth_entry", number=asked.part + 1, what=word) if self.grows(asked.input) else word

    def answer_text(self, session: ScoringSession, sheet: Seat, asked: ScoreQuestion, *, for_page: bool = False) -> str:
        """Return the present answer to a question as a player would type it, or, `for_page`, as a web page sends it."""
        if not asked.input and asked.line is not None:
            return str(sheet.given.get(asked.line.letter, 0))
        spec, marks = self.table.inputs[asked.input], sheet.marks[asked.input]
        write = spec.page_answer if for_page else spec.answer_text
        return write(marks, asked.part, self.reading(session, sheet, asked.input))

    def answer_sentence(self, session: ScoringSession, sheet: Seat, asked: ScoreQuestion) -> Value:
        """Return the present answer to a question as a sentence."""
        if not asked.input:
            return self.answer_text(session, sheet, asked)
        reading = self.reading(session, sheet, asked.input)
        return self.table.inputs[asked.input].answer_sentence(sheet.marks[asked.input], asked.part, reading)

    def edit_keys(self, said: Value, asked: ScoreQuestion) -> list[str]:
        """Return what to type to edit each line that a message speaks of; nothing if it is only that of `asked`."""
        named = self._inputs_in(said)
        lines = [line for line in self.table.lines if named & {*line.asks, *line.asked_inputs}]
        return [f"e{line.letter.lower()}" for line in lines] if any(line is not asked.line for line in lines) else []

    def _inputs_in(self, said: Value) -> set[str]:
        """Return the inputs whose words, keys or cards are in a message; `name.0` for the first question of one."""
        if isinstance(said, GameWord):
            heads = {
                name: (f"inputs.{name}.", f"cards.{getattr(spec, 'deck', None)}.", f"{spec.words}.")
                for name, spec in self.table.inputs.items()
            }
            return {name for name, begun in heads.items() for path in said.paths if f"{path}.".startswith(begun)}
        values = dict(said.values) if isinstance(said, Message) else {}
        parts = said.entries if isinstance(said, ListInSentence) else values.values()
        names = {name for part in parts for name in self._inputs_in(part)}
        is_numbered = isinstance(said, Message) and said.key == "numbered"
        return {f"{name}.{int(str(values['number'])) - 1}" for name in names} if is_numbered else names

    # what boxes tell

    @property
    def ticked_inputs(self) -> list[str]:
        """The inputs that are read from boxes; empty if a sheet has room for several games."""
        if self.table.filled.games > 1:
            return []
        return [name for name, spec in self.table.inputs.items() if spec.fields and spec.ticks_tell]

    def page_questions(self, session: ScoringSession) -> list[tuple[ScoreQuestion, Control, tuple[str, ...]]]:
        """Return the questions for inputs without boxes, then those for choices whose cards have a box each.

        Each is a tuple with the control that a page shows, and the prefixes of the ids of its boxes.
        """
        unboxed, boxed = [], []
        ticked = self.ticked_inputs
        for asked in self.all_questions(session):
            spec = self.table.inputs[asked.input]
            control = spec.control(asked.part, self.reading(session, EMPTY_SEAT, asked.input))
            if asked.input not in ticked:
                unboxed.append((asked, control, ()))
            elif control.kind == "choice" and control.deck:
                boxed.append((asked, control, spec.fields))
        return [*unboxed, *boxed]

    def unnamed_cards(
        self, session: ScoringSession
    ) -> Iterator[tuple[ScoreQuestion, Value, tuple[ControlOption, ...]]]:
        """Yield (question, its text, cards to choose from) for boxes that cannot be read before a card is named."""
        for asked in self.all_questions(session):
            spec = self.table.inputs.get(asked.input)
            shared = spec.shared if spec is not None and spec.fields else None
            if shared is not None and not self.card_of(session, asked.id):
                yield asked, *shared.ask_card(asked.part, self.reading(session, EMPTY_SEAT, asked.input))

    def card_of(self, session: ScoringSession, question: str) -> str:
        """Return the card that the entry of a question is about, "" where none is named."""
        name, _, entry = question.partition(".")
        return next(iter(session.cards.get(name, ())[int(entry) : int(entry) + 1]), None) or ""
