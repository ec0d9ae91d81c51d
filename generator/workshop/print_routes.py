"""The requests of the forms that print: what can be asked, the file, and its pages as pictures before it is saved."""

import secrets
import threading
from collections.abc import Awaitable, Callable, Collection
from typing import Any
from urllib.parse import quote

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from generator.child_processes import AbandonedCall
from generator.commands.command_subprocess import COMMANDS
from generator.commands.pdf_commands import PRINT_COMMANDS
from generator.draw.raster import page_png, page_sizes
from generator.geometry import Size
from generator.reading.game_catalogue import GameCatalogue
from generator.workshop import print_forms
from generator.workshop.http import GameOf, Refused, Routes, attachment, fault_json, sent_json, tell_when_gone

MOST_KEPT = 4  # prints whose pages can be looked at, the last ones
MOST_BYTES_KEPT = 100_000_000  # of all of them but the last
DPI = 60.0  # of a page among others
DPI_LARGE = 150.0  # of one that is looked at alone
MOST_PIXELS = 4_000_000  # of a picture

Make = Callable[[print_forms.GivenUpBy], print_forms.Printed]


class PrintRoutes:
    """Prints what forms ask for; the pages of the last prints can be looked at."""

    def __init__(self, catalogue: GameCatalogue, game_of: GameOf) -> None:
        self.catalogue = catalogue
        self.game_of = game_of
        self.kept: dict[str, list[tuple[bytes, int, Size]]] = {}  # the pages of a print: file, number in it, size
        self.looking = threading.Event()  # set where nobody waits for the pages that are printed any more
        self.raster = threading.Lock()  # its library is for one thread at a time

    def routes(self) -> Routes:
        """Yield the paths with their handlers and methods."""
        yield "/forms", self.forms, ["GET"]
        yield "/print", self.print, ["POST"]
        yield "/print/pages", self.pages, ["POST"]
        yield "/print/pages/{print}/{number}", self.page, ["GET"]

    def forms(self, request: Request) -> list[dict[str, Any]]:
        """Tell what can be printed and with which options, as the command line knows them."""
        return print_forms.command_forms(self.catalogue, *self.game_of(request))

    async def print(self, request: Request) -> Response:
        return await self.download(request, await self._asked(request))

    async def pages(self, request: Request) -> Response:
        return await self.show_pages(request, await self._asked(request, only=PRINT_COMMANDS))

    async def _asked(self, request: Request, only: Collection[str] = COMMANDS) -> Make:
        game, sent = self.game_of(request)[0], await sent_json(request)
        if str(sent.get("command")) not in only:
            raise Refused(400, "there is no such command")
        return lambda given_up: print_forms.print_form(self.catalogue, game, sent, given_up)

    async def download(self, request: Request, make: Make) -> Response:
        """Print, and give the file to save: a PDF, or a ZIP of files; given up where the page goes away."""

        async def save() -> Response:
            output = await _made(request, make, threading.Event())
            content, name, kind = await to_thread.run_sync(output.download)
            return attachment(content, name, kind, quote(f"{output.command}\n{output.messages}"))

        return await _or_faults(save)

    async def show_pages(self, request: Request, make: Make) -> Response:
        """Print, and tell the pages of each file; given up where the page goes away or asks for other pages."""
        self.looking.set()
        gone = self.looking = threading.Event()

        async def tell_pages() -> Response:
            return JSONResponse(await to_thread.run_sync(self._keep, await _made(request, make, gone)))

        return await _or_faults(tell_pages)

    def _keep(self, output: print_forms.Printed) -> dict[str, Any]:
        """Keep a print, forget those before it that are too many, and tell its pages."""
        documents = [file for file in output.files if file.name.endswith(".pdf")]  # a kit has a picture, too
        with self.raster:
            sizes = [page_sizes(file.content) for file in documents]
        pages = [
            (file.content, number, size)
            for file, of_file in zip(documents, sizes, strict=True)
            for number, size in enumerate(of_file)
        ]
        name = secrets.token_urlsafe(8)
        self.kept[name] = pages
        while len(self.kept) > MOST_KEPT or (len(self.kept) > 1 and self._kept_bytes() > MOST_BYTES_KEPT):
            del self.kept[next(iter(self.kept))]
        files = [{"name": file.name, "pages": of_file} for file, of_file in zip(documents, sizes, strict=True)]
        return {"print": name, "files": files, "messages": output.messages, "command": output.command}

    def _kept_bytes(self) -> int:
        contents = {id(content): len(content) for pages in self.kept.values() for content, _, _ in pages}
        return sum(contents.values())

    def page(self, request: Request) -> Response:
        """Draw a page of a print that is kept, by its number among all of its pages, small or `large`."""
        pages, number = self.kept.get(request.path_params["print"], []), request.path_params["number"]
        if not (number.isascii() and number.isdigit() and len(number) < 9 and int(number) < len(pages)):
            raise Refused(404, "no such page")
        dpi = DPI_LARGE if request.query_params.get("large") else DPI
        content, number_in_file, size = pages[int(number)]
        most = 72 * (MOST_PIXELS / (size.width * size.height)) ** 0.5
        with self.raster:
            return Response(page_png(content, number_in_file, min(dpi, most)), media_type="image/png")


async def _made(request: Request, make: Make, gone: threading.Event) -> print_forms.Printed:
    """Print until that is done or the event is set, as it is where the page goes away; raises Refused."""
    async with tell_when_gone(request, gone):
        try:
            return await to_thread.run_sync(make, gone.is_set)
        except AbandonedCall:
            raise Refused(409, "nobody waits for it any more") from None


async def _or_faults(answered: Callable[[], Awaitable[Response]]) -> Response:
    """Return an answer, or why there is none, with the field that each fault is about."""
    try:
        return await answered()
    except print_forms.PrintFormRefused as fault:
        return JSONResponse({"fault": str(fault), "option": fault.option}, 422)
    except print_forms.PrintFormFaults as fault:
        told = zip(fault.diagnostics, fault.options, strict=True)
        return JSONResponse({"faults": [{**fault_json(each), "option": option} for each, option in told]}, 422)
