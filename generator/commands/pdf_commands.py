"""Commands that print and return a `PrintOutput`: the kit, sheets, cards, pieces and pages as PDF files.

Each is a click command, whose options are declared once for the terminal and for web forms. The commands write and
print nothing; their caller does.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from generator.commands.card_table_preview import Copies, table_options
from generator.commands.name_completion import complete, complete_from, modes
from generator.commands.print_options import (
    SLEEVES,
    PrintSettings,
    card_options,
    piece_options,
    printing_options,
    sleeve_of,
)
from generator.commands.shared_command_options import EXISTING_FILE, add_options, names_option
from generator.diagnostics import Diagnostic, bare_place, format_count
from generator.imposition import impose
from generator.products.faces_on_paper import EDGES, pack_pdf, sides
from generator.products.sheets import SheetPrintOptions, sheet_name, sheet_pages, sheet_title
from generator.units import length_name

if TYPE_CHECKING:
    from generator.imposition.gang import PieceSheetRules
    from generator.products.cards import DeckFaces


class PrintedFile(NamedTuple):
    """A printed file: its name, content and number of pages, or 0 pages if the output has a summary instead."""

    name: str
    content: bytes
    pages: int = 0


class PrintOutput(NamedTuple):
    """The output of a print command; its files are made one by one as they are iterated.

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


# what sheets take: maps drawn on them, copies, a mode, players' names
sheet_options = add_options(
    names_option("--dungeon", "dungeons", "Map to print on the sheets: an id or a file; repeatable.", called="maps"),
    click.option("--copies", default=1, show_default=True, type=click.IntRange(1, 1000), help="Sheets of each."),
    click.option(
        "--mode",
        default="",
        metavar="NAME",
        shell_complete=complete_from(modes),
        help="A mode of the sheet, where it has several (default: its usual one).",
    ),
    click.option("--player", "players", multiple=True, metavar="NAME", help="Print a name on a sheet; repeatable."),
)


def request_of(options: dict[str, Any], sheet: str = "") -> SheetPrintOptions:
    """Return the request for sheets made from the options of `sheet_options`."""
    return SheetPrintOptions(sheet, options["maps"] or (None,), options["copies"], options["mode"], options["players"])


@click.command(epilog="Example: scrawl print kit --lang pl --paper a4 -o my-kit")
@printing_options
@card_options
@click.option("--mixed", is_flag=True, help="All decks in one file, mixed on pages, so that they take less paper.")
@click.option("--extras", is_flag=True, help="Also what the game has besides, such as counters and boxes.")
@SLEEVES
@sheet_options
def kit(
    print_settings: PrintSettings,
    settings: impose.ImpositionSettings,
    two_files: bool,
    mixed: bool,
    extras: bool,
    sleeves: str | None,
    **options: Any,
) -> PrintOutput:
    """Print everything one table needs, with an instruction page, into a folder; `--game all` prints every game."""
    from generator.products.kit import kit_files
    from generator.products.kit_request import KitRequest, deck_plans, kit_entries, left_out_notes, unboxed_notes

    pack, edges, own = print_settings.pack, print_settings.margins or EDGES, request_of(options)
    sleeve = sleeve_of(pack, sleeves, settings.card)
    request = KitRequest(
        settings,
        edges,
        print_settings.doubled,
        print_settings.profile,
        mixed,
        two_files,
        extras,
        sleeve,
        own,
        print_settings.is_paper_asked,
    )
    entries = kit_entries(pack, request)

    def warnings() -> list[Diagnostic]:
        plans = deck_plans(pack, request, entries)
        planned = dict.fromkeys(fault for plan in plans for fault in impose.plan_warnings(plan))
        return [*unboxed_notes(pack, request), *left_out_notes(pack, request), *pack.warnings(), *planned]

    files = (PrintedFile(name, content) for name, content in kit_files(pack, request))
    return PrintOutput(files, len(entries) + 1, warnings, "kit", pack.title)


