"""Watches the user's files on disk and notifies all pages that show pictures of them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from time import time_ns

from watchfiles import awatch

STEP, QUIET = 10, 25  # milliseconds: the polling interval, and how long a change waits for more
LOOK = 500  # milliseconds between looking for missing folders
SETTLE = 0.5  # seconds in which a new folder may still be filled
ALIVE = 15.0
SEEN = {".yaml", ".yml", ".csv", ".xlsx", ".svg", ".png", ".jpg", ".jpeg", ".webp", ".ttf", ".otf"}

PresentFolders = dict[Path, int]  # existing folders by path, with an id that differs for a new folder of the same name


class FolderWatcher:
    """Counts changes of files in the watched folders, and notifies listeners; folders may disappear and come back."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = folders
        # begins at the time in milliseconds: after a restart an open page sees another number, and reads files again
        self.revision = time_ns() // 1_000_000
        self.changed = asyncio.Event()

    async def watch(self, stop: asyncio.Event) -> None:
        """Watch until `stop` is set."""
        present = self._present_folders()
        while not stop.is_set():
            if present:
                await self._watch(present, stop)
            else:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), LOOK / 1000)
            now = self._present_folders()
            if now != present:
                present = now
                self._notify_of_folder()

    async def _watch(self, present: PresentFolders, stop: asyncio.Event) -> None:
        """Watch the folders `present`, which exist now, until one of them disappears or another watched one appears."""
        watched = awatch(*present, debounce=QUIET, step=STEP, stop_event=stop, rust_timeout=LOOK, yield_on_timeout=True)
        async with contextlib.aclosing(watched) as all_changes:
            async for changes in all_changes:
                paths = [Path(path) for _, path in changes]
                if any(path.suffix.lower() in SEEN for path in paths):
                    self.notify()
                if any(path.is_dir() for path in paths):
                    self._notify_of_folder()
                if self._present_folders() != present:
                    return

    def _present_folders(self) -> PresentFolders:
        """Return those of the watched folders that exist now, each with its inode."""
        folders = {}
        for folder in self.folders:
            with contextlib.suppress(OSError):
                if folder.is_dir():
                    # the watch of the system follows the inode: a folder that was deleted and made again needs a new
                    # watch
                    folders[folder] = folder.stat().st_ino
        return folders

    def _notify_of_folder(self) -> None:
        """Notify listeners about a new folder now and again later, since files created in between are not reported."""
        self.notify()
        asyncio.get_running_loop().call_later(SETTLE, self.notify)

    def notify(self) -> None:
        """Notify all listeners of a change.

        Those that wait now wake up; a new event is for those that wait next, so that none misses a change in between.
        """
        self.revision += 1
        # a listener that is about to wait could miss an event that is set and cleared again
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()

    async def listen(self) -> AsyncIterator[bytes]:
        """Yield the number of changes as a server-sent event, first at once, then after each change."""
        while True:
            changed = self.changed
            yield f"data: {self.revision}\n\n".encode()
            try:
                await asyncio.wait_for(changed.wait(), ALIVE)
            except TimeoutError:
                yield b": still here\n\n"
