"""What is in a kit, in which order, and the layout values by which pages describe it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from generator.diagnostics import Diagnostic, bare_place, refuse
from generator.game.manifest import KitDecks, KitEntry, KitPages, KitPieces, KitSheets, kit_names
from generator.game.piece_shapes import FoldedShape, Shape, TuckBoxShape
from generator.imposition.gang import PieceBatch, fits
from generator.imposition.impose import Imposition, best_imposition
from generator.products.cards import deck_size, deck_title, joined_titles, printed_count, records
from generator.products.pieces import piece_form, piece_size
from generator.products.print_pack import PrintPack
from generator.products.print_request import KitRequest
from generator.products.sheets import sheet_title


def kit_entries(pack: PrintPack, request: KitRequest) -> tuple[KitEntry, ...]:
    """Return the entries to print in the order of game.yaml; if decks are mixed, they are merged into one.

    Raises InvalidInput if there is nothing to print.
    """
    entries = pack.manifest.kit_entries() + (pack.manifest.extras if request.extras else ())
    if not entries:
        message = f"{pack.game.id} has nothing to print"
        raise refuse("C012", message, pack.manifest.place, "name decks, sheets or pages in game.yaml")
    if not request.mixed:
        return entries
    decks = [entry for entry in entries if isinstance(entry, KitDecks)]
    names = tuple(deck for entry in decks for deck in entry.deck)
    merged = [KitDecks(place=decks[0].place, deck=names, name="cards")] if decks else []
    first = entries.index(decks[0]) if decks else 0
    undecked = [entry for entry in entries if not isinstance(entry, KitDecks)]
    return (*undecked[:first], *merged, *undecked[first:])


def left_out(pack: PrintPack, request: KitRequest) -> dict[str, list[str]]:
    """Return the keys of cards left out of a kit, by deck: no player can meet them on any map of the kit.

    Empty if a sheet has a blank map. A deck that would become empty is printed whole. Raises InvalidInput for a map
    that cannot be read.
    """
    if None in request.sheets.drawn:
        return {}
    rules = pack.map_rules
    from generator.maps.reach import unmet_cards  # few games have maps
    from generator.products.dungeon_values import open_dungeon

    unmet = [unmet_cards(open_dungeon(pack, name).dungeon, rules) for name in request.sheets.drawn if name]
    decks = {
        deck: [key for key in keys if all(key in of_map.get(deck, ()) for of_map in unmet)]
        for deck, keys in unmet[0].items()
        if deck in pack.manifest.decks
    }
    return {deck: keys for deck, keys in decks.items() if keys and len(keys) < len(records(pack, deck))}


def left_out_notes(pack: PrintPack, request: KitRequest) -> list[Diagnostic]:
    """Return a note for each deck of which cards are left out of the kit."""
    maps = ", ".join(name for name in request.sheets.drawn if name)
    return [
        Diagnostic(
            "M057",
            f"nobody can meet these {deck} on {maps}, the kit goes without them: {', '.join(keys)}",
            bare_place("--dungeon"),
            f"to have all of them: scrawl print cards --deck {deck}",
            severity="note",
        )
        for deck, keys in left_out(pack, request).items()
    ]


def unboxed_notes(pack: PrintPack, request: KitRequest) -> list[Diagnostic]:
    """Return a warning if sleeves are requested, but the game has no cards, or no box for them is printed."""
    if not request.sleeves:
        return []
    if not pack.manifest.decks:
        message = "no card is printed that goes into a sleeve"
        return [Diagnostic("P013", message, bare_place("--sleeves"), "leave it out", severity="warning")]
    in_extras = _has_box(pack, pack.manifest.extras)
    if _has_box(pack, pack.manifest.kit_entries()) or (request.extras and in_extras):
        return []
    hint = "add --extras: the boxes for cards in sleeves are printed with them" if in_extras else "leave it out"
    return [Diagnostic("P013", "no box is printed for the sleeves", bare_place("--sleeves"), hint, severity="warning")]


def _has_box(pack: PrintPack, entries: Sequence[KitEntry]) -> bool:
    """Tell whether one of the kinds of pieces in entries is a box for cards."""
    return any(isinstance(shape, TuckBoxShape) for shape in _shapes(pack, entries).values())


def _shapes(pack: PrintPack, entries: Sequence[KitEntry]) -> dict[str, Shape]:
    """Return the shapes of the kinds of pieces in entries, by name."""
    named = [piece for entry in entries if isinstance(entry, KitPieces) for piece in entry.piece]
    return {piece: pack.manifest.pieces[piece].shape for piece in named}


def page_title(pack: PrintPack, name: str) -> str:
    """Return the printed name of a page."""
    return pack.fill_title(pack.manifest.printable_pages[name].title, name)


def entry_title(pack: PrintPack, entry: KitEntry) -> str:
    """Return the printed name of an entry of the kit."""
    match entry:
        case KitPages():
            return "\N{NO-BREAK SPACE}· ".join(dict.fromkeys(page_title(pack, page) for page in entry.page))
        case KitSheets():
            return sheet_title(pack, entry.sheet)
        case KitDecks():
            return pack.fill_title(entry.title, " · ".join(deck_title(pack, deck) for deck in entry.deck))
        case KitPieces():
            return pack.fill_title(entry.title, joined_titles(pack, entry.piece))


def printing_values(pack: PrintPack, request: KitRequest) -> dict[str, Any]:
    """Return the layout values that describe this kit: files with counts, how to turn sheets over, mode, maps."""
    entries = kit_entries(pack, request)
    cards = any(isinstance(entry, KitDecks) for entry in entries)
    duplex, without = request.cards.duplex, left_out(pack, request)
    files = [
        {"number": number, "title": _counted_title(pack, entry, without), "on": _printed_on(pack, request, entry)}
        for number, entry in enumerate(entries[1:], 1)
    ]
    return {
        "files": files,
        "cards": cards,
        "backs": cards or any(file["on"] not in ("plain", "thick") for file in files),
        "pieces": any(isinstance(entry, KitPieces) for entry in entries),
        "cut": _cut(pack, request, entries),
        "duplex": duplex,
        "two_sided": duplex in ("long-edge", "short-edge"),
        "two_files": request.cards.two_files,
        "mixed": request.mixed,
        "mode": request.sheets.mode,
        "drawn": None not in request.sheets.drawn,
    }


def deck_plans(pack: PrintPack, request: KitRequest, entries: Sequence[KitEntry]) -> list[Imposition]:
    """Return the imposition of the cards of a kit, one for each size of card."""
    decks = [deck for entry in entries if isinstance(entry, KitDecks) for deck in entry.deck]
    settings = request.settings(pack)
    sizes = dict.fromkeys(deck_size(pack, deck, settings.card) for deck in decks)
    return [best_imposition(settings._replace(card=size)) for size in sizes]


def _cut(pack: PrintPack, request: KitRequest, entries: Sequence[KitEntry]) -> dict[str, bool]:
    """Return which cutting instructions the pieces of a kit need: keys `marks`, `lines`, `folds` and `joins`."""
    shapes = _shapes(pack, entries)
    flat = [
        PieceBatch((), size := piece_size(pack, piece), piece_form(pack, piece, shape, size))  # without faces
        for piece, shape in shapes.items()
        if not isinstance(shape, FoldedShape)
    ]
    rules = request.piece_rules(pack)
    small = [kind for kind in flat if fits(rules, kind)]
    return {
        "marks": any(map(rules.ticks, small)),
        "lines": len(flat) < len(shapes) or any(map(rules.outlines, flat)),
        "folds": len(flat) < len(shapes),
        "joins": len(small) < len(flat),
    }


def _printed_on(pack: PrintPack, request: KitRequest, entry: KitEntry) -> str:
    """Return how a file is printed: on "plain" or "thick" paper or, on thick, "both" sides, "folded" or "apart"."""
    if isinstance(entry, KitPages | KitSheets):
        return "plain"
    duplex = request.cards.duplex
    if duplex == "off" or not any(_has_back(pack, table) for table in kit_names(entry)[1]):
        return "thick"
    if duplex == "fold":
        return "folded"
    return "apart" if request.cards.two_files else "both"


def _has_back(pack: PrintPack, table: str) -> bool:
    """Tell whether a deck or a kind of piece has backs to print; a folded piece has both sides on one net."""
    entry = pack.manifest.tables[table]
    folded = isinstance(getattr(entry, "shape", None), FoldedShape)
    return entry.backs != "none" and not folded and pack.engine(entry.layout).layout.back is not None


def _counted_title(pack: PrintPack, entry: KitEntry, without: Mapping[str, Sequence[str]]) -> str:
    """Return the title of an entry with the number of cards or pieces of each deck, or of copies of a sheet."""
    if isinstance(entry, KitPages | KitSheets):
        copies = f", {entry.copies}" if isinstance(entry, KitSheets) and entry.copies > 1 else ""
        return entry_title(pack, entry) + copies
    counts: Counter[str] = Counter()
    for name in kit_names(entry)[1]:
        counts[deck_title(pack, name)] += printed_count(pack, name, without.get(name, ()))
    if isinstance(entry, KitPieces) and entry.title:
        return f"{entry_title(pack, entry)}, {counts.total()}"
    return "; ".join(f"{title}, {count}" for title, count in counts.items())
