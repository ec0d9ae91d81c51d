"""Turns requests of phones and of the host into changes of a shared session."""

from typing import Any

from generator.workshop.http import Refused, text_in
from generator.workshop.previews import SheetPreviews
from generator.workshop.session_transitions import MOST_MARKS, Asked
from generator.workshop.sessions import SharedSessions
from generator.workshop.shared_session import Reply, SharedSession


def seat_change(kind: Any, seat: int, sent: dict[str, Any]) -> Asked:
    """Return a change of the players at a session, requested by a phone or the host; raises Refused."""
    match kind:
        case "name":
            return {"do": kind, "seat": seat, "text": text_in(sent, "text")}
        case "remove" | "free":
            return {"do": kind, "seat": seat}
        case "let" | "deny":
            return {"do": kind, "seat": seat, "code": text_in(sent, "code")}
    raise Refused(400, "nothing of that kind can be done")


def photo_change(seat: int, sent: dict[str, Any]) -> Asked:
    """Return the change for a confirmed photo: boxes to tick and to clear, cards by question; raises Refused."""
    boxes = {key: sent.get(key) for key in ("ticked", "empty")}
    for each in boxes.values():
        if not isinstance(each, list) or len(each) > MOST_MARKS or any(not isinstance(one, str) for one in each):
            raise Refused(400, "a photo has lists of boxes")
    cards = sent.get("cards", {})
    if (
        not isinstance(cards, dict)
        or len(cards) > MOST_MARKS
        or not all(isinstance(one, str) for one in cards.values())
    ):
        raise Refused(400, "cards are named by their question")
    return {"do": "photo", "seat": seat, **boxes, **({"cards": cards} if cards else {})}


async def make_change(
    sessions: SharedSessions,
    pictures: SheetPreviews,
    session: SharedSession,
    asked: Asked,
    by: int | None = None,
    page: str = "",
    number: int = 0,
) -> Reply:
    """Apply the change `asked`, requested by the seat `by` (None: the host), as `SharedSessions.change` does.

    Also let in, or reject, a phone that asked for a seat; and refuse a change of boxes that the sheet does not have.
    """
    if asked["do"] in ("let", "deny"):
        lets = asked["do"] == "let"
        try:
            return await sessions.apply(
                session, lambda session: session.answer_claim(asked["seat"], asked["code"], by, lets=lets)
            )
        except KeyError:
            return {"taken": False, "said": [], "why": "no_such_claim"}
    kinds = {"tick": [asked.get("box")], "photo": [*asked.get("ticked", ()), *asked.get("empty", ())]}
    boxes = kinds.get(asked["do"])
    picture = pictures.sheet(session) if boxes else None
    if boxes and (picture is None or not all(box in picture.boxes for box in boxes)):
        return {"taken": False, "said": [], "why": "no_such_box"}
    return await sessions.change(session, asked, by, page, number)


def seat_in(sent: dict[str, Any]) -> int:
    """Return the seat id in a request; raises Refused."""
    seat = sent.get("seat")
    if not isinstance(seat, int) or isinstance(seat, bool):
        raise Refused(400, "a change needs a seat")
    return seat
