"""The requests of the page that begin something new in the user's own folder: a game, or a deck of a table."""

from collections.abc import Callable
from typing import Any

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from generator.authoring.new_files import NewFiles, new_deck, new_game, write_new
from generator.authoring.new_game import NewGameRequest, check_name, kebab, starter_kinds
from generator.commands.card_table_preview import look_languages
from generator.diagnostics import InvalidInput
from generator.imposition.paper import read_card_size
from generator.reading.foreign_tables import read_foreign
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.headings import plain_letters
from generator.workshop.http import Endpoint, Refused, Routes, fault_json, number_in, sent_json, text_in
from generator.workshop.own_folder import OwnFolder
from generator.workshop.table_preview_routes import brought_table

MOST_PLAYERS = 99
FIELDS = {"NAME": "title", "DECK": "deck", "--size": "size"}  # where a fault of a command stands in the page
Begun = dict[str, Any]


class NewRoutes:
    """Begins games and decks as `scrawl new` does, never over a file that is there."""

    def __init__(self, catalogue: GameCatalogue, own: OwnFolder) -> None:
        self.catalogue = catalogue
        self.own = own

    def routes(self) -> Routes:
        """Yield the paths with their handlers and methods."""
        yield "/new", self.offer, ["GET"]
        for does in (self.game, self.deck):
            yield f"/new/{does.__name__}", self._answering(does), ["POST"]

    def offer(self, _request: Request) -> dict[str, Any]:
        """Tell the kinds of sheets and the languages that a game can begin with, and where it would lie."""
        languages = [language for language in look_languages(self.catalogue) if language != "en"]
        home = str(self.own.home) if self.own.home else ""
        return {"kinds": list(starter_kinds()), "languages": languages, "home": home}

    def _answering(self, does: Callable[[dict[str, Any]], Begun]) -> Endpoint:
        async def answer(request: Request) -> Response:
            sent = await sent_json(request)
            try:
                return JSONResponse(await to_thread.run_sync(does, sent))
            except InvalidInput as fault:
                told = [{**fault_json(each), "option": FIELDS.get(each.place.path, "")} for each in fault.diagnostics]
                return JSONResponse({"faults": told}, 422)

        return answer

    def game(self, sent: dict[str, Any]) -> Begun:
        """Write a game of a kind, called after its title."""
        title, kind, languages = text_in(sent, "title").strip(), text_in(sent, "kind"), sent.get("languages", [])
        players = (number_in(sent, "least", 1, MOST_PLAYERS), number_in(sent, "most", 1, MOST_PLAYERS))
        if kind not in starter_kinds():
            raise Refused(400, "there is no such kind")
        if not isinstance(languages, list) or not set(map(str, languages)) <= {*look_languages(self.catalogue)}:
            raise Refused(400, "languages are those of the program")
        if players[0] > players[1]:
            raise Refused(400, f"players are 1 to {MOST_PLAYERS}, at least and at most")
        folder = self.own.need_home()
        name = kebab(plain_letters(title))
        check_name(self.catalogue, name)
        self._write(new_game(self.catalogue, folder, NewGameRequest(name, kind, title, players, languages)))
        return {"game": name, "file": ""}

    def deck(self, sent: dict[str, Any]) -> Begun:
        """Write a deck of the table that the page brings, into a game."""
        table, deck, game = brought_table(sent), text_in(sent, "deck").strip(), text_in(sent, "game")
        size = text_in(sent, "size", "").strip()
        if game not in self.catalogue.games():
            raise Refused(404, "no such game")
        folder, asked = self.own.need_home(), read_card_size(self.catalogue, size) if size else None
        read = read_foreign(table.content, table.name, table.sheet)
        new = new_deck(self.catalogue, folder, game, deck, read, asked)
        self._write(new)
        notes = [fault_json(note) for note in new.notes]
        return {"game": game, "file": f"cards/{game}/{deck}.csv", "notes": notes}

    def _write(self, new: NewFiles) -> None:
        with self.own.lock:
            write_new(new, lambda: self.catalogue)
