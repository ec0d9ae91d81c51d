"""Options for printing on paper, and the values made from them: `PrintSettings`, rules for sheets of cards, margins.

Commands that print take these values as parameters, instead of a dozen options each.
"""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from generator.commands.card_table_preview import looked_at, options_of, table_of
from generator.commands.shared_command_options import (
    add_options,
    card_of,
    catalogue_of,
    duplex_option,
    edition_option,
    game_option,
    home_option,
    lang_option,
    length_option,
    open_asked_pack,
    paper_option,
    printer_option,
    size_option,
)
from generator.reading.foreign_tables import NO_OPTIONS
from generator.units import length_name, mm, parse_length

if TYPE_CHECKING:
    from generator.geometry import Insets, Size
    from generator.imposition.backs import PrinterProfile
    from generator.imposition.impose import ImpositionSettings
    from generator.products.print_pack import PrintPack

Command = Callable[..., Any]
MOST = {"bleed": 6, "gap": 30, "mark_distance": 10, "mark_length": 20, "corner_radius": 15}  # millimetres
MOST_MARGIN, MOST_THICKNESS = 100, 5


class PrintSettings(NamedTuple):
    """The settings of a print command: an open game, a paper and requested margins in points, and a measured printer.

    `doubled` prints two sheets on a page; with `is_paper_asked` even sheets with a paper of their own use this paper.
    """

    pack: "PrintPack"
    paper: "Size"
    margins: "Insets | None"
    doubled: bool
    profile: "PrinterProfile | None"
    is_paper_asked: bool = False


def printing_options(command: Command) -> Command:
    """Add the options for language, paper, margins, printer, edition, game and home to a command.

    The command gets a PrintSettings made from these options as its first argument.
    """

    @functools.wraps(command)
    def with_pack(
        *,
        lang: str | None,
        paper: str,
        margins: "Insets | None",
        printer: str | None,
        printers: Path | None,
        edition: str | None,
        game: str,
        home: Path | None,
        **others: Any,
    ) -> Any:
        table, fonts = (others.pop(name, None) for name in ("table", "fonts"))
        asked = options_of(table, fonts, others) if "title_column" in others else NO_OPTIONS
        if table is None:
            pack = open_asked_pack(home, game, lang, edition)
        else:
            from generator.imposition.paper import read_card_size

            catalogue, size = catalogue_of(home), others["size"]
            card = None if size is None else read_card_size(catalogue, size)
            look = looked_at(catalogue, table_of(table, asked), table, lang, edition, card, fonts, others["bleed"])
            pack = click.get_current_context().with_resource(look)  # as long as the command runs
        source = click.get_current_context().get_parameter_source("paper")
        is_asked = source is not click.core.ParameterSource.DEFAULT
        on = settings_on(pack, paper)._replace(margins=margins, is_paper_asked=is_asked)
        if printer is not None:
            from generator.storage.printer_profiles import default_path, find_printer, read_printers

            measured = find_printer(read_printers(printers or default_path()), printer, on.paper)
            on = on._replace(profile=measured.profile)
        return command(on, **others)

    options = (lang_option, paper_option, MARGIN, printer_option, edition_option, game_option, home_option)
    return _with(with_pack, *options)


def settings_on(pack: "PrintPack", paper: str) -> PrintSettings:
    """Return the settings for a game on a paper, given by its name, with default margins and without a printer."""
    from generator.imposition.paper import is_doubled, page_size

    return PrintSettings(pack, page_size(pack.catalogue, paper), None, is_doubled(paper) and pack.scale == 1, None)


def card_options(command: Command) -> Command:
    """Add the options for cards on a sheet; pass the command `settings` and `two_files` after the PrintSettings."""

    @functools.wraps(command)
    def with_rules(settings: PrintSettings, *, size: str | None, **options: Any) -> Any:
        own = {name: options.pop(name) for name in CARD_OPTIONS}
        check_two_files(own["duplex"], two_files=options["two_files"])
        return command(settings, settings=sheet_rules(settings, size, own), **options)

    return _with(with_rules, size_option, duplex_option, BLEED, GAP, *MARKS, TWO_FILES)


def piece_options(command: Command) -> Command:
    """Add the options for pieces on a sheet; pass the command `rules` and `two_files` after the PrintSettings."""

    @functools.wraps(command)
    def with_rules(
        settings: PrintSettings,
        *,
        size: str | None,
        guides: Any,
        thickness: float | None,
        sleeves: str | None,
        **options: Any,
    ) -> Any:
        from generator.imposition.gang import PieceSheetRules
        from generator.imposition.impose import ImpositionSettings
        from generator.products.faces_on_paper import EDGES

        own = {name: options.pop(name) for name in PIECE_OPTIONS}
        check_two_files(own["duplex"], two_files=options["two_files"])
        for name in ("bleed", "gap"):
            check_length(name, own[name], MOST[name])
        check_length("card-thickness", thickness, MOST_THICKNESS)
        rules = ImpositionSettings(
            settings.paper, card_of(settings.pack, size), margins=settings.margins or EDGES, **own
        )
        sleeve = sleeve_of(settings.pack, sleeves, rules.card)
        return command(settings, rules=PieceSheetRules(rules, guides, thickness, sleeve), **options)

    options = (size_option, SLEEVES, THICKNESS, duplex_option, BLEED, PIECE_GAP, GUIDES, RULER, TWO_FILES)
    return _with(with_rules, *options)


