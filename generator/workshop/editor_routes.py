"""The requests of the pages that change texts: dungeons drawn by hand, and the files that pictures are made from."""

import contextlib
import threading
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from generator.diagnostics import CannotWrite, Diagnostic
from generator.maps.map_rules import has_maps
from generator.reading.edits.deck_text_editor import NotChanged
from generator.reading.game_search_path import GameSearchPath
from generator.workshop.dungeon_editor import DungeonEditor, DungeonFileEditRefused
from generator.workshop.leaving_pages import tell_when_gone
from generator.workshop.own_folder import NotSaved, OwnFolder
from generator.workshop.player_app import Handler, Refused, number_in, sent_json, text_in

MOST_SIGNS = 300_000  # of a text
MOST_CELLS = 20_000  # that are changed at once

Unsaved = tuple[str, str]  # a file as it is shown, and its text
GameOf = Callable[[Request], tuple[str, str]]
Answered = Callable[[Request], Awaitable[dict[str, Any]]]


class DungeonEditorRoutes:
    """Answers for dungeons of the game and language that a request names."""

    def __init__(self, drawings: DungeonEditor, game_of: GameOf) -> None:
        self.drawings = drawings
        self.game_of = game_of
        self.playing = threading.Event()  # set where nobody waits for the games any more

    def routes(self) -> Iterator[tuple[str, Handler, list[str]]]:
        """Yield the paths with their handlers and methods."""
        yield "/sources", _answering(self.sources), ["GET"]
        yield "/sources/found", _answering(self.found), ["POST"]
        yield "/source", _answering(self.source), ["GET"]
        yield "/source", _answering(self.save_source), ["POST"]
        yield "/source/rows", self.rows, ["POST"]
        yield "/source/words", _answering(self.words), ["POST"]
        yield "/dungeons", _answering(self.listed), ["GET"]
        yield "/dungeons/{name}", _answering(self.open), ["GET"]
        for does in (self.begin, self.generate, self.draw, self.play, self.save, self.picture):
            yield f"/dungeons/{{name}}/{does.__name__}", _answering(does), ["POST"]

    async def sources(self, request: Request) -> dict[str, Any]:
        """Name the files of texts that a game is made of."""
        game, _ = self.game_of(request)
        return {"files": await to_thread.run_sync(self.drawings.own.sources, game)}

    async def found(self, request: Request) -> dict[str, Any]:
        """Tell the lines of these files that hold some words; one of them as its text is typed, and not saved."""
        game, _ = self.game_of(request)
        sent = await sent_json(request)
        wanted, file, text = text_in(sent, "wanted"), text_in(sent, "file"), file_text(sent)
        if not wanted.strip():
            raise Refused(400, "nothing is wanted")
        return await to_thread.run_sync(self.drawings.own.found, game, wanted, file, text)

    async def source(self, request: Request) -> dict[str, Any]:
        """Show a file that a picture was made from."""
        return await to_thread.run_sync(self.drawings.own.source, request.query_params.get("file", ""))

    async def save_source(self, request: Request) -> dict[str, Any]:
        sent = await sent_json(request)
        return await to_thread.run_sync(
            self.drawings.own.save_source, text_in(sent, "file"), file_text(sent), text_in(sent, "seen", "")
        )

    async def rows(self, request: Request) -> Response:
        """Change rows of the text of a deck, which is not saved, and tell what it holds then, or why it is not done."""
        sent = await sent_json(request)
        file, text, edits = text_in(sent, "file"), file_text(sent), sent.get("edits")
        if not isinstance(edits, list) or len(edits) > MOST_CELLS:
            raise Refused(400, "edits is no list")
        try:
            return JSONResponse(await to_thread.run_sync(self.drawings.own.rows, file, text, edits))
        except NotChanged as fault:
            return JSONResponse({"refused": fault.why, "edit": fault.edit}, 422)

    async def words(self, request: Request) -> dict[str, Any]:
        """Tell what can be written in a text, which is not saved, at a place where a word begins."""
        sent = await sent_json(request)
        file, text = text_in(sent, "file"), file_text(sent)
        line, column = (number_in(sent, key, 0, MOST_SIGNS) for key in ("line", "column"))
        return {"words": await to_thread.run_sync(self.drawings.own.completions, file, text, line, column)}

    async def listed(self, request: Request) -> dict[str, Any]:
        game, language = self.game_of(request)
        if not has_maps(self.drawings.catalogue, game):
            return {"dungeons": None, "home": ""}
        home = self.drawings.own.home
        known = await to_thread.run_sync(self.drawings.listed, game, language)
        return {"dungeons": known, "home": str(home) if home else ""}

    async def open(self, request: Request) -> dict[str, Any]:
        game, name = self._asked(request)
        return await self._seen(request, await to_thread.run_sync(self.drawings.opened, game, name))

    async def begin(self, request: Request) -> dict[str, Any]:
        game, name = self._asked(request)
        return await self._seen(request, self.drawings.begun(game, name, await sent_json(request)))

    async def generate(self, request: Request) -> dict[str, Any]:
        game, name = self._asked(request)
        sent = await sent_json(request)
        return await self._seen(request, await to_thread.run_sync(self.drawings.generated, game, name, sent))

    async def draw(self, request: Request) -> dict[str, Any]:
        """Make changes in a text, none too, and show what came of them."""
        game, name = self._asked(request)
        sent = await sent_json(request)
        text, edits = file_text(sent), sent.get("edits")
        if not isinstance(edits, list):
            raise Refused(400, "edits is no list")
        drawn = await to_thread.run_sync(self.drawings.edited, game, name, text, edits)
        return await self._seen(request, {"text": drawn})

    async def play(self, request: Request) -> dict[str, Any]:
        """Play on a text and tell what is earned there; given up where the page goes away or asks for another."""
        game, name = self._asked(request)
        text, language = file_text(await sent_json(request)), self.game_of(request)[1]
        self.playing.set()
        gone = self.playing = threading.Event()
        async with tell_when_gone(request, gone):
            sentence, lacks = await to_thread.run_sync(self.drawings.played, game, name, text, language, gone.is_set)
        return {"told": sentence, "lacks": lacks}

    async def save(self, request: Request) -> dict[str, Any]:
        game, name = self._asked(request)
        sent = await sent_json(request)
        text, seen = file_text(sent), text_in(sent, "seen", "")
        return await to_thread.run_sync(self.drawings.saved, game, name, text, seen)

    async def picture(self, request: Request) -> dict[str, Any]:
        """Draw the sheet or the card of a text as it will print."""
        game, name = self._asked(request)
        sent = await sent_json(request)
        language = self.game_of(request)[1]
        text, kind, side = file_text(sent), text_in(sent, "kind"), text_in(sent, "side", "front")
        drawn = await to_thread.run_sync(self.drawings.picture, game, name, text, language, kind, side)
        return {"svg": drawn.svg if drawn else "", "fonts": sorted(drawn.fonts) if drawn else []}

    def _asked(self, request: Request) -> tuple[str, str]:
        game, name = self.game_of(request)[0], request.path_params["name"]
        if not has_maps(self.drawings.catalogue, game):
            raise Refused(404, "this game has no dungeons")
        return game, name

    async def _seen(self, request: Request, found: dict[str, Any]) -> dict[str, Any]:
        game, language = self.game_of(request)
        name = request.path_params["name"]
        view = await to_thread.run_sync(self.drawings.view, game, name, found["text"], language)
        return {**found, **view, "faults": [fault_json(fault) for fault in view["faults"]]}


