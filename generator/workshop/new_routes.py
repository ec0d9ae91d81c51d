"""Requests that create a game or a deck in the user's own folder, and that preview or print an uploaded table."""

import base64
import binascii
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from generator.authoring import new_files
from generator.authoring.card_table_preview import STDIN, deck_name, looked_at
from generator.authoring.deck_import import OVERRULE, heading_of, plan_deck_import
from generator.diagnostics import InvalidInput, attempt
from generator.game.words import MACHINERY, machinery_languages
from generator.imposition.paper import read_card_size
from generator.products.cards import deck_size, records
from generator.products.print_pack import PrintPack
from generator.reading.foreign_tables import ForeignTable, TableOptions, read_foreign
from generator.reading.game_catalogue import GameCatalogue
from generator.reading.headings import plain_letters
from generator.reading.workbooks import sheet_names
from generator.units import length_name
from generator.workshop.guard import Refused
from generator.workshop.http import Routes, fault_json, number_in, text_in
from generator.workshop.own_folder import OwnFolder
from generator.workshop.previews import PreviewRequest, draw_face
from generator.workshop.print_forms import printed_table
from generator.workshop.print_routes import Make, PrintRoutes

MOST_SHOWN = 24  # cards in a response; the page requests more
MOST_FILE = 1_000_000  # characters of an uploaded file in base64


class UploadedTable(NamedTuple):
    """An uploaded table: its content, the name of its file (`-` if pasted), and the sheet and columns to use."""

    content: bytes
    name: str
    options: TableOptions


class UploadedTableRoutes:
    """Handles requests to show and print tables of cards; each request uploads its table, and nothing is stored."""

    def __init__(self, catalogue: GameCatalogue, printing: PrintRoutes) -> None:
        self.catalogue = catalogue
        self.printing = printing

    def routes(self) -> Routes:
        """Yield the paths with their handlers and methods."""
        yield "/spreadsheet/cards", self.cards, ["POST"]
        yield "/spreadsheet/columns", self.columns, ["POST"]
        yield "/spreadsheet/print", self.print, ["POST"]
        yield "/spreadsheet/pages", self.pages, ["POST"]

    def columns(self, _request: Request, sent: dict[str, Any]) -> dict[str, Any]:
        """Return the headings of a table, and which columns have its titles and copies."""
        return _columns_json(read_foreign(*brought_table(sent)))

    def cards(self, _request: Request, sent: dict[str, Any]) -> Response:
        """Return pictures of a table's cards, from the index `first` on, and notes about assumptions.

        Faults have the places of cells; the response also names a workbook's sheets, so that another can be chosen.
        """
        table, first, values = brought_table(sent), sent.get("first", 0), _values(sent)
        if not isinstance(first, int) or not 0 <= first < 1 << 31:
            raise Refused(400, "first is not an index")
        answer: dict[str, Any] = {"sheets": attempt([], lambda: sheet_names(table.content, table.name)) or []}
        try:
            text, edition = text_in(values, "size", ""), text_in(values, "edition", "") or None
            size = read_card_size(self.catalogue, text) if text else None
            cards, path = read_foreign(*table), Path(table.name)
            answer |= _columns_json(cards)
            with looked_at(self.catalogue, cards, path, self._language(values), edition, size) as pack:
                return JSONResponse({**answer, **_cards_json(pack, first)})
        except InvalidInput as fault:
            faults = [fault_json(diagnostic) for diagnostic in fault.diagnostics]
            return JSONResponse({"faults": faults, **answer}, 422)

    async def print(self, request: Request, sent: dict[str, Any]) -> Response:
        """Return the file that an uploaded table prints to, a PDF or a ZIP."""
        return await self.printing.download(request, self._print_job(sent))

    async def pages(self, request: Request, sent: dict[str, Any]) -> Response:
        """Return previews of the pages that an uploaded table prints to."""
        return await self.printing.show_pages(request, self._print_job(sent))

    def _print_job(self, sent: dict[str, Any]) -> Make:
        (content, name, options), values = brought_table(sent), _values(sent)
        values["lang"] = self._language(values)
        return lambda given_up: printed_table(self.catalogue, name, content, options, values, given_up)

    def _language(self, values: dict[str, Any]) -> str:
        """Return the requested language of the page; English if the program has no words in that language."""
        language = text_in(values, "lang", "")
        return language if language in machinery_languages(self.catalogue, MACHINERY) else "en"


def brought_table(sent: dict[str, Any]) -> UploadedTable:
    """Return the uploaded table of a request; raises Refused if it is invalid."""
    try:
        content = base64.b64decode(text_in(sent, "content", limit=MOST_FILE), validate=True)
    except (binascii.Error, ValueError):
        raise Refused(400, "content is not in base64") from None
    last = PurePosixPath(PureWindowsPath(text_in(sent, "name", STDIN)).name).name
    plain = "".join(sign if sign.isprintable() and sign not in '<>:"|?*' else "_" for sign in last)
    sheet, title, copies = (text_in(sent, key, "") for key in ("sheet", "title", "copies"))
    return UploadedTable(content, plain.strip(" .")[:100] or STDIN, TableOptions(sheet, "", copies, title))


