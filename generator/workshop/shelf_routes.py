"""Requests of the page that shows all games: their cards and sheets as live pictures, and the words of the pages."""

from dataclasses import dataclass
from typing import Any

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from generator.diagnostics import attempt
from generator.game.game import open_game
from generator.products.print_pack import open_pack
from generator.reading.game_catalogue import GameCatalogue
from generator.units import mm
from generator.workshop.folder_watcher import FolderWatcher
from generator.workshop.http import (
    Routes,
    Unsaved,
    font_file,
    game_of,
    handbook,
    languages_shown,
    missing,
    revalidated,
    unsaved_text,
    workshop_words,
)
from generator.workshop.own_folder import OwnFolder
from generator.workshop.previews import Preview, PreviewRequest, picture, shelf

BLEED = mm(3)  # beyond the cut of a card that is shown with it


@dataclass(eq=False)
class ShelfRoutes:
    """Shows games with the user's files as saved, or with the unsaved text of one of these files."""

    catalogue: GameCatalogue
    files: OwnFolder
    changes: FolderWatcher

    def routes(self) -> Routes:
        """Yield the paths with their handlers and methods."""
        yield "/words/{language}", self.words, ["GET"]
        yield "/games", self.games, ["GET"]
        yield "/shelf", self.shelf, ["GET"]
        yield "/picture", self.picture, ["GET", "POST"]
        yield "/handbook/{language}/{page}", handbook, ["GET"]
        yield "/changes", self.stream_changes, ["GET"]

    def words(self, request: Request) -> Response:
        return revalidated(request, workshop_words(self.catalogue, request.path_params["language"]))

    def games(self, request: Request) -> Response:
        """Return the games with their languages and their titles in the requested language, and all editions.

        `requested` are the games to open the page with: a single one, or several of the user's own to choose from.
        """
        language = request.query_params.get("language", "")
        games = [self._game_json(game, language) for game in self.catalogue.games()]
        editions = self.catalogue.names("layouts/common/editions")
        data = {"games": games, "requested": self.catalogue.requested_games, "editions": editions}
        return revalidated(request, data)

    def _game_json(self, game: str, language: str) -> dict[str, Any]:
        """Return a game with its title and languages; the title of a game with broken files is its id."""
        languages = languages_shown(self.catalogue, game)
        title_language = language if language in languages else languages[0]
        title = attempt([], lambda: open_game(self.catalogue, game, title_language).title) or game
        return {"game": game, "title": title, "languages": languages}

    def shelf(self, request: Request) -> Response:
        return revalidated(request, shelf(self.catalogue, *game_of(self.catalogue, request)))

    async def picture(self, request: Request) -> Response:
        """Draw the requested card, sheet or page.

        `bleed` includes the bleed of a card beyond its cut; `prefix` begins all ids in the picture, for web pages with
        several pictures. A request may send the unsaved text of a file.
        """
        face, query = self.preview_request(request), request.query_params
        unsaved = await unsaved_text(request)
        preview = await to_thread.run_sync(self._picture, face, query.get("prefix", "")[:20], unsaved)
        edges = {"size": preview.size, "cut": preview.cut, "safe": preview.safe}
        record = {"record": str(preview.record) if preview.record else ""}
        data = {"svg": preview.svg, "title": preview.title, "fonts": sorted(preview.fonts), **edges, **record}
        return revalidated(request, data)

    def _picture(self, face: PreviewRequest, prefix: str, unsaved: Unsaved | None) -> Preview:
        with self.files.catalogue_with(unsaved) as catalogue:
            return picture(catalogue, face, prefix)

    def preview_request(self, request: Request) -> PreviewRequest:
        """Return which card, sheet or page a request asks for."""
        query = request.query_params
        return PreviewRequest(
            *game_of(self.catalogue, request),
            query.get("edition") or None,
            query.get("kind", "deck"),
            query.get("name", ""),
            query.get("card", ""),
            query.get("side", "front"),
            query.get("map") or None,
            BLEED if query.get("bleed") else 0.0,
        )

    def font(self, request: Request) -> Response:
        """Return a font of a game, ignoring font features after "+" in its name; needs no key of the workshop."""
        game, name = request.path_params["game"], request.path_params["name"]
        if game not in self.catalogue.games():
            return missing("no such game")
        fonts = open_pack(self.catalogue, game, languages_shown(self.catalogue, game)[0]).fonts.paths
        source = fonts.get(name.partition("+")[0])
        return font_file(source, request) if source is not None else missing("no such font")

    async def stream_changes(self, _request: Request) -> Response:
        return StreamingResponse(self.changes.listen(), media_type="text/event-stream")
