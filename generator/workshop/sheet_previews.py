"""The sheet that a table taps on: its game's first sheet, with the map that is played, in the table's language."""

from generator.game.manifest import read_manifest
from generator.reading.catalogue import Catalogue
from generator.workshop.previews import Picture, Wanted, picture
from generator.workshop.shared_session import Table


class SheetPictures:
    """Draws each sheet once."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.drawn: dict[tuple[str, str, str], Picture | None] = {}

    def __call__(self, table: Table) -> Picture | None:
        """Return the sheet, or None where no box of it tells anything."""
        language, map_id = table.rules.words.language, table.session.dungeon
        asked = (table.rules.game, language, map_id)
        if asked not in self.drawn:
            self.drawn[asked] = self._draw(table, *asked)
        return self.drawn[asked]

    def _draw(self, table: Table, game: str, language: str, map_id: str) -> Picture | None:
        sheets = read_manifest(self.catalogue, game).sheets
        if not sheets or not table.dialogue.ticked_inputs or table.rules.table.filled.columns > 1:
            return None
        wanted = Wanted(game, language, None, "sheet", next(iter(sheets)), map=map_id or None)
        return picture(self.catalogue, wanted, places=False)
