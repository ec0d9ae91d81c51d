"""`scrawl print`: the kit, player sheets and cards as PDF files."""

from pathlib import Path
from typing import Any

import click

from generator.cli.console import show_diagnostics, write_whole
from generator.cli.options import catalogue_of, chosen_language, game_option, home_option, lang_option
from generator.recipes.pack import Pack, open_pack
from generator.sheets.paper import read_card_size, read_paper
from generator.units import length_name, parse_length

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
    from generator.reading.manifest import read_manifest

    catalogue = catalogue_of(home)
    languages = read_manifest(catalogue, game).languages
    return open_pack(catalogue, game, chosen_language(lang, languages), edition)


def length_option(_context: Any, _parameter: Any, value: str | None) -> float | None:
    """Read a written length; a bad one is a usage error."""
    if value is None:
        return None
    try:
        return parse_length(value)
    except ValueError as fault:
        raise click.BadParameter(str(fault)) from None


@click.group("print", epilog="Example: scrawl print cards --deck bosses --lang cs -o bosses.pdf")
def print_group() -> None:
    """Print the kit, sheets or cards to PDF."""


@print_group.command(epilog="Example: scrawl print kit --lang pl --paper a4 -o my-kit")
@lang_option
@PAPER
@click.option("--size", default="standard", show_default=True, help="Card size by name or WxH, such as 63x88mm.")
@click.option("-o", "--output", default="output", show_default=True, type=click.Path(file_okay=False, path_type=Path))
@game_option
@home_option
def kit(lang: str | None, paper: str, size: str, output: Path, game: str, home: Path | None) -> None:
    """Print everything one table needs, with an instruction page, into a folder."""
    from generator.recipes.kit import KitOrder, kit_files

    pack = opened(home, game, lang)
    order = KitOrder(paper_of(pack, paper), read_card_size(pack.catalogue, size), two_up=paper.lower() == "a5")
    files = list(kit_files(pack, order))
    for name, content in files:
        write_whole(output / name, content)
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
    "-o", "--output", default="sheets.pdf", show_default=True, type=click.Path(dir_okay=False, path_type=Path)
)
@game_option
@home_option
def sheets(
    lang: str | None,
    paper: str,
    dungeons: tuple[str, ...],
    copies: int,
    mode: str,
    players: tuple[str, ...],
    output: Path,
    game: str,
    home: Path | None,
) -> None:
    """Print player sheets, blank or with dungeons already drawn."""
    from generator.recipes.kit import KitOrder, pack_pdf, sheet_pages
    from generator.recipes.sheets import SheetOrder

    pack = opened(home, game, lang)
    order = SheetOrder(tuple(dungeons) or (None,), copies, mode, players)
    size = paper_of(pack, paper)
    frames = list(sheet_pages(pack, order, KitOrder(size, size, two_up=paper.lower() == "a5")))
    pack.raise_faults()
    show_diagnostics(pack.warnings())
    write_whole(output, pack_pdf(pack, frames, str(pack.words["game"]["player_sheet"])))
    click.echo(f"{len(frames)} pages in {output}")


@print_group.command(epilog="Example: scrawl print cards --deck bosses --deck goals --duplex fold -o cards.pdf")
@lang_option
@PAPER
@click.option("--deck", "decks", multiple=True, help="Deck to print; repeatable (default: all).")
@click.option("--size", default="standard", show_default=True, help="Card size by name or WxH, such as 63x88mm.")
@click.option("--copies", default=1, show_default=True, type=click.IntRange(1, 1000))
@DUPLEX
@click.option("--bleed", default="0mm", show_default=True, callback=length_option, help="Art beyond the cut, 0 to 6mm.")
@click.option("--gap", default="0mm", show_default=True, callback=length_option, help="Room between cards.")
@click.option("--marks/--no-marks", default=True, show_default=True, help="Crop marks.")
@click.option("-o", "--output", default="cards.pdf", show_default=True, type=click.Path(dir_okay=False, path_type=Path))
@game_option
@home_option
def cards(
    lang: str | None,
    paper: str,
    decks: tuple[str, ...],
    size: str,
    copies: int,
    duplex: Any,
    bleed: float,
    gap: float,
    marks: bool,
    output: Path,
    game: str,
    home: Path | None,
) -> None:
    """Print decks of cards with backs, as many to a page as fit."""
    from generator.recipes.cards import card_sheets, deck_faces
    from generator.recipes.kit import pack_pdf
    from generator.sheets.impose import SheetRules, plan_warnings

    if not 0 <= bleed <= parse_length("6mm") + 0.01:
        raise click.UsageError(f"bleed is 0 to 6mm, not {length_name(bleed)}")
    if not 0 <= gap <= parse_length("30mm"):
        raise click.UsageError(f"gap is 0 to 30mm, not {length_name(gap)}")
    pack = opened(home, game, lang)
    card = read_card_size(pack.catalogue, size)
    rules = SheetRules(paper_of(pack, paper), card, gap=gap, bleed=bleed, marks=marks, duplex=duplex)
    faces = [deck_faces(pack, deck, card, bleed=bleed, copies=copies) for deck in decks or pack.manifest.decks]
    pack.raise_faults()
    plans = [card_sheets(pack, each, rules) for each in faces]
    warnings = plan_warnings(plans[0][0])
    show_diagnostics(warnings)
    content = pack_pdf(pack, (frame for _, frames in plans for frame in frames), str(pack.words["card_types"]["card"]))
    write_whole(output, content)
    count = sum(len(each.cards) for each in faces)
    click.echo(f"{count} cards, {plans[0][0].per_page} to a page, in {output}")


def paper_of(pack: Pack, name: str) -> Any:
    """Return the size of a paper; a5 is two sheets on an A4."""
    return read_paper(pack.catalogue, "a4" if name.lower() == "a5" else name)
