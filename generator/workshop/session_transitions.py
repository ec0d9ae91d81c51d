"""The changes of a session as pure functions: a session and a request give the next session, or why it is refused."""

import secrets
from collections.abc import Mapping
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
    result = _of_session(dialogue, session, change)
    if result is not None:
        return result
    place = session.place(change["seat"])
    if place is None:
        return _refused(session, "seat_gone")
    seat, kind = session.seats[place], change["do"]
    if kind in ("name", "remove", "free", "let"):
        # by its player or the host; anybody may let a phone take a free seat
        is_allowed = by in (None, seat.id) or (kind == "let" and seat.free)
        return _of_seat(dialogue, session, change, place) if is_allowed else _refused(session, "not_your_seat")
    try:
        result = {"tick": _tick, "photo": _photo, "answer": _answer}[kind](dialogue, session, change, place)
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


def _of_session(dialogue: Dialogue, session: ScoringSession, change: Change) -> AnswerResult | None:
    """Return the result of a change of the session as a whole; None for a change of a seat or a sheet."""
    # a game that is in the history stays saved if lines are revealed or totals are shown
    saved_at = session.saved_at + (session.saved_at == session.revision)
    match change["do"]:
        case "join":
            return _join(dialogue, session, change)
        case "play_on":
            back = {"do": "play_on", "dungeon": session.dungeon}
            return AnswerResult(replace(session, dungeon=change["dungeon"]), back=back)
        case "save":
            saved_at = session.revision + 1
            return AnswerResult(replace(session, saved=change["game"], saved_at=saved_at, saved_as=change["sign"]))
        case "reveal":  # the lines in `points`, with these points; none hides all lines again
            revealed = {**session.revealed, **change["points"]} if change["points"] else {}
            return AnswerResult(replace(session, revealed=revealed, saved_at=saved_at))
        case "totals":  # of all players before they are revealed, are shown or hidden
            return AnswerResult(replace(session, totals=change["shown"], saved_at=saved_at))
        case "again":
            return _play_again(dialogue, session)
        case "restore":
            return _restore(dialogue, session, change)
    return None


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


def _play_again(dialogue: Dialogue, session: ScoringSession) -> AnswerResult:
    """Begin another game in the same seats; the last one is in the history."""
    empty_fields = {key: getattr(EMPTY_SEAT, key) for key in ("marks", "given", "answered", "held", "writer")}
    game = dialogue.start(solo=session.solo)
    lasting = {key: getattr(session, key) for key in ("next_seat", "revision", "sat_down")}
    seats = tuple(replace(seat, **empty_fields) for seat in session.seats)
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
    boxes = [ticked for ticked in seat.held if ticked != box]
    if change["on"] and len(boxes) < MOST_MARKS:
        boxes.append(box)
    back = {"do": "tick", "seat": seat.id, "box": box, "on": box in seat.held}
    updated = session.with_seat(place, replace(seat, held=tuple(sorted(boxes))))
    return AnswerResult(dialogue.tick(updated, place, box), back=back)


def _photo(dialogue: Dialogue, session: ScoringSession, change: Change, place: int) -> AnswerResult:
    """Tick and clear several boxes of a sheet, as confirmed on a photo; `cards` are set for all sheets."""
    seat, cards = session.seats[place], change.get("cards") or {}
    previous = set(seat.held)
    boxes = (previous - set(change["empty"])) | set(change["ticked"])
    if len(boxes) > MOST_MARKS:
        return _refused(session, "no_such_box")
    updated = session.with_seat(place, replace(seat, held=tuple(sorted(boxes))))
    for box in sorted(boxes ^ previous):
        updated = dialogue.tick(updated, place, box)
    back = {"do": "photo", "seat": seat.id, "ticked": sorted(previous - boxes), "empty": sorted(boxes - previous)}
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


def _of_seat(dialogue: Dialogue, session: ScoringSession, change: Change, place: int) -> AnswerResult:
    seat = session.seats[place]
    match change["do"]:
        case "name":
            return _rename(dialogue, session, change, place)
        case "remove":
            back = {"do": "restore", "seat": seat.id, "kept": seat_data(dialogue, seat)}
            return AnswerResult(session.without_seat(place), back=back)
        case "free":  # from its phones, so that any phone may take it
            seat = replace(seat, token=secrets.token_urlsafe(16), phones=(), free=True)
        case _:  # one more phone gets it
            phones = (*(phone for phone in seat.phones if phone != change["phone"]), change["phone"])[-MOST_PHONES:]
            seat = replace(seat, phones=phones, free=False)
    return AnswerResult(session.with_seat(place, seat))


def _rename(dialogue: Dialogue, session: ScoringSession, change: Change, place: int) -> AnswerResult:
    seat = session.seats[place]
    result = dialogue.rename(session, place, change["text"])
    if not result.taken:
        return result
    updated = result.session.with_seat(place, replace(result.session.seats[place], writer=""))
    return replace(result, session=updated, back={"do": "name", "seat": seat.id, "text": seat.name})
