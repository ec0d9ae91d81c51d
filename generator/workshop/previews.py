"""Pictures (SVG) of a game's cards, sheets and pages for browsers, with the source place of each part."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain
from typing import Any

from generator.diagnostics import NOWHERE, InvalidInput, SourceLocation, attempt
from generator.draw.svg import svg_text
from generator.fonts.files import FontInstanceSource
from generator.frame import Frame, Side, fields_on
from generator.game.manifest import DeckManifestEntry, PieceEntry, read_manifest
from generator.geometry import Rect, Size
from generator.imposition.gang import PieceSheetRules
from generator.imposition.impose import ImpositionSettings
from generator.imposition.paper import read_paper
from generator.products.cards import card_values, deck_entry, deck_size, deck_title, drawing_scale, origins_of, records
from generator.products.exports.card_files import piece_picture
from generator.products.handout_pages import whole_page
from generator.products.kit_contents import page_title
from generator.products.name_lists import dungeon_titles
from generator.products.print_pack import PrintPack, open_pack
from generator.products.sheets import sheet_face, sheet_name, sheet_size, sheet_title
from generator.reading.decks import CardRecord, deck_files
from generator.reading.game_catalogue import GameCatalogue
from generator.scoring.dialogue.questions import ticked_inputs
from generator.workshop.shared_session import SharedSession

TEXTS = (".yaml", ".csv")
Edges = tuple[float, float, float, float]


@dataclass(frozen=True)
class PreviewRequest:
    """A request for a picture of a card, a sheet or a page of a game, in a language and an edition.

    A card has `bleed` points of bleed on each side.
    """

    game: str
    language: str
    edition: str | None
    kind: str
    name: str
    card: str = ""
    side: str = "front"
    map: str | None = None
    bleed: float = 0.0


@dataclass(frozen=True)
class Preview:
    """A picture of a card's side, a sheet or a page: SVG with live text, the names of its boxes by id, and fonts.

    `size` is the printed size in points; `cut` and `safe` are rectangles (left, top, width, height) as fractions of it.
    `record` is the place of the card's row in its file.
    """

    svg: str
    title: str
    boxes: dict[str, str]
    fonts: dict[str, FontInstanceSource]
    size: Size
    cut: Edges | None = None
    safe: Edges | None = None
    record: SourceLocation | None = None


def picture(catalogue: GameCatalogue, request: PreviewRequest, prefix: str = "", *, places: bool = True) -> Preview:
    """Draw what is requested, with `places` each part with its place in the files; raises InvalidInput with all faults.

    Ids in the SVG begin with `prefix`.
    """
    pack = open_pack(catalogue, request.game, request.language, request.edition, traced=places)
    return draw_face(pack, request, prefix, places=places)


def draw_face(
    pack: PrintPack, request: PreviewRequest, prefix: str = "", *, places: bool = False, live: bool = True
) -> Preview:
    """Draw the requested card, sheet or page of an open game; its text becomes outlines unless `live`."""
    frame, title, scale = face_of(pack, request)
    pack.raise_faults()
    svg = svg_text(frame, fonts=pack.fonts, title=title, prefix=prefix, places=places, live_text=live)
    boxes = {item.id: item.spoken for item, _ in fields_on(frame)}
    size = Size(frame.size.width * scale, frame.size.height * scale)
    cut, safe = (_edges(frame, part) for part in (frame.trim, frame.safe))
    return Preview(svg, title, boxes, pack.fonts.single(), size, cut, safe, _record_at(pack, request))


def _edges(frame: Frame, part: Rect | None) -> Edges | None:
    if part is None:
        return None
    width, height = frame.size
    return (part.x / width, part.y / height, part.width / width, part.height / height)


def face_of(pack: PrintPack, request: PreviewRequest) -> tuple[Frame, str, float]:
    """Return the frame of a card, sheet or page, its title, and the factor by which printing enlarges it."""
    paper = read_paper(pack.catalogue, "a4")
    match request.kind:
        case "sheet":
            name = sheet_name(pack, request.name)
            face = sheet_face(pack, sheet_size(pack, name, paper), request.map, sheet=name)
            return face, sheet_title(pack, name), 1.0
        case "page":
            return whole_page(pack, request.name, paper), page_title(pack, request.name), 1.0
    entry = deck_entry(pack, request.name)
    record = card_with_key(pack, request.name, request.card)
    if isinstance(entry, PieceEntry):
        rules = PieceSheetRules(ImpositionSettings(paper))
        frame = piece_picture(pack, request.name, rules, record, behind=request.side == "back")
        return frame, f"{deck_title(pack, request.name)}: {record.key}", 1.0
    layout = pack.engine(entry.layout).layout
    scale = drawing_scale(layout, cut := deck_size(pack, request.name), pack.scale)
    size = Size(cut.width / scale, cut.height / scale)
    side: Side = "back" if request.side == "back" and layout.back is not None else "front"
    values = card_values(pack, request.name, record)
    label, bleed = f"card {record.key!r}", request.bleed / scale
    origins = partial(origins_of, pack, request.name, record)
    face = pack.face(entry.layout, values, size, label, side=side, bleed=bleed, origins=origins)
    return face, f"{deck_title(pack, request.name)}: {record.key}", scale


def card_with_key(pack: PrintPack, deck: str, key: str) -> CardRecord:
    """Return the card of a deck with this key, else the first card; faults of other cards are ignored.

    Raises InvalidInput with the faults of this card.
    """
    try:
        cards = records(pack, deck)
    except InvalidInput:
        faults = pack.game.leave_out_faulty(deck)
        cards = records(pack, deck)
        if faults.get(key) or not cards:
            raise InvalidInput(faults.get(key) or chain.from_iterable(faults.values())) from None
    return next((card for card in cards if card.key == key), cards[0])


def _record_at(pack: PrintPack, request: PreviewRequest) -> SourceLocation | None:
    """Return the place of a card's row in a text file, or the file of its map; None if there is no such text."""
    if request.kind != "deck":
        return None
    card = card_with_key(pack, request.name, request.card)
    place = card.place if card.key_place == NOWHERE else card.key_place
    return place if place.path.endswith(TEXTS) and place.path != pack.manifest.place.path else None


