"""The requests of the pages that change texts: dungeons drawn by hand, and the files that pictures are made from."""

import threading
from typing import Any

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from generator.maps.map_rules import has_maps
from generator.reading.edits.deck_rows import NotChanged
from generator.workshop import http
from generator.workshop.dungeon_editor import DungeonEditor

MOST_CELLS = 20_000  # that are changed at once


class DungeonEditorRoutes:
    """Answers for dungeons of the game and language that a request names."""

    def __init__(self, drawings: DungeonEditor, game_of: http.GameOf) -> None:
        self.drawings = drawings
        self.game_of = game_of
        self.playing = threading.Event()  # set where nobody waits for the games any more

    def routes(self) -> http.Routes:
        """Yield the paths with their handlers and methods."""
        yield "/sources", self.sources, ["GET"]
        yield "/sources/found", self.search, ["POST"]
        yield "/source", self.source, ["GET"]
        yield "/source", self.save_source, ["POST"]
        yield "/source/rows", self.rows, ["POST"]
        yield "/source/words", self.words, ["POST"]
        yield "/dungeons", self.dungeons, ["GET"]
        yield "/dungeons/{name}", self.open, ["GET"]
        for does in (self.begin, self.generate, self.draw, self.play, self.save, self.picture):
            yield f"/dungeons/{{name}}/{does.__name__}", does, ["POST"]

    def sources(self, request: Request) -> dict[str, Any]:
        """Name the files of texts that a game is made of."""
        return {"files": self.drawings.own.sources(self.game_of(request)[0])}

    async def search(self, request: Request) -> dict[str, Any]:
        """Tell the lines of these files that hold some words; one of them as its text is typed, and not saved."""
        game, _ = self.game_of(request)
        sent = await http.sent_json(request)
        wanted, file, text = http.text_in(sent, "wanted"), http.text_in(sent, "file"), http.file_text(sent)
        if not wanted.strip():
            raise http.Refused(400, "nothing is wanted")
        return await to_thread.run_sync(self.drawings.own.search, game, wanted, file, text)

    def source(self, request: Request) -> dict[str, Any]:
        """Show a file that a picture was made from."""
        return self.drawings.own.source(request.query_params.get("file", ""))

    async def save_source(self, request: Request) -> dict[str, Any]:
        sent = await http.sent_json(request)
        return await to_thread.run_sync(
            self.drawings.own.save_source,
            http.text_in(sent, "file"),
            http.file_text(sent),
            http.text_in(sent, "seen", ""),
        )

    async def rows(self, request: Request) -> Response:
        """Change rows of the text of a deck, which is not saved, and tell what it holds then, or why it is not done."""
        sent = await http.sent_json(request)
        file, text, edits = http.text_in(sent, "file"), http.file_text(sent), sent.get("edits")
        if not isinstance(edits, list) or len(edits) > MOST_CELLS:
            raise http.Refused(400, "edits is no list")
        try:
            return JSONResponse(await to_thread.run_sync(self.drawings.own.rows, file, text, edits))
        except NotChanged as fault:
            return JSONResponse({"refused": fault.why, "edit": fault.edit}, 422)

    async def words(self, request: Request) -> dict[str, Any]:
        """Tell what can be written in a text, which is not saved, at a place where a word begins."""
        sent = await http.sent_json(request)
        file, text = http.text_in(sent, "file"), http.file_text(sent)
        line, column = (http.number_in(sent, key, 0, http.MOST_SIGNS) for key in ("line", "column"))
        return {"words": await to_thread.run_sync(self.drawings.own.completions, file, text, line, column)}

    def dungeons(self, request: Request) -> dict[str, Any]:
        game, language = self.game_of(request)
        if not has_maps(self.drawings.catalogue, game):
            return {"dungeons": None, "home": ""}
        home = self.drawings.own.home
        return {"dungeons": self.drawings.dungeons(game, language), "home": str(home) if home else ""}

    async def open(self, request: Request) -> dict[str, Any]:
        game, name = self._asked(request)
        return await self._seen(request, await to_thread.run_sync(self.drawings.open, game, name))

    async def begin(self, request: Request) -> dict[str, Any]:
        game, name = self._asked(request)
        return await self._seen(request, self.drawings.begin(game, name, await http.sent_json(request)))

    async def generate(self, request: Request) -> dict[str, Any]:
        game, name = self._asked(request)
        sent = await http.sent_json(request)
        return await self._seen(request, await to_thread.run_sync(self.drawings.generate, game, name, sent))

    async def draw(self, request: Request) -> dict[str, Any]:
        """Make changes in a text, none too, and show what came of them."""
        game, name = self._asked(request)
        sent = await http.sent_json(request)
        text, edits = http.file_text(sent), sent.get("edits")
        if not isinstance(edits, list):
            raise http.Refused(400, "edits is no list")
        drawn = await to_thread.run_sync(self.drawings.edit, game, name, text, edits)
        return await self._seen(request, {"text": drawn})

    async def play(self, request: Request) -> dict[str, Any]:
        """Play on a text and tell what is earned there; given up where the page goes away or asks for another."""
        game, name = self._asked(request)
        text, language = http.file_text(await http.sent_json(request)), self.game_of(request)[1]
        self.playing.set()
        gone = self.playing = threading.Event()
        async with http.tell_when_gone(request, gone):
            sentence, lacks = await to_thread.run_sync(self.drawings.play, game, name, text, language, gone.is_set)
        return {"told": sentence, "lacks": lacks}

    async def save(self, request: Request) -> dict[str, Any]:
        game, name = self._asked(request)
        sent = await http.sent_json(request)
        text, seen = http.file_text(sent), http.text_in(sent, "seen", "")
        return await to_thread.run_sync(self.drawings.save, game, name, text, seen)

    async def picture(self, request: Request) -> dict[str, Any]:
        """Draw the sheet or the card of a text as it will print."""
        game, name = self._asked(request)
        sent = await http.sent_json(request)
        language = self.game_of(request)[1]
        text, kind, side = http.file_text(sent), http.text_in(sent, "kind"), http.text_in(sent, "side", "front")
        drawn = await to_thread.run_sync(self.drawings.picture, game, name, text, language, kind, side)
        return {"svg": drawn.svg if drawn else "", "fonts": sorted(drawn.fonts) if drawn else []}

    def _asked(self, request: Request) -> tuple[str, str]:
        game, name = self.game_of(request)[0], request.path_params["name"]
        if not has_maps(self.drawings.catalogue, game):
            raise http.Refused(404, "this game has no dungeons")
        return game, name

    async def _seen(self, request: Request, found: dict[str, Any]) -> dict[str, Any]:
        game, language = self.game_of(request)
        name = request.path_params["name"]
        view = await to_thread.run_sync(self.drawings.view, game, name, found["text"], language)
        return {**found, **view, "faults": [http.fault_json(fault) for fault in view["faults"]]}
