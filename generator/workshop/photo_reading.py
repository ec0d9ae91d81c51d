"""Photos of sheets that pages send: read one after the other, each in a process of its own that is bounded.

A picture lies in memory alone: nothing of it is kept, and nothing is left where a process ends early.
"""

import asyncio
import base64
import contextlib
import importlib.util
import threading
from pathlib import Path
from typing import Any, NamedTuple

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from generator.child_processes import AbandonedCall, call_apart
from generator.diagnostics import ScrawlError
from generator.reading.game_catalogue import GameCatalogue
from generator.workshop.http import tell_when_gone, workshop_words
from generator.workshop.shared_session import SharedSession

PATH = "/photo"
MOST_SENT = 8_000_000  # bytes of a picture: pages make it smaller before
MOST_WAITING = 4  # pictures at a time, with the one that is read
MOST_SECONDS = 90
MOST_MEMORY = 3_000_000_000  # bytes that a process may reserve, of which it fills a third
NEARER = ("photo_no_sheet", "photo_no_code", "photo_unsharp")  # another picture helps
HINTS = {key: f"{key}_hint" for key in ("photo_damaged", "photo_heic", "photo_small", "photo_dark")} | dict.fromkeys(
    NEARER, "photo_unsharp_hint"
)
"""What is told beside why a picture cannot be read; all else is tapped, or typed."""


class PhotoRead(NamedTuple):
    """What was read of a picture, as values of JSON, or `why` nothing was, as a key among words."""

    sheets: tuple[dict[str, Any], ...] = ()
    why: str = ""


def reads_photos() -> bool:
    """Tell whether what reads pictures is installed."""
    return importlib.util.find_spec("cv2") is not None


class PhotoReader:
    """Reads the pictures that are sent to a workshop, one at a time; some wait for their turn, others are sent away."""

    def __init__(self, catalogue: GameCatalogue) -> None:
        self.catalogue = catalogue
        self.turn = asyncio.Lock()
        self.waiting = 0

    def reads(self, session: SharedSession) -> bool:
        """Tell whether the sheets of a table can be read: those whose boxes tell all that counts."""
        table = session.rules.table
        return reads_photos() and table.told_by_ticks and table.filled.columns == table.filled.games == 1

    async def answer(self, request: Request, session: SharedSession, most: int) -> Response:
        """Answer a picture that holds so many sheets of a table at most; raises TooLarge."""
        if not self.reads(session):
            return self.refusal(session, "photo_not_here")
        if self.waiting >= MOST_WAITING:
            return self.refusal(session, "photo_busy", 503)
        self.waiting += 1
        try:
            content = await request.body()
            gone = threading.Event()
            async with tell_when_gone(request, gone), self.turn:
                read = await to_thread.run_sync(self._read, session, content, gone)
        except AbandonedCall:
            return self.refusal(session, "photo_failed", 409)
        finally:
            self.waiting -= 1
        why = read.why or why_not_taken(session, read, most)
        if why:
            return self.refusal(session, why)
        return JSONResponse({"sheets": list(read.sheets), "cards": session.views.card_questions(session.game)})

    def _read(self, session: SharedSession, content: bytes, gone: threading.Event) -> PhotoRead:
        asked = self.catalogue.roots, session.rules.game, content, session.rules.words.language
        try:
            return call_apart(read_here, *asked, seconds=MOST_SECONDS, given_up=gone.is_set)
        except AbandonedCall:
            raise
        except ScrawlError:
            return PhotoRead(why="photo_failed")

    def refusal(self, session: SharedSession, why: str, status: int = 422) -> Response:
        """Return the answer that says why a picture is not read, and what helps, in the language of the table."""
        words = session.rules.words
        own = workshop_words(self.catalogue, words.language)
        if why in own:
            return JSONResponse({"said": [own[why]]}, status)
        hint = words.say(HINTS[why]) if why in HINTS else own["photo_tap"]
        return JSONResponse({"said": [f"{words.say(why)}: {hint}"]}, status)


def why_not_taken(session: SharedSession, read: PhotoRead, most: int) -> str:
    """Return the key of the word for why a table does not take what was read, "" where it does."""
    if len(read.sheets) > most:
        return "photo_one_sheet"
    maps = {sheet["dungeon"] for sheet in read.sheets} - {"", session.game.dungeon}
    return "photo_other_map" if maps and session.game.dungeon else ""


def read_here(roots: tuple[Path, ...], game: str, content: bytes, language: str) -> PhotoRead:
    """Return what a picture shows, read in this process, which is bounded for good."""
    _bound_memory()
    from generator.photo.scores_from_photos import UnreadablePhoto, read_picture

    try:
        found = read_picture(GameCatalogue(roots), game, content, language)
        return PhotoRead(tuple(map(_plain, found)))
    except UnreadablePhoto as refused:
        return PhotoRead(why=refused.why)
    except Exception:
        return PhotoRead(why="photo_failed")  # strangers' bytes, in libraries of others: nobody reads a trace of it


def _bound_memory() -> None:
    try:
        import resource
    except ModuleNotFoundError:  # Windows: the pictures are bounded, and the time is
        return
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def _plain(sheet: Any) -> dict[str, Any]:
    """Return a sheet that was read as a page shows it: lengths in points, its picture made flat."""
    spoken, places = sheet.page.box_names, sheet.page.print.boxes
    return {
        "dungeon": sheet.page.known.drawn or "",
        "size": [round(side, 2) for side in sheet.page.frame.size],
        "picture": "data:image/jpeg;base64," + base64.b64encode(sheet.jpeg()).decode(),
        "boxes": [
            {"id": id, "name": spoken[id], "ticked": judged.ticked, "place": _place(places[id])}
            for id, judged in sheet.boxes.items()
        ],
    }


def _place(box: Any) -> list[float]:
    return [round(side, 2) for side in (box.x, box.y, box.width, box.height)]
