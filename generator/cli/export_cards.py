"""`scrawl export png|svg|shop|press|tts|screentop|tabletopia`: cards and pieces for other programs, shops, printing
houses and screen tables."""

from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from generator.cli.console import say
from generator.cli.fault_output import show_diagnostics
from generator.cli.writing import output_option, write_files
from generator.keeping.command_options import (
    added,
    card_of,
    edition_option,
    game_option,
    home_option,
    lang_option,
    length_option,
    opened,
    paper_option,
    size_option,
)
from generator.keeping.name_completion import complete
from generator.keeping.print_options import MOST, check_length

if TYPE_CHECKING:
    from generator.recipes.exports.card_files import NamedFace
    from generator.recipes.pack import Pack

F = TypeVar("F", bound=Callable[..., Any])
Files = Iterable[tuple[str, bytes]]


# what all of these commands take
deck_options = added(
    click.option(
        "--deck",
        "decks",
        multiple=True,
        metavar="NAME",
        shell_complete=complete("decks"),
        help="Deck to write; repeatable (default: all).",
    ),
    click.option(
        "--piece",
        "pieces",
        multiple=True,
        metavar="NAME",
        shell_complete=complete("pieces"),
        help="Kind of piece to write; repeatable. Named alone, no decks are written.",
    ),
    lang_option,
    edition_option,
    game_option,
    home_option,
)
size_options = added(
    size_option,
    length_option("--bleed", "0mm", "Art beyond the cut."),
    click.option("--pages", is_flag=True, help="Sheets and pages of the game too."),
)


def named_faces(
    size: str | None, bleed: float, pages: bool, decks: tuple[str, ...], pieces: tuple[str, ...], **common: Any
) -> tuple["Pack", list["NamedFace"]]:
    """Return the faces that the options ask for: cards, pieces cut to their shape, sheets and pages."""
    from generator.recipes.exports.card_files import printed_faces
    from generator.recipes.exports.piece_exports import exported, named_pieces, pictures_of
    from generator.sheets.gang import GangRules
    from generator.sheets.impose import SheetRules
    from generator.sheets.paper import page_size

    pack = opened(common["home"], common["game"], common["lang"], common["edition"])
    page, card = page_size(pack.catalogue, "a4"), card_of(pack, size)
    asked = exported(pack, decks, pieces, flat=False)
    faces = printed_faces(pack, asked.decks, card, bleed, page if pages else None)
    return pack, faces + pictures_of(named_pieces(pack, asked.pieces, GangRules(SheetRules(page, card, bleed=bleed))))


@click.command(epilog="Example: scrawl export png --dpi 300 -o pictures")
@click.option("--dpi", default=300.0, show_default=True, type=click.FloatRange(36, 1200), help="Dots per inch.")
@size_options
@deck_options
@output_option("pictures", folder=True)
def png(dpi: float, output: Path, **wishes: Any) -> None:
    """Every card face as a PNG, and faces of pieces: the raster of what is printed."""
    from generator.recipes.exports.card_files import png_files

    pack, faces = named_faces(**wishes)
    names = write_files(output, png_files(pack, faces, dpi))
    say(f"{pack.game.title}: {len(names)} pictures in {output}, first {names[0]}")


@click.command(epilog="Example: scrawl export svg --pages -o pictures")
@size_options
@deck_options
@output_option("pictures", folder=True)
def svg(output: Path, **wishes: Any) -> None:
    """Every card face as an SVG, and faces of pieces, letters as outlines."""
    from generator.recipes.exports.card_files import svg_files

    pack, faces = named_faces(**wishes)
    names = write_files(output, svg_files(pack, faces))
    say(f"{pack.game.title}: {len(names)} pictures in {output}, first {names[0]}")


@click.command(epilog="Example: scrawl export shop game-crafter -o upload")
@click.argument("name", metavar="[SHOP]", required=False, shell_complete=complete("shops"))
@deck_options
@output_option("upload", folder=True)
def shop(name: str | None, decks: tuple[str, ...], pieces: tuple[str, ...], output: Path, **common: Any) -> None:
    """Files as a print shop takes them; without a SHOP, list the shops."""
    from generator.proof.preflight import safe_faults
    from generator.recipes.exports.card_files import faces_of, shop_decks, shop_files
    from generator.recipes.exports.piece_exports import exported, shop_pieces
    from generator.recipes.exports.shops import find_shop, read_shops
    from generator.units import length_name

    pack = opened(common["home"], common["game"], common["lang"], common["edition"])
    if name is None:
        for key, shop in read_shops(pack.catalogue).shops.items():
            size = " x ".join(length_name(side + 2 * shop.bleed, "in") for side in shop.card)
            say(f"{key:20} {shop.title}: {shop.form.upper()}, {size} with bleed, {shop.color.upper()}")
        return
    spec = find_shop(pack.catalogue, name)
    asked = exported(pack, decks, pieces)
    cards, flat = shop_decks(pack, asked.decks, spec), shop_pieces(pack, asked.pieces, spec)
    named = [*cards, *flat]
    show_diagnostics([fault for face in faces_of(named) for fault in safe_faults(face.frame)])
    names = write_files(output, chain(shop_files(pack, cards, spec), shop_files(pack, flat, spec, own_size=True)))
    hint = "a shop may change its figures: compare with its template"
    say(f"{pack.game.title}: {len(names)} files in {output} for {spec.title}; {hint}")


