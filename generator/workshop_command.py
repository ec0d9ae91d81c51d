"""`scrawl workshop`: open the pages in a browser, until Ctrl-C."""

import asyncio
from pathlib import Path

import click

from generator.cli.console import say
from generator.cli.options import catalogue_of, home_option, ledger_option, own_folder
from generator.storage.store import check_usable


@click.command(epilog="Example: scrawl workshop")
@click.option("--port", default=8765, show_default=True, type=click.IntRange(0, 65535), help="Port of the page.")
@click.option("--browser/--no-browser", default=True, help="Open the page in your browser.")
@ledger_option
@home_option
def workshop(port: int, browser: bool, db: Path | None, home: Path | None) -> None:
    """Open the workshop in your browser: cards while you change them, printing, scoring with phones."""
    try:
        from generator.workshop.workshop import serve
    except ModuleNotFoundError as lack:
        if str(lack.name).startswith("generator"):
            raise
        hint = "pip install 'scrawlpress[workshop]'"
        raise click.UsageError(f"the workshop needs {lack.name}, which is not installed: {hint}") from None
    check_usable(db)
    catalogue = catalogue_of(own_folder(home))
    if catalogue.home is None:  # begun in the program's own folder
        from platformdirs import user_documents_path

        catalogue = catalogue_of(user_documents_path() / "Scrawlpress")
    asyncio.run(serve(catalogue, port, db, opens=browser, announce=say))