def sleeve_of(pack: "PrintPack", asked: str | None, card: "Size") -> "Size | None":
    """Return by how much a sleeve is larger than a card, in points; None if cards have no sleeves.

    `asked` is the outer size of a sleeve, or "usual". Raises UsageError if a card does not fit into the sleeve.
    """
    from generator.geometry import Size
    from generator.imposition.paper import read_card_size
    from generator.products.cards import largest_size

    if asked is None:
        return None
    if asked == USUAL_SLEEVE:
        return Size(mm(3), mm(3))
    sleeve = read_card_size(pack.catalogue, asked, "--sleeves")
    decks = tuple(pack.manifest.decks)
    card = largest_size(pack, decks, card)
    if card.width > card.height:
        sleeve = Size(max(sleeve), min(sleeve))
    more = Size(sleeve.width - card.width, sleeve.height - card.height)
    if min(more) < 0 and decks:
        shown = " x ".join(map(length_name, card))
        raise click.UsageError(f"--sleeves: cards of {shown} do not go into sleeves of {asked}")
    return more


def check_two_files(duplex: str, *, two_files: bool) -> None:
    """Raise UsageError if backs are wanted in a second file, but `duplex` does not print backs on separate pages."""
    if two_files and duplex in ("fold", "off"):
        raise click.UsageError(f"--two-files needs backs on pages of their own, not --duplex {duplex}")


def _with(command: Command, *options: Callable[[Command], Command]) -> Command:
    """Return a command with more options, listed in this order after its own."""
    own = vars(command).pop("__click_params__", [])
    command = add_options(*options)(command)
    vars(command)["__click_params__"] += own
    return command


def sheet_rules(settings: PrintSettings, size: str | None, options: dict[str, Any]) -> "ImpositionSettings":
    """Return the rules for a sheet of cards from the options; raises UsageError for values out of bounds."""
    from generator.imposition.impose import ImpositionSettings

    for name, most in MOST.items():
        check_length(name.replace("_", "-"), options[name], most)
    rules = ImpositionSettings(settings.paper, card_of(settings.pack, size), **options)
    return rules if settings.margins is None else rules._replace(margins=settings.margins)


def check_length(name: str, value: float | None, most: float) -> None:
    """Raise UsageError for a length below 0 or above `most` millimetres."""
    if value is not None and not 0 <= value <= mm(most) + 0.01:
        raise click.UsageError(f"--{name} is 0 to {most:g}mm, not {length_name(value)}")


def _margins(_context: Any, _parameter: Any, text: str | None) -> "Insets | None":
    """Parse one length for all sides, or four: top, right, bottom, left; None if no margin is given."""
    from generator.geometry import Insets

    if text is None:
        return None
    try:
        sides = [parse_length(part) for part in text.split()]
    except ValueError as fault:
        raise click.UsageError(f"--margin: {fault}") from None
    if len(sides) not in (1, 4) or not all(0 <= side <= mm(MOST_MARGIN) for side in sides):
        how = f"one length, or four (top right bottom left), of 0 to {MOST_MARGIN}mm each"
        raise click.UsageError(f"--margin takes {how}")
    return Insets(*(sides * 4 if len(sides) == 1 else sides))


MARGIN = click.option(
    "--margin",
    "margins",
    callback=_margins,
    metavar="LENGTHS",
    help="White edge: one length, or four: top right bottom left (default: 5mm around cards, 7mm around other pages).",
)
BLEED = length_option("--bleed", "0mm", "Art beyond the cut, 0 to 6mm.")
GAP = length_option(
    "--gap",
    None,
    "Room between cards: by default none, or twice the bleed. With 0mm they share cuts, and bleed only outwards.",
)
TWO_FILES = click.option("--two-files", is_flag=True, help="Fronts and backs as NAME-fronts.pdf and NAME-backs.pdf.")
RULER = click.option("--ruler/--no-ruler", "strip", default=True, show_default=True, help="Ruler and page number.")
PIECE_GAP = length_option("--gap", None, "Room between pieces: by default so much that scissors can part them.")
USUAL_SLEEVE = "usual"
SLEEVES = click.option(
    "--sleeves",
    is_flag=False,
    flag_value=USUAL_SLEEVE,
    metavar="[WxH]",
    help="Boxes for cards in sleeves: of this size outside, or 3mm larger than a card, as 66x91mm for 63x88mm.",
)
THICKNESS = length_option(
    "--card-thickness",
    None,
    "Of one card, for boxes (default: 0.6mm in sleeves, else by the weight of paper that the game tells).",
    called="thickness",
)
GUIDES = click.option(
    "--guides",
    default="auto",
    show_default=True,
    type=click.Choice(["auto", "outline", "ticks", "none"]),
    help="Where to cut: outlines for scissors and punches, ticks at the edges for a blade; auto goes by the shape.",
)
MARKS = (
    click.option("--marks/--no-marks", default=True, show_default=True, help="Crop marks."),
    RULER,
    length_option("--mark-distance", "1mm", "From the bleed to a mark."),
    length_option("--mark-length", "3.5mm", "Length of a mark."),
    click.option("--mark-sides", default="both", show_default=True, type=click.Choice(["front", "back", "both"])),
    length_option("--corner-radius", "0mm", "Guide for round corners."),
)
PIECE_OPTIONS = ("duplex", "bleed", "gap", "strip")
CARD_OPTIONS = (*MOST, "duplex", "marks", "strip", "mark_sides")
