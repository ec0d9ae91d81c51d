"""Print requests become files: the kit, sheets, cards, pieces and pages as PDF; nothing is written to the disk."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from generator.diagnostics import Diagnostic, bare_place, format_count
from generator.frame import Frame
from generator.imposition import impose
from generator.layout.drawn_items import DrawnItems, DrawnPage
from generator.layout.frame_checks import drawn_faults
from generator.products.cards import (
    DeckFaces,
    all_decks,
    card_sheets,
    chosen_cards,
    deck_faces,
    joined_titles,
    mix_decks,
)
from generator.products.faces_on_paper import pack_pdf, sides
from generator.products.handout_pages import page_frames
from generator.products.kit import kit_files
from generator.products.kit_contents import deck_plans, kit_entries, left_out_notes, page_title, unboxed_notes
from generator.products.pieces import all_pieces, piece_sheets
from generator.products.print_pack import PrintPack
from generator.products.print_request import (
    CardSheetsRequest,
    CardsRequest,
    KitRequest,
    PagesRequest,
    PiecesRequest,
    PrintRequest,
    SheetsRequest,
)
from generator.products.sheets import sheet_name, sheet_pages, sheet_title
from generator.units import length_name


class PrintedFile(NamedTuple):
    """A printed file: its name, content and number of pages, or 0 pages if the output has a summary instead."""

    name: str
    content: bytes
    pages: int = 0


class PrintOutput(NamedTuple):
    """The output of a request; its files are made one by one as they are iterated.

    `number` is the number of files; call `warnings` after all were made. A kit and an export (whose `number` is 0) have
    a folder of files; all others have one file, or two for fronts and backs, with names that begin with `stem`. `game`
    is the title of the game, `summary` a sentence about the sheets or the folder, or "".
    """

    files: Iterable[PrintedFile]
    number: int
    warnings: Callable[[], list[Diagnostic]]
    stem: str
    game: str
    summary: str = ""


def print_output(pack: PrintPack, request: PrintRequest) -> PrintOutput:
    """Return the output of a request; raises InvalidInput."""
    match request:
        case KitRequest():
            return _print_kit(pack, request)
        case SheetsRequest():
            return _print_sheets(pack, request)
        case CardsRequest():
            return _print_cards(pack, request)
        case PiecesRequest():
            return _print_pieces(pack, request)
        case PagesRequest():
            paper, edges = request.on.size(pack.catalogue), request.on.edges
            frames = [frame for name in request.names for frame in page_frames(pack, name, paper, edges=edges)]
            return _document(pack, request, request.names[0], page_title(pack, request.names[0]), frames)
    raise ValueError(f"{request} is nothing to print")


def _print_kit(pack: PrintPack, request: KitRequest) -> PrintOutput:
    entries = kit_entries(pack, request)

    def warnings() -> list[Diagnostic]:
        plans = deck_plans(pack, request, entries)
        planned = dict.fromkeys(fault for plan in plans for fault in impose.plan_warnings(plan))
        return [*unboxed_notes(pack, request), *left_out_notes(pack, request), *pack.warnings(), *planned]

    request.piece_rules(pack)  # raises the faults of sizes before anything is laid out
    files = (PrintedFile(name, content) for name, content in kit_files(pack, request))
    return PrintOutput(files, len(entries) + 1, warnings, "kit", pack.title)


def _print_sheets(pack: PrintPack, request: SheetsRequest) -> PrintOutput:
    sheets = replace(request.sheets, sheet=sheet_name(pack, request.sheet))
    if request.record is not None:
        from generator.rulesets.ruleset import replay_record

        played = replay_record(pack.game, pack.catalogue.read(request.record))
        names = tuple(player.name for player in played.sheets)
        sheets = replace(sheets, maps=(played.map or None,), players=names, pencilled=played.sheets)
    frames = list(sheet_pages(pack, sheets, request.on))
    return _document(pack, request, "sheets", sheet_title(pack, sheets.sheet), frames, fillable=request.fillable)


def _document(
    pack: PrintPack,
    request: PrintRequest,
    stem: str,
    title: str,
    frames: Sequence[Frame],
    *,
    fillable: bool = False,
    duplex: str = "",
    apart: bool = False,
) -> PrintOutput:
    """Return the output with a single PDF, or with two if `apart` and there are backs."""
    pack.raise_faults()
    profile = request.on.profile(pack.catalogue)
    files = [
        PrintedFile(f"{name}.pdf", pack_pdf(pack, pages, title, duplex, profile, fillable=fillable), len(pages))
        for name, pages in sides(stem, frames, apart=apart)
    ]
    return PrintOutput(files, len(files), pack.warnings, stem, pack.title)


def _print_cards(pack: PrintPack, request: CardsRequest) -> PrintOutput:
    settings, names = request.settings(pack), request.decks or all_decks(pack)
    cards_by_deck = chosen_cards(pack, names, request.only) if request.only else dict.fromkeys(names)
    copies = request.copies if isinstance(request.copies, int) else 1
    faces = [
        deck_faces(pack, deck, settings.card, bleed=settings.bleed, copies=copies, chosen=cards)
        for deck, cards in cards_by_deck.items()
    ]
    faces = mix_decks(faces) if request.is_mixed else faces
    output = print_decks(pack, request, "cards", " · ".join(deck.title for deck in faces), faces)
    if pack.catalogue.home is None:  # built-in layouts are sound
        return output
    return output._replace(warnings=lambda: [*output.warnings(), *_layout_warnings(pack, faces)])


def _layout_warnings(pack: PrintPack, decks: Sequence[DeckFaces]) -> list[Diagnostic]:
    """Return what `scrawl check` would find on the finished cards, such as texts that touch, as warnings.

    The faces have reported low contrast already if they are in an edition.
    """
    faces = {id(face): face for deck in decks for card in deck.cards for face in card if face is not None}
    drawn_items = DrawnItems()
    faults = [fault for face in faces.values() for fault in drawn_faults(DrawnPage(face, drawn_items))]
    return [fault._replace(severity="warning") for fault in faults if fault.code != "L040" or pack.edition is None]


def print_decks(
    pack: PrintPack, request: CardSheetsRequest, stem: str, title: str, decks: Sequence[DeckFaces]
) -> PrintOutput:
    """Return the output with decks, each on its own sheets, in one file or two; raises InvalidInput."""
    pack.raise_faults()
    settings, profile, two_files = request.settings(pack), request.on.profile(pack.catalogue), request.cards.two_files
    planned = list(card_sheets(pack, decks, settings))
    by_plan: dict[impose.Imposition, list[DeckFaces]] = {}
    for faces, (plan, _) in zip(decks, planned, strict=True):
        by_plan.setdefault(plan, []).append(faces)
    sentences = [describe_sheets(plan, same_plan) + more_room(plan) for plan, same_plan in by_plan.items()]
    warnings = list(dict.fromkeys(fault for plan in by_plan for fault in impose.plan_warnings(plan)))
    is_backless = not any(back for faces in decks for _, back in faces.cards)
    if settings.duplex in ("short-edge", "fold") and is_backless:
        message = f"--duplex {settings.duplex} changes nothing: no card has a back"
        warnings.append(Diagnostic("P050", message, bare_place("--duplex"), "give their layout a back:", "warning"))
    frames = (frame for _, of_deck in planned for frame in of_deck)  # each is gone when it is written
    with_backs = any(
        impose.has_back_pages(faces.cards, plan) for plan, same_plan in by_plan.items() for faces in same_plan
    )
    parts = sides(stem, list(frames), apart=True) if two_files else [(stem, frames)]
    hint = settings.duplex if with_backs and not two_files else ""
    files = [PrintedFile(f"{name}.pdf", pack_pdf(pack, pages, title, hint, profile)) for name, pages in parts]
    return PrintOutput(files, len(files), lambda: [*pack.warnings(), *warnings], stem, pack.title, "\n".join(sentences))


def _print_pieces(pack: PrintPack, request: PiecesRequest) -> PrintOutput:
    names = request.names or all_pieces(pack)
    frames = list(piece_sheets(pack, names, request.rules(pack)))
    with_backs = any(frame.side == "back" for frame in frames) and not request.two_files
    title, hint = joined_titles(pack, names), request.duplex if with_backs else ""
    return _document(pack, request, "pieces", title, frames, duplex=hint, apart=request.two_files)


MORE_ROOM: tuple[tuple[str, dict[str, Any]], ...] = (
    ("--gap 0mm", {"gap": 0.0}),
    ("--no-ruler", {"strip": False}),
    ("--no-ruler --no-marks", {"strip": False, "marks": False}),
)


def describe_sheets(plan: impose.Imposition, decks: Sequence[DeckFaces]) -> str:
    """Return a sentence about the cards, pages and sheets to be printed."""
    pages = sum(impose.page_count(faces.cards, plan) for faces in decks)
    backs = sum(
        impose.page_count(faces.cards, plan) // 2 for faces in decks if impose.has_back_pages(faces.cards, plan)
    )
    sheets = format_count(pages - backs, "sheet" if backs else "page")
    turned = f", both sides, flipped on the {plan.settings.duplex.replace('-', ' ')}" if backs else ""
    size = f" of {length_name(plan.settings.card.width)} x {length_name(plan.settings.card.height)}"
    cards = format_count(sum(len(faces.cards) for faces in decks), "card")
    return f"{cards}{size}, {plan.per_page} to a page: {sheets}{turned}"


def more_room(plan: impose.Imposition) -> str:
    """Return a hint if more cards fit on a page with other options (shared cuts, no ruler, no marks), else ""."""
    rules = plan.settings
    for words, changes in MORE_ROOM:
        if "gap" in changes and (rules.gap is not None or not rules.bleed):
            continue
        fitting = impose.best_imposition(rules._replace(**changes)).per_page
        if fitting > plan.per_page:
            return f" ({fitting} to a page with {words})"
    return ""
