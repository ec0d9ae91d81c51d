"""Send requests to an app without a network: one after the other, in the test's own loop."""

import asyncio
import json
from dataclasses import dataclass

HOST = "127.0.0.1:8765"


@dataclass
class Answer:
    status: int
    headers: dict
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)


async def ask(
    app,
    method,
    path,
    headers=None,
    body=b"",
    host=HOST,
    origin=f"http://{HOST}",
    query=b"",
    leaves=False,
    client="127.0.0.1",
    patience=300,  # seconds: requests that play games take long on a busy machine
):
    """Return the answer to a request; of a stream that does not end, only the first part.

    A client that `leaves` disconnects as soon as it has sent the whole request.
    """
    length = {"content-length": str(len(body))} if body else {}
    all_headers = {"host": host, **({"origin": origin} if origin else {}), **length, **(headers or {})}
    raw = [(name.lower().encode("latin-1"), value.encode("latin-1", "replace")) for name, value in all_headers.items()]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode("utf-8", "surrogatepass"),
        "query_string": query,
        "headers": raw,
        "client": (client, 1),
        "server": ("127.0.0.1", 8765),
        "root_path": "",
        "state": {},
    }
    parts = [body[at : at + 65536] for at in range(0, len(body), 65536)] or [b""]
    start, chunks = {}, []
    finished = asyncio.Event()

    async def receive():
        if parts:
            return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}
        if not leaves:
            await finished.wait()
        return {"type": "http.disconnect"}

    async def send(message):
        if message["type"] == "http.response.start":
            start.update(message)
        else:
            chunks.append(message.get("body", b""))
            if not message.get("more_body") or b"data: " in chunks[-1]:
                finished.set()

    task = asyncio.create_task(app(scope, receive, send))
    await asyncio.wait(
        {task, asyncio.create_task(finished.wait())}, return_when=asyncio.FIRST_COMPLETED, timeout=patience
    )
    if not task.done():
        await asyncio.wait({task}, timeout=0.2)
        task.cancel()
    elif task.exception():
        raise task.exception()
    assert start, "nothing was answered"
    return Answer(
        start["status"], {name.decode(): value.decode() for name, value in start["headers"]}, b"".join(chunks)
    )


def sent(**values):
    return json.dumps(values).encode()
