"""The workshop's own page, for the one who started it: the shelf, live pictures, printing, tables to score at."""

from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from generator.diagnostics import AmbiguousGame, CannotWrite, InvalidInput
from generator.reading.game_catalogue import GameCatalogue
from generator.workshop.dungeon_editor import DungeonEditor, DungeonFileEditRefused
from generator.workshop.editor_routes import DungeonEditorRoutes
from generator.workshop.folder_watcher import FolderWatcher
from generator.workshop.game_history_routes import HistoryRoutes
from generator.workshop.http import Endpoint, Handler, answering, fault_json, respond, workshop_words
from generator.workshop.new_routes import NewRoutes
from generator.workshop.own_folder import NotSaved
from generator.workshop.photo_reading import MOST_SENT, PhotoReader
from generator.workshop.photo_reading import PATH as PHOTO
from generator.workshop.picture_upload_routes import MOST_PICTURE, PictureRoutes
from generator.workshop.print_routes import PrintRoutes
from generator.workshop.printer_calibration_routes import PrinterRoutes
from generator.workshop.proof_routes import FaceCheckRoutes
from generator.workshop.result_announcement import ResultAnnouncement
from generator.workshop.score_pad_previews import SheetPreviews
from generator.workshop.session_routes import Addresses, SessionRoutes
from generator.workshop.sessions import SessionClosed, SessionNotSaved, SharedSessions
from generator.workshop.shared_session import same
from generator.workshop.shelf_routes import ShelfRoutes
from generator.workshop.static_files import answer_not_found, page, page_routes, scripts_of
from generator.workshop.table_preview_routes import UploadedTableRoutes

STYLES = ("host", "studio", "print", "dungeons", "players", "finish", "rooms", "lost", "photo")
LARGER = {"/pictures": MOST_PICTURE, PHOTO: MOST_SENT}  # the paths to which more may be sent than to others


class WorkshopApp:
    """The requests of the workshop's page; all but its files want the key that stands in its address."""

    def __init__(
        self,
        catalogue: GameCatalogue,
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
        self.key = key
        drawings = DungeonEditor(catalogue)
        self.shelf = ShelfRoutes(catalogue, drawings.own, changes)
        game_of = self.shelf.game_of
        self.drawing = DungeonEditorRoutes(drawings, game_of)
        self.printing = PrintRoutes(catalogue, game_of)
        self.proofs = FaceCheckRoutes(drawings.own, self.shelf.face_asked)
        pictures, photos = pictures or SheetPreviews(catalogue), photos or PhotoReader(catalogue)
        endings = endings or ResultAnnouncement(catalogue, ledger, lambda language: workshop_words(catalogue, language))
        self.rooms = (
            *(self.shelf, self.drawing, self.printing, self.proofs),
            HistoryRoutes(catalogue, ledger, game_of),
            PrinterRoutes(catalogue, game_of, printers),
            NewRoutes(catalogue, drawings.own),
            PictureRoutes(catalogue, drawings.own, game_of),
            UploadedTableRoutes(catalogue, self.printing),
            SessionRoutes(catalogue, sessions, addresses, ledger, pictures, endings, photos, game_of),
        )

    def app(self) -> Starlette:
        """Return the app; it answers nothing that is not listed here."""
        routes = [
            Route("/", lambda _: page("host.html")),
            *page_routes((*scripts_of("host.js"), *(f"{name}.css" for name in STYLES))),
            Route("/fonts/{game}/{name}", answering(self.shelf.font)),
            *(
                Route(path, self._kept(handler), methods=methods)
                for room in self.rooms
                for path, handler, methods in room.routes()
            ),
        ]
        return Starlette(routes=routes, exception_handlers={404: answer_not_found})

    def _kept(self, handler: Handler) -> Endpoint:
        """Return a handler that wants the key, and whose faults become answers."""

        async def answer(request: Request) -> Response:
            if not same(request.headers.get("x-key", ""), self.key):
                return JSONResponse({"fault": "this page was opened without its key"}, 403)
            try:
                return await respond(handler, request)
            except InvalidInput as fault:
                return JSONResponse({"faults": [fault_json(diagnostic) for diagnostic in fault.diagnostics]}, 422)
            except (CannotWrite, AmbiguousGame, NotSaved, DungeonFileEditRefused) as fault:
                return JSONResponse({"fault": str(fault)}, 409)
            except SessionClosed:
                return JSONResponse({"fault": "no such table"}, 404)
            except SessionNotSaved as fault:
                return JSONResponse({"fault": str(fault)}, 507)

        return answering(answer)
