"""Lay out the fronts and backs of the cards of decks, and arrange them on printed sheets."""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import partial
from math import hypot
from typing import Any, NamedTuple, TypeVar

from generator.diagnostics import (
    NOWHERE,
    Diagnostic,
    SourceLocation,
    bare_place,
    did_you_mean,
    for_column,
    need_known,
    refuse,
)
from generator.frame import FieldItem, Frame, GroupItem, Item, ReusableDrawing, ShapeItem
from generator.game.manifest import DeckManifestEntry, PieceEntry
from generator.game.words import FALLBACK
from generator.geometry import STANDARD_CARD, Rect, Size
from generator.imposition.impose import (
    NO_CARD,
    Card,
    Imposition,
    ImpositionSettings,
    changed_cards,
    impose,
    page_count,
    plan_imposition,
)
from generator.imposition.print_marks import RulerStrip
from generator.layout.binding import Origin, Placeholder, TextTemplate, as_template, parts_of
from generator.layout.frame_checks import LEAST_TYPE, small_type, small_type_on_maps
from generator.layout.spec import LayoutSpec
from generator.products.faces_on_paper import text_setter
from generator.products.print_pack import PrintPack
from generator.reading.decks import MOST_CARDS, MOST_COPIES, CardRecord
from generator.reading.headings import COPIES, KEY, like_copies, maybe_copies, plain_name
from generator.reading.yaml_nodes import Node
from generator.units import length_name

NOT_SEEN = 0.001
AS_DRAWN = 1.05  # cards enlarged by up to this factor are not scaled, but get wider margins
SMALL_TYPE = 6.0  # points
MOST_TITLES = 4
_RANGE = re.compile(r"([0-9]{1,6})(?:-([0-9]{1,6}))?")


class DeckFaces(NamedTuple):
    """The cards of a deck as (front, back), copies repeated in print order, with their cut size in points and keys."""

    deck: str
    title: str
    size: Size
    cards: tuple[Card, ...]
    keys: tuple[str, ...]


