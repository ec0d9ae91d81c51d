"""Turns requests into values and values into responses: JSON, refusals, downloads, fonts, and the static files."""

import asyncio
import contextlib
import hashlib
import json
import re
import threading
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Mapping
from functools import lru_cache, partial
from inspect import iscoroutinefunction, signature
from pathlib import Path
from typing import Any

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route

from generator.diagnostics import Diagnostic, InvalidInput
from generator.fonts.files import FontInstanceSource, read_font, with_letters
from generator.game.words import FALLBACK, WORKSHOP, languages_of, machinery_words
from generator.reading.game_catalogue import GameCatalogue, built_in_root, is_file, is_inside
from generator.reading.yaml_nodes import plain
from generator.workshop.guard import Refused
from generator.workshop.sessions import SessionClosed, SessionNotSaved

MOST_TEXT = 200
MOST_SIGNS = 300_000  # characters of a file's text

Handler = Callable[..., Any]  # returns a response, or plain data for JSON; may be a coroutine function
Endpoint = Callable[[Request], Awaitable[Response]]
Routes = Iterator[tuple[str, Handler, list[str]]]  # paths with their handlers and methods
Unsaved = tuple[str, str]  # the name of a file in messages, and its unsaved text


async def respond(handler: Handler, request: Request) -> Response:
    """Return the response of a handler, which runs in a thread unless it is a coroutine function.

    A handler with a second parameter gets the JSON mapping in the request.
    """
    arguments = [request, await sent_json(request)] if len(signature(handler).parameters) > 1 else [request]
    result = await (handler(*arguments) if iscoroutinefunction(handler) else to_thread.run_sync(handler, *arguments))
    return result if isinstance(result, Response) else JSONResponse(result)


def answering(handler: Handler) -> Endpoint:
    """Return an endpoint that turns a handler's exceptions into responses.

    Faults of a game's files become a response that shows them to the host.
    """

    async def answer(request: Request) -> Response:
        try:
            return await respond(handler, request)
        except Refused as fault:
            return JSONResponse(fault.body, fault.status)
        except InvalidInput:
            return JSONResponse({"fault": "the files of this game are at fault"}, 422)
        except SessionClosed:
            return JSONResponse({"fault": "this table was put away"}, 404)
        except SessionNotSaved:
            return JSONResponse({"fault": "the disk is full", "why": "not_kept"}, 507)
        except Exception:  # a bug: the terminal shows it, since the server logs nothing
            traceback.print_exc()
            raise

    return answer


