"""The requests of what stands below a picture, proof and balance: one at a time, and given up with whoever asked."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

from anyio import to_thread
from starlette.requests import Request

from generator.commands.export_commands import MOST_INK
from generator.rulesets.value_counts import GAMES
from generator.units import mm
from generator.workshop.card_balance import balance
from generator.workshop.face_check import FaceCheckResult, proof, usual_press
from generator.workshop.http import Routes, Unsaved, fault_json, unsaved_text
from generator.workshop.leaving_pages import tell_when_gone
from generator.workshop.own_folder import OwnFolder
from generator.workshop.previews import PreviewRequest


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