@click.command(epilog="Example: scrawl export press --bleed 2mm -o press")
@size_option
@length_option("--bleed", "3mm", "Art beyond the cut, 0 to 6mm.")
@click.option("--pages", is_flag=True, help="Sheets and pages of the game too, as large as the paper.")
@paper_option
@click.option(
    "--profile",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="ICC profile of the press (default: SWOP coated, which is in the box).",
)
@click.option("--condition", default="", metavar="NAME", help="What the profile is registered as, such as FOGRA39.")
@click.option(
    "--most-ink",
    default=300,
    show_default=True,
    type=click.IntRange(150, 400),
    help="Percent of the four inks together on one spot.",
)
@deck_options
@output_option("press", folder=True)
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
    output: Path,
    **common: Any,
) -> None:
    """PDF/X-4 for a printing house: a file for each deck and piece, in four inks, with trim and bleed boxes."""
    from generator.draw.press import X4, press_job, read_condition
    from generator.proof.preflight import safe_faults
    from generator.recipes.exports.piece_exports import all_named
    from generator.recipes.exports.press_files import deck_documents, page_documents, piece_documents, press_files
    from generator.sheets.gang import GangRules
    from generator.sheets.impose import SheetRules
    from generator.sheets.paper import page_size

    if condition and profile is None:
        raise click.UsageError("--condition names the --profile of another press")
    check_length("bleed", bleed, MOST["bleed"])
    asked_condition = read_condition(profile, condition) if profile else None
    pack = opened(common["home"], common["game"], common["lang"], common["edition"])
    page, card, asked = (
        page_size(pack.catalogue, paper),
        card_of(pack, size),
        all_named(pack, decks, pieces, pages=pages),
    )
    cards = list(deck_documents(pack, asked.decks, card, bleed))
    cut = list(piece_documents(pack, asked.pieces, GangRules(SheetRules(page, card, bleed=bleed))))
    plain = list(page_documents(pack, page)) if pages else []
    show_diagnostics([fault for each in [*cards, *cut] for face in each.frames for fault in safe_faults(face)])
    names = write_files(
        output, press_files(pack, [*cards, *cut, *plain], press_job(most_ink / 100, X4, asked_condition))
    )
    hint = "ask the printing house what bleed and inks it takes"
    say(f"{pack.game.title}: {len(names)} files in {output}, PDF/X-4; {hint}")


def table_command(name: str, text: str) -> click.Command:
    """Return the command of a table on screen that takes pictures only."""

    @click.command(name, help=text, epilog=f"Example: scrawl export {name} -o {name}")
    @deck_options
    @output_option(name, folder=True)
    def command(decks: tuple[str, ...], pieces: tuple[str, ...], output: Path, **common: Any) -> None:
        from generator.recipes.exports.card_files import deck_sheets, faces_of, named_decks, png_files
        from generator.recipes.exports.piece_exports import exported, screen_pieces
        from generator.recipes.exports.shops import read_shops

        pack = opened(common["home"], common["game"], common["lang"], common["edition"])
        table = read_shops(pack.catalogue).tables[name]
        asked = exported(pack, decks, pieces)
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
        names = write_files(output, chain(cards, tokens))
        say(f"{pack.game.title}: {len(names)} pictures in {output} for {table.title}")

    return command


@click.command(epilog="Example: scrawl export tts -o tts")
@click.option(
    "--address", default=None, help="Where the pictures will lie on the web (default: the folder, as file:///)."
)
@deck_options
@output_option("tts", folder=True)
def tts(address: str | None, decks: tuple[str, ...], pieces: tuple[str, ...], output: Path, **common: Any) -> None:
    """Deck sheets, pieces in bags, and a saved object for Tabletop Simulator."""
    from generator.recipes.exports.card_files import named_decks
    from generator.recipes.exports.piece_exports import exported
    from generator.recipes.exports.shops import read_shops
    from generator.recipes.exports.tts import tts_files

    pack = opened(common["home"], common["game"], common["lang"], common["edition"])
    table = read_shops(pack.catalogue).tables["tts"]
    asked = exported(pack, decks, pieces)
    named = named_decks(pack, asked.decks)
    place = f"{address.rstrip('/')}/" if address else output.resolve().as_uri() + "/"
    names = write_files(output, tts_files(pack, named, asked.pieces, table, place))
    hint = f"copy {names[-1]} into the program's folder Saves/Saved Objects"
    say(f"{pack.game.title}: {len(names)} files in {output}: {hint}")


COMMANDS = (
    png,
    svg,
    shop,
    press,
    tts,
    table_command(
        "screentop",
        "Deck sheets for Screentop.gg, columns and rows in the names; pieces.",
    ),
    table_command("tabletopia", "A picture of every face of cards and pieces for Tabletopia."),
)
