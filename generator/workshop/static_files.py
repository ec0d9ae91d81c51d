"""The files that a browser gets as they are: pages, scripts, styles, and the letters of the sheets."""

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
    """Return one of our own files; the names are ours, never a visitor's."""
    return FileResponse(STATIC / name, status, media_type=f"{KINDS[Path(name).suffix]}; charset=utf-8")


def scripts_of(first: str) -> list[str]:
    """Return the names of a page's first script and of all that it imports, at once or later."""
    names = [first]
    for name in names:  # which grows meanwhile
        imported = _IMPORTED.findall((STATIC / name).read_text(encoding="utf-8"))
        names += [other for other in dict.fromkeys(imported) if other not in names]
    return names


def page_routes(names: Iterable[str]) -> list[Route]:
    """Return where each of our files is asked for: below the page, by its name."""
    return [Route(f"/{name}", partial(_asked, name)) for name in names]


def _asked(name: str, _request: Request) -> Response:
    return page(name)


async def answer_not_found(request: Request, _fault: Exception) -> Response:
    """Return, for an address that leads nowhere, a page that says so to a person, and two words to all else."""
    return page("lost.html", 404) if "text/html" in request.headers.get("accept", "") else missing("not found")


def missing(what: str) -> Response:
    """Return that there is no such thing."""
    return Response(what, 404, media_type="text/plain")