def _cards(pack: PrintPack, deck: str) -> dict[str, str]:
    """Return the cards of a deck, including those that cannot be drawn, as {key: name}; "" for no name of its own."""
    cards = attempt([], lambda: records(pack, deck))
    if cards is None:
        return dict.fromkeys(pack.game.leave_out_faulty(deck), "")
    maps = dict(dungeon_titles(pack.game)) if deck_entry(pack, deck).maps else {}
    names = {card.key: maps.get(card.key) or pack.game.card_name(deck, card) for card in cards}
    counts = Counter(names.values())
    return {key: name if counts[name] == 1 else "" for key, name in names.items()}


def shelf(catalogue: GameCatalogue, game: str, language: str) -> dict[str, Any]:
    """Return the names and titles of a game's decks, sheets, pages and maps, in the order of game.yaml."""
    pack = open_pack(catalogue, game, language)
    manifest = pack.manifest
    return {
        "game": game,
        "title": pack.title,
        "language": language,
        "scored": catalogue.find(f"cards/{game}/scoring.yaml") is not None,
        "decks": [
            {
                "name": deck,
                "title": deck_title(pack, deck),
                "cards": list(names),
                "names": names,
                "file": rows_of(pack, deck),
            }
            for deck in (*manifest.decks, *manifest.pieces)
            for names in [_cards(pack, deck)]
        ],
        "sheets": [{"name": name, "title": sheet_title(pack, name)} for name in manifest.sheets],
        "pages": [{"name": name, "title": page_title(pack, name)} for name in manifest.pages],
        "maps": catalogue.names(f"cards/{game}/dungeons"),
    }


def rows_of(pack: PrintPack, deck: str) -> str:
    """Return the name of the text file with a deck's cards, of several the user's own; "" if there is none."""
    entry = deck_entry(pack, deck)
    table = deck if isinstance(entry, DeckManifestEntry) else entry.table or deck
    files = [path for path in deck_files(pack.catalogue, pack.game.id, table) if path.suffix in TEXTS]
    return pack.catalogue.display_path(files[-1]) if files and not entry.maps else ""


MOST_CARDS = 400  # cached cards
MOST_SHEETS = 40  # a sheet with its map has 200,000 characters


class SheetPreviews:
    """Draws sheets and cards in the language of a session, caches them, and finds their fonts."""

    def __init__(self, catalogue: GameCatalogue) -> None:
        self.catalogue = catalogue
        self.fonts: dict[tuple[str, str], dict[str, FontInstanceSource]] = {}  # by game and language
        self.sheets, self.cards = lru_cache(MOST_SHEETS)(self._draw), lru_cache(MOST_CARDS)(self._draw)

    def sheet(self, session: SharedSession) -> Preview | None:
        """Return the game's first sheet with the map being played; None if no input is read from its boxes."""
        game, language = session.rules.game, session.rules.words.language
        sheets = read_manifest(self.catalogue, game).sheets
        if not sheets or not ticked_inputs(session.rules) or session.rules.table.filled.columns > 1:
            return None
        map_id = session.state.dungeon or None
        return self.sheets(PreviewRequest(game, language, None, "sheet", next(iter(sheets)), map=map_id))

    def card(self, session: SharedSession, deck: str, key: str) -> Preview | None:
        """Return the front of a card that a player can choose; None if there is no such card."""
        if key not in session.views.card_choices(session.state).get(deck, ()):
            return None
        game, language = session.rules.game, session.rules.words.language
        return self.cards(PreviewRequest(game, language, None, "deck", deck, key), f"{deck}-{key}-")

    def _draw(self, request: PreviewRequest, prefix: str = "") -> Preview:
        preview = picture(self.catalogue, request, prefix, places=False)
        self._fonts_of(request.game, request.language).update(preview.fonts)
        return preview

    def _fonts_of(self, game: str, language: str) -> dict[str, FontInstanceSource]:
        """Return the fonts of a game, to which each picture adds those of its layout."""
        if (game, language) not in self.fonts:
            self.fonts[game, language] = dict(open_pack(self.catalogue, game, language).fonts.paths)
        return self.fonts[game, language]

    def font(self, session: SharedSession, name: str) -> FontInstanceSource | None:
        """Return a font of the game by its name, ignoring font features after "+"; None for an unknown name."""
        self.sheet(session)  # its layout may have fonts of its own
        fonts = self._fonts_of(session.rules.game, session.rules.words.language)
        return fonts.get(name.partition("+")[0])
