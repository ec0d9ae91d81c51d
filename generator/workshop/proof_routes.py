"""Requests to check the card or sheet in a preview and to simulate the card: one at a time, cancelled with the page."""

import asyncio
import math
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from anyio import to_thread
from starlette.requests import Request

from generator.check.checking import attempt, card_faults, has_error, page_faults, sheet_faults
from generator.check.preflight import PlateInkCoverage, ink_use, plate_use
from generator.child_processes import AbandonedCall, call_apart
from generator.diagnostics import Diagnostic, InvalidInput, ScrawlError, in_each
from generator.draw.pdf.press import X4, PressSettings, press_job
from generator.game.manifest import PieceEntry
from generator.game.words import languages_of
from generator.products.cards import deck_entry
from generator.products.print_pack import PrintPack, open_pack
from generator.products.print_request import MOST_INK
from generator.products.sheets import sheet_name
from generator.reading.game_catalogue import GameCatalogue
from generator.rulesets.ruleset import has_ruleset
from generator.rulesets.simulate.quick_balance import OutcomeFrequencies, QuickBalanceResult, balance_apart
from generator.rulesets.value_counts import GAMES, ConfidenceInterval
from generator.units import mm
from generator.workshop.http import Routes, Unsaved, fault_json, tell_when_gone, unsaved_text
from generator.workshop.own_folder import OwnFolder
from generator.workshop.previews import PreviewRequest, card_asked, face_of

MOST_SECONDS = 300  # of the processor
MOST_FAULTS = 5  # faults shown if a game cannot be played; `scrawl check` shows all


class FaceCheckResult(NamedTuple):
    """The faults of a card (both sides) or sheet in all languages, as in `scrawl check`, and the ink of the side shown.

    `ink` is the percentage of the side that is covered, `plates` the amount of each ink on a press; both are None if
    the side cannot be printed, and `plates` also if the check was cancelled.
    """

    languages: list[str]
    faults: list[Diagnostic]
    ink: float | None
    plates: PlateInkCoverage | None = None


def proof(catalogue: GameCatalogue, asked: PreviewRequest, gone: Callable[[], bool]) -> FaceCheckResult | None:
    """Check a card, sheet or page in all languages, the requested one first; return None once `gone` returns True."""
    others = [each for each in languages_of(catalogue, asked.game) if each != asked.language]
    languages = [asked.language, *others]  # a broken game may lack the requested language
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
    try:
        face, _, _ = face_of(pack, asked)
    except InvalidInput:
        return told
    plates = None if gone() else plate_use(face, pack.fonts, usual_press())
    return told._replace(ink=ink_use(pack, asked.name, [face]).mean, plates=plates)


@cache
def usual_press() -> PressSettings:
    """Return the default settings of exports for a press; cached to reuse the colours converted to inks so far."""
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
    deck_entry(pack, asked.name)  # raises InvalidInput for an unknown deck
    return card_faults(pack, asked.name, [card_asked(pack, asked.name, asked.card)._replace(copies=1)])


class FaceCheckRoutes:
    """Checks cards, sheets and pages as their files are saved, or with the unsaved text of one of these files."""

    def __init__(self, own: OwnFolder, face_asked: Callable[[Request], PreviewRequest]) -> None:
        self.own = own
        self.face_asked = face_asked
        self.turn, self.games = asyncio.Lock(), asyncio.Lock()

    def routes(self) -> Routes:
        """Yield the paths with their handlers and methods."""
        yield "/proof", self.look_over, ["GET", "POST"]
        yield "/balance", self.play, ["GET", "POST"]

    async def look_over(self, request: Request) -> dict[str, Any]:
        """Return the faults of a card or sheet in each language, and its ink; the request may send unsaved text."""
        wanted, gone = self.face_asked(request), threading.Event()
        unsaved = await unsaved_text(request)

        def look() -> FaceCheckResult | None:
            with self.own.catalogue_with(unsaved) as catalogue:
                return proof(catalogue, wanted, gone.is_set)

        async with tell_when_gone(request, gone), self.turn:
            found = await to_thread.run_sync(look)
        return _plain(found) if found else {}

    async def play(self, request: Request) -> dict[str, Any]:
        """Return the results of a quick simulation with the card, and how the unsaved text changes them."""
        wanted, gone = self.face_asked(request), threading.Event()
        unsaved = await unsaved_text(request)
        async with tell_when_gone(request, gone), self.games:
            return await to_thread.run_sync(self.balance, wanted, unsaved, gone.is_set)

    def balance(
        self, wanted: PreviewRequest, unsaved: Unsaved | None, gone: Callable[[], bool], games: int = GAMES
    ) -> dict[str, Any]:
        """Return the results of `games` simulated games with the unsaved text, compared with the saved file."""
        with self.own.catalogue_with(unsaved) as catalogue:
            is_changed = unsaved is not None and self.own.is_played_by(unsaved[0])
            return balance(catalogue, self.own.catalogue if is_changed else None, wanted, gone, games)


def _plain(found: FaceCheckResult) -> dict[str, Any]:
    """Return a check as plain data; with the inks of a press, also the spot with most ink, in mm, and the limit."""
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


def balance(
    catalogue: GameCatalogue,
    saved: GameCatalogue | None,
    asked: PreviewRequest,
    gone: Callable[[], bool],
    games: int = GAMES,
) -> dict[str, Any]:
    """Return the results of `games` simulated games with the requested card, compared with the files in `saved`.

    The key `lacks` has the reason if there are no figures, `faults` the faults because of which the game cannot be
    played. The result is empty for a game without rules as code, and as soon as `gone` returns True.
    """
    if gone():
        return {}
    try:
        pack = open_pack(catalogue, asked.game, asked.language, asked.edition)
        if not has_ruleset(pack.game):
            return {}
        deck, card = _card(pack, asked)
    except InvalidInput:
        return {}  # the preview shows the faults
    files = [None if each is None else replace(each, sources=each.sources.afresh()) for each in (catalogue, saved)]
    try:
        found = call_apart(balance_apart, *files, asked.game, deck, card, games, seconds=MOST_SECONDS, given_up=gone)
    except AbandonedCall:
        return {}
    except ScrawlError:
        return {"lacks": "not_played"}
    if not isinstance(found, QuickBalanceResult):
        return {"lacks": "faulty", "faults": [fault_json(fault) for fault in found[:MOST_FAULTS]]}
    figures = {key: _figure(getattr(found, key)) for key in ("points", "dealt", "kept", "change", "worth")}
    return {"games": found.games, **figures, "shares": [_said(pack, each) for each in found.shares]}


def _card(pack: PrintPack, asked: PreviewRequest) -> tuple[str, str]:
    """Return the deck and key of the requested card; two empty texts for a sheet, a page or a piece."""
    if asked.kind != "deck" or isinstance(deck_entry(pack, asked.name), PieceEntry):
        return "", ""
    return asked.name, card_asked(pack, asked.name, asked.card).key


def _said(pack: PrintPack, told: OutcomeFrequencies) -> dict[str, Any]:
    """Return the shares of outcomes as plain data, with heading and names in the language of the cards."""
    shares = [{"name": pack.game.word(name) if name else "", "share": _figure(share)} for name, share in told.shares]
    return {"heading": pack.game.word(told.heading), "shares": shares}


def _figure(interval: ConfidenceInterval | None) -> dict[str, float | None] | None:
    """Return an estimate and its bounds as plain data, with None for infinite bounds; None for no estimate."""
    if interval is None:
        return None
    values = {"mean": interval.estimate, "low": interval.low, "high": interval.high}
    return {key: value if math.isfinite(value) else None for key, value in values.items()}
