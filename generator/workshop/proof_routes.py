"""The requests of what stands below a picture, proof and balance: one at a time, and given up with whoever asked."""

import asyncio
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from anyio import to_thread
from starlette.requests import Request

from generator.check.checking import attempt, card_faults, has_error, page_faults, sheet_faults
from generator.check.plate_use import PlateInkCoverage, plate_use
from generator.check.preflight import ink_use
from generator.commands.export_commands import MOST_INK
from generator.diagnostics import Diagnostic, InvalidInput, in_each
from generator.draw.pdf.press import X4, PressSettings, press_job
from generator.frame import Frame
from generator.game.words import languages_of
from generator.products.cards import deck_entry
from generator.products.print_pack import PrintPack, open_pack
from generator.products.sheets import sheet_name
from generator.reading.game_catalogue import GameCatalogue
from generator.rulesets.value_counts import GAMES
from generator.units import mm
from generator.workshop.card_balance import balance
from generator.workshop.http import Routes, Unsaved, fault_json, tell_when_gone, unsaved_text
from generator.workshop.own_folder import OwnFolder
from generator.workshop.previews import PreviewRequest, card_asked, face_of


class FaceCheckResult(NamedTuple):
    """Faults by language as `scrawl check` tells them, of both sides of a card; the ink of the side that is shown.

    `ink` is how much of the face is covered, in per cent, and `plates` what a press takes of each ink for it; None for
    a face that cannot be printed, and `plates` also where nobody waits for them any more.
    """

    languages: list[str]
    faults: list[Diagnostic]
    ink: float | None
    plates: PlateInkCoverage | None = None


def proof(catalogue: GameCatalogue, asked: PreviewRequest, gone: Callable[[], bool]) -> FaceCheckResult | None:
    """Look a face over, in the language asked for first; None as soon as nobody waits any more."""
    others = [each for each in languages_of(catalogue, asked.game) if each != asked.language]
    languages = [asked.language, *others]  # a broken game has none of its own
    found: dict[str, list[Diagnostic]] = {}
    for language in languages:
        if gone():
            return None
        found[language] = _faults(catalogue, replace(asked, language=language))
    if gone():
        return None
    told = FaceCheckResult(languages, in_each(found), None)
    if has_error(found[asked.language]):
        return told
    pack = open_pack(catalogue, asked.game, asked.language, asked.edition)
    face = _face(pack, asked)
    if face is None:
        return told
    plates = None if gone() else plate_use(face, pack.fonts, usual_press())
    return told._replace(ink=ink_use(pack, asked.name, [face]).mean, plates=plates)


@cache
def usual_press() -> PressSettings:
    """Return the press that is exported for where no other is asked for, with the inks that were found so far."""
    return press_job(MOST_INK / 100, X4)


def _faults(catalogue: GameCatalogue, asked: PreviewRequest) -> list[Diagnostic]:
    faults: list[Diagnostic] = []
    found = attempt(faults, lambda: _faults_of(open_pack(catalogue, asked.game, asked.language, asked.edition), asked))
    return [fault for fault in [*faults, *(found or [])] if fault.severity != "note"]


def _faults_of(pack: PrintPack, asked: PreviewRequest) -> list[Diagnostic]:
    if asked.kind == "sheet":
        return sheet_faults(pack, sheet_name(pack, asked.name))
    if asked.kind == "page":
        return page_faults(pack, asked.name)
    deck_entry(pack, asked.name)  # raises InvalidInput for a deck that is not there
    return card_faults(pack, asked.name, [card_asked(pack, asked.name, asked.card)._replace(copies=1)])


def _face(pack: PrintPack, asked: PreviewRequest) -> Frame | None:
    try:
        face, _, _ = face_of(pack, asked)
    except InvalidInput:
        return None
    return face


class FaceCheckRoutes:
    """Looks faces over, as their files are or as the text of one is typed."""

    def __init__(self, own: OwnFolder, face_asked: Callable[[Request], PreviewRequest]) -> None:
        self.own = own
        self.face_asked = face_asked
        self.turn, self.games = asyncio.Lock(), asyncio.Lock()

    def routes(self) -> Routes:
        """Yield the paths with their handlers and methods."""
        yield "/proof", self.look_over, ["GET", "POST"]
        yield "/balance", self.play, ["GET", "POST"]

    async def look_over(self, request: Request) -> dict[str, Any]:
        """Tell the faults of a face in each language and its ink; a text that is sent stands for that of its file."""
        wanted, gone = self.face_asked(request), threading.Event()
        unsaved = await unsaved_text(request)

        def look() -> FaceCheckResult | None:
            with self.own.catalogue_with(unsaved) as catalogue:
                return proof(catalogue, wanted, gone.is_set)

        async with tell_when_gone(request, gone), self.turn:
            found = await to_thread.run_sync(look)
        return _plain(found) if found else {}

    async def play(self, request: Request) -> dict[str, Any]:
        """Tell what a quick simulation says of a face, as its text is sent, and what that changes."""
        wanted, gone = self.face_asked(request), threading.Event()
        unsaved = await unsaved_text(request)
        async with tell_when_gone(request, gone), self.games:
            return await to_thread.run_sync(self.balance, wanted, unsaved, gone.is_set)

    def balance(
        self, wanted: PreviewRequest, unsaved: Unsaved | None, gone: Callable[[], bool], games: int = GAMES
    ) -> dict[str, Any]:
        """Play so many games with a face as its text is typed, and by what is saved where the text changes the play."""
        with self.own.catalogue_with(unsaved) as catalogue:
            is_changed = unsaved is not None and self.own.is_played_by(unsaved[0])
            return balance(catalogue, self.own.catalogue if is_changed else None, wanted, gone, games)


def _plain(found: FaceCheckResult) -> dict[str, Any]:
    """Return a check as plain data; of the plates also the fullest spot: its place, in millimetres, and its bound."""
    plates = None
    if use := found.plates:
        spot = {"most": round(use.most), "x": round(use.x / mm(1)), "y": round(use.y / mm(1)), "bound": MOST_INK}
        inks = {ink: round(covered, 1) for ink, covered in use.inks.items()}
        plates = {"press": usual_press().condition.called, "inks": inks, "spot": spot}
    return {
        "languages": found.languages,
        "faults": [fault_json(fault) for fault in found.faults],
        "ink": None if found.ink is None else round(found.ink),
        "plates": plates,
    }
