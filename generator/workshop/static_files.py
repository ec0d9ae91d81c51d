"""Static files for browsers: pages, scripts, styles."""

import re
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

STATIC = Path(__file__).with_name("static")
_IMPORTED = re.compile(r'(?:from |import\()"\./([\w/]+\.js)"')
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


def page(name: str, status: int = 200) -> Response:
    """Return one of the program's own files; `name` never comes from a request."""
    return FileResponse(STATIC / name, status, media_type=f"{KINDS[Path(name).suffix]}; charset=utf-8")


def scripts_of(first: str) -> list[str]:
    """Return the names of a page's first script, and of all scripts that it imports, at once or later."""
    names = [first]
    for name in names:  # grows in the loop
        imported = _IMPORTED.findall((STATIC / name).read_text(encoding="utf-8"))
        names += [other for other in dict.fromkeys(imported) if other not in names]
    return names


def page_routes(names: Iterable[str]) -> list[Route]:
    """Return a route for each static file, by its name."""
    return [Route(f"/{name}", partial(_asked, name)) for name in names]


def _asked(name: str, _request: Request) -> Response:
    return page(name)


async def answer_not_found(request: Request, _fault: Exception) -> Response:
    """Return the response to an unknown path: a page for people, two words for other clients."""
    return page("lost.html", 404) if "text/html" in request.headers.get("accept", "") else missing("not found")


def missing(what: str) -> Response:
    """Return a response with status 404."""
    return Response(what, 404, media_type="text/plain")