def deck_faces(
    pack: PrintPack,
    deck: str,
    chosen_size: Size = NO_CARD,
    *,
    bleed: float = 0.0,
    copies: int = 1,
    chosen: Sequence[CardRecord] | None = None,
) -> DeckFaces:
    """Lay out every card of a deck (or those in `chosen`) once; copies and equal backs share their frames.

    `chosen_size` is the cut size in points, or NO_CARD for the size of the deck; `bleed`, in points, is printed beyond
    it. If the size differs from the layout's, or the edition enlarges, cards are laid out in the layout's size and
    then scaled.
    """
    entry = deck_entry(pack, deck)
    layout = pack.engine(entry.layout).layout
    pack.faults += braces_in_data(pack, deck)
    pack.faults += pack.unread_size(entry.layout, "paper", "a card has a size: {width: 63mm, height: 88mm}")
    cut = deck_size(pack, deck, chosen_size)
    scale = drawing_scale(layout, cut, scale_of(pack, entry))
    size = Size(cut.width / scale, cut.height / scale)
    if layout.size is not None and abs(scale - scale_of(pack, entry)) > NOT_SEEN:
        drawn_size = f"{length_name(layout.size.width)} x {length_name(layout.size.height)}"
        message = f"{deck!r} is drawn for {drawn_size} and printed at {100 * scale / scale_of(pack, entry):.0f} %"
        hint = "give its layout that size to have it laid out for it"
        pack.faults.append(Diagnostic("L057", message, _asked_at(entry, chosen_size), hint, "note"))
    if is_small := layout.text_floor * scale < SMALL_TYPE:
        percent, least_type = f"{100 * scale:.0f} %", length_name(layout.text_floor * scale, "pt")
        message = f"cards of this size are drawn at {percent}: their smallest words may be {least_type} high"
        hint = "choose a larger size, such as euro"
        pack.faults.append(Diagnostic("L044", message, _asked_at(entry, chosen_size), hint, "warning"))
    shared_back: Frame | None = None
    shared_values: Mapping[str, Any] = {}  # the values of the card whose back is shared
    differing: set[str] = set()  # names on the shared back whose values differ for another card
    cards: list[Card] = []
    keys: list[str] = []
    for record in printable_cards(pack, deck, records(pack, deck) if chosen is None else chosen, copies):
        values = card_values(pack, deck, record)
        origins = partial(origins_of, pack, deck, record)
        lay_out = partial(pack.face, entry.layout, values, size, bleed=bleed / scale, origins=origins)
        front = lay_out(f"card {record.key!r}")
        if entry.maps and not is_small:
            hint = "choose a larger size, such as tarot, or draw fewer rooms"
            pack.faults += small_type(front.content(), scale, hint)
            pack.faults += small_type_on_maps(front.content(), scale, LEAST_TYPE, hint)
        back: Frame | None = None
        if layout.back is not None and entry.backs != "none":
            if entry.backs == "each" or shared_back is None:
                shared_back, shared_values = lay_out(f"back of {record.key!r}", side="back"), values
            back = shared_back
            names_shown = pack.reads[entry.layout, "back"]
            differing.update(name for name in names_shown if values.get(name) != shared_values.get(name))
        cards.extend([(front, back)] * (record.copies * copies))
        keys.extend([record.key] * (record.copies * copies))
    printed = tuple(cards) if scale == 1 else _scaled(cards, scale)
    if layout.back is not None and differing:
        names = ", ".join(f"{{{name}}}" for name in sorted(differing))
        message = f"every back is that of the first card, and shows {names}"
        hint = f"write backs: each at {deck!r} in game.yaml"
        pack.faults.append(Diagnostic("D029", message, layout.back.place, hint, "warning"))
    if layout.back is None and entry.backs in ("same", "each"):
        message = f"there are no backs of {deck!r}: layout {entry.layout!r} has none"
        pack.faults.append(Diagnostic("D029", message, entry.place, "give the layout a back:", "warning"))
    if chosen is None and all(fault.code != "L020" for fault in pack.faults):  # all names are known
        pack.faults += column_faults(pack, deck)
    return DeckFaces(deck, deck_title(pack, deck), cut, printed, tuple(keys))


def _asked_at(entry: DeckManifestEntry | PieceEntry, chosen_size: Size) -> SourceLocation:
    """Return the location of the setting for the size of cards: the option --size or game.yaml; for faults."""
    return entry.place if isinstance(entry, PieceEntry) or chosen_size == NO_CARD else bare_place("--size")


def deck_size(pack: PrintPack, deck: str, chosen_size: Size = NO_CARD) -> Size:
    """Return the cut size of a deck in points: `chosen_size` if given, else its size in game.yaml or in its layout."""
    if chosen_size != NO_CARD:
        return chosen_size
    entry = deck_entry(pack, deck)
    size = entry.size or pack.engine(entry.layout).layout.size or STANDARD_CARD
    scale = scale_of(pack, entry)
    return Size(size.width * scale, size.height * scale)


def largest_size(pack: PrintPack, decks: Sequence[str], chosen_size: Size = NO_CARD) -> Size:
    """Return a size in which every card of the decks fits: `chosen_size` if given, else the largest width and height.

    Without decks, this is the size of the standard card. Portrait and landscape cards together all count as portrait.
    """
    standard = Size(STANDARD_CARD.width * pack.scale, STANDARD_CARD.height * pack.scale)
    sizes = [deck_size(pack, deck, chosen_size) for deck in decks] or [
        standard if chosen_size == NO_CARD else chosen_size
    ]
    if not all(size.width > size.height for size in sizes):
        sizes = [Size(min(size), max(size)) for size in sizes]
    return Size(max(size.width for size in sizes), max(size.height for size in sizes))


def deck_entry(pack: PrintPack, deck: str) -> DeckManifestEntry | PieceEntry:
    """Return the entry of a deck or a kind of piece in game.yaml; raises InvalidInput with a similar name as hint."""
    if deck in pack.manifest.pieces:
        return pack.manifest.pieces[deck]
    decks = pack.manifest.decks
    need_known(deck, decks, "C002", f"there is no deck {deck!r}", bare_place("--deck"))
    return decks[deck]


