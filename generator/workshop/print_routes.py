"""Requests of the forms that print (their options, the file, its pages as pictures) and that measure printers."""

import secrets
import threading
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any
from urllib.parse import quote

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from generator.child_processes import AbandonedCall
from generator.diagnostics import ScrawlError
from generator.draw.raster import page_png, page_sizes
from generator.draw.svg import svg_text
from generator.geometry import Size
from generator.imposition.paper import page_size, usual_paper
from generator.products.calibration.calibration_pages import check_pdf, question_picture, test_pdf
from generator.products.calibration.measuring import MeasurementDialogue, begin
from generator.products.print_pack import PrintPack, open_pack
from generator.products.print_request import PRINTS
from generator.reading.game_catalogue import GameCatalogue
from generator.storage import printer_profiles
from generator.workshop import http, print_forms
from generator.workshop.guard import Refused

PAPERS = ("a4", "letter")  # papers to choose from
MOST_PAPER = 40  # characters of the name of a paper
MOST_ANSWERS = 40


class PrinterRoutes:
    """Measures printers as `scrawl calibrate` does, and saves them in the same file."""

    def __init__(self, catalogue: GameCatalogue, path: Path | None = None) -> None:
        self.catalogue = catalogue
        self.path = path or printer_profiles.default_path()
        self.lock = threading.Lock()

    def routes(self) -> http.Routes:
        """Yield the paths with their handlers and methods."""
        yield "/printers", self.printers, ["GET"]
        yield "/printers/test.pdf", self.test_page, ["GET"]
        yield "/printers/check.pdf", self.check_page, ["GET"]
        for handler in (self.ask, self.keep, self.forget):
            yield f"/printers/{handler.__name__}", handler, ["POST"]

    def printers(self, _request: Request) -> dict[str, Any]:
        """Return the printers that were measured."""
        printers = [_plain(printer) for printer in printer_profiles.read_printers(self.path)]
        return {"printers": printers, "papers": PAPERS, "usual": usual_paper()}

    # pages to print

    def test_page(self, request: Request) -> Response:
        return http.attachment(test_pdf(*self._on_paper(request)), "calibration.pdf", "application/pdf")

    def check_page(self, request: Request) -> Response:
        pack, size = self._on_paper(request)
        printer = printer_profiles.find_printer(
            printer_profiles.read_printers(self.path), request.query_params.get("printer", ""), size
        )
        return http.attachment(check_pdf(pack, size, printer.profile), "check.pdf", "application/pdf")

    def _on_paper(self, request: Request) -> tuple[PrintPack, Size]:
        pack = self._pack(request)
        return pack, page_size(pack.catalogue, request.query_params.get("paper", "")[:MOST_PAPER])

    def _pack(self, request: Request) -> PrintPack:
        return open_pack(self.catalogue, *http.game_of(self.catalogue, request))

    # the dialogue

    def ask(self, request: Request, body: dict[str, Any]) -> dict[str, Any]:
        """Return the next question after the answers sent, with a picture; or a message about an invalid answer."""
        pack = self._pack(request)
        dialogue, accepted, message = _replayed(pack, body)
        progress = {"at": dialogue.at, "of": len(dialogue.asked), "taken": accepted, "message": message}
        question = dialogue.question
        if question is None:
            return {**progress, "question": None}
        frame = question_picture(pack, dialogue.page, question)
        svg = svg_text(frame, fonts=pack.fonts, title=question.words, prefix="ask-")
        question_json = {"key": question.key, "words": question.words, "help": question.help, "usual": dialogue.usual}
        return {**progress, "question": question_json, "svg": svg}

    def keep(self, request: Request, body: dict[str, Any]) -> dict[str, Any]:
        """Save the printer measured by the answers sent, replacing one with the same name, tray and paper."""
        dialogue, _, message = _replayed(self._pack(request), body)
        if dialogue.question is not None:
            raise Refused(409, message or dialogue.question.words)
        try:
            name, tray = printer_profiles.split_name(
                http.text_in(body, "name").strip(), http.text_in(body, "tray", "").strip()
            )
        except ValueError as fault:
            raise Refused(409, str(fault)) from None
        if not name:
            raise Refused(409, "a printer needs a name")
        printer = printer_profiles.calibrated_printer(name, tray, dialogue.page, dialogue.profile)
        with self.lock:
            printer_profiles.keep_printer(self.path, printer)
        return {"printer": _plain(printer), "path": str(self.path)}

    def forget(self, _request: Request, body: dict[str, Any]) -> dict[str, Any]:
        """Delete a printer."""
        with self.lock:
            remaining = printer_profiles.forget_printer(self.path, http.text_in(body, "printer"))
        return {"printers": [_plain(printer) for printer in remaining]}


def _replayed(pack: PrintPack, body: dict[str, Any]) -> tuple[MeasurementDialogue, list[str], str]:
    """Return (dialogue after the answers of a request, accepted answers, message about the first invalid one)."""
    answers = body.get("answers")
    if not isinstance(answers, list) or len(answers) > MOST_ANSWERS:
        raise Refused(400, "answers is not a list")
    dialogue = begin(pack.words, page_size(pack.catalogue, http.text_in(body, "paper")[:MOST_PAPER]))
    accepted: list[str] = []
    for answer in answers:
        answered, message = dialogue.answer(http.text_in({"answer": answer}, "answer"))
        if answered.at != dialogue.at + 1:
            return dialogue, accepted, message
        dialogue = answered
        accepted.append(answer)
    return dialogue, accepted, ""