async def unsaved_text(request: Request) -> Unsaved | None:
    """Return the file that a request sends as it is typed, with its text; None where it sends none."""
    sent = await sent_json(request) if request.method == "POST" else {}
    return (text_in(sent, "file"), file_text(sent)) if sent else None


@contextlib.contextmanager
def catalogue_with(own: OwnFolder, unsaved: Unsaved | None) -> Iterator[GameSearchPath]:
    """Give the catalogue of a folder, as if an `unsaved` text were saved; raises Refused for one that cannot be."""
    if unsaved is None:
        yield own.catalogue
        return
    try:
        with own.unsaved(*unsaved) as catalogue:
            yield catalogue
    except NotSaved as fault:
        raise Refused(409, str(fault)) from None


def file_text(sent: dict[str, Any]) -> str:
    """Return the text of a file that a request sends; raises Refused for what is none."""
    text = sent.get("text")
    if not isinstance(text, str) or len(text) > MOST_SIGNS or any("\ud800" <= sign <= "\udfff" for sign in text):
        raise Refused(400, "text is no text of a file")
    return text


def _answering(does: Answered) -> Handler:
    async def answer(request: Request) -> Response:
        try:
            return JSONResponse(await does(request))
        except (DungeonFileEditRefused, NotSaved, CannotWrite) as fault:
            return JSONResponse({"fault": str(fault)}, 409)

    return answer


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