def scale_of(pack: PrintPack, entry: DeckManifestEntry | PieceEntry) -> float:
    """Return the factor by which the edition enlarges a deck or a kind of piece; 1 is normal size."""
    return 1.0 if isinstance(entry, PieceEntry) and entry.actual_size else pack.scale


def deck_title(pack: PrintPack, deck: str) -> str:
    """Return the printed name of a deck."""
    return pack.fill_title(pack.manifest.tables[deck].title, deck)


def joined_titles(pack: PrintPack, decks: Sequence[str]) -> str:
    """Return the printed names of decks or kinds of pieces, joined; of many only the first few."""
    titles = list(dict.fromkeys(deck_title(pack, deck) for deck in decks))
    return " · ".join(titles if len(titles) <= MOST_TITLES else [*titles[: MOST_TITLES - 1], "…"])


def chosen_cards(pack: PrintPack, decks: Sequence[str], names: Sequence[str]) -> dict[str, list[CardRecord]]:
    """Return the cards that `names` select, by deck; decks without selected cards are left out.

    Each of `names` is a key or, for a single deck, a number or range such as `3-5`, counted from 1. Raises InvalidInput
    for a name that matches no card.
    """
    cards_by_deck = {deck: records(pack, deck) for deck in decks}
    numbers: dict[str, set[int]] = {deck: set() for deck in decks}
    for name in names:
        matching = {(deck, at) for deck in decks for at, card in enumerate(cards_by_deck[deck]) if card.key == name}
        for deck, at in matching or _numbered(cards_by_deck, name):
            numbers[deck].add(at)
    return {deck: [cards_by_deck[deck][at] for at in sorted(places)] for deck, places in numbers.items() if places}


def _numbered(cards_by_deck: Mapping[str, Sequence[CardRecord]], wish: str) -> Iterator[tuple[str, int]]:
    """Yield (deck, index) of the cards selected by a number or range."""
    place = bare_place("--card")
    numbers = _RANGE.fullmatch(wish)
    if numbers is None:
        keys = [card.key for cards in cards_by_deck.values() for card in cards]
        raise refuse("C002", f"there is no card {wish!r}", place, did_you_mean(wish, keys))
    if len(cards_by_deck) > 1:
        raise refuse("C002", f"{wish!r} counts the cards of one deck", place, "name the deck with --deck")
    ((deck, cards),) = cards_by_deck.items()
    first, last = int(numbers[1]), int(numbers[2] or numbers[1])
    if not 1 <= first <= last <= len(cards):
        raise refuse("C002", f"deck {deck!r} has no cards {wish}", place, f"its cards are 1 to {len(cards)}")
    yield from ((deck, at) for at in range(first - 1, last))


def all_decks(pack: PrintPack) -> tuple[str, ...]:
    """Return the names of all decks; raises InvalidInput for a game without decks."""
    if not pack.manifest.decks:
        message = f"{pack.game.id} has no cards to print"
        raise refuse("C012", message, pack.manifest.place, "name a deck in game.yaml: decks: {cards: {layout: card}}")
    return tuple(pack.manifest.decks)


def mix_decks(decks: Sequence[DeckFaces]) -> list[DeckFaces]:
    """Return decks of equal size merged into one, so that they share pages."""
    by_size: dict[tuple[float, ...], list[DeckFaces]] = {}
    for deck in decks:
        by_size.setdefault(tuple(round(side, 2) for side in deck.size), []).append(deck)
    mixed = []
    for same_size in by_size.values():
        cards = tuple(card for deck in same_size for card in deck.cards)
        keys = tuple(key for deck in same_size for key in deck.keys)
        title = " · ".join(deck.title for deck in same_size)
        mixed.append(same_size[0] if len(same_size) == 1 else DeckFaces("cards", title, same_size[0].size, cards, keys))
    return mixed


