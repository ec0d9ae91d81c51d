"""The workshop as a whole: pages for the user who started it and the score pad, until a signal ends both."""

import asyncio
import contextlib
import json
import os
import secrets
import signal
import time
import webbrowser
from collections.abc import Callable
from functools import partial
from pathlib import Path

from filelock import FileLock, Timeout
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from generator.diagnostics import AmbiguousGame, CannotWrite, InvalidInput, ScrawlError
from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.rules import open_rules
from generator.storage.backups import tables_folder
from generator.storage.store import default_path
from generator.workshop.dungeon_editor import DungeonEditor
from generator.workshop.editor_routes import MOST_PICTURE, DungeonEditorRoutes, PictureRoutes
from generator.workshop.folder_watcher import FolderWatcher
from generator.workshop.game_history_routes import HistoryRoutes
from generator.workshop.guard import Guard
from generator.workshop.http import (
    Endpoint,
    Handler,
    answer_not_found,
    answering,
    fault_json,
    page,
    page_routes,
    respond,
    scripts_of,
)
from generator.workshop.new_routes import NewRoutes, UploadedTableRoutes
from generator.workshop.photo_reading import MOST_SENT, PhotoReader
from generator.workshop.photo_reading import PATH as PHOTO
from generator.workshop.player_app import LARGER as LARGER_OF_PLAYERS
from generator.workshop.player_app import PlayerApp
from generator.workshop.previews import SheetPreviews
from generator.workshop.print_routes import PrinterRoutes, PrintRoutes
from generator.workshop.proof_routes import FaceCheckRoutes
from generator.workshop.result_announcement import ResultAnnouncement
from generator.workshop.serving import LOCAL, PlayerServer, SignalFreeServer, config, opened_socket
from generator.workshop.session_routes import Addresses, SessionRoutes
from generator.workshop.sessions import PastPlayers, SessionClosed, SessionNotSaved, SharedSessions
from generator.workshop.shared_session import same
from generator.workshop.shelf_routes import ShelfRoutes

STYLES = ("host", "studio", "print", "dungeons", "players", "finish", "rooms", "lost", "photo", "pad")
LARGER = {"/pictures": MOST_PICTURE, PHOTO: MOST_SENT}  # paths that accept larger bodies


class WorkshopApp:
    """Handles the requests of the workshop's page; all except static files and fonts need the secret key of its URL."""

    def __init__(
        self,
        catalogue: GameCatalogue,
        players: PlayerApp,
        changes: FolderWatcher,
        key: str,
        addresses: Addresses,
        ledger: Path | None,
        printers: Path | None = None,
    ) -> None:
        self.key = key
        drawings = DungeonEditor(catalogue)
        self.shelf = ShelfRoutes(catalogue, drawings.files, changes)
        self.proofs = FaceCheckRoutes(drawings.files, self.shelf.preview_request)
        printing, history = PrintRoutes(catalogue), HistoryRoutes(catalogue, ledger)
        pad = players.sessions, players.pictures, players.endings, players.photos
        self.rooms = (
            *(self.shelf, self.proofs, printing, history),
            DungeonEditorRoutes(drawings),
            PrinterRoutes(catalogue, printers),
            NewRoutes(catalogue, drawings.files),
            PictureRoutes(catalogue, drawings.files),
            UploadedTableRoutes(catalogue, printing),
            SessionRoutes(*pad, addresses, history),
        )

    def app(self) -> Starlette:
        """Return the web app of the workshop's page, which responds only to the paths listed in this function."""
        routes = [
            Route("/", lambda _: page("host.html")),
            *page_routes((*scripts_of("host.js"), *(f"{name}.css" for name in STYLES))),
            Route("/fonts/{game}/{name}", answering(self.shelf.font)),
            *(
                Route(path, self._with_key(handler), methods=methods)
                for room in self.rooms
                for path, handler, methods in room.routes()
            ),
        ]
        return Starlette(routes=routes, exception_handlers={404: answer_not_found})

    def _with_key(self, handler: Handler) -> Endpoint:
        """Return an endpoint that requires the key, and turns faults into responses."""

        async def answer(request: Request) -> Response:
            if not same(request.headers.get("x-key", ""), self.key):
                return JSONResponse({"fault": "this page was opened without its key"}, 403)
            try:
                return await respond(handler, request)
            except InvalidInput as fault:
                return JSONResponse({"faults": [fault_json(diagnostic) for diagnostic in fault.diagnostics]}, 422)
            except (CannotWrite, AmbiguousGame) as fault:
                return JSONResponse({"fault": str(fault)}, 409)
            except SessionClosed:
                return JSONResponse({"fault": "no such table"}, 404)
            except SessionNotSaved as fault:
                return JSONResponse({"fault": str(fault)}, 507)

        return answering(answer)


KEY_BYTES = 16
PATIENCE = 5.0  # seconds in which a starting workshop must publish its address


