"""The score pad, on which players fill in their sheets: the only requests that phones in the network may make."""

from dataclasses import dataclass
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from generator.scoring.dialogue.session import Seat
from generator.workshop.guard import Refused
from generator.workshop.http import (
    Routes,
    answer_not_found,
    answering,
    attachment,
    font_file,
    missing,
    page,
    page_routes,
    scripts_of,
    text_in,
    workshop_words,
)
from generator.workshop.photo_reading import MOST_SENT, PhotoReader
from generator.workshop.photo_reading import PATH as PHOTO
from generator.workshop.previews import SheetPreviews
from generator.workshop.result_announcement import ResultAnnouncement
from generator.workshop.session_transitions import MOST_MARKS, Change
from generator.workshop.sessions import SharedSessions
from generator.workshop.shared_session import TOTAL, Reply, SharedSession


def seat_change(kind: Any, seat: int, body: dict[str, Any]) -> Change:
    """Return a change of the players at a session, requested by a phone or the host; raises Refused."""
    match kind:
        case "name":
            return {"do": kind, "seat": seat, "text": text_in(body, "text")}
        case "remove" | "free":
            return {"do": kind, "seat": seat}
        case "let" | "deny":
            return {"do": kind, "seat": seat, "code": text_in(body, "code")}
    raise Refused(400, "nothing of that kind can be done")


def photo_change(seat: int, body: dict[str, Any]) -> Change:
    """Return the change for a confirmed photo: boxes to tick and to clear, cards by question; raises Refused."""
    boxes = {key: body.get(key) for key in ("ticked", "empty")}
    for ids in boxes.values():
        if not isinstance(ids, list) or len(ids) > MOST_MARKS or any(not isinstance(box, str) for box in ids):
            raise Refused(400, "a photo has lists of boxes")
    cards = body.get("cards", {})
    if (
        not isinstance(cards, dict)
        or len(cards) > MOST_MARKS
        or not all(isinstance(card, str) for card in cards.values())
    ):
        raise Refused(400, "cards are named by their question")
    return {"do": "photo", "seat": seat, **boxes, **({"cards": cards} if cards else {})}


def seat_in(body: dict[str, Any]) -> int:
    """Return the seat id in a request; raises Refused."""
    seat = body.get("seat")
    if not isinstance(seat, int) or isinstance(seat, bool):
        raise Refused(400, "a change needs a seat")
    return seat


STYLES = ("player.css", "pad.css", "players.css", "finish.css", "lost.css", "photo.css")
LARGER = {PHOTO: MOST_SENT}  # paths that accept larger bodies
MOST_ANSWER = 4000  # characters of an answer, which may be a ledger entry with a share for each of many players
MOST_NUMBER = 1 << 53


