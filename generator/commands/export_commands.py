"""Commands that export cards and pieces for other programs, shops and virtual tables; they return a `PrintOutput`.

All files of an output belong into one folder. The commands write and print nothing; their caller does.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.commands import shared_command_options
from generator.commands.name_completion import complete
from generator.commands.pdf_commands import PrintedFile, PrintOutput
from generator.commands.print_options import MOST, check_length
from generator.diagnostics import Diagnostic
from generator.draw.pdf.press import X4, press_job, read_condition
from generator.imposition.impose import ImpositionSettings
from generator.imposition.paper import page_size
from generator.layout.frame_checks import safe_faults

if TYPE_CHECKING:
    from generator.products.exports.card_files import FaceToExport
    from generator.products.print_pack import PrintPack

MOST_INK = 300  # default limit of the four inks together on one spot, in percent

Files = Iterable[tuple[str, bytes]]


def folder_job(
    pack: "PrintPack", stem: str, files: Files, note: str = "", near: Sequence[Diagnostic] = ()
) -> PrintOutput:
    """Return the output of an export into a folder, whose files are made one by one.

    `note` is a hint for the user, `near` are warnings in addition to those of the drawn cards and pieces.
    """
    made = (PrintedFile(*file) for file in files)
    return PrintOutput(made, 0, lambda: [*pack.warnings(), *near], stem, pack.title, note)


# options of all these commands
deck_options = shared_command_options.add_options(
    shared_command_options.names_option("--deck", "decks", "Deck to write; repeatable (default: all)."),
    shared_command_options.names_option(
        "--piece", "pieces", "Kind of piece to write; repeatable. Named alone, no decks are written."
    ),
    shared_command_options.lang_option,
    shared_command_options.edition_option,
    shared_command_options.game_option,
    shared_command_options.home_option,
)
size_options = shared_command_options.add_options(
    shared_command_options.size_option,
    shared_command_options.length_option("--bleed", "0mm", "Art beyond the cut."),
    click.option("--pages", is_flag=True, help="Sheets and pages of the game too."),
)


def named_faces(
    size: str | None, bleed: float, pages: bool, decks: tuple[str, ...], pieces: tuple[str, ...], **common: Any
) -> tuple["PrintPack", list["FaceToExport"]]:
    """Return the pack, and the sides of cards and pieces, sheets and pages that the options select, to be exported."""
    from generator.imposition.gang import PieceSheetRules
    from generator.products.exports.card_files import printed_faces
    from generator.products.exports.piece_exports import named_pieces, pictures_of, select_exports

    pack = shared_command_options.open_asked_pack(**common)
    page, card = page_size(pack.catalogue, "a4"), shared_command_options.card_of(pack, size)
    asked = select_exports(pack, decks, pieces, flat=False)
    faces = printed_faces(pack, asked.decks, card, bleed, page if pages else None)
    return pack, faces + pictures_of(
        named_pieces(pack, asked.pieces, PieceSheetRules(ImpositionSettings(page, card, bleed=bleed)))
    )


@click.command(epilog="Example: scrawl export png --dpi 300 -o pictures")
@click.option("--dpi", default=300.0, show_default=True, type=click.FloatRange(36, 1200), help="Dots per inch.")
@size_options
@deck_options
def png(dpi: float, **wishes: Any) -> PrintOutput:
    """Every card face as a PNG, and faces of pieces: the raster of what is printed."""
    from generator.products.exports.card_files import png_files

    pack, faces = named_faces(**wishes)
    return folder_job(pack, "png", png_files(pack, faces, dpi))


@click.command(epilog="Example: scrawl export svg --pages -o pictures")
@size_options
@deck_options
def svg(**wishes: Any) -> PrintOutput:
    """Every card face as an SVG, and faces of pieces, letters as outlines."""
    from generator.products.exports.card_files import svg_files

    pack, faces = named_faces(**wishes)
    return folder_job(pack, "svg", svg_files(pack, faces))


@click.command(epilog="Example: scrawl export shop game-crafter -o upload")
@click.argument("name", metavar="SHOP", shell_complete=complete("shops"))
@deck_options
def shop(name: str, decks: tuple[str, ...], pieces: tuple[str, ...], **common: Any) -> PrintOutput:
    """Files as a print shop takes them."""
    from generator.products.exports.card_files import faces_of, shop_decks, shop_files
    from generator.products.exports.piece_exports import select_exports, shop_pieces
    from generator.products.exports.shops import find_shop

    pack = shared_command_options.open_asked_pack(**common)
    spec = find_shop(pack.catalogue, name)
    asked = select_exports(pack, decks, pieces)
    cards, flat = shop_decks(pack, asked.decks, spec), shop_pieces(pack, asked.pieces, spec)
    named = [*cards, *flat]
    near = [fault for face in faces_of(named) for fault in safe_faults(face.frame)]
    files = chain(shop_files(pack, cards, spec), shop_files(pack, flat, spec, own_size=True))
    note = f"for {spec.title}; a shop may change its figures: compare with its template"
    return folder_job(pack, "shop", files, note, near)


@click.command(epilog="Example: scrawl export press --bleed 2mm -o press")
@shared_command_options.size_option
@shared_command_options.length_option("--bleed", "3mm", "Art beyond the cut, 0 to 6mm.")
@click.option("--pages", is_flag=True, help="Sheets and pages of the game too, as large as the paper.")
@shared_command_options.paper_option
@click.option(
    "--profile",
    type=shared_command_options.EXISTING_FILE,
    help="ICC profile of the press (default: SWOP coated, which is in the box).",
)
@click.option("--condition", default="", metavar="NAME", help="What the profile is registered as, such as FOGRA39.")
@click.option(
    "--most-ink",
    default=MOST_INK,
    show_default=True,
    type=click.IntRange(150, 400),
    help="Percent of the four inks together on one spot.",
)
@deck_options
def press(
    size: str | None,
    bleed: float,
    pages: bool,
    paper: str,
    profile: Path | None,
    condition: str,
    most_ink: int,
    decks: tuple[str, ...],
    pieces: tuple[str, ...],
    **common: Any,
) -> PrintOutput:
    """PDF/X-4 for a printing house: a file for each deck and piece, in four inks, with trim and bleed boxes."""
    from generator.imposition.gang import PieceSheetRules
    from generator.products.exports.piece_exports import all_named
    from generator.products.exports.press_files import deck_documents, page_documents, piece_documents, press_files

    if condition and profile is None:
        raise click.UsageError("--condition names the --profile of another press")
    check_length("bleed", bleed, MOST["bleed"])
    asked_condition = read_condition(profile, condition) if profile else None
    pack = shared_command_options.open_asked_pack(**common)
    page, card = page_size(pack.catalogue, paper), shared_command_options.card_of(pack, size)
    asked = all_named(pack, decks, pieces, pages=pages)
    cards = list(deck_documents(pack, asked.decks, card, bleed))
    cut = list(piece_documents(pack, asked.pieces, PieceSheetRules(ImpositionSettings(page, card, bleed=bleed))))
    plain = list(page_documents(pack, page)) if pages else []
    near = [fault for each in [*cards, *cut] for face in each.frames for fault in safe_faults(face)]
    files = press_files(pack, [*cards, *cut, *plain], press_job(most_ink / 100, X4, asked_condition))
    return folder_job(pack, "press", files, "PDF/X-4; ask the printing house what bleed and inks it takes", near)


def table_command(name: str, text: str) -> click.Command:
    """Return the command for a virtual table that imports only pictures."""

    @click.command(name, help=text, epilog=f"Example: scrawl export {name} -o {name}")
    @deck_options
    def command(decks: tuple[str, ...], pieces: tuple[str, ...], **common: Any) -> PrintOutput:
        from generator.products.exports.card_files import deck_sheets, faces_of, named_decks, png_files
        from generator.products.exports.piece_exports import screen_pieces, select_exports
        from generator.products.exports.shops import read_shops

        pack = shared_command_options.open_asked_pack(**common)
        table = read_shops(pack.catalogue).tables[name]
        asked = select_exports(pack, decks, pieces)
        named = named_decks(pack, asked.decks)
        tokens = png_files(pack, screen_pieces(pack, asked.pieces), table.dpi, asked=table.place)
        if table.form == "cards":
            cards = png_files(pack, faces_of(named), table.dpi, asked=table.place)
        else:
            cards = (
                (f"{sheet.name}-{sheet.columns}x{sheet.rows}.png", sheet.picture)
                for deck in named
                for backs in ((False, True) if deck.backs else (False,))
                for sheet in deck_sheets(pack, deck, table, backs=backs)
            )
        return folder_job(pack, name, chain(cards, tokens), f"for {table.title}")

    return command


@click.command(epilog="Example: scrawl export tts -o tts")
@click.option(
    "--address", default="", help="Where the pictures will lie on the web (default: the folder, as file:///)."
)
@deck_options
def tts(address: str, decks: tuple[str, ...], pieces: tuple[str, ...], **common: Any) -> PrintOutput:
    """Deck sheets, pieces in bags, and a saved object for Tabletop Simulator."""
    from generator.products.exports.card_files import named_decks
    from generator.products.exports.piece_exports import select_exports
    from generator.products.exports.shops import read_shops
    from generator.products.exports.tts import tts_files

    pack = shared_command_options.open_asked_pack(**common)
    table = read_shops(pack.catalogue).tables["tts"]
    asked = select_exports(pack, decks, pieces)
    named = named_decks(pack, asked.decks)
    files = tts_files(pack, named, asked.pieces, table, f"{address.rstrip('/')}/")
    return folder_job(pack, "tts", files, f"copy {pack.game.id}.json into the program's folder Saves/Saved Objects")


screentop = table_command("screentop", "Deck sheets for Screentop.gg, columns and rows in the names; pieces.")
tabletopia = table_command("tabletopia", "A picture of every face of cards and pieces for Tabletopia.")
EXPORT_COMMANDS = {str(command.name): command for command in (png, svg, shop, press, tts, screentop, tabletopia)}