class OneWorkshop:
    """The exclusive right to write the sessions of a folder, as a file lock that ends with the process."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with contextlib.suppress(OSError):
            os.chmod(folder, 0o700)  # also of an older folder
        self.link_file = folder / "open"
        self.page = folder / "open.html"
        self.key_file = folder / "key"
        self.lock = FileLock(folder / "lock", mode=0o600)

    def take(self) -> bool:
        """Acquire the exclusive right; return False if another process has it."""
        try:
            self.lock.acquire(blocking=False)
        except Timeout:
            return False
        self.link_file.unlink(missing_ok=True)
        return True

    def key(self) -> str:
        """Return the secret key of the host's page: the saved one if it is private, else a new one."""
        try:
            if os.name != "posix" or not self.key_file.stat().st_mode & 0o077:
                key = self.key_file.read_text(encoding="ascii")
                if len(key) >= KEY_BYTES and key.isascii() and key.replace("-", "").replace("_", "").isalnum():
                    return key
        except (OSError, ValueError):
            pass  # no key is saved
        return secrets.token_urlsafe(KEY_BYTES)

    def keep(self, key: str, *, is_kept: bool) -> None:
        """Save the key of the workshop to disk if `is_kept`, else delete the saved key.

        It is saved while the workshop runs, so that pages go on after one that was killed, and while sessions are open.
        If the disk is full, the key works until the program ends.
        """
        with contextlib.suppress(OSError):
            if is_kept:
                _keep_private(self.key_file, key)
            else:
                self.key_file.unlink(missing_ok=True)

    def write_link(self, link: str) -> str:
        """Write the URL of this workshop, which contains the secret key, to files that only the owner can read.

        Return the URL of a local page that redirects to the workshop, and keeps the key out of a browser's arguments.
        """
        _keep_private(self.page, f'<!doctype html><meta http-equiv="refresh" content="0; url={link}">')
        _keep_private(self.link_file, json.dumps({"link": link}))
        return self.page.absolute().as_uri()

    def link(self) -> str:
        """Return the URL of the running workshop; "" if it publishes none within PATIENCE seconds."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                return str(json.loads(self.link_file.read_text(encoding="utf-8"))["link"])
            except (OSError, ValueError, KeyError, TypeError):
                time.sleep(0.05)
        return ""

    def leave(self) -> None:
        """Release the exclusive right, and delete the published URL."""
        self.link_file.unlink(missing_ok=True)
        self.page.unlink(missing_ok=True)
        self.lock.release()


def _keep_private(path: Path, text: str) -> None:
    part = path.with_suffix(".part")
    with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
        out.write(text)
    part.replace(path)


async def serve(
    catalogue: GameCatalogue, port: int, db: Path | None, *, opens: bool, announce: Callable[[str], None]
) -> None:
    """Serve the workshop until a signal ends it; `announce` is called with its URL, which a browser `opens`.

    If another process serves it, announce its URL instead; raises ScrawlError if this is unknown.
    """
    ledger = db or default_path()
    folder = tables_folder(ledger)
    lock = OneWorkshop(folder)
    if not lock.take():
        link = lock.link()
        if not link:
            raise ScrawlError("another workshop has this ledger, and does not tell where it is open")
        announce(f"the workshop is open already at {link}")
        if opens:
            webbrowser.open(lock.page.absolute().as_uri())
        return
    sessions = SharedSessions(folder, partial(open_rules, catalogue), players=PastPlayers(ledger))
    pictures = SheetPreviews(catalogue)
    player_app = PlayerApp(sessions, pictures, ResultAnnouncement(pictures, db), PhotoReader(catalogue))
    pad_server = PlayerServer(player_app.app(), folder / "port", LARGER_OF_PLAYERS)
    folders = [catalogue.home / name for name in ("cards", "layouts", "fonts", "icons")] if catalogue.home else []
    changes = FolderWatcher(folders)
    key = lock.key()
    lock.keep(key, is_kept=True)
    host_app = WorkshopApp(catalogue, player_app, changes, key, pad_server.addresses, db)
    listening = opened_socket(LOCAL, port)
    bound = listening.getsockname()[1]
    hosts = {f"{LOCAL}:{bound}", f"localhost:{bound}"}
    server = SignalFreeServer(config(Guard(host_app.app(), lambda: hosts, LARGER)))
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(name, stop.set)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    watching = asyncio.create_task(changes.watch(stop))
    link = f"http://{LOCAL}:{bound}/#{key}"
    local_page = lock.write_link(link)
    announce(f"the workshop is open at {link}\nit saves into {catalogue.home}\nCtrl-C closes it; open tables are kept")
    if sessions.open or sessions.unopened:
        announce(f"it answers only this computer; the score pad is open to your network at {pad_server.addresses()[0]}")
    for broken in sessions.unopened.values():
        announce(f"a table cannot be opened, and is left as it is: {broken.path}: {broken.fault}")
    if opens:
        webbrowser.open(local_page)
    await stop.wait()
    server.should_exit = True
    await asyncio.gather(serving, watching, pad_server.close())
    lock.keep(key, is_kept=sessions.is_open)
    lock.leave()
