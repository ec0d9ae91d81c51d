"""Reads uploaded photos of sheets, one at a time, each in a child process with limited resources.

A picture is only in memory: it is never stored, and nothing is left if a process ends early.
"""

import asyncio
import base64
import importlib.util
import threading
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from generator.child_processes import AbandonedCall, call_apart, limit_resource
from generator.diagnostics import ScrawlError
from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.words import ScoreWords
from generator.workshop.http import watch_disconnect, workshop_words
from generator.workshop.shared_session import SharedSession

PATH = "/photo"
MOST_SENT = 8_000_000  # bytes of a picture, which pages reduce before
MOST_WAITING = 4  # pictures at the same time, including the one being read
MOST_SECONDS = 90  # of the processor
MOST_MEMORY = 3_000_000_000  # bytes of memory that a process may reserve; it uses a third of that
NEARER = ("photo_no_sheet", "photo_no_code", "photo_unsharp")  # problems that another photo may solve
HINTS = {key: f"{key}_hint" for key in ("photo_damaged", "photo_heic", "photo_small", "photo_dark")} | dict.fromkeys(
    NEARER, "photo_unsharp_hint"
)
"""Hints for reasons why a picture cannot be read; for other reasons, the hint is to tap boxes or type answers."""


PhotoRead = list[dict[str, Any]] | str  # the sheets on a photo as JSON values, or the key of why there are none


class PhotoReader:
    """Reads uploaded photos one at a time; a limited number may wait, and further ones are refused."""

    def __init__(self, catalogue: GameCatalogue) -> None:
        self.catalogue = catalogue
        self.turn = asyncio.Lock()
        self.waiting = 0

    def reads(self, session: SharedSession) -> bool:
        """Return whether photos of a session's sheets can be read: only if their boxes contain all that is scored."""
        table, is_installed = session.rules.table, importlib.util.find_spec("cv2") is not None
        return is_installed and table.scored_by_ticks and table.filled.columns == table.filled.games == 1

    async def answer(self, request: Request, session: SharedSession, limit: int) -> Response:
        """Return the boxes read from the photo in a request, which may show up to `limit` sheets; raises Refused."""
        if not self.reads(session):
            return self.refusal(session, "photo_not_here")
        if self.waiting >= MOST_WAITING:
            return self.refusal(session, "photo_busy", 503)
        self.waiting += 1
        try:
            content, client_gone, rules = await request.body(), threading.Event(), session.rules
            arguments = self.catalogue.roots, rules.game, content, rules.words.language
            call = partial(call_apart, read_here, *arguments, seconds=MOST_SECONDS, given_up=client_gone.is_set)
            async with watch_disconnect(request, client_gone), self.turn:
                photo: PhotoRead = await to_thread.run_sync(call)
        except AbandonedCall:
            return self.refusal(session, "photo_failed", 409)
        except ScrawlError:
            return self.refusal(session, "photo_failed")
        finally:
            self.waiting -= 1
        if isinstance(photo, str):
            return self.refusal(session, photo)
        if problem := why_not_taken(session, photo, limit):
            return self.refusal(session, problem)
        return JSONResponse({"sheets": photo, "cards": session.views.card_questions(session.state)})

    def refusal(self, session: SharedSession, problem: str, status: int = 422) -> Response:
        """Return a response why a photo cannot be read (`problem`), with a hint, in the session's language."""
        words = session.rules.words
        messages = workshop_words(self.catalogue, words.language)
        if problem in messages:
            return JSONResponse({"messages": [messages[problem]]}, status)
        hint = words.say(HINTS[problem]) if problem in HINTS else messages["photo_tap"]
        return JSONResponse({"messages": [f"{words.say(problem)}: {hint}"]}, status)


def why_not_taken(session: SharedSession, sheets: Sequence[Mapping[str, Any]], limit: int) -> str:
    """Return the key of the message why a session does not accept the sheets read; "" if it accepts them."""
    if len(sheets) > limit:
        return "photo_one_sheet"
    maps = {sheet["dungeon"] for sheet in sheets} - {"", session.state.dungeon}
    return "photo_other_map" if maps and session.state.dungeon else ""


def read_here(roots: tuple[Path, ...], game: str, content: bytes, language: str) -> PhotoRead:
    """Return the sheets on a photo; permanently limits the memory of this process, which should be a child process."""
    limit_resource("RLIMIT_AS", MOST_MEMORY)
    from generator.photo.scores_from_photos import UnreadablePhoto, read_picture

    try:
        catalogue = GameCatalogue(roots)
        words = ScoreWords(catalogue, language)
        return [_plain(sheet, words) for sheet in read_picture(catalogue, game, content, language)]
    except UnreadablePhoto as refused:
        return refused.key
    except Exception:
        return "photo_failed"  # strangers' bytes in other people's libraries: a traceback is useless


def _plain(sheet: Any, words: ScoreWords) -> dict[str, Any]:
    """Return a sheet read from a photo as data for JSON: results and places of boxes in points, flattened picture."""
    spoken, places = sheet.page.box_names, sheet.page.print.boxes
    return {
        "dungeon": sheet.page.identity.dungeon or "",
        "size": [round(side, 2) for side in sheet.page.frame.size],
        "messages": sheet.reasons(words),
        "rows": [{"name": row.name, "boxes": list(row.ids)} for row in sheet.rows],
        "picture": "data:image/jpeg;base64," + base64.b64encode(sheet.jpeg()).decode(),
        "boxes": [
            {"id": id, "name": spoken[id], "ticked": judged.ticked, "place": [round(side, 2) for side in places[id]]}
            for id, judged in sheet.boxes.items()
        ],
    }
