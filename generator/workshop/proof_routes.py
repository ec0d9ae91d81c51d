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

from generator.check.checking import card_faults, has_error, page_faults, sheet_faults
from generator.check.preflight import PlateInkCoverage, ink_use, plate_use
from generator.child_processes import AbandonedCall, call_apart
from generator.diagnostics import Diagnostic, InvalidInput, ScrawlError, attempt, in_each
from generator.draw.pdf.press import X4, PressSettings, press_job
from generator.game.manifest import PieceEntry
from generator.game.words import languages_of
from generator.products.cards import deck_entry
from generator.products.print_pack import PrintPack, open_pack
from generator.products.print_request import MOST_INK
from generator.products.sheets import sheet_name
from generator.reading.game_catalogue import GameCatalogue
from generator.rulesets.ruleset import has_ruleset
from generator.rulesets.simulate.quick_balance import OutcomeFrequencies, balance_apart
from generator.rulesets.value_counts import GAMES, ConfidenceInterval
from generator.units import mm
from generator.workshop.http import Routes, Unsaved, fault_json, unsaved_text, watch_disconnect
from generator.workshop.own_folder import OwnFolder
from generator.workshop.previews import PreviewRequest, card_with_key, face_of

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


def proof(catalogue: GameCatalogue, face: PreviewRequest, is_gone: Callable[[], bool]) -> FaceCheckResult | None:
    """Check a card, sheet or page in all languages, the requested one first; None once `is_gone` returns True."""
    rest = [language for language in languages_of(catalogue, face.game) if language != face.language]
    languages = [face.language, *rest]  # a broken game may lack the requested language
    by_language: dict[str, list[Diagnostic]] = {}
    for language in languages:
        if is_gone():
            return None
        by_language[language] = _faults(catalogue, replace(face, language=language))
    if is_gone():
        return None
    result = FaceCheckResult(languages, in_each(by_language), None)
    if has_error(by_language[face.language]):
        return result
    pack = open_pack(catalogue, face.game, face.language, face.edition)
    printed_face = attempt([], lambda: face_of(pack, face))
    if printed_face is None:
        return result
    frame, _, _ = printed_face
    plates = None if is_gone() else plate_use(frame, pack.fonts, usual_press())
    return result._replace(ink=ink_use(pack, face.name, [frame])[0], plates=plates)


@cache
def usual_press() -> PressSettings:
    """Return the default settings of exports for a press; cached to reuse the colours converted to inks so far."""
    return press_job(MOST_INK / 100, X4)


def _faults(catalogue: GameCatalogue, face: PreviewRequest) -> list[Diagnostic]:
    faults: list[Diagnostic] = []
    results = attempt(faults, lambda: _faults_of(open_pack(catalogue, face.game, face.language, face.edition), face))
    return [fault for fault in [*faults, *(results or [])] if fault.severity != "note"]


def _faults_of(pack: PrintPack, face: PreviewRequest) -> list[Diagnostic]:
    if face.kind == "sheet":
        return sheet_faults(pack, sheet_name(pack, face.name))
    if face.kind == "page":
        return page_faults(pack, face.name)
    deck_entry(pack, face.name)  # raises InvalidInput for an unknown deck
    return card_faults(pack, face.name, [card_with_key(pack, face.name, face.card)._replace(copies=1)])


