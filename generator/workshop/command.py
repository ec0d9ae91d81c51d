"""`scrawl workshop`: open the pages in a browser, until Ctrl-C."""

import asyncio
import contextlib
import secrets
import signal
import webbrowser
from pathlib import Path

import click

from generator.cli.console import say
from generator.cli.options import catalogue_of, home_option
from generator.cli.score import DB
from generator.ledger.store import check_usable, default_path
from generator.reading.catalogue import Catalogue
from generator.scoring.rules import Rules, open_rules


@click.command(epilog="Example: scrawl workshop")
@click.option("--port", default=8765, show_default=True, type=click.IntRange(0, 65535), help="Of the workshop's page.")
@click.option("--browser/--no-browser", default=True, help="Open the page in your browser.")
@DB
@home_option
def workshop(port: int, browser: bool, db: Path | None, home: Path | None) -> None:
    """Open the workshop in your browser: cards while you change them, printing, scoring with phones."""
    try:
        import segno  # noqa: F401
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
        import watchfiles  # noqa: F401
    except ImportError as lack:
        hint = "pip install 'scrawlpress[workshop]'"
        raise click.UsageError(f"the workshop needs {lack.name}, which is not installed: {hint}") from None
    check_usable(db)
    asyncio.run(serve(catalogue_of(home or Path.cwd()), port, db, opens=browser))


async def serve(catalogue: Catalogue, port: int, db: Path | None, *, opens: bool) -> None:
    """Serve the workshop until a signal ends it."""
    from generator.workshop.changes import Changes
    from generator.workshop.guard import Guard
    from generator.workshop.host_app import Desk
    from generator.workshop.player_app import Pad
    from generator.workshop.serving import LOCAL, PadDoor, QuietServer, config, local_hosts, opened_socket
    from generator.workshop.sessions import Room
    from generator.workshop.sheet_previews import SheetPictures
    from generator.workshop.words import workshop_words

    def rules_of(game: str, language: str) -> Rules:
        return open_rules(catalogue, game, language)

    ledger = db or default_path()
    folder = ledger.with_name(f"{ledger.name}.tables")
    room = Room(folder, rules_of)
    pad = Pad(room, SheetPictures(catalogue), lambda language: workshop_words(catalogue, language))
    door = PadDoor(pad.app(), folder / "port")
    own = [catalogue.home / name for name in ("cards", "layouts", "fonts", "icons")] if catalogue.home else []
    changes = Changes(own)
    key = secrets.token_urlsafe(16)
    desk = Desk(catalogue, room, changes, key, door.address, db)
    listening = opened_socket(LOCAL, port)
    bound = listening.getsockname()[1]
    server = QuietServer(config(Guard(desk.app(), local_hosts(lambda: bound))))
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(name, stop.set)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    watching = asyncio.create_task(changes.watch(stop))
    if room.halls:
        door.address()
    link = f"http://{LOCAL}:{bound}/#{key}"
    say(f"the workshop is open at {link}\nCtrl-C closes it; tables that are open are kept")
    if opens:
        webbrowser.open(link)
    await stop.wait()
    server.should_exit = True
    await asyncio.gather(serving, watching, door.close())
