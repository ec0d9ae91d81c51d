"""The workshop's own page, for the one who started it: the shelf, live pictures, printing, tables to score at."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import segno
from anyio import to_thread
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from generator.diagnostics import AmbiguousGame, CannotWrite, InvalidInput
from generator.fonts.files import FontInstanceSource
from generator.game.game import open_game
from generator.game.words import languages_of
from generator.reading.game_search_path import GameSearchPath
from generator.scoring.dialogue.results import entered_game, score_of
from generator.scoring.map_chapters import MapChapter, cards_on, chapters_of
from generator.scoring.rules import ScoringRules, open_rules
from generator.storage.journal import DamagedJournal
from generator.storage.save_to_ledger import save_game
from generator.storage.store import SavedGameChangedElsewhere, record_sign
from generator.units import mm
from generator.workshop.dungeon_editor import DungeonEditor
from generator.workshop.editor_routes import DungeonEditorRoutes, Unsaved, catalogue_with, fault_json, unsaved_text
from generator.workshop.folder_watcher import FolderWatcher
from generator.workshop.game_history_routes import HistoryRoutes
from generator.workshop.new_routes import NewRoutes
from generator.workshop.photo_reading import MOST_SENT, PhotoReader
from generator.workshop.photo_reading import PATH as PHOTO
from generator.workshop.picture_upload_routes import MOST_PICTURE, PictureRoutes
from generator.workshop.player_app import (
    Handler,
    Refused,
    answered_claim,
    answering,
    attachment,
    font_file,
    has_boxes,
    photo_change,
    seat_change,
    seat_in,
    sent_json,
    text_in,
)
from generator.workshop.previews import Preview, PreviewRequest, picture, shelf
from generator.workshop.print_routes import PrintRoutes
from generator.workshop.printer_calibration_routes import PrinterRoutes
from generator.workshop.proof_routes import FaceCheckRoutes
from generator.workshop.result_announcement import ResultAnnouncement
from generator.workshop.score_pad_previews import SheetPreviews
from generator.workshop.session_change_sentences import told_changes
from generator.workshop.session_journal import InvalidSessionFile
from generator.workshop.sessions import LiveSession, SessionClosed, SessionNotSaved, SharedSessions, TooManySessions
from generator.workshop.shared_session import SharedSession, new_session, same
from generator.workshop.static_files import lost, missing, page, page_routes, scripts_of
from generator.workshop.table_preview_routes import UploadedTableRoutes
from generator.workshop.words import workshop_words

MOST_SHEETS = 8  # in one picture
MOST_CHANGES = 300  # of a table that are told
BLEED = mm(3)  # beyond the cut of a card that is shown with it
LARGER = {"/pictures": MOST_PICTURE, PHOTO: MOST_SENT}  # the paths to which more may be sent than to others
Addresses = Callable[[], list[str]]  # where phones find the score pad; starts it where it does not run yet


class WorkshopApp:
    """The requests of the workshop's page; all but its files want the key that stands in its address."""

    def __init__(
        self,
        catalogue: GameSearchPath,
        sessions: SharedSessions,
        changes: FolderWatcher,
        key: str,
        addresses: Addresses,
        ledger: Path | None,
        printers: Path | None = None,
        pictures: SheetPreviews | None = None,
        endings: ResultAnnouncement | None = None,
        photos: PhotoReader | None = None,
    ) -> None:
        self.catalogue = catalogue
        self.sessions = sessions
        self.changes = changes
        self.key = key
        self.addresses = addresses
        self.ledger = ledger
        self.pictures = pictures or SheetPreviews(catalogue)
        self.endings = endings or ResultAnnouncement(
            catalogue, ledger, lambda language: workshop_words(catalogue, language)
        )
        self.photos = photos or PhotoReader(catalogue)
        self.drawing = DungeonEditorRoutes(DungeonEditor(catalogue), self._game)
        self.history = HistoryRoutes(catalogue, ledger, self._game)
        self.printers = PrinterRoutes(catalogue, self._game, printers)
        self.printing = PrintRoutes(catalogue, self._game)
        self.beginning = NewRoutes(catalogue, self.drawing.drawings.own)
        self.bringing = PictureRoutes(catalogue, self.drawing.drawings.own, self._game)
        self.proofs = FaceCheckRoutes(self.drawing.drawings.own, self._wanted)
        self.spreadsheets = UploadedTableRoutes(catalogue, self.printing)

    def app(self) -> Starlette:
        """Return the app; it answers nothing that is not listed here."""
        rooms = (
            *(self.drawing, self.history, self.printers, self.printing),
            *(self.beginning, self.bringing, self.spreadsheets, self.proofs),
        )
        files = (
            *scripts_of("host.js"),
            "host.css",
            "studio.css",
            "print.css",
            "dungeons.css",
            "players.css",
            "finish.css",
            "rooms.css",
            "lost.css",
            "photo.css",
        )
        routes = [
            Route("/", lambda _: page("host.html")),
            *page_routes(files),
            Route("/fonts/{game}/{name}", answering(self.font)),
            Route("/words/{language}", self._kept(self.words)),
            Route("/games", self._kept(self.games)),
            Route("/shelf", self._kept(self.shelf)),
            Route("/picture", self._kept(self.picture), methods=["GET", "POST"]),
            Route("/changes", self._kept(self.changed)),
            *(
                Route(path, self._kept(handler), methods=methods)
                for routes in rooms
                for path, handler, methods in routes.routes()
            ),
            Route("/maps", self._kept(self.maps)),
            Route("/tables", self._kept(self.list_sessions)),
            Route("/tables", self._kept(self.open_session), methods=["POST"]),
            Route("/tables/{id}/save", self._kept(self.save_session), methods=["POST"]),
            Route("/board", self._kept(self.board)),
            Route("/tables/{id}/reveal", self._kept(self.reveal), methods=["POST"]),
            Route("/tables/{id}/finish", self._kept(self.finish)),
            Route("/tables/{id}/board.png", self._kept(self.board_picture)),
            Route("/tables/{id}/changes", self._kept(self.changes_of_session)),
            Route("/tables/{id}/back", self._kept(self.take_back), methods=["POST"]),
            Route(PHOTO, self._kept(self.photo), methods=["POST"]),
            Route("/tables/{id}/photo", self._kept(self.take_photo), methods=["POST"]),
            Route("/tables/{id}/seat", self._kept(self.change_seat), methods=["POST"]),
            Route("/tables/{id}/close", self._kept(self.close_session), methods=["POST"]),
        ]
        return Starlette(routes=routes, exception_handlers={404: lost})

    def _kept(self, handler: Handler) -> Handler:
        """Return a handler that wants the key, and whose faults become answers."""

        async def answer(request: Request) -> Response:
            if not same(request.headers.get("x-key", ""), self.key):
                return JSONResponse({"fault": "this page was opened without its key"}, 403)
            try:
                return await handler(request)
            except InvalidInput as fault:
                return JSONResponse({"faults": [fault_json(diagnostic) for diagnostic in fault.diagnostics]}, 422)
            except (CannotWrite, AmbiguousGame) as fault:
                return JSONResponse({"fault": str(fault)}, 409)
            except SessionClosed:
                return JSONResponse({"fault": "no such table"}, 404)
            except SessionNotSaved as fault:
                return JSONResponse({"fault": str(fault)}, 507)

        return answering(answer)

    # the shelf

    async def words(self, request: Request) -> Response:
        return JSONResponse(workshop_words(self.catalogue, request.path_params["language"]))

    async def games(self, request: Request) -> Response:
        """Tell the games of the shelf with their languages, their titles in the one asked for, and the editions.

        `meant` are those that the page may open with: one, or several of the user's own that it asks about.
        """
        language = request.query_params.get("language", "")
        games = await to_thread.run_sync(
            lambda: [_game_json(self.catalogue, game, language) for game in self.catalogue.games()]
        )
        editions = self.catalogue.names("layouts/common/editions")
        return JSONResponse({"games": games, "meant": self.catalogue.meant_games, "editions": editions})

    async def shelf(self, request: Request) -> Response:
        game, language = self._game(request)
        return JSONResponse(await to_thread.run_sync(shelf, self.catalogue, game, language))

    async def picture(self, request: Request) -> Response:
        """Draw a face, with `bleed` what is printed beyond its cut; `prefix` begins its ids, for pages with several.

        A request that sends the text of a file has it drawn as if that were saved.
        """
        wanted, asked = self._wanted(request), request.query_params
        unsaved = await unsaved_text(request)
        drawn = await to_thread.run_sync(self._picture, wanted, asked.get("prefix", "")[:20], unsaved)
        edges = {"size": drawn.size, "cut": drawn.cut, "safe": drawn.safe}
        record = {"record": str(drawn.record) if drawn.record else ""}
        return JSONResponse({"svg": drawn.svg, "title": drawn.title, "fonts": sorted(drawn.fonts), **edges, **record})

    def _wanted(self, request: Request) -> PreviewRequest:
        game, language = self._game(request)
        asked = request.query_params
        return PreviewRequest(
            game,
            language,
            asked.get("edition") or None,
            asked.get("kind", "deck"),
            asked.get("name", ""),
            asked.get("card", ""),
            asked.get("side", "front"),
            asked.get("map") or None,
            BLEED if asked.get("bleed") else 0.0,
        )

    def _picture(self, wanted: PreviewRequest, prefix: str, unsaved: Unsaved | None) -> Preview:
        with catalogue_with(self.drawing.drawings.own, unsaved) as catalogue:
            return picture(catalogue, wanted, prefix)

    def _game(self, request: Request) -> tuple[str, str]:
        game = request.query_params.get("game") or self.catalogue.default_game
        if game not in self.catalogue.games():
            raise Refused(404, "no such game")
        languages = _languages(self.catalogue, game)
        language = request.query_params.get("language", "en")
        return game, language if language in languages else languages[0]

    async def font(self, request: Request) -> Response:
        game, name = request.path_params["game"], request.path_params["name"]
        if game not in self.catalogue.games():
            return missing("no such game")
        source = await to_thread.run_sync(_font_source, self.catalogue, game, name)
        return font_file(source) if source is not None else missing("no such font")

    async def changed(self, _request: Request) -> Response:
        return StreamingResponse(self.changes.listen(), media_type="text/event-stream")

    # shared sessions

    async def list_sessions(self, _request: Request) -> Response:
        await to_thread.run_sync(self.sessions.open_again)
        unopened = [{"file": str(each.path), "fault": each.fault} for each in self.sessions.unopened.values()]
        tables = [self._session(channel) for channel in self.sessions.channels.values()]
        players = self.sessions.players.chips() if self.sessions.players else []
        return JSONResponse({"tables": tables, "unopened": unopened, "players": players})

    def _session(self, channel: LiveSession) -> dict[str, Any]:
        session = channel.session
        links = [f"{each}/#{session.secret}" for each in self.addresses()]
        names = [sheet.name for sheet in session.game.sheets]
        own = {"spoken": session.rules.words.language, "dungeon": session.game.dungeon}
        more = {"names": names, "photo": self.photos.reads(session), "not_kept": channel.not_kept, **own}
        codes = {"link": links[0], "links": [{"link": link, "code": _code(link)} for link in links]}
        return {"id": session.id, **codes, **more, **session.view()}

    async def open_session(self, request: Request) -> Response:
        sent = await sent_json(request)
        game, language = text_in(sent, "game"), text_in(sent, "language")
        if game not in self.catalogue.games():
            raise Refused(404, "no such game")
        rules = await to_thread.run_sync(open_rules, self.catalogue, game, language)
        chapter = self._chapter(rules, sent)
        cards, dungeon = cards_on(rules, chapter), chapter.id if chapter else ""
        session = new_session(self.sessions.folder, rules, solo=sent.get("solo") is True, dungeon=dungeon, cards=cards)
        try:
            await to_thread.run_sync(self.sessions.add, session)
        except TooManySessions:
            raise Refused(429, "too many tables are open") from None
        return JSONResponse(self._session(self.sessions.channels[session.id]))

    async def board(self, request: Request) -> Response:
        """Tell a table as it is after each change, for the big screen."""
        channel = self._table(request.query_params.get("table", ""))
        return StreamingResponse(self.sessions.listen(channel, None), media_type="text/event-stream")

    async def reveal(self, request: Request) -> Response:
        """Show the next line to all, or the rest, or hide them again; `seen` is how many the host's page has shown."""
        channel, sent = self._channel(request), await sent_json(request)
        seen, does = sent.get("seen"), sent.get("does")
        if does == "hide":
            return JSONResponse(await self.sessions.change(channel, {"do": "reveal", "points": {}}))
        if not isinstance(seen, int) or does not in ("next", "rest"):
            raise Refused(400, "say what is shown")
        async with self.sessions.alone_with(channel) as session:
            return JSONResponse(await self.sessions.made(channel, lambda: session.reveal(seen, rest=does == "rest")))

    async def finish(self, request: Request) -> Response:
        """Tell what the game of a table came to: who won, what never was before, a picture."""
        session = self._channel(request).session
        if not session.seats:
            raise Refused(409, "nobody sits at this table")
        return JSONResponse(await to_thread.run_sync(self.endings.told, session))

    async def board_picture(self, request: Request) -> Response:
        """Give the end of a game as a picture to keep."""
        session = self._channel(request).session
        if not session.seats:
            raise Refused(409, "nobody sits at this table")
        made = await to_thread.run_sync(self.endings.png, session)
        return attachment(made, f"{session.rules.game}-score.png", "image/png")

    async def save_session(self, request: Request) -> Response:
        """Put the game into the ledger; saved again, it is corrected there, never kept twice.

        What was corrected elsewhere meanwhile is saved over only where that is asked for: `over`.
        """
        channel, sent = self._channel(request), await sent_json(request)
        async with self.sessions.alone_with(channel) as session:
            if not session.seats:
                raise Refused(409, "nobody sits at this table")
            if "dungeon" in sent:
                chapter = self._chapter(session.rules, sent)
                played = {"do": "play_on", "dungeon": chapter.id if chapter else ""}
                if played["dungeon"] != session.game.dungeon:
                    await self.sessions.made(channel, lambda: session.make(played))
            if session.state.wants_saving:
                seen = "" if sent.get("over") is True else session.state.saved_as
                try:
                    number, sign = await to_thread.run_sync(self._save, session, seen)
                except SavedGameChangedElsewhere as fault:
                    return JSONResponse({"corrected_elsewhere": fault.number}, 409)
                saved = {"do": "save", "game": number, "sign": sign}
                await self.sessions.made(channel, lambda: session.make(saved))
        return JSONResponse({"saved": channel.session.state.saved})

    def _save(self, session: SharedSession, seen: str) -> tuple[int, str]:
        record, result = entered_game(session.dialogue, session.game), score_of(session.dialogue, session.game)
        number = save_game(session.rules, record, result, self.ledger, token=session.id, seen=seen)
        return number, record_sign(record.in_file(session.rules))

    def _chapter(self, rules: ScoringRules, sent: dict[str, Any]) -> MapChapter | None:
        """Return the map of the shelf that a request names by its id, or None where it names none."""
        named = text_in(sent, "dungeon", "")
        chapters = chapters_of(rules, languages_of(self.catalogue, rules.game)) if named else None
        chapter = next((one for one in chapters.maps if one.id == named), None) if chapters else None
        if named and chapter is None:
            raise Refused(400, "no such map")
        return chapter

    async def maps(self, request: Request) -> Response:
        """Tell the maps that a game can be played on, each with its chapter of a story where it is one."""
        return JSONResponse({"maps": await to_thread.run_sync(self._maps, *self._game(request))})

    def _maps(self, game: str, language: str) -> list[list[str]]:
        if self.catalogue.find(f"cards/{game}/scoring.yaml") is None:
            return []
        rules = open_rules(self.catalogue, game, language)
        chapters = chapters_of(rules, languages_of(self.catalogue, game))
        return (
            [[chapter.id, f"{chapter.id.upper()} · {chapter.name(language)}"] for chapter in chapters.maps]
            if chapters
            else []
        )

    async def changes_of_session(self, request: Request) -> Response:
        """Tell the last changes of a table, the latest first: who made them, when, and what they were."""
        session = self._channel(request).session
        try:
            told = await to_thread.run_sync(self._changes_of, session)
        except (OSError, DamagedJournal) as fault:
            raise Refused(409, str(fault)) from None
        return JSONResponse({"changes": told[: -MOST_CHANGES - 1 : -1]})

    def _changes_of(self, session: SharedSession) -> list[dict[str, Any]]:
        sheet = self.pictures.sheet(session)
        return list(told_changes(session, session.entries(), sheet.boxes if sheet else {}))

    async def take_back(self, request: Request) -> Response:
        """Take a change of a table back; what was changed since stays."""
        channel, sent = self._channel(request), await sent_json(request)
        revision = sent.get("revision")
        if not isinstance(revision, int):
            raise Refused(400, "name a revision")
        async with self.sessions.alone_with(channel) as session:
            try:
                return JSONResponse(await self.sessions.made(channel, lambda: session.take_back(revision)))
            except (KeyError, InvalidSessionFile):
                raise Refused(400, "this cannot be taken back") from None
            except DamagedJournal as fault:
                raise Refused(409, str(fault)) from None

    async def change_seat(self, request: Request) -> Response:
        """Add a player without a phone; rename, remove or free a seat, or let a phone in that asks for it."""
        channel, sent = self._channel(request), await sent_json(request)
        if sent.get("do") == "join":
            return JSONResponse(await self.sessions.change(channel, {"do": "join", "name": text_in(sent, "text")}))
        asked = seat_change(sent.get("do"), seat_in(sent), sent)
        if asked["do"] in ("let", "deny"):
            return JSONResponse(await answered_claim(self.sessions, channel, asked, None))
        return JSONResponse(await self.sessions.change(channel, asked))

    async def photo(self, request: Request) -> Response:
        """Tell what is ticked on a photo of sheets of a table; nothing of it is taken before somebody confirmed it."""
        channel = self._table(request.query_params.get("table", ""))
        return await self.photos.answer(request, channel.session, MOST_SHEETS)

    async def take_photo(self, request: Request) -> Response:
        """Tick what somebody confirmed of a photo on the sheet of a seat."""
        channel, sent = self._channel(request), await sent_json(request)
        asked = photo_change(seat_in(sent), sent)
        if not has_boxes(self.pictures, channel.session, asked):
            return JSONResponse({"taken": False, "said": [], "why": "no_such_box"})
        return JSONResponse(await self.sessions.change(channel, asked))

    async def close_session(self, request: Request) -> Response:
        await self.sessions.close(self._channel(request))
        return JSONResponse({"closed": True})

    def _channel(self, request: Request) -> LiveSession:
        return self._table(request.path_params["id"])

    def _table(self, table: str) -> LiveSession:
        channel = self.sessions.channels.get(table)
        if channel is None:
            raise Refused(404, "no such table")
        return channel


def _game_json(catalogue: GameSearchPath, game: str, language: str) -> dict[str, Any]:
    """Return a game with its title and languages; one whose files are broken has its id for a title."""
    known = _languages(catalogue, game)
    try:
        title = open_game(catalogue, game, language if language in known else known[0]).title
    except InvalidInput:
        title = game
    return {"game": game, "title": title, "languages": known}


def _languages(catalogue: GameSearchPath, game: str) -> tuple[str, ...]:
    """Return the languages of a game; one that has no words yet is asked for in English."""
    return languages_of(catalogue, game) or ("en",)


def _font_source(catalogue: GameSearchPath, game: str, name: str) -> FontInstanceSource | None:
    from generator.products.print_pack import open_pack

    return open_pack(catalogue, game, _languages(catalogue, game)[0]).fonts.paths.get(name.partition("+")[0])


def _code(link: str) -> str:
    """Return a link as a QR code, as SVG."""
    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", border=2, omitsize=True, xmldecl=False, svgns=True)
    return out.getvalue().decode()
