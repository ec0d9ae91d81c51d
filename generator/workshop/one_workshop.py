"""One workshop at a time for the tables of a ledger: whoever comes later is told where the first is open."""

import json
import os
import time
from pathlib import Path

from filelock import FileLock, Timeout

from generator.workshop.serving import private_folder

PATIENCE = 5.0  # seconds in which a workshop that has just begun tells where it is


class OneWorkshop:
    """The right to write the tables of a folder, which the system takes back when a program ends, however it does."""

    def __init__(self, folder: Path) -> None:
        self.told = private_folder(folder) / "open"
        self.page = folder / "open.html"
        self.lock = FileLock(folder / "lock", mode=0o600)

    def take(self) -> bool:
        """Take the right; tells whether nobody else had it."""
        try:
            self.lock.acquire(blocking=False)
        except Timeout:
            return False
        self.told.unlink(missing_ok=True)
        return True

    @property
    def leads(self) -> str:
        """The address of a page that leads to the workshop: all of a machine see what a browser is begun with."""
        return self.page.absolute().as_uri()

    def tell(self, link: str) -> str:
        """Tell the owner alone where the workshop is open, its address with the key; return a page that leads there."""
        _keep_private(self.page, f'<!doctype html><meta http-equiv="refresh" content="0; url={link}">')
        _keep_private(self.told, json.dumps({"link": link}))
        return self.leads

    def link(self) -> str:
        """Return the address of the workshop that has the right, or nothing where it tells none."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                return str(json.loads(self.told.read_text(encoding="utf-8"))["link"])
            except (OSError, ValueError, KeyError, TypeError):
                time.sleep(0.05)
        return ""

    def leave(self) -> None:
        """Give the right back."""
        self.told.unlink(missing_ok=True)
        self.page.unlink(missing_ok=True)
        self.lock.release()


def _keep_private(path: Path, text: str) -> None:
    part = path.with_suffix(".part")
    with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
        out.write(text)
    part.replace(path)
