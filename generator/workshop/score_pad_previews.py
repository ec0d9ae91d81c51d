"""What phones see of a game: the sheet that a session taps on, and the cards that it chooses from."""

from generator.fonts.files import FontInstanceSource
from generator.game.manifest import read_manifest
from generator.reading.game_catalogue import GameCatalogue
from generator.workshop.previews import Preview, PreviewRequest, picture
from generator.workshop.shared_session import SharedSession

MOST_CARDS = 400  # that are remembered; when there are more, all are drawn anew
MOST_SHEETS = 40  # a sheet with its map has 200,000 signs


class SheetPreviews:
    """Draws each sheet and each card once, in the language of its session."""

    def __init__(self, catalogue: GameCatalogue) -> None:
        self.catalogue = catalogue
        self.drawn: dict[tuple[str, str, str], Preview | None] = {}
        self.cards: dict[tuple[str, str, str, str], Preview] = {}

    def sheet(self, session: SharedSession) -> Preview | None:
        """Return the game's first sheet with the map that is played, or None where no box of it tells anything."""
        language, map_id = session.rules.words.language, session.game.dungeon
        asked = (session.rules.game, language, map_id)
        if asked not in self.drawn:
            if len(self.drawn) >= MOST_SHEETS:
                self.drawn.clear()
            self.drawn[asked] = self._draw(session, *asked)
        return self.drawn.get(asked)

    def _draw(self, session: SharedSession, game: str, language: str, map_id: str) -> Preview | None:
        sheets = read_manifest(self.catalogue, game).sheets
        if not sheets or not session.dialogue.ticked_inputs or session.rules.table.filled.columns > 1:
            return None
        wanted = PreviewRequest(game, language, None, "sheet", next(iter(sheets)), map=map_id or None)
        return picture(self.catalogue, wanted, places=False)

    def card(self, session: SharedSession, deck: str, key: str) -> Preview | None:
        """Return the front of a card that a player can choose, or None where there is no such card."""
        game, language = session.rules.game, session.rules.words.language
        if key not in session.views.card_choices(session.game).get(deck, ()):
            return None
        asked = (game, language, deck, key)
        if asked not in self.cards:
            if len(self.cards) >= MOST_CARDS:
                self.cards.clear()
            wanted = PreviewRequest(game, language, None, "deck", deck, key)
            self.cards[asked] = picture(self.catalogue, wanted, f"{deck}-{key}-", places=False)
        return self.cards[asked]

    def font(self, session: SharedSession, name: str) -> FontInstanceSource | None:
        """Return a font of the pictures that phones of a session saw, or None."""
        own = (session.rules.game, session.rules.words.language)
        seen = [self.sheet(session), *(card for asked, card in self.cards.items() if asked[:2] == own)]
        return next((each.fonts[name] for each in seen if each is not None and name in each.fonts), None)
