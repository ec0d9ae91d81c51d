"""The app of the host's page, over folders of a test's own."""

from generator.reading.game_catalogue import GameCatalogue
from generator.workshop.folder_watcher import FolderWatcher
from generator.workshop.guard import Guard
from generator.workshop.sessions import SharedSessions
from generator.workshop.workshop import LARGER, WorkshopApp
from tests.conftest import ROOT
from tests.workshop.asking import HOST

KEY = "the-key-of-this-run"


def desk_of(catalogue, folder):
    """Return the app behind its guard; the folder takes what is neither cards nor layouts."""
    app = WorkshopApp(
        catalogue, SharedSessions(folder, None), FolderWatcher([]), KEY, lambda: [""], None, folder / "p.yaml"
    )
    return Guard(app.app(), lambda: {HOST}, LARGER)


def desk_over(folder, files):
    """Return the app of a folder that holds so many files, by their paths, beside those of the program."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    catalogue = GameCatalogue((folder, ROOT))
    return WorkshopApp(catalogue, SharedSessions(folder / "tables", None), FolderWatcher([]), KEY, list, None)