def _columns_json(table: ForeignTable) -> dict[str, Any]:
    """Return the headings of a table, and those of its titles and copies, unless a column cannot have its role."""
    plan = attempt([], lambda: plan_deck_import(table, ""))
    roles = {column.role: column.heading for column in plan.columns} if plan else {}
    used = {"title": roles.get("title", ""), "copies": roles.get("copies", "none" if plan else "")}
    rows = [row.cells for row in table.rows[:MOST_SHOWN]]
    return {"columns": [heading_of(column) for column in table.columns], "used": used, "rows": rows}


def _values(sent: dict[str, Any]) -> dict[str, Any]:
    values = sent.get("values", {})
    if not isinstance(values, dict):
        raise Refused(400, "values are a mapping")
    return dict(values)


def _cards_json(pack: PrintPack, first: int) -> dict[str, Any]:
    """Return cards of a game with a single deck as SVG, with the number and size of all cards, and notes."""
    (deck,) = pack.manifest.decks
    cards, size = records(pack, deck), deck_size(pack, deck)
    request = PreviewRequest(pack.game.id, pack.language, pack.edition, "deck", deck)
    pictures = [
        {"copies": card.copies, "svg": draw_face(pack, replace(request, card=card.key), f"t{at}-", live=False).svg}
        for at, card in enumerate(cards[first : first + MOST_SHOWN], first)
    ]
    return {
        "cards": pictures,
        "first": first,
        "kinds": len(cards),
        "copies": sum(card.copies for card in cards),
        "size": [length_name(size.width), length_name(size.height)],
        "sides": [size.width, size.height],
        "notes": [fault_json(note) for note in pack.warnings() if note.hint != OVERRULE or "left out" in note.message],
    }


BRACES = str.maketrans("{}", "()")  # in a title, these are filled with a word
MOST_PLAYERS = 99
FIELDS = {"NAME": "title", "DECK": "deck", "--size": "size"}  # fields of the page by places of faults
Begun = dict[str, Any]


class NewRoutes:
    """Creates games and decks as `scrawl new` does; existing files are never replaced."""

    def __init__(self, catalogue: GameCatalogue, files: OwnFolder) -> None:
        self.catalogue = catalogue
        self.files = files

    def routes(self) -> Routes:
        """Yield the paths with their handlers and methods."""
        yield "/new", self.offer, ["GET"]
        for does in (self.game, self.deck):
            yield f"/new/{does.__name__}", partial(self._begun, does), ["POST"]

    def offer(self, _request: Request) -> dict[str, Any]:
        """Return the kinds of sheets and the languages that a new game can have, and the folder for its files."""
        languages = [language for language in machinery_languages(self.catalogue, MACHINERY) if language != "en"]
        return {"kinds": [*new_files.starter_kinds()], "languages": languages, "home": str(self.catalogue.home or "")}

    def _begun(self, does: Callable[[dict[str, Any]], Begun], _request: Request, sent: dict[str, Any]) -> Response:
        try:
            return JSONResponse(does(sent))
        except InvalidInput as error:
            faults = [{**fault_json(fault), "option": FIELDS.get(fault.place.path, "")} for fault in error.diagnostics]
            return JSONResponse({"faults": faults}, 422)

    def game(self, sent: dict[str, Any]) -> Begun:
        """Create a game with the requested kind of sheet; its id is made from the requested title."""
        title, kind, languages = text_in(sent, "title").strip(), text_in(sent, "kind"), sent.get("languages", [])
        players = (number_in(sent, "least", 1, MOST_PLAYERS), number_in(sent, "most", 1, MOST_PLAYERS))
        if kind not in new_files.starter_kinds():
            raise Refused(400, "there is no such kind")
        offered = machinery_languages(self.catalogue, MACHINERY)
        if not isinstance(languages, list) or not set(map(str, languages)) <= {*offered}:
            raise Refused(400, "languages are those of the program")
        if players[0] > players[1]:
            raise Refused(400, f"players are 1 to {MOST_PLAYERS}, at least and at most")
        folder = self.files.need_home()
        name = new_files.check_name(self.catalogue, new_files.kebab(plain_letters(title)))
        self._write(
            new_files.new_game(self.catalogue, folder, new_files.NewGameRequest(name, kind, title, players, languages))
        )
        return {"game": name, "file": ""}

    def deck(self, sent: dict[str, Any]) -> Begun:
        """Create a deck from the uploaded table, in an existing game; its name is made from the requested title."""
        table, game = brought_table(sent), text_in(sent, "game")
        title = " ".join(text_in(sent, "deck").split()).translate(BRACES)
        deck = deck_name(title)
        text = text_in(sent, "size", "").strip()
        if game not in self.catalogue.games():
            raise Refused(404, "no such game")
        folder, size = self.files.need_home(), read_card_size(self.catalogue, text) if text else None
        new = new_files.new_deck(self.catalogue, folder, game, deck, read_foreign(*table), size, title=title)
        self._write(new)
        notes = [fault_json(note) for note in new.notes]
        return {"game": game, "file": self.catalogue.display_path(folder / f"cards/{game}/{deck}.csv"), "notes": notes}

    def _write(self, new: new_files.NewFiles) -> None:
        with self.files.lock:
            new_files.write_new(new, lambda: self.catalogue)
