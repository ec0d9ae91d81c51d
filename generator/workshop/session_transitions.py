"""The changes of a session as pure functions: a state and a request give the next state, or the reason of a refusal."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from generator.scoring.dialogue.dialogue import Dialogue
from generator.scoring.dialogue.session import AnswerResult, DialogueState
from generator.scoring.messages import Value
from generator.workshop.score_reveal import Points

MOST_MARKS = 2000  # boxes of a sheet that can be ticked
MOST_PHONES = 4  # of one seat: those that were let in last

Asked = Mapping[str, Any]  # what is to be done, as a phone or the host sends it


@dataclass(frozen=True)
class Seat:
    """A seat of a session, which has one sheet; its id stays the same when others leave.

    `token` lets a phone write, `phones` are the phones with the token; any phone may take a `free` seat. `held` are the
    ids of ticked boxes, `writer` is the name of the player who wrote on the sheet last if that was another one.
    """

    id: int
    token: str
    phones: tuple[str, ...] = ()
    free: bool = False
    held: tuple[str, ...] = ()
    writer: str = ""


@dataclass(frozen=True)
class SeatTakeover:
    """A phone's request to take over another phone's seat; `code` is shown on this phone and to all who may approve."""

    seat: int
    phone: str
    code: str


@dataclass(frozen=True)
class SessionState:
    """The saved state of a session; `seats` and the sheets of `game` have the same order.

    `saved` is the number of the game in the ledger, `saved_at` the revision of the session that was saved, `saved_as`
    the digest of the saved data, `next_seat` the id of the next seat, `sat_down` the number of seats taken from each
    network address, removed ones included. `revealed` has the points of the revealed lines, in order.
    """

    game: DialogueState
    seats: tuple[Seat, ...] = ()
    revision: int = 0
    saved: int | None = None
    saved_at: int = 0
    saved_as: str = ""
    next_seat: int = 0
    sat_down: Mapping[str, int] = field(default_factory=dict)
    revealed: Points = field(default_factory=dict)

    @property
    def wants_saving(self) -> bool:
        """Whether anything is not saved in the ledger yet."""
        return bool(self.seats) and (self.saved is None or self.saved_at != self.revision)

    def place(self, seat: int) -> int | None:
        """Return the index of the seat with this id, or None."""
        return next((place for place, one in enumerate(self.seats) if one.id == seat), None)

    def with_seat(self, place: int, **changes: Any) -> "SessionState":
        seats = (*self.seats[:place], replace(self.seats[place], **changes), *self.seats[place + 1 :])
        return replace(self, seats=seats)


@dataclass(frozen=True)
class ChangeOutcome:
    """The result of a change: the next state (None: refused), messages, and the change that would undo it.

    `why` is the key of the reason among the workshop's words, if the scorer has no message for it.
    """

    state: SessionState | None
    messages: tuple[Value, ...] = ()
    back: Asked | None = None
    why: str = ""


def outcome(dialogue: Dialogue, state: SessionState, asked: Asked, by: int | None) -> ChangeOutcome:
    """Return the result of a change requested by the seat `by` (None: the host)."""
    kind = asked["do"]
    if kind in _OF_TABLE:
        return _OF_TABLE[kind](dialogue, state, asked)
    place = state.place(asked["seat"])
    if place is None:
        return ChangeOutcome(None, why="seat_gone")
    return _OF_SEAT[kind](dialogue, state, asked, place, by)


def _join(dialogue: Dialogue, state: SessionState, asked: Asked) -> ChangeOutcome:
    result = dialogue.join(state.game, asked["name"])
    if not result.taken:
        return ChangeOutcome(None, result.messages)
    phone, address = asked.get("phone", ""), asked.get("address", "")
    seat = Seat(state.next_seat, secrets.token_urlsafe(16), (phone,) if phone else (), free=not phone)
    sat_down = {**state.sat_down, address: state.sat_down.get(address, 0) + 1} if address else state.sat_down
    after = replace(
        state, game=result.state, seats=(*state.seats, seat), next_seat=state.next_seat + 1, sat_down=sat_down
    )
    return ChangeOutcome(after, result.messages, {"do": "remove", "seat": seat.id})


def _play_on(_dialogue: Dialogue, state: SessionState, asked: Asked) -> ChangeOutcome:
    after = replace(state, game=replace(state.game, dungeon=asked["dungeon"]))
    return ChangeOutcome(after, back={"do": "play_on", "dungeon": state.game.dungeon})


def _save(_dialogue: Dialogue, state: SessionState, asked: Asked) -> ChangeOutcome:
    return ChangeOutcome(replace(state, saved=asked["game"], saved_at=state.revision + 1, saved_as=asked["sign"]))


def _reveal(_dialogue: Dialogue, state: SessionState, asked: Asked) -> ChangeOutcome:
    """Reveal the lines in the `points` of the request, with these points; empty `points` hide all lines again.

    The session still counts as saved in the ledger if it did before.
    """
    shown = {**state.revealed, **asked["points"]} if asked["points"] else {}
    saved_at = state.saved_at + (state.saved_at == state.revision)
    return ChangeOutcome(replace(state, revealed=shown, saved_at=saved_at))


def _restore(dialogue: Dialogue, state: SessionState, asked: Asked) -> ChangeOutcome:
    """Restore a removed seat (`as` in the request) with its sheet (`sheet`)."""
    result = dialogue.join(state.game, asked["sheet"].name)
    if not result.taken:
        return ChangeOutcome(None, result.messages)
    places = [*(one.id for one in state.seats), asked["as"].id]
    at = sorted(places).index(asked["as"].id)
    sheets, seats = list(state.game.sheets), list(state.seats)
    sheets.insert(at, asked["sheet"])
    seats.insert(at, asked["as"])
    after = replace(state, game=replace(state.game, sheets=tuple(sheets)), seats=tuple(seats))
    return ChangeOutcome(after, back={"do": "remove", "seat": asked["as"].id})


def _tick(dialogue: Dialogue, state: SessionState, asked: Asked, place: int, by: int | None) -> ChangeOutcome:
    seat, box = state.seats[place], asked["box"]
    held = [each for each in seat.held if each != box]
    if asked["on"] and len(held) < MOST_MARKS:
        held.append(box)
    result = AnswerResult(dialogue.tick(state.game, place, dict.fromkeys(held, "yes"), box))
    back = {"do": "tick", "seat": seat.id, "box": box, "on": box in seat.held}
    return _taken(state.with_seat(place, held=tuple(sorted(held))), result, place, by, back)


def _photo(dialogue: Dialogue, state: SessionState, asked: Asked, place: int, by: int | None) -> ChangeOutcome:
    """Tick and clear several boxes of a sheet, as confirmed on a photo; `cards` are set for all sheets."""
    seat, cards = state.seats[place], asked.get("cards") or {}
    before, game = set(seat.held), state.game
    held = (before - set(asked["empty"])) | set(asked["ticked"])
    if len(held) > MOST_MARKS:
        return ChangeOutcome(None, why="no_such_box")
    for box in sorted(held ^ before):
        game = dialogue.tick(game, place, dict.fromkeys(sorted(held), "yes"), box)
    after = state.with_seat(place, held=tuple(sorted(held)))
    back = {"do": "photo", "seat": seat.id, "ticked": sorted(before - held), "empty": sorted(held - before)}
    if cards:
        try:
            game = dialogue.name_cards(game, cards, [each.held for each in after.seats])
        except KeyError:
            return ChangeOutcome(None, why="no_such_question")
        back |= {"cards": {question: dialogue.card_of(state.game, question) for question in cards}}
    return _taken(after, AnswerResult(game), place, by, back)


def _answer(dialogue: Dialogue, state: SessionState, asked: Asked, place: int, by: int | None) -> ChangeOutcome:
    question, text = asked["question"], asked["text"]
    try:
        result = dialogue.put(state.game, place, question, text)
    except KeyError:
        return ChangeOutcome(None, why="no_such_question")
    back = {"do": "answer", "seat": state.seats[place].id, "question": question}
    return _taken(state, result, place, by, {**back, "text": _standing(dialogue, state, place, question)})


def _standing(dialogue: Dialogue, state: SessionState, place: int, question: str) -> str:
    sheet = state.game.sheets[place]
    line = question.partition(".")[2] if question.startswith("line.") else ""
    stands = line in sheet.given if line else question in sheet.answered
    return dialogue.answer_text(state.game, sheet, dialogue.find(state.game, sheet, question)) if stands else ""


def _rename(dialogue: Dialogue, state: SessionState, asked: Asked, place: int, by: int | None) -> ChangeOutcome:
    seat = state.seats[place]
    if by not in (None, seat.id):
        return ChangeOutcome(None, why="not_your_seat")
    result = dialogue.rename(state.game, place, asked["text"])
    back = {"do": "name", "seat": seat.id, "text": state.game.sheets[place].name}
    return _taken(state, result, place, by, back)


def _remove(_dialogue: Dialogue, state: SessionState, _asked: Asked, place: int, by: int | None) -> ChangeOutcome:
    seat, sheets = state.seats[place], state.game.sheets
    if by not in (None, seat.id):
        return ChangeOutcome(None, why="not_your_seat")
    game = replace(state.game, sheets=(*sheets[:place], *sheets[place + 1 :]))
    after = replace(state, game=game, seats=(*state.seats[:place], *state.seats[place + 1 :]))
    return ChangeOutcome(after, back={"do": "restore", "as": seat, "sheet": sheets[place]})


def _free(_dialogue: Dialogue, state: SessionState, _asked: Asked, place: int, by: int | None) -> ChangeOutcome:
    """Take a seat away from its phones, so that any phone may take it."""
    if by not in (None, state.seats[place].id):
        return ChangeOutcome(None, why="not_your_seat")
    return ChangeOutcome(state.with_seat(place, token=secrets.token_urlsafe(16), phones=(), free=True))


def _let(_dialogue: Dialogue, state: SessionState, asked: Asked, place: int, by: int | None) -> ChangeOutcome:
    """Give a seat to one more phone; only the player of the seat or the host may do this, unless the seat is free."""
    seat = state.seats[place]
    if not (seat.free or by in (None, seat.id)):
        return ChangeOutcome(None, why="not_your_seat")
    phones = (*(each for each in seat.phones if each != asked["phone"]), asked["phone"])[-MOST_PHONES:]
    return ChangeOutcome(state.with_seat(place, phones=phones, free=False))


def _taken(state: SessionState, result: AnswerResult, place: int, by: int | None, back: Asked) -> ChangeOutcome:
    if not result.taken:
        return ChangeOutcome(None, result.messages)
    own, at = state.seats[place].id, None if by is None else state.place(by)
    writer = "" if by == own or at is None else state.game.sheets[at].name
    return ChangeOutcome(replace(state.with_seat(place, writer=writer), game=result.state), result.messages, back)


_OF_TABLE: dict[str, Callable[[Dialogue, SessionState, Asked], ChangeOutcome]] = {
    "join": _join,
    "play_on": _play_on,
    "save": _save,
    "reveal": _reveal,
    "restore": _restore,
}
_OF_SEAT: dict[str, Callable[[Dialogue, SessionState, Asked, int, int | None], ChangeOutcome]] = {
    "tick": _tick,
    "photo": _photo,
    "answer": _answer,
    "name": _rename,
    "remove": _remove,
    "free": _free,
    "let": _let,
}