def _plain(printer: printer_profiles.CalibratedPrinter) -> dict[str, Any]:
    (across, down), (back_across, back_down) = printer.profile.front, printer.profile.back
    return {
        "called": printer.full_name,
        "paper": f"{printer.width:g}x{printer.height:g}mm",
        "x": printer.x,
        "y": printer.y,
        "angle": printer.angle,
        "scales": [round(100 * factor, 2) for factor in (across, down, back_across, back_down)],
    }


MOST_KEPT = 4  # the last prints, whose pages can be previewed
MOST_BYTES_KEPT = 100_000_000  # of all prints except the last
DPI = 60.0  # of a page in a list
DPI_LARGE = 150.0  # of a single page
MOST_PIXELS = 4_000_000  # of a picture

Make = Callable[[print_forms.GivenUpBy], print_forms.Printed]


class PrintRoutes:
    """Runs the print commands that forms request, and keeps the last prints, so that their pages can be previewed."""

    def __init__(self, catalogue: GameCatalogue) -> None:
        self.catalogue = catalogue
        self.kept: dict[str, list[tuple[bytes, int, Size]]] = {}  # the pages of a print: file, number in it, size
        self.looking = threading.Event()  # set when no page waits for the print any more
        self.raster = threading.Lock()  # its library is for one thread at a time

    def routes(self) -> http.Routes:
        """Yield the paths with their handlers and methods."""
        yield "/forms", self.forms, ["GET"]
        yield "/print", self.print, ["POST"]
        yield "/print/pages", self.pages, ["POST"]
        yield "/print/pages/{print}/{number}", self.page, ["GET"]

    def forms(self, request: Request) -> list[dict[str, Any]]:
        """Return the commands that print, with their options, as on the command line."""
        return print_forms.command_forms(self.catalogue, *http.game_of(self.catalogue, request))

    async def print(self, request: Request, body: dict[str, Any]) -> Response:
        return await self.download(request, self._print_job(request, body, print_forms.COMMANDS))

    async def pages(self, request: Request, body: dict[str, Any]) -> Response:
        return await self.show_pages(request, self._print_job(request, body, PRINTS))

    def _print_job(self, request: Request, body: dict[str, Any], only: Collection[str]) -> Make:
        game = http.game_of(self.catalogue, request)[0]
        if str(body.get("command")) not in only:
            raise Refused(400, "there is no such command")
        return lambda given_up: print_forms.print_form(self.catalogue, game, body, given_up)

    async def download(self, request: Request, make: Make) -> Response:
        """Print by calling `make`, and return the file to save, a PDF or a ZIP; cancelled if the page closes."""
        return await _print_and_answer(request, make, threading.Event(), _attached)

    async def show_pages(self, request: Request, make: Make) -> Response:
        """Print by calling `make`, and return the pages of each file; cancelled if the page closes or asks again."""
        self.looking.set()
        client_gone = self.looking = threading.Event()
        return await _print_and_answer(request, make, client_gone, lambda output: JSONResponse(self._keep(output)))

    def _keep(self, output: print_forms.Printed) -> dict[str, Any]:
        """Store a print, delete older prints beyond the limits, and return the pages of the new one."""
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
        """Draw a page of a stored print, by its index among all pages of the print; larger with `large`."""
        pages, number = self.kept.get(request.path_params["print"], []), request.path_params["number"]
        if not (number.isascii() and number.isdigit() and len(number) < 9 and int(number) < len(pages)):
            raise Refused(404, "no such page")
        dpi = DPI_LARGE if request.query_params.get("large") else DPI
        content, number_in_file, size = pages[int(number)]
        limit = 72 * (MOST_PIXELS / (size.width * size.height)) ** 0.5
        with self.raster:
            return Response(page_png(content, number_in_file, min(dpi, limit)), media_type="image/png")


def _attached(output: print_forms.Printed) -> Response:
    content, name, kind = output.download()
    return http.attachment(content, name, kind, quote(f"{output.command}\n{output.messages}"))


async def _print_and_answer(
    request: Request, make: Make, client_gone: threading.Event, answer: Callable[[print_forms.Printed], Response]
) -> Response:
    """Print by calling `make`, and return the response that `answer` makes of it, or one with the faults by form field.

    Raises Refused if the event `client_gone` is set, or the page closes, before it is done.
    """
    try:
        async with http.watch_disconnect(request, client_gone):
            output = await to_thread.run_sync(make, client_gone.is_set)
        return await to_thread.run_sync(answer, output)
    except AbandonedCall:
        raise Refused(409, "cancelled") from None
    except print_forms.PrintFormFaults as error:
        pairs = zip(error.diagnostics, error.options, strict=True)
        return JSONResponse({"faults": [{**http.fault_json(fault), "option": option} for fault, option in pairs]}, 422)
    except ScrawlError as fault:
        return JSONResponse({"fault": f"printing failed: {fault}", "option": ""}, 422)