def printable_cards(pack: PrintPack, deck: str, cards: Sequence[CardRecord], copies: int) -> Sequence[CardRecord]:
    """Return the cards unchanged, or raise InvalidInput if there is nothing to print, or too much with all copies."""
    place = cards[0].place if cards else pack.manifest.tables[deck].place
    printed = copies * sum(card.copies for card in cards)
    if not printed:
        raise refuse("D019", f"deck {deck!r} has no card to print", place, "write copies: 1 for one at least")
    if printed > MOST_CARDS:
        message = f"deck {deck!r} has {printed:,} cards with all copies, at most {MOST_CARDS:,} are printed at once"
        raise refuse("D014", message, place, "print fewer copies, or split the deck")
    return cards


def drawing_scale(layout: LayoutSpec, size: Size, scale: float = 1.0) -> float:
    """Return the largest factor by which a layout can be scaled on a card of this size.

    It is 1 if the card is only slightly larger than the layout, or the layout has no size. `scale` is the factor of the
    edition, by which the result is multiplied.
    """
    if layout.size is None:
        return scale
    fit = min(size.width / layout.size.width, size.height / layout.size.height) / scale
    return scale if 1 <= fit < AS_DRAWN else scale * fit


def _scaled(cards: Sequence[Card], scale: float) -> tuple[Card, ...]:
    """Return scaled cards; lines keep a printable width."""
    slim = LineThickener(LEAST_LINE / scale)

    def resize(face: Frame, _is_back: bool) -> Frame:
        edges = (face.trim, face.bleed, face.safe)
        boxes = [None if box is None else Rect(*(scale * part for part in box)) for box in edges]
        items = (GroupItem(slim.thicken(face.content()), (scale, 0, 0, scale, 0, 0)),)
        size = Size(face.size.width * scale, face.size.height * scale)
        return face._replace(size=size, items=items, trim=boxes[0], bleed=boxes[1], safe=boxes[2])

    return changed_cards(cards, resize)


def records(pack: PrintPack, deck: str) -> list[CardRecord]:
    """Return the cards of a deck; a deck of dungeons has one for each dungeon file."""
    if not pack.manifest.tables[deck].maps:
        return pack.game.deck(deck)
    names = pack.catalogue.names(f"cards/{pack.game.id}/{deck}")
    return [CardRecord(name, {}, 1, SourceLocation(f"cards/{pack.game.id}/{deck}/{name}.yaml")) for name in names]


def printed_count(pack: PrintPack, deck: str, without: Container[str] = ()) -> int:
    """Return the number of printed cards or pieces including copies, except those with a key in `without`."""
    if deck in pack.manifest.pieces:
        return pack.game.piece_count(deck)
    return sum(card.copies for card in records(pack, deck) if card.key not in without)


def card_values(pack: PrintPack, deck: str, record: CardRecord) -> Mapping[str, Any]:
    """Return the values that a card's layout can show: of the game, the card's fields and words, and its dungeon.

    A field is found by its name as written, and by the plain name of its column: `Card Text` also as `card_text`.
    """
    fields = {name: shown_field(pack, deck, name, value) for name, value in record.fields.items()}
    plain_names = {plain_name(name): value for name, value in fields.items()}
    values: dict[str, Any] = {**plain_names, **pack.values, **fields, "key": record.key, "deck": deck}
    values |= card_templates(pack, deck, record)
    if deck in pack.tile_sets:
        from generator.products.tile_set_data import drawn_tile, tile_view

        values["tile"] = tile_view(drawn_tile(record, pack.tile_sets[deck]))
    if pack.manifest.tables[deck].maps:
        from generator.products.dungeon_values import dungeon_card_values, open_dungeon

        values |= dungeon_card_values(pack, open_dungeon(pack, record.key))
    return values


def shown_field(pack: PrintPack, deck: str, name: str, value: Any) -> Any:
    """Return the value of a card's field in the pack's language, as a TextTemplate if the field contains words."""
    language, declared = pack.game.language_of(value), pack.manifest.tables[deck].fields.get(name)
    value_shown = pack.game.in_language(value)
    is_words = language is not None or (getattr(declared, "kind", declared) == "words")
    if not is_words or not isinstance(value_shown, str):
        return value_shown
    return as_template(value_shown, pack.words.plural_in(language or pack.language))


