"""The score pad: what phones in the house may see and do, and nothing else."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from anyio import to_thread
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from generator.diagnostics import InvalidInput
from generator.fonts.files import FontInstanceSource, read_font
from generator.workshop.guard import TooLarge
from generator.workshop.photo_reading import MOST_SENT, PhotoReader
from generator.workshop.photo_reading import PATH as PHOTO
from generator.workshop.result_announcement import ResultAnnouncement
from generator.workshop.score_pad_previews import SheetPreviews
from generator.workshop.score_reveal import TOTAL
from generator.workshop.session_transitions import MOST_MARKS, Asked, Seat
from generator.workshop.sessions import LiveSession, SessionClosed, SessionNotOpened, SessionNotSaved, SharedSessions
from generator.workshop.shared_session import ReusedChangeNumber, SharedSession
from generator.workshop.static_files import lost, missing, page, page_routes, scripts_of

STYLES = ("player.css", "players.css", "finish.css", "lost.css", "photo.css")
LARGER = {PHOTO: MOST_SENT}  # the paths to which more may be sent than to others
MOST_TEXT = 200
MOST_ANSWER = 4000  # an entry of a ledger, with a share for each of many members
MOST_NUMBER = 1 << 53


class Refused(Exception):
    """A request that is not understood or not allowed: its status and why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


Handler = Callable[[Request], Awaitable[Response]]


def attachment(content: str | bytes, name: str, kind: str, messages: str = "") -> Response:
    """Return a file that the browser saves under a name; `messages` goes with it, for the page."""
    headers = {"content-disposition": f'attachment; filename="{name}"', **({"x-told": messages} if messages else {})}
    return Response(content, media_type=kind, headers=headers)


