"""`scrawl print`: the kit, player sheets and cards as PDF files."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from generator.cli.console import show_diagnostics
from generator.cli.groups import PlainGroup
from generator.cli.options import (
    catalogue_of,
    chosen_language,
    edition_option,
    game_option,
    home_option,
    lang_option,
    printer_option,
)
from generator.cli.writing import output_option, write_files, write_whole
from generator.frame import Frame
from generator.geometry import Insets, Size
from generator.recipes.pack import Pack, open_pack
from generator.sheets.backs import PrinterProfile, for_printer
from generator.sheets.impose import Imposition, SheetRules, plan_imposition
from generator.sheets.paper import read_card_size, read_paper
from generator.units import length_name, mm, parse_length

PAPER = click.option(
    "--paper", default="a4", show_default=True, help="Paper: a4, letter, a5 (two sheets on an A4) or WxH."
)

DUPLEX = click.option(
    "--duplex",
    default="long-edge",
    show_default=True,
    type=click.Choice(["long-edge", "short-edge", "fold", "off"]),
    help="How backs are printed: flipped on an edge, folded and glued, or not at all.",
)


def opened(home: Path | None, game: str, lang: str | None, edition: str | None = None) -> Pack:
    """Return the pack of a game in the asked language."""
    from generator.games.manifest import read_manifest
    from generator.games.words import languages_of

    catalogue = catalogue_of(home)
    read_manifest(catalogue, game)
    languages = languages_of(catalogue, game)
    return open_pack(catalogue, game, chosen_language(lang, languages), edition)


def length_option(_context: Any, _parameter: Any, value: str | None) -> float | None:
    """Read a written length; a bad one is a usage error."""
    if value is None:
        return None
    try:
        return parse_length(value)
    except ValueError as fault:
        raise click.BadParameter(str(fault)) from None


@click.group("print", cls=PlainGroup, epilog="Example: scrawl print cards --deck bosses --lang cs -o bosses.pdf")
def print_group() -> None:
    """Print the kit, sheets or cards to PDF."""


@print_group.command(epilog="Example: scrawl print kit --lang pl --paper a4 -o my-kit")
@lang_option
@PAPER
@click.option("--size", default="standard", show_default=True, help="Card size by name or WxH, such as 63x88mm.")
@DUPLEX
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
    printer: str | None,
    printers: Path | None,
    edition: str | None,
    output: Path,
    game: str,
    home: Path | None,
) -> None:
    """Print everything one table needs, with an instruction page, into a folder."""
    from generator.recipes.kit import KitOrder, kit_files

    pack = opened(home, game, lang, edition)
    page = paper_of(pack, paper)
    profile = profile_for(printer, printers, page)
    two_up = paper.lower() == "a5" and pack.scale == 1
    order = KitOrder(page, card_of(pack, size), two_up=two_up, duplex=duplex, profile=profile)
    files = list(kit_files(pack, order))
    show_diagnostics(pack.warnings())
    write_files(output, files)
    click.echo(f"{len(files)} files in {output}; begin with {output / files[0][0]}")


@print_group.command(epilog="Example: scrawl print sheets --dungeon a --copies 4 -o sheets.pdf")
@lang_option
@PAPER
@click.option(
    "--dungeon", "dungeons", multiple=True, help="Dungeon to print on the sheets: an id or a file; repeatable."
)
@click.option("--copies", default=1, show_default=True, type=click.IntRange(1, 1000))
@click.option("--mode", default="standard", show_default=True, type=click.Choice(["standard", "first-game"]))
@click.option("--player", "players", multiple=True, help="Print a name on a sheet; repeatable.")
@click.option(
    "--fillable", is_flag=True, help="Boxes to tick and shields to write in on screen; `scrawl score` reads them."
)
@printer_option
@edition_option
@output_option("sheets.pdf")
@game_option
@home_option
def sheets(
    lang: str | None,
    paper: str,
    dungeons: tuple[str, ...],
    copies: int,
    mode: str,
    players: tuple[str, ...],
    fillable: bool,
    printer: str | None,
    printers: Path | None,
    edition: str | None,
    output: Path,
    game: str,
    home: Path | None,
) -> None:
    """Print player sheets, blank or with dungeons already drawn."""
    from generator.recipes.kit import KitOrder, pack_pdf, sheet_pages
    from generator.recipes.sheets import SheetOrder

    pack = opened(home, game, lang, edition)
    order = SheetOrder(tuple(dungeons) or (None,), copies, mode, players)
    size = paper_of(pack, paper)
    profile = profile_for(printer, printers, size)
    two_up = paper.lower() == "a5" and pack.scale == 1
    frames = list(sheet_pages(pack, order, KitOrder(size, size, two_up=two_up)))
    pack.raise_faults()
    show_diagnostics(pack.warnings())
    content = pack_pdf(pack, frames, str(pack.words["game"]["player_sheet"]), profile=profile)
    if fillable:
        from generator.draw.forms import fillable as with_form

        content = with_form(content, list(for_printer(frames, profile)), pack.fonts.font("text.regular"))
    write_whole(output, content)
    click.echo(f"{len(frames)} pages in {output}")


@print_group.command(epilog="Example: scrawl print cards --deck bosses --deck goals --duplex fold -o cards.pdf")
@lang_option
@PAPER
@click.option("--deck", "decks", multiple=True, help="Deck to print; repeatable (default: all).")
@click.option("--size", default="standard", show_default=True, help="Card size by name or WxH, such as 63x88mm.")
@click.option("--copies", default=1, show_default=True, type=click.IntRange(1, 1000))
@DUPLEX
@click.option("--bleed", default="0mm", show_default=True, callback=length_option, help="Art beyond the cut, 0 to 6mm.")
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
@output_option("cards.pdf")
@game_option
@home_option
def cards(
    lang: str | None,
    paper: str,
    decks: tuple[str, ...],
    size: str,
    copies: int,
    duplex: Any,
    two_files: bool,
    printer: str | None,
    printers: Path | None,
    edition: str | None,
    output: Path,
    game: str,
    home: Path | None,
    **wishes: Any,
) -> None:
    """Print decks of cards with backs, as many to a page as fit."""
    from generator.recipes.cards import card_sheets, deck_faces
    from generator.recipes.kit import pack_pdf
    from generator.sheets.impose import plan_warnings

    pack = opened(home, game, lang, edition)
    page = paper_of(pack, paper)
    rules = sheet_rules(page, card_of(pack, size), duplex, wishes)
    profile = profile_for(printer, printers, page)
    bleed = rules.bleed
    faces = [deck_faces(pack, deck, rules.card, bleed=bleed, copies=copies) for deck in decks or pack.manifest.decks]
    pack.raise_faults()
    plans = [card_sheets(pack, each, rules) for each in faces]
    plan = plans[0][0]
    show_diagnostics([*pack.warnings(), *plan_warnings(plan)])
    frames = [frame for _, sheets in plans for frame in sheets]
    click.echo(told(sum(len(each.cards) for each in faces), plan.per_page, frames) + shared_cuts(plan))
    title = str(pack.words["card_types"]["card"])
    hint = duplex if any(frame.side == "back" for frame in frames) and not two_files else ""
    for path, chosen in parts(output, frames, two_files=two_files):
        write_whole(path, pack_pdf(pack, chosen, title, hint, profile))
        click.echo(f"written: {path}")


@print_group.command(epilog="Example: scrawl print specimen --edition colour-blind -o specimen.pdf")
@lang_option
@PAPER
@edition_option
@output_option("specimen.pdf")
@game_option
@home_option
def specimen(lang: str | None, paper: str, edition: str | None, output: Path, game: str, home: Path | None) -> None:
    """Print the visual language on a page: letters, grounds, lines, signs and emblems."""
    from generator.recipes.kit import pack_pdf, single_page

    pack = opened(home, game, lang, edition)
    frames = list(single_page(pack, "specimen", paper_of(pack, paper)))
    pack.raise_faults()
    write_whole(output, pack_pdf(pack, frames, str(pack.words["specimen"]["title"])))
    click.echo(f"{len(frames)} pages in {output}")


def sheet_rules(page: Size, card: Size, duplex: Any, wishes: dict[str, Any]) -> SheetRules:
    """Return the rules of a sheet of cards from the options; raises UsageError for what is out of bounds."""
    bounds = {"bleed": 6, "gap": 30, "mark_distance": 10, "mark_length": 20, "corner_radius": 15}
    for name, most in bounds.items():
        if wishes[name] is not None and not 0 <= wishes[name] <= mm(most) + 0.01:
            raise click.UsageError(f"{name.replace('_', '-')} is 0 to {most}mm, not {length_name(wishes[name])}")
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


def profile_for(printer: str | None, printers: Path | None, page: Size) -> PrinterProfile | None:
    """Return the profile of a measured printer for a paper, or None for no printer."""
    if printer is None:
        return None
    from generator.recipes.printers import default_path, find_printer, read_printers

    return find_printer(read_printers(printers or default_path()), printer, page).profile


def card_of(pack: Pack, size: str) -> Size:
    """Return the size of a card by name or as WxH, larger where the edition enlarges."""
    card = read_card_size(pack.catalogue, size)
    return Size(card.width * pack.scale, card.height * pack.scale)


def paper_of(pack: Pack, name: str) -> Size:
    """Return the size of a paper; a5 is two sheets on an A4."""
    return read_paper(pack.catalogue, "a4" if name.lower() == "a5" else name)