def origins_of(pack: PrintPack, deck: str, record: CardRecord) -> Mapping[str, Origin]:
    """Return where the values of a card are written: in the words file, in its cells, or in the file of its dungeon."""
    cells = {name: pack.in_language(node) for name, node in pack.cells(deck, record).items()}
    plain_names = {plain_name(name): node for name, node in cells.items()}
    words, worded = pack.words.node.at(pack.game.words_of_card(deck, record.key)), card_templates(pack, deck, record)
    translated = {name: node for name in worded if words is not None and (node := words.get(name))}
    key = {"key": Node(record.key, record.key_place)} if record.key_place != NOWHERE else {}
    origins: dict[str, Origin] = {**plain_names, **pack.origins, **cells, **key, **translated}
    if deck in pack.tile_sets and "picture" in cells:
        origins["tile"] = cells["picture"]
    if pack.manifest.tables[deck].maps:
        from generator.products.dungeon_values import dungeon_origins, open_dungeon

        origins |= dungeon_origins(pack, open_dungeon(pack, record.key))
    return origins


def card_templates(pack: PrintPack, deck: str, record: CardRecord) -> Mapping[str, Any]:
    """Return the texts of a card in the words file by name, except untranslated ones for which it has a field."""
    path = pack.game.words_of_card(deck, record.key)
    words = pack.values["words"]
    for step in path.split("."):
        words = words.get(step) if isinstance(words, dict) else None
    if not isinstance(words, dict):
        return {}
    translated = pack.words.own(path)
    filled_fields = {name for name, value in record.fields.items() if value != ""}
    return {
        name: word for name, word in words.items() if name not in filled_fields or (translated and translated.get(name))
    }


def column_faults(pack: PrintPack, deck: str) -> Iterator[Diagnostic]:
    """Yield a warning for each unread column that may be the number of copies, or that cannot be shown by its name.

    It cannot be shown if the game has a value of the same name. To be called after all cards were laid out.
    """
    unread, cards, shown_names = unread_columns(pack, deck), records(pack, deck), names_read(pack, deck)
    has_copies = bool(unread) and COPIES in ((cards[0].node and cards[0].node.key_places) or ())
    for name, place in unread.items():
        plain, values = plain_name(name), [card.fields.get(name) for card in cards]
        if plain in shown_names:
            message = f"{{{plain}}} does not show the column {name!r}: every layout has a {plain!r} already"
            hint = f"write {{{name}}}" if name != plain else "call the column otherwise"
            yield Diagnostic("D030", message, place, hint, "warning")
        counts = [value for value in values if isinstance(value, int) and 0 <= value <= MOST_COPIES]
        are_counts = len(counts) == sum(value != "" for value in values) and any(count != 1 for count in counts)
        if are_counts and not has_copies and (like_copies(name) or maybe_copies(name, unread, map(str, values))):
            total = sum(counts) + len(values) - len(counts)  # an empty cell counts as 1
            message = f"column {name!r} is not read, and one of each card is printed instead of {total:,}"
            hint = f"call it {COPIES}, or show it in the layout: {{{plain}}}"
            yield Diagnostic("D024", message, place, hint, "warning")


def names_read(pack: PrintPack, deck: str) -> set[str]:
    """Return the names of values that the layout of a deck has read so far, on any card."""
    layout = deck_entry(pack, deck).layout
    return pack.reads.get((layout, "front"), set()) | pack.reads.get((layout, "back"), set())


def unread_columns(pack: PrintPack, deck: str) -> dict[str, SourceLocation]:
    """Return the columns that no layout reads and game.yaml does not declare, with the places of their headings."""
    cards, shown_names, tables = records(pack, deck), names_read(pack, deck), pack.manifest.tables
    shared = tables.get(tables[deck].table, tables[deck])  # pieces may show the table of a deck
    unread: dict[str, SourceLocation] = {}
    for heading, place in ((cards[0].node and cards[0].node.key_places) or {}).items():
        name = heading.partition(".")[0]
        plain = plain_name(name)
        is_own = name in shared.fields or name in (KEY, COPIES) or (name in shown_names and name != "deck")
        if not is_own and (plain not in shown_names or plain in (*pack.values, "deck")):
            unread.setdefault(name, place)
    return unread