class PlayerApp:
    """The requests of the score pad."""

    def __init__(
        self,
        sessions: SharedSessions,
        pictures: SheetPreviews,
        words_of: Callable[[str], dict[str, Any]],
        endings: ResultAnnouncement,
        photos: PhotoReader | None = None,
    ) -> None:
        self.sessions = sessions
        self.pictures = pictures
        self.words_of = words_of
        self.endings = endings
        self.photos = photos or PhotoReader(pictures.catalogue)

    def app(self) -> Starlette:
        """Return the app; it answers nothing that is not listed here."""
        routes = [
            Route("/", lambda _: page("player.html")),
            *page_routes((*scripts_of("player.js"), *STYLES)),
            Route("/words/{language}", answering(self.words)),
            Route("/fonts/{name}", answering(self.font)),
            Route("/seats", answering(self.seats), methods=["POST"]),
            Route("/join", answering(self.join), methods=["POST"]),
            Route("/claim", answering(self.claim), methods=["POST"]),
            Route("/table", answering(self.show_session)),
            Route("/sheet", answering(self.sheet)),
            Route("/card/{deck}/{card}", answering(self.card)),
            Route("/finish", answering(self.finish)),
            Route("/board.png", answering(self.board_picture)),
            Route("/change", answering(self.change), methods=["POST"]),
            Route("/events", answering(self.events)),
            Route(PHOTO, answering(self.photo), methods=["POST"]),
        ]
        return Starlette(routes=routes, exception_handlers={404: lost})

    async def words(self, request: Request) -> Response:
        return JSONResponse(self.words_of(request.path_params["language"]))

    async def font(self, request: Request) -> Response:
        name = request.path_params["name"]
        for channel in self.sessions.channels.values():
            source = self.pictures.font(channel.session, name) or self.endings.font(channel.session, name)
            if source is not None:
                return font_file(source)
        return missing("no such font")

    async def join(self, request: Request) -> Response:
        """Give a seat to a new player; the same phone gets the seat that it was given before."""
        channel, sent, phone = await self._come(request)
        name, address = text_in(sent, "name"), house_address_of(request)
        async with self.sessions.alone_with(channel) as session:
            return JSONResponse(await self.sessions.made(channel, lambda: session.sit_down(name, phone, address)))

    async def seats(self, request: Request) -> Response:
        """Tell a phone that comes who sits here; one that has a seat gets it again."""
        channel, _, phone = await self._come(request)
        return JSONResponse(channel.session.seat_list(phone))

    async def claim(self, request: Request) -> Response:
        """Give a phone a seat that is free; for one of another phone, the host and that phone are asked."""
        channel, sent, phone = await self._come(request)
        seat = seat_in(sent)
        async with self.sessions.alone_with(channel) as session:
            return JSONResponse(await self.sessions.made(channel, lambda: session.claim(seat, phone)))

    async def _come(self, request: Request) -> tuple[LiveSession, dict[str, Any], str]:
        sent = await sent_json(request)
        channel = self.sessions.with_secret(text_in(sent, "secret"))
        if channel is None:
            raise Refused(403, "no such table")
        phone = text_in(sent, "phone")
        if not phone:
            raise Refused(400, "a phone needs a name of its own")
        return channel, sent, phone

    async def show_session(self, request: Request) -> Response:
        channel, seat = self._seated(request)
        session = channel.session
        told = {"seat": seat.id, "questions": session.views.questions(session.game), "view": session.view()}
        return JSONResponse({**told, "photo": self.photos.reads(session)})

    async def photo(self, request: Request) -> Response:
        """Tell what is ticked on a photo of a sheet; nothing is taken before somebody confirmed it."""
        channel, _ = self._seated(request)
        return await self.photos.answer(request, channel.session, 1)

    async def sheet(self, request: Request) -> Response:
        channel, _ = self._seated(request)
        picture = self.pictures.sheet(channel.session)
        if picture is None:
            return JSONResponse({"svg": "", "boxes": {}})
        return JSONResponse({"svg": picture.svg, "boxes": picture.boxes, "fonts": sorted(picture.fonts)})

    async def card(self, request: Request) -> Response:
        """Show a card that can be chosen: by what it looks like, and not by its name alone."""
        channel, _ = self._seated(request)
        asked = request.path_params
        picture = await to_thread.run_sync(self.pictures.card, channel.session, asked["deck"], asked["card"])
        if picture is None:
            raise Refused(404, "no such card")
        return JSONResponse({"svg": picture.svg, "fonts": sorted(picture.fonts)})

    async def finish(self, request: Request) -> Response:
        """Tell what the game came to, once all points are shown."""
        channel, _ = self._seated(request)
        self._need_all_shown(channel)
        return JSONResponse(await to_thread.run_sync(self.endings.told, channel.session))

    async def board_picture(self, request: Request) -> Response:
        """Give the end of the game as a picture to keep, once all points are shown."""
        channel, _ = self._seated(request)
        self._need_all_shown(channel)
        made = await to_thread.run_sync(self.endings.png, channel.session)
        return attachment(made, f"{channel.session.rules.game}-score.png", "image/png")

    async def change(self, request: Request) -> Response:
        """Make a change of a page; the same one, sent again, is answered by what it was."""
        channel, own = self._seated(request)
        sent = await sent_json(request)
        page, number = text_in(sent, "page"), sent.get("number")
        if not page or not isinstance(number, int) or isinstance(number, bool) or not 0 < number < MOST_NUMBER:
            raise Refused(400, "a change needs its page and its number")
        asked = self._asked(sent)
        if asked["do"] in ("let", "deny"):
            return JSONResponse(await answered_claim(self.sessions, channel, asked, own.id))
        if not has_boxes(self.pictures, channel.session, asked):
            return JSONResponse({"taken": False, "said": [], "why": "no_such_box"})
        return JSONResponse(await self.sessions.change(channel, asked, own.id, page, number))

    def _asked(self, sent: dict[str, Any]) -> Asked:
        kind, seat = sent.get("do"), seat_in(sent)
        match kind:
            case "tick":
                return {"do": kind, "seat": seat, "box": text_in(sent, "box"), "on": sent.get("on") is True}
            case "photo":
                return photo_change(seat, sent)
            case "answer":
                return {
                    "do": kind,
                    "seat": seat,
                    "question": text_in(sent, "question"),
                    "text": text_in(sent, "text", most=MOST_ANSWER),
                }
        return seat_change(kind, seat, sent)

    async def events(self, request: Request) -> Response:
        channel, seat = self._seated(request)
        return StreamingResponse(self.sessions.listen(channel, seat.token), media_type="text/event-stream")

    def _need_all_shown(self, channel: LiveSession) -> None:
        if TOTAL not in channel.session.state.revealed:
            raise Refused(409, "not all is shown yet")

    def _seated(self, request: Request) -> tuple[LiveSession, Seat]:
        seated = self.sessions.find_seat(request.headers.get("x-seat", ""))
        if seated is None:
            raise Refused(403, "no such seat")
        return seated


