"""Files of the user that change on disk: everybody who looks at a picture of them hears of it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from watchfiles import awatch

STEP, QUIET = 10, 25  # milliseconds: how often the disk is asked, how long a change waits for the next
LOOK = 500  # milliseconds after which folders that were not there are looked for again
SETTLE = 0.5  # seconds in which a new folder is filled
ALIVE = 15.0
SEEN = {".yaml", ".yml", ".csv", ".xlsx", ".svg", ".png", ".jpg", ".jpeg", ".webp", ".ttf", ".otf"}

There = dict[Path, int]  # folders with what tells each from another one of its name


class FolderWatcher:
    """How often anything changed in the folders that are watched; they may come, go and come again."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = folders
        self.revision = 0
        self.changed = asyncio.Event()

    async def watch(self, stop: asyncio.Event) -> None:
        """Watch until it is time to stop."""
        there = self._there()
        while not stop.is_set():
            if there:
                await self._watch(there, stop)
            else:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), LOOK / 1000)
            now = self._there()
            if now != there:
                there = now
                self._tell_of_folder()

    async def _watch(self, there: There, stop: asyncio.Event) -> None:
        """Watch these folders until one of them goes or another comes."""
        watched = awatch(*there, debounce=QUIET, step=STEP, stop_event=stop, rust_timeout=LOOK, yield_on_timeout=True)
        async with contextlib.aclosing(watched) as all_changes:
            async for changes in all_changes:
                paths = [Path(path) for _, path in changes]
                if any(path.suffix.lower() in SEEN for path in paths):
                    self.tell()
                if any(path.is_dir() for path in paths):
                    self._tell_of_folder()
                if self._there() != there:
                    return

    def _there(self) -> There:
        """Return the folders that are there now."""
        folders = {}
        for folder in self.folders:
            with contextlib.suppress(OSError):
                if folder.is_dir():
                    folders[folder] = folder.stat().st_ino
        return folders

    def _tell_of_folder(self) -> None:
        """Tell of a new folder now, and when it was filled: what came into it before it was watched nobody told."""
        self.tell()
        asyncio.get_running_loop().call_later(SETTLE, self.tell)

    def tell(self) -> None:
        """Let everybody who listens know that something changed."""
        self.revision += 1
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()

    async def listen(self) -> AsyncIterator[bytes]:
        """Yield the number of changes so far, then again after each."""
        while True:
            changed = self.changed
            yield f"data: {self.revision}\n\n".encode()
            try:
                await asyncio.wait_for(changed.wait(), ALIVE)
            except TimeoutError:
                yield b": still here\n\n"
