"""One workshop at a time for the tables of a ledger: whoever comes later is told where the first is open.

The host's page has a key in its address, which nobody else may know. It is made when a workshop begins. While tables
are open it lies beside them, in a file and a folder that their owner alone reads, so that pages go on after a crash or
a restart; when the last table closes it is dropped, and the next workshop makes another. A file that others may read is
not used. A backup never holds it.
"""

import contextlib
import json
import os
import secrets
import time
from pathlib import Path

from filelock import FileLock, Timeout

from generator.workshop.serving import private_folder

KEY_BYTES = 16
PATIENCE = 5.0  # seconds in which a workshop that has just begun tells where it is


class OneWorkshop:
    """The right to write the tables of a folder, which the system takes back when a program ends, however it does."""

    def __init__(self, folder: Path) -> None:
        self.told = private_folder(folder) / "open"
        self.page = folder / "open.html"
        self.kept = folder / "key"
        self.lock = FileLock(folder / "lock", mode=0o600)

    def take(self) -> bool:
        """Take the right; tells whether nobody else had it."""
        try:
            self.lock.acquire(blocking=False)
        except Timeout:
            return False
        self.told.unlink(missing_ok=True)
        return True

    def key(self, *, is_kept: bool) -> str:
        """Return the key of the host's page: the one that was kept, where it is wanted and nobody else may read it."""
        try:
            if is_kept and (os.name != "posix" or not self.kept.stat().st_mode & 0o077):
                known = self.kept.read_text(encoding="ascii")
                if len(known) >= KEY_BYTES and known.isascii() and known.replace("-", "").replace("_", "").isalnum():
                    return known
        except (OSError, ValueError):
            pass  # none was kept
        return secrets.token_urlsafe(KEY_BYTES)

    def keep(self, key: str, *, is_kept: bool) -> None:
        """Keep the key while tables are open, else drop it; where the disk is full it lasts as long as the program."""
        with contextlib.suppress(OSError):
            if is_kept:
                _keep_private(self.kept, key)
            else:
                self.kept.unlink(missing_ok=True)

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
