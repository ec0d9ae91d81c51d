"""The workshop as a whole: the page for who started it and the score pad for the house, until a signal ends both."""

import asyncio
import contextlib
import signal
import webbrowser
from collections.abc import Callable
from pathlib import Path

from generator.diagnostics import ScrawlError
from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.rules import ScoringRules, open_rules
from generator.storage.backups import tables_folder
from generator.storage.store import default_path
from generator.workshop.compression import CompressingApp
from generator.workshop.folder_watcher import FolderWatcher
from generator.workshop.guard import Guard
from generator.workshop.host_app import LARGER, WorkshopApp
from generator.workshop.one_workshop import OneWorkshop
from generator.workshop.past_players import PastPlayers
from generator.workshop.photo_reading import PhotoReader
from generator.workshop.player_app import LARGER as LARGER_OF_PLAYERS
from generator.workshop.player_app import PlayerApp
from generator.workshop.result_announcement import ResultAnnouncement
from generator.workshop.score_pad_previews import SheetPreviews
from generator.workshop.serving import LOCAL, PlayerServer, SignalFreeServer, config, local_hosts, opened_socket
from generator.workshop.sessions import SharedSessions
from generator.workshop.words import workshop_words


async def serve(
    catalogue: GameCatalogue, port: int, db: Path | None, *, opens: bool, announce: Callable[[str], None]
) -> None:
    """Serve the workshop until a signal ends it; `announce` hears its address, which a browser `opens`."""

    def rules_of(game: str, language: str) -> ScoringRules:
        return open_rules(catalogue, game, language)

    ledger = db or default_path()
    folder = tables_folder(ledger)
    alone = OneWorkshop(folder)
    if not alone.take():
        _lead_to(alone, announce, opens=opens)
        return
    sessions = SharedSessions(folder, rules_of, players=PastPlayers(ledger))
    pictures = SheetPreviews(catalogue)
    endings = ResultAnnouncement(catalogue, db, lambda language: workshop_words(catalogue, language))
    photos = PhotoReader(catalogue)
    player_app = PlayerApp(sessions, pictures, endings, photos)
    player_server = PlayerServer(player_app.app(), folder / "port", LARGER_OF_PLAYERS)
    own = [catalogue.home / name for name in ("cards", "layouts", "fonts", "icons")] if catalogue.home else []
    changes = FolderWatcher(own)
    key = alone.key(is_kept=sessions.is_open)
    sessions.opens_or_closes = lambda: alone.keep(key, is_kept=sessions.is_open)
    sessions.opens_or_closes()
    host_app = WorkshopApp(
        catalogue,
        sessions,
        changes,
        key,
        player_server.addresses,
        db,
        pictures=pictures,
        endings=endings,
        photos=photos,
    )
    listening = opened_socket(LOCAL, port)
    bound = listening.getsockname()[1]
    server = SignalFreeServer(config(Guard(CompressingApp(host_app.app()), local_hosts(lambda: bound), LARGER)))
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(name, stop.set)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    watching = asyncio.create_task(changes.watch(stop))
    link = f"http://{LOCAL}:{bound}/#{key}"
    leads = alone.tell(link)
    announce(f"the workshop is open at {link}\nCtrl-C closes it; tables that are open are kept")
    if sessions.channels or sessions.unopened:
        announce(f"it answers this machine alone; the score pad is open to the house at {player_server.addresses()[0]}")
    for each in sessions.unopened.values():
        announce(f"a table cannot be opened, and is left as it is: {each.path}: {each.fault}")
    if opens:
        webbrowser.open(leads)
    await stop.wait()
    server.should_exit = True
    await asyncio.gather(serving, watching, player_server.close())
    alone.leave()


def _lead_to(alone: OneWorkshop, announce: Callable[[str], None], *, opens: bool) -> None:
    """Lead to the workshop that is open already."""
    link = alone.link()
    if not link:
        raise ScrawlError("another workshop has this ledger, and does not tell where it is open")
    announce(f"the workshop is open already at {link}")
    if opens:
        webbrowser.open(alone.leads)
