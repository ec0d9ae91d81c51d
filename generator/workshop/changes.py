"""Files of the user that change on disk: everybody who looks at a picture of them hears of it."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from watchfiles import awatch

STEP, QUIET = 10, 25  # milliseconds: how often the disk is asked, how long a change waits for the next
ALIVE = 15.0
SEEN = {".yaml", ".yml", ".csv", ".xlsx", ".svg", ".png", ".jpg", ".jpeg", ".webp", ".ttf", ".otf"}


class Changes:
    """How often anything changed in the folders that are watched."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = folders
        self.revision = 0
        self.changed = asyncio.Event()

    async def watch(self, stop: asyncio.Event) -> None:
        """Watch until it is time to stop."""
        if not self.folders:
            return
        async for changes in awatch(*self.folders, debounce=QUIET, step=STEP, stop_event=stop):
            if any(Path(path).suffix.lower() in SEEN for _, path in changes):
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
