"""Pages that go away while something is made for them: an event is set, so that it is given up."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator

from starlette.requests import Request

LOOKS = 0.1  # seconds between looks whether the page still waits


@contextlib.asynccontextmanager
async def tell_when_gone(request: Request, gone: threading.Event) -> AsyncIterator[None]:
    """Set an event as soon as the page that asked goes away, while something is made for it."""

    async def look() -> None:
        while not await request.is_disconnected():
            await asyncio.sleep(LOOKS)
        gone.set()

    looking = asyncio.create_task(look())
    try:
        yield
    finally:
        looking.cancel()