@click.command(epilog="Example: scrawl print sheets --dungeon a --copies 4 -o sheets.pdf")
@printing_options
@click.argument("sheet", required=False, default="", metavar="[SHEET]", shell_complete=complete("sheets"))
@sheet_options
@click.option(
    "--fillable", is_flag=True, help="Boxes to tick and places to write points in on screen; `scrawl score` reads them."
)
@click.option(
    "--record", is_eager=True, type=EXISTING_FILE, help="A recorded game: each player's sheet as a pencil has left it."
)
def sheets(settings: PrintSettings, sheet: str, fillable: bool, record: Path | None, **options: Any) -> PrintOutput:
    """Print the game's sheet (or the SHEET of that name), blank or with maps already drawn."""
    request = request_of(options, sheet_name(settings.pack, sheet))
    if record is not None:
        if fillable or options["maps"] or options["players"]:
            raise click.UsageError("--record says whose sheets they are, without --fillable, --dungeon and --player")
        from generator.rulesets.ruleset import replay_record

        played = replay_record(settings.pack.game, settings.pack.catalogue.read(record))
        names = tuple(player.name for player in played.sheets)
        request = request._replace(maps=(played.map or None,), players=names, pencilled=played.sheets)
    return print_sheets(settings, request, fillable=fillable)


def print_sheets(settings: PrintSettings, request: SheetPrintOptions, *, fillable: bool = False) -> PrintOutput:
    """Return the output with the sheets of a request; raises InvalidInput."""
    pack, edges, is_asked = settings.pack, settings.margins or EDGES, settings.is_paper_asked
    frames = list(sheet_pages(pack, request, settings.paper, doubled=settings.doubled, edges=edges, is_asked=is_asked))
    pack.raise_faults()
    content = pack_pdf(pack, frames, sheet_title(pack, request.sheet), profile=settings.profile, fillable=fillable)
    return document(settings, "sheets", content, len(frames))


@click.command(epilog="Example: scrawl print cards --from deck.csv -o cards.pdf")
@printing_options
@table_options
@names_option("--deck", "decks", "Deck to print; repeatable (default: all).")
@click.option(
    "--card",
    "only",
    multiple=True,
    metavar="KEY|N|N-M",
    help="Only this card, by its key or by its number in the deck; repeatable (default: all).",
)
@click.option(
    "--copies", default=1, type=Copies(1, 1000), help="Of each card (1); with --from also their column, or none."
)
@card_options
@click.option("--mixed", "is_mixed", is_flag=True, help="Decks share pages, so that they take less paper.")
def cards(
    print_settings: PrintSettings,
    settings: impose.ImpositionSettings,
    decks: tuple[str, ...],
    only: tuple[str, ...],
    copies: int,
    two_files: bool,
    is_mixed: bool,
) -> PrintOutput:
    """Print decks of cards with backs, or only some of their cards; or any table as cards, for a first look."""
    return print_decks(print_settings, settings, decks, only, copies, two_files=two_files, is_mixed=is_mixed)


def print_decks(
    print_settings: PrintSettings,
    settings: impose.ImpositionSettings,
    decks: Sequence[str],
    only: Sequence[str],
    copies: int,
    *,
    two_files: bool = False,
    is_mixed: bool = False,
) -> PrintOutput:
    """Return the output with decks (by default all), or with their cards in `only`; raises InvalidInput."""
    from generator.products.cards import all_decks, chosen_cards, deck_faces, mix_decks

    pack = print_settings.pack
    names = decks or all_decks(pack)
    chosen = chosen_cards(pack, names, only) if only else dict.fromkeys(names)
    faces = [
        deck_faces(pack, deck, settings.card, bleed=settings.bleed, copies=copies, chosen=cards)
        for deck, cards in chosen.items()
    ]
    faces = mix_decks(faces) if is_mixed else faces
    return card_job(
        print_settings, "cards", " · ".join(face.title for face in faces), faces, settings, two_files=two_files
    )


