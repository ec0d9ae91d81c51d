"""Pages, scripts and pictures go out packed: a phone waits for a fifth of the bytes."""

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

STREAMS = ("/board", "/events", "/changes")  # their parts go out at once; not every version of the library knows that
LEAST = 1000  # bytes that are worth it
LEVEL = 6


class CompressingApp:
    """Wraps an app: what is no stream is packed for browsers that take it so."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.packing = GZipMiddleware(app, minimum_size=LEAST, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_plain = scope["type"] != "http" or scope["path"] in STREAMS
        await (self.app if is_plain else self.packing)(scope, receive, send)
