"""The files that a browser gets as they are: pages, scripts, styles, and the letters of the sheets."""

from pathlib import Path

from starlette.responses import FileResponse, Response

STATIC = Path(__file__).with_name("static")
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


def page(name: str) -> Response:
    """Return one of our own files; the names are ours, never a visitor's."""
    return FileResponse(STATIC / name, media_type=f"{KINDS[Path(name).suffix]}; charset=utf-8")


def missing(what: str) -> Response:
    """Return that there is no such thing."""
    return Response(what, 404, media_type="text/plain")
