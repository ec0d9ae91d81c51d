"""The state of a game that is being typed in: the answers of its players, and the current question."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from generator.scoring.input_spec import InputMarks
from generator.scoring.messages import Message, Value
from generator.scoring.rules import Cards
from generator.scoring.spec import LineSpec

SOLO, NAME, LINE = "solo", "name", "line"


@dataclass(frozen=True)
class DialoguePosition:
    """The current question of a session: the number of the player, from 0, and the id of the question."""

    player: int
    question: str


@dataclass(frozen=True)
class PlayerSheet:
    """The answers of one player so far, and the ids of the questions that are answered."""

    name: str
    marks: Mapping[str, InputMarks] = field(default_factory=dict)
    given: Mapping[str, int] = field(default_factory=dict)
    answered: frozenset[str] = frozenset()

    def without(self, question: str) -> "PlayerSheet":
        """Return the sheet with a question open again; its input is emptied if it has no other answered question."""
        answered, name = self.answered - {question}, question.partition(".")[0]
        if any(key.partition(".")[0] == name for key in answered):
            return replace(self, answered=answered)
        return replace(self, answered=answered, marks={key: mark for key, mark in self.marks.items() if key != name})


EMPTY_SHEET = PlayerSheet("")


@dataclass(frozen=True)
class DialogueState:
    """A game that is being typed in; `at` is None when all is answered, `closed` is true when no more players join."""

    solo: bool
    at: DialoguePosition | None
    quick: bool = False
    sheets: tuple[PlayerSheet, ...] = ()
    closed: bool = False
    cards: Cards = field(default_factory=dict)
    dungeon: str = ""
    date: str = ""
    notes: str = ""

    @property
    def answers(self) -> int:
        """How many questions are answered."""
        return sum(1 + len(sheet.answered) for sheet in self.sheets)

    def with_sheet(self, player: int, sheet: PlayerSheet) -> "DialogueState":
        """Return the session with this sheet of a player, counted from 0, or of one more."""
        return replace(self, sheets=(*self.sheets[:player], sheet, *self.sheets[player + 1 :]))


@dataclass(frozen=True)
class Question:
    """What is asked now: its id, the player it is for, its words, and the answer that stands there already."""

    id: str
    player: int
    words: Message
    default: str = ""


@dataclass(frozen=True)
class AnswerResult:
    """The result of an answer: the session after it, messages to show, and whether the answer was accepted."""

    state: DialogueState
    messages: tuple[Value, ...] = ()
    taken: bool = True


@dataclass(frozen=True)
class ScoreQuestion:
    """One question of a sheet: its line (none for ties), its input and which part of it, or a whole line."""

    id: str
    line: LineSpec | None
    input: str = ""
    part: int = 0

    def has_answer(self, sheet: PlayerSheet) -> bool:
        """Tell whether a sheet has marks of the question's input, or points of its line."""
        if self.input:
            return self.input in sheet.marks
        return self.line is not None and self.line.letter in sheet.given
