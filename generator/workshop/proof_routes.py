"""The requests of the proof that stands below a picture: made one at a time, and given up with whoever asked."""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Any

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from generator.reading.catalogue import Catalogue
from generator.workshop.editor_routes import fault_json, file_text, tell_when_gone
from generator.workshop.face_proof import FaceProof, proof
from generator.workshop.own_folder import NotSaved, OwnFolder
from generator.workshop.player_app import Handler, Refused, sent_json, text_in
from generator.workshop.previews import PreviewRequest

Unsaved = tuple[str, str]  # a file as it is shown, and its text


class ProofRoutes:
    """Looks faces over, as their files are or as the text of one is typed."""

    def __init__(self, catalogue: Catalogue, own: OwnFolder, wanted: Callable[[Request], PreviewRequest]) -> None:
        self.catalogue = catalogue
        self.own = own
        self.wanted = wanted
        self.turn = asyncio.Lock()

    def routes(self) -> Iterator[tuple[str, Handler, list[str]]]:
        """Yield the path with its handler and methods."""
        yield "/proof", self.look_over, ["GET", "POST"]

    async def look_over(self, request: Request) -> Response:
        """Tell the faults of a face in each language and its ink; a text that is sent stands for that of its file."""
        wanted, gone = self.wanted(request), threading.Event()
        sent = await sent_json(request) if request.method == "POST" else {}
        unsaved = (text_in(sent, "file"), file_text(sent)) if sent else None
        async with tell_when_gone(request, gone), self.turn:
            found = await to_thread.run_sync(self._proof, wanted, unsaved, gone.is_set)
        return JSONResponse(_told(found) if found else {})

    def _proof(self, wanted: PreviewRequest, unsaved: Unsaved | None, gone: Callable[[], bool]) -> FaceProof | None:
        with contextlib.ExitStack() as stack:
            try:
                catalogue = stack.enter_context(self.own.unsaved(*unsaved)) if unsaved else self.catalogue
            except NotSaved as fault:
                raise Refused(409, str(fault)) from None
            return proof(catalogue, wanted, gone)


def _told(found: FaceProof) -> dict[str, Any]:
    ink = None if found.ink is None else round(found.ink)
    return {"languages": found.languages, "faults": [fault_json(fault) for fault in found.faults], "ink": ink}
