"""Test that responses are compressed for browsers that accept it, except streams, and that pad and desk stay small."""

import asyncio
import gzip
import io
import posixpath
import re

import pytest
from fontTools.ttLib import TTFont
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.routing import Route

from generator.workshop.guard import STREAMS, Guard
from generator.workshop.http import STATIC
from generator.workshop.player_app import PlayerApp
from generator.workshop.session_routes import SessionRoutes
from generator.workshop.shelf_routes import ShelfRoutes
from tests.workshop.asking import HOST, ask
from tests.workshop.desks import KEY, house_over

LETTERS = "20-7e,a0"
TEXT = "some words that come again and again " * 100
KILOBYTE = 1000


def parts(_request):
    async def content():
        yield TEXT

    return StreamingResponse(content(), media_type="text/event-stream")


PAGES = Starlette(routes=[Route("/", lambda _: PlainTextResponse(TEXT)), *(Route(path, parts) for path in STREAMS)])
APP = Guard(PAGES, lambda: {HOST}, {})


def get_page(path, takes):
    return asyncio.run(ask(APP, "GET", path, {"accept-encoding": takes}))


def test_a_page_is_packed_for_a_browser_that_takes_it():
    packed, plain = get_page("/", "gzip, br"), get_page("/", "identity")
    assert (packed.headers["content-encoding"], plain.headers.get("content-encoding")) == ("gzip", None)
    assert gzip.decompress(packed.body) == plain.body == TEXT.encode()
    assert len(packed.body) < len(plain.body) / 5


@pytest.mark.parametrize("path", STREAMS)
def test_a_stream_goes_out_as_it_is(path):
    answer = get_page(path, "gzip")
    assert (answer.headers.get("content-encoding"), answer.body) == (None, TEXT.encode())


def test_every_stream_of_the_pages_is_known(tmp_path):
    """Every handler that streams has an address without compression."""
    streams = set()
    for module in (ShelfRoutes, SessionRoutes, PlayerApp):
        source = (STATIC.parent / f"{module.__module__.rpartition('.')[2]}.py").read_text(encoding="utf-8")
        for name in re.findall(r"async def (\w+)\([^)]*\)[^:]*:(?:(?!async def)[\s\S])*?StreamingResponse\(", source):
            streams |= set(re.findall(rf'(?:Route\(|yield )"([^"]+)", [^\n]*self\.{name}\b', source))
    assert streams == set(STREAMS)


@pytest.mark.parametrize(
    ("page", "later", "most"),
    [("player", "", 37), ("host", "", 78), ("host", r"|import\(", 400)],
)
def test_the_pad_and_the_desk_stay_small(page, later, most):
    """Add up the compressed files that a page loads at first; the text editor comes later."""
    sizes, todo = {}, [f"{page}.html"]
    while todo:
        name = todo.pop()
        if name in sizes:
            continue
        content = (STATIC / name).read_bytes()
        sizes[name] = len(gzip.compress(content, 6))
        links = re.findall(rf'(?:from|src=|href={later})\s*"([^":]+\.(?:js|css))"', content.decode("utf-8"))
        todo += [posixpath.normpath(posixpath.join(posixpath.dirname(name), each.removeprefix("/"))) for each in links]
    assert len(sizes) > 4
    assert ("vendor/codemirror.js" in sizes) == bool(later)
    assert sum(sizes.values()) < most * KILOBYTE


def test_what_did_not_change_is_kept_by_the_browser(tmp_path):
    house = house_over(tmp_path)
    head = house.get("/").body.decode()
    (address,) = re.findall(r'src="(at/\w+/host\.js)"', head)
    script = house.get(f"/{address}")
    assert "immutable" in script.headers["cache-control"]
    assert "immutable" not in house.get("/at/another/host.js").headers["cache-control"]
    for path, query in (("/words/en", ""), ("/games", ""), ("/shelf", "game=yacht&language=en")):
        first = house.get(path, query)
        again = asyncio.run(
            ask(house.desk, "GET", path, {"x-key": KEY, "if-none-match": first.headers["etag"]}, query=query.encode())
        )
        assert (again.status, again.body) == (304, b"")
        assert asyncio.run(ask(house.desk, "GET", path, {"if-none-match": first.headers["etag"]})).status == 403


def test_a_font_comes_with_the_letters_that_are_asked_for(tmp_path):
    house = house_over(tmp_path)
    whole, part, few = (
        house.get("/fonts/yacht/text.bold", f"letters={letters}").body for letters in ("", LETTERS, "41")
    )
    assert len(whole) > 5 * len(part) > 25 * len(few)
    for body, letters in ((part, "Az~"), (few, "A")):
        assert set(map(ord, letters)) <= set(TTFont(io.BytesIO(body)).getBestCmap())
    assert house.get("/fonts/yacht/text.bold", "letters=x").status == 400