def card_job(
    print_settings: PrintSettings,
    stem: str,
    title: str,
    decks: "Sequence[DeckFaces]",
    settings: impose.ImpositionSettings,
    *,
    two_files: bool,
) -> PrintOutput:
    """Return the output with decks, each on its own sheets, in one file or two; raises InvalidInput."""
    from generator.products.cards import card_sheets

    pack = print_settings.pack
    pack.raise_faults()
    planned = list(card_sheets(pack, decks, settings))
    by_plan: dict[impose.Imposition, list[DeckFaces]] = {}
    for faces, (plan, _) in zip(decks, planned, strict=True):
        by_plan.setdefault(plan, []).append(faces)
    told = [describe_sheets(plan, alike) + more_room(plan) for plan, alike in by_plan.items()]
    warnings = list(dict.fromkeys(fault for plan in by_plan for fault in impose.plan_warnings(plan)))
    is_backless = not any(back for faces in decks for _, back in faces.cards)
    if settings.duplex in ("short-edge", "fold") and is_backless:
        message = f"--duplex {settings.duplex} changes nothing: no card has a back"
        warnings.append(Diagnostic("P050", message, bare_place("--duplex"), "give their layout a back:", "warning"))
    frames = (frame for _, of_deck in planned for frame in of_deck)  # each is gone when it is written
    with_backs = any(impose.has_back_pages(faces.cards, plan) for plan, alike in by_plan.items() for faces in alike)
    parts = sides(stem, list(frames), apart=True) if two_files else [(stem, frames)]
    hint = settings.duplex if with_backs and not two_files else ""
    files = [
        PrintedFile(f"{name}.pdf", pack_pdf(pack, pages, title, hint, print_settings.profile)) for name, pages in parts
    ]
    return PrintOutput(files, len(files), lambda: [*pack.warnings(), *warnings], stem, pack.title, "\n".join(told))


@click.command(epilog="Example: scrawl print pieces counters --paper letter -o counters.pdf")
@printing_options
@click.argument("names", nargs=-1, metavar="[PIECE]...", shell_complete=complete("pieces"))
@piece_options
def pieces(settings: PrintSettings, rules: "PieceSheetRules", names: tuple[str, ...], two_files: bool) -> PrintOutput:
    """Print counters, tiles, standees and other pieces: those named, or all. They share pages."""
    from generator.products.cards import joined_titles
    from generator.products.pieces import all_pieces, piece_sheets

    kinds = names or all_pieces(settings.pack)
    frames = list(piece_sheets(settings.pack, kinds, rules))
    settings.pack.raise_faults()
    title = joined_titles(settings.pack, kinds)
    hint = rules.sheet.duplex if any(frame.side == "back" for frame in frames) and not two_files else ""
    files = [
        PrintedFile(f"{name}.pdf", pack_pdf(settings.pack, pages, title, hint, settings.profile), len(pages))
        for name, pages in sides("pieces", frames, apart=two_files)
    ]
    return PrintOutput(files, len(files), settings.pack.warnings, "pieces", settings.pack.title)


@click.command(epilog="Example: scrawl print page help --lang cs -o help.pdf")
@printing_options
@click.argument("names", nargs=-1, required=True, metavar="PAGE...", shell_complete=complete("pages"))
def page(settings: PrintSettings, names: tuple[str, ...]) -> PrintOutput:
    """Print single pages of a game: help, a score pad; `specimen` for letters, `signs` and `pictures` with names."""
    return print_pages(settings, names)


def print_pages(settings: PrintSettings, names: Sequence[str]) -> PrintOutput:
    """Return the output with pages of a game as one file; raises InvalidInput."""
    from generator.products.handout_pages import page_frames
    from generator.products.kit_request import page_title

    pack = settings.pack
    frames = [
        frame for name in names for frame in page_frames(pack, name, settings.paper, edges=settings.margins or EDGES)
    ]
    pack.raise_faults()
    content = pack_pdf(pack, frames, page_title(pack, names[0]), profile=settings.profile)
    return document(settings, names[0], content, len(frames))


PRINT_COMMANDS = {str(command.name): command for command in (kit, sheets, cards, pieces, page)}


def document(settings: PrintSettings, stem: str, content: bytes, pages: int) -> PrintOutput:
    """Return the output with a single PDF, given as its `content`."""
    return PrintOutput(
        [PrintedFile(f"{stem}.pdf", content, pages)], 1, settings.pack.warnings, stem, settings.pack.title
    )


MORE_ROOM: tuple[tuple[str, dict[str, Any]], ...] = (
    ("--gap 0mm", {"gap": 0.0}),
    ("--no-ruler", {"strip": False}),
    ("--no-ruler --no-marks", {"strip": False, "marks": False}),
)


def describe_sheets(plan: impose.Imposition, decks: "Sequence[DeckFaces]") -> str:
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