def seat_change(kind: Any, seat: int, sent: dict[str, Any]) -> Asked:
    """Return what is asked about the people of a table, by a phone or by the host; raises Refused."""
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


def has_boxes(pictures: SheetPreviews, session: SharedSession, asked: Asked) -> bool:
    """Tell whether the sheet of a table has all boxes that a change is about."""
    boxes = {"tick": [asked.get("box")], "photo": [*asked.get("ticked", ()), *asked.get("empty", ())]}.get(
        asked["do"], []
    )
    picture = pictures.sheet(session) if boxes else None
    return not boxes or (picture is not None and all(box in picture.boxes for box in boxes))


async def answered_claim(
    sessions: SharedSessions, channel: LiveSession, asked: Asked, by: int | None
) -> dict[str, Any]:
    """Let a phone in that asked for a seat, or send it away; raises SessionClosed and SessionNotSaved."""
    async with sessions.alone_with(channel) as session:
        lets = asked["do"] == "let"
        try:
            return await sessions.made(
                channel, lambda: session.answer_claim(asked["seat"], asked["code"], by, lets=lets)
            )
        except KeyError:
            return {"taken": False, "said": [], "why": "no_such_claim"}


def seat_in(sent: dict[str, Any]) -> int:
    """Return the seat that a request names; raises Refused."""
    seat = sent.get("seat")
    if not isinstance(seat, int) or isinstance(seat, bool):
        raise Refused(400, "a change needs a seat")
    return seat


def house_address_of(request: Request) -> str:
    """Return from where in the house a phone asks, or nothing for this machine, on which several may try."""
    host = request.client.host if request.client else ""
    return "" if host == request.scope["server"][0] else host


def answering(handler: Handler) -> Handler:
    """Return a handler whose refusals become answers; what is wrong with a game's files is the host's to see."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except Refused as fault:
            return JSONResponse({"fault": str(fault)}, fault.status)
        except TooLarge:
            return JSONResponse({"fault": "the request is too large"}, 413)
        except InvalidInput:
            return JSONResponse({"fault": "the files of this game are at fault"}, 422)
        except ReusedChangeNumber as fault:
            return JSONResponse({"fault": str(fault), "last": fault.last}, 409)
        except SessionClosed:
            return JSONResponse({"fault": "this table was put away"}, 404)
        except SessionNotOpened:
            return JSONResponse({"fault": "a file of this game is at fault", "why": "not_opened"}, 503)
        except SessionNotSaved:
            return JSONResponse({"fault": "the disk is full", "why": "not_kept"}, 507)

    return answer


async def sent_json(request: Request) -> dict[str, Any]:
    """Return the mapping that a request brings; raises Refused for anything else."""
    try:
        sent = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise Refused(400, "that is no JSON") from None
    if not isinstance(sent, dict):
        raise Refused(400, "a mapping is wanted")
    return sent


def text_in(sent: dict[str, Any], key: str, fallback: str | None = None, most: int = MOST_TEXT) -> str:
    """Return a short text of a request; raises Refused where it is missing or something else."""
    text = sent.get(key, fallback)
    if not isinstance(text, str) or len(text) > most or any("\ud800" <= sign <= "\udfff" for sign in text):
        raise Refused(400, f"{key} is no short text")
    return text


def number_in(sent: dict[str, Any], key: str, least: int, most: int) -> int:
    """Return a whole number of a request; raises Refused where it is missing, something else or out of its bounds."""
    number = sent.get(key)
    if type(number) is not int or not least <= number <= most:
        raise Refused(400, f"{key} is a whole number from {least} to {most}")
    return number


def font_file(source: FontInstanceSource) -> Response:
    """Return a font as the program sets it, which a browser may keep for an hour."""
    data = read_font(source).shaping
    return Response(data, media_type="font/ttf", headers={"cache-control": "max-age=3600"})