def braces_in_data(pack: PrintPack, deck: str) -> Iterator[Diagnostic]:
    """Yield a warning for each cell of data with a placeholder such as {name}, which is printed as it is written."""
    faults_by_column: dict[str, list[Diagnostic]] = {}
    for card in records(pack, deck):
        valid_names = {*card.fields, *map(plain_name, card.fields), *pack.values}
        for name, value in card.fields.items():
            if not isinstance(value, str) or "{" not in value:
                continue
            if isinstance(shown_field(pack, deck, name, value), TextTemplate):
                continue
            paths = [part.path[0] for part in parts_of(value) if isinstance(part, Placeholder)]
            value_paths = [
                path for path in paths if isinstance(path, str) and path.rstrip("?").partition(".")[0] in valid_names
            ]
            if value_paths and card.node is not None and (cell := card.node.get(name)) is not None:
                message = f"{{{value_paths[0]}}} is printed literally: {name!r} of card {card.key!r} is data"
                hint = f"words are filled: declare {name}: words in game.yaml, or call the column {name}.{FALLBACK}"
                faults_by_column.setdefault(name, []).append(Diagnostic("D028", message, cell.place, hint, "warning"))
    yield from map(for_column, faults_by_column.values())


def page_strip(pack: PrintPack, title: str) -> RulerStrip:
    """Return the strip at the foot of printed sheets; its caption is the title, and page N of M."""
    words, say = pack.words.texts("marks"), pack.words.say
    return RulerStrip(words, lambda n, total: f"{title} · {say('marks.page', n=n, total=total)}", text_setter(pack))


def card_sheets(
    pack: PrintPack, decks: Sequence[DeckFaces], settings: ImpositionSettings
) -> Iterator[tuple[Imposition, Iterator[Frame]]]:
    """Yield (imposition, sheets in print order) for each deck; pages are numbered across all decks."""
    plans = [plan_imposition(settings._replace(card=faces.size)) for faces in decks]
    counts = [page_count(faces.cards, plan) for faces, plan in zip(decks, plans, strict=True)]
    for at, (faces, plan) in enumerate(zip(decks, plans, strict=True)):
        sheets = impose(faces.cards, plan, page_strip(pack, faces.title).counted(sum(counts[:at]), sum(counts)))
        yield plan, map(partial(Frame._replace, title=faces.title), sheets)  # the title is for the PDF's bookmarks


Drawn = TypeVar("Drawn", bound=Item | ReusableDrawing)

LEAST_LINE = 0.3  # points on paper; what shops and home printers still print as a whole line


class LineThickener:
    """Makes lines at least `least` points wide; shared content stays shared."""

    def __init__(self, least_width: float) -> None:
        self.least = least_width
        # by id and scale, with the original, so that the id is not reused
        self.made: dict[tuple[int, float], tuple[Any, Any]] = {}

    def thicken(self, thing: Drawn, scale: float = 1.0) -> Drawn:
        """Return a drawing or an item, printed at a scale, with thicker lines; equal calls give the same object."""
        key = id(thing), round(scale, 4)
        if key not in self.made:
            self.made[key] = thing, self._thicken_anew(thing, scale)
        thicker: Drawn = self.made[key][1]
        return thicker

    def _thicken_anew(self, thing: Any, scale: float) -> Any:
        match thing:
            case ReusableDrawing():
                return thing._replace(items=tuple([self.thicken(item, scale) for item in thing.items]))
            case GroupItem():
                # what is drawn smaller inside, such as the map on a card, gets thinner lines by that, too
                return thing._replace(content=self.thicken(thing.content, scale * hypot(*thing.matrix[:2])))
            case FieldItem():
                return thing._replace(shape=self.thicken(thing.shape, scale))
            case ShapeItem() if thing.paint.stroke and scale and thing.paint.stroke_width * scale < self.least:
                return thing._replace(paint=thing.paint._replace(stroke_width=self.least / scale))
            case _:
                return thing
