"""Requests become values, and values become answers: JSON in and out, what is refused, files to save, fonts."""

import asyncio
import contextlib
import json
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from inspect import iscoroutinefunction
from typing import Any

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from generator.diagnostics import Diagnostic, InvalidInput
from generator.fonts.files import FontInstanceSource, read_font
from generator.game.words import FALLBACK, WORKSHOP, machinery_words
from generator.reading.game_catalogue import GameCatalogue
from generator.workshop.guard import TooLarge
from generator.workshop.sessions import SessionClosed, SessionNotOpened, SessionNotSaved
from generator.workshop.shared_session import ReusedChangeNumber

MOST_TEXT = 200
MOST_SIGNS = 300_000  # of the text of a file

Handler = Callable[[Request], Any]  # gives a response, or plain data that becomes JSON; one that waits is a coroutine
Endpoint = Callable[[Request], Awaitable[Response]]
Routes = Iterator[tuple[str, Handler, list[str]]]  # paths with their handlers and methods
GameOf = Callable[[Request], tuple[str, str]]  # the game and the language that a request names

Unsaved = tuple[str, str]  # a file as it is shown, and its text


class Refused(Exception):
    """A request that is not understood or not allowed: its status and why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


async def respond(handler: Handler, request: Request) -> Response:
    """Return what a handler answers; one that is no coroutine runs in a thread of its own."""
    found = await (handler(request) if iscoroutinefunction(handler) else to_thread.run_sync(handler, request))
    return found if isinstance(found, Response) else JSONResponse(found)


def answering(handler: Handler) -> Endpoint:
    """Return a handler whose refusals become answers; what is wrong with a game's files is the host's to see."""

    async def answer(request: Request) -> Response:
        try:
            return await respond(handler, request)
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


def file_text(sent: dict[str, Any]) -> str:
    """Return the text of a file that a request sends; raises Refused for what is none."""
    text = sent.get("text")
    if not isinstance(text, str) or len(text) > MOST_SIGNS or any("\ud800" <= sign <= "\udfff" for sign in text):
        raise Refused(400, "text is no text of a file")
    return text


async def unsaved_text(request: Request) -> Unsaved | None:
    """Return the file that a request sends as it is typed, with its text; None where it sends none."""
    sent = await sent_json(request) if request.method == "POST" else {}
    return (text_in(sent, "file"), file_text(sent)) if sent else None


def number_in(sent: dict[str, Any], key: str, least: int, most: int) -> int:
    """Return a whole number of a request; raises Refused where it is missing, something else or out of its bounds."""
    number = sent.get(key)
    if type(number) is not int or not least <= number <= most:
        raise Refused(400, f"{key} is a whole number from {least} to {most}")
    return number


def attachment(content: str | bytes, name: str, kind: str, messages: str = "") -> Response:
    """Return a file that the browser saves under a name; `messages` goes with it, for the page."""
    headers = {"content-disposition": f'attachment; filename="{name}"', **({"x-told": messages} if messages else {})}
    return Response(content, media_type=kind, headers=headers)


def font_file(source: FontInstanceSource) -> Response:
    """Return a font as the program sets it, which a browser may keep for an hour."""
    data = read_font(source).shaping
    return Response(data, media_type="font/ttf", headers={"cache-control": "max-age=3600"})


def fault_json(fault: Diagnostic) -> dict[str, Any]:
    """Return a fault as plain data."""
    place = fault.place
    return {
        "code": fault.code,
        "severity": fault.severity,
        "message": fault.message,
        "hint": fault.hint or "",
        "file": place.path,
        "line": place.line,
        "column": place.column,
        "language": fault.language,
    }


def workshop_words(catalogue: GameCatalogue, language: str) -> dict[str, Any]:
    """Return the words by key; a language without a file of its own has the English ones."""
    return machinery_words(catalogue, language if language.isalnum() else FALLBACK, WORKSHOP).plain


LOOKS = 0.1  # seconds between looks whether the page still waits


@contextlib.asynccontextmanager
async def tell_when_gone(request: Request, gone: threading.Event) -> AsyncIterator[None]:
    """Set an event as soon as the page that asked goes away, while something is made for it."""

    async def look() -> None:
        while not await request.is_disconnected():
            await asyncio.sleep(LOOKS)
        gone.set()

    looking = asyncio.create_task(look())
    try:
        yield
    finally:
        looking.cancel()
