"""The requests of the page that measures a printer: its test page, one question after the other, what was kept."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from generator.commands.shared_command_options import usual_paper
from generator.draw.svg import svg_text
from generator.geometry import Size
from generator.imposition.paper import page_size
from generator.products.calibration.calibration_pages import check_pdf, test_pdf
from generator.products.calibration.measuring import MeasurementDialogue, begin
from generator.products.calibration.question_pictures import question_picture
from generator.products.print_pack import PrintPack, open_pack
from generator.reading.game_catalogue import GameCatalogue
from generator.storage import printer_profiles
from generator.workshop.http import Endpoint, GameOf, Refused, Routes, attachment, sent_json, text_in

PAPERS = ("a4", "letter")  # those that are offered
MOST_PAPER = 40  # signs of its name
MOST_ANSWERS = 40


class PrinterRoutes:
    """Measures printers as `scrawl calibrate` does, and keeps them in the same file."""

    def __init__(self, catalogue: GameCatalogue, game_of: GameOf, path: Path | None = None) -> None:
        self.catalogue = catalogue
        self.game_of = game_of
        self.path = path or printer_profiles.default_path()
        self.lock = threading.Lock()

    def routes(self) -> Routes:
        """Yield the paths with their handlers and methods."""
        yield "/printers", self.printers, ["GET"]
        yield "/printers/test.pdf", self.test_page, ["GET"]
        yield "/printers/check.pdf", self.check_page, ["GET"]
        for does in (self.ask, self.keep, self.forget):
            yield f"/printers/{does.__name__}", self._answering(does), ["POST"]

    def _answering(self, does: Callable[[Request, dict[str, Any]], dict[str, Any]]) -> Endpoint:
        async def answer(request: Request) -> Response:
            sent = await sent_json(request)
            return JSONResponse(await to_thread.run_sync(does, request, sent))

        return answer

    def printers(self, _request: Request) -> dict[str, Any]:
        """Tell the printers that were measured."""
        printers = [_plain(printer) for printer in printer_profiles.read_printers(self.path)]
        return {"printers": printers, "papers": PAPERS, "usual": usual_paper()}

    # pages to print

    def test_page(self, request: Request) -> Response:
        return attachment(test_pdf(*self._on_paper(request)), "calibration.pdf", "application/pdf")

    def check_page(self, request: Request) -> Response:
        pack, size = self._on_paper(request)
        printer = printer_profiles.find_printer(
            printer_profiles.read_printers(self.path), request.query_params.get("printer", ""), size
        )
        return attachment(check_pdf(pack, size, printer.profile), "check.pdf", "application/pdf")

    def _on_paper(self, request: Request) -> tuple[PrintPack, Size]:
        pack = self._pack(request)
        return pack, page_size(pack.catalogue, request.query_params.get("paper", "")[:MOST_PAPER])

    def _pack(self, request: Request) -> PrintPack:
        return open_pack(self.catalogue, *self.game_of(request))

    # the dialogue

    def ask(self, request: Request, sent: dict[str, Any]) -> dict[str, Any]:
        """Tell what is asked after some answers, with a picture; of an answer that cannot be it is said why."""
        pack = self._pack(request)
        dialogue, taken, said = _replayed(pack, sent)
        progress = {"at": dialogue.at, "of": len(dialogue.asked), "taken": taken, "said": said}
        question = dialogue.question
        if question is None:
            return {**progress, "question": None}
        frame = question_picture(pack, dialogue.page, question)
        svg = svg_text(frame, fonts=pack.fonts, title=question.words, prefix="ask-")
        asked = {"key": question.key, "words": question.words, "help": question.help, "usual": dialogue.usual}
        return {**progress, "question": asked, "svg": svg}

    def keep(self, request: Request, sent: dict[str, Any]) -> dict[str, Any]:
        """Keep the printer that the answers measure, in place of what was measured before under its name."""
        dialogue, _, said = _replayed(self._pack(request), sent)
        if dialogue.question is not None:
            raise Refused(409, said or dialogue.question.words)
        try:
            name, tray = printer_profiles.split_name(text_in(sent, "name").strip(), text_in(sent, "tray", "").strip())
        except ValueError as fault:
            raise Refused(409, str(fault)) from None
        if not name:
            raise Refused(409, "a printer needs a name")
        printer = printer_profiles.calibrated_printer(name, tray, dialogue.page, dialogue.profile)
        with self.lock:
            printer_profiles.keep_printer(self.path, printer)
        return {"printer": _plain(printer), "path": str(self.path)}

    def forget(self, _request: Request, sent: dict[str, Any]) -> dict[str, Any]:
        """Forget a printer."""
        with self.lock:
            left = printer_profiles.forget_printer(self.path, text_in(sent, "printer"))
        return {"printers": [_plain(printer) for printer in left]}


def _replayed(pack: PrintPack, sent: dict[str, Any]) -> tuple[MeasurementDialogue, list[str], str]:
    """Return the dialogue after the answers of a request, those that were taken, and what is said of the next."""
    answers = sent.get("answers")
    if not isinstance(answers, list) or len(answers) > MOST_ANSWERS:
        raise Refused(400, "answers is no list")
    dialogue = begin(pack.words, page_size(pack.catalogue, text_in(sent, "paper")[:MOST_PAPER]))
    taken: list[str] = []
    for answer in answers:
        after, said = dialogue.answer(text_in({"answer": answer}, "answer"))
        if after.at != dialogue.at + 1:
            return dialogue, taken, said
        dialogue = after
        taken.append(answer)
    return dialogue, taken, ""


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
