"""The sheet that a session taps on: its game's first sheet, with the map that is played, in the session's language."""

from generator.game.manifest import read_manifest
from generator.reading.catalogue import Catalogue
from generator.workshop.previews import Preview, PreviewRequest, picture
from generator.workshop.shared_session import SharedSession


class SheetPreviews:
    """Draws each sheet once."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.drawn: dict[tuple[str, str, str], Preview | None] = {}

    def __call__(self, session: SharedSession) -> Preview | None:
        """Return the sheet, or None where no box of it tells anything."""
        language, map_id = session.rules.words.language, session.game.dungeon
        asked = (session.rules.game, language, map_id)
        if asked not in self.drawn:
            self.drawn[asked] = self._draw(session, *asked)
        return self.drawn[asked]

    def _draw(self, session: SharedSession, game: str, language: str, map_id: str) -> Preview | None:
        sheets = read_manifest(self.catalogue, game).sheets
        if not sheets or not session.dialogue.ticked_inputs or session.rules.table.filled.columns > 1:
            return None
        wanted = PreviewRequest(game, language, None, "sheet", next(iter(sheets)), map=map_id or None)
        return picture(self.catalogue, wanted, places=False)