@dataclass(eq=False)
class PlayerApp:
    """Handles the requests of the score pad."""

    sessions: SharedSessions
    pictures: SheetPreviews
    endings: ResultAnnouncement
    photos: PhotoReader

    def app(self) -> Starlette:
        """Return the web app of the score pad, which responds only to the paths listed in this function."""
        routes = [
            Route("/", lambda _: page("player.html")),
            *page_routes((*scripts_of("player.js"), *STYLES)),
            Route("/words/{language}", answering(self.words)),
            Route("/fonts/{name}", answering(self.font)),
            Route("/seats", answering(self.seats), methods=["POST"]),
            Route("/join", answering(self.join), methods=["POST"]),
            Route("/claim", answering(self.claim), methods=["POST"]),
            *(Route(path, answering(handler), methods=methods) for path, handler, methods in self.sheet_routes()),
            Route(PHOTO, answering(self.photo), methods=["POST"]),
        ]
        return Starlette(routes=routes, exception_handlers={404: answer_not_found})

    def sheet_routes(self) -> Routes:
        """Yield the paths about the sheets of a session, which phones and the host share."""
        yield "/table", self.show_session, ["GET"]
        yield "/sheet", self.sheet, ["GET"]
        yield "/card/{deck}/{card}", self.card, ["GET"]
        yield "/finish", self.finish, ["GET"]
        yield "/board.png", self.board_picture, ["GET"]
        yield "/change", self.change, ["POST"]
        yield "/events", self.events, ["GET"]

    def words(self, request: Request) -> dict[str, Any]:
        return workshop_words(self.endings.catalogue, request.path_params["language"])

    async def font(self, request: Request) -> Response:
        name = request.path_params["name"]
        for session in self.sessions.open.values():
            source = self.pictures.font(session, name)
            if source is not None:
                return font_file(source, request)
        return missing("no such font")

    async def join(self, request: Request, body: dict[str, Any]) -> Reply:
        """Add a player with a new seat for a phone; return the existing seat to a phone that has one."""
        session, phone = self._come(request, body)
        name, host = text_in(body, "name"), request.client.host if request.client else ""
        address = "" if host == request.scope["server"][0] else host  # several phones may be tried on this machine
        return await self.sessions.apply(session, lambda session: session.sit_down(name, phone, address))

    async def seats(self, request: Request, body: dict[str, Any]) -> Reply:
        """Return the list of seats to a phone that connects, and the access to its seat if it has one."""
        session, phone = self._come(request, body)
        return session.seat_list(phone)

    async def claim(self, request: Request, body: dict[str, Any]) -> Reply:
        """Give a free seat to a phone; for a taken seat, ask the host and the seat's present phone to approve."""
        session, phone = self._come(request, body)
        seat = seat_in(body)
        return await self.sessions.apply(session, lambda session: session.claim(seat, phone))

    def _come(self, request: Request, body: dict[str, Any]) -> tuple[SharedSession, str]:
        address = request.client.host if request.client else ""
        session = self.sessions.with_code(text_in(body, "secret"), address)
        if session is None:
            raise Refused(403, "no such table")
        phone = text_in(body, "phone")
        if not phone:
            raise Refused(400, "a phone needs a name of its own")
        return session, phone

    async def show_session(self, request: Request) -> dict[str, Any]:
        session, seat = self._seated(request)
        id = seat.id if seat else None
        questions, photo = session.views.questions(session.state), self.photos.reads(session)
        return {"seat": id, "questions": questions, "view": session.view(id), "photo": photo}

    async def photo(self, request: Request) -> Response:
        """Return the boxes ticked on a photo of a sheet; nothing is entered before a player confirms it."""
        session, _ = self._seated(request)
        return await self.photos.answer(request, session, 1)

    async def sheet(self, request: Request) -> dict[str, Any]:
        session, _ = self._seated(request)
        picture = self.pictures.sheet(session)
        if picture is None:
            return {"svg": "", "boxes": {}}
        return {"svg": picture.svg, "boxes": picture.boxes, "fonts": sorted(picture.fonts)}

    def card(self, request: Request) -> dict[str, Any]:
        """Return the picture of a card that players can choose as an answer."""
        session, _ = self._seated(request)
        picture = self.pictures.card(session, request.path_params["deck"], request.path_params["card"])
        if picture is None:
            raise Refused(404, "no such card")
        return {"svg": picture.svg, "fonts": sorted(picture.fonts)}

    def finish(self, request: Request) -> dict[str, Any]:
        """Return the result of the game; refused until all points are revealed."""
        return self.endings.describe(self._shown_to_all(request))

    def board_picture(self, request: Request) -> Response:
        """Return the result of the game as a PNG to save; refused until all points are revealed."""
        session = self._shown_to_all(request)
        return attachment(self.endings.png(session), f"{session.rules.game}-score.png", "image/png")

    async def change(self, request: Request, body: dict[str, Any]) -> Reply:
        """Apply a change from a page; a change that is sent again is not applied again, but gets the same reply."""
        session, seat = self._seated(request)
        page, number = text_in(body, "page"), body.get("number")
        if not page or not isinstance(number, int) or isinstance(number, bool) or not 0 < number < MOST_NUMBER:
            raise Refused(400, "a change needs its page and its number")
        if body.get("round", session.state.round) != session.state.round:
            return {"revision": session.revision, "taken": False, "messages": [], "why": "game_is_over"}
        by = seat.id if seat else None
        return await self.make_change(session, self._change_in(body), by, page, number)

    async def make_change(
        self, session: SharedSession, change: Change, by: int | None = None, page: str = "", number: int = 0
    ) -> Reply:
        """Apply the change `change`, requested by the seat `by` (None: the host), as `SharedSessions.change` does.

        Also let in, or reject, a phone that asked for a seat; and refuse a change of boxes that are not on the sheet.
        """
        if change["do"] in ("let", "deny"):
            seat, code, lets = change["seat"], change["code"], change["do"] == "let"
            try:
                return await self.sessions.apply(
                    session, lambda session: session.answer_claim(seat, code, by, lets=lets)
                )
            except KeyError:
                return {"taken": False, "messages": [], "why": "no_such_claim"}
        kinds = {"tick": [change.get("box")], "photo": [*change.get("ticked", ()), *change.get("empty", ())]}
        boxes = kinds.get(change["do"])
        picture = self.pictures.sheet(session) if boxes else None
        if boxes and (picture is None or not all(box in picture.boxes for box in boxes)):
            return {"taken": False, "messages": [], "why": "no_such_box"}
        return await self.sessions.change(session, change, by, page, number)

    def _change_in(self, body: dict[str, Any]) -> Change:
        kind, seat = body.get("do"), seat_in(body)
        match kind:
            case "tick":
                return {"do": kind, "seat": seat, "box": text_in(body, "box"), "on": body.get("on") is True}
            case "photo":
                return photo_change(seat, body)
            case "answer":
                return {
                    "do": kind,
                    "seat": seat,
                    "question": text_in(body, "question"),
                    "text": text_in(body, "text", limit=MOST_ANSWER),
                }
        return seat_change(kind, seat, body)

    async def events(self, request: Request) -> Response:
        session, seat = self._seated(request)
        token = seat.token if seat else None
        return StreamingResponse(self.sessions.listen(session, token), media_type="text/event-stream")

    def _shown_to_all(self, request: Request) -> SharedSession:
        session, _ = self._seated(request)
        if TOTAL not in session.state.revealed:
            raise Refused(409, "not all is shown yet")
        return session

    def _seated(self, request: Request) -> tuple[SharedSession, Seat | None]:
        """Return the session of a request, and the seat that it comes from (None: the host)."""
        seated = self.sessions.find_seat(request.headers.get("x-seat", ""))
        if seated is None:
            raise Refused(403, "no such seat")
        return seated
