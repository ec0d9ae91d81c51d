"""A workshop without a network, over a test's own folders: the host's desk, the score pad, the files on the disk."""

import asyncio
from functools import partial
from urllib.parse import urlencode

from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.rules import open_rules
from generator.workshop.folder_watcher import FolderWatcher
from generator.workshop.guard import Guard
from generator.workshop.photo_reading import PhotoReader
from generator.workshop.player_app import LARGER as LARGER_OF_PLAYERS
from generator.workshop.player_app import PlayerApp
from generator.workshop.previews import SheetPreviews
from generator.workshop.result_announcement import ResultAnnouncement
from generator.workshop.sessions import SharedSessions
from generator.workshop.shared_session import new_session
from generator.workshop.workshop import LARGER, WorkshopApp
from tests.conftest import ROOT
from tests.workshop.asking import HOST, ask, sent

CATALOGUE = GameCatalogue((ROOT,))
KEY = "the-key-of-this-run"


class House:
    """A workshop that can be opened again, as after a kill; each app is behind its guard."""

    def __init__(self, folder, catalogue=CATALOGUE):
        self.folder, self.catalogue = folder, catalogue
        self.ledger, self.printers = folder / "ledger.sqlite3", folder / "printers.yaml"
        self.open()

    def open(self):
        """Open it, or open it again: it knows only the files on the disk."""
        self.sessions = SharedSessions(self.folder / "tables", partial(open_rules, self.catalogue))
        self.photos = PhotoReader(self.catalogue)
        pictures = SheetPreviews(self.catalogue)
        players = PlayerApp(self.sessions, pictures, ResultAnnouncement(pictures, self.ledger), self.photos)
        self.players = players.app()
        self.host = WorkshopApp(
            self.catalogue,
            players,
            FolderWatcher([]),
            KEY,
            lambda: [f"http://{HOST}"],
            self.ledger,
            self.printers,
        )
        self.pad = Guard(self.players, lambda: {HOST}, LARGER_OF_PLAYERS)
        self.desk = Guard(self.host.app(), lambda: {HOST}, LARGER)

    def ask(self, method, path, body=b"", query="", **more):
        """Return the answer to a request to the desk; it has the key, and a query as a text or by names."""
        query = query if isinstance(query, str) else urlencode(query)
        return ask(self.desk, method, path, {"x-key": KEY}, body, query=query.encode(), **more)

    def get(self, path, query=""):
        return asyncio.run(self.ask("GET", path, query=query))

    def post(self, path, query="", /, **values):
        return asyncio.run(self.ask("POST", path, sent(**values), query))

    def new_table(self, game="paper-dungeons", language="en", **more):
        """Open a table and return it."""
        table = new_session(self.folder / "tables", open_rules(self.catalogue, game, language), solo=False, **more)
        self.sessions.add(table)
        return table


def house_over(folder, files=(), home="home"):
    """Return a workshop whose home is a folder within this one, with these files by their paths."""
    home = folder / home
    home.mkdir(exist_ok=True)
    for name, text in dict(files).items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")
    return House(folder, GameCatalogue((home, ROOT)))


def files_of(folder):
    """Return the bytes of all files below a folder, by their paths."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