class FaceCheckRoutes:
    """Checks cards, sheets and pages as their files are saved, or with the unsaved text of one of these files."""

    def __init__(self, files: OwnFolder, preview_request: Callable[[Request], PreviewRequest]) -> None:
        self.files = files
        self.preview_request = preview_request
        self.turn, self.games = asyncio.Lock(), asyncio.Lock()

    def routes(self) -> Routes:
        """Yield the paths with their handlers and methods."""
        yield "/proof", self.look_over, ["GET", "POST"]
        yield "/balance", self.play, ["GET", "POST"]

    async def look_over(self, request: Request) -> dict[str, Any]:
        """Return the faults of a card or sheet in each language, and its ink; the request may send unsaved text."""
        face, client_gone = self.preview_request(request), threading.Event()
        unsaved = await unsaved_text(request)

        def look() -> FaceCheckResult | None:
            with self.files.catalogue_with(unsaved) as catalogue:
                return proof(catalogue, face, client_gone.is_set)

        async with watch_disconnect(request, client_gone), self.turn:
            result = await to_thread.run_sync(look)
        return _plain(result) if result else {}

    async def play(self, request: Request) -> dict[str, Any]:
        """Return the results of a quick simulation with the card, and how the unsaved text changes them."""
        face, client_gone = self.preview_request(request), threading.Event()
        unsaved = await unsaved_text(request)
        async with watch_disconnect(request, client_gone), self.games:
            return await to_thread.run_sync(self.balance, face, unsaved, client_gone.is_set)

    def balance(
        self, face: PreviewRequest, unsaved: Unsaved | None, is_gone: Callable[[], bool], games: int = GAMES
    ) -> dict[str, Any]:
        """Return the results of `games` simulated games with the unsaved text, compared with the saved file.

        Without figures, the key `missing` has the reason. If faults keep the game from being played, `faults` has
        them. The result is empty for a game without rules as code, and as soon as `is_gone` returns True.
        """
        with self.files.catalogue_with(unsaved) as catalogue:
            is_changed = unsaved is not None and self.files.is_played_by(unsaved[0])
            saved = self.files.catalogue if is_changed else None
            if is_gone():
                return {}
            try:
                pack = open_pack(catalogue, face.game, face.language, face.edition)
                if not has_ruleset(pack.game):
                    return {}
                deck, card = _card(pack, face)
            except InvalidInput:
                return {}  # the preview shows the faults
            pair = catalogue, saved
            files = [None if item is None else replace(item, sources=item.sources.afresh()) for item in pair]
            try:
                values = *files, face.game, deck, card, games
                result = call_apart(balance_apart, *values, seconds=MOST_SECONDS, given_up=is_gone)
            except AbandonedCall:
                return {}
            except InvalidInput as error:
                return {"missing": "faulty", "faults": [fault_json(fault) for fault in error.diagnostics[:MOST_FAULTS]]}
            except ScrawlError:
                return {"missing": "not_played"}
            figures = {key: _figure(getattr(result, key)) for key in ("points", "dealt", "kept", "change", "worth")}
            shares = [_outcome_json(pack, outcome) for outcome in result.shares]
            return {"games": result.games, **figures, "shares": shares}


def _plain(result: FaceCheckResult) -> dict[str, Any]:
    """Return a check as plain data; with the inks of a press, also the spot with most ink, in mm, and the limit."""
    plates = None
    if use := result.plates:
        spot = {"most": round(use.most), "x": round(use.x / mm(1)), "y": round(use.y / mm(1)), "bound": MOST_INK}
        inks = {ink: round(covered, 1) for ink, covered in use.inks.items()}
        plates = {"press": usual_press().condition.called, "inks": inks, "spot": spot}
    return {
        "languages": result.languages,
        "faults": [fault_json(fault) for fault in result.faults],
        "ink": None if result.ink is None else round(result.ink),
        "plates": plates,
    }


def _card(pack: PrintPack, face: PreviewRequest) -> tuple[str, str]:
    """Return the deck and key of the requested card; two empty texts for a sheet, a page or a piece."""
    if face.kind != "deck" or isinstance(deck_entry(pack, face.name), PieceEntry):
        return "", ""
    return face.name, card_with_key(pack, face.name, face.card).key


def _outcome_json(pack: PrintPack, outcome: OutcomeFrequencies) -> dict[str, Any]:
    """Return the shares of outcomes as plain data, with heading and names in the language of the cards."""
    shares = [{"name": name and pack.words.word(name), "share": _figure(share)} for name, share in outcome.shares]
    return {"heading": pack.words.word(outcome.heading), "shares": shares}


def _figure(interval: ConfidenceInterval | None) -> dict[str, float | None] | None:
    """Return an estimate and its bounds as plain data, with None for infinite bounds; None for no estimate."""
    if interval is None:
        return None
    values = {"mean": interval.estimate, "low": interval.low, "high": interval.high}
    return {key: value if math.isfinite(value) else None for key, value in values.items()}
