"""A game that is being scored, as values: a session, its seats with their answers, and the current question."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from generator.scoring.input_reading import InputMarks
from generator.scoring.messages import Value
from generator.scoring.rules import Cards

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
    asked about: given again, it is accepted. `trail` are the answered questions, the last one last, `ahead` those that
    somebody went back from. `next_seat` is the id of the next seat.

    The other fields are of sessions in the workshop. `saved` is the number of the game in the history, `saved_at` the
    revision that was saved, `saved_as` the digest of the saved data. `sat_down` is the number of seats taken from each
    network address, removed ones included. `revealed` has the points of the revealed lines, in order; before that,
    players see the totals of others only with `totals`. `round` is the number of games that were played in the session
    before this one, `token` that of the game in the history ("": the id of the session).
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
    trail: tuple[DialoguePosition | None, ...] = field(default=(), compare=False)
    ahead: tuple[DialoguePosition, ...] = field(default=(), compare=False)
    next_seat: int = 0
    revision: int = 0
    saved: int | None = None
    saved_at: int = 0
    saved_as: str = ""
    sat_down: Mapping[str, int] = field(default_factory=dict)
    revealed: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    totals: bool = False
    round: int = 0
    token: str = ""

    @property
    def wants_saving(self) -> bool:
        """Whether anything is not saved in the history yet."""
        return bool(self.seats) and (self.saved is None or self.saved_at != self.revision)

    def place(self, seat: int) -> int | None:
        """Return the index of the seat with this id, or None."""
        return next((place for place, candidate in enumerate(self.seats) if candidate.id == seat), None)

    def with_seat(self, place: int, seat: Seat) -> "ScoringSession":
        """Return the session with this seat at a place, counted from 0, or as one more."""
        return replace(self, seats=(*self.seats[:place], seat, *self.seats[place + 1 :]))

    def without_seat(self, place: int) -> "ScoringSession":
        """Return the session without the seat at a place."""
        return replace(self, seats=(*self.seats[:place], *self.seats[place + 1 :]))


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
