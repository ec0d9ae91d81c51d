"""A table of cards that the page brings, as people have it: looked at, and printed, without a file being written."""

import base64
import binascii
from dataclasses import replace
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any, NamedTuple

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from generator.commands.card_table_preview import STDIN, look_languages, looked_at
from generator.diagnostics import InvalidInput
from generator.imposition.paper import read_card_size
from generator.products.cards import deck_size, records
from generator.products.print_pack import PrintPack
from generator.reading.foreign_tables import read_foreign, sheets_of
from generator.reading.game_catalogue import GameCatalogue
from generator.units import length_name
from generator.workshop.http import Refused, Routes, fault_json, sent_json, text_in
from generator.workshop.previews import PreviewRequest, draw_face
from generator.workshop.print_forms import printed_table
from generator.workshop.print_routes import Make, PrintRoutes

MOST_SHOWN = 24  # cards in an answer: the page asks for further ones
MOST_FILE = 1_000_000  # signs that a file is sent in


class UploadedTable(NamedTuple):
    """A table of a page: the name of its file, or `-` where it was pasted; what it holds; the sheet of a workbook."""

    name: str
    content: bytes
    sheet: str


class UploadedTableRoutes:
    """Answers for tables; each request brings its own, and nothing of it stays."""

    def __init__(self, catalogue: GameCatalogue, printing: PrintRoutes) -> None:
        self.catalogue = catalogue
        self.printing = printing

    def routes(self) -> Routes:
        """Yield the paths with their handlers and methods."""
        yield "/spreadsheet/cards", self.cards, ["POST"]
        yield "/spreadsheet/print", self.print, ["POST"]
        yield "/spreadsheet/pages", self.pages, ["POST"]

    async def cards(self, request: Request) -> Response:
        """Draw cards of a table, from the one with the index `first` on, and tell what was assumed.

        Faults stand at their cells; the sheets of a workbook are told with them, so that another can be chosen.
        """
        sent = await sent_json(request)
        table, first, values = brought_table(sent), sent.get("first", 0), _values(sent)
        if not isinstance(first, int) or not 0 <= first < 1 << 31:
            raise Refused(400, "first is no index")
        sheets: list[str] = []
        try:
            sheets = await to_thread.run_sync(sheets_of, table.content, table.name)
            return JSONResponse({"sheets": sheets, **await to_thread.run_sync(self._seen, table, values, first)})
        except InvalidInput as fault:
            faults = [fault_json(diagnostic) for diagnostic in fault.diagnostics]
            return JSONResponse({"faults": faults, "sheets": sheets}, 422)

    def _seen(self, table: UploadedTable, values: dict[str, Any], first: int) -> dict[str, Any]:
        size, edition = text_in(values, "size", ""), text_in(values, "edition", "")
        asked = read_card_size(self.catalogue, size) if size else None
        read = read_foreign(table.content, table.name, table.sheet)
        with looked_at(self.catalogue, read, Path(table.name), self._language(values), edition or None, asked) as pack:
            return _cards_json(pack, first)

    async def print(self, request: Request) -> Response:
        """Print a table."""
        return await self.printing.download(request, await self._asked(request))

    async def pages(self, request: Request) -> Response:
        """Tell the pages that a table prints on."""
        return await self.printing.show_pages(request, await self._asked(request))

    async def _asked(self, request: Request) -> Make:
        sent = await sent_json(request)
        (name, content, sheet), values = brought_table(sent), _values(sent)
        values["lang"] = self._language(values)
        return lambda given_up: printed_table(self.catalogue, name, content, sheet, values, given_up)

    def _language(self, values: dict[str, Any]) -> str:
        """Return the language of the page, or English where the program has no words in it."""
        language = text_in(values, "lang", "")
        return language if language in look_languages(self.catalogue) else "en"


def brought_table(sent: dict[str, Any]) -> UploadedTable:
    """Return the table that a request brings; raises Refused where it is none."""
    try:
        content = base64.b64decode(text_in(sent, "content", most=MOST_FILE), validate=True)
    except (binascii.Error, ValueError):
        raise Refused(400, "content is not in base64") from None
    return UploadedTable(_plain(text_in(sent, "name", STDIN)), content, text_in(sent, "sheet", ""))


def _plain(name: str) -> str:
    """Return the last part of a file's name, in signs that every folder takes."""
    last = PurePosixPath(PureWindowsPath(name).name).name
    plain = "".join(sign if sign.isprintable() and sign not in '<>:"|?*' else "_" for sign in last)
    return plain.strip(" .")[:100] or STDIN


def _values(sent: dict[str, Any]) -> dict[str, Any]:
    values = sent.get("values", {})
    if not isinstance(values, dict):
        raise Refused(400, "values are a mapping")
    return dict(values)


def _cards_json(pack: PrintPack, first: int) -> dict[str, Any]:
    """Return cards of a game of one deck as pictures, with how many there are, how large, and what to note."""
    (deck,) = pack.manifest.decks
    cards, size = records(pack, deck), deck_size(pack, deck)
    asked = PreviewRequest(pack.game.id, pack.language, pack.edition, "deck", deck)
    shown = [
        {"copies": card.copies, "svg": draw_face(pack, replace(asked, card=card.key), f"t{at}-", live=False).svg}
        for at, card in enumerate(cards[first : first + MOST_SHOWN], first)
    ]
    return {
        "cards": shown,
        "first": first,
        "kinds": len(cards),
        "copies": sum(card.copies for card in cards),
        "size": [length_name(size.width), length_name(size.height)],
        "sides": [size.width, size.height],
        "notes": [fault_json(note) for note in pack.warnings()],
    }
