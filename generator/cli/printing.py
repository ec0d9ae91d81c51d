"""`scrawl print`: the kit, sheets, cards and pages as PDF files."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from generator.cli.complete import complete
from generator.cli.console import say, show_diagnostics
from generator.cli.groups import PlainGroup
from generator.cli.options import (
    card_of,
    duplex_option,
    edition_option,
    game_option,
    home_option,
    is_doubled,
    lang_option,
    length_option,
    opened,
    paper_of,
    paper_option,
    printer_option,
    profile_for,
    size_option,
)
from generator.cli.progress import busy, watched
from generator.cli.writing import output_option, write_files, write_whole
from generator.frame import Frame
from generator.geometry import Insets, Size
from generator.recipes.sheets import SheetOrder
from generator.sheets.backs import for_printer
from generator.sheets.impose import SURE_MARGINS, Imposition, SheetRules, plan_imposition
from generator.units import length_name, mm, parse_length

BLEED = click.option(
    "--bleed", default="0mm", show_default=True, callback=length_option, help="Art beyond the cut, 0 to 6mm."
)


def sheet_options(command: Any) -> Any:
    """Add what sheets take: maps drawn on them, copies, a mode, players' names."""
    options = [
        click.option(
            "--dungeon",
            "maps",
            multiple=True,
            shell_complete=complete("dungeons"),
            help="Map to print on the sheets: an id or a file; repeatable.",
        ),
        click.option("--copies", default=1, show_default=True, type=click.IntRange(1, 1000), help="Sheets of each."),
        click.option("--mode", default="", help="A mode of the sheet, where it has several (default: its usual one)."),
        click.option("--player", "players", multiple=True, help="Print a name on a sheet; repeatable."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def order_of(wishes: dict[str, Any], sheet: str = "") -> SheetOrder:
    """Return the order of sheets that the options ask for."""
    return SheetOrder(sheet, wishes["maps"] or (None,), wishes["copies"], wishes["mode"], wishes["players"])


@click.group("print", cls=PlainGroup, epilog="Example: scrawl print cards --lang cs -o cards.pdf")
def print_group() -> None:
    """Print the kit, sheets, cards or pieces to PDF."""


@print_group.command(epilog="Example: scrawl print kit --lang pl --paper a4 -o my-kit")
@lang_option
@paper_option
@size_option
@duplex_option
@BLEED
@click.option("--mixed", is_flag=True, help="All decks in one file, mixed on pages, so that they take less paper.")
@click.option("--extras", is_flag=True, help="Also what the game has besides, such as counters and boxes.")
@sheet_options
@printer_option
@edition_option
@output_option("output", folder=True)
@game_option
@home_option
def kit(
    lang: str | None,
    paper: str,
    size: str,
    duplex: Any,
    bleed: float,
    mixed: bool,
    extras: bool,
    printer: str | None,
    printers: Path | None,
    edition: str | None,
    output: Path,
    game: str,
    home: Path | None,
    **wishes: Any,
) -> None:
    """Print everything one table needs, with an instruction page, into a folder."""
    from generator.recipes.kit import kit_files
    from generator.recipes.kit_order import KitOrder, kit_entries

    pack = opened(home, game, lang, edition)
    page = paper_of(pack, paper)
    check_length("bleed", bleed, 6)
    order = KitOrder(
        page,
        card_of(pack, size),
        doubled=is_doubled(paper) and pack.scale == 1,
        duplex=duplex,
        profile=profile_for(printer, printers, page),
        bleed=bleed,
        mixed=mixed,
        extras=extras,
        sheets=order_of(wishes),
    )
    files = list(watched(kit_files(pack, order), "kit", len(kit_entries(pack, order)) + 1))
    show_diagnostics(pack.warnings())
    write_files(output, files)
    say(f"{len(files)} files in {output}; begin with {output / files[0][0]}")


@print_group.command(epilog="Example: scrawl print sheets --dungeon a --copies 4 -o sheets.pdf")
@click.argument("sheet", required=False, default="", metavar="[SHEET]")
@lang_option
@paper_option
@sheet_options
@click.option(
    "--fillable", is_flag=True, help="Boxes to tick and shields to write in on screen; `scrawl score` reads them."
)
@printer_option
@edition_option
@output_option("sheets.pdf")
@game_option
@home_option
def sheets(
    sheet: str,
    lang: str | None,
    paper: str,
    fillable: bool,
    printer: str | None,
    printers: Path | None,
    edition: str | None,
    output: Path,
    game: str,
    home: Path | None,
    **wishes: Any,
) -> None:
    """Print the game's sheet (or the SHEET of that name), blank or with maps already drawn."""
    from generator.recipes.printed import pack_pdf
    from generator.recipes.sheets import sheet_name, sheet_pages, sheet_title

    pack = opened(home, game, lang, edition)
    size = paper_of(pack, paper)
    profile = profile_for(printer, printers, size)
    order = order_of(wishes, sheet_name(pack, sheet))
    frames = list(sheet_pages(pack, order, size, doubled=is_doubled(paper) and pack.scale == 1))
    pack.raise_faults()
    show_diagnostics(pack.warnings())
    content = pack_pdf(pack, frames, sheet_title(pack, order.sheet), profile=profile)
    if fillable:
        from generator.draw.forms import fillable as with_form

        content = with_form(content, list(for_printer(frames, profile)), pack.fonts.font("text.regular"))
    write_whole(output, content)
    say(f"{pages_told(len(frames))} in {output}")


@print_group.command(epilog="Example: scrawl print cards --duplex fold -o cards.pdf")
@lang_option
@paper_option
@click.option(
    "--deck", "decks", multiple=True, shell_complete=complete("decks"), help="Deck to print; repeatable (default: all)."
)
@click.option(
    "--card",
    "only",
    multiple=True,
    metavar="KEY|N|N-M",
    help="Only this card, by its key or by its number in the deck; repeatable (default: all).",
)
@size_option
@click.option("--copies", default=1, show_default=True, type=click.IntRange(1, 1000))
@duplex_option
@BLEED
@click.option(
    "--gap",
    callback=length_option,
    help="Room between cards: by default none, or twice the bleed. With 0mm they share cuts, and bleed only outwards.",
)
@click.option(
    "--margin", default="5mm", show_default=True, help="White edge: one length, or four: top right bottom left."
)
@click.option("--marks/--no-marks", default=True, show_default=True, help="Crop marks.")
@click.option("--ruler/--no-ruler", "strip", default=True, show_default=True, help="Ruler and page number at the foot.")
@click.option(
    "--mark-distance", default="1mm", show_default=True, callback=length_option, help="From the bleed to a mark."
)
@click.option("--mark-length", default="3.5mm", show_default=True, callback=length_option, help="Length of a mark.")
@click.option("--mark-sides", default="both", show_default=True, type=click.Choice(["front", "back", "both"]))
@click.option(
    "--corner-radius", default="0mm", show_default=True, callback=length_option, help="Guide for round corners."
)
@click.option("--two-files", is_flag=True, help="Fronts and backs as NAME-fronts.pdf and NAME-backs.pdf.")
@printer_option
@edition_option
@click.option("--mixed", "is_mixed", is_flag=True, help="Decks share pages, so that they take less paper.")
@output_option("cards.pdf")
@game_option
@home_option
def cards(
    lang: str | None,
    paper: str,
    decks: tuple[str, ...],
    only: tuple[str, ...],
    size: str,
    copies: int,
    duplex: Any,
    two_files: bool,
    is_mixed: bool,
    printer: str | None,
    printers: Path | None,
    edition: str | None,
    output: Path,
    game: str,
    home: Path | None,
    **wishes: Any,
) -> None:
    """Print decks of cards with backs, or only some of their cards, as many to a page as fit."""
    from generator.recipes.cards import all_decks, card_sheets, chosen_cards, deck_faces, mixed
    from generator.recipes.printed import pack_pdf
    from generator.sheets.impose import plan_warnings

    if two_files and duplex in ("fold", "off"):
        raise click.UsageError(f"--two-files needs backs on pages of their own, not --duplex {duplex}")
    pack = opened(home, game, lang, edition)
    page = paper_of(pack, paper)
    rules = sheet_rules(page, card_of(pack, size), duplex, wishes)
    profile = profile_for(printer, printers, page)
    bleed = rules.bleed
    wished = decks or all_decks(pack)
    chosen = chosen_cards(pack, wished, only) if only else dict.fromkeys(wished)
    with busy("cards"):
        faces = [
            deck_faces(pack, deck, rules.card, bleed=bleed, copies=copies, chosen=cards)
            for deck, cards in chosen.items()
        ]
    faces = [mixed(faces)] if is_mixed else faces
    pack.raise_faults()
    plans = [card_sheets(pack, each, rules) for each in faces]
    plan = plans[0][0]
    show_diagnostics([*pack.warnings(), *plan_warnings(plan)])
    frames = [frame for _, sheets in plans for frame in sheets]
    say(told(sum(len(each.cards) for each in faces), plan.per_page, frames) + shared_cuts(plan))
    title = " · ".join(each.title for each in faces)
    hint = duplex if any(frame.side == "back" for frame in frames) and not two_files else ""
    for path, pages in parts(output, frames, two_files=two_files):
        write_whole(path, pack_pdf(pack, pages, title, hint, profile))
        say(f"written: {path}")


@print_group.command(epilog="Example: scrawl print pieces counters --paper letter -o counters.pdf")
@click.argument("names", nargs=-1, metavar="[PIECE]...", shell_complete=complete("pieces"))
@lang_option
@paper_option
@duplex_option
@BLEED
@click.option("--gap", callback=length_option, help="Room between pieces (default: what scissors or a punch need).")
@click.option(
    "--guides",
    default="auto",
    show_default=True,
    type=click.Choice(["auto", "outline", "ticks", "none"]),
    help="Where to cut: the outline for scissors and punches, ticks at the edges for a blade.",
)
@click.option("--ruler/--no-ruler", "strip", default=True, show_default=True, help="Ruler and page number at the foot.")
@printer_option
@edition_option
@output_option("pieces.pdf")
@game_option
@home_option
def pieces(
    names: tuple[str, ...],
    lang: str | None,
    paper: str,
    duplex: Any,
    bleed: float,
    gap: float | None,
    guides: Any,
    strip: bool,
    printer: str | None,
    printers: Path | None,
    edition: str | None,
    output: Path,
    game: str,
    home: Path | None,
) -> None:
    """Print counters, tiles, standees and other pieces: those named, or all. They share pages."""
    from generator.recipes.pieces import all_pieces, piece_sheets
    from generator.recipes.printed import pack_pdf
    from generator.sheets.gang import GangRules

    pack = opened(home, game, lang, edition)
    page = paper_of(pack, paper)
    check_length("bleed", bleed, 6)
    check_length("gap", gap, 30)
    sheet = SheetRules(page, margins=SURE_MARGINS, gap=gap, bleed=bleed, duplex=duplex, strip=strip)
    with busy("pieces"):
        frames = list(piece_sheets(pack, names or all_pieces(pack), GangRules(sheet, guides)))
    pack.raise_faults()
    show_diagnostics(pack.warnings())
    hint = duplex if any(frame.side == "back" for frame in frames) else ""
    write_whole(output, pack_pdf(pack, frames, frames[0].title, hint, profile_for(printer, printers, page)))
    say(f"{pages_told(len(frames))} in {output}")


@print_group.command(epilog="Example: scrawl print page help --lang cs -o help.pdf")
@click.argument("names", nargs=-1, required=True, metavar="PAGE...", shell_complete=complete("pages"))
@lang_option
@paper_option
@printer_option
@edition_option
@output_option(text="File to write (default: PAGE.pdf).")
@game_option
@home_option
def page(
    names: tuple[str, ...],
    lang: str | None,
    paper: str,
    printer: str | None,
    printers: Path | None,
    edition: str | None,
    output: Path | None,
    game: str,
    home: Path | None,
) -> None:
    """Print single pages of a game: help, a score pad, or `specimen`, which shows letters, lines and pictures."""
    from generator.recipes.kit_order import page_title
    from generator.recipes.pages import page_frames
    from generator.recipes.printed import pack_pdf

    pack = opened(home, game, lang, edition)
    size = paper_of(pack, paper)
    frames = [frame for name in names for frame in page_frames(pack, name, size)]
    pack.raise_faults()
    show_diagnostics(pack.warnings())
    output = output or Path(f"{names[0]}.pdf")
    write_whole(
        output, pack_pdf(pack, frames, page_title(pack, names[0]), profile=profile_for(printer, printers, size))
    )
    say(f"{pages_told(len(frames))} in {output}")


def pages_told(count: int) -> str:
    """Return a number of pages as words.

    >>> pages_told(1), pages_told(2)
    ('1 page', '2 pages')
    """
    return f"{count} page{'' if count == 1 else 's'}"


def check_length(name: str, value: float | None, most: float) -> None:
    """Raise UsageError for a length below 0 or above so many millimetres."""
    if value is not None and not 0 <= value <= mm(most) + 0.01:
        raise click.UsageError(f"--{name} is 0 to {most:g}mm, not {length_name(value)}")


def sheet_rules(page: Size, card: Size, duplex: Any, wishes: dict[str, Any]) -> SheetRules:
    """Return the rules of a sheet of cards from the options; raises UsageError for what is out of bounds."""
    bounds = {"bleed": 6, "gap": 30, "mark_distance": 10, "mark_length": 20, "corner_radius": 15}
    for name, most in bounds.items():
        check_length(name.replace("_", "-"), wishes[name], most)
    margins = margins_of(wishes.pop("margin"))
    return SheetRules(page, card, margins=margins, duplex=duplex, **wishes)


def margins_of(text: str) -> Insets:
    """Read one length for all sides, or four: top, right, bottom, left."""
    try:
        sides = [parse_length(part) for part in text.split()]
    except ValueError as fault:
        raise click.UsageError(f"--margin: {fault}") from None
    if len(sides) not in (1, 4) or not all(0 <= side <= mm(100) for side in sides):
        raise click.UsageError("--margin takes one length, or four (top right bottom left), of 0 to 100mm each")
    return Insets(*(sides * 4 if len(sides) == 1 else sides))


def told(count: int, per_page: int, frames: list[Frame]) -> str:
    """Return what is about to be printed."""
    backs = sum(frame.side == "back" for frame in frames)
    number = len(frames) - backs
    paper = "sheet" if backs else "page"
    sheets = f"{number} {paper}{'' if number == 1 else 's'}{', both sides' if backs else ''}"
    return f"{count} cards, {per_page} to a page: {sheets}"


def shared_cuts(plan: Imposition) -> str:
    """Return what to say where more cards fit a page if they share their cuts."""
    if plan.rules.gap is not None or not plan.rules.bleed:
        return ""
    fitting = plan_imposition(replace(plan.rules, gap=0.0)).per_page
    return f" ({fitting} to a page with --gap 0mm)" if fitting > plan.per_page else ""


def parts(output: Path, frames: list[Frame], *, two_files: bool) -> list[tuple[Path, list[Frame]]]:
    """Return what goes into which file."""
    if not two_files:
        return [(output, frames)]
    fronts = [frame for frame in frames if frame.side != "back"]
    backs = [frame for frame in frames if frame.side == "back"]
    named = [(output.with_stem(f"{output.stem}-fronts"), fronts), (output.with_stem(f"{output.stem}-backs"), backs)]
    return [(path, chosen) for path, chosen in named if chosen]
