"""The changes of a session as pure functions: a session and a request give the next session, or why it is refused."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from generator.scoring.dialogue.dialogue import Dialogue
from generator.scoring.dialogue.questions import card_of
from generator.scoring.dialogue.session import EMPTY_SEAT, AnswerResult, ScoringSession
from generator.storage.session_journal import read_seat, seat_data

MOST_MARKS = 2000  # boxes of a sheet that can be ticked
MOST_PHONES = 4  # of one seat; the latest ones stay

Change = Mapping[str, Any]  # a change as a phone or the host sends it


@dataclass(frozen=True)
class SeatTakeover:
    """A phone's request to take over another phone's seat; `code` is shown on this phone and to all who may approve."""

    seat: int
    phone: str
    code: str


def outcome(dialogue: Dialogue, session: ScoringSession, change: Change, by: int | None) -> AnswerResult:
    """Return the result of a change requested by the seat `by` (None: the host)."""
    kind = change["do"]
    if kind in _OF_TABLE:
        return _OF_TABLE[kind](dialogue, session, change)
    place = session.place(change["seat"])
    if place is None:
        return _refused(session, "seat_gone")
    seat = session.seats[place]
    if kind in _OF_SEAT:  # anybody may let a phone take a free seat
        is_allowed = by in (None, seat.id) or (kind == "let" and seat.free)
        return _OF_SEAT[kind](dialogue, session, change, place) if is_allowed else _refused(session, "not_your_seat")
    try:
        result = _OF_SHEET[kind](dialogue, session, change, place)
    except KeyError:
        return _refused(session, "no_such_question")
    if not result.taken:
        return result
    at = None if by in (None, seat.id) else session.place(by)
    writer = "" if at is None else session.seats[at].name
    updated = result.session.with_seat(place, replace(result.session.seats[place], writer=writer))
    return replace(result, session=updated)


def _refused(session: ScoringSession, reason: str) -> AnswerResult:
    return AnswerResult(session, taken=False, why=reason)


# of the session as a whole


def _join(dialogue: Dialogue, session: ScoringSession, change: Change) -> AnswerResult:
    result = dialogue.join(session, change["name"])
    if not result.taken:
        return result
    phone, address, updated = change.get("phone", ""), change.get("address", ""), result.session
    phones = (phone,) if phone else ()
    seat = replace(updated.seats[-1], token=secrets.token_urlsafe(16), phones=phones, free=not phone)
    if address:
        updated = replace(updated, sat_down={**session.sat_down, address: session.sat_down.get(address, 0) + 1})
    updated = updated.with_seat(len(session.seats), seat)
    return replace(result, session=updated, back={"do": "remove", "seat": seat.id})


def _play_on(_dialogue: Dialogue, session: ScoringSession, change: Change) -> AnswerResult:
    back = {"do": "play_on", "dungeon": session.dungeon}
    return AnswerResult(replace(session, dungeon=change["dungeon"]), back=back)


def _save(_dialogue: Dialogue, session: ScoringSession, change: Change) -> AnswerResult:
    return AnswerResult(replace(session, saved=change["game"], saved_at=session.revision + 1, saved_as=change["sign"]))


def _reveal(_dialogue: Dialogue, session: ScoringSession, change: Change) -> AnswerResult:
    """Reveal the lines in the `points` of the request, with these points; empty `points` hide all lines again.

    The session still counts as saved in the history if it did before.
    """
    revealed = {**session.revealed, **change["points"]} if change["points"] else {}
    saved_at = session.saved_at + (session.saved_at == session.revision)
    return AnswerResult(replace(session, revealed=revealed, saved_at=saved_at))


def _show_totals(_dialogue: Dialogue, session: ScoringSession, change: Change) -> AnswerResult:
    """Show the totals of all players before they are revealed, or hide them."""
    saved_at = session.saved_at + (session.saved_at == session.revision)
    return AnswerResult(replace(session, totals=change["shown"], saved_at=saved_at))


def _play_again(dialogue: Dialogue, session: ScoringSession, _change: Change) -> AnswerResult:
    """Begin another game in the same seats; the last one is in the history."""
    fresh = {key: getattr(EMPTY_SEAT, key) for key in ("marks", "given", "answered", "held", "writer")}
    game = dialogue.start(solo=session.solo)
    lasting = {key: getattr(session, key) for key in ("next_seat", "revision", "sat_down", "totals")}
    seats = tuple(replace(seat, **fresh) for seat in session.seats)
    return AnswerResult(replace(game, seats=seats, round=session.round + 1, token=secrets.token_urlsafe(12), **lasting))


def _restore(dialogue: Dialogue, session: ScoringSession, change: Change) -> AnswerResult:
    """Restore a removed seat from its data in the request (`kept`); raises InvalidSessionFile."""
    seat = read_seat(dialogue, session, change["seat"], change["kept"])
    result = dialogue.join(session, seat.name)
    if not result.taken:
        return result
    seats = tuple(sorted((*session.seats, seat), key=lambda entry: entry.id))
    return AnswerResult(replace(session, seats=seats), back={"do": "remove", "seat": seat.id})


# of a sheet


def _tick(dialogue: Dialogue, session: ScoringSession, change: Change, place: int) -> AnswerResult:
    seat, box = session.seats[place], change["box"]
    held = [ticked for ticked in seat.held if ticked != box]
    if change["on"] and len(held) < MOST_MARKS:
        held.append(box)
    back = {"do": "tick", "seat": seat.id, "box": box, "on": box in seat.held}
    updated = session.with_seat(place, replace(seat, held=tuple(sorted(held))))
    return AnswerResult(dialogue.tick(updated, place, box), back=back)


def _photo(dialogue: Dialogue, session: ScoringSession, change: Change, place: int) -> AnswerResult:
    """Tick and clear several boxes of a sheet, as confirmed on a photo; `cards` are set for all sheets."""
    seat, cards = session.seats[place], change.get("cards") or {}
    previous = set(seat.held)
    held = (previous - set(change["empty"])) | set(change["ticked"])
    if len(held) > MOST_MARKS:
        return _refused(session, "no_such_box")
    updated = session.with_seat(place, replace(seat, held=tuple(sorted(held))))
    for box in sorted(held ^ previous):
        updated = dialogue.tick(updated, place, box)
    back = {"do": "photo", "seat": seat.id, "ticked": sorted(previous - held), "empty": sorted(held - previous)}
    if cards:
        updated = dialogue.name_cards(updated, cards)
        back |= {"cards": {question: card_of(session, question) for question in cards}}
    return AnswerResult(updated, back=back)


def _answer(dialogue: Dialogue, session: ScoringSession, change: Change, place: int) -> AnswerResult:
    question = change["question"]
    previous = {"question": question, "text": dialogue.answer_of(session, place, question)}
    result = dialogue.put(session, place, question, change["text"])
    return replace(result, back={"do": "answer", "seat": session.seats[place].id, **previous})


# of a seat


def _rename(dialogue: Dialogue, session: ScoringSession, change: Change, place: int) -> AnswerResult:
    seat = session.seats[place]
    result = dialogue.rename(session, place, change["text"])
    if not result.taken:
        return result
    updated = result.session.with_seat(place, replace(result.session.seats[place], writer=""))
    return replace(result, session=updated, back={"do": "name", "seat": seat.id, "text": seat.name})


def _remove(dialogue: Dialogue, session: ScoringSession, _change: Change, place: int) -> AnswerResult:
    seat = session.seats[place]
    back = {"do": "restore", "seat": seat.id, "kept": seat_data(dialogue, seat)}
    return AnswerResult(session.without_seat(place), back=back)


def _free(_dialogue: Dialogue, session: ScoringSession, _change: Change, place: int) -> AnswerResult:
    """Take a seat away from its phones, so that any phone may take it."""
    seat = replace(session.seats[place], token=secrets.token_urlsafe(16), phones=(), free=True)
    return AnswerResult(session.with_seat(place, seat))


def _let(_dialogue: Dialogue, session: ScoringSession, change: Change, place: int) -> AnswerResult:
    """Give a seat to one more phone."""
    seat = session.seats[place]
    phones = (*(phone for phone in seat.phones if phone != change["phone"]), change["phone"])[-MOST_PHONES:]
    return AnswerResult(session.with_seat(place, replace(seat, phones=phones, free=False)))


_OF_TABLE: dict[str, Callable[[Dialogue, ScoringSession, Change], AnswerResult]] = {
    "join": _join,
    "play_on": _play_on,
    "save": _save,
    "reveal": _reveal,
    "totals": _show_totals,
    "again": _play_again,
    "restore": _restore,
}
SheetTransition = Callable[[Dialogue, ScoringSession, Change, int], AnswerResult]
_OF_SHEET: dict[str, SheetTransition] = {"tick": _tick, "photo": _photo, "answer": _answer}
_OF_SEAT: dict[str, SheetTransition] = {
    "name": _rename,
    "remove": _remove,
    "free": _free,
    "let": _let,
}  # by its player or the host
