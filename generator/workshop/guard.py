"""Checks each request first: allowed host and origin, limited body; adds security headers to responses; compresses."""

from collections.abc import Callable, Collection, Mapping

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 1_000_000  # bytes of a request's body
TOO_LARGE = "the request is too large"
STREAMS = ("/events", "/changes")  # sent at once; not every version of the library excludes them
LEAST = 1000  # least number of bytes to compress
LEVEL = 6
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


class Refused(Exception):
    """Raised for a request that is invalid or not allowed.

    The response has the HTTP status, the message, and further data for the page.
    """

    def __init__(self, status: int, message: str, **details: object) -> None:
        super().__init__(message)
        self.status = status
        self.body = {"fault": message, **details}


class Guard:
    """Wraps an app to check its requests, and to compress its responses, except streams, if the browser accepts that.

    `hosts` returns the allowed hosts with ports; origins must be among these. `larger` has the paths that accept
    larger bodies, with their limits in bytes.
    """

    def __init__(self, app: ASGIApp, hosts: Callable[[], Collection[str]], larger: Mapping[str, int]) -> None:
        self.app, self.packing = app, GZipMiddleware(app, minimum_size=LEAST, compresslevel=LEVEL)
        self.hosts = hosts
        self.larger = larger

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(Request(scope))
        if refusal:
            await self._refuse(403, refusal, scope, receive, send)
            return
        received, limit = 0, self.larger.get(scope["path"], MOST_BYTES)
        length = Request(scope).headers.get("content-length", "0")
        if length.isdecimal() and int(length) > limit:
            await self._refuse(413, TOO_LARGE, scope, receive, send)
            return

        # a body in chunks has no content-length, so what really comes is counted, too
        async def receive_bounded() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > limit:
                raise Refused(413, TOO_LARGE)
            return message

        async def send_guarded(message: Message) -> None:
            # after 304 the browser keeps the headers of the response that it has
            if message["type"] == "http.response.start" and message["status"] != 304:
                present = {name for name, _ in message["headers"]}
                ours = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message["headers"], *(header for header in ours if header[0] not in present)]
            await send(message)

        app = self.app if scope["path"] in STREAMS else self.packing
        await app(scope, receive_bounded, send_guarded)

    def _refusal(self, request: Request) -> str:
        # A foreign page can point its name at this machine's address (DNS rebinding): its requests have a foreign
        # host. It can also send forms to our address (CSRF): its requests have a foreign origin.
        host, origin = request.headers.get("host", ""), request.headers.get("origin")
        if host not in self.hosts():
            return "this page is not served under that name"
        if origin is not None and origin.partition("://")[2] not in self.hosts():
            return "another page may not ask for this"
        if request.method not in ("GET", "HEAD"):
            return "only our own pages may change anything" if origin is None else ""
        if request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers:
            return "a page is asked for without a body"  # it would never be read
        return ""

    async def _refuse(self, status: int, message: str, scope: Scope, receive: Receive, send: Send) -> None:
        await JSONResponse({"fault": message}, status, HEADERS)(scope, receive, send)