async def sent_json(request: Request) -> dict[str, Any]:
    """Return the JSON mapping in a request; raises Refused for anything else, and for halves of surrogate pairs."""
    try:
        body = json.loads(await request.body())
        json.dumps(body, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Refused(400, "a text holds half of a character") from None
    except (ValueError, RecursionError):
        raise Refused(400, "that is not JSON") from None
    if not isinstance(body, dict):
        raise Refused(400, "a mapping is wanted")
    return body


def text_in(body: dict[str, Any], key: str, fallback: str | None = None, limit: int = MOST_TEXT) -> str:
    """Return a short text from a request; raises Refused if it is missing (without `fallback`) or invalid."""
    text = body.get(key, fallback)
    if not isinstance(text, str) or len(text) > limit:
        raise Refused(400, f"{key} is not a short text")
    return text


def file_text(body: dict[str, Any]) -> str:
    """Return the text of a file from a request; raises Refused if it is invalid."""
    text = body.get("text")
    if not isinstance(text, str) or len(text) > MOST_SIGNS:
        raise Refused(400, "text is not the text of a file")
    return text


async def unsaved_text(request: Request) -> Unsaved | None:
    """Return (file, unsaved text) from a request; None if it has none."""
    body = await sent_json(request) if request.method == "POST" else {}
    return (text_in(body, "file"), file_text(body)) if body else None


def number_in(body: dict[str, Any], key: str, least: int, most: int) -> int:
    """Return an integer from a request; raises Refused if it is missing, invalid or out of bounds."""
    number = body.get(key)
    if type(number) is not int or not least <= number <= most:
        raise Refused(400, f"{key} is a whole number from {least} to {most}")
    return number


def attachment(content: str | bytes, name: str, kind: str, messages: str = "") -> Response:
    """Return a response that the browser saves under a name; `messages` are a header for the page."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    if messages:
        headers["x-messages"] = messages
    return Response(content, media_type=kind, headers=headers)


MOST_RANGES = 8000  # characters of the ranges of letters that a page needs


def revalidated(request: Request, data: Any) -> Response:
    """Return data as JSON that a browser keeps, and uses again if the program answers that it is the same."""
    answer = JSONResponse(data)
    tag = f'"{hashlib.sha256(bytes(answer.body)).hexdigest()[:20]}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    if request.method == "GET" and request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    answer.headers.update(headers)
    return answer


def font_file(source: FontInstanceSource, request: Request) -> Response:
    """Return a font with the requested letters (default: all) as a response that browsers may cache for an hour.

    `letters` in the request are ranges in hexadecimal numbers, such as 20-7e,a0.
    """
    text = request.query_params.get("letters", "")[:MOST_RANGES]
    try:
        parts = [part.partition("-") for part in text.split(",") if part]
        ranges = [(int(first, 16), int(last or first, 16)) for first, _, last in parts]
    except ValueError:
        raise Refused(400, "letters are ranges of numbers") from None
    features = request.path_params["name"].split("+")[1:]
    data = with_letters(read_font(source).shaping, ranges, features) if ranges else read_font(source).shaping
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


def languages_shown(catalogue: GameCatalogue, game: str) -> tuple[str, ...]:
    """Return the languages of a game; English if it has no words yet."""
    return languages_of(catalogue, game) or (FALLBACK,)


def game_of(catalogue: GameCatalogue, request: Request) -> tuple[str, str]:
    """Return the game and language of a request; raises Refused."""
    game = request.query_params.get("game") or catalogue.default_game
    if game not in catalogue.games():
        raise Refused(404, "no such game")
    languages = languages_shown(catalogue, game)
    language = request.query_params.get("language", FALLBACK)
    return game, language if language in languages else languages[0]


def workshop_words(catalogue: GameCatalogue, language: str) -> dict[str, Any]:
    """Return the workshop's words by key; English if the language has no file."""
    words = machinery_words(catalogue, language if language.isalnum() else FALLBACK, WORKSHOP)
    return dict(plain(words.node))


def handbook(request: Request) -> Response:
    """Return a page of the handbook as Markdown, in English if the language does not have it."""
    language, name = request.path_params["language"], f"{request.path_params['page']}.md"
    folder = built_in_root() / "docs"
    paths = [path for path in (folder / language / name, folder / name) if is_inside(path, folder) and is_file(path)]
    return FileResponse(paths[0], media_type="text/markdown") if paths else missing("no such page")


LOOKS = 0.1  # seconds between checks whether the page still waits


@contextlib.asynccontextmanager
async def watch_disconnect(request: Request, client_gone: threading.Event) -> AsyncIterator[None]:
    """While the block runs, set the event `client_gone` as soon as the page that sent the request disconnects."""

    async def look() -> None:
        while not await request.is_disconnected():
            await asyncio.sleep(LOOKS)
        client_gone.set()

    looking = asyncio.create_task(look())
    try:
        yield
    finally:
        looking.cancel()


STATIC = Path(__file__).with_name("static")
_IMPORTED = re.compile(r'(?:from |import\()"\./([\w/]+\.js)"')
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


_NAMED = re.compile(rb'((?:href|src)="/?)([\w-]+\.(?:css|js)")')
FOREVER = {"cache-control": "max-age=31536000, immutable", "content-security-policy": "default-src 'none'"}


@lru_cache(maxsize=1)
def version() -> str:
    """Return a digest of all static files; addresses that contain it are cached by browsers for good."""
    content = hashlib.sha256()
    for path in sorted(STATIC.rglob("*.*")):
        content.update(path.read_bytes())
    return content.hexdigest()[:12]


def page(name: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return one of the program's own files; `name` never comes from a request.

    A page names its scripts and styles by addresses that contain the version.
    """
    kind = f"{KINDS[Path(name).suffix]}; charset=utf-8"
    if not name.endswith(".html"):
        return FileResponse(STATIC / name, status, headers, kind)
    text = _NAMED.sub(rb"\1at/" + version().encode() + rb"/\2", (STATIC / name).read_bytes())
    return Response(text, status, headers, kind)


def scripts_of(first: str) -> list[str]:
    """Return the names of a page's first script, and of all scripts that it imports, at once or later."""
    names = [first]
    for name in names:  # grows in the loop
        imported = _IMPORTED.findall((STATIC / name).read_text(encoding="utf-8"))
        names += [script for script in dict.fromkeys(imported) if script not in names]
    return names


def page_routes(names: Collection[str]) -> list[Route]:
    """Return a route for each static file by its name, and one for all of them by the version and the name."""
    routes = [Route(f"/{name}", lambda _, name=name: page(name)) for name in names]
    return [Route("/at/{version}/{name:path}", partial(_versioned, names)), *routes]


def _versioned(names: Collection[str], request: Request) -> Response:
    name = request.path_params["name"]
    if name not in names:
        return missing("not found")
    return page(name, headers=FOREVER if request.path_params["version"] == version() else None)


async def answer_not_found(request: Request, _fault: Exception) -> Response:
    """Return the response to an unknown path: a page for people, two words for other clients."""
    return page("lost.html", 404) if "text/html" in request.headers.get("accept", "") else missing("not found")


def missing(text: str) -> Response:
    """Return a response with status 404."""
    return Response(text, 404, media_type="text/plain")
